"""Streams of random numbers for kernels, and rounds dealt from them, many at a time.

The generator is xoshiro256++. Each block of a simulation starts it from `SeedSequence(seed, spawn_key=(block,))`, so
that streams are independent of each other and the same wherever a block is played. A round takes one number of 64 bits
as a fraction of one: times 52, the whole part is the place of the first card, and the fraction left goes on with 51.
Numbers that would favour some orders of the cards are left out (Lemire's method), so that all are equally likely.

Rounds are dealt, decided and counted in batches, one small loop for each step: a processor does such a loop for several
rounds at once, and what one round decides does not hold up the next.
"""

from math import perm
from typing import Any

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array

Word = Any
"""A number in compiled code, of a width that its maker chose."""

BATCH = 1024
"""The most rounds in a batch: few enough that all about them stays close to the processor."""
DECK = 52
ORDERS = np.array([perm(DECK, cards) for cards in range(12)], np.uint64)
"""By number of cards: in how many orders they can come. More than eleven cards are more than 64 bits."""
HALF, LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)
TALLIES = np.uint64(4)


def stream_of(seed: int, block: int) -> Array:
    """The stream of a block, before its first round; it is written on as numbers are taken."""
    return np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(4, np.uint64)


@njit(cache=True)
def _turned(bits: Word, by: Word) -> Word:
    return (bits << np.uint64(by)) | (bits >> np.uint64(64 - by))


@njit(cache=True)
def next_numbers(stream: Array, numbers: Array, orders: Word) -> None:
    """Fill in the next numbers of a stream that are fair to so many orders."""
    a, b, c, d = stream
    unfair = (np.uint64(0) - orders) % orders
    place = 0
    while place < len(numbers):
        number = _turned(a + d, 23) + a
        numbers[place] = number
        place += number * orders >= unfair
        shifted = b << np.uint64(17)
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = _turned(d, 45)
    stream[0], stream[1], stream[2], stream[3] = a, b, c, d


@njit(cache=True)
def _choose(numbers: Array, left: Word, places: Array) -> None:
    """The next place of each round among the cards left; the numbers become the fractions that remain."""
    for i in range(len(numbers)):
        number = numbers[i]
        low = (number & LOW_HALF) * left
        places[i] = ((number >> HALF) * left + (low >> HALF)) >> HALF
        numbers[i] = number * left


@njit(cache=True)
def _follow(cards: Array, places: Array, moved: Word) -> None:
    """Where a card was taken before, there lies the one that was moved into its place."""
    for i in range(len(cards)):
        cards[i] = moved if cards[i] == places[i] else cards[i]


@njit(cache=True)
def deal_rounds(stream: Array, many: Word, rounds: Word) -> Array:
    """Deal so many cards to each of some rounds, by card and round, every round from a whole deck.

    A card leaves its place to the last one of those left, as when a deck is shuffled in place; but no deck is kept:
    what lies in a place is traced back through the cards dealt before.
    """
    numbers = np.empty(rounds, np.uint64)
    next_numbers(stream, numbers, ORDERS[many])
    places = np.empty((many, rounds), np.uint8)
    deals = np.empty((many, rounds), np.uint8)
    for card in range(many):
        _choose(numbers, np.uint64(DECK - card), places[card])
        deals[card] = places[card]
        for before in range(card - 1, -1, -1):
            _follow(deals[card], places[before], np.uint8(DECK - 1 - before))
    return deals


@njit(cache=True)
def count_ends(ends: Array, counts: Array) -> None:
    """Count how the rounds of a batch ended.

    Neighbours go to different tallies: many rounds end alike, and to add to what was just added to takes a wait.
    """
    for i in range(len(ends)):
        counts[np.uint64(i) & (TALLIES - np.uint64(1)), ends[i]] += 1
