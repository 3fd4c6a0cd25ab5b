"""What happened in a round, told in one place: a sentence for each event, in the voice that its caller asks for.

The record knows everything. A viewer's voice names a card or an amount only where that viewer sees it once the act is
done; at the table, while the round goes on, people are called by name and what the dealer says is quoted.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pitboss import law
from pitboss.cards import UNKNOWN, Card, show
from pitboss.games.pontoon.boxes import CONTROLS
from pitboss.law import REMEDIES, Because, Key
from pitboss.money import Stake
from pitboss.play import Round, Step, events, needs, refusal
from pitboss.play.acts import Act, Call, Decide, Lapse, TakeBack
from pitboss.play.mend import TAKE_BACK
from pitboss.play.powers import Void
from pitboss.play.round import OFFERED, PUBLIC, Viewer
from pitboss.play.table import steps
from pitboss.play.terms import spot_words
from pitboss.play.view import HandView, view
from pitboss.play.wager import Claim
from pitboss.report.settlements import (
    area_of,
    hand_name,
    hand_place,
    is_shared,
    nth_words,
    people,
    phrase,
    settlement_words,
    stake_words,
    where_of,
)
from pitboss.value import Value

Part = str | tuple[Card, ...]
"""Words, or cards, which a page, a terminal and a log draw each in its own way."""


class Sentence(Value):
    """A sentence with cards in it. It has no full stop, so that it can stand in a list."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return self.text(show)

    def text(self, name_cards: Callable[[tuple[Card, ...]], str]) -> str:
        """The sentence in words, its cards named in this way."""
        return "".join([part if isinstance(part, str) else name_cards(part) for part in self.parts])

    @property
    def closed(self) -> "Sentence":
        """The sentence with its full stop."""
        last = self.parts[-1]
        is_closed = isinstance(last, str) and last.endswith((".", '."'))
        return self if is_closed else Sentence((*self.parts, "."))


class Voice(Value):
    """For whom a round is told: for the record, which knows everything, or for a viewer."""

    viewer: Viewer | None = None
    is_live: bool = False
    """Whether it is told at the table while the round goes on."""


RECORD = Voice()
Told = tuple[Sentence, events.Event]


def at_table(viewer: Viewer) -> Voice:
    """The voice for a viewer at the table."""
    return Voice(viewer, is_live=True)


def as_seen_by(viewer: Viewer) -> Voice:
    """The voice that tells a round afterwards as a viewer saw it."""
    return Voice(viewer)


class Moment(Value):
    """An act, the round before and after it, and the voice that tells what it led to."""

    before: Round
    act: Act
    after: Round
    voice: Voice

    def name_hand(self, hand: int) -> str:
        """A hand as it is spoken of: at the table by its player, else by its area."""
        return hand_name(self.after, hand, by_player=self.voice.is_live)

    def see(self, hand: int) -> HandView | None:
        """A hand as the viewer sees it; nothing for the record, which sees all of it."""
        viewer = self.voice.viewer
        return view(self.after, viewer).hands[hand] if viewer is not None else None

    def stake(self, wager: int, stake: Stake) -> str:
        """A stake in words, so far as the viewer sees it: a written wager lies face down."""
        viewer = self.voice.viewer
        known = [round.wagers[wager] for round in (self.before, self.after) if wager < len(round.wagers)]
        if viewer is not None and any(each.face_down and each.patron != viewer.patron for each in known):
            return "an amount face down"
        return stake_words(stake)


# Wagers and seats.


def _placed(at: Moment, event: events.WagerPlaced) -> str:
    stake = at.stake(event.wager, event.stake)
    if event.spot == "wager":
        return f"{event.patron} wagers {stake} on area {event.area}"
    return f"{event.patron} puts {stake} on {spot_words(event.spot)}, {area_of(at.after, event.wager)}"


def _taken_back(at: Moment, event: events.WagerTakenBack) -> str:
    """A wager that its player takes back, or that the rules hand back."""
    name, where = spot_words(at.after.wagers[event.wager].spot), where_of(at.after, event.wager)
    stake = at.stake(event.wager, event.stake)
    act = at.act
    is_theirs = isinstance(act, Decide | TakeBack) and act.patron == event.patron
    if is_theirs and getattr(act, "option", TAKE_BACK) == TAKE_BACK:
        return f"{event.patron} takes the {name} of {stake}{where} back"
    return f"{stake} of {event.patron}'s {name}{where} goes back"


def _found(at: Moment, event: events.WagerFound) -> str:
    wager = at.after.wagers[event.wager]
    where = where_of(at.after, event.wager)
    return f"The dealer notices {wager.patron}'s {spot_words(wager.spot)}{where}: {event.words}"


# Cards.

_SHUFFLES: dict[Key, str] = {
    law.DISCARDS_RETURN: "The discards go back into the device, which shuffles all but the cards on the table",
    law.EMPTY_SHOE: "No card is left: the discards are shuffled, and the round goes on",
}
"""What a shuffle is that does not come before a round."""


def _shuffled(at: Moment, event: events.Shuffled) -> str:
    usual = "The cards are shuffled" + (f", the {event.deck} deck" if event.deck else "")
    return next((words for key, words in _SHUFFLES.items() if key in event.because), usual)


def _cut(at: Moment, event: events.CutMade) -> str:
    edition = at.after.game.rules.edition
    is_rank = event.by == "dealer" or event.by in edition.ranks or event.by in edition.rank_classes
    who = _rank(event.by) if is_rank else event.by
    cards = f"{event.at} card{'' if event.at == 1 else 's'}"
    if event.purpose == "insert":
        return f"{who} puts the cutting card in" + (f", {cards} from the back" if event.at else "")
    return f"{who} cuts {cards} deep" if event.at else f"{who} cuts the cards"


def _cutting_card(at: Moment, event: events.CuttingCardOut) -> str:
    if law.SHUFFLE_AT_FIRST_CARD in event.because:
        return "The cutting card comes out before the first card"
    where = f"area {event.area}" if event.area else "the dealer"
    return f"The cutting card comes out at {where}: this is the last round of the shoe"


def _dealt(at: Moment, event: events.CardsDealt) -> tuple[Part, ...]:
    """The cards that each hand got, and what it comes to where all of it lies face up."""
    if event.hands == (needs.RACK,):
        is_known = at.voice.viewer is None and UNKNOWN not in event.cards
        return ("A card is burned, ", event.cards) if is_known else ("A card is burned",)
    hands: dict[int, list[Card]] = {}
    for hand, card in zip(event.hands, event.cards, strict=True):
        hands.setdefault(hand, []).append(card)
    parts: list[Part] = []
    for hand, cards in hands.items():
        name = at.name_hand(hand)
        name = f"; {name}" if parts else phrase(name)
        parts += [f"{name}{',' if ',' in name else ''} gets ", _as_seen(at, hand, tuple(cards))]
        parts.append(_comes_to(at, hand, is_alone=len(event.cards) == 1))
    return tuple(part for part in parts if part)


def _as_seen(at: Moment, hand: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that a hand has just got, as the voice knows them. They are its last ones: where they lie elsewhere by
    now, a viewer is told none of them."""
    seen = at.see(hand)
    if seen is None:
        return cards
    if at.after.hands[hand].cards[-len(cards) :] != cards:
        return (UNKNOWN,) * len(cards)
    return seen.cards[-len(cards) :]


def _comes_to(at: Moment, hand: int, *, is_alone: bool) -> str:
    """The total of a hand that lies up for all. At the table the dealer announces it as one card comes, else when the
    turn comes to the hand."""
    held = at.after.hands[hand]
    says = at.after.game.says(held) if is_shared(at.after) and held.all_up and len(held.cards) > 1 else ""
    if at.voice.is_live:
        return f': "{phrase(says)}."' if says and is_alone else ""
    return f" ({says})" if says else ""


def _turned(at: Moment, event: events.CardsTurned) -> tuple[Part, ...]:
    held, seen = at.after.hands[event.hand], at.see(event.hand)
    cards = event.cards
    if seen is not None:
        cards = tuple(card if card in seen.cards else UNKNOWN for card in cards)
    named: Part = cards if any(card != UNKNOWN for card in cards) else f"{len(cards)} cards"
    if held.kind == "community":
        return "The community cards show ", named
    if seen is not None:
        says = seen.says
    else:  # a card that was shown in error says nothing of the rest
        says = at.after.game.says(held, at.after.game.board(at.after)) if held.all_up else ""
    return f"{phrase(at.name_hand(event.hand))} shows ", named, f": {says}" if says else ""


def _collected(at: Moment, event: events.CardsCollected) -> str:
    """Cards of one deck are counted as they are collected; of several decks they are not."""
    name = at.name_hand(event.hand)
    if at.after.game.copies == 1:
        return f"The {event.cards} cards of {name} are counted and discarded"
    what = f"The {event.cards} cards of {name}{',' if ',' in name else ''} go"
    return f"{what if event.cards > 1 else f'The card of {name} goes'} to the discard rack"


# Calls and decisions.


_DECIDES = {
    "pass": "not to double",
    "stay": "to stay on the first hand",
    "keep": "not to forfeit",
    "no insurance": "not to insure",
    "no surrender": "not to surrender",
    "accept": "to take the misdealt card",
    "refuse": "not to take the misdealt card",
    "retract": "to have the stakes back",
    "continue": "to go on",
}
"""What options come to whose names say too little alone."""
_LAPSES = {
    "pass": "the wager is not doubled",
    "stay": "the wager stays on the first hand",
    "keep": "the wager is not forfeited",
    "refuse": "the misdealt card is not taken, and no other",
    "away": "the next player on the box decides",
}
"""What a lapse comes to, where the option taken for the player says too little."""


def _decided(at: Moment, event: events.Decided) -> str:
    """A decision; where a player may have several hands, for which of them, as they were when it was asked."""
    if event.option == CONTROLS:
        return f"{event.patron} calls the decisions of area {event.area}"
    need = at.before.need(at.act.need)
    round, hand, lapsed = at.after, event.hand, event.lapsed
    if isinstance(need, needs.DecisionNeed):
        round, hand = at.before, need.hand if hand < 0 else hand
        lapsed = lapsed or (at.act.reason if isinstance(at.act, Lapse) else "")
    option = event.option.replace("-", " ")
    nth = nth_words(round, hand) if option != "stay" else ""
    where = f", area {event.area}{nth}" if is_shared(round) else ""
    if lapsed:
        said = lapsed if lapsed == "refuses" else f"is {lapsed}"
        return f"{event.patron} {said}: {_LAPSES.get(option, option)}{where}"
    return f"{event.patron} decides {_DECIDES.get(option, f'to {option}')}{where}"


def announcement(round: Round, need: needs.DecisionNeed) -> str:
    """What the dealer announces when a player is to act: the total of a hand that lies up for all."""
    says = view(round, PUBLIC).hands[need.hand].says if need.hand > 0 else ""
    if not says:
        return ""
    place = hand_place(round, need.hand)
    player = next(iter(people(round, need.area)), f"area {need.area}")
    return f'Dealer: "{player}, {f"{place} hand, " if place else ""}{says}."'


# Results and rulings.


def claim_words(claim: Claim) -> str:
    """A jackpot prize that a hand claims."""
    return f"{claim.patron} claims a jackpot prize: {claim.line.replace('-', ' ')}"


def _rank(rank: str) -> str:
    """A person of rank at the head of a sentence."""
    return f"The {rank.replace('-', ' ')}"


def _voided(at: Moment, event: events.RoundVoided) -> str:
    """What is voided: the round, the wagers of some players or some wagers; or which players' wagers are forfeited."""
    act, what = at.act, "voids the round"
    if isinstance(act, Void) and law.TALKING_FORFEITS in event.because:
        what = f"has the wagers of {' and '.join(act.forfeit)} forfeited"
    elif isinstance(act, Void) and act.patrons:
        what = f"voids the wagers of {' and '.join(act.patrons)}"
    elif isinstance(act, Void) and act.wagers:
        what = f"voids {len(act.wagers)} wager{'' if len(act.wagers) == 1 else 's'}"
    return f"{_rank(event.rank)} {what} for {event.ground}"


def _irregular(at: Moment, event: events.IrregularityRuled) -> str | tuple[Part, ...]:
    """What went wrong and what the rules had done about it; no card that lies face down is named."""
    fact = next((fact.words for fact in at.before.game.facts if fact.name == event.fact), event.fact)
    where = f" ({at.name_hand(event.hand)})" if event.hand >= 0 else ""
    where = where or (f" (area {event.area})" if event.area else "")
    remedy = event.words.removesuffix(".")
    said = f": {remedy[:1].lower()}{remedy[1:]}"
    cards = _offered(at)
    return (f"{fact}{where}, ", cards, said) if cards else f"{fact}{where}{said}"


def _offered(at: Moment) -> tuple[Card, ...]:
    """A card that was dealt in error by this act and is offered on: it lies face up for all."""
    new = at.after.mishaps.aside[len(at.before.mishaps.aside) :]
    return tuple(aside.card for aside in new if aside.place == OFFERED)


_TELL: dict[type, Callable[[Moment, Any], str | tuple[Part, ...]]] = {
    events.WagerPlaced: _placed,
    events.WagerTakenBack: _taken_back,
    events.WagerFound: _found,
    events.Seated: lambda _, event: (
        f"{event.patron} sits down at area {event.area}" if event.area else f"{event.patron} gets up"
    ),
    events.Shuffled: _shuffled,
    events.CutMade: _cut,
    events.CutRefused: lambda _, event: f"{event.by} does not cut: the cards are offered on",
    events.CuttingCardOut: _cutting_card,
    events.CardsDealt: _dealt,
    events.CardsTurned: _turned,
    events.CardsCollected: _collected,
    events.Called: lambda at, event: (
        f'Dealer: "{phrase(event.says)}."' if at.voice.is_live else f"The dealer calls: {event.says}"
    ),
    events.Decided: _decided,
    events.OfferLapsed: lambda _, event: f"The {spot_words(event.offer)} that was not offered lapses",
    events.Settled: lambda at, event: settlement_words(event.settlement, at.after),
    events.JackpotClaimed: lambda _, event: claim_words(event.claim),
    events.Ruled: lambda _, event: f"{_rank(event.rank)} rules: {event.option.replace('-', ' ')}",
    events.ShuffleDirected: lambda _, event: f"{_rank(event.rank)} has the cards shuffled: {event.reason}",
    events.IrregularityRuled: _irregular,
    events.RoundVoided: _voided,
    events.ExcessReturned: lambda _, event: (
        f"{event.patron}'s wagers pass their loss limit: the {event.rank.replace('-', ' ')} gives back what is past it"
    ),
    events.RoundEnded: lambda _, __: "The round is over",
}


def tell_step(before: Round, act: Act, step: Step, voice: Voice = RECORD) -> Iterator[Told]:
    """Tell what an act led to, event by event."""
    at = Moment(before, act, step.round, voice)
    for event in step.events:
        said = _TELL[type(event)](at, event)
        yield Sentence((said,) if isinstance(said, str) else said), event


def tell_round(
    opening: Round, acts: Sequence[Act], voice: Voice = RECORD, *, taken: Iterable[Step] | None = None
) -> Iterator[tuple[Act, Step, list[Told]]]:
    """Tell a round act by act; its steps are folded where none are given."""
    before = opening
    for act, step in zip(acts, steps(opening, acts) if taken is None else taken, strict=True):
        yield act, step, list(tell_step(before, act, step, voice))
        before = step.round


# What a round waits for.


def waiting_words(round: Round) -> str:
    """What a round that is not over waits for, and what a record would say about it."""
    waits = "; ".join(_awaits(round, need) for need in round.needs)
    slots = [slot for need in round.needs if isinstance(need, needs.CardsNeed) for slot in need.slots]
    if not all(slot.up or slot.hand == needs.RACK for slot in slots):
        return f"{waits}; write ?? for a card that was not seen"
    if any(isinstance(need, needs.TurnNeed) and need.unknown for need in round.needs):
        return f"{waits}; name the cards that are ??, in turns or in an act that turns them"
    kinds = {type(need) for need in round.needs}
    if needs.WagersNeed in kinds and needs.CallNeed not in kinds:
        no = refusal(round, Call("no-more-bets"))
        return f"{waits}. {no.words.removesuffix('.')}" if no is not None else waits
    return waits


def _awaits(round: Round, need: needs.Need) -> str:
    """One need as the dealer would say it."""
    match need:
        case needs.DecisionNeed():
            options = " or ".join(option.name for option in need.options if not option.declines)
            where = hand_name(round, need.hand) if need.hand > 0 else f"area {need.area}"
            return f"{need.patron} to {options}{' if they like' if need.optional else ''}, {where}"
        case needs.CutNeed():
            return f"{need.by.replace('-', ' ')} to {'cut' if need.id == 'cut' else 'put the cutting card in'}"
        case needs.CallNeed():
            return f'the call "{need.says}"'
        case needs.TurnNeed() if need.hand >= 0 and round.hands[need.hand].kind == "community":
            count = len(need.places) or len(round.hands[need.hand].cards)
            return f"{count} community card{'s' if count > 1 else ''} to be turned"
        case needs.TurnNeed() if need.hand >= 0:
            return f"{hand_name(round, need.hand)} to show"
        case needs.CardsNeed() if len(need.slots) == 1 and 0 <= need.slots[0].hand < len(round.hands):
            return f"a card for {hand_name(round, need.slots[0].hand)}"
        case needs.CardsNeed() if need.slots[0].hand == needs.RACK:
            return "a card to burn"
        case needs.CardsNeed() if need.slots[0].hand < len(round.hands):
            return f"cards for {', '.join(dict.fromkeys(hand_name(round, slot.hand) for slot in need.slots))}"
        case needs.RulingNeed():
            return f"a {need.rank.replace('-', ' ')} to rule: {need.question}"
        case _:
            return f"the {need.id.replace('-', ' ')}"


# What was decided, and by which rules.

_ALWAYS = frozenset(
    {
        events.WagerTakenBack,
        events.OfferLapsed,
        events.WagerFound,
        events.Ruled,
        events.RoundVoided,
        events.ExcessReturned,
        events.ShuffleDirected,
        events.IrregularityRuled,
    }
)
"""What moves money without settling a wager, or is ruled."""


def is_ruling(act: Act, event: events.Event) -> bool:
    """Whether an event moves money or decides something by the rules, beside settlements and claims: what goes back
    before the deal, a wager found wrong, what a person of rank rules, what the rules decide in a player's place, and
    how what went wrong is put right."""
    if isinstance(event, events.Decided):
        theirs = isinstance(act, Decide) and act.patron == event.patron
        return bool(event.lapsed) or not theirs or act.need.startswith("mend-") or _mends(event.because)
    if isinstance(event, events.Called):
        return _mends(event.because)
    return type(event) in _ALWAYS


def _mends(because: Because) -> bool:
    return any(ground in REMEDIES for ground in because)
