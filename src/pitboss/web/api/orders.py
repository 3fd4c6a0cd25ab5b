"""Commands as requests: every command of the floor has its address, its body and its example."""

from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request
from pydantic import BaseModel

from pitboss.floor.people.permission import approver_field
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service.commands import Actor, CloseTable, DealOn, OpenTable, Order, TakeAct
from pitboss.value import Value, log_name
from pitboss.web.api import problems
from pitboss.web.api.bodies import Approval, command_of, model_of, path_of
from pitboss.web.api.examples import example_of
from pitboss.web.api.shared import Api, CaseName, Key, PatronName, PersonName, TableName, Who
from pitboss.web.api.wire import ApiRoute

NAMES: dict[type, str] = {OpenTable: "open", CloseTable: "close", TakeAct: "acts", DealOn: "deal"}
"""What commands are called in an address, where it is not by their own name."""

PLACES = {"table": "tables", "patron": "patrons", "person": "people", "id": "mispayments"}
"""The first field of a command says where it belongs."""


class Address(Value):
    """Where a command is sent."""

    place: str
    name: str

    def __str__(self) -> str:
        return f"/api/{PLACES[self.place]}/{{{self.place}}}/{self.name}"


def address_of(command: type) -> Address:
    """Where a command is sent."""
    place: str = command._fields[0]  # type: ignore[attr-defined]
    return Address(place, NAMES.get(command) or path_of(log_name(command)))


def install(app: FastAPI, api: Api) -> None:
    """Give every command that the floor and its offices carry out a route."""
    for command in (*api.floor.handlers, *api.floor.offices):
        if address_of(command).place in PLACES:
            app.router.routes.append(_route(command))


@cache
def _route(command: type) -> ApiRoute:
    """The route of a command. It finds the floor through the application that is asked, so that it is made once."""
    address = address_of(command)
    model = model_of(command, (address.place,), example_of(command, (address.place,)))
    return ApiRoute(
        str(address),
        _endpoint(command, address, model),
        methods=["POST"],
        tags=[PLACES[address.place]],
        summary=(command.__doc__ or log_name(command)).split("\n")[0],
        name=log_name(command),
        responses=problems.RESPONSES,
    )


def _endpoint(command: type, address: Address, model: type[BaseModel]) -> Callable[..., Any]:
    """The function behind a route; its signature says what FastAPI reads from a request."""

    async def endpoint(**said: Any) -> dict[str, Any]:
        given = Given(said["who"], said["key"], command, said.get("body"), {address.place: said[address.place]})
        request: Request = said["request"]
        return await _carry_out(request.app.state.api, request, given)

    wanted = {address.place: _NAMES[address.place], "who": Who, "key": Key, "request": Request}
    parts = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in wanted.items()]
    if model.model_fields:
        has_to = any(field.is_required() for field in model.model_fields.values())
        default = Parameter.empty if has_to else model()  # a body that need not say anything need not be there
        said: Any = Annotated[model, Body()]
        parts.append(Parameter("body", Parameter.KEYWORD_ONLY, default=default, annotation=said))
    endpoint.__signature__ = Signature(parts)  # type: ignore[attr-defined]
    return endpoint


_NAMES: dict[str, Any] = {"table": TableName, "patron": PatronName, "person": PersonName, "id": CaseName}


class Given(Value):
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
    field = approver_field(given.command)
    if field and (approval := getattr(given.body, field)) is not None:
        named = given.who.operator, approval.name
        elsewhere[field] = await api.passwords.do(request, named, _approver, api, given.who.operator, approval)
    return await api.do(Order(given.who, command_of(given.command, given.body, **elsewhere), given.key))


def _approver(api: Api, operator: str, approval: Approval) -> Actor:
    """Whoever approves: they give their own password, and no session comes of it. A wrong one counts towards the lock
    of the approver's name, and leaves the asker signed in."""
    try:
        return api.sign_in.vouch(operator, approval.name, approval.password)
    except NotSignedIn:
        words = "The approver's name and password do not go together, or the approver's account is locked for a while."
        raise problems.NotVouched(f"{words} You are still signed in.") from None
    except MustChangePassword:
        words = "Another person set the approver's password: the approver signs in and changes it before approving."
        raise problems.NotVouched(words) from None
