"""A process that plays a round as far as it is told, says how the table stands, and waits to be killed."""

import hashlib
import json
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from floor.tables.pit import Pit
from pitboss.floor.store import Store, open_store
from pitboss.play.codec import encode


def foreseen() -> Callable[[int], bytes]:
    """Chance that is the same in every process."""
    drawn = iter(range(1_000))
    return lambda size: hashlib.shake_256(f"draw {next(drawn)}".encode()).digest(size)


def begin(store: Store, game: str, steps: int) -> Pit:
    """Open a table, take two players' wagers and go on for so many steps."""
    pit = Pit(store, game, seed=foreseen())
    pit.open()
    pit.fund("Ann", "Bob")
    pit.sit("Ann", 1)
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    for _ in range(steps):
        pit.step()
    return pit


def standing(pit: Pit) -> str:
    """How a table stands, hidden cards and all, in one line."""
    floor_table = pit.floor.table(pit.stream)
    shoes = [[each.commitment, each.drawn, each.cut_at, each.stop] for each in floor_table.shoes.every]
    return json.dumps([encode(floor_table.open_state.round), floor_table.state.length, shoes], sort_keys=True)


def play_and_wait(where: str, game: str, steps: int, told: Connection) -> None:
    """Play so many steps, tell how the table stands, and wait: in the process that is killed."""
    told.send(standing(begin(open_store(where), game, steps)))
    time.sleep(60)
