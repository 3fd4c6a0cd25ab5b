"""A round in words as it goes, and as a JSON object when it is over. Neither names a card that lies face down."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards import UNKNOWN, Opening
from pitboss.play.codec import encode
from pitboss.play.events import (
    Called,
    CardsDealt,
    CutMade,
    Decided,
    Event,
    JackpotClaimed,
    RoundVoided,
    Ruled,
    Shuffled,
    WagerTakenBack,
)
from pitboss.play.game import Viewer
from pitboss.play.round import Round
from pitboss.play.view import HandView, view
from pitboss.report.decision import round_data
from pitboss.report.words import phrase


def words(event: Event) -> str:
    """What is said at the table when something happens; nothing where the felt shows it better."""
    match event:
        case Shuffled(deck=deck, commitment=commitment):
            which = f"the {deck} deck" if deck else "the cards"
            return f"The dealer shuffles {which}. Commitment:\n{commitment}"
        case CutMade(by=by, at=at):
            return f"The {by} cuts {at} cards deep."
        case Called(says=says):
            return f'Dealer: "{phrase(says)}."'
        case CardsDealt(cards=cards):
            return f"{len(cards)} {'card comes' if len(cards) == 1 else 'cards come'} out."
        case Decided(patron=patron, option=option, lapsed=lapsed):
            return f"{patron}: {option}{f' ({lapsed})' if lapsed else ''}."
        case WagerTakenBack(patron=patron):
            return f"{patron} takes a wager back."
        case JackpotClaimed(claim=claim):
            return f"{claim.patron} claims the jackpot: {claim.line.replace('-', ' ')}."
        case Ruled(rank=rank, option=option):
            return f"{phrase(rank)}: {option}."
        case RoundVoided(ground=ground):
            return f"The round is void: {ground}."
        case _:
            return ""


def _best_seen(hands: tuple[HandView, ...]) -> HandView:
    """A hand as that viewer sees it who sees most of it."""
    return min(hands, key=lambda hand: hand.cards.count(UNKNOWN))


def record(
    round: Round,
    *,
    viewers: tuple[Viewer, ...],
    bankrolls: Mapping[str, int],
    commitment: str,
    opening: Opening | None,
    holds: bool,
    is_chosen: bool,
) -> dict[str, Any]:
    """A round that is over, as plain data: what was decided, the hands, the bankrolls and the shuffle."""
    views = [view(round, viewer) for viewer in viewers]
    opened = {} if opening is None else {"seed": opening.seed.hex(), "cut": opening.cut, "verified": holds}
    return round_data(round) | {
        "practice": not round.game.terms.money,
        "hands": [encode(_best_seen(hands)._asdict()) for hands in zip(*(seen.hands for seen in views), strict=True)],
        "bankrolls_cents": dict(bankrolls),
        "shuffle": {"commitment": commitment, "chosen": is_chosen} | opened,
    }
