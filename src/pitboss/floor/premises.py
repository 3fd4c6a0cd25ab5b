"""The premises: the tables and the offices of a process, put together as they are meant to work together."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.floor.cashier import mispayments as mispayments_of
from pitboss.floor.handlers import HANDLERS
from pitboss.floor.patrons import desk as patrons_desk
from pitboss.floor.patrons.desk import Patrons
from pitboss.floor.people import staff as staff_of
from pitboss.floor.service.clock import Clock, system_clock
from pitboss.floor.service.commands import Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.office import Office
from pitboss.floor.store import Store
from pitboss.value import Value

Do = Callable[[Order], dict[str, Any]]
"""Carries an order out and waits for it."""


class Premises(Value, gc=True):
    """A floor whose wagers are guarded, the patrons' office, the staff's, and the register of mis-payments."""

    floor: Floor
    patrons: Patrons
    staff: Office
    mispayments: Office

    @property
    def offices(self) -> Mapping[type, Do]:
        """For each command that is not a table's, the office that carries it out."""
        return {
            **dict.fromkeys(patrons_desk.WORKERS, self.patrons.do),
            **dict.fromkeys(staff_of.WORKERS, self.staff.do),
            **dict.fromkeys(mispayments_of.WORKERS, self.mispayments.do),
        }

    def do(self, order: Order) -> dict[str, Any]:
        """Carry any order out and wait for it."""
        return self.offices.get(type(order.command), self.floor.do)(order)


def open_premises(store: Store, *, clock: Clock = system_clock, **more: Any) -> Premises:
    """Premises over a store; the floor takes no orders before it is started."""
    patrons = Patrons(store, clock=clock)
    floor = Floor(store, clock=clock, handlers=patrons.around(HANDLERS), **more)
    floor.listeners.append(patrons.attendance.told)
    staff, mispayments = (
        staff_of.staff_office(store, clock=clock),
        mispayments_of.mispayments_office(store, clock=clock),
    )
    return Premises(floor, patrons, staff, mispayments)
