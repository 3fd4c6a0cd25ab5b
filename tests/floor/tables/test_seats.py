"""Seats, refused wagers, and what a person of rank orders between rounds."""

from collections.abc import Callable

import pytest

from floor.support import SEEN
from floor.tables.pit import GAMES, PONTOON, TRAY, Pit, opener
from pitboss import law
from pitboss.floor.tables.decks import OrderCards
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.orders import (
    InspectorApproves,
    LiftRestriction,
    LimitPeople,
    NoteToldFirst,
    PlayerRestricted,
    ReserveAreas,
    Restrict,
    SetPermission,
)
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.seats import LeaveTable, PlayerLeft, RefuseWager, Vacate, WagerRefused
from pitboss.floor.tables.signage import signs
from pitboss.floor.tables.state import ShoeOpened
from pitboss.money import Stake
from pitboss.play.acts import Place, Sit
from pitboss.play.needs import ShuffleNeed
from pitboss.play.powers import Void
from pitboss.play.terms import Limits
from pitboss.play.wager import seat_of
from support import CROWN, STAR, ULTIMATE, shows

Pits = Callable[[str], Pit]


@pytest.mark.parametrize("game", GAMES)
def test_three_rounds_without_a_wager_at_a_full_table(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open(areas=2)
    pit.fund("Ann", "Bob")
    pit.sit("Ann", 1)
    pit.sit("Bob", 2)
    for _ in range(2):
        pit.play({"Bob": 2})
    shows(law.SEAT_VACATED, pit.refused(pit.supervisor, Vacate("7", "Ann")), game=game)
    pit.play({"Bob": 2})
    assert law.SEAT_VACATED in pit.refused(pit.dealer, Vacate("7", "Ann")).because
    assert law.SEAT_VACATED in pit.refused(pit.supervisor, Vacate("7", "Bob")).because
    pit.do(pit.supervisor, Vacate("7", "Ann"))
    shows(law.SEAT_VACATED, pit.events(PlayerLeft)[-1], game=game)
    assert [player.patron for player in pit.open_state.players] == ["Bob"]
    assert not seat_of(pit.round.boxes, "Ann")


def test_a_wager_between_starts_the_count_again(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open(areas=2)
    pit.fund("Ann", "Bob")
    pit.sit("Ann", 1)
    pit.sit("Bob", 2)
    for who in ({"Bob": 2}, {"Bob": 2}, {"Ann": 1, "Bob": 2}, {"Bob": 2}):
        pit.play(who)
    pit.refused(pit.supervisor, Vacate("7", "Ann"))


def test_a_free_place_keeps_the_seat(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open(areas=3)
    pit.fund("Bob")
    pit.sit("Ann", 1)
    for _ in range(3):
        pit.play({"Bob": 2})
    assert law.SEAT_VACATED in pit.refused(pit.supervisor, Vacate("7", "Ann")).because
    assert law.SEAT in pit.refused(pit.supervisor, Vacate("7", "Eve")).because


def test_a_seat_left_while_cards_are_out_is_empty_from_the_next_round(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.sit("Ann", 1)
    pit.place("Ann", 1)
    while pit.round.need("wagers"):
        pit.step()
    assert law.NOT_YOURS in pit.refused(pit.patron("Bob"), LeaveTable("7", "Ann")).because
    pit.do(pit.patron("Ann"), LeaveTable("7", "Ann"))
    assert seat_of(pit.round.boxes, "Ann") == 1
    pit.play()
    assert not seat_of(pit.round.boxes, "Ann") and not pit.open_state.players


@pytest.mark.parametrize("game", GAMES)
def test_a_wager_is_refused_before_the_cards(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    command = RefuseWager("7", "Ann", 1, opener(game), "past-posting before")
    shows(law.WAGER_REFUSED, pit.refused(pit.dealer, command), game=game)
    assert law.WAGER_REFUSED in pit.refused(pit.supervisor, command._replace(reason="")).because
    held = pit.chips("Ann")
    pit.do(pit.supervisor, command)
    resting = 2 if game == ULTIMATE else 1  # the Blind goes with its Ante
    assert pit.chips("Ann") == held + resting * 25_00
    assert len(pit.events(WagerRefused)) == resting
    shows(law.WAGER_REFUSED, pit.events(WagerRefused)[-1], game=game)
    pit.place("Ann", 1)
    while pit.round.need("wagers"):
        pit.step()
    shows(law.WAGER_REFUSED, pit.refused(pit.supervisor, command), game=game)
    pit.play()


def test_a_patron_does_only_what_is_theirs(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann", "Bob")
    small = Place("wagers", "Ann", 1, "ante", Stake.of(5_00), unnoticed=True)
    for actor, act in (
        ("Bob", pit.wager("Ann", 1, 25)),
        ("Ann", small),
        ("Ann", Void("gaming-manager", "fraud")),
    ):
        assert law.NOT_YOURS in pit.refused(pit.patron(actor), TakeAct("7", act)).because or isinstance(act, Void)


def test_nobody_borrows_a_rank(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    assert law.ROUND_VOIDED in pit.refused(pit.dealer, TakeAct("7", Void("gaming-manager", "fraud"))).because


# What is ordered at a Pontoon table.


def shoe(pits: Pits) -> Pit:
    """A Pontoon table in the middle of a shoe, Ann having sat its second round out."""
    pit = pits(PONTOON)
    pit.open(limits={"wager": Limits(25_00, 500_00), "perfect-pairs": Limits(5_00, 50_00)})
    pit.fund("Ann", "Bob")
    pit.sit("Ann", 1)
    pit.play({"Ann": 1, "Bob": 2})
    pit.play({"Bob": 2})
    return pit


def test_a_player_who_sat_out_is_held_to_the_minimum(pits: Pits) -> None:
    pit = shoe(pits)
    held = Restrict("7", "Ann", law.HELD_TO_MINIMUM)
    pit.refused(pit.dealer, held)
    assert law.HELD_TO_MINIMUM in pit.refused(pit.supervisor, held._replace(patron="Bob")).because
    pit.do(pit.supervisor, held)
    assert law.HELD_TO_MINIMUM in pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 1, 50))).because
    pit.do(pit.supervisor, LiftRestriction("7", "Ann"))
    assert law.HELD_TO_MINIMUM in pit.refused(pit.supervisor, LiftRestriction("7", "Ann")).because
    pit.place("Ann", 1, 50)
    assert law.ROUND_OF_PLAY in pit.refused(pit.supervisor, held).because


@pytest.mark.parametrize("rule", [law.HELD_IN_LATER_SHOES, law.ONE_AREA_AT_MINIMUM])
def test_an_inspector_is_told_before_a_player_is_restricted(pits: Pits, rule: law.Key) -> None:
    pit = shoe(pits)
    command = Restrict("7", "Ann", rule)
    shows(rule, pit.refused(pit.boss, command), game=PONTOON)
    pit.do(pit.supervisor, NoteToldFirst("7", "surveillance", rule, "Ann"))
    pit.do(pit.supervisor, NoteToldFirst("7", "inspector", rule, "Bob"))
    assert rule in pit.refused(pit.boss, command).because  # neither was what the rule asks for
    pit.do(pit.supervisor, NoteToldFirst("7", "inspector", rule, "Ann"))
    assert rule in pit.refused(pit.manager, command).because  # it takes a gaming manager
    pit.do(pit.boss, command)
    event = pit.events(PlayerRestricted)[-1]
    assert isinstance(event, PlayerRestricted) and event.inspector_told
    pit.do(pit.boss, LiftRestriction("7", "Ann"))
    assert rule in pit.refused(pit.boss, command).because  # each time anew


def test_perfect_pairs_is_restricted_after_surveillance_and_an_inspector_heard(pits: Pits) -> None:
    pit = shoe(pits)
    command = SetPermission("7", law.PAIRS_NEED_WAGER, edge=SEEN)
    pit.refused(pit.manager, command)
    shows(law.TOLD_FIRST, pit.refused(pit.boss, command), game=PONTOON)
    pit.do(pit.supervisor, NoteToldFirst("7", "inspector", law.PAIRS_NEED_WAGER))
    shows(law.TOLD_FIRST, pit.refused(pit.boss, command), game=PONTOON)
    pit.do(pit.supervisor, NoteToldFirst("7", "surveillance", law.PAIRS_NEED_WAGER))
    pit.do(pit.boss, command)
    assert any(each.words == law.TITLES[law.PAIRS_NEED_WAGER] for each in signs(pit.open_state))
    pit.place("Bob", 2)
    pairs = Place("wagers", "Ann", 2, "perfect-pairs", Stake.of(5_00))
    assert law.PAIRS_NEED_WAGER in pit.refused(pit.patron("Ann"), TakeAct("7", pairs)).because
    pit.play()
    pit.do(pit.boss, command._replace(granted=False))
    assert not any(each.what == "permission" for each in signs(pit.open_state))


def test_cards_lie_face_down_with_an_inspectors_approval(pits: Pits) -> None:
    pit = shoe(pits)
    command = SetPermission("7", law.FIRST_TWO_DOWN, edge=SEEN)
    assert law.FIRST_TWO_DOWN in pit.refused(pit.boss, command).because
    pit.refused(pit.boss, InspectorApproves("7", law.FIRST_TWO_DOWN))
    pit.do(pit.inspector, InspectorApproves("7", law.FIRST_TWO_DOWN))
    pit.do(pit.boss, command)
    assert law.TERMS in pit.refused(pit.boss, SetPermission("7", law.SPLIT)).because


def test_areas_are_kept_for_one_player(pits: Pits) -> None:
    pit = shoe(pits)
    pit.refused(pit.dealer, ReserveAreas("7", "Ann", (3, 4)))
    pit.do(pit.supervisor, ReserveAreas("7", "Ann", (3, 4)))
    assert law.AREAS_RESERVED in pit.refused(pit.patron("Bob"), TakeAct("7", pit.wager("Bob", 3, 25))).because
    assert law.AREAS_RESERVED in pit.refused(pit.supervisor, ReserveAreas("7", "Bob", (4,))).because
    pit.do(pit.supervisor, ReserveAreas("7", "Ann", ()))
    pit.place("Bob", 3)
    pit.play()


def test_fewer_people_may_be_let_play(pits: Pits) -> None:
    pit = shoe(pits)
    pit.do(pit.supervisor, LimitPeople("7", bettors=1))
    pit.place("Bob", 2)
    assert law.FEWER_PLAYERS in pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 2, 25))).because
    pit.play()
    pit.do(pit.supervisor, LimitPeople("7", players=2))
    assert pit.open_state.terms.players == 2


def test_a_shuffle_is_ordered_and_the_old_shoe_opened(pits: Pits) -> None:
    pit = shoe(pits)
    pit.refused(pit.dealer, OrderCards("7", "shuffle"))
    pit.refused(pit.supervisor, OrderCards("7", "burn"))
    assert law.CARDS_REPLACED in pit.refused(pit.supervisor, OrderCards("7", "replace")).because
    seated = seat_of(pit.round.boxes, "Ann")
    pit.do(pit.supervisor, OrderCards("7", "shuffle", "a doubt"))
    assert seat_of(pit.round.boxes, "Ann") == seated == 1
    assert isinstance(pit.events()[-1], ShoeOpened)
    assert any(isinstance(need, ShuffleNeed) for need in pit.round.needs)
    pit.refused(pit.supervisor, OrderCards("7", "replace"))  # the cutting card has not come out
    pit.play({"Ann": 1})


def test_other_games_know_no_such_orders(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.do(pit.boss, OpenTable("7", CROWN, pit.terms(), TRAY))
    pit.post(pit.dealer)
    for command in (
        Restrict("7", "Ann", law.HELD_TO_MINIMUM),
        ReserveAreas("7", "Ann", (1,)),
    ):
        assert law.TERMS in pit.refused(pit.boss, command).because
    pit.act(pit.dealer, Sit("wagers", "Ann", 1))
    pit.refused(pit.supervisor, NoteToldFirst("7", "the press", law.HELD_TO_MINIMUM))
