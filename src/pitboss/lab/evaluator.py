"""The value of five to seven cards in a few nanoseconds: a number from 0 to 7,461, higher for the better hand.

Every rank has a key such that the sum of the keys of up to seven cards tells which ranks they are, low ranks (two to
eight) and high ranks (nine to ace) apart. A table turns each sum into a number, and the two numbers add up to the
place of the ranks in the table of values, which has no gaps. Suits are counted in the same addition; where five cards
share one, the flush is looked up by its set of ranks. All tables are worked out when they are first asked for.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.codes import flush_code, ranks_code

Array = NDArray[Any]

LOW_RANKS, HIGH_RANKS = 7, 6
MOST_CARDS, COPIES = 7, 4
# Everything in a key is unsigned: an index that may be negative is checked for it, which costs half the speed.
HALF_BITS, SUIT_BITS, HALF = np.uint64(16), np.uint64(32), np.uint64(0xFFFF)
# Each suit has four bits; counting from three, the top bit is set by the fifth card.
SUIT_START = np.uint64(0x3333 << 32)
FLUSH_BITS = np.uint64(0x8888 << 32)
CLASSES = 7_462
"""How many hands of five cards are told apart."""


class Tables(NamedTuple):
    """What hands of one number of cards are looked up in."""

    keys: Array
    """By card: the key of its rank and one card of its suit."""
    low: Array
    high: Array
    values: Array
    flush: Array
    """By set of ranks in the suit: the value of the flush."""


def _keys(ranks: int) -> list[int]:
    """The smallest keys whose sums differ for any multiset of up to seven cards, at most four of a rank."""
    sizes = {0: 0}
    keys: list[int] = []
    key = 0
    while len(keys) < ranks:
        key += 1
        more = _sums_with(key, sizes)
        if more is not None:
            sizes = more
            keys.append(key)
    return keys


def _sums_with(key: int, sizes: dict[int, int]) -> dict[int, int] | None:
    """The sums of all multisets with their sizes once a key is added, or none if two of them are the same."""
    more = dict(sizes)
    for copies in range(1, COPIES + 1):
        for total, size in sizes.items():
            if size + copies <= MOST_CARDS:
                if total + copies * key in more:
                    return None
                more[total + copies * key] = size + copies
    return more


def _multisets(ranks: int) -> list[list[tuple[int, ...]]]:
    """By size: how many of each rank there are, in every way there is."""
    found: list[list[tuple[int, ...]]] = [[] for _ in range(MOST_CARDS + 1)]
    for counts in product(range(COPIES + 1), repeat=ranks):
        if sum(counts) <= MOST_CARDS:
            found[sum(counts)].append(counts)
    return found


@cache
def _halves() -> tuple[list[list[tuple[int, ...]]], list[list[tuple[int, ...]]], list[int], list[int]]:
    return _multisets(LOW_RANKS), _multisets(HIGH_RANKS), _keys(LOW_RANKS), _keys(HIGH_RANKS)


@cache
def class_codes() -> Array:
    """The codes of all hands of five cards in rising order: a hand's value is its place here."""
    lows, highs, *_ = _halves()
    counts = np.array([low + high for size in range(6) for low in lows[size] for high in highs[5 - size]], np.int64)
    masks = np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(13), 5)], np.int64)
    codes = np.unique(np.concatenate([_codes_of_ranks(counts), _codes_of_flushes(masks)]))
    assert len(codes) == CLASSES
    return codes


@njit(cache=True)
def _codes_of_ranks(counts: Array) -> Array:
    codes = np.empty(len(counts), np.int64)
    for place in range(len(counts)):
        codes[place] = ranks_code(counts[place])
    return codes


@njit(cache=True)
def _codes_of_flushes(masks: Array) -> Array:
    codes = np.empty(len(masks), np.int64)
    for place in range(len(masks)):
        codes[place] = flush_code(masks[place])
    return codes


@cache
def categories() -> Array:
    """By value: the category of the hand."""
    return (class_codes() >> 20).astype(np.uint8)


def floor_of(category: Category) -> int:
    """The lowest value of a category."""
    return int(np.searchsorted(categories(), int(category)))


@cache
def tables(cards: int = MOST_CARDS) -> Tables:
    """The tables for hands of five, six or seven cards."""
    if not 5 <= cards <= MOST_CARDS:
        raise ValueError(f"a hand is made of five to seven cards, not {cards}")
    lows, highs, low_keys, high_keys = _halves()
    low = np.zeros(1 + _largest(low_keys), np.uint16)
    high = np.zeros(1 + _largest(high_keys), np.uint16)
    counts: list[tuple[int, ...]] = []
    for size in range(cards + 1):
        for place, many in enumerate(highs[size]):
            high[_sum(many, high_keys)] = place
        for few in lows[size]:
            low[_sum(few, low_keys)] = len(counts)
            counts.extend(few + many for many in highs[cards - size])
    values = np.searchsorted(class_codes(), _codes_of_ranks(np.array(counts, np.int64))).astype(np.uint16)
    masks = np.array([mask for mask in range(1 << 13) if mask.bit_count() >= 5], np.int64)
    flush = np.zeros(1 << 13, np.uint16)
    flush[masks] = np.searchsorted(class_codes(), _codes_of_flushes(masks))
    return Tables(_card_keys(low_keys, high_keys), low, high, values, flush)


def _sum(counts: tuple[int, ...], keys: list[int]) -> int:
    return sum(count * key for count, key in zip(counts, keys, strict=True))


def _largest(keys: list[int]) -> int:
    return COPIES * keys[-1] + (MOST_CARDS - COPIES) * keys[-2]


def _card_keys(low_keys: list[int], high_keys: list[int]) -> Array:
    ranks = low_keys + [key << int(HALF_BITS) for key in high_keys]
    return np.array([ranks[card >> 2] + (1 << (int(SUIT_BITS) + 4 * (card & 3))) for card in range(52)], np.uint64)


@njit(cache=True)
def place_of_ranks(key: np.uint64, known: Tables) -> np.uint64:
    """The place of the ranks of some cards among all such, by the sum of their keys."""
    return np.uint64(known.low[key & HALF]) + np.uint64(known.high[(key >> HALF_BITS) & HALF])


@njit(cache=True)
def value_of_ranks(key: np.uint64, known: Tables) -> int:
    """The value of cards without a flush, by the sum of their keys."""
    value: int = known.values[place_of_ranks(key, known)]
    return value


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
    value: int = known.flush[mask]
    return value


@njit(cache=True)
def value_of_five(a: int, b: int, c: int, d: int, e: int, known: Tables) -> int:
    """The value of five cards, given one by one."""
    key = SUIT_START + known.keys[a] + known.keys[b] + known.keys[c] + known.keys[d] + known.keys[e]
    if key & FLUSH_BITS:
        ranks = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        flush: int = known.flush[ranks]
        return flush
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
