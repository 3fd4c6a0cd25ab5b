"""Cards and hands as numbers in arrays.

Hands that differ only by a change of suits are one: a hand is written as the ranks it holds in each suit. Thirteen
bits a suit, the suits in falling order of their ranks, make a number that is the same for all such hands. The 7,462
different hands of five cards are numbered in the engine's own order (`best_hand`), so that what is counted here is what
is paid there.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import PokerHand, best_hand
from pitboss.cards.card import CARDS

Array = NDArray[Any]
SHIFTS: Array = np.array([39, 26, 13, 0], dtype=np.int64)
SUIT = (1 << 13) - 1
EMPTY: Array = np.zeros(1, dtype=np.int64)
FULL_DECK: Array = np.arange(52, dtype=np.int64)
"""The cards as places of their bits in such a number."""


class LargerHands(NamedTuple):
    """The different hands one card larger, and which of them each card that is still out makes of each hand."""

    hands: Array
    next: Array


def suits_of(hands: Array) -> Array:
    """The ranks of each hand in its four suits, as bits."""
    return (hands[..., None] >> SHIFTS) & SUIT


def with_each_card(hands: Array, deck: Array = FULL_DECK) -> Array:
    """The suits of each hand with each of the cards that it does not hold: a row a hand, a column a card."""
    bits = 1 << deck
    out = (hands[:, None] & bits) == 0
    return suits_of((hands[:, None] | bits)[out].reshape(len(hands), -1))


def add_card(hands: Array, deck: Array = FULL_DECK) -> LargerHands:
    """Deal one more card to each hand in every way."""
    suits = -np.sort(-with_each_card(hands, deck), axis=-1)
    larger, place = np.unique((suits << SHIFTS).sum(axis=-1), return_inverse=True)
    return LargerHands(larger, place.reshape(len(hands), -1))


def copies(hands: Array, suits: int = 4) -> Array:
    """How many hands of real cards each stands for: 24 ways to name four suits, fewer where suits hold the same."""
    held = suits_of(hands)
    alike = [(held[:, : place + 1] == held[:, place, None]).sum(axis=1) for place in range(suits)]
    return factorial(suits) // np.prod(alike, axis=0)


@cache
def straights() -> Array:
    """For each set of ranks whether five of it are in a row, the ace high or low."""
    ranks = np.arange(1 << 13)
    low = ranks << 1 | ranks >> 12
    return np.logical_or.reduce([(low >> start & 31) == 31 for start in range(10)])


class FiveCards(NamedTuple):
    """Every different hand of five cards, lowest first, whose place is its value; and the values by ranks in rising
    order, of cards that are not all of one suit and of those that are."""

    hands: tuple[PokerHand, ...]
    mixed: dict[tuple[int, ...], int]
    suited: dict[tuple[int, ...], int]


@cache
def five_cards() -> FiveCards:
    """Value the hands by asking the engine to read one of each."""
    rising = [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]
    # The suits in turn: so equal ranks differ, and not all cards are of one suit.
    mixed = {ranks: best_hand([CARDS[4 * rank + place % 4] for place, rank in enumerate(ranks)]) for ranks in rising}
    suited = {ranks: best_hand([CARDS[4 * rank] for rank in ranks]) for ranks in combinations(range(13), 5)}
    hands = tuple(sorted({*mixed.values(), *suited.values()}))
    value = {hand: place for place, hand in enumerate(hands)}
    values = ({ranks: value[hand] for ranks, hand in read.items()} for read in (mixed, suited))
    return FiveCards(hands, *cast(Iterator[dict[tuple[int, ...], int]], values))


@cache
def categories() -> Array:
    """By value: the category of the hand."""
    return np.array([hand.category for hand in five_cards().hands], np.uint8)


def floor_of(least: PokerHand) -> int:
    """The lowest value of the hands that are no lower than one."""
    return bisect_left(five_cards().hands, least)
