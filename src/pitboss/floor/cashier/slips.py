"""Fills, credits and the drop: how the house brings chips to a float and takes them away, and what a table made.

A slip has a number, without gaps in a year. Two people sign it, two people void it, and two people count the drop box.
What a table has done since it opened is kept up to date without reading its log twice: rounds, pace and result."""

import threading
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.cashier.chips import BoughtIn, CashedOut, VoucherTaken, count_chips
from pitboss.floor.service.clock import SYDNEY, parse_stamp, stamp
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, TableCommand, World, check_said, refuse
from pitboss.floor.service.forms import CASHIER, CommandForm, FieldPrompt
from pitboss.floor.store import CounterChange, Store, Stored, Stream
from pitboss.floor.tables import bookkeeping, log
from pitboss.floor.tables import state as tables
from pitboss.ledger import Account, Entry, Move
from pitboss.messages import message
from pitboss.value import Value, log_name

FILL, CREDIT = "fill", "credit"
SIGNED = message("Signed by two at the table")
"""The heading of the forms that two people sign together."""


class FloatMoved(tables.TableEvent, tag="FloatMoved"):
    """A fill came to the float, or a credit left it, on a slip that has a number of its own in the year."""

    register: ClassVar[str] = "slips"
    kind: str
    stacks: tuple[tables.Stack, ...]
    approved_by: str
    year: int
    number: int = 0

    def line(self, stored: Stored) -> tables.RegisterLine:
        said = self.tell(
            "kind", "approved_by", slip=f"{self.year}-{self.number}", amount_cents=tables.worth(self.stacks)
        )
        return tables.RegisterLine(said, (self.year, self.number))


class SlipVoided(tables.TableEvent, tag="SlipVoided"):
    """A slip was voided: the chips went back to where they came from."""

    register: ClassVar[str] = "slips"
    year: int
    number: int
    kind: str
    cents: int
    reason: str
    approved_by: str

    def line(self, stored: Stored) -> tables.RegisterLine:
        said = self.tell("reason", voided_at=stored.at, voided_by=stored.by, void_approved_by=self.approved_by)
        return tables.RegisterLine(said, (self.year, self.number), begins=False)


class DropCounted(tables.TableEvent, tag="DropCounted"):
    """The drop box was opened and counted by two people, against what the log says is in it."""

    register: ClassVar[str] = "drops"
    alert: ClassVar[str] = "drop"
    expected_cents: int
    counted_cents: int
    approved_by: str

    @property
    def over_cents(self) -> int:
        """The count less the amount on the log; negative where the box is short."""
        return self.counted_cents - self.expected_cents

    def alert_words(self) -> str:
        over, short = message("The drop was counted {amount} over."), message("The drop was counted {amount} short.")
        return tables.tell_off(self.over_cents, over, short)

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(self.tell("expected_cents", "counted_cents", "over_cents", "approved_by"))


class Fill(TableCommand, tag="Fill"):
    """Bring chips from the cage to the float, with another person's approval."""

    takes: ClassVar = CommandNeeds(rule=law.BY_ANOTHER, approval=True, seen="the slips of the table and their register")
    forms: ClassVar = (CommandForm("Fill, signed by two", "Fill", places=(CASHIER,), group=SIGNED),)
    stacks: tuple[tables.Stack, ...]
    approver: Actor

    def decide(self, world: World, order: Order) -> Decision:
        return _move_chips(world, self, FILL)


class Credit(TableCommand, tag="Credit"):
    """Take chips from the float back to the cage, with another person's approval."""

    takes: ClassVar = CommandNeeds(rule=law.BY_ANOTHER, approval=True, seen="the slips of the table and their register")
    forms: ClassVar = (CommandForm("Credit, signed by two", "Credit", places=(CASHIER,), group=SIGNED),)
    stacks: tuple[tables.Stack, ...]
    approver: Actor

    def decide(self, world: World, order: Order) -> Decision:
        return _move_chips(world, self, CREDIT)


class VoidSlip(TableCommand, tag="VoidSlip"):
    """Void a slip of this table, with another person's approval."""

    takes: ClassVar = CommandNeeds(rule=law.BY_ANOTHER, approval=True, seen="the slips of the table and their register")
    forms: ClassVar = (CommandForm("Void a slip, signed by two", "Void the slip", places=(CASHIER,), group=SIGNED),)
    year: Annotated[int, FieldPrompt("Year of the slip")]
    number: Annotated[int, FieldPrompt("Number of the slip")]
    reason: str
    approver: Actor

    def decide(self, world: World, order: Order) -> Decision:
        """Void a slip: it keeps its number, and the chips go back."""
        bookkeeper = world.table.open_bookkeeper
        slip: FloatMoved | None = None
        for event in world.read():
            match event:
                case FloatMoved() if (event.year, event.number) == (self.year, self.number):
                    slip = event
                case SlipVoided(year, number) if (year, number) == (self.year, self.number):
                    raise refuse("This slip is already void.", law.ONCE)
        if slip is None:
            raise refuse("This table has no slip of this number.", law.COUNTED)
        check_said(self.reason, "Enter the reason for voiding the slip.", law.COUNTED)
        cents = tables.worth(slip.stacks)
        back = CREDIT if slip.kind == FILL else FILL
        entry = _entry(bookkeeper, back, cents, f"void {slip.kind} {slip.year}-{slip.number}")
        voided = SlipVoided(slip.year, slip.number, slip.kind, cents, self.reason, self.approver.person)
        once = CounterChange(voided_counter(bookkeeper.operator, slip.year, slip.number), 1, 1)
        return Decision((voided,), entries=(entry,), counts=(once,), reply={"cents": cents})


class CountDrop(TableCommand, tag="CountDrop"):
    """Open the drop box and count it, together with another person."""

    takes: ClassVar = CommandNeeds(
        rule=law.BY_ANOTHER, approval=True, seen="an alert if the drop is over or short, the register of drop counts"
    )
    forms: ClassVar = (CommandForm("Count the drop box, signed by two", "Count", places=(CASHIER,), group=SIGNED),)
    counted_cents: Annotated[int, FieldPrompt("Amount in the box")]
    approver: Annotated[Actor, FieldPrompt("Counted with")]

    def decide(self, world: World, order: Order) -> Decision:
        """Empty the drop box: what is counted goes to the house, and what is over or short is on record."""
        bookkeeper = world.table.bookkeeper
        if self.counted_cents < 0:
            raise refuse("Enter the amount that was counted. It cannot be less than $0.", law.COUNTED)
        expected = world.balance(bookkeeper.drop).free
        over = self.counted_cents - expected
        entries: tuple[Entry, ...] = (Move(bookkeeper.drop, bookkeeper.house, expected, "drop"),) if expected else ()
        entries += difference_entries(bookkeeper, over)
        event = DropCounted(expected, self.counted_cents, self.approver.person)
        return Decision((event,), entries=entries, reply={"expected_cents": expected, "over_cents": over})


def slip_counter(operator: str, year: int) -> str:
    """The counter that numbers the slips of a year."""
    return f"slip/{operator}/{year}"


def voided_counter(operator: str, year: int, number: int) -> str:
    """The counter of how often a slip was voided: once at most."""
    return f"slip-voided/{operator}/{year}/{number}"


def _move_chips(world: World, command: Fill | Credit, kind: str) -> Decision:
    cents = count_chips(command.stacks)
    bookkeeper = world.table.open_bookkeeper
    year = world.now.astimezone(SYDNEY).year
    name = slip_counter(bookkeeper.operator, year)
    number = world.count(name) + 1
    event = FloatMoved(kind, command.stacks, command.approver.person, year, number)
    entry = _entry(bookkeeper, kind, cents, f"{kind} {year}-{number}")
    # Should another table take the number first, the next one is taken: no number is left out.
    once = CounterChange(name, 1, number)
    return Decision((event,), entries=(entry,), counts=(once,), reply={"year": year, "number": number})


def _entry(bookkeeper: bookkeeping.TableBookkeeper, kind: str, cents: int, reason: str) -> Entry:
    source, target = (bookkeeper.house, bookkeeper.float) if kind == FILL else (bookkeeper.float, bookkeeper.house)
    return Move(source, target, cents, reason)


def difference_entries(bookkeeper: bookkeeping.TableBookkeeper, over: int) -> tuple[Entry, ...]:
    """The difference between a counted box and the books."""
    if not over:
        return ()
    world = Account(bookkeeper.operator, "world", "")
    source, target = (world, bookkeeper.house) if over > 0 else (bookkeeper.house, world)
    return (Move(source, target, abs(over), "drop over" if over > 0 else "drop short"),)


class TableResult(Value):
    """The sums that explain a table's float since its opening, in cents."""

    opening: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    """Paid in for chips, in cash, cashless or by a voucher for chips."""
    cashed_out: int = 0
    closing: int = 0

    @property
    def result(self) -> int:
        """The win of the table: closing float, credits and drop, less opening float and fills, less what was cashed."""
        return self.closing + self.credits + self.drop - self.opening - self.fills - self.cashed_out


def count_event(total: TableResult, event: tables.TableEvent) -> TableResult:
    """The sums of a table after one more event."""
    match event:
        case tables.TableOpened(stacks=stacks):
            return TableResult(opening=tables.worth(stacks))
        case FloatMoved(kind, stacks):
            return _slip(total, kind, tables.worth(stacks))
        case SlipVoided(_, _, kind, cents):
            return _slip(total, kind, -cents)
        case BoughtIn(_, _, stacks):
            return total._replace(drop=total.drop + tables.worth(stacks))
        case VoucherTaken(_, _, cents, "chips"):
            return total._replace(drop=total.drop + cents)
        case CashedOut(_, _, stacks):
            return total._replace(cashed_out=total.cashed_out + tables.worth(stacks))
        case tables.TableClosed(stacks=stacks):
            return total._replace(closing=tables.worth(stacks))
        case _:
            return total


def _slip(total: TableResult, kind: str, cents: int) -> TableResult:
    if kind == FILL:
        return total._replace(fills=total.fills + cents)
    return total._replace(credits=total.credits + cents)


MONEY = (tables.TableOpened, FloatMoved, SlipVoided, BoughtIn, VoucherTaken, CashedOut, tables.TableClosed)
"""The events that explain a float."""
KINDS = tuple(log_name(kind) for kind in (*MONEY, tables.TableRoundEnded))
SLIPS = (log_name(FloatMoved), log_name(SlipVoided))
HOUR, LEAST = timedelta(hours=1), timedelta(minutes=10)
"""A pace is that of the last hour, or of the time that the table has been open, of ten minutes at the least."""
REMEMBERED = 400
"""How many rounds the pace may count: more than a dealer deals in an hour."""


@dataclass(slots=True)
class TableTally:
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
        if stored.kind == log_name(tables.TableRoundEnded):
            self.rounds += 1
            self.ended.append(stored.at)
            return
        if stored.kind == log_name(tables.TableOpened):
            self.opened_at, self.rounds = stored.at, 0
            self.ended.clear()
            self.slips.clear()
        elif stored.kind in SLIPS:
            self.slips.append(stored)
        self.money = count_event(self.money, log.read_event(stored))

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
        self._known: dict[Stream, TableTally] = {}
        self._read: dict[tuple[Stream, int], Stored] = {}
        self._lock = threading.Lock()

    def find_event(self, stream: Stream, number: int) -> Stored:
        """An event of a stream by its number; it never changes, so it is read once."""
        if len(self._read) >= REMEMBERED * 10:
            self._read.clear()
        if (stream, number) not in self._read:
            (self._read[stream, number],) = self._store.read(stream, after=number - 1, limit=1)
        return self._read[stream, number]

    def of(self, stream: Stream, length: int = 0) -> TableTally:
        """A table's tally as the log has it now; the first time, the log is read from the table's last opening on.

        A caller that knows the length of the stream gives it, so that a stream which has not grown is not read again.
        """
        with self._lock:
            tally = self._known.get(stream)
            if tally is not None and length and tally.length == length:
                return tally
            if tally is None:
                opening = log.find_newest(self._store, stream, tables.TableOpened)
                tally = self._known[stream] = TableTally(number=opening[0].number - 1 if opening else 0)
            wanted = log.EventQuery(stream.operator, KINDS, stream.name, after_number=tally.number)
            for stored in log.all_events(self._store, wanted):
                tally.add(stored)
            tally.length = length
            return tally
