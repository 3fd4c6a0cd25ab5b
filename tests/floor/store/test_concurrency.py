"""Several processes write to the same accounts and streams at once: nothing is lost, doubled or overdrawn."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import func, select

from floor.store.hammering import MOST, PATRONS, SHARED, START_CENTS, answer, follow, hammer, start
from floor.store.writing import HOUSE, TABLE, booked, happened, paid, patron, told
from pitboss.floor.store import Store, Stream, open_store, schema
from pitboss.floor.store.rows import Conflict
from pitboss.ledger import Move, totals
from servers import make_barrier

PROCESSES, ROUNDS = 3, 25


def test_processes_that_write_at_once_lose_and_double_nothing(where: str, store: Store) -> None:
    store.commit(booked(*(Move(HOUSE, account, START_CENTS, "x") for account in PATRONS)))
    follower = start(follow, where, ROUNDS * (PROCESSES + 1), 120)
    together = make_barrier(PROCESSES)
    hammers = [start(hammer, where, who, ROUNDS, together) for who in range(PROCESSES)]
    answers = [answer(one) for one in hammers]
    acknowledged = sorted(key for keys, _ in answers for key in keys)
    assert len(acknowledged) == len(set(acknowledged)), "a command was done twice"
    everybody = [key for key in acknowledged if key.startswith("everybody")]
    assert len(everybody) == ROUNDS, "a command that all of them sent was done once"
    refused = {name: sum(count[name] for _, count in answers) for name in answers[0][1]}
    assert refused["Conflict"] >= ROUNDS and refused["Overdrawn"] and refused["OverCount"], "they were not in the way"

    with store.reading() as connection:
        keys = connection.execute(select(schema.commands.c.key)).scalars().all()
        moved = connection.execute(select(func.count()).select_from(schema.transfers)).scalar()
    own = [key for key in acknowledged if key.startswith("own")]
    assert sorted(keys) == [key for key in acknowledged if key not in own]
    stakes = [key for key in acknowledged if key.endswith("/stake")]
    assert store.counter("orders/star") == len(stakes) == MOST
    pays = [key for key in acknowledged if key.endswith("/pay")]
    assert moved == len(PATRONS) + len(pays) + 3 * len(stakes) + len(everybody)
    assert all(balance.free >= 0 and not balance.held for account, balance in store.balances() if account != HOUSE)
    (into, out) = totals(store.balances())["star", "AUD"]
    assert into == out
    assert sum(store.balance(account).here for account in PATRONS) == 4 * START_CENTS + ROUNDS - len(stakes)

    told_once = [key for key in acknowledged if key.endswith("/tell")]
    assert sorted(f"star/{e.data['by']}/{e.data['n']}/tell" for e in store.read(SHARED)) == told_once
    for who in range(PROCESSES):
        assert [e.data["n"] for e in store.read(Stream("star", f"table:{who}"))] == list(range(ROUNDS))
    assert [e.position for e in store.log()] == list(range(1, store.last_position + 1)), "places have gaps"
    seen = answer(follower)
    assert seen == list(range(1, len(seen) + 1)), "who followed the log missed something"
    assert len(seen) >= ROUNDS * (PROCESSES + 1)


def test_threads_that_share_a_store_do_not_get_in_each_others_way(store: Store) -> None:
    store.commit(paid(HOUSE, patron("ann"), 50))

    def spend(number: int) -> bool:
        (done,) = store.commit_all([paid(patron("ann"), patron("ben"), 5, f"k{number}")])
        return not isinstance(done, Exception)

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(spend, range(18))) == 10
    assert (store.balance(patron("ann")).here, store.balance(patron("ben")).here) == (0, 50)


def test_a_long_reading_sees_one_moment(store: Store) -> None:
    store.commit(told(TABLE, 0, happened()))
    with store.reading() as connection:
        before = connection.execute(select(func.count()).select_from(schema.events)).scalar()
        store.commit(told(TABLE, 1, happened()))
        assert connection.execute(select(func.count()).select_from(schema.events)).scalar() == before == 1
    with pytest.raises(Conflict):
        store.commit(told(TABLE, 1, happened()))


def test_a_connection_in_use_is_closed_as_it_comes_back_to_a_closed_store(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "floor.db"))
    store.create()
    with store.reading() as connection:
        used = connection.connection.driver_connection
        store.close()
    assert isinstance(used, sqlite3.Connection)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        used.execute("SELECT 1")
