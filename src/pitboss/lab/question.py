"""What the lab is asked: a game, its pay tables and rules as the edition gives them or as a person typed them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.law.edition import Choice
from pitboss.money import Chips

OPTIMAL = "optimal"


class LabError(ValueError):
    """A question that makes no sense; the message says what there is instead."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that may be varied: its value in the edition, what it may be, what it does and where it stands.

    `grounds` are the clauses, or the number of the reading, that the value comes from.
    """

    name: str
    value: Choice
    choices: tuple[Choice, ...]
    says: str
    grounds: str = ""

    @classmethod
    def number(cls, name: str, value: int, least: int, most: int, says: str, grounds: str = "") -> "Rule":
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
