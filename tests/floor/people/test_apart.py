"""No person approves an order of their own through a puppet: an account that they made, promoted or took over."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from floor.tables.pit import PONTOON, Pit
from pitboss import law
from pitboss.floor.cashier.approvals import Approve, AskApproval
from pitboss.floor.cashier.slips import Fill
from pitboss.floor.composition import make_floor
from pitboss.floor.operators import operators
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.signin import Accounts, MustChangePassword, SignIn
from pitboss.floor.people.staff import ChangeRank, Hire, RemoveFromStaff, person_state_of, role_of
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Store, Stream, open_store
from pitboss.floor.tables.state import Stack
from pitboss.play.wager import Refused
from web.clients import QUICK

FIRST, SECOND = "violin ladder carpet", "umbrella teapot meadow"
CHIPS = (Stack(100_00, 10),)
APART = timedelta(days=operators()["star"].apart_days)


class House:
    """A house with two managers and a supervisor made at the console, a table, and whatever the first manager makes."""

    def __init__(self, store: Store) -> None:
        self.pit = Pit(store, PONTOON)
        self.pit.open()
        self.store, self.clock = store, self.pit.clock
        self.staff = make_floor(store, clock=self.clock)
        self.sign_in = SignIn(store, self.clock, QUICK)
        self.passwords = Passwords(store, self.sign_in)
        accounts = Accounts(store)
        self.boss, self.other, self.supervisor = (
            Actor("star", person, role)
            for person, role in (("boss", "gaming-manager"), ("other", "gaming-manager"), ("sue", "gaming-supervisor"))
        )
        for actor in (self.boss, self.other, self.supervisor, Actor("star", "iris", "inspector")):
            accounts.give(actor, self.clock(), by="console root")
        self.clock.advance(timedelta(minutes=1))

    def order(self, by: Actor, command: Any) -> None:
        self.staff.do(Order(by, command, ""))

    def hire(self, by: Actor, person: str, role: str = "gaming-manager") -> Actor:
        """A puppet with a password that its maker knows and has changed in its name."""
        self.order(by, Hire(person, role))
        puppet = Actor(by.operator, person, role)
        self.take_over(by, puppet)
        return puppet

    def take_over(self, by: Actor, whose: Actor) -> None:
        self.passwords.reset(by, whose.person, FIRST)
        self.passwords.change(whose, FIRST, SECOND)

    def fill(self, giver: Actor, approver: Actor) -> law.Because:
        """Why a fill is not done; nothing if it is. By two signatures, and by way of the inbox, it is the same."""
        answers = []
        request = self.pit.do(giver, AskApproval(self.pit.table, "fill", stacks=CHIPS))["request"]
        for command, by in (
            (Fill(self.pit.table, CHIPS, approver), giver),
            (Approve(self.pit.table, request), approver),
        ):
            try:
                self.pit.do(by, command)
            except Refused as no:
                answers.append(no.because)
            else:
                answers.append(())
        assert answers[0] == answers[1]
        return answers[0]


@pytest.fixture
def house(new_sqlite: Callable[[], str]) -> Any:
    store = open_store(new_sqlite())
    house = House(store)
    yield house
    house.pit.floor.stop()
    store.close()


def test_a_puppet_does_not_approve_its_makers_fill(house: House) -> None:
    puppet = house.hire(house.boss, "puppet")
    assert house.fill(house.boss, puppet) == (law.KEPT_APART,)
    assert house.fill(puppet, house.boss) == (law.KEPT_APART,)  # nor the other way round
    assert not house.fill(house.boss, house.other)
    assert not house.fill(house.other, puppet)
    house.clock.advance(APART - timedelta(seconds=1))
    assert house.fill(house.boss, puppet) == (law.KEPT_APART,)
    house.clock.advance(timedelta(seconds=2))
    assert not house.fill(house.boss, puppet)


def test_neither_a_new_rank_nor_a_new_password_makes_a_puppet(house: House) -> None:
    house.order(house.boss, ChangeRank("sue", "assistant-gaming-manager"))
    promoted = house.supervisor._replace(role="assistant-gaming-manager")
    assert house.fill(house.boss, promoted) == (law.KEPT_APART,)
    assert not house.fill(house.other, promoted)
    house.passwords.set_at_console("star", "other", FIRST, "", by="console root")
    house.passwords.change(house.other, FIRST, SECOND)
    assert not house.fill(house.boss, house.other)  # the console is a third party
    house.take_over(house.boss, house.other)
    assert house.fill(house.boss, house.other) == (law.KEPT_APART,)


def test_a_chain_of_puppets_is_one_person(house: House) -> None:
    first = house.hire(house.boss, "p1")
    second = house.hire(first, "p2")
    beside = house.hire(house.boss, "p3", "gaming-supervisor")
    assert house.fill(house.boss, second) == (law.KEPT_APART,)
    assert house.fill(second, beside) == (law.KEPT_APART,)  # two puppets of one person
    assert house.fill(beside, first) == (law.KEPT_APART,)
    assert not house.fill(house.other, second)


def test_two_makers_of_one_person_are_not_tied_to_each_other(house: House) -> None:
    house.hire(house.boss, "dan", "dealer")
    house.order(house.other, ChangeRank("dan", "gaming-supervisor"))
    assert not house.fill(house.boss, house.other)


def test_one_hired_again_under_an_old_id_is_still_a_puppet(house: House) -> None:
    house.order(house.boss, RemoveFromStaff("sue"))
    sue = house.hire(house.boss, "sue", "gaming-supervisor")
    assert house.fill(sue, house.boss) == (law.KEPT_APART,)


def test_a_password_that_another_set_approves_nothing(house: House) -> None:
    house.order(house.other, Hire("puppet", "gaming-manager"))
    house.passwords.reset(house.other, "puppet", FIRST)
    puppet = Actor("star", "puppet", "gaming-manager")
    assert house.fill(house.boss, puppet) == (law.OWN_PASSWORD,)
    with pytest.raises(MustChangePassword):
        house.sign_in.identify_by_password("star", "puppet", FIRST)
    token = house.sign_in.sign_in("star", "puppet", FIRST)
    for look in (house.sign_in.identify, house.sign_in.peek):
        with pytest.raises(MustChangePassword):
            look(token)
    again = SignIn(house.store, house.clock, QUICK)  # another process
    with pytest.raises(MustChangePassword):
        again.identify(token)
    assert house.sign_in.identify(token, changing=True) == puppet
    with pytest.raises(Refused):
        house.passwords.change(puppet, FIRST, FIRST)
    token = house.passwords.change(puppet, FIRST, SECOND)
    assert (
        house.sign_in.identify(token)
        == again.identify(token)
        == house.sign_in.identify_by_password("star", "puppet", SECOND)
        == puppet
    )
    assert not house.fill(house.boss, puppet)


@pytest.mark.parametrize("role", ["inspector", "surveillance"])
def test_no_rank_appoints_changes_or_removes_the_regulators_people(house: House, role: str) -> None:
    Accounts(house.store).give(Actor("star", "reg", role), house.clock(), by="console root")
    commands = [Hire("new", role), ChangeRank("sue", role), ChangeRank("reg", "dealer"), RemoveFromStaff("reg")]
    for command in commands:
        with pytest.raises(Refused) as no:
            house.order(house.boss, command)
        assert no.value.because == (law.REGULATORS_OWN,)
    with pytest.raises(Refused) as no:
        house.passwords.reset(house.boss, "reg", FIRST)
    assert no.value.because == (law.REGULATORS_OWN,)
    assert role_of(house.store, "star", "reg")[0] == role
    Accounts(house.store).remove("star", "reg", house.clock(), by="console root")
    assert not role_of(house.store, "star", "reg")[0]
    with pytest.raises(Refused) as no:  # the id of a former inspector is not given to a puppet
        house.order(house.boss, Hire("reg", "dealer"))
    assert no.value.because == (law.REGULATORS_OWN,)


def test_what_the_console_does_has_its_own_line_on_the_log(house: House) -> None:
    house.passwords.set_at_console("star", "iris", FIRST, "", by="console root")
    said = [(each.kind, each.data, each.by) for each in house.store.read(Stream("star", "person:iris"))]
    assert said == [
        ("SetAtConsole", {"what": "hired", "role": "inspector"}, "console root"),
        ("RoleGiven", {"role": "inspector", "reason": "hired"}, "console root"),
        ("SetAtConsole", {"what": "password", "role": ""}, "console root"),
        ("PasswordSet", {"how": "reset"}, "console root"),
    ]
    assert person_state_of(house.store, "star", "iris").must_change
    house.passwords.set_at_console("star", "iris", SECOND, "", by="console root", is_own=True)
    assert not person_state_of(house.store, "star", "iris").must_change


@pytest.mark.parametrize("person", ["system", "clock", "console", "console root", "Console-root", "demonstration"])
def test_what_the_log_calls_itself_is_no_persons_id(house: House, person: str) -> None:
    with pytest.raises(Refused) as no:
        house.order(house.boss, Hire(person, "gaming-manager"))
    assert no.value.because == (law.ID_RESERVED,)
    with pytest.raises(Refused):
        Accounts(house.store).give(Actor("star", person, "dealer"), house.clock(), by="console root")
