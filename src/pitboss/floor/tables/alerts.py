"""Alerts: what happened at a table that somebody in the pit has to know of. Each stays until it is acknowledged."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss.floor.tables.device_events import DeviceReported
from pitboss.floor.tables.events import TableClosed
from pitboss.floor.tables.found_events import ExcessFound, InvalidFound, WagersCut
from pitboss.floor.tables.money_events import DropCounted
from pitboss.floor.tables.people_events import DisputeRaised
from pitboss.floor.tables.pit_events import SupervisorCalled
from pitboss.floor.tables.sign_events import CardsCounted, NoticeFell
from pitboss.money import dollars
from pitboss.value import Value

CALL = "call"
"""The kind of an alert that is somebody's call."""


class Alert(Value):
    """An alert: which event of the table raised it, and what it says."""

    id: str
    kind: str
    words: str
    number: int
    """The number of the event in the table's stream, which has its time and its author."""
    by: str = ""
    """Who called, if somebody did."""


def _called(event: SupervisorCalled) -> str:
    return event.reason or "A supervisor is wanted."


def _off(cents: int, what: str) -> str:
    """What is over or short of the books; nothing if it is neither."""
    return f"{what} {dollars(abs(cents))} {'over' if cents > 0 else 'short'}." if cents else ""


def _wrong(counted: int, expected: int) -> str:
    """What is wrong with a count of the cards; nothing if it is right."""
    return f"{counted} cards were counted where {expected} ought to be." if counted != expected else ""


RAISED_BY: Mapping[type, tuple[str, Callable[[Any], str]]] = {
    SupervisorCalled: (CALL, _called),
    DisputeRaised: ("dispute", lambda event: f"{event.patron} disputes round {event.round}: {event.about}"),
    NoticeFell: ("sign", lambda event: f"The sign has run: {event.what}."),
    InvalidFound: ("invalid wager", lambda event: f"{event.patron}, round {event.round}: {event.ground}."),
    ExcessFound: ("loss limit", lambda event: f"{event.patron} passed their loss limit in round {event.round}."),
    WagersCut: ("loss limit", lambda event: f"{event.patron} passed their loss limit in round {event.round}."),
    DeviceReported: ("device", lambda event: f"{event.person}, found with {event.what}: to the {event.to}."),
    CardsCounted: ("cards", lambda event: _wrong(event.counted, event.expected)),
    DropCounted: ("drop", lambda event: _off(event.counted_cents - event.expected_cents, "The drop was counted")),
    TableClosed: ("float", lambda event: _off(event.over_cents, "The float was counted")),
}
"""For each event that may raise an alert, its kind and what it says; nothing where there is nothing to say."""


def raised(event: object, number: int) -> Iterator[Alert]:
    """The alert that an event raises, if it does."""
    kind, words_of = RAISED_BY[type(event)]
    if words := words_of(event):
        yield Alert(f"alert-{number}", kind, words, number, getattr(event, "by", ""))
