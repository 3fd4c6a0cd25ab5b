"""What can be kept at all: text that fits its column and every database takes, names of one operator alone.

It is asked before anything else, so that one malformed command is refused by itself and not with all that share its
transaction.
"""

from collections.abc import Iterator

from sqlalchemy import String, Table

from pitboss.floor.store import schema
from pitboss.floor.store.chain import canonical
from pitboss.floor.store.rows import StoreError, Write
from pitboss.ledger import Account, Entry, Move, Reserve
from pitboss.ledger.book import MOST


class Malformed(StoreError):
    """A write that cannot be kept as it is."""


def _widths(table: Table) -> dict[str, int]:
    return {c.name: c.type.length for c in table.columns if isinstance(c.type, String) and c.type.length}


_EVENT, _COMMAND, _TRANSFER = _widths(schema.events), _widths(schema.commands), _widths(schema.transfers)
_COUNTER, _PAPER, _SECRET = _widths(schema.counters), _widths(schema.papers), _widths(schema.secrets)
LONGEST = 10_000
"""How long what a paper says may be."""

Said = tuple[str, str, int]
"""What a text is, the text, and how long it may be."""


Texts = list[list[str]]
"""The data of a write's events as text, for each list that it appends."""


def check_sound(write: Write) -> Texts:
    """Refuse a write that cannot be kept; give the data of its events as text, list by list."""
    for what, text, width in _texts(write):
        if len(text) > width or "\x00" in text or not _is_unicode(text):
            raise Malformed(f"the {what} is no text of at most {width} characters")
    for operator in _operators(write):
        if operator != write.operator:
            raise Malformed(f"a command of {write.operator} cannot touch what is {operator}'s")
    if any(append.stream.name in schema.NO_STREAMS for append in write.appends):
        raise Malformed("the ledger and the commands are no streams of events")
    for count in write.counts:
        if write.operator not in count.name.split("/"):
            raise Malformed(f"the counter {count.name} does not name its operator, {write.operator}")
        if abs(count.by) > MOST:
            raise Malformed(f"the counter {count.name} cannot go on by {count.by}")
    try:
        texts = [[canonical(event.data) for event in append.events] for append in write.appends]
        everything = "".join(text for part in texts for text in part) + canonical(dict(write.reply))
    except (TypeError, ValueError) as error:
        raise Malformed(f"an event or the reply is no plain data: {error}") from None
    if not _is_unicode(everything):
        raise Malformed("an event or the reply holds what is no text")
    return texts


def _texts(write: Write) -> Iterator[Said]:
    yield "operator", write.operator, _EVENT["operator"]
    yield "idempotency key", write.key, _COMMAND["key"]
    yield "digest", write.digest, _COMMAND["digest"]
    yield "time", write.at, _COMMAND["at"]
    for append in write.appends:
        yield "stream", append.stream.name, _EVENT["stream"]
        for event in append.events:
            yield "kind of an event", event.kind, _EVENT["kind"]
            yield "time of an event", event.at, _EVENT["at"]
            yield "name of who did it", event.by, _EVENT["by"]
    for entry in write.entries:
        yield from _entry_texts(entry)
    for count in write.counts:
        yield "counter", count.name, _COUNTER["name"]
    for secret in write.secrets:
        yield "stream", secret.stream.name, _EVENT["stream"]
        yield "name of a secret", secret.name, _SECRET["name"]
    for said in write.said:
        yield "person of a paper", said.person, _PAPER["person"]
    for paper in write.papers:
        yield "person of a paper", paper.person, _PAPER["person"]
        yield "field of a paper", paper.field, _PAPER["field"]
        yield "time of a paper", paper.keep_until, _PAPER["erase_after"]
        yield "paper", paper.value, LONGEST


def _entry_texts(entry: Entry) -> Iterator[Said]:
    yield "reason of an entry", entry.reason, _TRANSFER["reason"]
    if not isinstance(entry, Move):
        yield "name of what is set aside", entry.name, _TRANSFER["name"]
    for account in _accounts(entry):
        yield "account", account.name, _TRANSFER["source"]
        yield "unit", account.unit, _TRANSFER["unit"]


def _operators(write: Write) -> Iterator[str]:
    """Every operator whose things a write names."""
    yield from (append.stream.operator for append in write.appends)
    yield from (account.operator for entry in write.entries for account in _accounts(entry))
    yield from (secret.stream.operator for secret in write.secrets)
    yield from (stream.operator for stream, _ in (*write.opened, *write.reads))


def _accounts(entry: Entry) -> tuple[Account, ...]:
    return (entry.source, entry.target) if isinstance(entry, Move | Reserve) else ()


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
