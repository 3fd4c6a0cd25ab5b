"""Pits for the tests of money."""

from collections.abc import Callable, Iterator

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
def star(new_sqlite: Callable[[], str]) -> Iterator[Pit]:
    """A pit at the Star, on SQLite."""
    store = open_store(new_sqlite())
    made = Pit(store)
    yield made
    made.close()
    store.close()
