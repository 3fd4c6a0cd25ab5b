"""Caribbean Stud counted, up card by up card on two threads, and kept: no pay table is needed for it."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.cards import Category, PokerHand
from pitboss.cards.poker import ACE, KING
from pitboss.lab import store
from pitboss.lab.suits import Numbers

LEAST_TO_QUALIFY = {
    "none": PokerHand(Category.HIGH_CARD, (0,)),
    "ace-high": PokerHand(Category.HIGH_CARD, (ACE,)),
    "ace-king": PokerHand(Category.HIGH_CARD, (ACE, KING)),
    "pair": PokerHand(Category.PAIR, (0,)),
}
KIND = "caribbean-deals"


class Deals(NamedTuple):
    """What a player may see and what follows: the number of the hand, the rank of the up card, the dealer's hands that
    fail, lose, tie and win, and how many hands with an up card it is so for."""

    hand: Numbers
    up: Numbers
    fails: Numbers
    lower: Numbers
    equal: Numbers
    higher: Numbers
    weight: Numbers


@cache
def count(qualifier: str) -> Deals:
    """Count the deals, or fetch them from the store."""
    kept = store.fetch_arrays(KIND, qualifier)
    if kept is not None:
        return Deals(**kept)
    deals = _count(qualifier)
    store.keep_arrays(KIND, qualifier, deals._asdict())
    return deals


def _count(qualifier: str) -> Deals:
    from pitboss.lab.caribbean import kernels  # noqa: PLC0415  what is in the store needs no Numba
    from pitboss.lab.fivecards import hand_tables  # noqa: PLC0415

    tables = hand_tables()
    least = LEAST_TO_QUALIFY[qualifier]
    qualifies = next(number for number, hand in enumerate(tables.hands) if hand >= least)
    values = kernels.value_all(*tables[1:])
    cards, number, weight = kernels.player_hands(values)

    def of_up_card(rank: int) -> Numbers:
        """The deals in which the up card has a rank."""
        dealer = kernels.dealer_hands(4 * rank, values, tables.choose)
        found = kernels.count_against(4 * rank, cards, number, qualifies, dealer, tables.choose)
        return _together(number, rank, found, weight)

    with ThreadPoolExecutor(2) as threads:
        rows = np.concatenate(list(threads.map(of_up_card, range(13))), axis=1)
    return Deals(*(np.ascontiguousarray(row) for row in rows.astype(np.int32)))


def _together(number: Numbers, rank: int, found: Numbers, weight: Numbers) -> Numbers:
    """Take deals that look alike and fare alike together: a column each, in the order of `Deals`."""
    met = found[:, 0] >= 0  # the others hold the up card
    hand = number[met].astype(np.int64)
    fails, lower, equal, _ = found[met].T.astype(np.int64)
    alike = ((hand << 18 | fails) << 18 | lower) << 12 | equal
    different, place = np.unique(alike, return_inverse=True)
    copies = np.bincount(place, weights=weight[met]).astype(np.int64) * 4  # the up card may be of any suit
    equal, lower, fails = different & 0xFFF, different >> 12 & 0x3FFFF, different >> 30 & 0x3FFFF
    left = int(found[np.argmax(met)].sum())
    up = np.full(len(different), rank)
    return np.stack([different >> 48, up, fails, lower, equal, left - fails - lower - equal, copies])
