"""What a jackpot wager is worth on a five-card hand: its fixed prizes, what feeds the meter and where it starts, and
the meter at which the wager breaks even."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.value import Value

HANDS: Mapping[str, int] = {
    "royal-flush": 4,
    "straight-flush": 9 * 4,
    "four-of-a-kind": 13 * 48,
    "full-house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": (comb(13, 5) - 10) * 4,
    "straight": 10 * (4**5 - 4),
}
"""How many of the five-card hands are of each kind that takes a prize."""
PRICE_CENTS = 100
"""The price of the wager unless another is named: no edition states one, and prizes in dollars depend on it."""


class Share(Value):
    """A prize that is a share of the meter, for each unit of the wager: its chance, the share, the least it pays."""

    chance: Fraction
    share: Fraction
    least: Fraction

    def at(self, meter: Fraction) -> Fraction:
        """What it returns at a meter."""
        return self.chance * max(self.share * meter, self.least)


def jackpot_data(rules: Rules, price_cents: int = PRICE_CENTS) -> list[dict[str, Any]]:
    """Each payout option of the edition at a price of the wager: what the fixed prizes return, the meter that makes up
    the rest, and where the edition states them (Crown 12.4, Table 6) the contributions and reset values of the meter.

    All are for each unit of the wager, but those in cents. Hands that share a jackpot, and what a fold forfeits, are
    left out. A meter returns in the long run what feeds it, and the reset value that the house adds at each royal.
    """
    if price_cents <= 0:
        raise LabError("The price of a jackpot wager is more than nothing.")
    prizes = rules.game.data.get("prize", [])
    options = len(prizes[0]["options"]) if prizes else 0
    return [_option(rules, option, price_cents) for option in range(options)]


def _option(rules: Rules, option: int, price_cents: int) -> dict[str, Any]:
    fixed = Fraction(0)
    shares: list[Share] = []
    least: dict[str, int] = {}
    for row in rules.game.data["prize"]:
        chance = Fraction(HANDS[row["line"]], comb(52, 5))
        prize = row["options"][option]
        match prize["basis"]:
            case "share":
                least_cents = prize.get("least_cents", 0)
                shares.append(Share(chance, Fraction(prize["percent"], 100), Fraction(least_cents, price_cents)))
                least |= {row["line"]: least_cents} if least_cents else {}
            case "fixed":
                fixed += chance * Fraction(prize["cents"], price_cents)
            case "for":
                fixed += chance * prize["odds"]
    even = _break_even(fixed, shares)
    return {
        "option": option + 1,
        "price_cents": price_cents,
        "fixed_return": float(fixed),
        "share_per_meter_unit": float(sum(each.chance * each.share for each in shares)),
        "break_even_meter": float(even),
        "break_even_meter_cents": round(even * price_cents),
        "least_cents": least,
        "meters": [_meter(row, option, fixed, price_cents) for row in rules.game.data.get("meter", [])],
    }


def _meter(row: Mapping[str, Any], option: int, fixed: Fraction, price_cents: int) -> dict[str, Any]:
    """A configuration of the meter: the reset value, what of a wager feeds it, and what all of it returns."""
    contribution = Fraction(row["increment"][option]) / 100
    royal = Fraction(HANDS["royal-flush"], comb(52, 5))
    return {
        "reset": row["reset"],
        "reset_cents": row["reset"] * price_cents,
        "contribution": float(contribution),
        "return": float(fixed + contribution + royal * row["reset"]),
        "clause": row["clause"],
    }


def _break_even(fixed: Fraction, shares: list[Share]) -> Fraction:
    """The lowest meter at which a unit returns itself: nothing where the fixed and least prizes alone do."""
    meter = Fraction(0)
    for each in sorted(shares, key=lambda each: each.least / each.share):
        grows_from = each.least / each.share
        if fixed + sum(one.at(grows_from) for one in shares) >= 1:
            break
        meter = grows_from
    slope = sum(each.chance * each.share for each in shares if each.least / each.share <= meter)
    missing = 1 - fixed - sum(each.at(meter) for each in shares)
    return meter + missing / slope if slope and missing > 0 else meter
