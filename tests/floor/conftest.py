"""A store for each test, on SQLite and on a real PostgreSQL that runs for as long as the tests do."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

import floor.compiled  # noqa: F401  statements are compiled once
from pitboss.floor.store import Store, open_store

ENGINES = ("sqlite", "postgresql")
_names = (f"floor_{number}" for number in itertools.count())


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the empty tables."""
    path = tmp_path_factory.mktemp("template") / "floor.db"
    store = open_store(str(path))
    store.create()
    store.close()
    return path


@pytest.fixture
def new_sqlite(sqlite_template: Path, tmp_path: Path) -> Callable[[], str]:
    """Makes an empty store on SQLite and says where it is."""

    def make() -> str:
        path = tmp_path / f"{next(_names)}.db"
        shutil.copy(sqlite_template, path)
        return str(path)

    return make


@pytest.fixture
def new_postgres(postgres: str) -> Callable[[], str]:
    """Makes an empty store on PostgreSQL and says where it is."""

    def make() -> str:
        name = next(_names)
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        address = f"{postgres}&options=-csearch_path%3D{name}"
        store = open_store(address)
        store.create()
        store.close()
        return address

    return make


@pytest.fixture(params=ENGINES)
def new_store(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes an empty store and says where it is; a test that asks for it runs on both databases."""
    make: Callable[[], str] = request.getfixturevalue(f"new_{'sqlite' if request.param == 'sqlite' else 'postgres'}")
    return make


@pytest.fixture
def where(new_store: Callable[[], str]) -> str:
    """Where the test's store is, for a process that opens it by itself."""
    return new_store()


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty store."""
    opened = open_store(where)
    yield opened
    opened.close()
