"""Mississippi Stud counted: the different hands of two, three and four cards, and what the next card makes of them.

No pay table is needed for it, so that a change of one only changes what the ends are worth.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.cards import Category
from pitboss.cards.card import RANKS
from pitboss.lab.suits import EMPTY, SUIT, Numbers, add_card, copies, with_each_card

PAIRS = tuple(f"pair-of-{rank}" for rank in RANKS)
ENDS = (*(category.line for category in Category), *PAIRS)
"""How a hand of five may end: its kind, a pair by its rank (the kind `pair` itself stays empty)."""


class Counts(NamedTuple):
    """The hands that differ at each street, as `suits.py` writes them, with the steps between them.

    `third[h, c]` is the hand of three cards that the c-th card out makes of the hand h of two, `fourth` likewise, and
    `ends[h, e]` counts the 48 last cards that bring a hand of four to an end.
    """

    two: Numbers
    three: Numbers
    four: Numbers
    third: Numbers
    fourth: Numbers
    ends: Numbers
    copies: Numbers
    """How many of the 1,326 pairs of hole cards each hand of two stands for."""


@cache
def count() -> Counts:
    """Count the game."""
    one = add_card(EMPTY).hands
    two = add_card(one).hands
    three, third = add_card(two)
    four, fourth = add_card(three)
    return Counts(two, three, four, third, fourth, _ends(four), copies(two))


def _ends(four: Numbers) -> Numbers:
    ends = end_of(with_each_card(four))
    cells = ends + len(ENDS) * np.arange(len(four))[:, None]
    counted: Numbers = np.bincount(cells.ravel(), minlength=len(ENDS) * len(four)).reshape(len(four), -1)
    return counted


def end_of(suits: Numbers) -> Numbers:
    """The end that five cards make, for many hands at once, from their ranks in the four suits."""
    suits = np.moveaxis(suits, -1, 0).astype(np.uint16, order="C")  # thirteen bits each: small numbers are quick
    once = twice = thrice = four = np.zeros_like(suits[0])
    for suit in suits:
        four = four | (thrice & suit)
        thrice = thrice | (twice & suit)
        twice = twice | (once & suit)
        once = once | suit
    flush = (np.bitwise_count(suits) == 5).any(axis=0)
    straight = _straights()[once]
    end = np.full(once.shape, int(Category.HIGH_CARD), dtype=np.int64)
    kinds = (
        (np.bitwise_count(twice) == 2, Category.TWO_PAIR),
        (thrice > 0, Category.THREE_OF_A_KIND),
        ((thrice > 0) & (twice != thrice), Category.FULL_HOUSE),
        (four > 0, Category.FOUR_OF_A_KIND),
        (straight, Category.STRAIGHT),
        (flush, Category.FLUSH),
        (flush & straight, Category.STRAIGHT_FLUSH),
        (flush & (once == SUIT >> 8 << 8), Category.ROYAL_FLUSH),
    )
    for is_so, category in kinds:
        end[is_so] = category
    pair = (end == Category.HIGH_CARD) & (twice > 0)
    end[pair] = len(Category) + np.bitwise_count(twice[pair] - 1)
    return end


@cache
def _straights() -> Numbers:
    """For each set of ranks whether it is five in a row, the ace high or low."""
    runs = np.zeros(1 << 13, dtype=bool)
    for high in range(4, 13):
        runs[0b11111 << (high - 4)] = True
    runs[1 << 12 | 0b1111] = True
    return runs
