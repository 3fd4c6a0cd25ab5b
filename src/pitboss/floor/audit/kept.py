"""Compares the snapshot of a table with what its log comes to at the same length: a start would trust it."""

import json

from sqlalchemy import Connection, select

from pitboss.floor.audit.replay import Played
from pitboss.floor.audit.report import SNAPSHOTS, Finding
from pitboss.floor.keeping import read, written
from pitboss.floor.store import Stream, schema
from pitboss.floor.store.snapshots import code_hash
from pitboss.floor.tables.state import TableState


class SnapshotWatch:
    """Watches for the moment at which a table was kept."""

    def __init__(self, connection: Connection, stream: Stream, after: int = 0) -> None:
        self.stream = stream
        self.length, data = _kept(connection, stream)
        self.data = data if self.length > after else ""

    def see(self, played: Played) -> Finding | None:
        """Compare, where the table was kept after this event; one kept by other code is never used."""
        if not self.data or played.after.length != self.length:
            return None
        data, self.data = self.data, ""
        if json.loads(data) != json.loads(written(played.after)):  # whatever the order in which it was put together
            return played.fault(SNAPSHOTS, "the table that was kept after it is not what the log comes to")
        return None

    def end(self) -> Finding | None:
        """A table cannot have been kept after more events than it has."""
        if self.data:
            return Finding(SNAPSHOTS, str(self.stream), f"it was kept after {self.length} events, which are not there")
        return None

    def close(self) -> None:
        """Nothing is left open."""


def _kept(connection: Connection, stream: Stream) -> tuple[int, str]:
    table = schema.snapshots
    query = select(table.c.length, table.c.data).where(
        table.c.operator == stream.operator, table.c.stream == stream.name, table.c.code == code_hash()
    )
    found = connection.execute(query).first()
    return (found.length, found.data) if found is not None else (0, "")


def state_before(connection: Connection, stream: Stream, length: int) -> TableState:
    """The table as it was kept no later than after so many events, or as it began."""
    kept, data = _kept(connection, stream)
    return read(data) if data and kept <= length else TableState()
