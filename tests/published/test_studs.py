"""Published figures of Mississippi Stud and Caribbean Stud: value, source and tolerance, from `figures`."""

import pytest

from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.lab.question import Solution
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
