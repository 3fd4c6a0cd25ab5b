"""The turn to write: many writes decided in one transaction, each of them whole or refused by itself.

One statement reads everything that the writes touch; they are judged one after another in memory; then all rows are
written. The process that has the turn makes all others wait, and every statement costs a way to the database and back:
on PostgreSQL one statement writes to all tables and tells the other processes.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.floor.store import schema
from pitboss.floor.store.rows import (
    SEALED,
    Append,
    Conflict,
    KeyReused,
    Malformed,
    OverCount,
    Stored,
    StoreError,
    Stream,
    StreamHead,
    Taken,
    Write,
    WriteResult,
    canonical,
    command_hash,
    event_hash,
    transfer_hash,
)
from pitboss.ledger import MOST, Account, Balance, Book, Entry, LedgerError, Move, Post, Release, Reservation, Reserve

CHANNEL = "pitboss"
"""On which PostgreSQL tells the other processes how far the log goes, and who wrote."""

Texts = list[list[str]]
"""The data of a write's events as text, for each list that it appends."""
Row = dict[str, Any]

ENTRY_KINDS = {Move: "move", Reserve: "reserve", Post: "post", Release: "release"}
"""How an entry of the ledger is written as a transfer."""


class WriteTurn:
    """The turn to write: as many writes as are ready, one after another, in one transaction."""

    def __init__(self, connection: sa.Connection, writer: str) -> None:
        self._connection, self._writer = connection, writer

    def write(self, writes: Sequence[Write]) -> list[WriteResult | Exception]:
        """Decide on writes and write those that hold; each is whole or refused, with the reason in its place."""
        batch = Batch(self._connection)
        checked = [(write, check_sound(write)) for write in writes]
        batch.load([write for write, texts in checked if not isinstance(texts, Malformed)])
        done = [texts if isinstance(texts, Malformed) else batch.decide(write, texts) for write, texts in checked]
        batch.flush(self._writer)
        return done


class Batch:
    """Everything that some writes touch, before and after them."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection, self._dialect = connection, connection.dialect.name
        self._last_position = 0
        self._replies: dict[tuple[str, str], tuple[str, Row]] = {}
        self._heads: dict[Stream, StreamHead] = {}
        self._cursors: dict[str, int] = {}
        self._book = Book()
        self._counts: dict[str, int] = {}
        self._holders: dict[tuple[str, str, str], set[str]] = {}
        """For an operator, a field and its words, the people who have such a personal record."""
        self._papers: dict[tuple[str, str, str], str] = {}
        """For an operator, a person and a field, the words of the personal record."""
        self._added: dict[sa.Table, list[Row]] = {}
        self._changed: dict[sa.Table, dict[Any, Row]] = {}
        self._opened: set[tuple[Stream, str]] = set()

    # Reading.

    def load(self, writes: Sequence[Write]) -> None:
        """Read what some writes touch. One writer has the turn, so that nothing of it changes any more."""
        entries = [entry for write in writes for entry in write.entries]
        wanted: dict[str, set[str]] = {
            "reply": {write.key for write in writes if write.key},
            "head": {append.stream.name for write in writes for append in write.appends}
            | {stream.name for write in writes for stream, _ in write.reads}
            | {schema.LEDGER for write in writes if write.entries}
            | {schema.COMMANDS for write in writes if write.key},
            "cursor": {write.cursor.name for write in writes if write.cursor is not None},
            "reservation": {entry.name for entry in entries if not isinstance(entry, Move)},
            "account": {account.name for entry in entries for account in _accounts(entry)}
            | {account.name for write in writes for account, _ in write.balances},
            "counter": {count.name for write in writes for count in write.counts},
            "holder": {paper.value for write in writes for paper in write.personal_records if paper.once},
            "paper": {said.person for write in writes if write.key for said in write.said},
        }
        parts = tuple(part for part, names in wanted.items() if names)
        wanted["operators"] = {write.operator for write in writes}
        asked = {part: list_of(self._dialect, wanted[part]) for part in (*parts, "operators")}
        for row in self._connection.execute(_reading(parts, self._dialect), asked):
            self._take(*row)

    def _take(self, part: str, operator: str, name: str, text: str, more: str, *numbers: int) -> None:
        """Take one row of what was read."""
        match part:
            case "last":
                self._last_position = numbers[0] or 0
            case "reply":
                self._replies[operator, name] = text, json.loads(more)
            case "head":
                self._heads[Stream(operator, name)] = StreamHead(numbers[0], text)
            case "cursor":
                self._cursors[name] = numbers[0]
            case "reservation":
                self._book.reservations[name] = Reservation(Account.parse(text), Account.parse(more), numbers[0])
            case "account":
                self._book.balances[Account.parse(name)] = Balance(*numbers)
            case "counter":
                self._counts[name] = numbers[0]
            case "holder":
                self._holders.setdefault((operator, text, more), set()).add(name)
            case "paper":
                self._papers[operator, name, text] = more

    def _head(self, stream: Stream) -> StreamHead:
        return self._heads.get(stream) or StreamHead()

    # Deciding.

    def decide(self, write: Write, texts: Texts) -> WriteResult | Exception:
        """Judge a write after those before it."""
        if write.key and (write.operator, write.key) in self._replies:
            digest, reply = self._replies[write.operator, write.key]
            # fields that name a person are compared with the personal records; an erased one is not compared
            kept = [(self._papers.get((write.operator, said.person, said.field)), said.value) for said in write.said]
            says_the_same = all(there is None or there.strip() == value for there, value in kept)
            says_the_same = says_the_same and self._is_as_sealed(write, reply)
            if digest in write.older_digests or (digest == write.digest and says_the_same):
                return WriteResult((), reply, again=True)
            return KeyReused(f"the key {write.key} has served another command")
        try:
            self._check_read(write)
            self._check(write)
            self._book.apply_all(write.entries)
        except (StoreError, LedgerError) as error:
            return error
        self._change_beside(write)
        has_events = any(append.events for append in write.appends)
        number = self._last_position + 1 if has_events else 0
        stored = tuple(
            each
            for append, data in zip(write.appends, texts, strict=True)
            for each in self._append(append, data, number)
        )
        for entry in write.entries:
            self._enter(write, entry, number)
        if write.key:
            reply = dict(write.reply)
            self._replies[write.operator, write.key] = write.digest, reply
            row = {"operator": write.operator, "key": write.key, "digest": write.digest, "at": write.at}
            self._chain(schema.commands, Stream(write.operator, schema.COMMANDS), row | {"reply": canonical(reply)})
        return WriteResult(tuple(each.position for each in stored), write.reply, stored)

    def _is_as_sealed(self, write: Write, reply: Row) -> bool:
        """Whether the sealed fields of a command that comes again are those of its secret, if that is still kept."""
        if not write.sealed:
            return True
        secrets = schema.secrets.c
        named = (secrets.operator == write.operator) & (secrets.name == str(reply.get(SEALED)))
        kept = self._connection.execute(sa.select(secrets.data).where(named)).scalar()
        return kept is None or write.sealed.items() <= json.loads(kept).items()

    def _check_read(self, write: Write) -> None:
        """Refuse a write where something that it was decided on has changed."""
        for stream, known in write.reads:
            if (length := self._head(stream).length) != known:
                raise Conflict(f"{stream} has {length} events, not {known}")
        for account, balance in write.balances:
            if self._book.balance(account) != balance:
                raise Conflict(f"{account.name} is not as it was")
        cursor = write.cursor
        if cursor is not None and (there := self._cursors.get(cursor.name, 0)) != cursor.was:
            raise Conflict(f"{cursor.name} has read up to {there}, not {cursor.was}")

    def _check(self, write: Write) -> None:
        counts: dict[str, int] = {}
        for count in write.counts:
            there = counts.setdefault(count.name, self._counts.get(count.name, 0))
            if count.most is not None and count.by > 0 and there + count.by > count.most:
                raise OverCount(count, there)
            counts[count.name] += count.by
        for paper in write.personal_records:
            if paper.once and self._holders.get((write.operator, paper.field, paper.value), set()) - {paper.person}:
                raise Taken(f"another person has the same {paper.field}")
        lengths: dict[Stream, int] = {}
        for append in write.appends:
            length = lengths.setdefault(append.stream, self._head(append.stream).length)
            if length != append.expected:
                raise Conflict(f"{append.stream} has {length} events, not {append.expected}")
            lengths[append.stream] += len(append.events)
        for name in {entry.name for entry in write.entries if not isinstance(entry, Move)}:
            held = self._book.reservations.get(name)
            if held is not None and held.source.operator != write.operator:
                raise Malformed(f"{name} was not set aside by {write.operator}")

    def _change_beside(self, write: Write) -> None:
        """Change what is not chained: counters, the cursor, personal records, secrets."""
        for count in write.counts:
            value = self._counts[count.name] = self._counts.get(count.name, 0) + count.by
            self._change(schema.counters, count.name, {"name": count.name, "value": value})
        if write.cursor is not None:
            name, position = write.cursor.name, write.cursor.position
            self._cursors[name] = position
            self._change(schema.cursors, name, {"name": name, "position": position})
        for paper in write.personal_records:
            key = write.operator, paper.person, paper.field
            self._papers[key] = paper.value
            self._holders.setdefault((write.operator, paper.field, paper.value), set()).add(paper.person)
            values = *key, paper.value, paper.keep_until
            self._change(schema.papers, key, dict(zip(schema.papers.columns.keys(), values, strict=True)))
        for secret in write.secrets:
            row = {"operator": secret.stream.operator, "stream": secret.stream.name}
            self._change(schema.secrets, (secret.stream, secret.name), row | {"name": secret.name, "data": secret.data})
        self._opened.update(write.opened)

    def _append(self, append: Append, texts: Sequence[str], write: int) -> Iterator[Stored]:
        stream = append.stream
        for event, text in zip(append.events, texts, strict=True):
            self._last_position += 1
            row: Row = {
                "position": self._last_position,
                "operator": stream.operator,
                "stream": stream.name,
                "data": text,
            }
            row |= {"kind": event.kind, "shape": event.shape, "at": event.at, "by": event.by, "write": write}
            self._chain(schema.events, stream, row)
            told = {name: value for name, value in row.items() if name not in ("operator", "stream", "data")}
            yield Stored(stream=stream, data=event.data, **told)  # as it will be read back, without reading it

    def _enter(self, write: Write, entry: Entry, number: int) -> None:
        name = "" if isinstance(entry, Move) else entry.name
        pair: Any = entry if isinstance(entry, Move | Reserve) else self._book.reservations[name]
        source, target = pair.source, pair.target
        row = {"operator": write.operator, "kind": ENTRY_KINDS[type(entry)], "name": name, "source": source.name}
        row |= {"target": target.name, "unit": source.unit, "cents": entry.cents, "reason": entry.reason}
        row |= {"at": write.at, "command": write.key, "write": number}
        self._chain(schema.transfers, Stream(write.operator, schema.LEDGER), row)
        if name:
            left = self._book.reservations[name].left
            row = {"name": name, "source": source.name, "target": target.name, "left": left}
            self._change(schema.reservations, name, row)
        for account in (source, target):
            balance = self._book.balance(account)
            row = {"name": account.name, "operator": account.operator, "unit": account.unit, "into": balance.into}
            row |= {"out": balance.out, "held": balance.held, "may_overdraw": int(account.may_overdraw)}
            self._change(schema.accounts, account, row)

    def _chain(self, table: sa.Table, stream: Stream, row: Row) -> None:
        """Add a row at the end of its chain."""
        head = self._head(stream)
        row |= {"number": head.length + 1, "previous": head.hash}
        row["hash"] = _HASHES[table](row)
        self._added.setdefault(table, []).append(row)
        self._heads[stream] = StreamHead(row["number"], row["hash"])
        head_row = {"operator": stream.operator, "stream": stream.name, "length": row["number"], "hash": row["hash"]}
        self._change(schema.heads, stream, head_row)

    def _change(self, table: sa.Table, key: Any, row: Row) -> None:
        self._changed.setdefault(table, {})[key] = row

    # Writing.

    def flush(self, writer: str) -> None:
        """Write every row that the accepted writes make."""
        if self._opened:
            made = self._changed.get(schema.secrets, {})
            self._changed[schema.secrets] = {key: row for key, row in made.items() if key not in self._opened}
            rows = [{"house": stream.operator, "of": stream.name, "named": name} for stream, name in self._opened]
            self._connection.execute(_FORGET, rows)
        rows_of = self._added | {table: list(rows.values()) for table, rows in self._changed.items() if rows}
        if self._dialect == "sqlite":
            for table, rows in rows_of.items():
                self._connection.execute(_insert(table, self._dialect), rows)
        elif rows_of:
            given = {table.name: msgspec.json.encode(rows).decode() for table, rows in rows_of.items()}
            given["note"] = f"{self._last_position} {writer}"
            self._connection.execute(_write_all(tuple(rows_of), tells=schema.events in rows_of), given)


_HASHES = {schema.events: event_hash, schema.transfers: transfer_hash, schema.commands: command_hash}
_FORGET = schema.secrets.delete().where(
    schema.secrets.c.operator == sa.bindparam("house"),
    schema.secrets.c.stream == sa.bindparam("of"),
    schema.secrets.c.name == sa.bindparam("named"),
)


# The statements, put together once.


def is_among(of: sa.ColumnElement[Any], name: str, dialect: str) -> sa.ColumnElement[bool]:
    """The condition that a column has one of the values that are given under a name, as `list_of` gives them: the text
    of the statement is the same for however many, and so the database prepares it once."""
    if dialect == "sqlite":
        return of.in_(sa.select(sa.func.json_each(sa.bindparam(name, type_=sa.Text)).table_valued("value").c.value))
    given: sa.BindParameter[Any] = sa.bindparam(name, type_=postgresql.ARRAY(sa.Text))
    return of == sa.func.any(given)


def list_of(dialect: str, names: Iterable[str]) -> Any:
    """Values as a statement takes them that looks for each of them."""
    ordered = sorted(names)
    return json.dumps(ordered) if dialect == "sqlite" else ordered


_NOTHING, _ZERO = sa.literal_column("''", sa.Text), sa.literal_column("0", sa.BigInteger)
_HEADS, _COMMANDS, _CURSORS, _COUNTERS = schema.heads.c, schema.commands.c, schema.cursors.c, schema.counters.c
_ACCOUNTS, _RESERVATIONS, _PAPERS = schema.accounts.c, schema.reservations.c, schema.papers.c
_TOUCHED: dict[str, tuple[sa.ColumnElement[Any], Sequence[sa.ColumnElement[str]], Sequence[sa.ColumnElement[int]]]] = {
    "reply": (_COMMANDS.key, (_COMMANDS.operator, _COMMANDS.key, _COMMANDS.digest, _COMMANDS.reply), ()),
    "head": (_HEADS.stream, (_HEADS.operator, _HEADS.stream, _HEADS.hash), (_HEADS.length,)),
    "cursor": (_CURSORS.name, (_NOTHING, _CURSORS.name), (_CURSORS.position,)),
    "reservation": (
        _RESERVATIONS.name,
        (_NOTHING, _RESERVATIONS.name, _RESERVATIONS.source, _RESERVATIONS.target),
        (_RESERVATIONS.left,),
    ),
    "account": (_ACCOUNTS.name, (_NOTHING, _ACCOUNTS.name), (_ACCOUNTS.into, _ACCOUNTS.out, _ACCOUNTS.held)),
    "counter": (_COUNTERS.name, (_NOTHING, _COUNTERS.name), (_COUNTERS.value,)),
    "holder": (_PAPERS.value, (_PAPERS.operator, _PAPERS.person, _PAPERS.field, _PAPERS.value), ()),
    "paper": (_PAPERS.person, (_PAPERS.operator, _PAPERS.person, _PAPERS.field, _PAPERS.value), ()),
}
"""For each part of what a batch touches, the column that it is looked for by, and what is read: first the operator,
where the row is an operator's, then other texts; and numbers."""


@cache
def _reading(parts: tuple[str, ...], dialect: str) -> sa.Executable:
    """One statement for everything that a batch touches: a row says what it is, has four texts and three numbers."""

    def rows_of(part: str) -> sa.Select[Any]:
        _, texts, numbers = _TOUCHED[part]
        filled = (*texts, *(_NOTHING,) * (4 - len(texts)), *numbers, *(_ZERO,) * (3 - len(numbers)))
        return sa.select(sa.literal_column(f"'{part}'", sa.Text), *filled)

    last = sa.select(sa.func.max(schema.events.c.position)).scalar_subquery()
    found = [sa.select(sa.literal_column("'last'", sa.Text), *(_NOTHING,) * 4, last, _ZERO, _ZERO)]
    for part in parts:
        key, (operator, *_), _ = _TOUCHED[part]
        rows = rows_of(part).where(is_among(key, part, dialect))
        found.append(rows if operator is _NOTHING else rows.where(is_among(operator, "operators", dialect)))
    if "reservation" in parts:  # with the accounts that they lie in
        asked = is_among(_RESERVATIONS.name, "reservation", dialect)
        sides = (sa.select(side).where(asked) for side in (_RESERVATIONS.source, _RESERVATIONS.target))
        found.append(rows_of("account").where(_ACCOUNTS.name.in_(sa.union_all(*sides))))
    return sa.union_all(*found)


@cache
def _insert(table: sa.Table, dialect: str) -> sa.Insert:
    """How a row goes into a table: at the end of what only grows, once where it never changes, or in place of the row
    with the same key."""
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    if table.name in schema.ONLY_GROWING:
        return insert
    if table is schema.secrets:
        return insert.on_conflict_do_nothing()
    keys = [each.name for each in table.primary_key]
    changed = {each.name: insert.excluded[each.name] for each in table.columns if each.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=changed)


def upsert(connection: sa.Connection, table: sa.Table, rows: list[Row]) -> None:
    """Write rows in place of those with the same key."""
    if rows:
        connection.execute(_insert(table, connection.dialect.name), rows)


@cache
def _write_all(tables: tuple[sa.Table, ...], *, tells: bool) -> sa.Executable:
    """One statement of PostgreSQL that writes rows to some tables, given as JSON, and tells the other processes."""
    note = sa.func.pg_notify(CHANNEL, sa.bindparam("note", type_=sa.Text)) if tells else sa.literal_column("0")
    statement = sa.select(note)
    for table in tables:
        columns = [sa.column(each.name, each.type) for each in table.columns]
        given = sa.cast(sa.bindparam(table.name, type_=sa.Text), postgresql.JSON)
        rows = (
            sa.func.json_to_recordset(given)
            .table_valued(*columns)
            .render_derived(f"{table.name}_rows", with_types=True)
        )
        insert = _insert(table, "postgresql").from_select([each.name for each in columns], sa.select(rows))
        statement = statement.add_cte(insert.cte(f"{table.name}_written"))
    return statement


# Which values can be stored. This is checked first, so that one malformed command is refused by itself and not with
# all that share its transaction.

LONGEST = 10_000
"""The most characters of a personal record."""


def check_sound(write: Write) -> Texts | Malformed:
    """The data of a write's events as text, list by list; or why the write cannot be kept."""
    for what, text, width in _texts(write):
        if len(text) > width or "\x00" in text or not (text.isascii() or _is_unicode(text)):
            return Malformed(f"the {what} is no text of at most {width} characters")
    for operator in _operators(write):
        if operator != write.operator:
            return Malformed(f"a command of {write.operator} cannot touch what is {operator}'s")
    if any(append.stream.name in schema.NO_STREAMS for append in write.appends):
        return Malformed("the ledger and the commands are no streams of events")
    for count in write.counts:
        if write.operator not in count.name.split("/"):
            return Malformed(f"the counter {count.name} does not name its operator, {write.operator}")
        if abs(count.by) > MOST:
            return Malformed(f"the counter {count.name} cannot go on by {count.by}")
    try:
        texts = [[canonical(event.data) for event in append.events] for append in write.appends]
        everything = "".join(text for part in texts for text in part) + canonical(dict(write.reply))
    except (TypeError, ValueError) as error:
        return Malformed(f"an event or the reply is no plain data: {error}")
    if not _is_unicode(everything):
        return Malformed("an event or the reply holds what is no text")
    return texts


def _widths(table: sa.Table) -> dict[str, int]:
    return {c.name: c.type.length for c in table.columns if isinstance(c.type, sa.String) and c.type.length}


_EVENT, _COMMAND, _TRANSFER = _widths(schema.events), _widths(schema.commands), _widths(schema.transfers)
_COUNTER, _PAPER, _SECRET = _widths(schema.counters), _widths(schema.papers), _widths(schema.secrets)


def _texts(write: Write) -> Iterator[tuple[str, str, int]]:
    """What each text of a write is, the text, and how long it may be."""
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
        yield "reason of an entry", entry.reason, _TRANSFER["reason"]
        if not isinstance(entry, Move):
            yield "name of what is set aside", entry.name, _TRANSFER["name"]
        for account in _accounts(entry):
            yield "account", account.name, _TRANSFER["source"]
            yield "unit", account.unit, _TRANSFER["unit"]
    for count in write.counts:
        yield "counter", count.name, _COUNTER["name"]
    for secret in write.secrets:
        yield "stream", secret.stream.name, _EVENT["stream"]
        yield "name of a secret", secret.name, _SECRET["name"]
    for said in write.said:
        yield "person of a personal record", said.person, _PAPER["person"]
    for paper in write.personal_records:
        yield "person of a personal record", paper.person, _PAPER["person"]
        yield "field of a personal record", paper.field, _PAPER["field"]
        yield "time of a personal record", paper.keep_until, _PAPER["erase_after"]
        yield "paper", paper.value, LONGEST


def _operators(write: Write) -> Iterator[str]:
    """Every operator whose things a write names."""
    yield from (append.stream.operator for append in write.appends)
    yield from (account.operator for entry in write.entries for account in _accounts(entry))
    yield from (secret.stream.operator for secret in write.secrets)
    yield from (stream.operator for stream, _ in (*write.opened, *write.reads))
    yield from (account.operator for account, _ in write.balances)


def _accounts(entry: Entry) -> tuple[Account, ...]:
    return (entry.source, entry.target) if isinstance(entry, Move | Reserve) else ()


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
