"""Cups for each test, on SQLite, audited at the end."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event

from floor.tables.conftest import _hurry
from floor.tournaments.tourney import Cup
from pitboss.floor.store import open_store


@pytest.fixture
def cups(new_sqlite: Callable[[], str]) -> Iterator[Callable[..., Cup]]:
    """Makes cups, and looks at the end whether the audit finds them sound."""
    made: list[Cup] = []

    def make(*args: Any, **more: Any) -> Cup:
        store = open_store(new_sqlite())
        event.listen(store.engine, "connect", _hurry)
        made.append(Cup(store, *args, **more))
        return made[-1]

    yield make
    for cup in made:
        cup.close()
        cup.store.close()
