"""What a batch of writes touches, read at its start. One writer has the turn, so that nothing of it changes."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, Select, bindparam, func, select

from pitboss.floor.store import schema
from pitboss.floor.store.rows import Head, Stream, Write
from pitboss.ledger import Account, Book, Move, Reserve
from pitboss.ledger.book import Balance, Reservation
from pitboss.value import Value

AT_ONCE = 400
"""How many names one question to the database carries: each database has its own most, and this is below all."""


class Loaded(Value):
    """The part of the store that a batch decides on."""

    last_position: int
    replies: dict[tuple[str, str], tuple[str, dict[str, Any]]]
    heads: dict[Stream, Head]
    cursors: dict[str, int]
    book: Book
    counts: dict[str, int]
    holders: "Holders"
    papers: "Papers"


Holders = dict[tuple[str, str, str], set[str]]
"""For an operator, a field and what a paper says there, the people who have one that says so."""

Papers = dict[tuple[str, str, str], str]
"""For an operator, a person and a field, what their paper says."""

_NAMES: BindParameter[Any] = bindparam("names", expanding=True)
_OPERATOR: BindParameter[Any] = bindparam("operator")

_LAST = select(func.max(schema.events.c.position))
_REPLIES = select(
    schema.commands.c.operator, schema.commands.c.key, schema.commands.c.digest, schema.commands.c.reply
).where(schema.commands.c.operator == _OPERATOR, schema.commands.c.key.in_(_NAMES))
_HEADS = select(schema.heads).where(schema.heads.c.operator == _OPERATOR, schema.heads.c.stream.in_(_NAMES))
_CURSORS = select(schema.cursors.c.name, schema.cursors.c.position).where(schema.cursors.c.name.in_(_NAMES))
_RESERVATIONS = select(schema.reservations).where(schema.reservations.c.name.in_(_NAMES))
_BALANCES = select(schema.accounts.c.name, schema.accounts.c.into, schema.accounts.c.out, schema.accounts.c.held).where(
    schema.accounts.c.name.in_(_NAMES)
)
_COUNTS = select(schema.counters.c.name, schema.counters.c.value).where(schema.counters.c.name.in_(_NAMES))
_HOLDERS = select(schema.papers.c.operator, schema.papers.c.field, schema.papers.c.value, schema.papers.c.person).where(
    schema.papers.c.operator == _OPERATOR, schema.papers.c.value.in_(_NAMES)
)
_PAPERS = select(schema.papers.c.operator, schema.papers.c.person, schema.papers.c.field, schema.papers.c.value).where(
    schema.papers.c.operator == _OPERATOR, schema.papers.c.person.in_(_NAMES)
)
"""What is asked of the database, put together once: every batch asks it."""


def load(connection: Connection, writes: Sequence[Write]) -> Loaded:
    """Read what some writes touch."""
    return Loaded(
        connection.execute(_LAST).scalar() or 0,
        _replies(connection, writes),
        _heads(connection, writes),
        _cursors(connection, writes),
        _book(connection, writes),
        _counts(connection, writes),
        _holders(connection, writes),
        _papers(connection, writes),
    )


def _ask(connection: Connection, query: Select[Any], names: set[Any]) -> Iterator[Any]:
    """The rows of some names, asked for in as many parts as a database takes."""
    ordered = sorted(names)
    for start in range(0, len(ordered), AT_ONCE):
        yield from connection.execute(query, {"names": ordered[start : start + AT_ONCE]})


def _ask_each(connection: Connection, query: Select[Any], names: Collection[tuple[str, str]]) -> Iterator[Any]:
    """The rows of names that have an operator before them, operator by operator: SQLite finds no pair by its index."""
    for operator in sorted({operator for operator, _ in names}):
        theirs = sorted(name for house, name in names if house == operator)
        for start in range(0, len(theirs), AT_ONCE):
            yield from connection.execute(query, {"operator": operator, "names": theirs[start : start + AT_ONCE]})


def _pairs(streams: Iterable[Stream]) -> list[tuple[str, str]]:
    return [(stream.operator, stream.name) for stream in streams]


def _replies(connection: Connection, writes: Sequence[Write]) -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
    keys = {(write.operator, write.key) for write in writes if write.key}
    found = _ask_each(connection, _REPLIES, keys)
    return {(operator, key): (digest, json.loads(reply)) for operator, key, digest, reply in found}


def _heads(connection: Connection, writes: Sequence[Write]) -> dict[Stream, Head]:
    streams = {append.stream for write in writes for append in write.appends}
    streams |= {stream for write in writes for stream, _ in write.reads}
    streams |= {Stream(write.operator, schema.LEDGER) for write in writes if write.entries}
    streams |= {Stream(write.operator, schema.COMMANDS) for write in writes if write.key}
    return read_heads(connection, streams)


def read_heads(connection: Connection, streams: Collection[Stream]) -> dict[Stream, Head]:
    """How far some streams go."""
    heads: dict[Stream, Head] = dict.fromkeys(streams, Head())
    found = _ask_each(connection, _HEADS, _pairs(streams))
    return heads | {Stream(operator, stream): Head(length, hash_) for operator, stream, length, hash_ in found}


def _cursors(connection: Connection, writes: Sequence[Write]) -> dict[str, int]:
    names = {write.cursor.name for write in writes if write.cursor is not None}
    return dict.fromkeys(names, 0) | {row.name: row.position for row in _ask(connection, _CURSORS, names)}


def _book(connection: Connection, writes: Sequence[Write]) -> Book:
    names: set[str] = set()
    wanted: set[str] = set()
    for entry in (entry for write in writes for entry in write.entries):
        if isinstance(entry, Move | Reserve):
            wanted |= {entry.source.name, entry.target.name}
        if not isinstance(entry, Move):
            names.add(entry.name)
    book = Book()
    for name, source, target, left in _ask(connection, _RESERVATIONS, names):
        book.reservations[name] = Reservation(Account.parse(source), Account.parse(target), left)
        wanted |= {source, target}
    for name, into, out, held in _ask(connection, _BALANCES, wanted):
        book.balances[Account.parse(name)] = Balance(into, out, held)
    return book


def _counts(connection: Connection, writes: Sequence[Write]) -> dict[str, int]:
    names = {count.name for write in writes for count in write.counts}
    return dict.fromkeys(names, 0) | {row.name: row.value for row in _ask(connection, _COUNTS, names)}


def _holders(connection: Connection, writes: Sequence[Write]) -> Holders:
    found: Holders = {}
    values = {(write.operator, paper.value) for write in writes for paper in write.papers if paper.once}
    for operator, field, value, person in _ask_each(connection, _HOLDERS, values):
        found.setdefault((operator, field, value), set()).add(person)
    return found


def _papers(connection: Connection, writes: Sequence[Write]) -> Papers:
    people = {(write.operator, said.person) for write in writes if write.key for said in write.said}
    found = _ask_each(connection, _PAPERS, people)
    return {(operator, person, field): value for operator, person, field, value in found}
