"""Snapshots: a table that was kept is the table that replay gives, at every step of every game."""

from collections.abc import Callable, Iterator

import pytest

from pitboss.floor.composition import make_floor
from pitboss.floor.demo import FLOAT, GAMES
from pitboss.floor.operators import house_edition
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, Stream, Write, open_store
from pitboss.floor.tables.log import EVERY, load_saved_table, load_table, read_state, save_table, write_state
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import TableState
from pitboss.ledger import Account, Move
from pitboss.money import Stake
from pitboss.play.acts import Act, Decide, Place
from pitboss.play.needs import DecisionNeed
from pitboss.play.round import Round


def next_act(round: Round, patron: str) -> Act | None:
    """What the player does next; nothing where the dealer is to deal on."""
    spots = [spot for spot in ("wager", "ante", "blind") if spot in round.game.spots]
    for spot in spots:
        if not round.wagers_on(1, spot) and round.need("wagers"):
            return Place("wagers", patron, 1, spot, Stake.of(2_500))
    for need in round.needs:
        if isinstance(need, DecisionNeed) and not need.optional:
            option = need.options[0]
            return Decide(need.id, patron, option.name, Stake.of((option.amounts or (option.least_cents,))[0]))
    return None


def play(floor: Floor, game: str, rounds: int) -> list[TableState]:
    """Play rounds at a new table; every state that it went through."""
    house = game.partition("-")[0]
    manager = Actor(house, "boss", house_edition(house).ranks[-1])
    chips = Move(Account(house, "house", ""), Account(house, "patron", "ann"), 10**8, "chips")
    floor.store.commit(Write(house, entries=(chips,)))
    floor.do(Order(manager, OpenTable("7", game, GAMES[game], FLOAT), "open"))
    floor_table = floor.table(Stream(house, "table:7"))
    states = [floor_table.state]
    while (round := floor_table.open_state.round).number <= rounds:
        act = next_act(round, "ann")
        floor.do(Order(manager, TakeAct("7", act) if act is not None else DealOn("7"), f"key {len(states)}"))
        states.append(floor_table.state)
    return states


@pytest.fixture
def floor(new_sqlite: Callable[[], str]) -> Iterator[Floor]:
    """A floor without tables."""
    floor = make_floor(open_store(new_sqlite())).start()
    yield floor
    floor.stop()
    floor.store.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_the_same_out_of_plain_data(floor: Floor, game: str) -> None:
    states = play(floor, game, rounds=3)
    assert len(states) > 10
    for state in states:
        assert read_state(write_state(state)) == state


@pytest.mark.parametrize("game", ["star-pontoon", "crown-ultimate-texas-holdem"])
def test_a_table_that_was_kept_is_what_replay_gives(floor: Floor, game: str) -> None:
    states = play(floor, game, rounds=2)
    stream = Stream(game.partition("-")[0], "table:7")
    save_table(floor.store, stream, states[len(states) // 2])
    assert load_saved_table(floor.store, stream) == load_table(floor.store, stream) == states[-1]


def test_a_snapshot_of_other_code_is_passed_over(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    states = play(floor, "star-caribbean-stud", rounds=1)
    stream = Stream("star", "table:7")
    monkeypatch.setattr("pitboss.floor.tables.log.code_hash", lambda: "other code")
    save_table(floor.store, stream, states[0]._replace(note="kept by other code"))
    monkeypatch.undo()
    assert load_saved_table(floor.store, stream) == states[-1]


def test_a_floor_keeps_its_tables_now_and_then_and_when_it_stops(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert EVERY > 100
    monkeypatch.setattr("pitboss.floor.service.floor.EVERY", 5)
    kept: list[int] = []

    def note(_: Store, __: Stream, state: TableState) -> None:
        kept.append(state.length)

    monkeypatch.setattr("pitboss.floor.service.floor.save_table", note)
    floor = make_floor(store).start()
    states = play(floor, "star-caribbean-stud", rounds=2)
    floor.stop()
    assert kept[0] == 5
    assert kept[-1] == states[-1].length
