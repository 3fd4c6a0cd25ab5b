"""What the tests of tables share: a floor with a held clock, people of every rank, and rounds played through."""

import itertools
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from floor.support import Lenient, named, register, weighed
from pitboss.floor.audit import verify
from pitboss.floor.cashier.chips import bring_forward
from pitboss.floor.composition import find_due, make_floor
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.clock import ManualClock, stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Store, Stream
from pitboss.floor.tables.log import load_table, read_table
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.pit import TakePost
from pitboss.floor.tables.players import must_wait
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import OpenState, Stack, TableEvent, TableState
from pitboss.ledger import Account, totals
from pitboss.money import Stake
from pitboss.play import Refused, Round
from pitboss.play.acts import Act, Decide, Place, Sit
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import Limits, Terms
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE

PONTOON = "star-pontoon"
STARS = (STAR, STAR_MS, PONTOON)
CROWNS = (CROWN, CROWN_MS, ULTIMATE)
GAMES = (*STARS, *CROWNS)
NOON = datetime(2026, 11, 16, 1, tzinfo=UTC)
TRAY = (Stack(100_00, 500), Stack(5_00, 200))
RANKS = {
    "star": ("dealer", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager"),
    "crown": ("dealer", "higher-duties-dealer", "area-manager", "casino-manager"),
}
_keys = (f"key-{os.getpid()}-{number}" for number in itertools.count())


def opener(game: str) -> str:
    """The wager that buys a hand."""
    return "wager" if game == PONTOON else "ante"


def sign(game: str, least: int = 25, most: int = 500) -> dict[str, Limits]:
    """A sign with limits in dollars for the wager that buys a hand."""
    return {opener(game): Limits(least * 100, most * 100)}


class Pit:
    """A table on a floor of its own."""

    def __init__(
        self,
        store: Store,
        game: str,
        table: str = "7",
        clock: ManualClock | None = None,
        seed: Callable[[int], bytes] | None = None,
    ) -> None:
        self.game, self.table, self.store = game, table, store
        self.operator = game.split("-", 1)[0]
        self.clock = clock or ManualClock(NOON)
        seeds = seed or Random(26).randbytes
        self.floor = make_floor(store, Lenient(store), clock=self.clock, seed=seeds).start()
        self.stream = Stream(self.operator, f"table:{table}")
        self.dealer, self.supervisor, self.manager, self.boss = (
            Actor(self.operator, f"{rank}-1", rank) for rank in RANKS[self.operator]
        )
        self.inspector = Actor(self.operator, "inspector-1", "inspector")

    # Orders.

    def do(self, actor: Actor, command: Any, key: str = "") -> dict[str, Any]:
        """Have something done by a person who has seen its edge, where it moves one."""
        return self._order(actor, weighed(command, self.state), key)

    def _order(self, actor: Actor, command: Any, key: str = "") -> dict[str, Any]:
        return self.floor.do(Order(actor, named(command, self.state), key or next(_keys)))

    def refused(self, actor: Actor, command: Any) -> Refused:
        """Assert that a command is refused, and that nothing changed."""
        before = self.state
        with pytest.raises(Refused) as error:
            self._order(actor, command)
        assert self.state == before
        assert error.value.because, "a refusal names its rule"
        return error.value

    def open(
        self, actor: Actor | None = None, *, unit: str = "AUD", granted: Any = (), **changes: Any
    ) -> dict[str, Any]:
        command = OpenTable(self.table, self.game, self.terms(**changes), TRAY, granted=granted, unit=unit)
        opened = self.do(actor or self.boss, command)
        self.post(self.dealer)
        return opened

    def post(self, dealer: Actor) -> None:
        """Put a person at the dealer's post, as one of the staff."""
        Accounts(self.store).give(dealer, self.clock(), by="tests")
        self.do(self.boss, TakePost(self.table, "dealer", dealer.person))

    def terms(self, **changes: Any) -> Terms:
        usual: dict[str, Any] = {"limits": sign(self.game)}
        if self.game == ULTIMATE:
            usual["limits"] = usual["limits"] | {"trips": Limits(5_00, 100_00)}
        if self.operator == "crown":
            usual["regulator_minimum_cents"] = {"ante": 5_00} | ({"trips": 2_00} if self.game == ULTIMATE else {})
        return Terms(**(usual | changes))

    def close(self) -> dict[str, Any]:
        return self.do(self.boss, CloseTable(self.table, TRAY))

    # The table as it stands.

    @property
    def state(self) -> TableState:
        return self.floor.table(self.stream).state

    @property
    def is_open(self) -> bool:
        return isinstance(self.state, OpenState)

    @property
    def open_state(self) -> OpenState:
        return self.floor.table(self.stream).open_state

    @property
    def round(self) -> Round:
        return self.open_state.round

    def events(self, *kinds: type) -> list[TableEvent]:
        return [event for event in read_table(self.store, self.stream) if not kinds or isinstance(event, kinds)]

    def chips(self, patron: str, unit: str = "AUD") -> int:
        return self.store.balance(Account(self.operator, "patron", patron, unit)).free

    def sound(self) -> None:
        """What replay gives is what the process has, an audit finds no fault, and nothing was made or lost."""
        assert load_table(self.store, self.stream) == self.state
        found = verify(self.store).findings
        assert not found, [str(one) for one in found]
        assert all(into == out for into, out in totals(self.store.balances()).values())

    # Time.

    def wait(self, **by: float) -> None:
        """Let time pass."""
        self.clock.advance(timedelta(**by))

    def in_minutes(self, minutes: float) -> str:
        return stamp(self.clock() + timedelta(minutes=minutes))

    def tick(self) -> None:
        """Let the clock do what is due, as the service does twice a second."""
        for order in find_due(self.stream, self.state, self.clock()):
            with suppress(Refused):  # the service has just done it
                self.do(order.actor, order.command)

    # People and play.

    def patron(self, name: str) -> Actor:
        return Actor(self.operator, name, "patron")

    def fund(self, *patrons: str, cents: int = 10_000_00) -> None:
        register(self.store, self.operator, *patrons, clock=self.clock)
        chips = {Account(self.operator, "patron", name): cents for name in patrons}
        bring_forward(self.store, chips, at=stamp(self.clock()), by="tests")

    def act(self, actor: Actor, act: Act) -> dict[str, Any]:
        return self.do(actor, TakeAct(self.table, act))

    def sit(self, patron: str, area: int) -> None:
        self.act(self.patron(patron), Sit("wagers", patron, area))

    def place(self, patron: str, area: int, dollars: int = 25) -> None:
        self.act(self.patron(patron), self.wager(patron, area, dollars))
        if self.game == ULTIMATE:
            self.act(self.patron(patron), Place("wagers", patron, area, "blind", Stake.of(dollars * 100)))

    def wager(self, patron: str, area: int, dollars: int) -> Place:
        return Place("wagers", patron, area, opener(self.game), Stake.of(dollars * 100))

    def play(self, wagers: Mapping[str, int] | None = None, dollars: int = 25) -> None:
        """Play a round through: those named wager on their areas, and take what costs them nothing more."""
        for patron, area in (wagers or {}).items():
            self.place(patron, area, dollars)
        number = self.round.number
        while self.is_open and self.round.number == number:
            self.step()

    def step(self) -> None:
        """Do the next thing in a round."""
        first = self.open_state.suspicion.first
        asked = [n for n in self.round.needs if isinstance(n, DecisionNeed) and not n.optional]
        asked.sort(key=lambda need: must_wait(self.round, first, need.patron))
        if asked:
            need = asked[0]
            option = next(option for option in need.options if not option.most_cents)
            self.act(self.dealer, Decide(need.id, need.patron, option.name))
        else:
            self.do(self.dealer, DealOn(self.table))
