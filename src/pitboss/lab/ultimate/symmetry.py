"""Boards, flops and hole cards that differ only in the names of the suits, counted once.

Write the ranks in each suit as bits: of all the ways to name the suits, the one with these numbers in falling order
stands for the rest. A board has up to 24 names, a flop with two hole cards likewise.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]

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
def _masks(cards: Array) -> Array:
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


@njit(cache=True)
def _falls(masks: Array, suits: int) -> bool:
    falls = True
    for suit in range(1, suits):
        falls &= masks[suit] <= masks[suit - 1]
    return falls


@njit(cache=True)
def _names(masks: Array, suits: int) -> int:
    """In how many ways suits with these ranks can be named so that hands of cards differ."""
    ways = alike = 1
    for suit in range(1, suits):
        alike = alike + 1 if masks[suit] == masks[suit - 1] else 1
        ways = ways * (suit + 1) // alike
    return ways


@njit(cache=True)
def _write(cards: Array, place: Array) -> None:
    """Write cards down; an assignment of arrays would take seconds to compile, for words that it may have to say."""
    for spot in range(len(cards)):
        place[spot] = cards[spot]


@njit(cache=True)
def _boards(deck: Array, suits: int) -> tuple[Array, Array]:
    n = len(deck)
    boards = np.empty((200_000, 5), np.uint8)
    weights = np.empty(200_000, np.int64)
    found = 0
    board = np.empty(5, np.uint8)
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                for d in range(c + 1, n):
                    for e in range(d + 1, n):
                        board[0], board[1], board[2], board[3], board[4] = deck[a], deck[b], deck[c], deck[d], deck[e]
                        masks = _masks(board)
                        if _falls(masks, suits):
                            _write(board, boards[found])
                            weights[found] = _names(masks, suits)
                            found += 1
    return boards[:found].copy(), weights[:found].copy()


@njit(cache=True)
def suits_by(keys: Array, suits: int, names: Array) -> None:
    """Name the suits in falling order of their keys."""
    for suit in range(4):
        names[suit] = suit
    for suit in range(suits):
        place = 0
        for other in range(suits):
            if keys[other] > keys[suit] or (keys[other] == keys[suit] and other < suit):
                place += 1
        names[suit] = place


@njit(cache=True)
def renamed(card: int, names: Array) -> int:
    """A card with its suit named anew."""
    suit: int = names[card & 3]
    return (card & ~3) | suit


@njit(cache=True)
def _flops(deck: Array, suits: int) -> tuple[Array, Array, Array]:
    classes = np.full(FLOPS, -1, np.int16)
    names = np.zeros((FLOPS, 4), np.uint8)
    kinds = np.empty((2_000, 3), np.uint8)
    flop = np.empty(3, np.uint8)
    found = 0
    n = len(deck)
    for fresh in (True, False):  # the flops that stand for others come first, to be found by them
        for a in range(n):
            for b in range(a + 1, n):
                for c in range(b + 1, n):
                    flop[0], flop[1], flop[2] = deck[a], deck[b], deck[c]
                    place = flop_place(deck[a], deck[b], deck[c])
                    masks = _masks(flop)
                    suits_by(masks, suits, names[place])
                    if fresh and _falls(masks, suits):
                        classes[place] = found
                        _write(flop, kinds[found])
                        found += 1
                    elif not fresh and not _falls(masks, suits):
                        for spot in range(3):
                            flop[spot] = renamed(flop[spot], names[place])
                        low, high = min(flop[0], flop[1]), max(flop[0], flop[1])
                        low, middle = min(low, flop[2]), max(low, min(high, flop[2]))
                        classes[place] = classes[flop_place(low, middle, max(high, flop[2]))]
    return classes, names, kinds[:found].copy()


@njit(cache=True)
def _holes(deck: Array, suits: int, kinds: Array, pair_index: Array) -> tuple[Array, Array]:
    classes = np.zeros((len(kinds), PAIRS), np.uint32)
    example = np.empty((1_300_000, 2), np.int32)
    found = 0
    names = np.empty(4, np.uint8)
    for kind in range(len(kinds)):
        ranks = _masks(kinds[kind])
        live = np.array([card for card in deck if not (ranks[card & 3] >> (card >> 2)) & 1])
        for fresh in (True, False):
            for i in range(len(live)):
                for j in range(i):
                    a, b = live[j], live[i]
                    keys = ranks << 13
                    keys[a & 3] |= 1 << (a >> 2)
                    keys[b & 3] |= 1 << (b >> 2)
                    suits_by(keys, suits, names)
                    stands = pair_index[renamed(a, names), renamed(b, names)]
                    if fresh and stands == pair_index[a, b]:
                        classes[kind, stands] = found
                        example[found, 0], example[found, 1] = kind, stands
                        found += 1
                    elif not fresh:
                        classes[kind, pair_index[a, b]] = classes[kind, stands]
    return classes, example[:found].copy()


@cache
def symmetry(ranks: tuple[int, ...] = FULL_DECK[0], suits: int = FULL_DECK[1]) -> Symmetry:
    """Sort out a deck, by default the full one; tests count short ones by hand."""
    deck = np.array([4 * rank + suit for rank in ranks for suit in range(suits)], np.uint8)
    pair_index = np.zeros((52, 52), np.uint16)
    for high in range(52):
        for low in range(high):
            pair_index[low, high] = pair_index[high, low] = high * (high - 1) // 2 + low
    boards, weights = _boards(deck, suits)
    flop_class, flop_suits, flops = _flops(deck, suits)
    hole_class, example = _holes(deck, suits, flops, pair_index)
    return Symmetry(deck, boards, weights, pair_index, flop_class, flop_suits, hole_class, flops, example)


@cache
def pairs() -> Array:
    """The two cards of each place among all pairs."""
    return np.array([(low, high) for high in range(52) for low in range(high)], np.uint8)
