"""What chips can pay: the next amount up that they can make, and the chips that make it."""

from functools import cache
from math import ceil
from typing import NamedTuple

from pitboss.money.odds import Exact


class Chips(NamedTuple):
    """The denominations on a table, in cents, smallest first; of each there are as many as needed."""

    denominations: tuple[int, ...] = (100, 500, 2_500, 10_000, 50_000)

    def pays_exactly(self, cents: Exact) -> bool:
        """Say whether chips can make an amount."""
        return cents.denominator == 1 and _makes(self.denominations, cents.numerator)

    def next_payable(self, cents: Exact) -> int:
        """The amount itself if chips can make it, else the next one up that they can."""
        amount = ceil(cents)
        while not _makes(self.denominations, amount):
            amount += 1
        return amount

    def stacks(self, cents: int) -> tuple[tuple[int, int], ...]:
        """Break a payable amount into (denomination, count), the largest chips first."""
        if not _makes(self.denominations, cents):
            raise ValueError(f"chips cannot make {cents} cents")
        stacks = []
        for chip in reversed(self.denominations):
            count = cents // chip
            while count and not _makes(self.denominations, cents - count * chip):
                count -= 1
            if count:
                stacks.append((chip, count))
                cents -= count * chip
        return tuple(stacks)


def _makes(denominations: tuple[int, ...], cents: int) -> bool:
    smallest = denominations[0]
    rest = cents % smallest
    if not rest:
        return cents >= 0
    least = _least_by_rest(denominations)[rest]
    return least is not None and cents >= least


@cache
def _least_by_rest(denominations: tuple[int, ...]) -> tuple[int | None, ...]:
    """For each remainder by the smallest chip, the least amount of that remainder that chips can make.

    Every amount above it with that remainder can be made too, by adding smallest chips.
    """
    smallest, *others = denominations
    least: list[int | None] = [0] + [None] * (smallest - 1)
    changed = True
    while changed:
        changed = False
        for rest, amount in enumerate(tuple(least)):
            if amount is None:
                continue
            for chip in others:
                there = (rest + chip) % smallest
                known = least[there]
                if known is None or amount + chip < known:
                    least[there] = amount + chip
                    changed = True
    return tuple(least)
