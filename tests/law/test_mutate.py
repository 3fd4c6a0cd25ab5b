"""`make mutate`: the changes that it makes of a condition, and that it tells tests which watch it from those that do
not."""

import ast
from pathlib import Path

import pytest

from mutate import Mutant, Trial, code_mutants, is_given, row_mutants, run, table_mutants, trials
from pitboss import law

SOURCE = """
def settle(rules, low, high):
    if rules.applies(law.CONCEDE) and low < high:
        return 1
    if low == 3:
        return law.CONCEDE
    return 2
"""


def words(mutants: list[Mutant]) -> list[str]:
    return [mutant.how for mutant in mutants]


def test_condition_that_names_the_rule_is_negated_whole_and_by_its_parts() -> None:
    found = code_mutants("pitboss.games.toy", ast.parse(SOURCE), "CONCEDE", 3)
    assert words(found) == [
        "has rules.applies(law.CONCEDE) and low < high negated",
        "has rules.applies(law.CONCEDE) negated",
        "has low < high negated",
    ]


def test_condition_under_which_the_rule_is_named_is_the_nearest() -> None:
    assert words(code_mutants("pitboss.games.toy", ast.parse(SOURCE), "CONCEDE", 6)) == ["has low == 3 negated"]


TABLE = """
NAMES = {
    "make": law.MAKE,
    "model": (law.MODEL, {"year": law.YEAR}),
}
ROWS = (Row(law.FIRST), Row(law.SECOND))
GROUNDS = (law.ALONE, law.BESIDE)
ONE, TWO = (Row(law.ONE), Row(law.TWO))
"""


@pytest.mark.parametrize(
    ("constant", "line", "row"),
    [
        ("MAKE", 3, "law.MAKE"),
        ("MODEL", 4, "(law.MODEL, {'year': law.YEAR})"),
        ("YEAR", 4, "law.YEAR"),
        ("SECOND", 6, "Row(law.SECOND)"),
        ("ALONE", 7, None),
        ("ONE", 8, None),
    ],
)
def test_table_is_without_the_row_in_which_the_rule_stands(constant: str, line: int, row: str | None) -> None:
    found = table_mutants("pitboss.games.toy", ast.parse(TABLE), constant, line)
    assert [str(mutant) for mutant in found] == (
        [] if row is None else [f"pitboss/games/toy.py:{line} {row} is left out"]
    )


CLOTHS = """
ANTE = Mark("Ante", because=(law.LAYOUT, law.AREAS))
CLOTHS = {
    "pontoon": {"insurance": Mark("Insurance", (law.LAYOUT, law.INSURANCE))},
    "caribbean-stud": {"ante": ANTE},
}
"""


@pytest.mark.parametrize(
    ("line", "others", "row"),
    [
        (2, {"pontoon"}, "toy.py:2 ANTE is left out"),
        (4, {"caribbean-stud"}, "toy.py:4 Mark('Insurance', (law.LAYOUT, law.INSURANCE)) is left out"),
        (4, {"pontoon"}, None),
        (2, {"caribbean-stud"}, None),
    ],
)
def test_value_with_a_name_is_a_row_where_the_name_stands_and_the_rows_are_of_the_engine(
    line: int, others: set[str], row: str | None
) -> None:
    found = table_mutants("toy", ast.parse(CLOTHS), "LAYOUT", line, others)
    assert [str(mutant) for mutant in found] == ([row] if row else [])


def test_row_of_a_table_is_watched() -> None:
    (trial,) = (each for each in trials([("star-pontoon", ["21.8.2"])])[0] if each.mutant.how == "is left out")
    (outcome,) = run([trial._replace(tests=trial.tests[:1])], workers=1)
    assert outcome.noticed and not outcome.is_fault, outcome.said


@pytest.mark.parametrize("line", ["law.A if rules.applies(law.A) else law.B", "rules.only((law.A,)) or (law.B,)"])
def test_rule_that_gives_way_to_another_is_not_given_where_that_one_applies(line: str) -> None:
    tree = ast.parse(line)
    assert not is_given(tree, "B", 1, lambda name: name == "A")
    assert is_given(tree, "B", 1, lambda name: False)
    assert is_given(tree, "A", 1, lambda name: name == "A")


def test_row_is_removed_and_its_moment_its_must_and_its_rank_are_changed() -> None:
    found = {mutant.how for mutant in row_mutants("star-pontoon", law.DEVICE_EMPTIED)}
    assert found >= {
        "is removed",
        "holds at all other moments",
        "holds at any moment",
        "may be where it must be, or must where it may",
        "takes no rank",
    }
    assert "fits any report" not in found  # this row asks nothing of the report


def test_clauses_are_those_under_a_number() -> None:
    found, _ = trials([("star-caribbean-stud", ["9.8"])])
    assert {clause for trial in found for clause in trial.clauses} == {"star-caribbean-stud 9.8 (conceded-stays-out)"}
    assert all("tests/games/caribbean_stud" in test for trial in found for test in trial.tests)


def test_how_a_rule_is_played_is_asked_apart_from_what_stands_on_it() -> None:
    """Advice on wagers and the awards of meters name it in a test; a round pays by it under other conditions."""
    clause = [("star-pontoon", ["5.10"])]
    modules = {str(trial.mutant.at[0]) for trial in trials(clause)[0]}
    assert modules >= {"pitboss.play.terms", "pitboss.games.pontoon.settlement", "pitboss.games.best_wagers"}
    every, _ = trials([("star-pontoon", ["3.6"])])
    assert not [trial for trial in every if "poker" in str(trial.mutant.at[0])], "Pontoon is none of these games"


WATCHES = """
from games.pontoon.test_irregular import report, two_players

def test_device_is_emptied_by_a_supervisor():
    felt = two_players(device="shuffler")
    no = felt.refused(report("card-face-up", "burn-and-check", "4c"))
    assert "casino supervisor" in no.words
"""


@pytest.mark.parametrize(("is_weak", "noticed"), [(False, True), (True, False)])
def test_weakened_test_lets_a_mutant_survive(is_weak: bool, noticed: bool, tmp_path: Path) -> None:
    file = tmp_path / "test_watches.py"
    weak = WATCHES.replace('    no = felt.refused(report("card-face-up", "burn-and-check", "4c"))\n', "")
    file.write_text(weak.replace('    assert "casino supervisor" in no.words\n', "") if is_weak else WATCHES)
    mutants = [each for each in row_mutants("star-pontoon", law.DEVICE_EMPTIED) if each.how == "takes no rank"]
    (outcome,) = run([Trial(mutants[0], (str(file),), ())], workers=1)
    assert (outcome.noticed, outcome.is_fault) == (noticed, False), outcome.said
