"""Who may give which command: every command has a row, its ranks are the clauses', no person approves their own."""

from itertools import product

import pytest

import pitboss.floor.duties  # noqa: F401  # every command is known
from pitboss import law
from pitboss.floor.operators import house_edition
from pitboss.floor.people.permission import (
    BRING_FORWARD,
    INSPECT,
    INSPECTOR,
    PATRON,
    PRACTICE_CHIPS,
    PRACTICE_FLOAT,
    READ_ACCOUNTS,
    READ_METER_BACK,
    RESET_PASSWORD,
    SURVEILLANCE,
    WATCH_PIT,
    check,
    holds,
    permissions,
)
from pitboss.floor.service.commands import Actor, command_kinds
from pitboss.law.edition import edition_names, load_edition
from pitboss.play.wager import Refused

COMMANDS = sorted([*command_kinds(), RESET_PASSWORD])
HOUSES = ("star", "crown")
EDITIONS = [load_edition(name) for name in edition_names()]
RANKS = {house: house_edition(house).ranks for house in HOUSES}


def may(actor: Actor, command: str, approver: Actor | None = None) -> bool:
    try:
        check(actor, command, approver)
    except Refused:
        return False
    return True


def test_every_command_has_a_row_and_every_row_a_command() -> None:
    others = {WATCH_PIT, INSPECT, READ_ACCOUNTS, READ_METER_BACK, PRACTICE_CHIPS, PRACTICE_FLOAT, BRING_FORWARD}
    assert set(permissions()) == {*COMMANDS, *others}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_row_names_ranks_and_rules_that_there_are(command: str) -> None:
    row = permissions()[command]
    for house in HOUSES:
        edition = house_edition(house)
        assert not row.ranks or edition.outranks(row.ranks[house], row.ranks[house]), row
    assert row.ranks or row.roles
    assert set(row.roles) <= {PATRON, INSPECTOR, SURVEILLANCE, "scrutineer", "system"}
    if row.rule is not None:
        assert row.rule in law.TITLES


@pytest.mark.parametrize("command", COMMANDS)
def test_where_a_document_gives_a_power_the_row_has_its_rank(command: str) -> None:
    row = permissions()[command]
    for edition in EDITIONS:
        if row.rule is not None and row.rule in edition.powers:
            assert edition.powers[row.rule] == row.ranks[edition.operator]


@pytest.mark.parametrize(
    ("command", "star", "crown"),
    [
        ("ExcludePatron", "casino supervisor", "Casino Manager"),
        ("BarFromGame", "casino supervisor", "Casino Manager"),
        ("OrderBreak", "casino supervisor", ""),
    ],
)
def test_the_ranks_are_those_of_the_clauses(command: str, star: str, crown: str) -> None:
    row = permissions()[command]
    words = {"star": star, "crown": crown}
    for edition in EDITIONS:
        for clause in edition.clauses.values():
            if row.rule in clause.keys and "supervisor" in clause.actor:
                assert words[edition.operator] in clause.actor, clause
                assert row.ranks[edition.operator] == words[edition.operator].lower().replace(" ", "-")


@pytest.mark.parametrize(("house", "command"), [*product(HOUSES, COMMANDS)])
def test_a_rank_or_above(house: str, command: str) -> None:
    row = permissions()[command]
    approver = Actor(house, "approver", RANKS[house][-1])
    for rank in RANKS[house]:
        allowed = may(Actor(house, "p", rank), command, approver)
        assert allowed == (bool(row.ranks) and holds(house, rank, row.ranks[house]))
    other = next(h for h in HOUSES if h != house)
    assert not may(Actor(house, "p", RANKS[other][-1]), command, approver)


@pytest.mark.parametrize("command", COMMANDS)
def test_patrons_inspectors_and_surveillance_do_only_what_their_rows_say(command: str) -> None:
    row = permissions()[command]
    for house, role in product(HOUSES, (PATRON, INSPECTOR, SURVEILLANCE)):
        assert may(Actor(house, "p", role), command, Actor(house, "a", RANKS[house][-1])) == (role in row.roles)


def test_an_inspector_changes_nothing_but_what_the_clauses_let_an_inspector_do() -> None:
    own = {command for command, row in permissions().items() if INSPECTOR in row.roles}
    assert own - {WATCH_PIT, INSPECT, READ_ACCOUNTS, READ_METER_BACK} == {
        "ApproveJackpotPlay",
        "InspectorApproves",
        "CloseComplaint",
        "CountCards",
        "TakeOverDevice",
        "Notify",
        "AskTerms",
        "ApproveAmendment",
        "DeclineAmendment",
        "ClosePromotionComplaint",
    }
    assert {command for command, row in permissions().items() if SURVEILLANCE in row.roles} == {
        WATCH_PIT,
        READ_ACCOUNTS,
        READ_METER_BACK,
        "Notify",
    }


@pytest.mark.parametrize("command", [name for name, row in permissions().items() if row.approval])
@pytest.mark.parametrize("house", HOUSES)
def test_nobody_approves_their_own(house: str, command: str) -> None:
    top = RANKS[house][-1]
    actor = Actor(house, "p", top)
    assert may(actor, command, Actor(house, "another", top))
    assert not may(actor, command)
    assert not may(actor, command, actor)
    assert not may(actor, command, actor._replace(role=RANKS[house][-2]))
    assert not may(actor, command, Actor(house, "another", "dealer"))
    assert not may(actor, command, Actor(house, "another", PATRON))
    other = next(h for h in HOUSES if h != house)
    assert not may(actor, command, Actor(other, "another", RANKS[other][-1]))


def test_what_has_no_row_is_nobodys() -> None:
    assert not may(Actor("star", "p", "gaming-manager"), "BurnTheHouseDown")
