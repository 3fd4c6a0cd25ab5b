"""One store on SQLite or PostgreSQL. Many writes share a transaction, each of them whole or refused by itself.

A transaction takes the right to write, loads what its writes touch, decides them one after another in memory and writes
all rows at once: a disk is asked to be sure once for many commands.
"""

import json
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, func, select, text
from sqlalchemy.engine import Row
from sqlalchemy.pool import QueuePool

from pitboss.floor.store import schema
from pitboss.floor.store.batch import Batch
from pitboss.floor.store.loaded import read_heads
from pitboss.floor.store.private import make_file
from pitboss.floor.store.rows import Head, Stored, StoreError, Stream, Write, Written
from pitboss.floor.store.signing import Signer
from pitboss.ledger import Account
from pitboss.ledger.book import Balance

_WRITES = "pitboss_writes"
_TURN = text("SELECT pg_advisory_xact_lock(7077)")
_NOTIFY = text("SELECT pg_notify('pitboss', :last)")

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


def _engine(url: str, *, read_only: bool) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=4, max_overflow=12, poolclass=QueuePool, pool_pre_ping=True)
    file = store_file(url)
    if file is None or url in ("sqlite://", "sqlite:///", "sqlite:///:memory:"):
        raise ValueError("a store lies in a file: one in memory would be another for each thread, and durable for none")
    pragmas: tuple[str, ...] = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "cache_size=-32000")
    if read_only:
        engine = create_engine(_readable(file), poolclass=QueuePool)
        pragmas = ("query_only=ON", *pragmas[2:])
    else:
        engine = create_engine(f"sqlite:///{file}", poolclass=QueuePool)

    @event.listens_for(engine, "do_connect")
    def _make_private(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> None:
        with suppress(OSError):  # it is there; where it cannot be made, SQLite says so
            if not options.get("uri"):
                os.close(make_file(Path(arguments[0])))

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _readable(file: Path) -> str:
    """How SQLite is asked for a file that is only read. Beside one that is in use it needs to write what readers share;
    where it cannot, nobody else can either, and the file is read as it lies there."""
    if not file.is_file():
        raise StoreError(f"there is no store at {file}")
    name = f"sqlite:///file:{quote(str(file))}?mode=ro&uri=true"
    if os.access(file.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return name
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size and not file.with_name(f"{file.name}-shm").exists():
        raise StoreError(f"{log} holds what is not yet in {file}: copy both to a folder that can be written to")
    return name if log.exists() and log.stat().st_size else f"{name}&immutable=1"


class Turn:
    """The turn to write: as many writes as are ready, one after another, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.last_position = 0
        """The place of the last event that was written in this turn."""

    def write(self, writes: Sequence[Write]) -> list[Written | Exception]:
        """Decide on writes and write those that hold; each is whole or refused, with the reason in its place."""
        batch = Batch(self.connection, writes)
        done = batch.decide()
        batch.flush()
        if batch.events:
            self.last_position = batch.last_position
        return done


class Store:
    """The floor's memory."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.id = secrets.token_hex(8)
        """By which those who listen know what was written through this store and what by others."""
        self.signer: Signer | None = None
        """The key of the server that has it: it signs the snapshots that it keeps, and uses no others."""
        self._folds: OrderedDict[Stream, dict[Any, tuple[Any, int]]] = OrderedDict()
        self._folding = threading.Lock()
        self._bound = threading.local()

    def create(self) -> None:
        """Make the tables, or bring them to the shape of today."""
        from pitboss.floor.store.migrate import upgrade  # noqa: PLC0415  only a new or an old store needs the library

        with self.writing() as connection:
            upgrade(connection)

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    # Writing.

    @contextmanager
    def writing(self) -> Iterator[Connection]:
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
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees the store as it was at one moment, however long it reads."""
        bound = getattr(self._bound, "connection", None)
        if bound is not None:
            yield bound
            return
        options: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection to ask one thing: the one that has the turn, if this thread has it."""
        bound = getattr(self._bound, "connection", None)
        if bound is not None:
            yield bound
            return
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def turn(self) -> Iterator["Turn"]:
        """Take the turn to write."""
        with self.writing() as connection:
            turn = Turn(connection)
            yield turn
            if not self.is_sqlite and turn.last_position:
                connection.execute(_NOTIFY, {"last": f"{turn.last_position} {self.id}"})

    def commit(self, write: Write) -> Written:
        """Make one write durable, or refuse it with the reason."""
        (done,) = self.commit_all([write])
        if isinstance(done, Exception):
            raise done
        return done

    def commit_all(self, writes: Sequence[Write]) -> list[Written | Exception]:
        """Make many writes durable at once; each is whole or refused, with the reason in its place."""
        with self.turn() as turn:
            return turn.write(writes)

    # Reading.

    def reply(self, operator: str, key: str) -> dict[str, Any] | None:
        """What a command was answered, if it has been written."""
        table = schema.commands
        query = select(table.c.reply).where(table.c.operator == operator, table.c.key == key)
        with self.connected() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else json.loads(found)

    def head(self, stream: Stream) -> Head:
        """How far a stream goes."""
        table = schema.heads
        query = select(table.c.length, table.c.hash).where(
            table.c.operator == stream.operator, table.c.stream == stream.name
        )
        with self.connected() as connection:
            found = connection.execute(query).first()
        return Head(*found) if found else Head()

    def streams(self, operator: str = "", kind: str = "") -> list[Stream]:
        """The streams there are, of one operator or of all, and of one kind (`table`) or of all: of patrons there are
        many."""
        table = schema.heads
        query = select(table.c.operator, table.c.stream).order_by(table.c.operator, table.c.stream)
        query = query.where(table.c.stream.not_in(schema.NO_STREAMS))
        if operator:
            query = query.where(table.c.operator == operator)
        if kind:
            query = query.where(table.c.stream.startswith(f"{kind}:", autoescape=True))
        with self.connected() as connection:
            return [Stream(*row) for row in connection.execute(query)]

    def read(self, stream: Stream, after: int = 0, limit: int = 10_000) -> list[Stored]:
        """The events of a stream after so many of them."""
        table = schema.events
        query = (
            select(table)
            .where(table.c.operator == stream.operator, table.c.stream == stream.name, table.c.number > after)
            .order_by(table.c.number)
            .limit(limit)
        )
        with self.connected() as connection:
            return [_stored(row) for row in connection.execute(query)]

    def fold(self, stream: Stream, start: State, step: Callable[[State, Stored], State]) -> tuple[State, int]:
        """What a stream has come to, and its length. A stream only grows: what this process has folded of it is not
        read again."""
        state, length = self.folded(stream, step) or (start, 0)
        known = length
        while page := self.read(stream, after=length):
            for stored in page:
                state = step(state, stored)
            length = page[-1].number
        if length > known and not self._has_turn:  # nothing is kept of what is not durable yet
            with self._folding:
                self._folds.setdefault(stream, {})[step] = state, length
                self._folds.move_to_end(stream)
                if len(self._folds) > FOLDS:
                    self._folds.popitem(last=False)
        return state, length

    def folded(self, stream: Stream, step: Callable[[State, Stored], State]) -> tuple[State, int] | None:
        """What a stream has come to, as far as this process has folded it; nothing if it has not."""
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

    @property
    def _has_turn(self) -> bool:
        return getattr(self._bound, "connection", None) is not None

    def log(self, after: int = 0, limit: int = 10_000, operator: str = "") -> list[Stored]:
        """The events of all streams after a place in the whole log."""
        table = schema.events
        query = select(table).where(table.c.position > after).order_by(table.c.position).limit(limit)
        if operator:
            query = query.where(table.c.operator == operator)
        with self.connected() as connection:
            return [_stored(row) for row in connection.execute(query)]

    @property
    def last_position(self) -> int:
        """The place of the last event in the whole log."""
        with self.connected() as connection:
            return connection.execute(select(func.max(schema.events.c.position))).scalar() or 0

    def operators(self) -> list[str]:
        """The operators whose streams the store has."""
        with self.connected() as connection:
            return list(connection.execute(select(schema.heads.c.operator).distinct()).scalars())

    def last_position_of(self, operator: str) -> int:
        """The place of an operator's last event in the whole log."""
        table = schema.events
        query = select(table.c.position).where(table.c.operator == operator).order_by(table.c.position.desc()).limit(1)
        with self.connected() as connection:
            return connection.execute(query).scalar() or 0

    def balance(self, account: Account) -> Balance:
        """What lies in an account."""
        table = schema.accounts
        query = select(table.c.into, table.c.out, table.c.held).where(table.c.name == account.name)
        with self.connected() as connection:
            found = connection.execute(query).first()
        return Balance(*found) if found else Balance()

    def balances_of(self, accounts: Sequence[Account]) -> dict[Account, Balance]:
        """What lies in some accounts, asked for at once."""
        table = schema.accounts
        names = {account.name: account for account in accounts}
        query = select(table.c.name, table.c.into, table.c.out, table.c.held).where(table.c.name.in_(names))
        with self.connected() as connection:
            rows = connection.execute(query).all()
        return dict.fromkeys(accounts, Balance()) | {names[name]: Balance(*row) for name, *row in rows}

    def balances(self, operator: str = "") -> list[tuple[Account, Balance]]:
        """Every account with what lies in it."""
        table = schema.accounts
        query = select(table.c.name, table.c.into, table.c.out, table.c.held).order_by(table.c.name)
        if operator:
            query = query.where(table.c.operator == operator)
        with self.connected() as connection:
            rows = connection.execute(query).all()
        return [(Account.parse(name), Balance(into, out, held)) for name, into, out, held in rows]

    def counter(self, name: str) -> int:
        """What a counter stands at."""
        query = select(schema.counters.c.value).where(schema.counters.c.name == name)
        with self.connected() as connection:
            return connection.execute(query).scalar() or 0

    def lengths_of(self, streams: Collection[Stream]) -> dict[Stream, int]:
        """How long some streams are, asked for at once."""
        with self.connected() as connection:
            return {stream: head.length for stream, head in read_heads(connection, streams).items()}

    def cursor(self, name: str) -> int:
        """How far a reaction has read the log."""
        query = select(schema.cursors.c.position).where(schema.cursors.c.name == name)
        with self.connected() as connection:
            return connection.execute(query).scalar() or 0

    def secret(self, stream: Stream, name: str) -> str | None:
        """A secret of a stream, for the server that deals there and nothing else."""
        table = schema.secrets
        mine = (table.c.operator == stream.operator) & (table.c.stream == stream.name) & (table.c.name == name)
        query = select(table.c.data).where(mine)
        with self.connected() as connection:
            return connection.execute(query).scalar()


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


def _stored(row: Row[Any]) -> Stored:
    return stored_of(row._mapping)


__all__ = ["Store", "StoreError", "open_store", "store_file", "stored_of"]
