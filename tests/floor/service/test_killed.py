"""The real server is killed again and again while clients play and buy: each knows what was answered, and nothing of it
is lost or done twice. Every start takes the tables over and goes on with the round as it was."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from floor.service.test_processes import FOLD, LIMITS, PLACE, furnish_store
from pitboss.floor.audit import verify
from pitboss.floor.store import open_store
from pitboss.ledger import Account
from servers import Server, free_port

KILLS = int(os.environ.get("PITBOSS_KILLS", "3"))
"""How often the server is killed; a start takes seconds, so a release is given more."""
MORE = 8
"""How many answers there are at least between two kills."""


@contextmanager
def doomed(where: str, port: int, log: Path) -> Iterator[Server]:
    """A real server that is killed in the end, as a failing machine would."""
    server = Server(where, log, "--limits", str(LIMITS), port=port)
    try:
        yield server
    finally:
        server.kill()


class Clients:
    """Clients of a server that comes and goes, with their record of what was answered."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answered: dict[str, Any] = {}
        self.over = threading.Event()
        self.broken = self.rounds = 0
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10)

    def ask(self, token: str, path: str, body: Any, key: str) -> httpx.Response:
        """Order something, under the same key until there is an answer."""
        headers = {"Authorization": f"Bearer {token or 'none'}", "Idempotency-Key": key}
        for _ in range(20_000):
            try:
                answer = self.http.post(path, json=body, headers=headers)
            except httpx.TransportError:
                self.broken += 1
                time.sleep(0.02)
                continue
            assert answer.status_code < 500, answer.text
            if answer.status_code == 200:
                self.answered[key] = answer.json()
            return answer
        raise AssertionError("the server does not come back")

    def buy(self, token: str) -> int:
        """Buy chips, over and over; how often."""
        body = {"patron": "bob", "how": "cash", "stacks": [{"chip_cents": 500, "pieces": 1}]}
        times = 0
        while not self.over.is_set():
            assert self.ask(token, "/api/tables/1/buy-in", body, f"buy-{times}").status_code == 200
            times += 1
        return times

    def play(self, token: str, table: str) -> None:
        """Play rounds."""
        number = 0
        while not self.over.is_set():
            number += 1
            answer = self.ask(token, f"/api/tables/{table}/deal", None, f"{table}-deal-{number}")
            if answer.status_code == 409:  # the table waits for a person
                for name, act in (("place", PLACE), ("fold", FOLD)):
                    self.ask(token, f"/api/tables/{table}/acts", {"act": act}, f"{table}-{name}-{number}")
            else:
                self.rounds += answer.json()["over"]

    def more(self, server: Server, rounds: int = 0) -> None:
        """Wait until some more has been answered, and so many rounds are over."""
        wanted = len(self.answered) + MORE
        for _ in range(6_000):
            if len(self.answered) >= wanted and self.rounds >= rounds:
                return
            assert server.process.is_alive(), "the server ended by itself"
            time.sleep(0.01)
        raise AssertionError("the server does not go on")


def test_nothing_is_lost_or_doubled_when_the_server_is_killed(where: str, tmp_path: Path) -> None:
    password = furnish_store(where)
    store = open_store(where)
    before = store.balance(Account("star", "patron", "bob")).here
    store.close()
    clients, log = Clients(free_port()), tmp_path / "log"
    body = {"operator": "star", "name": "gaming-manager", "password": password}
    with ThreadPoolExecutor(3) as pool:
        with doomed(where, clients.port, log):
            token = clients.ask("", "/api/sign-in", body, "in").json()["token"]
        del clients.answered["in"]
        bought = pool.submit(clients.buy, token)
        played = [pool.submit(clients.play, token, table) for table in ("2", "3")]
        try:
            for _ in range(KILLS):
                with doomed(where, clients.port, log) as server:
                    clients.more(server)
            with doomed(where, clients.port, log) as server:
                clients.more(server, rounds=1 + KILLS // 10)
        finally:
            clients.over.set()
            with doomed(where, clients.port, log):
                times = bought.result(300)
                for each in played:
                    each.result(300)
    clients.http.close()
    assert clients.broken and times
    store = open_store(where)
    assert all(store.reply("star", key) == reply for key, reply in clients.answered.items())
    assert store.balance(Account("star", "patron", "bob")).here == before + 500 * times
    assert verify(store).findings == ()
    store.close()
