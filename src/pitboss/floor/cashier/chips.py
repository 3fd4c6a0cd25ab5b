"""Money at a table: chips bought and cashed, colours changed, vouchers made into tokens or chips.

Chips that a patron buys come out of the float; the cash goes into the drop box, a cashless payment comes out of the
patron's account. A patron by themselves buys and cashes from their account alone: cash is the dealer's to count.
"""

from collections.abc import Sequence

from pitboss import law
from pitboss.floor.people.amounts import approved_by
from pitboss.floor.people.permission import PATRON, check
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count
from pitboss.floor.tables.events import (
    BoughtIn,
    CashedOut,
    ColourChanged,
    Stack,
    TableEvent,
    VoucherTaken,
    worth,
)
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.state import evolve, open_state
from pitboss.ledger import Account, Entry, Move
from pitboss.money import TOKENS, dollars
from pitboss.value import Value

CASH, CASHLESS = "cash", "cashless"


class BuyIn(Value, tag="BuyIn"):
    """A patron buys chips at a table, with cash or from their deposit."""

    table: str
    patron: str
    stacks: tuple[Stack, ...]
    how: str = CASH
    approver: Actor | None = None
    """Who approves what is above the limit of one person."""


class CashOut(Value, tag="CashOut"):
    """A patron hands chips back and has their worth put in cash or in their deposit."""

    table: str
    patron: str
    stacks: tuple[Stack, ...]
    how: str = CASHLESS
    approver: Actor | None = None


class ColourChange(Value, tag="ColourChange"):
    """A patron changes chips for chips of other denominations."""

    table: str
    patron: str
    given: tuple[Stack, ...]
    taken: tuple[Stack, ...]


class TakeVoucher(Value, tag="TakeVoucher"):
    """A patron's voucher is changed for tokens of its value, or for chips if that is what it says."""

    table: str
    patron: str
    voucher: str
    cents: int
    gives: str = "tokens"
    approver: Actor | None = None


def buy_in(world: World, order: Order) -> Decision:
    """Sell chips to a patron."""
    command: BuyIn = order.command
    check(order.actor, "BuyIn")
    cents = _counted(world, command.stacks)
    journal, how = _journal(world), _way(order, command)
    entries: list[Entry] = [Move(journal.float, journal.patron(command.patron), cents, f"bought, {how}")]
    if journal.unit.is_money:
        target = Account(journal.operator, "drop", journal.table) if how == CASH else _house(journal)
        entries.append(Move(purse(journal, command.patron, how), target, cents, f"paid, {how}"))
    return _prepared(world, BoughtIn(command.patron, how, command.stacks, approved_by(command)), entries)


def cash_out(world: World, order: Order) -> Decision:
    """Take chips back from a patron."""
    command: CashOut = order.command
    check(order.actor, "CashOut")
    cents = _counted(world, command.stacks)
    journal, how = _journal(world), _way(order, command)
    entries: list[Entry] = [Move(journal.patron(command.patron), journal.float, cents, f"cashed out, {how}")]
    if journal.unit.is_money:
        entries.append(Move(_house(journal), purse(journal, command.patron, how), cents, f"paid out, {how}"))
    return _prepared(world, CashedOut(command.patron, how, command.stacks, approved_by(command)), entries)


def _house(journal: Journal) -> Account:
    return Account(journal.operator, "house", "", journal.unit.name)


def purse(journal: Journal, patron: str, how: str) -> Account:
    """Where a patron's money comes from and goes to: their pocket, or their account."""
    return Account(journal.operator, *(("world", "") if how == CASH else ("deposit", patron)))


def colour_change(world: World, order: Order) -> Decision:
    """Change chips for chips: as much comes back as went, so that nobody has more, but the tray is another."""
    command: ColourChange = order.command
    check(order.actor, "ColourChange")
    cents = _counted(world, command.given)
    if cents != _counted(world, command.taken):
        raise refuse("Chips are changed for as much in other chips.", law.COUNTED)
    journal = _journal(world)
    patron = journal.patron(command.patron)
    entries = [Move(patron, journal.float, cents, "colour given"), Move(journal.float, patron, cents, "colour taken")]
    return _prepared(world, ColourChanged(command.patron, command.given, command.taken), entries)


def voucher_counter(operator: str, voucher: str) -> str:
    """The counter of how often a voucher was changed: once at most."""
    return f"voucher/{operator}/{voucher}"


def take_voucher(world: World, order: Order) -> Decision:
    """Change a voucher, once, for tokens of its value, or for chips."""
    command: TakeVoucher = order.command
    check(order.actor, "TakeVoucher")
    journal = _journal(world)
    if command.cents <= 0 or not command.voucher or "/" in command.voucher:
        raise refuse("A voucher has a number and is worth something.", law.COUNTED)
    if command.gives not in (TOKENS.name, "chips") or not journal.unit.is_money:
        raise refuse("A voucher is changed for tokens or chips, at a table that plays for money.", law.COUNTED)
    name = voucher_counter(journal.operator, command.voucher)
    if world.count(name):
        raise refuse("This voucher has been used.", law.ONCE)
    if command.gives == TOKENS.name:
        source, target = (
            Account(journal.operator, "house", "", TOKENS.name),
            journal.patron(command.patron, TOKENS.name),
        )
        entries = [Move(source, target, command.cents, "voucher for tokens")]
    else:
        entries = [
            Move(journal.float, journal.patron(command.patron), command.cents, "voucher for chips"),
            Move(_house(journal), Account(journal.operator, "drop", journal.table), command.cents, "voucher taken"),
        ]
    event = VoucherTaken(command.patron, command.voucher, command.cents, command.gives, approved_by(command))
    return _prepared(world, event, entries)._replace(counts=(Count(name, 1, 1),))


def _way(order: Order, command: BuyIn | CashOut) -> str:
    if command.how not in (CASH, CASHLESS):
        raise refuse(f"Chips are paid for in cash or cashless, not by {command.how}.", law.COUNTED)
    if order.actor.role == PATRON:
        if command.patron != order.actor.person:
            raise refuse("A patron buys and cashes for themselves alone.", law.NOT_YOURS)
        if command.how == CASH:
            raise refuse("Cash goes over the table: the dealer counts it.", law.NOT_YOURS)
    return command.how


def _counted(world: World, stacks: tuple[Stack, ...]) -> int:
    """What counted chips are worth; refused if there are no such chips at the table."""
    if not stacks or any(stack.pieces <= 0 for stack in stacks):
        raise refuse("Chips are counted: so many of each denomination.", law.COUNTED)
    known = world.desk.open_state.table.game.terms.chips.denominations
    if unknown := [stack.chip_cents for stack in stacks if stack.chip_cents not in known]:
        raise refuse(f"There are no chips of {dollars(unknown[0])} at this table.", law.COUNTED)
    return worth(stacks)


def _journal(world: World) -> Journal:
    open_state(world.desk.state)
    return world.desk.journal


def _prepared(world: World, event: TableEvent, entries: Sequence[Entry]) -> Decision:
    state = evolve(world.desk.state, event)
    return Decision((event,), state, tuple(entries), reply={"table": world.desk.journal.table})


HANDLERS: dict[type, Handler] = {
    BuyIn: buy_in,
    CashOut: cash_out,
    ColourChange: colour_change,
    TakeVoucher: take_voucher,
}
