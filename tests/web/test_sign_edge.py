"""The edge of a sign is the lab's: an opening that claims another is refused from any sender."""

from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import pytest

from pitboss.floor.tables.log import read_table
from pitboss.floor.tables.state import TableOpened
from web.clients import Caller, House
from web.forms import look
from web.test_lab import GAME, wait

LIMITS = {"ante": {"minimum_cents": 2500, "maximum_cents": 50000, "unit_cents": 0}}
OPENING: dict[str, Any] = {
    "game": GAME,
    "terms": {"limits": LIMITS, "device": "shuffler"},
    "stacks": [{"chip_cents": 2500, "pieces": 100}],
}


def edges(caller: Caller, path: str, body: Any) -> dict[str, Any]:
    """What an order would make of the edge, once the lab has worked it out."""
    for _ in range(20):
        answer = caller.ask("POST", f"{path}/edge", body)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        jobs = [part["job"] for part in (told["then"], told["now"]) if part is not None and part["job"] is not None]
        if not jobs:
            return told
        for job in jobs:
            assert wait(caller, caller.get(f"/api/lab/solves/{job}").json())["state"] == "done"
    raise AssertionError("the lab's answers are not kept")


def test_the_edge_that_was_seen_is_the_labs(house: House) -> None:
    manager = house.as_("star", "gaming-manager")
    told = wait(manager, manager.ask("POST", f"/api/lab/{GAME}/edge", {}).json())["result"]
    shown = edges(manager, "/api/tables/20/open", OPENING)
    assert (shown["now"], shown["then"]["state"]) == (None, "seen")
    seen = shown["then"]["edge"]
    assert (seen["edge"], seen["unit"], seen["answer"]) == (
        told["edge_exact"],
        told["unit"],
        told["provenance"]["key"],
    )
    for wrong in ({"edge": "1/2"}, {"unit": "Bet"}, {"answer": "0" * 64}, {"offer": "0" * 64}, {"wager_cents": 500}):
        refused = manager.order("/api/tables/20/open", OPENING | {"edge": seen | wrong})
        assert refused.status_code == 409
        assert refused.json()["because"] == ["edge-seen"]
        assert told["edge_exact"] in refused.json()["detail"]
    assert manager.order("/api/tables/20/open", OPENING | {"edge": seen}).status_code == 200
    opened = next(iter(read_table(house.store, house.stream("star", "20"))))
    assert isinstance(opened, TableOpened) and opened.edge is not None
    assert opened.edge._asdict() == seen


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
    path = "/api/tables/1/set-permission"
    order = {"rule": "split-again", "granted": True}
    told = edges(manager, path, order)
    now, then = (told[part]["edge"] for part in ("now", "then"))
    assert Fraction(0) < Fraction(then["edge"]) < Fraction(now["edge"])  # a third hand is worth something to players
    assert manager.order(path, order).json()["because"] == ["edge-seen"]
    refused = manager.order(path, order | {"edge": now})  # another table's edge
    assert (refused.status_code, refused.json()["because"]) == (409, ["edge-seen"])
    assert then["edge"] in refused.json()["detail"]
    assert manager.order(path, order | {"edge": then}).status_code == 200
    log = inspector.get("/api/inspect/streams/table:1/events?limit=500").json()["events"]
    assert then.items() <= log[-1]["data"]["edge"].items()
    changed = inspector.get("/api/inspect/parameters?table=1").json()["rows"]
    assert {"edge seen.edge", "permitted.split-again"} <= {row["parameter"] for row in changed}


def test_limits_at_which_chips_round_wins_up_are_seen_where_they_favour_players_most(house: House) -> None:
    manager = house.as_("star", "gaming-manager")
    path, limits = (
        "/api/tables/1/change-limits",
        {"wager": {"minimum_cents": 500, "maximum_cents": 50000, "unit_cents": 0}},
    )
    order = {"limits": limits, "reason": "busy"}
    assert manager.order(path, order).json()["because"] == ["edge-seen"]
    then = edges(manager, path, order)["then"]
    assert sorted(row["wager_cents"] for row in then["edges"]) == [500, 550, 2550]
    least = then["edges"][0]
    assert (least["edge"], least["wager_cents"]) == (then["edge"]["edge"], then["edge"]["wager_cents"])
    assert least["edge"] == min((row["edge"] for row in then["edges"]), key=Fraction)
    assert manager.order(path, order | {"edge": then["edge"]}).status_code == 200


def test_a_coarse_chip_puts_the_house_behind(house: House) -> None:
    """With no chip below $5 a win of $7.50 is paid as $10."""
    manager = house.as_("star", "gaming-manager")
    terms = {"limits": {"wager": {"minimum_cents": 500, "maximum_cents": 50000}}, "device": "shuffler"}
    body = OPENING | {"game": "star-pontoon", "terms": terms | {"chips": {"denominations": [500, 2500]}}}
    then = edges(manager, "/api/tables/20/open", body)["then"]
    assert then["behind"] and then["edge"]["wager_cents"] == 500
    assert Fraction(then["edge"]["edge"]) < Fraction(-7, 100)
    refused = manager.order("/api/tables/20/open", body | {"edge": then["edge"]})
    assert (refused.status_code, refused.json()["because"]) == (409, ["edge-confirmed"])
    confirmed = then["edge"] | {"confirmed_by": "gaming-manager"}
    assert manager.order("/api/tables/20/open", body | {"edge": confirmed}).status_code == 200


def test_the_edge_of_a_maximum_payout_is_at_the_greatest_ante(house: House) -> None:
    manager = house.as_("crown", "casino-manager")
    most = manager.get("/api/tables/5").json()["sign"]["ante"]["maximum_cents"]
    path, order = "/api/tables/5/set-maximum-payout", {"cents": 20 * most, "reason": "policy"}
    then = edges(manager, path, order)["then"]
    body = {"wager_cents": most, "maximum_payout_cents": 20 * most}
    lab = wait(manager, manager.ask("POST", "/api/lab/crown-mississippi-stud/edge", body).json())["result"]
    assert (then["edge"]["edge"], then["behind"]) == (lab["edge_exact"], False)
    assert Fraction(lab["approved"]["change_exact"]) > 0  # what is not paid is the house's
    assert manager.order(path, order | {"edge": then["edge"]}).status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "star-baccarat"},
        {"readings": {"nobodyKnows": True}},
        {"granted": ["nobody knows"]},
        {"terms": {"limits": {}}},
        {"terms": {"limits": LIMITS, "chips": {"denominations": []}}},
        {"terms": {"limits": LIMITS, "chips": {"denominations": [10**7 + 1, 4 * 10**7]}}},
        {"terms": {"limits": LIMITS, "decks": 3}},
        {"terms": {"limits": LIMITS, "maximum_payout_cents": 1}},
        {"terms": {"limits": {}, "maximum_payout_cents": 100_00}},
    ],
)
def test_what_cannot_open_has_no_edge(house: House, wrong: dict[str, Any]) -> None:
    manager = house.as_("star", "gaming-manager")
    asked = manager.ask("POST", "/api/tables/20/open/edge", OPENING | wrong)
    refused = manager.order("/api/tables/20/open", OPENING | wrong)
    assert asked.status_code == refused.status_code
    assert asked.json()["detail"] == refused.json()["detail"]


def test_an_order_that_nobody_may_give_has_no_edge(house: House) -> None:
    path = "/api/tables/1/set-permission/edge"
    asked = {"rule": "split-again", "granted": True}
    assert house.as_("star", "gaming-manager").ask("POST", path, asked | {"rule": "split"}).status_code == 409
    assert house.as_("star", "dealer").ask("POST", path, asked).status_code == 403
    assert house.as_("star", "ann").ask("POST", path, asked).status_code == 403


@pytest.mark.parametrize(
    ("wrong", "words", "clause"),
    [
        (
            {"most-wager": "2"},
            "Set a minimum above $0 and a maximum for the Wager; the maximum cannot be less than the minimum.",
            "6.1",
        ),
        ({"decks": "7"}, "Pontoon is dealt from 6 or 8 decks, not 7.", "3.1"),
        ({"chips": "abc"}, "The chips are written in dollars", ""),
        ({"reading.burnEach": "never"}, "Choose one of the readings that the form offers.", ""),
        ({"grant-nobody-knows": "1"}, "star-pontoon has no permission nobody-knows to give", ""),
    ],
)
def test_the_form_that_opens_a_table_tells_what_is_wrong_and_by_which_clause(
    house: House, wrong: dict[str, str], words: str, clause: str
) -> None:
    fields = {"game": "star-pontoon", "table": "20", "least-wager": "5", "most-wager": "500"} | wrong
    page = look(house.as_("star", "gaming-manager"), f"/pit/open?{urlencode(fields)}").text
    alert = page.rpartition('role="alert"')[2].partition("</div>")[0]
    assert words in alert
    assert f'/rulebook/star-pontoon/clauses/{clause}"' in alert if clause else "/clauses/" not in alert
    assert 'id="open-table"' not in page
