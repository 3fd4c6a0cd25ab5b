"""What chips can pay: the next amount up that they can make, and the chips that make it."""

from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from math import ceil, gcd

from pitboss.money.odds import Exact
from pitboss.value import Value

MOST_APART = 1_000
"""How many times the measure of all chips the smallest may be: what they can make is looked up by its remainders."""


class Chips(Value, tag="Chips"):
    """The denominations on a table, in cents, smallest first; of each there are as many as needed."""

    denominations: tuple[int, ...] = (100, 500, 2_500, 10_000, 50_000)

    @property
    def is_sound(self) -> bool:
        """Say whether they are chips: worth something, listed smallest first, and of values that go together."""
        chips = self.denominations
        if not chips or chips[0] <= 0 or list(chips) != sorted(set(chips)):
            return False
        return chips[0] // gcd(*chips) <= MOST_APART

    def pays_exactly(self, cents: Exact) -> bool:
        """Say whether chips can make an amount."""
        return cents.denominator == 1 and _makes(self.denominations, cents.numerator)

    def next_payable(self, cents: Exact) -> int:
        """The amount itself if chips can make it, else the next one up that they can."""
        if self.pays_exactly(cents):
            return cents.numerator
        measure = gcd(*self.denominations)
        amount = ceil(Fraction(cents, measure)) * measure
        while not _makes(self.denominations, amount):
            amount += measure
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
    least = _least_by_rest(denominations).get(rest)
    return least is not None and cents >= least


@cache
def _least_by_rest(denominations: tuple[int, ...]) -> dict[int, int]:
    """For each remainder by the smallest chip that chips can leave, the least amount that leaves it.

    Every amount above it with that remainder can be made too, by adding smallest chips. It is the shortest way round
    the remainders, each chip being a step.
    """
    smallest, *others = denominations
    least = {0: 0}
    waiting = [0]
    while waiting:
        amount = heappop(waiting)
        if amount > least[amount % smallest]:
            continue
        for chip in others:
            there = (amount + chip) % smallest
            if there not in least or amount + chip < least[there]:
                least[there] = amount + chip
                heappush(waiting, amount + chip)
    return least
