"""Commands, and how one is decided: `command.decide(world, order) -> Decision`.

A decision reads the streams that this process knows. The store remembers which these were and how long each was, and
the turn to write compares: where one has grown, the order is decided again on what is there. Each order has a key of
its own, so that one that comes twice is done once.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, Self, TypeVar

from pitboss import law, ledger
from pitboss.cards import Card, Shoe
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.forms import CommandForm
from pitboss.floor.store import Append, CounterChange, NewEvent, PersonalRecord, Store, Stored, Stream, table_stream
from pitboss.floor.store.rows import SHAPES, Cursor, PersonalPart, Secret, StreamHead, Write, canonical
from pitboss.floor.tables import (
    bookkeeping,
    log,  # not its names: it imports this package, too
)
from pitboss.floor.tables.state import OpenState, TableEvent, TableState, UnopenedState, fold, open_state
from pitboss.messages import message
from pitboss.play import Event, Refusal, Refused, encode
from pitboss.play.dealer import NO_SHOES, NO_SHUFFLES, KnownShuffle, Shoes, Shuffles
from pitboss.value import Value, declared_name, log_name

State = TypeVar("State")


class Actor(Value, tag="Actor"):
    """The person who gives an order, with the rank or role that they signed in with."""

    operator: str
    person: str
    role: str
    """`patron`, `inspector`, or a rank of the operator's."""


class CommandNeeds(Value):
    """The needs of a command at every operator, besides the rank and the bounds in each operator's file."""

    roles: tuple[str, ...] = ()
    """Who may give it besides the ranks: `patron`, `inspector`, the floor itself (`system`)."""
    rule: law.Key | None = None
    """The rule that says who may give it, where there is one."""
    approval: bool = False
    """Whether a second person approves it, whatever the amount."""
    post: str = ""
    """The post at the table that its giver must have, unless they may fill posts."""
    seen: str = ""
    """Where people see what it moved."""


KINDS: list[type["Command"]] = []
"""Every kind of command, in the order in which their modules were loaded."""


class Command(Value):
    """An order of a person to the floor: the class says what it needs, the fields what it asks.

    The first field says where it belongs (a table, a patron, a person, a case). A field `approver` names the second
    person who approves it. The operators' files say who may give it; that is checked before `decide`, for every
    command.
    """

    takes: ClassVar[CommandNeeds] = CommandNeeds()
    forms: ClassVar[tuple[CommandForm, ...]] = (CommandForm(),)
    """The forms in which a screen asks for it."""
    private: ClassVar[Mapping[str, str]] = {}
    """The fields that name a person, each with the personal record that holds the same words."""
    sealed: ClassVar[tuple[str, ...]] = ()
    """The fields that stay secret until their time. They are in the secret that the reply names (`SEALED`)."""
    later: ClassVar[tuple[str, ...]] = ()
    """Fields of later versions: an order that leaves them out has the digest that it had before."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        KINDS.append(cls)

    def stream(self, operator: str) -> Stream:
        """The stream whose turn it is decided in; orders of other streams than tables are decided beside the tables."""
        return Stream(operator, "")

    def decide(self, world: "World", order: "Order") -> "Decision":
        """The decision; a refusal is raised."""
        raise TypeError(f"{type(self).__name__} decides nothing")

    @property
    def second(self) -> Actor | None:
        """The second person who approves it, where one does."""
        found: Actor | None = getattr(self, "approver", None)
        return found

    @property
    def approved_by(self) -> str:
        """The person who approved it; empty where one person was enough."""
        return self.second.person if self.second is not None else ""


class TableCommand(Command):
    """A command about a table."""

    table: str

    def stream(self, operator: str) -> Stream:
        """The stream of the table."""
        return table_stream(operator, self.table)


class TimedCommand(TableCommand):
    """The command that the clock gives at a table when its time has come."""

    @classmethod
    def find_due(cls, table: str, state: TableState, now: datetime) -> Self | None:
        """The command that is due at a table, if one is."""
        raise TypeError(f"{cls.__name__} is never due")


def command_kinds() -> dict[str, type[Command]]:
    """Every command of the floor by its name on the log."""
    return {name: kind for kind in KINDS if (name := declared_name(kind)) is not None}


class Order(Value):
    """A command, who gives it, and its key."""

    actor: Actor
    command: Command
    key: str

    @property
    def digest(self) -> str:
        """A hash of the command and its giver. Of a field that names a person it covers only whether the field is
        filled: otherwise a guess of the name could be tested against the hash after the personal record is erased. Of a
        sealed field it covers nothing: a reader of the store would guess an amount in a thousand tries."""
        command = encode(self.command)
        hidden = dict.fromkeys(self.command.sealed) | {n: bool(command[n].strip()) for n in self.command.private}
        return self._digest(command | hidden)

    @property
    def older_digests(self) -> tuple[str, ...]:
        """The digests that older programs wrote of the same order: they cover all fields."""
        return (self._digest(encode(self.command)),) if self.command.private or self.command.sealed else ()

    @property
    def personal_parts(self) -> tuple[PersonalPart, ...]:
        """The fields that name a person, to be compared with their personal records."""
        values = {paper: getattr(self.command, name).strip() for name, paper in self.command.private.items()}
        whose = getattr(self.command, self.command._fields[0])
        return tuple(PersonalPart(whose, paper, value) for paper, value in values.items() if value)

    def _digest(self, command: Any) -> str:
        later, defaults = self.command.later, self.command._field_defaults
        unsaid = {name for name in later if getattr(self.command, name) == defaults[name]}
        said = {name: part for name, part in command.items() if name not in unsaid}
        return hashlib.sha256(canonical([encode(self.actor), said]).encode()).hexdigest()

    def write(self) -> Write:
        """An empty write under the order's key: an order that comes again is done once."""
        older, said = self.older_digests, self.personal_parts
        sealed = {name: encode(getattr(self.command, name)) for name in self.command.sealed}
        return Write(self.actor.operator, self.key, self.digest, older_digests=older, said=said, sealed=sealed)


REMEMBERED = 4_096
"""How many shuffles a process remembers; the one that was made first is read again."""


def write_secret(shoe: Shoe) -> str:
    """A shuffle as it was made."""
    return json.dumps({"cards": bytes(shoe.cards).hex(), "seed": shoe.seed.hex(), "chosen": shoe.chosen})


def read_secret(text: str) -> Shoe:
    """A shuffle as it was made, out of its secret."""
    data: Mapping[str, Any] = json.loads(text)
    cards = tuple(Card(number) for number in bytes.fromhex(data["cards"]))
    return Shoe.shuffle(cards, bytes.fromhex(data["seed"]), chosen=True)._replace(chosen=data["chosen"])


class Secrets:
    """The shuffles of tables that this process has made or read. A secret that does not match its commitment is
    ignored."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[tuple[Stream, str], Shoe] = OrderedDict()

    def add(self, stream: Stream, shoe: Shoe) -> None:
        """Remember a shuffle that is durable."""
        self._known[stream, shoe.commitment] = shoe._replace(cut_at=0, drawn=0, stop=0)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def shoe(self, stream: Stream, shuffled: KnownShuffle) -> Shoe | None:
        """The shoe of a shuffle as it is now; nothing where the store has no such secret."""
        known = self._known.get((stream, shuffled.commitment))
        if known is None:
            text = self._store.secret(stream, shuffled.commitment)
            known = read_secret(text) if text is not None else None
            if known is None or known.commitment != shuffled.commitment:
                return None
            self.add(stream, known)
        return shuffled.shoe(known)

    def shoes(self, stream: Stream, shuffles: Shuffles) -> tuple[Shoes, bool]:
        """The shoes of a table, and whether the store has the secret of each that the log commits to."""
        found = [self.shoe(stream, each) for each in shuffles.every]
        live = found[-1] if shuffles.live is not None else None
        spent = found[: len(shuffles.spent)]
        return Shoes(live, tuple(each for each in spent if each is not None)), None not in found


@dataclass(slots=True)
class FloorTable:
    """A table as a process knows it: its state, and the shoes that the log and their secrets give."""

    stream: Stream
    state: TableState = field(default_factory=UnopenedState)
    secrets: Secrets | None = None
    given: Shoes | None = None
    """The shoes during a decision: their secrets are not written yet."""
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
        """Whether the store has the secret of each shuffle that the log commits to; only such shoes are dealt from."""
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
    def bookkeeper(self) -> bookkeeping.TableBookkeeper:
        """The bookkeeper of the table, in its unit."""
        return bookkeeping.TableBookkeeper(self.stream, self.state.unit)

    @property
    def open_bookkeeper(self) -> bookkeeping.TableBookkeeper:
        """The bookkeeper of the table, which is to be open: refused where it is not."""
        return bookkeeping.TableBookkeeper(self.stream, self.open_state.unit)


class Decision(Value):
    """The result of an order, worked out and not yet written: nothing is true before it is durable."""

    events: tuple[Value, ...] = ()
    """What happens, for the stream of the order."""
    state: TableState | None = None
    """The table after it, where that is worked out already (a step of play is dear); else its events are folded."""
    entries: tuple[ledger.Entry, ...] = ()
    counts: tuple[CounterChange, ...] = ()
    reply: Mapping[str, Any] = {}
    shoes: Shoes | None = None
    """The table's shoes after it; nothing where they are as they were."""
    play_events: tuple[Event, ...] = ()
    """What happened in play."""
    by: str = ""
    """The person who did it, where another person gave the order: an approved order is the asker's."""
    stream: Stream | None = None
    """The stream of the order, where that is not a table's."""
    also: tuple[tuple[Stream, tuple[Value, ...]], ...] = ()
    """What happens to other streams in the same write."""
    personal_records: tuple[PersonalRecord, ...] = ()
    cursor: Cursor | None = None
    secrets: tuple[Secret, ...] = ()
    """What is kept beside the log until it is told; the log commits to it."""
    opened: tuple[tuple[Stream, str], ...] = ()
    """The secrets that are told now, by their streams and names."""

    def plus(self, *events: TableEvent) -> "Decision":
        """The same with more that happens at the table after it."""
        state = fold(events, self.state) if self.state is not None else None
        return self._replace(events=(*self.events, *events), state=state)


class TrackedStore(Store):
    """A store as one decision reads it. It remembers each stream that was read, with its length, and each balance."""

    def __init__(self, store: Store, *, is_fresh: bool) -> None:
        self.__dict__.update(store.__dict__)
        self.is_fresh = is_fresh
        """Whether everything is read again; otherwise the process uses what it has read before."""
        self.lengths: dict[Stream, int] = {}
        self.balances_read: dict[ledger.Account, ledger.Balance] = {}

    def fold(self, stream: Stream, start: State, step: Callable[[State, Stored], State]) -> tuple[State, int]:
        """The state of a stream as far as this process has read it."""
        found = None if self.is_fresh else self.cached_fold(stream, step)
        state, length = found if found is not None else super().fold(stream, start, step)
        self.lengths[stream] = length
        return state, length

    def head(self, stream: Stream) -> StreamHead:
        """How far a stream goes."""
        found = super().head(stream)
        self.lengths.setdefault(stream, found.length)
        return found

    def balances_of(self, accounts: Sequence[ledger.Account]) -> dict[ledger.Account, ledger.Balance]:
        """The balances of some accounts."""
        found = super().balances_of(accounts)
        self.balances_read |= found
        return found

    def has_grown(self) -> bool:
        """Say whether a stream that was read is longer by now."""
        return super().lengths_of(self.lengths) != self.lengths


def decide(world: "World", order: Order) -> Decision:
    """Decide an order as its command has it, with nothing checked around it."""
    return order.command.decide(world, order)


class World(Value, gc=True):
    """The facts that a decision may use."""

    table: FloorTable
    """The table of the order; an empty one where the order is no table's."""
    store: TrackedStore
    now: datetime
    seed: Callable[[int], bytes]
    """A source of chance: so many bytes that cannot be foreseen."""
    tables: Callable[[Stream], FloorTable] = FloorTable
    """Any table as this process knows it, which may be older than the turn to write."""
    carry_out: "CarryOut" = decide
    """How another order is decided with all its checks, for an order that stands for another."""

    @property
    def at(self) -> str:
        """The moment as the log writes it."""
        return stamp(self.now)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing that this process knew before may be used: others have written meanwhile."""
        return self.store.is_fresh

    def read(self) -> Iterable[TableEvent]:
        """Read the table's stream from its beginning, for what the process does not have at hand."""
        return log.read_table(self.store, self.table.stream)

    @property
    def balance(self) -> Callable[[ledger.Account], ledger.Balance]:
        """The balance of an account; if it changes before the order is written, the order is decided again."""
        return self.store.balance

    @property
    def count(self) -> Callable[[str], int]:
        """The value of a counter; a decision that builds on it says so in what it writes (`CounterChange.most`)."""
        return self.store.counter


CarryOut = Callable[[World, Order], Decision]
"""A way to decide an order: that of its command, with what is checked around it."""


def note_event(world: World, event: TableEvent, **reply: Any) -> Decision:
    """The decision that adds one event to a table."""
    return Decision((event,), reply={"table": world.table.stream.table} | reply)


def note_when_open(world: World, event: TableEvent, **reply: Any) -> Decision:
    """The same, at an open table."""
    open_state(world.table.state)
    return note_event(world, event, **reply)


def note_between_rounds(world: World, event: TableEvent, **reply: Any) -> Decision:
    """The same, between rounds."""
    if not world.table.open_state.is_between_rounds:
        raise refuse("Wait until the round is over, then give this order.", law.ROUND_OF_PLAY)
    return note_event(world, event, **reply)


def refuse(words: str, *because: Any) -> Refused:
    """A refusal to raise, in plain words and with its rules."""
    return Refused(Refusal(tuple(because), words))


SAY_WHY = message("Enter the reason: it goes into the log.")


def check_said(said: str, words: str, *because: law.Ground) -> None:
    """Refuse an order with an empty field that it needs."""
    if not said:
        raise refuse(words, *because)


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
