"""Every command of a table with the handler that works it out, and what the clock orders by itself."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pitboss.floor.cashier import approvals, chips, slips
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.world import Handler
from pitboss.floor.tables import (
    calls,
    collusion,
    corrections,
    decks,
    devices,
    disputes,
    lapses,
    notices,
    opening,
    orders,
    playing,
    posts,
    rulings,
    seats,
    signs,
)
from pitboss.floor.tables.deadlines import lapsed
from pitboss.floor.tables.state import OpenState, TableState

HANDLERS: dict[type, Handler] = {
    **opening.HANDLERS,
    **playing.HANDLERS,
    **chips.HANDLERS,
    **slips.HANDLERS,
    **signs.HANDLERS,
    **notices.HANDLERS,
    **seats.HANDLERS,
    **orders.HANDLERS,
    **decks.HANDLERS,
    **collusion.HANDLERS,
    **devices.HANDLERS,
    **rulings.HANDLERS,
    **lapses.HANDLERS,
    **corrections.HANDLERS,
    **disputes.HANDLERS,
    **calls.HANDLERS,
    **posts.HANDLERS,
    **approvals.HANDLERS,
}


def due(table: str, state: TableState, now: datetime) -> Iterator[Any]:
    """The commands that the clock gives at a table: signs that fall due, decisions that are out of time."""
    if not isinstance(state, OpenState):
        return
    if notices.due(state, now):
        yield notices.FallDue(table)
    if lapsed(state.deadlines, state.round, stamp(now)):
        yield lapses.LapseDecisions(table, state.round.number)
