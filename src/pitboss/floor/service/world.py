"""What an order is decided on and what it comes to: `decide(world, order) -> Decision`.

A decision reads the streams that this process knows. The store remembers which these were and how long each was, and
the turn to write compares: where one has grown, the order is decided again on what is there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from pitboss.cards import Shoe
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.service.secrets import Secrets
from pitboss.floor.service.shapes import SHAPES
from pitboss.floor.store import Append, Count, NewEvent, Paper, Store, Stored, Stream
from pitboss.floor.store.rows import Cursor, Head
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.log import read_table
from pitboss.floor.tables.state import OpenState, TableState, UnopenedState, fold, open_state
from pitboss.ledger import Account, Entry
from pitboss.ledger.book import Balance
from pitboss.play.codec import encode
from pitboss.play.events import Event
from pitboss.play.shoes import NO_SHOES, NO_SHUFFLES, Shoes, Shuffles
from pitboss.play.wager import Refusal, Refused
from pitboss.value import Value, log_name

State = TypeVar("State")


@dataclass(slots=True)
class Desk:
    """A table as a process knows it: its state, and the shoes that the log and their secrets give."""

    stream: Stream
    state: TableState = field(default_factory=UnopenedState)
    secrets: Secrets | None = None
    given: Shoes | None = None
    """The shoes in the middle of a decision: their secrets are not written yet."""
    _known: tuple[Shuffles, Shoes, bool] | None = None
    """The shoes of the shuffles that they were last asked for."""

    @property
    def open_state(self) -> OpenState:
        """The state of the table, which is to be open: refused where it is not."""
        return open_state(self.state)

    @property
    def shuffles(self) -> Shuffles:
        """The shuffles that the log commits to and that are not opened yet; a table that is not open has none."""
        return self.state.shuffles if isinstance(self.state, OpenState) else NO_SHUFFLES

    @property
    def shoes(self) -> Shoes:
        """The shoes of the table's shuffles that are not opened yet."""
        return self._found[1]

    @property
    def is_committed(self) -> bool:
        """Whether the secrets are there of the shuffles that the log commits to; no others are dealt from."""
        return self._found[2]

    @property
    def _found(self) -> tuple[Shuffles, Shoes, bool]:
        shuffles, known = self.shuffles, self._known
        if self.given is not None:
            return shuffles, self.given, True
        if known is None or known[0] is not shuffles:
            shoes, is_committed = self.secrets.shoes(self.stream, shuffles) if self.secrets else (NO_SHOES, False)
            known = self._known = shuffles, shoes, is_committed or not shuffles.every
        return known

    @property
    def shoe(self) -> Shoe | None:
        """The shoe that is dealt from, where the table has a virtual one."""
        return self.shoes.live

    @property
    def journal(self) -> Journal:
        """The journal of the table, in its unit."""
        return Journal(self.stream, self.state.unit)


class Decision(Value):
    """What an order comes to, worked out and not yet written: nothing is true before it is durable."""

    events: tuple[Value, ...] = ()
    """What happens, for the stream of the order."""
    state: TableState | None = None
    """The table after it, where it is a table's and worked out already."""
    entries: tuple[Entry, ...] = ()
    counts: tuple[Count, ...] = ()
    reply: Mapping[str, Any] = {}
    shoes: Shoes | None = None
    """The table's shoes after it; nothing where they are as they were."""
    told: tuple[Event, ...] = ()
    """What happened in play."""
    by: str = ""
    """Who did it, where that is not who gave the order: an approved order is the asker's."""
    stream: Stream | None = None
    """The stream of the order, where that is not a table's."""
    also: tuple[tuple[Stream, tuple[Value, ...]], ...] = ()
    """What happens to other streams in the same write."""
    papers: tuple[Paper, ...] = ()
    cursor: Cursor | None = None


class Known(Store):
    """A store as one decision reads it. It remembers each stream that was read, with its length."""

    def __init__(self, store: Store, *, is_fresh: bool) -> None:
        self.__dict__.update(store.__dict__)
        self.is_fresh = is_fresh
        """Whether everything is read as it is now; otherwise what this process has read before will do."""
        self.lengths: dict[Stream, int] = {}

    def fold(self, stream: Stream, start: State, step: Callable[[State, Stored], State]) -> tuple[State, int]:
        """What a stream has come to, as far as this process has read it."""
        found = None if self.is_fresh else self.folded(stream, step)
        state, length = found if found is not None else super().fold(stream, start, step)
        self.lengths[stream] = length
        return state, length

    def head(self, stream: Stream) -> Head:
        """How far a stream goes."""
        found = super().head(stream)
        self.lengths.setdefault(stream, found.length)
        return found

    def has_grown(self) -> bool:
        """Say whether a stream that was read is longer by now."""
        return super().lengths_of(self.lengths) != self.lengths


class World(Value, gc=True):
    """What a decision may look at."""

    desk: Desk
    """The table of the order; an empty one where the order is no table's."""
    store: Known
    now: datetime
    seed: Callable[[int], bytes]
    """A source of chance: so many bytes that cannot be foreseen."""
    tables: Callable[[Stream], Desk] = Desk
    """Any table as this process knows it, for what does not have to be as it is in the turn to write."""
    handlers: Mapping[type, "Handler"] = {}
    """How other orders are carried out here, for an order that stands for another."""

    @property
    def at(self) -> str:
        """The moment as the log writes it."""
        return stamp(self.now)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing that this process knew before may be used: others have written meanwhile."""
        return self.store.is_fresh

    def read(self) -> Iterable[TableEvent]:
        """Read the table's stream from its beginning, for what the desk does not have at hand."""
        return read_table(self.store, self.desk.stream)

    @property
    def balance(self) -> Callable[[Account], Balance]:
        """What lies in an account. Only the table's own accounts stay as they are until the order is written."""
        return self.store.balance

    @property
    def count(self) -> Callable[[str], int]:
        """What a counter stands at; a decision that builds on it says so in what it writes (`Count.most`)."""
        return self.store.counter


Handler = Callable[[World, Order], Decision]


def noted(world: World, event: TableEvent, **reply: str) -> Decision:
    """What an order comes to that puts one thing on a table's record."""
    state = fold([event], world.desk.state)
    return Decision((event,), state, reply={"table": world.desk.journal.table} | reply)


def refuse(words: str, *because: Any) -> Refused:
    """A refusal to raise, in plain words and with its rules."""
    return Refused(Refusal(tuple(because), words))


def new_event(event: Value, at: str, by: str) -> NewEvent:
    """An event as it is to be written."""
    kind = log_name(type(event))
    data = encode(event)
    data.pop("type", None)
    return NewEvent(kind, data, at, by, SHAPES.get(kind, 1))


def appends_of(world: World, decision: Decision, stream: Stream, by: str) -> tuple[Append, ...]:
    """The events of a decision as the store takes them, each for a stream of the length that was read."""
    lengths, at = world.store.lengths, world.at
    made = partial(new_event, at=at, by=by)
    return tuple(
        Append(of, lengths[of] if of in lengths else world.store.head(of).length, tuple(made(each) for each in events))
        for of, events in ((stream, decision.events), *decision.also)
        if events
    )
