"""The reconciliation of meters: every amount to the last fraction of a cent, and who won what."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest
from typer.testing import CliRunner, Result

from floor.jackpots.jackpot_pit import HANDS, METER, NOTHING, JackpotPit, meter_of
from floor.tables.pit import TRAY
from pitboss.cli import app
from pitboss.floor.jackpots.links import UnlinkTable
from pitboss.floor.jackpots.meter_commands import ApproveAward, CloseMeter, RefuseAward
from pitboss.floor.patrons.limits import calendar_day
from pitboss.floor.store import Store, open_store
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.state import worth
from pitboss.ledger import Account
from pitboss.report.jackpots import exact_dollars, jackpot_report
from pitboss.report.reports import days, shift_report
from support import CROWN, STAR


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "$0.00"),
        (Fraction(2861, 10), "$2.861"),
        (60_000_00, "$60,000.00"),
        (-150, "-$1.50"),
        (Fraction(100, 3), "$0.33 and 1/3 of a cent"),
    ],
)
def test_an_exact_amount_is_written_out(cents: Fraction, words: str) -> None:
    assert exact_dollars(cents) == words


def test_a_month_of_a_meter_adds_up(new_sqlite: Callable[[], str]) -> None:
    store = open_store(new_sqlite())
    pit = JackpotPit(store, CROWN)
    pit.start("ann")
    for hand in (NOTHING[0], HANDS["straight-flush"], HANDS["royal-flush"], NOTHING[1]):
        pit.bet("ann")
        pit.deal_round(hand)
    pit.do(pit.boss, ApproveAward(METER, pit.meter.pending[0].id))
    balance, small, large = jackpot_report(store, "crown", date(2026, 11, 1)).rows
    grows = Fraction(2861, 10)
    stood = 100_000_00 + 2 * grows
    assert balance["start"] == "$100,000.00" and balance["contributions"] == exact_dollars(4 * grows) == "$11.444"
    given = stood / 10 + (stood * Fraction(9, 10) + grows)
    assert balance["awards"] == exact_dollars(given) and balance["reseeds"] == "$100,000.00"
    assert balance["current"] == exact_dollars(100_000_00 + grows) == "$100,002.861"
    assert (balance["pool_cents"], balance["difference"]) == (100_002_86, "1/10 of a cent")
    assert [(row["hand"], row["player"], row["state"]) for row in (small, large)] == [
        ("straight flush", "ann", "paid"),
        ("royal flush", "ann", "pending"),
    ]
    assert small["from_meter"] == exact_dollars(stood / 10) and small["by"] == pit.boss.person
    later = jackpot_report(store, "crown", date(2026, 12, 1)).rows
    assert [(row["start"], row["contributions"]) for row in later] == [("$100,002.861", "$0.00")]
    assert jackpot_report(store, "crown", date(2026, 10, 1)).data()["note"] == "No activity"
    today = calendar_day(pit.clock())
    assert jackpot_report(store, "crown", today, today).rows == [balance, small, large], "all of it was on one day"
    pit.floor.stop()
    pit.sound()
    store.close()


def test_prizes_that_the_dealer_pays_are_in_the_shift_report(new_sqlite: Callable[[], str]) -> None:
    """What a table won in play is what its tray won, whatever hands took a prize."""
    store = open_store(new_sqlite())
    pit = JackpotPit(store, STAR)
    pit.start("ann")
    pit.bet("ann")
    pit.deal_round(HANDS["full-house"])
    pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
    tray = store.balance(Account("star", "float", "7")).here
    (row,) = shift_report(store, "star", next(days(pit.clock()))).rows
    assert row["won_cents"] == tray - worth(TRAY) < 0
    assert row["paid_cents"] >= 150_00
    pit.floor.stop()
    pit.sound()
    store.close()


def _report(store: Store, *args: str) -> Result:
    return CliRunner().invoke(app, ("report", "jackpot", "star", "--store", str(store.engine.url.database), *args))


def test_a_month_in_which_a_meter_was_closed_and_opened_again(new_sqlite: Callable[[], str]) -> None:
    """Each of its lives adds up by itself, and so does its reserve: no closing hides what was taken in before."""
    store = open_store(new_sqlite())
    pit = JackpotPit(store, STAR)
    pit.start("ann", rate="50", reserve="20")
    pit.do(pit.boss, meter_of(STAR, tables=())._replace(meter="minor").confirm("star"))
    pit.bet("ann")
    pit.deal_round(HANDS["royal-flush"])
    pit.do(pit.boss, RefuseAward(METER, pit.meter.pending[0].id, "a marked card"))
    pit.do(pit.boss, UnlinkTable("7"))
    pit.do(pit.boss, CloseMeter(METER, "minor"))
    pit.open_meter(rate="50", reserve="20", tables=())
    rows = [row for row in jackpot_report(store, "star", date(2026, 11, 1)).rows if row["meter"] == METER]
    first, reserve, again, award = rows
    assert (first["start"], first["contributions"], first["reseeds"]) == ("$60,000.00", "$2.50", "$60,000.00")
    assert (first["awards"], first["transfers"], first["current"]) == ("$60,002.50", "-$2.50", "$0.00")
    assert (reserve["what"], reserve["contributions"], reserve["reseeds"]) == ("reserve", "$1.00", "-$1.00")
    assert (reserve["adjustments"], reserve["transfers"], reserve["current"]) == ("$1.00", "-$1.00", "$0.00")
    assert (again["start"], again["current"], again["pool_cents"]) == ("$60,000.00", "$60,000.00", 60_000_00)
    assert award["state"] == "refused"
    told = _report(store, "--month", "2026-11", "--csv")
    assert told.exit_code == 0 and told.output.count("grand,") == 4 and "$60,002.50" in told.output
    assert (
        "Jackpots, 01.11.2026 to 30.11.2026" in _report(store, "--first", "2026-11-01", "--last", "2026-11-30").output
    )
    for wrong in (("--last", "2026-11-30"), ("--first", "2026-11-02", "--last", "2026-11-01")):
        assert _report(store, *wrong).exit_code == 2
    pit.floor.stop()
    pit.sound()
    store.close()
