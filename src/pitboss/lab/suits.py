"""Hands that differ only by a change of suits are one: a hand is written as the ranks it holds in each suit.

Thirteen bits a suit, the suits in falling order of their ranks, make a number that is the same for all such hands.
"""

from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
SHIFTS: Numbers = np.array([39, 26, 13, 0], dtype=np.int64)
SUIT = (1 << 13) - 1
EMPTY: Numbers = np.zeros(1, dtype=np.int64)


class Larger(NamedTuple):
    """The different hands one card larger, and which of them each card that is still out makes of each hand."""

    hands: Numbers
    next: Numbers


def suits_of(hands: Numbers) -> Numbers:
    """The ranks of each hand in its four suits, as bits."""
    suits: Numbers = (hands[..., None] >> SHIFTS) & SUIT
    return suits


def with_each_card(hands: Numbers) -> Numbers:
    """The suits of each hand with each of the cards that it does not hold: a row a hand, a column a card."""
    bits = 1 << np.arange(52, dtype=np.int64)
    out = (hands[:, None] & bits) == 0
    return suits_of((hands[:, None] | bits)[out].reshape(len(hands), -1))


def add_card(hands: Numbers) -> Larger:
    """Deal one more card to each hand in every way."""
    suits = -np.sort(-with_each_card(hands), axis=-1)
    larger, place = np.unique((suits << SHIFTS).sum(axis=-1), return_inverse=True)
    return Larger(larger, place.reshape(len(hands), -1))


def copies(hands: Numbers) -> Numbers:
    """How many hands of real cards each stands for: 24 ways to name the suits, fewer where suits hold the same."""
    suits = suits_of(hands)
    alike = [(suits[:, : place + 1] == suits[:, place, None]).sum(axis=1) for place in range(4)]
    counts: Numbers = factorial(4) // np.prod(alike, axis=0)
    return counts
