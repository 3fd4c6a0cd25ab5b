"""The periods of limits, and the counters that two tables share so that they cannot spend the same limit.

A day is a calendar day in Sydney, as the deposit limit has it; a week begins on Monday, a month on its first day.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pitboss.floor.service import SYDNEY, FloorTable, parse_stamp
from pitboss.floor.store import CounterChange, Store, Stored, Stream
from pitboss.floor.tables import bookkeeping, log
from pitboss.floor.tables.state import ActTaken, TableOpened, TableRoundEnded
from pitboss.ledger import Account, Entry, Move, Release, Reserve
from pitboss.messages import message
from pitboss.play import Event, Place, Result, steps
from pitboss.play.events import Settled, WagerPlaced, WagerTakenBack
from pitboss.value import Value, log_name

DAY, WEEK, MONTH = message("day"), message("week"), message("month")
PERIODS = (DAY, WEEK, MONTH)
WAIT = timedelta(hours=24)
"""How long a higher limit takes before it holds."""


class Limit(Value):
    """A limit of so many cents (None: no limit) that holds from a moment on."""

    cents: int | None
    holds_from: str


Limits = Mapping[str, tuple[Limit, ...]]
"""For each period the limit that holds and the one that is to come."""


def calendar_day(at: datetime) -> date:
    """The calendar day of a moment, in Sydney."""
    return at.astimezone(SYDNEY).date()


def first_day_of(period: str, day: date) -> date:
    """The first day of the period that a day lies in."""
    if period == WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == MONTH else day


def loss_counter(operator: str, patron: str, period: str, day: date) -> str:
    """The counter of what a patron has lost in a period, what is at stake included."""
    return f"loss/{operator}/{patron}/{period}/{first_day_of(period, day)}"


def deposit_counter(operator: str, patron: str, day: date) -> str:
    """The counter of what a patron has paid in from outside on a day."""
    return f"deposited/{operator}/{patron}/{day}"


def limit_in_force(limits: tuple[Limit, ...], at: str) -> int | None:
    """The limit that holds at a moment; None if there is none."""
    held = [limit for limit in limits if limit.holds_from <= at]
    return held[-1].cents if held else None


def is_lower(new: int | None, old: int | None) -> bool:
    """Say whether a limit is tighter than another, or as tight."""
    return old is None or (new is not None and new <= old)


def add_limit(limits: tuple[Limit, ...], new: Limit, at: str) -> tuple[Limit, ...]:
    """Limits once a new one is set: one that holds at once stands alone, a later one leaves what holds until then."""
    if new.holds_from <= at:
        return (new,)
    held = [limit for limit in limits if limit.holds_from <= at][-1:]
    return (*held, new)


@dataclass(slots=True)
class LossChange:
    """The change of a patron's loss on a day by a step: the stake added, the amount returned."""

    placed: int = 0
    back: int = 0


Changes = dict[tuple[str, date], LossChange]


def stake_moves(told: Iterable[Event]) -> Iterator[tuple[int, str, int, int]]:
    """The stakes that events of play moved: each wager, its patron, what was put down and what came back."""
    for event in told:
        match event:
            case WagerPlaced(wager, patron, _, _, stake, _):
                yield wager, patron, stake.chips_cents, 0
            case WagerTakenBack(wager, patron, stake, _):
                yield wager, patron, 0, stake.chips_cents
            case Settled(done):
                forfeited = done.taken.chips_cents if done.result is Result.REVERSED else 0
                yield done.wager, done.patron, 0, done.returned.chips_cents + done.pays - forfeited


def count_losses(bookkeeper: bookkeeping.TableBookkeeper, entries: Iterable[Entry]) -> dict[str, int]:
    """What entries take from each patron's chips, or give them, stakes that are set aside being taken."""
    lost: dict[str, int] = {}
    for entry in entries:
        for account, cents in _moves(bookkeeper, entry):
            if account.kind == "patron" and account.unit == bookkeeper.unit.name and cents:
                lost[account.owner] = lost.get(account.owner, 0) + cents
    return lost


def _moves(bookkeeper: bookkeeping.TableBookkeeper, entry: Entry) -> Iterator[tuple[Account, int]]:
    match entry:
        case Move(source, target, cents, _):
            yield source, cents
            yield target, -cents
        case Reserve(_, source, _, cents, _):
            yield source, cents
        case Release(name, cents, _):
            yield bookkeeper.patron(*bookkeeper.owner_of(name)), -cents


def count_loss(operator: str, patron: str, day: date, cents: int) -> tuple[CounterChange, ...]:
    """Count a loss, or what came back of one, in every period that the day lies in, past whatever limit."""
    return tuple(CounterChange(loss_counter(operator, patron, period, day), cents) for period in PERIODS if cents)


BACK = 64
"""How many events are read at a time, going back to where a round began."""

_BEGINS = (log_name(TableRoundEnded), log_name(TableOpened))
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

    def of(self, floor_table: FloorTable, today: date) -> dict[int, date]:
        """The days of the wagers in a table's open round."""
        if self._find_first_day(floor_table, today) == today:
            return dict.fromkeys(range(len(floor_table.open_state.round.wagers)), today)
        return self._read(floor_table)

    def day(self, floor_table: FloorTable, wager: int, today: date) -> date:
        """The day of a wager: the one on which it first went down."""
        return today if self._find_first_day(floor_table, today) == today else self._read(floor_table).get(wager, today)

    def _find_first_day(self, floor_table: FloorTable, today: date) -> date:
        """The day of the first act of the open round: it never changes, so that it is read once."""
        state = floor_table.open_state
        if not state.acts:
            return today
        number, day = self._began.get(floor_table.stream, (0, today))
        if number != state.round.number:
            acts = [each for each in self._read_open_round(floor_table.stream, state.length) if each.kind == _ACT]
            day = calendar_day(parse_stamp(acts[0].at)) if acts else today
            self._began[floor_table.stream] = state.round.number, day
        return day

    def of_round(self, floor_table: FloorTable, number: int) -> date | None:
        """The day on which the first wager of a round that is over went down; nothing if there is no such round."""
        end = log.end_of(self.store, floor_table.stream, number)
        acts = [each for each in self._read_open_round(floor_table.stream, end - 1) if each.kind == _ACT] if end else []
        placed = [each for each in acts if each.data["act"]["type"] == log_name(Place)] or acts
        return calendar_day(parse_stamp(placed[0].at)) if placed else None

    def _read(self, floor_table: FloorTable) -> dict[int, date]:
        state = floor_table.open_state
        stored = [each for each in self._read_open_round(floor_table.stream, state.length) if each.kind == _ACT]
        moments = [parse_stamp(each.at) for each in stored][-len(state.acts) :]
        days: dict[int, date] = {}
        for moment, step in zip(moments, steps(state.opening, state.acts), strict=False):
            for event in step.events:
                if isinstance(event, WagerPlaced):
                    days.setdefault(event.wager, calendar_day(moment))
        return days

    def _read_open_round(self, stream: Stream, end: int) -> list[Stored]:
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
