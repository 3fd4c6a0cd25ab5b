"""Fills, credits and the drop: how the house brings chips to a float and takes them away, and what a table made.

A slip has a number, without gaps in a year. Two people sign it, two call it back, and two count the drop box.
"""

from collections.abc import Iterable

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.clock import SYDNEY
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count
from pitboss.floor.tables.events import (
    BoughtIn,
    CashedOut,
    FloatMoved,
    Stack,
    TableClosed,
    TableEvent,
    TableOpened,
    VoucherTaken,
    worth,
)
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.money_events import DropCounted, SlipVoided
from pitboss.floor.tables.state import evolve, open_state
from pitboss.ledger import Account, Entry, Move
from pitboss.value import Value, log_name

FILL, CREDIT = "fill", "credit"


class Fill(Value, tag="Fill"):
    """Chips come from the cage to the float; approved by somebody else."""

    table: str
    stacks: tuple[Stack, ...]
    approver: Actor


class Credit(Value, tag="Credit"):
    """Chips go from the float back to the cage; approved by somebody else."""

    table: str
    stacks: tuple[Stack, ...]
    approver: Actor


class VoidSlip(Value, tag="VoidSlip"):
    """Call a slip of this table back; approved by somebody else."""

    table: str
    year: int
    number: int
    reason: str
    approver: Actor


class CountDrop(Value, tag="CountDrop"):
    """Open the drop box and count it; somebody else counts with you."""

    table: str
    counted_cents: int
    approver: Actor


def slip_counter(operator: str, year: int) -> str:
    """The counter that numbers the slips of a year."""
    return f"slip/{operator}/{year}"


def voided_counter(operator: str, year: int, number: int) -> str:
    """The counter of how often a slip was voided: once at most."""
    return f"slip-voided/{operator}/{year}/{number}"


def fill(world: World, order: Order) -> Decision:
    """Bring chips to the float."""
    return _moved(world, order, FILL)


def credit(world: World, order: Order) -> Decision:
    """Take chips from the float."""
    return _moved(world, order, CREDIT)


def _moved(world: World, order: Order, kind: str) -> Decision:
    command: Fill | Credit = order.command
    check(order.actor, log_name(type(command)), command.approver)
    if not command.stacks or any(stack.pieces <= 0 or stack.chip_cents <= 0 for stack in command.stacks):
        raise refuse("Chips are counted: so many of each denomination.", law.COUNTED)
    journal = _journal(world)
    year = world.now.astimezone(SYDNEY).year
    name = slip_counter(journal.operator, year)
    number = world.count(name) + 1
    event = FloatMoved(kind, command.stacks, command.approver.person, year, number)
    entry = _entry(journal, kind, worth(command.stacks), f"{kind} {year}-{number}")
    reply = {"year": year, "number": number}
    # Should another table take the number first, the next one is taken: no number is left out.
    return _prepared(world, event, (entry,), reply)._replace(counts=(Count(name, 1, number),))


def _entry(journal: Journal, kind: str, cents: int, reason: str) -> Entry:
    house = Account(journal.operator, "house", "", journal.unit.name)
    source, target = (house, journal.float) if kind == FILL else (journal.float, house)
    return Move(source, target, cents, reason)


def void_slip(world: World, order: Order) -> Decision:
    """Call a slip back: it keeps its number, and the chips go back."""
    command: VoidSlip = order.command
    check(order.actor, "VoidSlip", command.approver)
    journal = _journal(world)
    slip: FloatMoved | None = None
    for event in world.read():
        match event:
            case FloatMoved() if (event.year, event.number) == (command.year, command.number):
                slip = event
            case SlipVoided(year, number) if (year, number) == (command.year, command.number):
                raise refuse("This slip has been voided.", law.ONCE)
    if slip is None:
        raise refuse("There is no such slip of this table.", law.COUNTED)
    if not command.reason:
        raise refuse("A slip is voided for a reason.", law.COUNTED)
    cents = worth(slip.stacks)
    back = CREDIT if slip.kind == FILL else FILL
    entry = _entry(journal, back, cents, f"void {slip.kind} {slip.year}-{slip.number}")
    voided = SlipVoided(slip.year, slip.number, slip.kind, cents, command.reason, command.approver.person)
    once = Count(voided_counter(journal.operator, slip.year, slip.number), 1, 1)
    return _prepared(world, voided, (entry,), {"cents": cents})._replace(counts=(once,))


def count_drop(world: World, order: Order) -> Decision:
    """Empty the drop box: what is counted goes to the house, and what is over or short is on record."""
    command: CountDrop = order.command
    check(order.actor, "CountDrop", command.approver)
    journal = world.desk.journal
    if command.counted_cents < 0:
        raise refuse("What is in the box is counted.", law.COUNTED)
    box = Account(journal.operator, "drop", journal.table, journal.unit.name)
    house = Account(journal.operator, "house", "", journal.unit.name)
    expected = world.balance(box).free
    over = command.counted_cents - expected
    entries: tuple[Entry, ...] = (Move(box, house, expected, "drop"),) if expected else ()
    entries += counted_over(journal, over)
    event = DropCounted(expected, command.counted_cents, command.approver.person)
    return _prepared(world, event, entries, {"expected_cents": expected, "over_cents": over})


def counted_over(journal: Journal, over: int) -> tuple[Entry, ...]:
    """What the house finds in a box more than the books have, or less."""
    house, world = Account(journal.operator, "house", "", journal.unit.name), Account(journal.operator, "world", "")
    if not over:
        return ()
    source, target = (world, house) if over > 0 else (house, world)
    return (Move(source, target, abs(over), "drop over" if over > 0 else "drop short"),)


def _journal(world: World) -> Journal:
    open_state(world.desk.state)
    return world.desk.journal


def _prepared(world: World, event: TableEvent, entries: tuple[Entry, ...], reply: dict[str, int]) -> Decision:
    return Decision((event,), evolve(world.desk.state, event), entries, reply=reply)


class TableResult(Value):
    """What explains a table's tray from its opening on, in cents."""

    opening: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    """Paid in for chips, in cash, cashless or by a voucher for chips."""
    cashed_out: int = 0
    closing: int = 0

    @property
    def result(self) -> int:
        """What the table won: closing float, credits and drop, less opening float and fills, less what was cashed."""
        return self.closing + self.credits + self.drop - self.opening - self.fills - self.cashed_out


def table_result(events: Iterable[TableEvent]) -> TableResult:
    """What the events of a table, from one opening to its closing, come to."""
    total = TableResult()
    for event in events:
        total = after_event(total, event)
    return total


def after_event(total: TableResult, event: TableEvent) -> TableResult:
    """What a table has come to after one more event."""
    match event:
        case TableOpened(stacks=stacks):
            return TableResult(opening=worth(stacks))
        case FloatMoved(kind, stacks):
            return _slip(total, kind, worth(stacks))
        case SlipVoided(_, _, kind, cents):
            return _slip(total, kind, -cents)
        case BoughtIn(_, _, stacks):
            return total._replace(drop=total.drop + worth(stacks))
        case VoucherTaken(_, _, cents, "chips"):
            return total._replace(drop=total.drop + cents)
        case CashedOut(_, _, stacks):
            return total._replace(cashed_out=total.cashed_out + worth(stacks))
        case TableClosed(stacks=stacks):
            return total._replace(closing=worth(stacks))
        case _:
            return total


def _slip(total: TableResult, kind: str, cents: int) -> TableResult:
    if kind == FILL:
        return total._replace(fills=total.fills + cents)
    return total._replace(credits=total.credits + cents)


HANDLERS: dict[type, Handler] = {Fill: fill, Credit: credit, VoidSlip: void_slip, CountDrop: count_drop}
