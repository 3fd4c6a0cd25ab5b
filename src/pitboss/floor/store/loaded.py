"""What a batch of writes touches, read at its start. One writer has the turn, so that nothing of it changes."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, tuple_

from pitboss.floor.store import schema
from pitboss.floor.store.rows import Head, Stream, Write
from pitboss.ledger import Account, Book, Move, Reserve
from pitboss.ledger.book import Balance, Reservation

AT_ONCE = 400
"""How many names one question to the database carries: each database has its own most, and this is below all."""


class Loaded(NamedTuple):
    """The part of the store that a batch decides on."""

    last_position: int
    replies: dict[tuple[str, str], tuple[str, dict[str, Any]]]
    heads: dict[Stream, Head]
    fences: dict[Stream, tuple[str, int]]
    book: Book
    counts: dict[str, int]


def load(connection: Connection, writes: Sequence[Write]) -> Loaded:
    """Read what some writes touch."""
    return Loaded(
        connection.execute(select(func.max(schema.events.c.position))).scalar() or 0,
        _replies(connection, writes),
        _heads(connection, writes),
        _fences(connection, writes),
        _book(connection, writes),
        _counts(connection, writes),
    )


def _parts(names: set[Any]) -> list[list[Any]]:
    ordered = sorted(names)
    return [ordered[start : start + AT_ONCE] for start in range(0, len(ordered), AT_ONCE)]


def _replies(connection: Connection, writes: Sequence[Write]) -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
    table = schema.commands
    query = select(table.c.operator, table.c.key, table.c.digest, table.c.reply)
    found = {}
    for keys in _parts({(write.operator, write.key) for write in writes if write.key}):
        for operator, key, digest, reply in connection.execute(
            query.where(tuple_(table.c.operator, table.c.key).in_(keys))
        ):
            found[operator, key] = digest, json.loads(reply)
    return found


def _heads(connection: Connection, writes: Sequence[Write]) -> dict[Stream, Head]:
    table = schema.heads
    streams = {append.stream for write in writes for append in write.appends}
    streams |= {Stream(write.operator, schema.LEDGER) for write in writes if write.entries}
    heads: dict[Stream, Head] = dict.fromkeys(streams, Head())
    for part in _parts(streams):
        query = select(table).where(tuple_(table.c.operator, table.c.stream).in_(part))
        for operator, stream, length, hash_ in connection.execute(query):
            heads[Stream(operator, stream)] = Head(length, hash_)
    return heads


def _fences(connection: Connection, writes: Sequence[Write]) -> dict[Stream, tuple[str, int]]:
    table = schema.leases
    fences: dict[Stream, tuple[str, int]] = {}
    query = select(table.c.operator, table.c.stream, table.c.holder, table.c.fence)
    for part in _parts({write.fence.stream for write in writes if write.fence is not None}):
        found = connection.execute(query.where(tuple_(table.c.operator, table.c.stream).in_(part)))
        fences |= {Stream(operator, stream): (holder, fence) for operator, stream, holder, fence in found}
    return fences


def _book(connection: Connection, writes: Sequence[Write]) -> Book:
    names: set[str] = set()
    wanted: set[str] = set()
    for entry in (entry for write in writes for entry in write.entries):
        if isinstance(entry, Move | Reserve):
            wanted |= {entry.source.name, entry.target.name}
        if not isinstance(entry, Move):
            names.add(entry.name)
    book = Book()
    table = schema.reservations
    for part in _parts(names):
        for name, source, target, left in connection.execute(select(table).where(table.c.name.in_(part))):
            book.reservations[name] = Reservation(Account.parse(source), Account.parse(target), left)
            wanted |= {source, target}
    accounts = schema.accounts
    query = select(accounts.c.name, accounts.c.into, accounts.c.out, accounts.c.held)
    for part in _parts(wanted):
        for name, into, out, held in connection.execute(query.where(accounts.c.name.in_(part))):
            book.balances[Account.parse(name)] = Balance(into, out, held)
    return book


def _counts(connection: Connection, writes: Sequence[Write]) -> dict[str, int]:
    table = schema.counters
    names = {count.name for write in writes for count in write.counts}
    counts = dict.fromkeys(names, 0)
    for part in _parts(names):
        query = select(table.c.name, table.c.value).where(table.c.name.in_(part))
        counts |= {row.name: row.value for row in connection.execute(query)}
    return counts
