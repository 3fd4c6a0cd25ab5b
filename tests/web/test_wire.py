"""What goes over the wire: headers of every answer, redirects that stay here, JSON that says each thing once, cookies
that go over TLS alone where the floor is served so."""

import json
import re
from urllib.parse import urlencode

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pitboss.web.pages.sign_in import safe_address
from web.clients import Caller, House
from web.forms import look

PATHS = [
    "/",
    "/sign-in",
    "/lobby",
    "/tables/1",
    "/static/pitboss.css",
    "/static/none.css",
    "/healthz",
    "/metrics",
    "/api/openapi.json",
    "/api/me",
    "/api/tables",
    "/api/tables/1",
    "/api/tables/1/rounds",
    "/api/pit",
    "/api/pit/shift.csv",
    "/api/rulebook",
    "/api/none",
    "/none",
    "/pit/shift?day=2026-13-01",
]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_its_headers(house: House, path: str) -> None:
    boss = house.as_("star", "gaming-manager")
    for answer in (look(boss, path), Caller(house).get(path)):
        assert answer.headers["x-content-type-options"] == "nosniff"
        if not path.startswith("/static/"):
            assert "no-store" in answer.headers["cache-control"]


def test_an_error_of_ours_has_them_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(house.floor), "is_running", property(lambda _: 1 / 0))
    transport = httpx.ASGITransport(house.app, raise_app_exceptions=False)
    client = httpx.AsyncClient(transport=transport, base_url="http://floor")
    answer = house.runner.run(client.get("/healthz"))
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff" and "no-store" in answer.headers["cache-control"]


@pytest.mark.parametrize("path", ["/", "/lobby", "/lobby/", "/api/tables/", "/pit/", "//evil.example/", "/lobby.json"])
def test_no_redirect_names_a_host(house: House, path: str) -> None:
    for caller in (house.as_("star", "gaming-manager"), Caller(house)):
        answer = caller.get(f"http://floor{path}", Host="evil.example", Cookie=f"pitboss={_token(caller)}")
        where = answer.headers.get("location", "/")
        assert where.startswith("/") and not where.startswith("//"), where
        assert "evil" not in safe_address(where.partition("then=")[2] or "/")


def _token(caller: Caller) -> str:
    return caller.token if caller.name else ""


ELSEWHERE = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "javascript:alert(1)",
    "/lobby\r\nSet-Cookie: a=b",
]


@pytest.mark.parametrize("then", ELSEWHERE)
def test_nobody_is_sent_elsewhere_after_the_sign_in(house: House, then: str) -> None:
    assert safe_address(then) == "/lobby"
    client = house.client
    page = house.runner.run(client.get("/sign-in", params={"then": then[:200]}))
    token = re.search(r'name="token" value="([0-9a-f]+)"', page.text)
    assert token is not None
    said = {"token": token[1], "operator": "star", "name": "ann", "password": house.demonstration.password}
    sent = house.runner.run(
        client.post(
            "/sign-in",
            content=urlencode(said | {"then": then}),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )
    )
    client.cookies.clear()
    assert (sent.status_code, sent.headers["location"]) == (303, "/lobby")


def test_an_address_of_ours_is_gone_on_to() -> None:
    for then in ("/pit", "/tables/1?view=words", "/rulebook/star-pontoon/clauses/6.1"):
        assert safe_address(then) == then


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables/1/tell", '{"who": "inspector", "about": "a", "about": "b"}'),
        ("/api/tables/1/acts", '{"act": {"type": "Sit", "need": "wagers", "patron": "ann", "area": 1, "area": 2}}'),
        ("/api/patrons/ann/set-loss-limit", '{"period": "day", "cents": 100, "cents": 100000}'),
        ("/api/patrons/ann/set-loss-limit", '{"period": "day", "cents": 100, "c\\u0065nts": 100000}'),
    ],
)
def test_a_key_that_is_there_twice_is_refused(house: House, path: str, body: str) -> None:
    boss = house.as_("star", "gaming-manager")
    before = house.store.last_position
    headers = {"Authorization": f"Bearer {boss.token}", "Content-Type": "application/json", "Idempotency-Key": "twice"}
    answer = house.runner.run(house.client.post(path, content=body, headers=headers))
    assert answer.status_code == 422
    assert "twice" in json.dumps(answer.json()["faults"])
    assert house.store.last_position == before
    once = json.dumps(json.loads(body))
    assert house.runner.run(house.client.post(path, content=once, headers=headers)).status_code in (200, 409)


@pytest.mark.parametrize(("proxy", "is_secure"), [("127.0.0.1", True), ("10.0.0.9", False)])
def test_a_cookie_is_secure_where_a_proxy_that_we_trust_says_https(house: House, proxy: str, is_secure: bool) -> None:
    """What uvicorn does with `X-Forwarded-Proto`: it believes 127.0.0.1, or what FORWARDED_ALLOW_IPS names."""
    behind = ProxyHeadersMiddleware(house.app, trusted_hosts="127.0.0.1")  # type: ignore[arg-type]
    transport = httpx.ASGITransport(behind, client=(proxy, 1))  # type: ignore[arg-type]
    client = httpx.AsyncClient(transport=transport, base_url="http://floor")
    forwarded = {"X-Forwarded-Proto": "https"}
    visitor = house.runner.run(client.get("/sign-in", headers=forwarded))
    body = {"operator": "star", "name": "ann", "password": house.demonstration.password}
    signed_in = house.runner.run(client.post("/api/sign-in", json=body, headers=forwarded))
    for answer in (visitor, signed_in):
        cookie = answer.headers["set-cookie"].lower()
        assert ("; secure" in cookie) == is_secure
        assert "httponly" in cookie and "samesite=strict" in cookie
    house.runner.run(client.aclose())
