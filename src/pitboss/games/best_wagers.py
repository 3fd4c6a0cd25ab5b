"""The wagers of a sign that are best for a player: those at which chips round a win up the most, or a prize of one sum
is the most for what was wagered. Players who look for them find them, so the person who sets a sign looks there first.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from pitboss import law
from pitboss.money import ToOne
from pitboss.play.terms import Limits, Terms
from pitboss.value import Value

OPENERS = ("ante", "wager")
"""The spots that buy a hand; every game has one of them."""
RETURNED = "surrenderReturnRounding"
"""Which way the half that a surrender brings back is rounded."""


class WagerGain(Value):
    """A wager, and what it gains a player beyond the odds, for each dollar: by rounding at each of the odds that may be
    rounded, and by a prize."""

    cents: int
    rounding: tuple[Fraction, ...]
    prize: Fraction

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """All that it gains."""
        return (*self.rounding, self.prize)

    @property
    def is_rounded(self) -> bool:
        """Whether chips pay it more than its odds."""
        return any(gain > 0 for gain in self.rounding)

    def is_better_than(self, other: "WagerGain") -> bool:
        """Whether it gains as much as another in every respect, and more in one, or is the smaller wager."""
        if any(mine < theirs for mine, theirs in zip(self.gains, other.gains, strict=True)):
            return False
        return self.gains != other.gains or self.cents < other.cents


def find_best_wagers(rules: law.Rules, terms: Terms) -> tuple[WagerGain, ...]:
    """The wagers of a sign that no other wager beats in every respect; none where all are alike."""
    if not terms.chips.is_sound:
        return ()
    every = (terms.limits, *terms.individual.values())  # the sign's, and those of players with limits of their own
    openers = (limits[spot] for limits in every for spot in OPENERS if spot in limits and limits[spot].are_sound)
    found = {wager.cents: wager for limits in openers for wager in _wagers(rules, terms, limits)}
    best = [wager for wager in found.values() if not any(other.is_better_than(wager) for other in found.values())]
    return tuple(
        sorted((wager for wager in best if any(gain > 0 for gain in wager.gains)), key=lambda wager: wager.cents)
    )


def _wagers(rules: law.Rules, terms: Terms, limits: Limits) -> Iterator[WagerGain]:
    """The wagers to compare: from the least one, and from each step of a prize, until rounding repeats."""
    broken = tuple(_broken(rules)) if rules.applies(law.PAID_UP_TO_CHIPS) else ()
    tiers = tuple((row["from_cents"], row["cents"]) for row in rules.game.data.get("super-bonus", {}).get("tiers", ()))
    measure = gcd(*terms.chips.denominations)
    step = lcm(limits.unit_cents, measure) or measure  # others cannot be made of chips
    again = lcm(step, measure * lcm(*(odds.denominator for odds, _ in broken)))
    for start in (limits.minimum_cents, *(cents for cents, _ in tiers)):
        first = limits.minimum_cents + max(0, -(-(start - limits.minimum_cents) // step)) * step
        for cents in range(first, min(first + again, limits.maximum_cents + 1), step):
            if terms.chips.pays_exactly(cents):
                prize = max((sum_cents for least, sum_cents in tiers if cents >= least), default=0)
                paid = [(odds, sign, terms.chips.next_payable(odds * cents)) for odds, sign in broken]
                rounding = tuple(sign * (Fraction(pays, cents) - odds) for odds, sign, pays in paid)
                yield WagerGain(cents, rounding, Fraction(prize, cents))


def _broken(rules: law.Rules) -> Iterator[tuple[Fraction, int]]:
    """What chips may have to round, each once: odds that are no whole number to one, and the half that a surrender
    brings back; with 1 where players gain by it, and -1 where they lose."""
    data: Any = rules.game.data
    odds = dict.fromkeys(Fraction(ToOne.parse(row["odds"]).win(1)) for row in data.get("pay", ()))
    yield from ((each, 1) for each in odds if each.denominator > 1)
    if "surrender" in data and rules.has_switch(RETURNED):
        yield Fraction(ToOne.parse(data["surrender"]["share"]).win(1)), 1 if rules.reading(RETURNED) == "up" else -1
