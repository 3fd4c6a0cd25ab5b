"""Logs whose chains and balances hold, and which are wrong all the same: their writer booked, dealt or kept
something else than they said. Each is found by one check of the audit, and by no other."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from floor.tables.pit import GAMES, NOON, STARS, TRAY, Pit
from pitboss.cards import Card, Shoe
from pitboss.floor.audit import AuditFault, verify
from pitboss.floor.audit.upkeep import sign_ended_day
from pitboss.floor.cashier.chips import (
    BoughtIn,
    BroughtForward,
    BuyIn,
    CashOut,
    TakeVoucher,
    forward_entry,
    forward_stream,
)
from pitboss.floor.cashier.mispayments import FollowMispayment, NoteMispayment
from pitboss.floor.cashier.slips import CountDrop
from pitboss.floor.composition import open_floor
from pitboss.floor.patrons.account import PayIn, PayOut
from pitboss.floor.patrons.office import RegisterPatron
from pitboss.floor.patrons.state import Deposited
from pitboss.floor.service.clock import ManualClock, stamp
from pitboss.floor.service.commands import Actor, Order, new_event
from pitboss.floor.store import Append, Store, Stream, Write, schema
from pitboss.floor.store.signing import Signer
from pitboss.floor.tables import playing
from pitboss.floor.tables.bookkeeping import TableBookkeeper
from pitboss.floor.tables.log import load_table, save_table
from pitboss.floor.tables.state import ShoeOpened, Stack, TableEvent, TableRoundEnded
from pitboss.ledger import Account, Entry, Move
from pitboss.play.wager import Settlement

pytestmark = pytest.mark.postgres_long
STUD = STARS[0]


@pytest.fixture
def pit(store: Store) -> Iterator[Pit]:
    """A table on which a round has been played."""
    pit = Pit(store, STUD)
    pit.open()
    pit.fund("ann")
    pit.play({"ann": 1})
    yield pit
    pit.floor.stop()


def found(store: Store, *, from_checkpoint: bool = False, rounds: bool = True) -> list[AuditFault]:
    return list(verify(store, from_checkpoint=from_checkpoint, rounds=rounds).findings)


def write(pit: Pit, *events: TableEvent, entries: tuple[Entry, ...] = ()) -> int:
    """Write events and entries as they are, in a chain that holds; the number of the first event."""
    length = pit.store.head(pit.stream).length
    at = stamp(pit.clock())
    new = tuple(new_event(event, at, "somebody") for event in events)
    appends = (Append(pit.stream, length, new),) if new else ()
    pit.store.commit(Write(pit.operator, appends=appends, entries=entries, at=at))
    return length + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_win_that_is_paid_with_more_than_it_says(store: Store, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pit = Pit(store, game)
    pit.open()
    pit.fund("ann")
    settled = TableBookkeeper.settlement_entries

    def generous(self: TableBookkeeper, done: Settlement) -> Iterator[Entry]:
        yield from settled(self, done)
        yield Move(self.float, self.patron(done.patron), 1, "a cent more")

    with monkeypatch.context() as patched:
        patched.setattr(TableBookkeeper, "settlement_entries", generous)
        pit.play({"ann": 1})
    pit.floor.stop()
    (fault,) = found(store)
    assert fault.part == "bookings"
    assert fault.record.startswith(str(pit.stream))
    assert re.search(r"moves 0 in 0 parts, and (\d) in \1 parts was booked", fault.words)


def test_money_that_an_event_says_and_nobody_booked(pit: Pit) -> None:
    pit.wait(seconds=1)
    number = write(pit, BoughtIn("ann", "cash", (Stack(100_00, 1),)))
    assert found(pit.store) == [
        AuditFault(
            "bookings", f"{pit.stream} number {number}", "what it moves was not booked with it", pit.store.last_position
        )
    ]


@pytest.mark.parametrize("later", [False, True], ids=["at the end", "before more play"])
def test_money_that_was_booked_and_that_no_event_explains(pit: Pit, later: bool) -> None:
    pit.wait(seconds=1)
    float_, chips = (Account(pit.operator, kind, owner) for kind, owner in (("float", pit.table), ("patron", "ann")))
    before = pit.store.head(Stream(pit.operator, schema.LEDGER)).length
    write(pit, entries=(Move(float_, chips, 5, "a gift"),))
    if later:
        pit.wait(seconds=1)
        pit.play({"ann": 1})
    (fault,) = found(pit.store)
    assert (fault.part, fault.record) == ("bookings", f"{pit.operator} transfer {before + 1}")
    assert fault.words == f"no event of {pit.stream} explains it"


@pytest.mark.parametrize(
    ("operator", "kind", "owner", "words"),
    [
        ("star", "patron", "nobody", "star has no registered patron nobody"),
        ("star", "deposit", "nobody", "star has no registered patron nobody"),
        ("mars", "patron", "nobody", "no house is mars"),
    ],
)
def test_money_that_was_booked_to_people_and_houses_that_are_not_there(
    pit: Pit, operator: str, kind: str, owner: str, words: str
) -> None:
    """A store in which the console brought balances forward before it asked for whom; the event explains them."""
    account = Account(operator, kind, owner)
    at, stream = stamp(pit.clock()), forward_stream(operator)
    event = new_event(BroughtForward(account.name, 100_00), at, "console")
    append = Append(stream, pit.store.head(stream).length, (event,))
    pit.store.commit(Write(operator, appends=(append,), entries=(forward_entry(account, 100_00),), at=at))
    (fault,) = found(pit.store)
    assert (fault.part, fault.record.split("/")[0]) == ("balances", operator)
    assert words in fault.words


def test_money_of_a_table_that_is_not_there_is_found(pit: Pit) -> None:
    """The register of mis-payments once took any table's name, and a payment was put right into its float."""
    account = Account(pit.operator, "float", "99")
    at, stream = stamp(pit.clock()), forward_stream(pit.operator)
    event = new_event(BroughtForward(account.name, 5), at, "console")
    append = Append(stream, pit.store.head(stream).length, (event,))
    pit.store.commit(Write(pit.operator, appends=(append,), entries=(forward_entry(account, 5),), at=at))
    assert "star has no table 99" in " ".join(fault.words for fault in found(pit.store))


def test_a_guest_to_whom_a_table_sold_chips_is_known(pit: Pit) -> None:
    pit.do(pit.dealer, BuyIn(pit.table, "guest", (Stack(100_00, 1),)))
    pit.do(pit.dealer, TakeVoucher(pit.table, "visitor", "17", 50_00))
    assert not found(pit.store)


def test_a_shuffle_that_is_opened_as_another(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(shoes: tuple[Shoe, ...]) -> list[ShoeOpened]:
        opened = [(shoe.commitment, shoe.open()) for shoe in shoes]
        return [ShoeOpened(made, bytes(o.cards).hex(), o.seed[::-1].hex(), o.cut) for made, o in opened]

    pit = Pit(store, STUD)
    pit.open()
    pit.fund("ann")
    with monkeypatch.context() as patched:
        patched.setattr(playing, "open_shuffles", other)
        pit.play({"ann": 1})
    pit.floor.stop()
    (fault,) = found(store)
    assert fault.part == "shoes" and "does not open its commitment" in fault.words


def test_cards_that_did_not_come_from_the_shoe(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Shoe.draw_in_a_row

    def from_the_sleeve(self: Shoe, count: int) -> tuple[tuple[Card, ...], Shoe]:
        cards, after = draw(self, count)
        return cards[::-1], after

    pit = Pit(store, STUD)
    pit.open()
    pit.fund("ann")
    with monkeypatch.context() as patched:
        patched.setattr(Shoe, "draw_in_a_row", from_the_sleeve)
        pit.play({"ann": 1})
    pit.floor.stop()
    (fault,) = found(store)
    assert fault.part == "shoes" and "other cards than were dealt" in fault.words


def test_an_opening_of_a_shuffle_that_there_was_not(pit: Pit) -> None:
    number = write(pit, ShoeOpened("a" * 64, "00", "00", 0))
    (fault,) = found(pit.store)
    assert (fault.part, fault.record) == ("shoes", f"{pit.stream} number {number}")


def test_a_table_that_was_kept_as_it_never_was(pit: Pit) -> None:
    state = load_table(pit.store, pit.stream)
    save_table(pit.store, pit.stream, state)
    assert found(pit.store) == []
    save_table(pit.store, pit.stream, state._replace(stacks=(*TRAY, *TRAY)))
    (fault,) = found(pit.store)
    assert (fault.part, fault.record) == ("snapshots", f"{pit.stream} number {state.length}")
    save_table(pit.store, pit.stream, state._replace(length=state.length + 5))
    (fault,) = found(pit.store)
    assert (fault.part, fault.record) == ("snapshots", str(pit.stream))


def test_rounds_after_a_checkpoint_are_decided_again(pit: Pit, signer: Signer) -> None:
    for kept in (False, True):
        if kept:  # what comes before the signed day may be taken from where the table was kept
            save_table(pit.store, pit.stream, load_table(pit.store, pit.stream))
        pit.clock.advance(timedelta(days=1))
        assert len(sign_ended_day(pit.store, signer, pit.clock())) == 1
        assert verify(pit.store, from_checkpoint=True).rounds == 0
        pit.play({"ann": 1})
        report = verify(pit.store, from_checkpoint=True)
        assert (report.findings, report.rounds) == ((), 1)
        assert verify(pit.store, from_checkpoint=True, rounds=False).rounds == 0


def test_a_round_after_a_checkpoint_that_was_decided_otherwise(store: Store, signer: Signer) -> None:
    pit = Pit(store, STUD, clock=ManualClock(NOON))
    pit.open()
    pit.fund("ann")
    pit.play({"ann": 1})
    pit.clock.advance(timedelta(days=1))
    sign_ended_day(store, signer, pit.clock())
    pit.floor.stop()
    write(pit, TableRoundEnded(2, (), (), ()))
    for from_checkpoint in (True, False):
        (fault,) = found(store, from_checkpoint=from_checkpoint)
        assert fault.part == "rounds"
    assert found(store, from_checkpoint=True, rounds=False) == []


def test_findings_are_data(pit: Pit) -> None:
    write(pit, ShoeOpened("a" * 64, "00", "00", 0))
    data = json.loads(json.dumps(verify(pit.store).data()))
    assert data["clean"] is False and data["findings"][0]["part"] == "shoes"


# Accounts that are no table's.


def beside(pit: Pit) -> None:
    """Move money in every way in which it goes by a table's tray."""
    floor = open_floor(pit.store, clock=pit.clock)
    two = Actor(pit.operator, "another", pit.boss.role)
    chips, hundred = (Stack(25_00, 4),), (Stack(100_00, 1),)
    pit.wait(seconds=1)
    for command in (
        RegisterPatron("bob"),
        PayIn("ann", 300_00),
        PayOut("ann", 50_00),
        NoteMispayment("1", pit.table, "over", "wager", 10_00, "a slip of the hand"),
        FollowMispayment("1", "put right", "called back", "ann"),
    ):
        floor.do(Order(pit.boss, command, ""))
    for order in (
        BuyIn(pit.table, "ann", hundred, "cashless"),
        BuyIn(pit.table, "ann", chips, "cash"),
        CashOut(pit.table, "ann", chips, "cashless"),
        CashOut(pit.table, "ann", chips, "cash"),
        TakeVoucher(pit.table, "ann", "V1", 25_00, "tokens"),
        TakeVoucher(pit.table, "ann", "V2", 25_00, "chips"),
        CountDrop(pit.table, 120_00, two),  # $5 short
        CountDrop(pit.table, 1_00, two),  # $1 over
    ):
        pit.do(pit.boss, order)
        pit.wait(seconds=1)


def test_whatever_moves_beside_the_tables_is_explained(pit: Pit, tmp_path: Path) -> None:
    beside(pit)
    assert found(pit.store) == []
    pit.wait(days=1)
    signer = Signer.open(tmp_path / "days.key")
    assert sign_ended_day(pit.store, signer, pit.clock())
    pit.wait(seconds=1)
    pit.do(pit.boss, CashOut(pit.table, "ann", (Stack(25_00, 1),), "cash"))
    floor = open_floor(pit.store, clock=pit.clock)
    floor.do(Order(pit.boss, PayOut("ann", 1_00), ""))
    assert found(pit.store, from_checkpoint=True) == found(pit.store) == []


HOUSE, TOKENS_OF_HOUSE = ("house", "", "AUD"), ("house", "", "tokens")
GIFTS: dict[str, tuple[tuple[str, str, str], tuple[str, str, str], str]] = {
    "chips": (HOUSE, ("patron", "ann", "AUD"), "bought, cash"),
    "money on an account": (HOUSE, ("deposit", "ann", "AUD"), "paid out, cashless"),
    "money taken out": (("deposit", "ann", "AUD"), ("world", "", "AUD"), "paid out, cash"),
    "tokens": (TOKENS_OF_HOUSE, ("patron", "ann", "tokens"), "voucher for tokens"),
    "another's chips": (("patron", "ann", "AUD"), ("patron", "bob", "AUD"), "correction"),
    "a mis-payment": (("float", "7", "AUD"), ("patron", "ann", "AUD"), "mis-payment 1"),
    "the house's money": (HOUSE, ("world", "", "AUD"), "drop short"),
}


@pytest.mark.parametrize("gift", GIFTS)
def test_value_that_moves_beside_the_tables_and_that_nothing_explains(pit: Pit, gift: str) -> None:
    beside(pit)
    source, target, reason = GIFTS[gift]
    before = pit.store.head(Stream(pit.operator, schema.LEDGER)).length
    write(pit, entries=(Move(Account(pit.operator, *source), Account(pit.operator, *target), 5, reason),))
    (fault,) = found(pit.store)
    assert (fault.part, fault.record) == ("bookings", f"{pit.operator} transfer {before + 1}")
    assert "was booked from" in fault.words
    assert found(pit.store, rounds=False) == []  # it is this check that finds it


def test_a_payment_that_a_patrons_stream_says_and_nobody_booked(pit: Pit) -> None:
    stream = Stream(pit.operator, "patron:ann")
    event = new_event(Deposited("cash", 5_000), stamp(pit.clock()), "somebody")
    pit.store.commit(Write(pit.operator, appends=(Append(stream, pit.store.head(stream).length, (event,)),)))
    (fault,) = found(pit.store)
    assert fault.part == "bookings"
    assert fault.words.startswith("0 in 0 parts was booked") and fault.words.endswith("explain 5000 in 1")
