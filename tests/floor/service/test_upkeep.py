"""Upkeep, with a clock that is held: the checks of the floor by itself, and the days that it signs as they end."""

import logging
import shutil
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

import pitboss
from floor.store.tampering import forging
from pitboss.floor.audit import verify
from pitboss.floor.audit.upkeep import SelfCheck, Software, Upkeep, differences, software
from pitboss.floor.audit.verify import RUNNING as RUNNING_NOW
from pitboss.floor.audit.verify import Verification, Verifications
from pitboss.floor.composition import make_floor
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.clock import ManualClock, gaming_day
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Store, Stream
from pitboss.floor.store.checkpoint import checkpoints
from pitboss.floor.store.signing import Signer
from pitboss.floor.store.store import RETENTION, personal_records_of
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.state import Stack
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refused

pytestmark = pytest.mark.postgres_long
NOON = datetime(2026, 3, 2, 1, tzinfo=UTC)
"""Noon in Sydney, in the middle of a gaming day."""
DAY = timedelta(days=1)
MANAGER = Actor("star", "boss", "gaming-manager")
OPEN = OpenTable("7", "star-caribbean-stud", Terms({"ante": Limits(500, 50_000)}, money=True), (Stack(10_000, 500),))
RUNNING = Software("1", "aa", {"star-pontoon": "bb"})


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer.open(tmp_path / "key")


@pytest.fixture
def upkeep(store: Store, clock: ManualClock, signer: Signer) -> Upkeep:
    floor = make_floor(store, clock=clock).start()
    floor.do(Order(MANAGER, OPEN, "open"))
    floor.stop()
    return Upkeep(store, clock, signer=signer, read_software=lambda: RUNNING)


def days(store: Store) -> list[str]:
    with store.reading() as connection:
        return [day.day for day in checkpoints(connection)]


def test_each_day_is_signed_once_as_it_ends(upkeep: Upkeep, store: Store, clock: ManualClock, signer: Signer) -> None:
    upkeep.look()
    yesterday = gaming_day(NOON - DAY)
    assert days(store) == [yesterday]
    upkeep.look()
    clock.advance(timedelta(hours=17, minutes=59))
    upkeep.look()
    assert days(store) == [yesterday]
    clock.advance(timedelta(minutes=1))  # six in the morning
    upkeep.look()
    assert days(store) == [yesterday, gaming_day(NOON)]
    upkeep.look()
    assert len(days(store)) == 2
    assert verify(store, signer.verifier).findings == ()


def test_a_second_process_signs_no_day_again(upkeep: Upkeep, store: Store, clock: ManualClock, signer: Signer) -> None:
    other = Upkeep(store, clock, signer=signer, read_software=lambda: RUNNING)
    assert len(upkeep.look()) == 1
    assert other.look() == []


def test_the_floor_checks_itself_every_24_hours(store: Store, clock: ManualClock) -> None:
    upkeep = Upkeep(store, clock, read_software=lambda: RUNNING)
    heard: list[SelfCheck] = []
    upkeep.listeners.append(heard.append)
    for hours, checks in ((0, 1), (23, 1), (1, 2), (23, 2), (2, 3)):
        clock.advance(timedelta(hours=hours))
        upkeep.look()
        assert len(heard) == checks
    assert all(each.is_clean for each in heard)


def test_a_log_that_was_changed_is_not_signed_and_no_table_opens(
    upkeep: Upkeep, store: Store, clock: ManualClock
) -> None:
    with forging(store) as connection:
        connection.execute(text("UPDATE event SET data = replace(data, '500', '900') WHERE kind = 'TableOpened'"))
    assert upkeep.look() == []
    assert days(store) == []
    assert upkeep.last is not None and not upkeep.last.is_clean
    floor = make_floor(store, clock=clock).start()
    floor.carry_out = upkeep.wrap(floor.carry_out)
    with pytest.raises(Refused, match="self-check"):
        floor.do(Order(MANAGER, OPEN._replace(table="8"), "open 8"))
    floor.stop()


@pytest.mark.parametrize(
    "now",
    [RUNNING._replace(code="cc"), RUNNING._replace(books={"star-pontoon": "cc"}), RUNNING._replace(books={})],
    ids=["code", "book", "no book"],
)
def test_software_that_is_changed_while_it_runs_is_found(store: Store, clock: ManualClock, now: Software) -> None:
    read = iter([RUNNING, RUNNING, now])
    upkeep = Upkeep(store, clock, read_software=lambda: next(read))
    assert upkeep.check().is_clean
    assert [finding.part for finding in upkeep.check().findings] == ["software"]


def test_other_software_than_the_approved_does_not_pass(store: Store, clock: ManualClock) -> None:
    for approved, passes in (("", True), (RUNNING.hash, True), ("another", False)):
        upkeep = Upkeep(store, clock, approved=approved, read_software=lambda: RUNNING)
        assert upkeep.check().is_clean is passes


def test_what_runs_is_noted_when_it_changes(upkeep: Upkeep, store: Store, clock: ManualClock) -> None:
    upkeep.look()
    upkeep.look()
    Upkeep(store, clock, read_software=lambda: RUNNING._replace(code="dd")).look()
    noted = store.read(Stream("star", "house:software"))
    assert [event.data["code"] for event in noted] == ["aa", "dd"]
    assert noted[0].data["hash"] == RUNNING.hash != noted[1].data["hash"]


def test_the_hashes_are_those_of_the_files(tmp_path: Path) -> None:
    copy = tmp_path / "pitboss"
    shutil.copytree(Path(pitboss.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    here = software()
    assert software(copy) == here
    pays = next((copy / "law" / "books" / "star-pontoon").rglob("*.toml"))
    pays.write_text(pays.read_text() + "\n")
    (copy / "cards" / "card.py").write_text("")
    assert [finding.record for finding in differences(here, software(copy))] == ["code", "star-pontoon"]


def test_a_running_floor_has_its_log_read_by_another_process(upkeep: Upkeep, store: Store) -> None:
    upkeep.look()
    upkeep.start()
    assert upkeep.check().is_clean
    with forging(store) as connection:
        connection.execute(text("UPDATE checkpoint SET signature = hash"))
    found = upkeep.check().findings
    upkeep.stop()
    assert [finding.words for finding in found] == ["it was not signed with this key"]


def test_papers_are_erased_after_retention_and_the_chain_holds(
    upkeep: Upkeep, store: Store, clock: ManualClock
) -> None:
    dan = Actor("star", "dan", "dealer")
    Accounts(store).open(dan, name="Dan Dare", password_hash="x", at=clock(), by="boss")  # noqa: S106
    upkeep.look()
    clock.advance(RETENTION - DAY)
    upkeep.look()
    assert personal_records_of(store, "star", "dan")["sign-in name"] == "Dan Dare"
    clock.advance(2 * DAY)
    upkeep.look()
    assert personal_records_of(store, "star", "dan") == {}
    assert not any("Dare" in repr(event) for event in store.log())
    assert verify(store).findings == ()


@pytest.mark.parametrize("at_the_end", [True, False])
def test_a_verification_that_the_end_breaks_off_is_no_error(
    upkeep: Upkeep, monkeypatch: pytest.MonkeyPatch, at_the_end: bool
) -> None:
    began, told = threading.Event(), threading.Event()

    def broken_off(*_: object, **__: object) -> None:
        began.set()
        if at_the_end:
            upkeep._stop.wait(60)
        raise EOFError

    monkeypatch.setattr("pitboss.floor.audit.upkeep.TICK", 0.01)
    monkeypatch.setattr(upkeep._process, "verify", broken_off)
    monkeypatch.setattr(logging.getLogger("pitboss.floor"), "exception", lambda *_: told.set())
    upkeep.start()
    assert began.wait(60) and (at_the_end or told.wait(60))
    upkeep.stop()
    assert told.is_set() is not at_the_end


def wait_for(verifications: Verifications) -> Verification:
    for _ in range(6_000):
        last = verifications.last("star")
        if last.state != RUNNING_NOW:
            return last
        time.sleep(0.05)
    raise AssertionError("the verification does not end")


def test_the_whole_log_is_verified_once_a_week(upkeep: Upkeep, store: Store, clock: ManualClock) -> None:
    verifications = upkeep.verifications
    assert verifications.start_weekly()
    assert not verifications.start_weekly()  # one at a time
    done = wait_for(verifications)
    assert (done.clean, done.whole, done.by) == (True, True, "system")
    clock.advance(7 * DAY - timedelta(seconds=1))
    other = Verifications(store, clock)  # another server, or this one after a start
    assert other.last_whole("star").ended_at == done.ended_at and other.last_whole("star").clean
    assert not other.start_weekly()
    clock.advance(timedelta(seconds=1))
    with forging(store) as connection:
        connection.execute(text("UPDATE event SET data = replace(data, '500', '900') WHERE kind = 'TableOpened'"))
    assert other.start_weekly()
    assert not verifications.is_due("star", clock())
    assert wait_for(other).clean is False
    assert verifications.last_whole("star").clean is False
