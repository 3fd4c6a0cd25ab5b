"""Whoever sets what a table offers has seen its exact edge, and with the house behind confirms it by name."""

from collections.abc import Callable
from typing import Any

import pytest

from floor.tables.pit import PONTOON, SEEN, TRAY, Pit
from house import CROWN, STAR_MS, ULTIMATE
from pitboss import law
from pitboss.floor.commands import OpenTable
from pitboss.floor.edges import offer_of
from pitboss.floor.offers import OFFERS
from pitboss.floor.orders import SetPermission
from pitboss.floor.signs import ChangeLimits, SetMaximumPayout
from pitboss.floor.tables.events import TableOpened
from pitboss.floor.tables.sign_events import EdgeSeen, PermissionSet, TermsChanged
from pitboss.ledger.account import PRACTICE
from pitboss.play.terms import Limits
from pitboss.report.parameters import parameters

Pits = Callable[[str], Pit]
OWN = {"pre-flop": (5,), "flop": (3,), "river": (2,)}
USUAL = {"pre-flop": (3, 4), "flop": (2,), "river": (1,)}
BEHIND = EdgeSeen("-3/25", "Ante", "1" * 64)


def opening(pit: Pit, seen: EdgeSeen | None, multiples: dict[str, tuple[int, ...]] | None = None) -> OpenTable:
    terms = pit.terms(multiples=OWN if multiples is None else multiples)
    return OpenTable("7", pit.game, terms, TRAY, edge=seen)


def test_multiples_of_the_houses_own_choice_need_their_edge_seen(pits: Pits) -> None:
    pit = pits(ULTIMATE)
    assert pit.refused(pit.boss, opening(pit, None)).because == (law.EDGE_SEEN,)
    pit.do(pit.boss, opening(pit, SEEN))
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and event.edge == SEEN
    pit.sound()


@pytest.mark.parametrize("multiples", [{}, USUAL])
def test_the_usual_multiples_need_nothing_said(pits: Pits, multiples: dict[str, tuple[int, ...]]) -> None:
    pit = pits(ULTIMATE)
    pit.do(pit.boss, opening(pit, None, multiples))
    assert pit.state.is_open


@pytest.mark.parametrize(
    ("game", "terms", "more"),
    [
        (PONTOON, {}, {"granted": ("split-again",)}),
        (PONTOON, {}, {"readings": {"splitAcesMayDouble": True}}),
        (PONTOON, {"decks": 8}, {}),
        (CROWN, {"maximum_payout_cents": 50_000_00}, {}),
    ],
)
def test_whatever_an_opening_chooses_needs_its_edge_seen(pits: Pits, game: str, terms: Any, more: Any) -> None:
    pit = pits(game)
    command = OpenTable("7", game, pit.terms(**terms), TRAY, **more)
    assert pit.refused(pit.boss, command).because == (law.EDGE_SEEN,)
    pit.do(pit.boss, command._replace(edge=SEEN))
    assert pit.state.is_open


def test_what_the_edition_has_by_itself_is_no_choice(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.do(pit.boss, OpenTable("7", PONTOON, pit.terms(decks=6), TRAY, readings={"splitAcesMayDouble": False}))
    offer = offer_of(pit.state)
    assert offer is not None and offer.own == {}


@pytest.mark.parametrize("name", ["", "somebody else"])
def test_with_the_house_behind_whoever_opens_confirms_by_name(pits: Pits, name: str) -> None:
    pit = pits(ULTIMATE)
    no = pit.refused(pit.boss, opening(pit, BEHIND._replace(confirmed_by=name)))
    assert no.because == (law.EDGE_CONFIRMED,)
    confirmed = BEHIND._replace(confirmed_by=pit.boss.person)
    pit.do(pit.boss, opening(pit, confirmed))
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and event.edge == confirmed


@pytest.mark.parametrize("granted", [True, False])
def test_a_rule_put_in_force_or_taken_out_at_an_open_table_needs_its_edge_seen(pits: Pits, granted: bool) -> None:
    pit = pits(PONTOON)
    pit.open(granted=() if granted else ("split-again",))
    command = SetPermission("7", law.SPLIT_AGAIN, granted)
    assert pit.refused(pit.boss, command).because == (law.EDGE_SEEN,)
    assert pit.refused(pit.boss, command._replace(edge=BEHIND)).because == (law.EDGE_CONFIRMED,)
    confirmed = BEHIND._replace(confirmed_by=pit.boss.person)
    pit.do(pit.boss, command._replace(edge=confirmed))
    (event,) = pit.events(PermissionSet)
    assert isinstance(event, PermissionSet) and event.edge == confirmed
    kept = {row["parameter"]: row["after"] for row in reversed(parameters(pit.store, "star").rows)}
    assert kept["edge seen.confirmed_by"] == pit.boss.person
    pit.do(pit.boss, SetPermission("7", law.SPLIT_AGAIN, granted))  # as it is already: nothing is chosen
    pit.sound()


def test_a_maximum_payout_needs_its_edge_seen_and_limits_do_not(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    pit.do(pit.manager, ChangeLimits("7", {"ante": Limits(25_00, 250_00)}, "quiet"))
    for cents in (50_000_00, None):
        command = SetMaximumPayout("7", cents, "policy")
        assert pit.refused(pit.manager, command).because == (law.EDGE_SEEN,)
        pit.do(pit.manager, command._replace(edge=SEEN))
        event = pit.events(TermsChanged)[-1]
        assert isinstance(event, TermsChanged) and event.edge == SEEN
    pit.sound()


def test_every_command_that_sets_something_carries_what_was_seen() -> None:
    assert set(OFFERS) == {OpenTable, SetPermission, SetMaximumPayout}
    assert all("edge" in command._fields for command in OFFERS)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "much", "1/0", "nan"])
def test_what_is_no_edge_is_refused(pits: Pits, text: str) -> None:
    pit = pits(ULTIMATE)
    assert pit.refused(pit.boss, opening(pit, SEEN._replace(edge=text))).because == (law.EDGE_SEEN,)


def test_an_edge_that_is_told_counts_for_any_game_and_for_no_practice(pits: Pits) -> None:
    pit = pits(STAR_MS)
    level = OpenTable("7", STAR_MS, pit.terms(), TRAY, edge=EdgeSeen("0", "Ante", "2" * 64))
    assert pit.refused(pit.boss, level).because == (law.EDGE_CONFIRMED,)
    pit.do(pit.boss, level._replace(unit=PRACTICE))
    assert pit.state.unit == PRACTICE
