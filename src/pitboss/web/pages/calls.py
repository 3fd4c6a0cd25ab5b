"""Calling a supervisor from a table or its console, and voiding a round, which is confirmed on a page of its own."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.calls import CallSupervisor
from pitboss.floor.commands import Actor
from pitboss.floor.desk import Desk
from pitboss.floor.people.permission import PATRON, may
from pitboss.floor.rulings import VoidRound
from pitboss.floor.store import Stream
from pitboss.floor.tables.alerts import CALL
from pitboss.law import OFFENDER_VOIDED, ROUND_VOIDED
from pitboss.play.powers import BREACH, DISRUPTION, FRAUD
from pitboss.play.terms import spot_words
from pitboss.play.wager import Wager
from pitboss.web.api import problems
from pitboss.web.api.shared import TableName, allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import FRAGMENT, PAGES, Unclear, carry_out
from pitboss.web.pages.shell import Shell

REASONS = (
    "A question about the rules",
    "A card fell or was mishandled",
    "A payout is wrong",
    "A dispute",
    "Something else",
)
"""What a supervisor is usually called for."""
GROUNDS = {DISRUPTION: "play was disrupted", FRAUD: "fraud or cheating", BREACH: "players named broke the rules"}


def install(shell: Shell) -> None:
    """The routes of calls and voids."""
    router, api = shell.router, shell.api

    def summons(who: Actor | None, table: str) -> dict[str, Any] | None:
        """How a call for a supervisor stands for whoever looks at a table; nothing where they may not call."""
        if who is None or not may(who, "CallSupervisor"):
            return None
        desk = api.floor.desk(Stream(who.operator, f"table:{table}"))
        own = [alert for alert in desk.state.alerts if alert.kind == CALL and alert.by == who.person]
        others = [alert for alert in desk.state.alerts if alert.kind == CALL and alert.by != who.person]
        may_void = who.role != PATRON and desk.state.is_open and _may_void(desk, who)
        seen = {"called": bool(own), "others": bool(others) and who.role != PATRON, "may_void": may_void}
        return seen | {"open": desk.state.is_open, "reasons": REASONS}

    shell.templates.globals |= {"summons": summons}

    @router.post("/tables/{table}/call")
    async def call(table: TableName, request: Request) -> Response:
        """Call for a supervisor."""
        who = shell.who(request)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        reason = Fields(form).text("reason")
        notice = await carry_out(shell, desk, [CallSupervisor(table, reason)], who, form)
        if notice is not None and FRAGMENT not in request.headers:  # a page that follows its table shows what stands
            return shell.page(request, "error.html", status=409, words=notice["words"])
        return RedirectResponse(f"/tables/{table}{PAGES.get(str(form.get('view')), '')}", 303)

    def show(request: Request, table: str, notice: Any = None, status: int = 200) -> Response:
        who = allow(shell.who(request), "VoidRound")
        desk = api.desk(request, who.operator, table)
        round = desk.state.round
        if round is None:
            raise problems.NotFound(f"No round is open at table {table}.")
        live = [wager for wager in round.wagers if wager.live]
        wagers = [
            {"patron": w.patron, "area": w.area, "words": spot_words(w.spot), "cents": w.left.cents} for w in live
        ]
        rules = round.game.rules
        clauses = list(rules.cite(rules.only((ROUND_VOIDED, OFFENDER_VOIDED))))
        more = {"name": table, "round": round.number, "wagers": wagers, "grounds": GROUNDS, "clauses": clauses}
        more |= {"edition": rules.edition.name, "title": rules.game.title}
        more["patrons"] = list(dict.fromkeys(wager["patron"] for wager in wagers))
        return shell.page(request, "void.html", status=status, notice=notice, twin=f"/api/tables/{table}", **more)

    @router.get("/tables/{table}/void")
    def confirm(table: TableName, request: Request) -> Response:
        """What voiding the open round comes to, before it is done."""
        return show(request, table)

    @router.post("/tables/{table}/void")
    async def void(table: TableName, request: Request) -> Response:
        """Void the round that was shown, and no other."""
        who = allow(shell.who(request), "VoidRound")
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        notice = await carry_out(shell, desk, _void(table, Fields(form), form.getlist("patron")), who, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        return await run_in_threadpool(show, request, table, notice, 409)


def _told(wager: Wager) -> dict[str, Any]:
    said = {"patron": wager.patron, "area": wager.area, "words": spot_words(wager.spot)}
    return said | {"cents": wager.left.cents}


def _may_void(desk: Desk, who: Actor) -> bool:
    """Whether the rules of the game give somebody's rank the power to void."""
    table = desk.state.table
    return table is not None and may(who, "VoidRound") and table.game.rules.has_power(who.role, ROUND_VOIDED)


def _void(table: str, fields: Fields, named: list[Any]) -> list[Any] | Unclear:
    if not fields.is_on("sure"):
        return Unclear("Tick the box: a voided round cannot be taken up again.")
    ground = fields.text("ground")
    patrons = tuple(str(name)[:40] for name in named) if ground == BREACH else ()
    if ground == BREACH and not patrons:
        return Unclear("Name the players whose wagers are voided.")
    try:
        return [VoidRound(table, ground, fields.text("reason"), patrons, round=fields.whole("round"))]
    except Unclear as unclear:
        return unclear
