"""Orders for tables that another process writes, and how it is known whether that process is still there."""

import asyncio
import threading
import typing
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from pitboss import law
from pitboss.floor.handlers import HANDLERS
from pitboss.floor.service.alive import alive_of
from pitboss.floor.service.clock import HeldClock
from pitboss.floor.service.commands import Actor, DealOn, OpenTable, Order
from pitboss.floor.service.desk import Context, Handler, Prepared
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.hearing import Ear
from pitboss.floor.service.outcomes import raised, written
from pitboss.floor.service.turns import Stopped
from pitboss.floor.store import Count, Store, open_store
from pitboss.floor.store.rows import Conflict, Fenced, KeyReused, OverCount
from pitboss.floor.tables.events import Stack
from pitboss.ledger import Account
from pitboss.ledger.book import Overdrawn
from pitboss.play.codec import decode, encode
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refusal, Refused
from pitboss.value import Value
from pitboss.web.api.bodies import command_of, model_of
from pitboss.web.api.examples import example_of
from pitboss.web.api.passing import Passing

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
MANAGER = Actor("star", "boss", "gaming-manager")
OPEN = OpenTable("7", "star-caribbean-stud", Terms({"ante": Limits(500, 50_000)}, money=True), (Stack(10_000, 500),))


def test_a_process_is_alive_until_it_ends(where: str) -> None:
    stores = open_store(where), open_store(where)
    one, two = alive_of(stores[0], "one"), alive_of(stores[1], "two")
    one.begin()
    two.begin()
    with stores[1].writing() as connection:
        assert not two.has_died(connection, "one")
        assert two.has_died(connection, "nobody we know")
    one.begin()  # again, as it does whenever it renews its rights
    one.end()
    with stores[1].writing() as connection:
        assert two.has_died(connection, "one")
    two.end()
    for store in stores:
        store.close()


def test_the_right_of_the_dead_is_taken_with_a_higher_fence(store: Store) -> None:
    clock = HeldClock(START)
    dead = Floor(store, clock=clock, holder="dead").start()
    dead.do(Order(MANAGER, OPEN, "open"))
    floor = Floor(store, clock=clock, holder="next").start()
    with pytest.raises(Fenced) as error:
        floor.do(Order(MANAGER, DealOn("7"), "a"))
    assert error.value.holder == "dead"
    dead.leases.alive.end()  # as when it is killed: it has let nothing go
    floor.do(Order(MANAGER, DealOn("7"), "b"))
    with pytest.raises(Fenced):  # if it was not dead after all, it writes nothing
        dead.do(Order(MANAGER, DealOn("7"), "c"))
    for each in (floor, dead):
        each.stop()


@pytest.mark.parametrize("kind", HANDLERS, ids=lambda kind: kind.__name__)
def test_every_command_of_a_table_is_the_same_after_its_way(kind: type) -> None:
    without = tuple(name for name, hint in typing.get_type_hints(kind).items() if hint is Actor)
    model = model_of(kind, ("table", *without))
    example = example_of(kind, ("table", *without))
    said = command_of(kind, model.model_validate(example), table="7", **dict.fromkeys(without, MANAGER))
    assert decode(kind, encode(said)) == said


ERRORS = [
    Refused(Refusal((law.ONCE,), "once is enough")),
    OverCount(Count("lost", 5, 10), 7),
    Overdrawn(Account("star", "patron", "ann"), 5, 10),
    Conflict("it has 4 events"),
    KeyReused("it has served another"),
    Stopped("not carried out"),
    Fenced("it is another's", "another"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_is_raised_at_whoever_asked(error: Exception) -> None:
    done: Future[dict[str, Any]] = Future()
    done.set_exception(error)
    with pytest.raises(type(error)) as again:
        raised(written(done))
    assert type(again.value) is type(error)
    assert str(again.value) == str(error)
    for name in ("because", "holder"):
        assert getattr(again.value, name, ()) == getattr(error, name, ())


def test_an_error_that_nobody_foresaw_tells_nothing_of_itself() -> None:
    done: Future[dict[str, Any]] = Future()
    done.set_exception(ZeroDivisionError("the hole card is As"))
    with pytest.raises(RuntimeError, match=r"^ZeroDivisionError$"):
        raised(written(done))


class Say(Value, tag="Say"):
    table: str
    words: str


def _say(_: Context, order: Order) -> Prepared:
    return Prepared(reply={"heard": order.command.words})


@contextmanager
def running(where: str, holder: str, more: dict[type, Handler] | None = None) -> Iterator[tuple[Floor, Ear]]:
    store = open_store(where)
    floor = Floor(store, holder=holder, handlers=HANDLERS | {Say: _say} | (more or {})).start()
    ear = Ear(floor).start()
    try:
        yield floor, ear
    finally:
        ear.stop()
        floor.stop()
        store.close()


def test_an_order_of_any_length_is_carried_out_where_its_table_is(new_postgres: Callable[[], str]) -> None:
    where = new_postgres()
    words = "Trente-et-un ♠ " * 2_000
    with running(where, "one") as (one, _), running(where, "two" * 20) as (two, ear):
        one.do(Order(MANAGER, OPEN, "open"))
        with pytest.raises(Fenced) as error:
            two.do(Order(MANAGER, Say("7", words), "say"))
        answer = ear.errands.send(Order(MANAGER, Say("7", words), "say"), error.value.holder)
        assert answer.result(10) == {"heard": words}
        refused = ear.errands.send(Order(MANAGER, OPEN, "open again"), "one")
        with pytest.raises(Refused):
            refused.result(10)
        assert not ear.errands._waiting


class Wait(Value, tag="Wait"):
    table: str


def test_an_order_is_passed_on_for_as_long_as_the_other_process_may_take(
    new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is busy for longer than an answer is waited for has the table all the same: nobody is told so."""
    monkeypatch.setattr("pitboss.web.api.passing.WAIT", 0.02)
    where = new_postgres()
    free = threading.Event()

    def busy(_: Context, __: Order) -> Prepared:
        free.wait(20)
        return Prepared(reply={"done": True})

    with running(where, "one", {Wait: busy}) as (one, _), running(where, "two", {Wait: busy}) as (two, ear):
        one.do(Order(MANAGER, OPEN, "open"))
        passing = Passing(two, ear.errands)
        passing._elsewhere["star", "7"] = "one"
        threading.Timer(1.0, free.set).start()
        assert asyncio.run(passing.do(Order(MANAGER, Wait("7"), "wait"))) == {"done": True}


def test_whoever_waits_when_the_process_ends_is_told(new_postgres: Callable[[], str]) -> None:
    with running(new_postgres(), "one") as (_, ear):
        lost = ear.errands.send(Order(MANAGER, DealOn("7"), "a"), "nobody")
    with pytest.raises(Stopped):
        lost.result(1)
