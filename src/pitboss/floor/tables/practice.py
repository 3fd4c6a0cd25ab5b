"""The virtual dealer of practice tables: it deals by itself, gives players time, and stops waiting for a player after a
while. Practice money is a unit of its own: no player card, no loss limit and no account of money is touched by it."""

import logging
import threading
from datetime import datetime, timedelta
from typing import TypeGuard

from pitboss.floor.operators import house_edition
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor, Stopped
from pitboss.floor.store import Stream
from pitboss.floor.tables.decks import BY_DEVICE, HandShuffle, InspectCards
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.law.keys import DECKS_INSPECTED
from pitboss.play.acts import Lapse
from pitboss.play.needs import CutNeed, DecisionNeed, RulingNeed, ShuffleNeed, WagersNeed
from pitboss.value import Value

log = logging.getLogger("pitboss.practice")

NAME = "virtual-dealer"
LOOK_SECONDS = 0.1
CONCEDE = "concede"
"""A choice without a wait: to concede a hand that is about to be settled."""


class Patience(Value):
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


Next = DealOn | TakeAct | InspectCards | HandShuffle
"""What the virtual dealer may do."""


def is_practice(state: TableState) -> TypeGuard[OpenState]:
    """Say whether a table is open for practice."""
    return isinstance(state, OpenState) and state.unit.is_practice


def next_command(table: str, state: OpenState, patience: Patience) -> tuple[Next, timedelta] | None:
    """The virtual dealer's next command at a table and how long it waits first; nothing before the first wager."""
    round = state.round
    if any(isinstance(need, RulingNeed) for need in round.needs):
        return None
    if awaits := state.decks.awaits:
        first = InspectCards(table, BY_DEVICE) if DECKS_INSPECTED in awaits else HandShuffle(table)
        return first, patience.between
    decisions = [need for need in round.needs if isinstance(need, DecisionNeed)]
    must = [need for need in decisions if not need.optional]
    if must:
        return TakeAct(table, Lapse(must[0].id), round.number), patience.decision
    if any(isinstance(need, ShuffleNeed | CutNeed) for need in round.needs):
        return (DealOn(table), patience.between) if any(wager.live for wager in round.wagers) else None
    if any(isinstance(need, WagersNeed) for need in round.needs):
        return (DealOn(table), patience.wagers) if any(wager.live for wager in round.wagers) else None
    to_weigh = any(option.name != CONCEDE for need in decisions if not need.declined for option in need.options)
    return DealOn(table), patience.choice if to_weigh else patience.between


class VirtualDealer:
    """Looks at the practice tables of this process and does what is next, each at its own pace."""

    def __init__(self, floor: Floor, patience: Patience | None = None) -> None:
        self.floor, self.patience = floor, patience or Patience()
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
        """Do what is due at every practice table."""
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
        due = next_command(stream.table, state, self.patience)
        if due is not None and now - since >= due[1]:
            self._since[stream] = state.length, now  # what is refused is tried again after another wait
            self.floor.submit(Order(dealer_of(stream.operator), due[0], ""))
