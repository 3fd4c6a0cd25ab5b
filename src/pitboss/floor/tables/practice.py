"""The virtual dealer of practice tables: it deals by itself, gives players time, and stops waiting for a player after a
while. A patron may have a practice table to themselves, like one that is open, at which the dealer waits for them.
Practice money is a unit of its own: no player card, no loss limit and no account of money is touched by it."""

import logging
import threading
from datetime import datetime, timedelta
from hashlib import sha256
from typing import ClassVar, TypeGuard

from pitboss import law
from pitboss.floor.operators import house_edition
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, TableCommand, World, refuse
from pitboss.floor.service.floor import Floor, Stopped
from pitboss.floor.store import Stream, table_stream
from pitboss.floor.tables import decks, opening, playing
from pitboss.floor.tables.state import OpenState, TableOpened, TableState
from pitboss.law.keys import DECKS_INSPECTED
from pitboss.messages import say
from pitboss.play import acts, needs
from pitboss.value import Value

log = logging.getLogger("pitboss.practice")

NAME = "virtual-dealer"
LOOK_SECONDS = 0.1
PIECES = 20_000
"""How many chips of a kind lie at most in the float of a patron's own table."""
LONGEST = 40
"""How long the name of a table may be."""
CONCEDE = "concede"
"""A choice without a wait: to concede a hand that is about to be settled."""


class WaitingTimes(Value):
    """How long the virtual dealer waits."""

    between: timedelta = timedelta(seconds=0.7)
    """From one thing that it does to the next, so that people can follow."""
    wagers: timedelta = timedelta(seconds=8)
    """After the last wager before wagers are closed."""
    choice: timedelta = timedelta(minutes=3)
    """For an optional choice that its player has not answered."""
    decision: timedelta = timedelta(minutes=3)
    """For a decision; then the player counts as absent."""


def dealer_of(operator: str) -> Actor:
    """The virtual dealer of a house, with the rank of any dealer."""
    return Actor(operator, NAME, house_edition(operator).ranks[0])


Next = playing.DealOn | playing.TakeAct | decks.InspectCards | decks.HandShuffle
"""What the virtual dealer may do."""


def is_practice(state: TableState) -> TypeGuard[OpenState]:
    """Say whether a table is open for practice."""
    return isinstance(state, OpenState) and state.unit.is_practice


def own_table(like: str, patron: str) -> str:
    """The name of the table at which a patron practises alone; a long id is told by its digest."""
    name = f"{like}.{patron}"
    return name if len(name) <= LONGEST else f"{like}.{sha256(patron.encode()).hexdigest()[:16]}"


class PractiseAlone(TableCommand, tag="PractiseAlone"):
    """A patron has a practice table of their own opened, like one that is open to all: one for each of those."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = ()
    like: str

    def decide(self, world: World, order: Order) -> Decision:
        """Open the table on the terms of the other one; one that is open stays as it is."""
        actor, state = order.actor, world.table.state
        if actor.role != PATRON or self.table != own_table(self.like, actor.person):
            raise refuse("You can open a practice table only for yourself.", law.NOT_YOURS)
        like = world.tables(table_stream(actor.operator, self.like)).state
        if not is_practice(like) or like.for_patron:
            raise refuse(say("Table {table} is not open for practice.", table=self.like), law.TERMS)
        if isinstance(state, OpenState):
            return Decision((), reply={"table": self.table})
        rules, terms, unit = like.table.game.rules, like.table.game.terms, like.unit.name
        stacks = tuple(stack._replace(pieces=min(stack.pieces, PIECES)) for stack in like.stacks)
        command = opening.OpenTable(self.table, rules.game.name, terms, stacks, rules.edition.version, unit=unit)
        opened = command.decide(world, order)
        events = [
            event._replace(for_patron=actor.person) if isinstance(event, TableOpened) else event
            for event in opened.events
        ]
        return opened._replace(events=tuple(events))


def next_command(table: str, state: OpenState, waiting_times: WaitingTimes) -> tuple[Next, timedelta] | None:
    """The virtual dealer's next command at a table and how long it waits first; nothing before the first wager. At a
    patron's own table it waits until they ask for the deal, and for every answer."""
    round, alone = state.round, bool(state.for_patron)
    if awaits := state.decks.awaits:
        first = decks.InspectCards(table, decks.BY_DEVICE) if DECKS_INSPECTED in awaits else decks.HandShuffle(table)
        return first, waiting_times.between
    decisions = [need for need in round.needs if isinstance(need, needs.DecisionNeed)]
    must = [need for need in decisions if not need.optional]
    to_weigh = any(option.name != CONCEDE for need in decisions if not need.declined for option in need.options)
    is_betting = any(isinstance(need, needs.WagersNeed) for need in round.needs)
    if alone and (must or to_weigh or is_betting):
        return None
    if must:
        return playing.TakeAct(table, acts.Lapse(must[0].id), round.number), waiting_times.decision
    if any(isinstance(need, needs.ShuffleNeed | needs.CutNeed) for need in round.needs):
        return (playing.DealOn(table), waiting_times.between) if any(wager.live for wager in round.wagers) else None
    if is_betting:
        return (playing.DealOn(table), waiting_times.wagers) if any(wager.live for wager in round.wagers) else None
    return playing.DealOn(table), waiting_times.choice if to_weigh else waiting_times.between


class VirtualDealer:
    """Looks at the practice tables of this process and does what is next, each at its own pace."""

    def __init__(self, floor: Floor, waiting_times: WaitingTimes | None = None) -> None:
        self.floor, self.waiting_times = floor, waiting_times or WaitingTimes()
        self._since: dict[Stream, tuple[int, datetime]] = {}
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-practice", daemon=True)

    def start(self) -> "VirtualDealer":
        """Begin to deal."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Deal no more."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(LOOK_SECONDS):
            try:
                self.look()
            except Stopped:
                return
            except Exception:
                log.exception("the virtual dealer goes on after an error")

    def look(self) -> None:
        """Take the step that is due at each practice table."""
        tables = [
            stream for stream, floor_table in list(self.floor.tables.items()) if floor_table.state.unit.is_practice
        ]
        if tables and self.floor.leader.leads():  # one server deals
            for stream in tables:
                state = self.floor.table(stream).state
                if is_practice(state):
                    self._look_at(stream, state)

    def _look_at(self, stream: Stream, state: OpenState) -> None:
        now = self.floor.clock()
        length, since = self._since.get(stream, (-1, now))
        if length != state.length:
            since = now
            self._since[stream] = state.length, since
        due = next_command(stream.table, state, self.waiting_times)
        if due is not None and now - since >= due[1]:
            self._since[stream] = state.length, now  # what is refused is tried again after another wait
            self.floor.submit(Order(dealer_of(stream.operator), due[0], ""))
