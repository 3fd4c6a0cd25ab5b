"""Which process does what only one may do: serve an embedded store, or run the clock and the reactions.

The operating system and the database know which process is alive, so that nothing is waited for when one dies: a lock
on a file beside the embedded store, a session lock of PostgreSQL.
"""

import fcntl
import os
import threading
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.store import Store
from pitboss.floor.store.private import make_file

_TRY = text("SELECT pg_try_advisory_lock(7079)")
_UNLOCK = text("SELECT pg_advisory_unlock(7079)")
_HERE = text("SELECT 1")


class ServerLock:
    """An embedded store has one server; several share a store on PostgreSQL."""

    def __init__(self, store: Store) -> None:
        self._file = Path(f"{store.engine.url.database}-server") if store.is_sqlite else None
        self._kept: int | None = None

    def take(self) -> bool:
        """Say whether this process may serve the store."""
        if self._file is None or self._kept is not None:
            return True
        with suppress(FileExistsError):
            os.close(make_file(self._file))
        kept = os.open(self._file, os.O_RDWR)
        try:
            fcntl.flock(kept, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(kept)
            return False
        self._kept = kept
        return True

    def release(self) -> None:
        """Let another server have the store."""
        if self._kept is not None:
            os.close(self._kept)
            self._kept = None


class Leader:
    """Whether this process runs the clock and the reactions: on PostgreSQL the one that has the lock."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: Connection | None = None
        self._one = threading.Lock()

    def leads(self) -> bool:
        """Take the lock if it is free; say whether it is ours. A connection that was lost has lost it."""
        if self._store.is_sqlite:
            return True
        with self._one:
            return self._leads()

    def _leads(self) -> bool:
        try:
            if self._kept is not None:
                self._kept.execute(_HERE)
                return True
            kept = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            if kept.execute(_TRY).scalar():
                self._kept = kept
                return True
            kept.close()
        except SQLAlchemyError:
            self._end()
        return False

    def end(self) -> None:
        """Let the lock go, and close the connection."""
        with self._one:
            self._end()

    def _end(self) -> None:
        if self._kept is not None:
            with suppress(SQLAlchemyError):
                self._kept.execute(_UNLOCK)  # a connection may take a while to end
            with suppress(SQLAlchemyError):
                self._kept.invalidate()
            self._kept.close()
            self._kept = None
