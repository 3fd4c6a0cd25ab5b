"""One gaming manager, through the API and the pages, tries to be two people, and to be the inspector."""

import re
from datetime import timedelta
from typing import Any

import httpx
import pytest

from pitboss.floor.store import Stream
from web.clients import Caller, House
from web.forms import look, send

FIRST, SECOND = "violin ladder carpet", "umbrella teapot meadow"
FILL = [{"chip_cents": 500, "pieces": 10}]


def sign_in(house: House, name: str, password: str) -> Caller:
    caller = Caller(house, "star", name)
    body = {"operator": "star", "name": name, "password": password}
    answer = Caller(house).ask("POST", "/api/sign-in", body)
    house.client.cookies.clear()
    assert answer.status_code == 200, answer.text
    caller.token = answer.json()["token"]
    return caller


def hire(boss: Caller, person: str, role: str = "gaming-manager") -> None:
    assert boss.order(f"/api/people/{person}/hire", {"role": role}).status_code == 200
    assert set_password(boss, person).status_code == 200


def set_password(boss: Caller, person: str, password: str = FIRST) -> httpx.Response:
    return boss.ask("POST", f"/api/people/{person}/password", {"password": password})


def change(who: Caller, old: str = FIRST, new: str = SECOND) -> httpx.Response:
    answer = who.ask("POST", "/api/me/password", {"old": old, "new": new})
    who.house.client.cookies.clear()
    if answer.status_code == 200:
        who.token = answer.json()["token"]
    return answer


def fill(giver: Caller, name: str, password: str) -> httpx.Response:
    approver = {"name": name, "password": password}
    return giver.order("/api/tables/1/fill", {"stacks": FILL, "approver": approver})


def test_a_manager_cannot_approve_his_own_fill_with_a_puppet(house: House) -> None:
    boss = house.as_("star", "gaming-manager")
    hire(boss, "puppet")
    answer = fill(boss, "puppet", FIRST)
    assert answer.status_code == 403 and "changes it" in answer.json()["detail"]
    puppet = sign_in(house, "puppet", FIRST)
    assert change(puppet).status_code == 200
    answer = fill(boss, "puppet", SECOND)
    assert (answer.status_code, answer.json()["because"]) == (409, ["kept-apart"])
    assert "7 days" in answer.json()["detail"]
    request = boss.order("/api/tables/1/ask-approval", {"what": "fill", "stacks": FILL}).json()["request"]
    answer = puppet.order("/api/tables/1/approve", {"request": request})
    assert (answer.status_code, answer.json()["because"]) == (409, ["kept-apart"])
    waits = next(item for item in puppet.get("/api/pit").json()["inbox"] if item["id"] == request)
    assert not waits["theirs"] and "7 days" in waits["why"]
    page = send(puppet, "/pit/tables/1", {"do": "approve", "request": request})
    assert page.status_code == 409 and "7 days" in page.text
    assert not [e for e in house.store.read(house.stream("star", "1")) if e.kind == "FloatMoved"]


def test_a_puppet_is_free_after_the_time_and_anybody_else_at_once(house: House) -> None:
    boss, supervisor = house.as_("star", "gaming-manager"), house.as_("star", "gaming-supervisor")
    hire(boss, "puppet")
    change(sign_in(house, "puppet", FIRST))
    assert fill(supervisor, "puppet", SECOND).status_code == 200
    house.clock.advance(timedelta(days=7, seconds=1))
    again = sign_in(house, "gaming-manager", house.demonstration.password)
    assert fill(again, "puppet", SECOND).status_code == 200


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/1", "/api/pit", "/api/rounds/mine", "/api/lab"])
def test_a_password_that_another_set_opens_nothing(house: House, path: str) -> None:
    boss = house.as_("star", "gaming-manager")
    hire(boss, "puppet")
    puppet = sign_in(house, "puppet", FIRST)
    answer = puppet.get(path)
    assert answer.status_code in (403, 404) and "token" not in answer.text
    if answer.status_code == 403:
        assert answer.json()["title"] == "Change your password first"
    assert puppet.order("/api/people/dealer/let-go").status_code == 403
    assert puppet.get("/api/me").json()["must_change_password"] is True
    assert change(puppet, new=FIRST).status_code == 409  # another one, not the same again
    assert change(puppet).status_code == 200
    assert puppet.get("/api/me").json()["must_change_password"] is False
    assert puppet.get("/api/tables").status_code == 200


def test_a_browser_is_led_to_the_page_that_changes_it(house: House) -> None:
    boss = house.as_("star", "gaming-manager")
    hire(boss, "puppet")
    puppet = sign_in(house, "puppet", FIRST)
    sent = look(puppet, "/pit")
    assert (sent.status_code, sent.headers["location"]) == (303, "/password?then=/pit")
    page = look(puppet, "/password?then=/pit")
    assert page.status_code == 200 and "Another person set your password" in page.text
    wrong: dict[str, str | list[str]] = {"old": FIRST, "new": SECOND, "again": "another", "then": "/pit"}
    assert "differ" in send(puppet, "/password", wrong).text
    assert "present password" in send(puppet, "/password", wrong | {"again": SECOND, "old": "guessed"}).text
    done = send(puppet, "/password", wrong | {"again": SECOND})
    assert (done.status_code, done.headers["location"]) == (303, "/pit")
    token = re.search(r"pitboss=([^;]+)", done.headers["set-cookie"])
    assert token is not None
    puppet.token = token[1]
    assert look(puppet, "/pit").status_code == 200
    assert look(boss, "/password").status_code == 200


def test_a_manager_cannot_become_the_inspector(house: House) -> None:
    boss, inspector = house.as_("star", "gaming-manager"), house.as_("star", "inspector")
    before = house.store.last_position
    tries: list[tuple[str, Any]] = [
        ("/api/people/inspector/change-rank", {"role": "dealer"}),
        ("/api/people/inspector/let-go", None),
        ("/api/people/surveillance/let-go", None),
        ("/api/people/mine/hire", {"role": "inspector"}),
        ("/api/people/mine/hire", {"role": "surveillance"}),
        ("/api/people/dealer/change-rank", {"role": "inspector"}),
    ]
    for path, body in tries:
        answer = boss.order(path, body)
        assert (answer.status_code, answer.json()["because"]) == (409, ["regulators-own"]), path
    for person in ("inspector", "surveillance"):
        answer = set_password(boss, person)
        assert (answer.status_code, answer.json()["because"]) == (409, ["regulators-own"])
        assert "console" in answer.json()["detail"]
    forms: list[dict[str, str | list[str]]] = [
        {"do": "rank", "person": "inspector", "role": "dealer"},
        {"do": "let-go", "person": "inspector"},
        {"do": "password", "person": "inspector", "password": FIRST},
        {"do": "hire", "person": "mine", "role": "inspector", "password": FIRST},
    ]
    for fields in forms:
        assert send(boss, "/pit/people", fields).status_code == 409
    page = look(boss, "/pit/people").text
    assert "orders-inspector" not in page and 'value="inspector"' not in page
    assert house.store.last_position == before
    assert inspector.get("/api/inspect/streams").status_code == 200  # still signed in


def test_the_log_names_are_no_ids(house: House) -> None:
    boss = house.as_("star", "gaming-manager")
    for person in ("system", "clock", "console root"):
        assert boss.order(f"/api/people/{person}/hire", {"role": "dealer"}).status_code == 409
    for patron in ("system", "clock", "console", "console-root"):
        answer = boss.order(f"/api/patrons/{patron}/register-patron")
        assert (answer.status_code, answer.json()["because"]) == (409, ["id-reserved"])


def test_a_wrong_password_of_the_approver_leaves_the_asker_signed_in(house: House) -> None:
    supervisor = house.as_("star", "gaming-supervisor")
    for _ in range(3):
        answer = fill(supervisor, "gaming-manager", "guessed")
        assert answer.status_code == 403
        assert answer.headers["content-type"] == "application/problem+json"
        assert "approver" in answer.json()["detail"]
    assert supervisor.get("/api/me").status_code == 200
    assert fill(supervisor, "gaming-manager", house.demonstration.password).status_code == 403  # locked by now
    body = {"operator": "star", "name": "gaming-manager", "password": house.demonstration.password}
    assert Caller(house).ask("POST", "/api/sign-in", body).status_code == 401


@pytest.mark.parametrize("person", ["mathematician", "ann", "dealer", "assistant-gaming-manager"])
def test_a_manager_sets_anybody_elses_password(house: House, person: str) -> None:
    assert set_password(house.as_("star", "gaming-manager"), person).status_code == 200
    (said,) = [e for e in house.store.read(Stream("star", f"person:{person}")) if e.kind == "PasswordSet"]
    assert said.by == "gaming-manager"


COMMON = [
    "Password12345!",
    "P@ssw0rd2026!",
    "qwertyuiop[]",
    "1q2w3e4r5t6y",
    "123456789012",
    "aaaaaaaaaaaaaaaa",
    "abcabcabcabcabc",
    "letmein-letmein",
    "gaming-supervisor1",
    "TheStarCasino1",
    "Welcome2026!!",
]


@pytest.mark.parametrize("password", COMMON)
def test_a_common_password_is_refused(house: House, password: str) -> None:
    answer = set_password(house.as_("star", "gaming-manager"), "gaming-supervisor", password)
    assert (answer.status_code, "easily guessed" in answer.json()["detail"]) == (409, True)
    own = house.as_("star", "gaming-supervisor")
    assert change(own, house.demonstration.password, password).status_code == 409
