"""Opening wagers that are off the sign and seen in time: topped up, taken back, or right again by themselves."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.play.acts import Decide, TakeBack
from pitboss.play.events import Decided, WagerPlaced
from pitboss.play.powers import Find
from pitboss.play.terms import Limits

UNIT = {"wager": Limits(5_00, 50_00, 5_00), "perfect-pairs": Limits(5_00, 50_00)}


def short(dollars: int = 3, **changes: Any) -> PontoonFelt:
    """A wager that went down under the minimum, and was seen; the cards are ready."""
    felt = PontoonFelt(limits=UNIT, **changes)
    felt.wager("Ann", 1, dollars, unnoticed=True)
    felt.prepare()
    felt.do(Find(0))
    return felt


def options(felt: PontoonFelt) -> dict[str, tuple[int, int]]:
    return {option.name: (option.least_cents // 100, option.most_cents // 100) for option in felt.asked("Ann").options}


@pytest.mark.parametrize(("dollars", "least"), [(3, 2), (7, 3), (8, 2), (14, 1)])
def test_least_that_mends_a_wager_brings_it_to_the_minimum_or_the_next_unit(dollars: int, least: int) -> None:
    felt = short(dollars)
    assert options(felt) == {"top-up": (least, 50 - dollars), "take-back": (0, 0)}


def test_wager_topped_up_is_a_wager() -> None:
    felt = short()
    happened = felt.says("top-up", 2)
    assert [type(event) for event in happened] == [WagerPlaced, Decided]
    assert felt.round.wagers[0].stake.cents == 5_00
    assert not felt.round.wagers[0].unnoticed
    assert felt.needs == ["wagers", "no-more-bets", "deal"]


def test_wager_is_not_topped_up_to_what_the_sign_does_not_take() -> None:
    felt = short()
    felt.shows(law.SIGN_UNIT, felt.refused(Decide("mend-0", "Ann", "top-up", felt.placing("Ann", 1, 3).stake)))
    felt.shows(law.SIGN_MINIMUM, felt.refused(Decide("mend-0", "Ann", "top-up", felt.placing("Ann", 1, 1).stake)))


def test_wager_topped_up_unnoticed_is_looked_at_again() -> None:
    felt = short()
    felt.do(Decide("mend-0", "Ann", "top-up", felt.placing("Ann", 1, 1).stake, unnoticed=True))
    assert felt.round.wagers[0].unnoticed
    assert "deal" in felt.needs
    felt.do(Find(0))
    assert options(felt) == {"top-up": (1, 46), "take-back": (0, 0)}


def test_question_closes_when_the_player_puts_the_wager_right_or_takes_it_back() -> None:
    felt = short()
    felt.wager("Ann", 1, 2)
    assert felt.needs == ["wagers", "no-more-bets", "deal"]
    felt = short()
    felt.do(TakeBack("wagers", "Ann", 1, "wager"))
    assert felt.needs == ["wagers"]


def test_question_follows_a_wager_that_grew_and_is_still_wrong() -> None:
    felt = short()
    felt.do(felt.placing("Ann", 1, 4, unnoticed=True))
    assert options(felt) == {"top-up": (3, 43), "take-back": (0, 0)}


def test_pair_wagers_go_with_the_last_initial_wager_that_is_taken_back() -> None:
    felt = PontoonFelt(limits=UNIT)
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.pairs("Bob", 1)
    felt.prepare()
    felt.do(Find(0))
    felt.says("take-back")
    assert not any(w.left.pieces for w in felt.round.wagers)
    assert felt.needs == ["wagers"]


def test_pair_wagers_stay_where_another_initial_wager_does() -> None:
    felt = PontoonFelt(limits=UNIT)
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.wager("Cat", 1, 5)
    felt.pairs("Bob", 1)
    felt.prepare()
    felt.do(Find(0))
    felt.says("take-back")
    assert [w.patron for w in felt.round.wagers if w.left.pieces] == ["Cat", "Bob"]


def test_wager_is_topped_up_to_the_room_that_others_leave_on_its_area() -> None:
    felt = PontoonFelt(limits=UNIT)
    felt.wager("Cat", 1, 40)
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.do(Find(1))
    assert options(felt) == {"top-up": (2, 7), "take-back": (0, 0)}
    felt.refused(Decide("mend-1", "Ann", "top-up", felt.placing("Ann", 1, 12).stake))
    felt.says("top-up", 7)
