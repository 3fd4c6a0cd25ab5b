"""The forms of the pit: each button stands for one command of the floor, read from the fields beside it."""

from collections.abc import Mapping
from typing import Any

from pitboss.floor.cashier.approvals import CREDIT, DROP, FILL, VOID_SLIP, Approve, AskApproval, Decline
from pitboss.floor.service.commands import CloseTable
from pitboss.floor.tables.calls import AcknowledgeAlert
from pitboss.floor.tables.disputes import RuleOnDispute
from pitboss.floor.tables.notices import AnnounceClosing, AnnounceLimits, TakeDownNotice
from pitboss.floor.tables.orders import (
    LiftRestriction,
    LimitPeople,
    OrderCards,
    ReserveAreas,
    Restrict,
    SetPermission,
    Tell,
)
from pitboss.floor.tables.posts import POSTS, TakePost
from pitboss.floor.tables.rulings import RuleOn
from pitboss.floor.tables.seats import Vacate
from pitboss.floor.tables.signs import ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.web.pages.deck_forms import DECKS, Made
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear
from pitboss.web.pages.sign_edge import read_seen
from pitboss.web.pages.suspicion_forms import SUSPICION

WHY = "Say why: the reason goes into the log."


def _limits(table: str, fields: Fields, state: TableState) -> Any:
    limits = fields.limits(state.terms.limits if isinstance(state, OpenState) else None)
    if not limits:
        raise Unclear("Write the limits that the sign is to have.")
    how = fields.chosen("how", ("now", "keep", "notice"), "Say when the limits are to change.")
    if how == "notice":
        return AnnounceLimits(table, limits, fields.moment("at"), read_seen(fields))
    return ChangeLimits(table, limits, fields.needed("reason", WHY), how == "keep", read_seen(fields))


def _own(table: str, fields: Fields, state: TableState) -> Any:
    patron = fields.needed("patron", "Name the player.")
    now = state.terms.limits if isinstance(state, OpenState) else None
    return SetOwnLimits(table, patron, fields.limits(now), fields.needed("reason", WHY), read_seen(fields))


def _void_slip(table: str, fields: Fields, _: TableState) -> Any:
    year, number = (*fields.text("slip").split("-", 1), "")[:2]
    if not year.isdecimal() or not number.isdecimal() or len(year + number) > 12:
        raise Unclear("Name the slip by its year and number, as in 2026-4.")
    return AskApproval(table, VOID_SLIP, fields.needed("reason", WHY), year=int(year), number=int(number))


def _payout(table: str, fields: Fields, _: TableState) -> Any:
    cents = fields.cents("dollars") or None
    return SetMaximumPayout(table, cents, fields.needed("reason", WHY), read_seen(fields))


MADE: Mapping[str, Made] = {
    "acknowledge": lambda table, f, _: AcknowledgeAlert(table, f.text("alert"), f.text("words")),
    "approve": lambda table, f, _: Approve(table, f.text("request")),
    "decline": lambda table, f, _: Decline(table, f.text("request"), f.needed("reason", WHY)),
    "rule": lambda table, f, _: RuleOn(table, f.text("need"), f.text("option"), f.needed("reason", WHY)),
    "rule-dispute": lambda table, f, _: RuleOnDispute(
        table, f.text("dispute"), f.needed("ruling", "Say what you rule.")
    ),
    "fill": lambda table, f, _: AskApproval(table, FILL, f.text("reason"), f.stacks()),
    "credit": lambda table, f, _: AskApproval(table, CREDIT, f.text("reason"), f.stacks()),
    "void-slip": _void_slip,
    "drop": lambda table, f, _: AskApproval(table, DROP, cents=f.cents("dollars")),
    "limits": _limits,
    "kept-ends": lambda table, _, __: AnnounceLimits(table),
    "own": _own,
    "own-ends": lambda table, f, _: SetOwnLimits(table, f.text("patron"), {}, f.needed("reason", WHY)),
    "payout": _payout,
    "announce-closing": lambda table, f, _: AnnounceClosing(table, f.moment("at"), f.whole("rounds")),
    "take-down": lambda table, f, _: TakeDownNotice(table, f.text("notice"), f.needed("reason", WHY)),
    "close": lambda table, f, _: CloseTable(table, f.stacks(), f.text("reason")),
    "post": lambda table, f, _: TakePost(table, f.chosen("post", POSTS, "Choose a post."), f.text("person", 40)),
    "tell": lambda table, f, _: Tell(table, f.text("who"), f.text("about"), f.text("patron", 40)),
    "restrict": lambda table, f, _: Restrict(table, f.needed("patron", "Name the player."), f.text("rule")),
    "lift": lambda table, f, _: LiftRestriction(table, f.text("patron", 40)),
    "reserve": lambda table, f, _: ReserveAreas(table, f.needed("patron", "Name the player."), f.numbers("areas")),
    "people": lambda table, f, _: LimitPeople(table, f.whole("bettors"), f.whole("players")),
    "cards": lambda table, f, _: OrderCards(table, f.text("what"), f.text("reason")),
    "permission": lambda table, f, _: SetPermission(table, f.text("rule"), f.is_on("granted"), read_seen(f)),
    **DECKS,
    **SUSPICION,
    "vacate": lambda table, f, _: Vacate(table, f.text("patron", 40), f.text("reason")),
}
"""For each button, the command that it stands for."""


def command_of(table: str, fields: Fields, state: TableState) -> list[Any] | Unclear:
    """The command that a form of the pit stands for."""
    made = MADE.get(fields.text("do"))
    try:
        return [made(table, fields, state)] if made is not None else Unclear("This form is not one of ours.")
    except Unclear as unclear:
        return unclear
