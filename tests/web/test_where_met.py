"""Where a person meets each clause: pages that are there, derived from the commands that the code checks."""

import pytest

from pitboss.floor.service.commands import command_kinds
from pitboss.law import Key
from pitboss.law.edition import Edition, edition_names, load_edition
from pitboss.report.where_met import OWN_PAGES, PLACES, SHOWN_AT, forms_of, pages_of_clause
from web.clients import House
from web.test_ranks import routes_of


def test_every_page_is_an_address_of_the_server(house: House) -> None:
    pages = {*PLACES.values(), *SHOWN_AT.values(), *(page for pages in OWN_PAGES.values() for page in pages)}
    routes = {route.path for route in routes_of(house.app, "GET")}
    assert {page.address for page in pages} - routes == set()


def test_commands_without_a_form_are_those_with_a_page_of_their_own() -> None:
    assert {name for name, kind in command_kinds().items() if not kind.forms} == set(OWN_PAGES)


@pytest.fixture(params=edition_names())
def edition(request: pytest.FixtureRequest) -> Edition:
    return load_edition(request.param)


def test_no_clause_is_open_and_a_person_meets_every_other_at_a_page(edition: Edition) -> None:
    assert [clause.number for clause in edition.clauses.values() if clause.met == "open"] == []
    without = {clause.number for clause in edition.clauses.values() if not pages_of_clause(clause)}
    assert without == {clause.number for clause in edition.clauses.values() if clause.met == "physical"}


@pytest.mark.parametrize(
    ("key", "address", "form"),
    [
        ("denials-kept", "/promotions/{promotion}", "Deny a claim"),
        ("close-on-notice", "/pit/tables/{table}", "Closing sign"),
        ("dealer-qualifies", "/tables/{table}/console", ""),
        ("wall-says-where", "/jackpots/{house}", ""),
        ("both-limits-shown", "/tables/{table}/sign", ""),
        ("exposed-in-deal", "/tables/{table}/irregular", ""),
    ],
)
def test_page_and_form_are_those_of_the_command_whose_code_checks_the_rule(key: str, address: str, form: str) -> None:
    forms = {page.address: titles for page, titles in forms_of(Key(key)).items()}
    assert form in forms[address] if form else not forms[address]
    assert "/patrons" not in forms
