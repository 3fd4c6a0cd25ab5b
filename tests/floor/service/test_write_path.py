"""The one write path between processes: a limit that two tables share, what follows from the log, who leads."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

from floor.patrons.patron_pit import FLOAT, everyday_terms
from floor.support import weighed
from pitboss import law
from pitboss.floor.audit import verify
from pitboss.floor.cashier.chips import BuyIn
from pitboss.floor.cashier.mispayments import OVER, FollowMispayment, NoteMispayment
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.office import ExcludePatron, IssueCard, RegisterPatron, SetLossLimit
from pitboss.floor.patrons.sitting import DeclareChips
from pitboss.floor.patrons.state import BROUGHT
from pitboss.floor.service.commands import Actor, Decision, Order, World
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import CounterChange, Store, Stored, Write, open_store, table_stream
from pitboss.floor.store.rows import Cursor
from pitboss.floor.store.write_turn import WriteTurn
from pitboss.floor.tables.log import load_table
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import ActTaken, Stack, UnopenedState, worth
from pitboss.ledger import Account
from pitboss.money import Stake
from pitboss.play import Refused
from pitboss.play.acts import Place
from pitboss.value import log_name

GAME = "star-pontoon"
MANAGER, ANN = Actor("star", "m1", "gaming-manager"), Actor("star", "ann", "patron")


@contextmanager
def floors(where: str, many: int, **more: Any) -> Iterator[list[Floor]]:
    """Floors of as many processes over one store, with two tables open and Ann at both with chips."""
    stores = [open_store(where) for _ in range(many)]
    made = [make_floor(store, Guard(store), **more).start() for store in stores]
    try:
        for table in ("1", "2"):
            opening = OpenTable(table, GAME, everyday_terms(GAME), FLOAT)
            made[0].do(Order(MANAGER, weighed(opening, UnopenedState()), f"open {table}"))
        for command in (RegisterPatron("ann"), IssueCard("ann", "card of ann")):
            made[0].do(Order(MANAGER, command, type(command).__name__))
        made[0].do(Order(MANAGER, BuyIn("1", "ann", (Stack(10_000, 10),)), "chips"))
        yield made
    finally:
        for floor in made:
            floor.stop()
        assert not verify(stores[0]).findings
        for store in stores:
            store.close()


def wager(table: str, dollars: int, area: int = 1) -> TakeAct:
    return TakeAct(table, Place("wagers", "ann", area, "wager", Stake.of(dollars * 100)))


def test_a_loss_limit_holds_for_two_tables_of_two_processes(where: str) -> None:
    """Each process knows of its own wagers alone: the counter is compared in the turn to write."""
    with floors(where, 2) as (one, two):
        one.do(Order(ANN, SetLossLimit("ann", "day", 100_00), "limit"))
        one.do(Order(ANN, DeclareChips("ann", "2", BROUGHT, 500_00), "declared"))
        orders = [Order(ANN, wager(str(1 + number % 2), 20, 1 + number // 2), f"w{number}") for number in range(8)]
        with ThreadPoolExecutor(8) as threads:
            done = [threads.submit((one, two)[number % 2].do, order) for number, order in enumerate(orders)]
            errors = [each.exception(30) for each in done]
        refused = [error for error in errors if error is not None]
        assert len(refused) == 3  # five wagers of $20 reach the limit
        for error in refused:
            assert isinstance(error, Refused) and error.because == (law.LOSS_LIMIT,)


def overtake(monkeypatch: pytest.MonkeyPatch, store: Store, act: Callable[[], object]) -> None:
    """Have something done between what is decided next on a store and its turn to write."""
    turn = store.turn

    def take_later() -> AbstractContextManager[WriteTurn]:
        monkeypatch.setattr(store, "turn", turn)
        act()
        return turn()

    monkeypatch.setattr(store, "turn", take_later)


def test_a_table_is_closed_with_what_the_float_holds_in_the_turn(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mis-payment that is put right moves chips between a patron and the float, and writes nothing at the table."""
    with floors(where, 2) as (one, two):
        note = NoteMispayment("m1", "1", OVER, "wager", 50_00, "not meant", "ann")
        one.do(Order(MANAGER, note, "note"))
        float_ = Account("star", "float", "1")
        follow = FollowMispayment("m1", "put right", "Ann gave it back.")
        overtake(monkeypatch, one.store, lambda: two.do(Order(MANAGER, follow, "follow")))
        before = one.store.balance(float_).here
        reply = one.do(Order(MANAGER, CloseTable("1", FLOAT), "close"))
        assert reply["over_cents"] == worth(FLOAT) - (before + 50_00)
        assert one.store.balance(float_).here == 0


def test_a_table_has_each_event_though_its_process_wrote_between_those_of_others(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Word of what another process wrote comes while an order is decided again on it in the turn to write."""
    with floors(where, 1) as (two,):
        store = open_store(where)
        one = make_floor(store, Guard(store))
        table = table_stream("star", "1")
        one.follower.look()
        one.table(table)
        decide = one.carry_out

        def hear_late(world: World, order: Order) -> Decision:
            if world.is_fresh:
                one.follower.look()
            return decide(world, order)

        monkeypatch.setattr(one, "carry_out", hear_late)
        overtake(monkeypatch, store, lambda: two.do(Order(ANN, wager("1", 20, 2), "first")))
        one.do(Order(ANN, wager("1", 20, 3), "second"))
        two.do(Order(ANN, wager("1", 20, 4), "third"))
        two.do(Order(ANN, wager("1", 20, 5), "fourth"))
        one.follower.look()
        assert one.table(table).state == load_table(store, table)
        one.stop()
        store.close()


def test_a_decision_that_fails_in_the_turn_leaves_the_others_of_its_turn(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with floors(where, 1) as (two,):
        store = open_store(where)
        one = make_floor(store, Guard(store))
        decide = one.carry_out

        def fail_again(world: World, order: Order) -> Decision:
            if order.key == "fails" and world.is_fresh:
                raise ZeroDivisionError
            return decide(world, order)

        monkeypatch.setattr(one, "carry_out", fail_again)
        overtake(monkeypatch, store, lambda: two.do(Order(ANN, wager("1", 20, 2), "first")))
        failing, other = (
            one.submit(Order(ANN, wager(table, 20), key)) for table, key in (("1", "fails"), ("2", "other"))
        )
        one.start()
        try:
            assert other.result(30)["round"] == 1
            with pytest.raises(ZeroDivisionError):
                failing.result(30)
            monkeypatch.setattr(one, "carry_out", decide)
            assert one.do(Order(ANN, wager("1", 20), "fails"))["round"] == 1  # it may be given again
        finally:
            one.stop()
            store.close()


class Wagers:
    """A reaction that counts the wagers of all tables."""

    name = "wagers"

    def __init__(self) -> None:
        self.fails = False

    def forget(self) -> None:
        pass

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        if self.fails:
            raise ZeroDivisionError("no wager is counted")
        acts = [stored.data["act"]["type"] for stored in page if stored.kind == log_name(ActTaken)]
        placed = acts.count(log_name(Place))
        return Decision(counts=(CounterChange(f"wagers/{page[0].stream.operator}", placed),) if placed else ())


def test_two_tables_feed_one_counter_by_a_reaction(where: str) -> None:
    """Whichever process runs it, each wager is counted once."""
    with floors(where, 2, reactions=(Wagers(),)) as (one, two):
        for number in range(6):
            (one, two)[number % 2].do(Order(ANN, wager(str(1 + number % 2), 20, 1 + number // 2), f"w{number}"))
        for floor in (one, two, one):
            floor.reactions.react()
        assert one.store.counter("wagers/star") == 6
        one.do(Order(ANN, wager("1", 20, 5), "last"))
        two.reactions.forget()  # as a process does that begins to lead
        two.reactions.react()
        assert two.store.counter("wagers/star") == 7


def test_a_reaction_to_news_does_not_read_what_is_at_hand(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with floors(where, 1, reactions=(Wagers(),)) as (floor,):
        floor.reactions.react()
        floor.reactions.stop()
        with monkeypatch.context() as patched:
            patched.setattr(type(floor.store), "log", None)  # the store is not asked, before the news or after it
            for number in (1, 2):
                floor.do(Order(ANN, wager("1", 20, number), f"w{number}"))
                floor.reactions.react(has_news=True)
        assert floor.store.counter("wagers/star") == 2
        floor.reactions._at_hand.clear()  # as where news came before anything was at hand
        floor.do(Order(ANN, wager("1", 20, 3), "w3"))
        floor.reactions._at_hand.clear()
        floor.reactions.react(has_news=True)
        assert floor.store.counter("wagers/star") == 3


def test_a_reaction_that_fails_stands_still_and_skips_nothing(where: str) -> None:
    reaction = Wagers()
    with floors(where, 1, reactions=(reaction,)) as (floor,):
        floor.reactions.react()
        reaction.fails = True
        floor.do(Order(ANN, wager("1", 20), "w"))
        floor.reactions.react()
        (lag,) = floor.reactions.lags()
        assert (lag.name, lag.failure) == ("wagers/star", "ZeroDivisionError: no wager is counted")
        assert lag.events > 0
        reaction.fails = False
        floor.reactions.react()
        (lag,) = floor.reactions.lags()
        assert (lag.events, lag.failure) == (0, "")
        assert floor.store.counter("wagers/star") == 1


def test_every_server_shows_a_reaction_that_stands_still(where: str) -> None:
    if where.startswith("sqlite"):
        pytest.skip("an embedded store has one server")
    reaction = Wagers()
    reaction.fails = True
    with floors(where, 2, reactions=(reaction,)) as made:
        leading, other = sorted(made, key=lambda floor: not floor.leader.leads())
        leading.do(Order(ANN, wager("1", 20), "w"))
        leading.reactions.react()
        for _ in range(1_200):
            if found := other.reactions.failures("star"):
                break
            time.sleep(0.05)
        assert found == leading.reactions.failures("star") == {"wagers": "ZeroDivisionError: no wager is counted"}
        reaction.fails = False
        leading.reactions.react()


def test_a_cursor_that_another_process_moved_is_read_again(where: str) -> None:
    with floors(where, 1, reactions=(Wagers(),)) as (floor,):
        floor.do(Order(ANN, wager("1", 20), "w"))
        floor.reactions.react()
        floor.reactions.stop()
        was = floor.store.cursor("wagers/star")
        floor.do(Order(ANN, wager("1", 20, 2), "counted there"))
        there = Cursor("wagers/star", was, floor.store.last_position)
        floor.store.commit(Write("star", cursor=there, counts=(CounterChange("wagers/star", 1),)))
        floor.reactions._written["wagers/star"] = floor.reactions._read["wagers/star"] = was  # as it knew the cursor
        floor.reactions.react()
        floor.reactions.react()
        (lag,) = floor.reactions.lags()
        assert (lag.events, lag.failure) == (0, "")
        assert floor.store.counter("wagers/star") == 2


def test_one_process_leads_and_the_next_one_when_it_is_gone(new_postgres: Any) -> None:
    with floors(new_postgres(), 2) as (one, two):
        leading = [floor.leader.leads() for floor in (one, two)]
        assert sorted(leading) == [False, True]
        first, second = (one, two) if leading[0] else (two, one)
        first.stop()
        assert second.leader.leads()


def test_an_office_and_a_table_may_be_written_at_once(where: str) -> None:
    """What a wager was decided on is compared, the patron's record too: an exclusion in between refuses it."""
    with floors(where, 2) as (one, two):
        gate, come = threading.Event(), threading.Event()
        decide = one.carry_out

        def slow(world: World, order: Order) -> Decision:
            decision = decide(world, order)
            if not come.is_set():
                come.set()
                gate.wait(10)
            return decision

        one.carry_out = slow
        waiting = one.submit(Order(ANN, wager("1", 20), "w"))
        assert come.wait(10)
        two.do(Order(MANAGER, ExcludePatron("ann", "section 79"), "exclude"))
        gate.set()
        with pytest.raises(Refused) as no:
            waiting.result(30)
        assert no.value.because == (law.EXCLUDED,)


def test_a_cursor_beyond_the_end_of_the_log_is_named(store: Store) -> None:
    store.commit(Write("star", cursor=Cursor("attendance/star", 0, 7)))
    assert [str(finding) for finding in verify(store).findings] == [
        "cursors: attendance/star: it has read up to 7, and the log ends at 0"
    ]
