"""A pit for each test: most run on SQLite, what concerns the store itself on both databases."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event

from floor.tables.pit import Pit
from pitboss.floor.store import Store, open_store


def _hurry(connection: Any, _: object) -> None:
    """These tests ask for rules, not for a disk that is sure: the store's own tests do."""
    connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture
def pits(new_sqlite: Callable[[], str]) -> Iterator[Callable[[str], Pit]]:
    """Makes pits, and looks at the end whether replay gives what they have."""
    made: list[tuple[Pit, Store]] = []

    def make(game: str) -> Pit:
        store = open_store(new_sqlite())
        event.listen(store.engine, "connect", _hurry)
        made.append((Pit(store, game), store))
        return made[-1][0]

    yield make
    for pit, store in made:
        pit.floor.stop()
        pit.sound()
        store.close()
