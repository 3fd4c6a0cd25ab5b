"""Published figures of Pontoon: value, source and tolerance, from `figures`."""

import pytest

from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.lab.question import Solution

GAME = "star-pontoon"


def solve(**changes: int | None) -> Solution:
    return answer(ask(GAME, **changes)).solution  # type: ignore[arg-type]


@pytest.mark.parametrize(("decks", "percent"), [(6, 0.41), (8, 0.38)])
def test_edge_is_about_what_simulations_gave(decks: int, percent: float) -> None:
    """Wikipedia, Pontoon (card game): two decimals of simulations, good to a tenth of a point."""
    assert float(solve(decks=decks).edge) * 100 == pytest.approx(percent, abs=0.1)


def test_insurance_at_six_decks() -> None:
    """Wikipedia, Spanish 21."""
    insurance = next(side for side in solve().sides if side.unit == "insurance wager")
    assert float(insurance.edge) * 100 == pytest.approx(24.7, abs=0.05)


@pytest.mark.parametrize("wager_cents", [500, 2_500])
def test_what_the_super_bonus_pays(wager_cents: int) -> None:
    """Wizard of Odds: 0.030% at six decks; the player who goes for it gives up a little elsewhere."""
    plain, bonus = (solve(wager_cents=wager) for wager in (None, wager_cents))
    prize = {500: 1_000, 2_500: 5_000}[wager_cents] * 100 / wager_cents
    assert float(bonus.facts["super bonus"]) * prize * 100 == pytest.approx(0.030, abs=0.0005)
    assert 0.02 < (float(plain.edge) - float(bonus.edge)) * 100 < 0.030
