"""The staff: people of the house as streams. Who holds which rank is on the log; names and passwords are papers.

A person signs in with the rank that the log gives them last; whoever has left has none, and cannot.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss import law
from pitboss.floor.commands import Order
from pitboss.floor.desk import refuse
from pitboss.floor.office import Deed, Desk, Office, Worker
from pitboss.floor.people.permission import OFF_THE_FLOOR, holds, house_edition
from pitboss.floor.store import Store, Stored, Stream

HIRED, CHANGED, LEFT = "hired", "rank changed", "left"


class RoleGiven(NamedTuple):
    """A person holds this rank or role from now on; none means that they have left."""

    role: str
    reason: str = ""


class Hire(NamedTuple):
    """Take somebody on in a rank, or let an inspector or Surveillance in."""

    person: str
    role: str


class ChangeRank(NamedTuple):
    """Give somebody another rank."""

    person: str
    role: str


class LetGo(NamedTuple):
    """Somebody leaves the house."""

    person: str


def person_stream(operator: str, person: str) -> Stream:
    """The stream of a person."""
    return Stream(operator, f"person:{person}")


def role_of(store: Store, operator: str, person: str) -> tuple[str, int]:
    """The rank that a person holds, and how many events they have."""
    return store.fold(person_stream(operator, person), "", _role_after)


def _role_after(role: str, stored: Stored) -> str:
    return str(stored.data["role"]) if stored.kind == RoleGiven.__name__ else role


def hire(desk: Desk, order: Order) -> Deed:
    """Take somebody on."""
    command: Hire = order.command
    role, length = role_of(desk.store, order.actor.operator, command.person)
    if role:
        raise refuse("This person is with the house already.", law.ONCE)
    return _given(order, length, command.role, HIRED)


def change_rank(desk: Desk, order: Order) -> Deed:
    """Give somebody another rank."""
    command: ChangeRank = order.command
    return _given(order, _known(desk, order)[1], command.role, CHANGED)


def let_go(desk: Desk, order: Order) -> Deed:
    """Let somebody go: they hold nothing any more."""
    return _given(order, _known(desk, order)[1], "", LEFT)


def _known(desk: Desk, order: Order) -> tuple[str, int]:
    found = role_of(desk.store, order.actor.operator, order.command.person)
    if not found[0]:
        raise refuse("There is no such person in the house.", law.PATRON_KNOWN)
    if order.command.person == order.actor.person:
        raise refuse("Nobody changes their own rank.", law.NOT_YOURS)
    if found[0] not in OFF_THE_FLOOR and not holds(order.actor.operator, order.actor.role, found[0]):
        raise refuse("This person holds a higher rank than yours.", law.NOT_YOURS)
    return found


def _given(order: Order, length: int, role: str, reason: str) -> Deed:
    operator, person = order.actor.operator, order.command.person
    if role and role not in (*house_edition(operator).ranks, *OFF_THE_FLOOR):
        raise refuse(f"There is no rank {role} in this house.", law.NOT_YOURS)
    if role and role not in OFF_THE_FLOOR and not holds(operator, order.actor.role, role):
        raise refuse("Nobody gives a rank above their own.", law.NOT_YOURS)
    event = RoleGiven(role, reason)
    return Deed(person_stream(operator, person), length, (event,), reply={"person": person, "role": role})


WORKERS: Mapping[type, Worker] = {Hire: hire, ChangeRank: change_rank, LetGo: let_go}


def staff_office(store: Store, **more: Any) -> Office:
    """The office that keeps the staff."""
    return Office(store, WORKERS, **more)
