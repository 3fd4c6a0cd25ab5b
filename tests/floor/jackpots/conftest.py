"""A pit with a jackpot for each test; at the end replay gives what it has, and the audit finds nothing."""

from collections.abc import Callable, Iterator

import pytest

from floor.jackpots.jackpot_pit import JackpotPit
from pitboss.floor.store import Store, open_store

Pits = Callable[[str], JackpotPit]


@pytest.fixture
def jackpots(new_sqlite: Callable[[], str]) -> Iterator[Pits]:
    made: list[tuple[JackpotPit, Store]] = []

    def make(game: str) -> JackpotPit:
        store = open_store(new_sqlite())
        made.append((JackpotPit(store, game), store))
        return made[-1][0]

    yield make
    for pit, store in made:
        pit.floor.reactions.react()
        pit.floor.stop()
        pit.sound()
        store.close()
