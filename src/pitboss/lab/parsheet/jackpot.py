"""What a jackpot wager is worth on a five-card hand: its fixed prizes, and the meter at which it breaks even."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from pitboss.law.rules import Rules

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
"""Prizes in dollars are set against a wager of one dollar."""


def jackpot_data(rules: Rules) -> list[dict[str, Any]]:
    """Each payout option of the edition: what the fixed prizes return, and the meter that makes up the rest.

    Both are for each unit of the wager. Hands that share a jackpot, and what a fold forfeits, are left out. How much
    of a wager feeds the meter and where the meter starts is the operator's setting.
    """
    prizes = rules.game.data.get("prize", [])
    options = len(prizes[0]["options"]) if prizes else 0
    return [_option(prizes, option) for option in range(options)]


def _option(prizes: list[Mapping[str, Any]], option: int) -> dict[str, Any]:
    fixed = share = Fraction(0)
    least: dict[str, int] = {}
    for row in prizes:
        chance = Fraction(HANDS[row["line"]], comb(52, 5))
        prize = row["options"][option]
        match prize["basis"]:
            case "share":
                share += chance * prize["percent"] / 100
                if "least_cents" in prize:
                    least[row["line"]] = prize["least_cents"]
            case "fixed":
                fixed += chance * Fraction(prize["cents"], PRICE_CENTS)
            case "for":
                fixed += chance * prize["odds"]
    return {
        "option": option + 1,
        "fixed_return": float(fixed),
        "share_per_meter_unit": float(share),
        "break_even_meter": float((1 - fixed) / share),
        "least_cents": least,
        "contribution": None,
        "reset": None,
    }
