"""What a jackpot wager returns in the long run, exactly: the fixed prizes, what feeds the meter, and what the house
adds when the meter starts again. Shared prizes and hands that were folded are left out."""

from fractions import Fraction
from math import comb

from pitboss.jackpot.meter import SHARE, MeterTerms
from pitboss.law.rules import Rules

HANDS = {
    "royal-flush": 4,
    "straight-flush": 9 * 4,
    "four-of-a-kind": 13 * 48,
    "full-house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": (comb(13, 5) - 10) * 4,
    "straight": 10 * (4**5 - 4),
}
"""How many of the five-card hands are of each kind that takes a prize."""


def chance_of(line: str) -> Fraction:
    """The chance of a hand among all of five cards."""
    return Fraction(HANDS[line], comb(52, 5))


def fixed_return(rules: Rules, option: int, price_cents: int) -> Fraction:
    """What the prizes return that do not depend on the meter, for each unit of the wager."""
    total = Fraction(0)
    for row in rules.game.data["prize"]:
        prize = row["options"][option - 1]
        if prize["basis"] == "fixed":
            total += chance_of(row["line"]) * Fraction(prize["cents"], price_cents)
        elif prize["basis"] == "for":
            total += chance_of(row["line"]) * prize["odds"]
    return total


def long_run_return(rules: Rules, terms: MeterTerms) -> Fraction:
    """What a wager returns in the long run: a meter gives back what feeds it, and the reset value at each royal flush.

    Least prizes that are more than the meter's share come on top; how often depends on where the meter stands, so that
    they count here only where the meter starts again.
    """
    royal = chance_of("royal-flush")
    fed = Fraction(terms.rate) + terms.reserve_rate
    added = royal * Fraction(terms.reset_cents, terms.price_cents) - terms.reserve_rate
    return fixed_return(rules, terms.option, terms.price_cents) + fed + max(added, Fraction(0))


def least_prizes(rules: Rules, terms: MeterTerms) -> dict[str, int]:
    """The least prize of each hand that takes a share of the meter, where there is one."""
    found = {}
    for row in rules.game.data["prize"]:
        prize = row["options"][terms.option - 1]
        least = terms.least_cents.get(row["line"], prize.get("least_cents", 0))
        if prize["basis"] == SHARE and least:
            found[row["line"]] = least
    return found
