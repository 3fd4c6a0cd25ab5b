"""Forfeiting (12.5 to 12.7): after the double's card each doubler may give the wager up and keep the doubled part."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.money import Stake
from pitboss.play.acts import Decide
from pitboss.play.events import CardsCollected, Decided, RoundEnded
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import Limits
from pitboss.play.wager import Result


def box(card: str = "3c") -> PontoonFelt:
    """Ann $50 and $50, Bob $40 undoubled, Cyd $20 and $10 on a doubled hand; then Dee's hand of 17 on area 2."""
    felt = PontoonFelt()
    for patron, area, dollars in (("Ann", 1, 50), ("Bob", 1, 40), ("Cyd", 1, 20), ("Dee", 2, 10)):
        felt.wager(patron, area, dollars)
    felt.deal("8h", p1="6s 4h", p2="9s 8c")
    felt.says("double", 50)
    felt.says("pass", patron="Bob")
    felt.says("double", 10, patron="Cyd")
    felt.card(card)
    return felt


def asked(felt: PontoonFelt) -> list[str]:
    return [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)]


def test_a_doubler_may_forfeit_the_wager_and_keep_the_doubled_part() -> None:
    felt = dealt(player="6s 4h", dollars=50)
    felt.double("3c", 30)
    need = felt.asked("Ann", "forfeit")
    assert [option.name for option in need.options] == ["keep", "forfeit"]
    felt.shows(law.FORFEIT, need.options[1])
    decided, *_ = felt.says("forfeit")
    assert isinstance(decided, Decided)
    felt.shows(law.FORFEIT, decided)
    lost, back = felt.result(1, "wager"), felt.result(1, "double")
    assert (lost.result, lost.taken.cents) == (Result.LOST, 50_00)
    assert (back.result, back.returned.cents) == (Result.RETURNED, 30_00)
    felt.shows(law.FORFEIT, lost)
    felt.shows(law.FORFEIT, back)
    assert felt.net("Ann") == -50


def test_cards_go_when_everything_on_them_is_forfeited() -> None:
    felt = dealt(player="6s 4h", dollars=50)
    felt.double("3c")
    happened = felt.says("forfeit")
    collected = next(event for event in happened if isinstance(event, CardsCollected))
    assert collected.hand == 1
    felt.shows(law.FORFEIT, collected)
    assert felt.hand(1).status == "forfeited"
    assert isinstance(happened[-1], RoundEnded)  # and the dealer draws no card
    assert len(felt.hand(0).cards) == 1


def test_cards_go_though_other_hands_and_insurance_are_left() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 10)
    felt.deal("Ah", p1="6s 4h", p2="9s 8c")
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.pass_offers()
    felt.double("3c")
    felt.says("forfeit")
    assert felt.hand(1).status == "forfeited"
    felt.stand()
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -10)


def test_a_doubler_may_keep_the_hand() -> None:
    felt = dealt(player="6s 4h", dollars=50)
    felt.double("3c", 30)
    (decided,) = felt.says("keep")
    assert isinstance(decided, Decided)
    felt.shows(law.FORFEIT, decided)
    assert felt.needs == ["dealer"]
    felt.dealer("9h")
    assert felt.round.settlements == ()


@pytest.mark.parametrize("card", ["Kc", "9d"], ids=["bust", "21"])
def test_a_hand_that_is_bust_or_made_is_not_forfeited(card: str) -> None:
    felt = dealt(player="7s 5h")
    felt.double(card)
    assert felt.round.is_over
    felt.refused(Decide("forfeit-1", "Ann", "forfeit"))


def test_a_hand_that_is_not_doubled_is_not_forfeited() -> None:
    felt = dealt(player="6s 4h")
    felt.draw("3c")
    felt.refused(Decide("play-1", "Ann", "forfeit"))
    assert "forfeit" not in [option.name for option in felt.asked().options]


def test_forfeiting_takes_no_stake() -> None:
    felt = dealt(player="6s 4h", dollars=50)
    felt.double("3c")
    felt.refused(Decide("forfeit-1", "Ann", "forfeit", Stake.of(10_00)))
    felt.refused(Decide("forfeit-1", "Bob", "forfeit"))


def test_it_is_decided_before_the_next_hand() -> None:
    felt = box()
    assert asked(felt) == ["Ann", "Cyd"]
    felt.shows(law.IN_TURN, felt.refused(Decide("play-2", "Dee", "stand")))
    felt.says("keep", patron="Cyd")
    assert asked(felt) == ["Ann"]
    felt.says("forfeit", patron="Ann")
    assert asked(felt) == ["Dee"]


@pytest.mark.parametrize(
    ("ann", "cyd", "nets"),
    [
        ("forfeit", "keep", (-50, -40, -30)),
        ("keep", "forfeit", (-100, -40, -20)),
        ("forfeit", "forfeit", (-50, -40, -20)),
        ("keep", "keep", (-100, -40, -30)),
    ],
)
@pytest.mark.parametrize("first", ["Ann", "Cyd"])
def test_each_doubler_chooses_for_themselves(ann: str, cyd: str, nets: tuple[int, ...], first: str) -> None:
    felt = box()
    chosen = {"Ann": ann, "Cyd": cyd}
    for patron in sorted(chosen, reverse=first == "Cyd"):
        (decided, *_) = felt.says(chosen[patron], patron=patron)
        felt.shows(law.FORFEIT, decided)
        if patron == "Cyd":
            felt.shows(law.FORFEIT_EACH, decided)
        else:
            assert law.FORFEIT_EACH not in decided.because
    felt.stand()
    felt.dealer("Kd")
    assert tuple(felt.net(name) for name in ("Ann", "Bob", "Cyd")) == nets


def test_who_did_not_double_is_not_asked_and_plays_on() -> None:
    felt = box()
    felt.refused(Decide("forfeit-1", "Bob", "forfeit"))
    felt.says("forfeit", patron="Ann")
    felt.says("forfeit", patron="Cyd")
    assert felt.hand(1).status == "doubled"  # Bob's wager is still on it, so the cards stay
    felt.stand()
    felt.dealer("8d 9d")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd", "Dee")] == [-50, 40, -20, 10]


def test_cards_stay_while_somebody_keeps_them() -> None:
    felt = box()
    felt.says("forfeit", patron="Ann")
    felt.says("keep", patron="Cyd")
    assert felt.hand(1).status == "doubled"
    felt.stand()
    felt.dealer("Kd")
    (lost,) = (s for s in felt.round.settlements if s.patron == "Cyd" and s.spot == "wager")
    felt.shows(law.LOWER_TOTAL_LOSES, lost)


def test_cards_go_when_the_last_of_several_gives_up() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("8h", p1="6s 4h")
    felt.says("double")
    felt.says("double", patron="Bob")
    felt.card("3c")
    felt.says("forfeit", patron="Bob")
    assert felt.hand(1).status == "doubled"
    felt.says("forfeit", patron="Ann")
    assert felt.hand(1).status == "forfeited"
    assert felt.round.is_over
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, -40)


def test_one_of_two_split_hands_is_forfeited() -> None:
    felt = dealt("8h", "9s 9h", dollars=50)
    felt.split("2c")
    felt.double("3c", 20)
    felt.says("forfeit")
    assert felt.needs == ["card-2"]
    felt.card("Kc")
    felt.stand()
    felt.dealer("Kd")
    assert felt.result(1, "wager").result is Result.LOST
    assert felt.result(1, "split").result is Result.WON
    assert felt.net("Ann") == -50 + 50


def test_the_second_of_two_split_hands_is_forfeited() -> None:
    felt = dealt("8h", "9s 9h", dollars=50)
    felt.split("Kc")
    felt.stand()
    felt.card("2c")
    felt.double("3c", 20)
    felt.says("forfeit")
    felt.dealer("Kd")
    assert felt.result(1, "split").result is Result.LOST
    assert felt.net("Ann") == 50 - 50


def test_a_wager_that_is_forfeited_over_the_maximum_loses_what_stands_of_it() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 50_00)})
    felt.wager("Ann", 1, 60, unnoticed=True)
    felt.deal("8h", p1="6s 4h")
    felt.double("3c", 60)
    felt.says("forfeit")
    assert felt.net("Ann") == -50
    returned = [s for s in felt.round.settlements if s.result is Result.RETURNED]
    assert sum(s.returned.cents for s in returned) == 70_00
