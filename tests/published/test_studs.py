"""Published figures of Mississippi Stud and Caribbean Stud: value, source and tolerance, from `figures`."""

import pytest

from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.lab.parsheet import jackpot_data
from pitboss.lab.question import Solution
from pitboss.law.rules import Rules
from support import BOTH, MISSISSIPPI, STAR


def solve(game: str, **changes: object) -> Solution:
    return answer(ask(game, **changes)).solution  # type: ignore[arg-type]


@pytest.mark.parametrize("game", MISSISSIPPI)
@pytest.mark.parametrize(
    ("changes", "percent", "within"),
    [
        ({}, 4.9149, 5e-5),  # Jacobson, edge sorting Mississippi Stud
        ({"pay": ("straight=5",)}, 3.7591, 5e-5),  # the same
        ({"strategy": "knows-first-card"}, -54.8660, 5e-5),  # Jacobson, hole-card play
        ({"strategy": "knows-last-card"}, -104.4668636686, 1e-9),  # the same, update 1
    ],
)
def test_mississippi_edge(game: str, changes: dict[str, object], percent: float, within: float) -> None:
    assert float(solve(game, **changes).edge) * 100 == pytest.approx(percent, abs=within)


def test_mississippi_average_wager_and_element_of_risk() -> None:
    """Grochowski, quoting Wizard of Odds; exact ties on 5th Street are called."""
    solution = solve("star-mississippi-stud")
    assert float(solution.mean_wager) == pytest.approx(3.59, abs=0.005)
    assert float(solution.element_of_risk) == pytest.approx(0.0137, abs=5e-5)


def test_mississippi_third_street() -> None:
    facts = solve("star-mississippi-stud").facts
    assert [facts[f"3rd Street {name}"] for name in ("fold", "1x", "2x", "3x")] == [412, 836, 0, 78]


@pytest.mark.parametrize(
    ("strategy", "loss"),
    [
        ("optimal", 1_041_372_912_372),
        ("ace-king-jack-8-3", 1_059_715_400_580),
        ("pairs", 1_090_272_101_460),
        ("bet-all", 3_310_360_338_060),
    ],
)
@pytest.mark.parametrize("game", BOTH)
def test_caribbean_total_loss_with_a_royal_at_100(game: str, strategy: str, loss: int) -> None:
    """Wizard of Odds, to the unit."""
    solution = solve(game, pay=("royal-flush=100",), strategy=strategy)
    assert solution.deals == 19_933_230_517_200
    assert solution.edge * solution.deals == loss


@pytest.mark.parametrize("game", BOTH)
def test_caribbean_edge_of_the_editions_table(game: str) -> None:
    """Shackleford, Gambling 102: 5.20% where a royal pays 250."""
    assert float(solve(game).edge) == pytest.approx(0.0520, abs=5e-5)


def test_caribbean_bet_frequency_average_wager_and_element_of_risk() -> None:
    """Wizard of Odds, royal at 100; the source makes the wager from the rounded frequency."""
    solution = solve(STAR, pay=("royal-flush=100",))
    assert solution.facts["bet frequency"] == pytest.approx(0.5223, abs=5e-5)
    assert float(solution.mean_wager) == pytest.approx(2.0446, abs=1e-4)
    assert float(solution.element_of_risk) == pytest.approx(0.02555, abs=5e-6)


@pytest.mark.parametrize("game", [STAR, "star-mississippi-stud"])
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
CROWN_GAMES = ("crown-caribbean-stud", "crown-mississippi-stud", "crown-ultimate-texas-holdem")


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
