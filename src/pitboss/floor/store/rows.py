"""What goes into the store and what comes out of it, as values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pitboss.ledger import Entry
from pitboss.value import Value

GENESIS = "0" * 64
"""What the first event of a stream follows."""


TABLE = "table:"
"""What the name of a table's stream begins with."""


class Stream(Value, order=True):
    """A run of events of one thing: a table, a patron, a meter, a tournament. The operator is part of its name."""

    operator: str
    name: str

    def __str__(self) -> str:
        return f"{self.operator}/{self.name}"

    @property
    def is_table(self) -> bool:
        """Whether it is a table's."""
        return self.name.startswith(TABLE)

    @property
    def table(self) -> str:
        """The name of the table whose stream it is; nothing where it is no table's."""
        return self.name.removeprefix(TABLE) if self.is_table else ""


def table_stream(operator: str, table: str) -> Stream:
    """The stream of a table."""
    return Stream(operator, f"{TABLE}{table}")


class NewEvent(Value):
    """An event that is to be written: its kind, the version of its shape, its data, who did it and when."""

    kind: str
    data: dict[str, Any]
    at: str
    by: str
    shape: int = 1


class Append(Value):
    """Events for one stream, which has so many before them."""

    stream: Stream
    expected: int
    events: tuple[NewEvent, ...]


class Secret(Value):
    """What a stream keeps from everybody until it is opened: the seed of a shuffle. It is written once."""

    stream: Stream
    name: str
    data: str


class Cursor(Value):
    """How far a reaction has read the log: it was at one position, and is at another once its write is durable."""

    name: str
    was: int
    position: int


class Count(Value):
    """A counter goes up or down, and not above its most: what a patron has lost in a period, say."""

    name: str
    by: int
    most: int | None = None


class Paper(Value):
    """A paper of a person, kept until a time in place of the one before, beside the chain: it can be erased."""

    person: str
    field: str
    value: str
    keep_until: str
    once: bool = False
    """Whether nobody else of the operator's may have one that says the same: a card, a name to sign in by."""


class Said(Value):
    """What a command said that names a person, and the paper of theirs that says the same while it is kept."""

    person: str
    field: str
    value: str


class Write(Value):
    """All that one command changes. It is written whole, or nothing of it is."""

    operator: str
    key: str = ""
    """The idempotency key: a command that comes again under the same key changes nothing and gets the same reply."""
    digest: str = ""
    """What the command said, so that a key cannot serve two commands; nothing in it names a person."""
    appends: tuple[Append, ...] = ()
    entries: tuple[Entry, ...] = ()
    reply: Mapping[str, Any] = MappingProxyType({})
    at: str = ""
    reads: tuple[tuple[Stream, int], ...] = ()
    """The streams that it was decided on besides, each with its length: it is refused where one of them has grown."""
    counts: tuple[Count, ...] = ()
    secrets: tuple[Secret, ...] = ()
    opened: tuple[tuple[Stream, str], ...] = ()
    """Secrets that the log tells from now on: they are kept no longer."""
    cursor: Cursor | None = None
    papers: tuple[Paper, ...] = ()
    older_digests: tuple[str, ...] = ()
    """What an older program may have written as the digest of the same command."""
    said: tuple[Said, ...] = ()
    """What is not in the digest: a key that comes again is held against the papers, for as long as they are kept."""

    @property
    def changes_anything(self) -> bool:
        """Whether there is something to write."""
        return bool(self.key or self.appends or self.entries or self.counts or self.papers or self.cursor)


class Written(Value):
    """A write that is durable: the places of its events in the whole log, and the reply to the command."""

    positions: tuple[int, ...]
    reply: Mapping[str, Any]
    stored: tuple["Stored", ...] = ()
    again: bool = False
    """Whether it had been written before, under the same key."""


class Stored(Value):
    """An event as the store keeps it."""

    position: int
    stream: Stream
    number: int
    kind: str
    shape: int
    data: dict[str, Any]
    at: str
    by: str
    previous: str
    hash: str
    write: int = 0
    """The number of the write that made it: the position of the first event of that write. An older program gave 0."""


class Head(Value):
    """How far a stream goes: how many events, and the hash of the last."""

    length: int = 0
    hash: str = GENESIS


class StoreError(Exception):
    """A write that the store does not take."""


class OverCount(StoreError):
    """A counter would go above its most."""

    def __init__(self, count: Count, there: int) -> None:
        super().__init__(f"{count.name} is at {there}: {count.by} more would pass {count.most}")
        self.count, self.there = count, there


class Conflict(StoreError):
    """Somebody else has written the stream meanwhile."""


class Taken(Conflict):
    """Somebody else has a paper that says the same, and only one may."""


class KeyReused(StoreError):
    """An idempotency key came back with another command."""
