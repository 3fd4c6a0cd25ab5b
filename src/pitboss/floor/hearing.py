"""Hearing of what other processes have written: PostgreSQL tells everybody who listens how far the log goes."""

import logging
import threading
from collections.abc import Iterator

import psycopg
from sqlalchemy.engine import URL

from pitboss.floor.service import Floor
from pitboss.floor.store import Stream

log = logging.getLogger("pitboss.floor")

CHANNEL = "pitboss"
WAIT, AGAIN = 1.0, 1.0
"""How long to wait for word before looking whether to stop, and before trying again after a lost connection."""
PAGE = 1_000


class Ear:
    """Listens for as long as it is started, and has the floor catch up with what it hears of."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._heard = 0
        self._stop = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-ear", daemon=True)

    def start(self, timeout: float = 10.0) -> "Ear":
        """Begin to listen; nothing that is written afterwards is missed."""
        self._heard = self.floor.store.last_position
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
        address = _plain(self.floor.store.engine.url)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._listening.set()
            self._catch_up()  # with what was written while nobody listened
            while not self._stop.is_set():
                if any(True for _ in connection.notifies(timeout=WAIT, stop_after=1)):
                    self._catch_up()

    def _catch_up(self) -> None:
        for stream in self._written():
            self.floor.written_elsewhere(stream)

    def _written(self) -> Iterator[Stream]:
        """The tables that something was written to since the last time."""
        seen: dict[Stream, None] = {}
        while page := self.floor.store.log(after=self._heard, limit=PAGE):
            self._heard = page[-1].position
            seen |= {event.stream: None for event in page if event.stream.name.startswith("table:")}
        yield from seen


def _plain(url: URL) -> str:
    """The address as the driver takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def listen(floor: Floor) -> Ear | None:
    """Listen where the store is one that several processes share; an embedded one has nobody to listen to."""
    return None if floor.store.is_sqlite else Ear(floor).start()
