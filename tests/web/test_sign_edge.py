"""The edge of a sign is the lab's: an opening that claims another is refused, whoever sends it."""

from fractions import Fraction
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


def test_a_rule_is_put_in_force_by_whoever_has_seen_what_it_costs(house: House) -> None:
    manager, inspector = house.as_("star", "gaming-manager"), house.as_("star", "inspector")
    asked = "/api/pit/tables/1/edge?change=permission&rule=split-again"
    told = manager.get(asked).json()
    for _ in range(2):  # the table as it is now, and as it would be
        for part in ("now", "then"):
            if told[part]["job"] is not None:
                assert wait(manager, manager.get(f"/api/lab/solves/{told[part]['job']}").json())["state"] == "done"
        told = manager.get(asked).json()
    now, then = (told[part]["edge"] for part in ("now", "then"))
    assert Fraction(0) < Fraction(then["edge"]) < Fraction(now["edge"])  # a third hand is worth something to players
    order = {"rule": "split-again", "granted": True}
    assert manager.order("/api/tables/1/set-permission", order).json()["because"] == ["edge-seen"]
    refused = manager.order("/api/tables/1/set-permission", order | {"edge": now})  # another table's edge
    assert (refused.status_code, refused.json()["because"]) == (409, ["edge-seen"])
    assert then["edge"] in refused.json()["detail"]
    assert manager.order("/api/tables/1/set-permission", order | {"edge": then}).status_code == 200
    log = inspector.get("/api/inspect/streams/table:1/events?limit=500").json()["events"]
    assert then.items() <= log[-1]["data"]["edge"].items()
    changed = inspector.get("/api/inspect/parameters?table=1").json()["rows"]
    assert {"edge seen.edge", "permitted.split-again"} <= {row["parameter"] for row in changed}


def test_the_edge_of_a_maximum_payout_is_at_the_greatest_ante(house: House) -> None:
    manager = house.as_("crown", "casino-manager")
    most = manager.get("/api/tables/5").json()["sign"]["ante"]["maximum_cents"]
    asked = f"/api/pit/tables/5/edge?change=maximum-payout&cents={20 * most}"
    told = manager.get(asked).json()["then"]
    if told["job"] is not None:
        wait(manager, manager.get(f"/api/lab/solves/{told['job']}").json())
    body = {"wager_cents": most, "maximum_payout_cents": 20 * most}
    lab = wait(manager, manager.ask("POST", "/api/lab/crown-mississippi-stud/edge", body).json())["result"]
    then = manager.get(asked).json()["then"]
    assert (then["edge"]["edge"], then["behind"]) == (lab["edge_exact"], False)
    assert Fraction(lab["approved"]["change_exact"]) > 0  # what is not paid is the house's
    order = {"cents": 20 * most, "reason": "policy", "edge": then["edge"]}
    assert manager.order("/api/tables/5/set-maximum-payout", order).status_code == 200


def test_an_order_that_nobody_may_give_has_no_edge(house: House) -> None:
    asked = "/api/pit/tables/1/edge?change=permission&rule="
    assert house.as_("star", "gaming-manager").get(f"{asked}split").status_code == 409
    assert house.as_("star", "dealer").get(f"{asked}split-again").status_code == 403
    assert house.as_("star", "ann").get(f"{asked}split-again").status_code == 403
