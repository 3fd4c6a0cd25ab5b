"""A round in words as it goes. Nothing here names a card that lies face down."""

from rich.text import Text

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.cli.draw import names
from pitboss.cli.layout import hand_name, hand_place, people
from pitboss.law import Because, Key
from pitboss.play.acts import Act, Decide, Lapse
from pitboss.play.events import (
    Called,
    CardsDealt,
    CutMade,
    CutRefused,
    CuttingCardOut,
    Decided,
    Event,
    ExcessReturned,
    JackpotClaimed,
    RoundVoided,
    Ruled,
    Seated,
    Settled,
    Shuffled,
    ShuffleDirected,
    WagerTakenBack,
)
from pitboss.play.game import PUBLIC
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.needs import RACK, DecisionNeed
from pitboss.play.round import Round
from pitboss.play.view import view
from pitboss.report.settled import settlement_words, stake_words
from pitboss.report.words import phrase

_SHUFFLES: dict[Key, str] = {
    law.DISCARDS_RETURN: "The discards go back into the device, which shuffles all but the cards on the table.",
    law.EMPTY_SHOE: "No card is left: the dealer shuffles the discards, and the round goes on.",
}


def words(round: Round, event: Event, act: Act) -> Text | str:
    """What is said at the table when something happens, the round being as it is then; mostly the felt shows it."""
    match event:
        case Shuffled(deck=deck, commitment=commitment, because=because):
            return f"{_shuffle(deck, because)} Commitment:\n{commitment}"
        case CardsDealt(hands=hands, cards=cards):
            return _dealt(round, hands, len(cards))
        case Decided():
            return _decided(event, act)
        case Settled(settlement=settlement):
            return "" if round.is_over else f"{settlement_words(round, settlement)}."
        case WagerTakenBack(patron=patron, stake=stake):
            return f"{stake_words(stake)} goes back to {patron}."
        case JackpotClaimed(claim=claim):
            return f"{claim.patron} claims the jackpot: {claim.line.replace('-', ' ')}."
        case _:
            return _said(event) or _cards_said(event)


def _decided(event: Decided, act: Act) -> str:
    """A decision with what it takes; of a shared area, who calls its decisions."""
    if not isinstance(act, Decide | Lapse):
        return f"{event.patron} calls the decisions on area {event.area}."
    staked = f" {stake_words(act.stake)}" if isinstance(act, Decide) and act.stake.pieces else ""
    return f"{event.patron}: {event.option.replace('-', ' ')}{staked}{f' ({event.lapsed})' if event.lapsed else ''}."


def _said(event: Event) -> str:
    """What somebody says, or does for all to see."""
    match event:
        case Called(says=says):
            return f'Dealer: "{phrase(says)}."'
        case Seated(patron=patron, area=area):
            return f"{patron} sits down at area {area}." if area else ""
        case Ruled(rank=rank, option=option):
            return f"{phrase(rank)}: {option}."
        case ExcessReturned(patron=patron):
            return f"{patron}'s wagers pass their loss limit: what is past it goes back."
        case ShuffleDirected(rank=rank, reason=reason):
            return f"The {rank} has the cards shuffled: {reason}."
        case RoundVoided(ground=ground):
            return f"The round is void: {ground}."
        case _:
            return ""


def _cards_said(event: Event) -> str:
    """What is done with the cards before they are dealt."""
    match event:
        case CutMade(by=by, at=at, purpose="insert"):
            return f"{_who(by)} puts the cutting card in, {_count(at)} from the back."
        case CutMade(by=by, at=at):
            return f"{_who(by)} cuts {_count(at)} deep."
        case CutRefused(by=by):
            return f"{by} does not cut: the cards are offered on."
        case CuttingCardOut(because=because) if law.SHUFFLE_AT_FIRST_CARD in because:
            return "The cutting card comes out before the first card"
        case CuttingCardOut(area=area):
            return f"The cutting card comes out at {f'area {area}' if area else 'the dealer'}: the shoe's last round"
        case _:
            return ""


def _count(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def _who(by: str) -> str:
    return f"The {by.replace('-', ' ')}" if by in ("dealer", "casino-supervisor") else by


def _shuffle(deck: str, because: Because) -> str:
    for key, said in _SHUFFLES.items():
        if key in because:
            return said
    return f"The dealer shuffles {f'the {deck} deck' if deck else 'the cards'}."


def _dealt(round: Round, hands: tuple[int, ...], count: int) -> Text | str:
    """Cards that come out: one that lies up is named, with the total that the dealer announces."""
    if hands == (RACK,):
        return "The first card is burned."
    hand = view(round, PUBLIC).hands[hands[0]]
    if count > 1 or not hand.cards or hand.cards[-1] == UNKNOWN:
        return f"{count} {'card comes' if count == 1 else 'cards come'} out."
    verb = "draws" if hand.area == HOUSE_AREA else "gets"
    text = Text(f"{hand_name(round, hand.id)} {verb} ").append_text(names(hand.cards[-1:]))
    return text.append(f': "{phrase(hand.says)}."' if hand.says else ".")


def announcement(round: Round, need: DecisionNeed) -> str:
    """What the dealer announces when a player is to act: the total of a hand that lies up for all."""
    says = view(round, PUBLIC).hands[need.hand].says if need.hand > 0 else ""
    if not says:
        return ""
    place = hand_place(round, need.hand)
    who = next(iter(people(round, need.area)), f"area {need.area}")
    return f'Dealer: "{who}, {f"{place} hand, " if place else ""}{says}."'
