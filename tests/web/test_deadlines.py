"""When a decision lapses, as pages read it: next to the need, and for everybody at the table."""

from datetime import timedelta

from pitboss.floor.service.clock import stamp
from web.clients import Caller, House
from web.test_api import place


def asked(house: House, dealer: Caller) -> None:
    """Let the virtual dealer deal until a person is asked."""
    for _ in range(20):
        view = dealer.get("/api/tables/3").json()["view"]
        if any(need["type"] == "DecisionNeed" for need in view["needs"]):
            return
        assert dealer.order("/api/tables/3/deal").status_code == 200


def test_a_deadline_stands_next_to_the_need_and_for_everybody(house: House) -> None:
    ann, bob, dealer = (house.as_("star", name) for name in ("ann", "bob", "dealer"))
    assert place(ann, "3", 1).status_code == 200
    shown = ann.get("/api/tables/3").json()
    assert shown["decision_seconds"] == 60
    assert shown["view"]["deadline"] is None
    asked(house, dealer)
    until = stamp(house.clock() + timedelta(seconds=60))
    view = ann.get("/api/tables/3").json()["view"]
    (need,) = [need for need in view["needs"] if need["type"] == "DecisionNeed"]
    assert need["deadline"] == view["deadline"] == until
    assert bob.get("/api/tables/3").json()["view"]["deadline"] == until  # though the question is not Bob's


def test_a_supervisor_gives_a_table_another_time(house: House) -> None:
    supervisor, dealer, ann = (house.as_("star", name) for name in ("gaming-supervisor", "dealer", "ann"))
    body = {"seconds": 30, "reason": "a busy night"}
    assert dealer.order("/api/tables/3/set-decision-time", body).status_code == 409
    assert supervisor.order("/api/tables/3/set-decision-time", body).status_code == 200
    assert ann.get("/api/tables/3").json()["decision_seconds"] == 30
    assert supervisor.order("/api/tables/3/lapse-decisions", {"round": 1}).status_code == 409  # the clock's alone
