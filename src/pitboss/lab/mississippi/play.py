"""Mississippi Stud played through in every way: what decisions are worth, and where a way of deciding leads.

A table of the game's course is a list of steps, a card or a decision. What is worth knowing at a step is an array with
a row for each different hand and a column for each way the Street wagers may have been made so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from pitboss.lab.mississippi.count import ENDS, Counts
from pitboss.lab.suits import Numbers
from pitboss.value import Value

CARD = "card"
Course = tuple[str, ...]
AS_DEALT: Course = ("3rd Street", CARD, "4th Street", CARD, "5th Street", CARD)
FIRST_KNOWN: Course = (CARD, "3rd Street", "4th Street", CARD, "5th Street", CARD)
LAST_KNOWN: Course = (CARD, "3rd Street", CARD, "4th Street", CARD, "5th Street")
"""By symmetry the card that is known may be taken to come first."""


class Ended(Value):
    """A way for the hand to end: folded on a street or at an end of five cards, after these Street wagers."""

    street: str
    end: str
    wagers: tuple[int, ...]
    deals: int


@dataclass(frozen=True)
class Play:
    """The game with its wagers: `pays[w]` is what a wager of w Antes nets at each end, in whole `scale`ths."""

    counts: Counts
    wagers: tuple[int, ...]
    pays: dict[int, Numbers]
    scale: int
    course: Course = AS_DEALT

    @property
    def names(self) -> list[str]:
        """The choices by name, in order."""
        return [*(f"{wager}x" for wager in self.wagers), "fold"]

    def ways(self, made: int) -> list[tuple[int, ...]]:
        """The ways in which some Street wagers may have been made, in the order of the columns."""
        return list(product(self.wagers, repeat=made))

    def orders_left(self, cards: int) -> int:
        """In how many orders the community cards may still come when a player knows some cards."""
        return prod(range(52 - cards, 47, -1))

    def solve(self) -> dict[str, Numbers]:
        """The best choice at each street: a place among the wagers, or one past them for a fold.

        Of choices worth the same the smallest wager is taken, and any wager before a fold.
        """
        return {street: options.argmax(axis=2) for street, options in self.options().items()}

    def options(self) -> dict[str, Numbers]:
        """What each choice at each street is worth, over all the orders in which the cards may still come.

        A row a hand, a column for each way of having wagered, and then the choices: each wager, and the fold.
        """
        made, cards = 3, 5
        worth = np.stack([self.pays[1] + sum(self.pays[w] for w in way) for way in self.ways(3)], axis=1)
        found = {}
        for step in reversed(self.course):
            if step == CARD:
                cards -= 1
                worth = self._before_card(worth, cards)
                continue
            made -= 1
            options = worth.reshape(len(worth), -1, len(self.wagers))
            fold = np.broadcast_to(self._fold(made, cards)[None, :, None], (*options.shape[:2], 1))
            options = np.concatenate([options, fold], axis=2)
            found[step] = options
            worth = options.max(axis=2)
        return found

    def _before_card(self, worth: Numbers, cards: int) -> Numbers:
        if cards == 4:
            return self.counts.ends @ worth
        step = self.counts.third if cards == 2 else self.counts.fourth
        summed: Numbers = worth[step].sum(axis=1)
        return summed

    def _fold(self, made: int, cards: int) -> Numbers:
        """What a fold costs after each way of wagering, over all the orders in which the cards may still come."""
        lost = [-(1 + sum(way)) * self.scale * self.orders_left(cards) for way in self.ways(made)]
        return np.array(lost, dtype=np.int64)

    def follow(self, choices: dict[str, Numbers]) -> list[Ended]:
        """Deal every hand in every order, deciding as `choices` says, and count how the hands end."""
        reach: Numbers = self.counts.copies[:, None]
        made, cards, ended = 0, 2, []
        for step in self.course:
            if step == CARD:
                reach = self._after_card(reach, cards)
                cards += 1
                continue
            chosen = choices[step][:, :, None] == np.arange(len(self.wagers) + 1)
            parts = reach[:, :, None] * chosen
            folded = parts[:, :, -1].sum(axis=0) * self.orders_left(cards)
            ended += [Ended(step, "fold", way, int(n)) for way, n in zip(self.ways(made), folded, strict=True) if n]
            reach = parts[:, :, :-1].reshape(len(parts), -1)
            made += 1
        for end, row in zip(ENDS, reach, strict=True):
            ended += [Ended("", end, way, int(n)) for way, n in zip(self.ways(3), row, strict=True) if n]
        return ended

    def _after_card(self, reach: Numbers, cards: int) -> Numbers:
        if cards == 4:
            return self.counts.ends.T @ reach
        step, hands = (self.counts.third, self.counts.three) if cards == 2 else (self.counts.fourth, self.counts.four)
        after = np.zeros((len(hands), reach.shape[1]), dtype=np.int64)
        np.add.at(after, step, reach[:, None, :])
        return after


def largest(pays: Sequence[int]) -> int:
    """The largest sum that a play through may meet, to know that it fits."""
    return max(map(abs, pays)) * 16 * prod(range(50, 47, -1))
