"""The floor of a process, put together: handlers behind their locks, the offices, the clock, the reactions."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from pitboss.floor import handlers as handlers_of
from pitboss.floor.cashier import mispayments
from pitboss.floor.operators import check_ranked
from pitboss.floor.patrons import account, apart, office, sitting
from pitboss.floor.patrons.attendance import Attendance
from pitboss.floor.patrons.finding import Finding
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.people import staff
from pitboss.floor.people.amounts import locked, locked_office
from pitboss.floor.people.permission import permissions
from pitboss.floor.people.standing import guard_approvals
from pitboss.floor.service.commands import Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.world import Handler
from pitboss.floor.store import Store, Stream
from pitboss.floor.tables.notices import clock_of
from pitboss.floor.tables.state import TableState
from pitboss.value import log_name

OFFICES: Mapping[type, Handler] = {
    **office.WORKERS,
    **apart.WORKERS,
    **sitting.WORKERS,
    **account.WORKERS,
    **staff.WORKERS,
    **mispayments.WORKERS,
}
"""How orders are decided that are no table's: about patrons, about staff, in the register of mis-payments."""


def open_floor(store: Store, *, guard: Guard | None = None, **more: Any) -> Floor:
    """The floor over a store; it takes no orders before it is started."""
    guard = guard or Guard(store)
    floor = make_floor(store, guarded(guard), reactions=(Attendance(),), **more)
    floor.follower.projections.append(guard.days.see)
    return floor


def guarded(guard: Guard) -> dict[type, Handler]:
    """The handlers of tables, with those of play guarded and the findings among them."""
    return {**guard.around(handlers_of.HANDLERS), **Finding(guard).handlers}


def make_floor(store: Store, handlers: Mapping[type, Handler] = handlers_of.HANDLERS, **more: Any) -> Floor:
    """A floor with these handlers at its tables, behind the lock on value and the check of approvals."""
    check_ranked((log_name(kind) for kind in (*handlers, *OFFICES)), permissions())
    return Floor(
        store,
        guard_approvals({kind: locked(each) for kind, each in handlers.items()}),
        offices=guard_approvals({kind: locked_office(each) for kind, each in OFFICES.items()}),
        due=due,
        **more,
    )


def due(stream: Stream, state: TableState, now: datetime) -> Iterable[Order]:
    """What the clock orders at a table."""
    for command in handlers_of.due(stream.table, state, now):
        yield Order(clock_of(stream.operator), command, "")
