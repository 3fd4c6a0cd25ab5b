"""No client stops the floor: what an attacker sends is bounded, refused in time, and costs nothing afterwards."""

import asyncio
import gc
import itertools
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from markupsafe import escape

from pitboss.floor.people.signin import SignIn
from pitboss.floor.store import Stream
from pitboss.floor.store import store as stores
from pitboss.floor.tables.opening import OpenTable
from pitboss.web.api.orders import example_of
from pitboss.web.lab_jobs.questions import GameQuestion
from pitboss.web.lab_jobs.queue import WorkerEnded, WorkerProcess
from pitboss.web.lab_jobs.worker import LabTask
from pitboss.web.limits import Buckets, Rate, RequestLimits, read_limits
from web.clients import LOOSE, MEASURES, Caller, House

NAMES = 200
ONCE = 0.000_001
"""A rate at which nothing comes back while a test runs."""
PROBLEM = "application/problem+json"


def refused(answer: httpx.Response, status: int) -> bool:
    """Whether an answer refuses as it should: a problem, and for how long to wait."""
    told = answer.status_code == status and answer.headers["content-type"] == PROBLEM
    return told and int(answer.headers["retry-after"]) >= 1


# Bodies.


class Flood:
    """A body without a length, and how much of it was taken."""

    def __init__(self, kilobytes: int) -> None:
        self.kilobytes, self.taken = kilobytes, 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self.kilobytes):
            self.taken += 1
            yield b"[" * 1024


def post(house: House, path: str, content: Any, **headers: str) -> httpx.Response:
    sent = {"Content-Type": "application/json", "Idempotency-Key": "flood"} | headers
    return house.runner.run(house.client.post(path, content=content, headers=sent))


@pytest.mark.parametrize("path", ["/api/sign-in", "/sign-in", "/api/tables/2/acts", "/api/nothing"])
def test_a_large_body_is_refused_before_it_is_read(house: House, path: str) -> None:
    flood = Flood(20_000)
    answer = post(house, path, flood)
    assert (answer.status_code, answer.headers["content-type"]) == (413, PROBLEM)
    assert flood.taken <= 65
    announced = Flood(20_000)
    answer = post(house, path, announced, **{"Content-Length": str(20_000 * 1024)})
    assert answer.status_code == 413
    assert announced.taken == 0


def test_only_a_correction_may_be_larger(house: House) -> None:
    body = b'{"reason": "' + b"x" * 100_000 + b'"}'
    manager = {"Authorization": f"Bearer {house.as_('star', 'gaming-manager').token}"}
    assert post(house, "/api/tables/2/correct-round", body, **manager).status_code == 422
    assert post(house, "/api/tables/2/close", body, **manager).status_code == 413
    assert post(house, "/api/tables/2/correct-round", body * 3, **manager).status_code == 413


def test_a_body_that_never_ends_is_not_waited_for(house: House) -> None:
    house.limit(LOOSE._replace(body_seconds=0.05))

    class Stuck(Flood):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.Event().wait()

    assert post(house, "/api/sign-in", Stuck(1)).status_code == 408


def test_twenty_faults_are_listed_and_no_more(house: House) -> None:
    body = {f"field-{number}": 1 for number in range(2_000)}
    answer = house.as_("star", "ann").order("/api/tables/2/acts", body)
    assert answer.status_code == 422
    assert len(answer.json()["faults"]) == 20
    assert "2001" in answer.json()["detail"]


# Signing in.


class Slow:
    """A sign-in that takes until it is let go."""

    def __init__(self, sign_in: SignIn) -> None:
        self.go = threading.Event()
        self.begun = 0
        self._vouch = sign_in.identify_by_password

    def __call__(self, operator: str, name: str, password: str, **more: Any) -> Any:
        self.begun += 1
        assert self.go.wait(120)
        return self._vouch(operator, name, password)


def credentials(house: House, name: str) -> dict[str, str]:
    return {"operator": "star", "name": name, "password": house.demonstration.password}


def test_a_flood_of_sign_ins_waits_in_a_short_queue_and_holds_nobody_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.as_("star", "ann")
    assert ann.get("/api/me").status_code == 200
    house.limit(LOOSE._replace(sign_in_threads=2, sign_in_queue=5))
    slow = Slow(house.sign_in)
    monkeypatch.setattr(house.sign_in, "identify_by_password", slow)

    async def attack() -> tuple[list[int], int]:
        flood = [
            asyncio.ensure_future(house.client.post("/api/sign-in", json=credentials(house, f"nobody-{number}")))
            for number in range(60)
        ]
        while sum(each.done() for each in flood) < 60 - 7:
            await asyncio.sleep(0.005)
        assert all(refused(each.result(), 503) for each in flood if each.done())
        meanwhile = await house.client.get("/api/tables", headers={"Authorization": f"Bearer {ann.token}"})
        assert slow.begun == 2  # the others wait, and no thread of another request is taken
        slow.go.set()
        return sorted([(await each).status_code for each in flood]), meanwhile.status_code

    statuses, meanwhile = house.runner.run(attack())
    assert statuses == [401] * 7 + [503] * 53
    assert meanwhile == 200


def test_an_address_and_a_name_have_a_rate_of_passwords(house: House) -> None:
    house.limit(LOOSE._replace(sign_in_address=Rate(12, ONCE), sign_in_name=Rate(4, ONCE)))

    def sign_in(name: str) -> httpx.Response:
        return house.runner.run(house.client.post("/api/sign-in", json=credentials(house, name)))

    assert [sign_in("bob").status_code for _ in range(6)] == [200] * 4 + [429] * 2
    assert refused(sign_in("bob"), 429)
    found = [sign_in(f"nobody-{number}") for number in range(8)]  # other names, from where bob signed in
    assert [each.status_code for each in found] == [401] * 5 + [429] * 3
    page = house.runner.run(house.client.get("/sign-in"))
    token = re.search(r'name="token" value="([0-9a-f]+)"', page.text)
    assert token is not None
    form = credentials(house, "bob") | {"token": token[1]}
    by_page = house.runner.run(house.client.post("/sign-in", data=form))
    assert by_page.status_code == 429
    assert int(by_page.headers["retry-after"]) >= 1


def test_an_approval_is_a_password_too(house: House) -> None:
    house.limit(LOOSE._replace(sign_in_name=Rate(3, ONCE)))
    dealer = house.as_("star", "dealer")
    body = {"stacks": [{"chip_cents": 2_500, "pieces": 4}], "approver": {"name": "nobody", "password": "wrong"}}
    assert [dealer.order("/api/tables/2/fill", body).status_code for _ in range(5)][-2:] == [429, 429]


# Requests.


def test_a_session_has_a_rate_and_another_is_not_held_up_by_it(house: House) -> None:
    house.limit(LOOSE._replace(session=Rate(10, ONCE)))
    ann, bob = house.as_("star", "ann"), house.as_("star", "bob")
    answers = [ann.get("/api/me") for _ in range(15)]
    assert [each.status_code for each in answers] == [200] * 10 + [429] * 5
    assert all(refused(each, 429) for each in answers[10:])
    assert bob.get("/api/me").status_code == 200


def test_an_address_has_a_rate_whatever_sessions_it_invents(house: House) -> None:
    house.limit(LOOSE._replace(address=Rate(10, ONCE)))
    statuses = [Caller(house).get("/api/me", Authorization=f"Bearer {number}").status_code for number in range(15)]
    assert statuses == [401] * 10 + [429] * 5
    assert Caller(house).get("/static/mark.svg").status_code == 429


def test_a_rate_comes_back_with_time_and_remembers_a_bounded_number() -> None:
    now = [0.0]
    buckets = Buckets(Rate(2, 0.5), clock=lambda: now[0], most=100)
    assert [buckets.take("ann") for _ in range(4)] == [0, 0, 2, 2]
    now[0] = 2.0
    assert [buckets.take("ann") for _ in range(2)] == [0, 2]
    for number in range(10_000):
        buckets.take(number)
    assert len(buckets) == 100


def test_requests_beyond_what_can_be_answered_in_time_are_shed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.limit(LOOSE._replace(in_flight=6))
    go = threading.Event()
    peek, ann = house.floor.store.streams, house.as_("star", "ann")
    headers = {"Authorization": f"Bearer {ann.token}"}

    def stuck(*of: str, **kind: str) -> list[Stream]:
        assert go.wait(120)
        return peek(*of, **kind)

    monkeypatch.setattr(house.floor.store, "streams", stuck)

    async def attack() -> list[int]:
        flood = [asyncio.ensure_future(house.client.get("/api/tables", headers=headers)) for _ in range(40)]
        while sum(each.done() for each in flood) < 34:
            await asyncio.sleep(0.005)
        assert all(refused(each.result(), 503) for each in flood if each.done())
        assert (await house.client.get("/healthz")).status_code == 200  # the person who runs the floor still sees it
        go.set()
        return sorted([(await each).status_code for each in flood])

    assert house.runner.run(attack()) == [200] * 6 + [503] * 34
    assert ann.get("/api/tables").status_code == 200


# Streams.


async def opened(app: Any, path: str, token: str) -> tuple[int, "asyncio.Task[None]"]:
    """Begin to read a stream, and say how it was answered."""
    status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"authorization", f"Bearer {token}".encode()), (b"cookie", f"pitboss={token}".encode())],
        "client": ("127.0.0.1", 1),
        "server": ("floor", 80),
        "scheme": "http",
        "http_version": "1.1",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
    }

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            status.set_result(message["status"])

    reading = asyncio.create_task(app(scope, receive, send))
    return await status, reading


def test_a_session_has_eight_streams_and_those_go_on(house: House) -> None:
    api, ann, bob = house.app.state.api, house.as_("star", "ann").token, house.as_("star", "bob").token
    ways = itertools.cycle(("/api/tables/2/stream", "/tables/2/feed"))

    async def attack() -> None:
        first = [await opened(house.app, next(ways), ann) for _ in range(8)]
        assert [status for status, _ in first] == [200] * 8
        more = [await opened(house.app, next(ways), ann) for _ in range(20)]
        assert [status for status, _ in more] == [429] * 20
        assert (await opened(house.app, "/tables/2/feed", bob))[0] == 200
        assert not any(reading.done() for _, reading in first)
        first[0][1].cancel()
        await asyncio.wait([first[0][1]])
        assert (await opened(house.app, "/tables/2/feed", ann))[0] == 200
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.wait(others)

    house.runner.run(attack())
    assert not api.streams and not api.hub._watchers


def test_streams_take_no_place_of_a_request(house: House) -> None:
    house.limit(LOOSE._replace(in_flight=3))
    token = house.as_("star", "ann").token

    async def watch() -> int:
        reading = [await opened(house.app, "/tables/2/feed", token) for _ in range(6)]
        answer = await house.client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
        for _, task in reading:
            task.cancel()
        return answer.status_code

    assert house.runner.run(watch()) == 200


# Names of tables.


def invented() -> list[str]:
    return [f"none-{number}" for number in range(NAMES)]


def held_of_invented() -> set[Stream]:
    """Streams of tables that no person opened, wherever they are held: the collector knows who holds, not what has no
    parts of its own."""
    gc.unfreeze()  # what was imported may hold them, too
    gc.collect()
    held = gc.get_referents(*gc.get_objects())
    gc.freeze()
    return {each for each in held if isinstance(each, Stream) and each.name.startswith("table:none-")}


def test_nothing_is_kept_of_a_table_that_does_not_exist(house: House) -> None:
    ann, manager = house.as_("star", "ann"), house.as_("star", "gaming-manager")
    assert ann.get("/api/me").status_code == 200
    house.client.cookies.set("pitboss", manager.token)
    opening = example_of(OpenTable, ("table",))
    ways: Iterator[Callable[[str], httpx.Response]] = itertools.cycle(
        (
            lambda name: ann.get(f"/api/tables/{name}"),
            lambda name: ann.get(f"/tables/{name}"),
            lambda name: ann.get(f"/tables/{name}/feed"),
            lambda name: ann.get(f"/api/tables/{name}/stream"),
            lambda name: ann.get(f"/api/tables/{name}/advice"),
            lambda name: ann.order(f"/api/tables/{name}/deal"),
            lambda name: ann.order(f"/api/tables/{name}/open", opening),  # a patron opens no table
            lambda name: manager.get(f"/api/pit/tables/{name}"),
            lambda name: manager.get(f"/pit/tables/{name}"),
            lambda name: manager.ask("POST", f"/api/tables/{name}/open/edge", opening),
        )
    )
    for name, way in zip(invented(), ways, strict=False):
        assert way(name).status_code in (200, 404, 409)
    assert len(held_of_invented()) <= 1  # the writer has its last order in hand until the next one


def test_a_lobby_reads_no_stream_of_a_patron(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.as_("star", "ann")
    assert ann.get("/api/me").status_code == 200
    made: list[Stream] = []

    def count(*of: str) -> Stream:
        made.append(Stream(*of))
        return made[-1]

    monkeypatch.setattr(stores, "Stream", count)
    assert ann.get("/api/tables").status_code == 200
    assert made and all(stream.name.startswith("table:") for stream in made)


# The lab.


class Worker:
    """Stands for the worker processes: questions of the lab take until they are let go, the pit's do not."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.done: list[str] = []

    def do(self, process: WorkerProcess, task: LabTask, _: Any) -> dict[str, Any]:
        if process.lane != "pit":
            assert self.go.wait(120)
        self.done.append(f"{task.kind} {task.more.get('seed', '')}".strip())
        return {}


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    worker = Worker()
    monkeypatch.setattr(WorkerProcess, "do", lambda *asked: worker.do(*asked))  # noqa: PLW0108  it takes a process
    yield worker
    worker.go.set()


SIMULATION = "/api/lab/star-mississippi-stud/simulation"


def simulate(caller: Caller, seed: int) -> httpx.Response:
    return caller.ask("POST", SIMULATION, {"rounds": 10**9, "seed": seed})


def test_a_sign_is_priced_though_patrons_fill_the_lab(house: House, worker: Worker) -> None:
    house.limit(LOOSE._replace(solves_of_all=8))
    patrons = [house.as_("star", name) for name in ("ann", "bob")]
    answers = [simulate(patron, seed) for patron in patrons for seed in range(8)]
    assert [each.status_code for each in answers] == [202] * 4 + [429] * 4 + [202] * 2 + [503] * 6
    assert all(refused(each, each.status_code) for each in answers if each.status_code != 202)
    manager = house.as_("star", "gaming-manager")
    opening = example_of(OpenTable, ("table",)) | {"game": "star-mississippi-stud"}
    asked = manager.ask("POST", "/api/tables/77/open/edge", opening)
    assert asked.status_code == 200
    job = asked.json()["then"]["job"]
    if job is not None:  # the lab's store may know it
        assert wait_for(lambda: worker.done == ["sign"])
    assert simulate(manager, 1).status_code == 202  # there is room for the house in the lab, too


def test_in_the_lab_the_house_goes_before_patrons(house: House, worker: Worker) -> None:
    ann, inspector = house.as_("star", "ann"), house.as_("star", "inspector")
    for seed in range(3):
        simulate(ann, seed)
    simulate(inspector, 100)
    worker.go.set()
    assert wait_for(lambda: len(worker.done) == 4)
    assert worker.done == ["simulation 0", "simulation 100", "simulation 1", "simulation 2"]


def wait_for(met: Callable[[], bool]) -> bool:
    for _ in range(2_000):
        if met():
            return True
        threading.Event().wait(0.005)
    return False


# What is told to those who run the floor, and to those who write programs.


def test_measures_are_for_the_house_and_their_labels_are_bounded(house: House) -> None:
    assert Caller(house).get("/metrics").status_code == 401
    assert house.as_("star", "ann").get("/metrics").status_code == 403
    assert Caller(house).get("/metrics", Authorization="Bearer guessed").status_code == 401
    assert house.as_("star", "inspector").get("/metrics").status_code == 200
    for number in range(50):
        Caller(house).get(f"/none-{number}")
        Caller(house).get(f"/static/none-{number}.js")
        Caller(house).ask(f"NONE{number}", f"/api/tables/none-{number}")
        house.as_("star", "ann").get(f"/api/tables/none-{number}")
    told = Caller(house).get("/metrics", Authorization=f"Bearer {MEASURES}").text
    assert "none-" not in told and "NONE" not in told
    routes = set(re.findall(r'route="([^"]*)"', told))
    assert routes <= {"", *(getattr(route, "path", "") for route in house.app.routes)}


def test_the_reference_of_the_api_is_ours_and_has_the_headers_of_a_page(house: House) -> None:
    page = Caller(house).get("/api/docs")
    assert page.status_code == 200
    assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert not re.search(r"(src|href)=[\"'](https?:)?//", page.text)
    for path in house.app.openapi()["paths"]:
        assert f" {escape(path)}</code>" in page.text


def test_a_disk_without_room_is_no_health(house: House) -> None:
    assert Caller(house).get("/healthz").json() == {"status": "ok"}
    house.limit(LOOSE._replace(disk_bytes=2**62))
    answer = Caller(house).get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "disk full")
    assert "MiB left" in answer.json()["reason"]


def test_every_limit_is_told_to_those_who_run_a_floor() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    for name, value in RequestLimits()._asdict().items():
        told = f"{value.burst:,}, then {value.per_second:g} a second" if isinstance(value, Rate) else f"{value:,.0f}"
        assert f"| `{name}` | {told} |" in guide, name


def test_limits_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("in_flight = 64\n[session]\nburst = 800\nper_second = 80\n")
    assert read_limits(file) == RequestLimits(in_flight=64, session=Rate(800, 80))
    for wrong in (
        "streems = 8",
        "streams = 0",
        "streams = true",
        "session = 5",
        "[streams]\nburst = 1\nper_second = 1",
    ):
        file.write_text(wrong)
        with pytest.raises(ValueError, match=r"limit|number"):
            read_limits(file)


def test_a_worker_that_was_ended_is_not_started_again() -> None:
    process = WorkerProcess("lab")
    process.end()
    with pytest.raises(WorkerEnded):
        process.do(LabTask("edge", GameQuestion("star-mississippi-stud"), {}), lambda _: None)
    assert process.pid is None
