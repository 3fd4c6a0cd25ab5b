"""PostgreSQL is killed while a real server works at full load, and comes back: nothing that was answered is lost or
done twice, and the server goes on by itself."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from floor.postgres import kill, running_postgres, start_again
from floor.service.test_processes import Client, furnish_store, serving, sign_in
from pitboss.floor.audit import verify
from pitboss.floor.store import open_store
from pitboss.ledger import Account

TABLES, KILLS, MORE = ("1", "2", "3"), 3, 10
CHIPS = {"patron": "ann", "how": "cash", "stacks": [{"chip_cents": 500, "pieces": 1}]}


def buy(server: Client, token: str, table: str, key: str, problems: list[int]) -> Any:
    """Buy chips, asking again under the same key until there is an answer."""
    for _ in range(1_200):
        try:
            answer = server.post(token, f"/api/tables/{table}/buy-in", CHIPS, key)
        except httpx.TransportError:
            problems.append(0)
        else:
            if answer.status_code == 200:
                return answer.json()
            assert answer.status_code in (500, 503), answer.text
            problems.append(answer.status_code)
        time.sleep(0.05)
    raise AssertionError("the server does not recover")


def go_on(replies: list[str]) -> None:
    """Wait until some more has been answered."""
    wanted = len(replies) + MORE
    for _ in range(600):
        if len(replies) >= wanted:
            return
        time.sleep(0.1)
    raise AssertionError("the server does not go on")


def test_nothing_is_lost_or_doubled_when_postgresql_is_killed(tmp_path: Path) -> None:
    with running_postgres() as database:
        where = database.get_uri()
        password = furnish_store(where)
        store = open_store(where)
        before = store.balance(Account("star", "patron", "ann")).here
        store.close()
        over = threading.Event()
        problems: list[int] = []
        replies: list[str] = []
        with serving(where, tmp_path / "log") as server:
            boss = sign_in(server, "gaming-manager", password)

            def play(table: str) -> dict[str, Any]:
                answered: dict[str, Any] = {}
                while not over.is_set():
                    key = f"{table}-{len(answered)}"
                    answered[key] = buy(server, boss, table, key, problems)
                    replies.append(key)
                return answered

            with ThreadPoolExecutor(len(TABLES)) as pool:
                work = [pool.submit(play, table) for table in TABLES]
                try:
                    for _ in range(KILLS):
                        go_on(replies)
                        kill(database)
                        start_again(database)
                    go_on(replies)
                finally:
                    over.set()
                answered = {key: reply for each in work for key, reply in each.result(60).items()}
            assert server.http.get("/healthz").json() == {"status": "ok"}
        assert problems and set(problems) <= {0, 500, 503}
        assert 500 not in problems, "a store that does not answer is no error of ours"
        store = open_store(where)
        assert len(answered) >= MORE * (KILLS + 1)
        assert all(store.reply("star", key) == reply for key, reply in answered.items())
        assert store.balance(Account("star", "patron", "ann")).here == before + 500 * len(answered)
        assert verify(store).findings == ()
        store.close()
