"""Answers: what follows from outcomes, what is kept and found again, and what a change does to it."""

import json
import math
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from pkgutil import iter_modules

import pytest

from pitboss.lab import answer as answers
from pitboss.lab import store
from pitboss.lab.answer import SOLVERS, answer, answer_data, compare, part_of, solution_of
from pitboss.lab.parameters import ask
from pitboss.lab.question import Outcome, Solution
from support import STAR, STAR_MS

COIN = (Outcome("heads", 3, Fraction(1), Fraction(1)), Outcome("tails", 5, Fraction(-2), Fraction(2)))


def coin(**changes: object) -> Solution:
    made: dict[str, object] = {"game": "coin", "unit": "wager", "strategy": "optimal", "strategy_class": "none"}
    return Solution(**(made | {"edge": Fraction(7, 8), "deals": 8, "outcomes": COIN} | changes))  # type: ignore[arg-type]


def test_what_follows_from_outcomes() -> None:
    solution = coin()
    assert solution.mean_wager == Fraction(13, 8)
    assert solution.element_of_risk == Fraction(7, 13)
    assert solution.variance == Fraction(23, 8) - Fraction(49, 64)
    assert solution.standard_deviation == pytest.approx(math.sqrt(135) / 8)
    assert solution.hit_frequency == Fraction(3, 8)


@pytest.mark.parametrize("wrong", [{"edge": Fraction(6, 8)}, {"deals": 9}])
def test_outcomes_that_do_not_add_up_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        coin(**wrong)


def test_solution_survives_being_written() -> None:
    for solution in (coin(), coin(edge=0.875, sides=(coin(),)), answer(ask(STAR_MS)).solution):
        assert solution_of(json.loads(json.dumps(asdict(solution), default=str))) == solution


def test_answers_are_kept_with_where_they_came_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    first, second = answer(ask(STAR_MS)), answer(ask(STAR_MS))
    assert (first.was_kept, second.was_kept) == (False, True)
    assert first.solution == second.solution
    assert first.provenance == second.provenance
    assert second.provenance["asked"]["pays"]["each"]["flush"] == "6"
    assert set(second.provenance) >= {"code", "software", "computed_at", "key"}


@pytest.mark.parametrize("change", [{"pay": ("flush=7",)}, {"rule": ("street-most=2",)}, {"strategy": "points"}])
def test_another_question_has_another_key(change: dict[str, object]) -> None:
    both = ask(STAR_MS), ask(STAR_MS, **change)  # type: ignore[arg-type]
    keys = [store.key_of("mississippi-answer", answers.question_data(question)) for question in both]
    assert keys[0] != keys[1]


def test_another_edition_or_other_code_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    question = ask(STAR_MS)
    key = store.key_of("mississippi-answer", answers.question_data(question))
    other = replace(question, content_hash="another")
    assert store.key_of("mississippi-answer", answers.question_data(other)) != key
    monkeypatch.setattr(store, "code_version", lambda: "another")
    assert store.key_of("mississippi-answer", answers.question_data(question)) != key


def test_what_cannot_be_read_is_worked_out_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    answer(ask(STAR_MS))
    for path in tmp_path.rglob("*.json"):
        path.write_text("{ torn")
    assert not answer(ask(STAR_MS)).was_kept
    store.keep_arrays("mississippi-test", 1, {"a": [1, 2]})
    assert store.fetch_arrays("mississippi-test", 1) is not None
    for path in tmp_path.rglob("*.npz"):
        path.write_bytes(b"PK torn")
    assert store.fetch_arrays("mississippi-test", 1) is None


def test_store_that_cannot_be_written_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (str(tmp_path / "file" / "store"), ""):
        monkeypatch.setenv("PITBOSS_CACHE", place)
        assert not answer(ask(STAR_MS)).was_kept
        assert not answer(ask(STAR_MS)).was_kept


def test_answer_as_data_has_what_is_promised() -> None:
    data = answer_data(answer(ask(STAR)))
    promised = (
        "game edge edge_exact unit strategy_class mean_wager element_of_risk standard_deviation hit_frequency outcomes "
        "seconds"
    )
    assert set(data) >= set(promised.split())
    assert Fraction(data["edge_exact"]) == pytest.approx(data["edge"])
    assert sum(outcome["probability"] for outcome in data["outcomes"]) == pytest.approx(1)
    assert sum(o["probability"] * o["pay"] for o in data["outcomes"]) == pytest.approx(-data["edge"])


@pytest.mark.parametrize("engine", SOLVERS)
def test_no_module_of_a_game_takes_the_name_of_what_its_package_offers(engine: str) -> None:
    """A module that is imported stands in its package under its name: `tables` would be no function any more."""
    offered = {"rules_of", "STRATEGIES", "SHORT", "QUICK", "solve", "tables", "short_tables", "pays_of"}
    assert not offered & {module.name for module in iter_modules(part_of(engine).__path__)}


def test_strategies_side_by_side() -> None:
    compared = compare(ask(STAR), full=True)
    assert compared.cost("optimal") == 0
    assert all(compared.cost(name) >= 0 for name in compared.says)
    data = compared.data()
    assert [row["name"] for row in data["strategies"]] == list(compared.says)
    assert data["short"] == "up-card" and data["short_tables"]
