"""Two games on one sheet: what differs, what each difference costs, what is played otherwise."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import pitboss
from pitboss.cli import app
from pitboss.lab.comparison import compare_questions
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError

STAR, CROWN = "star-mississippi-stud", "crown-mississippi-stud"
PAYS = ("flush=7", "straight=5")


def run(*args: str) -> Result:
    return CliRunner().invoke(app, ["compare", *args], env={"COLUMNS": "80", "NO_COLOR": "1"})


def test_each_difference_is_the_edge_with_it_alone_and_all_make_the_whole() -> None:
    found = pitboss.compare(CROWN, STAR, pay=list(PAYS))
    edges = [pitboss.edge(STAR, pay=pay).edge for pay in ((), PAYS[:1], PAYS[1:], PAYS)]
    assert [(each.name, each.before, each.now) for each in found.differences] == [
        ("each.flush", "6:1", "7:1"),
        ("each.straight", "4:1", "5:1"),
    ]
    assert [each.cost for each in found.differences] == [edges[1] - edges[0], edges[2] - edges[0]]
    assert found.cost == edges[3] - edges[0]
    assert found.together == edges[3] - edges[1] - edges[2] + edges[0] < 0
    assert ("QJs", "1x", "3x") in [(each["where"], each["was"], each["now"]) for each in found.moved]
    assert found.differences[0].clauses == ("10.3", "9.7.2 Table 2")
    assert "Costs the player" in found._repr_html_()


def test_rules_decks_and_wagers_are_differences_too() -> None:
    before = ask("star-pontoon")
    now = ask("star-pontoon", rule=["double-on=two-cards"], decks=8, wager_cents=500, chip_cents=[100])
    found = compare_questions(before, now)
    assert {each.name: (each.before, each.now) for each in found.differences} == {
        "double-on": ("any", "two-cards"),
        "decks": ("6", "8"),
        "wager": ("", "$5, chips $1"),
    }
    costs = {each.name: each.cost for each in found.differences}
    assert costs["double-on"] is not None and costs["wager"] is not None
    assert costs["double-on"] > 0 > costs["wager"]


def test_editions_without_a_difference_and_games_of_two_kinds() -> None:
    same = run(CROWN, "--with", STAR, "--json")
    assert json.loads(same.stdout)["differences"] == [] and json.loads(same.stdout)["cost"] == 0
    with pytest.raises(LabError, match="are different games"):
        pitboss.compare(STAR, "star-caribbean-stud")
    nothing = run(STAR)
    assert nothing.exit_code == 2 and "else nothing differs" in nothing.stderr


def test_sheet_of_both(tmp_path: Path) -> None:
    shown = run(STAR, "--pay", "flush=7").stdout
    assert "each.flush" in shown and all(len(line) <= 80 for line in shown.splitlines())
    for ending in ("html", "json"):
        file = tmp_path / f"both.{ending}"
        assert run(STAR, "--pay", "flush=7", "-o", str(file)).exit_code == 0
        assert "each.flush" in file.read_text() and "0.040" in file.read_text()
    assert run(STAR, "--pay", "flush=7", "-o", "both.pdf").exit_code == 2
