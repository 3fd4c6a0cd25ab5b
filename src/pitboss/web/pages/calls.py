"""Calling a supervisor from a table or its console, and voiding a round, which is confirmed on a page of its own."""

from collections.abc import Mapping
from typing import Any, NamedTuple

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
from pitboss.law import FRAUD_FORFEITS, OFFENDER_VOIDED, ROUND_VOIDED, TALKING_FORFEITS, Key
from pitboss.law.rules import Rules
from pitboss.play.powers import BREACH, DISRUPTION, FRAUD, TALKING
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


class Ground(NamedTuple):
    """A ground on which a person of rank voids, what comes of it, and what that does to players who are named."""

    words: str
    does: str
    named: str = ""
    """What becomes of the wagers of players who are named; none are where it is empty."""


VOIDED, FORFEIT = "voided", "forfeit"
WHOLE = "The round is void, and every wager goes back."
GROUNDS = {
    DISRUPTION: Ground("Play was disrupted", WHOLE),
    FRAUD: Ground("Fraud or cheating", WHOLE),
    BREACH: Ground("Players broke the rules", "Their wagers are void and go back; the round goes on.", VOIDED),
}
FORFEITED: Mapping[Key, tuple[str, Ground]] = {
    FRAUD_FORFEITS: (
        FRAUD,
        Ground("Fraud or cheating", "The round is void; players who are named forfeit theirs.", FORFEIT),
    ),
    TALKING_FORFEITS: (
        TALKING,
        Ground("Players talked about a hand", "They forfeit their wagers; the round goes on.", FORFEIT),
    ),
}
"""The grounds on which wagers are forfeited, by the rule that gives the power where a document has it."""
HAS_TO_NAME = (BREACH, TALKING)


def grounds_of(rules: Rules) -> dict[str, Ground]:
    """The grounds on which the rules of a game let a round, or a part of it, be voided."""
    return GROUNDS | dict(more for key, more in FORFEITED.items() if rules.applies(key))


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
        wagers = [_told(wager) for wager in live]
        rules = round.game.rules
        clauses = list(rules.cite(rules.only((ROUND_VOIDED, OFFENDER_VOIDED, *FORFEITED))))
        grounds = grounds_of(rules)
        more = {"name": table, "round": round.number, "wagers": wagers, "grounds": grounds, "clauses": clauses}
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
        notice = await carry_out(shell, desk, _void(desk, Fields(form), form.getlist("patron")), who, form)
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


def _void(desk: Desk, fields: Fields, named: list[Any]) -> list[Any] | Unclear:
    if not fields.is_on("sure"):
        return Unclear("Tick the box: what is voided cannot be taken up again.")
    table = desk.state.table
    ground = fields.text("ground")
    chosen = grounds_of(table.game.rules).get(ground) if table is not None else None
    names = tuple(str(name)[:40] for name in named)
    if chosen is None:
        return Unclear("Say on which ground.")
    if names and not chosen.named:
        return Unclear(f"{chosen.words}: nobody is named for that. {chosen.does}")
    if ground in HAS_TO_NAME and not names:
        return Unclear(f"Name the players. {chosen.does}")
    try:
        order = VoidRound(desk.journal.table, ground, fields.text("reason"), round=fields.whole("round"))
    except Unclear as unclear:
        return unclear
    return [order._replace(forfeit=names) if chosen.named == FORFEIT else order._replace(patrons=names)]
