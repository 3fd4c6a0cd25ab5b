"""Questions to the lab, and their solutions.

A question is a game with its pay tables and rules as the edition gives them or as a person typed them; a solution is
every outcome with its weight and pay, and what follows from them.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.law.edition import Choice
from pitboss.money import Chips
from pitboss.value import Value

OPTIMAL = "optimal"


class LabError(ValueError):
    """A question that makes no sense; the message says what there is instead."""


@dataclass(frozen=True, slots=True)
class VariableRule:
    """A rule that may be varied: its value in the edition, what it may be, what it does and where it stands.

    `grounds` are the clauses, or the number of the reading, that the value comes from.
    """

    name: str
    value: Choice
    choices: tuple[Choice, ...]
    says: str
    grounds: str = ""

    @classmethod
    def number(cls, name: str, value: int, least: int, most: int, says: str, grounds: str = "") -> "VariableRule":
        """A rule that is a whole number in a range."""
        return cls(name, value, tuple(range(least, most + 1)), says, grounds)


@dataclass(frozen=True)
class Question:
    """A game to be priced. `pays` maps a wager (`each`, `ante`, `bet`, `blind`, `trips`) and a line to odds to one."""

    game: str
    engine: str
    edition: str
    version: str
    content_hash: str
    pays: Mapping[str, Mapping[str, Fraction]]
    rules: Mapping[str, Choice]
    strategy: str = OPTIMAL
    play: tuple[tuple[int, ...], ...] = ((4,), (2,), (1,))
    """The Play multiples that are offered before the flop, at it and at the river."""
    decks: int = 6
    wager_cents: int | None = None
    chips: Chips | None = None
    maximum_payout_cents: int | None = None
    """The most that a wager is paid whose lines keep to the notice of maximum payout; it bites on a named wager."""
    capped: frozenset[str] = frozenset()
    """The wagers whose lines keep to that notice."""
    altered: Mapping[str, str] = field(default_factory=dict)
    """What a person changed from the edition, by the name they typed."""

    def __hash__(self) -> int:
        return hash((self.game, self.version, self.strategy, self.decks, self.wager_cents))

    def win(self, odds: Fraction, units: int = 1, *, wager: str = "") -> Fraction:
        """What one wager of some units wins at these odds, in units: exact, or rounded up to what chips can pay, and no
        more than the notice of maximum payout lets its lines pay."""
        won = odds * units
        if self.wager_cents is None:
            return won
        if self.chips is not None:
            won = Fraction(self.chips.next_payable(won * self.wager_cents), self.wager_cents)
        if self.maximum_payout_cents is None or wager not in self.capped:
            return won
        return min(won, Fraction(self.maximum_payout_cents, self.wager_cents))

    def number(self, rule: str) -> int:
        """The value of a rule that is a number."""
        return int(self.rules[rule])

    def text(self, rule: str) -> str:
        """The value of a rule that is a word."""
        return str(self.rules[rule])


Weight = int | float
"""How many deals end so, counted exactly; a probability where the method is not exact."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way for a round to end, in units of the initial wager: what the player nets, and all that was wagered."""

    name: str
    count: Weight
    pay: Fraction
    wagered: Fraction


class End(Value):
    """A way for a round to end: what each wager nets, and what was staked on each, in units and in the same order."""

    name: str
    nets: tuple[tuple[str, Fraction], ...]
    stakes: tuple[tuple[str, Fraction], ...]

    @classmethod
    def of(cls, name: str, wagers: Iterable[tuple[str, Fraction, Fraction | int]]) -> "End":
        """An end from each wager's name, what it nets and what was staked on it."""
        made = tuple(wagers)
        nets = tuple((spot, net) for spot, net, _ in made)
        return cls(name, nets, tuple((spot, Fraction(staked)) for spot, _, staked in made))

    @property
    def pay(self) -> Fraction:
        """The player's net."""
        return sum((net for _, net in self.nets), Fraction(0))

    @property
    def wagered(self) -> Fraction:
        """All that was wagered."""
        return sum((staked for _, staked in self.stakes), Fraction(0))


@dataclass(frozen=True, slots=True)
class WagerShare:
    """What one wager of a game is on average, in units of the initial wager: what is staked on it, and what it nets."""

    name: str
    staked: Fraction | float
    net: Fraction | float


def shares_of(counted: Iterable[tuple[End, int]], deals: int) -> tuple[WagerShare, ...]:
    """The average stake and net of each wager over all deals, in the order in which the ends name them."""
    staked: dict[str, Fraction] = defaultdict(Fraction)
    netted: dict[str, Fraction] = defaultdict(Fraction)
    for end, count in counted:
        for (spot, net), (_, stake) in zip(end.nets, end.stakes, strict=True):
            staked[spot] += stake * count
            netted[spot] += net * count
    return tuple(WagerShare(spot, staked[spot] / deals, netted[spot] / deals) for spot in staked)


def outcomes_of(counted: Iterable[tuple[End, int]]) -> list[Outcome]:
    """The ends that occur with how often they do, those of one name, pay and wager together."""
    counts: dict[tuple[str, Fraction, Fraction], int] = defaultdict(int)
    for end, count in counted:
        if count:
            counts[end.name, end.pay, end.wagered] += count
    return [Outcome(name, count, pay, wagered) for (name, pay, wagered), count in counts.items()]


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """A strategy as a person reads it: a heading, the names of the columns, and the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def edge_of(outcomes: Iterable[Outcome], deals: int) -> Fraction:
    """The house's edge, from all outcomes with how many deals end so."""
    return -sum((Fraction(outcome.count) * outcome.pay for outcome in outcomes), Fraction(0)) / deals


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
    wagers: tuple[WagerShare, ...] = ()
    """What each wager comes to; in Pontoon, where all lies on one, what each way of playing a hand does."""
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
            if self.wagers:
                assert sum(share.net for share in self.wagers) == -self.edge, (
                    f"{self.game}: wagers do not make the edge"
                )

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
