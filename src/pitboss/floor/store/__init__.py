"""The store: streams of events that only grow, the ledger beside them and the replies, written in one transaction."""

from pitboss.floor.store.rows import (
    Append,
    Conflict,
    CounterChange,
    NewEvent,
    PersonalRecord,
    Stored,
    StoreError,
    Stream,
    StreamHead,
    Write,
    WriteResult,
    patron_stream,
    table_stream,
)
from pitboss.floor.store.store import Store, open_store

__all__ = [
    "Append",
    "Conflict",
    "CounterChange",
    "NewEvent",
    "PersonalRecord",
    "Store",
    "StoreError",
    "Stored",
    "Stream",
    "StreamHead",
    "Write",
    "WriteResult",
    "open_store",
    "patron_stream",
    "table_stream",
]
