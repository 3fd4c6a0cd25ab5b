"""A strategy by total and number of cards: what a person can keep in mind, and what a compiled kernel can look up."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon.hands import LIMIT, VALUES, all_hands
from pitboss.lab.pontoon.play import STAND
from pitboss.lab.pontoon.spot import Policy

Array = NDArray[Any]
MOST_CARDS = 6
"""Hands of more cards are decided as those of six: each has but the seven-card bonus before it."""


@dataclass(frozen=True)
class CountTables:
    """Decisions by up card (first axis), all as small numbers."""

    action: Array
    """By up card, hard or soft, total and number of cards: STAND, HIT or DOUBLE."""
    forfeits: Array
    """By up card and the total of a doubled hand: whether it forfeits."""
    splits: Array
    """By up card and point value: whether a pair is split; this comes before all else."""
    surrenders: Array
    """By up card, hard or soft, and total: whether the first two cards are surrendered; before any other draw."""

    @classmethod
    def empty(cls) -> "CountTables":
        """A player who always stands."""
        return cls(
            np.full((VALUES, 2, LIMIT + 1, MOST_CARDS + 1), STAND, np.int8),
            np.zeros((VALUES, LIMIT + 1), np.bool_),
            np.zeros((VALUES, VALUES), np.bool_),
            np.zeros((VALUES, 2, LIMIT + 1), np.bool_),
        )

    def policy(self, up: int) -> Policy:
        """The decisions against one up card, hand by hand."""
        hands = all_hands()
        soft, cards = cell_of()
        forfeits = np.zeros((len(hands.hard), 2), np.bool_)
        for raised in range(2):
            total = np.minimum(hands.hard + 10 * raised, LIMIT)
            forfeits[:, raised] = self.forfeits[up, total] & (total < LIMIT)
        return Policy(
            given=self.action[up, soft, hands.total, cards].copy(),
            forfeits=forfeits,
            splits=self.splits[up],
            surrenders=self.surrenders[up, soft, hands.total] & (hands.cards == 2),
        )


def cell_of() -> tuple[Array, Array]:
    """By hand: whether it is soft, and its number of cards as the tables have it."""
    hands = all_hands()
    return (hands.total != hands.hard).astype(np.int64), np.minimum(hands.cards, MOST_CARDS)


def cells() -> list[list[list[int]]]:
    """By hard or soft and by total: the numbers of cards that hands of two or more cards can have there."""
    hands = all_hands()
    soft, cards = cell_of()
    found: list[list[set[int]]] = [[set() for _ in range(LIMIT + 1)] for _ in range(2)]
    for place in range(len(hands.hard)):
        if cards[place] >= 2:
            found[soft[place]][hands.total[place]].add(int(cards[place]))
    return [[sorted(of_total) for of_total in kind] for kind in found]
