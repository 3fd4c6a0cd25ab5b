"""Mississippi Stud counted: the different hands of two, three and four cards, and what the next card makes of them.

No pay table is needed for it, so that a change of one only changes what the ends are worth. The game is played through
in every way: its course is a list of steps, a card or a decision, and what is worth knowing at a step is an array with
a row for each different hand and a column for each way the Street wagers may have been made so far.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from pitboss.cards import Category
from pitboss.cards.card import RANKS
from pitboss.lab.arrays import EMPTY, SUIT, Array, add_card, copies, straights, with_each_card

PAIRS = tuple(f"pair-of-{rank}" for rank in RANKS)
ENDS = (*(category.line for category in Category), *PAIRS)
"""How a hand of five may end: its kind, a pair by its rank (the kind `pair` itself stays empty)."""


class StreetHands(NamedTuple):
    """The hands that differ at each street, as `arrays` writes them, with the steps between them.

    `third[h, c]` is the hand of three cards that the c-th card out makes of the hand h of two, `fourth` likewise, and
    `ends[h, e]` counts the 48 last cards that bring a hand of four to an end.
    """

    two: Array
    three: Array
    four: Array
    third: Array
    fourth: Array
    ends: Array
    copies: Array
    """How many of the 1,326 pairs of hole cards each hand of two stands for."""


@cache
def count() -> StreetHands:
    """Count the game."""
    one = add_card(EMPTY).hands
    two = add_card(one).hands
    three, third = add_card(two)
    four, fourth = add_card(three)
    cells = end_of(with_each_card(four)) + len(ENDS) * np.arange(len(four))[:, None]
    ends = np.bincount(cells.ravel(), minlength=len(ENDS) * len(four)).reshape(len(four), -1)
    return StreetHands(two, three, four, third, fourth, ends, copies(two))


def end_of(suits: Array) -> Array:
    """The end that five cards make, for many hands at once, from their ranks in the four suits."""
    suits = np.moveaxis(suits, -1, 0).astype(np.uint16, order="C")  # thirteen bits each: small numbers are quick
    once = twice = thrice = four = np.zeros_like(suits[0])
    for suit in suits:
        four = four | (thrice & suit)
        thrice = thrice | (twice & suit)
        twice = twice | (once & suit)
        once = once | suit
    flush = (np.bitwise_count(suits) == 5).any(axis=0)
    straight = straights()[once]
    end = np.full(once.shape, int(Category.HIGH_CARD), dtype=np.int64)
    kinds = (
        (np.bitwise_count(twice) == 2, Category.TWO_PAIR),
        (thrice > 0, Category.THREE_OF_A_KIND),
        ((thrice > 0) & (twice != thrice), Category.FULL_HOUSE),
        (four > 0, Category.FOUR_OF_A_KIND),
        (straight, Category.STRAIGHT),
        (flush, Category.FLUSH),
        (flush & straight, Category.STRAIGHT_FLUSH),
        (flush & (once == SUIT >> 8 << 8), Category.ROYAL_FLUSH),
    )
    for is_so, category in kinds:
        end[is_so] = category
    pair = (end == Category.HIGH_CARD) & (twice > 0)
    end[pair] = len(Category) + np.bitwise_count(twice[pair] - 1)
    return end


CARD = "card"
STREETS = ("3rd Street", "4th Street", "5th Street")
Course = tuple[str, ...]
AS_DEALT: Course = ("3rd Street", CARD, "4th Street", CARD, "5th Street", CARD)
FIRST_KNOWN: Course = (CARD, "3rd Street", "4th Street", CARD, "5th Street", CARD)
LAST_KNOWN: Course = (CARD, "3rd Street", CARD, "4th Street", CARD, "5th Street")
"""By symmetry the card that is known may be taken to come first."""
Way = tuple[int, ...]
"""The Street wagers made so far, in Antes: those of a hand that was folded are fewer than the streets."""


@dataclass(frozen=True)
class Play:
    """The game with its wagers: `nets` has the net of a wager of some Antes at each end, `pays` the same in whole
    `scale`ths, an array for each wager."""

    counts: StreetHands
    wagers: tuple[int, ...]
    nets: Mapping[tuple[str, int], Fraction]
    pays: Mapping[int, Array]
    scale: int
    course: Course = AS_DEALT

    @property
    def names(self) -> list[str]:
        """The choices by name, in order."""
        return [*(f"{wager}x" for wager in self.wagers), "fold"]

    def ways(self, made: int) -> list[Way]:
        """The ways in which some Street wagers may have been made, in the order of the columns."""
        return list(product(self.wagers, repeat=made))

    def orders_left(self, cards: int) -> int:
        """In how many orders the community cards may still come when a player knows some cards."""
        return prod(range(52 - cards, 47, -1))

    def solve(self) -> dict[str, Array]:
        """The best choice at each street: a place among the wagers, or one past them for a fold.

        Of choices worth the same the smallest wager is taken, and any wager before a fold.
        """
        return {street: options.argmax(axis=2) for street, options in self.options().items()}

    def options(self) -> dict[str, Array]:
        """What each choice at each street is worth, over all the orders in which the cards may still come.

        A row a hand, a column for each way of having wagered, and then the choices: each wager, and the fold.
        """
        made, cards = 3, 5
        worth = np.stack([self.pays[1] + sum(self.pays[w] for w in way) for way in self.ways(3)], axis=1)
        found = {}
        for step in reversed(self.course):
            if step == CARD:
                cards -= 1
                worth = self.counts.ends @ worth if cards == 4 else worth[self._next(cards)].sum(axis=1)
                continue
            made -= 1
            options = worth.reshape(len(worth), -1, len(self.wagers))
            orders = self.scale * self.orders_left(cards)
            fold = np.array([-(1 + sum(way)) * orders for way in self.ways(made)], dtype=np.int64)
            fold = np.broadcast_to(fold[None, :, None], (*options.shape[:2], 1))
            found[step] = np.concatenate([options, fold], axis=2)
            worth = found[step].max(axis=2)
        return found

    def _next(self, cards: int) -> Array:
        return self.counts.third if cards == 2 else self.counts.fourth

    def follow(self, choices: Mapping[str, Array]) -> list[tuple[str, Way, int]]:
        """Deal every hand in every order, deciding as `choices` says, and count how the hands end: the end of five
        cards, the Street wagers, and how many deals."""
        reach: Array = self.counts.copies[:, None]
        made, cards, ended = 0, 2, []
        for step in self.course:
            if step == CARD and cards == 4:
                reach, cards = self.counts.ends.T @ reach, 5
            elif step == CARD:
                after = np.zeros((len(self.counts[cards - 1]), reach.shape[1]), dtype=np.int64)
                np.add.at(after, self._next(cards), reach[:, None, :])
                reach, cards = after, cards + 1
            else:
                chosen = choices[step][:, :, None] == np.arange(len(self.wagers) + 1)
                parts = reach[:, :, None] * chosen
                folded = parts[:, :, -1].sum(axis=0) * self.orders_left(cards)
                ended += [("fold", way, int(n)) for way, n in zip(self.ways(made), folded, strict=True) if n]
                reach, made = parts[:, :, :-1].reshape(len(parts), -1), made + 1
        for end, row in zip(ENDS, reach, strict=True):
            ended += [(end, way, int(n)) for way, n in zip(self.ways(3), row, strict=True) if n]
        return ended
