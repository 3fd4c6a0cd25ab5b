"""Commands as requests: every command of the floor has its address, its body as a model that FastAPI checks and
documents, and an example.

The models follow the commands' own types, so that a command that the floor learns is one that the API takes. What the
request says elsewhere (the table, the patron) is not in the body; an approver is named by their own sign-in.
"""

import re
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal, Union

from fastapi import Body, FastAPI, Request
from pydantic import BaseModel, ConfigDict, Field, create_model

from pitboss.cards import Card
from pitboss.floor.people import permission, signin
from pitboss.floor.service import commands, forms
from pitboss.floor.tables import opening, playing
from pitboss.messages import say
from pitboss.play import acts, codec
from pitboss.value import Value, log_name
from pitboss.web.api import dependencies, middleware, problems

# Bodies.

_MOST = 10**15
_MANY = 1_000
Whole = Annotated[int, Field(strict=True, ge=-_MOST, le=_MOST)]
Text = Annotated[str, Field(strict=True, max_length=400)]
LongText = Annotated[str, Field(strict=True, max_length=forms.LONG_LETTERS)]
Flag = Annotated[bool, Field(strict=True)]
_PLAIN: dict[Any, Any] = {int: Whole, str: Text, bool: Flag, type(None): None}


class ApprovalBody(BaseModel):
    """Another person's approval: they sign for it with their own name and password."""

    model_config = ConfigDict(extra="forbid")
    name: Text = Field(examples=["gaming-manager"])
    password: Text = Field(examples=["a long secret"])


class ActBody(BaseModel):
    """An act as the records of rounds write it: its type and its parts, naming the need that it answers."""

    model_config = ConfigDict(extra="allow")
    type: Text = Field(examples=["Decide"])


_EXAMPLE_ACT = {"type": "Decide", "need": "play-1", "patron": "ann", "option": "stand"}


def is_record(kind: Any) -> bool:
    """Say whether a type is a kind of value."""
    return isinstance(kind, type) and issubclass(kind, Value)


def model_of(kind: type[Value], without: tuple[str, ...] = (), example: Any = None) -> type[BaseModel]:
    """The model of a command or of a value in one, but for the fields that the request says elsewhere."""
    hints = typing.get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {}
    for name in kind._fields:
        if name not in without:
            default = kind._field_defaults.get(name, ...)
            if isinstance(default, Value):  # the schema writes it as the list of what it holds
                default = tuple(default._asdict().values())
            fields[name] = (_shape(hints[name]), default)
    extra: dict[str, Any] = {"examples": [example]} if example is not None else {}
    config = ConfigDict(extra="forbid", json_schema_extra=extra)
    made: type[BaseModel] = create_model(log_name(kind), __config__=config, __doc__=kind.__doc__, **fields)
    return made


_model = cache(model_of)


def _shape(kind: Any) -> Any:
    """The type of a field in a model."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        is_long = any(isinstance(asks, forms.FieldPrompt) and asks.kind == forms.LONG for asks in inner[1:])
        return LongText if is_long else _shape(inner[0])
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == acts.Act:
        return Annotated[ActBody, Field(examples=[_EXAMPLE_ACT])]
    if kind is commands.Actor:
        return ApprovalBody
    if kind is Card:
        return Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|\?\?)$", examples=["As"])]
    if is_record(kind):
        return _model(kind)
    if origin is Literal:
        return kind
    if origin in (Union, types.UnionType):
        return Union[tuple(_shape(part) for part in inner)]  # noqa: UP007  built, not written
    if origin is tuple:
        return Annotated[tuple[_shape(inner[0]), ...], Field(max_length=_MANY)]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return Annotated[dict[Text, _shape(inner[1])], Field(max_length=_MANY)]  # type: ignore[misc]
    raise TypeError(f"a body cannot hold {kind}")


def command_of(kind: type, body: BaseModel | None, **elsewhere: Any) -> Any:
    """The command that a body stands for, with what the request said elsewhere."""
    said = body.model_dump(mode="json", exclude_unset=True, exclude=set(elsewhere)) if body is not None else {}
    _check_plain(said, _DEEPEST)
    hints = typing.get_type_hints(kind)
    try:
        parts = {name: codec.decode(hints[name], part) for name, part in said.items()}
    except codec.DecodeError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, StopIteration):
        raise codec.DecodeError(
            say("This is not a {command}: a part of it is missing or wrong.", command=log_name(kind))
        ) from None
    return kind(**parts, **elsewhere)


_DEEPEST = 8
_SHAPES = (dict, list, str, int, bool, type(None))


def _check_plain(data: Any, depth: int) -> None:
    if not depth or type(data) not in _SHAPES:
        raise codec.DecodeError("An act holds texts, whole numbers, lists and tables, and is not nested deeply.")
    if isinstance(data, int) and abs(data) > _MOST:
        raise codec.DecodeError("That number is too large.")
    if isinstance(data, str) and (len(data) > forms.LONG_LETTERS or "\0" in data or not data.isprintable()):
        raise codec.DecodeError("The text is too long or has characters that are not allowed.")
    parts = [*data, *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else []
    if len(parts) > _MANY:
        raise codec.DecodeError("A list or a table has too many entries: send fewer.")
    for part in parts:
        _check_plain(part, depth - 1)


def path_of(name: str) -> str:
    """A command's name in an address: ColourChange is colour-change."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


# Examples.

_LIMITS = {"ante": {"minimum_cents": 2500, "maximum_cents": 50000, "unit_cents": 0}}
BY_NAME: dict[str, Any] = {
    "patron": "ann",
    "table": "7",
    "game": "star-caribbean-stud",
    "terms": {"limits": _LIMITS, "device": "shoe", "money": True},
    "limits": _LIMITS,
    "chip_cents": 2500,
    "pieces": 4,
    "cents": 10000,
    "how": "cashless",
    "pack": "seal 12",
    "reason": "asked for by the player",
    "words": "the payout was short",
    "about": "the payout of the last round",
    "voucher": "V-1001",
    "version": None,
    "readings": {},
    "granted": [],
    "unit": "AUD",
    "round": 0,
    "area": 3,
    "areas": [3, 4],
    "spot": "ante",
    "period": "day",
    "until": "2026-03-01T10:00:00.000000Z",
    "ruling": "the payout stands",
}
BY_TYPE: dict[Any, Any] = {str: "text", int: 1, bool: True, type(None): None, Card: "As"}
ACT = {
    "type": "Place",
    "need": "wagers",
    "patron": "ann",
    "area": 1,
    "spot": "ante",
    "stake": {"pieces": [{"kind": "chips", "cents": 2500}]},
}


def example_of(kind: type, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """An example of a command's body; what has a default stays out unless it has a sample of its own."""
    hints = typing.get_type_hints(kind)
    defaults: Mapping[str, Any] = kind._field_defaults  # type: ignore[attr-defined]
    names = [name for name in kind._fields if name not in without]  # type: ignore[attr-defined]
    return {
        name: BY_NAME[name] if name in BY_NAME and not is_record(hints[name]) else _sample(name, hints[name])
        for name in names
        if name not in defaults
    }


def _sample(name: str, kind: Any) -> Any:
    if kind == acts.Act:
        return ACT
    if kind is commands.Actor:
        return {"name": "gaming-manager", "password": "a long secret"}
    if name in BY_NAME:
        return BY_NAME[name]
    if kind in BY_TYPE:
        return BY_TYPE[kind]
    if is_record(kind):
        return example_of(kind)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal or origin in (Union, types.UnionType):
        return inner[0] if origin is Literal else _sample("", inner[0])
    return [_sample("", inner[0])] if origin is tuple else {"ante": _sample("", inner[1])}


# Routes.

NAMES: dict[type, str] = {
    opening.OpenTable: "open",
    opening.CloseTable: "close",
    playing.TakeAct: "acts",
    playing.DealOn: "deal",
}
"""What commands are called in an address, where it is not by their own name."""

PLACES = {
    "table": "tables",
    "patron": "patrons",
    "person": "people",
    "meter": "meters",
    "id": "mispayments",
    "tournament": "tournaments",
    "promotion": "promotions",
    "return_kind": "returns",
}
"""The first field of a command says where it belongs."""


class Address(Value):
    """Where a command is sent."""

    place: str
    name: str

    def __str__(self) -> str:
        return f"/api/{PLACES[self.place]}/{{{self.place}}}/{self.name}"


def address_of(command: type[commands.Command]) -> Address:
    """Where a command is sent."""
    return Address(command._fields[0], NAMES.get(command) or path_of(log_name(command)))


def install(app: FastAPI) -> None:
    """Give every command of the floor a route."""
    for command in ordered_kinds():
        if address_of(command).place in PLACES:
            app.router.routes.append(_route(command))


def ordered_kinds() -> list[Any]:
    """The commands of the floor in the order in which the operators' files list them."""
    kinds = commands.command_kinds()
    return [kinds[name] for name in permission.permissions() if name in kinds]


@cache
def _route(command: Any) -> middleware.ApiRoute:
    """The route of a command. It finds the floor through the application that is asked, so that it is made once."""
    address = address_of(command)
    model = model_of(command, (address.place,), example_of(command, (address.place,)))
    return middleware.ApiRoute(
        str(address),
        _endpoint(command, address, model),
        methods=["POST"],
        tags=[PLACES[address.place]],
        summary=(command.__doc__ or log_name(command)).split("\n")[0],
        name=log_name(command),
        responses=problems.RESPONSES,
    )


def _endpoint(command: type[commands.Command], address: Address, model: type[BaseModel]) -> Callable[..., Any]:
    """The function behind a route; its signature says what FastAPI reads from a request."""

    async def endpoint(**said: Any) -> dict[str, Any]:
        given = SentCommand(said["who"], said["key"], command, said.get("body"), {address.place: said[address.place]})
        request: Request = said["request"]
        return await _carry_out(request.app.state.api, request, given)

    wanted = {
        address.place: _NAMES[address.place],
        "who": dependencies.Who,
        "key": dependencies.Key,
        "request": Request,
    }
    parts = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in wanted.items()]
    if model.model_fields:
        has_to = any(field.is_required() for field in model.model_fields.values())
        default = Parameter.empty if has_to else model()  # a body that need not say anything need not be there
        said: Any = Annotated[model, Body()]
        parts.append(Parameter("body", Parameter.KEYWORD_ONLY, default=default, annotation=said))
    endpoint.__signature__ = Signature(parts)  # type: ignore[attr-defined]
    return endpoint


_NAMES: dict[str, Any] = {
    "table": dependencies.TableName,
    "patron": dependencies.PatronName,
    "person": dependencies.PersonName,
    "meter": dependencies.MeterName,
    "id": dependencies.CaseName,
    "tournament": dependencies.TournamentName,
    "promotion": dependencies.PromotionName,
    "return_kind": dependencies.ReturnName,
}


class SentCommand(Value):
    """A command as it was sent."""

    who: commands.Actor
    key: str
    command: type[commands.Command]
    body: BaseModel | None
    elsewhere: dict[str, Any]


async def _carry_out(api: dependencies.Api, request: Request, given: SentCommand) -> dict[str, Any]:
    elsewhere = dict(given.elsewhere)
    if "table" in elsewhere and given.command is not opening.OpenTable:
        api.table(request, given.who.operator, elsewhere["table"])
    if (approval := getattr(given.body, "approver", None)) is not None:
        named = given.who.operator, approval.name
        elsewhere["approver"] = await api.passwords.do(request, named, _approver, api, given.who.operator, approval)
    return await api.do(commands.Order(given.who, command_of(given.command, given.body, **elsewhere), given.key))


def _approver(api: dependencies.Api, operator: str, approval: ApprovalBody) -> commands.Actor:
    """The approver, who gives their own password, and gets no session for it. A wrong one counts towards the lock of
    the approver's name, and leaves the asker signed in."""
    try:
        return api.sign_in.identify_by_password(operator, approval.name, approval.password)
    except signin.NotSignedIn:
        words = (
            "The approver's name or password is wrong, or the approver's account is locked for a while. "
            "You are still signed in."
        )
        raise problems.PasswordRefused(words) from None
    except signin.MustChangePassword:
        words = "Another person set the approver's password: the approver signs in and changes it before approving."
        raise problems.PasswordRefused(words) from None
