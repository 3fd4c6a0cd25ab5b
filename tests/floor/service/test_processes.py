"""Several real server processes over one real PostgreSQL: a person who signs in at one may act at any, at every table;
when one is killed, another takes its tables over at once and the round goes on as it was."""

import itertools
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest
from argon2 import PasswordHasher

from floor.conftest import database
from pitboss.floor.audit import verify
from pitboss.floor.composition import open_floor
from pitboss.floor.demo import furnish
from pitboss.floor.people.signin import SignIn
from pitboss.floor.store import Stream, open_store
from servers import Server

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
STAKE = {"type": "Stake", "pieces": [{"type": "Piece", "kind": "chips", "cents": 2_500}]}
PLACE = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante", "stake": STAKE}
TOO_MUCH = PLACE | {"stake": {"type": "Stake", "pieces": [{"type": "Piece", "kind": "chips", "cents": 10_000_000}]}}
FOLD = {"type": "Decide", "need": "decide-1", "patron": "ann", "option": "fold"}
SOON = 60
"""Seconds in which a server ends, on a busy machine, too: a solve that it waited for takes minutes."""
LIMITS = Path(__file__).with_name("limits.toml")
_keys = (f"key-{number}" for number in itertools.count())
_seen = [0]
"""The positions of the log that answers named: what is read afterwards is read as of then, at whichever server."""


class Client(NamedTuple):
    """A server and how to ask it things."""

    process: Server
    http: httpx.Client

    def get(self, token: str, path: str) -> Any:
        """Read something."""
        headers = {"Authorization": f"Bearer {token}", "Pitboss-Position": str(max(_seen))}
        answer = self.http.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, token: str, path: str, body: Any = None, key: str = "") -> httpx.Response:
        """Order something."""
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key or next(_keys)}
        answer = self.http.post(path, json=body, headers=headers)
        _seen.append(int(answer.headers.get("Pitboss-Position", 0)))
        return answer

    def explain(self, answer: httpx.Response) -> str:
        """What an answer says, and what the server wrote last: the cause of an error stands there alone."""
        return f"{answer.text}\n{self.process.log.read_text()[-4000:]}"

    def act(self, token: str, table: str, act: dict[str, Any], key: str = "") -> httpx.Response:
        """Do something in the open round."""
        return self.post(token, f"/api/tables/{table}/acts", {"act": act}, key)

    def deal(self, token: str, table: str, key: str = "") -> httpx.Response:
        """Let the dealer deal on."""
        return self.post(token, f"/api/tables/{table}/deal", key=key)


@contextmanager
def serving(where: str, log: Path) -> Iterator[Client]:
    """A server in a process of its own."""
    server = Server(where, log, "--limits", str(LIMITS))
    try:
        server.wait()
        with httpx.Client(base_url=server.address, timeout=120) as http:
            yield Client(server, http)
    finally:
        server.stop()


@pytest.fixture(scope="module")
def demonstration(postgres: str) -> tuple[str, str]:
    """The name of a database with the demonstration in it, and everybody's password."""
    name = "demonstration"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return name, furnish_store(database(postgres, name))


@pytest.fixture
def furnished(new_postgres: Callable[..., str], demonstration: tuple[str, str]) -> tuple[str, str]:
    """A store with the demonstration in it, and everybody's password."""
    return new_postgres(demonstration[0]), demonstration[1]


def furnish_store(where: str) -> str:
    """Put the demonstration into a store; everybody's password."""
    store = open_store(where)
    store.create()
    floor = open_floor(store)
    floor.start()
    password = furnish(floor, SignIn(store, floor.clock, QUICK)).password
    floor.stop()
    store.close()
    return password


def sign_in(server: Client, name: str, password: str) -> str:
    body = {"operator": "star", "name": name, "password": password}
    return str(server.http.post("/api/sign-in", json=body).raise_for_status().json()["token"])


def play_on(server: Client, ann: str, dealer: str, table: str) -> None:
    """Play a round to its end at one server."""
    for _ in range(30):
        if step(server, ann, dealer, table)["over"]:
            return
    raise AssertionError("the round does not end")


def step(server: Client, ann: str, dealer: str, table: str) -> Any:
    """Do what comes next: the dealer deals on, or Ann folds."""
    answer = server.deal(dealer, table)
    if answer.status_code == 409:
        needs = server.get(ann, f"/api/tables/{table}")["view"]["needs"]
        decision = next(need for need in needs if need["type"] == "DecisionNeed")
        answer = server.act(ann, table, FOLD | {"need": decision["id"]})
    assert answer.status_code == 200, server.explain(answer)
    return answer.json()


def test_two_servers_are_one_floor(furnished: tuple[str, str], tmp_path: Path) -> None:
    where, password = furnished
    with ExitStack() as stack:
        first, second = (stack.enter_context(serving(where, tmp_path / name)) for name in ("first.log", "second.log"))
        ann = sign_in(first, "ann", password)
        dealer = sign_in(second, "gaming-manager", password)
        assert second.get(ann, "/api/me")["person"] == "ann"

        # Table 2 is the first server's, table 3 the second's; each is acted at through the other as well.
        for table, mine, other in (("2", first, second), ("3", second, first)):
            assert mine.act(ann, table, PLACE).status_code == 200
            key = next(_keys)
            dealt = other.deal(dealer, table, key)
            assert dealt.status_code == 200, dealt.text
            assert mine.deal(dealer, table, key).json() == dealt.json()  # it was done once
            seen = other.get(ann, f"/api/tables/{table}")  # at once, without waiting for word of it
            assert seen == mine.get(ann, f"/api/tables/{table}")
            refused = [server.act(ann, table, TOO_MUCH) for server in (mine, other)]
            assert [no.status_code for no in refused] == [409, 409]
            assert refused[0].json() == refused[1].json()
            assert refused[0].json()["clauses"]
            reused = other.deal(dealer, table, key=f"twice-{table}"), other.act(ann, table, FOLD, key=f"twice-{table}")
            assert [each.status_code for each in reused] == [200, 422]

        # The first is killed in the middle of a round; the second has the very same round, and plays it on.
        before = first.get(ann, "/api/tables/2")
        assert before["view"]["wagers"] and not before["view"]["over"]
        first.process.kill()
        assert second.get(ann, "/api/tables/2") == before
        if not step(second, ann, dealer, "2")["over"]:
            play_on(second, ann, dealer, "2")
        assert second.get(ann, "/api/tables/2/rounds")["rounds"][0]["round"] == before["round"]
        play_on(second, ann, dealer, "3")
    store = open_store(where)
    assert verify(store).findings == ()
    store.close()


def test_two_servers_deal_one_pontoon_shoe_in_turn_though_one_is_killed(
    furnished: tuple[str, str], tmp_path: Path
) -> None:
    """Every card is that of the order which was committed to, whichever server deals it."""
    where, password = furnished
    wager = PLACE | {"spot": "wager"}
    stand = {"type": "Decide", "patron": "ann", "option": "stand"}
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(where, tmp_path / f"{name}.log")) for name in ("first", "second")]
        ann, dealer = sign_in(servers[0], "ann", password), sign_in(servers[1], "gaming-manager", password)
        rounds, turns = 0, itertools.cycle((0, 1))
        assert servers[0].act(ann, "1", wager).status_code == 200
        while rounds < 6:
            server = servers[next(turns) % len(servers)]
            answer = server.deal(dealer, "1")
            if answer.status_code == 409:
                needs = server.get(ann, "/api/tables/1")["view"]["needs"]
                asked = [need for need in needs if need["type"] == "DecisionNeed"]
                act = stand | {"need": asked[0]["id"]} if asked else wager
                if asked and "stand" not in {option["name"] for option in asked[0]["options"]}:
                    act |= {"option": asked[0]["options"][0]["name"]}
                answer = server.act(ann, "1", act)
                if answer.status_code == 409:  # the need has closed since this server read it: look again
                    continue
            assert answer.status_code == 200, server.explain(answer)
            if answer.json()["over"]:
                rounds += 1
                assert server.act(ann, "1", wager).status_code == 200
                if rounds == 3:
                    servers.pop(0).process.kill()
    store = open_store(where)
    dealt = [stored for stored in store.read(Stream("star", "table:1")) if stored.data.get("act", {}).get("cards")]
    assert len(dealt) > 6  # cards came in each round, from both
    assert verify(store).findings == ()
    store.close()


def test_a_session_is_added_up_at_whichever_server_the_rounds_were_written(
    furnished: tuple[str, str], tmp_path: Path
) -> None:
    """A patron whose page one server shows, at a table that another writes, reads what the session came to."""
    where, password = furnished
    with ExitStack() as stack:
        first, second = (stack.enter_context(serving(where, tmp_path / name)) for name in ("first.log", "second.log"))
        ann, dealer = sign_in(first, "ann", password), sign_in(second, "gaming-manager", password)
        assert second.act(ann, "2", PLACE).status_code == 200
        play_on(second, ann, dealer, "2")
        for server in (first, second):
            headers = {"Cookie": f"pitboss={ann}", "Pitboss-Position": str(max(_seen))}
            page = server.http.get("/tables/2", headers=headers)
            assert page.status_code == 200
            session = page.text[page.text.index("Won/lost") :]
            assert "−$25" in session[: session.index("</div>")]


def test_whoever_signs_out_at_one_server_is_out_at_all(furnished: tuple[str, str], tmp_path: Path) -> None:
    where, password = furnished
    with ExitStack() as stack:
        first, second = (stack.enter_context(serving(where, tmp_path / name)) for name in ("first.log", "second.log"))
        ann = sign_in(first, "ann", password)
        assert second.get(ann, "/api/me")["person"] == "ann"
        first.http.post("/api/sign-out", headers={"Authorization": f"Bearer {ann}"}).raise_for_status()
        time.sleep(1.1)
        answer = second.http.get("/api/me", headers={"Authorization": f"Bearer {ann}"})
        assert answer.status_code == 401


@pytest.mark.parametrize(
    ("make", "sign"),
    [("new_sqlite", signal.SIGTERM), ("new_postgres", signal.SIGTERM), ("new_sqlite", signal.SIGINT)],
)
def test_a_server_that_is_asked_to_end_does_so_at_once_and_leaves_nothing_behind(
    make: str, sign: signal.Signals, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Pages are open and a solve is running: streams end as they should, the worker is gone, the tables are free."""
    where = request.getfixturevalue(make)()
    password = furnish_store(where)
    with serving(where, tmp_path / "log") as server, ExitStack() as stack:
        token = sign_in(server, "gaming-manager", password)
        assert server.deal(token, "2").status_code == 200  # it has a table to let go
        question = {"rounds": 2_000_000, "engine": True}
        job = server.post(token, "/api/lab/star-caribbean-stud/simulation", question).raise_for_status().json()["id"]
        wait_until(lambda: server.get(token, f"/api/lab/solves/{job}")["state"] == "running")
        wait_until(lambda: bool(children_of(server.process.pid)))
        workers = children_of(server.process.pid)
        headers = {"Authorization": f"Bearer {token}"}
        paths = ("/api/tables/2/stream", "/api/pit/stream", f"/api/lab/solves/{job}/stream")
        open_streams = [server.http.stream("GET", path, headers=headers) for path in paths]
        lines = [stack.enter_context(each).iter_lines() for each in open_streams]
        for stream in lines:
            assert next(stream).startswith("retry")
        asked = time.monotonic()
        os.kill(server.process.pid, sign)
        for stream in lines:
            list(stream)  # to its end, which is none of a connection that broke
        assert server.process.stop(sign) == 0
        assert time.monotonic() - asked < SOON
        wait_until(lambda: not any(os.path.exists(f"/proc/{worker}") for worker in workers))
    store = open_store(where)
    assert verify(store).findings == ()
    store.close()


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(1_200):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come to pass")


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for each in threads for child in each.read_text().split()]
