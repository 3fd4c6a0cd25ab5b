"""Playing areas and the people at them (2.2.1, 5.5, 5.9, 5.14, 5.16): up to three bettors, several areas, seats."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.play.acts import Sit, TakeBack
from pitboss.play.events import Seated, WagerTakenBack
from pitboss.play.table import refuse_needless
from pitboss.play.wager import Box

NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest.mark.parametrize("area", [0, 8, -1])
def test_wager_goes_on_one_of_seven_areas(area: int) -> None:
    felt = PontoonFelt()
    felt.shows(law.PLAYING_AREA, felt.refused(felt.placing("Ann", area)))
    felt.shows(law.PLAYING_AREA, felt.refused(Sit("wagers", "Ann", 8)))
    for right in (1, 7):
        for place in (0, 1):
            assert refuse_needless(felt.round, felt.placing("Ann", right, line=place)) is None, "players share an area"
        felt.wager("Ann", right)


def test_layout_of_fewer_areas() -> None:
    felt = PontoonFelt(areas=5)
    felt.shows(law.PLAYING_AREA, felt.refused(felt.placing("Ann", 6)))
    felt.wager("Ann", 5)


# How many on an area (5.5, 5.16).


def test_three_players_wager_on_one_area() -> None:
    felt = PontoonFelt()
    for name in NAMES[:3]:
        felt.wager(name, 4, 20)
    no = felt.refused(felt.placing("Dan", 4, 20))
    felt.shows(law.THREE_BETTORS, no)
    assert "it takes 3 players" in no.words
    felt.wager("Bob", 4, 5)  # who is there may add
    felt.wager("Dan", 5, 20)
    felt.do(TakeBack("wagers", "Cat", 4, "wager"))
    felt.wager("Dan", 4, 20)


def test_unnoticed_wager_is_no_fourth_either() -> None:
    felt = PontoonFelt()
    for name in NAMES[:3]:
        felt.wager(name, 4, 20)
    felt.shows(law.THREE_BETTORS, felt.refused(felt.placing("Dan", 4, 20, unnoticed=True)))


def test_supervisor_may_let_fewer_wager_on_an_area() -> None:
    felt = PontoonFelt(bettors=2)
    felt.wager("Ann", 4)
    felt.wager("Bob", 4)
    felt.shows(law.THREE_BETTORS, felt.refused(felt.placing("Cat", 4)))
    felt.wager("Cat", 5)


def test_one_player_per_box() -> None:
    felt = PontoonFelt(bettors=1)
    felt.wager("Ann", 4)
    felt.shows(law.FEWER_PLAYERS, felt.refused(felt.placing("Bob", 4)))
    felt.wager("Ann", 4)
    felt.wager("Bob", 5)


def test_table_limited_to_some_players() -> None:
    felt = PontoonFelt(players=2)
    felt.wager("Ann", 1)
    felt.sit("Bob", 2)
    felt.shows(law.FEWER_PLAYERS, felt.refused(felt.placing("Cat", 3)))
    felt.shows(law.FEWER_PLAYERS, felt.refused(Sit("wagers", "Cat", 3)))
    felt.shows(law.FEWER_PLAYERS, felt.refused(felt.placing("Cat", 1, 5, spot="perfect-pairs")))
    felt.wager("Ann", 3)
    felt.wager("Bob", 4)
    felt.sit("Bob", 0)
    felt.do(TakeBack("wagers", "Bob", 4, "wager"))
    felt.wager("Cat", 3)


# Several areas (5.9, 5.14).


def test_player_may_wager_on_several_areas() -> None:
    felt = PontoonFelt()
    for area in range(1, 8):
        felt.wager("Ann", area, 10)
    assert [w.area for w in felt.round.wagers] == list(range(1, 8))


def test_player_on_several_areas_gives_one_up_where_seats_are_short() -> None:
    felt = PontoonFelt(areas=3)
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.wager("Bob", 3)
    happened = felt.sit("Cat", 2)
    gone = next(event for event in happened if isinstance(event, WagerTakenBack))
    assert (gone.patron, gone.stake.cents) == ("Ann", 10_00)
    felt.shows(law.MANY_AREAS, gone)
    felt.wager("Cat", 2)
    felt.deal("7h", p1="9s 8h", p2="9s 8h", p3="9s 8h")
    assert {w.patron for w in felt.round.wagers_on(2, "wager") if w.left.pieces} == {"Cat"}


def test_nobody_gives_an_area_up_while_one_is_free() -> None:
    felt = PontoonFelt(areas=4)
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.wager("Bob", 3)
    happened = felt.sit("Cat", 2)
    assert [type(event) for event in happened] == [Seated]


def test_player_with_one_area_keeps_it() -> None:
    felt = PontoonFelt(areas=2)
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    happened = felt.sit("Cat", 2)
    assert [type(event) for event in happened] == [Seated]


def test_pair_wager_goes_with_the_area_that_is_given_up() -> None:
    felt = PontoonFelt(areas=2)
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.pairs("Ann", 2)
    felt.pairs("Bob", 2)
    happened = felt.sit("Cat", 2)
    gone = [event for event in happened if isinstance(event, WagerTakenBack)]
    assert [(event.patron, event.stake.cents) for event in gone] == [("Ann", 10_00), ("Ann", 5_00), ("Bob", 5_00)]
    felt.shows(law.PAIRS_NEED_HAND, gone[1])
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    felt.dealer("Kd")
    assert not any(w.left.pieces for w in felt.round.wagers)


def test_areas_reserved_for_one_player() -> None:
    felt = PontoonFelt(reserved={"Ann": (2, 3)})
    for act in (
        felt.placing("Bob", 2),
        felt.placing("Bob", 3, unnoticed=True),
        Sit("wagers", "Bob", 3),
    ):
        felt.shows(law.AREAS_RESERVED, felt.refused(act))
    felt.wager("Ann", 2)
    felt.wager("Ann", 3)
    felt.shows(law.AREAS_RESERVED, felt.refused(felt.placing("Bob", 2, 5, spot="perfect-pairs")))
    felt.wager("Bob", 4)


def test_player_does_not_move_to_a_reserved_area_either() -> None:
    felt = PontoonFelt(reserved={"Ann": (2, 3)})
    felt.sit("Bob", 4)
    felt.shows(law.AREAS_RESERVED, felt.refused(Sit("wagers", "Bob", 3)))
    felt.sit("Bob", 5)


def test_reserved_areas_are_not_given_up() -> None:
    felt = PontoonFelt(areas=2, reserved={"Ann": (1, 2)})
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.shows(law.AREAS_RESERVED, felt.refused(Sit("wagers", "Bob", 2)))


# Seats.


def test_seat_is_one_players_and_a_player_has_one() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 3)
    felt.shows(law.SEAT, felt.refused(Sit("wagers", "Bob", 3)))
    felt.shows(law.SEAT, felt.refused(Sit("wagers", "Ann", 3)))
    felt.shows(law.SEAT, felt.refused(Sit("wagers", "Bob", 0)))
    felt.sit("Ann", 4)
    assert [box.area for box in felt.round.boxes if box.seated == "Ann"] == [4]
    felt.sit("Bob", 3)
    felt.sit("Ann", 0)
    assert felt.round.boxes == (Box(3, "Bob"),)
    assert felt.event(Seated) == Seated("Ann", 0)


def test_seats_are_taken_before_the_first_card() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.shows(law.BETS_CLOSE, felt.refused(Sit("wagers", "Bob", 1)))


def test_seats_and_wagers_name_what_they_answer() -> None:
    felt = PontoonFelt()
    felt.shows(law.NEED_CLOSED, felt.refused(Sit("seats", "Bob", 1)))
    felt.shows(law.NEED_CLOSED, felt.refused(felt.placing("Ann", 1)._replace(need="bets")))


def test_seats_last_from_round_to_round() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 3)
    felt.wager("Ann", 3)
    felt.wager("Bob", 5)
    felt.deal("7h", p3="9s 8h", p5="9s 8h")
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    assert felt.box(3) == Box(3, "Ann", ("Ann",))
    assert felt.box(5) == Box(5, "", ("Bob",))
    felt.wager("Ann", 3)
    felt.deal("7h", p3="9s 8h")
    assert felt.box(5) == Box(5)  # no player wagered there, so none is in its line
