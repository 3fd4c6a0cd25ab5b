"""The values of play: fixed once made, compared by what they hold, and cheap to make, to read and to change a copy of.

Play makes dozens of them a round and reads them hundreds of times, so they are structs of `msgspec`, whose fields lie
in slots; none of them can hold itself, so the garbage collector need not look at them.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

from msgspec import Struct, structs

T = TypeVar("T", bound="Value")


class _Fields:
    """The names of a value's fields, in order."""

    def __get__(self, _: object, kind: type[Struct]) -> tuple[str, ...]:
        return kind.__struct_fields__


class _Defaults:
    """What a value has in the fields that its maker may leave out."""

    def __get__(self, _: object, kind: type[Struct]) -> Mapping[str, Any]:
        defaults = kind.__struct_defaults__
        return dict(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    class Value:
        """A value, as the type checker sees it: frozen without every kind's saying so."""

        def __init_subclass__(cls, *, kw_only: bool = False, frozen: bool = True, gc: bool = False) -> None: ...

        _fields: ClassVar[tuple[str, ...]]
        _field_defaults: ClassVar[Mapping[str, Any]]

        def _replace(self, **changes: Any) -> Self: ...

    def replace(value: T, /, **changes: Any) -> T:
        """A copy of a value with some of its fields changed."""

else:
    replace = structs.replace

    class Value(Struct, frozen=True, gc=False):
        """A value. Its fields and a changed copy go by the names that named tuples have for them."""

        _fields: ClassVar[_Fields] = _Fields()
        _field_defaults: ClassVar[_Defaults] = _Defaults()

        def _replace(self, **changes: Any) -> Self:
            return structs.replace(self, **changes)
