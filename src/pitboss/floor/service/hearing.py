"""Hearing of what other processes have written: PostgreSQL tells everybody who listens how far the log goes."""

import logging
import threading
from collections.abc import Callable, Iterable

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL

from pitboss.floor.service.errands import Errands, channel_of
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stored, Stream

log = logging.getLogger("pitboss.floor")

CHANNEL = "pitboss"
WAIT, AGAIN = 0.25, 1.0
"""How long to wait for word before looking whether to stop, and before trying again after a lost connection."""


class Ear:
    """Listens for as long as it is started: the floor catches up with what was written, and errands are run."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.errands = Errands(floor)
        self.listeners: list[Callable[[Stream], None]] = []
        """Hear of streams that are no table's: a register, a patron, a person."""
        self._heard = 0
        self._stop = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-ear", daemon=True)

    def start(self, timeout: float = 10.0) -> "Ear":
        """Begin to listen; nothing that is written afterwards is missed."""
        self._heard = self.floor.store.last_position
        self.errands.start()
        self._thread.start()
        self._listening.wait(timeout)
        return self

    def stop(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()
        self.errands.stop()

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
            for channel in (CHANNEL, channel_of(self.floor.holder)):
                connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._listening.set()
            self._catch_up()  # with what was written while nobody listened
            while not self._stop.is_set():
                notes = list(connection.notifies(timeout=WAIT, stop_after=1))
                for note in notes:
                    if note.channel != CHANNEL:
                        self.errands.heard(note.payload)
                if self._is_news(notes):
                    self._catch_up()
                self.errands.tell()  # word of what an errand wrote comes before its answer: it is known by now

    def _is_news(self, notes: Iterable[psycopg.Notify]) -> bool:
        """Whether somebody else has written. Word comes in the order of the log: what is ours is nothing to read."""
        for note in notes:
            if note.channel == CHANNEL:
                place, _, writer = note.payload.partition(" ")
                if writer != self.floor.store.id:
                    return True
                self._heard = max(self._heard, int(place))
        return False

    def _catch_up(self) -> None:
        """Give the floor what was written to its tables since the last time, read once for all of them."""
        while page := self.floor.store.log(after=self._heard):
            streams: dict[Stream, list[Stored]] = {}
            for stored in page:
                streams.setdefault(stored.stream, []).append(stored)
            for stream, events in streams.items():
                if stream.name.startswith("table:"):
                    self.floor.written_elsewhere(stream, events)
                else:
                    for listener in self.listeners:
                        listener(stream)
            self._heard = page[-1].position


def _plain(url: URL) -> str:
    """The address as the driver takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def listen(floor: Floor) -> Ear | None:
    """Listen where the store is one that several processes share; an embedded one has nobody to listen to."""
    return None if floor.store.is_sqlite else Ear(floor).start()
