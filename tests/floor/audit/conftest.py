"""A small floor that has been played on, for the audit to read."""

import shutil
from pathlib import Path

import pytest

from floor.tables.pit import GAMES, NOON, STARS, Pit
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.store import Store, open_store
from pitboss.floor.store.backup import back_up, restore
from pitboss.floor.store.signing import Signer

PATRONS = ("ann", "ben")


def play(store: Store, game: str, table: str, rounds: int = 2, clock: ManualClock | None = None) -> None:
    """Open a table, where it is not open yet, and play rounds at it."""
    pit = Pit(store, game, table, clock or ManualClock(NOON))
    try:
        if not pit.is_open:
            pit.open()
            pit.fund(*PATRONS)
        for _ in range(rounds):
            pit.play({"ann": 1, "ben": 2})
    finally:
        pit.floor.stop()


@pytest.fixture(scope="session")
def played_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a floor with two tables of one house and one of the other, on which rounds have been played."""
    folder = tmp_path_factory.mktemp("played")
    shutil.copy(sqlite_template, folder / "floor.db")
    store = open_store(str(folder / "floor.db"))
    for game in (STARS[0], STARS[2], GAMES[-1]):
        play(store, game, game)
    back_up(store, folder / "backup.db")
    store.close()
    return folder / "backup.db"


@pytest.fixture
def played(store: Store, played_file: Path) -> Store:
    """A store in which rounds have been played."""
    restore(played_file, store)
    return store


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """A key of the test's own."""
    return Signer.open(tmp_path / "checkpoint.key")
