"""Units: what each is good for, and its name on the log."""

import pytest

from pitboss.money import AUD, PRACTICE, TOKENS, Unit, tournament_unit, unit_named


@pytest.mark.parametrize("unit", [AUD, TOKENS, PRACTICE, tournament_unit("spring")])
def test_a_unit_is_found_by_its_name_on_the_log(unit: Unit) -> None:
    assert unit_named(unit.name) == unit
    assert unit.scale == 100


def test_the_names_on_the_log_stay() -> None:
    names = [unit.name for unit in (AUD, TOKENS, PRACTICE, tournament_unit("spring"))]
    assert names == ["AUD", "tokens", "practice", "tournament spring"]


def test_only_dollars_are_money_and_count_as_a_loss() -> None:
    assert AUD.is_money and AUD.counts_as_loss and AUD.needs_card and AUD.in_shift_report
    for unit in (TOKENS, PRACTICE, tournament_unit("spring"), unit_named("shells"), unit_named("tournament ")):
        assert not (unit.is_money or unit.counts_as_loss or unit.in_shift_report), unit
    assert PRACTICE.is_practice and not PRACTICE.needs_card
    assert tournament_unit("spring").tournament == "spring" and not unit_named("tournament ").tournament
