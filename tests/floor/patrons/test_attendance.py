"""Time at a table begins with the first wager and ends when the player goes, whether a person notes it or not."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from floor.patrons.patron_pit import Pit
from pitboss.floor.cashier.chips import BuyIn
from pitboss.floor.patrons.sitting import EndPlay, StartPlay
from pitboss.floor.patrons.state import PlayEnded, PlayStarted, load_patron
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stored
from pitboss.floor.store.rows import patron_stream
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.state import Stack
from pitboss.play.acts import Sit, TakeBack
from pitboss.value import log_name

PONTOON = "star-pontoon"


@pytest.fixture
def watched(quick_pit: Callable[..., Pit]) -> Callable[[str], Pit]:
    """Makes pits that note attendance, as floors do."""

    def make(operator: str = "star") -> Pit:
        return quick_pit(operator, attends=True)

    return make


def noted(pit: Pit, patron: str = "p1") -> list[Stored]:
    pit.floor.reactions.react()
    pit.floor.reactions.react()  # to what the first time wrote
    kinds = (log_name(PlayStarted), log_name(PlayEnded))
    return [each for each in pit.store.read(patron_stream(pit.operator, patron)) if each.kind in kinds]


def test_a_sitting_has_a_start_an_end_a_buy_in_and_a_result(watched: Callable[[str], Pit]) -> None:
    pit = watched("star")
    table = pit.open(PONTOON)
    patron = pit.patron()
    pit.act(table, Sit("wagers", "p1", 1), patron)
    assert not noted(pit)  # a patron who only sits there has not played yet
    pit.place(table, "p1", 50)
    (start,) = noted(pit)
    assert (start.data["table"], start.data["card"], start.by) == (table, 1, "system")
    pit.do(BuyIn(table, "p1", (Stack(2_500, 4),)), pit.dealer)
    pit.deal(table, "?? Kd 9s Qh")
    pit.bet(table, "p1", 0, "stand")
    pit.deal(table, "8c")
    pit.do(LeaveTable(table, "p1"), patron)
    _, end = noted(pit)
    assert {name: end.data[name] for name in ("buy_in", "rounds", "wagered", "net")} == {
        "buy_in": 10_000,
        "rounds": 1,
        "wagered": 5_000,
        "net": 5_000,
    }
    assert not load_patron(pit.store, "star", "p1").playing


def test_a_round_that_is_over_before_it_is_noted_is_the_sittings(watched: Callable[[str], Pit]) -> None:
    """The log is read a little later than it is written: what was played meanwhile counts."""
    pit = watched("star")
    table = pit.open(PONTOON)
    patron = pit.patron()
    pit.floor.reactions.stop()
    pit.place(table, "p1", 50)
    pit.deal(table, "?? Kd 9s Qh")
    pit.bet(table, "p1", 0, "stand")
    pit.deal(table, "8c")
    start, *_ = noted(pit)
    pit.do(LeaveTable(table, "p1"), patron)
    _, end = noted(pit)
    assert (end.data["rounds"], end.data["wagered"]) == (1, 5_000)
    assert start.data["after"] < end.data["until"]


def test_chips_that_were_bought_before_the_first_wager_are_the_sittings(watched: Callable[[str], Pit]) -> None:
    pit = watched("star")
    table = pit.open(PONTOON)
    patron = pit.patron()
    pit.patron("p2")
    stacks = (Stack(2_500, 4),)

    def sits(*, buys: int) -> int:
        pit.do(BuyIn(table, "p2", stacks), pit.dealer)
        for _ in range(buys):
            pit.do(BuyIn(table, "p1", stacks), pit.dealer)
        pit.place(table, "p1", 50)
        noted(pit)
        pit.act(table, TakeBack("wagers", "p1", 1, "wager"), patron)  # who stands there with no wager has gone
        return int(noted(pit)[-1].data["buy_in"])

    assert sits(buys=2) == 20_000
    assert sits(buys=1) == 10_000  # those of the time before are that time's
    assert sits(buys=0) == 0
    pit.do(BuyIn(table, "p1", stacks), pit.dealer)
    pit.clock.advance(timedelta(days=1))
    assert sits(buys=1) == 10_000  # chips of another day are chips that they brought


def test_a_sitting_that_the_dealer_began_is_not_begun_again(watched: Callable[[str], Pit]) -> None:
    pit = watched("star")
    table = pit.open(PONTOON)
    pit.patron()
    pit.ask(StartPlay("p1", table, "card of p1"), pit.dealer)
    pit.place(table, "p1", 50, by=pit.dealer)
    assert [each.by for each in noted(pit)] == ["d1"]
    pit.ask(EndPlay("p1", table), pit.dealer)
    pit.do(LeaveTable(table, "p1"), pit.dealer)
    assert [each.by for each in noted(pit)] == ["d1", "d1"]


def test_whoever_stands_and_lets_a_round_go_by_has_gone(watched: Callable[[str], Pit]) -> None:
    pit = watched("star")
    table = pit.open(PONTOON)
    for name in ("p1", "p2"):
        pit.patron(name)
    for area, name in enumerate(("p1", "p2"), start=1):
        pit.place(table, name, 50, area=area)
    pit.deal(table, "?? Kd Kc 9s Qh Qc")
    for name in ("p1", "p2"):
        pit.bet(table, name, 0, "stand")
    pit.deal(table, "8c")
    assert [each.kind for each in noted(pit)] == [log_name(PlayStarted)]
    pit.place(table, "p2", 50)
    pit.deal(table, "Ks 9d Qs")
    pit.bet(table, "p2", 0, "stand")
    pit.deal(table, "8d")
    assert [each.kind for each in noted(pit)] == [log_name(PlayStarted), log_name(PlayEnded)]
    assert [each.kind for each in noted(pit, "p2")] == [log_name(PlayStarted)]


def test_a_guest_at_crown_has_a_sitting_without_a_card(watched: Callable[[str], Pit]) -> None:
    pit = watched("crown")
    table = pit.open("crown-caribbean-stud")
    pit.do(BuyIn(table, "guest", (Stack(2_500, 4),)), pit.dealer)
    pit.place(table, "guest", 25, by=Actor("crown", "guest", "patron"))
    (start,) = noted(pit, "guest")
    assert start.data["card"] == 0
    assert not load_patron(pit.store, "crown", "guest").registered


def test_practice_is_no_time_at_a_table(watched: Callable[[str], Pit]) -> None:
    pit = watched("star")
    table = pit.open(PONTOON, "practice", unit="practice")
    pit.patron()
    pit.do(BuyIn(table, "p1", (Stack(2_500, 4),)), pit.dealer)
    pit.place(table, "p1", 50)
    assert not noted(pit)
