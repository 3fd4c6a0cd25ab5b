"""Tables for the floor's bench: opened in a store, and played by a script that the first round teaches."""

import asyncio
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.cashier.chips import bring_forward
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons.office import RegisterPatron
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, Command, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Append, NewEvent, Store, Stream, Write
from pitboss.floor.tables.log import read_event, save_table
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import Stack, fold
from pitboss.ledger import Account, Move
from pitboss.money import Stake
from pitboss.play.acts import Decide, Place
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refused

HOUSE, GAME = "crown", "crown-caribbean-stud"
TERMS = Terms({"ante": Limits(2_500, 50_000)}, money=True, regulator_minimum_cents={"ante": 500})
MANAGER = Actor(HOUSE, "casino-manager", house_edition(HOUSE).ranks[-1])
PAST = 300
"""How many events the past of a table has that the log grows by, over and over."""
PLACE, DEAL, FOLD = "place", "deal", "fold"

Do = Callable[[str, Command, str], Awaitable[Any]]
"""Has a command carried out at a table under a key, and waits for the answer."""


def command_of(step: str, table: str) -> Command:
    """The command of a step of the script."""
    if step == PLACE:
        return TakeAct(table, Place("wagers", f"p{table}", 1, "ante", Stake.of(2_500)))
    return TakeAct(table, Decide("decide-1", f"p{table}", "fold")) if step == FOLD else DealOn(table)


def furnish(floor: Floor, names: Sequence[str]) -> None:
    """Open tables, and give a player chips at each."""
    store = floor.store
    for name in names:
        floor.do(Order(MANAGER, RegisterPatron(f"p{name}"), f"register p{name}"))
        chips = {Account(HOUSE, "patron", f"p{name}"): 10**9}
        bring_forward(store, chips, at=stamp(floor.clock()), by="bench")
        order = Order(MANAGER, OpenTable(name, GAME, TERMS, (Stack(10_000, 2_000),)), f"open {name}")
        floor.do(order)


def learn(floor: Floor, table: str) -> list[str]:
    """Play a round to see which steps it takes: the dealer deals on until a player is awaited."""
    steps = [PLACE]
    keys = (f"learn {table} {number}" for number in itertools.count())
    floor.do(Order(MANAGER, command_of(PLACE, table), next(keys)))
    while True:
        try:
            reply = floor.do(Order(MANAGER, DealOn(table), next(keys)))
            steps.append(DEAL)
        except Refused:
            reply = floor.do(Order(MANAGER, command_of(FOLD, table), next(keys)))
            steps.append(FOLD)
        if reply["over"]:
            return steps


@dataclass
class Run:
    """Commands that were answered: how many, in how long, and how long each took."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Commands a second."""
        return len(self.latencies) / self.seconds

    def part(self, share: float) -> float:
        """The latency in milliseconds that so large a share of the commands did not pass."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1_000

    @property
    def row(self) -> dict[str, float]:
        """The figures."""
        return {
            "commands_per_second": round(self.rate, 1),
            "p50_ms": round(self.part(0.5), 1),
            "p99_ms": round(self.part(0.99), 1),
        }


async def play(names: Sequence[str], steps: Sequence[str], do: Do, seconds: float, mark: str, pace: float = 0) -> Run:
    """Play at every table at once for about so long, one command after another at each.

    With a pace so many commands a second are asked for in all, and each waits from when it was to be asked.
    """
    run = Run()
    start = time.perf_counter()

    async def sit(place: int, name: str) -> None:
        for number, step in enumerate(itertools.cycle(steps)):
            asked = time.perf_counter()
            if pace:
                due = start + (number * len(names) + place) / pace
                await asyncio.sleep(max(0.0, due - asked))
                asked = due
            if asked - start > seconds and step == PLACE:
                return
            await do(name, command_of(step, name), f"{mark}-{name}-{number}")
            run.latencies.append(time.perf_counter() - asked)

    await asyncio.gather(*(sit(place, name) for place, name in enumerate(names)))
    run.seconds = time.perf_counter() - start
    return run


class Wire:
    """A connection to a server, kept open: one request at a time, and no more work than that takes."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self._pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: Any, key: str) -> Any:
        """Send a command and read its answer."""
        if self._pair is None:
            self._pair = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._pair
        data = json.dumps(body).encode() if body is not None else b""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: floor\r\nContent-Type: application/json\r\nIdempotency-Key: {key}\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length"))
        answer = json.loads(await reader.readexactly(length))
        if " 200 " not in lines[0]:
            raise RuntimeError(f"{path}: {answer}")
        return answer


def grow(store: Store, events: int, tables: int = 24) -> None:
    """Let the log grow to so many events by the past of other tables: a real one's events over and over, under other
    names. A floor has as many tables after months as on its first day; each of them is kept where it stands."""
    page = store.read(Stream(HOUSE, "table:0"), limit=PAST)
    real = [NewEvent(e.kind, e.data, e.at, e.by, e.shape) for e in page]
    state = fold(read_event(stored) for stored in page)
    streams = itertools.cycle(Stream(HOUSE, f"table:past-{number}") for number in range(tables))
    there = store.last_position
    while there + len(real) <= events:
        stream = next(streams)
        length = store.head(stream).length
        store.commit_all(list(_past(stream, length, real)))
        save_table(store, stream, state._replace(length=length + len(real)))
        there += len(real)


def _past(stream: Stream, length: int, real: list[NewEvent]) -> Iterator[Write]:
    """The writes of a table's past, a few events each, with as many transfers and replies as play has."""
    name = stream.name.removeprefix("table:")
    paid = Move(Account(HOUSE, "house", ""), Account(HOUSE, "patron", name), 1, "past")
    for start in range(0, len(real), 4):
        part = tuple(real[start : start + 4])
        key = f"{name} {length + start}"
        yield Write(HOUSE, key, "x" * 64, (Append(stream, length + start, part),), (paid,) * 2)
