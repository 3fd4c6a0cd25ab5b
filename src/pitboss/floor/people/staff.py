"""The staff: people of the house as streams. Who holds which rank is on the log; names and passwords are papers.

A person signs in with the rank that the log gives them last; whoever has left has none, and cannot.
"""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons.periods import patron_stream
from pitboss.floor.people.permission import OFF_THE_FLOOR, REGULATORS, check_id, holds
from pitboss.floor.people.standing import CHANGED, HIRED, LEFT, RoleGiven, Standing, person_stream, standing_of
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Store
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


def hire(world: World, order: Order) -> Decision:
    """Take somebody on."""
    command: Hire = order.command
    check_id(command.person)
    found = standing_of(world.store, order.actor.operator, command.person)
    check_of_house(found)
    if found.role:
        raise refuse("This person is with the house already.", law.ONCE)
    check_no_patron(world.store, order.actor.operator, command.person)
    return _given(order, command.role, HIRED)


def check_no_patron(store: Store, operator: str, person: str) -> None:
    """Refuse a patron's id for a member of the staff."""
    if store.head(patron_stream(operator, person)).length:
        raise refuse(f"{person} is the id of a patron: take them on under another.", law.ONE_PERSON)


def change_rank(world: World, order: Order) -> Decision:
    """Give somebody another rank."""
    command: ChangeRank = order.command
    _check_known(world, order)
    return _given(order, command.role, CHANGED)


def let_go(world: World, order: Order) -> Decision:
    """Let somebody go: they hold nothing any more."""
    _check_known(world, order)
    return _given(order, "", LEFT)


def check_of_house(found: Standing) -> None:
    """Refuse a person of the house whatever concerns an account of the regulator's."""
    if found.is_regulators:
        words = "This id is an inspector's or Surveillance's: it is managed with `pitboss people` at the console alone."
        raise refuse(words, law.REGULATORS_OWN)


def _check_known(world: World, order: Order) -> None:
    found = standing_of(world.store, order.actor.operator, order.command.person)
    check_of_house(found)
    if not found.role:
        raise refuse("There is no such person in the house.", law.PATRON_KNOWN)
    if order.command.person == order.actor.person:
        raise refuse("Nobody changes their own rank.", law.NOT_YOURS)
    if found.role not in OFF_THE_FLOOR and not holds(order.actor.operator, order.actor.role, found.role):
        raise refuse("This person holds a higher rank than yours.", law.NOT_YOURS)


def _given(order: Order, role: str, reason: str) -> Decision:
    operator, person = order.actor.operator, order.command.person
    if role and role not in (*house_edition(operator).ranks, *OFF_THE_FLOOR):
        raise refuse(f"There is no rank {role} in this house.", law.NOT_YOURS)
    if role in REGULATORS:
        words = "The regulator appoints inspectors and Surveillance: with `pitboss people` at the console alone."
        raise refuse(words, law.REGULATORS_OWN)
    if role and role not in OFF_THE_FLOOR and not holds(operator, order.actor.role, role):
        raise refuse("Nobody gives a rank above their own.", law.NOT_YOURS)
    event = RoleGiven(role, reason)
    return Decision((event,), stream=person_stream(operator, person), reply={"person": person, "role": role})


WORKERS: Mapping[type, Handler] = {Hire: hire, ChangeRank: change_rank, LetGo: let_go}
