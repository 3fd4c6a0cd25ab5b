"""A dealer's pontoon (12.8, 13.5, 13.11, 16.1.6 to 16.1.8): one original wager is taken, what was added goes back."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.law import Reading
from pitboss.play.wager import Result

P40 = {"splitPaidPolicy": "original-paid"}
P1, P35 = {"splitBustPolicy": "one-original"}, {"splitForfeitPolicy": "one-original"}


def against(player: str, dealer: str = "Kh", **changes: Any) -> PontoonFelt:
    """Ann with $50, the offers being over."""
    felt = dealt(dealer, player, dollars=50, **changes)
    felt.pass_offers()
    return felt


@pytest.mark.parametrize(("dealer", "second"), [("Kh", "Ad"), ("Jh", "Ad"), ("Ah", "Kd"), ("Ah", "Qs")])
@pytest.mark.parametrize("player", ["Ks Qh", "9s 3h", "As 9h"])
def test_it_takes_every_hand_of_20_or_less(dealer: str, second: str, player: str) -> None:
    felt = against(player, dealer)
    felt.stand()
    felt.dealer(second)
    done = felt.result(1, "wager")
    assert (done.result, done.taken.cents) == (Result.LOST, 50_00)
    felt.shows(law.PONTOON_TAKES, done)
    felt.shows(law.LEFT_WAGERS_SETTLED, done)
    assert law.DOUBLE_SPARED not in done.because
    assert law.SPLIT_SPARED not in done.because


def test_an_ace_and_a_ten_among_more_cards_is_none() -> None:
    felt = against("Ks Qh")
    felt.double("Ac")
    assert felt.round.is_over  # 21
    felt = against("Ks Qh")
    felt.stand()
    felt.dealer("5d 6c")
    assert law.PONTOON_TAKES not in felt.result(1, "wager").because


def test_it_takes_only_the_original_wager_of_a_doubled_hand() -> None:
    felt = against("6s 4h")
    felt.double("Kc", 30)
    felt.says("keep")
    felt.dealer("Ad")
    lost, back = felt.result(1, "wager"), felt.result(1, "double")
    assert (lost.result, lost.taken.cents) == (Result.LOST, 50_00)
    assert (back.result, back.returned.cents) == (Result.STOOD_OFF, 30_00)
    felt.shows(law.PONTOON_TAKES, lost)
    felt.shows(law.DOUBLE_SPARED, lost)
    for key in (law.EXTRA_STANDS_OFF, law.DOUBLE_SPARED, law.STAND_OFF, law.LEFT_WAGERS_SETTLED):
        felt.shows(key, back)
    assert felt.net("Ann") == -50


def test_each_player_on_a_doubled_hand_loses_their_original_wager() -> None:
    felt = PontoonFelt()
    for patron, dollars in (("Ann", 50), ("Bob", 40), ("Cyd", 20)):
        felt.wager(patron, 1, dollars)
    felt.deal("Kh", p1="6s 4h")
    felt.pass_offers()
    felt.says("double", 30)
    felt.says("pass", patron="Bob")
    felt.says("double", patron="Cyd")
    felt.card("9c")
    felt.says("keep", patron="Ann")
    felt.says("keep", patron="Cyd")
    felt.dealer("Ad")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-50, -40, -20]


def test_a_doubled_hand_that_is_bust_has_lost_it_all() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 20)
    felt.deal("Kh", p1="Ks 6h", p2="9s 8h")
    felt.pass_offers()
    felt.double("Qc", 30)
    felt.stand()
    felt.dealer("Ad")
    assert (felt.net("Ann"), felt.net("Bob")) == (-80, -20)


def test_it_takes_only_an_original_wager_of_split_hands() -> None:
    felt = against("8s 8h")
    felt.split("Kc")
    felt.stand()
    felt.card("Kd")
    felt.stand()
    felt.dealer("Ad")
    lost, back = felt.result(1, "wager"), felt.result(1, "split")
    assert (lost.result, back.result) == (Result.LOST, Result.STOOD_OFF)
    felt.shows(law.SPLIT_SPARED, lost)
    for key in (law.EXTRA_STANDS_OFF, law.SPLIT_SPARED, law.STAND_OFF):
        felt.shows(key, back)
    assert felt.net("Ann") == -50


def test_split_aces_are_not_doubled_for_their_one_card() -> None:
    felt = against("As Ah")
    felt.split("5c 6c")
    felt.dealer("Ad")
    lost = felt.result(1, "wager")
    felt.shows(law.SPLIT_SPARED, lost)
    assert law.DOUBLE_SPARED not in lost.because
    assert felt.net("Ann") == -50


def test_split_and_doubled() -> None:
    felt = against("8s 8h")
    felt.split("3c")
    felt.double("9c", 30)
    felt.says("keep")
    felt.card("2d")
    felt.double("Kd", 20)
    felt.says("keep")
    felt.dealer("Ad")
    assert [s.result for s in felt.round.settlements] == [Result.LOST, *[Result.STOOD_OFF] * 3]
    assert felt.net("Ann") == -50


@pytest.mark.parametrize("readings", [{}, P1, P35, P1 | P35])
def test_a_split_hand_that_was_paid_keeps_what_it_won(readings: dict[str, str]) -> None:
    """The other hand loses one original wager, however busts and forfeits are read."""
    felt = against("8s 8h", readings=readings)
    felt.split("7c")
    felt.draw("6c")  # 3 to 2
    felt.card("Kd")
    felt.stand()
    felt.dealer("Ad")
    assert felt.result(1, "split").result is Result.LOST
    assert felt.net("Ann") == 75 - 50


def test_who_stayed_on_the_first_of_split_hands_loses_that() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("Kh", p1="8s 8h")
    felt.pass_offers()
    felt.says("split")
    felt.says("stay")
    felt.card("Kc")
    felt.stand()
    felt.card("Kd")
    felt.stand()
    felt.dealer("Ad")
    bob = next(s for s in felt.round.settlements if s.patron == "Bob")
    assert law.SPLIT_SPARED not in bob.because
    felt.shows(law.SPLIT_SPARED, next(s for s in felt.round.settlements if s.patron == "Ann"))
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, -40)


def test_each_area_of_a_player_loses_its_own_original_wager() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 2, 30)
    felt.deal("Kh", p1="8s 8h", p2="9s 8c")
    felt.pass_offers()
    felt.split("Kc")
    felt.stand()
    felt.card("Kd")
    felt.stand()
    felt.stand()
    felt.dealer("Ad")
    assert felt.net("Ann") == -80


# Busts and forfeits among split hands (P1, P35).


def bust_one(place: int, **changes: Any) -> PontoonFelt:
    """Two hands of $50, one of which busts, and a dealer's pontoon."""
    felt = against("8s 8h", **changes)
    felt.split("5c" if place == 1 else "Kc")
    felt.draw("Kd") if place == 1 else felt.stand()
    felt.card("Ks" if place == 1 else "5c")
    felt.stand() if place == 1 else felt.draw("Kd")
    felt.dealer("Ad")
    return felt


@pytest.mark.parametrize("place", [1, 2])
def test_a_bust_hand_is_lost_besides_the_one_original_wager(place: int) -> None:
    felt = bust_one(place)
    assert felt.net("Ann") == -100
    lost = [s for s in felt.round.settlements if law.PONTOON_TAKES in s.because]
    assert len(lost) == 1
    assert Reading("P1") in lost[0].because
    felt.shows(law.SPLIT_SPARED, lost[0])


@pytest.mark.parametrize("place", [1, 2])
def test_a_bust_hand_is_the_one_original_wager_where_so_read(place: int) -> None:
    felt = bust_one(place, readings=P1)
    assert felt.net("Ann") == -50
    back = next(s for s in felt.round.settlements if s.result is Result.STOOD_OFF)
    assert Reading("P1") in back.because
    felt.shows(law.EXTRA_STANDS_OFF, back)


@pytest.mark.parametrize(("readings", "net"), [({}, -150), (P1, -100), (P35, -150)])
def test_two_of_three_hands_bust(readings: dict[str, str], net: int) -> None:
    felt = against("8s 8h", grant=[law.SPLIT_AGAIN], readings=readings)
    felt.split("8c")
    felt.split("5c")
    felt.draw("Kd")
    felt.card("6c")
    felt.draw("Kd")
    felt.card("Ks")
    felt.stand()
    felt.dealer("Ad")
    assert felt.net("Ann") == net


def test_without_a_pontoon_a_bust_costs_its_own_hand_alone() -> None:
    felt = against("8s 8h", readings=P1)
    felt.split("5c")
    felt.draw("Kd")
    felt.card("Ks")
    felt.stand()
    felt.dealer("9d")
    assert felt.net("Ann") == -100


def forfeit_one(place: int, **changes: Any) -> PontoonFelt:
    """Two hands of $50, one of which is doubled for $30 and forfeited, and a dealer's pontoon."""
    felt = against("8s 8h", **changes)
    if place == 1:
        felt.split("3c")
        felt.double("2c", 30)
        felt.says("forfeit")
        felt.card("Ks")
        felt.stand()
    else:
        felt.split("Ks")
        felt.stand()
        felt.card("3c")
        felt.double("2c", 30)
        felt.says("forfeit")
    felt.dealer("Ad")
    return felt


@pytest.mark.parametrize("place", [1, 2])
def test_a_forfeited_hand_is_lost_besides_the_one_original_wager(place: int) -> None:
    felt = forfeit_one(place)
    assert felt.net("Ann") == -100
    (lost,) = (s for s in felt.round.settlements if law.PONTOON_TAKES in s.because)
    assert Reading("P35") in lost.because


@pytest.mark.parametrize("place", [1, 2])
def test_a_forfeited_hand_is_the_one_original_wager_where_so_read(place: int) -> None:
    felt = forfeit_one(place, readings=P35)
    assert felt.net("Ann") == -50
    back = next(s for s in felt.round.settlements if s.result is Result.STOOD_OFF)
    assert Reading("P35") in back.because


@pytest.mark.parametrize(("readings", "net"), [(P1, -100), (P35, -100)])
def test_a_bust_is_no_forfeit_and_a_forfeit_no_bust(readings: dict[str, str], net: int) -> None:
    other = bust_one(1, readings=P35) if readings is P35 else forfeit_one(1, readings=P1)
    assert other.net("Ann") == net


@pytest.mark.parametrize("bust_first", [True, False])
@pytest.mark.parametrize(("readings", "net"), [({}, -150), (P1, -100), (P35, -100), (P1 | P35, -100)])
def test_one_of_three_hands_bust_and_one_forfeited(bust_first: bool, readings: dict[str, str], net: int) -> None:
    felt = against("8s 8h", grant=[law.SPLIT_AGAIN], readings=readings)
    felt.split("8c")
    felt.says("split")
    for is_bust in (bust_first, not bust_first):
        felt.card("5c")
        if is_bust:
            felt.draw("Kd")
        else:
            felt.double("2c", 30)
            felt.says("forfeit")
    felt.card("Ks")
    felt.stand()
    felt.dealer("Ad")
    assert felt.net("Ann") == net


def test_the_reading_goes_player_by_player() -> None:
    """Bob stayed on the first hand, which is bust; Ann is on both. With P1 the other way only she is spared."""
    felt = PontoonFelt(readings=P1)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.wager("Cyd", 2, 20)
    felt.deal("Kh", p1="8s 8h", p2="9s 9h")
    felt.pass_offers()
    felt.says("split")
    felt.says("stay")
    felt.card("5c")
    felt.draw("Kd")
    felt.card("Ks")
    felt.stand()
    felt.stand()
    felt.dealer("Ad")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-50, -40, -20]


def test_one_of_two_players_on_a_split_hand_forfeits() -> None:
    """Ann forfeits the first hand, Bob keeps it: a pontoon takes one more of hers and one of his."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("Kh", p1="8s 8h")
    felt.pass_offers()
    felt.says("split")
    felt.says("split", patron="Bob")
    felt.card("3c")
    felt.says("double", 50)
    felt.says("double", 40, patron="Bob")
    felt.card("2c")
    felt.says("forfeit", patron="Ann")
    felt.says("keep", patron="Bob")
    felt.card("Ks")
    felt.stand()
    felt.dealer("Ad")
    assert (felt.net("Ann"), felt.net("Bob")) == (-100, -40)
    ann = next(s for s in felt.round.settlements if s.patron == "Ann" and law.PONTOON_TAKES in s.because)
    bob = next(s for s in felt.round.settlements if s.patron == "Bob" and law.PONTOON_TAKES in s.because)
    assert Reading("P35") in ann.because
    assert Reading("P35") not in bob.because


# A split hand was paid before (P40).


@pytest.mark.parametrize("readings", [{}, P40], ids=["takes one", "original paid"])
def test_a_split_wager_beside_a_paid_21(readings: dict[str, str]) -> None:
    felt = against("8s 8h", readings=readings)
    felt.split("3c")
    felt.draw("Qd")  # 21, paid at once
    felt.card("Kc")
    felt.stand()  # 18
    felt.dealer("Ad")
    done = felt.result(1, "split")
    assert Reading("P40") in done.because
    if readings:
        assert (done.result, done.returned.cents) == (Result.STOOD_OFF, 50_00)
        felt.shows(law.EXTRA_STANDS_OFF, done)
    else:
        assert (done.result, done.taken.cents) == (Result.LOST, 50_00)
        felt.shows(law.PONTOON_TAKES, done)
    assert felt.net("Ann") == (50 if readings else 0)


@pytest.mark.parametrize("readings", [{}, P40], ids=["takes one", "original paid"])
def test_an_original_wager_beside_a_paid_split_hand_is_taken(readings: dict[str, str]) -> None:
    felt = against("8s 8h", readings=readings)
    felt.split("Kc")
    felt.stand()  # 18
    felt.card("3c")
    felt.draw("Qd")  # 21, paid at once
    felt.dealer("Ad")
    done = felt.result(1, "wager")
    assert (done.result, done.taken.cents) == (Result.LOST, 50_00)
    assert felt.net("Ann") == 0
