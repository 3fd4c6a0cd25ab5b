"""Every hand that a player can hold, as a multiset of point values, and every way the dealer can draw.

Point values are numbered 0 to 9: the ace, two to nine, and the ten-point cards (jack, queen, king). What order cards
came in never matters to a player's total; for the dealer it decides where the drawing stops, so each multiset of the
dealer's cards is kept with the number of orders that lead to it.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

VALUES = 10
ACE, SIX, SEVEN, EIGHT, TEN = 0, 5, 6, 7, 9
LIMIT = 21
# How the dealer's hand can end, in the order of the columns of a distribution; 17 to 21 come first.
SEVENTEEN, TWENTY_ONE, DEALER_BUST, DEALER_PONTOON = 0, 4, 5, 6
ENDINGS = 7
STANDS_HARD = 17


class Hands(NamedTuple):
    """All hands with a hard total of at most 21, the fewest cards first; a column for each property."""

    counts: Array
    """How many cards of each point value."""
    hard: Array
    """The total with every ace as 1."""
    total: Array
    """The total with an ace as 11 where that does not pass 21."""
    cards: Array
    child: Array
    """The hand after drawing each point value; -1 where it is bust."""


class DealerDraws(NamedTuple):
    """The dealer's possible draws to one up card as a tree of point values in rising order.

    A node multiplies its parent's weight by the cards of its value left over; where `ways` is positive the dealer
    stops, and that many orders of the cards lead there.
    """

    parent: Array
    value: Array
    already: Array
    depth: Array
    ways: Array
    ending: Array


def best_total(hard: int, aces: int) -> int:
    """The total of a hand as it is announced."""
    return hard + 10 if aces and hard + 10 <= LIMIT else hard


@cache
def all_hands() -> Hands:
    """Every hand that is not bust, each once."""
    layer: list[tuple[int, ...]] = [(0,) * VALUES]
    found: list[tuple[int, ...]] = []
    while layer:
        found += layer
        grown = {_with(hand, value) for hand in layer for value in range(VALUES)}
        layer = sorted(hand for hand in grown if _hard(hand) <= LIMIT)
    place = {hand: i for i, hand in enumerate(found)}
    hard = [_hard(hand) for hand in found]
    return Hands(
        counts=np.array(found, np.int64),
        hard=np.array(hard, np.int64),
        total=np.array([best_total(h, hand[ACE]) for h, hand in zip(hard, found, strict=True)], np.int64),
        cards=np.array([sum(hand) for hand in found], np.int64),
        child=np.array([[place.get(_with(hand, v), -1) for v in range(VALUES)] for hand in found], np.int64),
    )


def place_of(*values: int) -> int:
    """Where a hand of some point values stands among all hands."""
    place = 0
    for value in values:
        place = int(all_hands().child[place, value])
    return place


@cache
def dealer_draws(up: int, stands_soft: int) -> DealerDraws:
    """How the dealer may go on from an up card."""
    ways, ending = _dealer_endings(up, stands_soft)
    nodes: dict[tuple[int, ...], int] = {(): 0}
    rows: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    for drawn in sorted(ways):
        for depth in range(1, len(drawn) + 1):
            path = drawn[:depth]
            if path not in nodes:
                nodes[path] = len(rows)
                rows.append((nodes[path[:-1]], path[-1], path[:-1].count(path[-1]), depth))
    parent, value, already, depths = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    paths = list(nodes)
    return DealerDraws(
        parent=parent,
        value=value,
        already=already.astype(np.float64),
        depth=depths,
        ways=np.array([float(ways.get(path, 0)) for path in paths]),
        ending=np.array([ending.get(path, 0) for path in paths], np.int64),
    )


def _dealer_endings(up: int, stands_soft: int) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """By the dealer's drawn cards in rising order: in how many orders they come, and how the hand ends."""
    stopped: dict[tuple[int, ...], int] = {}
    ending: dict[tuple[int, ...], int] = {}
    layer: dict[tuple[int, ...], int] = {(): 1}
    while layer:
        grown: dict[tuple[int, ...], int] = {}
        for drawn, orders in layer.items():
            for value in range(VALUES):
                cards = tuple(sorted((*drawn, value)))
                end = dealer_ending((up, *cards), stands_soft)
                target = grown if end is None else stopped
                target[cards] = target.get(cards, 0) + orders
                if end is not None:
                    ending[cards] = end
        layer = grown
    return stopped, ending


def dealer_ending(values: tuple[int, ...], stands_soft: int) -> int | None:
    """How a dealer's hand ends with these cards, or nothing if the dealer must draw (14.4)."""
    hard = sum(value + 1 for value in values)
    total = best_total(hard, values.count(ACE))
    if len(values) == 2 and total == LIMIT:
        return DEALER_PONTOON
    if hard > LIMIT:
        return DEALER_BUST
    if total >= (stands_soft if total != hard else STANDS_HARD):
        return SEVENTEEN + total - STANDS_HARD
    return None


def _hard(hand: tuple[int, ...]) -> int:
    return sum((value + 1) * count for value, count in enumerate(hand))


def _with(hand: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])
