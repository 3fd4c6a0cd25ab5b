"""The stores of the evening, unpacked once for all tests that only read them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from evening.stores import opened, unpack_postgres, unpack_sqlite
from pitboss.floor.store import Store

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the evening on SQLite, which no test changes."""
    return Path(unpack_sqlite(tmp_path_factory.mktemp("evening")))


@pytest.fixture(scope="session", params=ENGINES)
def evening(request: pytest.FixtureRequest) -> Iterator[Store]:
    """The store of the evening on both databases, which no test changes."""
    if request.param == "sqlite":
        address = str(request.getfixturevalue("sqlite_file"))
    else:
        address = unpack_postgres(request.getfixturevalue("postgres"))
    with opened(address) as store:
        yield store
