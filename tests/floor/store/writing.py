"""Short ways to write to a store, shared by its tests and by the processes that they start."""

from typing import Any

from pitboss.floor.store import Append, NewEvent, Stream, Write
from pitboss.ledger import Account, Entry, Move

NOON = "2026-03-01T01:00:00.000000Z"
TABLE = Stream("star", "table:1")
HOUSE = Account("star", "house", "")


def patron(name: str) -> Account:
    """A patron's chips."""
    return Account("star", "patron", name)


def happened(kind: str = "Happened", **data: Any) -> NewEvent:
    """An event."""
    return NewEvent(kind, data, NOON, "somebody")


def told(stream: Stream, expected: int, *events: NewEvent, key: str = "", **more: Any) -> Write:
    """A command that appends to one stream."""
    given = {"digest": f"digest of {key}" if key else "", "at": NOON} | more
    return Write(stream.operator, key, appends=(Append(stream, expected, events),), **given)


def paid(source: Account, target: Account, cents: int, key: str = "", **more: Any) -> Write:
    """A command that moves value."""
    return booked(Move(source, target, cents, "a reason"), key=key, **more)


def booked(*entries: Entry, key: str = "", **more: Any) -> Write:
    """A command that books entries."""
    given = {"digest": f"digest of {key}" if key else "", "at": NOON} | more
    return Write("star", key, entries=entries, **given)
