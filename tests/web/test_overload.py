"""Nobody stops the floor: what an attacker sends is bounded, refused in time, and costs nothing afterwards."""

import gc
import itertools

from sqlalchemy import func, select

from pitboss.floor.commands import OpenTable
from pitboss.floor.store import Stream, schema
from pitboss.web.api.examples import example_of
from web.house import House

NAMES = 1_000


def invented() -> list[str]:
    return [f"none-{number}" for number in range(NAMES)]


def held_of_invented() -> list[Stream]:
    """Streams of tables that nobody opened, wherever they are held."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Stream) and each.name.startswith("table:none-")]


def leases(house: House) -> int:
    with house.store.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(schema.leases)).scalar() or 0)


def test_nothing_is_kept_of_a_table_that_does_not_exist(house: House) -> None:
    ann, manager = house.as_("star", "ann"), house.as_("star", "gaming-manager")
    assert ann.get("/api/me").status_code == 200
    house.client.cookies.set("pitboss", manager.token)
    desks, rows = len(house.floor.desks), leases(house)
    opening = example_of(OpenTable, ("table",))
    ways = itertools.cycle(
        (
            lambda name: ann.get(f"/api/tables/{name}"),
            lambda name: ann.get(f"/tables/{name}"),
            lambda name: ann.get(f"/tables/{name}/feed"),
            lambda name: ann.get(f"/api/tables/{name}/stream"),
            lambda name: ann.get(f"/api/tables/{name}/advice"),
            lambda name: ann.order(f"/api/tables/{name}/deal"),
            lambda name: ann.order(f"/api/tables/{name}/open", opening),  # a patron opens no table
            lambda name: manager.get(f"/api/pit/tables/{name}"),
            lambda name: manager.get(f"/pit/tables/{name}"),
            lambda name: manager.ask("POST", f"/api/tables/{name}/open/edge", opening),
        )
    )
    for name, way in zip(invented(), ways, strict=False):
        assert way(name).status_code in (200, 404, 409)
    assert len(held_of_invented()) <= 1  # the writer has its last order in hand until the next one
    assert len(house.floor.desks) == desks
    assert leases(house) == rows
