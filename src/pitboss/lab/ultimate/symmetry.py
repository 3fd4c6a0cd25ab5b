"""Boards, flops and hole cards that differ only in the names of the suits, counted once.

Write the ranks in each suit as bits: of all the ways to name the suits, the one with these numbers in falling order
stands for the rest. A board has up to 24 names, a flop with two hole cards likewise.
"""

from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.arrays import EMPTY, SHIFTS, Array, add_card, copies, suits_of

FULL_DECK = (tuple(range(13)), 4)
PAIRS = 52 * 51 // 2
FLOPS = 52 * 51 * 50 // 6


class Symmetry(NamedTuple):
    """A deck with its boards, its flops, and the classes of flop with hole cards, each counted once."""

    deck: Array
    boards: Array
    """One board of each kind, five cards a row."""
    weights: Array
    """How many boards each stands for."""
    pair_index: Array
    """By two cards: their place among all pairs of cards."""
    flop_class: Array
    """By place among all sets of three cards: the kind of flop, or -1 where a card is not in the deck."""
    flop_suits: Array
    """By the same place: what each suit is called in the flop that stands for it."""
    hole_class: Array
    """By kind of flop and place of two hole cards: the class of both together."""
    flops: Array
    """One flop of each kind."""
    example: Array
    """By class: a kind of flop and the place of a pair of hole cards."""


@njit(cache=True)
def flop_place(a: Any, b: Any, c: Any) -> Any:
    """The place of three cards in rising order among all sets of three."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@njit(cache=True)
def rename_suit(card: int, names: Array) -> int:
    """A card with its suit named anew."""
    return (card & ~3) | names[card & 3]


def _ranks_by_suit(cards: Array) -> Array:
    """By suit, for each row of cards: their ranks as bits."""
    return np.stack([np.where((cards & 3) == suit, 1 << (cards >> 2), 0).sum(axis=1) for suit in range(4)])


def _name_suits(keys: Array) -> Array:
    """What each suit is called: its place in falling order of the keys, equal ones as they come."""
    names = np.zeros(keys.shape, np.uint8)
    for suit, other in permutations(range(4), 2):
        names[suit] += keys[other] >= keys[suit] if other < suit else keys[other] > keys[suit]
    return names


def _cards(hands: Array, size: int) -> Array:
    """The cards of each hand in rising order."""
    held = suits_of(hands)[:, None, :] >> np.arange(13)[:, None] & 1
    return held.reshape(len(hands), 52).nonzero()[1].reshape(-1, size).astype(np.uint8)


@cache
def symmetry(ranks: tuple[int, ...] = FULL_DECK[0], suits: int = FULL_DECK[1]) -> Symmetry:
    """Group the boards, flops and hole cards of a deck, by default the full one; tests count short decks by hand."""
    deck = np.array([4 * rank + suit for rank in ranks for suit in range(suits)], np.uint8)
    boards = EMPTY
    for _ in range(5):
        boards = add_card(boards, SHIFTS[deck & 3] + (deck >> 2)).hands
    dealt = np.array(list(combinations(deck.tolist(), 3)), np.int64)
    held = _ranks_by_suit(dealt)
    names = _name_suits(held)
    kinds, kind = np.unique((-np.sort(-held, axis=0) << SHIFTS[:, None]).sum(axis=0), return_inverse=True)
    place = flop_place(*dealt.T)
    flop_class, flop_suits = np.full(FLOPS, -1, np.int16), np.zeros((FLOPS, 4), np.uint8)
    flop_class[place], flop_suits[place] = kind, names.T
    flops, pair_index = _cards(kinds, 3), np.zeros((52, 52), np.uint16)
    low, high = pairs().T
    pair_index[low, high] = pair_index[high, low] = np.arange(PAIRS)
    hole_class, example = _hole_classes(deck, flops, pair_index)
    return Symmetry(
        deck, _cards(boards, 5), copies(boards, suits), pair_index, flop_class, flop_suits, hole_class, flops, example
    )


def _hole_classes(deck: Array, flops: Array, pair_index: Array) -> tuple[Array, Array]:
    """By kind of flop and place of two hole cards: their class; and by class: one such."""
    on_flop, in_hole = (_ranks_by_suit(cards.astype(np.int32)) for cards in (flops, pairs()))
    keys = on_flop[:, :, None] << 13 | in_hole[:, None, :]
    names = _name_suits(keys)
    first, second = (card & ~3 | names[card & 3, :, np.arange(PAIRS)].T for card in pairs().T.astype(np.int64))
    stands_for = pair_index[first, second]
    live = np.isin(pairs(), deck).all(axis=1) & ~(on_flop[:, :, None] & in_hole[:, None, :]).any(axis=0)
    is_example = live & (stands_for == np.arange(PAIRS))
    numbers = np.cumsum(is_example).reshape(live.shape) - 1
    classes = np.where(live, np.take_along_axis(numbers, stands_for.astype(np.int64), axis=1), 0)
    return classes.astype(np.uint32), np.ascontiguousarray(np.argwhere(is_example), np.int32)


@cache
def pairs() -> Array:
    """The two cards of each place among all pairs."""
    return np.array([(low, high) for high in range(52) for low in range(high)], np.uint8)
