"""The table page and the text table: what a patron sees, and the forms with which they wager and decide.

A form names the need that it answers and the round that it means, so that one sent too late is told so and changes
nothing.
"""

from collections.abc import Sequence
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, Order, TakeAct
from pitboss.floor.service.world import Desk
from pitboss.floor.store.rows import Conflict, KeyReused, OverCount, StoreError
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.state import OpenState
from pitboss.law import Because
from pitboss.ledger.book import LedgerError, Overdrawn
from pitboss.money import Stake, parse_dollars
from pitboss.play import Refused
from pitboss.play.acts import Act, Decide, Sit, TakeBack
from pitboss.play.wager import Refusal
from pitboss.web.api.shared import TableName
from pitboss.web.api.show import rules_of
from pitboss.web.pages.betting import first_refusal, places
from pitboss.web.pages.refused import said
from pitboss.web.pages.seen import table_page
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.words import told

PAGES = {"table": "", "words": "/words", "console": "/console"}
FRAGMENT = "X-Fragment"
"""A page's own script asks for the part that changes alone."""


class Unclear(ValueError):
    """A form that cannot be read, in words for whoever sent it."""


def install(shell: Shell) -> None:
    """The routes of the table page."""
    from pitboss.web.pages.practice import panel as practice_panel  # noqa: PLC0415  it builds on this page

    router, api = shell.router, shell.api

    def show(request: Request, table: str, view: str, notice: Any = None, status: int = 200) -> Response:
        """The page of a table, or the part of it that changes."""
        who = shell.who(request)
        desk = api.desk(request, who.operator, table)
        page = table_page(api, desk, who) | {"practice": practice_panel(shell, desk, who), "practice_view": view}
        plays_for_money = who.role == PATRON and not page["practice"]  # a session adds up money alone
        page["session"] = shell.sittings.of(who) if plays_for_money else None
        if view == "table" and page["felt"]:
            page["drawn"] = shell.drawn.felt(desk, who, page)
        if view == "words":
            page["told"] = told(page, who)
        template = f"_{view}.html" if FRAGMENT in request.headers else f"{view}.html"
        return shell.page(request, template, status=status, notice=notice, twin=f"/api/tables/{table}", **page)

    @router.get("/tables/{table}")
    async def table_(table: TableName, request: Request) -> Response:
        """The table, drawn."""
        return await shell.in_turn(lambda: show(request, table, "table"))

    @router.get("/tables/{table}/words")
    async def words(table: TableName, request: Request) -> Response:
        """The table, in words."""
        return await shell.in_turn(lambda: show(request, table, "words"))

    @router.post("/tables/{table}")
    async def act(table: TableName, request: Request) -> Response:
        """Take what a patron does."""
        who = shell.who(request)
        form = await shell.form(request)
        view = str(form.get("view", ""))
        view = view if view in ("table", "words") else "table"
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        notice = await carry_out(shell, desk, commands(form, who, desk), who, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}{PAGES[view]}", 303)
        return await run_in_threadpool(show, request, table, view, notice, 409)


def commands(form: FormData, who: Actor, desk: Desk) -> list[Any] | Unclear:
    """The commands that a form stands for."""
    table = desk.stream.table
    try:
        if form.get("do") == "leave":
            return [LeaveTable(table, who.person)]
        number = whole(form, "round")
        return [TakeAct(table, act, number) for act in _acts(form, who.person, desk)]
    except Unclear as unclear:
        return unclear


def _acts(form: FormData, me: str, desk: Desk) -> Sequence[Act]:
    need = str(form.get("need", ""))[:60]
    match form.get("do"):
        case "decide":
            return [Decide(need, me, *picked(form))]
        case "place":
            named = [(name.removeprefix("on-"), amount(form, name)) for name in form if name.startswith("on-")]
            amounts = [(spot, cents) for spot, cents in named if cents]
            if not amounts:
                raise Unclear("Choose an amount first: take a chip and tap a circle, or write the amount.")
            return places(need, me, whole(form, "area"), amounts)
        case "sit":
            return [Sit(need, me, whole(form, "area"))]
        case "rise":
            return [Sit(need, me, 0)]
        case "take-back":
            return [TakeBack(need, me, whole(form, "area"), str(form.get("spot", ""))[:40])]
    raise Unclear("This form is not one of ours.")


def picked(form: FormData) -> tuple[str, Stake]:
    """The option that a form takes, with its stake: from its button, or from the amount written beside it."""
    option, _, cents = str(form.get("pick", "")).partition(":")
    if not option:
        return str(form.get("option", ""))[:40], Stake.of(amount(form, "dollars"))
    if not cents.isascii() or not cents.isdigit() or len(cents) > 15:
        raise Unclear("This form is not one of ours.")
    return option[:40], Stake.of(int(cents))


def whole(form: FormData, name: str) -> int:
    """A whole number of a form; 0 if it is not there."""
    written = str(form.get(name, "")).strip() or "0"
    if not written.isascii() or not written.isdigit() or len(written) > 15:
        raise Unclear(f"{written[:20]} is no number.")
    return int(written)


def amount(form: FormData, name: str) -> int:
    """An amount of dollars of a form, in cents; 0 if it is not there."""
    written = str(form.get(name, "")).strip()
    if not written:
        return 0
    try:
        cents = parse_dollars(written)
    except ValueError:
        raise Unclear(f"{written[:20]} is not an amount in dollars and whole cents.") from None
    if cents < 0:
        raise Unclear("A wager is more than nothing.")
    return cents


async def carry_out(
    shell: Shell, desk: Desk, wanted: list[Any] | Unclear, who: Actor, form: FormData
) -> dict[str, Any] | None:
    """Have commands carried out one after the other; what is told instead if one is refused.

    Acts are tried together first, so that of several wagers none goes down where one is refused.
    """
    if isinstance(wanted, Unclear):
        return {"words": str(wanted), "clauses": []}
    key = str(form.get("key", ""))[:60]
    acts = [command.act for command in wanted if isinstance(command, TakeAct)]
    state = desk.state
    if len(acts) > 1 and isinstance(state, OpenState) and (no := first_refusal(state.round, acts)) is not None:
        return _refused(desk, Refused(no))
    try:
        for place, command in enumerate(wanted):
            await shell.api.do(Order(who, command, f"{key}.{place}" if key else ""))
    except (Refused, StoreError, LedgerError) as error:
        return _refused(desk, error)
    return None


def _refused(desk: Desk, error: Exception) -> dict[str, Any]:
    """What somebody is told whose form was not carried out."""
    rules = rules_of(desk)
    if isinstance(error, Refused):
        because: Because = error.because
        no = Refusal(because, str(error))
        told = said(rules, no) if rules is not None else None
        return told or {"words": str(error), "clauses": []}
    if isinstance(error, Overdrawn):
        return {"words": "You do not have enough free chips for this.", "clauses": [], "short": True}
    words = "This form has been sent before. Here is the table as it is now."
    if isinstance(error, OverCount):
        words = str(error)
    elif not isinstance(error, Conflict | KeyReused):
        words = "This could not be done. Here is the table as it is now."
    return {"words": words, "clauses": []}


__all__ = ["FRAGMENT", "Unclear", "amount", "carry_out", "install", "picked", "whole"]
