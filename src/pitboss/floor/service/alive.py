"""Whether a process that has the right to write is still there: one that died is known to be dead at once, so that
nobody waits for its rights to run out.

It is the operating system that knows. On SQLite a process holds a lock on a file of its own beside the store's; on
PostgreSQL it holds a lock for as long as one of its connections lasts. Whoever is taken for dead by mistake, its
connection being lost, loses its rights and no more: the fence in each transaction refuses what it writes then.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, unquote

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.store import Store

_LOCK = text("SELECT pg_advisory_lock_shared(hashtextextended(:holder, 7078))")
_UNLOCK = text("SELECT pg_advisory_unlock_shared(hashtextextended(:holder, 7078))")
_TRY = text("SELECT pg_try_advisory_xact_lock(hashtextextended(:holder, 7078))")
_HERE = text("SELECT 1")


class Alive(Protocol):
    """The sign of life of one process, and how it sees that of others."""

    def begin(self) -> None:
        """Make sure that others can see that we are alive."""

    def end(self) -> None:
        """Be gone."""

    def has_died(self, connection: Connection, holder: str) -> bool:
        """Say whether another is gone, in a transaction that has the turn to write."""


class ByConnection:
    """A lock that PostgreSQL keeps for as long as the connection lasts."""

    def __init__(self, store: Store, holder: str) -> None:
        self.store, self.holder = store, holder
        self._kept: Connection | None = None

    def begin(self) -> None:
        """Take the lock, or make sure that the connection which has it is still there."""
        if self._kept is not None:
            try:
                self._kept.execute(_HERE)
            except SQLAlchemyError:
                self.end()
        if self._kept is None:
            kept = self.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            kept.execute(_LOCK, {"holder": self.holder})
            self._kept = kept

    def end(self) -> None:
        """Let the lock go, and close the connection."""
        if self._kept is not None:
            with suppress(SQLAlchemyError):
                self._kept.execute(_UNLOCK, {"holder": self.holder})  # a connection may take a while to end
            with suppress(SQLAlchemyError):
                self._kept.invalidate()
            self._kept.close()
            self._kept = None

    def has_died(self, connection: Connection, holder: str) -> bool:
        """A lock that we get is one that nobody has."""
        return bool(connection.execute(_TRY, {"holder": holder}).scalar())


class ByFile:
    """A lock on a file of one's own, which the operating system lets go when its owner ends, however it does."""

    def __init__(self, store: Store, holder: str) -> None:
        self._folder = Path(f"{store.engine.url.database}-holders")
        self.holder = holder
        self._kept: int | None = None

    def begin(self) -> None:
        """Make the file and lock it."""
        if self._kept is None:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._kept = os.open(self._path(self.holder), os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._kept, fcntl.LOCK_EX)

    def end(self) -> None:
        """Let the file go, and the folder with the last one."""
        if self._kept is not None:
            self._path(self.holder).unlink(missing_ok=True)
            os.close(self._kept)
            self._kept = None
            with suppress(OSError):
                self._folder.rmdir()

    def has_died(self, _: Connection | None, holder: str) -> bool:
        """A file that is not there, or that nobody has locked, is that of somebody who is gone."""
        try:
            theirs = os.open(self._path(holder), os.O_RDWR)
        except FileNotFoundError:
            return True
        try:
            fcntl.flock(theirs, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        else:
            self._path(holder).unlink(missing_ok=True)
            return True
        finally:
            os.close(theirs)

    def others(self) -> list[str]:
        """Everybody else who is alive."""
        names = (unquote(file.name) for file in self._folder.glob("*"))
        return [name for name in names if name != self.holder and not self.has_died(None, name)]

    def _path(self, holder: str) -> Path:
        return self._folder / quote(holder, safe="")


def alive_of(store: Store, holder: str) -> Alive:
    """The sign of life that a store's database allows."""
    return ByFile(store, holder) if store.is_sqlite else ByConnection(store, holder)
