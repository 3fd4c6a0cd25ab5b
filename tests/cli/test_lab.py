"""`pitboss edge`, `pitboss strategy` and `pitboss parsheet` as a person uses them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.cli.lab import show_table
from pitboss.lab.question import DecisionTable

MISSISSIPPI, CARIBBEAN = "star-mississippi-stud", "crown-caribbean-stud"


def run(*args: str) -> Result:
    return CliRunner().invoke(app, args, env={"COLUMNS": "110", "NO_COLOR": "1"})


def test_edge_in_words() -> None:
    shown = run("edge", MISSISSIPPI).stdout
    assert "House edge          4.9149% of the Ante  53,223 / 1,082,900" in shown
    assert "Ties: called, with the least wager" in shown
    assert "royal-flush" in shown


def test_edge_as_data() -> None:
    data = json.loads(run("edge", CARIBBEAN, "--pay", "royal-flush=100", "--json").stdout)
    assert data["game"] == CARIBBEAN
    assert data["edge"] == pytest.approx(0.05224305771577866)
    assert data["altered"] == {"royal-flush": "100"}


def test_edge_of_a_strategy_and_of_a_rule() -> None:
    best, pairs, triple = (
        json.loads(run("edge", CARIBBEAN, *more, "--json").stdout)["edge"]
        for more in ((), ("--strategy", "pairs"), ("--rule", "bet-multiple=3"))
    )
    assert best < pairs
    assert triple < best


def test_wager_and_chip_price_the_rounding() -> None:
    line = ("edge", "crown-mississippi-stud", "--pay", "jacks-or-better=3:2", "--wager", "5", "--json")
    exact, rounded = (json.loads(run(*line, *more).stdout)["edge"] for more in ((), ("--chip", "1,5")))
    assert rounded < exact


def test_rules_are_listed() -> None:
    shown = run("edge", CARIBBEAN, "--rules").stdout
    assert "bet-multiple" in shown and "8.4.1(b)" in shown
    rows = json.loads(run("edge", CARIBBEAN, "--rules", "--rule", "qualifier=pair", "--json").stdout)
    assert {row["name"]: (row["edition"], row["value"]) for row in rows}["qualifier"] == ("ace-king", "pair")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("edge", "roulette"), "There is no game roulette"),
        (("edge", MISSISSIPPI, "--pay", "flushh=7"), "There is no pay line flushh"),
        (("edge", MISSISSIPPI, "--pay", "flush=-7"), "Enter odds such as 40, 3:2"),
        (("edge", MISSISSIPPI, "--rule", "colour=red"), "has no rule colour"),
        (("edge", MISSISSIPPI, "--rule", "street-least=3", "--rule", "street-most=2"), "more than street-most"),
        (("edge", "crown-ultimate-texas-holdem", "--play", "2,4,1"), "less than 2 times the Ante"),
        (("edge", MISSISSIPPI, "--wager", "lots"), "not an amount in dollars"),
        (("edge", CARIBBEAN, "--chip", "5"), "give --wager too"),
        (("edge", MISSISSIPPI, "--wager", "5", "--chip", "1"), "no clause that rounds a win up"),
        (("edge", "star-pontoon", "--rule", "thirdHand=true"), "has no rule thirdHand"),
        (("edge", "star-pontoon", "--pay", "mixed-pair=6"), "There is no pay line mixed-pair"),
        (("edge", "star-pontoon", "--decks", "9"), "one to eight decks"),
        (("strategy", "roulette"), "There is no game roulette"),
        (("parsheet", MISSISSIPPI, "-o", "sheet.pdf"), "written as .html, .json, .csv"),
        (("parsheet", MISSISSIPPI, "-o", "sheet.csv", "--jackpot-price", "0"), "more than $0"),
        (("parsheet", MISSISSIPPI, "-o", "sheet.csv", "--jackpot-price", "cheap"), "cheap"),
        (("parsheet", MISSISSIPPI, "-o", "/nowhere/at/all/sheet.html"), "cannot be written"),
    ],
)
def test_what_makes_no_sense_is_refused_with_code_2(args: tuple[str, ...], words: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr


def test_strategies_with_their_costs() -> None:
    shown = run("strategy", MISSISSIPPI).stdout
    assert "AA KK QQ" in shown and "In short: points" in shown
    data = json.loads(run("strategy", CARIBBEAN, "--json").stdout)
    assert {row["name"]: row["cost"] > 0 for row in data["strategies"]} == {
        "optimal": False,
        "up-card": True,
        "ace-king-jack-8-3": True,
        "pairs": True,
        "bet-all": True,
    }


def test_parsheet_is_written(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    result = run("parsheet", MISSISSIPPI, "-o", str(path))
    assert result.exit_code == 0
    assert "PAR sheet: Mississippi Stud" in path.read_text()


@pytest.mark.parametrize(
    "code",
    [
        "import pitboss",
        "import pitboss.cli",
        "import pitboss.games",
        "from pitboss.cli import app; sys.argv = ['pitboss', '--help']; app()",
        "from pitboss.cli import app; sys.argv = ['pitboss', 'edge', '--help']; app()",
        "from pitboss.cli import app; sys.argv = ['pitboss', 'simulate', '--help']; app()",
    ],
)
def test_lab_is_not_loaded_before_it_is_asked(code: str) -> None:
    heavy = {"numpy", "numba", "matplotlib", "pitboss.lab"}
    check = f"import atexit, sys; atexit.register(lambda: print('loaded:', *{heavy} & set(sys.modules))); {code}"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].strip() == "loaded:"


def test_help_comes_at_once() -> None:
    """A third of a second of the processor, on any machine that this runs on twice as much."""
    check = "import time; from pitboss.cli import app; print(time.process_time())"
    took = [
        float(subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(took) < 0.6


def test_hands_told_apart_by_a_second_column_are_headings(capsys: pytest.CaptureFixture[str]) -> None:
    rows = (("made", "", "12", "bet"), ("pair", "no draw", "1,300", "mixed"), ("pair", "a draw", "7", "bet"))
    show_table(DecisionTable("At the flop", ("hand", "with", "bet", "do"), rows))
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert [line.split()[0] for line in lines[4:]] == ["made", "pair", "no", "a"]
    assert lines[5] == "pair" and lines[6].startswith("  no draw") and lines[6].endswith("1,300  mixed")


@pytest.mark.parametrize("game", ["crown-mississippi-stud", "star-pontoon"])
def test_rounds_of_the_engine_are_written_as_lines(game: str, tmp_path: Path) -> None:
    """Each round stands in the file with its clauses, and together they net what the simulation says."""
    file = tmp_path / "rounds.jsonl"
    line = ["simulate", game, "--rounds", "30", "--engine", "--jsonl", str(file), "--json"]
    ran = CliRunner().invoke(app, line)
    rounds = [json.loads(row) for row in file.read_text().splitlines()]
    assert [each["round"] for each in rounds] == list(range(1, 31))
    assert all(wager["clauses"] for each in rounds for wager in each["wagers"])
    nets = [total["net_cents"] for each in rounds for total in each["totals"]]
    unit = rounds[0]["wagers"][0]["stake_cents"]
    assert json.loads(ran.stdout)["edge"] == pytest.approx(-sum(nets) / unit / 30)


def test_rounds_are_written_by_the_engine_alone(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["simulate", "star-pontoon", "--rounds", "5", "--jsonl", str(tmp_path / "rounds")])
    assert ran.exit_code == 2
    assert "add --engine" in ran.stderr


INTERRUPTED = """
import os, signal, time
from pitboss.cli.lab import ending_at_once
from pitboss.lab.workers import processes
with ending_at_once(), processes(1) as pool:
    assert pool.submit(abs, -1).result() == 1
    pool.submit(time.sleep, 600)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(600)
"""


def test_workers_end_with_the_simulation_that_is_interrupted() -> None:
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False, timeout=300)
    assert "KeyboardInterrupt" in ran.stderr
