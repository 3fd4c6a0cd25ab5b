"""Real servers, `pitboss serve`, each in a process of its own. The processes are copies of one that has imported
everything and made an application before, so that a start takes a moment and not seconds."""

import multiprocessing
import os
import signal
import socket
import sys
import time
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
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
        "pitboss.web.server",
        "psycopg",
        "sqlalchemy.dialects.postgresql.psycopg",
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


def free_port() -> int:
    """A port that no server listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


class Server:
    """`pitboss serve` over a store, with what it writes in a file."""

    def __init__(self, store: str | Path, log: Path, *more: str, port: int = 0, idle_seconds: int = 0) -> None:
        self.store, self.port, self.log = store, port or free_port(), log
        self.address = f"http://127.0.0.1:{self.port}"
        arguments = ["serve", "--store", str(store), "--port", str(self.port), *more]
        self.process = start_process(_serve, arguments, str(log), idle_seconds)

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process.pid is not None
        return self.process.pid

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + 60
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
        self.process.join(30)
        return self.process.exitcode

    def kill(self) -> None:
        """Kill it, as a failing machine would."""
        self.process.kill()
        self.process.join()


def _serve(arguments: list[str], log: str, idle_seconds: int = 0) -> None:
    """Be the server: in the new process; perhaps one that soon takes the staff for idle and looks often if they are."""
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(written, stream.fileno())
    from pitboss.cli import app  # not in the process of the tests
    from pitboss.floor.people import signin
    from pitboss.web import resource

    if idle_seconds:
        signin.IDLE_STAFF, resource.KEEP_ALIVE = timedelta(seconds=idle_seconds), 1.0

    app(arguments)
