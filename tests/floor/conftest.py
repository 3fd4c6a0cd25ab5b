"""A store for each test, on SQLite and on a real PostgreSQL that runs for as long as the tests do."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import LiteralString
from urllib.parse import urlsplit

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


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The name of a database with the empty tables. A copy of its files takes a fifth of the work of making them."""
    name = "floor_template"
    _command(postgres, "CREATE DATABASE {}", name)
    store = open_store(database(postgres, name))
    store.create()
    store.close()
    return name


@pytest.fixture
def new_postgres(postgres: str, postgres_template: str) -> Iterator[Callable[..., str]]:
    """Makes an empty store on PostgreSQL, or a copy of another one, and says where it is."""
    made: list[str] = []

    def make(template: str = postgres_template) -> str:
        made.append(next(_names))
        _command(postgres, "CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY", made[-1], template)
        return database(postgres, made[-1])

    yield make
    for name in made:
        _command(postgres, "DROP DATABASE {} WITH (FORCE)", name)


def database(server: str, name: str) -> str:
    """The address of a database of a server."""
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def _command(server: str, command: LiteralString, *names: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL(command).format(*map(sql.Identifier, names)))


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
