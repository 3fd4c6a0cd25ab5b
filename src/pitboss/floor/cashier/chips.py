"""Money at a table: chips bought and cashed, colours changed, vouchers made into tokens or chips.

Chips that a patron buys come out of the float; the cash goes into the drop box, a cashless payment comes out of the
patron's account. A patron without a dealer buys and cashes only from their account, because a dealer must count cash. A
balance brought forward is value from before the floor kept its books, such as the chips that patrons hold on the first
day. Each is an event, because the audit accepts no value that the log does not explain."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pitboss import law, money
from pitboss.floor.operators import operators
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people import permission, value_lock
from pitboss.floor.promotions import state, winners
from pitboss.floor.service import commands
from pitboss.floor.service.forms import CASHIER, CommandForm, FieldPrompt
from pitboss.floor.store import Append, CounterChange, Store, Stored, Stream, Write
from pitboss.floor.tables.bookkeeping import TableBookkeeper
from pitboss.floor.tables.state import RegisterLine, Stack, TableEvent, worth
from pitboss.ledger import Account, Entry, Move
from pitboss.messages import message, say, translate
from pitboss.value import Value

CASH, CASHLESS = "cash", "cashless"
CHIPS = message("Chips")
"""The heading of the forms that sell and take chips."""


def _ways(who: commands.Actor, _: Any) -> dict[str, str]:
    """How chips are paid for: a patron who orders pays only from their account."""
    ways = {CASH: message("cash over the table"), CASHLESS: message("the player's account")}
    return {CASHLESS: ways[CASHLESS]} if who.role == permission.PATRON else ways


SECOND = FieldPrompt("Approved by", "above the limit of one person")


class BoughtIn(TableEvent, tag="BoughtIn"):
    """A patron bought chips."""

    register: ClassVar[str] = "chips"
    patron: str
    how: str
    stacks: tuple[Stack, ...]
    approved_by: str = ""

    def line(self, stored: Stored) -> RegisterLine:
        said = {"what": say("bought, {how}", how=translate(self.how)), "amount_cents": worth(self.stacks)}
        return RegisterLine(self.tell("patron", "approved_by", **said))


class CashedOut(TableEvent, tag="CashedOut"):
    """A patron handed chips back for their worth."""

    register: ClassVar[str] = "chips"
    patron: str
    how: str
    stacks: tuple[Stack, ...]
    approved_by: str = ""

    def line(self, stored: Stored) -> RegisterLine:
        said = {"what": say("cashed out, {how}", how=translate(self.how)), "amount_cents": worth(self.stacks)}
        return RegisterLine(self.tell("patron", "approved_by", **said))


class ColourChanged(TableEvent, tag="ColourChanged"):
    """A patron changed chips for other chips."""

    register: ClassVar[str] = "chips"
    patron: str
    given: tuple[Stack, ...]
    taken: tuple[Stack, ...]

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(self.tell("patron", what=say("colour change"), amount_cents=worth(self.given)))


class VoucherTaken(TableEvent, tag="VoucherTaken"):
    """A voucher was changed, for promotional tokens or for chips."""

    register: ClassVar[str] = "chips"
    patron: str
    voucher: str
    cents: int
    gives: str = "tokens"
    approved_by: str = ""

    def line(self, stored: Stored) -> RegisterLine:
        said = {"what": say("voucher for {gives}", gives=translate(self.gives)), "amount_cents": self.cents}
        return RegisterLine(self.tell("patron", "voucher", "approved_by", **said))


class BuyIn(commands.TableCommand, tag="BuyIn"):
    """A patron buys chips at a table, with cash or from their deposit."""

    takes: ClassVar = commands.CommandNeeds(
        roles=("patron",), post="dealer", seen="the register of chips, the drop count, the shift report"
    )
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (CommandForm("Buy in", places=(CASHIER,), group=CHIPS),)
    patron: str
    stacks: tuple[Stack, ...]
    how: Annotated[str, FieldPrompt("Paid by", among=_ways)] = CASH
    approver: Annotated[commands.Actor | None, SECOND] = None
    """The person who approves an amount above the limit of one person."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        cents = _count_chips(world, self.stacks)
        bookkeeper, how = world.table.open_bookkeeper, _choose_payment(order, self)
        entries: list[Entry] = [Move(bookkeeper.float, bookkeeper.patron(self.patron), cents, f"bought, {how}")]
        if bookkeeper.unit.is_money:
            target = bookkeeper.drop if how == CASH else bookkeeper.house
            entries.append(Move(purse(bookkeeper, self.patron, how), target, cents, f"paid, {how}"))
        return _make_decision(world, BoughtIn(self.patron, how, self.stacks, self.approved_by), entries)


class CashOut(commands.TableCommand, tag="CashOut"):
    """A patron hands chips back for cash, or for money in their deposit."""

    takes: ClassVar = commands.CommandNeeds(
        roles=("patron",), post="dealer", seen="the register of chips, the shift report"
    )
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (CommandForm("Cash out", places=(CASHIER,), group=CHIPS),)
    patron: str
    stacks: tuple[Stack, ...]
    how: Annotated[str, FieldPrompt("Paid to", among=_ways)] = CASHLESS
    approver: Annotated[commands.Actor | None, SECOND] = None

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        cents = _count_chips(world, self.stacks)
        bookkeeper, how = world.table.open_bookkeeper, _choose_payment(order, self)
        entries: list[Entry] = [Move(bookkeeper.patron(self.patron), bookkeeper.float, cents, f"cashed out, {how}")]
        if bookkeeper.unit.is_money:
            entries.append(Move(bookkeeper.house, purse(bookkeeper, self.patron, how), cents, f"paid out, {how}"))
        return _make_decision(world, CashedOut(self.patron, how, self.stacks, self.approved_by), entries)


class ColourChange(commands.TableCommand, tag="ColourChange"):
    """A patron changes chips for chips of other denominations."""

    takes: ClassVar = commands.CommandNeeds(post="dealer", seen="the register of chips")
    forms: ClassVar = (CommandForm("Colour change", "Change the chips", places=(CASHIER,), group=CHIPS),)
    patron: str
    given: Annotated[tuple[Stack, ...], FieldPrompt("From the player")]
    taken: Annotated[tuple[Stack, ...], FieldPrompt("To the player")]

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Change chips for chips of the same worth: balances stay the same, and the denominations in the float
        change."""
        cents = _count_chips(world, self.given)
        if cents != _count_chips(world, self.taken):
            raise commands.refuse("The chips given and the chips taken must be worth the same.", law.COUNTED)
        bookkeeper = world.table.open_bookkeeper
        patron = bookkeeper.patron(self.patron)
        entries = [
            Move(patron, bookkeeper.float, cents, "colour given"),
            Move(bookkeeper.float, patron, cents, "colour taken"),
        ]
        return _make_decision(world, ColourChanged(self.patron, self.given, self.taken), entries)


class TakeVoucher(commands.TableCommand, tag="TakeVoucher"):
    """A patron's voucher is changed for tokens of its value, or for chips if that is what it says."""

    takes: ClassVar = commands.CommandNeeds(
        post="dealer", seen="the register of chips, the shift report where it gives chips"
    )
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (CommandForm("Voucher", "Change the voucher", places=(CASHIER,), group=CHIPS),)
    patron: str
    voucher: Annotated[str, FieldPrompt("Number of the voucher")]
    cents: Annotated[int, FieldPrompt("Worth")]
    gives: Annotated[str, FieldPrompt("For", among=(money.TOKENS.name, "chips"))] = "tokens"
    approver: Annotated[commands.Actor | None, SECOND] = None

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        bookkeeper = world.table.open_bookkeeper
        if self.cents <= 0 or not self.voucher or "/" in self.voucher:
            raise commands.refuse(
                "Enter the number of the voucher, without a slash, and an amount of more than $0.", law.COUNTED
            )
        if self.gives not in (money.TOKENS.name, "chips") or not bookkeeper.unit.is_money:
            raise commands.refuse("Change a voucher for tokens or chips, at a table that plays for money.", law.COUNTED)
        issued = state.IssuedVoucher(self.patron, self.cents, self.gives)
        winners.check_issued(world.store, bookkeeper.operator, self.voucher, issued)
        name = voucher_counter(bookkeeper.operator, self.voucher)
        if world.count(name):
            raise commands.refuse("This voucher is already used.", law.ONCE)
        if self.gives == money.TOKENS.name:
            source, target = (
                Account(bookkeeper.operator, "house", "", money.TOKENS.name),
                bookkeeper.patron(self.patron, money.TOKENS.name),
            )
            entries = [Move(source, target, self.cents, "voucher for tokens")]
        else:
            entries = [
                Move(bookkeeper.float, bookkeeper.patron(self.patron), self.cents, "voucher for chips"),
                Move(bookkeeper.house, bookkeeper.drop, self.cents, "voucher taken"),
            ]
        event = VoucherTaken(self.patron, self.voucher, self.cents, self.gives, self.approved_by)
        return _make_decision(world, event, entries)._replace(counts=(CounterChange(name, 1, 1),))


def purse(bookkeeper: TableBookkeeper, patron: str, how: str) -> Account:
    """Where a patron's money comes from and goes to: their pocket, or their account."""
    return Account(bookkeeper.operator, *(("world", "") if how == CASH else ("deposit", patron)))


def voucher_counter(operator: str, voucher: str) -> str:
    """The counter of how often a voucher was changed: once at most."""
    return f"voucher/{operator}/{voucher}"


def _choose_payment(order: commands.Order, command: BuyIn | CashOut) -> str:
    if command.how not in (CASH, CASHLESS):
        raise commands.refuse(say("Choose cash or cashless, not {way}.", way=command.how), law.COUNTED)
    if order.actor.role == permission.PATRON:
        if command.patron != order.actor.person:
            raise commands.refuse("You can buy and cash chips only for yourself.", law.NOT_YOURS)
        if command.how == CASH:
            raise commands.refuse(
                "Only the dealer can take and pay cash. Use your account, or ask the dealer.", law.NOT_YOURS
            )
    return command.how


def count_chips(stacks: tuple[Stack, ...]) -> int:
    """The worth of counted chips; refuse a count that is empty or not positive."""
    if not stacks or any(stack.pieces <= 0 or stack.chip_cents <= 0 for stack in stacks):
        raise commands.refuse("Enter how many chips of each denomination there are.", law.COUNTED)
    return worth(stacks)


def _count_chips(world: commands.World, stacks: tuple[Stack, ...]) -> int:
    """The worth of counted chips; refuse denominations that the table does not have."""
    cents = count_chips(stacks)
    known = world.table.open_state.table.game.terms.chips.denominations
    if unknown := [stack.chip_cents for stack in stacks if stack.chip_cents not in known]:
        words = "This table has no chips of {amount}: count in chips of {known}."
        chips = ", ".join(map(money.dollars, known))
        raise commands.refuse(say(words, amount=money.dollars(unknown[0]), known=chips), law.COUNTED)
    return cents


def _make_decision(world: commands.World, event: TableEvent, entries: Sequence[Entry]) -> commands.Decision:
    return commands.note_event(world, event)._replace(entries=tuple(entries))


REASON = "brought forward"
OF_A_PATRON = ("patron", "deposit")
"""The kinds of account that a balance is brought forward to: a table's float is counted in as it opens."""


class BroughtForward(Value, tag="BroughtForward"):
    """An account had this balance before the floor kept its books."""

    account: str
    cents: int


def forward_stream(operator: str) -> Stream:
    """The stream of an operator's balances that were brought forward."""
    return Stream(operator, "house:forward")


def forward_entry(account: Account, cents: int) -> Move:
    """The entry of a balance that was brought forward: it comes from the house's own purse."""
    return Move(Account(account.operator, "house", "", account.unit), account, cents, REASON)


def bring_forward(store: Store, balances: Mapping[Account, int], *, at: str, by: str) -> None:
    """Bring balances of patrons of one operator forward, all of them or none."""
    (operator,) = {account.operator for account in balances}
    if operator not in operators():
        known = " or ".join(sorted(operators()))
        raise commands.refuse(
            say("There is no house {house}. Choose {known}.", house=operator, known=known), law.PATRON_KNOWN
        )
    for account in balances:
        if account.kind not in OF_A_PATRON:
            words = say("Only the balance of a patron can be brought forward, not that of a {kind}.", kind=account.kind)
            raise commands.refuse(words, law.PATRON_KNOWN)
        if not load_patron(store, operator, account.owner).registered:
            words = say(
                "{patron} is not a registered patron of {house}. Register the patron first.",
                patron=account.owner,
                house=operator,
            )
            raise commands.refuse(words, law.PATRON_KNOWN)
    for cents in balances.values():
        value_lock.check_bound(permission.BRING_FORWARD, operator, cents)
    stream = forward_stream(operator)
    events = tuple(
        commands.new_event(BroughtForward(account.name, cents), at, by) for account, cents in balances.items()
    )
    entries = tuple(forward_entry(account, cents) for account, cents in balances.items())
    append = Append(stream, store.head(stream).length, events)
    store.commit(Write(operator, appends=(append,), entries=entries, at=at))
