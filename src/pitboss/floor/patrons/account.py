"""A patron's account with the house: money paid in and out, counted by staff; a patron asks for it and books nothing.

Only what comes from outside counts towards the deposit limit of the calendar day; winnings that are put into the
account do not.
"""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.patrons import events as e
from pitboss.floor.patrons.office import known_patron, noted, own
from pitboss.floor.patrons.periods import calendar_day, deposit_counter, holding
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.people.amounts import approved_by
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count
from pitboss.ledger import Account, Move
from pitboss.money import dollars
from pitboss.value import Value

OUTSIDE = ("cash", "debit card", "EFTPOS", "bank transfer")
"""The ways in which money comes from outside."""
IN, OUT = "in", "out"


class AskPayment(Value, tag="AskPayment"):
    """A patron asks to pay money in, or to have it paid out: staff count it and book it."""

    patron: str
    way: str
    cents: int
    how: str = "cash"


class DeclinePayment(Value, tag="DeclinePayment"):
    """Decline a payment that a patron asked for; the patron withdraws it so."""

    patron: str
    request: str
    reason: str


class PayIn(Value, tag="PayIn"):
    """Take money from outside into a patron's account, counted by whoever books it."""

    patron: str
    cents: int
    how: str = "cash"
    request: str = ""
    """The patron's own request that it answers, if there is one."""
    approver: Actor | None = None
    """Who approves what is above the limit of one person."""


class PayOut(Value, tag="PayOut"):
    """Hand money out of a patron's account, counted by whoever books it."""

    patron: str
    cents: int
    how: str = "cash"
    request: str = ""
    approver: Actor | None = None


def ask_payment(world: World, order: Order) -> Decision:
    """Note what a patron asks for, one payment in and one out at a time; nothing moves by it."""
    command: AskPayment = order.command
    own(order, law.CASH_BY_STAFF)
    _check_way(command.how, command.cents)
    if command.way not in (IN, OUT):
        raise refuse(f"Money is paid {IN} or {OUT}, not {command.way}.", law.COUNTED)
    state = known_patron(world, order)
    if any(asked.way == command.way for asked in state.asked):
        words = f"You have asked for a payment {command.way} that waits at the cashier's: withdraw it first."
        raise refuse(words, law.ONCE)
    name = f"payment-{state.length + 1}"
    event = e.PaymentAsked(name, command.way, command.how, command.cents)
    return noted(order, event, reply={"request": name})


def decline_payment(world: World, order: Order) -> Decision:
    """Decline what a patron asked for, or withdraw it."""
    command: DeclinePayment = order.command
    own(order)
    state = known_patron(world, order)
    asked = _asked(state, command.request)
    if not command.reason:
        raise refuse("Say why: the reason goes into the log.", law.CASH_BY_STAFF)
    return noted(order, e.PaymentDeclined(asked.id, command.reason))


def pay_in(world: World, order: Order) -> Decision:
    """Take money into a patron's account, up to their deposit limit of the day."""
    command: PayIn = order.command
    operator, patron, cents = order.actor.operator, command.patron, command.cents
    _check_way(command.how, cents)
    state = known_patron(world, order)
    _check_request(state, IN, command)
    most = holding(state.deposit_limits, world.at)
    name = deposit_counter(operator, patron, calendar_day(world.now))
    if most is not None and world.store.counter(name) + cents > most:
        raise refuse("This would pass the deposit limit of the day.", law.DEPOSIT_LIMIT)
    moved = paid_in(operator, patron, cents, command.how)
    event = e.Deposited(command.how, cents, approved_by(command), command.request)
    return noted(order, event, entries=(moved,), counts=(Count(name, cents, most),))


def pay_out(world: World, order: Order) -> Decision:
    """Hand money out of a patron's account."""
    command: PayOut = order.command
    operator, patron, cents = order.actor.operator, command.patron, command.cents
    _check_way(command.how, cents)
    state = known_patron(world, order)
    _check_request(state, OUT, command)
    moved = paid_out(operator, patron, cents, command.how)
    event = e.Withdrawn(command.how, cents, approved_by(command), command.request)
    return noted(order, event, entries=(moved,))


def _asked(state: PatronState, name: str) -> e.PaymentAsked:
    found = next((asked for asked in state.asked if asked.id == name), None)
    if found is None:
        raise refuse("That payment has been made or declined, or was never asked for.", law.ONCE)
    return found


def _check_request(state: PatronState, way: str, command: PayIn | PayOut) -> None:
    """Refuse a payment that is said to be what the patron asked for, and is not."""
    if not command.request:
        return
    asked = _asked(state, command.request)
    if (asked.way, asked.cents, asked.how) != (way, command.cents, command.how):
        words = f"The patron asked to pay {dollars(asked.cents)} {asked.way}, {asked.how}: book what was asked for."
        raise refuse(words, law.COUNTED)


def paid_in(operator: str, patron: str, cents: int, how: str) -> Move:
    """The entry of money that a patron paid in."""
    return Move(Account(operator, "world", ""), Account(operator, "deposit", patron), cents, f"paid in, {how}")


def paid_out(operator: str, patron: str, cents: int, how: str) -> Move:
    """The entry of money that a patron took out."""
    return Move(Account(operator, "deposit", patron), Account(operator, "world", ""), cents, f"paid out, {how}")


def _check_way(how: str, cents: int) -> None:
    if how not in OUTSIDE:
        raise refuse(f"Money comes and goes by {', '.join(OUTSIDE)}, not by {how}.", law.COUNTED)
    if cents <= 0:
        raise refuse("The amount must be more than $0.", law.COUNTED)


WORKERS: Mapping[type, Handler] = {
    AskPayment: ask_payment,
    DeclinePayment: decline_payment,
    PayIn: pay_in,
    PayOut: pay_out,
}
