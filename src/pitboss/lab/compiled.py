"""How the innermost functions of the lab are compiled.

Numba counts who refers to an array, at every call and at every way out of a function. Where a function makes no array
of its own that is work for nothing, and where it does little else it is most of the time: `inner` leaves it out.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])
OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def inner(function: Function) -> Function:
    """Compile a function that makes no arrays."""
    return cast(Function, njit(**OPTIONS)(function))
