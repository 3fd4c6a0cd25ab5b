"""A pit for tests: a floor with its guard, a clock that stands still, and orders in short."""

from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

import pytest

from floor.support import weighed
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.floor.audit import verify
from pitboss.floor.cashier.chips import bring_forward
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.limits import calendar_day, loss_counter
from pitboss.floor.patrons.office import IssueCard, RegisterPatron, SetLossLimit
from pitboss.floor.patrons.sitting import Attendance, DeclareChips, StartPlay
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.clock import ManualClock, stamp
from pitboss.floor.service.commands import Actor, Order, TableCommand
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.edges import OfferCommand
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.pit import TakePost
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import Stack
from pitboss.ledger import Account
from pitboss.money import Stake
from pitboss.play import Round
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle, Turn
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed, TurnNeed
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refusal, Refused

NOON = datetime(2026, 10, 7, 2, 0, tzinfo=UTC)
"""A Wednesday, one in the afternoon in Sydney."""

SPOTS = {"star-pontoon": "wager"}
RANKS = {"star": "gaming-manager", "crown": "casino-manager"}
FLOAT = (Stack(10_000, 5_000),)


def everyday_terms(game: str) -> Terms:
    """$5 to $500 on the opening wager."""
    spot = SPOTS.get(game, "ante")
    minimum = {spot: 500} if game.startswith("crown") else {}
    return Terms({spot: Limits(500, 50_000)}, money=True, regulator_minimum_cents=minimum)


class Pit:
    """A floor of one operator's, tables named after their games."""

    def __init__(self, store: Store, operator: str = "star", at: datetime = NOON, *, attends: bool = False) -> None:
        self.store, self.operator = store, operator
        self.clock = ManualClock(at)
        self.guard = Guard(store)
        more = {"clock": self.clock, "seed": Random(26).randbytes, "reactions": (Attendance(),) if attends else ()}
        self.floor = make_floor(store, self.guard, **more).start()
        self.manager = Actor(operator, "m1", RANKS[operator])
        self.dealer = Actor(operator, "d1", "dealer")
        self._keys = (f"k{number}" for number in count())

    def close(self) -> None:
        self.floor.stop()
        found = verify(self.store).findings
        assert not found, [str(one) for one in found]

    def stream(self, table: str) -> Stream:
        return Stream(self.operator, f"table:{table}")

    # Orders.

    def ask(self, command: Any, by: Actor | None = None, key: str = "") -> dict[str, Any]:
        """Order something of the patrons' office."""
        return self.floor.do(Order(by or self.manager, command, key or next(self._keys)))

    def do(self, command: Any, by: Actor | None = None, key: str = "") -> dict[str, Any]:
        """Order something at a table, its edge seen where it moves one."""
        if isinstance(command, OfferCommand):
            command = weighed(command, self.floor.table(Stream(self.operator, f"table:{command.table}")).state)
        return self.floor.do(Order(by or self.manager, command, key or next(self._keys)))

    def refused(self, command: Any, by: Actor | None = None) -> Refusal:
        """Assert that an order is refused, at a table or in the office."""
        act = self.do if isinstance(command, TableCommand) else self.ask
        with pytest.raises(Refused) as error:
            act(command, by)
        return error.value.refusal

    # Tables and patrons.

    def open(self, game: str, table: str = "", **more: Any) -> str:
        table = table or game
        self.do(OpenTable(table, game, everyday_terms(game), FLOAT, **more))
        Accounts(self.store).give(self.dealer, self.clock(), by="tests")
        self.do(TakePost(table, "dealer", self.dealer.person))
        return table

    def patron(self, name: str = "p1", *, dollars: int = 1_000, card: bool = True) -> Actor:
        """A registered patron with chips."""
        self.ask(RegisterPatron(name))
        if card:
            self.ask(IssueCard(name, f"card of {name}"))
        self.chips(name, dollars)
        return Actor(self.operator, name, "patron")

    def chips(self, name: str, dollars: int) -> None:
        chips = {Account(self.operator, "patron", name): dollars * 100}
        bring_forward(self.store, chips, at=stamp(self.clock()), by="tests")

    def limit(self, name: str, dollars: int, period: str = "day") -> None:
        """Set a loss limit; the patron declares the chips with which they come to each table."""
        self.ask(SetLossLimit(name, period, dollars * 100))
        for stream in self.store.streams(self.operator, "table"):
            self.ask(DeclareChips(name, stream.table, "brought", self.free(name) * 100))

    def sit(self, name: str, table: str) -> None:
        self.ask(StartPlay(name, table, f"card of {name}"), self.dealer)

    def free(self, name: str) -> int:
        """A patron's chips that are not at stake, in dollars."""
        return self.store.balance(Account(self.operator, "patron", name)).free // 100

    def lost(self, name: str, period: str = "day") -> int:
        """What counts towards a loss limit, in dollars."""
        return self.store.counter(loss_counter(self.operator, name, period, calendar_day(self.clock()))) // 100

    # Play.

    def round(self, table: str) -> Round:
        return self.floor.table(self.stream(table)).open_state.round

    def act(self, table: str, act: Act, by: Actor | None = None) -> dict[str, Any]:
        return self.do(TakeAct(table, act), by or self.dealer)

    def place(
        self, table: str, name: str, dollars: int, *, by: Actor | None = None, area: int = 1, unnoticed: bool = False
    ) -> dict[str, Any]:
        spot = SPOTS.get(self.round(table).game.rules.game.name, "ante")
        who = by or (self.dealer if unnoticed else Actor(self.operator, name, "patron"))
        return self.act(table, Place("wagers", name, area, spot, Stake.of(dollars * 100), unnoticed), who)

    def bet(
        self, table: str, name: str, dollars: int, option: str = "bet", *, unnoticed: bool = False
    ) -> dict[str, Any]:
        need = next(n for n in self.round(table).needs if isinstance(n, DecisionNeed) and n.patron == name)
        who = self.dealer if unnoticed else Actor(self.operator, name, "patron")
        return self.act(table, Decide(need.id, name, option, Stake.of(dollars * 100), unnoticed), who)

    def deal(self, table: str, cards: str) -> None:
        """Deal named cards, one after another, as far as the dealer is to go on without a player."""
        left = list(parse_cards(cards))
        number = self.round(table).number
        while self.round(table).number == number:
            done = self._next(table, left)
            if not done:
                return

    def _next(self, table: str, left: list[Any]) -> bool:
        """Do the dealer's next thing; nothing if a player is asked."""
        needs = self.round(table).needs
        if any(isinstance(n, DecisionNeed) and not n.optional for n in needs):
            return False
        for need in needs:
            match need:
                case ShuffleNeed():
                    self.act(table, Shuffle(need.id))
                case CutNeed():
                    self.act(table, Cut(need.id, need.by, need.least))
                case CallNeed():
                    self.act(table, Call(need.id))
                case CardsNeed() if len(left) >= len(need.slots):
                    burned = need.slots[0].hand == RACK  # no person looks at a burned card
                    self.act(table, Deal(need.id, (UNKNOWN,) if burned else tuple(left[: len(need.slots)])))
                    del left[: len(need.slots)]
                case TurnNeed() if not need.optional:
                    self.act(table, Turn(need.id))
                case _:
                    continue
            return True
        return False

    def play_on(self, table: str) -> None:
        """Let the virtual dealer deal until a player is asked or the round is over."""
        number = self.round(table).number
        while self.round(table).number == number:
            if any(isinstance(n, DecisionNeed) and not n.optional for n in self.round(table).needs):
                return
            self.do(DealOn(table), self.dealer)

    def events(self, table: str, kind: str) -> list[Stored]:
        return [each for each in self.store.read(self.stream(table)) if each.kind == kind]
