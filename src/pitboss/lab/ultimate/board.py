"""One board: for every two hole cards, how many dealer's hands are lower, equal and higher, and qualify or not.

All pairs of live cards are valued once and sorted. A dealer cannot hold the player's cards, so from those lower than a
hand are taken away the ones that hold its first card and the ones that hold its second; equal hands that hold both
would be taken away twice, and there is one: the hand itself.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.evaluator import FLUSH_BITS, SUIT_START, Tables, suit_of_flush, value_of_ranks

Array = NDArray[Any]

BUCKET_BITS = 7
BUCKETS = 1 << BUCKET_BITS


class Felt(NamedTuple):
    """What is worked out for a board, kept to be written over by the next: one place a pair of live cards."""

    live: Array
    first: Array
    second: Array
    """The places of the pair's two cards among the live ones."""
    value: Array
    order: Array
    spare: Array
    lower: Array
    """How many dealer's hands the pair beats, of those that do not hold its cards."""
    higher: Array
    lower_qualified: Array
    """How many of those that it beats qualify."""
    higher_qualified: Array
    qualified: Array
    """How many of all of them qualify."""


def lay_felt(cards: int) -> Felt:
    """An empty felt for a deck of so many cards."""
    live = cards - 5
    places = [(i, j) for i in range(live) for j in range(i + 1, live)]
    n = len(places)
    first, second = np.array(places, np.uint8).T.copy()
    return Felt(
        np.empty(live, np.uint8),
        first,
        second,
        np.empty(n, np.uint16),
        np.empty(n, np.uint16),
        np.empty(n, np.uint16),
        *(np.zeros(n, np.int64) for _ in range(5)),
    )


@njit(cache=True)
def read_board(board: Array, deck: Array, known: Tables, qualifier: int, felt: Felt) -> None:
    """Work out a board."""
    _take_live(board, deck, felt.live)
    _value_pairs(board, known, felt)
    _sort(felt)
    _compare(felt)
    _split_by_qualifying(felt, qualifier)


@njit(cache=True)
def _take_live(board: Array, deck: Array, live: Array) -> None:
    out = 0
    for card in deck:
        if card not in board:
            live[out] = card
            out += 1


@njit(cache=True)
def _value_pairs(board: Array, known: Tables, felt: Felt) -> None:
    key = SUIT_START
    suited = np.zeros(4, np.int64)
    for card in board:
        key += known.keys[card]
        suited[card & 3] |= 1 << (card >> 2)
    place = 0
    live = felt.live
    for i in range(len(live)):
        with_first = key + known.keys[live[i]]
        for j in range(i + 1, len(live)):
            total = with_first + known.keys[live[j]]
            if total & FLUSH_BITS:
                suit = suit_of_flush(total)
                ranks = suited[suit]
                ranks |= (live[i] & 3 == suit) << (live[i] >> 2)
                ranks |= (live[j] & 3 == suit) << (live[j] >> 2)
                felt.value[place] = known.flush[ranks]
            else:
                felt.value[place] = value_of_ranks(total, known)
            place += 1


@njit(cache=True)
def _sort(felt: Felt) -> None:
    """Order the pairs by value: by its low bits, then by its high ones."""
    value, order, spare = felt.value, felt.order, felt.spare
    starts = np.zeros((2, BUCKETS + 1), np.int64)
    for place in range(len(value)):
        starts[0, (value[place] & (BUCKETS - 1)) + 1] += 1
        starts[1, (value[place] >> BUCKET_BITS) + 1] += 1
    for bucket in range(BUCKETS):
        starts[0, bucket + 1] += starts[0, bucket]
        starts[1, bucket + 1] += starts[1, bucket]
    for place in range(len(value)):
        bucket = value[place] & (BUCKETS - 1)
        spare[starts[0, bucket]] = place
        starts[0, bucket] += 1
    for at in range(len(value)):
        bucket = value[spare[at]] >> BUCKET_BITS
        order[starts[1, bucket]] = spare[at]
        starts[1, bucket] += 1


@njit(cache=True)
def _compare(felt: Felt) -> None:
    """Go up through the values, knowing how many pairs were passed, in all and with each card."""
    n = len(felt.live)
    hands = (n - 2) * (n - 3) // 2
    passed = np.zeros(n, np.int64)
    equal = np.zeros(n, np.int64)
    start = 0
    while start < len(felt.order):
        value = felt.value[felt.order[start]]
        stop = start
        while stop < len(felt.order) and felt.value[felt.order[stop]] == value:
            equal[felt.first[felt.order[stop]]] += 1
            equal[felt.second[felt.order[stop]]] += 1
            stop += 1
        for at in range(start, stop):
            place = felt.order[at]
            a, b = felt.first[place], felt.second[place]
            lower = start - passed[a] - passed[b]
            felt.lower[place] = lower
            felt.higher[place] = hands - lower - (stop - start - equal[a] - equal[b] + 1)
        for at in range(start, stop):
            for card in (felt.first[felt.order[at]], felt.second[felt.order[at]]):
                passed[card] += equal[card]
                equal[card] = 0
        start = stop


@njit(cache=True)
def _split_by_qualifying(felt: Felt, qualifier: int) -> None:
    """Of the hands lower and higher than each, count those that qualify."""
    n = len(felt.live)
    hands = (n - 2) * (n - 3) // 2
    failing = np.zeros(n, np.int64)
    fail = 0
    for place in range(len(felt.value)):
        if felt.value[place] < qualifier:
            fail += 1
            failing[felt.first[place]] += 1
            failing[felt.second[place]] += 1
    for place in range(len(felt.value)):
        others = fail - failing[felt.first[place]] - failing[felt.second[place]]
        if felt.value[place] < qualifier:  # it fails itself: all that it beats or equals do, and some higher ones
            others += 1
            not_higher = hands - felt.higher[place]
            felt.lower_qualified[place] = 0
            felt.higher_qualified[place] = felt.higher[place] - (others - not_higher)
        else:
            felt.lower_qualified[place] = felt.lower[place] - others
            felt.higher_qualified[place] = felt.higher[place]
        felt.qualified[place] = hands - others
