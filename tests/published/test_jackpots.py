"""Jackpots: the printed tables of Crown, and what is known of the Star's prizes."""

from fractions import Fraction

import pytest

from pitboss.jackpot.returns import price_jackpot
from pitboss.lab.jackpot.returns import ask_jackpot, straight_flush_shares
from pitboss.lab.jackpot.sheet import jackpot_data
from pitboss.law.rules import Rules
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_star_jackpot_breaks_even(game: str) -> None:
    """Arithmetic on the printed prizes, at a $1 wager."""
    (option,) = jackpot_data(Rules.of(game), 1_00)
    assert option["break_even_meter"] == pytest.approx(159_810.53, abs=0.005)
    assert option["break_even_meter_cents"] == 159_810_53


CROWN_METERS = {  # the reset value for each unit of the wager, and the increment rates of the six options, in percent
    20_000: (57.22, 49.97, 40.76, 51.33, 48.01, 41.68),
    40_000: (54.14, 46.89, 37.68, 48.26, 44.93, 38.61),
    50_000: (52.60, 45.35, 36.14, 46.72, 43.39, 37.07),
    60_000: (51.06, 43.81, 34.60, 45.18, 41.85, 35.53),
    80_000: (47.98, 40.74, 31.52, 42.10, 38.78, 32.45),
    100_000: (44.90, 37.66, 28.44, 39.02, 35.70, 29.37),
}
CROWN_GAMES = (CROWN, CROWN_MS, ULTIMATE)


@pytest.mark.parametrize("game", CROWN_GAMES)
@pytest.mark.parametrize("option", range(6))
def test_crown_jackpot_returns_the_same_in_every_cell(game: str, option: int) -> None:
    """Crown 12.4, Table 6. Fixed prizes, increment, and the reset that each royal flush brings: 88.85%."""
    figures = jackpot_data(Rules.of(game), 2_50)[option]
    meters = {meter["reset"]: meter["contribution"] * 100 for meter in figures["meters"]}
    assert meters == pytest.approx({reset: rates[option] for reset, rates in CROWN_METERS.items()})
    assert [meter["reset_cents"] for meter in figures["meters"]] == [reset * 2_50 for reset in CROWN_METERS]
    assert {meter["clause"] for meter in figures["meters"]} == {"12.4 Table 6"}
    assert all(meter["return"] == pytest.approx(0.8885, abs=5e-5) for meter in figures["meters"])


@pytest.mark.parametrize("game", CROWN_GAMES)
@pytest.mark.parametrize("option", range(6))
@pytest.mark.parametrize("reset", CROWN_METERS)
def test_crown_rates_are_those_of_one_return(game: str, option: int, reset: int) -> None:
    """Crown 12.4, Table 6: the rate for 88.85%, to the hundredth of a percent, is the printed one in all 36 cells."""
    asked = ask_jackpot(game, option=option + 1, reset=reset, wanted=Fraction("0.8885"))
    assert asked.rate == Fraction(str(CROWN_METERS[reset][option])) / 100
    assert abs(price_jackpot(asked).exact - Fraction("0.8885")) <= Fraction("0.00005")


CROWN_SHARES = {  # straight flushes in a round: what each takes of the meter and of the reset value, in percent
    1: ("10.000", "0.000"),
    2: ("9.500", "0.500"),
    3: ("9.033", "0.967"),
    4: ("8.598", "1.403"),  # 10.001% in all: both are a half, rounded up (reading K24)
    5: ("8.190", "1.810"),
    6: ("7.809", "2.191"),
    7: ("7.453", "2.547"),
}


@pytest.mark.parametrize("winners", CROWN_SHARES)
def test_crown_shares_of_several_straight_flushes(winners: int) -> None:
    """Crown 12.6, Table 7."""
    printed = [Fraction(percent) / 100 for percent in CROWN_SHARES[winners]]
    assert list(straight_flush_shares(winners)) == printed


@pytest.mark.parametrize("game", CROWN_GAMES)
def test_crown_books_have_the_printed_shares(game: str) -> None:
    """Where the book has Table 7 as data it is the same, row by row."""
    rows = [(row["meter"], row["reset"]) for row in Rules.of(game).game.data.get("share", ())]
    assert rows == list(CROWN_SHARES.values())[: len(rows)]
