"""Money at a table: chips bought and cashed, colours changed, vouchers made into tokens, fills, credits and the drop.

Chips that a patron buys come out of the float; the cash goes into the drop box, a cashless payment comes out of the
patron's deposit. Fills and credits are numbered without gaps, per operator and year.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss import law
from pitboss.floor.commands import Actor, Order
from pitboss.floor.desk import Context, Handler, Prepared, refuse
from pitboss.floor.people.permission import check
from pitboss.floor.store import Count
from pitboss.floor.tables.events import (
    BoughtIn,
    CashedOut,
    ColourChanged,
    FloatMoved,
    Stack,
    TableEvent,
    VoucherTaken,
    worth,
)
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.state import evolve
from pitboss.ledger import Account, Entry, Move
from pitboss.ledger.account import AUD, TOKENS

CASH, CASHLESS = "cash", "cashless"


class BuyIn(NamedTuple):
    """A patron buys chips at a table, with cash or from their deposit."""

    table: str
    patron: str
    stacks: tuple[Stack, ...]
    how: str = CASH


class CashOut(NamedTuple):
    """A patron hands chips back and has their worth put in cash or in their deposit."""

    table: str
    patron: str
    stacks: tuple[Stack, ...]
    how: str = CASHLESS


class ColourChange(NamedTuple):
    """A patron changes chips for chips of other denominations."""

    table: str
    patron: str
    given: tuple[Stack, ...]
    taken: tuple[Stack, ...]


class TakeVoucher(NamedTuple):
    """A patron's promotional voucher is changed for tokens of its value."""

    table: str
    patron: str
    voucher: str
    cents: int


class Fill(NamedTuple):
    """Chips come from the cage to the float; approved by somebody else."""

    table: str
    stacks: tuple[Stack, ...]
    approver: Actor


class Credit(NamedTuple):
    """Chips go from the float back to the cage; approved by somebody else."""

    table: str
    stacks: tuple[Stack, ...]
    approver: Actor


def buy_in(context: Context, order: Order) -> Prepared:
    """Sell chips to a patron."""
    command: BuyIn = order.command
    check(order.actor, "BuyIn")
    cents = _sum(command.stacks)
    journal = _journal(context)
    unit = journal.unit
    event = BoughtIn(command.patron, command.how, command.stacks)
    entries: list[Entry] = [Move(journal.float, journal.patron(command.patron), cents, f"bought, {command.how}")]
    if unit == AUD:
        source = {
            CASH: Account(journal.operator, "world", "", unit),
            CASHLESS: Account(journal.operator, "deposit", command.patron, unit),
        }[_way(command.how)]
        target = Account(
            journal.operator, "drop" if command.how == CASH else "house", _owner(command, journal.table), unit
        )
        entries.append(Move(source, target, cents, f"paid, {command.how}"))
    return _prepared(context, event, entries)


def _owner(command: BuyIn | CashOut, table: str) -> str:
    """Whose the money is that came in: cash lies in the table's drop box, a cashless payment is the house's."""
    return table if command.how == CASH else ""


def cash_out(context: Context, order: Order) -> Prepared:
    """Take chips back from a patron."""
    command: CashOut = order.command
    check(order.actor, "CashOut")
    cents = _sum(command.stacks)
    journal = _journal(context)
    unit = journal.unit
    entries: list[Entry] = [Move(journal.patron(command.patron), journal.float, cents, f"cashed out, {command.how}")]
    if unit == AUD:
        target = {
            CASH: Account(journal.operator, "world", "", unit),
            CASHLESS: Account(journal.operator, "deposit", command.patron, unit),
        }[_way(command.how)]
        entries.append(Move(Account(journal.operator, "house", "", unit), target, cents, f"paid out, {command.how}"))
    return _prepared(context, CashedOut(command.patron, command.how, command.stacks), entries)


def colour_change(context: Context, order: Order) -> Prepared:
    """Change chips for chips: no value moves, but the tray is another."""
    command: ColourChange = order.command
    check(order.actor, "ColourChange")
    if _sum(command.given) != _sum(command.taken):
        raise refuse("Chips are changed for as much in other chips.", law.CHIPS_OR_TOKENS)
    return _prepared(context, ColourChanged(command.patron, command.given, command.taken), [])


def take_voucher(context: Context, order: Order) -> Prepared:
    """Change a voucher, once, for tokens of its value."""
    command: TakeVoucher = order.command
    check(order.actor, "BuyIn")
    journal = _journal(context)
    if command.cents <= 0:
        raise refuse("A voucher is worth something.", law.CHIPS_OR_TOKENS)
    house = Account(journal.operator, "house", "", TOKENS)
    entries = [Move(house, journal.patron(command.patron, TOKENS), command.cents, "voucher")]
    once = Count(f"voucher/{journal.operator}/{command.voucher}", 1, 1)
    event = VoucherTaken(command.patron, command.voucher, command.cents)
    return _prepared(context, event, entries)._replace(counts=(once,))


def fill(context: Context, order: Order) -> Prepared:
    """Bring chips to the float."""
    return _float_moved(context, order, "Fill", 1)


def credit(context: Context, order: Order) -> Prepared:
    """Take chips from the float."""
    return _float_moved(context, order, "Credit", -1)


def _float_moved(context: Context, order: Order, name: str, way: int) -> Prepared:
    command: Fill | Credit = order.command
    check(order.actor, name, command.approver)
    cents = _sum(command.stacks)
    journal = _journal(context)
    house = Account(journal.operator, "house", "", journal.unit)
    source, target = (house, journal.float) if way > 0 else (journal.float, house)
    event = FloatMoved(name.lower(), command.stacks, command.approver.person, context.now.year)
    numbered = Count(f"slip/{journal.operator}/{context.now.year}", 1)
    return _prepared(context, event, [Move(source, target, cents, name.lower())])._replace(counts=(numbered,))


def _way(how: str) -> str:
    if how not in (CASH, CASHLESS):
        raise refuse(f"Chips are paid for in cash or cashless, not by {how}.", law.CHIPS_OR_TOKENS)
    return how


def _sum(stacks: tuple[Stack, ...]) -> int:
    cents = worth(stacks)
    if cents <= 0 or any(stack.pieces <= 0 or stack.chip_cents <= 0 for stack in stacks):
        raise refuse("Chips are counted, and worth something.", law.CHIPS_OR_TOKENS)
    return cents


def _journal(context: Context) -> Journal:
    if not context.desk.state.is_open:
        raise refuse("This table is not open.", law.NEED_CLOSED)
    return context.desk.journal


def _prepared(context: Context, event: TableEvent, entries: Sequence[Entry]) -> Prepared:
    state = evolve(context.desk.state, event)
    return Prepared((event,), state, tuple(entries), reply={"table": context.desk.journal.table})


HANDLERS: dict[type, Handler] = {
    BuyIn: buy_in,
    CashOut: cash_out,
    ColourChange: colour_change,
    TakeVoucher: take_voucher,
    Fill: fill,
    Credit: credit,
}
