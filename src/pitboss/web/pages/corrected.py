"""Corrections that a console shows: the last one of a table, while its round is the open one or the one before."""

from collections.abc import Sequence
from typing import Any

from pitboss.floor.service.floor import Floor
from pitboss.floor.service.world import Desk
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables.events import RoundCorrected
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import OpenState
from pitboss.value import Value, log_name
from pitboss.web.pages.felt import signed

BACK = 200
"""How many events are looked through, when a process first shows a table."""


class Noted(Value):
    """A correction, as the banner tells it."""

    round: int
    reason: str
    approved_by: str
    differences: tuple[tuple[str, int], ...]


class Corrections:
    """Remembers the last correction of each table."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._last: dict[Stream, Noted | None] = {}
        floor.follower.projections.insert(2, self.see)  # before streams make pages look

    def see(self, page: Sequence[Stored]) -> None:
        """Take the next events of the log."""
        for stored in page:
            if stored.kind == log_name(RoundCorrected):
                event = from_stored(stored)
                assert isinstance(event, RoundCorrected)
                self._last[stored.stream] = _noted(event)

    def of(self, desk: Desk) -> dict[str, Any] | None:
        """The correction to show at a table now."""
        if desk.stream not in self._last:
            self._last.setdefault(desk.stream, self._read(desk))
        noted = self._last[desk.stream]
        state = desk.state
        if noted is None or (isinstance(state, OpenState) and noted.round < state.round.number - 1):
            return None
        told = [f"{patron} {signed(cents)}" for patron, cents in noted.differences if cents]
        return noted._asdict() | {"told": told}

    def _read(self, desk: Desk) -> Noted | None:
        after = max(0, desk.state.length - BACK)
        stored = self.floor.store.read(desk.stream, after=after, limit=BACK)
        found = [from_stored(each) for each in stored if each.kind == log_name(RoundCorrected)]
        event = found[-1] if found else None
        return _noted(event) if isinstance(event, RoundCorrected) else None


def _noted(event: RoundCorrected) -> Noted:
    differences = tuple((each.patron, each.chips + each.tokens) for each in event.differences)
    return Noted(event.round, event.reason, event.approved_by, differences)
