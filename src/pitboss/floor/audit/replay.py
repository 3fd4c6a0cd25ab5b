"""A table's log played again, event by event, with whatever is to be watched on the way."""

from collections.abc import Iterator
from typing import Protocol

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, Finding
from pitboss.floor.store import Stored, Stream, schema
from pitboss.floor.store.store import stored_of
from pitboss.floor.tables.events import ActTaken, TableEvent
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.recall import EVER
from pitboss.floor.tables.state import TableState, UnopenedState, evolve, open_state
from pitboss.play import Refused, Step, apply
from pitboss.value import Value


class Played(Value):
    """An event, and the table before and after it."""

    stored: Stored
    event: TableEvent
    before: TableState
    after: TableState
    step: Step | None = None
    """What an act led to."""

    def fault(self, part: str, words: str) -> Finding:
        """What is wrong with it."""
        return Finding(part, f"{self.stored.stream} number {self.stored.number}", words, self.stored.position)


class Watch(Protocol):
    """Compares a table's log with something else, as the log is played again."""

    def see(self, played: Played) -> Finding | None:
        """See one more event; say what is wrong, if anything is."""

    def end(self) -> Finding | None:
        """Be told that there are no more."""

    def close(self) -> None:
        """Let go of what it reads."""


def replay(
    connection: Connection, stream: Stream, state: TableState | None = None, until: int = EVER
) -> Iterator[Played | Finding]:
    """Play a table's log again from a state of it on; a fault is the last that it gives."""
    state = state if state is not None else UnopenedState()
    table = schema.events
    query = select(table).where(table.c.operator == stream.operator, table.c.stream == stream.name)
    query = query.where(table.c.number > state.length, table.c.number <= until).order_by(table.c.number)
    for row in rows_of(connection, query):
        step: Step | None = None
        try:
            stored = stored_of(row)
            event = from_stored(stored)
            if isinstance(event, ActTaken):
                step = apply(open_state(state).round, event.act)
            before, state = state, evolve(state, event, step)
        except Exception as error:  # whatever goes wrong in a replay is the finding
            said = str(error) if isinstance(error, Refused) else f"{type(error).__name__} {error}".strip()
            words = f"it cannot be played again: {said}"
            yield Finding(ROUNDS, f"{stream} number {row['number']}", words, row["position"])
            return
        yield Played(stored, event, before, state, step)
