"""The patrons' desk: one office for all that is asked about patrons, and the guard that hears of what it writes."""

from collections.abc import Mapping
from typing import Any

from pitboss.floor.patrons import account, apart, office, sitting
from pitboss.floor.patrons.attendance import Attendance
from pitboss.floor.patrons.finding import Finding
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.house import HOUSES, House
from pitboss.floor.service.clock import Clock, system_clock
from pitboss.floor.service.commands import Order
from pitboss.floor.service.desk import Handler
from pitboss.floor.service.office import Office
from pitboss.floor.store import Store

WORKERS = {**office.WORKERS, **apart.WORKERS, **sitting.WORKERS, **account.WORKERS}


class Patrons:
    """Everything about patrons in one process."""

    def __init__(self, store: Store, *, clock: Clock = system_clock, houses: Mapping[str, House] = HOUSES) -> None:
        self.office = Office(store, WORKERS, clock=clock)
        self.guard = Guard(store, houses)
        self.attendance = Attendance(self.do)

    def do(self, order: Order) -> dict[str, Any]:
        """Carry out an order about a patron."""
        operator, command = order.actor.operator, order.command
        try:
            return self.office.do(order)
        finally:
            for patron in (command.patron, getattr(command, "other", "")):
                self.guard.forget(operator, patron)

    def around(self, handlers: dict[type, Handler]) -> dict[type, Handler]:
        """A floor's handlers, with those of play guarded and the findings among them."""
        return {**self.guard.around(handlers), **Finding(self.guard).handlers}
