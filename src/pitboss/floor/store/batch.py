"""Many writes decided in one transaction: what they touch is loaded once, each is judged in turn, all is written."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Insert, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.floor.store import schema
from pitboss.floor.store.chain import canonical, command_hash, event_hash, transfer_hash
from pitboss.floor.store.loaded import load
from pitboss.floor.store.rows import (
    Append,
    Conflict,
    Head,
    KeyReused,
    OverCount,
    Paper,
    Secret,
    Stored,
    StoreError,
    Stream,
    Taken,
    Write,
    Written,
)
from pitboss.floor.store.sound import Malformed, Texts, check_sound
from pitboss.ledger import Account, Entry, Move, Post, Release, Reserve
from pitboss.ledger.book import LedgerError

_KINDS = {Move: "move", Reserve: "reserve", Post: "post", Release: "release"}


class Batch:
    """Writes that share a transaction, whose connection has the turn to write."""

    def __init__(self, connection: Connection, writes: Sequence[Write]) -> None:
        self.connection, self.writes = connection, writes
        self.events: list[dict[str, Any]] = []
        self.stored: list[Stored] = []
        self._texts = [_texts_of(write) for write in writes]
        sound = [write for write, texts in zip(writes, self._texts, strict=True) if not isinstance(texts, Malformed)]
        loaded = load(connection, sound)
        self.last_position, self._replies, self._heads = loaded.last_position, loaded.replies, loaded.heads
        self._cursors, self._book, self._counts = loaded.cursors, loaded.book, loaded.counts
        self._holders, self._said = loaded.holders, loaded.papers
        self._commands: list[dict[str, Any]] = []
        self._transfers: list[dict[str, Any]] = []
        self._secrets: list[Secret] = []
        self._opened: list[tuple[Stream, str]] = []
        self._touched_cursors: set[str] = set()
        self._papers: dict[tuple[str, str, str], Paper] = {}
        self._touched_counts: set[str] = set()
        self._touched_heads: set[Stream] = set()
        self._touched_accounts: set[Account] = set()
        self._touched_names: set[str] = set()

    # Deciding.

    def decide(self) -> list[Written | Exception]:
        """Judge the writes one after another."""
        return [
            texts if isinstance(texts, Malformed) else self._decide(write, texts)
            for write, texts in zip(self.writes, self._texts, strict=True)
        ]

    def _decide(self, write: Write, texts: Texts) -> Written | Exception:
        if write.key and (write.operator, write.key) in self._replies:
            digest, reply = self._replies[write.operator, write.key]
            if digest in write.older_digests or (digest == write.digest and self._says_the_same(write)):
                return Written((), reply, again=True)
            return KeyReused(f"the key {write.key} has served another command")
        try:
            self._check(write)
            self._book.apply_all(write.entries)
        except (StoreError, LedgerError) as error:
            return error
        for count in write.counts:
            self._counts[count.name] += count.by
            self._touched_counts.add(count.name)
        self._secrets += write.secrets
        self._opened += write.opened
        if write.cursor is not None:
            self._cursors[write.cursor.name] = write.cursor.position
            self._touched_cursors.add(write.cursor.name)
        for paper in write.papers:
            self._papers[write.operator, paper.person, paper.field] = paper
            self._said[write.operator, paper.person, paper.field] = paper.value
            self._holders.setdefault((write.operator, paper.field, paper.value), set()).add(paper.person)
        start, has_events = len(self.stored), any(append.events for append in write.appends)
        number = self.last_position + 1 if has_events else 0
        for append, data in zip(write.appends, texts, strict=True):
            self._append(append, data, number)
        for entry in write.entries:
            self._enter(write, entry, number)
        if write.key:
            self._answer(write)
        stored = tuple(self.stored[start:])
        return Written(tuple(each.position for each in stored), write.reply, stored)

    def _says_the_same(self, write: Write) -> bool:
        """Whether what a command says of a person is what their papers say now; one that was erased tells nothing."""
        kept = [(self._said.get((write.operator, said.person, said.field)), said.value) for said in write.said]
        return all(there is None or there.strip() == value for there, value in kept)

    def _check(self, write: Write) -> None:
        for stream, known in write.reads:
            if (length := self._heads[stream].length) != known:
                raise Conflict(f"{stream} has {length} events, not {known}")
        cursor = write.cursor
        if cursor is not None and self._cursors[cursor.name] != cursor.was:
            raise Conflict(f"{cursor.name} has read up to {self._cursors[cursor.name]}, not {cursor.was}")
        self._check_counts(write)
        for paper in write.papers:
            if paper.once and self._holders.get((write.operator, paper.field, paper.value), set()) - {paper.person}:
                raise Taken(f"somebody else's {paper.field} says the same")
        lengths: dict[Stream, int] = {}
        for append in write.appends:
            length = lengths.get(append.stream, self._heads[append.stream].length)
            if length != append.expected:
                raise Conflict(f"{append.stream} has {length} events, not {append.expected}")
            lengths[append.stream] = length + len(append.events)
        for name in {entry.name for entry in write.entries if not isinstance(entry, Move)}:
            held = self._book.reservations.get(name)
            if held is not None and held.source.operator != write.operator:
                raise Malformed(f"{name} was not set aside by {write.operator}")

    def _check_counts(self, write: Write) -> None:
        added: dict[str, int] = {}
        for count in write.counts:
            there = self._counts[count.name] + added.get(count.name, 0)
            if count.most is not None and count.by > 0 and there + count.by > count.most:
                raise OverCount(count, there)
            added[count.name] = added.get(count.name, 0) + count.by

    def _append(self, append: Append, texts: Sequence[str], write: int) -> None:
        stream = append.stream
        head = self._heads[stream]
        number, previous = head.length, head.hash
        for event, text in zip(append.events, texts, strict=True):
            number += 1
            self.last_position += 1
            row: dict[str, Any] = {
                "position": self.last_position,
                "operator": stream.operator,
                "stream": stream.name,
                "number": number,
                "kind": event.kind,
                "shape": event.shape,
                "data": text,
                "at": event.at,
                "by": event.by,
                "previous": previous,
                "write": write,
            }
            row["hash"] = event_hash(row)
            self.events.append(row)
            self.stored.append(_stored(row, stream, event.data))
            previous = row["hash"]
        self._heads[stream] = Head(number, previous)
        self._touched_heads.add(stream)

    def _enter(self, write: Write, entry: Entry, number: int) -> None:
        name = "" if isinstance(entry, Move) else entry.name
        pair: Any = entry if isinstance(entry, Move | Reserve) else self._book.reservations[name]
        if name:
            self._touched_names.add(name)
        self._touched_accounts |= {pair.source, pair.target}
        ledger = Stream(write.operator, schema.LEDGER)
        head = self._heads[ledger]
        row = {
            "operator": write.operator,
            "number": head.length + 1,
            "kind": _KINDS[type(entry)],
            "name": name,
            "source": pair.source.name,
            "target": pair.target.name,
            "unit": pair.source.unit,
            "cents": entry.cents,
            "reason": entry.reason,
            "at": write.at,
            "command": write.key,
            "previous": head.hash,
            "write": number,
        }
        row["hash"] = transfer_hash(row)
        self._transfers.append(row)
        self._heads[ledger] = Head(row["number"], row["hash"])
        self._touched_heads.add(ledger)

    def _answer(self, write: Write) -> None:
        self._replies[write.operator, write.key] = write.digest, dict(write.reply)
        commands = Stream(write.operator, schema.COMMANDS)
        head = self._heads[commands]
        row: dict[str, Any] = {
            "operator": write.operator,
            "number": head.length + 1,
            "key": write.key,
            "digest": write.digest,
            "reply": canonical(dict(write.reply)),
            "at": write.at,
            "previous": head.hash,
        }
        row["hash"] = command_hash(row)
        self._commands.append(row)
        self._heads[commands] = Head(row["number"], row["hash"])
        self._touched_heads.add(commands)

    # Writing.

    def flush(self) -> None:
        """Write every row that the accepted writes make."""
        for table, rows in (
            (schema.events, self.events),
            (schema.commands, self._commands),
            (schema.transfers, self._transfers),
        ):
            if rows:
                self.connection.execute(_insert_of(table), rows)
        if self._secrets:
            rows = [_secret_row(each) for each in self._secrets]
            self.connection.execute(_once_of(schema.secrets, self.connection.dialect.name), rows)
        if self._opened:
            rows = [{"house": stream.operator, "of": stream.name, "named": name} for stream, name in self._opened]
            self.connection.execute(_FORGET, rows)
        for table, rows in (
            (schema.heads, [self._head_row(stream) for stream in sorted(self._touched_heads)]),
            (schema.counters, [{"name": name, "value": self._counts[name]} for name in sorted(self._touched_counts)]),
            (schema.cursors, [{"name": name, "position": self._cursors[name]} for name in self._touched_cursors]),
            (schema.papers, [_paper_row(operator, paper) for (operator, *_), paper in sorted(self._papers.items())]),
            (schema.accounts, [self._account_row(account) for account in sorted(self._touched_accounts)]),
            (schema.reservations, [self._reservation_row(name) for name in sorted(self._touched_names)]),
        ):
            upsert(self.connection, table, rows)

    def _head_row(self, stream: Stream) -> dict[str, Any]:
        head = self._heads[stream]
        return {"operator": stream.operator, "stream": stream.name, "length": head.length, "hash": head.hash}

    def _account_row(self, account: Account) -> dict[str, Any]:
        balance = self._book.balance(account)
        return {
            "name": account.name,
            "operator": account.operator,
            "unit": account.unit,
            "into": balance.into,
            "out": balance.out,
            "held": balance.held,
            "may_overdraw": int(account.may_overdraw),
        }

    def _reservation_row(self, name: str) -> dict[str, Any]:
        held = self._book.reservations[name]
        return {"name": name, "source": held.source.name, "target": held.target.name, "left": held.left}


_FORGET = schema.secrets.delete().where(
    schema.secrets.c.operator == bindparam("house"),
    schema.secrets.c.stream == bindparam("of"),
    schema.secrets.c.name == bindparam("named"),
)


def _stored(row: dict[str, Any], stream: Stream, data: dict[str, Any]) -> Stored:
    """An event as it will be read back, without reading it."""
    told = {name: value for name, value in row.items() if name not in ("operator", "stream", "data")}
    return Stored(stream=stream, data=data, **told)


def _secret_row(secret: Secret) -> dict[str, Any]:
    stream = secret.stream
    return {"operator": stream.operator, "stream": stream.name, "name": secret.name, "data": secret.data}


def _paper_row(operator: str, paper: Paper) -> dict[str, Any]:
    row = {"operator": operator, "person": paper.person, "field": paper.field}
    return row | {"value": paper.value, "erase_after": paper.keep_until}


def upsert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Write rows in place of those with the same key."""
    if rows:
        connection.execute(_upsert_of(table, connection.dialect.name), rows)


@cache
def _upsert_of(table: Table, dialect: str) -> Insert:
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    keys = [column.name for column in table.primary_key]
    changed = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=changed)


@cache
def _once_of(table: Table, dialect: str) -> Insert:
    """An insert that leaves what is there."""
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_nothing()


@cache
def _insert_of(table: Table) -> Insert:
    return table.insert()


def _texts_of(write: Write) -> Texts | Malformed:
    try:
        return check_sound(write)
    except Malformed as error:
        return error
