"""How soon everybody at a table sees what happened there: `python bench/web.py`.

One server in a process of its own, 60 tables, 500 open pages: each keeps its stream open and asks for the part that
changed whenever the stream tells of something new, as a browser does. Rounds are played at a pace that rises, so that
it shows where it bends; then once more at the usual pace while the lab solves a game beside it at low priority.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from floor import PASSWORD, Target, opened, prepare, servers
from floor_tables import HOUSE, Run, Wire, play
from pitboss.floor.people.permission import PATRON
from pitboss.floor.people.signin import Accounts, SignIn
from pitboss.floor.service.commands import Actor, Command
from pitboss.floor.tables.playing import DealOn
from pitboss.play.codec import encode

EVENT_MS, PAGE_MS = 25, 100
"""The targets: until an event is in every open page of its table, and until a page is answered, 99 of 100 times."""
PACES = (20, 40, 80, 160)
"""Commands a second at all tables together; a table at a casino takes one in three seconds or so."""
IDLE = 3.0
"""After so many idle seconds a connection is opened anew, before the server closes it."""
SOLVED = "crown-ultimate-texas-holdem"


@dataclass
class Seen:
    """What the open pages saw: how long events and pages took, in seconds."""

    asked: dict[str, float] = field(default_factory=dict)
    """When something was last asked for at a table."""
    answered: dict[str, float] = field(default_factory=dict)
    events: Run = field(default_factory=Run)
    durable: Run = field(default_factory=Run)
    pages: Run = field(default_factory=Run)
    shown: Run = field(default_factory=Run)


class Browser:
    """An open page: its stream, and a connection for what it asks."""

    def __init__(self, port: int, table: str, cookie: str, seen: Seen) -> None:
        self.port, self.table, self.cookie, self.seen = port, table, cookie, seen
        self.wanted = asyncio.Event()
        self.shown = False

    def _head(self, path: str, more: str = "") -> bytes:
        return f"GET {path} HTTP/1.1\r\nHost: floor\r\nCookie: pitboss={self.cookie}\r\n{more}\r\n".encode()

    async def watch(self) -> None:
        """Read the stream until it is closed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self._head(f"/tables/{self.table}/feed"))
        try:
            async for line in reader:
                if line.startswith(b"id:"):
                    self._told()
        finally:
            writer.close()

    def _told(self) -> None:
        now, seen = time.perf_counter(), self.seen
        if self.table in seen.asked:
            seen.events.latencies.append(now - seen.asked[self.table])
            seen.durable.latencies.append(max(0.0, now - seen.answered.get(self.table, now)))
        self.wanted.set()

    async def show(self) -> None:
        """Ask for what changed whenever something did; only the newest, however much came meanwhile."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        used = time.perf_counter()
        try:
            while True:
                await self.wanted.wait()
                self.wanted.clear()
                if time.perf_counter() - used > IDLE:
                    writer.close()
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                asked = used = time.perf_counter()
                writer.write(self._head(f"/tables/{self.table}?fresh=1", "X-Fragment: 1\r\n"))
                lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
                if " 200 " not in lines[0]:
                    raise RuntimeError(lines[0])
                length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length"))
                await reader.readexactly(length)
                now = time.perf_counter()
                self.shown = True
                self.seen.pages.latencies.append(now - asked)
                self.seen.shown.latencies.append(now - self.seen.asked.get(self.table, asked))
        finally:
            writer.close()


def people(where: str, names: list[str]) -> None:
    """Give the players of the tables accounts, to look at pages with."""
    with opened(where) as floor:
        kept = SignIn(floor.store, floor.clock).hash(PASSWORD)
        accounts, at = Accounts(floor.store), floor.clock()
        for name in names:
            accounts.open(Actor(HOUSE, f"p{name}", PATRON), name=f"p{name}", password_hash=kept, at=at, by="bench")


async def signed_in(port: int, name: str) -> str:
    """The token of a session."""
    body = {"operator": HOUSE, "name": name, "password": PASSWORD}
    token: str = (await Wire(port).post("/api/sign-in", body, f"sign-in {name}"))["token"]
    return token


class Bench:
    """The measurements, over one server."""

    def __init__(self, options: argparse.Namespace, names: list[str], steps: list[str]) -> None:
        self.options, self.names, self.steps = options, names, steps
        self.server = 0
        self.found: dict[str, Any] = {}

    async def run(self) -> None:
        """Open the pages, then measure at each pace, and beside a solve."""
        port, names = self.options.port, self.names
        boss = await signed_in(port, "boss")
        cookies = [await signed_in(port, f"p{name}") for name in names[: self.options.people]]
        for pace in self.options.paces:
            await self._measure(f"{pace}/s", boss, cookies, pace)
        if not self.options.no_solve:
            with solving():
                await self._measure(f"{self.options.paces[0]}/s beside a solve", boss, cookies, self.options.paces[0])

    async def _measure(self, what: str, boss: str, cookies: list[str], pace: float) -> None:
        seen, names = Seen(), self.names
        pages = [
            Browser(self.options.port, names[n % len(names)], cookies[(n // len(names) + n) % len(cookies)], seen)
            for n in range(self.options.streams)
        ]
        running = [asyncio.create_task(job) for page in pages for job in (page.watch(), page.show())]
        while not all(page.shown for page in pages):  # until each has shown its table as it is
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)
        gc.collect()
        gc.freeze()
        gc.disable()  # what is measured is the server: the browsers that it stands for are not written in Python
        for run in (seen.events, seen.durable, seen.pages, seen.shown):
            run.latencies.clear()
        seen.asked.clear()
        wires = {name: Wire(self.options.port, boss) for name in names}

        async def do(name: str, command: Command, key: str) -> Any:
            if time.perf_counter() - seen.answered.get(name, 0.0) > IDLE:
                wires[name] = Wire(self.options.port, boss)
            seen.asked[name] = time.perf_counter()
            seen.answered.pop(name, None)
            path = "deal" if isinstance(command, DealOn) else "acts"
            body = None if isinstance(command, DealOn) else {"act": encode(command)["act"]}
            answer = await wires[name].post(f"/api/tables/{name}/{path}", body, key)
            seen.answered[name] = time.perf_counter()
            return answer

        before = _cpu(self.server)
        run = await play(names, self.steps, do, self.options.seconds, what.replace(" ", "-"), pace)
        busy = (_cpu(self.server) - before) / run.seconds
        await asyncio.sleep(0.5)
        for job in running:
            job.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self._note(what, seen, run, busy)

    def _note(self, what: str, seen: Seen, run: Run, busy: float) -> None:
        parts = {"event": seen.events, "after answer": seen.durable, "page": seen.pages, "event to page": seen.shown}
        self.found[what] = {"commands_per_second": round(run.rate, 1), "server_cores": round(busy, 2)} | {
            name: {"p50_ms": round(part.part(0.5), 1), "p99_ms": round(part.part(0.99), 1)}
            for name, part in parts.items()
        }
        told = "   ".join(f"{name} {part.part(0.5):.1f}/{part.part(0.99):.1f}" for name, part in parts.items())
        print(
            f"{what:24}{run.rate:6.0f} commands/s   server {busy:4.0%} of a core   p50/p99 ms: {told}",
            file=sys.stderr,
            flush=True,
        )

    def targets(self) -> list[Target]:
        """The targets at the usual pace, alone and beside a solve."""
        judged = [f"{self.options.paces[0]}/s", *(name for name in self.found if "solve" in name)]
        return [
            Target(f"{words} at {name}, p99 ms", self.found[name][part]["p99_ms"], wanted, at_most=True)
            for name in judged
            for part, words, wanted in (
                ("event", "from asking to every open page", EVENT_MS),
                ("page", "a page's part", PAGE_MS),
            )
        ]

    def bends(self) -> str:
        """The pace at which a target is first missed."""
        for pace in self.options.paces:
            row = self.found[f"{pace}/s"]
            if row["event"]["p99_ms"] > EVENT_MS or row["page"]["p99_ms"] > PAGE_MS:
                return f"bends at {pace} commands a second"
        return f"has not bent at {self.options.paces[-1]} commands a second"


def _cpu(process: int) -> float:
    """The seconds that a process has computed."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


SOLVES = """
stand_back()
while True:
    app(["edge", "%s", "--json", "--pay", f"blind.flush={time_ns() %% 9_973 + 7}:7"], standalone_mode=False)
"""
"""One solve after another, of pay lines that were not asked for before, as the worker of the lab's pages does them."""


@contextmanager
def solving() -> Iterator[None]:
    """A solve of the lab beside the server, standing back as one does there, for as long as it is wanted."""
    command = [sys.executable, "-c", SOLVES % SOLVED]
    solver = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603  our own program
    try:
        yield
    finally:
        assert solver.poll() is None, "the solve ended before the measurement did"
        solver.terminate()
        solver.wait()


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=20, help="how long each measurement takes (default 20)")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--streams", type=int, default=500, help="how many pages are open (default 500)")
    parser.add_argument("--people", type=int, default=60, help="how many people look at them (default 60)")
    parser.add_argument("--paces", type=int, nargs="+", default=list(PACES), help="commands a second")
    parser.add_argument("--port", type=int, default=8195)
    parser.add_argument("--no-solve", action="store_true", help="no solve beside it")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    options = parser.parse_args()
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    with tempfile.TemporaryDirectory() as folder:
        where = f"{folder}/floor.db"
        names, steps = prepare(where, options.tables)
        people(where, names)
        bench = Bench(options, names, steps)
        with servers(where, [options.port]) as (bench.server,):
            asyncio.run(bench.run())
    if options.json:
        targets = [target._asdict() for target in bench.targets()]
        print(json.dumps({"run": machine, "found": bench.found, "targets": targets, "bends": bench.bends()}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in machine.items()))
    print("\n".join(str(target) for target in bench.targets()))
    print(bench.bends())


if __name__ == "__main__":
    main()
