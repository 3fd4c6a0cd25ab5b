"""`pitboss rulebook` and `pitboss coverage`."""

import json

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.law.edition import edition_names, load_edition

STAR = "star-caribbean-stud"


def run(*args: str, columns: int = 100) -> Result:
    return CliRunner().invoke(app, args, env={"COLUMNS": str(columns), "NO_COLOR": "1"})


@pytest.mark.parametrize("columns", [60, 80])
def test_editions_are_listed_whole(columns: int) -> None:
    result = run("rulebook", columns=columns)
    assert result.exit_code == 0
    for name in edition_names():
        edition = load_edition(name)
        for text in (edition.name, edition.version, edition.title, *edition.games):
            assert text in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= columns
    assert "…" not in result.stdout


def test_editions_as_data() -> None:
    assert [row["edition"] for row in json.loads(run("rulebook", "--json").stdout)] == list(edition_names())


def test_edition_lists_its_clauses_and_then_its_readings() -> None:
    shown = run("rulebook", STAR).stdout
    clauses, _, readings = shown.partition("How unclear clauses are read")
    assert " 8.4 " in clauses
    for entry in load_edition(STAR).readings.values():
        assert f"Reading {entry.id} ({entry.severity})" in readings
    data = json.loads(run("rulebook", STAR, "--json").stdout)
    assert len(data["readings"]) == len(load_edition(STAR).readings)


@pytest.mark.parametrize("number", ["C1", "c1"])
def test_reading_by_its_number(number: str) -> None:
    shown = run("rulebook", STAR, number).stdout
    assert "Reading C1 (H)  Is a jackpot hand paid when its player folded it?" in shown
    assert "switch       foldKeepsJackpot = false (of false, true)" in shown
    data = json.loads(run("rulebook", STAR, number, "--json").stdout)
    assert (data["edition"], data["id"], data["switch"]) == (STAR, "C1", "foldKeepsJackpot")


def test_clause_by_its_number() -> None:
    shown = run("rulebook", STAR, "9.2").stdout
    assert f"{STAR} 2021-03-10, clause 9.2" in shown
    data = json.loads(run("rulebook", STAR, "9.2", "--json").stdout)
    assert data["number"] == "9.2"
    assert all(key["code"] for key in data["keys"])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("roulette",), "There is no game roulette"),
        ((STAR, "99.9"), "has no clause and no reading 99.9"),
        ((STAR, "C99"), "has no clause and no reading C99"),
        ((STAR, "8"), "Did you mean 8.1"),
        ((STAR, "--version", "1999-01-01"), "There is no edition"),
    ],
)
def test_what_is_not_in_the_book(args: tuple[str, ...], words: str) -> None:
    result = run("rulebook", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr


def test_coverage_counts_each_edition() -> None:
    shown = run("coverage").stdout
    data = json.loads(run("coverage", "--json").stdout)
    assert list(data) == list(edition_names())
    for name, edition in data.items():
        assert name in shown
        total = edition["all"]
        assert total["total"] == sum(kind["total"] for kind in edition["kinds"].values())
        assert total["met"] + total["open"] == total["total"]
