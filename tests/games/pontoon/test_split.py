"""Splitting (13.1 to 13.8, 13.10): what may be split, in which order it is played, aces, and the others on the box."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards, show
from pitboss.money import Stake
from pitboss.play.acts import Deal, Decide
from pitboss.play.events import Decided, WagerPlaced
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.wager import Result


def splitting(felt: PontoonFelt, cents: int, patron: str = "Ann") -> Decide:
    """The act of splitting."""
    return Decide(felt.asked(patron, "split").id, patron, "split", Stake.of(cents))


def options(felt: PontoonFelt) -> list[str]:
    """What the hand in play may do."""
    return [option.name for option in felt.asked().options]


def cards(felt: PontoonFelt) -> list[str]:
    """The players' cards, hand by hand."""
    return [show(hand.cards) for hand in felt.round.hands[1:]]


def box(held: str = "8s 8h", dealer: str = "7h") -> PontoonFelt:
    """Ann with $50, Bob with $40 and Cyd with $20 on area 1."""
    felt = PontoonFelt()
    for patron, dollars in (("Ann", 50), ("Bob", 40), ("Cyd", 20)):
        felt.wager(patron, 1, dollars)
    felt.deal(dealer, p1=held)
    return felt


# What may be split.


@pytest.mark.parametrize("held", ["2s 2h", "7s 7s", "9d 9c", "As Ah", "Ks Kh", "Ks Qh", "Jc Kd", "Qd Js"])
def test_two_first_cards_of_one_value_may_be_split(held: str) -> None:
    felt = dealt(player=held, dollars=50)
    decided, placed = felt.split()
    assert isinstance(decided, Decided)
    assert isinstance(placed, WagerPlaced)
    assert (placed.spot, placed.stake.cents, placed.area) == ("split", 50_00, 1)
    for event in (decided, placed):
        felt.shows(law.SPLIT, event)
        felt.shows(law.SPLIT_IN_TURN, event)
    assert cards(felt) == held.split()


@pytest.mark.parametrize("held", ["8s 7h", "As Kh", "9s Kh", "As 9h", "As 2h"])
def test_other_cards_may_not_be_split(held: str) -> None:
    felt = dealt(player=held)
    assert not any(
        option.name == "split" for need in felt.round.needs if isinstance(need, DecisionNeed) for option in need.options
    )
    felt.refused(Decide("play-1", "Ann", "split", Stake.of(10_00)))


@pytest.mark.parametrize("cents", [0, 49_00, 51_00, 100_00])
def test_the_wager_on_the_second_hand_equals_the_first(cents: int) -> None:
    felt = dealt(player="8s 8h", dollars=50)
    felt.shows(law.SPLIT, felt.refused(splitting(felt, cents)))


def test_only_two_cards_are_split() -> None:
    felt = dealt(player="8s 8h")
    felt.draw("2c")
    assert options(felt) == ["stand", "draw", "double"]


# One hand after the other.


def test_the_first_hand_is_finished_before_the_second_gets_a_card() -> None:
    felt = dealt(player="8s 8h")
    felt.split()
    assert felt.needs == ["card-1"]
    felt.refused(Deal("card-2", parse_cards("2c")))
    felt.card("3c")
    assert (felt.needs, options(felt)) == (["play-1"], ["stand", "draw", "double"])
    for option in felt.asked().options:
        felt.shows(law.SPLIT_PLAYED, option)
        felt.shows(law.IN_TURN, option)
    felt.refused(Deal("card-2", parse_cards("2c")))
    felt.draw("4d")
    felt.stand()
    assert felt.needs == ["card-2"]
    felt.card("2c")
    assert felt.needs == ["play-2"]
    felt.stand()
    assert felt.needs == ["dealer"]
    assert cards(felt) == ["8s 3c 4d", "8h 2c"]


def test_the_second_hand_comes_when_the_first_is_bust() -> None:
    felt = dealt(player="8s 8h", dollars=50)
    felt.split("5c")
    felt.draw("Kd")
    assert felt.hand(1).status == "bust"
    assert felt.result(1, "wager").result is Result.LOST
    assert felt.needs == ["card-2"]
    felt.card("Kc")
    felt.stand()
    felt.dealer("Kh")
    assert felt.net("Ann") == -50 + 50


def test_the_second_hand_comes_when_the_first_is_paid() -> None:
    felt = dealt(player="8s 8h", dollars=50)
    felt.split("6c")
    felt.draw("7d")  # 6-7-8, at 3 to 2
    assert felt.result(1, "wager").pays == 75_00
    assert felt.needs == ["card-2"]


def test_split_hands_come_before_the_next_area() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("7h", p1="8s 8h", p2="9s 7c")
    felt.split("3c")
    felt.stand()
    assert felt.needs == ["card-3"]
    felt.card("2c")
    assert felt.asked().patron == "Ann"
    felt.stand()
    assert felt.asked().patron == "Bob"


def test_each_hand_is_settled_for_itself() -> None:
    felt = dealt(player="8s 8h", dollars=50)
    felt.split("Kc")
    felt.stand()
    felt.card("9c")
    felt.stand()
    felt.dealer("Kd")
    assert felt.result(1, "wager").result is Result.WON
    assert felt.result(1, "split").result is Result.STOOD_OFF
    assert felt.net("Ann") == 50


# Not pontoon, and not again.


@pytest.mark.parametrize(("held", "card"), [("Ks Qh", "As"), ("As Ah", "Kd"), ("Js Jh", "Ad")])
def test_split_aces_or_tens_make_no_pontoon(held: str, card: str) -> None:
    felt = dealt(player=held, dollars=50)
    felt.split(card)
    done = felt.result(1, "wager")
    assert (done.result, done.pays) == (Result.WON, 50_00)
    felt.shows(law.SPLIT_NO_PONTOON, done)
    felt.shows(law.TWENTY_ONE_PAID, done)
    assert law.PONTOON_PAID not in done.because
    assert felt.game.says(felt.hand(1)) == "21"


@pytest.mark.parametrize(("held", "card"), [("8s 8h", "8c"), ("Ks Qh", "Jc")])
def test_a_pair_is_split_once(held: str, card: str) -> None:
    felt = dealt(player=held, dollars=50)
    felt.split(card)
    assert options(felt) == ["stand", "draw", "double"]
    felt.shows(law.SPLIT_ONCE, felt.asked().options[0])
    felt.shows(law.SPLIT_ONCE, felt.refused(Decide("play-1", "Ann", "split", Stake.of(50_00))))
    felt.stand()
    felt.card(card)
    felt.shows(law.SPLIT_ONCE, felt.refused(Decide("play-2", "Ann", "split", Stake.of(50_00))))


def test_a_split_hand_without_a_pair_has_nothing_to_split() -> None:
    felt = dealt(player="8s 8h")
    felt.split("9c")
    assert law.SPLIT_ONCE not in felt.asked().options[0].because


def test_a_split_hand_without_an_ace_says_nothing_of_aces() -> None:
    felt = dealt(player="8s 8h")
    felt.split("9c")
    for option in felt.asked().options:
        assert law.SPLIT_ACES_ONE_CARD not in option.because
        assert "P15" not in option.because


# Aces.


def test_a_split_ace_gets_one_card_and_no_choice() -> None:
    felt = dealt(player="As Ah", dollars=50)
    for event in felt.split():
        felt.shows(law.SPLIT_ACES_ONE_CARD, event)
    felt.card("5c")
    assert (felt.hand(1).status, felt.hand(1).sideways) == ("stood", 1)
    assert felt.needs == ["card-2"]
    felt.card("9c")
    assert felt.needs == ["dealer"]
    assert [felt.game.says(felt.hand(number)) for number in (1, 2)] == ["soft 16", "soft 20"]
    felt.dealer("Kd")
    assert felt.net("Ann") == -50 + 50


def test_other_splits_say_nothing_of_aces() -> None:
    felt = dealt(player="8s 8h")
    assert all(law.SPLIT_ACES_ONE_CARD not in event.because for event in felt.split())


def test_a_split_ace_with_another_ace_stands_on_twelve() -> None:
    felt = dealt(player="As Ah")
    felt.split("Ac")
    assert felt.hand(1).status == "stood"
    assert felt.game.says(felt.hand(1)) == "soft 12"
    felt.refused(Decide("play-1", "Ann", "split", Stake.of(10_00)))


def test_a_split_ace_with_a_ten_is_paid_at_once() -> None:
    felt = dealt(player="As Ah", dollars=50)
    felt.split("Kc Qd")
    assert felt.round.is_over
    assert felt.net("Ann") == 100


def test_a_split_ace_is_not_doubled() -> None:
    felt = dealt(player="As Ah")
    felt.split("5c")
    felt.refused(Decide("play-1", "Ann", "double", Stake.of(10_00)))


def test_an_ace_that_comes_to_another_split_card_plays_on() -> None:
    felt = dealt(player="8s 8h")
    felt.split("Ac")
    assert options(felt) == ["stand", "draw", "double"]


# The others on the box.


def test_the_others_follow_with_as_much_or_stay_on_the_first_hand() -> None:
    felt = box()
    felt.says("split")
    for patron, cents in (("Bob", 40_00), ("Cyd", 20_00)):
        offered = {option.name: option for option in felt.asked(patron).options}
        assert sorted(offered) == ["split", "stay"]
        assert (offered["split"].least_cents, offered["split"].most_cents) == (cents, cents)
        felt.shows(law.SPLIT_SHARED, offered["split"])
    felt.refused(Deal("card-1", parse_cards("3c")))  # not before everybody has said
    felt.shows(law.SPLIT_SHARED, felt.refused(splitting(felt, 39_00, "Bob")))
    (stayed,) = felt.says("stay", patron="Bob")
    felt.shows(law.SPLIT_SHARED, stayed)
    for event in felt.says("split", patron="Cyd"):
        felt.shows(law.SPLIT_SHARED, event)
    assert felt.needs == ["card-1"]
    assert [(w.patron, w.hand) for w in felt.round.wagers] == [
        ("Ann", 1),
        ("Bob", 1),
        ("Cyd", 1),
        ("Ann", 2),
        ("Cyd", 2),
    ]


def test_who_stays_has_a_part_in_the_first_hand_alone() -> None:
    felt = box()
    felt.says("split")
    felt.says("stay", patron="Bob")
    felt.says("split", patron="Cyd")
    felt.card("2c")
    felt.stand()
    felt.card("Kc")
    felt.stand()
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [0, -40, 0]


def test_who_stayed_is_not_asked_to_double_the_second_hand() -> None:
    felt = box()
    felt.says("split")
    felt.says("stay", patron="Bob")
    felt.says("split", patron="Cyd")
    felt.card("2c")
    felt.says("double", 50)
    assert {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)} == {"Bob", "Cyd"}
    felt.says("pass", patron="Bob")
    felt.says("pass", patron="Cyd")
    felt.card("2d")
    felt.says("keep")
    felt.card("3c")
    felt.says("double", 50)
    assert {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)} == {"Cyd"}


def test_nobody_splits_where_the_controlling_player_does_not() -> None:
    felt = box()
    felt.refused(Decide("split-1", "Bob", "split", Stake.of(40_00)))
    felt.stand()
    felt.refused(Decide("split-1", "Bob", "split", Stake.of(40_00)))


def test_on_a_hand_without_the_controlling_players_wager_the_next_calls() -> None:
    """Ann is away; Bob splits, she stays on the first hand, and the second is his."""
    felt = box()
    felt.away()
    felt.says("split")
    assert felt.round.wagers[-1].patron == "Bob"
    felt.says("stay", patron="Ann")
    felt.says("stay", patron="Cyd")
    felt.card("2c")
    assert felt.asked().patron == "Bob"
    felt.stand()
    felt.card("3c")
    assert felt.asked().patron == "Bob"


def test_a_split_hand_gets_its_second_card_though_everybody_has_left() -> None:
    felt = dealt(player="8s 8h")
    felt.split("2c")
    felt.away()
    assert felt.needs == ["card-2"]
    felt.card("3c")
    assert felt.needs == ["dealer"]
    assert [felt.hand(number).status for number in (1, 2)] == ["stood", "stood"]


def test_a_player_whose_wagers_are_void_does_not_follow() -> None:
    felt = box()
    felt.do(Void(SUPERVISOR, "breach", patrons=("Bob",)))
    felt.says("split")
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Cyd"]
