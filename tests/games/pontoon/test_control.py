"""The controlling player (5.6, 5.7, 17.10): seated, else the highest wager, else the nearest; and one who is away."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.law import Ground, Reading
from pitboss.play.acts import Decide, Lapse, Place, TakeBack
from pitboss.play.events import Decided
from pitboss.play.round import Viewer
from pitboss.play.view import view

CONTROLS = "call the decisions"


def shared(*wagers: tuple[str, int, int], seated: str = "") -> PontoonFelt:
    """Area 1 with wagers (patron, dollars, place in the line), dealt 12 against a seven."""
    felt = PontoonFelt()
    if seated:
        felt.sit(seated, 1)
    for patron, dollars, line in wagers:
        felt.wager(patron, 1, dollars, line=line)
    felt.deal("7h", p1="8s 4h")
    return felt


def why(felt: PontoonFelt) -> tuple[Ground, ...]:
    """Why the controlling player is the one it is."""
    event = next(event for event in felt.events if isinstance(event, Decided) and event.option == CONTROLS)
    assert event.patron == felt.box(1).line[0]
    felt.shows(law.CONTROLLING_PLAYER, event)
    return event.because


# Who controls.


def test_seated_player_controls() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 1), ("Cat", 5, 0), seated="Cat")
    assert felt.asked().patron == "Cat"
    felt.shows(law.CONTROL_SEATED, why(felt))
    assert felt.box(1).line == ("Cat", "Bob", "Ann")


def test_seated_player_without_a_wager_there_controls_nothing() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 1), seated="Cat")
    assert felt.asked().patron == "Bob"
    felt.shows(law.CONTROL_HIGHEST, why(felt))


def test_player_seated_elsewhere_does_not_control_by_it() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 2)
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 50)
    felt.deal("7h", p1="8s 4h")
    assert felt.asked().patron == "Bob"


def test_highest_wager_controls_where_nobody_sits() -> None:
    felt = shared(("Ann", 20, 1), ("Bob", 50, 3), ("Cat", 30, 2))
    assert felt.asked().patron == "Bob"
    felt.shows(law.CONTROL_HIGHEST, why(felt))
    assert felt.box(1).line == ("Bob", "Cat", "Ann")


def test_wager_added_to_may_become_the_highest() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 30)
    felt.wager("Ann", 1, 15)
    felt.deal("7h", p1="8s 4h")
    assert felt.asked().patron == "Ann"


@pytest.mark.parametrize(("first", "second", "who"), [(2, 1, "Bob"), (1, 2, "Ann"), (0, 1, "Bob"), (0, 0, "Ann")])
def test_nearest_of_equal_wagers_controls(first: int, second: int, who: str) -> None:
    felt = shared(("Ann", 20, first), ("Bob", 20, second))
    assert felt.asked().patron == who
    because = why(felt)
    felt.shows(law.CONTROL_NEAREST, because)
    assert Reading("P9") not in because


def test_nearest_of_those_tied_for_the_highest_controls() -> None:
    felt = shared(("Ann", 20, 1), ("Cat", 50, 3), ("Bob", 50, 2))
    assert felt.asked().patron == "Bob"
    because = why(felt)
    felt.shows(law.CONTROL_NEAREST, because)
    felt.shows(Reading("P9"), because)


def test_player_alone_on_an_area_controls_it_without_a_word() -> None:
    felt = shared(("Ann", 20, 0))
    assert felt.asked().patron == "Ann"
    assert not [event for event in felt.events if isinstance(event, Decided)]


def test_control_is_found_anew_each_round() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 0))
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 20)
    felt.deal("7h", p1="8s 4h")
    assert felt.asked().patron == "Ann"


def test_each_area_has_its_own_controlling_player() -> None:
    felt = PontoonFelt()
    for area, (high, low) in {1: ("Ann", "Bob"), 4: ("Bob", "Ann")}.items():
        felt.wager(low, area, 10)
        felt.wager(high, area, 20)
    felt.deal("7h", p1="8s 4h", p4="8s 4h")
    assert felt.asked().patron == "Ann"
    felt.stand()
    assert felt.asked().patron == "Bob"


def test_wager_taken_back_controls_nothing() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 50)
    felt.do(TakeBack("wagers", "Bob", 1, "wager"))
    felt.deal("7h", p1="8s 4h")
    assert felt.asked().patron == "Ann"
    assert felt.box(1).line == ("Ann",)


def test_only_the_controlling_player_calls_the_decisions() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 0))
    felt.shows(law.NOT_YOURS, felt.refused(Decide("play-1", "Ann", "draw")))
    felt.do(Decide("play-1", "Bob", "draw"))
    felt.card("9c")
    assert felt.hand(1).status == "paid"
    assert (felt.net("Ann"), felt.net("Bob")) == (20, 50)  # 21, and both are paid


def test_controlling_player_alone_looks_at_cards_that_lie_face_down() -> None:
    felt = PontoonFelt(grant=[law.FIRST_TWO_DOWN])
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 50)
    felt.deal("7h", p1="8s 4h")
    sees = {name: str(view(felt.round, Viewer("patron", name)).hands[1].cards) for name in ("Ann", "Bob")}
    assert sees == {"Ann": "(??, ??)", "Bob": "(8s, 4h)"}


# A controlling player who is away (17.10).


@pytest.mark.parametrize("reason", ["absent", "slow", "refuses"])
def test_hand_stands_whose_only_player_does_not_decide(reason: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 25)
    felt.deal("7h", p1="8s 4h")
    happened = felt.do(Lapse("play-1", reason))
    event = next(event for event in happened if isinstance(event, Decided))
    assert (event.option, event.lapsed) == ("stand", reason)
    felt.shows(law.LAPSE_STANDS, event)
    assert felt.hand(1).status == "stood"
    felt.dealer("9d Kd")
    assert felt.net("Ann") == 25  # the 12 was neither folded nor given back


def test_next_in_line_calls_when_the_controlling_player_is_away() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 0), ("Cat", 30, 0))
    happened = felt.away()
    assert felt.asked().patron == "Cat"
    felt.shows(law.LAPSE_STANDS, happened[0])
    felt.shows(law.CONTROLLING_PLAYER, happened[0])
    felt.shows(Reading("P17"), happened[0])
    felt.draw("5c")
    assert felt.asked().patron == "Cat"  # for the rest of the hand
    felt.away("slow")
    assert felt.asked().patron == "Ann"
    happened = felt.away("refuses")
    event = next(event for event in happened if isinstance(event, Decided))
    assert (event.option, event.patron) == ("stand", "Ann")
    felt.shows(Reading("P17"), event)
    assert felt.hand(1).status == "stood"


def test_player_who_was_away_is_asked_again_in_the_next_round() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 0))
    felt.away()
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 50)
    felt.deal("7h", p1="8s 4h")
    assert felt.box(1).away == ()
    assert felt.asked().patron == "Bob"


def test_player_away_from_one_area_is_asked_on_another() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.deal("7h", p1="8s 4h", p2="8s 4h")
    felt.away()
    assert (felt.asked().patron, felt.asked().area) == ("Ann", 2)


def test_split_hands_of_an_away_player_both_stand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="8s 8h")
    felt.split("3c")
    felt.away()
    felt.card("Kc")  # each split hand gets its second card
    assert felt.round.phase == "dealer"
    assert [hand.status for hand in felt.round.hands[1:]] == ["stood", "stood"]


def test_choices_offered_besides_lapse_to_not_taking_them() -> None:
    felt = shared(("Ann", 20, 0), ("Bob", 50, 0))
    felt.says("double", patron="Bob")
    felt.away()  # Ann does not say whether to double too
    felt.card("5c")
    assert felt.asked("Bob", "forfeit").patron == "Bob"
    felt.away()
    assert [w.spot for w in felt.round.wagers if w.left.pieces] == ["wager", "wager", "double"]
    felt.dealer("9d Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (20, 100)


def test_offers_lapse_by_themselves() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("Kh", p1="8s 4h")
    felt.call("surrender")
    felt.shows(law.NOT_AN_OPTION, felt.refused(Lapse("surrender-0")))
    felt.pass_offers()
    assert felt.needs == ["play-1"]


def test_line_of_a_wager_is_where_it_was_put_down() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 20, line=2)
    felt.do(Place("wagers", "Ann", 1, "wager", felt.placing("Ann", 1, 5).stake, line=1))
    felt.wager("Bob", 1, 25, line=1)
    felt.deal("7h", p1="8s 4h")
    assert felt.asked().patron == "Bob"
