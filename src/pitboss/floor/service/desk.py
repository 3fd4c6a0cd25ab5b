"""A desk: what a process keeps of a stream that it writes, and what a handler makes of an order."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pitboss.cards import Shoe
from pitboss.floor.service.commands import Order
from pitboss.floor.store import Count, Stream
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.state import TableState, fold
from pitboss.ledger import Account, Entry
from pitboss.ledger.book import Balance
from pitboss.play.events import Event
from pitboss.play.shoes import NO_SHOES, Shoes
from pitboss.play.wager import Refusal, Refused
from pitboss.value import Value


@dataclass(slots=True)
class Desk:
    """A table that this process writes: its state, its shoe and its journal."""

    stream: Stream
    state: TableState = field(default_factory=TableState)
    shoes: Shoes = NO_SHOES
    is_committed: bool = True
    """Whether the live shoe is the one that the table's log commits to; no other is dealt from."""

    @property
    def shoe(self) -> Shoe | None:
        """The shoe that is dealt from, where the table has a virtual one."""
        return self.shoes.live

    @property
    def journal(self) -> Journal:
        """The journal of the table, in its unit."""
        return Journal(self.stream, self.state.unit)


class Prepared(Value):
    """What an order comes to, worked out and not yet written: nothing is true before it is durable."""

    events: tuple[TableEvent, ...] = ()
    state: TableState | None = None
    entries: tuple[Entry, ...] = ()
    counts: tuple[Count, ...] = ()
    reply: Mapping[str, Any] = {}
    shoes: Shoes | None = None
    """The table's shoes after it; nothing where they are as they were."""
    told: tuple[Event, ...] = ()
    """What happened in play, for those who watch the table."""
    anew: Callable[[], None] | None = None
    """What to do before the order is worked out again, should a count that it builds on have moved meanwhile."""
    by: str = ""
    """Who did it, where that is not who gave the order: what is approved was asked for by somebody else."""


class Context(Value, gc=True):
    """What a handler may look at."""

    desk: Desk
    now: datetime
    seed: Callable[[int], bytes]
    """A source of chance: so many bytes that nobody can foresee."""
    read: Callable[[], Iterable[TableEvent]] = tuple
    """Reads the table's stream from its beginning, for what the desk does not have at hand."""
    balance: Callable[[Account], Balance] = lambda _: Balance()
    """What lies in an account. Only the table's own accounts stay as they are until the order is written."""
    count: Callable[[str], int] = lambda _: 0
    """What a counter stands at; whoever builds on it says so in what is written (`Count.most`)."""
    role: Callable[[str, str], str] = lambda _, __: ""
    """The rank or role that somebody of a house holds; none if they are not of it."""
    handlers: Mapping[type, Callable[..., Prepared]] = {}
    """How other orders are carried out here, for an order that stands for another."""


Handler = Callable[[Context, Order], Prepared]


def noted(context: Context, event: TableEvent, **reply: str) -> Prepared:
    """What an order comes to that puts one thing on a table's record."""
    state = fold([event], context.desk.state)
    return Prepared((event,), state, reply={"table": context.desk.journal.table} | reply)


def refuse(words: str, *because: Any) -> Refused:
    """A refusal to raise, in plain words and with its rules."""
    return Refused(Refusal(tuple(because), words))
