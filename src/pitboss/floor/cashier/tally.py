"""What a table has done since it opened, kept up to date without reading its log twice: rounds, pace and result."""

import threading
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pitboss.floor.cashier.slips import TableResult, after_event
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.events import (
    BoughtIn,
    CashedOut,
    FloatMoved,
    RoundEnded,
    TableClosed,
    TableOpened,
    VoucherTaken,
)
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.money_events import SlipVoided
from pitboss.floor.tables.recall import newest
from pitboss.floor.tables.scan import Wanted, all_events
from pitboss.value import log_name

MONEY = (TableOpened, FloatMoved, SlipVoided, BoughtIn, VoucherTaken, CashedOut, TableClosed)
"""The events that explain a tray."""
KINDS = tuple(log_name(kind) for kind in (*MONEY, RoundEnded))
SLIPS = (log_name(FloatMoved), log_name(SlipVoided))
HOUR, LEAST = timedelta(hours=1), timedelta(minutes=10)
"""A pace is that of the last hour, or of the time that the table has been open, of ten minutes at the least."""
REMEMBERED = 400
"""How many rounds the pace may count: more than anybody deals in an hour."""


@dataclass(slots=True)
class Tally:
    """A table since it last opened."""

    number: int = 0
    """The last event that it counts."""
    length: int = 0
    """How long the table's stream was when it was last looked at."""
    opened_at: str = ""
    rounds: int = 0
    money: TableResult = field(default_factory=TableResult)
    slips: list[Stored] = field(default_factory=list)
    """Fills and credits since then, and those of them that were voided."""
    ended: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def add(self, stored: Stored) -> None:
        """Count one more event."""
        self.number = stored.number
        if stored.kind == log_name(RoundEnded):
            self.rounds += 1
            self.ended.append(stored.at)
            return
        if stored.kind == log_name(TableOpened):
            self.opened_at, self.rounds = stored.at, 0
            self.ended.clear()
            self.slips.clear()
        elif stored.kind in SLIPS:
            self.slips.append(stored)
        self.money = after_event(self.money, from_stored(stored))

    def pace(self, now: datetime) -> int:
        """Rounds an hour."""
        if not self.opened_at:
            return 0
        span = max(LEAST, min(HOUR, now - parse_stamp(self.opened_at)))
        since = stamp(now - span)
        return round(sum(at >= since for at in self.ended) * (HOUR / span))


class Tallies:
    """The tallies of a store's tables, each brought up to date when it is asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[Stream, Tally] = {}
        self._moments: dict[tuple[Stream, int], tuple[str, str]] = {}
        self._lock = threading.Lock()

    def moment(self, stream: Stream, number: int) -> tuple[str, str]:
        """When an event of a stream was written, and by whom; that never changes, so it is read once."""
        if len(self._moments) >= REMEMBERED * 10:
            self._moments.clear()
        if (stream, number) not in self._moments:
            (stored,) = self._store.read(stream, after=number - 1, limit=1)
            self._moments[stream, number] = stored.at, stored.by
        return self._moments[stream, number]

    def of(self, stream: Stream, length: int = 0) -> Tally:
        """A table's tally as the log has it now; the first time, the log is read from the table's last opening on.

        Whoever knows how long the stream is says so: one that has not grown is not asked for again.
        """
        with self._lock:
            tally = self._known.get(stream)
            if tally is not None and length and tally.length == length:
                return tally
            if tally is None:
                opening = newest(self._store, stream, TableOpened)
                tally = self._known[stream] = Tally(number=opening[0].number - 1 if opening else 0)
            wanted = Wanted(stream.operator, KINDS, stream.name, after_number=tally.number)
            for stored in all_events(self._store, wanted):
                tally.add(stored)
            tally.length = length
            return tally
