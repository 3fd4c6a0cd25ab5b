"""The chain: each event's hash covers all of it and the hash before it, so that nothing can be changed unseen."""

import hashlib
import json
from typing import Any

from pitboss.floor.store.rows import NewEvent, Stored, Stream


def canonical(data: Any) -> str:
    """Data in one way of writing: keys in order, no spaces, nothing escaped that need not be."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def event_hash(stream: Stream, number: int, event: NewEvent, text: str, previous: str) -> str:
    """The hash of an event whose data is written as `text`."""
    fields = (stream.operator, stream.name, str(number), event.kind, str(event.shape), event.at, event.by, text)
    body = "\x1f".join(fields)
    return hashlib.sha256(f"{previous}\x1e{body}".encode()).hexdigest()


def check(event: Stored, previous: str) -> bool:
    """Say whether an event follows the hash before it and is as it was written."""
    new = NewEvent(event.kind, event.data, event.at, event.by, event.shape)
    return event.previous == previous and event.hash == event_hash(
        event.stream, event.number, new, canonical(event.data), previous
    )
