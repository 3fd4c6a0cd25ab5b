"""What goes wrong in a command is told in words, as an object where data was asked for, and never as a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.lab.parameters import parse_odds

MAIN = [sys.executable, "-m", "pitboss.command"]


@pytest.mark.parametrize(
    "line",
    [
        "edge star-pontoom",
        "edge star-pontoon --pay pontoon=x",
        "edge star-pontoon --strategy optiml",
        "settle /nowhere.toml",
        "settle tests/conftest.py",
        "edge --nothing",
        "edgge",
        "rulebook nowhere",
        "report shift nowhere --store /nowhere.db",
        "simulate star-pontoon --rounds many",
        "jackpot solve --option 99",
        "audit verify --store /nowhere.db",
    ],
)
def test_error_is_an_object_where_data_was_asked_for(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    ran = CliRunner().invoke(app, [*line.split(), "--json"])
    assert ran.exit_code == 2
    assert json.loads(ran.stdout)["error"]
    assert "Traceback" not in ran.output


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("edge star-pontoom", "star-pontoon"),
        ("edge star-pontoon --strategy optiml", "optimal"),
        ("edge crown-mississippi-stud --pay flsh=7", "flush"),
        ("play star-pontoon --reading surenderReturnRounding=down", "surrenderReturnRounding"),
        ("edgge star-pontoon", "edge"),
    ],
)
def test_mistyped_name_is_guessed(line: str, near: str) -> None:
    said = " ".join(CliRunner().invoke(app, line.split()).output.split())
    assert f"Did you mean {near}?" in said.replace("'", "")


@pytest.mark.parametrize("written", ["6.5", "13:2", "13/2", " 6.50 "])
def test_odds_may_be_decimal_or_a_fraction(written: str) -> None:
    assert parse_odds(written) == parse_odds("13:2")


def test_bad_port_is_told() -> None:
    ran = CliRunner().invoke(app, ["serve", "--port", "99999"])
    assert ran.exit_code == 2
    assert "65535" in ran.output


def test_path_is_told_as_it_was_written() -> None:
    for command in (
        ["settle", "/nowhere.toml"],
        ["people", "chips", "star", "ann", "5", "--store", "lower/nowhere.db"],
    ):
        ran = CliRunner().invoke(app, command)
        assert ran.exit_code != 0
        assert command[-1] in ran.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is Linux's")
@pytest.mark.parametrize("line", ["coverage", "coverage --json", "--help"])
def test_full_disk_is_told(line: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([*MAIN, *line.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert "No space left on device" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(("line", "offered"), [("pitboss ed", "edge"), ("pitboss edge star-p", "star-pontoon")])
def test_completion_is_offered(line: str, offered: str) -> None:
    assert "--install-completion" in CliRunner().invoke(app, ["--help"]).output
    asked = {"_PITBOSS_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    command = "import sys; sys.argv[0] = 'pitboss'; from pitboss.command import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", command], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert ran.stdout.split() == [offered]
