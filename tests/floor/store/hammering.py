"""Processes that write to the same store at once."""

import random
import time
from multiprocessing import Pipe
from multiprocessing.synchronize import Barrier
from typing import Any

from floor.store.writing import HOUSE, NOON, happened, patron, told
from pitboss.floor.store import Append, CounterChange, Store, Stream, Write, WriteResult, open_store
from pitboss.floor.store.rows import Conflict, OverCount
from pitboss.ledger import Move, Overdrawn, Post, Release, Reserve
from servers import start_process

PATRONS = tuple(patron(f"p{number}") for number in range(4))
SHARED = Stream("star", "table:shared")
START_CENTS = 200
MOST = 60
"""What the shared counter stops at."""


def _shared(store: Store, chance: random.Random, who: int, number: int) -> list[Write]:
    """A few commands on what everybody writes: accounts, a stream, a counter."""
    source, target = chance.sample(PATRONS, 2)
    name, cents = f"star/{who}/{number}", chance.randint(1, 120)
    return [
        Write("star", f"{name}/pay", "d", entries=(Move(source, target, cents, "x"),), at=NOON),
        Write(
            "star",
            f"{name}/stake",
            "d",
            entries=(Reserve(name, target, HOUSE, 3, "x"), Post(name, 1, "x"), Release(name, 2, "x")),
            counts=(CounterChange("orders/star", 1, MOST),),
            at=NOON,
        ),
        told(SHARED, store.head(SHARED).length, happened(by=who, n=number), key=f"{name}/tell"),
        told(Stream("star", f"table:{who}"), number, happened(n=number)),
        Write(
            "star",
            f"everybody/{number}",
            "the same",
            (Append(Stream("star", f"patron:{number}"), 0, (happened(n=number),)),),
            (Move(HOUSE, PATRONS[0], 1, "x"),),
            at=NOON,
        ),
    ]


def hammer(where: str, who: int, rounds: int, together: Barrier, answers: Any) -> None:
    """Write so many rounds of commands and answer with what was acknowledged. In each round all have read how long the
    shared stream is before any of them writes, so that they do get in each other's way."""
    store = open_store(where)
    chance = random.Random(who)
    acknowledged: list[str] = []
    refused = {Overdrawn: 0, Conflict: 0, OverCount: 0}
    for number in range(rounds):
        writes = _shared(store, chance, who, number)
        together.wait(60)
        for write, result in zip(writes, store.commit_all(writes), strict=True):
            if isinstance(result, WriteResult):
                acknowledged += [] if result.again else [write.key or f"own/{who}/{number}"]
            else:
                refused[type(result)] += 1
    store.close()
    answers.send((acknowledged, {kind.__name__: count for kind, count in refused.items()}))


def follow(where: str, until: int, seconds: int, answers: Any) -> None:
    """Read the log as it grows, and answer with the places as they were seen."""
    store = open_store(where)
    seen: list[int] = []
    end = time.monotonic() + seconds
    while (not seen or seen[-1] < until) and time.monotonic() < end:
        seen += [stored.position for stored in store.log(after=seen[-1] if seen else 0, limit=7)]
    store.close()
    answers.send(seen)


def start(target: Any, *args: Any) -> tuple[Any, Any]:
    """Start a process that answers once."""
    ours, theirs = Pipe(duplex=False)
    process = start_process(target, *args, theirs)
    theirs.close()
    return process, ours


def answer(started: tuple[Any, Any]) -> Any:
    """What a process answered in the end."""
    process, ours = started
    found = ours.recv()
    process.join()
    ours.close()
    assert process.exitcode == 0
    return found
