"""A patron's own session as their pages show it: since when, what it has come to, and what is left of their limits.

What a session came to is added up as rounds end, so that no page reads the log for it; a session is a sign-in, which
is in memory too.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pitboss.floor.patrons.office import load_patron
from pitboss.floor.patrons.periods import PERIODS, calendar_day, holding, loss_counter
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.desk import Desk, Prepared
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Written
from pitboss.floor.tables.events import RoundCorrected, RoundEnded
from pitboss.ledger.account import PRACTICE
from pitboss.web.pages.felt import signed

Person = tuple[str, str]
FRESH = timedelta(seconds=5)
"""How long a patron's limits are shown before they are read again."""
MOST = 20_000
"""How many sessions are kept; the oldest go first."""


@dataclass(slots=True)
class Session:
    """What a session has come to so far."""

    began: datetime
    net: int = 0
    rounds: int = 0
    state: PatronState | None = None
    read: datetime | None = None


class Sittings:
    """The sessions of patrons."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._sessions: dict[Person, Session] = {}
        self._lock = threading.Lock()
        floor.listeners.insert(0, self.told)  # before streams make pages look

    def begin(self, who: Actor) -> None:
        """Somebody has signed in."""
        with self._lock:
            self._sessions.pop((who.operator, who.person), None)
            if len(self._sessions) >= MOST:
                self._sessions.pop(next(iter(self._sessions)))
            self._sessions[who.operator, who.person] = Session(self.floor.clock())

    def told(self, desk: Desk, prepared: Prepared, _: Written) -> None:
        """Hear what is durable; this runs in the writer's thread."""
        if desk.state.unit == PRACTICE:
            return
        for event in prepared.events:
            match event:
                case RoundEnded(totals=totals):
                    for total in totals:
                        self._add(desk.stream.operator, total.patron, total.net, rounds=1)
                case RoundCorrected(differences=differences):
                    for each in differences:
                        self._add(desk.stream.operator, each.patron, each.chips + each.tokens, rounds=0)

    def _add(self, operator: str, patron: str, cents: int, *, rounds: int) -> None:
        with self._lock:
            session = self._sessions.get((operator, patron))
            if session is not None:
                session.net += cents
                session.rounds += rounds

    def of(self, who: Actor) -> dict[str, Any]:
        """A patron's session, for their own eyes."""
        now = self.floor.clock()
        with self._lock:
            session = self._sessions.setdefault((who.operator, who.person), Session(now))
        minutes = int((now - session.began).total_seconds()) // 60
        return {
            "since": stamp(session.began),
            "minutes": minutes,
            "net": signed(session.net),
            "net_cents": session.net,
            "rounds": session.rounds,
            "left": self._left(who, session, now),
        }

    def _left(self, who: Actor, session: Session, now: datetime) -> Mapping[str, int]:
        """What is left of a patron's loss limits, by period; those that they have not set are not there."""
        if session.state is None or session.read is None or now - session.read >= FRESH:
            session.state = load_patron(self.floor.store, who.operator, who.person)
            session.read = now
        held = {period: holding(session.state.loss_limits.get(period, ()), stamp(now)) for period in PERIODS}
        return {
            period: max(0, most - self._lost(who, period, now)) for period, most in held.items() if most is not None
        }

    def _lost(self, who: Actor, period: str, now: datetime) -> int:
        return self.floor.store.counter(loss_counter(who.operator, who.person, period, calendar_day(now)))
