"""A practice table: chips for nothing, a dealer who deals on, advice when it is asked for, what a decision cost, and
the hands to try again. A table that plays for money has no advice (Pontoon 19.6, 19.11)."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss import law, ledger, money
from pitboss.floor.cashier.chips import CASHLESS, BuyIn
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, FloorTable, Order, refuse
from pitboss.floor.store import table_stream
from pitboss.floor.tables.playing import DealOn
from pitboss.floor.tables.practice import PractiseAlone, WaitingTimes, dealer_of, is_practice, next_command, own_table
from pitboss.floor.tables.state import OpenState, Stack, TableState
from pitboss.lab.question import LabError
from pitboss.messages import capital, say, translate
from pitboss.play import CallNeed, CardsNeed, DecisionNeed, Refused, Round, WagersNeed, view
from pitboss.value import Value
from pitboss.web import access, resource
from pitboss.web.api import problems, table_data
from pitboss.web.api.dependencies import NAME, Api, TheApi, TheTable, Who
from pitboss.web.lab_jobs import practice_notes, queue
from pitboss.web.limits import TooMany
from pitboss.web.pages import form_fields, table_view
from pitboss.web.pages.felt import FeltSeen, felt
from pitboss.web.pages.rendering import PAGES, PageRenderer, TheForm, TheRenderer, cookie_of

CHIPS = (Stack(2_500, 20), Stack(10_000, 5))
"""What is handed out at a time: $1,000."""
ENOUGH_CENTS = 50_000
"""A player who has so much gets no more."""
WAIT_SECONDS, LOOK_SECONDS = 4.0, 0.05
"""How long a form waits for its advice before the page comes without it."""
STEPS = 60
"""More than the virtual dealer has to do in a round."""
LikeName = Annotated[str, Path(pattern=NAME)]


site = resource.Site("lab")


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
@resource.answers(Advices)
def advice(api: TheApi, floor_table: TheTable, who: Who) -> Response:
    """What each choice at the asker's open decisions is worth; ask again while it is being worked out."""
    round, table = practice_round(floor_table), floor_table.stream.table
    found = []
    for need in own_decisions(round, who):
        job = api.practice.advise(who, table, round, need)
        found.append(AdviceSeen(need.id, job.state, job.result if job.state == queue.DONE else None))
    status = 200 if all(each.advice for each in found) else 202
    return Response(resource.to_json(Advices(table, found)), status, media_type="application/json")


def practice_round(floor_table: FloorTable) -> Round:
    """The open round of a practice table; advice is refused at one that does not play for practice."""
    if is_practice(state := floor_table.state):
        return state.round
    rules, because = table_data.rules_of(floor_table), (law.NO_DEVICES, law.NO_ADVICE)
    words = "There is no advice at this table: it does not play for practice."
    raise refuse(words, *(rules.only(because) if rules is not None else because))


def own_decisions(round: Round, who: Actor) -> list[DecisionNeed]:
    """The decisions of a round that are a patron's own."""
    if who.role != PATRON:
        return []
    return [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == who.person]


@site.pages.post("/practice/{like}")
async def practise(api: TheApi, like: LikeName, who: Who, request: Request) -> Response:
    """Open a practice table for the patron who asks alone, with chips in hand, and lead them there."""
    form = await request.app.state.renderer.form(request)
    table = await begin_practice(api, who, like)
    return RedirectResponse(f"/tables/{table}{PAGES.get(str(form.get('view', '')), '')}", 303)


async def begin_practice(api: Api, who: Actor, like: str) -> str:
    """Have a table opened at which a patron practises alone, with chips; its name."""
    access.check_away(api.floor, who)
    table = own_table(like, who.person)
    if not isinstance(api.floor.table(table_stream(who.operator, table)).state, OpenState):
        await api.do(Order(who, PractiseAlone(table, like), ""))
    if _may_take(api, who):
        await api.do(Order(who, BuyIn(table, who.person, CHIPS, CASHLESS), ""))
    return table


async def deal_on(api: Api, floor_table: FloorTable, who: Actor, *, key: str = "") -> None:
    """Have the virtual dealer go on at once until a patron who practises alone is to decide, or the round is over."""
    table = floor_table.stream.table
    begun = floor_table.open_state.round.number
    with suppress(Refused):  # the dealer has done it meanwhile, and the page shows it
        for step in range(STEPS):
            state = floor_table.state
            if not is_practice(state) or state.round.number != begun:
                return
            due = next_command(table, state, WaitingTimes())
            lacks_nothing = any(isinstance(need, CallNeed | CardsNeed) for need in state.round.needs)
            if due is None and not (lacks_nothing and _may_hurry(floor_table, who)):
                return
            command = due[0] if due is not None else DealOn(table)
            await api.do(Order(dealer_of(who.operator), command, f"{key}.deal.{step}" if key else ""))


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
                if is_fast(request, floor_table.state):
                    await deal_on(api, floor_table, who, key=key)
                else:
                    for step in range(STEPS):
                        if not _may_hurry(floor_table, who):
                            break
                        deal = DealOn(floor_table.stream.table)
                        await api.do(Order(dealer_of(who.operator), deal, f"{key}.{step}" if key else ""))
            case "advice":
                await _advise(api, floor_table, who)
    except Refused:
        pass  # the table has gone on meanwhile, and the page shows it
    return RedirectResponse(f"/tables/{table}{view}", 303)


def is_fast(request: Request, state: TableState) -> bool:
    """Whether a person who practises alone wants no waiting."""
    return bool(state.for_patron) and request.cookies.get(cookie_of("pace")) == "fast"


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
    return api.floor.store.balance(ledger.Account(who.operator, "patron", who.person, money.PRACTICE.name)).free


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
    """The panel of a practice table; none at a table that plays for money."""
    state = floor_table.state
    if not is_practice(state) or who.role != PATRON:
        return None
    practice, table, round = renderer.api.practice, floor_table.stream.table, state.round
    decisions = []
    for need in own_decisions(round, who):
        job = practice.advice_job(who, table, round, need)
        decisions.append({"need": need.id, "area": need.area} | _show_advice(job))
    return {
        "decisions": decisions,
        "made": [_show_decision(decision.data()) for decision in practice.note(who, table).decisions],
        "may_take": (may_take := _may_take(renderer.api, who)),
        "is_short": may_take
        and _free_cents(renderer.api, who) < min(limits.minimum_cents for limits in round.game.terms.limits.values()),
        "hands_out": money.dollars(sum(stack.chip_cents * stack.pieces for stack in CHIPS)),
        "may_hurry": _may_hurry(floor_table, who),
        "accuracy": _accuracy([decision.data() for decision in practice.note(who, table).decisions]),
        "step": _tour_step(state, who),
        "mistakes": len(practice.note(who, table).mistakes),
    }


def _show_advice(job: queue.LabJob | None) -> dict[str, Any]:
    """The template's view of advice."""
    if job is None:
        return {"state": "unasked", "advice": None}
    if job.state != queue.DONE or job.result is None:
        return {"state": job.state, "words": job.words, "advice": None}
    best = max(option["value"] for option in job.result["options"])
    options = [
        option
        | {
            "label": name_choice(option["label"]),
            "is_best": option["value"] == best,
            "says": f"{option['value']:+.4f}".replace("-", "\N{MINUS SIGN}"),
        }
        for option in sorted(job.result["options"], key=lambda option: -option["value"])
    ]
    return {"state": queue.DONE, "advice": job.result | {"options": options, "best": name_choice(job.result["best"])}}


def name_choice(label: str) -> str:
    """A choice as the lab calls it (`bet 3x`, `fold`), in the reader's language."""
    name, _, times = label.rpartition(" ")
    return f"{translate(name)} {times}" if name == "bet" else translate(label.replace("-", " "))


def _accuracy(made: list[dict[str, Any]]) -> str:
    """How many of the latest decisions were the best, and what the others cost."""
    valued = [each["cost_cents"] for each in made if each["cost_cents"] is not None]
    if not valued:
        return ""
    best, cost = sum(not cents for cents in valued), sum(valued)
    words = say("Best choices: {best} of {count}.", best=best, count=len(valued))
    return words + (" " + say("Mistakes cost you {cost}.", cost=money.dollars(round(cost))) if cost >= 1 else "")


def _tour_step(state: OpenState, who: Actor) -> int:
    """Which of the three steps of a first round a newcomer is at; 0 for a patron who has played one here."""
    if not state.for_patron or state.past:
        return 0
    if not any(isinstance(need, WagersNeed) for need in state.round.needs):
        return 3
    return 2 if any(wager.live and wager.patron == who.person for wager in state.round.wagers) else 1


def _show_decision(decision: dict[str, Any]) -> dict[str, Any]:
    """A decision with its cost, in words."""
    cents, decision = decision["cost_cents"], decision | {"option": name_choice(decision["option"])}
    if cents is None:
        words = say("being worked out") if decision["waits"] else decision["words"] or say("not valued")
        return decision | {"says": words, "was_best": False}
    if not cents:
        return decision | {"says": say("the best choice"), "was_best": True}
    cost = money.dollars(round(cents)) if cents >= 1 else say("less than a cent")
    says = say("cost you {cost} (best: {best})", cost=cost, best=name_choice(decision["best"]))
    return decision | {"says": says, "was_best": False}


Hand = Annotated[int, Query(ge=0, le=2**31, description="The number of a decision; 0 for the latest mistake.")]


# Hands to try again: the decisions that cost a player something, each from the same cards, with what every choice is
# worth once it is answered. Nothing of it is dealt or booked.


class ChoiceSeen(Value):
    """A choice at a hand that is tried again."""

    option: str
    units: int
    """How many units of the wager it puts up."""
    label: str


class MistakeSeen(Value):
    """A decision that cost something."""

    number: int
    round: int
    option: str
    cost_cents: int


class TryAgain(Value, kw_only=True):
    """A hand to try again, and those that wait."""

    table: str
    title: str
    waiting: list[MistakeSeen]
    """The mistakes that are still to be decided for the best, the latest first."""
    tried: int
    right: int
    hand: MistakeSeen | None
    choices: list[ChoiceSeen]
    felt: FeltSeen | None
    """What the player saw then."""
    chips_cents: tuple[int, ...]


def _see_mistake(made: practice_notes.PracticeDecision) -> MistakeSeen:
    data = made.data()
    return MistakeSeen(made.number, data["round"], name_choice(data["option"]), round(data["cost_cents"]))


def _choices(made: practice_notes.PracticeDecision) -> list[ChoiceSeen]:
    """The choices of a decision, in the order in which the table offers them."""
    order = [option.name for option in made.need.options]
    found = [
        ChoiceSeen(each["option"], each["wager"], name_choice(each["label"]))
        for each in (made.advice or {}).get("options", ())
    ]
    return sorted(
        found, key=lambda choice: (order.index(choice.option) if choice.option in order else 99, choice.units)
    )


@site.resource("/tables/{table}/again")
def try_again(api: TheApi, floor_table: TheTable, who: Who, hand: Hand = 0) -> TryAgain:
    """The hands of a practice table that the asker can try again, and one of them."""
    if who.role != PATRON:
        raise problems.NotAllowed("Only patrons practise.")
    game, note = practice_round(floor_table).game, api.practice.note(who, floor_table.stream.table)
    waiting = note.mistakes
    made = _find(api, floor_table, who, hand) if hand else next(iter(waiting), None)
    return TryAgain(
        table=floor_table.stream.table,
        title=game.rules.game.title,
        waiting=[_see_mistake(each) for each in waiting],
        tried=len(note.tries),
        right=sum(note.tries),
        hand=_see_mistake(made) if made is not None else None,
        choices=_choices(made) if made is not None else [],
        felt=felt(made.at, view(made.at, table_data.viewer_of(who))) if made is not None else None,
        chips_cents=game.terms.chips.denominations,
    )


def _find(api: Api, floor_table: FloorTable, who: Actor, number: int) -> practice_notes.PracticeDecision:
    for made in api.practice.note(who, floor_table.stream.table).decisions:
        if made.number == number and made.is_mistake:
            return made
    raise problems.NotFound("This hand is not remembered any more. Play on: your next mistakes are kept.")


def _more(renderer: PageRenderer, who: Actor, seen: TryAgain) -> dict[str, Any]:
    return {"name": seen.table, "answer": None, "gives_up": table_view.GIVES_UP}


page = try_again.page("again.html", more=_more)


@site.pages.post("/tables/{table}/again")
def answer(
    request: Request, renderer: TheRenderer, who: Who, floor_table: TheTable, form: TheForm, hand: Hand = 0
) -> Response:
    """Judge what a player takes this time."""
    api, fields = renderer.api, form_fields.Fields(form)
    practice_round(floor_table)
    made = _find(api, floor_table, who, hand)
    option, _, units = fields.text("pick", 60).partition(":")
    options = (made.advice or {}).get("options", ())
    taken = next((each for each in options if (each["option"], str(each["wager"])) == (option, units)), None)
    if taken is None:
        raise problems.NotFound("This hand does not have this choice.")
    api.practice.note(who, floor_table.stream.table).try_again(made, is_best=not taken["cost"])
    seen = try_again(api, floor_table, who, made.number)
    return renderer.page(request, "again.html", **seen._asdict(), name=seen.table, answer=_tell_choice(made, taken))


def _tell_choice(made: practice_notes.PracticeDecision, taken: dict[str, Any]) -> dict[str, Any]:
    """The reply to a player's choice, with the value of each."""
    worth = [
        {"label": name_choice(each["label"]), "cents": each["value"] * made.unit_cents, "is_best": not each["cost"]}
        for each in sorted((made.advice or {})["options"], key=lambda each: -each["value"])
    ]
    cost = taken["cost"] * made.unit_cents
    if not cost:
        return {
            "is_best": True,
            "words": say("Right: {choice} is the best choice.", choice=name_choice(taken["label"])),
            "worth": worth,
        }
    told = money.dollars(round(cost)) if cost >= 1 else say("less than a cent")
    words = say(
        "{choice} costs you {cost}. Best: {best}.",
        choice=capital(name_choice(taken["label"])),
        cost=told,
        best=worth[0]["label"],
    )
    return {"is_best": False, "words": words, "worth": worth}
