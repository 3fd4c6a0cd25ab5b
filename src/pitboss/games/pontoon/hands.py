"""What happens to a hand in play: it gets a card, goes bust, has its wagers cut to the limits they should have kept."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon.boxes import note_short, shared_because, shares
from pitboss.games.pontoon.offers import insurance_falls
from pitboss.games.pontoon.words import BASE, BUST, DOUBLE, INSURANCE, ON_HAND, WAGER
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.needs import CardsNeed, Slot
from pitboss.play.wager import Wager

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
    stand_to_limits(game, draft, hand)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in ON_HAND and wager.left.pieces:
            draft.lose(wager, _BUST)
    insurance_falls(game, draft, hand.area)
    draft.collect(draft.hands[hand.id], BUST, (law.BUST_LOSES,))


def stand_to_limits(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Look at wagers that went down unnoticed: what is over the maximum goes back, what is short stands (6.2, 6.3)."""
    unseen = [w.id for w in draft.wagers if w.unnoticed and w.area == hand.area and w.spot == WAGER]
    if unseen:
        cut_area(game, draft, hand.area)
        for number in unseen:
            note_short(game, draft, draft.wagers[number])


def cut_area(game: "Pontoon", draft: Draft, area: int) -> None:
    """Cut the initial wagers of an area to their shares of its maximum, and what was added to each to its measure."""
    initial = {number: draft.wagers[number].left.cents for number in shares(game, draft, area)}
    because = shared_because(game, len(initial))
    for number, cents in shares(game, draft, area).items():
        if cents < initial[number]:
            patron = draft.wagers[number].patron
            draft.cut_to(draft.wagers[number], cents, because)
            for wager in draft.wagers:
                if wager.patron == patron and wager.area == area and wager.id != number:
                    _cut_added(game, draft, wager, cents, because)


def _cut_added(game: "Pontoon", draft: Draft, wager: Wager, cents: int, because: Because) -> None:
    """Cut what was added to a wager that is cut: a double or a split to as much, insurance to half."""
    if wager.spot in BASE or wager.spot == DOUBLE:
        draft.cut_to(wager, cents, because)
    elif wager.spot == INSURANCE:
        draft.cut_to(wager, game.payable_up_to(int(cents * game.figures.insured_share)), because)
