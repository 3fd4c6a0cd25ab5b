"""`pitboss settle` and `pitboss replay`: text, data, exit codes, standard input, files that are none."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app

ROUND = """\
format = 1
game = "star-caribbean-stud"
note = "Table 3 [bold]."

[sign]
limits.ante = { minimum = 25, maximum = 500 }
maximum-payout = 200

[[player]]
name = "Ann"
area = 1
wagers = { ante = 25 }
cards = "3s 3d 3h 9c 9s"
does = ["bet"]

[[player]]
name = "Bob"
area = 2
wagers = { ante = 25 }
cards = "2s 2d 4h 5c 6s"
does = ["fold"]

[dealer]
cards = "As Kd Jh 9d 8s"
"""
STOPS = ROUND.replace('does = ["fold"]\n', "")
ACTS = """\
format = 1
game = "star-caribbean-stud"
[[act]]
does = "cut"
refused = true
[[act]]
does = "place"
player = "Ann"
area = 1
spot = "ante"
stake = 25
[[act]]
does = "place"
player = "Bob"
area = 1
spot = "ante"
stake = 25
refused = true
[[act]]
does = "shuffle"
"""


def run(*args: str, typed: str | bytes = "", columns: int = 100) -> Result:
    return CliRunner().invoke(app, args, input=typed, env={"COLUMNS": str(columns), "NO_COLOR": "1"})


def test_settle_says_every_wager_the_totals_and_the_hands() -> None:
    result = run("settle", "-", typed=ROUND)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "star-caribbean-stud 2021-03-10  Table 3 [bold]."
    assert "Ann's Bet of $50 wins $200 at 7 to 1" in lines
    assert "  exactly $350, paid $200 by the maximum payout" in lines
    assert "Ann: staked $75, returned $75, won $225, net $225" in lines
    assert lines[-3:-1] == [
        "Dealer: As Kd Jh 9d 8s, ace-king high",
        "Area 1: 3s 3d 3h 9c 9s, full house, threes over nines",
    ]
    assert lines[-1] == "Area 2: ?? ?? ?? ?? ??"


def test_settle_keeps_the_indent_of_lines_that_wrap() -> None:
    lines = run("settle", "-", typed=ROUND, columns=40).stdout.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("Ann's Ante"))
    end = lines.index("", start)
    assert end - start > 4
    assert all(line.startswith("  ") for line in lines[start + 2 : end])


def test_settle_gives_data() -> None:
    result = run("settle", "-", "--json", typed=ROUND)
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert data["over"] is True
    assert data["hands"][2]["cards"] == ["??"] * 5
    assert [total["net_cents"] for total in data["totals"]] == [225_00, -25_00]


def test_settle_leaves_with_1_when_the_round_waits() -> None:
    result = run("settle", "-", typed=STOPS)
    assert result.exit_code == 1
    assert "The round is not over: it waits for Bob to bet or fold, area 2." in result.stdout
    assert run("settle", "-", "--json", typed=STOPS).exit_code == 1


@pytest.mark.parametrize("command", ["settle", "replay"])
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (ROUND.replace('["fold"]', '[""]'), "-: line 21: Bob's does entry 1 is empty\n"),
        (ROUND.replace('9s"', '9d"'), "-: line 13: The 9d is out already: the deck has only one. [One deck"),
        (ROUND.encode().replace(b"Bob", b"B\xf6b"), "-: line 17: this is not UTF-8 text: save the file as UTF-8\n"),
        ("x" * 2_000_000, "-: line 1: this is too large for a record"),
    ],
)
def test_record_that_cannot_be_gets_one_line_and_code_2(command: str, typed: str | bytes, words: str) -> None:
    result = run(command, "-", typed=typed)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(words)
    assert result.stderr.count("\n") == 1


def test_error_is_data_too() -> None:
    result = run("settle", "-", "--json", typed=ROUND.replace('9s"', '9d"'))
    assert result.exit_code == 2
    problem = json.loads(result.stdout)
    assert (problem["line"], problem["because"], problem["clauses"]) == (13, ["deck-of-52"], ["3.1"])


@pytest.mark.parametrize("command", ["settle", "replay"])
def test_file_that_is_not_there_or_is_a_folder(command: str, tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        result = run(command, str(path))
        assert result.exit_code == 2
        assert "cannot be used" in result.stderr
        assert result.stderr.count("\n") == 1


def test_file_is_named_in_its_error(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text("\ufefformat = 1", encoding="utf-8")
    assert run("settle", str(file)).stderr.startswith(f"{file}: line 1: ")


def test_replay_steps_through_with_what_was_refused_at_its_place() -> None:
    result = run("replay", "-", typed=ACTS)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "star-caribbean-stud 2021-03-10, round 1"
    assert [line[:35] for line in lines[1:5]] == [
        "     Refused (line 3): Shuffle firs",
        "  1  Ann puts $25 on Ante, area 1  ",
        "     Refused (line 12): Area 1 alre",
        "  2  The cards are shuffled  4.1.1,",
    ]
    assert "The record ends here; the round waits for" in lines[-1]


def test_replay_gives_data() -> None:
    rows = json.loads(run("replay", "-", "--json", typed=ACTS).stdout)
    assert [(row["step"], row["refused"]) for row in rows] == [(0, True), (1, False), (1, True), (2, False)]
    assert rows[2]["words"] == "Area 1 already has its Ante: choose another area."
    assert rows[1]["events"][0]["tells"] == "Ann puts $25 on Ante, area 1"


def test_cards_that_the_record_leaves_open_are_shown_as_they_are_written() -> None:
    text = ROUND.replace("star-", "crown-").replace('"bet"', '"fold"').replace("As Kd Jh 9d 8s", "?? ?? ?? ?? 8")
    text = text.replace("3s 3d 3h 9c 9s", "3 3 3 9 9")
    assert "Dealer: ?? ?? ?? ?? 8\n" in run("settle", "-", typed=text).stdout
    replay = run("replay", "-", typed=text).stdout
    assert "Area 1 gets 3 3 3 9 9" in replay
    assert "The dealer shows ?? ?? ?? ?? 8  " in replay
