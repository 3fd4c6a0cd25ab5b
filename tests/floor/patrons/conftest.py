"""Pits of either house, on the store of the test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from floor.patrons.patron_pit import Pit
from pitboss.floor.store import Store, open_store


@pytest.fixture
def pit(store: Store) -> Iterator[Pit]:
    """A pit at the Star, on both databases."""
    made = Pit(store)
    yield made
    made.close()


@pytest.fixture
def quick_pit(new_sqlite: Callable[[], str]) -> Iterator[Callable[..., Pit]]:
    """Makes pits of either house on SQLite, for what does not depend on the store."""
    made: list[Pit] = []

    def make(operator: str = "star", **more: Any) -> Pit:
        made.append(Pit(open_store(new_sqlite()), operator, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()
        each.store.close()


@pytest.fixture
def star(quick_pit: Callable[..., Pit]) -> Pit:
    """A pit at the Star, on SQLite."""
    return quick_pit("star")
