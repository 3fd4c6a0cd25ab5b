"""What goes wrong in a command is told in words, as an object where data was asked for, and never as a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from socket import create_server

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.lab.parameters import parse_odds

ROOT = Path(__file__).parents[2]
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
        ("edge star-pontoon --table ench", "enhc"),
        ("edge star-pontoon --rule double-on=two-card", "two-cards"),
        ("study star-pontoon --about remove", "removal"),
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
@pytest.mark.parametrize("line", ["settle docs/example.toml", "settle docs/example.toml --json", "--help"])
def test_full_disk_is_told(line: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*MAIN, *line.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT
        )
    assert ran.returncode == 2
    assert "the disk is full; make room" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("settle /nowhere.toml", "/nowhere.toml cannot be used: there is no such file"),
        ("settle /", "/ cannot be used: it is a folder; name a file"),
        ("draw verify /nowhere", "there is no such file"),
        ("parsheet verify /nowhere", "there is no such file"),
        ("serve --limits /nowhere", "there is no such file"),
        ("serve --store /", "Name a file that can be written"),
        ("play star-pontoon --records /dev/null/here", "a part of its path is no folder"),
    ],
)
def test_error_of_the_system_says_what_to_do(line: str, why: str) -> None:
    ran = CliRunner().invoke(app, line.split())
    assert ran.exit_code == 2
    assert why in ran.output
    assert "[Errno" not in ran.output


def test_port_in_use_is_told_before_anything_is_opened(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = CliRunner().invoke(app, ["serve", "--port", str(port), "--store", str(tmp_path / "floor.db")])
    assert ran.exit_code == 2
    assert f"Port {port} of 127.0.0.1 cannot be used: another program listens there" in ran.output
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pitboss ed", "edge"),
        ("pitboss edge star-p", "star-pontoon"),
        ("pitboss parsheet star-p", "star-pontoon"),
        ("pitboss rulebook star-p", "star-pontoon"),
        ("pitboss jackpot solve --game star-c", "star-caribbean-stud"),
    ],
)
def test_completion_is_offered(line: str, offered: str) -> None:
    assert "--install-completion" in CliRunner().invoke(app, ["--help"]).output
    asked = {"_PITBOSS_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    command = "import sys; sys.argv[0] = 'pitboss'; from pitboss.command import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", command], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert ran.stdout.split() == [offered]
