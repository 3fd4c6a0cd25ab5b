"""A process that writes to a store and dies at a boundary: at the nth thing that it asks of the database."""

import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing import Pipe
from typing import Any

from sqlalchemy import event, select

from floor.store.writing import HOUSE, NOON, TABLE, happened, patron
from pitboss.floor.store import Append, CounterChange, Store, Stream, Write, WriteResult, open_store, schema
from pitboss.floor.store.rows import Secret
from pitboss.ledger import Move, Post, Release, Reserve
from servers import start_process

ANN, BEN = patron("ann"), patron("ben")


def _command(number: int, *entries: Any, expected: int | None = None, **more: Any) -> Write:
    stream = TABLE if expected is not None else Stream("star", f"patron:{number}")
    events = (happened(n=number, part=1), happened(n=number, part=2))
    key = f"k{number}"
    return Write(
        "star",
        key,
        f"digest {key}",
        (Append(stream, expected or 0, events),),
        entries,
        {"n": number},
        NOON,
        counts=(CounterChange("orders/star", 1),),
        secrets=(Secret(TABLE, f"shuffle {number}", f"secret {number}"),),
        opened=((TABLE, f"shuffle {number - 2}"),),
        **more,
    )


SCRIPT: tuple[tuple[Write, ...], ...] = (
    (_command(1, Move(HOUSE, ANN, 1000, "x"), expected=0), _command(2, Reserve("star/r", ANN, BEN, 400, "x"))),
    (
        _command(3, Post("star/r", 100, "x"), Release("star/r", 300, "x"), expected=2),
        _command(4, Move(ANN, BEN, 901, "more than there is")),
        _command(5, Move(ANN, BEN, 900, "x")),
    ),
    (_command(6, Move(BEN, ANN, 1, "x"), expected=4),),
)
"""Batches of commands that touch everything a write can touch; one of them is refused."""


def run(store: Store, batches: Sequence[Sequence[Write]]) -> list[str]:
    """Write batches and list the keys that were acknowledged."""
    done = []
    for batch in batches:
        results = store.commit_all(batch)
        done += [write.key for write, result in zip(batch, results, strict=True) if isinstance(result, WriteResult)]
    return done


def dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that a store holds."""
    with store.reading() as connection:
        return {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in schema.metadata.sorted_tables
        }


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def at_boundaries(store: Store, do: Callable[[], None]) -> None:
    """Do something before each thing that is written, and before each commit."""

    def before(_: object, __: object, statement: str, *___: object) -> None:
        if not statement.startswith("SELECT"):
            do()

    event.listen(store.engine, "before_cursor_execute", before)
    event.listen(store.engine, "commit", lambda _: do())


def write_until(where: str, die_at: int, acknowledged: Any) -> None:
    """Write the script, dying at a boundary: before each thing written, and before and after commits."""
    store = open_store(where)
    passed = 0

    def boundary() -> None:
        nonlocal passed
        passed += 1
        if passed == die_at:
            _die()

    at_boundaries(store, boundary)
    for batch in SCRIPT:
        acknowledged.send(run(store, [batch]))
        boundary()
    acknowledged.send(None)
    _die()  # without closing, so that what was written is left as it lies


def dies(where: str, die_at: int) -> tuple[list[str], bool]:
    """Let a process write the script until it dies; the keys it was told of, and whether it got to the end."""
    ours, theirs = Pipe(duplex=False)
    process = start_process(write_until, where, die_at, theirs)
    theirs.close()
    keys: list[str] = []
    try:
        while (message := ours.recv()) is not None:
            keys += message
        finished = True
    except EOFError:
        finished = False
    process.join()
    ours.close()
    assert process.exitcode == -signal.SIGKILL
    return keys, finished
