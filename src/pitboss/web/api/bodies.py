"""Bodies of commands: each command of the floor as a model that FastAPI checks and documents, and back to the command.

The models follow the commands' own types, so that a command that the floor learns is one that the API takes. What the
request says elsewhere (the table, the patron) is not in the body; an approver is named by their own sign-in.
"""

import re
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model

from pitboss.cards import Card
from pitboss.cards.card import parse_card
from pitboss.floor.service.commands import Actor
from pitboss.play.acts import Act
from pitboss.play.codec import DecodeError, decode_act
from pitboss.value import Value, log_name

_MOST = 10**15
_MANY = 1_000
Whole = Annotated[int, Field(strict=True, ge=-_MOST, le=_MOST)]
Text = Annotated[str, Field(strict=True, max_length=400)]
Flag = Annotated[bool, Field(strict=True)]
_PLAIN: dict[Any, Any] = {int: Whole, str: Text, bool: Flag, type(None): None}


class Approval(BaseModel):
    """Somebody else's approval: they sign for it with their own name and password."""

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
    hints = typing.get_type_hints(kind)
    fields: dict[str, Any] = {
        name: (_shape(hints[name]), _default(kind, name)) for name in kind._fields if name not in without
    }
    extra: dict[str, Any] = {"examples": [example]} if example is not None else {}
    config = ConfigDict(extra="forbid", json_schema_extra=extra)
    made: type[BaseModel] = create_model(log_name(kind), __config__=config, __doc__=kind.__doc__, **fields)
    return made


_model = cache(model_of)


def _default(kind: type[Value], name: str) -> Any:
    """What a field is that is left out, as the schema writes it: a value in it as the list of what it holds."""
    default = kind._field_defaults.get(name, ...)
    return tuple(default._asdict().values()) if isinstance(default, Value) else default


def _shape(kind: Any) -> Any:
    """The type of a field in a model."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == Act:
        return Annotated[ActBody, Field(examples=[_EXAMPLE_ACT])]
    if kind is Actor:
        return Approval
    if kind is Card:
        return Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|\?\?)$", examples=["As"])]
    if is_record(kind):
        return _model(kind)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
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
    said = {name: getattr(body, name) for name in body.model_fields_set} if body is not None else {}
    hints = typing.get_type_hints(kind)
    return kind(
        **{name: _value(hints[name], part) for name, part in said.items() if name not in elsewhere}, **elsewhere
    )


def _value(kind: Any, part: Any) -> Any:
    """A part of a body as the floor's own value."""
    if isinstance(part, ActBody):
        return read_act(part.model_dump())
    if isinstance(part, Approval):
        raise DecodeError("an approval is checked before a command is made")
    if isinstance(part, BaseModel):
        return command_of(_record_in(kind), part)
    if isinstance(part, Mapping):
        inner = typing.get_args(kind)[1]
        return {name: _value(inner, value) for name, value in part.items()}
    if isinstance(part, tuple):
        inner = next(iter(typing.get_args(_tuple_in(kind))))
        return tuple(_value(inner, value) for value in part)
    return parse_card(part) if kind is Card else part


def _record_in(kind: Any) -> type:
    """The kind of value of a type that may leave it out."""
    found: type = kind if is_record(kind) else next(part for part in typing.get_args(kind) if is_record(part))
    return found


def _tuple_in(kind: Any) -> Any:
    if typing.get_origin(kind) is tuple:
        return kind
    return next(part for part in typing.get_args(kind) if typing.get_origin(part) is tuple)


_DEEPEST = 8
_SHAPES = (dict, list, str, int, bool, type(None))


def read_act(data: Any) -> Act:
    """Read an act, whatever was sent in its place."""
    _check_plain(data, _DEEPEST)
    try:
        return decode_act(data)
    except DecodeError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, StopIteration):
        raise DecodeError(f"This is no {data['type']}: a part of it is missing or is something else.") from None


def _check_plain(data: Any, depth: int) -> None:
    if not depth or type(data) not in _SHAPES:
        raise DecodeError("An act holds texts, whole numbers, lists and tables, and not deep in each other.")
    if isinstance(data, int) and abs(data) > _MOST:
        raise DecodeError("That number is too large.")
    if isinstance(data, str) and (len(data) > 400 or "\0" in data or not data.isprintable()):
        raise DecodeError("That text is too long, or holds what is no text.")
    parts = [*data, *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else []
    if len(parts) > _MANY:
        raise DecodeError("That is too much at once.")
    for part in parts:
        _check_plain(part, depth - 1)


def path_of(name: str) -> str:
    """A command's name in an address: ColourChange is colour-change."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
