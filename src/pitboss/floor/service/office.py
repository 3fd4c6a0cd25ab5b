"""An office: orders about things that are not a table (a patron, a person, a register), written by whoever is asked.

Nobody has such a stream to themselves. An order is worked out on what is there and written if nothing changed
meanwhile; if something did, it is worked out again.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pitboss.floor.people.amounts import bounded, check_not_self, patron_of
from pitboss.floor.people.permission import PATRON, check
from pitboss.floor.people.standing import guard_approvals
from pitboss.floor.service.clock import Clock, stamp, system_clock
from pitboss.floor.service.commands import Order
from pitboss.floor.service.counts import refused
from pitboss.floor.service.shapes import SHAPES
from pitboss.floor.store import Append, Count, NewEvent, Paper, Store, Stream, Write
from pitboss.floor.store.rows import Conflict, OverCount
from pitboss.ledger import Entry
from pitboss.play.codec import encode
from pitboss.value import Value, log_name

TRIES = 5


class Deed(Value):
    """What an order to an office comes to: events for a stream that has so many before them, and what goes along."""

    stream: Stream
    expected: int
    events: tuple[Value, ...] = ()
    entries: tuple[Entry, ...] = ()
    counts: tuple[Count, ...] = ()
    reply: Mapping[str, Any] = {}
    also: tuple[Append, ...] = ()
    """What goes to other streams in the same write."""
    papers: tuple[Paper, ...] = ()


class Desk(Value, gc=True):
    """What whoever works an order out may look at."""

    store: Store
    now: datetime

    @property
    def at(self) -> str:
        """The moment as the log writes it."""
        return stamp(self.now)


Worker = Callable[[Desk, Order], Deed]


class Office:
    """Carries out orders about things that are not a table."""

    def __init__(self, store: Store, workers: Mapping[type, Worker], *, clock: Clock = system_clock) -> None:
        self.store, self.workers, self.clock = store, guard_approvals(workers, store), clock

    def do(self, order: Order) -> dict[str, Any]:
        """Carry an order out: once, however often it comes under its key."""
        if order.key and self.store.reply(order.actor.operator, order.key) is not None:
            return dict(self.store.commit(order.write()).reply)  # refused if the key has served another command
        for left in reversed(range(TRIES)):
            desk = Desk(self.store, self.clock())
            check(order.actor, log_name(type(order.command)), getattr(order.command, "approver", None))
            if order.actor.role != PATRON:
                check_not_self(order, patron_of(order.command))
            counts = bounded(order, desk.now, self.store.counter)
            deed = self.workers[type(order.command)](desk, order)
            deed = deed._replace(counts=deed.counts + counts)
            try:
                return dict(self.store.commit(write_of(order, deed, desk.at)).reply)
            except (Conflict, OverCount) as error:
                if not left:
                    raise (refused(error) if isinstance(error, OverCount) else error) from None
        raise AssertionError("an order is written or refused")


def write_of(order: Order, deed: Deed, at: str) -> Write:
    """A deed as the store takes it."""
    events = tuple(new_event(event, at, order.actor.person) for event in deed.events)
    return order.write()._replace(
        appends=((Append(deed.stream, deed.expected, events),) if events else ()) + deed.also,
        entries=deed.entries,
        counts=deed.counts,
        reply=dict(deed.reply),
        at=at,
        papers=deed.papers,
    )


def new_event(event: Value, at: str, by: str) -> NewEvent:
    """An event as it is to be written."""
    kind = log_name(type(event))
    data = encode(event)
    data.pop("type", None)
    return NewEvent(kind, data, at, by, SHAPES.get(kind, 1))
