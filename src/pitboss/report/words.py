"""What happened, in words: a sentence for each event, as a person at the table would tell it."""

from collections.abc import Callable
from typing import Any

from pitboss.cards import UNKNOWN, Card, show
from pitboss.law import Because
from pitboss.money import Exact, Stake, dollars
from pitboss.play import Round, refusal
from pitboss.play.acts import Call
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
    JackpotClaimed,
    RoundEnded,
    RoundVoided,
    Ruled,
    Seated,
    Settled,
    Shuffled,
    WagerFound,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.needs import RACK, CallNeed, CardsNeed, TurnNeed, WagersNeed
from pitboss.play.terms import spot_words
from pitboss.play.wager import Result, Settlement


def stake_words(stake: Stake) -> str:
    """A stake as it is said: chips, and tokens by name."""
    if not stake.tokens_cents:
        return dollars(stake.cents)
    tokens = f"{dollars(stake.tokens_cents)} in tokens"
    return tokens if not stake.chips_cents else f"{dollars(stake.chips_cents)} and {tokens}"


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


def waiting_words(round: Round) -> str:
    """What a round that is not over waits for, and what a record would say about it."""
    needs = round.needs
    waits = ", ".join(need[0].replace("-", " ") for need in needs)
    if any(isinstance(need, CardsNeed | TurnNeed) for need in needs):
        return f"{waits}; write ?? for a card that nobody saw"
    if any(isinstance(need, WagersNeed) for need in needs) and not any(isinstance(need, CallNeed) for need in needs):
        no = refusal(round, Call("no-more-bets"))
        return f"{waits}. {no.words.removesuffix('.')}" if no is not None else waits
    return waits


def settlement_words(done: Settlement) -> str:
    """What became of a wager, with the amounts."""
    what = f"{done.patron}'s {spot_words(done.spot)} of {stake_words(done.stake)}"
    match done.result:
        case Result.WON:
            kept = f", and the dealer keeps {stake_words(done.taken)}" if done.taken.pieces else ""
            return f"{what} wins {dollars(done.pays)} at {done.odds}{kept}"
        case Result.LOST:
            return f"{what} loses"
        case Result.STOOD_OFF:
            return f"{what} stands off and goes back"
        case Result.CLAIM:
            return f"{what} goes to the jackpot, which the hand claims"
        case Result.CARRIED:
            return f"{what} stays for the next round"
        case Result.RESTORED:
            return f"{stake_words(done.returned)} taken from {done.patron}'s {spot_words(done.spot)} goes back"
        case Result.VOID:
            return f"{what} is void and goes back"
        case Result.RETURNED:
            return f"{what} goes back"
        case Result.BONUS:
            return f"{done.patron} is paid a bonus of {dollars(done.pays)}"


def _cards(cards: tuple[Card, ...]) -> str:
    known = [card for card in cards if card != UNKNOWN]
    if not known:
        return f"{len(cards)} cards"
    return show(cards)


def _hand_name(round: Round, hand: int) -> str:
    if hand == RACK:
        return "the discard rack"
    held = round.hands[hand]
    return f"the {held.kind}" if held.area == HOUSE_AREA else f"area {held.area}"


def _dealt(round: Round, event: CardsDealt) -> str:
    hands: dict[int, list[Card]] = {}
    for hand, card in zip(event.hands, event.cards, strict=True):
        hands.setdefault(hand, []).append(card)
    return "Dealt: " + "; ".join(f"{_hand_name(round, hand)} {show(cards)}" for hand, cards in hands.items())


def _turned(round: Round, event: CardsTurned) -> str:
    hand = round.hands[event.hand]
    if hand.kind == "community":
        return f"The community cards show {_cards(event.cards)}"
    says = round.game.says(hand, round.game.board(round))
    counted = f": {says}" if says else ""
    return f"{phrase(_hand_name(round, event.hand))} shows {_cards(event.cards)}{counted}"


def _decided(event: Decided) -> str:
    if event.lapsed:
        return f"{event.patron} {event.lapsed if event.lapsed == 'refuses' else 'is ' + event.lapsed}: {event.option}"
    return f"{event.patron} decides to {event.option.replace('-', ' ')}"


def _cut(event: CutMade) -> str:
    who = event.by if event.by[:1].isupper() else f"The {event.by.replace('-', ' ')}"
    if event.purpose == "insert":
        return f"{who} puts the cutting card in, {event.at} from the back"
    return f"{who} cuts, {event.at} from the top"


_TELL: dict[type, Callable[[Round, Any], str]] = {
    WagerPlaced: lambda _, e: f"{e.patron} puts {stake_words(e.stake)} on {spot_words(e.spot)}, area {e.area}",
    WagerTakenBack: lambda _, e: f"{e.patron} takes {stake_words(e.stake)} back",
    Shuffled: lambda _, e: "The cards are shuffled" + (f", the {e.deck} deck" if e.deck else ""),
    CutMade: lambda _, e: _cut(e),
    CutRefused: lambda _, e: f"{e.by} will not cut",
    CuttingCardOut: lambda _, e: f"The cutting card comes out at {f'area {e.area}' if e.area else 'the dealer'}",
    Seated: lambda _, e: f"{e.patron} sits down at area {e.area}" if e.area else f"{e.patron} gets up",
    Called: lambda _, e: f"The dealer calls: {e.says}",
    CardsDealt: _dealt,
    CardsTurned: _turned,
    Decided: lambda _, e: _decided(e),
    WagerFound: lambda _, e: f"The dealer notices: {e.words}",
    CardsCollected: lambda round, e: f"The {e.cards} cards of {_hand_name(round, e.hand)} are counted and discarded",
    Settled: lambda _, e: settlement_words(e.settlement),
    JackpotClaimed: lambda _, e: f"{e.claim.patron} claims a jackpot prize with a {e.claim.line.replace('-', ' ')}",
    Ruled: lambda _, e: f"The {e.rank} rules: {e.option.replace('-', ' ')}",
    RoundVoided: lambda _, e: f"The {e.rank} voids for {e.ground}",
    RoundEnded: lambda _, __: "The round is over",
}


def tell(round: Round, event: Event) -> str:
    """Tell an event, the round being as it is just after."""
    return _TELL[type(event)](round, event)


def because_of(event: Event) -> Because:
    """The grounds of an event."""
    match event:
        case Settled(settlement):
            return settlement.because
        case JackpotClaimed(claim):
            return claim.because
        case _:
            return event.because
