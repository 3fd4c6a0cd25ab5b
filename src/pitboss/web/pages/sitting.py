"""A patron's own session as their pages show it: since when, what it has come to, and what is left of their limits.

What a session came to is added up as rounds end, so that no page reads the log for it; only the first page of a
patron who signed in at another process does.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pitboss.floor.patrons.office import load_patron
from pitboss.floor.patrons.periods import PERIODS, calendar_day, holding, loss_counter
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.people.sessions import began_at
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stored
from pitboss.floor.tables.events import RoundCorrected, RoundEnded
from pitboss.floor.tables.scan import Wanted, all_events, place_at
from pitboss.value import log_name
from pitboss.web.pages.felt import signed

ENDED, CORRECTED = log_name(RoundEnded), log_name(RoundCorrected)
Person = tuple[str, str]
FRESH = timedelta(seconds=5)
"""How long a patron's limits are shown before they are read again."""
MOST = 20_000
"""How many sessions are kept; the oldest go first."""


@dataclass(slots=True)
class Session:
    """What a session has come to up to a position of the log."""

    began: datetime
    position: int
    net: int = 0
    rounds: int = 0
    state: PatronState | None = None
    read: datetime | None = None

    def add(self, stored: Stored, patron: str) -> None:
        """Take an event in which the patron may have won or lost."""
        self.position = stored.position
        if stored.kind == ENDED:
            mine = [total["net"] for total in stored.data["totals"] if total["patron"] == patron]
            self.rounds += len(mine)
        else:
            differences = stored.data["differences"]
            mine = [each["chips"] + each["tokens"] for each in differences if each["patron"] == patron]
        self.net += sum(mine)


class Sittings:
    """The sessions of patrons, whichever process they signed in at and whichever writes their tables."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._sessions: dict[Person, Session] = {}
        self._lock = threading.RLock()
        floor.follower.projections.insert(2, self.see)  # before streams make pages look

    def begin(self, who: Actor) -> None:
        """A patron has signed in here."""
        self._keep(who, Session(self.floor.clock(), self.floor.follower.position))

    def _keep(self, who: Actor, session: Session) -> Session:
        with self._lock:
            self._sessions.pop((who.operator, who.person), None)
            if len(self._sessions) >= MOST:
                self._sessions.pop(next(iter(self._sessions)))
            self._sessions[who.operator, who.person] = session
        return session

    def see(self, page: Sequence[Stored]) -> None:
        """Take the next events of the log."""
        for stored in page:
            if stored.kind in (ENDED, CORRECTED):
                told = stored.data["totals" if stored.kind == ENDED else "differences"]
                for patron in {each["patron"] for each in told}:
                    session = self._sessions.get((stored.stream.operator, patron))
                    if session is not None and self._is_money(stored):
                        with self._lock:
                            if session.position < stored.position:
                                session.add(stored, patron)

    def _is_money(self, stored: Stored) -> bool:
        return self.floor.desk(stored.stream).state.unit.is_money

    def of(self, who: Actor) -> dict[str, Any]:
        """A patron's session, for their own eyes."""
        now = self.floor.clock()
        with self._lock:
            session = self._sessions.get((who.operator, who.person))
        if session is None or session.read is None or now - session.read >= FRESH:
            session = self._renewed(who, session, now)
        minutes = int((now - session.began).total_seconds()) // 60
        return {
            "since": stamp(session.began),
            "minutes": minutes,
            "net": signed(session.net),
            "net_cents": session.net,
            "rounds": session.rounds,
            "left": self._left(who, session, now),
        }

    def _renewed(self, who: Actor, session: Session | None, now: datetime) -> Session:
        """The session with the patron's limits as they are; one that began at another process is added up anew."""
        began = began_at(self.floor.store, who) or now
        if session is None or began > session.began:
            session = self._keep(who, self._added_up(who, began))
        session.state = load_patron(self.floor.store, who.operator, who.person)
        session.read = now
        return session

    def _added_up(self, who: Actor, began: datetime) -> Session:
        store = self.floor.store
        session = Session(began, place_at(store, began))
        until = self.floor.follower.position
        kinds, names = (ENDED, CORRECTED), (f'"{who.person}"',)
        for stored in all_events(store, Wanted(who.operator, kinds, after=session.position, holding=names)):
            if stored.position <= until and self._is_money(stored):
                session.add(stored, who.person)
        session.position = max(session.position, until)
        return session

    def _left(self, who: Actor, session: Session, now: datetime) -> Mapping[str, int]:
        """What is left of a patron's loss limits, by period; those that they have not set are not there."""
        assert session.state is not None  # it has just been read
        held = {period: holding(session.state.loss_limits.get(period, ()), stamp(now)) for period in PERIODS}
        return {
            period: max(0, most - self._lost(who, period, now)) for period, most in held.items() if most is not None
        }

    def _lost(self, who: Actor, period: str, now: datetime) -> int:
        return self.floor.store.counter(loss_counter(who.operator, who.person, period, calendar_day(now)))
