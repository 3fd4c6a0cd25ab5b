"""Projections for pages: a patron's own session, and the last correction of each table.

What a session came to is added up as rounds end; only the first page of a patron who signed in at another process reads
the log.
"""

import threading
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pitboss.floor.jackpots.meters import AwardPaid
from pitboss.floor.patrons.limits import PERIODS, calendar_day, limit_in_force, loss_counter
from pitboss.floor.patrons.state import PatronState, load_patron
from pitboss.floor.people.signin import find_session_start
from pitboss.floor.service import Actor, FloorTable, stamp
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables.jackpots import JackpotGameRecorded, JackpotOutcomeCorrected
from pitboss.floor.tables.log import EventQuery, all_events, place_at, read_event
from pitboss.floor.tables.state import OpenState, RoundCorrected, TableRoundEnded
from pitboss.value import Value, log_name
from pitboss.web.pages.felt import signed_with_minus

BACK = 200
"""How many events are looked through for a correction, when a process first shows a table."""
ENDED, CORRECTED = log_name(TableRoundEnded), log_name(RoundCorrected)
PRIZES, PRIZES_CORRECTED, AWARDED = map(log_name, (JackpotGameRecorded, JackpotOutcomeCorrected, AwardPaid))
RESULTS = (ENDED, CORRECTED, PRIZES, PRIZES_CORRECTED, AWARDED)
"""The events in which patrons win or lose."""
Person = tuple[str, str]
FRESH = timedelta(seconds=5)
"""How long a patron's limits are shown before they are read again."""
CHARTED = 200
"""How many rounds of a session its chart has."""
MOST = 20_000
"""How many sessions are kept; the oldest go first."""


def results_of(stored: Stored) -> Counter[str]:
    """What patrons won or lost in an event, by their ids."""
    data, found = stored.data, Counter[str]()
    match stored.kind:
        case kind if kind == ENDED:
            found.update({each["patron"]: each["net"] for each in data["totals"]})
        case kind if kind == CORRECTED:
            found.update({each["patron"]: each["chips"] + each["tokens"] for each in data["differences"]})
        case kind if kind == AWARDED:
            found[data["patron"]] += data["cents"]
        case _:
            for sign, prizes in ((1, data["prizes"]), (-1, data.get("paid", ()))):
                for prize in prizes:
                    found[prize["patron"]] += sign * prize["cents"]
            for patron in data.get("house_bears", ()):
                found[patron] = max(found[patron], 0)
    return found


@dataclass(slots=True)
class SessionSum:
    """The sum of a session up to a position of the log."""

    began: datetime
    position: int
    net: int = 0
    rounds: int = 0
    state: PatronState | None = None
    read: datetime | None = None
    nets: deque[int] = field(default_factory=lambda: deque([0], maxlen=CHARTED))
    """What it had come to after each of the latest rounds."""

    def add(self, stored: Stored, patron: str) -> None:
        """Add an event in which the patron may have won or lost."""
        self.position = stored.position
        results = results_of(stored)
        self.rounds += stored.kind == ENDED and patron in results
        self.net += results[patron]
        if stored.kind == PRIZES:  # it belongs to the round that has just ended
            self.nets.pop()
        self.nets.append(self.net)


class SessionSeen(Value):
    """A patron's session as their pages show it: since when, what it has come to, and what is left of their limits."""

    since: str
    minutes: int
    net_cents: int
    rounds: int
    left: dict[str, int]
    nets: tuple[int, ...] = ()
    """What it had come to after each of the latest rounds."""


class PatronSessions:
    """The sessions of patrons, whichever process they signed in at and whichever writes their tables."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._sessions: dict[Person, SessionSum] = {}
        self._lock = threading.RLock()
        floor.follower.projections.insert(2, self.see)  # before streams make pages look

    def begin(self, who: Actor) -> None:
        """A patron has signed in here."""
        self._keep(who, SessionSum(self.floor.clock(), self.floor.follower.position))

    def _keep(self, who: Actor, session: SessionSum) -> SessionSum:
        with self._lock:
            self._sessions.pop((who.operator, who.person), None)
            if len(self._sessions) >= MOST:
                self._sessions.pop(next(iter(self._sessions)))
            self._sessions[who.operator, who.person] = session
        return session

    def see(self, page: Sequence[Stored]) -> None:
        """Read the next events of the log."""
        for stored in page:
            if stored.kind in RESULTS:
                for patron in results_of(stored):
                    session = self._sessions.get((stored.stream.operator, patron))
                    if session is not None and self._is_money(stored):
                        with self._lock:
                            if session.position < stored.position:
                                session.add(stored, patron)

    def _is_money(self, stored: Stored) -> bool:
        return not stored.stream.is_table or self.floor.table(stored.stream).state.unit.is_money

    def of(self, who: Actor) -> SessionSeen:
        """A patron's session, for their own eyes."""
        now = self.floor.clock()
        with self._lock:
            session = self._sessions.get((who.operator, who.person))
        if session is None or session.read is None or now - session.read >= FRESH:
            began = find_session_start(self.floor.store, who) or now
            if session is None or began > session.began:  # one that began at another process is added up anew
                session = self._keep(who, self._add_up(who, began))
            session.state = load_patron(self.floor.store, who.operator, who.person)
            session.read = now
        minutes = int((now - session.began).total_seconds()) // 60
        left, nets = self._find_left(who, session, now), tuple(session.nets)
        return SessionSeen(stamp(session.began), minutes, session.net, session.rounds, left, nets)

    def _add_up(self, who: Actor, began: datetime) -> SessionSum:
        store = self.floor.store
        session = SessionSum(began, place_at(store, began))
        until = self.floor.follower.position
        wanted = EventQuery(who.operator, RESULTS, after=session.position, holding=(f'"{who.person}"',))
        for stored in all_events(store, wanted):
            if stored.position <= until and who.person in results_of(stored) and self._is_money(stored):
                session.add(stored, who.person)
        session.position = max(session.position, until)
        return session

    def _find_left(self, who: Actor, session: SessionSum, now: datetime) -> dict[str, int]:
        """What is left of a patron's loss limits, by period; those that they have not set are not there."""
        assert session.state is not None  # it has just been read
        left = {}
        for period in PERIODS:
            most = limit_in_force(session.state.loss_limits.get(period, ()), stamp(now))
            if most is not None:
                lost = self.floor.store.counter(loss_counter(who.operator, who.person, period, calendar_day(now)))
                left[period] = max(0, most - lost)
        return left


class Corrected(Value):
    """A correction of a round."""

    round: int
    reason: str
    approved_by: str
    told: tuple[str, ...]
    """What it changed for each player."""


class Corrections:
    """Remembers the last correction of each table, which its console shows while the round is the open one or the one
    before."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._last: dict[Stream, Corrected | None] = {}
        floor.follower.projections.insert(2, self.see)  # before streams make pages look

    def see(self, page: Sequence[Stored]) -> None:
        """Read the next events of the log."""
        for stored in page:
            if stored.kind == CORRECTED:
                event = read_event(stored)
                assert isinstance(event, RoundCorrected)
                changed = [(each.patron, each.chips + each.tokens) for each in event.differences]
                told = tuple(f"{patron} {signed_with_minus(cents)}" for patron, cents in changed if cents)
                self._last[stored.stream] = Corrected(event.round, event.reason, event.approved_by, told)

    def of(self, floor_table: FloorTable) -> Corrected | None:
        """The correction to show at a table now."""
        state = floor_table.state
        if floor_table.stream not in self._last:
            self._last[floor_table.stream] = None
            self.see(self.floor.store.read(floor_table.stream, after=max(0, state.length - BACK), limit=BACK))
        last = self._last[floor_table.stream]
        if last is None or (isinstance(state, OpenState) and last.round < state.round.number - 1):
            return None
        return last
