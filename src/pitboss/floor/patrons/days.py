"""The day on which each wager of an open round went down: what it loses or brings back belongs to that day's period,
though it be settled after midnight."""

from collections.abc import Sequence
from datetime import date

from pitboss.floor.patrons.periods import calendar_day
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.world import Desk
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.events import ActTaken, RoundEnded, TableOpened
from pitboss.floor.tables.recall import end_of
from pitboss.play.acts import Place
from pitboss.play.events import WagerPlaced
from pitboss.play.history import steps
from pitboss.value import log_name

BACK = 64
"""How many events are read at a time, going back to where a round began."""

_BEGINS = (log_name(RoundEnded), log_name(TableOpened))
_ACT = log_name(ActTaken)


class Days:
    """The days of open wagers. They are all of today unless the round began before midnight: then the log tells."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._began: dict[Stream, tuple[int, date]] = {}
        self._begins: set[Stream] = set()

    def see(self, page: Sequence[Stored]) -> None:
        """Take the next events of the log: the first act of a round tells its day."""
        for stored in page:
            if stored.kind in _BEGINS:
                self._begins.add(stored.stream)
            elif stored.kind == _ACT and stored.stream in self._begins:
                self._begins.discard(stored.stream)
                self._began[stored.stream] = stored.data["round"], calendar_day(parse_stamp(stored.at))

    def of(self, desk: Desk, today: date) -> dict[int, date]:
        """The days of the wagers in a table's open round."""
        if self._began_on(desk, today) == today:
            return dict.fromkeys(range(len(desk.open_state.round.wagers)), today)
        return self._read(desk)

    def day(self, desk: Desk, wager: int, today: date) -> date:
        """The day of a wager: the one on which it first went down."""
        return today if self._began_on(desk, today) == today else self._read(desk).get(wager, today)

    def _began_on(self, desk: Desk, today: date) -> date:
        """The day of the first act of the open round: it never changes, so that it is read once."""
        state = desk.open_state
        if not state.acts:
            return today
        number, day = self._began.get(desk.stream, (0, today))
        if number != state.round.number:
            acts = [each for each in self._tail(desk.stream, state.length) if each.kind == _ACT]
            day = calendar_day(parse_stamp(acts[0].at)) if acts else today
            self._began[desk.stream] = state.round.number, day
        return day

    def of_round(self, desk: Desk, number: int) -> date | None:
        """The day on which the first wager of a round that is over went down; nothing if there is no such round."""
        end = end_of(self.store, desk.stream, number)
        acts = [each for each in self._tail(desk.stream, end - 1) if each.kind == _ACT] if end else []
        placed = [each for each in acts if each.data["act"]["type"] == log_name(Place)] or acts
        return calendar_day(parse_stamp(placed[0].at)) if placed else None

    def _read(self, desk: Desk) -> dict[int, date]:
        state = desk.open_state
        stored = [each for each in self._tail(desk.stream, state.length) if each.kind == _ACT]
        moments = [parse_stamp(each.at) for each in stored][-len(state.acts) :]
        days: dict[int, date] = {}
        for moment, step in zip(moments, steps(state.opening, state.acts), strict=False):
            for event in step.events:
                if isinstance(event, WagerPlaced):
                    days.setdefault(event.wager, calendar_day(moment))
        return days

    def _tail(self, stream: Stream, end: int) -> list[Stored]:
        """The events of the round that was open at a place in a stream."""
        tail: list[Stored] = []
        while end > 0:
            start = max(0, end - BACK)
            page = self.store.read(stream, after=start, limit=end - start)
            for place in reversed(range(len(page))):
                if page[place].kind in _BEGINS:
                    return page[place + 1 :] + tail
            tail = page + tail
            end = start
        return tail
