"""The record of a person on the log: rank, password, and who gave them either.

For some days a person may not approve orders of the people who appointed them or set their password, nor those people
theirs. So a person cannot approve their own order through an account that they made or took over.
"""

from datetime import datetime, timedelta
from typing import ClassVar

from pitboss import law
from pitboss.floor.operators import house_edition, operators
from pitboss.floor.people.permission import OFF_THE_FLOOR, REGULATORS, check_id, holds, is_reserved
from pitboss.floor.service import Actor, Command, Decision, Order, World, refuse, stamp
from pitboss.floor.store import Store, Stored
from pitboss.floor.store.rows import patron_stream, person_stream
from pitboss.messages import say
from pitboss.value import Value, log_name

HIRED, CHANGED, LEFT = "hired", "rank changed", "left"
SET_BY_ANOTHER = "reset"
"""How a password was set that has to be changed at the first sign-in."""


class RoleGiven(Value, tag="RoleGiven"):
    """A person holds this rank or role from now on; none means that they have left."""

    role: str
    reason: str = ""


class PasswordSet(Value, tag="PasswordSet"):
    """A person's password was set, by themselves or by another person."""

    how: str


class PinSet(Value, tag="PinSet"):
    """A person set the PIN that unlocks their session."""


class SetAtConsole(Value, tag="SetAtConsole"):
    """A rank, a role or a password was set on the store itself, by a person whom the machine names."""

    what: str
    role: str = ""


class PersonState(Value):
    """A person as their stream has them."""

    role: str = ""
    length: int = 0
    is_regulators: bool = False
    """Whether they are, or ever were, an inspector or of Surveillance: the id stays the regulator's."""
    must_change: bool = False
    """Whether another person set their password, which they have not changed yet."""
    made_by: tuple[tuple[str, str], ...] = ()
    """Each person who gave them a rank or a password, themselves included, and when."""


def person_state_of(store: Store, operator: str, person: str) -> PersonState:
    """A person as the log has them."""
    return store.fold(person_stream(operator, person), PersonState(), _apply)[0]


def _apply(found: PersonState, stored: Stored) -> PersonState:
    found = found._replace(length=stored.number)
    if stored.kind == log_name(RoleGiven):
        role = str(stored.data["role"])
        found = found._replace(role=role, is_regulators=found.is_regulators or role in REGULATORS)
    elif stored.kind == log_name(PasswordSet):
        found = found._replace(must_change=stored.data["how"] == SET_BY_ANOTHER)
    else:
        return found
    if is_reserved(stored.by):
        return found
    return found._replace(made_by=(*found.made_by, (stored.by, stored.at)))


def role_of(store: Store, operator: str, person: str) -> tuple[str, int]:
    """The rank that a person holds, and how many events they have."""
    found = person_state_of(store, operator, person)
    return found.role, found.length


# People who may not approve each other's orders.


def makers_of(store: Store, who: Actor, since: str) -> set[str]:
    """A person, the people who gave them a rank or a password since a time, the people who did so for those, and so
    on."""
    found, left = {who.person}, [who.person]
    while left:
        made_by = person_state_of(store, who.operator, left.pop()).made_by
        new = {by for by, at in made_by if at > since} - found
        found |= new
        left += new
    return found


def check_apart(store: Store, giver: Actor, approver: Actor, now: datetime) -> None:
    """Refuse an approval by a person who has no password of their own yet, or who is tied to the giver of the order:
    one of them made the other's account lately, or the same person made both."""
    if person_state_of(store, approver.operator, approver.person).must_change:
        words = say(
            "{person} cannot approve yet: another person set their password. They must sign in and change it first.",
            person=approver.person,
        )
        raise refuse(words, law.OWN_PASSWORD)
    days = operators()[giver.operator].apart_days
    since = stamp(now - timedelta(days=days))
    common = makers_of(store, giver, since) & makers_of(store, approver, since)
    if common:
        words = say(
            "{approver} cannot approve this order of {giver}: within the last {days} days {common} hired one of them, "
            "changed their rank or set their password. Ask another person to approve it.",
            approver=approver.person,
            giver=giver.person,
            days=days,
            common=min(common),
        )
        raise refuse(words, law.KEPT_APART)


class PersonCommand(Command):
    """A command about a person of the house."""

    person: str

    def check_known(self, world: World, order: Order) -> None:
        """Refuse a person who is unknown, gives the order, or holds a higher rank."""
        found = person_state_of(world.store, order.actor.operator, self.person)
        check_of_house(found)
        if not found.role:
            raise refuse("There is no person of this id in the house.", law.PATRON_KNOWN)
        if self.person == order.actor.person:
            raise refuse("You cannot change your own rank.", law.NOT_YOURS)
        if found.role not in OFF_THE_FLOOR and not holds(order.actor.operator, order.actor.role, found.role):
            raise refuse("This person's rank is higher than yours. Ask a person of that rank.", law.NOT_YOURS)

    def give(self, order: Order, role: str, reason: str) -> Decision:
        """Give the person a rank that the giver of the order may give; none if they leave."""
        operator = order.actor.operator
        if role and role not in (*house_edition(operator).ranks, *OFF_THE_FLOOR):
            raise refuse(say("There is no rank {rank} in this house.", rank=role), law.NOT_YOURS)
        if role in REGULATORS:
            words = "Only the regulator appoints inspectors and Surveillance, with `pitboss people` at the console."
            raise refuse(words, law.REGULATORS_OWN)
        if role and role not in OFF_THE_FLOOR and not holds(operator, order.actor.role, role):
            raise refuse("You cannot give a rank above your own.", law.NOT_YOURS)
        reply = {"person": self.person, "role": role}
        return Decision((RoleGiven(role, reason),), stream=person_stream(operator, self.person), reply=reply)


class Hire(PersonCommand, tag="Hire"):
    """Add a person to the staff, with a rank."""

    forms: ClassVar = ()
    role: str

    def decide(self, world: World, order: Order) -> Decision:
        check_id(self.person)
        found = person_state_of(world.store, order.actor.operator, self.person)
        check_of_house(found)
        if found.role:
            raise refuse("This person already has a rank in this house.", law.ONCE)
        check_no_patron(world.store, order.actor.operator, self.person)
        return self.give(order, self.role, HIRED)


class ChangeRank(PersonCommand, tag="ChangeRank"):
    """Give a person another rank."""

    forms: ClassVar = ()
    role: str

    def decide(self, world: World, order: Order) -> Decision:
        self.check_known(world, order)
        return self.give(order, self.role, CHANGED)


class RemoveFromStaff(PersonCommand, tag="LetGo"):
    """Remove a person from the staff."""

    forms: ClassVar = ()

    def decide(self, world: World, order: Order) -> Decision:
        self.check_known(world, order)
        return self.give(order, "", LEFT)


def check_no_patron(store: Store, operator: str, person: str) -> None:
    """Refuse a patron's id for a member of the staff."""
    if store.head(patron_stream(operator, person)).length:
        raise refuse(
            say("{id} is the id of a patron. Choose another id for the member of the staff.", id=person), law.ONE_PERSON
        )


def check_of_house(found: PersonState) -> None:
    """Refuse commands of the house about an account of the regulator."""
    if found.is_regulators:
        words = "This id belongs to an inspector or Surveillance. Manage it with `pitboss people` at the console."
        raise refuse(words, law.REGULATORS_OWN)
