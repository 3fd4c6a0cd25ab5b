"""Strategies for Caribbean Stud that look at the hand and the rank of the up card, and at no suits."""

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from pitboss.cards import Category, PokerHand
from pitboss.cards.poker import ACE, KING
from pitboss.lab.fivecards import hand_tables
from pitboss.lab.suits import Numbers

JACK, QUEEN = 9, 10
Decide = Callable[[PokerHand, int], bool]
"""By the hand and the rank of the up card, whether to bet."""
ACE_KING = PokerHand(Category.HIGH_CARD, (ACE, KING))
ACE_KING_JACK_8_3 = PokerHand(Category.HIGH_CARD, (ACE, KING, JACK, 6, 1))
PAIR = PokerHand(Category.PAIR, (0,))

UP_CARD_RULES = (
    ("bet", "a pair or better"),
    ("bet", "A-K with a queen or a jack, against an ace or a king"),
    ("bet", "A-K, when the up card is a queen or lower and you hold its rank"),
    ("bet", "A-K-Q, when the up card is lower than your fourth card"),
    ("fold", "all else"),
)


def by_up_card(hand: PokerHand, up: int) -> bool:
    """Bet on a pair, fold below ace-king, and let the up card decide between."""
    if hand >= PAIR or hand < ACE_KING:
        return hand >= PAIR
    third, fourth = hand.ranks[2], hand.ranks[3]
    if up >= KING:
        return third in (QUEEN, JACK)
    return up in hand.ranks or (third == QUEEN and up < fourth)


DECIDE: Mapping[str, Decide] = {
    "up-card": by_up_card,
    "ace-king-jack-8-3": lambda hand, _: hand >= ACE_KING_JACK_8_3,
    "pairs": lambda hand, _: hand >= PAIR,
    "bet-all": lambda hand, _: True,
}


def bets_by(decide: Decide) -> Numbers:
    """For each hand and each rank of the up card whether a way of deciding bets."""
    return np.array([[decide(hand, up) for up in range(13)] for hand in hand_tables().hands])


@cache
def bets(strategy: str) -> Numbers:
    """For each hand and each rank of the up card whether a strategy bets."""
    return bets_by(DECIDE[strategy])
