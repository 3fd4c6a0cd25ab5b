"""A practice table: chips for nothing, a dealer who deals on, advice when it is asked for, and what a decision cost. A
table that plays for money has no advice (Pontoon 19.6, 19.11)."""

import asyncio
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss import law
from pitboss.floor.cashier.chips import CASHLESS, BuyIn
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, FloorTable, Order, refuse
from pitboss.floor.tables.playing import DealOn
from pitboss.floor.tables.practice import dealer_of, is_practice
from pitboss.floor.tables.state import OpenState, Stack
from pitboss.lab.question import LabError
from pitboss.ledger import Account
from pitboss.messages import say
from pitboss.money import PRACTICE, dollars
from pitboss.play import Round
from pitboss.play.needs import DecisionNeed, WagersNeed
from pitboss.play.wager import Refused
from pitboss.value import Value
from pitboss.web.api import problems
from pitboss.web.api.dependencies import Api, TheApi, TheTable, Who
from pitboss.web.api.table_data import rules_of
from pitboss.web.lab_jobs.queue import DONE, LabJob
from pitboss.web.limits import TooMany
from pitboss.web.pages.rendering import PAGES, PageRenderer
from pitboss.web.resource import Site, answers, to_json

CHIPS = (Stack(2_500, 20), Stack(10_000, 5))
"""What is handed out at a time: $1,000."""
ENOUGH_CENTS = 50_000
"""A player who has so much gets no more."""
WAIT_SECONDS, LOOK_SECONDS = 4.0, 0.05
"""How long a form waits for its advice before the page comes without it."""
STEPS = 8
"""More than the virtual dealer has to do before wagers are closed."""


site = Site("lab")


class AdviceSeen(Value):
    """What each choice at an open decision is worth, once that is worked out."""

    need: str
    state: str
    advice: dict[str, Any] | None


class Advices(Value):
    """The asker's open decisions at a practice table."""

    table: str
    decisions: list[AdviceSeen]


@site.api.get("/api/tables/{table}/advice", response_model=None, responses={202: {"description": "Asked for"}})
@answers(Advices)
def advice(api: TheApi, floor_table: TheTable, who: Who) -> Response:
    """What each choice at the asker's open decisions is worth; ask again while it is being worked out."""
    round, table = practice_round(floor_table), floor_table.stream.table
    found = []
    for need in own_decisions(round, who):
        job = api.practice.advise(who, table, round, need)
        found.append(AdviceSeen(need.id, job.state, job.result if job.state == DONE else None))
    status = 200 if all(each.advice for each in found) else 202
    return Response(to_json(Advices(table, found)), status, media_type="application/json")


def practice_round(floor_table: FloorTable) -> Round:
    """The open round of a practice table; advice is refused at one that does not play for practice."""
    if is_practice(state := floor_table.state):
        return state.round
    rules, because = rules_of(floor_table), (law.NO_DEVICES, law.NO_ADVICE)
    words = "There is no advice at this table: it does not play for practice."
    raise refuse(words, *(rules.only(because) if rules is not None else because))


def own_decisions(round: Round, who: Actor) -> list[DecisionNeed]:
    """The decisions of a round that are a patron's own."""
    if who.role != PATRON:
        return []
    return [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == who.person]


@site.pages.post("/tables/{table}/practice")
async def ask(api: TheApi, floor_table: TheTable, who: Who, request: Request) -> Response:
    """Hand out chips, have the cards dealt, or value a decision."""
    form, table = await request.app.state.renderer.form(request), floor_table.stream.table
    if not is_practice(floor_table.state):
        raise problems.NotFound("There is no practice at this table.")
    view = PAGES.get(str(form.get("view", "")), "")
    key = str(form.get("key", ""))[:60]
    try:
        match form.get("do"):
            case "chips" if _may_take(api, who):
                await api.do(Order(who, BuyIn(table, who.person, CHIPS, CASHLESS), key))
            case "deal":  # the virtual dealer goes on without waiting until wagers are closed
                for step in range(STEPS):
                    if not _may_hurry(floor_table, who):
                        break
                    order = Order(dealer_of(who.operator), DealOn(table), f"{key}.{step}" if key else "")
                    await api.do(order)
            case "advice":
                await _advise(api, floor_table, who)
    except Refused:
        pass  # the table has gone on meanwhile, and the page shows it
    return RedirectResponse(f"/tables/{table}{view}", 303)


async def _advise(api: Api, floor_table: FloorTable, who: Actor) -> None:
    round = floor_table.open_state.round
    for need in own_decisions(round, who):
        try:
            job = await run_in_threadpool(api.practice.advise, who, floor_table.stream.table, round, need)
        except (LabError, TooMany):
            continue  # the panel says so, or has none yet
        for _ in range(int(WAIT_SECONDS / LOOK_SECONDS)):
            if job.is_over:
                break
            await asyncio.sleep(LOOK_SECONDS)


def _free_cents(api: Api, who: Actor) -> int:
    return api.floor.store.balance(Account(who.operator, "patron", who.person, PRACTICE.name)).free


def _may_take(api: Api, who: Actor) -> bool:
    return who.role == PATRON and _free_cents(api, who) < ENOUGH_CENTS


def _may_hurry(floor_table: FloorTable, who: Actor) -> bool:
    """A player who has the table to themselves need not wait for others to wager."""
    state = floor_table.state
    if not isinstance(state, OpenState) or not any(isinstance(need, WagersNeed) for need in state.round.needs):
        return False
    bettors = {wager.patron for wager in state.round.wagers if wager.live}
    return bettors == {who.person} and {player.patron for player in state.players} <= {who.person}


def panel(renderer: PageRenderer, floor_table: FloorTable, who: Actor) -> dict[str, Any] | None:
    """What a practice table shows a player besides the table; nothing at a table that plays for money."""
    state = floor_table.state
    if not is_practice(state) or who.role != PATRON:
        return None
    practice, table, round = renderer.api.practice, floor_table.stream.table, state.round
    decisions = []
    for need in own_decisions(round, who):
        job = practice.advice_job(who, table, round, need)
        decisions.append({"need": need.id, "area": need.area} | _told(job))
    return {
        "decisions": decisions,
        "made": [_made(decision.data()) for decision in practice.note(who, table).decisions],
        "may_take": (may_take := _may_take(renderer.api, who)),
        "is_short": may_take
        and _free_cents(renderer.api, who) < min(limits.minimum_cents for limits in round.game.terms.limits.values()),
        "hands_out": dollars(sum(stack.chip_cents * stack.pieces for stack in CHIPS)),
        "may_hurry": _may_hurry(floor_table, who),
    }


def _told(job: LabJob | None) -> dict[str, Any]:
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
        words = say("being worked out") if decision["waits"] else decision["words"] or say("not valued")
        return decision | {"says": words, "was_best": False}
    if not cents:
        return decision | {"says": say("the best choice"), "was_best": True}
    cost = dollars(round(cents)) if cents >= 1 else say("less than a cent")
    says = say("cost you {cost} (best: {best})", cost=cost, best=decision["best"])
    return decision | {"says": says, "was_best": False}
