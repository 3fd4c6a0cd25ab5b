"""The service when things go wrong: lost replies, two processes at one table, handlers and listeners that fail."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest

from pitboss.floor.audit import verify
from pitboss.floor.composition import make_floor
from pitboss.floor.service import floor as floors
from pitboss.floor.service.commands import Actor, Decision, Order, World
from pitboss.floor.service.floor import Floor, Stopped
from pitboss.floor.store import Store, Stored, Stream, Write, open_store
from pitboss.floor.store.rows import KeyReused
from pitboss.floor.tables.log import load_saved_table, load_table
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import OpenState, Stack, TableState, open_state
from pitboss.ledger import Account, Move
from pitboss.money import Stake
from pitboss.play import Refused
from pitboss.play.acts import Place
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import Limits, Terms

MANAGER, ANN = Actor("star", "boss", "gaming-manager"), Actor("star", "ann", "patron")
TABLE = Stream("star", "table:7")
OPEN = OpenTable("7", "star-caribbean-stud", Terms({"ante": Limits(500, 50_000)}, money=True), (Stack(10_000, 500),))


def place(cents: int = 2_500) -> TakeAct:
    return TakeAct("7", Place("wagers", "ann", 1, "ante", Stake.of(cents)))


def give_chips(store: Store) -> None:
    purse = Account("star", "patron", "ann")
    store.commit(Write("star", entries=(Move(Account("star", "house", ""), purse, 100_000, "chips"),)))


@contextmanager
def running(store: Store, **more: Any) -> Iterator[Floor]:
    floor = make_floor(store, **more).start()
    try:
        yield floor
    finally:
        floor.stop()


@pytest.fixture
def floor(store: Store) -> Iterator[Floor]:
    """A floor with a table and a patron with chips."""
    give_chips(store)
    with running(store) as floor:
        floor.do(Order(MANAGER, OPEN, "open"))
        yield floor


def staked(store: Store) -> int:
    return store.balance(Account("star", "patron", "ann")).held


def test_a_reply_that_was_lost_is_given_again(floor: Floor, store: Store) -> None:
    first = floor.do(Order(ANN, place(), "a"))
    assert floor.do(Order(ANN, place(), "a")) == first
    assert staked(store) == 2_500
    for key in ("b", "c", "d", "e"):
        floor.do(Order(MANAGER, DealOn("7"), key))
    assert floor.do(Order(ANN, place(), "a")) == first  # though wagers are closed by now
    with pytest.raises(KeyReused):
        floor.do(Order(ANN, place(cents=5_000), "a"))


def test_a_reply_is_given_again_by_the_process_after_it(floor: Floor, store: Store) -> None:
    first = floor.do(Order(ANN, place(), "a"))
    floor.stop()
    with running(store) as other:
        assert other.do(Order(ANN, place(), "a")) == first
    assert staked(store) == 2_500


def test_two_processes_write_one_table_in_turn(where: str) -> None:
    """Neither hears of the other at once: each is decided again in the turn to write, and no conflict is seen."""
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    with running(stores[0]) as one, running(stores[1]) as two:
        one.do(Order(MANAGER, OPEN, "open"))
        assert isinstance(two.table(TABLE).state, OpenState)
        for number, floor in enumerate((two, one, two, one)):
            floor.do(Order(ANN, place(), f"a{number}"))
        two.do(Order(MANAGER, DealOn("7"), "deal"))
        with pytest.raises(Refused):
            one.do(Order(MANAGER, DealOn("7", version=0), "old"))
        assert two.table(TABLE).state == load_table(stores[0], TABLE)
    assert staked(stores[0]) == 10_000
    for store in stores:
        store.close()


def test_a_process_that_was_held_up_decides_again(where: str) -> None:
    """Another process wrote the table while it worked on an order: what it had decided is not written."""
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    decided: list[int] = []

    def held_up(world: World, order: Order) -> Decision:
        if order.key == "slow":
            decided.append(world.table.state.length)
            if len(decided) == 1:
                two.do(Order(ANN, place(), "quick"))
        return decide(world, order)

    with running(stores[0]) as one, running(stores[1]) as two:
        decide, one.carry_out = one.carry_out, held_up
        one.do(Order(MANAGER, OPEN, "open"))
        one.do(Order(ANN, place(), "slow"))
    assert decided == [decided[0], decided[0] + 1]
    assert staked(stores[0]) == 5_000
    for store in stores:
        store.close()


@contextmanager
def _breaking(store: Store) -> Iterator[Floor]:
    def fail(world: World, order: Order) -> Decision:
        return decide(world, order) if not isinstance(order.command, DealOn) else 1 / 0  # type: ignore[return-value]

    with running(store) as floor:
        decide, floor.carry_out = floor.carry_out, fail
        floor.do(Order(MANAGER, OPEN, "open"))
        yield floor


def test_the_writer_outlives_a_handler_that_fails(store: Store) -> None:
    give_chips(store)
    with _breaking(store) as floor:
        with pytest.raises(ZeroDivisionError):
            floor.do(Order(MANAGER, DealOn("7"), "x"))
        assert floor.is_running
        assert floor.do(Order(ANN, place(), "a"))["round"] == 1


def test_the_writer_outlives_a_projection_that_fails(floor: Floor) -> None:
    heard: list[int] = []
    before = floor.table(TABLE).state.length

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    floor.follower.projections += [fail, lambda page: heard.extend(stored.number for stored in page)]
    assert floor.do(Order(ANN, place(), "a"))["round"] == 1
    assert heard == [before + 1]
    assert floor.do(Order(ANN, place(), "b"))["round"] == 1


def test_the_writer_outlives_a_store_that_fails(floor: Floor, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = store.turn
    monkeypatch.setattr(store, "turn", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        floor.do(Order(ANN, place(), "a"))
    monkeypatch.setattr(store, "turn", turn)
    assert floor.do(Order(ANN, place(), "a"))["round"] == 1
    assert staked(store) == 2_500


def test_an_order_that_was_called_off_in_time_is_not_carried_out(floor: Floor, store: Store) -> None:
    gate = threading.Event()
    decide = floor.carry_out

    def slow(context: World, order: Order) -> Decision:
        gate.wait(5)
        return decide(context, order)

    floor.carry_out = slow
    first = floor.submit(Order(MANAGER, DealOn("7"), "a"))
    while not first.running():
        gate.wait(0.01)
    second = floor.submit(Order(ANN, place(), "b"))
    assert second.cancel()
    gate.set()
    assert first.result(5)["round"] == 1
    assert floor.do(Order(ANN, place(cents=5_000), "c"))["round"] == 1
    assert staked(store) == 5_000


def test_nothing_is_told_before_it_is_durable(floor: Floor, store: Store) -> None:
    order: list[str] = []
    turn = store.turn

    @contextmanager
    def taken() -> Iterator[Any]:
        with turn() as given:
            yield given
        order.append("saved")

    def told(page: Sequence[Stored]) -> None:
        assert store.head(TABLE).length == floor.table(TABLE).state.length == page[-1].number
        assert store.last_position >= page[-1].position
        order.append("told")

    store.turn = taken  # type: ignore[method-assign]
    floor.follower.projections.append(told)
    done: Future[dict[str, Any]] = floor.submit(Order(ANN, place(), "a"))
    done.add_done_callback(lambda _: order.append("answered"))
    done.result(5)
    floor.stop()
    assert order == ["saved", "told", "answered"]


def test_a_floor_that_has_stopped_takes_no_orders(floor: Floor) -> None:
    floor.stop()
    assert not floor.is_running
    with pytest.raises(Stopped):
        floor.submit(Order(ANN, place(), "a"))


def test_what_one_process_writes_is_seen_and_told_by_another(where: str) -> None:
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    told = threading.Event()
    with running(stores[0]) as one, running(stores[1]) as two:
        one.do(Order(MANAGER, OPEN, "open"))
        before = two.table(TABLE).state.length
        assert before == one.table(TABLE).state.length
        two.follower.projections.append(lambda page: told.set() if page[-1].number == before + 1 else None)
        one.do(Order(ANN, place(), "a"))
        assert told.wait(60), "the other process did not hear of it"
        assert two.table(TABLE).state == one.table(TABLE).state
    for store in stores:
        store.close()


def test_a_process_reads_what_others_wrote_and_nothing_of_its_own(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    heard = threading.Event()
    read: list[int] = []
    log = stores[0].log

    def reading(*args: Any, **more: Any) -> Any:
        page = log(*args, **more)
        read.extend(stored.position for stored in page)
        return page

    with running(stores[0]) as one, running(stores[1]) as two:
        monkeypatch.setattr(stores[0], "log", reading)
        one.do(Order(MANAGER, OPEN, "open"))
        one.do(Order(ANN, place(), "a"))
        one.do(Order(MANAGER, DealOn("7"), "b"))
        own = stores[0].last_position
        one.follower.projections.append(lambda page: heard.set() if page[-1].stream.name == "table:8" else None)
        two.do(Order(MANAGER, OPEN._replace(table="8"), "open 8"))
        assert heard.wait(5), "the other process was not heard of"
        theirs = range(own + 1, stores[1].last_position + 1)
    assert theirs and set(read) == set(theirs)
    for store in stores:
        store.close()


def test_what_is_written_while_a_table_is_first_read_is_not_missed(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    one, two = make_floor(stores[0]), make_floor(stores[1])
    one.do(Order(MANAGER, OPEN, "open"))
    two.follower.look()
    read = load_saved_table

    def read_slowly(store: Store, stream: Stream) -> TableState:
        state = read(store, stream)
        one.do(Order(ANN, place(), "place"))
        two.follower.catch_up()
        return state

    one.table(TABLE)
    monkeypatch.setattr(floors, "load_saved_table", read_slowly)
    assert two.table(TABLE).state == load_table(stores[0], TABLE)
    for store in stores:
        store.close()


def test_two_processes_deal_one_shoe_in_turn(where: str) -> None:
    """Whichever process deals, the next card is that of the order which was committed to."""
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    pontoon = OPEN._replace(game="star-pontoon", terms=Terms({"wager": Limits(1_000, 50_000, 1_000)}, money=True))
    with running(stores[0]) as one, running(stores[1]) as two:
        one.do(Order(MANAGER, pontoon, "open"))
        one.do(Order(ANN, TakeAct("7", Place("wagers", "ann", 1, "wager", Stake.of(3_000))), "place"))
        for number in range(20):
            round = open_state(load_table(stores[0], TABLE)).round
            is_over = round.number > 1  # a pontoon, paid before any decision
            if is_over or any(isinstance(need, DecisionNeed) for need in round.needs):
                break
            (one, two)[number % 2].do(Order(MANAGER, DealOn("7"), f"key {number}"))
        state = open_state(load_table(stores[0], TABLE))
        assert state.shuffles.live is not None and state.shuffles.live.drawn > 1
        for floor in (one, two):
            floor.follower.catch_up()
            assert floor.table(TABLE).state == state
            assert floor.table(TABLE).is_committed
        assert one.table(TABLE).shoe == two.table(TABLE).shoe
    assert "shoes" not in {finding.part for finding in verify(stores[0]).findings}
    for store in stores:
        store.close()
