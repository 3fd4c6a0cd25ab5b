"""The stream of a table over a real connection: it resumes by number, says that it is there, and ends in time."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest
import uvicorn

from pitboss.floor.tournaments.state import session_of
from pitboss.web import resource
from pitboss.web.server import configure
from web.clients import House, stake
from web.cups import hold_cup
from web.forms import look


@pytest.fixture
def address(house: House) -> Iterator[str]:
    """The address of a server."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(configure(house.app, house.limits))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


class Watching:
    """A stream that is being read."""

    def __init__(self, answer: httpx.Response) -> None:
        self.lines = answer.iter_lines()

    def next(self) -> tuple[str, dict[str, str]]:
        """The next event: its kind and its fields; a comment has neither."""
        fields: dict[str, str] = {}
        for line in self.lines:
            if not line:
                return fields.get("event", ""), fields
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        return "closed", fields

    def table(self) -> tuple[int, Any]:
        """The next state of the table."""
        while True:
            kind, fields = self.next()
            if kind == "table":
                return int(fields["id"]), json.loads(fields["data"])
            assert kind == "", kind


@contextmanager
def watching(
    house: House, address: str, name: str, last: int | None = None, of: str = "tables/2"
) -> Iterator[Watching]:
    headers = {"Authorization": f"Bearer {house.as_('star', name).token}"}
    headers |= {"Last-Event-ID": str(last)} if last is not None else {}
    with httpx.stream("GET", f"{address}/api/{of}/stream", headers=headers, timeout=60) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Watching(answer)


def place(house: House, name: str, area: int) -> None:
    act = {"type": "Place", "need": "wagers", "patron": name, "area": area, "spot": "ante", "stake": stake(2_500)}
    assert house.as_("star", name).act("2", **act).status_code == 200


def test_a_stream_tells_of_every_change_and_resumes_where_it_was(house: House, address: str) -> None:
    with watching(house, address, "ann") as stream:
        first, shown = stream.table()
        assert shown["view"]["wagers"] == []
        place(house, "bob", 1)
        second, shown = stream.table()
        assert second > first
        assert [wager["patron"] for wager in shown["view"]["wagers"]] == ["bob"]
    place(house, "cat", 2)  # while no person watched
    with watching(house, address, "ann", last=second) as stream:
        third, shown = stream.table()
        assert third > second
        assert {wager["patron"] for wager in shown["view"]["wagers"]} == {"bob", "cat"}
    with watching(house, address, "ann", last=third) as stream:
        place(house, "ann", 3)
        assert stream.table()[0] == third + 1  # what was seen already does not come again


def test_the_desk_of_a_tournament_follows_its_tables(house: House, address: str) -> None:
    show = hold_cup(house, "ann", "bob")
    desk, boss = "tournaments/cup/desk", house.as_("star", "gaming-manager")
    assert f'data-stream="/api/{desk}/stream"' in look(boss, f"/{desk}").text
    length = show.state.length
    with watching(house, address, "gaming-manager", of=desk) as stream:
        first, _ = stream.table()
        act = {"type": "Place", "need": "wagers", "patron": "ann", "spot": "wager", "stake": stake(10_000)}
        area = session_of(show.state).tables["T1"].seat_of("ann")
        assert house.as_("star", "ann").act("T1", **act, area=area).is_success
        assert show.state.length == length, "it is at the table alone"
        second, _ = stream.table()
        assert second > first
        assert f'data-number="{second}"' in look(boss, f"/{desk}").text
    assert house.as_("star", "ann").get(f"/api/{desk}/stream").status_code == 403


def test_a_silent_stream_says_that_it_is_there(house: House, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "KEEP_ALIVE", 0.05)
    with watching(house, address, "ann") as stream:
        stream.table()
        assert stream.next() == ("", {"": "here"})


def test_a_stream_ends_with_its_session(house: House, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "KEEP_ALIVE", 0.05)
    with watching(house, address, "ann") as stream:
        stream.table()
        house.clock.advance(timedelta(minutes=31))  # a stream that is merely open keeps no session alive
        kinds = [stream.next()[0] for _ in range(20)]
        assert "signed-out" in kinds
        assert kinds[-1] == "closed"


def test_pages_are_made_to_look_once_what_they_show_is_added_up(house: House) -> None:
    """A page that looked between the two would show its owner an old sum until the next event."""
    told = [type(getattr(each, "__self__", None)).__name__ for each in house.floor.follower.projections]
    assert told.index("Hub") > max(told.index("PatronSessions"), told.index("Corrections"))
