"""The service when things go wrong: lost replies, two processes at one table, handlers and listeners that fail."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pitboss.floor.handlers import HANDLERS
from pitboss.floor.service.clock import HeldClock
from pitboss.floor.service.commands import Actor, DealOn, OpenTable, Order, TakeAct
from pitboss.floor.service.desk import Context, Desk, Prepared
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.hearing import Ear
from pitboss.floor.service.leases import LEASE
from pitboss.floor.service.turns import Stopped
from pitboss.floor.store import Store, Stream, Write, Written, open_store
from pitboss.floor.store.rows import Fenced, KeyReused
from pitboss.floor.tables.events import Stack
from pitboss.floor.tables.log import load_table
from pitboss.ledger import Account, Move
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.play.terms import Limits, Terms
from pitboss.value import Value

MANAGER, ANN = Actor("star", "boss", "gaming-manager"), Actor("star", "ann", "patron")
TABLE = Stream("star", "table:7")
OPEN = OpenTable("7", "star-caribbean-stud", Terms({"ante": Limits(500, 50_000)}, money=True), (Stack(10_000, 500),))
START = datetime(2026, 3, 2, 10, tzinfo=UTC)


def place(cents: int = 2_500) -> TakeAct:
    return TakeAct("7", Place("wagers", "ann", 1, "ante", Stake.of(cents)))


def give_chips(store: Store) -> None:
    purse = Account("star", "patron", "ann")
    store.commit(Write("star", entries=(Move(Account("star", "house", ""), purse, 100_000, "chips"),)))


@contextmanager
def running(store: Store, holder: str = "one", **more: Any) -> Iterator[Floor]:
    floor = Floor(store, holder=holder, **more).start()
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
    with running(store, "two") as other:
        assert other.do(Order(ANN, place(), "a")) == first
    assert staked(store) == 2_500


def test_one_process_has_a_table_and_the_other_waits_for_it(where: str) -> None:
    clock = HeldClock(START)
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    with running(stores[0], "one", clock=clock) as one, running(stores[1], "two", clock=clock) as two:
        one.do(Order(MANAGER, OPEN, "open"))
        assert two.desk(TABLE).state.round is not None
        with pytest.raises(Fenced):
            two.do(Order(ANN, place(), "a"))
        one.do(Order(ANN, place(), "b"))
        clock.forward(LEASE + timedelta(seconds=1))
        two.do(Order(ANN, place(), "c"))  # what it knew of the table was old; it has read it again
        with pytest.raises(Fenced):
            one.do(Order(ANN, place(), "d"))
        assert two.desk(TABLE).state.round == load_table(stores[0], TABLE).round
    assert staked(stores[0]) == 5_000
    for store in stores:
        store.close()


def test_a_process_that_was_held_up_cannot_write_what_has_passed_on(where: str) -> None:
    """Its lease ran out while it worked on an order: the fence in the transaction refuses it."""
    clock = HeldClock(START)
    stores = open_store(where), open_store(where)
    give_chips(stores[0])

    def held_up(context: Context, order: Order) -> Prepared:
        if order.key == "slow":
            clock.forward(LEASE * 2)
            two.do(Order(ANN, place(), "quick"))
        return HANDLERS[TakeAct](context, order)

    slow = HANDLERS | {TakeAct: held_up}
    with running(stores[0], "one", clock=clock, handlers=slow) as one, running(stores[1], "two", clock=clock) as two:
        one.do(Order(MANAGER, OPEN, "open"))
        with pytest.raises(Fenced):
            one.do(Order(ANN, place(), "slow"))
    assert staked(stores[0]) == 2_500
    for store in stores:
        store.close()


def test_leases_of_many_tables_are_renewed_together(store: Store) -> None:
    clock = HeldClock(START)
    written = 0
    with running(store, clock=clock) as floor:
        for table in range(20):
            floor.do(Order(MANAGER, OPEN._replace(table=str(table)), f"open {table}"))
        clock.forward(LEASE * 0.6)
        kept = store.writing

        @contextmanager
        def counted() -> Iterator[Any]:
            nonlocal written
            written += 1
            with kept() as connection:
                yield connection

        store.writing = counted  # type: ignore[method-assign]
        floor.do(Order(MANAGER, DealOn("3"), "deal"))
        store.writing = kept  # type: ignore[method-assign]
    assert written == 2  # the leases, and the order


class Break(Value, tag="Break"):
    table: str


@contextmanager
def _breaking(store: Store) -> Iterator[Floor]:
    def fail(_: Context, __: Order) -> Prepared:
        raise ZeroDivisionError

    with running(store, handlers=HANDLERS | {Break: fail}) as floor:
        floor.do(Order(MANAGER, OPEN, "open"))
        yield floor


def test_the_writer_outlives_a_handler_that_fails(store: Store) -> None:
    give_chips(store)
    with _breaking(store) as floor:
        with pytest.raises(ZeroDivisionError):
            floor.do(Order(MANAGER, Break("7"), "x"))
        assert floor.is_running
        assert floor.do(Order(ANN, place(), "a"))["round"] == 1


def test_the_writer_outlives_a_listener_that_fails(floor: Floor) -> None:
    heard: list[int] = []
    before = floor.desk(TABLE).state.length

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    floor.listeners += [fail, lambda desk, _, __: heard.append(desk.state.length)]
    assert floor.do(Order(ANN, place(), "a"))["round"] == 1
    assert heard == [before + 1]
    assert floor.do(Order(ANN, place(), "b"))["round"] == 1


def test_the_writer_outlives_a_store_that_fails(floor: Floor, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = store.commit_all
    monkeypatch.setattr(store, "commit_all", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        floor.do(Order(ANN, place(), "a"))
    monkeypatch.setattr(store, "commit_all", commit)
    assert floor.do(Order(ANN, place(), "a"))["round"] == 1
    assert staked(store) == 2_500


def test_an_order_that_was_called_off_in_time_is_not_carried_out(floor: Floor, store: Store) -> None:
    gate = threading.Event()
    handler = floor.handlers[DealOn]

    def slow(context: Context, order: Order) -> Prepared:
        gate.wait(5)
        return handler(context, order)

    floor.handlers = floor.handlers | {DealOn: slow}
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
    commit = store.commit_all

    def commit_all(writes: Any) -> Any:
        done = commit(writes)
        order.append("saved")
        return done

    def told(desk: Desk, _: Prepared, written: Written) -> None:
        assert store.head(TABLE).length == desk.state.length
        assert store.last_position >= max(written.positions)
        order.append("told")

    store.commit_all = commit_all  # type: ignore[method-assign]
    floor.listeners.append(told)
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


def test_what_one_process_writes_is_seen_and_told_by_another(new_postgres: Callable[[], str]) -> None:
    where = new_postgres()
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    told = threading.Event()
    with running(stores[0], "one") as one, running(stores[1], "two") as two:
        one.do(Order(MANAGER, OPEN, "open"))
        before = two.desk(TABLE).state.length
        assert before == one.desk(TABLE).state.length
        two.listeners.append(lambda desk, _, __: told.set() if desk.state.length == before + 1 else None)
        ear = Ear(two).start()
        one.do(Order(ANN, place(), "a"))
        assert told.wait(5), "the other process did not hear of it"
        assert two.desk(TABLE).state == one.desk(TABLE).state
        ear.stop()
    for store in stores:
        store.close()


def test_a_process_reads_what_others_wrote_and_nothing_of_its_own(
    new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = new_postgres()
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    heard = threading.Event()
    read: list[int] = []
    log = stores[0].log

    def reading(*args: Any, **more: Any) -> Any:
        page = log(*args, **more)
        read.extend(stored.position for stored in page)
        return page

    with running(stores[0], "one") as one, running(stores[1], "two") as two:
        monkeypatch.setattr(stores[0], "log", reading)
        one.do(Order(MANAGER, OPEN, "open"))
        ear = Ear(one).start()
        one.do(Order(ANN, place(), "a"))
        one.do(Order(MANAGER, DealOn("7"), "b"))
        own = stores[0].last_position
        one.listeners.append(lambda desk, _, __: heard.set() if desk.stream.name == "table:8" else None)
        one.desk(Stream("star", "table:8"))
        two.do(Order(MANAGER, OPEN._replace(table="8"), "open 8"))
        assert heard.wait(5), "the other process was not heard of"
        theirs = range(own + 1, stores[1].last_position + 1)
        ear.stop()
    assert theirs and set(read) == set(theirs)
    for store in stores:
        store.close()


class Look(Value, tag="Look"):
    table: str


def test_a_process_that_takes_a_table_over_deals_on_from_where_its_shoe_is(new_postgres: Callable[[], str]) -> None:
    where = new_postgres()
    stores = open_store(where), open_store(where)
    give_chips(stores[0])
    pontoon = OPEN._replace(game="star-pontoon", terms=Terms({"wager": Limits(1_000, 50_000, 1_000)}, money=True))
    told = threading.Semaphore(0)
    look = HANDLERS | {Look: lambda *_: Prepared()}
    with running(stores[0], "one") as one, running(stores[1], "two", handlers=look) as two:
        one.do(Order(MANAGER, pontoon, "open"))
        two.desk(TABLE)
        two.listeners.append(lambda *_: told.release())
        ear = Ear(two).start()
        acts = [TakeAct("7", Place("wagers", "ann", 1, "wager", Stake.of(3_000))), *[DealOn("7")] * 20]
        for number, order in enumerate(acts):
            one.do(Order(MANAGER, order, f"key {number}"))
            assert told.acquire(timeout=5)
            if (shoe := one.desk(TABLE).shoe) is not None and shoe.drawn:
                break
        else:
            raise AssertionError("no card was dealt")
        assert two.desk(TABLE).state == one.desk(TABLE).state
        ear.stop()
        one.stop()
        two.do(Order(MANAGER, Look("7"), "look"))
        assert two.desk(TABLE).shoe == shoe
    for store in stores:
        store.close()
