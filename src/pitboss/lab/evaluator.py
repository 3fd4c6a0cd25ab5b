"""The value of five to seven cards in a few nanoseconds: a number from 0 to 7,461, higher for the better hand.

Every rank has a key such that the sum of the keys of up to seven cards tells which ranks they are, low ranks (two to
eight) and high ranks (nine to ace) apart. A table turns each sum into a number, and the two numbers add up to the
place of the ranks in the table of values, which has no gaps. Suits are counted in the same addition; where five cards
share one, the flush is looked up by its set of ranks. All tables are worked out when they are first asked for, from the
engine's own reading of five cards.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array, five_cards

LOW_RANKS, HIGH_RANKS = range(7), range(7, 13)
KEYS = (1, 5, 24, 112, 521, 2247, 9244, 1, 5, 24, 112, 521, 2247)
"""By rank: the smallest keys whose sums differ for any seven cards of one half, at most four of a rank."""
MOST_CARDS, COPIES = 7, 4
# Everything in a key is unsigned: an index that may be negative is checked for it, which costs half the speed.
HALF_BITS, SUIT_BITS, HALF = np.uint64(16), np.uint64(32), np.uint64(0xFFFF)
# Each suit has four bits; counting from three, the top bit is set by the fifth card.
SUIT_START = np.uint64(0x3333 << 32)
FLUSH_BITS = np.uint64(0x8888 << 32)
CLASSES = 7_462
"""How many hands of five cards are told apart."""


class Tables(NamedTuple):
    """The tables in which hands of one number of cards are looked up."""

    keys: Array
    """By card: the key of its rank and one card of its suit."""
    low: Array
    high: Array
    values: Array
    flush: Array
    """By set of ranks in the suit: the value of the flush."""


def _multisets(ranks: range, size: int) -> list[tuple[int, ...]]:
    """So many ranks in rising order in every way there is, none more than four times."""
    found = combinations_with_replacement(ranks, size)
    return [some for some in found if all(some[place] != some[place + COPIES] for place in range(size - COPIES))]


@cache
def _best_by_ranks(cards: int) -> dict[tuple[int, ...], int]:
    """By ranks in rising order: the value of the best five of so many cards, suits aside."""
    if cards == 5:
        return five_cards().mixed
    fewer = _best_by_ranks(cards - 1)
    return {
        ranks: max(fewer[ranks[:left_out] + ranks[left_out + 1 :]] for left_out in range(cards))
        for ranks in _multisets(range(13), cards)
    }


@cache
def _flushes() -> Array:
    """By set of ranks: the value of the best flush in it."""
    flush = np.zeros(1 << 13, np.uint16)
    for ranks, value in five_cards().suited.items():
        flush[sum(1 << rank for rank in ranks)] = value
    for size in range(6, MOST_CARDS + 1):
        for ranks in combinations(range(13), size):
            held = sum(1 << rank for rank in ranks)
            flush[held] = max(flush[held ^ 1 << rank] for rank in ranks)
    return flush


@cache
def tables(cards: int = MOST_CARDS) -> Tables:
    """The tables for hands of five, six or seven cards."""
    if not 5 <= cards <= MOST_CARDS:
        raise ValueError(f"a hand is made of five to seven cards, not {cards}")
    best = _best_by_ranks(cards)
    low, high = (
        np.zeros(1 + COPIES * KEYS[half[-1]] + (MOST_CARDS - COPIES) * KEYS[half[-2]], np.uint16)
        for half in (LOW_RANKS, HIGH_RANKS)
    )
    values: list[int] = []
    for size in range(cards + 1):
        for place, many in enumerate(_multisets(HIGH_RANKS, size)):
            high[sum(KEYS[rank] for rank in many)] = place
        rest = _multisets(HIGH_RANKS, cards - size)
        for few in _multisets(LOW_RANKS, size):
            low[sum(KEYS[rank] for rank in few)] = len(values)
            values += [best[few + many] for many in rest]
    by_rank = [key << (0 if rank in LOW_RANKS else int(HALF_BITS)) for rank, key in enumerate(KEYS)]
    keys = [by_rank[card >> 2] + (1 << (int(SUIT_BITS) + 4 * (card & 3))) for card in range(52)]
    return Tables(np.array(keys, np.uint64), low, high, np.array(values, np.uint16), _flushes())


@njit(cache=True)
def place_of_ranks(key: np.uint64, known: Tables) -> np.uint64:
    """The place of the ranks of some cards among all such, by the sum of their keys."""
    return np.uint64(known.low[key & HALF]) + np.uint64(known.high[(key >> HALF_BITS) & HALF])


@njit(cache=True)
def value_of_ranks(key: np.uint64, known: Tables) -> int:
    """The value of cards without a flush, by the sum of their keys."""
    return known.values[place_of_ranks(key, known)]


@njit(cache=True)
def suit_of_flush(key: np.uint64) -> int:
    """The suit that five cards share, by the sum of the keys."""
    bits = np.int64((key & FLUSH_BITS) >> SUIT_BITS)
    return 0 if bits & 0x8 else 1 if bits & 0x80 else 2 if bits & 0x800 else 3


@njit(cache=True)
def value_of_flush(cards: Array, key: np.uint64, known: Tables) -> int:
    """The value of cards of which five share a suit."""
    suit = suit_of_flush(key)
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return known.flush[mask]


@njit(cache=True)
def value_of_five(a: int, b: int, c: int, d: int, e: int, known: Tables) -> int:
    """The value of five cards, given one by one."""
    key = SUIT_START + known.keys[a] + known.keys[b] + known.keys[c] + known.keys[d] + known.keys[e]
    if key & FLUSH_BITS:
        ranks = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        return known.flush[ranks]
    return value_of_ranks(key, known)


@njit(cache=True)
def value_of(cards: Array, known: Tables) -> int:
    """The value of one hand."""
    key = SUIT_START
    for card in cards:
        key += known.keys[card]
    return value_of_flush(cards, key, known) if key & FLUSH_BITS else value_of_ranks(key, known)


@njit(cache=True, nogil=True)
def _values_of_seven(hands: Array, known: Tables, out: Array) -> None:
    keys = known.keys
    for i in range(len(hands)):
        key = SUIT_START + keys[hands[i, 0]] + keys[hands[i, 1]] + keys[hands[i, 2]] + keys[hands[i, 3]]
        key += keys[hands[i, 4]] + keys[hands[i, 5]] + keys[hands[i, 6]]
        out[i] = value_of_flush(hands[i], key, known) if key & FLUSH_BITS else value_of_ranks(key, known)


@njit(cache=True, nogil=True)
def _values_of_any(hands: Array, known: Tables, out: Array) -> None:
    for i in range(len(hands)):
        out[i] = value_of(hands[i], known)


def evaluate(hands: Array, *, threads: int = 2) -> Array:
    """The value of many hands of five to seven cards: one row a hand, each card its number (`pitboss.cards.Card`)."""
    hands = np.ascontiguousarray(hands, np.uint8)
    known = tables(hands.shape[1])
    out = np.empty(len(hands), np.uint16)
    rate = _values_of_seven if hands.shape[1] == MOST_CARDS else _values_of_any
    bounds = np.linspace(0, len(hands), threads + 1).astype(int)
    parts = [slice(start, stop) for start, stop in pairwise(bounds)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda part: rate(hands[part], known, out[part]), parts))
    return out
