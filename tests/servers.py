"""Real servers, `pitboss serve`, each in a process of its own. The processes are copies of one that has imported
everything and made an application before, so that a start takes a moment and not seconds."""

import itertools
import multiprocessing
import os
import signal
import socket
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(
    [
        "pitboss.cli.serve",
        "pitboss.floor.demo",
        "pitboss.floor.service.follow",
        "pitboss.floor.tables.practice",
        "pitboss.web.app",
        "psycopg",
        "sqlalchemy.dialects.postgresql.psycopg",
        "pitboss.web.server",
        "uvicorn.protocols.http.h11_impl",
        "server_preload",
    ]
)


def start_process(target: Callable[..., None], *args: object) -> ForkServerProcess:
    """Start a process of the tests' own. All are started here, for a run has one list of what they have imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # it looks for modules where the tests do
        forkserver.ensure_running()
    process = _PROCESSES.Process(target=target, args=args)
    process.start()
    return process


def make_barrier(parties: int) -> Barrier:
    """A place where so many processes of the tests wait for each other."""
    return _PROCESSES.Barrier(parties)


PORTS = range(10_000, 32_000)
"""Below those that the system gives to clients: a connection that is made while a server starts takes none of them."""
_SHARE = len(PORTS) // 20


@cache
def _ports() -> Iterator[int]:
    """The ports of this worker, in turn: another worker of the run has others."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    run = os.getppid() if worker or "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    start = (run * 997 + worker * _SHARE) % len(PORTS)
    return itertools.cycle(PORTS[(start + step) % len(PORTS)] for step in range(_SHARE))


def free_port() -> int:
    """A port that no server listens on, and none will before the caller's own."""
    for port in itertools.islice(_ports(), _SHARE):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise RuntimeError(f"none of {_SHARE} ports is free")


class Server:
    """`pitboss serve` over a store, with what it writes in a file."""

    def __init__(self, store: str | Path, log: Path, *more: str, port: int = 0, idle_seconds: int = 0) -> None:
        self.store, self.port, self.log = store, port or free_port(), log
        self.address = f"http://127.0.0.1:{self.port}"
        arguments = ["serve", "--store", str(store), "--port", str(self.port), *more]
        self.process = start_process(_serve, arguments, str(log), _name(), idle_seconds)

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process.pid is not None
        return self.process.pid

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + 300  # on a machine with much else to do
        while time.monotonic() < until and self.process.is_alive():
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=5):  # noqa: S310  it is ours
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int | None:
        """Ask it to end, and wait; what it ended with."""
        if self.process.is_alive():
            os.kill(self.pid, sign)
        self.process.join(120)
        return self.process.exitcode

    def kill(self) -> None:
        """Kill it, as a failing machine would."""
        self.process.kill()
        self.process.join()


_started: Counter[str] = Counter()


def _name() -> str:
    """The name that the chance of a server follows from: the test, and how many servers it has had."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    _started[test] += 1
    return f"{test} server {_started[test]}"


def _serve(arguments: list[str], log: str, name: str, idle_seconds: int) -> None:
    """Be the server: in the new process; perhaps one that soon takes the staff for idle and looks often if they are."""
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(written, stream.fileno())
    from chance import foresee_chance  # not in the process of the tests
    from pitboss.cli import app
    from pitboss.floor.people import signin
    from pitboss.floor.tables.practice import VirtualDealer, WaitingTimes
    from pitboss.web import resource

    VirtualDealer.__init__.__defaults__ = (WaitingTimes(wagers=timedelta(hours=1)),)  # a busy machine bets slowly
    if idle_seconds:
        signin.IDLE_STAFF, resource.KEEP_ALIVE = timedelta(seconds=idle_seconds), 1.0
    foresee_chance(name)
    app(arguments)
