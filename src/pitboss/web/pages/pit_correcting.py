"""Correcting a card that was keyed wrong in a round that is over: what was dealt and turned is shown as it was keyed,
and what it really was is asked for, with what that changes, for somebody else to approve."""

from typing import Annotated, Any

from fastapi import Path, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.cards import UNKNOWN, show
from pitboss.cards.card import parse_cards
from pitboss.floor.cashier.approvals import CORRECTION, AskApproval
from pitboss.floor.people.permission import may
from pitboss.floor.tables.state import Past
from pitboss.money import dollars
from pitboss.play import Refused
from pitboss.play.acts import Act, Deal, Turn
from pitboss.play.history import correct, fold
from pitboss.play.round import Viewer
from pitboss.play.view import view
from pitboss.web.api.inspecting import past_of
from pitboss.web.api.shared import TableName, allow
from pitboss.web.api.show import table_row
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear, carry_out
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.twins import twin

Number = Annotated[int, Path(ge=1, le=2**53)]
PAGE = "/pit/tables/{table}/rounds/{number}"


def install(shell: Shell) -> None:
    """The routes of a correction."""
    router, api = shell.router, shell.api
    shell.templates.globals |= {"may_correct": lambda who: who is not None and may(who, "CorrectRound")}
    twin(router, f"{PAGE}.json", "/api/tables/{table}/rounds/{number}")

    def page(request: Request, table: str, number: int, notice: Any = None, status: int = 200) -> Response:
        who = allow(shell.who(request), "CorrectRound")
        past = past_of(api, request, who, table, number)
        row = table_row(api.desk(request, who.operator, table))
        more: dict[str, Any] = {"table": row, "number": number, "keyed": _keyed(past)}
        address = f"/api/tables/{table}/rounds/{number}"
        return shell.page(request, "pit_correct.html", status=status, notice=notice, twin=address, **more)

    @router.get(PAGE)
    def look(table: TableName, number: Number, request: Request) -> Response:
        """A round as it was keyed."""
        return page(request, table, number)

    @router.post(PAGE)
    async def ask(table: TableName, number: Number, request: Request) -> Response:
        """Ask for the round to be folded again from other cards."""
        who = allow(shell.who(request), "CorrectRound")
        form = await shell.form(request)
        past = await run_in_threadpool(past_of, api, request, who, table, number)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        wanted = await run_in_threadpool(_command, table, past, Fields(form))
        notice = await carry_out(shell, desk, wanted, who, form)
        if notice is None:
            return RedirectResponse(f"/pit/tables/{table}", 303)
        return await run_in_threadpool(page, request, table, number, notice, 409)


def _keyed(past: Past) -> list[dict[str, Any]]:
    """The acts of a round that have cards. A card that was never shown at the table is not shown here."""
    seen = {card for hand in view(fold(past.opening, past.acts), Viewer("dealer")).hands for card in hand.cards}
    return [
        {
            "place": place,
            "cards": show(card if card in seen else UNKNOWN for card in act.cards),
            "says": f"Step {place + 1}, {'dealt' if isinstance(act, Deal) else 'turned'}",
        }
        for place, act in enumerate(past.acts)
        if isinstance(act, Deal | Turn) and act.cards
    ]


def _command(table: str, past: Past, fields: Fields) -> list[Any] | Unclear:
    try:
        acts = tuple(_corrected(act, place, fields) for place, act in enumerate(past.acts))
        reason = fields.needed("reason", "Say why: the reason goes into the log.")
        done = correct(past.opening, past.acts, acts, reason=reason, approver="somebody else")
    except Unclear as unclear:
        return unclear
    except Refused as no:
        return Unclear(f"With these cards the round could not have been played so: {no}")
    if acts == past.acts:
        return Unclear("The cards are those that were keyed.")
    changes = [f"{each.patron} {dollars(each.chips + each.tokens)}" for each in done.differences]
    words = f"{reason}; {_changed(past.acts, acts)}; {', '.join(changes) or 'nobody is paid otherwise'}"
    return [AskApproval(table, CORRECTION, words[:400], round=past.opening.number, acts=acts)]


def _corrected(act: Act, place: int, fields: Fields) -> Act:
    written = fields.text(f"cards-{place}", 400)
    if not isinstance(act, Deal | Turn) or not written:
        return act
    try:
        cards = parse_cards(written)
    except ValueError as error:
        raise Unclear(str(error)) from None
    if len(cards) != len(act.cards):
        raise Unclear(f"{len(act.cards)} cards came out there, not {len(cards)}.")
    return act._replace(cards=tuple(was if now == UNKNOWN else now for was, now in zip(act.cards, cards, strict=True)))


def _changed(old: tuple[Act, ...], new: tuple[Act, ...]) -> str:
    """The cards that were others, in a line."""
    pairs = [
        (was, now)
        for before, after in zip(old, new, strict=True)
        if isinstance(before, Deal | Turn) and isinstance(after, Deal | Turn)
        for was, now in zip(before.cards, after.cards, strict=True)
        if was != now
    ]
    return ", ".join(f"{was} was {now}" for was, now in pairs)  # cards that were keyed wrong were never dealt
