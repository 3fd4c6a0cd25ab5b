"""The drill: a store is copied while it is in use, lost, and put back; the floor goes on where the copy was taken."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from floor.audit.conftest import play
from floor.store.dying import dump
from floor.store.writing import HOUSE, happened, paid, patron, told
from floor.tables.pit import NOON, STARS, Pit
from pitboss.floor.audit import verify
from pitboss.floor.clock import HeldClock
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
    pit = Pit(played, STARS[2], STARS[2], HeldClock(NOON))
    number = 0
    while pit.round.number != number:  # a first hand may win at once
        number = pit.round.number
        pit.place("ann", 1)
        pit.step()
    interrupted = pit.state
    seen: list[tuple[int, int]] = []
    back_up(played, tmp_path / "backup.db", lambda done, total: seen.append((done, total)))
    assert seen and seen[-1][0] == seen[-1][1]
    shoe = pit.floor.desk(pit.stream).shoe
    pit.floor.stop()

    again = open_store(new_store())
    restore(tmp_path / "backup.db", again)
    assert verify(again).is_clean
    resumed = Pit(again, STARS[2], STARS[2], HeldClock(NOON))
    try:
        assert resumed.state == interrupted
        desk = resumed.floor.desk(resumed.stream)
        assert desk.shoe is not None and desk.shoe == shoe, "the cards to come are the same"
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
