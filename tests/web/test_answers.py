"""Every operation of the API is shown by an example, and the examples are what is really answered."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.store.signing import Signer
from pitboss.web.api.answers import answers
from pitboss.web.app import make_api
from web.house import LOOSE, Caller, House, stake
from web.test_sign_edge import edges

FILE = Path(__file__).parents[2] / "src" / "pitboss" / "web" / "api" / "answers.json"
SHORT = 2
"""How many parts of a list an example shows."""

READ: list[tuple[str, str, str]] = [
    ("", "/healthz", "/healthz"),
    ("inspector", "/metrics", "/metrics"),
    ("ann", "/api/me", "/api/me"),
    ("ann", "/api/tables", "/api/tables"),
    ("ann", "/api/tables/{table}", "/api/tables/2"),
    ("ann", "/api/tables/{table}/sign", "/api/tables/2/sign"),
    ("ann", "/api/tables/{table}/rounds", "/api/tables/2/rounds"),
    ("ann", "/api/tables/{table}/rounds/{number}", "/api/tables/2/rounds/1"),
    ("inspector", "/api/tables/{table}/rounds/{number}/record", "/api/tables/2/rounds/1/record"),
    ("ann", "/api/patrons/{patron}", "/api/patrons/ann"),
    ("ann", "/api/patrons/{patron}/sessions", "/api/patrons/ann/sessions"),
    ("inspector", "/api/inspect/streams", "/api/inspect/streams"),
    ("inspector", "/api/inspect/streams/{stream}/events", "/api/inspect/streams/table:2/events"),
    ("inspector", "/api/inspect/verify", "/api/inspect/verify"),
    ("inspector", "/api/inspect/books", "/api/inspect/books"),
    ("inspector", "/api/inspect/self-check", "/api/inspect/self-check"),
    *(
        ("inspector", f"/api/inspect/{path}", f"/api/inspect/{path}")
        for path in (
            "search",
            "search.csv",
            "verification",
            "receipt",
            "receipt.json",
            "parameters",
            "parameters.csv",
        )
    ),
    ("inspector", "/api/inspect/tables/{table}/rounds/{number}", "/api/inspect/tables/2/rounds/1"),
    ("inspector", "/api/inspect/registers/{name}", "/api/inspect/registers/notices"),
    ("inspector", "/api/inspect/registers/{name}.csv", "/api/inspect/registers/notices.csv"),
    ("gaming-manager", "/api/pit", "/api/pit"),
    ("gaming-manager", "/api/pit/tables/{table}", "/api/pit/tables/2"),
    *(
        ("gaming-manager", f"/api/pit/{path}", f"/api/pit/{path}")
        for path in ("people", "mispayments", "mispayments.csv", "shift", "shift.csv")
    ),
    ("inspector", "/api/lab", "/api/lab"),
    ("inspector", "/api/lab/solves", "/api/lab/solves"),
    ("inspector", "/api/lab/{game}", "/api/lab/star-caribbean-stud"),
    ("ann", "/api/rules", "/api/rules"),
    ("ann", "/api/rules/{key}", "/api/rules/not-yours"),
    ("ann", "/api/rulebook", "/api/rulebook"),
    ("ann", "/api/rulebook/{edition}", "/api/rulebook/star-pontoon"),
    ("ann", "/api/rulebook/{edition}/clauses/{number}", "/api/rulebook/star-pontoon/clauses/3.1"),
]
TOLD = [
    ("/api/patrons/{patron}/register-patron", "/api/patrons/dora/register-patron"),
    ("/api/people/{person}/let-go", "/api/people/dealer/let-go"),
]
LIMITS = {"limits": {"ante": {"minimum_cents": 2500, "maximum_cents": 25000}}, "reason": "a quiet hour"}
FELL = {"table": "2", "applies": "now"}
PIT_STREAM = 'id: 12\nevent: table\ndata: {"number": 12}\n\n'
STREAM = 'id: 12\nevent: table\ndata: {"table": "2", "number": 12}\n\n'


@pytest.fixture
def played(house: House, tmp_path: Path) -> House:
    """A house in which a round has been played, with its upkeep."""
    upkeep = Upkeep(house.store, house.clock, signer=Signer.open(tmp_path / "days.key"))
    upkeep.look()
    house.app = make_api(house.floor, house.sign_in, upkeep=upkeep, limits=LOOSE)
    house.client._transport.app = house.app  # type: ignore[attr-defined]
    ann, dealer = house.as_("star", "ann"), house.as_("star", "gaming-manager")
    assert ann.act("2", type="Place", need="wagers", patron="ann", area=1, spot="ante", stake=stake(2_500)).is_success
    while (dealt := dealer.order("/api/tables/2/deal")).is_success:
        pass
    assert dealt.status_code == 409  # it is Ann's turn
    assert ann.act("2", type="Decide", need="decide-1", patron="ann", option="fold").is_success
    while not dealer.order("/api/tables/2/deal").json().get("over", True):
        pass
    return house


def short(data: Any) -> Any:
    """Data cut short for an example; hashes and the like stay, for they show their form."""
    if isinstance(data, dict):
        return {name: short(part) for name, part in list(data.items())[:40]}
    return [short(part) for part in data[:SHORT]] if isinstance(data, list) else data


def shape(data: Any) -> Any:
    """The names of what data holds."""
    return sorted(data) if isinstance(data, dict) else type(data).__name__


def asked(house: House) -> dict[str, dict[str, Any]]:
    """What is answered to everything that can be read."""
    found: dict[str, dict[str, Any]] = {}
    for name, route, path in READ:
        caller = house.as_("star", name) if name else Caller(house)
        answer = caller.get(path)
        assert answer.status_code == 200, (path, answer.text)
        media = answer.headers["content-type"].partition(";")[0]
        text = "\n".join(answer.text.splitlines()[:12])
        found[f"get {route}"] = {"media": media, "example": short(answer.json()) if "json" in media else text}
    found["get /api/tables/{table}/stream"] = {"media": "text/event-stream", "example": STREAM}
    found["get /api/pit/stream"] = {"media": "text/event-stream", "example": PIT_STREAM}
    found["post /api/inspect/verification"] = found["get /api/inspect/verification"]
    found["post /api/sign-out"] = {"media": "application/json", "example": {"out": True}}
    reply = house.as_("star", "gaming-manager").order("/api/tables/2/deal").json()
    found["post /api/tables/{table}/deal"] = {"media": "application/json", "example": reply}
    told = edges(house.as_("star", "gaming-manager"), "/api/tables/2/change-limits", LIMITS)
    found["post /api/tables/{table}/change-limits/edge"] = {"media": "application/json", "example": told}
    for route, path in TOLD:
        reply = house.as_("star", "gaming-manager").order(path)
        assert reply.status_code == 200, reply.text
        found[f"post {route}"] = {"media": "application/json", "example": reply.json()}
    found["post /api/tables/{table}/fall-due"] = {"media": "application/json", "example": FELL}
    return found


def test_the_examples_are_what_is_answered(played: House) -> None:
    found = asked(played)
    if os.environ.get("PITBOSS_SNAPSHOT") == "write":
        FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        answers.cache_clear()
    shown = answers()
    assert sorted(shown) == sorted(found)
    for route, answer in found.items():
        assert shown[route]["media"] == answer["media"]
        assert shape(shown[route]["example"]) == shape(answer["example"]), route


WITHOUT = ("/api/lab/solves/{job}", "/api/tables/{table}/advice")
"""Routes that answer only while something is being solved or practised: their own tests show what they say."""


def test_every_operation_has_an_example(played: House) -> None:
    document = Caller(played).get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for path, operations in document["paths"].items():
        if path.startswith(WITHOUT):
            continue
        for method, operation in operations.items():
            contents = [*operation.get("requestBody", {}).get("content", {}).values()]
            done = next(code for code in operation["responses"] if code.startswith("2"))
            contents += operation["responses"][done].get("content", {}).values()
            assert any(_has_example(document, content) for content in contents), f"{method} {path}"


def _has_example(document: Any, content: Any) -> bool:
    if "example" in content or "examples" in content:
        return True
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return bool(name and document["components"]["schemas"][name].get("examples"))
