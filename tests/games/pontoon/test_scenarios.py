"""Cases that a quick implementation gets wrong, by the number that each has in the list of scenarios."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.money import Chips
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import Limits
from pitboss.play.wager import Result


def nets(felt: PontoonFelt, *patrons: str) -> list[int]:
    return [felt.net(patron) for patron in patrons]


def test_2_three_aces_doubled() -> None:
    """$20 doubled on two aces draws a third: 2 and 11 are 13, and the dealer busts."""
    felt = dealt("8h", "As Ah", dollars=20)
    felt.double("Ad")
    assert felt.game.says(felt.hand(1)) == "soft 13"
    felt.says("keep")
    felt.dealer("8d 9c")
    assert felt.net("Ann") == 40
    felt.shows(law.DOUBLE_ACES_ONE, felt.result(1, "double"))


def test_3_a_doubled_21_before_a_dealers_pontoon() -> None:
    """$50 doubled on 6-5 draws a king and is paid at once, whatever the dealer would have made."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 10)
    felt.deal("Kh", p1="6s 5h", p2="9s 8h")
    felt.pass_offers()
    felt.double("Kd")
    assert felt.net("Ann") == 100
    felt.stand()
    felt.dealer("Ad")
    assert nets(felt, "Ann", "Bob") == [100, -10]


def test_5_a_forfeit_keeps_the_doubled_part() -> None:
    """$50 doubled for $30 makes 14 and is forfeited."""
    felt = dealt("8h", "6s 4h", dollars=50)
    felt.double("4c", 30)
    felt.says("forfeit")
    assert felt.result(1, "double").returned.cents == 30_00
    assert felt.net("Ann") == -50


def test_7_a_doubled_20_against_a_dealers_pontoon() -> None:
    felt = dealt("Kh", "6s 4h", dollars=50)
    felt.pass_offers()
    felt.double("Qd")
    felt.says("keep")
    felt.dealer("Ad")
    assert felt.result(1, "double").returned.cents == 50_00
    assert felt.net("Ann") == -50


def test_9_a_forfeit_does_not_end_the_box() -> None:
    """Ann doubles $50 and forfeits, Bob with $40 does not double, Cyd doubles $20 for $10 and stays: 13 against 18."""
    felt = PontoonFelt()
    for patron, dollars in (("Ann", 50), ("Bob", 40), ("Cyd", 20)):
        felt.wager(patron, 1, dollars)
    felt.deal("8h", p1="6s 4h")
    felt.says("double", 50)
    felt.says("pass", patron="Bob")
    felt.says("double", 10, patron="Cyd")
    felt.card("3c")
    assert {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)} == {"Ann", "Cyd"}
    felt.says("forfeit", patron="Ann")
    felt.says("keep", patron="Cyd")
    assert felt.hand(1).status == "doubled"
    felt.dealer("Kd")
    assert nets(felt, "Ann", "Bob", "Cyd") == [-50, -40, -30]


@pytest.mark.parametrize(("second", "net"), [("Qd", 0), ("9d", -50)])
def test_11_insured_and_surrendered(second: str, net: int) -> None:
    """$50 against an ace, insured for $25 and surrendered."""
    felt = dealt("Ah", "9s 6h", dollars=50)
    felt.call("insurance")
    felt.says("insure", 25)
    felt.call("insurance-closed")
    felt.call("surrender")
    felt.says("surrender")
    felt.call("surrender-closed")
    felt.dealer(second)
    assert felt.net("Ann") == net


def test_12_one_surrenders_and_the_other_plays_the_two_cards() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    felt.deal("Kh", p1="9s 6h")
    felt.call("surrender")
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Ann"]
    felt.says("surrender")
    felt.call("surrender-closed")
    felt.dealer("5d 8c")
    assert nets(felt, "Ann", "Bob") == [-25, 30]


def split_eights(first: str) -> PontoonFelt:
    """$20 on eights, split against a dealer who makes pontoon; what the first hand does is told."""
    felt = dealt("Kh", "8s 8h", dollars=20)
    felt.pass_offers()
    felt.split(first)
    felt.stand() if first == "Kc" else felt.draw("Qc")
    felt.card("Kd")
    felt.stand()
    felt.dealer("Ad")
    return felt


def test_14_split_hands_against_a_dealers_pontoon() -> None:
    felt = split_eights("Kc")
    assert felt.result(1, "split").returned.cents == 20_00
    assert felt.net("Ann") == -20


def test_15_one_of_them_bust() -> None:
    assert split_eights("5c").net("Ann") == -40


def test_17_split_sevens_make_no_super_bonus() -> None:
    """$30 on two sevens of hearts, split; the first hand draws two more of them: not split again, paid 2 to 1."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 30)
    felt.wager("Bob", 2, 10)
    felt.deal("7c", p1="7h 7h", p2="9s 8h")
    felt.split("7h")
    assert "split" not in [option.name for option in felt.asked().options]
    felt.draw("7h")
    done = felt.result(1, "wager")
    assert done.pays == 60_00
    felt.shows(law.SPLIT_NO_SUPER_BONUS, done)
    assert not [s for s in felt.round.settlements if s.result is Result.BONUS]


def test_18_who_gets_what_of_a_super_bonus() -> None:
    """Area 3: Ann $25, Bob $24, Cyd $4 with three sevens of spades. Dee was bust on 1 with $10; Eve is on 5 and 6."""
    felt = PontoonFelt(limits={"wager": Limits(1_00, 500_00)})
    for patron, area, dollars in (("Ann", 3, 25), ("Bob", 3, 24), ("Cyd", 3, 4), ("Dee", 1, 10)):
        felt.wager(patron, area, dollars)
    felt.wager("Eve", 5, 10)
    felt.wager("Eve", 6, 10)
    felt.deal("7h", p1="9s 6h", p3="7s 7s", p5="Ks 9h", p6="Kc 6d")
    felt.draw("Kd")
    felt.draw("7s")
    felt.stand()
    felt.stand()
    felt.dealer("Jd")
    assert nets(felt, "Ann", "Bob", "Cyd", "Dee") == [5075, 1072, 12, 40]
    assert felt.net("Eve") == 50 + 10 - 10


@pytest.mark.parametrize(("chips", "pays"), [((100, 500), 23_00), ((500,), 25_00)])
def test_23_a_pontoon_that_chips_do_not_pay(chips: tuple[int, ...], pays: int) -> None:
    """$15 at 3 to 2 is $22.50, paid up to the next amount that chips make."""
    felt = dealt("8h", "As Kh", dollars=15, chips=Chips(chips), limits={"wager": Limits(5_00, 500_00)})
    done = felt.result(1, "wager")
    assert (done.exact, done.pays) == (22_50, pays)
    felt.shows(law.PAID_UP_TO_CHIPS, done)


@pytest.mark.parametrize(("second", "net"), [("Kd", 0), ("9d", -60)])
def test_25_insurance_beside_a_bust_hand(second: str, net: int) -> None:
    """The only player is bust with $40, and $20 of insurance is live: the dealer takes exactly one more card."""
    felt = dealt("Ah", "9s 6h", dollars=40)
    felt.call("insurance")
    felt.says("insure", 20)
    felt.pass_offers()
    felt.draw("Kc")
    assert felt.needs == ["dealer"]
    felt.dealer(second)
    assert felt.round.is_over
    assert felt.net("Ann") == net


def test_27_a_player_who_walks_away_stands() -> None:
    """$25 on 12 gets no cards and is settled against the dealer, who busts."""
    felt = dealt("8h", "9s 3h", dollars=25)
    felt.away()
    felt.dealer("8d 9c")
    assert len(felt.hand(1).cards) == 2
    assert felt.net("Ann") == 25
