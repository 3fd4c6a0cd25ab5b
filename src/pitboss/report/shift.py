"""The shift report: what each table did in a gaming day, what explains its tray, and what the pit had to see to."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from pitboss.floor.cashier.slips import TableResult, after_event
from pitboss.floor.cashier.tally import MONEY
from pitboss.floor.service.clock import DAY_STARTS, SYDNEY
from pitboss.floor.store import Store, Stored
from pitboss.floor.tables.events import RoundCorrected, RoundEnded, TableClosed, TableOpened
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.people_events import DisputeRaised, RulingRecorded
from pitboss.floor.tables.pit_events import SupervisorCalled
from pitboss.floor.tables.scan import Wanted, all_events, last_events, place_at
from pitboss.law.rules import Rules
from pitboss.money import AUD, Unit, unit_named
from pitboss.report.register_notes import table_of
from pitboss.report.sheet import Sheet
from pitboss.value import Value, log_name

COUNTED: dict[type, str] = {
    RoundCorrected: "corrections",
    RulingRecorded: "rulings",
    DisputeRaised: "disputes",
    SupervisorCalled: "calls",
}
"""Events that are counted, and as what."""
COLUMNS = {
    "table": "Table",
    "title": "Game",
    "status": "Status",
    "rounds": "Rounds",
    "players": "Players",
    "staked_cents": "Staked",
    "paid_cents": "Paid",
    "won_cents": "Won in play",
    "opening_cents": "Opening float",
    "fills_cents": "Fills",
    "credits_cents": "Credits",
    "drop_cents": "Drop",
    "cashed_out_cents": "Cashed out",
    "closing_cents": "Closing float",
    "over_cents": "Float over",
    "calls": "Calls",
    "disputes": "Disputes",
    "rulings": "Rulings",
    "corrections": "Corrections",
}
_KINDS = tuple(log_name(kind) for kind in (*MONEY, RoundEnded, *COUNTED))


class Span(Value):
    """A gaming day: its moments, and its places in the log."""

    since: datetime
    until: datetime
    after: int
    before: int


def span_of(store: Store, day: date) -> Span:
    """A gaming day in the log."""
    since = datetime.combine(day, time(), SYDNEY) + DAY_STARTS
    until = datetime.combine(day + timedelta(days=1), time(), SYDNEY) + DAY_STARTS
    return Span(since, until, place_at(store, since), place_at(store, until) + 1)


def shift_report(store: Store, operator: str, day: date) -> Sheet:
    """The report of a gaming day; a table where nothing happened is not in it."""
    span = span_of(store, day)
    shifts: dict[str, Shift] = {}
    for stored in all_events(store, Wanted(operator, _KINDS, after=span.after, before=span.before)):
        name = table_of(stored)
        if name not in shifts:
            shifts[name] = Shift(name, *_opened_before(store, stored))
        shifts[name].add(stored)
    rows = [shifts[name].row() for name in sorted(shifts) if not shifts[name].is_bare]
    return Sheet("shift", f"Shift report, {day:%d.%m.%Y}", COLUMNS, rows)


def _opened_before(store: Store, stored: Stored) -> tuple[str, Unit]:
    """The game that a table was open for when the day began, and its unit."""
    wanted = Wanted(stored.stream.operator, (log_name(TableOpened),), stored.stream.name, before=stored.position)
    opening = next(iter(last_events(store, wanted, 1)), None)
    return (str(opening.data["game"]), unit_named(opening.data["unit"])) if opening is not None else ("", AUD)


class Shift:
    """A table's day, as its events add to it; what is played for practice is no part of it."""

    def __init__(self, table: str, game: str, unit: Unit) -> None:
        self.table, self.game, self.status = table, game, "open" if game else ""
        self.unit, self.is_bare = unit, True
        self.counts: dict[str, int] = {}
        self.players: set[str] = set()
        self.rounds = self.staked = self.paid = self.won = self.over = 0
        self.money = TableResult()
        """What moved over all of the day's openings."""

    def add(self, stored: Stored) -> None:
        """Count an event."""
        event = from_stored(stored)
        self.unit = unit_named(event.unit) if isinstance(event, TableOpened) else self.unit
        if not self.unit.in_shift_report:
            return
        self.is_bare = False
        match event:
            case RoundEnded():
                self._round(event)
            case TableOpened(game=game):
                self.game, self.status = game, "open"
            case TableClosed(over_cents=over):
                self.status, self.over = "closed", self.over + over
        if (name := COUNTED.get(type(event))) is not None:
            self.counts[name] = self.counts.get(name, 0) + 1
        elif not isinstance(event, RoundEnded):
            self._move(event)

    def _round(self, event: RoundEnded) -> None:
        self.rounds += 1
        for total in event.totals:
            self.players.add(total.patron)
            self.staked += total.staked - total.carried
            self.paid += total.won
            self.won -= total.net

    def _move(self, event: Any) -> None:
        moved = after_event(TableResult(), event)
        sums = {name: getattr(self.money, name) + getattr(moved, name) for name in TableResult._fields}
        self.money = TableResult(**sums)

    def row(self) -> dict[str, Any]:
        """The table's line in the report."""
        money = {f"{name}_cents": value for name, value in self.money._asdict().items()}
        if self.status == "open":
            money["closing_cents"] = None
        title = Rules.of(self.game).game.title if self.game else ""
        said: dict[str, Any] = {
            "table": self.table,
            "title": title,
            "game": self.game,
            "status": self.status,
            "rounds": self.rounds,
        }
        said |= {
            "rounds": self.rounds,
            "players": len(self.players),
            "staked_cents": self.staked,
            "paid_cents": self.paid,
        }
        counts = {name: self.counts.get(name, 0) for name in COUNTED.values()}
        return said | {"won_cents": self.won, "over_cents": self.over} | money | counts


def days(now: datetime, count: int = 14) -> Iterator[date]:
    """The last gaming days, today's first."""
    today = (now.astimezone(SYDNEY) - DAY_STARTS).date()
    for back in range(count):
        yield today - timedelta(days=back)
