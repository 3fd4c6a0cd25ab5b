"""A patron's account with the house: money paid in and out, counted by staff; a patron asks for it and books nothing.

Only what comes from outside counts towards the deposit limit of the calendar day; winnings that are put into the
account do not.
"""

import threading
from typing import Annotated, Any, ClassVar

from pitboss import law, money
from pitboss.floor.patrons import limits, office
from pitboss.floor.patrons.state import Deposited, PatronState, PaymentAsked, PaymentDeclined, Withdrawn
from pitboss.floor.service.commands import SAY_WHY, Actor, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import ITEM, PATRON, CommandForm, FieldPrompt
from pitboss.floor.store import CounterChange, Store, Stored
from pitboss.floor.tables.log import EventQuery, all_events
from pitboss.ledger import Account, Move
from pitboss.messages import message, say
from pitboss.value import log_name

OUTSIDE = (message("cash"), message("debit card"), message("EFTPOS"), message("bank transfer"))
"""The ways in which money comes from outside."""
IN, OUT = "in", "out"
MONEY = message("Account")
"""The heading of the forms that move a patron's money."""
BY = FieldPrompt("By", among=OUTSIDE)
SECOND = FieldPrompt("Approved by", "above the limit of one person")


class AskPayment(office.PatronCommand, tag="AskPayment"):
    """A patron asks to pay money in, or to have it paid out: staff count it and book it."""

    takes: ClassVar = CommandNeeds(
        roles=("patron",), rule=law.CASH_BY_STAFF, seen="the patron's account, where a cashier reads it"
    )
    forms: ClassVar = (CommandForm("Ask to pay in or out", "Ask", group=MONEY),)
    way: Annotated[str, FieldPrompt("Pay", among={IN: message("in"), OUT: message("out")})]
    cents: int
    how: Annotated[str, BY] = "cash"

    def decide(self, world: World, order: Order) -> Decision:
        """Note the request: one payment in and one payment out may wait at a time. No money moves."""
        self.check_own(order, law.CASH_BY_STAFF)
        _check_way(self.how, self.cents)
        if self.way not in (IN, OUT):
            raise refuse(
                say("Choose {paid_in} or {paid_out}, not {way}.", paid_in=IN, paid_out=OUT, way=self.way), law.COUNTED
            )
        state = self.load_known(world, order)
        if any(asked.way == self.way for asked in state.asked):
            words = (
                "You have already asked to pay money in. Withdraw that request first."
                if self.way == IN
                else "You have already asked to be paid out. Withdraw that request first."
            )
            raise refuse(words, law.ONCE)
        name = f"payment-{state.length + 1}"
        event = PaymentAsked(name, self.way, self.how, self.cents)
        return self.note(order, event, reply={"request": name})


class DeclinePayment(office.PatronCommand, tag="DeclinePayment"):
    """Decline a payment that a patron asked for; the patron withdraws it so."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = (CommandForm("Decline", places=(ITEM,)),)
    request: str
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        self.check_own(order)
        state = self.load_known(world, order)
        asked = _find_request(state, self.request)
        check_said(self.reason, SAY_WHY, law.CASH_BY_STAFF)
        return self.note(order, PaymentDeclined(asked.id, self.reason))


class PayIn(office.PatronCommand, tag="PayIn"):
    """Take money from outside into a patron's account; the person who books it counts it."""

    takes: ClassVar = CommandNeeds(rule=law.CASH_BY_STAFF, seen="the patron's account, the books")
    later: ClassVar[tuple[str, ...]] = ("request", "approver")
    forms: ClassVar = (
        CommandForm("Pay in", places=(PATRON,), group=MONEY, leaves=("request",)),
        CommandForm("Book the payment", name="pay-in-asked", places=(ITEM,)),
    )
    cents: int
    how: Annotated[str, BY] = "cash"
    request: str = ""
    """The patron's own request that it answers, if there is one."""
    approver: Annotated[Actor | None, SECOND] = None
    """The person who approves an amount above the limit of one person."""

    def decide(self, world: World, order: Order) -> Decision:
        operator, patron, cents = order.actor.operator, self.patron, self.cents
        _check_way(self.how, cents)
        state = self.load_known(world, order)
        _check_request(state, IN, self)
        most = limits.limit_in_force(state.deposit_limits, world.at)
        name = limits.deposit_counter(operator, patron, limits.calendar_day(world.now))
        if most is not None and world.store.counter(name) + cents > most:
            raise refuse("This payment would pass the deposit limit of the day.", law.DEPOSIT_LIMIT)
        moved = pay_in(operator, patron, cents, self.how)
        event = Deposited(self.how, cents, self.approved_by, self.request)
        return self.note(order, event, entries=(moved,), counts=(CounterChange(name, cents, most),))


class PayOut(office.PatronCommand, tag="PayOut"):
    """Pay money out of a patron's account; the person who books it counts it."""

    takes: ClassVar = CommandNeeds(rule=law.CASH_BY_STAFF, seen="the patron's account, the books")
    later: ClassVar[tuple[str, ...]] = ("request", "approver")
    forms: ClassVar = (
        CommandForm("Pay out", places=(PATRON,), group=MONEY, leaves=("request",)),
        CommandForm("Book the payment", name="pay-out-asked", places=(ITEM,)),
    )
    cents: int
    how: Annotated[str, BY] = "cash"
    request: str = ""
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        operator, patron, cents = order.actor.operator, self.patron, self.cents
        _check_way(self.how, cents)
        state = self.load_known(world, order)
        _check_request(state, OUT, self)
        moved = pay_out(operator, patron, cents, self.how)
        event = Withdrawn(self.how, cents, self.approved_by, self.request)
        return self.note(order, event, entries=(moved,))


def _find_request(state: PatronState, name: str) -> PaymentAsked:
    found = next((asked for asked in state.asked if asked.id == name), None)
    if found is None:
        raise refuse("This request is not open. It was paid or declined already, or it does not exist.", law.ONCE)
    return found


def _check_request(state: PatronState, way: str, command: PayIn | PayOut) -> None:
    """Refuse a payment that differs from the patron's request that it names."""
    if not command.request:
        return
    asked = _find_request(state, command.request)
    if (asked.way, asked.cents, asked.how) != (way, command.cents, command.how):
        words = say(
            "The patron asked to pay {amount} {way}, by {how}. Book this payment.",
            amount=money.dollars(asked.cents),
            way=asked.way,
            how=asked.how,
        )
        raise refuse(words, law.COUNTED)


def pay_in(operator: str, patron: str, cents: int, how: str) -> Move:
    """The entry of money that a patron paid in."""
    return Move(Account(operator, "world", ""), Account(operator, "deposit", patron), cents, f"paid in, {how}")


def pay_out(operator: str, patron: str, cents: int, how: str) -> Move:
    """The entry of money that a patron took out."""
    return Move(Account(operator, "deposit", patron), Account(operator, "world", ""), cents, f"paid out, {how}")


def _check_way(how: str, cents: int) -> None:
    if how not in OUTSIDE:
        raise refuse(say("Choose {ways}, not {how}.", ways=", ".join(OUTSIDE), how=how), law.COUNTED)
    if cents <= 0:
        raise refuse("The amount must be more than $0.", law.COUNTED)


_ASKED, _ENDS = log_name(PaymentAsked), tuple(map(log_name, (PaymentDeclined, Deposited, Withdrawn)))


class OpenPayments:
    """The payments that patrons asked for and that staff have yet to make; the log is read once."""

    def __init__(self, store: Store) -> None:
        self.store, self._lock = store, threading.Lock()
        self._waiting: dict[str, dict[tuple[str, str], Stored]] = {}
        self._read: dict[str, int] = {}

    def of(self, operator: str) -> list[dict[str, Any]]:
        """The requests that wait at a house, the oldest first."""
        with self._lock:
            waiting = self._waiting.setdefault(operator, {})
            wanted = EventQuery(operator, (_ASKED, *_ENDS), after=self._read.get(operator, 0))
            for stored in all_events(self.store, wanted):
                self._read[operator] = stored.position
                patron, data = stored.stream.patron, stored.data
                if stored.kind == _ASKED:
                    waiting[patron, data["id"]] = stored
                else:
                    waiting.pop((patron, data.get("id") or data.get("request", "")), None)
            return [{"patron": patron, "at": asked.at} | asked.data for (patron, _), asked in waiting.items()]
