"""What the tests of tournaments share: a floor with a held clock, and a tournament on it."""

import itertools
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from pitboss.floor.audit import verify
from pitboss.floor.composition import open_floor
from pitboss.floor.operators import house_edition
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.clock import ManualClock, parse_stamp, stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Store, Stream, table_stream
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import OpenState
from pitboss.floor.tournaments.building import (
    AppointHead,
    ChooseProvision,
    DraftTournament,
    PlanSession,
    PublishConditions,
    SetChipTerms,
    SetEntryTerms,
    SetPrizes,
    SetWagerTerms,
)
from pitboss.floor.tournaments.simulated import SimulatedTournament
from pitboss.floor.tournaments.state import TournamentState, load_tournament
from pitboss.floor.tournaments.tournament_sessions import DrawSeats, PayBuyIn, StartSession
from pitboss.games import ENGINES
from pitboss.ledger import Account
from pitboss.money import Stake
from pitboss.play import Refused
from pitboss.play.acts import Decide, Place
from pitboss.play.needs import AnnounceNeed, DecisionNeed
from pitboss.tournament.conditions import items_of

PONTOON = "star-pontoon"
CROWNS = ("crown-caribbean-stud", "crown-mississippi-stud", "crown-ultimate-texas-holdem")
GAMES = (PONTOON, *CROWNS)
NOON = datetime(2026, 11, 16, 1, tzinfo=UTC)
CUP = "cup"
TABLES = ("T1", "T2", "T3", "T4", "T5", "T6", "T7")
_keys = (f"key-{number}" for number in itertools.count())

ENTRY: dict[str, Any] = {"place": "the salon", "entry_fee_cents": 100_00, "most_players": 14, "withdraw_hours": 1}
CHIPS: dict[str, Any] = {"chips_cents": 1_000_00}
WAGERS: dict[str, Any] = {"minimum_cents": 100_00, "maximum_cents": 500_00}
SESSIONS: tuple[dict[str, Any], ...] = (
    {"name": "heats", "rounds": 3, "tables": 2, "advance": 2},
    {"name": "final", "rounds": 3, "advance": 2},
)
PRIZES: dict[str, Any] = {"shares": (70, 30)}


class Cup:
    """A tournament on a floor of its own."""

    def __init__(self, store: Store, game: str = PONTOON, seed: int = 26, at: datetime = NOON) -> None:
        self.store, self.game = store, game
        self.operator = game.partition("-")[0]
        self.clock = ManualClock(at)
        self.random = Random(seed)
        self.floor = open_floor(store, clock=self.clock, seed=self.random.randbytes).start()
        ranks = house_edition(self.operator).ranks
        self.dealer, self.supervisor, *_, self.boss = (Actor(self.operator, rank, rank) for rank in ranks)
        for actor in (self.dealer, self.supervisor, self.boss):
            Accounts(store).give(actor, self.clock(), by="tests")

    def close(self) -> None:
        """Stop, and look whether the log and the books hold together."""
        self.floor.reactions.react()
        self.floor.stop()
        assert not self.floor.reactions.failures(self.operator)
        report = verify(self.store)
        assert report.is_clean, report.findings

    def do(self, command: Any, actor: Actor | None = None) -> dict[str, Any]:
        return self.floor.do(Order(actor or self.boss, command, next(_keys)))

    def refused(self, command: Any, actor: Actor | None = None) -> Refused:
        """Assert that a command is refused, with its rule."""
        with pytest.raises(Refused) as error:
            self.do(command, actor)
        assert error.value.because, "a refusal names its rule"
        return error.value

    @property
    def state(self) -> TournamentState:
        return load_tournament(self.store, self.operator, CUP)

    def patron(self, name: str) -> Actor:
        return Actor(self.operator, name, "patron")

    def draft(
        self,
        entry: dict[str, Any] | None = None,
        chips: dict[str, Any] | None = None,
        wagers: dict[str, Any] | None = None,
        sessions: tuple[dict[str, Any], ...] = SESSIONS,
        prizes: dict[str, Any] | None = None,
    ) -> None:
        """Build conditions that can be published."""
        self.do(DraftTournament(CUP, self.game, "The cup"))
        starts = stamp(self.clock() + timedelta(hours=2))
        self.do(SetEntryTerms(CUP, starts, **(ENTRY | (entry or {}))))
        self.do(SetChipTerms(CUP, **(CHIPS | (chips or {}))))
        self.do(SetWagerTerms(CUP, **(WAGERS | (wagers or {}))))
        for number, plan in enumerate(sessions, start=1):
            self.do(PlanSession(CUP, number, **plan))
        self.do(SetPrizes(CUP, **(PRIZES | (prizes or {}))))
        for item in items_of(self.state.rules.edition.name):
            if item.offers:
                self.do(ChooseProvision(CUP, f"{item.rule} {next(iter(item.offers))}"))

    def publish(self, **parts: Any) -> None:
        self.draft(**parts)
        self.do(PublishConditions(CUP))
        self.do(AppointHead(CUP, self.boss.person))

    def simulate(self, tables: tuple[str, ...] = TABLES, hours_before: int = 0) -> SimulatedTournament:
        """People who play the tournament, when it starts or some time before."""
        starts = parse_stamp(self.state.given.starts_at) - timedelta(hours=hours_before)
        self.clock.advance(max(starts - self.clock(), timedelta()))
        return SimulatedTournament(self.floor, self.operator, CUP, tables, self.random.randrange)

    def start(self, *players: str, tables: tuple[str, ...] = ("T1",), **parts: Any) -> SimulatedTournament:
        """A tournament whose first session is being played: one table unless more are named."""
        if "sessions" not in parts and len(tables) == 1:
            parts["sessions"] = ({"name": "final", "rounds": 3, "advance": 2},)
            parts["entry"] = {"most_players": 7} | parts.get("entry", {})
        self.publish(**parts)
        return self._start(players, tables)

    def resume(self, *players: str, tables: tuple[str, ...] = ("T1",)) -> SimulatedTournament:
        """Publish what is drafted, and start its first session."""
        self.do(PublishConditions(CUP))
        self.do(AppointHead(CUP, self.boss.person))
        return self._start(players, tables)

    def _start(self, players: tuple[str, ...], tables: tuple[str, ...]) -> SimulatedTournament:
        show = self.simulate(tables)
        show.enter(players)
        self.do(DrawSeats(CUP, tables))
        for name in players if self.state.given.buy_in_cents else ():
            self.do(PayBuyIn(CUP, name))
        self.do(StartSession(CUP))
        return show

    def seat(self, patron: str) -> tuple[str, int]:
        """Where a player sits: table and area."""
        session = self.state.session
        assert session is not None
        name = session.at(patron)
        return name, session.tables[name].seat_of(patron)

    def wager(self, patron: str, cents: int = 100_00, area: int = 0, **more: Any) -> None:
        """A player wagers on the spots that open a hand."""
        table, seat = self.seat(patron)
        for spot in ENGINES[self.state.rules.game.engine].openers:  # type: ignore[attr-defined]
            act = Place("wagers", patron, area or seat, spot, Stake.of(cents), **more)
            self.do(TakeAct(table, act), self.patron(patron))

    def deal_out(self, table: str = "T1") -> None:
        """Play the open round to its end: every hand stands, folds or checks."""
        number = self.table(table).round.number
        while self.table(table).round.number == number:
            self.finish_hands(table)
        self.react()

    def finish_hands(self, table: str) -> None:
        """Play the open round until it is over, or waits for an announcement."""
        number = self.table(table).round.number
        while self.table(table).round.number == number:
            if any(isinstance(need, AnnounceNeed) for need in self.table(table).round.needs):
                return
            for need in self.table(table).round.needs:
                if isinstance(need, DecisionNeed) and not need.optional:
                    free = next(option for option in need.options if not option.least_cents)
                    self.do(TakeAct(table, Decide(need.id, need.patron, free.name)), self.patron(need.patron))
                    break
            else:
                self.do(DealOn(table))

    def react(self) -> None:
        self.floor.reactions.react()

    def table(self, name: str) -> OpenState:
        state = self.floor.table(table_stream(self.operator, name)).state
        assert isinstance(state, OpenState)
        return state

    def stream(self, table: str) -> Stream:
        return table_stream(self.operator, table)

    def balance(self, kind: str, owner: str = "", unit: str = "AUD") -> int:
        return self.store.balance(Account(self.operator, kind, owner, unit)).here

    def chips(self, patron: str) -> int:
        return self.balance("patron", patron, self.state.unit.name)
