"""Values of play as plain data and back: what is written to a log, a file or a page.

Driven by the types themselves: a value or a round becomes a table of its fields, and one that stands in
a union says which it is. Cards are written `As`, grounds by name, exact amounts as `n/d`.
"""

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, cast

from msgspec.structs import asdict

from pitboss.cards.card import NAMES, Card, parse_card
from pitboss.law import Ground, Key, Rules, ground
from pitboss.messages import Message, english, say
from pitboss.play.acts import ACTS, Act
from pitboss.play.cache import Cache
from pitboss.play.events import Event
from pitboss.play.round import Game
from pitboss.play.terms import Terms
from pitboss.value import Value, declared_name

T = TypeVar("T")
Plain = Any
"""Data as JSON and TOML know it."""

GameMaker = Callable[[Rules, Terms], Game]


class DecodeError(ValueError):
    """Data that is not a value of play; the message says where."""


Encoder = Callable[[Any], Plain]


def encode(value: object) -> Plain:
    """Turn a value into plain data."""
    to_plain = _encoder[type(value)]
    return value if to_plain is None else to_plain(value)


def _make_encoder(kind: Any) -> Encoder | None:
    """How a kind is turned into plain data; nothing for one that is plain already."""
    if issubclass(kind, Card):
        return NAMES.__getitem__
    if issubclass(kind, Ground):
        return str
    if issubclass(kind, Message):
        return english
    if issubclass(kind, Fraction):
        return lambda value: f"{value.numerator}/{value.denominator}"
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, Game):
        return _encode_game
    if issubclass(kind, Value):
        named = {"type": _name(kind)}
        return lambda value: named | _encode_table(asdict(value))
    if issubclass(kind, tuple):
        return _encode_row
    if issubclass(kind, frozenset):
        return lambda value: sorted(_encode_row(value))
    return _encode_table if issubclass(kind, Mapping) else None


_encoder = Cache(_make_encoder)
"""Looked up once for each kind, and plain parts are taken as they are: a command and an event are dozens of values."""


def _encode_row(parts: Iterable[Any]) -> list[Plain]:
    return [part if (to_plain := _encoder[type(part)]) is None else to_plain(part) for part in parts]


def _encode_table(table: Mapping[str, Any]) -> dict[str, Plain]:
    return {
        name: part if (to_plain := _encoder[type(part)]) is None else to_plain(part) for name, part in table.items()
    }


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


_FAMILIES: Mapping[type, tuple[type, ...]] = {Act: ACTS, Event: tuple(Event.__subclasses__())}
"""Kinds that stand for any of several, as a union does."""


@cache
def _fields(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind, localns={"Game": Game})


def _decode(kind: Any, data: Plain, make_game: GameMaker | None) -> object:
    origin = typing.get_origin(kind)
    if kind in _FAMILIES or origin in (Union, types.UnionType):
        return _decode_union(_FAMILIES.get(kind) or typing.get_args(kind), data, make_game)
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
    if issubclass(kind, Value):
        hints = _fields(kind)
        unknown = set(data) - set(kind._fields) - {"type"}
        if unknown:
            raise DecodeError(say("{kind} has no field {names}", kind=_name(kind), names=", ".join(sorted(unknown))))
        return kind(**{name: _decode(hints[name], part, make_game) for name, part in data.items() if name != "type"})
    if (kind is int and isinstance(data, bool)) or not isinstance(data, kind):
        raise DecodeError(say("{value} is not {kind}", value=repr(data), kind=kind.__name__))
    return data


def _decode_union(kinds: tuple[Any, ...], data: Plain, make_game: GameMaker | None) -> object:
    if data is None:
        return None
    if isinstance(data, dict) and "type" in data:
        for kind in kinds:
            if _name(kind) == data["type"]:
                return _decode(kind, data, make_game)
        raise DecodeError(say("{kind} is not allowed here", kind=data["type"]))
    if Fraction in kinds and isinstance(data, str):
        return Fraction(data)
    if type(data) in kinds:  # a choice may be a word, a number or a flag
        return data
    first = next(kind for kind in kinds if kind not in (type(None), Fraction))
    return _decode(first, data, make_game)


def _decode_game(data: Plain, make_game: GameMaker | None) -> Game:
    if make_game is None:
        raise DecodeError("a round is read with its game: none was given")
    rules = Rules.of(data["game"], data["version"]).amend(
        off=map(Key, data["off"]),
        replace_with={Key(old): Key(new) for old, new in data["replaced"].items()},
        readings=data["readings"],
        grant=map(Key, data["granted"]),
    )
    return make_game(rules, decode(Terms, data["terms"]))
