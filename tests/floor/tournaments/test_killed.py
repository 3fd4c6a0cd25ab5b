"""A real server is killed in the middle of a tournament session, and another one goes on: chips, marker, undisclosed
wager, clock and placings are as they were."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher

from floor.tournaments.test_whole import check_whole
from floor.tournaments.tourney import CUP, Cup
from pitboss.floor.composition import open_floor
from pitboss.floor.people.signin import Accounts
from pitboss.floor.store import open_store
from pitboss.floor.tournaments.state import TournamentState
from servers import Server

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "the killed cup"  # noqa: S105  of a test
PLAYERS = ("ann", "bob", "cat", "dan")
HEATS = (
    {"name": "heats", "minutes": 20, "tables": 2, "seats": 2, "advance": 1},
    {"name": "final", "rounds": 1, "advance": 2},
)


@contextmanager
def doomed(where: str, log: Path) -> Iterator[Server]:
    """A real server that is killed in the end."""
    server = Server(where, log)
    try:
        server.wait()
        yield server
    finally:
        server.kill()


class Person:
    """A person at a server."""

    def __init__(self, server: Server, name: str) -> None:
        self.address = server.address
        said = {"operator": "star", "name": name, "password": PASSWORD}
        self.token = httpx.post(f"{self.address}/api/sign-in", json=said).raise_for_status().json()["token"]

    def get(self, path: str) -> Any:
        """Read something; without the moment, which goes on."""
        found = httpx.get(self.address + path, headers=self._headers("")).raise_for_status().json()
        return {name: part for name, part in found.items() if name != "now"}

    def order(self, path: str, body: Any, key: str) -> httpx.Response:
        """Order something under a key."""
        return httpx.post(self.address + path, json=body, headers=self._headers(key))

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} | ({"Idempotency-Key": key} if key else {})


def running(cup: Cup) -> str:
    """Two tables of heats by the clock, wagers in turn, one round played, the marker on box 2; the table that goes on.

    The first player of the second round has an undisclosed wager down, which is examined."""
    entry, wagers = {"most_players": 4}, {"undisclosed": 1, "in_turn": True}
    cup.start(*PLAYERS, tables=("T1", "T2"), sessions=HEATS, entry=entry, wagers=wagers)
    session = cup.state.session
    assert session is not None
    for table in session.tables:
        for name in in_turn(cup.state, table, 1):
            cup.wager(name)
        cup.deal_out(table)
    return "T1"


def in_turn(state: TournamentState, table: str, marker: int) -> list[str]:
    """The players of a table of two in the order in which they wager."""
    session = state.session
    assert session is not None
    seats = session.tables[table].seats
    return [seats[marker], seats[3 - marker]]


def hand_in(person: Person, cents: int) -> httpx.Response:
    """Hand in the form of an undisclosed wager under one key."""
    body = {"patron": person.get("/api/me")["person"], "kind": "wager", "cents": cents}
    return person.order(f"/api/tournaments/{CUP}/hand-in-form", body, "the-form")


def test_session_goes_on_after_its_server_is_killed(new_sqlite: Any, tmp_path: Path) -> None:
    where = new_sqlite()
    cup = Cup(open_store(where), at=datetime.now(UTC))
    table = running(cup)
    for actor in (cup.boss, *(cup.patron(name) for name in PLAYERS)):
        Accounts(cup.store).open(
            actor, name=actor.person, password_hash=QUICK.hash(PASSWORD), at=cup.clock(), by="tests"
        )
    cup.floor.stop()
    first, second = in_turn(cup.state, table, 2)
    pages = (f"/api/tournaments/{CUP}", f"/api/tables/{table}", f"/api/tournaments/{CUP}/seats/{second}")
    with doomed(where, tmp_path / "log") as server:
        player, boss = Person(server, first), Person(server, cup.boss.person)
        answer = hand_in(player, 300_00)
        assert answer.status_code == 200, answer.text
        examined = boss.order(f"/api/tournaments/{CUP}/examine-form", {"patron": first}, "examined")
        assert examined.status_code == 200, examined.text
        seen = [boss.get(page) for page in pages]
        before = cup.state
    with doomed(where, tmp_path / "log") as server:
        player, other, boss = Person(server, first), Person(server, second), Person(server, cup.boss.person)
        assert cup.state == before
        assert [boss.get(page) for page in pages] == seen, "chips, clock, marker and seats are as they were"
        assert seen[0]["session"]["ends_at"] and cup.table(table).terms.marker == 2
        assert hand_in(player, 300_00).json() == answer.json(), "the same form again is the one that was handed in"
        assert hand_in(player, 400_00).status_code == 422, "and another under its key is refused"
        for page in pages:
            assert "30000" not in str(other.get(page)), "the amount is in no other player's page"
    assert "30000" not in (tmp_path / "log").read_text(), "and in no line that the servers logged"

    cup.clock.at = datetime.now(UTC)
    cup.floor = open_floor(cup.store, clock=cup.clock, seed=cup.random.randbytes).start()
    for _ in cup.simulate().play(cup.react):
        session = cup.state.session
        if session is not None and session.minutes and session.tables[table].rounds >= 2:
            cup.clock.advance(timedelta(minutes=20))
    check_whole(cup, PLAYERS)
    (form,) = (form for form in cup.state.forms if form.patron == first and form.round == 2)
    assert (form.announced, form.cents, form.examiner) == (True, 300_00, cup.boss.person)
    cup.close()
    cup.store.close()
