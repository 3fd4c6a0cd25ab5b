"""Edges that were seen: what the tests' people say of what they set."""

from typing import Any

from pitboss.floor.edges import moves, offer_of
from pitboss.floor.offers import OFFERS
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.floor.tables.state import TableState
from pitboss.play import Refused

SEEN = EdgeSeen("1/40", "Ante", "0" * 64)
"""An edge with the house ahead, as whoever sets something has seen it."""


def weighed(command: Any, state: TableState) -> Any:
    """A command with an edge that was seen, if it needs one and has none."""
    if type(command) not in OFFERS or command.edge is not None:
        return command
    try:
        after = OFFERS[type(command)](command, state)
    except Refused:
        return command
    return named(command._replace(edge=SEEN), state) if moves(offer_of(state), after) else command


def named(command: Any, state: TableState) -> Any:
    """A command whose edge, if it has one, is of what the table will offer by it."""
    if type(command) not in OFFERS or command.edge is None or command.edge.offer:
        return command
    return command._replace(edge=command.edge._replace(offer=OFFERS[type(command)](command, state).name))
