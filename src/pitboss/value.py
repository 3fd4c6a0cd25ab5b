"""Values: fixed once made, compared by what they are and hold, and cheap to make, to read and to change a copy of.

Play makes dozens of them a round and reads them hundreds of times, so they are structs of `msgspec`, whose fields lie
in slots; none of them can hold itself, so the garbage collector need not look at them. A kind that holds what is no
value, and so perhaps itself (the error in a future, by its traceback), says `gc=True`.

A kind of value that is written to a log declares its name there, `class Place(Value, tag="Place")`: the class may be
renamed, the name may not, for what is written is never rewritten.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Self, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, structs


def declared_name(kind: type) -> str | None:
    """The name on the log that a kind of value declares; nothing for one that no log has."""
    config: Any = getattr(kind, "__struct_config__", None)
    return config.tag if config is not None else None


def log_name(kind: type) -> str:
    """The name on the log of a kind of value that may be there."""
    config: Any = getattr(kind, "__struct_config__", None)
    if config is None or config.tag is None:
        raise TypeError(f"{kind.__name__} is written to a log: declare its name there, as tag=")
    name: str = config.tag
    return name


class _Fields:
    """The names of a value's fields, in order."""

    def __get__(self, _: object, kind: type[Struct]) -> tuple[str, ...]:
        return kind.__struct_fields__


class _Defaults:
    """The default values of the fields that have one."""

    def __get__(self, _: object, kind: type[Struct]) -> Mapping[str, Any]:
        return _defaults(kind)


@cache
def _defaults(kind: type[Struct]) -> Mapping[str, Any]:
    """Looked up once for each kind; a table that is empty by default is kept by `msgspec` as the way to make one."""
    found = [field for field in structs.fields(kind) if not field.required]
    return MappingProxyType(
        {field.name: field.default if field.default is not NODEFAULT else field.default_factory() for field in found}
    )


@dataclass_transform(frozen_default=True)
class ValueMeta(StructMeta):
    """The kind of a value, which the type checker takes to be frozen without its saying so."""


class Value(Struct, metaclass=ValueMeta, frozen=True, gc=False):
    """A value. Its fields and a changed copy go by the names that named tuples have for them."""

    _fields: ClassVar[_Fields] = _Fields()
    _field_defaults: ClassVar[_Defaults] = _Defaults()

    def _replace(self, **changes: Any) -> Self:
        return structs.replace(self, **changes)

    def _asdict(self) -> dict[str, Any]:
        return structs.asdict(self)


replace = structs.replace
"""A copy of a value with some of its fields changed."""
