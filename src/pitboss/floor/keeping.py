"""Tables kept as snapshots, so that a start need not read months of play. What a snapshot says is what replay gives."""

import json
from typing import Any

from pitboss.floor.store import Store, Stream
from pitboss.floor.store.snapshots import Snapshot, code_hash, load_snapshot, save_snapshot
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import TableState, fold
from pitboss.games import make_game
from pitboss.play.codec import decode, encode

EVERY = 500
"""How many events a table may go on before it is kept again: so many are read at most after a crash."""


def keep_table(store: Store, stream: Stream, state: TableState) -> None:
    """Keep a table as it is."""
    text = json.dumps(to_plain(state), separators=(",", ":"), ensure_ascii=False)
    save_snapshot(store, stream, Snapshot(state.length, text), code_hash())


def kept_table(store: Store, stream: Stream) -> TableState:
    """A table as the store has it: as it was kept last by the same code, and what has happened since."""
    kept = load_snapshot(store, stream, code_hash())
    return caught_up(store, stream, from_plain(json.loads(kept.data)) if kept is not None else TableState())


def to_plain(state: TableState) -> dict[str, Any]:
    """A table as plain data. Who played since the shuffle is a set for each round, and plain data has no sets."""
    played = state.table.stock.played if state.table is not None else ()
    return {"state": encode(_played(state, ())), "played": [sorted(names) for names in played]}


def from_plain(data: dict[str, Any]) -> TableState:
    """A table out of plain data."""
    state = decode(TableState, data["state"], make_game)
    return _played(state, tuple(frozenset(names) for names in data["played"]))


def _played(state: TableState, played: tuple[frozenset[str], ...]) -> TableState:
    if state.table is None:
        return state
    return state._replace(table=state.table._replace(stock=state.table.stock._replace(played=played)))


def caught_up(store: Store, stream: Stream, state: TableState) -> TableState:
    """A table with all that has happened since a state of it."""
    while page := store.read(stream, after=state.length):
        state = fold((from_stored(stored) for stored in page), state)
    return state
