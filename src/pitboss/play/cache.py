"""Answers of play that are needed in every round, computed once. This is the only cache of the kernel and the games.

A table asks for the same deals, questions and grounds in every round, and reads them back with one look into a dict. In
the rounds of `bench/engine.py` the engine plays 1.3 times as many rounds with it as without (1.1 of Pontoon's, 1.4 of
Mississippi Stud's).
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Cache(dict[K, V]):
    """The answers of a function by its argument; when there are too many, all of them are forgotten."""

    def __init__(self, make: Callable[[K], V], most: int = 1_000) -> None:
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        made = self[key] = self._make(key)
        return made


class answers(Generic[K, V]):  # noqa: N801  a decorator
    """A method of one argument that is worked out once for each: it is read like a table, `game.deals[areas]`."""

    def __init__(self, method: Callable[[Any, K], V]) -> None:
        self._method, self.__doc__ = method, method.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, game: Any, _: type | None = None) -> Cache[K, V]:
        made = Cache[K, V](partial(self._method, game))
        setattr(game, self._name, made)  # which is found first from now on
        return made
