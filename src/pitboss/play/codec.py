"""Values of play as plain data and back: what is written to a log, a file or a page.

Driven by the types themselves: a value or a round becomes a table of its fields, and one that stands in
a union says which it is. Cards are written `As`, grounds by name, exact amounts as `n/d`.
"""

import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, cast

from pitboss.cards import Card
from pitboss.cards.card import parse_card
from pitboss.law import Ground, ground
from pitboss.law.rules import Rules
from pitboss.play.acts import ACTS, Act
from pitboss.play.events import Event
from pitboss.play.round import Game, Round
from pitboss.play.terms import Terms
from pitboss.value import declared_name

T = TypeVar("T")
Plain = Any
"""Data as JSON and TOML know it."""

GameMaker = Callable[[Rules, Terms], Game]


class DecodeError(ValueError):
    """Data that is not a value of play; the message says where."""


def encode(value: object) -> Plain:
    """Turn a value into plain data."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Ground):
        return str(value)
    if isinstance(value, Game):
        return _encode_game(value)
    kind = _known(type(value))
    if kind is not None:
        name, fields = kind
        return {"type": name} | {field: encode(getattr(value, field)) for field in fields}
    if isinstance(value, tuple):
        return [encode(part) for part in value]
    if isinstance(value, frozenset):
        return sorted([encode(part) for part in value])
    if isinstance(value, Mapping):
        return {key: encode(part) for key, part in value.items()}
    return value


_KNOWN: dict[type, tuple[str, tuple[str, ...]] | None] = {}


def _known(kind: type) -> tuple[str, tuple[str, ...]] | None:
    """The name and the fields of a kind of value, looked up once; nothing for data that has none."""
    if kind not in _KNOWN:
        _KNOWN[kind] = (_name(kind), kind._fields) if hasattr(kind, "_fields") else None
    return _KNOWN[kind]


def _name(kind: type) -> str:
    """How data names a kind of value: as the kind declares it, or by its class where no log has it (needs, rounds)."""
    return declared_name(kind) or kind.__name__


def _encode_game(game: Game) -> Plain:
    rules = game.rules
    return {
        "game": rules.game.name,
        "version": rules.edition.version,
        "off": sorted(rules.off),
        "replaced": {str(old): str(new) for old, new in rules.replaced.items()},
        "readings": dict(rules.choices),
        "granted": sorted(rules.granted),
        "terms": encode(game.terms),
    }


def decode(kind: type[T], data: Plain, make_game: GameMaker | None = None) -> T:
    """Turn plain data back into a value of a type."""
    return cast(T, _decode(kind, data, make_game))


def decode_act(data: Plain) -> Act:
    """Turn plain data back into an act."""
    return cast(Act, _decode(Act, data, None))


def decode_event(data: Plain) -> Event:
    """Turn plain data back into an event."""
    return cast(Event, _decode(Event, data, None))


def decode_round(data: Plain, make_game: GameMaker) -> Round:
    """Turn plain data back into a round."""
    return decode(Round, data, make_game)


@cache
def _fields(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind, localns={"Game": Game})


def _decode(kind: Any, data: Plain, make_game: GameMaker | None) -> object:
    origin = typing.get_origin(kind)
    if kind is Act or origin in (Union, types.UnionType):
        return _decode_union(ACTS if kind is Act else typing.get_args(kind), data, make_game)
    if origin in (tuple, frozenset):
        inner = typing.get_args(kind)[0]
        return origin(_decode(inner, part, make_game) for part in data)
    if origin is typing.Literal:
        return data
    if origin is not None and issubclass(origin, Mapping):
        inner = typing.get_args(kind)[1]
        return {key: _decode(inner, part, make_game) for key, part in data.items()}
    if issubclass(kind, Card):
        return parse_card(data)
    if issubclass(kind, Ground):
        return ground(data)
    if issubclass(kind, Game):
        return _decode_game(data, make_game)
    if issubclass(kind, Enum):
        return kind(data)
    if hasattr(kind, "_fields"):
        hints = _fields(kind)
        unknown = set(data) - set(kind._fields) - {"type"}
        if unknown:
            raise DecodeError(f"{_name(kind)} has no {', '.join(sorted(unknown))}")
        return kind(**{name: _decode(hints[name], part, make_game) for name, part in data.items() if name != "type"})
    if (kind is int and isinstance(data, bool)) or not isinstance(data, kind):
        raise DecodeError(f"{data!r} is not {kind.__name__}")
    return data


def _decode_union(kinds: tuple[Any, ...], data: Plain, make_game: GameMaker | None) -> object:
    if data is None:
        return None
    if isinstance(data, dict) and "type" in data:
        for kind in kinds:
            if _name(kind) == data["type"]:
                return _decode(kind, data, make_game)
        raise DecodeError(f"there is no {data['type']} here")
    if Fraction in kinds and isinstance(data, str):
        return Fraction(data)
    if type(data) in kinds:  # a choice may be a word, a number or a flag
        return data
    first = next(kind for kind in kinds if kind not in (type(None), Fraction))
    return _decode(first, data, make_game)


def _decode_game(data: Plain, make_game: GameMaker | None) -> Game:
    if make_game is None:
        raise DecodeError("a round needs to know how its game is made")
    rules = Rules.of(data["game"], data["version"]).amend(
        off=[_key(name) for name in data["off"]],
        replace_with={_key(old): _key(new) for old, new in data["replaced"].items()},
        readings=data["readings"],
        grant=[_key(name) for name in data["granted"]],
    )
    return make_game(rules, decode(Terms, data["terms"]))


def _key(name: str) -> Any:
    return ground(name)
