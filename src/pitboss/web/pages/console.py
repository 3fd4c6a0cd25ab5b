"""The dealer's console: the next step, large, and everything else that the dealer may key at this moment; what was
corrected, and the remedies that are open when something is not as it should be.

Cards come from the virtual shoe, or are keyed as they came out of a real one; the one is never mixed with the other
while a shuffle lasts. What players declare is keyed for them, and a player who does not answer lapses. What a virtual
shoe dealt is not for the dealer to read: its cards are not listed.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss import law, money, play
from pitboss.cards import UNKNOWN, Card
from pitboss.cards.card import DECK_52, RANKS
from pitboss.floor.patrons.guard import players_to_declare
from pitboss.floor.people.permission import holds
from pitboss.floor.service import ITEM, Actor, FloorTable
from pitboss.floor.tables import corrections, irregularity_state, playing
from pitboss.floor.tables.state import FinishedRound, OpenState, TableState
from pitboss.messages import message, phrase, say, say_number, translate
from pitboss.play.acts import UNCOUNTED, CuttingCard
from pitboss.play.needs import RACK
from pitboss.play.poker.names import FOLDED
from pitboss.value import Value
from pitboss.web.api import dependencies, orders, table_data
from pitboss.web.pages import felt, form_fields, forms, projections, rendering, svg, table_view
from pitboss.web.pages.card_places import PlaceSeen, deal_places, keyed_places, name_places, places_json, turn_places
from pitboss.web.pages.playing import carry_out, page_context
from pitboss.web.resource import Site

HOUSE_HANDS = {"dealer": message("the dealer's hand"), "community": message("the community cards")}
LAPSES = {"absent": message("Absent"), "slow": message("Too slow"), "refuses": message("Refuses")}
"""Why a player does not decide, in the words of an act and of a button."""
DECK = tuple(map(str, DECK_52))
"""The cards whose faces the page has ready."""
EVER = 10**15
"""Chips without end: what a player declares is keyed, and their chips are checked when it is booked."""
site = Site("tables")


def may_hand_shuffle(state: TableState) -> bool:
    """Whether the dealer may shuffle by hand before a device takes the cards."""
    if not isinstance(state, OpenState) or state.terms.device == "shoe":
        return False
    return bool(state.table.game.rules.only((law.HAND_SHUFFLE_FIRST, law.HAND_SHUFFLE_ALLOWED)))


def find_card_work(state: TableState) -> dict[str, Any] | None:
    """What has to be done with the cards before they are used; nothing if they are ready."""
    awaits = state.decks.awaits
    if not awaits or not isinstance(state, OpenState):
        return None
    inspect = law.DECKS_INSPECTED in awaits
    return {
        "inspect": inspect,
        "words": say("Inspect the decks") if inspect else say("Shuffle the cards by hand for the device"),
        "packs": [decks.pack for decks in state.decks.secured],
        "clauses": list(state.table.game.rules.cite(awaits)),
    }


# The next step.


class StepSeen(Value, kw_only=True):
    """A step of the dealer, in words, with the fields to key for it."""

    need: str
    version: int
    kind: str
    words: str
    clauses: tuple[str, ...]
    virtual: bool
    """Whether the virtual dealer can do it."""
    by_hand: bool
    ranks: str
    """The ranks of the game's deck, for keys."""
    by: str = ""
    least: int = 0
    most: int = 0
    may_refuse: bool = False
    count: int = 0
    to: str = ""
    cards: str = ""
    """What stands in the field already."""
    unknown: int = 0
    places: tuple[PlaceSeen, ...] = ()
    """Where the cards go, in order."""
    dealer_cuts: bool = False
    """Whether the dealer cuts what is shuffled, so that one press says both."""
    safe: bool = False
    """Whether it can be taken back, so that it may have the focus."""


class KeyedLast(Value):
    """The last thing that was keyed, which may be taken back: the number of acts then, and its words."""

    acts: int
    words: str


def _in_order(round: play.Round) -> list[play.Need]:
    """The needs in the order in which the dealer meets them, the same as the virtual dealer's: cards that may come out
    first."""
    needs = list(round.needs)
    if needs and isinstance(needs[-1], play.CardsNeed) and not round.due:
        return [needs[-1], *needs[:-1]]
    return needs


STEPS = (play.ShuffleNeed, play.CutNeed, play.CallNeed, play.CardsNeed, play.TurnNeed)
"""The needs that are the dealer's to meet."""


def _next_need(round: play.Round) -> str:
    """The need that the dealer meets next; none while a player has to decide."""
    if any(isinstance(need, play.DecisionNeed) and not need.optional for need in round.needs):
        return ""
    return next((need.id for need in _in_order(round) if isinstance(need, STEPS)), "")


def _steps(round: play.Round, *, is_virtual: bool) -> Iterator[StepSeen]:
    ranks = {str(card)[0] for card in round.game.deck_set}  # Pontoon's deck has no tens
    keys = "".join(rank for rank in reversed(RANKS) if rank in ranks)
    for need in _in_order(round):
        if isinstance(need, STEPS):
            said = {"virtual": True, "by_hand": not is_virtual} | _say_step(round, need, is_virtual=is_virtual)
            clauses = round.game.rules.cite(getattr(need, "because", ()))
            yield StepSeen(need=need.id, version=round.version, clauses=clauses, ranks=keys, **said)


def _say_step(round: play.Round, need: play.Need, *, is_virtual: bool) -> dict[str, Any]:
    """The words of a step, and the fields to key for it."""
    match need:
        case play.ShuffleNeed():
            deck = say(", the {deck} deck", deck=need.deck) if need.deck else ""
            words = say("Shuffle the cards") + deck
            act = play.Shuffle(need.id)
            after = play.apply(round, act).round if play.refusal(round, act) is None else round
            cuts = any(isinstance(each, play.CutNeed) and each.by == "dealer" for each in after.needs[:3])
            return {"kind": "shuffle", "words": words, "dealer_cuts": cuts}
        case play.CutNeed():
            who = say("the dealer") if need.by == "dealer" else need.by
            words = "{who} cuts the cards" if need.id == "cut" else "{who} puts the cutting card in"
            more = {"by": need.by, "least": need.least, "most": need.most, "may_refuse": need.may_refuse}
            return {"kind": "cut", "words": phrase(say(words, who=who)), "virtual": is_virtual} | more
        case play.CallNeed():
            return {"kind": "call", "words": phrase(need.says), "by_hand": True}
        case play.CardsNeed(slots=slots) if slots[0].hand == RACK:
            burned = {"words": say("Burn a card"), "count": 1, "to": say("the discard rack"), "cards": "??"}
            return {"kind": "deal", "virtual": is_virtual, "safe": not is_virtual} | burned
        case play.CardsNeed(slots=slots):
            words = say_number("Deal {number} card", "Deal {number} cards", len(slots))
            dealt = {"words": words, "count": len(slots), "places": deal_places(round, slots)}
            return {"kind": "deal", "virtual": is_virtual} | dealt | {"to": name_places(round, slots)}
        case play.TurnNeed() if need.wager >= 0:
            return {"kind": "turn", "words": say("Read the wager that lies face down")}
    assert isinstance(need, play.TurnNeed)
    hand = round.hands[need.hand]
    if hand.status == FOLDED:
        return {
            "kind": "turn",
            "words": say("Show the folded hand on area {area}", area=hand.area),
            "unknown": need.unknown,
        }
    whose = translate(HOUSE_HANDS.get(hand.kind, hand.kind))
    if hand.area != play.HOUSE_AREA:
        whose = say("the hand on area {area}", area=hand.area)
    words = say("Turn {hand}", hand=whose)
    if need.places:
        words = say_number(
            "Turn {number} card of {hand}", "Turn {number} cards of {hand}", len(need.places), hand=whose
        )
    seen = {"unknown": need.unknown, "places": turn_places(round, need), "safe": not is_virtual}
    return {"kind": "turn", "words": words} | seen


# Corrections.


class KeyedRound(Value):
    """A round whose cards were keyed by hand: the act and the place of each, where it lies and its name, unless its
    viewer may not see it."""

    number: int
    cards: dict[str, str]


def keyed_rounds(floor_table: FloorTable) -> list[FinishedRound]:
    """The rounds whose cards were keyed by hand and are at hand: the open one, and the one before."""
    state = floor_table.state
    if floor_table.shoe is not None or not isinstance(state, OpenState):
        return []
    before = state.past[-1:] if not any(isinstance(act, play.Deal) for act in state.acts) else ()
    return [FinishedRound(state.opening, state.acts), *before]


def known_cards(acts: tuple[play.Act, ...]) -> Iterator[tuple[int, int, Card]]:
    """The cards that acts name, each with the act and the place that it stands at."""
    for number, act in enumerate(acts):
        if isinstance(act, play.Deal | play.Turn):
            yield from ((number, place, card) for place, card in enumerate(act.cards) if card != UNKNOWN)


# The console.


class ConsoleSeen(table_view.TableSeen, kw_only=True):
    """A table as its dealer's console shows it."""

    is_virtual: bool = False
    may_deal: bool = False
    step: StepSeen | None = None
    steps: tuple[StepSeen, ...] = ()
    """What else is open."""
    decisions: tuple[table_view.MoveSeen, ...] = ()
    """What players are to declare, for the dealer to key."""
    wagers_need: str = ""
    """What a wager that is keyed for a player answers; nothing while none are taken."""
    offers: tuple[table_view.OfferSeen, ...] = ()
    lying: tuple[table_view.LaidWager, ...] = ()
    """The wagers that may still be handed back."""
    keyed: tuple[KeyedRound, ...] = ()
    may_rule: bool = False
    cards: dict[str, Any] | None = None
    """What has to be done with the cards before they are used."""
    hand_shuffle: bool = False
    by_hand: bool = False
    """Whether the cards were last dealt by hand: the way of dealing stays until another is chosen."""
    keyed_last: KeyedLast | None = None
    corrected: projections.Corrected | None = None
    matter: str = ""
    """What went wrong and waits for a ruling."""
    duties: tuple[str, ...] = ()
    """What comes before the next card, in words."""
    duty_clauses: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    """The players who have to declare their chips before they wager."""

    @property
    def strip(self) -> list[felt.AreaSeen]:
        """The areas of the round that is played, where there are people."""
        return [area for area in self.felt.areas if area.people] if self.felt and not self.shows_last else []


def see_console(
    renderer: rendering.TheRenderer, floor_table: dependencies.TheTable, who: dependencies.Staff
) -> ConsoleSeen:
    """A table as its dealer sees it: the next step and what else may be keyed, what players declare, and remedies."""
    floor = renderer.api.floor
    seen = table_view.see_table(floor.store, floor_table, who)
    state = floor_table.state
    more: dict[str, Any] = {
        "may_deal": holds(who.operator, who.role, "dealer"),
        "cards": find_card_work(state),
        "hand_shuffle": may_hand_shuffle(state),
        "corrected": renderer.corrections.of(floor_table),
    }
    if isinstance(state, OpenState):
        round, viewer, is_virtual = state.round, table_data.viewer_of(who), floor_table.shoe is not None
        steps = tuple(_steps(round, is_virtual=is_virtual))
        next_first = bool(_next_need(round))
        wagers = next((need for need in round.needs if isinstance(need, play.WagersNeed)), None)
        first, rules = irregularity_state.duties_before_cards(state), round.game.rules
        decisions = [need for need in round.needs if isinstance(need, play.DecisionNeed)]
        hands = seen.view.hands if seen.view is not None else ()
        more |= {
            "is_virtual": is_virtual,
            "by_hand": state.dealt_by_hand,
            "keyed_last": _see_keyed_last(state) if more["may_deal"] and not is_virtual else None,
            "step": steps[0] if next_first else None,
            "steps": steps[1:] if next_first else steps,
            "decisions": tuple(table_view.see_move(round, need, hands, EVER) for need in decisions),
            "wagers_need": wagers.id if wagers is not None else "",
            "offers": table_view.see_offers(wagers) if wagers is not None else (),
            "lying": tuple(table_view.laid_wagers(round)) if wagers is not None else (),
            "undeclared": players_to_declare(floor.store, floor_table, floor.clock())
            if wagers and more["may_deal"]
            else (),
            "keyed": tuple(_find_keyed(past, viewer, seen) for past in keyed_rounds(floor_table)),
            "matter": state.matter.words if state.matter is not None else "",
            "duties": tuple(irregularity_state.DUTIES[duty.what] for duty in first),
            "duty_clauses": rules.cite(rules.only(tuple(ground for duty in first for ground in duty.because))),
            "may_rule": holds(who.operator, who.role, round.game.rules.edition.ranks[1]),
        }
        if state.matter is not None:  # play stands still
            more |= {"step": None, "steps": (), "decisions": (), "wagers_need": "", "offers": (), "lying": ()}
    return ConsoleSeen(**seen._asdict(), **more)


def _find_keyed(past: FinishedRound, viewer: play.Viewer, seen: table_view.TableSeen) -> KeyedRound:
    is_open = seen.view is not None and seen.view.number == past.opening.number
    hands = seen.view.hands if seen.view and is_open else play.view(table_view.fold_finished(past), viewer).hands
    shown = {card for hand in hands for card in hand.cards}
    places = keyed_places(past)
    named = {}
    for act, place, card in known_cards(past.acts):
        where, what = (
            phrase(places.get((act, place), "")),
            svg.card_name(str(card)) if card in shown else say("face down"),
        )
        named[f"{act}.{place}"] = say("{place}: {card}", place=where, card=what)
    return KeyedRound(past.opening.number, named)


def _see_keyed_last(state: OpenState) -> KeyedLast | None:
    """The cards or call that the dealer may take back."""
    last = corrections.last_keyed(state)
    if last is None:
        return None
    words = say("the cutting card")
    if isinstance(last, play.Deal | play.Turn):
        count = len(last.cards)
        words = say_number("{number} card", "{number} cards", count) if count else say("the turn")
    return KeyedLast(len(state.acts), words)


USUAL: Mapping[str, Any] = {"lapses": LAPSES, "deck": DECK, "places_json": places_json}
"""What every console has."""
console = site.resource("/tables/{table}/console")(see_console)
CONSOLE = console.page(
    "console.html",
    more=lambda renderer, who, seen: (
        page_context(renderer, who, seen) | {"lapses": LAPSES, "deck": DECK, "places_json": places_json}
    ),
    quick=True,
)


@site.pages.post("/tables/{table}/console")
async def key(
    request: Request,
    renderer: rendering.TheRenderer,
    who: dependencies.Staff,
    floor_table: dependencies.TheTable,
    form: rendering.TheForm,
) -> Response:
    """Carry out what the dealer keyed."""
    state = floor_table.state
    before = corrections.last_keyed(state) if isinstance(state, OpenState) and form.get("do") == "unkey" else None
    notice = await carry_out(renderer, floor_table, _commands(form_fields.Fields(form), who, floor_table), who, form)
    if notice is None and before is not None:  # what was taken back stands in the field, to be put right
        seen = await run_in_threadpool(see_console, renderer, floor_table, who)
        seen = seen._replace(corrected=projections.Corrected(seen.round or 0, corrections.TAKEN_BACK, "", ()))
        if seen.step is not None:
            seen = seen._replace(step=seen.step._replace(cards=corrections.shown_cards(before)))
        return CONSOLE.show(request, seen)
    if notice is None:
        return RedirectResponse(f"/tables/{floor_table.stream.table}/console", 303)
    if form.get("do") in ("deal", "turn"):
        notice = CardMismatch(notice.words, notice.clauses, keyed=form_fields.Fields(form).text("cards", 60))
    return CONSOLE.show(request, await run_in_threadpool(see_console, renderer, floor_table, who), notice, 409)


class CardMismatch(table_view.WhyNot, kw_only=True):
    """Cards that were keyed and do not fit: were they keyed wrong, or did they really come out so?"""

    keyed: str


CARD_FORMS = ("inspect-cards", "bring-decks", "hand-shuffle")
"""The forms of the console that are about its decks."""


def _commands(fields: form_fields.Fields, who: Actor, floor_table: FloorTable) -> list[Any] | form_fields.Unclear:
    table, state = floor_table.stream.table, floor_table.state
    do, need = fields.text("do"), fields.text("need", 60)
    try:
        if do == "deal-on":
            if not need or not isinstance(state, OpenState) or need != _next_need(state.round):
                return form_fields.Unclear("The table has changed. Here is the next step.")
            version = fields.whole_number("version") if "version" in fields.form else -1
            return [playing.DealOn(table, fields.whole_number("round"), need, version)]
        if do == "unkey":
            return [corrections.TakeBackKeyed(table, fields.whole_number("round"), fields.whole_number("acts"))]
        if do == "shuffle-and-cut":
            both = (play.Shuffle(need), play.Cut("cut", at=UNCOUNTED))
            return [playing.TakeAct(table, act, fields.whole_number("round")) for act in both]
        if do in CARD_FORMS:
            offer, scene = (
                forms.offers_of(tuple(orders.ordered_kinds()))[do],
                forms.FormContext(who, ITEM, state, {"table": table}),
            )
            return [offer.command(**forms.read_form(offer, fields.form, scene))]
        if do not in KEYED:
            return form_fields.Unclear(form_fields.NOT_OURS)
        return [playing.TakeAct(table, KEYED[do](fields, need), fields.whole_number("round"))]
    except form_fields.Unclear as unclear:
        return unclear


KEYED: Mapping[str, Callable[[form_fields.Fields, str], play.Act]] = {
    "shuffle": lambda _, need: play.Shuffle(need),
    "cut": lambda fields, need: play.Cut(
        need, fields.text("by", 40) or "dealer", fields.whole_number("at") if fields.text("at") else UNCOUNTED
    ),
    "call": lambda _, need: play.Call(need),
    "deal": lambda fields, need: play.Deal(need, fields.cards()),
    "cutting-card": lambda _, need: CuttingCard(need),
    "turn": lambda fields, need: play.Turn(need, fields.cards()),
    "decide": lambda fields, need: play.Decide(need, fields.text("patron", 40), *fields.chosen_option()),
    "lapse": lambda fields, need: play.Lapse(
        need, fields.text("reason") if fields.text("reason") in LAPSES else next(iter(LAPSES))
    ),
    "place": lambda fields, need: play.Place(
        need,
        fields.text("patron", 40),
        fields.whole_number("area"),
        fields.text("spot", 40),
        money.Stake.of(fields.cents("dollars")),
    ),
    "take-back": lambda fields, need: play.TakeBack(
        need, fields.text("patron", 40), fields.whole_number("area"), fields.text("spot", 40)
    ),
}
"""What the dealer keys by each button: the act, from the form and the need that it answers."""
