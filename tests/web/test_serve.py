"""`pitboss serve`: a demonstration that any person can sign in to, and no start on a log that was changed."""

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.floor.audit import verify
from pitboss.floor.composition import make_floor
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.clock import system_clock
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.follow import ServerLock
from pitboss.floor.store import Stream, open_store
from pitboss.floor.store.checkpoint import checkpoints
from pitboss.floor.store.signing import Verifier
from pitboss.floor.tables.playing import DealOn
from servers import Server, free_port

TOKEN = "for the measures alone"  # noqa: S105  of a test


@contextmanager
def serving(store: Path, said: list[str]) -> Iterator[str]:
    """The address of a server in a process of its own; what it said and logged is there once it has ended."""
    port = free_port()
    program = "from pitboss.cli import app; app()"
    command = [sys.executable, "-c", program, "serve", "--store", str(store), "--port", str(port), "--demo"]
    command += ["--metrics-token", TOKEN]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(3_000):
            try:
                httpx.get(f"{address}/healthz", timeout=1)
                break
            except httpx.TransportError:
                assert process.poll() is None, process.communicate()
                time.sleep(0.1)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        said += process.communicate(timeout=120)


def test_the_demonstration_is_served_and_starts_again(tmp_path: Path) -> None:
    store = tmp_path / "floor.db"
    told: list[str] = []
    with serving(store, told) as address:
        assert httpx.get(f"{address}/healthz").json() == {"status": "ok"}
        assert httpx.get(f"{address}/api/tables").status_code == 401
        https = httpx.get(f"{address}/sign-in", headers={"X-Forwarded-Proto": "https"})  # as a proxy on this machine
        assert "secure" in https.headers["set-cookie"].lower()
        mine = {path for path in tmp_path.rglob("*") if path.stat().st_mode & 0o077}
        assert mine == {tmp_path / "floor.db.key.pub"}  # which is for everybody
        assert (tmp_path / "floor.db-wal").is_file()
    said, logged = told
    password = re.search(r'"password": "([^"]+)"', said)
    assert password is not None
    assert "ann" in said and "gaming-manager" in said and "/api/sign-in" in said
    assert password.group(1) not in logged  # what the person who starts it is told is in no log
    assert '"route": "/healthz"' in logged
    again = Server(store, tmp_path / "again.log", "--demo")  # the tables were handed on, and are open still
    again.wait()
    assert httpx.get(f"{again.address}/healthz").json() == {"status": "ok"}
    assert again.stop() == 0


def test_it_does_not_start_on_a_log_that_was_changed(furnished: tuple[Path, object], tmp_path: Path) -> None:
    changed = tmp_path / "changed.db"
    shutil.copy(furnished[0], changed)
    with sqlite3.connect(changed) as connection:
        for (guard,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {guard}")
        connection.execute("UPDATE event SET data = replace(data, '50000', '90000') WHERE kind = 'TableOpened'")
    connection.close()
    result = CliRunner().invoke(app, ["serve", "--store", str(changed), "--port", "0"])
    assert result.exit_code == 1
    assert "its log or its software was changed" in result.output
    assert "table:1" in result.output


def test_it_does_not_start_on_a_store_that_others_can_read(furnished: tuple[Path, object], tmp_path: Path) -> None:
    store = tmp_path / "floor.db"
    shutil.copy(furnished[0], store)
    for file in (store, tmp_path / "floor.db-wal"):
        file.touch()
        file.chmod(0o640)
        result = CliRunner().invoke(app, ["serve", "--store", str(store), "--port", "0"])
        assert result.exit_code == 2
        assert f"chmod 600 {file}`" in result.output and "--others-may-read" in result.output
        file.chmod(0o600)
    store.chmod(0o644)
    wrong = ["serve", "--store", str(store), "--port", "0", "--others-may-read", "--software", "0" * 64]
    result = CliRunner().invoke(app, wrong)
    assert "not the software that was approved" in result.output  # it came as far as its check of itself


@pytest.mark.parametrize("where", ["/no/such/folder/floor.db"])
def test_a_store_that_cannot_be_opened_is_said(where: str) -> None:
    result = CliRunner().invoke(app, ["serve", "--store", where])
    assert result.exit_code == 2
    assert "cannot be opened" in result.output


def test_an_embedded_store_has_one_server(tmp_path: Path) -> None:
    where = str(tmp_path / "floor.db")
    store = open_store(where)
    store.create()
    other = ServerLock(store)
    assert other.take()
    result = CliRunner().invoke(app, ["serve", "--store", where])
    other.release()
    store.close()
    assert result.exit_code == 2
    assert "Another server has this store" in result.output


def test_it_does_not_open_with_software_that_was_not_approved(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["serve", "--store", str(tmp_path / "floor.db"), "--software", "0" * 64])
    assert result.exit_code == 1
    assert "not the software that was approved" in result.output


def test_a_killed_server_is_followed_at_once_and_the_day_that_ended_is_signed(tmp_path: Path) -> None:
    path, log = tmp_path / "floor.db", tmp_path / "floor.log"
    server = Server(path, log, "--demo", "--metrics-token", TOKEN)
    server.wait()
    assert httpx.get(f"{server.address}/metrics").status_code == 401
    measures = httpx.get(f"{server.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert measures.text.count("pitboss_self_check_clean 1.0") == 1
    server.kill()
    store = open_store(str(path))
    floor = make_floor(store).start()
    reply = floor.do(Order(Actor("star", "boss", "gaming-manager"), DealOn("2"), "deal"))
    assert reply["round"] == 1
    floor.stop()
    store.close()
    server = Server(path, log, "--demo")
    server.wait()
    server.stop()
    store = open_store(str(path))
    with store.reading() as connection:
        signed = checkpoints(connection)
    assert {day.operator for day in signed} == {"star", "crown"}
    assert verify(store, Verifier.open(tmp_path / "floor.db.key.pub")).findings == ()
    assert [event.kind for event in store.read(Stream("star", "house:software"))] == ["SoftwareNoted"]
    store.close()


def test_no_floor_but_a_demonstration_is_opened_to_every_visitor(tmp_path: Path) -> None:
    where = str(tmp_path / "floor.db")
    store = open_store(where)
    store.create()
    boss = Actor("star", "meg", "gaming-manager")
    Accounts(store).give(boss, system_clock(), by="console root")
    store.close()
    (tmp_path / "floor.db").chmod(0o600)
    result = CliRunner().invoke(app, ["serve", "--store", where, "--demo", "--others-may-read"])
    assert result.exit_code == 2
    assert "holds a floor that is no demonstration" in result.output
