"""Desks of either house on SQLite, and one on both databases."""

from collections.abc import Callable, Iterator

import pytest

from floor.promotions.desk import Desk
from pitboss.floor.store import Store, open_store


@pytest.fixture
def desk_of(new_sqlite: Callable[[], str]) -> Iterator[Callable[..., Desk]]:
    """Makes desks for games, on SQLite."""
    stores: list[Store] = []

    def make(*games: str) -> Desk:
        stores.append(open_store(new_sqlite()))
        return Desk(stores[-1], *games)

    yield make
    for each in stores:
        each.close()


@pytest.fixture
def desk(store: Store) -> Desk:
    """A desk for Pontoon, on both databases."""
    return Desk(store, "star-pontoon")
