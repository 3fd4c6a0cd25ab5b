"""A practice table: chips for nothing, a dealer who deals on, advice when it is asked for, and what a decision cost."""

import asyncio
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.cashier.chips import CASHLESS, BuyIn
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, DealOn, Order
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.events import Stack
from pitboss.floor.tables.practice import dealer_of, is_practice
from pitboss.floor.tables.state import OpenState
from pitboss.lab.question import LabError
from pitboss.ledger import Account
from pitboss.money import PRACTICE, dollars
from pitboss.play.needs import WagersNeed
from pitboss.play.wager import Refused
from pitboss.web.api import problems
from pitboss.web.api.practice import own_decisions
from pitboss.web.api.shared import TableName
from pitboss.web.limits import TooMany
from pitboss.web.pages.felt import signed
from pitboss.web.pages.playing import PAGES
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.job import DONE, Job

CHIPS = (Stack(2_500, 20), Stack(10_000, 5))
"""What is handed out at a time: $1,000."""
ENOUGH_CENTS = 50_000
"""Whoever has so much gets no more."""
WAIT_SECONDS, LOOK_SECONDS = 4.0, 0.05
"""How long a form waits for its advice before the page comes without it."""
STEPS = 8
"""More than the virtual dealer has to do before wagers are closed."""


def install(shell: Shell) -> None:
    """The route of what is asked at a practice table."""
    api = shell.api

    @shell.router.post("/tables/{table}/practice")
    async def ask(table: TableName, request: Request) -> Response:
        """Hand out chips, have the cards dealt, or value a decision."""
        who = shell.who(request)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        if not is_practice(desk.state):
            raise problems.NotFound("There is no practice at this table.")
        view = PAGES.get(str(form.get("view", "")), "")
        key = str(form.get("key", ""))[:60]
        try:
            match form.get("do"):
                case "chips" if _may_take(shell, who):
                    await api.do(Order(who, BuyIn(table, who.person, CHIPS, CASHLESS), key))
                case "deal":
                    await _hurry(shell, desk, who, key)
                case "advice":
                    await _advise(shell, desk, who, table)
        except Refused:
            pass  # the table has gone on meanwhile, and the page shows it
        return RedirectResponse(f"/tables/{table}{view}", 303)


async def _hurry(shell: Shell, desk: Desk, who: Actor, key: str) -> None:
    """Have the virtual dealer go on without waiting until wagers are closed."""
    for step in range(STEPS):
        if not _may_hurry(desk, who):
            return
        command = DealOn(desk.stream.table)
        await shell.api.do(Order(dealer_of(who.operator), command, f"{key}.{step}" if key else ""))


async def _advise(shell: Shell, desk: Desk, who: Actor, table: str) -> None:
    round = desk.open_state.round
    for need in own_decisions(round, who):
        try:
            job = await run_in_threadpool(shell.api.practice.advise, who, table, round, need)
        except (LabError, TooMany):
            continue  # the panel says so, or has none yet
        for _ in range(int(WAIT_SECONDS / LOOK_SECONDS)):
            if job.is_over:
                break
            await asyncio.sleep(LOOK_SECONDS)


def _may_take(shell: Shell, who: Actor) -> bool:
    return who.role == PATRON and _chips(shell, who) < ENOUGH_CENTS


def _chips(shell: Shell, who: Actor) -> int:
    return shell.api.floor.store.balance(Account(who.operator, "patron", who.person, PRACTICE.name)).free


def _may_hurry(desk: Desk, who: Actor) -> bool:
    """Whoever has the table to themselves need not wait for others to wager."""
    state = desk.state
    if not isinstance(state, OpenState) or not any(isinstance(need, WagersNeed) for need in state.round.needs):
        return False
    bettors = {wager.patron for wager in state.round.wagers if wager.live}
    return bettors == {who.person} and {player.patron for player in state.players} <= {who.person}


def panel(shell: Shell, desk: Desk, who: Actor) -> dict[str, Any] | None:
    """What a practice table shows somebody besides the table; nothing at a table that plays for money."""
    state = desk.state
    if not is_practice(state) or who.role != PATRON:
        return None
    practice, table, round = shell.api.practice, desk.stream.table, state.round
    decisions = []
    for need in own_decisions(round, who):
        job = practice.asked(who, table, round, need)
        decisions.append({"need": need.id, "area": need.area} | _told(job))
    return {
        "decisions": decisions,
        "made": [_made(decision.data()) for decision in practice.note(who, table).decisions],
        "may_take": _may_take(shell, who),
        "hands_out": dollars(sum(stack.chip_cents * stack.pieces for stack in CHIPS)),
        "may_hurry": _may_hurry(desk, who),
    }


def _told(job: Job | None) -> dict[str, Any]:
    """Advice as a page shows it."""
    if job is None:
        return {"state": "unasked", "advice": None}
    if job.state != DONE or job.result is None:
        return {"state": job.state, "words": job.words, "advice": None}
    best = max(option["value"] for option in job.result["options"])
    options = [
        option | {"is_best": option["value"] == best, "says": f"{option['value']:+.4f}".replace("-", "\N{MINUS SIGN}")}
        for option in sorted(job.result["options"], key=lambda option: -option["value"])
    ]
    return {"state": DONE, "advice": job.result | {"options": options}}


def _made(decision: dict[str, Any]) -> dict[str, Any]:
    """A decision with what it cost, in words."""
    cents = decision["cost_cents"]
    if cents is None:
        words = "being worked out" if decision["waits"] else decision["words"] or "not valued"
        return decision | {"says": words, "was_best": False}
    if not cents:
        return decision | {"says": "the best choice", "was_best": True}
    cost = signed(-round(cents)) if cents >= 1 else "less than a cent"
    return decision | {"says": f"{cost} beside {decision['best']}", "was_best": False}
