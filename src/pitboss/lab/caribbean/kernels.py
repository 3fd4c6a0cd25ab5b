"""Caribbean Stud counted: for a player's hand and an up card, the dealer's hands that fail, lose, tie and win.

The dealer's other four cards must miss the player's five. Hands with that up card are therefore counted by which cards
they hold: those of the empty set, less those that hold a card of the player's, plus those that hold two, and so on.
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


class DealerHands(NamedTuple):
    """The dealer's hands with one up card, by the cards that the other four hold.

    `none[v]`, `one[c, v]` and `two[p, v]` count the hands below number v with no card asked for, with the card c, with
    the pair of cards p; `three[t]` lists the numbers of the 48 hands with three cards; `four[q]` is the number of one.
    """

    none: Array
    one: Array
    two: Array
    three: Array
    four: Array


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


@njit(cache=True, nogil=True)
def dealer_hands(up: int, values: Array) -> DealerHands:
    """Sort the dealer's hands with an up card by the cards they hold."""
    none = np.zeros((1, HANDS + 1), dtype=np.int32)
    one = np.zeros((52, HANDS + 1), dtype=np.int32)
    two = np.zeros((1326, HANDS + 1), dtype=np.int16)
    three = np.zeros((22100, 48), dtype=np.int16)
    filled = np.zeros(22100, dtype=np.int8)
    four = np.zeros(270725, dtype=np.int16)
    held = np.empty(4, dtype=np.int64)
    place = -1
    for d in range(52):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    place += 1
                    if up in (a, b, c, d):
                        continue
                    held[:] = (a, b, c, d)
                    value = values[_place_with(held, up)]
                    four[place] = value
                    none[0, value + 1] += 1
                    for i in range(4):
                        one[held[i], value + 1] += 1
                        triple = _place_without(held, i)
                        three[triple, filled[triple]] = value
                        filled[triple] += 1
                        for j in range(i):
                            two[CHOOSE[held[i], 2] + held[j], value + 1] += 1
    _add_up(none)
    _add_up(one)
    _add_up(two)
    return DealerHands(none[0], one, two, three, four)


@njit(cache=True, nogil=True)
def _add_up(rows: Array) -> None:
    """Turn how many hands have a number into how many are below it."""
    for row in rows:
        for value in range(1, len(row)):
            row[value] += row[value - 1]


@njit(cache=True, nogil=True)
def _place_with(held: Array, up: int) -> Any:
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
def _place_without(held: Array, left_out: int) -> Any:
    """The place of the others of sorted cards among the sets of their size."""
    place = 0
    size = 0
    for i in range(len(held)):
        if i != left_out:
            size += 1
            place += CHOOSE[held[i], size]
    return place


@njit(cache=True, nogil=True)
def below_by_three(value: int, dealer: DealerHands) -> Array:
    """For every set of three cards: how many of the dealer's hands with them are below a number."""
    below = np.zeros(len(dealer.three), dtype=np.int8)
    for place in range(len(below)):
        less = 0
        for x in range(48):
            less += dealer.three[place, x] < value
        below[place] = less
    return below


@njit(cache=True, nogil=True)
def count_fails(held: Array, value: int, dealer: DealerHands, by_three: Array) -> int:
    """How many of the dealer's hands miss the five cards held and are below a number that was counted by threes."""
    below: int = dealer.none[value]
    for i in range(5):
        below -= dealer.one[held[i], value]
        below += dealer.four[_place_without(held, i)] < value
        for j in range(i):
            below += dealer.two[CHOOSE[held[i], 2] + held[j], value]
            for k in range(j):
                below -= by_three[CHOOSE[held[i], 3] + CHOOSE[held[j], 2] + held[k]]
    return below


@njit(cache=True, nogil=True)
def count_below(held: Array, value: int, dealer: DealerHands) -> tuple[int, int]:
    """How many of the dealer's hands miss the five cards held and are below a number, and how many not above it."""
    below = dealer.none[value]
    upto = dealer.none[value + 1]
    for i in range(5):
        below -= dealer.one[held[i], value]
        upto -= dealer.one[held[i], value + 1]
        without = dealer.four[_place_without(held, i)]
        below += without < value
        upto += without <= value
        for j in range(i):
            pair = CHOOSE[held[i], 2] + held[j]
            below += dealer.two[pair, value]
            upto += dealer.two[pair, value + 1]
            for k in range(j):
                row = dealer.three[CHOOSE[held[i], 3] + CHOOSE[held[j], 2] + held[k]]
                less = 0
                equal = 0
                for x in range(48):
                    less += row[x] < value
                    equal += row[x] == value
                below -= less
                upto -= less + equal
    return below, upto


@njit(cache=True, nogil=True)
def count_against(up: int, cards: Array, number: Array, qualifies: int, dealer: DealerHands) -> Array:
    """For each player's hand the dealer's hands that fail, lose, tie and win; -1 where it holds the up card."""
    counts = np.full((len(cards), 4), -1, dtype=np.int32)
    by_three = below_by_three(qualifies, dealer)
    held = np.empty(5, dtype=np.int64)
    for h in range(len(cards)):
        if up in (cards[h, 0], cards[h, 1], cards[h, 2], cards[h, 3], cards[h, 4]):
            continue
        held[:] = cards[h]
        fails = count_fails(held, qualifies, dealer, by_three)
        below = upto = fails
        if number[h] >= qualifies:
            below, upto = count_below(held, number[h], dealer)
        counts[h, 0] = fails
        counts[h, 1] = below - fails
        counts[h, 2] = upto - below
        counts[h, 3] = DEALS_LEFT - upto
    return counts
