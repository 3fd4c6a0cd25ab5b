"""The lock on value: who moves how much alone, at which post, and never for themselves; no sum can end all cash."""

import hashlib
import typing
from datetime import timedelta
from typing import Any

import pytest

from floor.patrons.patron_pit import Pit
from pitboss import law
from pitboss.floor.cashier.approvals import Approve, AskApproval
from pitboss.floor.cashier.chips import BoughtIn, BuyIn, CashOut, ColourChange, TakeVoucher, bring_forward
from pitboss.floor.cashier.mispayments import FollowMispayment, NoteMispayment
from pitboss.floor.cashier.slips import CountDrop, Credit, Fill
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.account import AskPayment, DeclinePayment, PayIn, PayOut
from pitboss.floor.patrons.invalid_wagers import FindPastLimit
from pitboss.floor.patrons.office import RegisterPatron, SetDepositLimit, SetLossLimit
from pitboss.floor.patrons.sitting import DeclareChips
from pitboss.floor.patrons.state import Deposited, load_patron
from pitboss.floor.people.permission import permissions
from pitboss.floor.people.signin import Accounts
from pitboss.floor.people.staff import Hire, RemoveFromStaff, role_of
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, CarryOut, Command, Decision, Order, World, command_kinds
from pitboss.floor.store import open_store
from pitboss.floor.store.rows import canonical
from pitboss.floor.tables.limits_sign import AnnounceLimits, ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.pit import TakePost
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import EdgeSeen, Stack
from pitboss.ledger import ROOM, Account
from pitboss.money import Stake
from pitboss.play.acts import ACTS, Act, Place, Sit
from pitboss.play.codec import decode, encode
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refused
from pitboss.value import log_name

PONTOON = "star-pontoon"
OTHER = Actor("star", "m2", "gaming-supervisor")
HUNDRED = (Stack(10_000, 1),)
HUGE = (Stack(10_000, 10**11),)
"""Chips of 10^15 cents."""
OPERATORS = ("star", "crown")


@pytest.fixture
def table(star: Pit) -> str:
    star.patron("p1", dollars=20_000)
    return star.open(PONTOON, "t")


# Money from nothing.


def test_a_patron_pays_nothing_in_or_out_on_their_own_word(star: Pit, table: str) -> None:
    patron = Actor("star", "p1", "patron")
    for command in (PayIn("p1", 100_00), PayIn("p1", 100_00, "EFTPOS"), PayOut("p1", 1)):
        assert star.refused(command, patron).because == (law.CASH_BY_STAFF,)
    assert star.refused(PayIn("p1", 100_00), star.dealer).because == (law.CASH_BY_STAFF,)
    assert star.store.balance(Account("star", "world", "")).out == 0


def test_a_patron_asks_and_staff_book_what_they_counted(star: Pit) -> None:
    patron = star.patron("p1")
    request = star.ask(AskPayment("p1", "in", 100_00), patron)["request"]
    assert star.refused(AskPayment("p1", "in", 1_00), patron).because == (law.ONCE,)
    assert star.refused(AskPayment("p1", "in", 1_00), star.manager).because == (law.CASH_BY_STAFF,)
    for wrong in (AskPayment("p1", "sideways", 1), AskPayment("p1", "out", 0), AskPayment("p1", "out", 1, "gold")):
        assert star.refused(wrong, patron).because == (law.COUNTED,)
    assert star.refused(PayOut("p1", 100_00, request=request)).because == (law.COUNTED,)
    assert star.refused(PayIn("p1", 100_01, request=request)).because == (law.COUNTED,)
    star.ask(PayIn("p1", 100_00, request=request))
    assert load_patron(star.store, "star", "p1").asked == ()
    assert star.refused(PayIn("p1", 100_00, request=request)).because == (law.ONCE,)
    back = star.ask(AskPayment("p1", "out", 40_00), patron)["request"]
    assert star.refused(DeclinePayment("p1", back, "")).because == (law.CASH_BY_STAFF,)
    star.ask(DeclinePayment("p1", back, "no papers"))
    assert star.refused(PayOut("p1", 40_00, request=back)).because == (law.ONCE,)
    assert star.store.balance(Account("star", "deposit", "p1")).free == 100_00


# Beyond a post and beyond a limit.


def test_a_dealer_acts_at_the_table_where_they_are_posted(star: Pit, table: str) -> None:
    star.do(TakePost(table, "dealer"))
    for command in (
        BuyIn(table, "p1", HUNDRED),
        CashOut(table, "p1", HUNDRED, "cash"),
        ColourChange(table, "p1", HUNDRED, HUNDRED),
        TakeVoucher(table, "p1", "v", 1_00),
        TakeAct(table, Sit("wagers", "p1", 1)),
        DealOn(table),
    ):
        assert star.refused(command, star.dealer).because == (law.AT_THEIR_POST,)
    star.do(BuyIn(table, "p1", HUNDRED), OTHER)  # who fills posts may stand in
    star.do(TakePost(table, "dealer", star.dealer.person))
    star.do(BuyIn(table, "p1", HUNDRED), star.dealer)
    request = star.do(AskApproval(table, "voucher", patron="p1", voucher="v", cents=200_00), star.dealer)["request"]
    star.do(TakePost(table, "dealer"))
    with pytest.raises(Refused, match="to the post"):
        star.do(Approve(table, request))  # the person who asked has left the post meanwhile


@pytest.mark.parametrize(
    ("within", "above"),
    [
        (BuyIn("t", "p1", (Stack(10_000, 100),)), BuyIn("t", "p1", (Stack(10_000, 101),))),
        (CashOut("t", "p1", (Stack(10_000, 20),), "cash"), CashOut("t", "p1", (Stack(10_000, 21),), "cash")),
        (TakeVoucher("t", "p1", "v", 100_00), TakeVoucher("t", "p1", "w", 100_01)),
    ],
)
def test_above_what_one_person_does_alone_a_second_one_signs(star: Pit, table: str, within: Any, above: Any) -> None:
    star.do(within, star.dealer)
    assert star.refused(above, star.dealer).because == (law.BY_ANOTHER,)
    assert star.refused(above, OTHER).because == (law.BY_ANOTHER,)
    another = Actor("star", "d2", "dealer")
    assert star.refused(above._replace(approver=another), star.dealer).because == (law.BY_ANOTHER,)
    assert star.refused(above._replace(approver=OTHER), OTHER).because == (law.NOT_YOURS,)
    star.do(above._replace(approver=OTHER), star.dealer)
    (first, second) = [each for each in star.store.read(star.stream("t")) if each.data.get("patron") == "p1"]
    assert (first.data["approved_by"], second.data["approved_by"]) == ("", "m2")


def test_payments_above_the_limit_take_a_second_person(star: Pit) -> None:
    star.patron("p1")
    for way in (PayIn, PayOut):
        star.ask(PayIn("p1", 10_000_00))
        assert star.refused(way("p1", 10_000_01)).because == (law.BY_ANOTHER,)
        star.ask(way("p1", 10_000_01, approver=OTHER))
        star.ask(way("p1", 10_000_00))


def test_what_one_person_does_alone_adds_up_over_the_gaming_day(star: Pit, table: str) -> None:
    for number in range(10):
        star.do(TakeVoucher(table, "p1", f"v{number}", 100_00), star.dealer)
    assert star.refused(TakeVoucher(table, "p1", "w", 1), star.dealer).because == (law.WITHIN_BOUNDS,)
    star.do(TakeVoucher(table, "p1", "x", 1, approver=OTHER), star.dealer)
    star.do(TakeVoucher(table, "p1", "y", 1), OTHER)
    star.clock.advance(timedelta(days=1))
    star.do(TakeVoucher(table, "p1", "z", 100_00), star.dealer)


def test_orders_given_at_once_do_not_pass_the_sum_of_the_day(star: Pit) -> None:
    tables = [star.open(PONTOON, str(number)) for number in range(12)]
    star.patron("p1")
    vouchers = [TakeVoucher(table, "p1", f"v{table}", 100_00) for table in tables]
    futures = [star.floor.submit(Order(star.dealer, command, f"v {command.table}")) for command in vouchers]
    errors = [done.exception(timeout=120) for done in futures]
    assert [type(error) for error in errors if error is not None] == [Refused, Refused]
    assert star.store.balance(Account("star", "patron", "p1", "tokens")).free == 1_000_00


def test_a_mispayment_above_the_limit_takes_a_second_person(star: Pit, table: str) -> None:
    office = star.floor

    def follow(name: str, **more: Any) -> dict[str, Any]:
        return office.do(Order(OTHER, FollowMispayment(name, "put right", "paid", **more), ""))

    for name, cents in (("1", 1_000_00), ("2", 1_000_01)):
        office.do(Order(OTHER, NoteMispayment(name, table, "under", "wager", cents, "short", "p1"), ""))
    follow("1")
    for approver in (None, star.dealer, OTHER):
        with pytest.raises(Refused):
            follow("2", approver=approver)
    follow("2", approver=star.manager)


# Staff who deal with themselves.


def test_an_id_is_a_patrons_or_a_staff_members(star: Pit) -> None:
    star.patron("p1")
    staff = star.floor
    for role in ("dealer", "inspector", "mathematician"):
        with pytest.raises(Refused) as no:
            staff.do(Order(star.manager, Hire("p1", role), ""))
        assert no.value.because == (law.ONE_PERSON,)
    with pytest.raises(Refused):
        Accounts(star.store).give(Actor("star", "p1", "dealer"), star.clock(), by="console")
    staff.do(Order(star.manager, Hire("zoe", "dealer"), ""))
    assert star.refused(RegisterPatron("zoe")).because == (law.ONE_PERSON,)
    staff.do(Order(star.manager, RemoveFromStaff("zoe"), ""))
    star.ask(RegisterPatron("zoe"))
    with pytest.raises(Refused):
        staff.do(Order(star.manager, Hire("zoe", "dealer"), ""))


def test_a_hiring_and_a_registration_at_once_do_not_both_hold(where: str, pit: Pit) -> None:
    """Each looks before the other writes; the second to write is decided again, and refused."""
    store = open_store(where)
    other = make_floor(store, clock=pit.clock)
    decide = pit.floor.carry_out
    met: list[Order] = []

    def meanwhile(command: Any) -> CarryOut:
        def do(world: World, order: Order) -> Decision:
            decision = decide(world, order)
            if not met:
                met.append(order)
                other.do(Order(pit.manager, command, ""))
            return decision

        return do

    for mine, theirs in (
        (RegisterPatron("ann"), Hire("ann", "dealer")),
        (Hire("bob", "dealer"), RegisterPatron("bob")),
    ):
        met.clear()
        pit.floor.carry_out = meanwhile(theirs)
        with pytest.raises(Refused):
            pit.floor.do(Order(pit.manager, mine, ""))
        assert met
        pit.floor.carry_out = decide
    store.close()
    assert role_of(pit.store, "star", "ann")[0] == "dealer" and not load_patron(pit.store, "star", "ann").registered
    assert not role_of(pit.store, "star", "bob")[0] and load_patron(pit.store, "star", "bob").registered


def test_staff_are_not_who_they_act_for(star: Pit, table: str) -> None:
    dealer, own = star.dealer, star.dealer.person
    for command in (
        BuyIn(table, own, HUNDRED),
        CashOut(table, own, HUNDRED, "cash"),
        TakeVoucher(table, own, "v", 1_00),
        ColourChange(table, own, HUNDRED, HUNDRED),
        TakeAct(table, Place("wagers", own, 1, "wager", Stake.of(500))),
    ):
        assert star.refused(command, dealer).because == (law.NOT_FOR_THEMSELVES,)
    chips = BuyIn(table, OTHER.person, (Stack(10_000, 101),), approver=OTHER)
    assert star.refused(chips, dealer).because == (law.NOT_FOR_THEMSELVES,)  # nor do they approve it
    assert star.refused(PayIn("m1", 1_00)).because == (law.NOT_FOR_THEMSELVES,)
    office = star.floor
    office.do(Order(OTHER, NoteMispayment("1", table, "under", "wager", 1_00, "short"), ""))
    with pytest.raises(Refused, match="for yourself"):
        office.do(Order(OTHER, FollowMispayment("1", "put right", "paid", "m2"), ""))


def test_no_seat_and_no_chips_for_a_colleague(star: Pit, table: str) -> None:
    Accounts(star.store).give(Actor("star", "d2", "dealer"), star.clock(), by="tests")
    for command in (
        BuyIn(table, "d2", HUNDRED),
        TakeVoucher(table, "d2", "v", 1_00),
        TakeAct(table, Sit("wagers", "d2", 1)),
        TakeAct(table, Place("wagers", "d2", 1, "wager", Stake.of(500))),
    ):
        assert star.refused(command, star.dealer).because == (law.ONE_PERSON,)


def test_whoever_plays_at_a_table_does_not_run_it(star: Pit, table: str) -> None:
    """An id of an older store that is both: they sit as a patron, and come back as the dealer."""
    star.place(table, "p1", 5)
    both = Actor("star", "p1", "gaming-supervisor")
    for command in (DealOn(table), Fill(table, HUNDRED, OTHER), CloseTable(table, HUNDRED)):
        assert star.refused(command, both).because == (law.NOT_FOR_THEMSELVES,)


# Bounds.


SIGN = {"wager": Limits(500, 10**14)}
BEYOND: tuple[Any, ...] = (
    BuyIn("t", "p1", HUGE, approver=OTHER),
    CashOut("t", "p1", HUGE, approver=OTHER),
    ColourChange("t", "p1", HUGE, HUGE),
    TakeVoucher("t", "p1", "v", 10**15, approver=OTHER),
    Fill("t", HUGE, OTHER),
    Credit("t", HUGE, OTHER),
    CountDrop("t", 10**15, OTHER),
    CloseTable("t", HUGE),
    OpenTable("u", PONTOON, Terms({"wager": Limits(500, 50_000)}, money=True), HUGE),
    OpenTable("u", PONTOON, Terms(SIGN, money=True), HUNDRED),
    OpenTable("u", PONTOON, Terms({"wager": Limits(500, 50_000)}, maximum_payout_cents=10**15), HUNDRED),
    ChangeLimits("t", SIGN, "x"),
    AnnounceLimits("t", SIGN, ""),
    SetOwnLimits("t", "p1", SIGN, "x"),
    SetMaximumPayout("t", 10**15, "x"),
    AskApproval("t", "fill", stacks=HUGE),
    TakeAct("t", Place("wagers", "p1", 1, "wager", Stake.of(10**15), unnoticed=True)),
    FindPastLimit("t", "p1", 10**15),
    PayIn("p1", 10**15, approver=OTHER),
    PayOut("p1", 10**15, approver=OTHER),
    SetLossLimit("p1", "day", 10**15),
    SetDepositLimit("p1", 10**15),
    DeclareChips("p1", "t", "brought", 10**15),
)


@pytest.mark.parametrize("command", BEYOND, ids=lambda command: type(command).__name__)
def test_no_amount_is_beyond_its_bound(star: Pit, table: str, command: Any) -> None:
    no = star.refused(command)
    assert no.because == (law.WITHIN_BOUNDS,)
    assert "$" in str(no.words)


def test_the_console_keeps_to_a_bound(star: Pit) -> None:
    star.ask(RegisterPatron("p1"))
    with pytest.raises(Refused, match="10,000,000"):
        bring_forward(star.store, {Account("star", "patron", "p1"): 10**15}, at=stamp(star.clock()), by="console")


def test_uncounted_losses_are_not_less_than_nothing(star: Pit, table: str) -> None:
    star.limit("p1", 100)
    star.place(table, "p1", 50)
    assert star.refused(FindPastLimit(table, "p1", -50_00)).because == (law.COUNTED,)


BY_WAGERS = (Terms, Limits, EdgeSeen, Stake, Act, *ACTS)
"""What the bound of a wager bounds, whichever command says it."""


def names_amounts(kind: Any) -> bool:
    """Say whether a command has cents or counted chips of its own, however deep."""
    if kind in BY_WAGERS or kind is Actor:
        return False
    fields = typing.get_type_hints(kind) if hasattr(kind, "_fields") else {}
    own = kind is Stack or any(name.endswith("cents") for name in fields)
    return own or any(names_amounts(each) for each in (*fields.values(), *typing.get_args(kind)))


def test_every_command_that_names_an_amount_has_its_bounds() -> None:
    kinds = [kind for kind in command_kinds().values() if names_amounts(kind)]
    assert {"BuyIn", "PayIn", "Fill", "OpenTable", "AskApproval", "SetLossLimit"} <= {log_name(kind) for kind in kinds}
    every: tuple[type[Command], ...] = (*kinds, TakeAct)
    for kind in every:
        assert set(permissions()[log_name(kind)].amounts) == set(OPERATORS), kind
    for row in permissions().values():
        for bounds in row.amounts.values():
            assert 0 < bounds.alone <= bounds.most
            assert bounds.alone <= (bounds.day or bounds.most)


def test_no_person_can_fill_an_account_that_all_share() -> None:
    """A person who gives all that one person may, every day, in every way at once."""
    for operator in OPERATORS:
        days = [row.amounts[operator].day or 0 for row in permissions().values() if row.amounts]
        years = ROOM // (sum(days) * 366)
        assert years > 100_000, years
        most = max(row.amounts[operator].most for row in permissions().values() if row.amounts)
        assert ROOM // most > 10**8  # orders that two people sign, one by one


def test_events_and_digests_of_before_still_read(star: Pit) -> None:
    old = {"patron": "p1", "how": "cash", "stacks": [{"type": "Stack", "chip_cents": 100, "pieces": 1}]}
    assert decode(BoughtIn, old) == BoughtIn("p1", "cash", (Stack(100, 1),))
    assert decode(Deposited, {"how": "cash", "cents": 5}) == Deposited("cash", 5)
    plain = Order(star.dealer, BuyIn("t", "p1", HUNDRED), "k")
    said = {name: part for name, part in encode(plain.command).items() if name != "approver"}
    before = hashlib.sha256(canonical([encode(star.dealer), said]).encode()).hexdigest()
    assert plain.digest == before  # sent again after an update, it is the same order
    assert Order(star.dealer, plain.command._replace(approver=OTHER), "k").digest != before
