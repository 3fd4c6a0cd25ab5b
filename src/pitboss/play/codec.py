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


Encoder = Callable[[Any], Plain]
_ENCODERS: dict[type, Encoder] = {}
"""How each kind is turned into plain data, looked up once: a command and an event are dozens of values."""


def encode(value: object) -> Plain:
    """Turn a value into plain data."""
    kind = type(value)
    return (_ENCODERS.get(kind) or _encoder(kind))(value)


def _encoder(kind: type) -> Encoder:
    _ENCODERS[kind] = found = next((make(kind) for of, make in _MAKERS if of(kind)), _as_it_is)
    return found


def _as_it_is(value: Any) -> Plain:
    return value


def _encoder_of_fields(kind: Any) -> Encoder:
    name, fields = _name(kind), kind._fields

    def encode_fields(value: Any) -> Plain:
        return {"type": name} | {field: encode(getattr(value, field)) for field in fields}

    return encode_fields


def _is(*kinds: type) -> Callable[[type], bool]:
    return lambda kind: issubclass(kind, kinds)


_MAKERS: tuple[tuple[Callable[[type], bool], Callable[[type], Encoder]], ...] = (
    (_is(Card, Ground), lambda _: str),
    (_is(Fraction), lambda _: lambda value: f"{value.numerator}/{value.denominator}"),
    (_is(Enum), lambda _: lambda value: value.value),
    (_is(Game), lambda _: _encode_game),
    (lambda kind: hasattr(kind, "_fields"), _encoder_of_fields),
    (_is(tuple), lambda _: lambda value: [encode(part) for part in value]),
    (_is(frozenset), lambda _: lambda value: sorted([encode(part) for part in value])),
    (_is(Mapping), lambda _: lambda value: {key: encode(part) for key, part in value.items()}),
)
"""Which kinds are turned into plain data in which way; the others are plain."""


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
