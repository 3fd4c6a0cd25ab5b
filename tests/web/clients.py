"""A house behind the API, and the people who ask it things."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from pitboss.floor.composition import open_floor
from pitboss.floor.demo import Demonstration, furnish
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.store import Stream, open_store
from pitboss.web.app import make_api
from pitboss.web.limits import Rate, RequestLimits

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes as argon2 does, with hardly any work: the tests sign many people in."""
TABLES = {
    "star-pontoon": "1",
    "star-caribbean-stud": "2",
    "star-mississippi-stud": "3",
    "crown-caribbean-stud": "4",
    "crown-mississippi-stud": "5",
    "crown-ultimate-texas-holdem": "6",
}
MEASURES = "the token of the measures"
LOOSE = RequestLimits(*(Rate(10**9, 10**6),) * 4)
"""No rates: a test asks for more in a second than any person at a table."""
START = datetime(2026, 3, 2, 10, tzinfo=UTC)


_APPLICATIONS: list[FastAPI] = []
"""Applications of houses that are closed. One is most of the cost of a house, and can serve another."""


class House:
    """A furnished floor, its application and its people."""

    def __init__(self, where: str, demonstration: Demonstration | None = None, limits: RequestLimits = LOOSE) -> None:
        self.clock = ManualClock(START)
        self.store = open_store(where)
        self.guard = Guard(self.store)
        self.floor = open_floor(self.store, guard=self.guard, clock=self.clock).start()
        self.sign_in = SignIn(self.store, self.clock, QUICK)
        self.demonstration = demonstration or furnish(self.floor, self.sign_in)
        self.runner = asyncio.Runner()
        self.limit(limits)
        self.keys = (f"key-{number}" for number in itertools.count())
        self._callers: dict[tuple[str, str], Caller] = {}

    def limit(self, limits: RequestLimits) -> None:
        """Put the floor behind an application with other limits."""
        self.limits = limits
        if limits is LOOSE and _APPLICATIONS:
            self.app = _APPLICATIONS.pop()
            self.app.state.api.serve(self.floor, self.sign_in, limits=limits)
            self.app.state.renderer.serve()
        else:
            self.app = make_api(self.floor, self.sign_in, limits=limits, metrics_token=MEASURES)
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://floor")

    def close(self) -> None:
        """Close everything."""
        self.runner.run(self.client.aclose())
        self.runner.close()
        self.app.state.api.lab_jobs.stop()
        if self.limits is LOOSE and self.app.state.api.upkeep is None:
            _APPLICATIONS.append(self.app)
        self.floor.stop()
        self.store.close()

    def as_(self, operator: str, name: str) -> "Caller":
        """A person signed in."""
        if (operator, name) not in self._callers:
            self._callers[operator, name] = Caller(self, operator, name)
        return self._callers[operator, name]

    def stream(self, operator: str, table: str) -> Stream:
        """The stream of a table."""
        return Stream(operator, f"table:{table}")


class Caller:
    """A person who asks; without a name, a visitor."""

    def __init__(self, house: House, operator: str = "", name: str = "") -> None:
        self.house, self.operator, self.name = house, operator, name
        self.bodies: list[str] = []

    @cached_property
    def token(self) -> str:
        """The token of their session."""
        body = {"operator": self.operator, "name": self.name, "password": self.house.demonstration.password}
        answer = self.house.runner.run(self.house.client.post("/api/sign-in", json=body))
        self.house.client.cookies.clear()
        return str(answer.json()["token"])

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Send a request; the answer is kept for tests that look for what should not be there."""
        sent = {"Authorization": f"Bearer {self.token}"} if self.name else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = {} if body is None else {"content": json.dumps(body)}
        sent |= {"Content-Type": "application/json"} if content else {}
        asked = self.house.client.request(method, path, headers=sent, **content)  # type: ignore[arg-type]
        answer = self.house.runner.run(asked)
        self.bodies.append(answer.text)
        return answer

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Read something."""
        return self.ask("GET", path, **headers)

    def order(self, path: str, body: Any = None, key: str = "") -> httpx.Response:
        """Order something, under a new key unless one is named."""
        return self.ask("POST", path, body, Idempotency_Key=key or next(self.house.keys))

    def act(self, table: str, **act: Any) -> httpx.Response:
        """Do something in the open round."""
        return self.order(f"/api/tables/{table}/acts", {"act": act})


def stake(cents: int) -> dict[str, Any]:
    """Chips, as an act names them."""
    return {"type": "Stake", "pieces": [{"type": "Piece", "kind": "chips", "cents": cents}]}


def pages(caller: Caller, path: str, name: str) -> Iterator[Any]:
    """Everything that a paged list holds."""
    cursor: Any = 0
    while cursor is not None:
        page = caller.get(f"{path}?limit=50" + (f"&after={cursor}" if cursor else "")).json()
        yield from page[name]
        cursor = page["next"]


def declare_chips(caller: Caller, *tables: str) -> None:
    """A patron with a loss limit declares the chips with which they come to tables."""
    for table in tables or tuple(TABLES.values()):
        said = {"table": table, "what": "brought", "cents": 100_000}
        assert caller.order(f"/api/patrons/{caller.name}/declare-chips", said).status_code == 200
