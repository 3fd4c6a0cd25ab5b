"""What a person does again and again costs no more each time: nothing that was read of a stream is read again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from floor.patrons.patron_pit import Pit
from pitboss.floor.patrons.account import PayIn
from pitboss.floor.patrons.sitting import EndPlay, StartPlay
from pitboss.floor.patrons.state import PlayEnded, load_patron
from pitboss.floor.store import Stored, open_store
from pitboss.floor.store import store as stores
from pitboss.floor.store.rows import patron_stream
from pitboss.play.acts import Sit
from pitboss.value import log_name

PONTOON = "star-pontoon"


class Read:
    """How many events were read."""

    def __init__(self) -> None:
        self.events = 0


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    counted, stored_of = Read(), stores.stored_of

    def count(row: Any) -> Stored:
        counted.events += 1
        return stored_of(row)

    monkeypatch.setattr(stores, "stored_of", count)
    return counted


@contextmanager
def at_most(read: Read, events: int) -> Iterator[None]:
    before = read.events
    yield
    assert read.events - before <= events


def test_a_pay_in_does_not_read_those_before_it(quick_pit: Callable[[str], Pit], read: Read) -> None:
    pit = quick_pit("star")
    pit.patron()
    for _ in range(60):
        pit.ask(PayIn("p1", 100))
    with at_most(read, 4 * 3):  # each reads what the one before it wrote, and nothing else
        for _ in range(4):
            pit.ask(PayIn("p1", 100))
    assert load_patron(pit.store, "star", "p1").length == 2 + 64


def test_what_another_process_wrote_about_a_patron_is_read(quick_pit: Callable[[str], Pit]) -> None:
    pit = quick_pit("star")
    pit.patron()
    other = open_store(pit.store.engine.url.render_as_string(hide_password=False))
    assert load_patron(other, "star", "p1").length == 2
    pit.ask(PayIn("p1", 100))
    assert load_patron(other, "star", "p1").length == 3
    other.close()


def test_a_sitting_reads_what_tells_of_it_and_no_act(quick_pit: Callable[[str], Pit], read: Read) -> None:
    pit = quick_pit("star")
    table, patron = pit.open(PONTOON), pit.patron()
    pit.sit("p1", table)
    for area in [1, 0] * 100:
        pit.act(table, Sit("wagers", "p1", area), patron)
    with at_most(read, 10):
        pit.ask(EndPlay("p1", table), pit.manager)
    (end,) = [each for each in pit.store.read(patron_stream("star", "p1")) if each.kind == log_name(PlayEnded)]
    assert end.data["until"] >= 200


def test_sitting_down_and_leaving_again_and_again_reads_a_few_events_each_time(
    quick_pit: Callable[[str], Pit], read: Read
) -> None:
    pit = quick_pit("star")
    table, patron = pit.open(PONTOON), pit.patron()
    for area in [1, 0] * 40:
        pit.act(table, Sit("wagers", "p1", area), patron)

    def come_and_go() -> None:
        pit.ask(StartPlay("p1", table, "card of p1"), pit.dealer)
        pit.ask(EndPlay("p1", table), pit.manager)

    for _ in range(30):
        come_and_go()
    with at_most(read, 10 * 8):
        for _ in range(10):
            come_and_go()
