"""A meter from one royal flush to the next: how large it is when a wager is settled, how long the hits are apart, and
what the house adds where a prize has a least sum (Star Caribbean 12.1, Mississippi 15.2.9).

A meter grows by what feeds it, loses its share with each straight flush, and is reset by a royal flush. Wagers are
taken one by one; everything is in units of the wager.
"""

from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, log1p
from operator import mul

from pitboss.value import Value

STEPS, FINER = 8, 16
"""How many points lie between a meter and what a straight flush leaves of it, in the two computations."""
TOP, BOTTOM = 90, 120
"""How many straight flushes above and below the least sum the points reach."""


class Estimate(Value):
    """A number that was worked out on a grid, and how far it may be off."""

    worth: float
    error: float


class MeterCourse(Value):
    """The prizes that share a meter (their chance, share and least sum), what a wager adds to it, and its reset
    value."""

    shares: tuple[tuple[Fraction, Fraction, Fraction], ...]
    rate: Fraction
    reset: Fraction

    @property
    def reset_chance(self) -> Fraction:
        """The chance that a wager takes the whole meter."""
        return sum((chance for chance, share, _ in self.shares if share == 1), Fraction(0))

    @property
    def wagers_between_resets(self) -> Fraction:
        """How many wagers there are on average from one prize that takes the whole meter to the next."""
        return 1 / self.reset_chance

    @property
    def expected(self) -> Fraction:
        """The meter at which a wager is settled on average, and so the mean prize that takes all of it.

        What comes in with a wager goes out with it on average: the rate, and the reset where the meter is taken, is
        what the prizes take.
        """
        taken = sum((chance * share for chance, share, _ in self.shares), Fraction(0))
        return (self.rate + self.reset_chance * self.reset) / taken

    @property
    def has_least(self) -> bool:
        """Whether the house may have to add to a prize."""
        return any(least for _, _, least in self.shares)

    @property
    def added(self) -> Estimate:
        """What the house adds to the prizes, for each unit of the wager."""
        return _added(self) if self.has_least else Estimate(0.0, 0.0)


@lru_cache(maxsize=256)
def _added(course: MeterCourse) -> Estimate:
    """Twice, on a coarse grid and on one twice as fine: the error falls with the square of the step."""
    coarse, fine = (_Grid(course, steps).added() for steps in (STEPS, FINER))
    return Estimate(max(fine + (fine - coarse) / 3, 0.0), abs(fine - coarse) / 3)


class _Grid:
    """What the house adds until the meter is reset, from any meter on.

    The points lie so that what a straight flush leaves of one is another, and the least sum is one of them. Between two
    points what a hit is worth is taken to be a straight line, and the wagers until the next hit are summed up exactly.
    """

    def __init__(self, course: MeterCourse, steps: int) -> None:
        self.course, self.steps = course, steps
        resets = [(float(chance), float(least)) for chance, share, least in course.shares if share == 1]
        others = [tuple(map(float, row)) for row in course.shares if row[1] != 1]
        ((self.reset_chance, self.least_of_all),) = resets
        ((self.chance, self.share, self.least),) = others
        bend = max(self.least_of_all, self.least / self.share) or 1.0
        ratio = (1 - self.share) ** (-1 / steps)
        self.points = [bend * ratio**place for place in range(-BOTTOM * steps, TOP * steps + 1)]

    def added(self) -> float:
        """What the house adds, for each wager: from reset to reset, by the mean number of wagers between them."""
        worth, start = self._worth(), float(self.course.reset)
        points = self.points
        if start <= points[0]:
            return worth[0] * self.reset_chance
        if start >= points[-1]:
            return worth[-1] * self.reset_chance
        after = next(place for place, point in enumerate(points) if point > start)
        part = (start - points[after - 1]) / (points[after] - points[after - 1])
        return (worth[after - 1] * (1 - part) + worth[after] * part) * self.reset_chance

    def _worth(self) -> list[float]:
        """By point: what the house adds until the reset.

        It hangs on the next point up, where no hit falls before it, and on what a straight flush leaves, so many points
        down. From the top each point is put in terms of the `steps` points below it; then they are filled in from the
        bottom, below which all is taken as at it.
        """
        hit, grows, steps = self.reset_chance + self.chance, float(self.course.rate), self.steps
        all_of, other = self.reset_chance / hit, self.chance / hit
        now = [
            all_of * max(self.least_of_all - point, 0.0) + other * max(self.least - self.share * point, 0.0)
            for point in self.points
        ]
        sums, below = [now[-1]], [[0.0] * (steps - 1) + [other]]
        for place in range(len(now) - 2, -1, -1):
            here, there, beyond = self._weights(place, hit, grows)
            on_itself, *others = (beyond * weight for weight in below[-1])
            others[-1] += there * other
            own = 1 - on_itself
            sums.append((here * now[place] + there * now[place + 1] + beyond * sums[-1]) / own)
            below.append([*(weight / own for weight in others), here * other / own])
        worth = [sums.pop() / (1 - sum(below.pop()))]
        while sums:
            lower = [worth[max(len(worth) - down, 0)] for down in range(1, steps + 1)]
            worth.append(sums.pop() + sum(map(mul, below.pop(), lower)))
        return worth

    def _weights(self, place: int, hit: float, grows: float) -> tuple[float, float, float]:
        """How likely the next hit falls between a point and the next, as weights of both; and that it falls beyond."""
        if not grows:
            return 1.0, 0.0, 0.0
        wagers = (self.points[place + 1] - self.points[place]) / grows
        none = wagers * log1p(-hit)
        beyond, before = exp(none), -expm1(none)  # each to all its digits, however few wagers lie between
        there = before / (hit * wagers) - beyond
        return before - there, there, beyond
