"""Splitting again where the Gaming Manager permits it (13.9): when, for how much, in which order, and aces."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards, show
from pitboss.money import Stake
from pitboss.play.acts import Deal, Decide
from pitboss.play.needs import DecisionNeed
from pitboss.play.wager import Result

AGAIN = [law.SPLIT_AGAIN]


def pair(held: str = "8s 8h", *, dollars: int = 50, dealer: str = "7h") -> PontoonFelt:
    """Ann alone with a pair at a table that permits a third hand."""
    return dealt(dealer, held, dollars=dollars, grant=AGAIN)


def options(felt: PontoonFelt) -> list[str]:
    return [option.name for option in felt.asked().options]


def hands(felt: PontoonFelt) -> list[str]:
    return [show(hand.cards) for hand in felt.round.hands[1:]]


@pytest.mark.parametrize(("held", "card"), [("8s 8h", "8c"), ("Ks Qh", "Jc"), ("Ks Kh", "Qc"), ("As Ah", "Ac")])
def test_a_third_hand_may_be_split_off_where_permitted(held: str, card: str) -> None:
    felt = pair(held)
    felt.split(card)
    assert "split" in options(felt)
    assert law.SPLIT_ONCE not in felt.asked().options[0].because
    happened = felt.says("split")
    for event in happened:
        felt.shows(law.SPLIT_AGAIN, event)
    assert felt.round.wagers[-1].stake.cents == 50_00
    assert len(felt.round.hands) == 4


def test_no_third_hand_without_permission() -> None:
    felt = dealt(player="8s 8h")
    felt.split("8c")
    assert "split" not in options(felt)


def test_no_third_hand_of_another_value() -> None:
    felt = pair()
    felt.split("9c")
    assert "split" not in options(felt)


def test_a_fourth_hand_is_refused_by_its_clause() -> None:
    felt = pair()
    felt.split("8c")
    felt.shows(law.SPLIT_AGAIN, felt.says("split")[0])
    felt.card("8d")
    no = felt.refused(Decide("play-1", "Ann", "split", Stake.of(50_00)))
    felt.shows(law.THREE_HANDS, no)
    assert law.SPLIT_ONCE not in no.because
    assert "13.9.3" in felt.game.rules.cite(no.because)


@pytest.mark.parametrize("cents", [0, 40_00, 60_00])
def test_the_wager_on_the_third_hand_equals_the_first(cents: int) -> None:
    felt = pair()
    felt.split("8c")
    felt.shows(law.SPLIT_AGAIN, felt.refused(Decide("play-1", "Ann", "split", Stake.of(cents))))


def test_no_more_than_three_hands() -> None:
    felt = pair()
    felt.split("8c")
    felt.split("8d")
    assert options(felt) == ["stand", "draw", "double"]
    felt.shows(law.THREE_HANDS, felt.refused(Decide("play-1", "Ann", "split", Stake.of(50_00))))
    for card in ("8s", "8h"):
        felt.stand()
        felt.card(card)
        assert options(felt) == ["stand", "draw", "double"]
    felt.stand()
    assert felt.needs == ["dealer"]


def test_no_fourth_hand_where_one_is_gone_already() -> None:
    felt = pair()
    felt.split("8c")
    felt.split("7c")
    felt.draw("Kd")  # the first hand is bust
    felt.card("8d")
    assert "split" not in options(felt)


def test_three_hands_on_each_of_two_areas() -> None:
    felt = PontoonFelt(grant=AGAIN)
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("7h", p1="8s 8h", p2="9s 9h")
    felt.split("8c")
    felt.split("3c")
    felt.stand()
    felt.card("3d")
    felt.stand()
    felt.card("3h")
    felt.stand()
    felt.split("9c")
    assert "split" in options(felt)
    felt.split("3s")
    assert [hand.area for hand in felt.round.hands] == [0, 1, 2, 1, 1, 2, 2]


def test_the_hands_of_the_first_are_finished_before_the_second_gets_a_card() -> None:
    """The hand that waits keeps its card and its wager, and is played last."""
    felt = pair("8s 8h")
    felt.split("8c")
    felt.split("2c")
    assert hands(felt) == ["8s 2c", "8c", "8h"]
    felt.stand()
    felt.card("3c")
    assert felt.asked().hand == 2
    felt.stand()
    felt.card("4c")
    felt.stand()
    assert hands(felt) == ["8s 2c", "8c 3c", "8h 4c"]
    assert felt.needs == ["dealer"]
    felt.refused(Deal("card-3", parse_cards("2d")))


def test_a_third_hand_off_the_second_comes_last() -> None:
    felt = pair("8s 8h")
    felt.split("2c")
    felt.stand()
    felt.card("8c")
    felt.split("3c")
    assert hands(felt) == ["8s 2c", "8h 3c", "8c"]
    felt.stand()
    felt.card("4c")
    assert felt.asked().hand == 3


def test_a_player_who_did_not_split_at_first_does_not_split_later() -> None:
    felt = pair("4s 4h")
    felt.draw("4c")
    assert options(felt) == ["stand", "draw", "double"]


def test_a_split_hand_that_has_drawn_is_not_split() -> None:
    felt = pair("4s 4h")
    felt.split("2c")
    felt.draw("2d")
    assert "split" not in options(felt)


# Aces.


def test_each_of_three_aces_gets_one_card() -> None:
    felt = pair("As Ah")
    felt.split("Ac")
    assert options(felt) == ["stand", "split"]
    for option in felt.asked().options:
        felt.shows(law.SPLIT_ACES_ONE_CARD, option)
        assert "P15" in option.because
    felt.refused(Decide("play-1", "Ann", "draw"))
    felt.refused(Decide("play-1", "Ann", "double", Stake.of(50_00)))
    felt.split("5c 6c 7c")
    assert felt.needs == ["dealer"]
    assert hands(felt) == ["As 5c", "Ac 6c", "Ah 7c"]
    assert [felt.hand(number).sideways for number in (1, 2, 3)] == [1, 1, 1]


def test_an_ace_beside_an_ace_need_not_be_split_again() -> None:
    felt = pair("As Ah")
    felt.split("Ac")
    felt.stand()
    assert felt.needs == ["card-2"]
    felt.card("Ad")
    assert options(felt) == ["stand", "split"]


def test_three_aces_are_not_split_further() -> None:
    felt = pair("As Ah")
    felt.split("Ac")
    felt.split("Ad As Ah")
    assert felt.needs == ["dealer"]
    assert hands(felt) == ["As Ad", "Ac As", "Ah Ah"]


# The others on the box.


def shared() -> PontoonFelt:
    """Ann with $50, Bob with $40 and Cyd with $20: all but Cyd are on both hands, and the first is a pair again."""
    felt = PontoonFelt(grant=AGAIN)
    for patron, dollars in (("Ann", 50), ("Bob", 40), ("Cyd", 20)):
        felt.wager(patron, 1, dollars)
    felt.deal("7h", p1="8s 8h")
    felt.says("split")
    felt.says("split", patron="Bob")
    felt.says("stay", patron="Cyd")
    felt.card("8c")
    return felt


def test_everybody_on_the_hand_is_asked_again() -> None:
    felt = shared()
    felt.says("split")
    assert {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)} == {"Bob", "Cyd"}
    felt.says("stay", patron="Bob")
    for event in felt.says("split", patron="Cyd"):
        felt.shows(law.SPLIT_SHARED, event)
    on = {hand: sorted(w.patron for w in felt.round.wagers if w.hand == hand) for hand in (1, 2, 3)}
    assert on == {1: ["Ann", "Bob", "Cyd"], 2: ["Ann", "Cyd"], 3: ["Ann", "Bob"]}
    assert hands(felt) == ["8s", "8c", "8h"]


def test_wagers_stay_with_their_cards() -> None:
    """The third hand, off the first, wins; the one that waited loses."""
    felt = shared()
    felt.says("split")
    felt.says("stay", patron="Bob")
    felt.says("split", patron="Cyd")
    for card in ("9c", "Kc", "2c"):
        felt.card(card)
        felt.stand()
    felt.dealer("Kd")  # 17: the hands have 17, 18 and 10
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [0, -40, 20]


def test_only_those_on_the_second_hand_are_asked_when_it_is_split() -> None:
    felt = shared()
    felt.stand()
    felt.card("8d")
    felt.says("split")
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Bob"]


def test_a_dealers_pontoon_takes_one_original_wager_of_three_hands() -> None:
    felt = pair(dealer="Kh")
    felt.pass_offers()
    felt.split("8c")
    felt.split("Kc")
    felt.stand()
    for card in ("Kd", "Ks"):
        felt.card(card)
        felt.stand()
    felt.dealer("Ad")
    results = [s.result for s in felt.round.settlements]
    assert results == [Result.LOST, Result.STOOD_OFF, Result.STOOD_OFF]
    assert felt.net("Ann") == -50
