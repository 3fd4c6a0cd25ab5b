"""The results of many rounds: by the transform, and by adding rounds up one after the other in fractions."""

from collections import defaultdict
from fractions import Fraction

import pytest

from pitboss.lab.answer import answer
from pitboss.lab.many_rounds import OneRound, band_of, ruin_of, spread_of
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError, Outcome
from support import STAR_MS

GAME = [Outcome("a", 2, Fraction(5, 2), Fraction(1)), Outcome("b", 3, Fraction(0), Fraction(1))]
GAME += [Outcome("c", 7, Fraction(-1), Fraction(1)), Outcome("d", 1, Fraction(-2), Fraction(2))]
ONE = OneRound.of_outcomes(GAME, 13)


def add_up(rounds: int) -> dict[Fraction, Fraction]:
    """The distribution of a total, round by round."""
    totals = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for total, chance in totals.items():
            for outcome in GAME:
                after[total + outcome.pay] += chance * Fraction(int(outcome.count), 13)
        totals = after
    return totals


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_totals_are_those_of_rounds_added_up(rounds: int) -> None:
    spread, totals = spread_of(ONE, rounds), add_up(rounds)
    assert spread.method == "exact"
    found = dict(zip(spread.totals.tolist(), spread.chances.tolist(), strict=True))
    assert sum(found.values()) == pytest.approx(1)
    for total, chance in totals.items():
        assert found[float(total)] == pytest.approx(float(chance), abs=1e-13)
    assert spread.ahead == pytest.approx(float(sum(c for t, c in totals.items() if t > 0)))
    below = Fraction(0)
    for total in sorted(totals):
        below += totals[total]
        if below >= Fraction(1, 4):
            assert spread.quantile(0.25) == float(total)
            break


def test_normal_law_is_poor_where_a_prize_is_large() -> None:
    """A hundred rounds of Mississippi Stud: the worst in a thousand cannot be as bad as the normal law has it."""
    one = OneRound.of(answer(ask(STAR_MS)).solution)
    band = band_of(one, 100)
    assert band.method == "exact"
    assert band.quantiles[0] > band.normal[0] + 100
    assert sum(spread_of(one, 100).totals * spread_of(one, 100).chances) == pytest.approx(band.expected, abs=1e-6)
    assert band.hold[0] < -one.mean < band.hold[1]


def test_odd_amounts_are_shared_on_a_grid_that_keeps_the_mean() -> None:
    odd = OneRound((Fraction(-1), Fraction(1, 1_000_003), Fraction(97, 89)), (0.5, 0.1, 0.4))
    spread = spread_of(odd, 2_000)
    assert spread.method == "on a grid"
    assert float((spread.totals * spread.chances).sum()) == pytest.approx(2_000 * odd.mean, abs=1e-6)


def test_ruin_is_that_of_rounds_added_up() -> None:
    totals, ruined = {Fraction(4): Fraction(1)}, Fraction(0)
    for _ in range(6):
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for left, chance in totals.items():
            for outcome in GAME:
                after[left + outcome.pay] += chance * Fraction(int(outcome.count), 13)
        ruined += sum(chance for left, chance in after.items() if left < 2)
        totals = {left: chance for left, chance in after.items() if left >= 2}
    assert ruin_of(ONE, 4, 6) == pytest.approx(float(ruined))
    with pytest.raises(LabError, match="2 units"):
        ruin_of(ONE, 1, 6)
