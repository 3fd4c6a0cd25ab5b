"""A floor behind the API, asked in process: no network, a store of its own for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.demo import Demonstration
from pitboss.floor.store import open_store
from web.clients import House


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Demonstration]:
    """A store with the demonstration in it."""
    path = tmp_path_factory.mktemp("store") / "furnished.db"
    store = open_store(str(path))
    store.create()
    store.close()
    house = House(str(path))
    house.close()
    return path, house.demonstration


@pytest.fixture
def house(furnished: tuple[Path, Demonstration], tmp_path: Path) -> Iterator[House]:
    """The demonstration's people and tables, behind the API."""
    path = tmp_path / "floor.db"
    shutil.copy(furnished[0], path)
    house = House(str(path), furnished[1])
    yield house
    house.close()
