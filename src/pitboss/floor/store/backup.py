"""A copy of a whole store in one file, taken while others write, and the way back from it.

The file is a store on SQLite, whichever database it was taken from: it can be opened, audited and restored to either.
It holds the cards that live shoes will deal, so only its owner can read it. It holds no sessions: a restore signs no
person in who has signed out or left since.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Table, func, insert, select

from pitboss.floor.store import migrate, schema, signing
from pitboss.floor.store.rows import StoreError
from pitboss.floor.store.store import Store, open_store

PAGE = 2_000

Progress = Callable[[int, int], None]
"""Gets the progress: how much is done, of how much."""


class NotRestored(StoreError):
    """A backup that cannot be taken or restored."""


def back_up(store: Store, file: Path, progress: Progress = lambda done, total: None) -> None:
    """Copy a store as it is at one moment into a new file."""
    if file.exists():
        raise NotRestored(f"{file} is there already")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(signing.make_file(part))
    if store.is_sqlite:
        _copy_file(store, part, progress)
    else:
        target = open_store(str(part))
        try:
            _copy_tables(store, target, progress)
        finally:
            target.close()
    signing.sync_path(part)
    part.rename(file)
    signing.sync_path(file.parent)


def _copy_file(store: Store, part: Path, progress: Progress) -> None:
    """SQLite copies itself page by page, as it was when the reading began."""
    with store.reading() as connection:
        _count(connection, schema.heads)  # a reading begins with the first thing that is read
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        target = sqlite3.connect(part)
        source.backup(target, pages=PAGE, progress=lambda _, left, total: progress(total - left, total))
        target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing of it beside
        target.execute("PRAGMA secure_delete=ON")
        name = schema.sessions.name
        if target.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():  # older stores have none
            target.execute(f"DELETE FROM {name}")  # noqa: S608  a name of ours
            target.commit()
        target.close()


def restore(file: Path, store: Store, progress: Progress = lambda done, total: None) -> None:
    """Put a backup back into an empty store, on either database: all of it or nothing."""
    with open_backup(file) as source:
        _copy_tables(source, store, progress)


@contextmanager
def open_backup(file: Path) -> Iterator[Store]:
    """A copy of a backup in the shape of today, whichever program made it; the backup stays as it is."""
    if not file.is_file():
        raise NotRestored(f"there is no file {file}")
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(file, copy)
        copy.chmod(0o600)
        source = open_store(str(copy))
        try:
            with source.reading() as connection:
                shape = migrate.shape_of(connection)
            if shape is None:
                raise NotRestored(f"{file} is no backup of a store")
            if shape != migrate.newest_shape():
                source.create()
            yield source
        finally:
            source.close()


def _copy_tables(source: Store, target: Store, progress: Progress) -> None:
    target.create()
    tables = [table for table in schema.metadata.sorted_tables if table is not schema.sessions]
    with source.reading() as reading, target.writing() as writing:
        if any(_count(writing, table) for table in schema.metadata.sorted_tables):
            raise NotRestored("the store is not empty: a backup goes into a new one")
        total = sum(_count(reading, table) for table in tables)
        done = 0
        for table in tables:
            with reading.execute(select(table).execution_options(yield_per=PAGE)) as rows:
                for page in rows.partitions():
                    writing.execute(insert(table), [dict(row._mapping) for row in page])
                    done += len(page)
                    progress(done, total)


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()
