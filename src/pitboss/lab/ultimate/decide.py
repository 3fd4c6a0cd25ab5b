"""The decisions of a strategy: which multiple is played before the flop and at it, and how the river is decided."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab import store
from pitboss.lab.evaluator import categories, evaluate, tables
from pitboss.lab.question import OPTIMAL
from pitboss.lab.ultimate.amounts import Pays, amounts_of
from pitboss.lab.ultimate.board import lay_felt
from pitboss.lab.ultimate.passes import (
    BASE,
    BY_OUTS,
    BY_VALUE,
    LATER,
    LOST,
    WON,
    count_boards,
    value_boards,
)
from pitboss.lab.ultimate.symmetry import Symmetry, pairs, symmetry

Array = NDArray[Any]

THREADS = 2
KIND = "ultimate-decisions"
"""What the store calls the best decisions."""
TWO, THREE, FIVE, SIX, EIGHT, TEN, JACK, QUEEN, KING, ACE = 0, 1, 3, 4, 6, 8, 9, 10, 11, 12
# By the higher rank: the lowest other rank with which it is raised, suited and not.
RAISED = {ACE: (TWO, TWO), KING: (TWO, FIVE), QUEEN: (SIX, EIGHT), JACK: (EIGHT, TEN)}


class Decisions(NamedTuple):
    """A strategy. Multiples are 0 for a check."""

    pre_flop: Array
    """By place among all pairs of cards."""
    at_flop: Array
    """By class of flop and hole cards."""
    river_by: int
    worth: int | None = None
    """All that the strategy is worth over all deals, in small units, where it was found on the way."""
    by_class: Array | None = None
    """By class, what the best Play at the flop gains over a check, in small units and rounded to some digits."""
    by_hole: Array | None = None
    """By cell of hole cards, what they are worth over all deals (see `passes`); `LATER` is the best after a check."""


def decisions_of(strategy: str, kinds: Symmetry, pays: Pays) -> Decisions:
    """The decisions of a strategy by its name; the best ones fetched where they were found before."""
    if strategy != OPTIMAL:
        return published(kinds, pays)
    asked = asked_of(pays, kinds.deck.tolist())
    found = _kept(asked)
    if found is None:
        found = best(kinds, pays)
        store.keep_arrays(KIND, asked, found._asdict())
    return found


def asked_of(pays: Pays, deck: Sequence[int] = range(52)) -> list[Any]:
    """What decides the best decisions."""
    return [str(pays), list(deck)]


def _kept(asked: list[Any]) -> Decisions | None:
    kept = store.fetch_arrays(KIND, asked)
    if kept is None:
        return None
    return Decisions(kept["pre_flop"], kept["at_flop"], BY_VALUE, int(kept["worth"]), kept["by_class"], kept["by_hole"])


@lru_cache(maxsize=4)
def solved(pays: Pays) -> Decisions:
    """The best decisions with a full deck; only where they are not kept are its boards sorted out."""
    return _kept(asked_of(pays)) or decisions_of(OPTIMAL, symmetry(), pays)


def best(kinds: Symmetry, pays: Pays) -> Decisions:
    """The best decisions, from the last back to the first; what is worth the same is checked, and bet at the river."""
    amounts, _ = amounts_of(pays)

    def value(start: int) -> tuple[Array, Array]:
        """What every hand is worth on a part of the boards."""
        felt = lay_felt(len(kinds.deck))
        found: tuple[Array, Array] = value_boards(
            start, THREADS, kinds, tables(), categories(), pays.qualifier, amounts, felt
        )
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        parts = list(pool.map(value, range(THREADS)))
    worth, gains = (np.asarray(sum(part)) for part in zip(*parts, strict=True))
    at_flop, gained = _choose(gains, pays.multiples[1])
    by_class = gains.max(axis=0).astype(np.float32)
    np.add.at(worth[:, LATER], kinds.example[:, 1], gained)
    by_hole = np.zeros((13 * 13, 4), np.int64)
    np.add.at(by_hole, holes(), worth)
    plays = [amounts.play_win[m] * by_hole[:, WON] - m * amounts.ante * by_hole[:, LOST] for m in pays.multiples[0]]
    gains = np.array(plays) + by_hole[:, BASE] - by_hole[:, LATER]
    pre_flop, gained = _choose(gains, pays.multiples[0])
    total = sum(int(hole) for hole in by_hole[:, LATER] + gained)
    return Decisions(pre_flop[holes()], at_flop, BY_VALUE, total, by_class, by_hole)


def _choose(gains: Array, multiples: tuple[int, ...]) -> tuple[Array, Array]:
    """The multiple that gains the most over a check in each place, or 0 where none gains; and what is gained."""
    most = gains.max(axis=0)
    chosen = np.where(most > 0, np.array(multiples, np.uint8)[gains.argmax(axis=0)], 0).astype(np.uint8)
    return chosen, np.maximum(most, 0)


def holes() -> Array:
    """By place among all pairs of cards: the cell of the hole cards in a square of ranks, suited above the diagonal."""
    low, high = np.sort(pairs().astype(np.int64), axis=1).T
    suited = (low & 3) == (high & 3)
    cells: Array = np.where(suited, (high >> 2) * 13 + (low >> 2), (low >> 2) * 13 + (high >> 2))
    return cells


def published(kinds: Symmetry, pays: Pays) -> Decisions:
    """The published short strategy, at the highest multiple of each stage."""
    low, high = np.sort(pairs() >> 2, axis=1).T
    suited = (pairs()[:, 0] & 3) == (pairs()[:, 1] & 3)
    raised = (low == high) & (low >= THREE)
    for rank, (with_suited, with_other) in RAISED.items():
        raised |= (high == rank) & (low >= np.where(suited, with_suited, with_other)) & (low != high)
    flop, hole = kinds.flops[kinds.example[:, 0]], pairs()[kinds.example[:, 1]]
    cards = np.column_stack([flop, hole])
    bet = categories()[evaluate(cards)] >= Category.TWO_PAIR
    pocket = hole[:, 0] >> 2 == hole[:, 1] >> 2
    bet |= pocket & (hole[:, 0] >> 2 != TWO)
    bet |= ((flop >> 2)[:, :, None] == (hole >> 2)[:, None, :]).any(axis=(1, 2))
    for suit in range(4):
        four = ((cards & 3) == suit).sum(axis=1) == 4
        bet |= four & (((hole & 3) == suit) & (hole >> 2 >= TEN)).any(axis=1)
    return Decisions(raised * np.uint8(pays.multiples[0][-1]), bet * np.uint8(pays.multiples[1][-1]), BY_OUTS)


def follow(kinds: Symmetry, pays: Pays, decisions: Decisions) -> tuple[Array, Array]:
    """Count how rounds end under a strategy, by stage, multiple, category and result; and how rivers are played."""
    amounts, _ = amounts_of(pays)

    def count(start: int) -> tuple[Array, Array]:
        """How rounds end on a part of the boards."""
        felt = lay_felt(len(kinds.deck))
        found: tuple[Array, Array] = count_boards(
            start,
            THREADS,
            kinds,
            tables(),
            tables(5),
            tables(6),
            categories(),
            pays.qualifier,
            amounts,
            felt,
            *decisions[:3],
        )
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        ends, rivers = zip(*pool.map(count, range(THREADS)), strict=True)
    return np.asarray(sum(ends)), np.asarray(sum(rivers))
