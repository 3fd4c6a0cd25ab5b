"""Commands as requests: every command of the floor has its address, its body and its example."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from fastapi import Body, FastAPI, Request
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from pitboss.floor.commands import Actor, CloseTable, DealOn, OpenTable, Order, TakeAct
from pitboss.floor.desk import Handler
from pitboss.web.api import problems
from pitboss.web.api.bodies import Approval, approver_field, command_of, model_of, path_of
from pitboss.web.api.examples import example_of
from pitboss.web.api.shared import Api, Key, PatronName, TableName, Who

NAMES: dict[type, str] = {OpenTable: "open", CloseTable: "close", TakeAct: "acts", DealOn: "deal"}
"""What commands are called in an address, where it is not by their own name."""

PLACES = {"table": "tables", "patron": "patrons"}
"""The first field of a command says where it belongs."""


class Address(NamedTuple):
    """Where a command is sent."""

    place: str
    name: str

    def __str__(self) -> str:
        return f"/api/{PLACES[self.place]}/{{{self.place}}}/{self.name}"


def address_of(command: type) -> Address:
    """Where a command is sent."""
    place: str = command._fields[0]  # type: ignore[attr-defined]
    return Address(place, NAMES.get(command) or path_of(command.__name__))


def install(app: FastAPI, api: Api) -> None:
    """Give every command that the floor handles a route."""
    for command, handler in api.floor.handlers.items():
        if getattr(command, "_fields", ())[:1] in (("table",), ("patron",)):
            _route(app, api, command, handler)


def _route(app: FastAPI, api: Api, command: type, handler: Handler) -> None:
    address = address_of(command)
    model = model_of(command, (address.place,), example_of(command, (address.place,)))
    endpoint = _with_body(api, command, address, model) if model.model_fields else _bare(api, command, address)
    app.post(
        str(address),
        tags=[PLACES[address.place]],
        summary=(command.__doc__ or command.__name__).split("\n")[0],
        description=handler.__doc__,
        name=command.__name__,
        responses=problems.RESPONSES,
    )(endpoint)


Endpoint = Callable[..., Any]


def _with_body(api: Api, command: type, address: Address, model: type[BaseModel]) -> Endpoint:
    """An endpoint for a command that says something."""
    if address.place == "table":

        async def at_table(
            table: TableName, who: Who, key: Key, request: Request, body: Annotated[Any, Body()]
        ) -> dict[str, Any]:
            return await _carry_out(api, request, Given(who, key, command, body, {"table": table}))

        return _taking(at_table, model)

    async def of_patron(
        patron: PatronName, who: Who, key: Key, request: Request, body: Annotated[Any, Body()]
    ) -> dict[str, Any]:
        return await _carry_out(api, request, Given(who, key, command, body, {"patron": patron}))

    return _taking(of_patron, model)


def _bare(api: Api, command: type, address: Address) -> Endpoint:
    """An endpoint for a command that says nothing but what it is."""
    if address.place == "table":

        async def at_table(table: TableName, who: Who, key: Key, request: Request) -> dict[str, Any]:
            return await _carry_out(api, request, Given(who, key, command, None, {"table": table}))

        return at_table

    async def of_patron(patron: PatronName, who: Who, key: Key, request: Request) -> dict[str, Any]:
        return await _carry_out(api, request, Given(who, key, command, None, {"patron": patron}))

    return of_patron


def _taking(endpoint: Endpoint, model: type[BaseModel]) -> Endpoint:
    """The endpoint with the model of its body, which is known only now."""
    endpoint.__annotations__["body"] = model
    return endpoint


class Given(NamedTuple):
    """A command as it was sent."""

    who: Actor
    key: str
    command: type
    body: BaseModel | None
    elsewhere: dict[str, Any]


async def _carry_out(api: Api, request: Request, given: Given) -> dict[str, Any]:
    elsewhere = dict(given.elsewhere)
    if "table" in elsewhere and given.command is not OpenTable:
        api.desk(request, given.who.operator, elsewhere["table"])
    if field := approver_field(given.command):
        elsewhere[field] = await run_in_threadpool(_approver, api, given.who.operator, getattr(given.body, field))
    return await api.do(Order(given.who, command_of(given.command, given.body, **elsewhere), given.key))


def _approver(api: Api, operator: str, approval: Approval) -> Actor:
    """Whoever approves: they give their own password, and no session comes of it."""
    token = api.sign_in.sign_in(operator, approval.name, approval.password)
    approver = api.sign_in.who(token)
    api.sign_in.sign_out(token)
    return approver
