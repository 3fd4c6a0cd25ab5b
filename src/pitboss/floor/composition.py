"""Composition root: the floor of a process with its duties, the checks of every order, the clock and the reactions."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import pitboss.floor.duties  # noqa: F401  # every command is known
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.operators import check_ranked
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.sitting import Attendance
from pitboss.floor.people import permission, value_lock
from pitboss.floor.promotions.entries import PromotionEntries
from pitboss.floor.service import commands
from pitboss.floor.service.commands import decide
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, Stream
from pitboss.floor.tables.jackpots import add_jackpot_game
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.floor.tournaments.guard import TableGuard
from pitboss.floor.tournaments.reaction import TournamentRounds


def open_floor(store: Store, *, guard: Guard | None = None, **more: Any) -> Floor:
    """The floor over a store; it takes no orders before it is started."""
    guard = guard or Guard(store)
    floor = make_floor(
        store, guard, reactions=(Attendance(), MeterFeed(), TournamentRounds(), PromotionEntries()), **more
    )
    floor.follower.projections.append(guard.days.see)
    return floor


def make_floor(store: Store, guard: Guard | None = None, **more: Any) -> Floor:
    """A floor whose orders pass the check of ranks and approvals, the lock on value, and a guard."""
    check_ranked(commands.command_kinds(), permission.permissions())
    guarded = serve_table(guard.wrap(decide) if guard is not None else decide)
    return Floor(store, value_lock.lock_amounts(guarded), due=find_due, **more)


def serve_table(decide: commands.CarryOut) -> commands.CarryOut:
    """A way to decide orders with what their table has besides play: a tournament that it serves, a jackpot game."""

    def carry_out(world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.state
        if not isinstance(order.command, commands.TableCommand):
            return decide(world, order)
        if isinstance(state, OpenState) and state.unit.tournament:
            return TableGuard(world, order, state).carry_out(decide)
        return add_jackpot_game(world, state, decide(world, order))

    return carry_out


def clock_of(operator: str) -> commands.Actor:
    """The actor under whose name the clock gives commands."""
    return commands.Actor(operator, "clock", permission.SYSTEM)


def find_due(stream: Stream, state: TableState, now: datetime) -> Iterable[commands.Order]:
    """The commands that the clock gives at a table."""
    for kind in commands.TimedCommand.__subclasses__():
        if (command := kind.find_due(stream.table, state, now)) is not None:
            yield commands.Order(clock_of(stream.operator), command, "")
