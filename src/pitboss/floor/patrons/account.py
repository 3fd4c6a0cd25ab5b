"""A patron's account with the house: money paid in and out. Only what comes from outside counts towards the deposit
limit of the calendar day; winnings that are put into the account do not."""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.commands import Order
from pitboss.floor.desk import refuse
from pitboss.floor.office import Deed, Desk, Worker
from pitboss.floor.patrons import commands as c
from pitboss.floor.patrons import events as e
from pitboss.floor.patrons.office import known_patron, noted, own
from pitboss.floor.patrons.periods import calendar_day, deposit_counter, holding
from pitboss.floor.store import Count
from pitboss.ledger import Account, Move

OUTSIDE = ("cash", "debit card", "EFTPOS", "bank transfer")
"""The ways in which money comes from outside."""


def pay_in(desk: Desk, order: Order) -> Deed:
    """Take money into a patron's account, up to their deposit limit of the day."""
    command: c.PayIn = order.command
    operator, patron, cents = order.actor.operator, command.patron, command.cents
    own(order)
    _check_way(command.how, cents)
    state = known_patron(desk, order)
    most = holding(state.deposit_limits, desk.at)
    name = deposit_counter(operator, patron, calendar_day(desk.now))
    if most is not None and desk.store.counter(name) + cents > most:
        raise refuse("This would pass the deposit limit of the day.", law.DEPOSIT_LIMIT)
    moved = paid_in(operator, patron, cents, command.how)
    event = e.Deposited(command.how, cents)
    return noted(desk, order, state, event, entries=(moved,), counts=(Count(name, cents, most),))


def pay_out(desk: Desk, order: Order) -> Deed:
    """Hand money out of a patron's account."""
    command: c.PayOut = order.command
    operator, patron, cents = order.actor.operator, command.patron, command.cents
    own(order)
    _check_way(command.how, cents)
    state = known_patron(desk, order)
    moved = paid_out(operator, patron, cents, command.how)
    return noted(desk, order, state, e.Withdrawn(command.how, cents), entries=(moved,))


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
        raise refuse("There is something to pay.", law.COUNTED)


WORKERS: Mapping[type, Worker] = {c.PayIn: pay_in, c.PayOut: pay_out}
