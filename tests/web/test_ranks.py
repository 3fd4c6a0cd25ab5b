"""Every route and every rank: a command's route refuses by rank just where the operator's file says so, and what is
read is refused just where the right that its declaration names is not the reader's."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from pitboss.floor import operators
from pitboss.floor.operators import house_edition
from pitboss.floor.people.permission import OFF_THE_FLOOR, OTHERS, PATRON
from pitboss.floor.service.commands import command_kinds
from pitboss.web.access import may_ask
from pitboss.web.lab import _asker as lab_asker
from web.clients import Caller, House

OPERATORS = ("star", "crown")
BY_RANK = re.compile(r"^Only (an? .+ or above|the .+) can do this\.$")
PLACES = {
    "star": {"table": "2", "game": "star-pontoon", "edition": "star-pontoon"},
    "crown": {"table": "4", "game": "crown-caribbean-stud", "edition": "crown-poker-minors"},
}
ELSEWHERE = {
    "number": "1",
    "patron": "ann",
    "person": "nobody-1",
    "id": "M-1",
    "tournament": "cup",
    "meter": "grand",
    "house": "star",
    "promotion": "spring",
    "return_kind": "tables",
    "digest": "0" * 64,
    "operator": "star",
    "stream": "table:2",
    "name": "slips",
    "job": "0123456789abcdef",
    "key": "not-yours",
    "ending": "csv",
    "what": "fill",
}
"""What addresses name, where nothing else fits it."""
ENDLESS = ("/stream", "/feed")


@cache
def ranks_of(operator: str) -> dict[str, str]:
    """The least rank for each command, as the operator's file has it."""
    found: dict[str, str] = tomllib.loads((Path(operators.__file__).parent / f"{operator}.toml").read_text())["ranks"]
    return found


@cache
def reaches(operator: str, role: str, name: str) -> bool:
    """Whether the files say that a rank or role reaches a command or a right: a rank stands for those above it."""
    least, edition = ranks_of(operator)[name], house_edition(operator)
    order = edition.ranks
    least = edition.rank_classes.get(least, least)
    takes = OTHERS[name] if name in OTHERS else command_kinds()[name].takes
    return role in takes.roles or (bool(least) and role in order and order.index(role) >= order.index(least))


def people_of(operator: str) -> dict[str, str]:
    """A person of each rank and role, by their name."""
    return {role: role for role in (*house_edition(operator).ranks, *OFF_THE_FLOOR)} | {"ann": PATRON}


def routes_of(app: FastAPI, method: str) -> Iterator[APIRoute]:
    """Every route of a method, pages included."""
    for part in app.routes:
        for route in getattr(getattr(part, "original_router", None), "routes", [part]):
            if isinstance(route, APIRoute) and method in (route.methods or ()):
                yield route


def address(operator: str, path: str) -> str:
    """A route's path with its parameters filled in."""
    return path.replace(":path", "").format(**ELSEWHERE | PLACES[operator])


def example(house: House, operator: str, document: Any, path: str) -> Any:
    """An example of a route's body, with an approver whose password is right: it is looked at first."""
    body = document["paths"][path]["post"].get("requestBody")
    if body is None:
        return None
    schema = body["content"]["application/json"]["schema"]
    found = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["examples"][0]
    approver = {"name": house_edition(operator).ranks[-1], "password": house.demonstration.password}
    return {name: approver if name == "approver" else value for name, value in found.items()}


def beside_the_line(operator: str, turn: int, *names: str) -> dict[str, str]:
    """Of the people of an operator those who tell: the lowest rank that reaches commands or rights and the highest that
    does not; of those on no ladder of ranks all who reach them, and one of those who do not, in turn."""
    ranks = house_edition(operator).ranks
    line = next((at for at, rank in enumerate(ranks) if all(reaches(operator, rank, n) for n in names)), len(ranks))
    others = {name: role for name, role in people_of(operator).items() if name not in ranks}
    allowed = [name for name, role in others.items() if all(reaches(operator, role, each) for each in names)]
    refused = [name for name in others if name not in allowed]
    near = {*ranks[max(line - 1, 0) : line + 1], *allowed, *refused[turn % (len(refused) or 1) :][:1]}
    return {name: role for name, role in people_of(operator).items() if name in near}


EVERYBODY = pytest.mark.parametrize("everybody", [False, pytest.param(True, marks=pytest.mark.long)])
"""Whether each rank asks, or those beside the line between who may and who may not."""


@EVERYBODY
@pytest.mark.parametrize("operator", OPERATORS)
def test_a_command_is_refused_by_rank_where_the_operators_file_says_so(
    house: House, operator: str, everybody: bool
) -> None:
    document = Caller(house).get("/api/openapi.json").json()
    ranks = ranks_of(operator)
    commands = [route for route in routes_of(house.app, "POST") if route.name in ranks]
    assert len(commands) > 80
    asked = [
        (route, name, role)
        for turn, route in enumerate(commands)
        for name, role in (people_of(operator) if everybody else beside_the_line(operator, turn, route.name)).items()
    ]
    refused = [each for each in asked if not reaches(operator, each[2], each[0].name)]
    allowed = [each for each in asked if reaches(operator, each[2], each[0].name)]
    assert refused and allowed
    for wanted, pairs in ((True, refused), (False, allowed)):  # what is refused changes nothing for those after it
        for route, name, role in pairs:
            body = example(house, operator, document, route.path)
            answer = house.as_(operator, name).order(address(operator, route.path), body)
            by_rank = answer.status_code == 409 and bool(BY_RANK.match(answer.json()["detail"]))
            assert by_rank == wanted, (route.name, role, answer.status_code, answer.text)


def rights_of(dependant: Dependant) -> set[str]:
    """The rights that a route declares, by those who may read it."""
    own = {dependant.call.right} if hasattr(dependant.call, "right") else set()  # type: ignore[union-attr]
    return own.union(*(rights_of(part) for part in dependant.dependencies))


def asks_the_lab(dependant: Dependant) -> bool:
    """Whether a route is the lab's."""
    return dependant.call is lab_asker or any(map(asks_the_lab, dependant.dependencies))


@EVERYBODY
@pytest.mark.parametrize("operator", OPERATORS)
def test_what_is_read_is_for_those_whom_its_declaration_names(house: House, operator: str, everybody: bool) -> None:
    routes = [route for route in routes_of(house.app, "GET") if rights_of(route.dependant)]
    named = {right for route in routes for right in rights_of(route.dependant)}
    assert named == {"WatchPit", "Inspect", "ReadAccounts", "ReadMeterBack"}
    for turn, route in enumerate(routes):
        rights = rights_of(route.dependant)
        for name, role in (people_of(operator) if everybody else beside_the_line(operator, turn, *rights)).items():
            may = all(reaches(operator, role, right) for right in rights)
            if may and route.path.endswith(ENDLESS):
                continue
            caller = house.as_(operator, name)
            answer = caller.get(address(operator, route.path), Cookie=cookie(house, operator, name))
            own = role == PATRON and "ReadAccounts" in rights  # their own account alone
            assert (answer.status_code == 403) == (not may) or own, (route.path, role, answer.status_code)
        visitor = Caller(house).get(address(operator, route.path))
        assert visitor.status_code in (303, 401), (route.path, visitor.status_code)


@pytest.mark.parametrize("operator", OPERATORS)
def test_the_lab_is_open_as_its_declaration_says(house: House, operator: str) -> None:
    routes = [route for route in routes_of(house.app, "GET") if asks_the_lab(route.dependant)]
    assert len(routes) > 5
    for name, role in people_of(operator).items():
        who = house.sign_in.peek(house.as_(operator, name).token)
        for route in routes:
            if may_ask(who) and (route.path.endswith(ENDLESS) or "{game}/" in route.path):
                continue  # it never ends, or the lab works for minutes
            answer = house.as_(operator, name).get(address(operator, route.path), Cookie=cookie(house, operator, name))
            assert (answer.status_code == 403) != may_ask(who), (route.path, role, answer.status_code)


def cookie(house: House, operator: str, name: str) -> str:
    """The cookie of a person's session, for pages."""
    return f"pitboss={house.as_(operator, name).token}"
