"""The values that go into the store and come out of it, and the chain: each record's hash covers all of it and
the hash before it, so that nothing can be changed unseen.

Events are chained stream by stream, transfers and commands operator by operator. A hash is taken over the fields as one
JSON list, so that no field can pass for a part of its neighbour.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from pitboss.ledger import Account, Balance, Entry
from pitboss.play.codec import decode
from pitboss.value import Value, log_name

GENESIS = "0" * 64
"""What the first event of a stream follows."""


TABLE, PATRON, PERSON, METER = "table:", "patron:", "person:", "meter:"
"""What the name of a stream begins with, by what it is of."""


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
        return self._of(TABLE)

    @property
    def patron(self) -> str:
        """The patron whose stream it is; nothing where it is no patron's."""
        return self._of(PATRON)

    @property
    def person(self) -> str:
        """The member of the staff whose stream it is; nothing for other streams."""
        return self._of(PERSON)

    @property
    def meter(self) -> str:
        """The meter whose stream it is; nothing where it is no meter's."""
        return self._of(METER)

    def _of(self, kind: str) -> str:
        return self.name.removeprefix(kind) if self.name.startswith(kind) else ""


def table_stream(operator: str, table: str) -> Stream:
    """The stream of a table."""
    return Stream(operator, f"{TABLE}{table}")


def patron_stream(operator: str, patron: str) -> Stream:
    """The stream of a patron."""
    return Stream(operator, f"{PATRON}{patron}")


def person_stream(operator: str, person: str) -> Stream:
    """The stream of a member of staff."""
    return Stream(operator, f"{PERSON}{person}")


def meter_stream(operator: str, meter: str) -> Stream:
    """The stream of a meter."""
    return Stream(operator, f"{METER}{meter}")


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
    """A secret of a stream until it is opened: the seed of a shuffle. It is written once."""

    stream: Stream
    name: str
    data: str


SEALED = "commitment"
"""The part of a reply that names the secret with the sealed fields of its command."""


class Cursor(Value):
    """How far a reaction has read the log: it was at one position, and is at another once its write is durable."""

    name: str
    was: int
    position: int


class CounterChange(Value):
    """A counter goes up or down, and not above its most: what a patron has lost in a period, say."""

    name: str
    by: int
    most: int | None = None


class PersonalRecord(Value):
    """A personal record, kept until a time in place of the one before. It lies beside the chain, so it can be
    erased."""

    person: str
    field: str
    value: str
    keep_until: str
    once: bool = False
    """Whether it must be unique at the operator: a card number, a sign-in name."""


class PersonalPart(Value):
    """A field of a command that names a person, and the personal record that holds the same words."""

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
    balances: tuple[tuple[Account, Balance], ...] = ()
    """What lay in accounts that it was decided on: it is refused where that has changed."""
    counts: tuple[CounterChange, ...] = ()
    secrets: tuple[Secret, ...] = ()
    opened: tuple[tuple[Stream, str], ...] = ()
    """Secrets that the log tells from now on: they are kept no longer."""
    cursor: Cursor | None = None
    personal_records: tuple[PersonalRecord, ...] = ()
    older_digests: tuple[str, ...] = ()
    """What an older program may have written as the digest of the same command."""
    said: tuple[PersonalPart, ...] = ()
    """The fields that are not in the digest: when a key comes again they are compared with the personal records, for as
    long as these are kept."""
    sealed: Mapping[str, Any] = MappingProxyType({})
    """The fields that are still secret, not in the digest either: when a key comes again they are compared with the
    secret that the reply names, for as long as it is kept."""

    @property
    def changes_anything(self) -> bool:
        """Whether there is something to write."""
        return bool(self.key or self.appends or self.entries or self.counts or self.personal_records or self.cursor)


class WriteResult(Value):
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


class StreamHead(Value):
    """How far a stream goes: how many events, and the hash of the last."""

    length: int = 0
    hash: str = GENESIS


class StoreError(Exception):
    """A write that the store does not take."""


class Malformed(StoreError):
    """A write that cannot be kept as it is."""


class OverCount(StoreError):
    """A counter would go above its most."""

    def __init__(self, count: CounterChange, there: int) -> None:
        super().__init__(f"{count.name} is at {there}: {count.by} more would pass {count.most}")
        self.count, self.there = count, there


class Conflict(StoreError):
    """Another process has written the stream meanwhile."""


class Taken(Conflict):
    """Another person has a personal record with the same words, which must be unique."""


class KeyReused(StoreError):
    """An idempotency key came back with another command."""


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


Data = dict[str, Any]
Step = Callable[[Data], Data]

SHAPES: Mapping[str, int] = {}
"""The shape that each kind of event is written in now, where it is not the first."""

STEPS: Mapping[tuple[str, int], Step] = {}
"""For a kind and a shape, how it becomes the next shape."""


def upcast(kind: str, shape: int, data: Data) -> Data:
    """An event's data in the shape of today."""
    today = SHAPES.get(kind, 1)
    if shape > today:
        raise ValueError(f"{kind} is written in shape {shape}, which is newer than this program: it reads {today}")
    for number in range(shape, today):
        data = STEPS[kind, number](data)
    return data


E = TypeVar("E")


class EventKinds(Generic[E]):
    """A family of events: its kinds by their names on the log, those that a duty adds later too."""

    def __init__(self, kinds: Collection[type[E]]) -> None:
        self._kinds = kinds
        self._by_name: dict[str, type[E]] = {}

    def by_name(self) -> Mapping[str, type[E]]:
        """Every kind by its name on the log."""
        if len(self._by_name) < len(self._kinds):
            self._by_name = {log_name(kind): kind for kind in self._kinds}
        return self._by_name

    def read(self, stored: Stored) -> E:
        """An event as it was written, brought to the shape of today."""
        return decode(self.by_name()[stored.kind], upcast(stored.kind, stored.shape, stored.data))
