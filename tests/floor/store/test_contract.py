"""What a store promises, on SQLite and on PostgreSQL alike."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from floor.store.writing import HOUSE, NOON, TABLE, booked, happened, paid, patron, told
from pitboss.floor.store import (
    Append,
    CounterChange,
    NewEvent,
    Store,
    Stored,
    Stream,
    StreamHead,
    Write,
    WriteResult,
    open_store,
    schema,
)
from pitboss.floor.store.rows import (
    GENESIS,
    Conflict,
    Cursor,
    KeyReused,
    Malformed,
    OverCount,
    Secret,
    event_hash,
    transfer_hash,
)
from pitboss.ledger import Account, Balance, LedgerError, Move, Overdrawn, Post, Release, Reserve, totals

ANN, BEN = patron("ann"), patron("ben")
OTHER = Stream("star", "table:2")


# Streams.


def test_what_is_appended_is_read(store: Store) -> None:
    written = store.commit(told(TABLE, 0, happened(a=1, b="Ž"), happened("Other", c=[None, True])))
    assert written.positions == (1, 2)
    first, second = store.read(TABLE)
    assert (first.position, first.stream, first.number) == (1, TABLE, 1)
    assert (first.kind, first.shape, first.data) == ("Happened", 1, {"a": 1, "b": "Ž"})
    assert (first.at, first.by) == (NOON, "somebody")
    assert (second.position, second.number, second.kind, second.data) == (2, 2, "Other", {"c": [None, True]})
    assert store.last_position == 2


def test_a_stream_is_read_in_pages(store: Store) -> None:
    store.commit(told(TABLE, 0, *(happened(n=n) for n in range(25))))
    assert [stored.data["n"] for stored in store.read(TABLE, after=20)] == [20, 21, 22, 23, 24]
    assert [stored.number for stored in store.read(TABLE, after=3, limit=2)] == [4, 5]
    assert store.read(OTHER) == []


def test_the_log_holds_all_streams_in_the_order_they_were_written(store: Store) -> None:
    crown = Stream("crown", "table:1")
    store.commit(told(TABLE, 0, happened()))
    store.commit(told(crown, 0, happened()))
    store.commit(told(TABLE, 1, happened()))
    assert [(stored.position, stored.stream, stored.number) for stored in store.log()] == [
        (1, TABLE, 1),
        (2, crown, 1),
        (3, TABLE, 2),
    ]
    assert [stored.position for stored in store.log(after=1)] == [2, 3]
    assert [stored.position for stored in store.log(operator="star")] == [1, 3]
    assert store.streams() == [crown, TABLE]
    assert store.streams("star") == [TABLE]


def test_events_and_transfers_are_chained(store: Store) -> None:
    store.commit(told(TABLE, 0, happened(n=1), happened(n=2)))
    store.commit_all([told(TABLE, 2, happened(n=3)), paid(HOUSE, ANN, 5), paid(HOUSE, BEN, 6)])
    with store.reading() as connection:
        events = connection.execute(select(schema.events).order_by(schema.events.c.number)).mappings().all()
        transfers = connection.execute(select(schema.transfers).order_by(schema.transfers.c.number)).mappings().all()
    for rows, hash_of in ((events, event_hash), (transfers, transfer_hash)):
        assert rows
        previous = GENESIS
        for number, row in enumerate(rows, 1):
            assert (row["number"], row["previous"], row["hash"]) == (number, previous, hash_of(row))
            previous = row["hash"]
    assert store.head(TABLE) == StreamHead(3, events[-1]["hash"])
    assert store.head(Stream("star", schema.LEDGER)) == StreamHead(2, transfers[-1]["hash"])


def test_a_write_on_what_is_old_is_refused(store: Store) -> None:
    store.commit(told(TABLE, 0, happened()))
    for expected in (0, 2):
        with pytest.raises(Conflict):
            store.commit(told(TABLE, expected, happened()))
    assert store.last_position == 1


def test_a_stream_that_one_write_appends_to_twice_grows_in_between(store: Store) -> None:
    once = told(TABLE, 0, happened(n=1))
    with pytest.raises(Conflict):
        store.commit(once._replace(appends=once.appends * 2))
    store.commit(once._replace(appends=(*once.appends, Append(TABLE, 1, (happened(n=2),)))))
    assert [stored.data["n"] for stored in store.read(TABLE)] == [1, 2]


@pytest.mark.parametrize("table", ["event", "transfer"])
@pytest.mark.parametrize("change", ["UPDATE {} SET at = 'x'", "DELETE FROM {}"])
def test_the_database_itself_changes_no_event_and_no_transfer(store: Store, table: str, change: str) -> None:
    store.commit_all([told(TABLE, 0, happened()), paid(HOUSE, ANN, 5)])
    with pytest.raises(DBAPIError, match="is never changed"), store.writing() as connection:
        connection.execute(text(change.format(table)))
    assert store.last_position == 1
    assert store.balance(ANN).here == 5


# Idempotency.


def test_a_command_that_comes_again_changes_nothing_and_gets_the_same_reply(store: Store) -> None:
    first = told(TABLE, 0, happened(), key="k", reply={"round": 7}, entries=(Move(HOUSE, ANN, 5, "x"),))
    assert store.commit(first)._replace(stored=()) == WriteResult((1,), {"round": 7})
    again = store.commit(first._replace(reply={"round": 8}))
    assert again == WriteResult((), {"round": 7}, again=True)
    assert store.reply("star", "k") == {"round": 7}
    assert (store.last_position, store.balance(ANN).here) == (1, 5)


def test_a_command_that_comes_twice_in_one_batch_is_done_once(store: Store) -> None:
    write = paid(HOUSE, ANN, 5, "k", reply={"done": 1})
    first, second = store.commit_all([write, write])
    assert isinstance(first, WriteResult) and not first.again
    assert isinstance(second, WriteResult) and second.again and second.reply == {"done": 1}
    assert store.balance(ANN).here == 5


def test_a_key_serves_one_command(store: Store) -> None:
    store.commit(paid(HOUSE, ANN, 5, "k"))
    with pytest.raises(KeyReused):
        store.commit(paid(HOUSE, ANN, 6, "k", digest="another"))
    assert store.balance(ANN).here == 5


def test_a_key_is_its_operators_own(store: Store) -> None:
    store.commit(paid(HOUSE, ANN, 5, "k"))
    theirs = Move(Account("crown", "house", ""), Account("crown", "patron", "ann"), 7, "x")
    assert not store.commit(Write("crown", "k", "other", entries=(theirs,))).again
    assert store.reply("crown", "k") == {}


def test_a_refused_command_may_come_again(store: Store) -> None:
    with pytest.raises(Overdrawn):
        store.commit(paid(ANN, BEN, 5, "k"))
    assert store.reply("star", "k") is None
    store.commit(paid(HOUSE, ANN, 5))
    assert not store.commit(paid(ANN, BEN, 5, "k")).again
    assert store.balance(BEN).here == 5


# Money.


def test_value_moves_and_is_set_aside(store: Store) -> None:
    store.commit(paid(HOUSE, ANN, 100))
    store.commit(booked(Reserve("star/r", ANN, BEN, 60, "stake")))
    assert store.balance(ANN) == Balance(100, 0, 60)
    store.commit(
        booked(Reserve("star/r", ANN, BEN, 10, "more"), Post("star/r", 30, "lost"), Release("star/r", 15, "back"))
    )
    assert store.balance(ANN) == Balance(100, 30, 25)
    assert store.balance(BEN) == Balance(30, 0, 0)
    assert totals(store.balances()) == {("star", "AUD"): (130, 130)}
    assert [account for account, _ in store.balances("star")] == [HOUSE, ANN, BEN]
    assert store.balances("crown") == []


@pytest.mark.parametrize(
    "entry",
    [
        Move(ANN, BEN, 41, "x"),
        Reserve("star/s", ANN, BEN, 41, "x"),
        Post("star/r", 61, "x"),
        Release("star/r", 61, "x"),
        Post("star/unknown", 1, "x"),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_nobody_spends_what_they_have_not_got(store: Store, entry: Any) -> None:
    store.commit(paid(HOUSE, ANN, 100))
    store.commit(booked(Reserve("star/r", ANN, BEN, 60, "stake")))
    with pytest.raises(LedgerError):
        store.commit(
            booked(Move(ANN, BEN, 1, "fine by itself"), entry)._replace(appends=told(TABLE, 0, happened()).appends)
        )
    assert (store.balance(ANN), store.balance(BEN)) == (Balance(100, 0, 60), Balance())
    assert store.last_position == 0


def test_the_database_itself_refuses_a_balance_below_nothing(store: Store) -> None:
    store.commit(paid(HOUSE, ANN, 5))
    with pytest.raises(DBAPIError), store.writing() as connection:
        connection.execute(schema.accounts.update().where(schema.accounts.c.name == ANN.name).values(out=6))


# Counters, secrets.


def test_a_counter_stops_at_its_most(store: Store) -> None:
    lost = CounterChange("lost/star/ann", 60, 100)
    store.commit(Write("star", counts=(lost,)))
    with pytest.raises(OverCount) as refused:
        store.commit(Write("star", counts=(lost,), appends=told(TABLE, 0, happened()).appends))
    assert (refused.value.there, refused.value.count) == (60, lost)
    store.commit(Write("star", counts=(CounterChange("lost/star/ann", -30, 100), lost)))
    assert store.counter("lost/star/ann") == 90
    assert store.counter("lost/star/ben") == 0
    assert store.last_position == 0


def test_a_counter_may_go_down_from_above_its_most(store: Store) -> None:
    store.commit(Write("star", counts=(CounterChange("lost/star/ann", 150),)))
    store.commit(Write("star", counts=(CounterChange("lost/star/ann", -10, 100),)))
    assert store.counter("lost/star/ann") == 140


def test_a_secret_is_written_once_and_kept_until_it_is_opened(store: Store) -> None:
    assert store.secret(TABLE, "c1") is None
    store.commit(Write("star", secrets=(Secret(TABLE, "c1", "seed one"), Secret(OTHER, "c1", "theirs"))))
    store.commit(Write("star", secrets=(Secret(TABLE, "c2", "seed two"),)))
    assert [store.secret(TABLE, name) for name in ("c1", "c2")] == ["seed one", "seed two"]
    store.commit(Write("star", secrets=(Secret(TABLE, "c1", "another"),)))
    assert store.secret(TABLE, "c1") == "seed one"
    store.commit(Write("star", opened=((TABLE, "c1"),)))
    assert [store.secret(TABLE, name) for name in ("c1", "c2")] == [None, "seed two"]
    assert store.secret(OTHER, "c1") == "theirs"


def test_a_write_says_which_events_and_transfers_it_made(store: Store) -> None:
    store.commit(told(TABLE, 0, happened(), happened(), entries=(Move(HOUSE, ANN, 5, "x"),)))
    store.commit(Write("star", appends=(Append(TABLE, 2, (happened(),)), Append(OTHER, 0, (happened(),)))))
    assert [(stored.position, stored.write) for stored in store.log()] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    with store.reading() as connection:
        assert connection.execute(select(schema.transfers.c.write)).scalars().all() == [1]


def test_a_write_that_was_decided_on_a_shorter_stream_is_refused(store: Store) -> None:
    store.commit(told(TABLE, 0, happened()))
    with pytest.raises(Conflict):
        store.commit(told(OTHER, 0, happened(), reads=((TABLE, 0),)))
    store.commit(told(OTHER, 0, happened(), reads=((TABLE, 1), (Stream("star", "patron:new"), 0))))
    assert store.head(OTHER).length == 1


def test_a_cursor_moves_with_its_write_and_from_where_it_was(store: Store) -> None:
    store.commit(told(TABLE, 0, happened(), cursor=Cursor("attendance/star", 0, 7)))
    assert store.cursor("attendance/star") == 7
    with pytest.raises(Conflict):
        store.commit(told(TABLE, 1, happened(), cursor=Cursor("attendance/star", 0, 9)))
    assert (store.cursor("attendance/star"), store.head(TABLE).length) == (7, 1)


def test_in_the_turn_to_write_reads_see_what_it_wrote(store: Store) -> None:
    with store.turn() as turn:
        turn.write([told(TABLE, 0, happened(n=1))])
        assert [stored.data["n"] for stored in store.read(TABLE)] == [1]
        turn.write([told(TABLE, 1, happened(n=2))])
    assert [stored.data["n"] for stored in store.read(TABLE)] == [1, 2]


# Batches.


def test_what_is_refused_in_a_batch_leaves_the_others_standing(store: Store) -> None:
    results = store.commit_all(
        [
            paid(HOUSE, ANN, 100, "a"),
            paid(ANN, BEN, 101, "b"),
            told(TABLE, 0, happened(n=1), key="c"),
            told(TABLE, 0, happened(n=2), key="d"),
            told(TABLE, 1, happened(n=3), key="e"),
            paid(ANN, BEN, 100, "f"),
            paid(ANN, BEN, 1, "g"),
        ]
    )
    assert [type(result) for result in results] == [
        WriteResult,
        Overdrawn,
        WriteResult,
        Conflict,
        WriteResult,
        WriteResult,
        Overdrawn,
    ]
    assert [stored.data["n"] for stored in store.read(TABLE)] == [1, 3]
    assert (store.balance(ANN).here, store.balance(BEN).here) == (0, 100)
    assert [key for key in "abcdefg" if store.reply("star", key) is not None] == ["a", "c", "e", "f"]


BAD: dict[str, Callable[[], Write]] = {
    "a key too long": lambda: paid(HOUSE, ANN, 1, "k" * 121),
    "a key with a nought": lambda: paid(HOUSE, ANN, 1, "k\x00"),
    "half a character": lambda: told(TABLE, 0, happened(name="\ud800")),
    "half a character in the key": lambda: paid(HOUSE, ANN, 1, "\ud800"),
    "a long reason": lambda: booked(Move(HOUSE, ANN, 1, "r" * 81)),
    "a stroke in an account": lambda: paid(HOUSE, patron("a/b"), 1),
    "an account of no kind": lambda: paid(HOUSE, Account("star", "purse", ""), 1),
    "nothing moved": lambda: paid(HOUSE, ANN, 0),
    "more than can be counted": lambda: paid(HOUSE, ANN, 10**30),
    "a counter beyond counting": lambda: Write("star", counts=(CounterChange("x/star", 10**30),)),
    "a counter of nobody's": lambda: Write("star", counts=(CounterChange("x/crown", 1),)),
    "no data": lambda: told(TABLE, 0, happened(when=object())),
    "no number": lambda: told(TABLE, 0, happened(odds=float("nan"))),
    "no reply": lambda: paid(HOUSE, ANN, 1, "k", reply={"x": {1}}),
    "a stream of the other house": lambda: told(Stream("crown", "table:1"), 0, happened())._replace(operator="star"),
    "an account of the other house": lambda: paid(Account("crown", "house", ""), Account("crown", "patron", "x"), 1),
    "a payment across": lambda: paid(HOUSE, Account("crown", "patron", "x"), 1),
    "a secret of the other house": lambda: Write("star", secrets=(Secret(Stream("crown", "table:1"), "c", "x"),)),
    "a stream of the other house that was read": lambda: Write("star", reads=((Stream("crown", "table:1"), 0),)),
    "the ledger as a stream": lambda: told(Stream("star", "ledger"), 0, happened()),
    "another unit": lambda: paid(HOUSE, ANN._replace(unit="practice"), 1),
    "oneself": lambda: paid(HOUSE, HOUSE, 1),
}


def test_what_cannot_be_kept_is_refused_by_itself(store: Store) -> None:
    bad = [make() for make in BAD.values()]
    batch = [paid(HOUSE, ANN, 5, "before"), *bad, paid(HOUSE, ANN, 6, "after")]
    first, *refused, last = store.commit_all(batch)
    assert isinstance(first, WriteResult) and isinstance(last, WriteResult)
    for name, result in zip(BAD, refused, strict=True):
        assert isinstance(result, Malformed | LedgerError), f"{name}: {result}"
    assert store.balance(ANN).here == 11
    assert store.last_position == 0


def test_what_one_house_set_aside_the_other_cannot_touch(store: Store) -> None:
    store.commit(booked(Move(HOUSE, ANN, 9, "x"), Reserve("star/r", ANN, BEN, 9, "x")))
    for entry in (Post("star/r", 9, "x"), Release("star/r", 9, "x")):
        with pytest.raises(Malformed):
            store.commit(Write("crown", entries=(entry,)))
    assert store.balance(ANN).held == 9


def test_a_batch_may_touch_more_than_one_question_carries(store: Store) -> None:
    writes = [paid(HOUSE, patron(f"p{number}"), 1 + number, f"k{number}") for number in range(1_000)]
    assert all(isinstance(result, WriteResult) for result in store.commit_all(writes))
    assert all(isinstance(result, WriteResult) and result.again for result in store.commit_all(writes))
    assert store.balance(HOUSE).out == 500_500


# The right to write.


# Closing and opening again.


def test_a_store_that_is_opened_again_is_as_it_was(where: str) -> None:
    first = open_store(where)
    first.commit_all([told(TABLE, 0, happened(n=n), key=f"k{n}") for n in range(1)] + [paid(HOUSE, ANN, 5)])
    before = first.log(), first.balances(), first.head(TABLE)
    first.close()
    second = open_store(where)
    second.create()
    assert (second.log(), second.balances(), second.head(TABLE)) == before
    second.commit(told(TABLE, 1, NewEvent("Next", {}, NOON, "x")))
    assert second.last_position == 2
    second.close()


def test_sqlite_writes_ahead_and_waits_for_the_disk(new_sqlite: Callable[[], str]) -> None:
    store = open_store(new_sqlite())
    for transaction in (store.writing, store.reading):
        with transaction() as connection:
            asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert asked == ["wal", 2]  # 2 is FULL
    store.close()


def test_what_is_written_while_a_stream_is_folded_is_in_what_the_process_knows(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event comes after the stream was read and before its fold is kept: to go on with it then finds none."""

    def count(known: int, _: Stored) -> int:
        return known + 1

    class Between:
        """The lock of what is folded; when it is taken for the second time, an event is written first."""

        times = 0

        def __enter__(self) -> None:
            self.times += 1
            if self.times == 2:
                store.commit(told(TABLE, 1, happened()))
                store.advance(store.read(TABLE, after=1))

        def __exit__(self, *_: object) -> None:
            pass

    store.commit(told(TABLE, 0, happened()))
    monkeypatch.setattr(store, "_folding", Between())
    store.fold(TABLE, 0, count)
    assert store.cached_fold(TABLE, count) == (2, 2)
    store.commit(told(TABLE, 2, happened()))
    store.advance(store.read(TABLE, after=2))
    assert store.cached_fold(TABLE, count) == (3, 3)
