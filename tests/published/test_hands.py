"""How many five- and seven-card hands there are of each kind, as published and as the evaluator counts them."""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.arrays import categories
from pitboss.lab.evaluator import FLUSH_BITS, SUIT_START, Tables, evaluate, tables, value_of, value_of_ranks

Array = NDArray[Any]

# Lowest category first: nothing, pair, two pair, three, straight, flush, full house, four, straight flush, royal.
FIVE = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
SEVEN = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]


def test_five_cards() -> None:
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    assert np.bincount(categories()[evaluate(hands)]).tolist() == FIVE
    assert sum(FIVE) == comb(52, 5)


def test_seven_cards() -> None:
    """All 133,784,560 of them."""
    by_value = count_seven(tables(7))
    counted = [int(by_value[categories() == kind].sum()) for kind in range(10)]
    assert counted == SEVEN
    assert sum(SEVEN) == comb(52, 7)


@njit(cache=True)
def count_seven(known: Tables) -> Array:
    counts = np.zeros(7_462, np.int64)
    hand = np.empty(7, np.uint8)
    keys = known.keys
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    hand[0], hand[1], hand[2], hand[3] = a, b, c, d
                    four = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d]
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                key = four + keys[e] + keys[f] + keys[g]
                                if key & FLUSH_BITS:
                                    hand[4], hand[5], hand[6] = e, f, g
                                    counts[value_of(hand, known)] += 1
                                else:
                                    counts[value_of_ranks(key, known)] += 1
    return counts
