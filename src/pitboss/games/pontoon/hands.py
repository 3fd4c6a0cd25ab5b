"""What happens to a hand in play: it gets a card, or goes bust."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon.boxes import stand_to_limits
from pitboss.games.pontoon.offers import insurance_falls
from pitboss.games.pontoon.words import BUST, ON_HAND
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.needs import CardsNeed, Slot

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

SPLIT_HAND = "split"
"""The kind of a hand that was made by splitting."""
_BUST: Because = (law.CARD_VALUES, law.BUST_LOSES)


def await_card(draft: Draft, hand: Hand) -> None:
    """Ask for the next card of a hand, which lies face up."""
    draft.await_cards(CardsNeed(f"card-{hand.id}", (Slot(hand.id, hand.area, True),)))


def bust(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Take every wager on a hand over 21, and its cards."""
    stand_to_limits(game, draft, hand.area)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in ON_HAND and wager.left.pieces:
            draft.lose(wager, _BUST)
    insurance_falls(game, draft, hand.area)
    draft.collect(draft.hands[hand.id], BUST, (law.BUST_LOSES,))
