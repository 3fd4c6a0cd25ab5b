"""Caribbean Stud counted: for a player's hand and an up card, the dealer's hands that fail, lose, tie and win.

The dealer's other four cards must miss the player's five. Hands with that up card are therefore counted by which cards
they hold: all of them, less those that hold a card of the player's, plus those that hold two, and so on. Hands are met
from the lowest on, so that the counts at a moment are those of the lower hands.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array
from pitboss.lab.evaluator import Tables, value_of_five

HANDS = 7462
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(53)])
"""In how many ways some cards are chosen, of which the places of sets among all of their size are sums."""
DEALS_LEFT = comb(46, 4)
"""The ways to draw the dealer's other four cards from the 46 that neither the player nor the up card holds."""


@njit(cache=True, nogil=True)
def value_all(known: Tables) -> tuple[Array, Array, Array, Array]:
    """The value of every five-card hand, in the order of the places of sets; and the hands that differ when the last
    three suits are exchanged: cards, value, and how many each stands for."""
    values = np.empty(CHOOSE[52, 5], dtype=np.int16)
    most = len(values) // 5
    cards = np.empty((most, 5), dtype=np.int8)
    number = np.empty(most, dtype=np.int16)
    weight = np.empty(most, dtype=np.int8)
    ranks = np.empty(4, dtype=np.int64)
    place = found = 0
    for e in range(52):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        values[place] = value_of_five(a, b, c, d, e, known)
                        ranks[:] = 0
                        for card in (a, b, c, d, e):
                            ranks[card & 3] |= 1 << (card >> 2)
                        if ranks[1] >= ranks[2] >= ranks[3]:
                            cards[found] = (a, b, c, d, e)
                            number[found] = values[place]
                            alike = (ranks[1] == ranks[2]) + (ranks[2] == ranks[3])
                            weight[found] = 6 if alike == 0 else 3 if alike == 1 else 1
                            found += 1
                        place += 1
    return values, cards[:found], number[:found], weight[:found]


class DealerHands(NamedTuple):
    """How many of the dealer's hands were met: in all, and with each card, each pair, each three and each four of
    cards, by the place of these among all sets of their size."""

    none: Array
    one: Array
    two: Array
    three: Array
    four: Array


@njit(cache=True, nogil=True)
def sort_fours(up: int, values: Array) -> tuple[Array, Array]:
    """The dealer's other four cards beside an up card, the lowest hand first, and where each value starts."""
    starts = np.zeros(HANDS + 1, dtype=np.int64)
    fours = np.empty((CHOOSE[51, 4], 4), dtype=np.int8)
    filled = starts[:1]
    for turn in range(2):  # how many hands have each value, and then the hands
        if turn:
            starts[1:] = np.cumsum(starts)[:-1]
            starts[0] = 0
            filled = starts.copy()
        for d in range(52):
            for c in range(d):
                for b in range(c):
                    for a in range(b):
                        if up in (a, b, c, d):
                            continue
                        value = values[_place_with((a, b, c, d), up)]
                        if turn:
                            fours[filled[value]] = (a, b, c, d)
                            filled[value] += 1
                        else:
                            starts[value] += 1
    return fours, starts


@njit(cache=True, nogil=True)
def _place_with(held: tuple[int, ...], up: int) -> Any:
    """The place of four sorted cards with a fifth among the sets of five."""
    below = 0
    place = 0
    for i in range(4):
        if held[i] < up:
            below += 1
            place += CHOOSE[held[i], i + 1]
        else:
            place += CHOOSE[held[i], i + 2]
    return place + CHOOSE[up, below + 1]


@njit(cache=True, nogil=True)
def _meet(held: Array, met: DealerHands) -> None:
    """Count a hand of the dealer's, given by its other four sorted cards, with every set of cards that it holds."""
    met.none[0] += 1
    for i in range(4):
        met.one[held[i]] += 1
        for j in range(i):
            met.two[CHOOSE[held[i], 2] + held[j]] += 1
            for k in range(j):
                met.three[CHOOSE[held[i], 3] + CHOOSE[held[j], 2] + held[k]] += 1
    met.four[CHOOSE[held[3], 4] + CHOOSE[held[2], 3] + CHOOSE[held[1], 2] + held[0]] = 1


@njit(cache=True, nogil=True)
def _count_missing(held: Array, met: DealerHands) -> int:
    """How many of the dealer's hands that were met miss the five sorted cards held."""
    missing: int = met.none[0]
    for i in range(5):
        missing -= met.one[held[i]]
        for j in range(i):
            missing += met.two[CHOOSE[held[i], 2] + held[j]]
            for k in range(j):
                three = CHOOSE[held[i], 3] + CHOOSE[held[j], 2]
                missing -= met.three[three + held[k]]
                four = CHOOSE[held[i], 4] + CHOOSE[held[j], 3] + CHOOSE[held[k], 2]
                for m in range(k):
                    missing += met.four[four + held[m]]
    return missing


@njit(cache=True, nogil=True)
def _count_fails(up: int, cards: Array, met: DealerHands, counts: Array) -> None:
    """Count the dealer's hands that fail, which are those met; a hand of the player's that is lower beats no other."""
    for h in range(len(cards)):
        if up not in (cards[h, 0], cards[h, 1], cards[h, 2], cards[h, 3], cards[h, 4]):
            fails = _count_missing(cards[h], met)
            counts[h] = (fails, 0, 0, DEALS_LEFT - fails)


@njit(cache=True, nogil=True)
def count_against(up: int, cards: Array, number: Array, qualifies: int, values: Array) -> Array:
    """For each player's hand, given in rising order of the numbers, the dealer's hands that fail, lose, tie and win; -1
    where it holds the up card.

    The dealer's hands are met from the lowest on, so that those met are the hands below the player's.
    """
    fours, starts = sort_fours(up, values)
    met = DealerHands(
        np.zeros(1, np.int32),
        np.zeros(52, np.int32),
        np.zeros(CHOOSE[52, 2], np.int32),
        np.zeros(CHOOSE[52, 3], np.int8),
        np.zeros(CHOOSE[52, 4], np.int8),
    )
    counts = np.full((len(cards), 4), -1, dtype=np.int32)
    first = 0
    for value in range(HANDS):
        if value == qualifies:
            _count_fails(up, cards, met, counts)
        last = first
        while last < len(cards) and number[last] == value:
            last += 1
        if value >= qualifies:
            for h in range(first, last):
                if counts[h, 0] >= 0:
                    counts[h, 1] = _count_missing(cards[h], met) - counts[h, 0]
        for at in range(starts[value], starts[value + 1]):
            _meet(fours[at], met)
        if value >= qualifies:
            for h in range(first, last):
                if counts[h, 0] >= 0:
                    upto = _count_missing(cards[h], met)
                    counts[h, 2] = upto - counts[h, 0] - counts[h, 1]
                    counts[h, 3] = DEALS_LEFT - upto
        first = last
    return counts
