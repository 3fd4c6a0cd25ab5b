"""Events found again, on both databases: by kind, stream, time and what they hold, in either direction."""

from datetime import UTC, datetime, timedelta

import pytest

from pitboss.floor.service.clock import stamp
from pitboss.floor.store import Append, NewEvent, Store, Stored, Stream, Write
from pitboss.floor.tables import log
from pitboss.floor.tables.log import EventQuery, all_events, find_last_events, place_at
from pitboss.ledger import Account, Move

START = datetime(2026, 3, 2, 10, tzinfo=UTC)


def write(store: Store, count: int) -> None:
    """Events a minute apart, by turns at two tables, every third of another kind."""
    lengths = {"table:1": 0, "table:2": 0}
    for number in range(count):
        at, name = stamp(START + timedelta(minutes=number)), f"table:{number % 2 + 1}"
        event = NewEvent("Third" if number % 3 == 2 else "Other", {"n": number, "who": f"p%{number}"}, at, "ann", 1)
        append = Append(Stream("star", name), lengths[name], (event,))
        store.commit(Write("star", appends=(append,), at=at))
        lengths[name] += 1


def numbers(found: list[Stored]) -> list[int]:
    return [stored.data["n"] for stored in found]


def test_events_are_found_by_what_is_wanted(store: Store) -> None:
    write(store, 12)
    assert numbers(find_last_events(store, EventQuery("star"), 3)) == [11, 10, 9]
    assert numbers(find_last_events(store, EventQuery("star", ("Third",)), 9)) == [11, 8, 5, 2]
    assert numbers(list(all_events(store, EventQuery("star", stream="table:2")))) == [1, 3, 5, 7, 9, 11]
    assert numbers(list(all_events(store, EventQuery("star", stream="table:2", after_number=4)))) == [9, 11]
    assert numbers(list(all_events(store, EventQuery("star", holding=('"p%1"',))))) == [1], (
        "a sign of the search is text"
    )
    assert not find_last_events(store, EventQuery("crown"), 9)


def test_long_readings_go_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    write(store, 10)
    monkeypatch.setattr(log, "PAGE", 3)
    assert numbers(list(all_events(store, EventQuery("star")))) == list(range(10))


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_moment_has_its_place(store: Store, count: int) -> None:
    write(store, count)
    for minutes in range(-1, count + 2):
        at = START + timedelta(minutes=minutes)
        place = place_at(store, at)
        before = [s for s in all_events(store, EventQuery("star")) if s.at < stamp(at)]
        assert place == (before[-1].position if before else 0)


def test_balances_are_asked_for_together(store: Store) -> None:
    house, tray, none = Account("star", "house", ""), Account("star", "float", "1"), Account("star", "float", "2")
    store.commit(Write("star", entries=(Move(house, tray, 500, "float in"),)))
    found = store.balances_of([tray, none])
    assert {account.owner: balance.here for account, balance in found.items()} == {"1": 500, "2": 0}
    assert store.balances_of([]) == {}
