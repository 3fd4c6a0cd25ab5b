"""The drill: a store is copied while it is in use, lost, and put back; the floor goes on where the copy was taken."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from floor.audit.conftest import play
from floor.store.dying import dump
from floor.store.writing import HOUSE, happened, paid, patron, told
from floor.tables.pit import NOON, STARS, Pit
from pitboss.cli import app
from pitboss.floor.audit import verify
from pitboss.floor.people.signin import Accounts, NotSignedIn, Sessions, SignIn
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store, Stream, open_store
from pitboss.floor.store.backup import NotRestored, back_up, restore

BUSY = Stream("star", "meter:busy")


def test_a_backup_holds_everything_and_is_its_owners_alone(played: Store, tmp_path: Path) -> None:
    back_up(played, tmp_path / "backup.db")
    assert (tmp_path / "backup.db").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup.db"]
    copy = open_store(str(tmp_path / "backup.db"))
    assert dump(copy) == dump(played)
    assert verify(copy).is_clean
    copy.close()


def test_nobody_is_signed_in_when_a_backup_is_put_back(
    played: Store, new_store: Callable[[], str], tmp_path: Path
) -> None:
    clock = ManualClock(NOON)
    accounts, hasher = Accounts(played), PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    dan = Actor("star", "dan", "dealer")
    accounts.open(dan, name="dan", password_hash=hasher.hash("right"), at=NOON, by="console root")
    sign_in = SignIn(played, clock, hasher)
    token = sign_in.sign_in("star", "dan", "right")
    assert sign_in.identify(token) == dan
    back_up(played, tmp_path / "backup.db")
    shutil.copy(tmp_path / "backup.db", tmp_path / "taken.db")  # put back by hand
    file = open_store(str(tmp_path / "taken.db"))
    again = open_store(new_store())
    restore(tmp_path / "backup.db", again)
    for store in (file, again):
        with pytest.raises(NotSignedIn):
            SignIn(store, clock, hasher).identify(token)
        assert SignIn(store, clock, hasher).sign_in("star", "dan", "right")
        store.close()
    assert sign_in.identify(token) == dan  # where it was taken they go on


def test_an_old_backup_with_sessions_brings_none_back(
    played: Store, new_sqlite: Callable[[], str], new_store: Callable[[], str], tmp_path: Path
) -> None:
    back_up(played, tmp_path / "backup.db")
    old = open_store(str(tmp_path / "backup.db"))
    token = Sessions(old, ManualClock(NOON)).begin(Actor("star", "dan", "dealer"))  # as older programs left it
    old.close()
    again = open_store(new_store())
    restore(tmp_path / "backup.db", again)
    with pytest.raises(NotSignedIn):
        Sessions(again, ManualClock(NOON)).identify(token)
    again.close()


@pytest.fixture
def generous() -> Iterator[None]:
    """A process whose new files everybody may read."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("generous")
def test_whatever_the_mask_what_we_write_is_its_owners_alone(played_file: Path, tmp_path: Path) -> None:
    run, store, folder = CliRunner(), tmp_path / "floor.db", tmp_path / "made" / "here"
    for command in (
        ["restore", str(played_file), "--store", str(store)],
        ["backup", str(tmp_path / "again.db"), "--store", str(store)],
        ["audit", "export", str(folder), "--store", str(store)],
        ["audit", "sign", "--store", str(store), "--key", str(tmp_path / "keys" / "day.key")],
        ["people", "add", "star", "meg", "gaming-manager", "--store", str(tmp_path / "new.db")],
    ):
        done = run.invoke(app, command, env={"PITBOSS_PASSWORD": "umbrella teapot meadow"})
        assert done.exit_code == 0, done.output
    opened = open_store(str(store))
    opened.commit(told(BUSY, 0, happened(n=0), key="k"))
    assert (tmp_path / "floor.db-wal").is_file() and (tmp_path / "floor.db-shm").is_file()
    others = {path.name for path in tmp_path.rglob("*") if path.stat().st_mode & 0o077}
    assert others == {"day.key.pub"}  # which is for everybody
    assert list(folder.iterdir())
    opened.close()


def test_a_backup_taken_under_load_is_of_one_moment(store: Store, tmp_path: Path) -> None:
    stop = threading.Event()
    count = 0

    def write() -> None:
        nonlocal count
        while not stop.is_set():
            command = told(BUSY, count, happened(n=count), key=f"k{count}")
            store.commit(command._replace(entries=paid(HOUSE, patron("ann"), 1).entries))
            count += 1

    writer = threading.Thread(target=write)
    writer.start()
    lengths = []
    try:
        for number in range(5):
            at_least = count
            back_up(store, tmp_path / f"backup-{number}.db")
            copy = open_store(str(tmp_path / f"backup-{number}.db"))
            report = verify(copy, rounds=False)  # there are none, and nothing explains the money
            assert report.findings == ()
            assert report.events == report.transfers == copy.balance(patron("ann")).here >= at_least
            lengths.append(report.events)
            copy.close()
    finally:
        stop.set()
        writer.join()
    assert lengths == sorted(lengths) and count >= lengths[-1] > lengths[0]


def test_the_drill(played: Store, new_store: Callable[[], str], tmp_path: Path) -> None:
    pit = Pit(played, STARS[2], STARS[2], ManualClock(NOON))
    number = 0
    while pit.round.number != number:  # a first hand may win at once
        number = pit.round.number
        pit.place("ann", 1)
        pit.step()
    interrupted = pit.state
    seen: list[tuple[int, int]] = []
    back_up(played, tmp_path / "backup.db", lambda done, total: seen.append((done, total)))
    assert seen and seen[-1][0] == seen[-1][1]
    shoe = pit.floor.table(pit.stream).shoe
    pit.floor.stop()

    again = open_store(new_store())
    restore(tmp_path / "backup.db", again)
    assert verify(again).is_clean
    resumed = Pit(again, STARS[2], STARS[2], ManualClock(NOON))
    try:
        assert resumed.state == interrupted
        floor_table = resumed.floor.table(resumed.stream)
        assert floor_table.shoe is not None and floor_table.shoe == shoe, "the cards to come are the same"
        while resumed.round.number == number:
            resumed.step()
        resumed.sound()
    finally:
        resumed.floor.stop()
    play(again, STARS[0], STARS[0], 1)
    report = verify(again)
    assert report.is_clean
    assert report.rounds == 4 + number + 1
    again.close()


def test_a_backup_goes_into_a_new_store_alone(played: Store, tmp_path: Path) -> None:
    back_up(played, tmp_path / "backup.db")
    before = dump(played)
    with pytest.raises(NotRestored, match="not empty"):
        restore(tmp_path / "backup.db", played)
    assert dump(played) == before
    with pytest.raises(NotRestored, match="there already"):
        back_up(played, tmp_path / "backup.db")
    with pytest.raises(NotRestored, match="no file"):
        restore(tmp_path / "nothing.db", played)


def test_a_floor_can_move_between_databases(
    played_file: Path, new_sqlite: Callable[[], str], new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    server, file = open_store(new_postgres()), open_store(new_sqlite())
    restore(played_file, server)
    back_up(server, tmp_path / "from-server.db")
    restore(tmp_path / "from-server.db", file)
    assert dump(server) == dump(file)
    assert verify(file).is_clean
    server.close()
    file.close()
