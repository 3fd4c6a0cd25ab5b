"""Whatever is sent, the API answers with a reason and never with an error of its own; a refusal changes nothing."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.floor.demo import Demonstration
from pitboss.floor.service.commands import command_kinds
from pitboss.play.acts import ACTS
from pitboss.web.api.orders import address_of, example_of, model_of
from web.clients import House, stake

PEOPLE = ("ann", "dealer", "gaming-manager", "inspector")
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["ann", "wagers", "ante", "As", "??", "chips", "\ud800", "\0", "table:1", "../x", "cash"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
KINDS = {kind.__name__: kind for kind in ACTS}


@st.composite
def nearly(draw: st.DrawFn, example: Any) -> Any:
    """Something near an example: parts of it missing, or something else."""
    if isinstance(example, dict) and draw(st.integers(0, 9)):
        kept = {name: draw(nearly(part)) for name, part in example.items() if draw(st.integers(0, 9))}
        return kept | ({draw(st.text(max_size=5)): draw(JSON)} if not draw(st.integers(0, 9)) else {})
    if isinstance(example, list) and draw(st.integers(0, 9)):
        return [draw(nearly(part)) for part in example] * draw(st.integers(0, 2))
    return example if draw(st.integers(0, 3)) else draw(JSON)


@st.composite
def acts(draw: st.DrawFn) -> Any:
    """Something near an act of any kind."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    parts: dict[str, Any] = {
        "need": draw(st.sampled_from(["wagers", "shuffle", "cut", "deal", "no-more-bets", "play-1", ""])),
        "patron": draw(st.sampled_from(["ann", "bob", "nobody", ""])),
        "area": draw(st.integers(-1, 9)),
        "spot": draw(st.sampled_from(["ante", "wager", "bet", "jackpot", ""])),
        "cards": draw(st.lists(st.sampled_from(["As", "Kd", "2c", "??"]), max_size=12)),
        "stake": draw(st.sampled_from([stake(2_500), stake(-1), stake(10**14), {"pieces": []}])),
    }
    named = {name: parts[name] for name in KINDS[kind]._fields if name in parts}
    return draw(nearly({"type": kind} | named))


@pytest.fixture(scope="module")
def open_house(furnished: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    import shutil

    path = tmp_path_factory.mktemp("hostile") / "floor.db"
    template: tuple[Any, Demonstration] = furnished
    shutil.copy(template[0], path)
    house = House(str(path), template[1])
    yield house
    house.close()


def answered(house: House, who: str, path: str, body: Any) -> None:
    before = house.store.last_position
    caller = house.as_("star", who)
    answer = caller.order(path, body) if _is_text(body) else caller.order(path, None)
    assert answer.status_code < 500, f"{path} {body!r}: {answer.text}"
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["title"]
        assert house.store.last_position == before


def _is_text(body: Any) -> bool:
    try:
        json.dumps(body).encode()
    except ValueError:
        return False
    return True


QUICK = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@QUICK
@given(who=st.sampled_from(PEOPLE), table=st.sampled_from("123"), act=acts(), round=JSON)
def test_any_act_is_done_or_refused(open_house: House, who: str, table: str, act: Any, round: Any) -> None:
    body = {"act": act} if round is None else {"act": act, "round": round}
    answered(open_house, who, f"/api/tables/{table}/acts", body)


@settings(max_examples=250, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_body_of_any_command_is_done_or_refused(open_house: House, data: st.DataObject) -> None:
    commands = sorted(command_kinds().values(), key=lambda kind: kind.__name__)
    command = data.draw(st.sampled_from(commands))
    address = address_of(command)
    named = data.draw(st.sampled_from(["1", "2", "3", "none"] if address.place == "table" else ["ann", "zoe"]))
    body = data.draw(nearly(example_of(command, (address.place,))) | JSON)
    who = data.draw(st.sampled_from(PEOPLE))
    answered(open_house, who, str(address).replace(f"{{{address.place}}}", named), body)


@QUICK
@given(path=st.text(max_size=30), after=st.text(max_size=12))
def test_any_address_is_answered(open_house: House, path: str, after: str) -> None:
    inspector = open_house.as_("star", "inspector")
    from urllib.parse import quote

    part, cursor = quote(path, safe="", errors="replace"), quote(after, safe="", errors="replace")
    for address in (
        f"/api/tables/{part}",
        f"/api/tables/1/rounds/{part}?before={cursor}",
        f"/api/inspect/streams/{part}/events?after={cursor}",
        f"/api/inspect/streams?after={cursor}&limit={part}",
        f"/api/rulebook/star-pontoon/clauses/{part}",
        f"/api/patrons/{part}",
    ):
        assert inspector.get(address).status_code < 500, address


def test_every_command_has_a_route_and_an_example_that_holds(house: House) -> None:
    document = SignedOut(house).document()
    assert document["openapi"].startswith("3.1")
    for command in command_kinds().values():
        address = address_of(command)
        assert str(address) in document["paths"], command
        example = example_of(command, (address.place,))
        model_of(command, (address.place,)).model_validate(example)
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if body is not None:
            assert _example(document, body), path


def _example(document: Any, body: Any) -> Any:
    schema = body["content"]["application/json"]["schema"]
    name = schema["$ref"].rsplit("/", 1)[1]
    return document["components"]["schemas"][name].get("examples")


class SignedOut:
    """A person who is not signed in."""

    def __init__(self, house: House) -> None:
        self.house = house

    def document(self) -> Any:
        """The description of the API."""
        return self.house.runner.run(self.house.client.get("/api/openapi.json")).json()
