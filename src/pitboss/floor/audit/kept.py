"""Compares the snapshot of a table with what its log comes to at the same length: a start would trust it."""

import json

from sqlalchemy import Connection, RowMapping, select

from pitboss.floor.audit.replay import Played
from pitboss.floor.audit.report import SNAPSHOTS, Finding
from pitboss.floor.store import Stream, schema
from pitboss.floor.store.signing import Verifier
from pitboss.floor.store.snapshots import OF_THE_DAY, code_hash, is_signed
from pitboss.floor.tables.keeping import read, written
from pitboss.floor.tables.state import TableState, UnopenedState


class SnapshotWatch:
    """Watches for the moment at which a table was kept."""

    def __init__(self, connection: Connection, stream: Stream, *, verifier: Verifier | None = None) -> None:
        """One that was signed with the verifier's key need not be compared."""
        self.stream = stream
        row = _kept(connection, stream.operator, stream.name)
        self.length: int = row["length"] if row is not None else 0
        self.data: str = row["data"] if row is not None and not is_signed(row, verifier) else ""

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


def _kept(connection: Connection, operator: str, name: str) -> RowMapping | None:
    table = schema.snapshots
    mine = (table.c.operator == operator) & (table.c.stream == name) & (table.c.code == code_hash())
    return connection.execute(select(table).where(mine)).mappings().first()


def state_before(connection: Connection, stream: Stream, length: int, verifier: Verifier | None) -> TableState:
    """The table as it was kept under the verifier's key no later than after so many events, or as it began."""
    kept = (_kept(connection, stream.operator, stream.name + name) for name in ("", OF_THE_DAY))
    signed = [row for row in kept if row is not None and row["length"] <= length and is_signed(row, verifier)]
    return read(max(signed, key=lambda row: row["length"])["data"]) if signed else UnopenedState()
