"""The guard through the API: what is refused comes as a problem with its clause, whichever table was quicker."""

from pitboss import law
from pitboss.web.api.problems import grounds_data
from web.clients import House, declare_chips, stake
from web.test_api import place


def test_the_demonstration_guards_loss_limits(house: House) -> None:
    ann = house.as_("star", "ann")
    assert ann.order("/api/patrons/ann/set-loss-limit", {"period": "day", "cents": 5_000}).status_code == 200
    declare_chips(ann)
    assert place(ann, "3", 1, cents=2_500).status_code == 200
    no = place(ann, "1", 1, spot="wager", cents=5_000)
    assert (no.status_code, no.headers["content-type"]) == (409, "application/problem+json")
    assert no.json()["because"] == ["loss-limit"]
    assert no.json()["clauses"]
    supervisor = house.as_("star", "gaming-supervisor")
    refused = {"patron": "ann", "area": 1, "spot": "ante", "reason": "a late wager"}
    assert supervisor.order("/api/tables/3/refuse-wager", refused).status_code == 200
    assert place(ann, "1", 1, spot="wager", cents=5_000).status_code == 200


def test_a_wager_that_another_table_was_quicker_than_is_refused_with_its_clause(house: House) -> None:
    """The guard has not heard of the other table: the transaction tells, and the order is worked out again."""
    ann = house.as_("star", "ann")
    assert ann.order("/api/patrons/ann/set-loss-limit", {"period": "day", "cents": 5_000}).status_code == 200
    declare_chips(ann)
    assert place(ann, "3", 1, cents=2_500).status_code == 200
    guard = house.guard
    for name in list(guard._at_most):
        guard._at_most[name] = -10_000  # as if this process had heard of no wager
    no = place(ann, "1", 1, spot="wager", cents=5_000)
    assert (no.status_code, no.json()["because"]) == (409, ["loss-limit"])
    assert no.json()["clauses"]


def test_fills_at_once_have_numbers_of_their_own_and_none_fails(house: House) -> None:
    supervisor = house.as_("star", "gaming-supervisor")
    approver = {"name": "gaming-manager", "password": house.demonstration.password}
    body = {"stacks": [{"chip_cents": 2_500, "pieces": 100}], "approver": approver}
    replies = [supervisor.order(f"/api/tables/{table}/fill", body, key=f"fill-{table}") for table in ("1", "2", "3")]
    assert sorted(reply.json()["number"] for reply in replies) == [1, 2, 3]
    again = supervisor.order("/api/tables/2/fill", body, key="fill-2")
    assert again.json() == replies[1].json()


def test_somebody_elses_money_is_not_staked(house: House) -> None:
    act = {"type": "Place", "need": "wagers", "patron": "bob", "area": 1, "spot": "ante", "stake": stake(2_500)}
    no = house.as_("star", "ann").order("/api/tables/3/acts", {"act": act})
    assert (no.status_code, no.json()["because"]) == (409, ["proxy-betting"])


def test_a_refusal_of_an_office_names_the_clauses_of_the_house(house: House) -> None:
    supervisor, ann = house.as_("star", "gaming-supervisor"), house.as_("star", "ann")
    assert supervisor.order("/api/patrons/ann/exclude-patron", {"reason": "section 79"}).status_code == 200
    no = ann.order("/api/patrons/ann/start-play", {"table": "1"})
    assert (no.status_code, no.json()["because"]) == (409, ["excluded"])
    assert any(clause.startswith("Pontoon 19.") for clause in no.json()["clauses"])


def test_a_clause_of_all_games_of_a_document_is_named_once() -> None:
    assert grounds_data(None, (law.TERMS_WRITTEN,), "crown")["clauses"] == ["15.4"]
    ante = ["Caribbean Stud 8.4.1(a)(i)", '1.1 "Ante"', "Mississippi Stud 9.4.1(a)", "Ultimate Texas Hold'em 10.4.1(a)"]
    assert grounds_data(None, (law.ANTE_OPENS,), "crown")["clauses"] == ante
    assert "Pontoon 21.6" in grounds_data(None, (law.TERMS_WRITTEN,), "star")["clauses"]
