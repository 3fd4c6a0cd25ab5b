"""What a solver answers: every outcome with its weight and pay, and what follows from them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Weight = int | float
"""How many deals end so, counted exactly; a probability where the method is not exact."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way for a round to end, in units of the initial wager: what the player nets, and all that was wagered."""

    name: str
    count: Weight
    pay: Fraction
    wagered: Fraction


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """A strategy as a person reads it: a heading, the names of the columns, and the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Solution:
    """A game priced under one strategy.

    The edge is a fraction where it is exact, else a float with `error` bounding it. `deals` is what the counts of the
    outcomes add up to. `ties` says how decisions of equal value go, since averages depend on them.
    """

    game: str
    unit: str
    strategy: str
    strategy_class: str
    edge: Fraction | float
    deals: Weight
    outcomes: tuple[Outcome, ...]
    ties: str = ""
    method: str = ""
    error: float = 0.0
    tables: tuple[DecisionTable, ...] = ()
    sides: "tuple[Solution, ...]" = ()
    """Side wagers, each priced on its own stake: Trips, Perfect Pairs, insurance."""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    """What else was counted and is worth showing: how often each decision is made, what a rule is worth."""

    def __post_init__(self) -> None:
        """An exact solution adds up: its outcomes are all the deals, and their pays are the edge."""
        total = sum(outcome.count for outcome in self.outcomes)
        if isinstance(self.edge, Fraction):
            assert total == self.deals, f"{self.game}: outcomes hold {total} of {self.deals} deals"
            assert self._mean(lambda o: o.pay) == -self.edge, f"{self.game}: the outcomes do not make the edge"

    def _mean(self, of: Callable[[Outcome], Fraction]) -> Fraction | float:
        if isinstance(self.edge, Fraction):
            return sum((of(o) * Fraction(o.count) for o in self.outcomes), Fraction(0)) / Fraction(self.deals)
        return math.fsum(float(of(o)) * float(o.count) for o in self.outcomes) / float(self.deals)

    @property
    def edge_exact(self) -> Fraction | None:
        """The edge as a fraction, where the method is exact."""
        return self.edge if isinstance(self.edge, Fraction) else None

    @property
    def mean_wager(self) -> Fraction | float:
        """All that is wagered in a round on average, in units."""
        return self._mean(lambda o: o.wagered)

    @property
    def element_of_risk(self) -> Fraction | float:
        """The edge for each unit that is wagered in all."""
        return self.edge / self.mean_wager

    @property
    def variance(self) -> Fraction | float:
        """The variance of a round's result, in squared units."""
        mean = self._mean(lambda o: o.pay)
        return self._mean(lambda o: o.pay * o.pay) - mean * mean

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's result, in units."""
        return math.sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction | float:
        """How often a round ends with the player ahead."""
        return self._mean(lambda o: Fraction(o.pay > 0))

    def probability(self, outcome: Outcome) -> float:
        """How likely an outcome is."""
        return outcome.count / self.deals
