"""Returns fall due at the end of their month, are sent once, and are kept as they were sent."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from pitboss import law
from pitboss.floor.cashier.mispayments import NoteMispayment
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.office import EndExclusion, ExcludePatron, RegisterPatron
from pitboss.floor.returns.sending import RETURNS, ReturnSent, SendReturn, due_returns, sent_returns
from pitboss.floor.service.clock import ManualClock, stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Append, NewEvent, Store, Write, open_store, table_stream
from pitboss.play.wager import Refusal, Refused
from pitboss.report.registers import mispayment_register
from pitboss.report.returns import SHEETS
from support import shows

MARCH, LATE = date(2026, 3, 1), datetime(2026, 4, 1, 12, tzinfo=UTC)
RANKS = {"star": "gaming-manager", "crown": "casino-manager"}


class Office:
    """The people who send returns."""

    def __init__(self, store: Store, operator: str) -> None:
        self.store, self.operator = store, operator
        self.clock = ManualClock(datetime(2026, 3, 10, 2, tzinfo=UTC))
        self.floor = make_floor(store, clock=self.clock)
        self.boss = Actor(operator, "boss", RANKS[operator])
        self._keys = (f"k{number}" for number in count())
        opened = NewEvent("TableOpened", {"game": "x", "unit": "AUD"}, stamp(self.clock()), "tests")
        store.commit(Write(operator, appends=(Append(table_stream(operator, "1"), 0, (opened,)),), at=opened.at))

    def do(self, command: Any, by: Actor | None = None) -> dict[str, Any]:
        return self.floor.do(Order(by or self.boss, command, next(self._keys)))

    def refused(self, command: Any, by: Actor | None = None) -> Refusal:
        with pytest.raises(Refused) as error:
            self.do(command, by)
        return error.value.refusal

    def mispaid(self, name: str, cents: int) -> None:
        self.do(NoteMispayment(name, "1", "over", "wager", cents, "an accident"))

    @property
    def due(self) -> list[tuple[str, str]]:
        return [(kind, f"{month:%Y-%m}") for kind, month in due_returns(self.store, self.operator, self.clock())]

    @property
    def last(self) -> ReturnSent:
        return list(sent_returns(self.store, self.operator).values())[-1][-1].sent


@pytest.fixture
def office_of(new_sqlite: Callable[[], str]) -> Iterator[Callable[[str], Office]]:
    stores: list[Store] = []

    def make(operator: str) -> Office:
        stores.append(open_store(new_sqlite()))
        return Office(stores[-1], operator)

    yield make
    for store in stores:
        store.close()


@pytest.mark.parametrize("game", ["star-pontoon", "star-mississippi-stud"])
def test_mispayments_reported(office_of: Callable[[str], Office], game: str) -> None:
    """Over $1,000 is reported, exactly $1,000 is not; a case is reported only once its return was sent."""
    office = office_of("star")
    office.mispaid("M-1", 1_000_01)
    office.mispaid("M-2", 1_000_00)

    def reported() -> dict[str, str]:
        return {row["id"]: row["reported"] for row in mispayment_register(office.store, "star").rows}

    send = SendReturn("mispayments", "2026-03")
    shows(law.MISPAYMENTS_REPORTED, office.refused(send), game=game)
    assert ("mispayments", "2026-03") not in office.due
    office.clock.at = datetime(2026, 3, 31, 12, 59, 59, tzinfo=UTC)
    shows(law.MISPAYMENTS_REPORTED, office.refused(send), game=game)
    office.clock.advance(timedelta(seconds=1))
    assert ("mispayments", "2026-03") in office.due, "the month is over in Sydney"
    assert reported() == {"M-1": "not yet", "M-2": "no"}
    office.do(send)
    shows(law.MISPAYMENTS_REPORTED, office.last, game=game)
    assert "M-1" in office.last.text and "M-2" not in office.last.text
    assert reported() == {"M-1": "yes", "M-2": "no"}
    assert ("mispayments", "2026-03") not in office.due


def test_a_return_is_sent_once_unless_the_reason_is_said(office_of: Callable[[str], Office]) -> None:
    office = office_of("star")
    office.mispaid("M-1", 2_000_00)
    office.clock.at = LATE
    office.do(SendReturn("mispayments", "2026-03"))
    first = office.last
    assert office.refused(SendReturn("mispayments", "2026-03")).because == (law.ONCE,)
    office.do(SendReturn("mispayments", "2026-03", reason="a name was missing"))
    every = sent_returns(office.store, "star")["mispayments", "2026-03"]
    assert [each.sent.reason for each in every] == ["", "a name was missing"] and every[0].sent == first
    assert [each.by for each in every] == ["boss", "boss"]


def test_an_empty_return_says_so_and_is_sent_all_the_same(office_of: Callable[[str], Office]) -> None:
    office = office_of("star")
    office.clock.at = LATE
    office.do(SendReturn("mispayments", "2026-03"))
    assert office.last.text.splitlines()[-1] == "No activity"


def test_what_a_house_sends_is_what_its_documents_want_and_its_own(office_of: Callable[[str], Office]) -> None:
    office = office_of("crown")
    office.clock.at = LATE
    assert {kind for kind, _ in office.due} == set(RETURNS) - {"mispayments"}, "Crown's document has no such report"
    assert office.refused(SendReturn("mispayments", "2026-03")).because == (law.ONCE,)
    for kind, month in (("nothing", "2026-03"), ("tables", "2026-3"), ("tables", "2026-13"), ("tables", "")):
        assert office.refused(SendReturn(kind, month)).because == (law.ONCE,)
    dealer = Actor("crown", "dealer", "dealer")
    assert office.refused(SendReturn("tables", "2026-03"), dealer).because == (law.NOT_YOURS,)
    office.clock.at = LATE + timedelta(days=31)
    assert len(office.due) == 2 * (len(RETURNS) - 1), "each month that is over has its returns"


def test_the_return_of_exclusions(office_of: Callable[[str], Office]) -> None:
    office = office_of("star")
    office.do(RegisterPatron("ann"))
    office.do(ExcludePatron("ann", "asked for it"))
    office.clock.at = LATE
    office.do(EndExclusion("ann", "over"))
    rows = SHEETS["exclusions"](office.store, "star", MARCH).rows
    assert [(row["patron"], row["what"], row["reason"]) for row in rows] == [("ann", "excluded", "asked for it")]
    april = SHEETS["exclusions"](office.store, "star", date(2026, 4, 1)).rows
    assert [row["what"] for row in april] == ["exclusion ended"]


@pytest.mark.parametrize("kind", sorted(SHEETS))
def test_every_return_of_a_quiet_month_is_empty(office_of: Callable[[str], Office], kind: str) -> None:
    office = office_of("star")
    assert SHEETS[kind](office.store, "star", date(2026, 2, 1)).rows == []
