"""Every resource of the API has a schema, and what is really answered keeps to it."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.store.signing import Signer
from pitboss.web.app import make_api
from web.clients import LOOSE, Caller, House, stake
from web.cups import hold_cup
from web.test_meters import open_grand
from web.test_promotions import hold_draw

READ: list[tuple[str, str, str]] = [
    ("", "/healthz", "/healthz"),
    ("inspector", "/metrics", "/metrics"),
    ("ann", "/api/me", "/api/me"),
    ("ann", "/api/tables", "/api/tables"),
    ("ann", "/api/tables/{table}", "/api/tables/2"),
    ("dealer", "/api/tables/{table}/console", "/api/tables/2/console"),
    ("dealer", "/api/tables/{table}/irregularities", "/api/tables/2/irregularities"),
    ("ann", "/api/tables/{table}/sign", "/api/tables/2/sign"),
    ("ann", "/api/tables/{table}/rounds", "/api/tables/2/rounds"),
    ("ann", "/api/tables/{table}/rounds/{number}", "/api/tables/2/rounds/1"),
    ("inspector", "/api/tables/{table}/rounds/{number}/record", "/api/tables/2/rounds/1/record"),
    ("ann", "/api/patrons/{patron}", "/api/patrons/ann"),
    ("ann", "/api/account", "/api/account"),
    ("cat", "/api/tables/{table}/again", "/api/tables/P1/again"),
    ("ann", "/api/account/statement", "/api/account/statement"),
    ("ann", "/api/patrons/{patron}/sessions", "/api/patrons/ann/sessions"),
    ("gaming-manager", "/api/payments", "/api/payments"),
    ("gaming-manager", "/api/tables/{table}/advice", "/api/tables/P3/advice"),
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
    ("inspector", "/api/inspect/mispayments", "/api/inspect/mispayments"),
    ("inspector", "/api/inspect/mispayments.csv", "/api/inspect/mispayments.csv"),
    ("", "/api/jackpots/{house}", "/api/jackpots/star"),
    ("gaming-manager", "/api/meters", "/api/meters"),
    ("gaming-manager", "/api/meters/{meter}", "/api/meters/grand"),
    ("gaming-manager", "/api/meters/{meter}/reading", "/api/meters/grand/reading?table=2&round=1"),
    ("dealer", "/api/tables/{table}/jackpot", "/api/tables/2/jackpot"),
    ("inspector", "/api/inspect/meters", "/api/inspect/meters"),
    ("inspector", "/api/inspect/meters/{meter}", "/api/inspect/meters/grand"),
    ("inspector", "/api/inspect/meters/{meter}.csv", "/api/inspect/meters/grand.csv"),
    ("gaming-manager", "/api/pit", "/api/pit"),
    ("gaming-manager", "/api/pit/charts", "/api/pit/charts"),
    ("gaming-manager", "/api/pit/tables/{table}", "/api/pit/tables/2"),
    *(
        ("gaming-manager", f"/api/pit/{path}", f"/api/pit/{path}")
        for path in ("people", "mispayments", "mispayments.csv", "shift", "shift.csv")
    ),
    ("gaming-manager", "/api/promotions", "/api/promotions"),
    ("gaming-manager", "/api/promotions/{promotion}", "/api/promotions/spring"),
    ("", "/api/terms/{operator}/{promotion}", "/api/terms/star/spring"),
    ("", "/api/terms/{operator}/{promotion}/draw", "/api/terms/star/spring/draw"),
    ("inspector", "/api/inspect/denied-claims", "/api/inspect/denied-claims"),
    ("inspector", "/api/inspect/denied-claims.csv", "/api/inspect/denied-claims.csv"),
    ("gaming-manager", "/api/returns", "/api/returns"),
    ("gaming-manager", "/api/returns/{return_kind}", "/api/returns/tables"),
    ("gaming-manager", "/api/returns/{return_kind}.csv", "/api/returns/tables.csv"),
    ("gaming-manager", "/api/results", "/api/results"),
    ("gaming-manager", "/api/results.csv", "/api/results.csv"),
    ("inspector", "/api/lab", "/api/lab"),
    ("inspector", "/api/lab/solves", "/api/lab/solves"),
    ("inspector", "/api/lab/solves/{job}", "/api/lab/solves/{job}"),
    ("inspector", "/api/lab/{game}", "/api/lab/star-caribbean-stud"),
    ("ann", "/api/tournaments", "/api/tournaments"),
    ("ann", "/api/tournaments/{tournament}", "/api/tournaments/cup"),
    ("ann", "/api/tournaments/{tournament}/seats/{patron}", "/api/tournaments/cup/seats/ann"),
    ("ann", "/api/rules", "/api/rules"),
    ("ann", "/api/rules/{key}", "/api/rules/not-yours"),
    ("", "/api/games/{game}", "/api/games/star-pontoon"),
    ("ann", "/api/rulebook", "/api/rulebook"),
    ("ann", "/api/rulebook/{edition}", "/api/rulebook/star-pontoon"),
    ("", "/api/rulebook/{edition}/official", "/api/rulebook/star-pontoon/official"),
    ("ann", "/api/rulebook/{edition}/clauses/{number}", "/api/rulebook/star-pontoon/clauses/3.1"),
]
"""Who asks for each route, and at which address."""


@pytest.fixture
def played(house: House, tmp_path: Path) -> House:
    """A house in which a round has been played, with its upkeep."""
    upkeep = Upkeep(house.store, house.clock, signer=Signer.open(tmp_path / "days.key"))
    upkeep.look()
    house.app = make_api(house.floor, house.sign_in, upkeep=upkeep, limits=LOOSE)
    house.client._transport.app = house.app  # type: ignore[attr-defined]
    ann, dealer = house.as_("star", "ann"), house.as_("star", "gaming-manager")
    open_grand(house)
    for spot, cents in (("ante", 2_500), ("jackpot", 500)):
        wager = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": spot, "stake": stake(cents)}
        assert ann.act("2", **wager).is_success
    while (dealt := dealer.order("/api/tables/2/deal")).is_success:
        pass
    assert dealt.status_code == 409  # it is Ann's turn
    assert ann.act("2", type="Decide", need="decide-1", patron="ann", option="fold").is_success
    while not dealer.order("/api/tables/2/deal").json().get("over", True):
        pass
    hold_cup(house, "ann", "bob")
    return house


def test_what_is_answered_keeps_to_its_schema(played: House) -> None:
    hold_draw(played, played.as_("star", "gaming-manager"), "ann", "bob")
    document = Caller(played).get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert {route for _, route, _ in READ} >= {path for path in document["paths"] if schema_of(document, path)}
    job = played.as_("star", "inspector").ask("POST", "/api/lab/star-caribbean-stud/simulation", {}).json()["id"]
    for name, route, path in READ:
        answer = (played.as_("star", name) if name else Caller(played)).get(path.replace("{job}", job))
        assert answer.status_code == 200, (path, answer.text)
        if schema := schema_of(document, route):
            jsonschema.Draft202012Validator(schema | {"components": document["components"]}).validate(answer.json())


def schema_of(document: Any, path: str) -> dict[str, Any]:
    """The schema of what a route answers; none where it answers in no JSON of ours."""
    done = document["paths"].get(path, {}).get("get", {"responses": {}})["responses"].get("200", {})
    schema: dict[str, Any] = done.get("content", {}).get("application/json", {}).get("schema", {})
    return schema if "$ref" in schema else {}


def test_an_answer_that_does_not_keep_to_its_schema_is_noticed(played: House) -> None:
    document = Caller(played).get("/api/openapi.json").json()
    schema = schema_of(document, "/api/tables") | {"components": document["components"]}
    answer = played.as_("star", "ann").get("/api/tables").json()
    answer["tables"][0]["areas"] = "seven"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, schema, jsonschema.Draft202012Validator)


def test_the_twin_of_a_page_is_the_resource(played: House) -> None:
    ann = played.as_("star", "ann")
    for page, resource in (("/lobby", "/api/tables"), ("/tables/2/rounds", "/api/tables/2/rounds")):
        assert ann.get(f"{page}.json").json() == ann.get(resource).json()
    assert Caller(played).get("/lobby.json").status_code == 401
