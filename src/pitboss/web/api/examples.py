"""Examples for every body: a sample for each field by its name, else by its type."""

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, Union

from pitboss.cards import Card
from pitboss.floor.service.commands import Actor
from pitboss.play.acts import Act
from pitboss.web.api.bodies import is_record

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
    if kind == Act:
        return ACT
    if kind is Actor:
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
