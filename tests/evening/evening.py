"""A scripted evening on the demonstration floor: both houses, all six games and every kind of command, over two gaming
days that are signed. With the same code it writes the same events each time; keys and passwords are chance.

Each function is a duty of the floor. A command that is refused ends the evening: the script is kept right.
"""

from datetime import timedelta
from functools import partial
from pathlib import Path

from evening.shift import BEGINS, Evening, Shift
from pitboss import law
from pitboss.floor.cashier.approvals import Approve, AskApproval, Decline
from pitboss.floor.cashier.chips import CASH, CASHLESS, BuyIn, CashOut, ColourChange, TakeVoucher, bring_forward
from pitboss.floor.cashier.mispayments import FollowMispayment, NoteMispayment
from pitboss.floor.cashier.slips import CountDrop, Credit, Fill, VoidSlip
from pitboss.floor.demo import FLOAT, GAMES
from pitboss.floor.patrons.account import AskPayment, DeclinePayment, PayIn, PayOut
from pitboss.floor.patrons.invalid_wagers import FindInvalid, FindPastLimit
from pitboss.floor.patrons.office import (
    BarFromGame,
    CancelCard,
    EndExclusion,
    ExcludePatron,
    IssueCard,
    KeepApart,
    KeepParticulars,
    LetTogether,
    LiftBar,
    NoteEmployee,
    OrderBreak,
    RegisterPatron,
    SetDepositLimit,
    SetLossLimit,
)
from pitboss.floor.patrons.sitting import DeclareChips, EndPlay, StartPlay
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.staff import ChangeRank, Hire, RemoveFromStaff
from pitboss.floor.service.clock import stamp
from pitboss.floor.store import open_store
from pitboss.floor.tables.collusion import EnglishOnly, ReportDevice, SuspectsFirst, TakeOverDevice
from pitboss.floor.tables.corrections import CorrectRound, VoidRound
from pitboss.floor.tables.decks import CountCards, HandShuffle, InspectCards, OrderCards, RiffleCards, SecureDecks
from pitboss.floor.tables.disputes import (
    AcceptRuling,
    AskReview,
    CloseComplaint,
    LodgeComplaint,
    RaiseDispute,
    RuleOnDispute,
)
from pitboss.floor.tables.limits_sign import (
    AnnounceClosing,
    AnnounceLimits,
    ChangeLimits,
    SetMaximumPayout,
    SetOwnLimits,
    TakeDownNotice,
)
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.orders import (
    InspectorApproves,
    LiftRestriction,
    LimitPeople,
    NoteToldFirst,
    ReserveAreas,
    Restrict,
    SetPermission,
)
from pitboss.floor.tables.pit import AcknowledgeAlert, CallSupervisor, TakePost
from pitboss.floor.tables.playing import SetDecisionTime
from pitboss.floor.tables.seats import LeaveTable, RefuseWager, Vacate
from pitboss.floor.tables.state import OpenState, Stack, players_of
from pitboss.ledger import Account
from pitboss.money import Stake
from pitboss.play.acts import Act, Decide, Place
from pitboss.play.terms import Limits

GAME_OF = {str(table): game for table, game in enumerate(GAMES, start=1)}
"""The tables of the demonstration: 1 to 3 are the Star's, 4 to 6 Crown's."""
TABLES = {"star": ("1", "2", "3"), "crown": ("4", "5", "6")}
STUD = {"star": "2", "crown": "4"}
"""Each house's table of Caribbean Stud."""
SMALL = {"star": "7", "crown": "8"}
"""A table for two, opened in the course of the evening."""
UNPREPARED, PRE_SHUFFLED = "9", "10"
"""Tables of the Star's whose cards are seen to before they are dealt."""
FIRST_PASSWORD, OWN_PASSWORD = "a kettle for Dora, blue", "seven lanterns upriver"
"""Passwords of a demonstration: they open nothing."""


def play_evening(store_address: str, day_key_path: Path) -> None:
    """Play the evening over an empty store; its days and receipts are signed with a key that is made for it."""
    store = open_store(store_address)
    store.create()
    try:
        evening = Evening(store, day_key_path)
        evening.look_after()
        star, crown = (Shift(evening, house) for house in TABLES)
        for day, duties in enumerate((first_evening, second_evening), start=1):
            for shift in (star, crown):
                duties(shift)
                evening.wait(minutes=15)
                evening.look_after()  # signs receipts
            evening.wait_until(BEGINS + timedelta(days=day) - timedelta(hours=11))  # seven in the morning
            signed = evening.look_after()
            assert [name.split()[0] for name in signed] == ["crown", "star"], signed
            evening.wait_until(BEGINS + timedelta(days=day))
        evening.verify_whole()
        evening.look_after()
        leave_open(star)
        leave_open(crown)
        evening.close()
    finally:
        store.close()


def first_evening(shift: Shift) -> None:
    """Patrons are received and play; the floor is run as on any evening."""
    receive_patrons(shift)
    keep_accounts(shift)
    keep_staff(shift)
    for table in TABLES[shift.house]:
        sell_chips(shift, table)
        play_rounds(shift, table)
    practise(shift)
    mind_signs(shift)
    mind_seats(shift)
    mind_cards(shift)
    if shift.house == "star":
        hold_players(shift)
        split_by_hand(shift)
        prepare_decks(shift)
        find_wagers(shift)
        part_suspects(shift)
    report_devices(shift)


def second_evening(shift: Shift) -> None:
    """What went wrong is put right: rounds voided and corrected, disputes, slips, mis-payments; tables close."""
    bring_chips(shift)
    for table in TABLES[shift.house]:
        void_rounds(shift, table)
        correct_rounds(shift, table)
    key_a_wrong_card(shift)
    settle_disputes(shift)
    answer_calls(shift)
    move_chips(shift)
    put_mispayments_right(shift)
    close_and_open(shift)


# Patrons and their accounts.


def receive_patrons(shift: Shift) -> None:
    """Two more patrons become known: their papers, cards and limits; and those who may not play for a while."""
    shift.do(shift.dealer, *(RegisterPatron(name) for name in ("dan", "eve")))
    shift.do(shift.dealer, KeepParticulars("dan", "Dan Example", "1 Example Street"), IssueCard("dan", "dan 1"))
    shift.do(shift.dealer, CancelCard("dan", "lost"), IssueCard("dan", "dan 2"), IssueCard("eve", "eve 1"))
    shift.do(shift.manager, BuyIn(STUD[shift.house], "dan", (Stack(25_00, 80),), CASH))
    shift.do(shift.manager, BuyIn(STUD[shift.house], "eve", (Stack(25_00, 80),), CASH))
    shift.do(shift.patron("dan"), SetLossLimit("dan", "day", 1_000_00), SetLossLimit("dan", "week", 4_000_00))
    shift.do(shift.patron("dan"), SetLossLimit("dan", "week", None), SetDepositLimit("dan", 2_000_00))
    shift.do(shift.boss, OrderBreak("eve", shift.in_minutes(30)))
    shift.do(shift.boss, ExcludePatron("eve", "asked for it"), EndExclusion("eve", "the time is over"))
    shift.do(shift.boss, BarFromGame("eve", GAME_OF[STUD[shift.house]], "slow play"))
    shift.do(shift.boss, LiftBar("eve", GAME_OF[STUD[shift.house]], "a warning was enough"))
    shift.do(shift.boss, NoteEmployee("eve", True), NoteEmployee("eve", False))
    if shift.house == "star":
        shift.do(shift.boss, KeepApart("dan", "eve", "seen to signal"), LetTogether("dan", "eve", "it was a cough"))


def keep_accounts(shift: Shift) -> None:
    """Money is paid in and out: as a patron asks, above the limit of one person, and not at all."""
    ann = shift.patron("ann")
    asked = shift.do(ann, AskPayment("ann", "in", 500_00))["request"]
    shift.do(shift.supervisor, PayIn("ann", 500_00, request=asked))
    shift.do(shift.supervisor, PayIn("bob", 12_000_00, "bank transfer", approver=shift.manager))
    asked = shift.do(ann, AskPayment("ann", "out", 900_00))["request"]
    shift.do(shift.supervisor, DeclinePayment("ann", asked, "more than there is"))
    asked = shift.do(ann, AskPayment("ann", "out", 100_00))["request"]
    shift.do(shift.supervisor, PayOut("ann", 100_00, request=asked))
    account = Account(shift.house, "deposit", "cat")
    now = stamp(shift.evening.clock())
    bring_forward(shift.evening.store, {account: 50_00}, at=now, by="console of the demonstration")


def keep_staff(shift: Shift) -> None:
    """A dealer is hired, promoted, forgets the password and leaves."""
    shift.do(shift.boss, Hire("dora", shift.dealer.role), ChangeRank("dora", shift.supervisor.role))
    passwords = Passwords(shift.evening.store, shift.evening.sign_in)
    passwords.reset(shift.boss, "dora", FIRST_PASSWORD)
    dora = shift.supervisor._replace(person="dora")
    shift.evening.sign_in.sign_out(passwords.change(dora, FIRST_PASSWORD, OWN_PASSWORD))
    shift.do(shift.boss, Hire("emil", shift.dealer.role), RemoveFromStaff("emil"))


# Play.


def sell_chips(shift: Shift, table: str) -> None:
    """A dealer and patrons exchange money, chips, colours and vouchers."""
    shift.do(shift.dealer, BuyIn(table, "cat", (Stack(25_00, 20),), CASH))
    shift.do(shift.dealer, ColourChange(table, "cat", (Stack(25_00, 4),), (Stack(100_00, 1),)))
    shift.do(shift.patron("ann"), BuyIn(table, "ann", (Stack(100_00, 1),), CASHLESS))
    shift.do(shift.dealer, TakeVoucher(table, "cat", f"tokens {table}", 50_00))
    shift.do(shift.dealer, TakeVoucher(table, "cat", f"chips {table}", 25_00, "chips"))
    shift.do(shift.manager, BuyIn(table, "bob", (Stack(100_00, 110),), CASHLESS, approver=shift.boss))
    shift.do(shift.manager, CashOut(table, "bob", (Stack(100_00, 110),), CASHLESS, approver=shift.boss))
    shift.do(shift.patron("ann"), CashOut(table, "ann", (Stack(100_00, 1),)))


def bring_chips(shift: Shift) -> None:
    """Patrons come with new money on another evening."""
    for name in ("ann", "bob", "cat", "dan"):
        shift.do(shift.manager, BuyIn(STUD[shift.house], name, (Stack(25_00, 40), Stack(100_00, 40)), CASH))


def play_rounds(shift: Shift, table: str) -> None:
    """Patrons play some rounds, each in their own way; one of them presents a card and is played for by the dealer."""
    shift.do(shift.dealer, StartPlay("dan", table, "dan 2"))
    shift.do(shift.dealer, DeclareChips("dan", table, "brought", 500_00))
    for names in (("ann", "bob", "cat"), ("cat", "ann"), ("ann", "bob", "dan")):
        shift.play(table, *names)
    shift.do(shift.dealer, LeaveTable(table, "dan"))
    shift.do(shift.dealer, StartPlay("eve", table, "eve 1"), EndPlay("eve", table))


def practise(shift: Shift) -> None:
    """A patron takes practice chips and plays for nothing; the virtual dealer deals."""
    for table in TABLES[shift.house]:
        shift.do(shift.patron("ann"), BuyIn(f"P{table}", "ann", (Stack(25_00, 40),), CASHLESS))
        shift.play(f"P{table}", "ann")


# What the house orders at a table.


def mind_signs(shift: Shift) -> None:
    """Limits change at once, with notice, and for one player; decisions are timed; a sign comes down."""
    table = STUD[shift.house]
    shift.play(table, "ann", "bob")
    shift.do(shift.manager, ChangeLimits(table, {"ante": Limits(10_00, 500_00)}, "a quiet hour"))
    shift.do(shift.manager, AnnounceLimits(table, {"ante": Limits(25_00, 500_00)}))
    shift.evening.wait(minutes=20)
    shift.do(shift.manager, SetOwnLimits(table, "ann", {"ante": Limits(25_00, 1_000_00)}, "a known player"))
    shift.do(shift.manager, SetOwnLimits(table, "ann", {}, "no longer"))
    if shift.house == "star":
        shift.do(shift.manager, ChangeLimits(table, {"ante": Limits(50_00, 500_00)}, "a busy hour", keep=True))
        shift.do(shift.manager, AnnounceLimits(table))
        shift.evening.wait(minutes=20)
        shift.do(shift.manager, ChangeLimits(table, {"ante": Limits(25_00, 500_00)}, "as before"))
    shift.do(shift.manager, SetMaximumPayout(table, 50_000_00, "the house's own"))
    shift.do(shift.manager, SetMaximumPayout(table, None, "as before"))
    sign = shift.do(shift.manager, AnnounceClosing(table))["notice"]
    shift.do(shift.manager, TakeDownNotice(table, sign, "more players came"))
    shift.do(shift.supervisor, SetDecisionTime(table, 30, "a busy hour"))
    shift.place(table, "ann", 1)
    shift.play_until(table, lambda: shift.is_asked(table))
    shift.evening.wait(seconds=31)
    shift.play(table)
    shift.do(shift.supervisor, SetDecisionTime(table, 60, "as before"))


def mind_seats(shift: Shift) -> None:
    """At a table for two a wager is refused, a seat is vacated, and the table closes on notice."""
    table, game = SMALL[shift.house], GAME_OF[STUD[shift.house]]
    shift.do(shift.boss, OpenTable(table, game, GAMES[game]._replace(areas=2), FLOAT))
    shift.do(shift.supervisor, TakePost(table, "dealer", shift.dealer.person))
    shift.do(shift.supervisor, TakePost(table, "supervisor", shift.supervisor.person))
    shift.sit(table, "bob", 2)
    shift.place(table, "ann", 1)
    shift.do(shift.supervisor, RefuseWager(table, "ann", 1, "ante", "a late wager before"))
    for _ in range(3):
        shift.play(table, "ann")
    shift.do(shift.supervisor, Vacate(table, "bob", "others wait"))
    shift.do(shift.patron("ann"), LeaveTable(table, "ann"))
    shift.place(table, "cat", 1)
    shift.do(shift.supervisor, AnnounceClosing(table))
    if shift.house == "crown":
        shift.play(table)
        for _ in range(3):
            shift.play(table, "cat")
    else:
        shift.play(table)
        shift.evening.wait(minutes=20)
    shift.do(shift.boss, CloseTable(table, (*FLOAT, Stack(100, 3)), "the end of the shift"))
    shift.do(shift.supervisor, TakePost(STUD[shift.house], "supervisor", shift.supervisor.person))
    shift.do(shift.supervisor, TakePost(STUD[shift.house], "supervisor"))


def mind_cards(shift: Shift) -> None:
    """Cards are counted, shuffled again, replaced and inspected."""
    table = STUD[shift.house]
    shift.do(shift.supervisor, CountCards(table, 52, "a doubt"))
    shift.do(shift.supervisor, CountCards(table, 51, "another doubt"))
    shift.do(shift.supervisor, SecureDecks(table, "seal 12", "by device"))
    shift.do(shift.supervisor, OrderCards(table, "replace", "a card is missing"))
    shift.do(shift.dealer, InspectCards(table, pack="seal 12"))
    shuffled = {"star": "3", "crown": "5"}[shift.house]
    shift.do(shift.supervisor, OrderCards(shuffled, "shuffle", "a player asked"))
    shift.play(shuffled, "ann")
    shift.do(shift.supervisor, SecureDecks(table, "seal 13"))
    shift.do(shift.supervisor, NoteToldFirst(table, "surveillance", "cards counted"))
    shift.do(shift.inspector, InspectorApproves(table, "new cards"))


def hold_players(shift: Shift) -> None:
    """At Pontoon a player is held to less, areas are kept for one, fewer play, and rules are permitted."""
    table = "1"
    shift.sit(table, "ann", 1)
    shift.play(table, "ann", "bob")
    shift.place(table, "bob", 2)
    shift.play(table)
    shift.do(shift.supervisor, Restrict(table, "ann", law.HELD_TO_MINIMUM), LiftRestriction(table, "ann"))
    shift.do(shift.supervisor, NoteToldFirst(table, "inspector", law.ONE_AREA_AT_MINIMUM, "ann"))
    shift.do(shift.boss, Restrict(table, "ann", law.ONE_AREA_AT_MINIMUM), LiftRestriction(table, "ann"))
    shift.do(shift.supervisor, ReserveAreas(table, "ann", (3, 4)), ReserveAreas(table, "ann", ()))
    shift.do(shift.supervisor, LimitPeople(table, bettors=2, players=9), LimitPeople(table))
    shift.do(shift.boss, SetPermission(table, law.SPLIT_AGAIN))
    shift.do(shift.inspector, InspectorApproves(table, law.FIRST_TWO_DOWN))
    shift.do(shift.boss, SetPermission(table, law.FIRST_TWO_DOWN))
    shift.play(table, "ann", "cat", "bob")
    shift.do(shift.boss, SetPermission(table, law.FIRST_TWO_DOWN, granted=False))


def split_by_hand(shift: Shift) -> None:
    """At Pontoon a dealer deals real cards: a pair of eights is split, one hand doubled, the other drawn to."""
    shift.do(shift.supervisor, OrderCards("1", "shuffle", "the virtual shoe rests"))
    shift.place("1", "ann", 1)
    shift.deal_singly("1", "?? 8c 9s 8d 3h Kd 9c 2d Jh Kc 5s Qd 7h")
    shift.do(shift.supervisor, OrderCards("1", "shuffle", "the virtual shoe deals again"))


def prepare_decks(shift: Shift) -> None:
    """Cards are inspected and shuffled by hand for a device; pre-shuffled decks are riffled as a player asks."""
    game = "star-mississippi-stud"
    shift.do(shift.boss, OpenTable(UNPREPARED, game, GAMES[game], FLOAT, inspected="", hand_shuffled=False))
    shift.do(shift.supervisor, TakePost(UNPREPARED, "dealer", shift.dealer.person))
    shift.do(shift.dealer, InspectCards(UNPREPARED, "by device"), HandShuffle(UNPREPARED, "as play starts"))
    shift.play(UNPREPARED, "ann")
    shift.do(shift.boss, OpenTable(PRE_SHUFFLED, "star-pontoon", GAMES["star-pontoon"], FLOAT))
    shift.do(shift.supervisor, SecureDecks(PRE_SHUFFLED, "seal 14", "by hand", "house"))
    shift.do(shift.boss, CloseTable(PRE_SHUFFLED, FLOAT))
    shift.do(shift.boss, OpenTable(PRE_SHUFFLED, "star-pontoon", GAMES["star-pontoon"], FLOAT, pack="seal 14"))
    shift.do(shift.supervisor, TakePost(PRE_SHUFFLED, "dealer", shift.dealer.person))
    shift.sit(PRE_SHUFFLED, "cat", 1)
    shift.do(shift.supervisor, RiffleCards(PRE_SHUFFLED, "cat"))
    shift.play(PRE_SHUFFLED, "cat")


def find_wagers(shift: Shift) -> None:
    """Wagers are found invalid before, during and after a hand, and past a loss limit."""
    shift.place("3", "ann", 1)
    shift.place("3", "bob", 2)
    shift.do(shift.supervisor, FindInvalid("3", "ann", "another's card"))
    shift.play("3")
    shift.place("3", "ann", 1)
    shift.place("3", "bob", 2)
    shift.play_until("3", lambda: shift.is_asked("3"))
    shift.do(shift.supervisor, FindInvalid("3", "ann", "for another"))
    shift.play("3")
    shift.do(shift.supervisor, FindInvalid("3", "ann", "no card", round=1))
    shift.do(shift.dealer, DeclareChips("dan", "1", "brought", 500_00))
    shift.place("1", "dan", 1, 500_00)
    shift.place("1", "bob", 2)
    shift.do(shift.supervisor, FindPastLimit("1", "dan", unseen_cents=800_00))
    shift.play("1")


def part_suspects(shift: Shift) -> None:
    """Players who are suspected of collusion play first, and English alone is spoken."""
    table = STUD[shift.house]
    shift.place(table, "ann", 1)
    shift.place(table, "bob", 2)
    shift.do(shift.supervisor, SuspectsFirst(table, ("bob",), "looks at other hands"))
    shift.do(shift.supervisor, EnglishOnly(table, True, "talk across the table"))
    shift.play(table)
    shift.do(shift.supervisor, SuspectsFirst(table, (), "nothing in it"), EnglishOnly(table, False, "nothing in it"))


def report_devices(shift: Shift) -> None:
    """A prohibited device is reported to an inspector, another to the police."""
    table = STUD[shift.house]
    report = shift.do(shift.boss, ReportDevice(table, "a guest", "a telephone that counts"))["report"]
    shift.do(shift.inspector, TakeOverDevice(table, report, words="taken away"))
    report = shift.do(shift.boss, ReportDevice(table, "another guest", "a lens", "police"))["report"]
    shift.do(shift.boss, TakeOverDevice(table, report, "Constable Example"))


# What is put right.


def void_rounds(shift: Shift, table: str) -> None:
    """A round is voided while it is played, a player's part in one, and one that was over."""
    reason = "cards fell on the floor"
    shift.place(table, "ann", 1)
    shift.place(table, "bob", 2)
    shift.play_until(table, lambda: shift.is_asked(table))
    shift.do(shift.boss, VoidRound(table, "disruption", reason))
    shift.place(table, "ann", 1)
    shift.place(table, "bob", 2)
    shift.play_until(table, lambda: shift.is_asked(table))
    number = shift.round(table).number
    shift.do(shift.boss, VoidRound(table, "breach", "played two hands", patrons=("ann",)))
    shift.finish(table, number)
    over = shift.play(table, "bob")
    shift.do(shift.boss, VoidRound(table, "disruption", reason, round=over, approver=shift.manager))


def correct_rounds(shift: Shift, table: str) -> None:
    """A stake that was keyed wrong is corrected, at once by two people and by way of the inbox."""
    number = shift.play(table, "ann", "bob")
    doubled = twice_as_much(shift.state(table).past[-1].acts, "bob")
    shift.do(shift.manager, CorrectRound(table, number, doubled, "two chips lay there", shift.boss))
    number = shift.play(table, "bob")
    doubled = twice_as_much(shift.state(table).past[-1].acts, "bob")
    what = AskApproval(table, "correction", "two chips lay there", round=number, acts=doubled)
    shift.do(shift.boss, Approve(table, shift.do(shift.manager, what)["request"]))


def twice_as_much(acts: tuple[Act, ...], patron: str) -> tuple[Act, ...]:
    """Acts of a round in which a patron had placed twice as much."""
    return tuple(
        act._replace(stake=Stake.of(2 * act.stake.cents)) if isinstance(act, Place) and act.patron == patron else act
        for act in acts
    )


def key_a_wrong_card(shift: Shift) -> None:
    """A dealer deals by hand and keys a nine as an ace; the round is folded again from the right card."""
    table = STUD[shift.house]
    shift.place(table, "ann", 1)
    shift.deal_by_hand(table, {0: "Ks Qs Qd 4c 2h", 1: "Ah Ad 9c 6s 3d"})
    shift.act(table, Decide("decide-1", "ann", "bet", Stake.of(50_00)), shift.patron("ann"))
    shift.settle_by_hand(table)
    past = shift.state(table).past[-1]
    right = shift.dealt_again(past, {0: "Ks Qs Qd 4c 2h", 1: "9h Ad 9c 6s 3d"})
    shift.do(shift.manager, CorrectRound(table, past.opening.number, right, "a nine was keyed as an ace", shift.boss))


def settle_disputes(shift: Shift) -> None:
    """A dispute goes through every stage up to the complaint's close; another ends with the first ruling."""
    table, ann = STUD[shift.house], shift.patron("ann")
    raised = shift.do(ann, RaiseDispute(table, "ann", 1, "the dealer's hand did not qualify"))["dispute"]
    if shift.house == "star":
        for actor in (shift.supervisor, shift.manager):
            shift.do(actor, RuleOnDispute(table, raised, "it qualified: ace and king"))
            shift.do(ann, AskReview(table, raised))
    shift.do(shift.boss, RuleOnDispute(table, raised, "the ruling stands"))
    shift.do(ann, LodgeComplaint(table, raised, "the replay was not shown"))
    shift.do(shift.inspector, CloseComplaint(table, raised, "the replay shows ace and king"))
    raised = shift.do(shift.dealer, RaiseDispute(table, "bob", 2, "a late wager"))["dispute"]
    shift.do(shift.manager, RuleOnDispute(table, raised, "it stays out"))
    shift.do(shift.patron("bob"), AcceptRuling(table, raised))


def answer_calls(shift: Shift) -> None:
    """A patron and a dealer call for a supervisor, who answers all that stands in the pit."""
    for table in (*TABLES[shift.house], SMALL[shift.house]):
        if isinstance(shift.state(table), OpenState):
            shift.do(shift.dealer, CallSupervisor(table, "a question about a wager"))
            shift.do(shift.patron("ann"), CallSupervisor(table))
        for alert in shift.state(table).alerts:
            shift.do(shift.supervisor, AcknowledgeAlert(table, alert.id, "seen to"))


def move_chips(shift: Shift) -> None:
    """Fills and credits, called back too; the drop box counted; some of it by way of the inbox."""
    table, stacks = STUD[shift.house], (Stack(100_00, 10),)
    shift.do(shift.supervisor, Fill(table, stacks, shift.manager))
    slip = shift.do(shift.supervisor, Credit(table, stacks, shift.manager))
    shift.do(shift.supervisor, VoidSlip(table, slip["year"], slip["number"], "the wrong table", shift.manager))
    asked = shift.do(shift.supervisor, AskApproval(table, "fill", stacks=stacks))["request"]
    shift.do(shift.manager, Approve(table, asked))
    asked = shift.do(shift.supervisor, AskApproval(table, "credit", stacks=stacks))["request"]
    shift.do(shift.manager, Decline(table, asked, "the tray is low"))
    asked = shift.do(shift.dealer, AskApproval(table, "buy in", stacks=(Stack(100_00, 120),), patron="cat"))["request"]
    shift.do(shift.manager, Approve(table, asked))
    for each in TABLES[shift.house]:
        drop = Account(shift.house, "drop", each)
        counted = shift.evening.store.balance(drop).free + (100 if each == table else 0)
        shift.do(shift.supervisor, CountDrop(each, counted, shift.manager))


def put_mispayments_right(shift: Shift) -> None:
    """A wager was paid too high and is put right; one above $1,000 is followed with a second person."""
    table = STUD[shift.house]
    shift.do(shift.supervisor, NoteMispayment("1", table, "over", "wager", 25_00, "by accident", "bob"))
    shift.do(shift.supervisor, FollowMispayment("1", "attempted", "the patron had left"))
    shift.do(shift.supervisor, FollowMispayment("1", "put right", "the patron came back"))
    shift.do(shift.supervisor, NoteMispayment("2", table, "under", "colour change", 1_500_00, "by accident"))
    shift.do(shift.supervisor, FollowMispayment("2", "told the regulator", "by letter"))
    put_right = FollowMispayment("2", "put right", "known from the cameras", "cat", shift.manager)
    shift.do(shift.supervisor, put_right)


def close_and_open(shift: Shift) -> None:
    """An empty table closes, its float short, and opens anew with decks that were kept secured."""
    table = STUD[shift.house]
    for player in players_of(shift.state(table)):
        shift.do(shift.dealer, LeaveTable(table, player.patron))
    shift.do(shift.boss, CloseTable(table, FLOAT, "new decks"))
    shift.do(shift.boss, OpenTable(table, GAME_OF[table], GAMES[GAME_OF[table]], FLOAT, pack="seal 13"))
    shift.do(shift.supervisor, TakePost(table, "dealer", shift.dealer.person))
    shift.play(table, "ann", "cat")


# What the store shows when it is opened.


def leave_open(shift: Shift) -> None:
    """On the third evening rounds are under way, and things wait for a person in the pit, the office and at a table."""
    bring_chips(shift)
    for table in TABLES[shift.house]:
        shift.do(shift.supervisor, SetDecisionTime(table, 600, "the last evening"))
        shift.play(table, "ann", "bob")
        shift.place(table, "ann", 1)
        shift.place(table, "cat", 2)
        shift.play_until(table, partial(shift.is_asked, table))
    table = STUD[shift.house]
    shift.do(shift.patron("ann"), CallSupervisor(table, "whose turn is it?"))
    shift.do(shift.patron("bob"), RaiseDispute(table, "bob", 1, "the ante came late"))
    shift.do(shift.manager, AnnounceClosing(TABLES[shift.house][-1]))
    shift.do(shift.supervisor, AskApproval(table, "fill", stacks=(Stack(100_00, 10),)))
    shift.do(shift.patron("ann"), AskPayment("ann", "in", 50_00))
    shift.do(shift.supervisor, NoteMispayment("3", table, "under", "wager", 5_00, "by accident"))
    shift.do(shift.boss, ReportDevice(table, "a guest", "a marked lens"))
