"""Whole tournaments, played by simulated people: chips are conserved, every player ends with one place, and the audit
decides every round again."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from floor.tournaments.tourney import CROWNS, CUP, Cup
from pitboss import law
from pitboss.floor.composition import open_floor
from pitboss.floor.demo import TournamentShow, build_tournament
from pitboss.floor.tournaments.results import PayPrize
from pitboss.floor.tournaments.state import CONCLUDED, TournamentState, load_tournament
from pitboss.ledger import totals
from pitboss.play.wager import Refusal, Refused
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
