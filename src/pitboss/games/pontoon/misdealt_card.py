"""The card that was dealt in error (17.2 to 17.4): it lies beside the hands, and is the next card of the round."""

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.play.events import CardsDealt
from pitboss.play.round import OFFERED, Draft, Round
from pitboss.play.wager import Hand
from pitboss.value import replace


def offered_card(round: Round | Draft) -> Card | None:
    """The card that is to be offered as the next one, if a card was dealt in error."""
    return next((aside.card for aside in round.mishaps.aside if aside.place == OFFERED), None)


def give_card(draft: Draft, hand: Hand, because: Because) -> Hand:
    """Lay the misdealt card face up at a hand, as its next card; it is out of the shoe already."""
    lying = next(aside for aside in draft.mishaps.aside if aside.place == OFFERED)
    others = list(draft.mishaps.aside)
    others.remove(lying)
    draft.mishaps = replace(draft.mishaps, aside=tuple(others))
    draft.events.append(CardsDealt((hand.id,), (lying.card,), because))
    return draft.set_hand(replace(hand, cards=(*hand.cards, lying.card), up=hand.up | 1 << len(hand.cards)))
