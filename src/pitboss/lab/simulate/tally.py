"""What came of a simulation: counts of whole numbers, and the edge with its interval that follows from them."""

import math
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.lab.simulate.kernel import End
from pitboss.lab.solution import Solution

CERTAIN = 1.959963984540054
"""How many standard errors hold 95 of a hundred results."""


class Tally:
    """Counts of how rounds ended, added up as workers send them."""

    def __init__(self, ends: Sequence[End]) -> None:
        self.ends = ends
        self.counts = [0] * len(ends)
        self._sums = [(end.pay, end.pay**2, end.wagered) for end in ends]

    def add(self, counts: Sequence[int]) -> None:
        """Add the counts of some rounds."""
        self.counts = [old + new for old, new in zip(self.counts, counts, strict=True)]

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return sum(self.counts)

    def _mean(self, which: int) -> Fraction:
        met = (count * sums[which] for count, sums in zip(self.counts, self._sums, strict=True) if count)
        return sum(met, Fraction(0)) / self.rounds

    @property
    def edge(self) -> Fraction:
        """The house's gain a round, in units."""
        return -self._mean(0)

    @property
    def mean_wager(self) -> Fraction:
        """All that is wagered in a round, in units."""
        return self._mean(2)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's result, in units."""
        return math.sqrt(self._mean(1) - self._mean(0) ** 2)

    @property
    def standard_error(self) -> float:
        """The standard error of the edge."""
        return self.standard_deviation / math.sqrt(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the edge lies, 95 times of a hundred."""
        off = CERTAIN * self.standard_error
        return float(self.edge) - off, float(self.edge) + off

    def z_score(self, solution: Solution) -> float:
        """How many standard errors lie between this edge and the one that was worked out."""
        exact = solution.standard_deviation / math.sqrt(self.rounds)
        return (float(self.edge) - float(solution.edge)) / exact

    def outcomes(self) -> dict[tuple[str, Fraction, Fraction], int]:
        """How often each outcome came, by name, pay and wager."""
        found: dict[tuple[str, Fraction, Fraction], int] = defaultdict(int)
        for end, count in zip(self.ends, self.counts, strict=True):
            if count:
                found[end.name, end.pay, end.wagered] += count
        return dict(sorted(found.items(), key=lambda row: (-row[0][1], row[0])))

    def wagers(self) -> dict[str, Fraction]:
        """What each wager gains or loses a round, in units."""
        nets: dict[str, Fraction] = defaultdict(Fraction)
        for end, count in zip(self.ends, self.counts, strict=True):
            for spot, net in end.nets:
                nets[spot] += count * net
        return {spot: net / self.rounds for spot, net in nets.items()}

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        low, high = self.interval
        return {
            "rounds": self.rounds,
            "edge": float(self.edge),
            "edge_exact": str(self.edge),
            "standard_error": self.standard_error,
            "interval": [low, high],
            "mean_wager": float(self.mean_wager),
            "standard_deviation": self.standard_deviation,
            "hit_frequency": sum(n for (_, pay, _), n in self.outcomes().items() if pay > 0) / self.rounds,
            "wagers": {spot: float(net) for spot, net in self.wagers().items()},
            "outcomes": [
                {"name": name, "count": n, "probability": n / self.rounds, "pay": float(pay), "wagered": float(wagered)}
                for (name, pay, wagered), n in self.outcomes().items()
            ],
        }
