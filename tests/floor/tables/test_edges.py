"""Whoever sets what a sign leaves open has seen its exact edge, and with the house behind confirms it by name."""

from collections.abc import Callable

import pytest

from floor.tables.pit import TRAY, Pit
from house import STAR_MS, ULTIMATE
from pitboss import law
from pitboss.floor.commands import OpenTable
from pitboss.floor.tables.events import TableOpened
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.ledger.account import PRACTICE

Pits = Callable[[str], Pit]
OWN = {"pre-flop": (5,), "flop": (3,), "river": (2,)}
USUAL = {"pre-flop": (3, 4), "flop": (2,), "river": (1,)}
AHEAD, BEHIND = EdgeSeen("1/40", "Ante", "0" * 64), EdgeSeen("-3/25", "Ante", "1" * 64)


def opening(pit: Pit, seen: EdgeSeen | None, multiples: dict[str, tuple[int, ...]] | None = None) -> OpenTable:
    terms = pit.terms(multiples=OWN if multiples is None else multiples)
    return OpenTable("7", pit.game, terms, TRAY, edge=seen)


def test_multiples_of_the_houses_own_choice_need_their_edge_seen(pits: Pits) -> None:
    pit = pits(ULTIMATE)
    assert pit.refused(pit.boss, opening(pit, None)).because == (law.EDGE_SEEN,)
    pit.do(pit.boss, opening(pit, AHEAD))
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and event.edge == AHEAD
    pit.sound()


@pytest.mark.parametrize("multiples", [{}, USUAL])
def test_the_usual_multiples_need_nothing_said(pits: Pits, multiples: dict[str, tuple[int, ...]]) -> None:
    pit = pits(ULTIMATE)
    pit.do(pit.boss, opening(pit, None, multiples))
    assert pit.state.is_open


@pytest.mark.parametrize("name", ["", "somebody else"])
def test_with_the_house_behind_whoever_opens_confirms_by_name(pits: Pits, name: str) -> None:
    pit = pits(ULTIMATE)
    no = pit.refused(pit.boss, opening(pit, BEHIND._replace(confirmed_by=name)))
    assert no.because == (law.EDGE_CONFIRMED,)
    confirmed = BEHIND._replace(confirmed_by=pit.boss.person)
    pit.do(pit.boss, opening(pit, confirmed))
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and event.edge == confirmed


@pytest.mark.parametrize("text", ["", "much", "1/0", "nan"])
def test_what_is_no_edge_is_refused(pits: Pits, text: str) -> None:
    pit = pits(ULTIMATE)
    assert pit.refused(pit.boss, opening(pit, AHEAD._replace(edge=text))).because == (law.EDGE_SEEN,)


def test_an_edge_that_is_told_counts_for_any_game_and_for_no_practice(pits: Pits) -> None:
    pit = pits(STAR_MS)
    level = OpenTable("7", STAR_MS, pit.terms(), TRAY, edge=EdgeSeen("0", "Ante", "2" * 64))
    assert pit.refused(pit.boss, level).because == (law.EDGE_CONFIRMED,)
    pit.do(pit.boss, level._replace(unit=PRACTICE))
    assert pit.state.unit == PRACTICE
