"""The edge of a sign is the lab's: an opening that claims another is refused, whoever sends it."""

from typing import Any

from pitboss.floor.tables.events import TableOpened
from pitboss.floor.tables.log import read_table
from web.house import House
from web.test_lab import GAME, wait

LIMITS = {"ante": {"minimum_cents": 2500, "maximum_cents": 50000, "unit_cents": 0}}
OPENING: dict[str, Any] = {
    "game": GAME,
    "terms": {"limits": LIMITS, "device": "shuffler"},
    "stacks": [{"chip_cents": 2500, "pieces": 100}],
}


def test_the_edge_that_was_seen_is_the_labs(house: House) -> None:
    manager = house.as_("star", "gaming-manager")
    told = wait(manager, manager.ask("POST", f"/api/lab/{GAME}/edge", {}).json())["result"]
    seen = {"edge": told["edge_exact"], "unit": told["unit"], "answer": told["provenance"]["key"]}
    for wrong in ({"edge": "1/2"}, {"unit": "Bet"}, {"answer": "0" * 64}):
        refused = manager.order("/api/tables/20/open", OPENING | {"edge": seen | wrong})
        assert refused.status_code == 409
        assert refused.json()["because"] == ["edge-seen"]
        assert told["edge_exact"] in refused.json()["detail"]
    assert manager.order("/api/tables/20/open", OPENING | {"edge": seen}).status_code == 200
    opened = next(iter(read_table(house.store, house.stream("star", "20"))))
    assert isinstance(opened, TableOpened) and opened.edge is not None
    assert opened.edge._asdict() == seen | {"confirmed_by": ""}


def test_an_edge_that_nobody_worked_out_was_not_seen(house: House) -> None:
    manager = house.as_("crown", "casino-manager")
    floor = {"regulator_minimum_cents": {"ante": 500}, "multiples": {"pre-flop": [10], "flop": [9], "river": [8]}}
    body = OPENING | {"game": "crown-ultimate-texas-holdem", "terms": OPENING["terms"] | floor}
    refused = manager.order("/api/tables/20/open", body)
    assert (refused.status_code, refused.json()["because"]) == (409, ["edge-seen"])
    claimed = body | {"edge": {"edge": "1/40", "unit": "Ante", "answer": "0" * 64}}
    refused = manager.order("/api/tables/20/open", claimed)
    assert (refused.status_code, refused.json()["because"]) == (409, ["edge-seen"])
    assert "ask it for the exact edge first" in refused.json()["detail"]
    assert manager.get("/api/tables/20").status_code == 404
