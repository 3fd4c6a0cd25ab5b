"""The floor of a process, put together: its duties, what is checked of every order, the clock, the reactions."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import pitboss.floor.duties  # noqa: F401  # every command is known
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.operators import check_ranked
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.sitting import Attendance
from pitboss.floor.people.permission import SYSTEM, permissions
from pitboss.floor.people.value_lock import lock_amounts
from pitboss.floor.service.commands import Actor, Order, TimedCommand, command_kinds, decide
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, Stream
from pitboss.floor.tables.jackpots import follow_jackpots
from pitboss.floor.tables.state import TableState


def open_floor(store: Store, *, guard: Guard | None = None, **more: Any) -> Floor:
    """The floor over a store; it takes no orders before it is started."""
    guard = guard or Guard(store)
    floor = make_floor(store, guard, reactions=(Attendance(), MeterFeed()), **more)
    floor.follower.projections.append(guard.days.see)
    return floor


def make_floor(store: Store, guard: Guard | None = None, **more: Any) -> Floor:
    """A floor whose orders pass the check of ranks and approvals, the lock on value, and a guard."""
    check_ranked(command_kinds(), permissions())
    guarded = guard.wrap(decide) if guard is not None else decide
    return Floor(store, lock_amounts(follow_jackpots(guarded)), due=find_due, **more)


def clock_of(operator: str) -> Actor:
    """The clock, as the one who gives a command."""
    return Actor(operator, "clock", SYSTEM)


def find_due(stream: Stream, state: TableState, now: datetime) -> Iterable[Order]:
    """What the clock orders at a table."""
    for kind in TimedCommand.__subclasses__():
        if (command := kind.find_due(stream.table, state, now)) is not None:
            yield Order(clock_of(stream.operator), command, "")
