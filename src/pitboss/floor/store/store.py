"""One store on SQLite or PostgreSQL: how it is opened, written in turn, and read.

What names a person (names, addresses, card numbers) lies beside the chain under the person's id. Each of these personal
records says until when it is kept. Erasing one breaks no chain, because no event holds its words.
"""

import json
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from pitboss.floor.store import schema, signing, write_turn
from pitboss.floor.store.rows import PersonalRecord, Stored, StoreError, Stream, StreamHead, Write, WriteResult
from pitboss.ledger import Account, Balance

_WRITES = "pitboss_writes"
_TURN = sa.text("SELECT pg_advisory_xact_lock(7077)")

FOLDS = 20_000
"""Of how many streams a process keeps folds: the one that was folded longest ago goes first."""

State = TypeVar("State")


def open_store(where: str, *, read_only: bool = False) -> "Store":
    """Open a store: a path or `sqlite:///...` for the embedded one, `postgresql://...` for a server.

    A link to a file is the file, so that its lock and its key are found in one place. One that is only read may lie on
    a medium that nothing can be written to.
    """
    url = where if "://" in where else f"sqlite:///{where}"
    if url.startswith("postgresql://"):
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    return Store(_engine(url, read_only=read_only))


def store_file(where: str) -> Path | None:
    """The file of an embedded store, whatever leads to it; none of a store on a server."""
    name = where.removeprefix("sqlite:///")
    return Path(name).resolve() if "://" not in name else None


def _engine(url: str, *, read_only: bool) -> sa.Engine:
    if not url.startswith("sqlite"):
        return sa.create_engine(url, pool_size=4, max_overflow=12, poolclass=QueuePool, pool_pre_ping=True)
    file = store_file(url)
    if file is None or url in ("sqlite://", "sqlite:///", "sqlite:///:memory:"):
        raise ValueError("a store lies in a file: one in memory would be another for each thread, and durable for none")
    pragmas: tuple[str, ...] = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "cache_size=-32000")
    if read_only:
        engine = sa.create_engine(_readable(file), poolclass=QueuePool)
        pragmas = ("query_only=ON", *pragmas[2:])
    else:
        engine = sa.create_engine(f"sqlite:///{file}", poolclass=QueuePool)

    @sa.event.listens_for(engine, "do_connect")
    def _make_private(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> None:
        with suppress(OSError):  # it is there; where it cannot be made, SQLite says so
            if not options.get("uri"):
                os.close(signing.make_file(Path(arguments[0])))

    @sa.event.listens_for(engine, "connect")
    def _settle(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _readable(file: Path) -> str:
    """How SQLite is asked for a file that is only read. For a file in use SQLite writes a file that readers share.
    Where that is not possible, no other process can write either, so the file is read as it is."""
    if not file.is_file():
        raise StoreError(f"There is no store at {file}")
    name = f"sqlite:///file:{quote(str(file))}?mode=ro&uri=true"
    if os.access(file.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return name
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size and not file.with_name(f"{file.name}-shm").exists():
        raise StoreError(f"{log} holds what is not yet in {file}: copy both to a folder that can be written to")
    return name if log.exists() and log.stat().st_size else f"{name}&immutable=1"


class Store:
    """The store of a floor."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.id = secrets.token_hex(8)
        """The id by which listeners tell writes through this store from the writes of others."""
        self.signer: signing.Signer | None = None
        """The key of the server that has it: it signs the snapshots that it keeps, and uses no others."""
        self._folds: OrderedDict[Stream, dict[Any, tuple[Any, int]]] = OrderedDict()
        self._folding = threading.Lock()
        self._bound = threading.local()
        self._is_closed = False
        sa.event.listen(engine, "checkin", self._let_go)

    def create(self) -> None:
        """Make the tables, or bring them to the shape of today."""
        from pitboss.floor.store.migrate import upgrade  # noqa: PLC0415  only a new or an old store needs the library

        with self.writing() as connection:
            upgrade(connection)

    def close(self) -> None:
        """Close every connection: one that is in use is closed as it comes back."""
        self._is_closed = True
        self.engine.dispose()

    def _let_go(self, _: object, record: ConnectionPoolEntry) -> None:
        """Close a connection that comes back to a store that is closed: the pool would only forget it."""
        if self._is_closed:
            record.invalidate()

    # Writing.

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that has the turn to write: the others wait, so that places follow the order of commits. What
        this thread reads meanwhile it reads in the transaction."""
        with self.engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
            if not self.is_sqlite:
                connection.execute(_TURN)
            self._bound.connection = connection
            try:
                yield connection
            finally:
                del self._bound.connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that sees the store as it was at one moment, however long it reads."""
        with self._connect("REPEATABLE READ") as connection, nullcontext() if self._has_turn else connection.begin():
            yield connection

    @contextmanager
    def _connect(self, isolation: IsolationLevel = "AUTOCOMMIT") -> Iterator[sa.Connection]:
        """A connection: the one that has the turn, if this thread has it. To ask PostgreSQL one thing takes no
        transaction."""
        if self._has_turn:
            yield self._bound.connection
            return
        with self.engine.connect() as connection:
            yield connection if self.is_sqlite else connection.execution_options(isolation_level=isolation)

    @property
    def _has_turn(self) -> bool:
        return getattr(self._bound, "connection", None) is not None

    @contextmanager
    def turn(self) -> Iterator[write_turn.WriteTurn]:
        """Take the turn to write."""
        with self.writing() as connection:
            yield write_turn.WriteTurn(connection, self.id)

    def commit(self, write: Write) -> WriteResult:
        """Make one write durable, or refuse it with the reason."""
        (done,) = self.commit_all([write])
        if isinstance(done, Exception):
            raise done
        return done

    def commit_all(self, writes: Sequence[Write]) -> list[WriteResult | Exception]:
        """Make many writes durable at once; each is whole or refused, with the reason in its place."""
        with self.turn() as turn:
            return turn.write(writes)

    # Reading.

    def ask(self, query: sa.Select[Any], given: Mapping[str, Any] = MappingProxyType({})) -> Sequence[Any]:
        """The rows that answer one question."""
        with self._connect() as connection:
            return connection.execute(query, given).all()

    def events(self, query: sa.Select[Any]) -> list[Stored]:
        """The events that answer one question."""
        return [stored_of(row._mapping) for row in self.ask(query)]

    def _number(self, query: sa.Select[tuple[int]]) -> int:
        """The one number that answers a question; 0 where there is none."""
        found = self.ask(query)
        return found[0][0] or 0 if found else 0

    def reply(self, operator: str, key: str) -> dict[str, Any] | None:
        """The reply to a command, if it has been written."""
        table = schema.commands
        found = self.ask(sa.select(table.c.reply).where(table.c.operator == operator, table.c.key == key))
        return json.loads(found[0].reply) if found else None

    def head(self, stream: Stream) -> StreamHead:
        """How far a stream goes."""
        found = self.ask(sa.select(schema.heads.c.length, schema.heads.c.hash).where(of_stream(schema.heads, stream)))
        return StreamHead(*found[0]) if found else StreamHead()

    def lengths_of(self, streams: Collection[Stream]) -> dict[Stream, int]:
        """How long some streams are, asked for at once."""
        table = schema.heads
        conditions = [
            write_turn.is_among(table.c[name], name, self.engine.dialect.name) for name in ("operator", "stream")
        ]
        query = sa.select(table.c.operator, table.c.stream, table.c.length).where(*conditions)
        names = {"operator": {stream.operator for stream in streams}, "stream": {stream.name for stream in streams}}
        found = self.ask(
            query, {name: write_turn.list_of(self.engine.dialect.name, listed) for name, listed in names.items()}
        )
        lengths = {Stream(operator, name): length for operator, name, length in found}
        return {stream: lengths.get(stream, 0) for stream in streams}

    def streams(self, operator: str = "", kind: str = "") -> list[Stream]:
        """The streams there are, of one operator or of all, and of one kind (`table`) or of all: of patrons there are
        many."""
        table = schema.heads
        query = sa.select(table.c.operator, table.c.stream).order_by(table.c.operator, table.c.stream)
        query = query.where(table.c.stream.not_in(schema.NO_STREAMS))
        if operator:
            query = query.where(table.c.operator == operator)
        if kind:
            query = query.where(table.c.stream.startswith(f"{kind}:", autoescape=True))
        return [Stream(*row) for row in self.ask(query)]

    def operators(self) -> list[str]:
        """The operators whose streams the store has."""
        table = schema.heads
        query = sa.select(table.c.operator).distinct().where(table.c.stream.not_in(schema.NO_STREAMS))
        return [operator for (operator,) in self.ask(query.order_by(table.c.operator))]

    def read(self, stream: Stream, after: int = 0, limit: int = 10_000) -> list[Stored]:
        """The events of a stream after so many of them."""
        table = schema.events
        query = (
            sa.select(table)
            .where(of_stream(table, stream), table.c.number > after)
            .order_by(table.c.number)
            .limit(limit)
        )
        return self.events(query)

    def log(self, after: int = 0, limit: int = 10_000, operator: str = "") -> list[Stored]:
        """The events of all streams after a place in the whole log."""
        table = schema.events
        query = sa.select(table).where(table.c.position > after).order_by(table.c.position).limit(limit)
        if operator:
            query = query.where(table.c.operator == operator)
        return self.events(query)

    @property
    def last_position(self) -> int:
        """The place of the last event in the whole log."""
        return self._number(sa.select(sa.func.max(schema.events.c.position)))

    def last_position_of(self, operator: str) -> int:
        """The place of an operator's last event in the whole log."""
        table = schema.events
        query = sa.select(table.c.position).where(table.c.operator == operator)
        return self._number(query.order_by(table.c.position.desc()).limit(1))

    def fold(self, stream: Stream, start: State, step: Callable[[State, Stored], State]) -> tuple[State, int]:
        """The state of a stream, and its length. A stream only grows, so this process reads only what it has not folded
        yet."""
        state, length = self.cached_fold(stream, step) or (start, 0)
        while True:
            known = length
            for stored in read_all(self, stream, after=length):
                state, length = step(state, stored), stored.number
            if length == known or self._has_turn:  # nothing is kept of what is not durable yet
                return state, length
            self._keep_fold(stream, step, state, length)  # and look once more: `advance` did not know of it before

    def _keep_fold(self, stream: Stream, step: Callable[[State, Stored], State], state: State, length: int) -> None:
        with self._folding:
            folds = self._folds.setdefault(stream, {})
            if step not in folds or folds[step][1] < length:
                folds[step] = state, length
            self._folds.move_to_end(stream)
            if len(self._folds) > FOLDS:
                self._folds.popitem(last=False)

    def cached_fold(self, stream: Stream, step: Callable[[State, Stored], State]) -> tuple[State, int] | None:
        """The state of a stream as far as this process has folded it; nothing if it has not."""
        with self._folding:
            return self._folds.get(stream, {}).get(step)

    def advance(self, page: Sequence[Stored]) -> None:
        """Go on with what this process has folded: these events are durable."""
        with self._folding:
            for stored in page:
                folds = self._folds.get(stored.stream, {})
                for step, (state, length) in folds.items():
                    if stored.number == length + 1:
                        folds[step] = step(state, stored), length + 1

    def balance(self, account: Account) -> Balance:
        """The balance of an account."""
        return self.balances_of([account])[account]

    def balances_of(self, accounts: Sequence[Account]) -> dict[Account, Balance]:
        """The balances of some accounts, in one question."""
        names = {account.name: account for account in accounts}
        rows = self.ask(_BALANCES.where(schema.accounts.c.name.in_(names)))
        return {account: Balance() for account in accounts} | {names[name]: Balance(*row) for name, *row in rows}

    def balances(self, operator: str = "") -> list[tuple[Account, Balance]]:
        """Every account with what lies in it."""
        table = schema.accounts
        query = _BALANCES.order_by(table.c.name)
        rows = self.ask(query.where(table.c.operator == operator) if operator else query)
        return [(Account.parse(name), Balance(*row)) for name, *row in rows]

    def counter(self, name: str) -> int:
        """The value of a counter."""
        return self._number(sa.select(schema.counters.c.value).where(schema.counters.c.name == name))

    def cursor(self, name: str) -> int:
        """How far a reaction has read the log."""
        return self._number(sa.select(schema.cursors.c.position).where(schema.cursors.c.name == name))

    def secret(self, stream: Stream, name: str) -> str | None:
        """A secret of a stream, for the server that deals there and nothing else."""
        table = schema.secrets
        found = self.ask(sa.select(table.c.data).where(of_stream(table, stream), table.c.name == name))
        return found[0].data if found else None


_BALANCES = sa.select(schema.accounts.c.name, schema.accounts.c.into, schema.accounts.c.out, schema.accounts.c.held)


def of_stream(table: sa.Table, stream: Stream) -> sa.ColumnElement[bool]:
    """The condition that a row is of a stream."""
    return (table.c.operator == stream.operator) & (table.c.stream == stream.name)


def stored_of(row: Mapping[Any, Any]) -> Stored:
    """An event as the store keeps it, out of its row."""
    return Stored(
        row["position"],
        Stream(row["operator"], row["stream"]),
        row["number"],
        row["kind"],
        row["shape"],
        json.loads(row["data"]),
        row["at"],
        row["by"],
        row["previous"],
        row["hash"],
        row["write"],
    )


def read_all(store: Store, stream: Stream, after: int = 0) -> Iterator[Stored]:
    """The events of a stream, page by page."""
    while page := store.read(stream, after=after):
        yield from page
        after = page[-1].number


RETENTION = timedelta(days=3653)
"""How long personal records are kept after their last use: ten years."""
FOREVER = "9999"
"""The end of the retention of a current patron's or person's record: none, until one is set."""


def put_personal_records(
    store: Store, operator: str, person: str, papers: Mapping[str, str], *, keep_until: str, once: Collection[str] = ()
) -> None:
    """Keep personal records of a person until a time, in place of the old ones; some fields must be unique."""
    kept = tuple(PersonalRecord(person, field, value, keep_until, field in once) for field, value in papers.items())
    store.commit(Write(operator, personal_records=kept))


def personal_records_of(store: Store, operator: str, person: str) -> dict[str, str]:
    """The personal records of a person that are still kept."""
    table = schema.papers
    query = sa.select(table.c.field, table.c.value).where(table.c.operator == operator, table.c.person == person)
    return {row.field: row.value for row in store.ask(query.order_by(table.c.field))}


def holder_of(store: Store, operator: str, field: str, value: str) -> str | None:
    """The person with this personal record: the holder of a card number, for example."""
    table = schema.papers
    mine = table.c.operator == operator, table.c.field == field, table.c.value == value
    found = store.ask(sa.select(table.c.person).where(*mine))
    return found[0].person if found else None


def erase_personal_records(store: Store, operator: str, *, now: str) -> int:
    """Erase the personal records whose retention is over, and return how many there were."""
    table = schema.papers
    with store.writing() as connection:
        return connection.execute(
            sa.delete(table).where(table.c.operator == operator, table.c.erase_after <= now)
        ).rowcount
