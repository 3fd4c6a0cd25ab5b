"""Whole tournaments, played by simulated people: chips are conserved, every player ends with one place, and the audit
decides every round again."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import pytest

from floor.tournaments.tourney import CROWNS, CUP, GAMES, PONTOON, TABLES, Cup
from pitboss import law
from pitboss.floor import demo
from pitboss.floor.composition import open_floor
from pitboss.floor.demo import TournamentShow, build_tournament
from pitboss.floor.patrons.account import PayIn
from pitboss.floor.tournaments.building import AppointHead, OfferSecondChance, PublishConditions
from pitboss.floor.tournaments.conduct import ChargeAbsence, RemovePlayer, TakeChance
from pitboss.floor.tournaments.results import (
    CancelTournament,
    ConcludeTable,
    ConcludeTournament,
    CountChips,
    EndSession,
    PayPrize,
)
from pitboss.floor.tournaments.simulated import SimulatedTournament
from pitboss.floor.tournaments.special_wagers import PlayPassCard
from pitboss.floor.tournaments.state import CANCELLED, CONCLUDED, TournamentState, load_tournament
from pitboss.floor.tournaments.tournament_sessions import (
    DrawSeats,
    PayBuyIn,
    StartSession,
    has_begun,
    is_over,
    next_draw,
)
from pitboss.ledger import totals
from pitboss.play.wager import Refusal, Refused
from pitboss.tournament.conditions import ADD_ON, BUY_BACK, RE_BUY
from support import shows


def check_whole(cup: Cup, players: tuple[str, ...]) -> TournamentState:
    """Every player has one place, the pool is paid out, and all chips are back at the house."""
    state = cup.state
    assert state.status == CONCLUDED
    assert sorted(place.patron for place in state.places) == sorted(players)
    for placing in state.places:
        if placing.prize_cents:
            cup.do(PayPrize(CUP, placing.patron))
        no = cup.refused(PayPrize(CUP, placing.patron))
        shows(law.TERMS_PRIZES, no, game=cup.game)
    assert cup.state.pool_cents == cup.balance("pool", f"tournament {CUP}") == 0
    unit = state.unit.name
    for account, balance in cup.store.balances(cup.operator):
        if account.unit == unit:
            assert balance.here == 0, account
    for into, out in totals(cup.store.balances(cup.operator)).values():
        assert into == out
    return state


def test_whole_pontoon_tournament(cups: Callable[..., Cup]) -> None:
    cup = cups()
    wagers = {"pass_cards": 1, "undisclosed": 1, "in_turn": True, "from_marker": True}
    cup.publish(wagers=wagers)
    players = tuple(f"p{number}" for number in range(1, 11))
    show = cup.simulate()
    show.enter(players)
    for _ in show.play(cup.react):
        pass
    state = check_whole(cup, players)
    assert sum(placing.prize_cents for placing in state.places) == 100_00 * len(players)
    assert any(form.announced for form in state.forms), "undisclosed wagers were made"
    assert any(session.pass_cards for session in state.sessions), "and pass cards played"


@pytest.mark.parametrize("game", CROWNS)
def test_whole_poker_tournament(game: str, cups: Callable[..., Cup]) -> None:
    cup = cups(game)
    cup.publish(entry={"house_fee_cents": 10_00}, chips={"chips_cents": 5_000_00})
    players = tuple(f"p{number}" for number in range(1, 9))
    show = cup.simulate()
    show.enter(players)
    for _ in show.play(cup.react):
        pass
    check_whole(cup, players)


class Disturbed:
    """A tournament by chance, whose players leave, retire, buy back and are charged at any moment. No card is dealt:
    its rounds are passed, so that many are played."""

    def __init__(self, cups: Callable[..., Cup], seed: int) -> None:
        self.random = Random(seed)
        self.cup = cup = cups(self.random.choice(GAMES), seed=seed)
        tables = self.random.choice([(1,), (2, 1), (3, 2, 1)])
        sessions = tuple(self.plan(number, tables) for number in range(len(tables)))
        shares = {1: (100,), 2: (70, 30), 3: (50, 30, 20)}[sessions[-1]["advance"]]
        wagers = {"pass_cards": 99}
        chips = {"chips_cents": 600_00, "buy_in_cents": self.random.choice([0, 50_00])}
        entry = {"most_players": 4 * tables[0]}
        cup.draft(entry=entry, chips=chips, wagers=wagers, sessions=sessions, prizes={"shares": shares})
        kinds = (BUY_BACK,) if cup.game == PONTOON else (BUY_BACK, RE_BUY, ADD_ON)
        for kind in kinds:
            cup.do(OfferSecondChance(CUP, kind, 20_00, 600_00, 2, 2))
        cup.do(PublishConditions(CUP))
        cup.do(AppointHead(CUP, cup.boss.person))
        self.players = tuple(f"p{number}" for number in range(self.random.randint(2, 4 * tables[0])))
        cup.simulate().enter(self.players)
        self.left: set[str] = set()
        for name in self.players:
            cup.do(PayIn(name, 1_000_00))

    def plan(self, number: int, tables: tuple[int, ...]) -> dict[str, Any]:
        is_last = number == len(tables) - 1
        more = {"advance": self.random.randint(1, 3 if is_last else 2)}
        more |= {"best_losers": 0 if is_last else self.random.randint(0, 2), "seats": 7 if number else 4}
        return {"name": f"session {number}", "rounds": self.random.randint(1, 2), "tables": tables[number], **more}

    def try_to(self, command: Any) -> None:
        with suppress(Refused):
            self.cup.do(command)

    def disturb(self) -> None:
        """Give some orders that have their place or are refused."""
        while self.random.random() < 0.4:
            name = self.random.choice(self.players)
            ground = self.random.choice(["retires", "hides-chips", "absent"])
            orders: list[Any] = [
                RemovePlayer(CUP, name, ground, "seen", refund=ground == "absent"),
                ChargeAbsence(CUP, name),
                ConcludeTable(CUP, "T1", self.players),
                *(TakeChance(CUP, name, kind) for kind in (BUY_BACK, RE_BUY, ADD_ON)),
            ]
            self.try_to(self.random.choice(orders))
            self.cup.react()

    def play(self) -> None:
        """Play to the end, or until no player is left in it."""
        while self.cup.state.status not in (CONCLUDED, CANCELLED):
            self.disturb()
            self.check()
            session = self.cup.state.session
            if session is None:
                self.go_on()
            elif session.status == "drawn":
                for name in session.players:
                    self.try_to(PayBuyIn(CUP, name))
                self.cup.do(StartSession(CUP))
            elif session.status == "ended":
                self.cup.do(EndSession(CUP))
            else:
                for table in session.tables:
                    self.play_round(table)

    def check(self) -> None:
        """A player who has left stays out, and the best of a table that is decided was not left behind."""
        state = self.cup.state
        left = {name for name, each in state.entrants.items() if each.status in ("retired", "disqualified")}
        assert left >= self.left
        self.left = left
        for session in state.sessions:
            for ranking in session.standings.values():
                if ranking and not session.ties:
                    first = state.entrants[ranking[0][0]]
                    assert first.reason != "did not go on" or first.out_in > session.number

    def go_on(self) -> None:
        state = self.cup.state
        draw = next_draw(state)
        is_empty = not {each.status for each in state.entrants.values()} - {"disqualified"}
        if is_empty or (state.status == "published" and len(state.in_play) < 2):
            self.cup.do(CancelTournament(CUP, "nobody is left"))
        elif draw is None:
            self.cup.do(ConcludeTournament(CUP))
        else:
            self.cup.do(DrawSeats(CUP, TABLES[: draw.tables]))

    def play_round(self, name: str) -> None:
        self.disturb()
        session = self.cup.state.session
        assert session is not None
        if session.tables[name].is_counted:
            return
        table = self.cup.table(name)
        if is_over(self.cup.state, session, name, table.round.number, "") and not has_begun(table.round):
            self.cup.do(CountChips(CUP, name))
            return
        for player in session.tables[name].playing:
            self.try_to(ChargeAbsence(CUP, player) if self.random.random() < 0.3 else PlayPassCard(CUP, player))
        self.cup.react()


SEEDS = [3, 5, 8, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 50))]


@pytest.mark.parametrize("seed", SEEDS)
def test_disturbed_tournament_conserves_chips_and_places_all(seed: int, cups: Callable[..., Cup]) -> None:
    disturbed = Disturbed(cups, seed)
    disturbed.play()
    if disturbed.cup.state.status == CONCLUDED:
        check_whole(disturbed.cup, disturbed.players)
    else:
        assert disturbed.cup.state.pool_cents == 0


def test_session_goes_on_in_another_process(cups: Callable[..., Cup]) -> None:
    """A server ends in mid-session, with an undisclosed wager down and a round that no reaction has read."""
    cup = cups()
    cup.publish(wagers={"undisclosed": 3})
    players = ("ann", "bob", "cat", "dan")
    show = cup.simulate()
    show.enter(players)
    steps = show.play(cup.react)
    while not any(form.examined and not form.announced for form in cup.state.forms):
        next(steps)
    before = cup.state
    cup.floor.stop()
    cup.floor = open_floor(cup.store, clock=cup.clock, seed=cup.random.randbytes).start()
    assert cup.state == before
    for _ in cup.simulate().play(cup.react):
        pass
    check_whole(cup, players)


@pytest.mark.long
def test_tournament_of_the_demonstration(cups: Callable[..., Cup]) -> None:
    """48 players at 7 tables, with everything that the rules offer."""
    cup = cups()
    show = build_tournament(cup.floor, CUP)
    players = tuple(f"player-{number:02}" for number in range(1, 49))
    show.enter(players)
    for _ in show.play(cup.react):
        pass
    check_whole(cup, players)


def test_show_of_the_demonstration_plays_by_itself(cups: Callable[..., Cup]) -> None:
    cup = cups()
    show = TournamentShow(cup.floor, players=7, seconds=0).start()
    while load_tournament(cup.store, "star", show.name).status != "running":
        time.sleep(0.05)
    show.stop()
    assert cup.store.streams("star", "tournament")


def test_show_goes_on_after_a_step_that_was_refused(cups: Callable[..., Cup], monkeypatch: pytest.MonkeyPatch) -> None:
    steps, goes_on, play = count(), threading.Event(), SimulatedTournament._play_table

    def refuse_first(show: SimulatedTournament, table: str) -> str:
        if not next(steps):
            raise Refused(Refusal((law.MANAGER_RULES,), "Play waits for the ruling on a dispute."))
        goes_on.set()
        return play(show, table)

    monkeypatch.setattr(SimulatedTournament, "_play_table", refuse_first)
    monkeypatch.setattr(demo, "HELD_SECONDS", 0)
    show = TournamentShow(cups().floor, players=7, seconds=0).start()
    assert goes_on.wait(60)
    show.stop()


def test_simulated_players_wait_while_limits_move(cups: Callable[..., Cup], monkeypatch: pytest.MonkeyPatch) -> None:
    """No card is dealt while the floor takes no wager yet."""
    cup = cups()
    show = cup.start("ann", "bob")
    with monkeypatch.context() as patched:

        def wait(*_: object) -> dict[str, Any]:
            raise Refused(Refusal((law.LIMITS_AS_ANNOUNCED,), "The limits move now. Wait a moment."))

        patched.setattr(show, "order", wait)
        assert show._play_table("T1") == "waits"
    assert [show._play_table("T1") for _ in range(3)] == ["wager", "wager", "deal"]


@pytest.mark.long
def test_show_of_the_demonstration_plays_to_its_end(cups: Callable[..., Cup]) -> None:
    """Limits move and players leave by what the floor does by itself, while the players go on."""
    cup = cups()
    show = TournamentShow(cup.floor, players=14, seconds=0).start()
    show._thread.join()  # it ends with the tournament, or where an order is refused
    assert load_tournament(cup.store, "star", show.name).status == "concluded"
