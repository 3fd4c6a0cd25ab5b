"""The staff as streams: hired, another rank, gone; and the register of mis-payments that they keep."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from pitboss import law
from pitboss.floor.cashier.mispayments import FollowMispayment, NoteMispayment, cases, month_end
from pitboss.floor.composition import make_floor
from pitboss.floor.people.staff import ChangeRank, Hire, RemoveFromStaff, role_of
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Append, NewEvent, Store, Stream, Write
from pitboss.floor.store.rows import KeyReused
from pitboss.ledger import Account, Move, Overdrawn
from pitboss.play.wager import Refused

MANAGER, SUPERVISOR = Actor("star", "m", "gaming-manager"), Actor("star", "s", "gaming-supervisor")
pytestmark = pytest.mark.postgres_long
CLOCK = ManualClock(datetime(2026, 10, 31, 12, 59, tzinfo=UTC))  # a minute to November in Sydney


def refused(office: Floor, command: Any, by: Actor = MANAGER) -> law.Because:
    with pytest.raises(Refused) as error:
        office.do(Order(by, command, ""))
    return error.value.because


def test_hired_changed_and_gone(store: Store) -> None:
    office = make_floor(store)
    office.do(Order(MANAGER, Hire("d1", "dealer"), "one"))
    assert office.do(Order(MANAGER, Hire("d1", "dealer"), "one")) == {"person": "d1", "role": "dealer"}
    with pytest.raises(KeyReused):
        office.do(Order(MANAGER, Hire("d2", "dealer"), "one"))
    office.do(Order(MANAGER, ChangeRank("d1", "gaming-supervisor"), ""))
    assert role_of(store, "star", "d1") == ("gaming-supervisor", 2)
    assert refused(office, Hire("d1", "dealer")) == (law.ONCE,)
    office.do(Order(MANAGER, RemoveFromStaff("d1"), ""))
    assert role_of(store, "star", "d1") == ("", 3)
    assert refused(office, RemoveFromStaff("d1")) == (law.PATRON_KNOWN,)
    office.do(Order(MANAGER, Hire("d1", "mathematician"), ""))
    assert role_of(store, "crown", "d1") == ("", 0)


def test_nobody_gives_a_rank_above_their_own_or_changes_theirs(store: Store) -> None:
    office = make_floor(store)
    for name, role in (("m", "gaming-manager"), ("m2", "gaming-manager")):
        office.do(Order(MANAGER, Hire(name, role), ""))
    for command in (Hire("x", "dealer"), ChangeRank("m2", "dealer"), RemoveFromStaff("m2")):
        refused(office, command, SUPERVISOR)
    assert refused(office, RemoveFromStaff("m")) == (law.NOT_YOURS,)
    assert refused(office, ChangeRank("m", "dealer")) == (law.NOT_YOURS,)
    assert refused(office, Hire("x", "casino-manager")) == (law.NOT_YOURS,)
    assert refused(office, Hire("x", "king")) == (law.NOT_YOURS,)
    assert refused(office, Hire("", "dealer")) == refused(office, Hire("a/b", "dealer")) == (law.ID_RESERVED,)
    office.do(Order(MANAGER, RemoveFromStaff("m2"), ""))


# Mis-payments.


@pytest.fixture
def register(store: Store) -> Floor:
    house = Account("star", "house", "")
    entries = tuple(Move(house, Account("star", *to), 500_000, "chips") for to in (("float", "t"), ("patron", "p1")))
    opened = Append(Stream("star", "table:t"), 0, (NewEvent("TableOpened", {}, "", ""),))
    store.commit(Write("star", appends=(opened,), entries=entries))
    CLOCK.at = datetime(2026, 10, 31, 12, 59, tzinfo=UTC)
    return make_floor(store, clock=CLOCK)


def note(office: Floor, name: str, cents: int, **more: Any) -> dict[str, Any]:
    command = NoteMispayment(name, "t", "over", "wager", cents, "a slip of the hand", "p1")._replace(**more)
    return office.do(Order(SUPERVISOR, command, ""))


def test_what_is_over_a_thousand_is_reported_at_the_end_of_the_month(register: Floor, store: Store) -> None:
    assert note(register, "1", 100_000)["reported"] is False  # exactly $1,000 is not over it
    assert note(register, "2", 100_001)["reported"] is True
    note(register, "3", 250_000, way="under", patron="")
    CLOCK.advance(timedelta(minutes=1))
    note(register, "4", 100_001)
    assert [case.noted.id for case in month_end(store, "star", date(2026, 10, 5))] == ["2", "3"]
    assert [case.noted.id for case in month_end(store, "star", date(2026, 11, 30))] == ["4"]
    assert month_end(store, "star", date(2026, 12, 1)) == month_end(store, "crown", date(2026, 10, 1)) == ()


@pytest.mark.parametrize(("way", "moves"), [("over", -700), ("under", 700)])
def test_a_mis_payment_is_put_right_by_a_new_transfer(register: Floor, store: Store, way: str, moves: int) -> None:
    note(register, "1", 70_000, way=way, patron="")
    follow = FollowMispayment("1", "put right", "called back to the table")
    assert refused(register, follow, SUPERVISOR) == (law.PATRON_KNOWN,)
    tried = follow._replace(outcome="attempted", words="asked at the cage")
    register.do(Order(SUPERVISOR, tried, ""))
    assert not cases(store, "star")["1"].is_closed
    assert cases(store, "star")["1"].is_no_breach
    register.do(Order(SUPERVISOR, follow._replace(patron="p1"), ""))
    assert store.balance(Account("star", "patron", "p1")).free == 500_000 + moves * 100
    assert cases(store, "star")["1"].is_closed
    assert refused(register, follow._replace(patron="p1"), SUPERVISOR) == (law.ONCE,)


def test_a_mis_payment_names_a_table_and_a_patron_who_are_there(register: Floor, store: Store) -> None:
    command = NoteMispayment("1", "t", "under", "wager", 100, "a slip")
    assert refused(register, command._replace(table="99"), SUPERVISOR) == (law.COUNTED,)
    assert refused(register, command._replace(patron="nobody"), SUPERVISOR) == (law.PATRON_KNOWN,)
    register.do(Order(SUPERVISOR, command, ""))
    right = FollowMispayment("1", "put right", "paid", "nobody")
    assert refused(register, right, SUPERVISOR) == (law.PATRON_KNOWN,)
    assert store.balance(Account("star", "patron", "nobody")).into == 0


def test_what_somebody_no_longer_has_cannot_be_taken_back(register: Floor) -> None:
    note(register, "1", 600_000)
    with pytest.raises(Overdrawn):
        register.do(Order(SUPERVISOR, FollowMispayment("1", "put right", "asked", approver=MANAGER), ""))


def test_a_suspected_one_is_no_accident(register: Floor, store: Store) -> None:
    note(register, "1", 5_000, suspected=True)
    register.do(Order(SUPERVISOR, FollowMispayment("1", "told the regulator", "by letter"), ""))
    assert not cases(store, "star")["1"].is_no_breach


@pytest.mark.parametrize(
    "wrong", [{"id": ""}, {"way": "sideways"}, {"kind": "tip"}, {"cents": 0}, {"cents": -1}, {"enquiry": ""}]
)
def test_a_mis_payment_that_says_too_little(register: Floor, wrong: dict[str, Any]) -> None:
    command = NoteMispayment("1", "t", "over", "wager", 100, "a slip")._replace(**wrong)
    assert refused(register, command, SUPERVISOR) in ((law.COUNTED,), (law.ONCE,))
    assert refused(register, FollowMispayment("9", "put right", "x"), SUPERVISOR) == (law.COUNTED,)
