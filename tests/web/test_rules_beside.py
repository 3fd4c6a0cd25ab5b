"""A rule as every document has it, for any person who asks: the same key, the houses side by side."""

from pitboss.law import TITLES
from pitboss.law.edition import edition_names, load_edition
from web.clients import Caller, House
from web.forms import look


def test_every_rule_of_every_document_is_there_once(house: House) -> None:
    rules = Caller(house).get("/api/rules").json()["rules"]
    known = {key for name in edition_names() for clause in load_edition(name).clauses.values() for key in clause.keys}
    assert [rule["key"] for rule in rules] == sorted(known, key=lambda key: TITLES[key].casefold())


def test_a_rule_has_the_clauses_of_both_houses(house: House) -> None:
    rule = Caller(house).get("/api/rules/dealer-qualifies").json()
    clauses = {column["edition"]: [c["number"] for c in column["clauses"]] for column in rule["editions"]}
    assert clauses == {"star-caribbean-stud": ["9.1"], "crown-poker-minors": ['8.2 "Qualify"', '10.2 "Qualify"']}
    assert {column["operator"] for column in rule["editions"]} == {"star", "crown"}
    assert rule["code"]
    page = Caller(house).get("/rules/dealer-qualifies").text
    assert page.index("The Star") < page.index("9.1") < page.index("Crown") < page.index("10.2")


def test_a_rule_that_nobody_has_is_not_there(house: House) -> None:
    assert Caller(house).get("/api/rules/no-such-rule").status_code == 404
    assert Caller(house).get("/rules/no-such-rule").status_code == 404


def test_a_page_has_the_day_first(house: House) -> None:
    """The books have `2021-03-10`, screens `10.03.2021`."""
    version = load_edition("star-caribbean-stud").version
    year, month, day = version.split("-")
    page = Caller(house).get("/rulebook/star-caribbean-stud").text
    assert f"In force {day}.{month}.{year}" in page
    assert version not in page


def test_players_read_the_rules_and_the_staff_how_they_are_met(house: House) -> None:
    clause, rule = "/rulebook/star-pontoon/clauses/9.2", "/rules/dealer-qualifies"
    for who, is_told in ((house.as_("star", "ann"), False), (house.as_("star", "dealer"), True)):
        pages = {path: look(who, path).text for path in (clause, rule)}
        assert "The dealer must offer surrender" in pages[clause]
        assert ("/tables/{table}" in pages[clause]) is is_told
        assert ("<small>dealer-qualifies" in pages[rule]) is is_told
