"""The lock on value: how much one person moves alone, at which post, and never for themselves. Every order is checked
here once, before it is decided. Its amounts keep to the bounds that the table of permissions declares for its kind.
Above what one person may do alone a second one signs, and small orders add up: the sum of a gaming day is a counter
that is written with the order.

So no shared account can be filled. A database counts up to `ledger.book.ROOM` into or out of an account; one person,
giving all that they may every day, needs hundreds of thousands of years for that, in any unit.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from pitboss import law, money
from pitboss.floor.people import permission, staff
from pitboss.floor.service.clock import gaming_day
from pitboss.floor.service.commands import Actor, CarryOut, Decision, Order, TableCommand, World, refuse
from pitboss.floor.store import CounterChange
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import EdgeSeen, OpenState, Stack, TableState, players_of, worth
from pitboss.messages import say
from pitboss.play import JackpotTerms, Limits, Place, Sit
from pitboss.value import log_name

WAGER, PAYOUT = "TakeAct", "SetMaximumPayout"
"""The rows that bound a wager with all that a sign says of wagers, and the notice of the maximum payout."""
PAYOUT_FIELD = "maximum_payout_cents"
CENTS = "cents"
"""How the names of fields end that hold an amount."""
GOES_AWAY = ("LeaveTable", "CallSupervisor")
"""What a member of the staff may do at a table that they play at."""
SELLS = ("BuyIn", "TakeVoucher")
"""The commands that give a patron chips or tokens; they are never for a member of the staff."""

Counter = Callable[[str], int]
"""Gives the value of a counter."""


def lock_amounts(decide: CarryOut) -> CarryOut:
    """A way to decide orders behind the lock: the one place where the rank of the giver is checked, and whether the
    approver is independent of the giver."""

    def carry_out(world: World, order: Order) -> Decision:
        command, approver, is_practice = order.command, order.command.second, False
        permission.check(order.actor, log_name(type(command)), approver)
        if isinstance(command, TableCommand):
            unit = money.unit_named(command.unit) if isinstance(command, OpenTable) else world.table.state.unit
            is_practice = unit.is_practice
            if not is_practice:
                _check_post(world.table.state, order)
                _check_others(world, order)
        elif order.actor.role != permission.PATRON:
            check_not_self(order, patron_of(command))
        counts = count_within_bounds(order, world.now, world.count, practice=is_practice)
        decision = decide(world, order)
        if approver is not None:  # an approver of too low a rank was refused before
            staff.check_apart(world.store, order.actor, approver, world.now)
        return decision._replace(counts=decision.counts + counts) if counts else decision

    return carry_out


# Who.


def _check_post(state: TableState, order: Order) -> None:
    """Refuse a member of the staff who is not at the post; a person who fills posts needs none."""
    actor, post = order.actor, permission.permissions()[log_name(type(order.command))].post
    if not post or actor.role in (permission.PATRON, permission.SYSTEM) or permission.may(actor, "TakePost"):
        return
    if not isinstance(state, OpenState) or state.posts.get(post) != actor.person:
        words = say("Only the {post} of this table can do this. Ask a supervisor to assign you to the post.", post=post)
        raise refuse(words, law.AT_THEIR_POST)


def _check_others(world: World, order: Order) -> None:
    """Refuse a member of the staff who acts for themselves, runs a table that they play at, or sells to a colleague."""
    actor, command = order.actor, order.command
    if actor.role in (permission.PATRON, permission.SYSTEM):
        return
    patron = patron_of(command)
    check_not_self(order, patron)
    state, name = world.table.state, log_name(type(command))
    here = {player.patron for player in players_of(state)}
    bettors = {wager.patron for wager in state.round.wagers if wager.live} if isinstance(state, OpenState) else set()
    if actor.person in here | bettors and name not in GOES_AWAY:
        raise refuse(
            "You are a player at this table. Leave it first, or ask another member of the staff.",
            law.NOT_FOR_THEMSELVES,
        )
    comes = name in SELLS or (isinstance(command, TakeAct) and isinstance(command.act, Sit | Place))
    if comes and patron and patron not in here and staff.role_of(world.store, actor.operator, patron)[0]:
        words = say("{person} is a member of the staff, who cannot buy chips or take a seat.", person=patron)
        raise refuse(words, law.ONE_PERSON)


def patron_of(command: Any) -> str:
    """The patron whom a command is for; none where it names no patron."""
    told = command.act if isinstance(command, TakeAct) else command
    return str(getattr(told, "patron", ""))


def check_not_self(order: Order, patron: str) -> None:
    """Refuse an order of value for the member of the staff who gives it or approves it."""
    row = permission.permissions()[log_name(type(order.command))]
    signed = [order.actor, *([approver] if (approver := order.command.second) is not None else [])]
    if patron and (row.amounts or row.post) and any(a.role != permission.PATRON and a.person == patron for a in signed):
        raise refuse("You cannot move value for yourself. Ask another member of the staff.", law.NOT_FOR_THEMSELVES)


# How much.


def count_within_bounds(
    order: Order, now: datetime, count: Counter, *, practice: bool = False
) -> tuple[CounterChange, ...]:
    """Refuse an order whose amounts are out of bounds; what is to be counted with it."""
    command, operator = order.command, order.actor.operator
    own = log_name(type(command))
    if practice:
        own = permission.PRACTICE_CHIPS if order.actor.role == permission.PATRON else permission.PRACTICE_FLOAT
    amount = 0
    for row, cents in amounts_of(command, own):
        check_bound(row, operator, cents)
        amount = max(amount, cents) if row == own else amount
    return count_amount(order, amount, now, count, own) if amount and own != WAGER else ()


def check_bound(row: str, operator: str, cents: int) -> None:
    """Refuse an amount that is more than its bound."""
    most = permission.permissions()[row].amounts[operator].most
    if abs(cents) > most:
        words = say(
            "{amount} is too much. The most for one order of this kind is {most}.",
            amount=money.dollars(abs(cents)),
            most=money.dollars(most),
        )
        raise refuse(words, law.WITHIN_BOUNDS)


def count_amount(order: Order, cents: int, now: datetime, count: Counter, row: str = "") -> tuple[CounterChange, ...]:
    """Refuse an amount that takes a second person and has none, or that is past the giver's sum of the gaming day;
    what is to be counted, so that two orders at once do not pass it either."""
    row = row or log_name(type(order.command))
    actor, bounds = order.actor, permission.permissions()[row].amounts[order.actor.operator]
    if actor.role == permission.SYSTEM or permission.permissions()[row].approval:
        return ()
    approver = order.command.second
    if actor.role != permission.PATRON and approver is not None:
        permission.check_second(actor, row, approver)
        return ()
    if actor.role != permission.PATRON and cents > bounds.alone:
        words = say(
            "One person alone can move up to {most}. Ask a second person to approve {amount}.",
            most=money.dollars(bounds.alone),
            amount=money.dollars(cents),
        )
        raise refuse(words, law.BY_ANOTHER)
    if bounds.day is None:
        return ()
    day = bounds.day if actor.role != permission.PATRON or row == permission.PRACTICE_CHIPS else bounds.most
    name = f"moved/{actor.operator}/{actor.person}/{row}/{gaming_day(now)}"
    if count(name) + cents > day:
        words = say(
            "This order would pass {most}, the most that one person moves in this way in a gaming day.",
            most=money.dollars(day),
        )
        raise refuse(words, law.WITHIN_BOUNDS)
    return (CounterChange(name, cents, day),)


def amounts_of(value: Any, row: str) -> Iterator[tuple[str, int]]:
    """Every amount that a command names, each with the row of the table that bounds it."""
    match value:
        case Actor():
            return
        case money.Stake():
            yield WAGER, value.cents
            yield from ((WAGER, piece.cents) for piece in value.pieces)
        case money.Chips():
            yield from ((WAGER, cents) for cents in value.denominations)
        case (Stack(), *_):
            yield row, worth(value)
            yield from ((row, stack.chip_cents) for stack in value)
        case Mapping():
            for part in value.values():
                yield from amounts_of(part, row)
        case _ if hasattr(value, "_fields"):
            row = WAGER if isinstance(value, Limits | EdgeSeen | JackpotTerms) else row
            for name in value._fields:
                yield from _find_amounts(name, getattr(value, name), row)
        case tuple():
            for part in value:
                yield from amounts_of(part, row)


def _find_amounts(name: str, part: Any, row: str) -> Iterator[tuple[str, int]]:
    if not name.endswith(CENTS):
        yield from amounts_of(part, row)
    elif isinstance(part, Mapping):
        yield from ((WAGER, cents) for cents in part.values())
    elif part is not None:
        yield (PAYOUT if name == PAYOUT_FIELD else row), part
