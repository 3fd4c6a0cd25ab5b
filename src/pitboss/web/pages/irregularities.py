"""What went wrong at a table, as the console asks for it: mis-keyed or really so, what happened, which card or hand;
then each remedy with its clause, the rank, who is told and what becomes of every wager and hand, before it is
confirmed. A remedy of a higher rank is signed for at the table, or waits for the pit.

Nothing is written while the questions are answered: they are the address of the page.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from pitboss.cards import UNKNOWN, Card, Shoe
from pitboss.cards.card import parse_cards
from pitboss.floor.people.permission import may
from pitboss.floor.service.commands import Actor, FloorTable, Order
from pitboss.floor.store.rows import StoreError
from pitboss.floor.tables.irregularities import (
    DismissIrregularity,
    RuleIrregularity,
    StateIrregularity,
    act_for,
    has_rank,
    offer_remedies,
)
from pitboss.floor.tables.irregularity_state import DUTIES
from pitboss.floor.tables.state import OpenState
from pitboss.ledger import LedgerError
from pitboss.messages import phrase, say, translate, words_of
from pitboss.play import HOUSE_AREA, Irregularity, Refused, Round, fold, provisions, spot_words, view
from pitboss.play.irregularity import Effects, IntendedHand, effects, facts
from pitboss.value import Value
from pitboss.web.api import dependencies, table_data
from pitboss.web.pages import corrections, playing, rendering
from pitboss.web.pages.form_fields import NOT_OURS, Fields, Unclear
from pitboss.web.pages.table_view import TableSeen, WhyNot, say_refusal, see_table
from pitboss.web.resource import Site

site = Site("tables")
MOST_ANSWERS = 200


def _answers(request: Request) -> FormData:
    said: list[tuple[str, UploadFile | str]] = [*request.query_params.multi_items()]
    return FormData(said[:MOST_ANSWERS])


Answers = Annotated[FormData, Depends(_answers)]
"""What the address says of what happened: the answers to the questions so far."""


class StateAsked(Value):
    """A question about what else is so."""

    name: str
    words: str


class FactSeen(Value):
    """Something that a clause speaks of at this moment, and what a report of it says besides."""

    name: str
    words: str
    asks: tuple[str, ...]
    states: tuple[StateAsked, ...]


class WagerEffectSeen(Value):
    """The effect of a remedy on a wager."""

    patron: str
    area: int
    words: str
    cents: int
    becomes: str
    returned_cents: int
    carried_cents: int


class HandEffectSeen(Value):
    """The effect of a remedy on a hand."""

    name: str
    status: str
    cards: int


class RemedySeen(Value, kw_only=True):
    """A remedy with all that is to be known before it is confirmed."""

    name: str
    words: str
    clauses: tuple[str, ...]
    must: bool
    rank: str
    """The least rank; none where it is the dealer's own."""
    theirs: bool
    tells: tuple[str, ...]
    follows: tuple[str, ...]
    ends: bool = False
    wagers: tuple[WagerEffectSeen, ...] = ()
    hands: tuple[HandEffectSeen, ...] = ()
    why: WhyNot | None = None
    """What it still lacks."""


class MatterSeen(Value):
    """A statement that waits for a ruling."""

    id: str
    words: str
    by: str
    remedies: tuple[RemedySeen, ...]
    may_dismiss: bool


class CardChoice(Value):
    """A hand of the round with its cards as the viewer sees them, to say which is meant."""

    hand: int
    area: int
    """0 for a hand of the house."""
    name: str
    cards: tuple[str, ...]


class IrregularSeen(TableSeen, kw_only=True):
    """What can be stated at a table now, what is there for what the question says, and what waits for a ruling."""

    is_virtual: bool = False
    may_state: bool = False
    facts: tuple[FactSeen, ...] = ()
    stated: FactSeen | None = None
    """The fact that the question is about."""
    asked: Mapping[str, list[str]] = {}
    """What the question says of it."""
    is_complete: bool = False
    """Whether the question says enough for an answer."""
    why: WhyNot | None = None
    """Why it cannot be so, or what is missing."""
    remedies: tuple[RemedySeen, ...] = ()
    matter: MatterSeen | None = None
    keyed: str = ""
    """Cards that were keyed and did not fit, and that really came out."""
    choices: tuple[CardChoice, ...] = ()
    bettors: tuple[str, ...] = ()
    """The players who have wagers in the round."""
    over: int = 0
    """The round that is over and that the rules still have something for, until the next one begins."""
    of: int = 0
    """The round that is over, where the question is about it: another person approves what is ruled."""


@site.resource("/tables/{table}/irregularities")
def irregularities(
    renderer: rendering.TheRenderer, floor_table: dependencies.TheTable, who: dependencies.Staff, query: Answers
) -> IrregularSeen:
    """What can be stated to have gone wrong now. With `fact`, and with what it asks for (`area`, `hand`, `card` as
    hand.place, `cards`, `extra`, `count`, `looked`, `players`, `states`, `laid-<hand>`), the remedies of the rules."""
    return see_irregular(renderer, floor_table, who, query)


def see_irregular(
    renderer: rendering.PageRenderer, floor_table: FloorTable, who: Actor, query: FormData
) -> IrregularSeen:
    """A table with what can be stated of it, and what there is to do."""
    seen = see_table(renderer.api.floor.store, floor_table, who)._asdict()
    state = floor_table.state
    if not isinstance(state, OpenState):
        return IrregularSeen(**seen)
    past = state.past[-1] if state.past and state.is_between_rounds else None  # while the next one has not begun
    fields, last = Fields(query), fold(past.opening, past.acts) if past is not None else None
    over = last.number if last is not None and facts(last) else 0
    of = over if over and fields.text("of", 9) == str(over) else 0
    round = last if of and last is not None else state.round
    hands = view(round, table_data.viewer_of(who)).hands
    names = {hand.id: _name(round, hand.id) for hand in round.hands}
    more: dict[str, Any] = {
        "over": over,
        "of": of,
        "is_virtual": floor_table.shoe is not None,
        "may_state": may(who, "StateIrregularity"),
        "facts": tuple(_fact(fact) for fact in facts(round)),
        "choices": tuple(
            CardChoice(hand.id, hand.area, names[hand.id], tuple(str(card) for card in hand.cards))
            for hand in hands
            if hand.cards
        ),
        "bettors": tuple(dict.fromkeys(wager.patron for wager in round.wagers if wager.live or of)),
    }
    if state.matter is not None:
        matter = state.matter
        found = tuple(_remedies(state, state.round, matter.report, floor_table.shoe, who, exposed=matter.exposed))
        theirs = bool(found) and all(remedy.theirs for remedy in found)
        more["matter"] = MatterSeen(matter.id, matter.words, matter.by, found, theirs)
        return IrregularSeen(**seen, **more)
    fact = next((each for each in round.game.facts if each.name == fields.text("fact", 60)), None)
    more["keyed"] = fields.text("keyed", 60)
    if fact is None:
        return IrregularSeen(**seen, **more)
    more |= {"stated": _fact(fact), "asked": {name: list(map(str, query.getlist(name))) for name in query}}
    more["is_complete"] = fields.is_on("asked") or not fact.asks
    if more["is_complete"]:
        try:
            command = read_report(fields, floor_table, fact)
            shoe, exposed = floor_table.shoe, command.exposed
            more["remedies"] = tuple(_remedies(state, round, command.report, shoe, who, exposed=exposed))
        except Unclear as unclear:
            more["why"] = WhyNot(words_of(unclear))
        except Refused as no:
            more["why"] = say_refusal(round.game.rules, no.refusal)
    return IrregularSeen(**seen, **more)


def _fact(fact: provisions.Fact) -> FactSeen:
    states = tuple(StateAsked(state.name, translate(state.words)) for state in fact.states)
    return FactSeen(fact.name, translate(fact.words), fact.asks, states)


def _name(round: Round, hand: int) -> str:
    """A hand as people at the table call it."""
    held = round.hands[hand]
    if held.area == HOUSE_AREA:
        return {"dealer": "Dealer", "community": "Community cards"}.get(held.kind, phrase(held.kind))
    owners = dict.fromkeys(wager.patron for wager in round.wagers if wager.hand == hand)
    return f"Area {held.area}" + (f", {', '.join(owners)}" if owners else "")


# Remedies.


def _remedies(
    state: OpenState, round: Round, report: Irregularity, shoe: Shoe | None, who: Actor, *, exposed: bool
) -> Iterator[RemedySeen]:
    """The remedies of a report of a round, each with what it comes to; nothing is done."""
    for remedy in offer_remedies(round, report, shoe, exposed=exposed):
        tried = report._replace(remedy=remedy.name, rank=remedy.rank or who.role)
        comes_to: Effects | WhyNot
        try:
            comes_to = effects(round, act_for(round, tried, shoe, exposed=exposed))
        except Refused as no:
            comes_to = say_refusal(round.game.rules, no.refusal) or WhyNot(str(no))
        yield _see_remedy(state, round, remedy, who, comes_to)


def _see_remedy(
    state: OpenState, round: Round, remedy: provisions.Remedy, who: Actor, tried: Effects | WhyNot
) -> RemedySeen:
    rules = round.game.rules
    usual: dict[str, Any] = {
        "name": remedy.name,
        "words": remedy.words,
        "clauses": rules.cite(rules.only(remedy.because)),
        "must": remedy.must,
        "rank": remedy.rank.replace("-", " "),
        "theirs": may(who, "RuleIrregularity") and has_rank(state, who, remedy),
        "tells": remedy.tells,
        "follows": tuple(DUTIES[what] for what in remedy.follows if what in DUTIES),
    }
    if isinstance(tried, WhyNot):
        return RemedySeen(**usual, why=tried)
    return RemedySeen(
        **usual,
        ends=tried.ends,
        wagers=tuple(
            WagerEffectSeen(
                patron=each.patron,
                area=each.area,
                words=spot_words(each.spot),
                cents=each.cents,
                becomes=each.result.replace("-", " "),
                returned_cents=each.returned_cents,
                carried_cents=each.carried_cents,
            )
            for each in tried.wagers
        ),
        hands=tuple(
            HandEffectSeen(
                _name(round, each.hand) if each.hand < len(round.hands) else f"Area {each.area}",
                each.status,
                each.cards,
            )
            for each in tried.hands
        ),
    )


# Statements.


def _cards(written: str) -> tuple[Card, ...]:
    try:
        return parse_cards(written[:400])
    except ValueError as error:
        raise Unclear(str(error)) from None


def _numbers(values: tuple[str, ...]) -> tuple[int, ...]:
    if any(not each.isascii() or not each.isdigit() or len(each) > 3 for each in values):
        raise Unclear(NOT_OURS)
    return tuple(map(int, values))


def read_report(fields: Fields, floor_table: FloorTable, fact: provisions.Fact) -> StateIrregularity:
    """The statement that answers stand for: of what a fact asks, as its questions have it."""
    said: dict[str, Any] = {}
    for name in ("looked", "players", "states"):
        if name in fact.asks:
            said[name] = fields.texts(name)
    if "area" in fact.asks:
        said["area"] = fields.whole_number("area")
    if "hand" in fact.asks and fields.text("hand"):
        said["hand"] = fields.whole_number("hand")
    if "places" in fact.asks and (ticked := fields.texts("card")):
        pairs = [_numbers(tuple(each.split("."))) for each in ticked]
        if any(len(pair) != 2 for pair in pairs) or len({pair[0] for pair in pairs}) > 1:
            raise Unclear("Tick cards of one hand: state the other hand by itself.")
        said["places"] = tuple(pair[1] for pair in pairs)
        said |= {"hand": pairs[0][0]} if "hand" in fact.asks else {}
    if "cards" in fact.asks:
        said["cards"] = _cards(fields.text("cards", 400))
    if "extra" in fact.asks:
        said |= _extra(fields, is_virtual=floor_table.shoe is not None)
    if "count" in fact.asks and fields.text("count"):
        said["count"] = fields.whole_number("count")
    if "laid" in fact.asks:
        named = [name for name in fields.form if name.startswith("laid-") and fields.text(name, 400)]
        numbers = _numbers(tuple(name.removeprefix("laid-") for name in named))
        said["laid"] = tuple(
            IntendedHand(hand, _cards(fields.text(name, 400))) for hand, name in zip(numbers, named, strict=True)
        )
    return StateIrregularity(floor_table.stream.table, fact.name, **said)


def _extra(fields: Fields, *, is_virtual: bool) -> dict[str, Any]:
    """Cards that came out besides: named, or so many of a virtual shoe."""
    if not is_virtual:
        return {"extra": _cards(fields.text("extra", 400))}
    count = fields.whole_number("extra-count")
    if count > 60:
        raise Unclear("Fewer cards come out at once. Check how many you keyed.")
    return {"extra": (UNKNOWN,) * count, "exposed": fields.is_on("exposed")}


PAGE = irregularities.page("irregular.html", "/tables/{table}/irregular", more=playing.page_context)


@site.pages.post("/tables/{table}/irregularity")
async def confirm(
    request: Request,
    renderer: rendering.TheRenderer,
    who: dependencies.Staff,
    floor_table: dependencies.TheTable,
    form: rendering.TheForm,
) -> Response:
    """State what went wrong, rule on it or dismiss it; a person of rank may sign for it on a dealer's page."""
    table = floor_table.stream.table
    try:
        people: tuple[Actor, Actor, Actor | None] = (who, who, None)
        if form.get("ruler-name") or form.get("approver-name"):
            name = corrections.signer_of(form, who)
            people = await renderer.api.passwords.do(request, name, _signers, renderer.api, form, who)
        await _carry_out(renderer, floor_table, people, form)
    except Unclear as unclear:
        notice = WhyNot(words_of(unclear))
    except Refused as no:
        state = floor_table.state
        rules = state.round.game.rules if isinstance(state, OpenState) else None
        notice = (say_refusal(rules, no.refusal) if rules is not None else None) or WhyNot(str(no))
    except (StoreError, LedgerError):
        notice = WhyNot(say("The form could not be carried out. Here is how things stand now."))
    else:
        return RedirectResponse(f"/tables/{table}/console", 303)
    floor_table = await run_in_threadpool(renderer.api.table, request, who.operator, table)
    return PAGE.show(request, await run_in_threadpool(see_irregular, renderer, floor_table, who, form), notice, 409)


def _signers(api: dependencies.Api, form: FormData, who: Actor) -> tuple[Actor, Actor, Actor | None]:
    """Who states what a form says, who rules on it and who approves it: those who sign give their passwords."""
    signed = [
        corrections.check_signature(api, who.operator, form, which) if form.get(f"{which}-name") else None
        for which in SIGNS
    ]
    return who, signed[0] or who, signed[1]


SIGNS = ("ruler", "approver")


async def _carry_out(
    renderer: rendering.PageRenderer, floor_table: FloorTable, people: tuple[Actor, Actor, Actor | None], form: FormData
) -> None:
    """Have what a form says carried out: the stater states, who signs rules, and of a round that is over who signs
    besides approves."""
    (who, ruler, approver), fields, table = people, Fields(form), floor_table.stream.table
    key, do = fields.text("key", 40), fields.text("do")
    remedy, reason, matter = fields.text("remedy", 60), fields.text("reason"), fields.text("matter", 60)
    if do == "dismiss":
        await renderer.api.do(Order(ruler, DismissIrregularity(table, matter, reason), key))
        return
    if do == "state":
        state = floor_table.state
        known = state.round.game.facts if isinstance(state, OpenState) else ()
        fact = next((each for each in known if each.name == fields.text("fact", 60)), None)
        if fact is None:
            raise Unclear("Say what happened.")
        said = read_report(fields, floor_table, fact)
        if of := fields.whole_number("of"):
            said = said._replace(round=of, remedy=remedy, reason=reason, approver=approver)
            await renderer.api.do(Order(ruler, said, f"{key}.state"))
            return
        said = said._replace(round=fields.whole_number("round"))
        said = said._replace(reason=reason, remedy="" if fields.is_on("waits") or ruler is not who else remedy)
        reply = await renderer.api.do(Order(who, said, f"{key}.state"))
        if ruler is who:
            return
        matter = str(reply["matter"])
    elif do != "rule":
        raise Unclear(NOT_OURS)
    await renderer.api.do(Order(ruler, RuleIrregularity(table, matter, remedy, reason), f"{key}.rule"))
