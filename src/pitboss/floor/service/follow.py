"""Following the log: each process passes every event, its own and those of others, to its projections in log order.

A projection is a fold that a process keeps for itself and that writes nothing. Its own events it need not read again;
PostgreSQL notifies it of others' events, and a process with an embedded store polls.
"""

import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.service.commands import Decision, World
from pitboss.floor.store import Store, Stored, Stream, rows, signing, write_turn
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

FAILURES = "pitboss_failures"
"""The channel on which the leading process tells the others that a reaction has stopped."""
WAIT, RECONNECT = 0.25, 1.0
"""How long to wait for word before looking whether to stop, and before trying again after a lost connection."""

Projection = Callable[[Sequence[Stored]], None]
"""Takes the next events of the log."""


class Follower:
    """How far this process has followed the log, and its projections in the order in which they are told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.projections: list[Projection] = []
        self._position: int | None = None
        self.lock = threading.RLock()
        """Held by the thread that tells the projections: each of them takes one page after another."""

    @property
    def position(self) -> int:
        """The place in the log up to which the projections have been told."""
        if self._position is None:
            self._position = self.store.last_position
        return self._position

    def advance(self, stored: Sequence[Stored]) -> None:
        """Tell what this process has just made durable; what others wrote before it is read first."""
        if not stored:
            return
        with self.lock:
            if self._position is None or stored[0].position == self._position + 1:
                self._tell(stored)
            elif stored[-1].position > self._position:
                self.catch_up()

    def catch_up(self, position: int | None = None) -> None:
        """Read the log to its end, unless it is known up to a position already."""
        with self.lock:
            if position is not None and position <= self.position:
                return
            while page := self.store.log(after=self.position):
                self._tell(page)

    def look(self) -> None:
        """Catch up if the log has grown."""
        if self.store.last_position > self.position:
            self.catch_up()

    def _tell(self, page: Sequence[Stored]) -> None:
        self._position = page[-1].position
        for projection in self.projections:
            try:
                projection(page)
            except Exception:  # the other projections still get the events when one fails
                log.exception("a projection failed")


class Listener:
    """Listens to PostgreSQL for writes of other processes, from `start` to `stop`."""

    def __init__(self, follower: Follower, hear_failure: Callable[[str, str], None]) -> None:
        self.follower, self._hear_failure = follower, hear_failure
        self._stop = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-listener", daemon=True)

    def start(self, timeout: float = 10.0) -> "Listener":
        """Begin to listen; nothing that is written afterwards is missed."""
        self._thread.start()
        self._listening.wait(timeout)
        return self

    def stop(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except Exception:
                log.exception("the connection that listens was lost")
                self._listening.clear()
                self._stop.wait(RECONNECT)

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415  an embedded store does without

        own = self.follower.store.id
        url = self.follower.store.engine.url.set(drivername="postgresql")  # as the driver takes it
        with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute(f"LISTEN {write_turn.CHANNEL}")
            connection.execute(f"LISTEN {FAILURES}")
            self._listening.set()
            self.follower.look()  # what was written while nothing listened
            while not self._stop.is_set():
                for note in connection.notifies(timeout=WAIT, stop_after=1):
                    told, _, writer = note.payload.rpartition(" ")
                    if writer != own and note.channel == FAILURES:
                        self._hear_failure(*told.split(" ", 1))
                    elif writer != own:
                        self.follower.catch_up(int(told))


_TRY = text("SELECT pg_try_advisory_lock(7079)")
_UNLOCK = text("SELECT pg_advisory_unlock(7079)")
_HERE = text("SELECT 1")


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class ServerLock:
    """An embedded store has one server; several share a store on PostgreSQL."""

    def __init__(self, store: Store) -> None:
        self._file = Path(f"{store.engine.url.database}-server") if store.is_sqlite else None
        self._lock_handle: int | None = None

    def take(self) -> bool:
        """Say whether this process may serve the store."""
        if self._file is None or self._lock_handle is not None:
            return True
        with suppress(FileExistsError):
            os.close(signing.make_file(self._file))
        kept = os.open(self._file, os.O_RDWR)
        try:
            if sys.platform == "win32":
                msvcrt.locking(kept, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(kept, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # another process has it
            os.close(kept)
            return False
        self._lock_handle = kept
        return True

    def release(self) -> None:
        """Let another server have the store."""
        if self._lock_handle is not None:
            os.close(self._lock_handle)
            self._lock_handle = None


class Leader:
    """Whether this process runs the clock and the reactions: on PostgreSQL the one that has the lock."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock_handle: Connection | None = None
        self._one = threading.Lock()

    def leads(self) -> bool:
        """Take the lock if it is free; say whether it is ours. A connection that was lost has lost it."""
        if self._store.is_sqlite:
            return True
        with self._one:
            return self._leads()

    def _leads(self) -> bool:
        try:
            if self._lock_handle is not None:
                self._lock_handle.execute(_HERE)
                return True
            kept = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            if kept.execute(_TRY).scalar():
                self._lock_handle = kept
                return True
            kept.close()
        except SQLAlchemyError:
            self._end()
        return False

    def end(self) -> None:
        """Let the lock go, and close the connection."""
        with self._one:
            self._end()

    def _end(self) -> None:
        if self._lock_handle is not None:
            with suppress(SQLAlchemyError):
                self._lock_handle.execute(_UNLOCK)  # a connection may take a while to end
            with suppress(SQLAlchemyError):
                self._lock_handle.invalidate()
            self._lock_handle.close()
            self._lock_handle = None


log = logging.getLogger("pitboss.floor")

PAGE = 500
"""How many events a reaction takes at a time."""
APART = 5_000
"""How many events it may have read before its cursor is written though nothing followed from them."""
LOOK, AGAIN, GATHER = 0.5, 2.0, 0.1
"""How many seconds pass between looks at the log without word of it, after a failure, and while events gather."""
SHOWN_SECONDS, LONGEST = 3 * AGAIN, 1_000
"""How long a failure elsewhere is shown after it was heard of last, and how many characters of it are told."""
AT_HAND = 2_000
"""How many events that were told here are kept for the reactions."""


class Reaction(Protocol):
    """Something that follows from the log of one operator."""

    @property
    def name(self) -> str:
        """The name of its cursor, which never changes."""

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """The writes that follow from the next events."""

    def forget(self) -> None:
        """Forget what was read before: another process reads on from here."""


Submit = Callable[[Stream, Callable[[World], Decision]], "Future[dict[str, Any]]"]


class Lag(Value):
    """How far a reaction is behind the log, and why it has stopped if it has."""

    name: str
    events: int
    failure: str = ""


class Reactions:
    """The reactions of one process, run while it leads."""

    def __init__(self, store: Store, submit: Submit, leader: Leader, reactions: Iterable[Reaction]) -> None:
        self.store, self.submit, self.leader, self.reactions = store, submit, leader, tuple(reactions)
        self._read: dict[str, int] = {}
        self._written: dict[str, int] = {}
        self._failures: dict[str, str] = {}
        self._heard: dict[str, tuple[int, str]] = {}
        """Why reactions have stopped at the leading process, each with the time of its last message."""
        self._at_hand: deque[Stored] = deque(maxlen=AT_HAND)
        self._handing = threading.Lock()
        self._stop, self._news, self._one = threading.Event(), threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pitboss-reactions", daemon=True)

    def start(self) -> None:
        """Begin to react."""
        if self.reactions:
            self._thread.start()

    def stop(self) -> None:
        """Stop; the next process to lead reads on from the cursor."""
        self._stop.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join()

    def see(self, page: Sequence[Stored]) -> None:
        """Take the next events of the log; what this process has at hand it need not read."""
        if self.reactions:
            with self._handing:
                self._at_hand += page
            self._news.set()

    def lags(self) -> list[Lag]:
        """How far each reaction is behind."""
        found = []
        for operator in self.store.operators():
            last = self.store.last_position_of(operator)
            for reaction in self.reactions:
                name = f"{reaction.name}/{operator}"
                read = max(self._read.get(name, 0), self.store.cursor(name))
                found.append(Lag(name, max(0, last - read), self._standing_still().get(name, "")))
        return found

    def failures(self, operator: str) -> dict[str, str]:
        """The reactions of an operator that have stopped, each with the reason."""
        mine, found = f"/{operator}", self._standing_still()
        return {name.removesuffix(mine): words for name, words in found.items() if name.endswith(mine)}

    def note_failure(self, name: str, words: str) -> None:
        """Note that a reaction has stopped at the leading process, which tells so after each try."""
        self._heard[name] = time.monotonic_ns(), words

    def _standing_still(self) -> dict[str, str]:
        since = time.monotonic_ns() - int(SHOWN_SECONDS * 10**9)
        return {name: words for name, (at, words) in list(self._heard.items()) if at > since} | self._failures

    def _tell_failure(self, name: str, words: str) -> None:
        """Tell the processes that do not lead, so that they show it too."""
        if not self.store.is_sqlite:
            with suppress(SQLAlchemyError), self.store.engine.begin() as connection:
                connection.execute(select(func.pg_notify(FAILURES, f"{name} {words[:LONGEST]} {self.store.id}")))

    def react(self, *, has_news: bool = False) -> None:
        """React to everything that is on the log; or, where news came with what is at hand, to that."""
        with self._one:
            for reaction in self.reactions:
                for operator in self.store.operators():
                    name = f"{reaction.name}/{operator}"
                    try:
                        while self._react(reaction, operator, name, has_news=has_news):
                            pass
                        self._failures.pop(name, None)
                    except Exception as error:
                        log.exception("%s stands still", name)
                        self._failures[name] = f"{type(error).__name__}: {error}"
                        self._tell_failure(name, self._failures[name])
                        self._written.pop(name, None)  # another process may have moved the cursor: it is read again

    def _react(self, reaction: Reaction, operator: str, name: str, *, has_news: bool) -> bool:
        """React to the next events; say whether there were any."""
        if name not in self._written:
            self._written[name] = self._read[name] = self.store.cursor(name)
        page = self._page(self._read[name], operator, has_news=has_news)
        if not page:
            return False
        was, position = self._written[name], page[-1].position
        is_written = False

        def decide(world: World) -> Decision:
            nonlocal is_written
            decision = reaction.decide(world, page)
            is_written = bool(decision.events or decision.also or decision.counts or decision.entries)
            is_written = is_written or position - was >= APART
            return decision._replace(cursor=rows.Cursor(name, was, position)) if is_written else Decision()

        self.submit(Stream(operator, ""), decide).result()
        self._read[name] = position
        if is_written:
            self._written[name] = position
        return True

    def _page(self, after: int, operator: str, *, has_news: bool) -> list[Stored]:
        """The next events of an operator: those that are at hand, or those that the store has. While news keeps coming
        the store is not asked for what comes after them: that is at hand in a moment, and need not be read."""
        with self._handing:
            first = self._at_hand[0].position if self._at_hand else 0
            follows = 0 < first <= after + 1
            at_hand = [stored for stored in self._at_hand if stored.position > after] if follows else []
        page = [stored for stored in at_hand if stored.stream.operator == operator][:PAGE]
        is_all = at_hand or (follows and has_news)
        return page or ([] if is_all else self.store.log(after=after, limit=PAGE, operator=operator))

    def _run(self) -> None:
        while not self._stop.is_set():
            has_news = self._news.wait(AGAIN if self._failures else LOOK)
            self._stop.wait(GATHER)
            self._news.clear()
            if not self._stop.is_set() and self.leader.leads():
                self.react(has_news=has_news)
            else:
                self.forget()

    def forget(self) -> None:
        """Another process leads: it goes on from what is written."""
        with self._one:
            self._written.clear()
            self._read.clear()
            self._failures.clear()
            for reaction in self.reactions:
                reaction.forget()
