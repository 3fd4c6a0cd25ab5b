"""Table events in the store: each kind by its name, with the number of its shape."""

import typing
from collections.abc import Iterator
from typing import Any

from pitboss.floor.service.shapes import upcast
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.state import TableState, UnopenedState, fold
from pitboss.play.codec import decode
from pitboss.value import log_name

KINDS: dict[str, type] = {log_name(kind): kind for kind in typing.get_args(TableEvent)}


def from_stored(stored: Stored) -> TableEvent:
    """An event as it was written, brought to the shape of today."""
    data: Any = upcast(stored.kind, stored.shape, stored.data)
    event: TableEvent = decode(KINDS[stored.kind], data)
    return event


def read_table(store: Store, stream: Stream) -> Iterator[TableEvent]:
    """The events of a table from its beginning."""
    after = 0
    while page := store.read(stream, after=after):
        after += len(page)
        yield from map(from_stored, page)


def load_table(store: Store, stream: Stream) -> TableState:
    """A table as the store has it."""
    state: TableState = UnopenedState()
    while True:
        page = store.read(stream, after=state.length)
        if not page:
            return state
        state = fold((from_stored(stored) for stored in page), state)
