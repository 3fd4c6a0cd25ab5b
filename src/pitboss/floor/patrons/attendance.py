"""Time at tables begins and ends by itself: with a patron's first wager, and when they are no longer at the table.

At a table dealt by hand the dealer begins it with the card that is presented; what has begun is not begun again. It is
noted beside the writer, for what a long sitting came to takes a while to add up.
"""

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from pitboss.floor.patrons.commands import EndPlay, StartPlay
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.desk import Desk, Prepared
from pitboss.floor.store import Stream, Written
from pitboss.floor.tables.events import TableClosed
from pitboss.floor.tables.people_events import PlayerLeft
from pitboss.ledger.account import AUD
from pitboss.play.events import WagerPlaced
from pitboss.play.wager import Refused

log = logging.getLogger("pitboss.floor")


class Attendance:
    """Notes who plays where; one for each process, for the tables that it writes."""

    def __init__(self, do: Callable[[Order], dict[str, Any]]) -> None:
        self._do = do
        self._here: dict[Stream, frozenset[str]] = {}
        self._begun: dict[Stream, set[str]] = {}
        self._desk = ThreadPoolExecutor(1, thread_name_prefix="pitboss-attendance")

    def told(self, desk: Desk, prepared: Prepared, _: Written) -> None:
        """Hear what is durable at a table."""
        was = self._here.get(desk.stream, frozenset())
        self._here[desk.stream] = here = frozenset(player.patron for player in desk.state.players)
        if not prepared.events or desk.state.unit != AUD:
            return  # another process wrote it and has noted it, or it is no time at a table for money
        begun = self._begun.setdefault(desk.stream, set())
        placed = {event.patron for event in prepared.told if isinstance(event, WagerPlaced)} - begun
        begun |= placed
        gone = _gone(prepared, was, here)
        begun -= gone
        self._note_all(desk.stream, sorted(placed), sorted(gone))

    def _note_all(self, stream: Stream, came: Iterable[str], gone: Iterable[str]) -> None:
        table = stream.name.removeprefix("table:")
        for patron in came:
            self._desk.submit(self._note, stream.operator, StartPlay(patron, table))
        for patron in gone:
            self._desk.submit(self._note, stream.operator, EndPlay(patron, table))

    def _note(self, operator: str, command: StartPlay | EndPlay) -> None:
        try:
            with suppress(Refused):  # it has begun, or ended, already
                self._do(Order(Actor(operator, SYSTEM, SYSTEM), command, ""))
        except Exception:
            log.exception("a patron's time at a table was not noted")

    def wait(self) -> None:
        """Wait until all is noted that has been told."""
        done: Future[None] = self._desk.submit(lambda: None)
        done.result()


def _gone(prepared: Prepared, was: frozenset[str], here: frozenset[str]) -> set[str]:
    """Who is at a table no longer: those who left, those who let a round go by, all of them once it is closed."""
    left = {event.patron for event in prepared.events if isinstance(event, PlayerLeft)}
    return left | (was if any(isinstance(event, TableClosed) for event in prepared.events) else was - here)
