"""What the log says of a person: rank, password, and who gave them either.

For a time the people who appointed a person or set their password approve no orders of theirs, and they none of those
people's, so that nobody approves an order of their own through an account that they made or took over.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import REGULATORS, approver_field, is_reserved
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import refuse
from pitboss.floor.store import Store, Stored, Stream
from pitboss.value import Value, log_name

HIRED, CHANGED, LEFT = "hired", "rank changed", "left"
SET_BY_ANOTHER = "reset"
"""How a password was set that has to be changed at the first sign-in."""

Worker = TypeVar("Worker", bound=Callable[..., Any])


class RoleGiven(Value, tag="RoleGiven"):
    """A person holds this rank or role from now on; none means that they have left."""

    role: str
    reason: str = ""


class PasswordSet(Value, tag="PasswordSet"):
    """Somebody's password was set, by themselves or for them."""

    how: str


class SetAtConsole(Value, tag="SetAtConsole"):
    """A rank, a role or a password was set on the store itself, by a person whom the machine names."""

    what: str
    role: str = ""


def person_stream(operator: str, person: str) -> Stream:
    """The stream of a person."""
    return Stream(operator, f"person:{person}")


class Standing(Value):
    """What a person's stream says of them."""

    role: str = ""
    length: int = 0
    is_regulators: bool = False
    """Whether they are, or ever were, an inspector or of Surveillance: the id stays the regulator's."""
    must_change: bool = False
    """Whether another person set their password, which they have not changed yet."""
    made_by: tuple[tuple[str, str], ...] = ()
    """Each person who gave them a rank or a password, themselves included, and when."""


def standing_of(store: Store, operator: str, person: str) -> Standing:
    """What the log says of a person."""
    return store.fold(person_stream(operator, person), Standing(), _after)[0]


def _after(found: Standing, stored: Stored) -> Standing:
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
    found = standing_of(store, operator, person)
    return found.role, found.length


# Who is kept apart.


def makers_of(store: Store, who: Actor, since: str) -> set[str]:
    """A person, who gave them a rank or a password since a time, who did so for those, and so on."""
    found, left = {who.person}, [who.person]
    while left:
        made_by = standing_of(store, who.operator, left.pop()).made_by
        new = {by for by, at in made_by if at > since} - found
        found |= new
        left += new
    return found


def check_apart(store: Store, giver: Actor, approver: Actor, now: datetime) -> None:
    """Refuse an approval by a person who has no password of their own yet, or who is tied to the giver of the order:
    one of them made the other's account lately, or the same person made both."""
    if standing_of(store, approver.operator, approver.person).must_change:
        words = f"Another person set the password of {approver.person}, who signs in and changes it before approving."
        raise refuse(words, law.OWN_PASSWORD)
    days = operators()[giver.operator].apart_days
    since = stamp(now - timedelta(days=days))
    common = makers_of(store, giver, since) & makers_of(store, approver, since)
    if common:
        words = (
            f"{approver.person} cannot approve this order of {giver.person}: within the last {days} days "
            f"{min(common)} hired one of them, changed their rank or set their password. Another person approves it."
        )
        raise refuse(words, law.KEPT_APART)


def guard_approvals(workers: Mapping[type, Worker]) -> dict[type, Worker]:
    """What decides orders, with every order that names an approver refused where the two are to be kept apart."""

    def guarded(work: Any, field: str) -> Any:
        def do(world: Any, order: Order) -> Any:
            done = work(world, order)  # an approver of too low a rank is told of that first
            if (approver := getattr(order.command, field)) is not None:
                check_apart(world.store, order.actor, approver, world.now)
            return done

        return do

    return {
        command: guarded(work, field) if (field := approver_field(command)) else work
        for command, work in workers.items()
    }
