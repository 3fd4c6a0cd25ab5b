"""What the tests of floors share: edges that were seen, patrons who are registered."""

from collections.abc import Iterator
from typing import Any

from pitboss.floor.composition import make_floor
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons.guard import Guard, Objection
from pitboss.floor.patrons.office import RegisterPatron
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.service.clock import Clock
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Store
from pitboss.floor.tables.edges import OfferCommand, changed_choices, offer_of
from pitboss.floor.tables.state import EdgeSeen, OpenState, TableState
from pitboss.play import Refused

SEEN = EdgeSeen("1/40", "Ante", "0" * 64)
"""An edge with the house ahead, as the person who sets something has seen it."""


def weighed(command: Any, state: TableState) -> Any:
    """A command with an edge that was seen, if it needs one and has none."""
    if not isinstance(command, OfferCommand) or command.seen is not None:
        return command
    try:
        after = command.offer(state)
    except Refused:
        return command
    before = offer_of(state) if isinstance(state, OpenState) else None
    return named(command._replace(edge=SEEN), state) if changed_choices(before, after) else command


def named(command: Any, state: TableState) -> Any:
    """A command whose edge, if it has one, is of what the table will offer by it."""
    if not isinstance(command, OfferCommand) or command.seen is None or command.seen.offer:
        return command
    return command._replace(edge=command.seen._replace(offer=command.offer(state).name))


class Lenient(Guard):
    """A guard that counts what registered patrons lose, as every floor does, and asks none of them for a card."""

    def _objections(self, *_: object) -> Iterator[Objection]:
        return iter(())

    def _check_overlooked(self, *_: object) -> None:
        pass


def register(store: Store, operator: str, *patrons: str, clock: Clock) -> None:
    """Register patrons who are not registered yet."""
    by = Actor(operator, "host", house_edition(operator).ranks[-1])
    for name in patrons:
        if not load_patron(store, operator, name).registered:
            make_floor(store, clock=clock).do(Order(by, RegisterPatron(name), f"register {operator} {name}"))
