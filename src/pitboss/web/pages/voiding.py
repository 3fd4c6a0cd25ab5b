"""Voiding a round, some players' wagers or single wagers, confirmed on a page of its own: while the round is played, or
when it is over and a second person approves it. A person with the power may sign for it on a dealer's page."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.people.permission import may
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.rulings import VoidRound
from pitboss.floor.tables.state import OpenState
from pitboss.law import (
    EMPLOYEE_POLICY,
    FRAUD_FORFEITS,
    OFFENDER_VOIDED,
    ROUND_VOIDED,
    TALKING_FORFEITS,
    WAGER_VOIDED,
    Key,
)
from pitboss.law.rules import Rules
from pitboss.play import Round
from pitboss.play.acts.powers import BREACH, DISRUPTION, EMPLOYEE, FRAUD, TALKING
from pitboss.play.history import totals
from pitboss.play.terms import spot_words
from pitboss.play.wager import Wager
from pitboss.value import Value
from pitboss.web.api import problems
from pitboss.web.api.inspecting import past_of
from pitboss.web.api.shared import TableName, allow
from pitboss.web.api.show import rules_of
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.irregular import signed, signing
from pitboss.web.pages.past import folded
from pitboss.web.pages.playing import Unclear, carry_out
from pitboss.web.pages.shell import Shell

Number = Annotated[int, Query(alias="round", ge=0, le=2**53)]


class Ground(Value):
    """A ground on which a person of rank voids, what comes of it, and what that does to players who are named."""

    words: str
    does: str
    named: str = ""
    """What becomes of the wagers of players who are named; none are where it is empty."""
    lists: bool = False
    """Whether single wagers may be named."""


VOIDED, FORFEIT = "voided", "forfeit"
WHOLE = "The round is void, and every wager goes back."
ONE = "The round is void, and every wager goes back; or the wagers that are ticked, and the round stands otherwise."
THEIRS = "Their wagers are void and go back, or those that are ticked; the round stands otherwise."
GROUNDS = {
    DISRUPTION: Ground("Play was disrupted", WHOLE),
    FRAUD: Ground("Fraud or cheating", WHOLE),
    BREACH: Ground("Players broke the rules", THEIRS, VOIDED, lists=True),
}
MORE: Mapping[Key, Mapping[str, Ground]] = {
    WAGER_VOIDED: {
        DISRUPTION: Ground("Play was disrupted", ONE, lists=True),
        FRAUD: Ground("Fraud or cheating", ONE, lists=True),
    },
    FRAUD_FORFEITS: {
        FRAUD: Ground("Fraud or cheating", "The round is void; players who are named forfeit theirs.", FORFEIT),
    },
    TALKING_FORFEITS: {
        TALKING: Ground("Players talked about a hand", "They forfeit their wagers; the round goes on.", FORFEIT),
    },
    EMPLOYEE_POLICY: {
        EMPLOYEE: Ground(
            "Players may not play by the employee gambling policy",
            "What they have won is not theirs and goes back; what is undecided is void.",
            VOIDED,
        ),
    },
}
"""The grounds that only some documents have, by the rule that gives the power."""
HAS_TO_NAME = (BREACH, TALKING, EMPLOYEE)


def grounds_of(rules: Rules, *, is_over: bool = False) -> dict[str, Ground]:
    """The grounds on which the rules of a game let a round, or a part of it, be voided."""
    found = dict(GROUNDS)
    for key, more in MORE.items():
        if rules.applies(key) and not (is_over and key == TALKING_FORFEITS):
            found |= more
    return found


def _told(wager: Wager, cents: int) -> dict[str, Any]:
    said = {"number": wager.id, "patron": wager.patron, "area": wager.area}
    return said | {"words": spot_words(wager.spot), "cents": cents}


def has_power_to_void(desk: Desk, who: Actor) -> bool:
    """Whether the rules of the game give somebody's rank the power to void."""
    rules = rules_of(desk)
    return rules is not None and may(who, "VoidRound") and rules.has_power(who.role, ROUND_VOIDED)


def _void(table: str, round: Round, fields: Fields) -> VoidRound:
    """What a form of the page that voids stands for."""
    if not fields.is_on("sure"):
        raise Unclear("Tick the box: what is voided cannot be taken up again.")
    ground = fields.text("ground")
    chosen = grounds_of(round.game.rules, is_over=round.is_over).get(ground)
    names, listed = fields.many("patron"), fields.many("wager")
    if chosen is None:
        raise Unclear("Say on which ground.")
    if names and not chosen.named:
        raise Unclear(f"{chosen.words}: nobody is named for that. {chosen.does}")
    if listed and not chosen.lists:
        raise Unclear(f"{chosen.words}: no single wager is voided for that. {chosen.does}")
    if ground in HAS_TO_NAME and not names and not listed:
        raise Unclear(f"Name the players. {chosen.does}")
    if any(not each.isascii() or not each.isdigit() for each in listed):
        raise Unclear("This form is not one of ours.")
    order = VoidRound(table, ground, fields.text("reason"), round=round.number, wagers=tuple(map(int, listed)))
    order = order._replace(house_bears=fields.many("house-bears"))
    return order._replace(forfeit=names) if chosen.named == FORFEIT else order._replace(patrons=names)


def install(shell: Shell) -> None:
    """The routes of the page that voids."""
    api = shell.api

    def round_of(request: Request, who: Actor, table: str, number: int) -> Round:
        """The open round of a table, or one that is over."""
        state = api.desk(request, who.operator, table).state
        if isinstance(state, OpenState) and number in (0, state.round.number):
            return state.round
        if not number:
            raise problems.NotFound(f"No round is open at table {table}.")
        allow(who, "CorrectRound")
        return folded(past_of(api, request, who, table, number))

    def show(request: Request, table: str, number: int, notice: Any = None, status: int = 200) -> Response:
        who = allow(shell.who(request), "DealOn")
        round = round_of(request, who, table, number)
        desk = api.desk(request, who.operator, table)
        there = [w for w in round.wagers if (w.stake.pieces if round.is_over else w.live)]
        wagers = [_told(wager, (wager.stake if round.is_over else wager.left).cents) for wager in there]
        rules = round.game.rules
        clauses = list(rules.cite(rules.only((ROUND_VOIDED, OFFENDER_VOIDED, *MORE))))
        grounds = grounds_of(rules, is_over=round.is_over)
        more = {"name": table, "round": round.number, "wagers": wagers, "grounds": grounds, "clauses": clauses}
        more |= {"edition": rules.edition.name, "title": rules.game.title, "is_over": round.is_over}
        more |= {"has_power": has_power_to_void(desk, who), "lists": any(each.lists for each in grounds.values())}
        more["nets"] = {total.patron: total.net for total in totals(round)} if round.is_over else {}
        more["patrons"] = list(dict.fromkeys(wager["patron"] for wager in wagers))
        twin = f"/api/tables/{table}" + (f"/rounds/{round.number}" if round.is_over else "")
        return shell.page(request, "void.html", status=status, notice=notice, twin=twin, **more)

    @shell.router.get("/tables/{table}/void")
    def confirm(table: TableName, request: Request, number: Number = 0) -> Response:
        """What voiding comes to, before it is done."""
        return show(request, table, number)

    def voids(request: Request, form: FormData, who: Actor, table: str) -> tuple[Actor, VoidRound]:
        """Who voids what a form stands for, and who approves it where the round is over."""
        fields = Fields(form)
        round = round_of(request, who, table, fields.whole("round"))
        order = _void(table, round, fields)
        ruler = signed(api, who.operator, form, "ruler") if form.get("ruler-name") else who
        if round.is_over:
            order = order._replace(approver=signed(api, who.operator, form, "approver"))
        return ruler, order

    @shell.router.post("/tables/{table}/void")
    async def void(table: TableName, request: Request) -> Response:
        """Void what was shown, and nothing else."""
        who = allow(shell.who(request), "DealOn")
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        try:
            actor, order = await api.passwords.do(request, signing(form, who), voids, request, form, who, table)
        except Unclear as unclear:
            notice = await carry_out(shell, desk, unclear, who, form)
        else:
            notice = await carry_out(shell, desk, [order], actor, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        number = str(form.get("round", ""))
        at = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
        return await run_in_threadpool(show, request, table, at, notice, 409)
