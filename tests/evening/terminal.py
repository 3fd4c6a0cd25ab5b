"""What the terminal prints: every command's help, the rulebook, the audit of the evening's store, rounds of it settled
and replayed, and a round played."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import typer
from typer import rich_utils
from typer.testing import CliRunner

from evening.stores import KEY, SIGNED
from pitboss.cli import app
from pitboss.floor.demo import GAMES
from pitboss.law.edition import edition_names, load_edition

Line = tuple[str, ...]

QUICKLY_SOLVED = ("star-mississippi-stud", "crown-mississippi-stud")
"""Games that the lab solves in a second with nothing kept; the others' figures have tests of their own."""
ONE_OF_EACH = ("star-1-000001", "star-2-000001", "star-3-000001", "crown-4-000001", "crown-5-000001", "crown-6-000001")
CORRECTED = ("star-2-000009-corrected-1",)
ENTERS = "\n" * 12
"""What a player types who takes what is offered first."""


def said_in_terminal(store: Path, folder: Path) -> dict[str, str]:
    """What each command line prints; paths of the test are left out."""
    return {_hidden(" ".join(line), folder): _hidden(_run(line), folder) for line in _lines(store, folder)}


def _hidden(text: str, folder: Path) -> str:
    return text.replace(str(folder), "FOLDER").replace(str(SIGNED), "SIGNED")


def _run(line: Line) -> str:
    typed = ENTERS if line[0] == "play" else None
    env = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    with patch.object(rich_utils, "FORCE_TERMINAL", None):  # help looks the same on a machine that builds
        result = CliRunner().invoke(app, line, env=env, input=typed)
    assert not isinstance(result.exception, Exception), (line, result.exception)
    return f"code {result.exit_code}\n{result.output}"


def _lines(store: Path, folder: Path) -> Iterator[Line]:
    yield from ((*path, "--help") for path in _commands(typer.main.get_command(app)))
    yield from _of_the_book()
    yield from _of_the_audit(str(store), folder)
    for game in QUICKLY_SOLVED:
        yield from (("edge", game), ("edge", game, "--json"))
    yield ("strategy", QUICKLY_SOLVED[0])
    for game in GAMES:
        yield from (("play", game, "--seed", "jade", "--rounds", "1", "--quick", *more) for more in ((), ("--json",)))


def _commands(command: object, path: Line = ()) -> Iterator[Line]:
    yield path
    for name, part in getattr(command, "commands", {}).items():
        yield from _commands(part, (*path, name))


def _of_the_book() -> Iterator[Line]:
    yield from (("rulebook",), ("rulebook", "--json"), ("coverage",), ("coverage", "--json"))
    for name in edition_names():
        edition = load_edition(name)
        yield from (("rulebook", name), ("rulebook", name, next(iter(edition.readings))))
        for number in tuple(edition.clauses)[7::90]:
            yield from (("rulebook", name, number), ("rulebook", name, number, "--json"))


def _of_the_audit(store: str, folder: Path) -> Iterator[Line]:
    at = ("--store", store)
    key = ("--key", str(SIGNED / f"{KEY}.pub"))
    receipts = ("--receipts", str(SIGNED / "receipts"))
    yield ("audit", "verify", *at, *key, *receipts)
    yield ("audit", "verify", *at, "--from-checkpoint", "--json")
    yield ("audit", "export", str(folder / "records"), *at)
    yield ("audit", "export", str(folder / "one"), *at, "--table", "star/7")
    for name in (*ONE_OF_EACH, *CORRECTED):
        file = str(folder / "records" / f"{name}.toml")
        yield from (("settle", file), ("settle", file, "--json"), ("replay", file))
    yield ("replay", str(folder / "records" / f"{ONE_OF_EACH[0]}.toml"), "--json")
    for report in (
        ("shift", "star", "--day", "2026-03-02"),
        *(
            (name, "star", "--month", "2026-03")
            for name in ("mispayments", "tables", "exclusions", "complaints", "equipment")
        ),
    ):
        yield from (("report", *report, *at), ("report", *report, *at, "--json"))
    yield ("report", "mispayments", "crown", "--month", "2025-01", *at)
    yield ("backup", str(folder / "backup.db"), *at)
    yield ("restore", str(folder / "backup.db"), "--store", str(folder / "restored.db"))
    yield ("people", "chips", "star", "ann", "2500", "--store", str(folder / "restored.db"))
    yield ("people", "remove", "star", "inspector", "--store", str(folder / "restored.db"))
