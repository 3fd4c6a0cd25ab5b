"""Tables kept as snapshots, so that a start need not read months of play. What a snapshot says is what replay gives."""

import json
import typing

from pitboss.floor.store import Store, Stream
from pitboss.floor.store.snapshots import Snapshot, code_hash, load_snapshot, save_snapshot
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import TableState, UnopenedState, fold
from pitboss.games import make_game
from pitboss.play.codec import decode, encode

EVERY = 500
"""How many events a table may go on before it is kept again: so many are read at most after a crash."""

KINDS: dict[str, type[TableState]] = {kind.__name__: kind for kind in typing.get_args(TableState)}


def keep_table(store: Store, stream: Stream, state: TableState) -> None:
    """Keep a table as it is."""
    save_snapshot(store, stream, Snapshot(state.length, written(state)), code_hash())


def kept_table(store: Store, stream: Stream) -> TableState:
    """A table as the store has it: as it was kept last by the same code, and what has happened since."""
    kept = load_snapshot(store, stream, code_hash())
    return caught_up(store, stream, read(kept.data) if kept is not None else UnopenedState())


def written(state: TableState) -> str:
    """A table as text."""
    return json.dumps(encode(state), separators=(",", ":"), ensure_ascii=False)


def read(text: str) -> TableState:
    """A table out of text."""
    data = json.loads(text)
    return decode(KINDS[data["type"]], data, make_game)


def caught_up(store: Store, stream: Stream, state: TableState) -> TableState:
    """A table with all that has happened since a state of it."""
    while page := store.read(stream, after=state.length):
        state = fold((from_stored(stored) for stored in page), state)
    return state
