"""The person who sets what a table offers has seen its exact edge, and confirms it by name with the house behind."""

from collections.abc import Callable
from typing import Any

import pytest

from floor.support import SEEN, named
from floor.tables.pit import PONTOON, TRAY, Pit, opener
from pitboss import law
from pitboss.floor.service.commands import Order
from pitboss.floor.tables.edges import OfferCommand, offer_of
from pitboss.floor.tables.limits_sign import AnnounceLimits, ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.orders import PermissionSet, SetPermission
from pitboss.floor.tables.state import EdgeSeen, NoticePosted, TableOpened, TermsChanged
from pitboss.money import PRACTICE, Chips
from pitboss.play.terms import Limits
from pitboss.report.reports import parameters
from support import CROWN, STAR_MS, ULTIMATE

Pits = Callable[[str], Pit]
OWN = {"pre-flop": (5,), "flop": (3,), "river": (2,)}
USUAL = {"pre-flop": (3, 4), "flop": (2,), "river": (1,)}
BEHIND = EdgeSeen("-3/25", "Ante", "1" * 64)


def opening(pit: Pit, seen: EdgeSeen | None, multiples: dict[str, tuple[int, ...]] | None = None) -> OpenTable:
    terms = pit.terms(multiples=OWN if multiples is None else multiples)
    return OpenTable("7", pit.game, terms, TRAY, edge=seen)


def told(event: Any) -> EdgeSeen:
    """What was seen, but for the name of what it is of."""
    seen: EdgeSeen = event.edge
    assert seen.offer
    return seen._replace(offer="")


def exact(game: str) -> dict[str, Any]:
    """Limits and chips by which no win is rounded."""
    least = Limits(5_00, 500_00, 5_00)
    return {"limits": {opener(game): least}, "chips": Chips((100, 250, 500, 2_500))}


def test_multiples_of_the_houses_own_choice_need_their_edge_seen(pits: Pits) -> None:
    pit = pits(ULTIMATE)
    assert pit.refused(pit.boss, opening(pit, None)).because == (law.EDGE_SEEN,)
    pit.do(pit.boss, opening(pit, SEEN))
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and told(event) == SEEN
    pit.sound()


@pytest.mark.parametrize("multiples", [{}, USUAL])
def test_the_usual_multiples_need_nothing_said(pits: Pits, multiples: dict[str, tuple[int, ...]]) -> None:
    pit = pits(ULTIMATE)
    pit.floor.do(
        Order(pit.boss, OpenTable("7", ULTIMATE, pit.terms(multiples=multiples, **exact(ULTIMATE)), TRAY), "k")
    )
    assert pit.is_open


@pytest.mark.parametrize(
    ("game", "terms", "more"),
    [
        (PONTOON, {}, {"granted": ("split-again",)}),
        (PONTOON, {}, {"readings": {"splitAcesMayDouble": True}}),
        (PONTOON, {}, {"readings": {"surrenderReturnRounding": "down"}}),
        (PONTOON, {"decks": 8}, {}),
        (CROWN, {"maximum_payout_cents": 50_000_00}, {}),
    ],
)
def test_whatever_an_opening_chooses_needs_its_edge_seen(pits: Pits, game: str, terms: Any, more: Any) -> None:
    pit = pits(game)
    command = OpenTable("7", game, pit.terms(**terms), TRAY, **more)
    assert pit.refused(pit.boss, command).because == (law.EDGE_SEEN,)
    pit.do(pit.boss, command._replace(edge=SEEN))
    assert pit.is_open
    pit.sound()


def test_what_the_edition_has_by_itself_is_no_choice(pits: Pits) -> None:
    pit = pits(PONTOON)
    terms = pit.terms(decks=6, **exact(PONTOON))
    command = OpenTable("7", PONTOON, terms, TRAY, readings={"splitAcesMayDouble": False})
    pit.floor.do(Order(pit.boss, command, "k"))
    offer = offer_of(pit.open_state)
    assert offer is not None and offer.own == {}


@pytest.mark.parametrize("name", ["", "somebody else"])
def test_with_the_house_behind_whoever_opens_confirms_by_name(pits: Pits, name: str) -> None:
    pit = pits(ULTIMATE)
    no = pit.refused(pit.boss, opening(pit, BEHIND._replace(confirmed_by=name)))
    assert no.because == (law.EDGE_CONFIRMED,)
    confirmed = BEHIND._replace(confirmed_by=pit.boss.person)
    pit.do(pit.boss, opening(pit, confirmed))
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and told(event) == confirmed


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
    assert isinstance(event, PermissionSet) and told(event) == confirmed
    kept = {row["parameter"]: row["after"] for row in reversed(parameters(pit.store, "star").rows)}
    assert kept["edge seen.confirmed_by"] == pit.boss.person
    pit.do(pit.boss, SetPermission("7", law.SPLIT_AGAIN, granted))  # as it is already: nothing is chosen
    pit.sound()


def test_a_maximum_payout_needs_its_edge_seen(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    for cents in (50_000_00, None):
        command = SetMaximumPayout("7", cents, "policy")
        assert pit.refused(pit.manager, command).because == (law.EDGE_SEEN,)
        pit.do(pit.manager, command._replace(edge=SEEN))
        event = pit.events(TermsChanged)[-1]
        assert isinstance(event, TermsChanged) and told(event) == SEEN
    pit.sound()


def raise_to(game: str, cents: int) -> dict[str, Limits]:
    return {opener(game): Limits(cents, 500_00)}


@pytest.mark.parametrize("game", [PONTOON, ULTIMATE])
def test_limits_that_chips_round_up_need_their_edge_seen(pits: Pits, game: str) -> None:
    """A win at 3 to 2 on an odd wager is rounded up, which at a small one is more than the edge."""
    pit = pits(game)
    pit.open(**exact(game) | {"limits": {opener(game): Limits(10_00, 500_00, 10_00)}})
    lower = ChangeLimits("7", {opener(game): Limits(5_00, 500_00, 50)}, "busy")
    assert pit.refused(pit.manager, lower).because == (law.EDGE_SEEN,)
    assert pit.refused(pit.manager, lower._replace(edge=BEHIND)).because == (law.EDGE_CONFIRMED,)
    confirmed = BEHIND._replace(confirmed_by=pit.manager.person)
    pit.do(pit.manager, lower._replace(edge=confirmed))
    assert told(pit.events(TermsChanged)[-1]) == confirmed
    assert pit.refused(pit.manager, AnnounceLimits("7", raise_to(game, 25_00))).because == (law.EDGE_SEEN,)
    pit.do(pit.manager, AnnounceLimits("7", raise_to(game, 25_00), edge=SEEN))
    assert told(pit.events(NoticePosted)[-1]) == SEEN
    pit.sound()


@pytest.mark.parametrize("game", [STAR_MS, CROWN])
def test_limits_that_round_nothing_need_nothing_said(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.floor.do(Order(pit.manager, ChangeLimits("7", raise_to(game, 5_00), "quiet"), "k"))
    assert pit.open_state.terms.limits[opener(game)].minimum_cents == 5_00


def test_limits_of_a_players_own_are_weighed_with_the_sign(pits: Pits) -> None:
    pit = pits(ULTIMATE)
    pit.open(**exact(ULTIMATE) | {"limits": {"ante": Limits(10_00, 500_00, 10_00)}})
    pit.sit("ann", 1)
    own = SetOwnLimits("7", "ann", {"ante": Limits(5_00, 100_00)}, "asked")
    assert pit.refused(pit.manager, own).because == (law.EDGE_SEEN,)
    pit.do(pit.manager, own._replace(edge=SEEN))
    pit.floor.do(Order(pit.manager, SetOwnLimits("7", "ann", {}, "enough"), "k"))  # back to the sign that was seen
    pit.sound()


def test_an_edge_is_of_one_offer_and_no_other(pits: Pits) -> None:
    """Another person changed the limits while the edge of a permission was looked at."""
    pit = pits(PONTOON)
    pit.open()
    command = named(SetPermission("7", law.SPLIT_AGAIN, True, SEEN), pit.state)
    pit.do(pit.manager, ChangeLimits("7", {"wager": Limits(5_00, 500_00)}, "quiet"))
    assert pit.refused(pit.boss, command).because == (law.EDGE_SEEN,)
    pit.do(pit.boss, command._replace(edge=SEEN))


def test_every_command_that_sets_something_carries_what_was_seen() -> None:
    kinds = OfferCommand.__subclasses__()
    assert set(kinds) == {OpenTable, SetPermission, SetMaximumPayout, ChangeLimits, AnnounceLimits, SetOwnLimits}
    assert all("edge" in command._fields for command in kinds)


@pytest.mark.parametrize("text", ["", "much", "1/0", "nan"])
def test_what_is_no_edge_is_refused(pits: Pits, text: str) -> None:
    pit = pits(ULTIMATE)
    assert pit.refused(pit.boss, opening(pit, SEEN._replace(edge=text))).because == (law.EDGE_SEEN,)


def test_an_edge_that_is_told_counts_for_any_game_and_for_no_practice(pits: Pits) -> None:
    pit = pits(STAR_MS)
    level = OpenTable("7", STAR_MS, pit.terms(), TRAY, edge=EdgeSeen("0", "Ante", "2" * 64))
    assert pit.refused(pit.boss, level).because == (law.EDGE_CONFIRMED,)
    pit.do(pit.boss, level._replace(unit=PRACTICE.name))
    assert pit.state.unit == PRACTICE
