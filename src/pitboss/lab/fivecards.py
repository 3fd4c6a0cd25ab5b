"""Five-card hands as numbers: all 7,462 different hands in order, and tables that read one from five sorted cards.

The order is the engine's own (`best_hand`), so that what is counted here is what is paid there.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import PokerHand, best_hand
from pitboss.cards.card import CARDS, Card
from pitboss.lab.suits import Numbers


class HandTables(NamedTuple):
    """Every different hand, lowest first, and where to find the number of one.

    `by_ranks` is indexed by the place of five sorted ranks among all of them, `by_suit` by the ranks of a flush as
    bits. `choose[n, k]` is n over k, of which places are sums.
    """

    hands: tuple[PokerHand, ...]
    by_ranks: Numbers
    by_suit: Numbers
    choose: Numbers


@cache
def hand_tables() -> HandTables:
    """Number the hands by asking the engine to read one of each."""
    mixed = {ranks: best_hand(_unsuited(ranks)) for ranks in _five_ranks()}
    suited = {ranks: best_hand([CARDS[4 * rank] for rank in ranks]) for ranks in combinations(range(13), 5)}
    hands = tuple(sorted({*mixed.values(), *suited.values()}))
    number = {hand: place for place, hand in enumerate(hands)}
    by_ranks = np.full(comb(17, 5), -1, dtype=np.int16)
    for ranks, hand in mixed.items():
        by_ranks[sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))] = number[hand]
    by_suit = np.full(1 << 13, -1, dtype=np.int16)
    for ranks, hand in suited.items():
        by_suit[sum(1 << rank for rank in ranks)] = number[hand]
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(53)], dtype=np.int64)
    return HandTables(hands, by_ranks, by_suit, choose)


def _five_ranks() -> list[tuple[int, ...]]:
    """Five ranks in rising order, none of them five times."""
    return [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]


def _unsuited(ranks: tuple[int, ...]) -> list[Card]:
    """Cards of these sorted ranks, not all of one suit: the suits in turn, so that equal ranks differ."""
    return [CARDS[4 * rank + place % 4] for place, rank in enumerate(ranks)]
