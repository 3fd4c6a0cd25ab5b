"""The lock on value: how much one person moves alone, at which post, and never for themselves.

Every order passes here once, before it is worked out. What it names in cents keeps to the bounds that the table of
permissions declares for its kind. Above what one person may do alone a second one signs, and small orders add up: the
sum of a gaming day is a counter that is written with the order.

So no shared account can be filled. A database counts up to `ledger.book.ROOM` into or out of an account; one person,
giving all that they may every day, needs hundreds of thousands of years for that, in any unit.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from pitboss import law
from pitboss.floor.people.permission import (
    PATRON,
    PRACTICE_CHIPS,
    PRACTICE_FLOAT,
    SYSTEM,
    check,
    check_rank,
    check_second,
    may,
    permissions,
)
from pitboss.floor.people.standing import role_of
from pitboss.floor.service.clock import gaming_day
from pitboss.floor.service.commands import Actor, OpenTable, Order, TakeAct
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count
from pitboss.floor.tables.events import Stack, worth
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.floor.tables.state import OpenState, TableState, players_of
from pitboss.money import Chips, Stake, Unit, dollars, unit_named
from pitboss.play.acts import Place, Sit
from pitboss.play.terms import JackpotTerms, Limits
from pitboss.value import log_name

WAGER, PAYOUT = "TakeAct", "SetMaximumPayout"
"""The rows that bound a wager with all that a sign says of wagers, and the notice of the maximum payout."""
PAYOUT_FIELD = "maximum_payout_cents"
CENTS = "cents"
"""How the names of fields end that hold an amount."""
GOES_AWAY = ("LeaveTable", "CallSupervisor")
"""What somebody of the staff may do at a table that they play at themselves."""
SELLS = ("BuyIn", "TakeVoucher")
"""The commands that give a patron chips or tokens: they are for nobody of the staff."""

Counter = Callable[[str], int]
"""Tells what a counter stands at."""


def locked(handler: Handler) -> Handler:
    """A table's handler behind the lock."""

    def _carry_out(world: World, order: Order) -> Decision:
        state, unit = world.desk.state, _unit(world.desk.state, order.command)
        check_rank(order.actor, log_name(type(order.command)))
        if not unit.is_practice:
            _check_post(state, order)
            _check_others(world, order)
        counts = bounded(order, world.now, world.count, practice=unit.is_practice)
        prepared = handler(world, order)
        return prepared._replace(counts=prepared.counts + counts) if counts else prepared

    return _carry_out


def locked_office(handler: Handler) -> Handler:
    """The handler of an order that is no table's, behind the lock."""

    def _carry_out(world: World, order: Order) -> Decision:
        check(order.actor, log_name(type(order.command)), _approver(order.command))
        if order.actor.role != PATRON:
            check_not_self(order, patron_of(order.command))
        counts = bounded(order, world.now, world.count)
        decision = handler(world, order)
        return decision._replace(counts=decision.counts + counts)

    return _carry_out


def _unit(state: TableState, command: Any) -> Unit:
    return unit_named(command.unit) if isinstance(command, OpenTable) else state.unit


# Who.


def _check_post(state: TableState, order: Order) -> None:
    """Refuse somebody of the staff whose post is elsewhere; who fills the posts of tables needs none."""
    actor, post = order.actor, permissions()[log_name(type(order.command))].post
    if not post or actor.role in (PATRON, SYSTEM) or may(actor, "TakePost"):
        return
    if not isinstance(state, OpenState) or state.posts.get(post) != actor.person:
        words = f"This takes the {post} who is posted at this table: a supervisor puts somebody at the post."
        raise refuse(words, law.AT_THEIR_POST)


def _check_others(world: World, order: Order) -> None:
    """Refuse somebody of the staff who acts for themselves, runs a table that they play at, or sells to a colleague."""
    actor, command = order.actor, order.command
    if actor.role in (PATRON, SYSTEM):
        return
    check_not_self(order, patron_of(command))
    state, name = world.desk.state, log_name(type(command))
    here = {player.patron for player in players_of(state)}
    bettors = {wager.patron for wager in state.round.wagers if wager.live} if isinstance(state, OpenState) else set()
    if actor.person in here | bettors and name not in GOES_AWAY:
        raise refuse("You play at this table: somebody else runs it until you have left.", law.NOT_FOR_THEMSELVES)
    if (patron := _newcomer(command, here)) and role_of(world.store, actor.operator, patron)[0]:
        raise refuse(f"{patron} is of the staff: no chips are sold to them and no seat is theirs.", law.ONE_PERSON)


def patron_of(command: Any) -> str:
    """The patron whom a command is for; none where it is for nobody in particular."""
    told = command.act if isinstance(command, TakeAct) else command
    return str(getattr(told, "patron", ""))


def _newcomer(command: Any, here: set[str]) -> str:
    """Who is sold chips, or comes to the table, by a command of somebody else's."""
    comes = isinstance(command, TakeAct) and isinstance(command.act, Sit | Place)
    patron = patron_of(command) if comes or log_name(type(command)) in SELLS else ""
    return "" if patron in here else patron


def check_not_self(order: Order, patron: str) -> None:
    """Refuse an order of value by which somebody of the staff, or who approves it, is the one that it is for."""
    row = permissions()[log_name(type(order.command))]
    signed = [order.actor, *([approver] if (approver := _approver(order.command)) is not None else [])]
    if patron and (row.amounts or row.post) and any(a.role != PATRON and a.person == patron for a in signed):
        raise refuse("Staff move no value for themselves: somebody else does this.", law.NOT_FOR_THEMSELVES)


# How much.


def bounded(order: Order, now: datetime, count: Counter, *, practice: bool = False) -> tuple[Count, ...]:
    """Refuse an order whose amounts are out of bounds; what is to be counted with it."""
    command, operator = order.command, order.actor.operator
    own = log_name(type(command))
    if practice:
        own = PRACTICE_CHIPS if order.actor.role == PATRON else PRACTICE_FLOAT
    amount = 0
    for row, cents in amounts_of(command, own):
        check_bound(row, operator, cents)
        amount = max(amount, cents) if row == own else amount
    return count_amount(order, amount, now, count, own) if amount and own != WAGER else ()


def check_bound(row: str, operator: str, cents: int) -> None:
    """Refuse an amount that is more than its bound."""
    most = permissions()[row].amounts[operator].most
    if abs(cents) > most:
        words = (
            f"{dollars(abs(cents))} is more than the {dollars(most)} that this house allows in one order of this kind."
        )
        raise refuse(words, law.WITHIN_BOUNDS)


def count_amount(order: Order, cents: int, now: datetime, count: Counter, row: str = "") -> tuple[Count, ...]:
    """Refuse an amount that takes a second person and has none, or that is past the giver's sum of the gaming day;
    what is to be counted, so that two orders at once do not pass it either."""
    row = row or log_name(type(order.command))
    actor, bounds = order.actor, permissions()[row].amounts[order.actor.operator]
    if actor.role == SYSTEM or permissions()[row].approval:
        return ()
    approver = _approver(order.command)
    if actor.role != PATRON and approver is not None:
        check_second(actor, row, approver)
        return ()
    if actor.role != PATRON and cents > bounds.alone:
        words = f"One person does this up to {dollars(bounds.alone)}; {dollars(cents)} takes a second one who approves."
        raise refuse(words, law.BY_ANOTHER)
    if bounds.day is None:
        return ()
    day = bounds.day if actor.role != PATRON or row == PRACTICE_CHIPS else bounds.most
    name = f"moved/{actor.operator}/{actor.person}/{row}/{gaming_day(now)}"
    if count(name) + cents > day:
        words = f"This would pass the {dollars(day)} that one person moves in this way in a gaming day."
        raise refuse(words, law.WITHIN_BOUNDS)
    return (Count(name, cents, day),)


def _approver(command: Any) -> Actor | None:
    found: Actor | None = getattr(command, "approver", None)
    return found


def approved_by(command: Any) -> str:
    """Who approved a command beside the person who gave it; nobody where one was enough."""
    approver = _approver(command)
    return approver.person if approver is not None else ""


def amounts_of(value: Any, row: str) -> Iterator[tuple[str, int]]:
    """Every amount that a command names, each with the row of the table that bounds it."""
    match value:
        case Actor():
            return
        case Stake():
            yield WAGER, value.cents
            yield from ((WAGER, piece.cents) for piece in value.pieces)
        case Limits() | EdgeSeen() | JackpotTerms():
            yield from ((WAGER, cents) for name, cents in _fields(value) if name.endswith(CENTS))
        case Chips():
            yield from ((WAGER, cents) for cents in value.denominations)
        case (Stack(), *_):
            yield row, worth(value)
            yield from ((row, stack.chip_cents) for stack in value)
        case Mapping():
            for part in value.values():
                yield from amounts_of(part, row)
        case _ if hasattr(value, "_fields"):
            for name, part in _fields(value):
                yield from _of_field(name, part, row)
        case tuple():
            for part in value:
                yield from amounts_of(part, row)


def _of_field(name: str, part: Any, row: str) -> Iterator[tuple[str, int]]:
    if not name.endswith(CENTS):
        yield from amounts_of(part, row)
    elif isinstance(part, Mapping):
        yield from ((WAGER, cents) for cents in part.values())
    elif part is not None:
        yield (PAYOUT if name == PAYOUT_FIELD else row), part


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    return ((name, getattr(value, name)) for name in value._fields)
