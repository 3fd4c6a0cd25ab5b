"""A patron's account and time at a table: deposit limits, and sittings with a buy-in and a result."""

from datetime import timedelta

import pytest

from floor.patrons.patron_pit import Pit
from pitboss import law
from pitboss.floor.cashier.chips import BuyIn, CashOut
from pitboss.floor.patrons.account import AskPayment, PayIn, PayOut
from pitboss.floor.patrons.office import SetDepositLimit
from pitboss.floor.patrons.sitting import EndPlay, StartPlay
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.tables.state import Stack
from pitboss.ledger import Account, Overdrawn
from support import shows

PONTOON, MISSISSIPPI = "star-pontoon", "star-mississippi-stud"


@pytest.mark.parametrize("game", [PONTOON, MISSISSIPPI])
def test_money_from_outside_keeps_to_the_deposit_limit_of_the_day(pit: Pit, game: str) -> None:
    patron = pit.patron("p1")
    pit.patron("p2")
    pit.ask(PayIn("p2", 10_001))  # without a limit of their own
    pit.ask(SetDepositLimit("p1", 10_000), patron)
    pit.ask(PayIn("p1", 6_000))
    shows(law.DEPOSIT_LIMIT, pit.refused(PayIn("p1", 4_001, "EFTPOS")), game=game)
    pit.ask(PayIn("p1", 4_000, "bank transfer"))
    pit.clock.advance(timedelta(hours=11))  # past midnight in Sydney
    pit.ask(PayIn("p1", 10_000, "debit card"))
    assert pit.store.balance(Account("star", "deposit", "p1")).free == 20_000


def test_a_deposit_limit_goes_up_after_a_day(star: Pit) -> None:
    star.patron("p1")
    star.ask(SetDepositLimit("p1", 10_000))
    star.ask(SetDepositLimit("p1", 20_000))
    star.refused(PayIn("p1", 10_001))
    star.clock.advance(timedelta(hours=24))
    star.ask(PayIn("p1", 20_000))


def test_winnings_put_into_the_account_do_not_count(star: Pit) -> None:
    table = star.open(PONTOON)
    patron = star.patron("p1", dollars=500)
    star.ask(SetDepositLimit("p1", 10_000))
    star.do(CashOut(table, "p1", (Stack(10_000, 3),)), patron)
    star.ask(PayIn("p1", 10_000))
    assert star.store.balance(Account("star", "deposit", "p1")).free == 40_000
    star.ask(PayOut("p1", 40_000))
    with pytest.raises(Overdrawn):
        star.ask(PayOut("p1", 1))


@pytest.mark.parametrize("wrong", [PayIn("p1", 0), PayIn("p1", -5), PayIn("p1", 5, "credit card"), PayOut("p1", 0)])
def test_money_that_is_not(star: Pit, wrong: PayIn | PayOut) -> None:
    star.patron("p1")
    assert star.refused(wrong).because == (law.COUNTED,)


def test_a_patron_has_an_account_of_their_own(star: Pit) -> None:
    star.patron("p1")
    other = star.patron("p2")
    assert star.refused(AskPayment("p1", "out", 1), other).because == (law.CASH_BY_STAFF,)


def test_time_at_a_table_has_a_start_an_end_a_buy_in_and_a_result(pit: Pit) -> None:
    table = pit.open(MISSISSIPPI)
    pit.patron("p1", dollars=50)
    pit.patron("p2")
    pit.do(BuyIn(table, "p2", (Stack(10_000, 1),)))
    pit.sit("p1", table)
    pit.do(BuyIn(table, "p1", (Stack(10_000, 2),)))
    for last in ("Qc", "4c"):
        pit.place(table, "p1", 25)
        pit.deal(table, "Qs 8d")
        for card in ("2c", "3c"):
            pit.bet(table, "p1", 25)
            pit.deal(table, card)
        pit.bet(table, "p1", 25 if last == "Qc" else 75)
        pit.deal(table, last)
    pit.do(CashOut(table, "p1", (Stack(2_500, 2),)))
    reply = pit.ask(EndPlay("p1", table), pit.dealer)
    assert reply == {
        "patron": "p1",
        "buy_in": 20_000,
        "cash_out": 5_000,
        "rounds": 2,
        "wagered": 25_000,
        "net": 10_000 - 15_000,
        "average": 12_500,
    }
    assert load_patron(pit.store, "star", "p1").playing == ()
    assert pit.refused(EndPlay("p1", table), pit.dealer).because == (law.ONCE,)


def test_each_time_is_counted_alone(star: Pit) -> None:
    table = star.open(PONTOON)
    patron = star.patron("p1")
    star.ask(StartPlay("p1", table), patron)  # signed in by themselves: their card is with them
    star.do(BuyIn(table, "p1", (Stack(10_000, 2),)))
    star.ask(EndPlay("p1", table), patron)
    star.ask(StartPlay("p1", table), patron)
    reply = star.ask(EndPlay("p1", table), patron)
    assert (reply["buy_in"], reply["rounds"], reply["average"]) == (0, 0, 0)
