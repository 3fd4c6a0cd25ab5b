"""The chain: each record's hash covers all of it and the hash before it, so that nothing can be changed unseen.

Events are chained stream by stream, transfers and commands operator by operator. A hash is taken over the fields as one
JSON list, so that no field can pass for a part of its neighbour.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.floor.store.rows import GENESIS

WRITE = "write"
"""The number of the write: inside the hash of the rows that have one, which those of an older program have not."""
EVENT_FIELDS = ("position", "operator", "stream", "number", "kind", "shape", "data", "at", "by", "previous")
TRANSFER_FIELDS = (
    "operator",
    "number",
    "kind",
    "name",
    "source",
    "target",
    "unit",
    "cents",
    "reason",
    "at",
    "command",
    "previous",
)
COMMAND_FIELDS = ("operator", "number", "key", "digest", "reply", "at", "previous")
UNCHAINED_FIELDS = ("operator", "key", "digest", "reply", "at")
"""What is hashed of a command that an older program wrote."""

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(data: Any) -> str:
    """Data in one way of writing: keys in order, no spaces, nothing escaped that need not be."""
    return _CANONICAL.encode(data)


def event_hash(row: Mapping[Any, Any]) -> str:
    """The hash of an event, its data being the text that the store keeps."""
    return _hash(row, EVENT_FIELDS)


def transfer_hash(row: Mapping[Any, Any]) -> str:
    """The hash of a transfer."""
    return _hash(row, TRANSFER_FIELDS)


def command_hash(row: Mapping[Any, Any]) -> str:
    """The hash of a command as it was answered."""
    return _hash(row, COMMAND_FIELDS)


def unchained_hash(rows: Iterable[Mapping[Any, Any]]) -> str:
    """The one hash of the commands of an older program, in the order of their keys' bytes; `GENESIS` of none."""
    total, is_any = hashlib.sha256(), False
    for row in rows:
        is_any = True
        total.update(_CANONICAL.encode([row[name] for name in UNCHAINED_FIELDS]).encode() + b"\n")
    return total.hexdigest() if is_any else GENESIS


def _hash(row: Mapping[Any, Any], fields: tuple[str, ...]) -> str:
    said = [row[name] for name in fields]
    if row.get(WRITE):
        said.append(row[WRITE])
    text = _CANONICAL.encode(said)
    return hashlib.sha256(text.encode()).hexdigest()
