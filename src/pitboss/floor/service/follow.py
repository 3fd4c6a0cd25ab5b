"""Following the log: each process hands what is written, by itself or by another, to its projections in log order.

A projection is a fold that a process keeps for itself and that writes nothing. What this process wrote it need not
read again; of what others wrote PostgreSQL tells, and a process over an embedded store looks now and then.
"""

import logging
import threading
from collections.abc import Callable, Sequence

import psycopg
from sqlalchemy.engine import URL

from pitboss.floor.store import Store, Stored

log = logging.getLogger("pitboss.floor")

CHANNEL = "pitboss"
WAIT, AGAIN = 0.25, 1.0
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
            except Exception:  # one that fails is no reason for the others not to hear of it
                log.exception("a projection failed")


class Listener:
    """Hears from PostgreSQL that another process has written, for as long as it is started."""

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
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
                self._stop.wait(AGAIN)

    def _listen(self) -> None:
        own = self.follower.store.id
        with psycopg.connect(_plain(self.follower.store.engine.url), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._listening.set()
            self.follower.look()  # what was written while nothing listened
            while not self._stop.is_set():
                notes = [note.payload.partition(" ") for note in connection.notifies(timeout=WAIT, stop_after=1)]
                others = [int(place) for place, _, writer in notes if writer != own]
                if others:
                    self.follower.catch_up(max(others))


def _plain(url: URL) -> str:
    """The address as the driver takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
