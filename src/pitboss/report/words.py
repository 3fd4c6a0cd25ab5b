"""What happened, in words: a sentence for each event, as a person at the table would tell it."""

from collections.abc import Callable, Iterator
from typing import Any

from pitboss import law
from pitboss.cards import UNKNOWN, Card, show
from pitboss.games.pontoon.boxes import CONTROLS
from pitboss.games.pontoon.table import WAGER
from pitboss.law import REMEDIES, Because
from pitboss.money import Exact, dollars
from pitboss.play import Round, Step
from pitboss.play.acts import Act, Decide, Lapse, TakeBack
from pitboss.play.events import (
    Called,
    CardsCollected,
    CardsDealt,
    CardsTurned,
    CutMade,
    CutRefused,
    CuttingCardOut,
    Decided,
    Event,
    ExcessReturned,
    JackpotClaimed,
    OfferLapsed,
    RoundEnded,
    RoundVoided,
    Ruled,
    Seated,
    Settled,
    Shuffled,
    ShuffleDirected,
    WagerFound,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.play.mend import TAKE_BACK
from pitboss.play.needs import RACK, DecisionNeed
from pitboss.play.terms import spot_words
from pitboss.play.wager import Result, Settlement
from pitboss.report.places import area_of, hand_name, is_shared, nth_words, where_of
from pitboss.report.settled import settlement_words, stake_words


def phrase(name: str) -> str:
    """An option, a call or a rank at the head of a sentence: `Top up`, `No more bets`."""
    said = name.replace("-", " ")
    return said[:1].upper() + said[1:]


def exact_dollars(amount: Exact) -> str:
    """An exact amount of cents as dollars, to the fraction of a cent."""
    whole, rest = divmod(amount, 1)
    return dollars(int(whole)) + (f" and {rest} of a cent" if rest else "")


def paid_words(done: Settlement) -> str:
    """How a win came to be paid otherwise than exactly; nothing if it was not."""
    if done.result is not Result.WON or done.pays == done.exact:
        return ""
    how = "by the maximum payout" if done.cap is not None else "up to what chips can pay"
    return f"exactly {exact_dollars(done.exact)}, paid {dollars(done.pays)} {how}"


def _cards(cards: tuple[Card, ...]) -> str:
    known = [card for card in cards if card != UNKNOWN]
    if not known:
        return f"{len(cards)} cards"
    return show(cards)


def _dealt(round: Round, event: CardsDealt) -> str:
    """The cards that each hand got, and what it comes to where all of it lies face up."""
    if event.hands == (RACK,):
        return "A card is burned" + (f", {show(event.cards)}" if UNKNOWN not in event.cards else "")
    hands: dict[int, list[Card]] = {}
    for hand, card in zip(event.hands, event.cards, strict=True):
        hands.setdefault(hand, []).append(card)
    if len(event.cards) == 1 and is_shared(round):
        name = phrase(hand_name(round, event.hands[0]))
        return f"{name}{',' if ',' in name else ''} gets {show(event.cards)}{_comes_to(round, event.hands[0])}"
    return "Dealt: " + "; ".join(
        f"{hand_name(round, hand)} {show(cards)}{_comes_to(round, hand)}" for hand, cards in hands.items()
    )


def _comes_to(round: Round, hand: int) -> str:
    held = round.hands[hand]
    says = round.game.says(held) if is_shared(round) and held.all_up and len(held.cards) > 1 else ""
    return f" ({says})" if says else ""


def _turned(round: Round, event: CardsTurned) -> str:
    hand = round.hands[event.hand]
    if hand.kind == "community":
        return f"The community cards show {_cards(event.cards)}"
    says = round.game.says(hand, round.game.board(round))
    counted = f": {says}" if says else ""
    return f"{phrase(hand_name(round, event.hand))} shows {_cards(event.cards)}{counted}"


_DECIDES = {
    "pass": "not to double",
    "stay": "to stay on the first hand",
    "keep": "not to forfeit",
    "no insurance": "not to insure",
    "no surrender": "not to surrender",
}
"""What options come to whose names say too little alone."""
_LAPSES = {
    "pass": "the wager is not doubled",
    "stay": "the wager stays on the first hand",
    "keep": "the wager is not forfeited",
    "away": "the next player on the box decides",
}
"""What a lapse comes to, where the option taken for the player says too little."""


def _decided(before: Round, event: Decided, hand: int) -> str:
    """A decision; where a player may have several hands, for which of them, as they were when it was asked."""
    if event.option == CONTROLS:
        return f"{event.patron} calls the decisions of area {event.area}"
    option = event.option.replace("-", " ")
    nth = nth_words(before, hand) if option != "stay" else ""
    where = f", area {event.area}{nth}" if is_shared(before) else ""
    if event.lapsed:
        said = event.lapsed if event.lapsed == "refuses" else f"is {event.lapsed}"
        return f"{event.patron} {said}: {_LAPSES.get(option, option)}{where}"
    return f"{event.patron} decides {_DECIDES.get(option, f'to {option}')}{where}"


def _who(round: Round, name: str) -> str:
    """A person who acts, at the head of a sentence: a rank, or a player by name."""
    edition = round.game.rules.edition
    is_rank = name == "dealer" or name in edition.ranks or name in edition.rank_classes
    return f"The {name.replace('-', ' ')}" if is_rank else name


def _cut(round: Round, event: CutMade) -> str:
    who = _who(round, event.by)
    if event.purpose == "insert":
        return f"{who} puts the cutting card in, {event.at} from the back"
    return f"{who} cuts, {event.at} from the top"


def _shuffled(event: Shuffled) -> str:
    if law.DISCARDS_RETURN in event.because:
        return "The discards go back into the shuffling device"
    return "The cards are shuffled" + (f", the {event.deck} deck" if event.deck else "")


def _cutting_card(event: CuttingCardOut) -> str:
    if law.SHUFFLE_AT_FIRST_CARD in event.because:
        return "The cutting card comes out before the first card"
    return f"The cutting card comes out at {f'area {event.area}' if event.area else 'the dealer'}"


def _found(round: Round, event: WagerFound) -> str:
    wager = round.wagers[event.wager]
    return f"The dealer notices {wager.patron}'s {spot_words(wager.spot)}{where_of(round, event.wager)}: {event.words}"


def _handed_back(round: Round, event: WagerTakenBack) -> str:
    name = spot_words(round.wagers[event.wager].spot)
    return f"{stake_words(event.stake)} of {event.patron}'s {name}{where_of(round, event.wager)} goes back"


def _taken(round: Round, event: WagerTakenBack) -> str:
    name = spot_words(round.wagers[event.wager].spot)
    return f"the {name} of {stake_words(event.stake)}{where_of(round, event.wager)}"


def _takes_back(act: Act, event: WagerTakenBack) -> bool:
    """Whether a player takes a wager back, rather than being handed it back by the rules."""
    if isinstance(act, Decide):
        return act.patron == event.patron and act.option == TAKE_BACK
    return isinstance(act, TakeBack) and act.patron == event.patron


def _placed(round: Round, event: WagerPlaced) -> str:
    if event.spot == WAGER:
        return f"{event.patron} wagers {stake_words(event.stake)} on area {event.area}"
    where = area_of(round, event.wager)
    return f"{event.patron} puts {stake_words(event.stake)} on {spot_words(event.spot)}, {where}"


def _collected(round: Round, event: CardsCollected) -> str:
    """Cards of one deck are counted as they are collected; of several decks they are not."""
    name = hand_name(round, event.hand)
    if round.game.copies == 1:
        return f"The {event.cards} cards of {name} are counted and discarded"
    what = f"The {event.cards} cards of {name}{',' if ',' in name else ''} go"
    return f"{what if event.cards > 1 else f'The card of {name} goes'} to the discard rack"


_TELL: dict[type, Callable[[Round, Any], str]] = {
    WagerPlaced: _placed,
    WagerTakenBack: _handed_back,
    Shuffled: lambda _, e: _shuffled(e),
    CutMade: _cut,
    CutRefused: lambda _, e: f"{e.by} will not cut",
    CuttingCardOut: lambda _, e: _cutting_card(e),
    Seated: lambda _, e: f"{e.patron} sits down at area {e.area}" if e.area else f"{e.patron} gets up",
    Called: lambda _, e: f"The dealer calls: {e.says}",
    CardsDealt: _dealt,
    CardsTurned: _turned,
    Decided: lambda round, e: _decided(round, e, e.hand),
    OfferLapsed: lambda _, e: f"The {spot_words(e.offer)} that was not offered lapses",
    WagerFound: _found,
    CardsCollected: _collected,
    Settled: lambda round, e: settlement_words(round, e.settlement),
    JackpotClaimed: lambda _, e: f"{e.claim.patron} claims a jackpot prize with a {e.claim.line.replace('-', ' ')}",
    Ruled: lambda _, e: f"The {e.rank} rules: {e.option.replace('-', ' ')}",
    ShuffleDirected: lambda _, e: f"The {e.rank} has the cards shuffled: {e.reason}",
    RoundVoided: lambda _, e: f"The {e.rank} voids for {e.ground}",
    ExcessReturned: lambda _, e: f"{e.patron}'s wagers pass their loss limit: the {e.rank} gives back what is past it",
    RoundEnded: lambda _, __: "The round is over",
}


def tell(round: Round, event: Event) -> str:
    """Tell an event, the round being as it is just after."""
    return _TELL[type(event)](round, event)


def tell_step(before: Round, act: Act, step: Step) -> Iterator[tuple[str, Event]]:
    """Tell what an act led to, event by event; a decision names the hand that it was asked for."""
    need = before.need(act.need)
    for event in step.events:
        if isinstance(event, Decided) and isinstance(need, DecisionNeed):
            lapsed = event.lapsed or (act.reason if isinstance(act, Lapse) else "")
            hand = need.hand if event.hand < 0 else event.hand
            yield _decided(before, event._replace(lapsed=lapsed), hand), event
        elif isinstance(event, WagerTakenBack) and _takes_back(act, event):
            yield f"{event.patron} takes {_taken(step.round, event)} back", event
        else:
            yield tell(step.round, event), event


_ALWAYS = frozenset({WagerTakenBack, OfferLapsed, WagerFound, Ruled, RoundVoided, ExcessReturned, ShuffleDirected})
"""What moves money without settling a wager, or is ruled, whoever asks for it."""


def is_ruling(act: Act, event: Event) -> bool:
    """Whether an event moves money or decides something by the rules, beside settlements and claims: what goes back
    before the deal, a wager found wrong, what a person of rank rules, what the rules decide in a player's place, and
    how what went wrong is put right."""
    if isinstance(event, Decided):
        theirs = isinstance(act, Decide) and act.patron == event.patron
        return bool(event.lapsed) or not theirs or act.need.startswith("mend-") or _mends(event.because)
    if isinstance(event, Called):
        return _mends(event.because)
    return type(event) in _ALWAYS


def _mends(because: Because) -> bool:
    return any(ground in REMEDIES for ground in because)


def because_of(event: Event) -> Because:
    """The grounds of an event."""
    match event:
        case Settled(settlement):
            return settlement.because
        case JackpotClaimed(claim):
            return claim.because
        case _:
            return event.because
