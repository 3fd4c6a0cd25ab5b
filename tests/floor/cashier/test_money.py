"""Chips bought and cashed, colours changed, vouchers; fills, credits and the drop; what a table made."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Any

import pytest

from floor.patrons.patron_pit import FLOAT, Pit
from pitboss import law
from pitboss.floor.cashier.chips import BuyIn, CashOut, ColourChange, TakeVoucher
from pitboss.floor.cashier.slips import (
    CountDrop,
    Credit,
    Fill,
    TableResult,
    VoidSlip,
    count_event,
    slip_counter,
)
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.tables.log import read_table
from pitboss.floor.tables.opening import CloseTable
from pitboss.floor.tables.state import Stack, TableEvent
from pitboss.ledger import Account, Overdrawn, totals
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.report.reports import days, hold_percent, shift_report

PONTOON = "star-pontoon"
OTHER = Actor("star", "m2", "gaming-supervisor")
HUNDRED = (Stack(10_000, 1),)


def balances(pit: Pit, **expected: int) -> None:
    """Assert what lies in accounts, in dollars; `float`, `drop` and `deposit` are the table's and the patron's."""
    owners = {"float": "t", "drop": "t", "patron": "p1", "deposit": "p1"}
    for kind, dollars in expected.items():
        balance = pit.store.balance(Account(pit.operator, kind, owners.get(kind, "")))
        assert balance.here == dollars * 100, kind


def balanced(pit: Pit) -> None:
    """Assert that what went in is what went out, in every unit."""
    for into, out in totals(pit.store.balances()).values():
        assert into == out


@pytest.fixture
def table(star: Pit) -> str:
    star.patron("p1", dollars=100)
    return star.open(PONTOON, "t")


def test_chips_for_cash(pit: Pit) -> None:
    pit.open(PONTOON, "t")
    pit.do(BuyIn("t", "p1", (Stack(2_500, 4), Stack(10_000, 2))), pit.dealer)
    balances(pit, float=500_000 - 300, drop=300, patron=300, world=-300)
    balanced(pit)


def test_chips_from_the_account(star: Pit, table: str) -> None:
    patron = Actor("star", "p1", "patron")
    with pytest.raises(Overdrawn):
        star.do(BuyIn(table, "p1", HUNDRED, "cashless"), patron)
    star.do(CashOut(table, "p1", HUNDRED), patron)
    balances(star, deposit=100, patron=0, float=500_100)
    star.do(BuyIn(table, "p1", HUNDRED, "cashless"), patron)
    balances(star, deposit=0, patron=100, float=500_000, drop=0)
    balanced(star)


def test_cash_is_the_dealers_to_count(star: Pit, table: str) -> None:
    patron = Actor("star", "p1", "patron")
    for command in (
        BuyIn(table, "p1", HUNDRED, "cash"),
        CashOut(table, "p1", HUNDRED, "cash"),
        BuyIn(table, "p2", HUNDRED, "cashless"),
        CashOut(table, "p2", HUNDRED),
        TakeVoucher(table, "p1", "v1", 1_000),
        ColourChange(table, "p1", HUNDRED, HUNDRED),
    ):
        assert star.refused(command, patron).because == (law.NOT_YOURS,)
    star.do(CashOut(table, "p1", HUNDRED, "cash"), star.dealer)
    balances(star, patron=0, float=500_100)
    balanced(star)


@pytest.mark.parametrize("stacks", [(), (Stack(10_000, 0),), (Stack(10_000, -1),), (Stack(3_300, 1),), (Stack(0, 5),)])
def test_chips_that_are_not(star: Pit, table: str, stacks: tuple[Stack, ...]) -> None:
    assert star.refused(BuyIn(table, "p1", stacks)).because == (law.COUNTED,)
    assert star.refused(CashOut(table, "p1", stacks)).because == (law.COUNTED,)


def test_chips_are_paid_for_in_two_ways(star: Pit, table: str) -> None:
    assert star.refused(BuyIn(table, "p1", HUNDRED, "credit")).because == (law.COUNTED,)


def test_nobody_cashes_what_is_at_stake(star: Pit, table: str) -> None:
    star.place(table, "p1", 50)
    with pytest.raises(Overdrawn):
        star.do(CashOut(table, "p1", HUNDRED))


def test_colours_are_changed_at_their_worth(star: Pit, table: str) -> None:
    star.do(ColourChange(table, "p1", HUNDRED, (Stack(2_500, 4),)), star.dealer)
    assert star.refused(ColourChange(table, "p1", HUNDRED, (Stack(2_500, 3),))).because == (law.COUNTED,)
    with pytest.raises(Overdrawn):  # no person changes chips that they do not have
        star.do(ColourChange(table, "nobody", HUNDRED, (Stack(2_500, 4),)), star.dealer)
    balances(star, patron=100, float=500_000)


def test_a_voucher_is_changed_once(pit: Pit) -> None:
    for name in ("t", "u"):
        pit.open(PONTOON, name)
    pit.patron("p1", dollars=100)
    pit.do(TakeVoucher("t", "p1", "v1", 2_500), pit.dealer)
    assert pit.refused(TakeVoucher("u", "p1", "v1", 2_500)).because == (law.ONCE,)
    assert pit.store.balance(Account("star", "patron", "p1", "tokens")).free == 2_500
    pit.act("u", Place("wagers", "p1", 1, "wager", Stake.of(0, 2_500)), Actor("star", "p1", "patron"))
    assert pit.lost("p1") == 0  # tokens are no loss
    balanced(pit)


def test_a_voucher_for_chips(star: Pit, table: str) -> None:
    star.do(TakeVoucher(table, "p1", "v2", 2_500, "chips"), star.dealer)
    balances(star, patron=125, drop=25, float=499_975)
    for wrong in (
        TakeVoucher(table, "p1", "", 1),
        TakeVoucher(table, "p1", "v", 0),
        TakeVoucher(table, "p1", "v", 1, "x"),
    ):
        assert star.refused(wrong).because == (law.COUNTED,)


def test_practice_money_is_never_mixed(star: Pit) -> None:
    star.open(PONTOON, "t", unit="practice")
    star.do(BuyIn("t", "p1", HUNDRED))
    balances(star, patron=0, drop=0, world=0)
    assert star.store.balance(Account("star", "patron", "p1", "practice")).free == 10_000
    assert star.refused(TakeVoucher("t", "p1", "v", 100)).because == (law.COUNTED,)
    balanced(star)


def test_a_closed_table_sells_nothing(star: Pit) -> None:
    for command in (BuyIn("t", "p1", HUNDRED), Fill("t", HUNDRED, OTHER), TakeVoucher("t", "p1", "v", 1)):
        assert star.refused(command).because in ((law.NEED_CLOSED,), (law.COUNTED,))


# Slips.


def test_slips_are_numbered_without_gaps(pit: Pit) -> None:
    for name in ("t", "u"):
        pit.open(PONTOON, name)
    replies = [
        pit.do(Fill("t", HUNDRED, OTHER)),
        pit.do(Credit("u", HUNDRED, OTHER)),
        pit.do(Fill("u", HUNDRED, OTHER)),
    ]
    assert [reply["number"] for reply in replies] == [1, 2, 3]
    pit.clock.at = datetime(2026, 12, 31, 13, 0, tzinfo=UTC)  # midnight in Sydney
    assert pit.do(Fill("t", HUNDRED, OTHER)) == {"year": 2027, "number": 1}
    assert pit.store.counter(slip_counter("star", 2026)) == 3
    balanced(pit)


def test_a_slip_that_was_refused_leaves_no_gap(pit: Pit) -> None:
    pit.open(PONTOON, "t")
    with pytest.raises(Overdrawn):
        pit.do(Credit("t", (Stack(10_000, 5_001),), OTHER))
    assert pit.do(Fill("t", HUNDRED, OTHER))["number"] == 1


def test_slips_asked_for_at_once_have_numbers_of_their_own(pit: Pit) -> None:
    for number in range(6):
        pit.open(PONTOON, str(number))
    orders = [Order(pit.manager, Fill(str(place), HUNDRED, OTHER), f"fill {place}") for place in range(6)]
    replies = [done.result(timeout=120) for done in [pit.floor.submit(order) for order in orders]]
    assert sorted(reply["number"] for reply in replies) == [1, 2, 3, 4, 5, 6]
    again = [pit.floor.do(order) for order in orders]  # under the same keys nothing is done twice
    assert again == replies
    numbers = [pit.events(str(place), "FloatMoved")[0].data["number"] for place in range(6)]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]


def test_two_people_sign_a_slip_and_two_call_it_back(star: Pit, table: str) -> None:
    def void(**changes: Any) -> VoidSlip:
        return VoidSlip(table, 2026, 1, "wrong table", OTHER)._replace(**changes)

    own, dealer = star.manager, star.dealer
    for approver in (own, dealer, Actor("crown", "x", "casino-manager")):
        star.refused(Fill(table, HUNDRED, approver))
    star.do(Fill(table, HUNDRED, OTHER))
    balances(star, float=500_100)
    star.refused(void(approver=own))
    star.refused(void(), dealer)
    assert star.refused(void(number=2)).because == (law.COUNTED,)
    assert star.refused(void(reason="")).because == (law.COUNTED,)
    star.do(void())
    balances(star, float=500_000)
    assert star.refused(void()).because == (law.ONCE,)
    assert star.do(Fill(table, HUNDRED, OTHER))["number"] == 2  # a voided slip keeps its number
    balanced(star)


@pytest.mark.parametrize(("counted", "over"), [(30_000, 0), (29_500, -500), (30_100, 100)])
def test_the_drop_is_counted_by_two(star: Pit, table: str, counted: int, over: int) -> None:
    star.do(BuyIn(table, "p1", (Stack(10_000, 3),)))
    star.refused(CountDrop(table, counted, star.manager))
    assert star.refused(CountDrop(table, -1, OTHER)).because == (law.COUNTED,)
    assert star.do(CountDrop(table, counted, OTHER)) == {"expected_cents": 30_000, "over_cents": over}
    balances(star, drop=0)
    balanced(star)


def table_result(events: Iterable[TableEvent]) -> TableResult:
    """What the events of a table come to."""
    return reduce(count_event, events, TableResult())


def test_a_tables_result(pit: Pit) -> None:
    """$200 bought, $125 lost at play, a fill of $300 and a credit of $100, a fill called back, $50 cashed."""
    table = pit.open("star-mississippi-stud", "t")
    pit.patron("p1", dollars=1)
    pit.do(BuyIn(table, "p1", (Stack(10_000, 2),)))
    pit.do(Fill(table, (Stack(10_000, 3),), OTHER))
    pit.do(Credit(table, HUNDRED, OTHER))
    pit.do(Fill(table, HUNDRED, OTHER))
    pit.do(VoidSlip(table, 2026, 3, "twice", OTHER))
    pit.place(table, "p1", 25)
    pit.deal(table, "Ks 8d")
    for card in ("2c", "3c"):
        pit.bet(table, "p1", 25)
        pit.deal(table, card)
    pit.bet(table, "p1", 50)
    pit.deal(table, "4c")
    pit.do(CashOut(table, "p1", (Stack(2_500, 2),)))
    closing = pit.store.balance(Account("star", "float", "t")).here
    assert closing == (500_000 - 200 + 300 - 100 + 125 + 50) * 100
    events = [*read_table(pit.store, pit.stream(table))]
    found = table_result(events)._replace(closing=closing)
    assert found == TableResult(50_000_000, 30_000, 10_000, 20_000, 5_000, closing)
    assert found.result == 12_500


def test_a_result_begins_anew_with_each_opening(star: Pit) -> None:
    star.open(PONTOON, "t")
    star.do(BuyIn("t", "p1", HUNDRED))
    star.do(CloseTable("t", (Stack(10_000, 4_999),)))
    star.clock.advance(timedelta(hours=1))
    today = next(days(star.clock()))
    assert [row["result_cents"] for row in shift_report(star.store, "star", today).rows] == [0]
    first = table_result(read_table(star.store, star.stream("t")))
    assert (first.opening, first.drop, first.closing, first.result) == (50_000_000, 10_000, 49_990_000, 0)
    star.open(PONTOON, "t")
    assert table_result(read_table(star.store, star.stream("t"))) == TableResult(opening=50_000_000)
    assert (Stack(10_000, 5_000),) == FLOAT
    assert [row["result_cents"] for row in shift_report(star.store, "star", today).rows] == [None]  # it is not counted


def test_the_shift_report_has_a_tables_result(star: Pit) -> None:
    """$100 is bought, a fill of $200, and the float is counted $150 over what the books have: the table won $150."""
    star.open(PONTOON, "t")
    star.do(BuyIn("t", "p1", HUNDRED))
    star.do(Fill("t", (Stack(10_000, 2),), OTHER))
    star.do(CloseTable("t", (Stack(10_000, 5_002), Stack(2_500, 2))))
    (row,) = shift_report(star.store, "star", next(days(star.clock()))).rows
    sums = [row[f"{name}_cents"] for name in ("opening", "fills", "drop", "closing", "over", "result")]
    assert sums == [50_000_000, 20_000, 10_000, 50_025_000, 15_000, 15_000]
    assert row["hold_percent"] == "0.00", "no round was played"
    assert hold_percent(75_00, 200_00) == "37.50" and hold_percent(-1_00, 300_00) == "-0.33"
    assert hold_percent(75_00, 0) is None


def test_no_result_of_a_table_that_was_open_before_the_day(star: Pit) -> None:
    star.open(PONTOON, "t")
    star.clock.advance(timedelta(days=1))
    star.do(BuyIn("t", "p1", HUNDRED))
    star.do(CloseTable("t", (Stack(10_000, 4_999),)))
    (row,) = shift_report(star.store, "star", next(days(star.clock()))).rows
    assert (row["closing_cents"], row["result_cents"]) == (49_990_000, None)
