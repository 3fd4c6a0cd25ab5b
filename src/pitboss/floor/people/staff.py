"""The staff: people of the house as streams. Who holds which rank is on the log; names and passwords are papers.

A person signs in with the rank that the log gives them last; whoever has left has none, and cannot.
"""

from collections.abc import Mapping
from typing import Any

from pitboss import law
from pitboss.floor.patrons.periods import patron_stream, version_counter
from pitboss.floor.people.permission import OFF_THE_FLOOR, REGULATORS, check_id, holds, house_edition
from pitboss.floor.people.standing import CHANGED, HIRED, LEFT, RoleGiven, Standing, person_stream, standing_of
from pitboss.floor.service.commands import Order
from pitboss.floor.service.counts import unchanged
from pitboss.floor.service.desk import refuse
from pitboss.floor.service.office import Deed, Desk, Office, Worker
from pitboss.floor.store import Count, Store
from pitboss.value import Value


class Hire(Value, tag="Hire"):
    """Take somebody on in a rank."""

    person: str
    role: str


class ChangeRank(Value, tag="ChangeRank"):
    """Give somebody another rank."""

    person: str
    role: str


class LetGo(Value, tag="LetGo"):
    """Somebody leaves the house."""

    person: str


def hire(desk: Desk, order: Order) -> Deed:
    """Take somebody on."""
    command: Hire = order.command
    check_id(command.person)
    found = standing_of(desk.store, order.actor.operator, command.person)
    check_of_house(found)
    if found.role:
        raise refuse("This person is with the house already.", law.ONCE)
    counts = check_no_patron(desk.store, order.actor.operator, command.person)
    return _given(order, found.length, command.role, HIRED)._replace(counts=counts)


def check_no_patron(store: Store, operator: str, person: str) -> tuple[Count, ...]:
    """Refuse a patron's id for somebody of the staff; what is counted, lest both are written at once."""
    if store.head(patron_stream(operator, person)).length:
        raise refuse(f"{person} is the id of a patron: take them on under another.", law.ONE_PERSON)
    return Count(staff_counter(operator, person), 1), *unchanged(version_counter(operator, person), 0)


def staff_counter(operator: str, person: str) -> str:
    """The counter of how often an id was taken on for the staff."""
    return f"staff/{operator}/{person}"


def change_rank(desk: Desk, order: Order) -> Deed:
    """Give somebody another rank."""
    command: ChangeRank = order.command
    return _given(order, _known(desk, order).length, command.role, CHANGED)


def let_go(desk: Desk, order: Order) -> Deed:
    """Let somebody go: they hold nothing any more."""
    return _given(order, _known(desk, order).length, "", LEFT)


def check_of_house(found: Standing) -> None:
    """Refuse a person of the house whatever concerns an account of the regulator's."""
    if found.is_regulators:
        words = "This id is an inspector's or Surveillance's: it is managed with `pitboss people` at the console alone."
        raise refuse(words, law.REGULATORS_OWN)


def _known(desk: Desk, order: Order) -> Standing:
    found = standing_of(desk.store, order.actor.operator, order.command.person)
    check_of_house(found)
    if not found.role:
        raise refuse("There is no such person in the house.", law.PATRON_KNOWN)
    if order.command.person == order.actor.person:
        raise refuse("Nobody changes their own rank.", law.NOT_YOURS)
    if found.role not in OFF_THE_FLOOR and not holds(order.actor.operator, order.actor.role, found.role):
        raise refuse("This person holds a higher rank than yours.", law.NOT_YOURS)
    return found


def _given(order: Order, length: int, role: str, reason: str) -> Deed:
    operator, person = order.actor.operator, order.command.person
    if role and role not in (*house_edition(operator).ranks, *OFF_THE_FLOOR):
        raise refuse(f"There is no rank {role} in this house.", law.NOT_YOURS)
    if role in REGULATORS:
        words = "The regulator appoints inspectors and Surveillance: with `pitboss people` at the console alone."
        raise refuse(words, law.REGULATORS_OWN)
    if role and role not in OFF_THE_FLOOR and not holds(operator, order.actor.role, role):
        raise refuse("Nobody gives a rank above their own.", law.NOT_YOURS)
    event = RoleGiven(role, reason)
    return Deed(person_stream(operator, person), length, (event,), reply={"person": person, "role": role})


WORKERS: Mapping[type, Worker] = {Hire: hire, ChangeRank: change_rank, LetGo: let_go}


def staff_office(store: Store, **more: Any) -> Office:
    """The office that keeps the staff."""
    return Office(store, WORKERS, **more)
