"""Where the rules of Pontoon are unclear: each reading of the play and its settlement, taken both ways."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.law import Reading
from pitboss.money import Chips, Stake
from pitboss.play.acts import Decide
from pitboss.play.events import CardsCollected, Settled
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

# P1 and P35, what split hands lose to a dealer's pontoon, are in test_dealer_pontoon.


def dealers(felt: PontoonFelt) -> CardsCollected:
    """The going of the dealer's cards."""
    return next(event for event in felt.events if isinstance(event, CardsCollected) and event.hand == 0)


# P2, a doubled 21 against a dealer's pontoon.

P2: dict[str, Any] = {"doubledTwentyOneBeatsPontoon": False}


def doubled_21(**changes: Any) -> PontoonFelt:
    felt = dealt("Kh", "6s 5h", dollars=50, **changes)
    felt.pass_offers()
    felt.double("Qc", 30)
    return felt


def test_p2_a_doubled_21_is_paid_at_once() -> None:
    felt = doubled_21()
    assert felt.round.is_over
    assert felt.net("Ann") == 80
    assert Reading("P2") in felt.result(1, "wager").because


def test_p2_the_other_way_it_waits_and_a_pontoon_takes_the_original_wager() -> None:
    felt = doubled_21(readings=P2)
    felt.says("keep")
    assert felt.needs == ["dealer"]
    felt.dealer("Ad")
    assert felt.net("Ann") == -50
    lost = felt.result(1, "wager")
    assert Reading("P2") in lost.because
    felt.shows(law.DOUBLE_SPARED, lost)


@pytest.mark.parametrize("second", ["2d", "9d", "Kd", "6d"])
def test_p2_the_other_way_it_wins_against_anything_else_at_two_cards(second: str) -> None:
    felt = doubled_21(readings=P2)
    felt.says("keep")
    felt.dealer(second)
    assert felt.round.is_over  # no other total than a pontoon can matter
    assert felt.net("Ann") == 80
    done = felt.result(1, "wager")
    felt.shows(law.TWENTY_ONE_PAID, done)
    felt.shows(law.DOUBLE_PAYS_EVEN, done)
    assert Reading("P2") in done.because


def test_p2_the_other_way_it_may_be_forfeited() -> None:
    felt = doubled_21(readings=P2)
    felt.says("forfeit")
    assert felt.net("Ann") == -50


def test_p2_the_other_way_leaves_other_totals_of_21_alone() -> None:
    felt = dealt("Kh", "6s 5h", dollars=50, readings=P2)
    felt.pass_offers()
    felt.draw("Qc")
    assert felt.round.is_over
    assert felt.net("Ann") == 50


def test_p2_the_other_way_a_hand_beside_it_has_the_dealer_draw_on() -> None:
    felt = PontoonFelt(readings=P2)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 20)
    felt.deal("6h", p1="6s 5h", p2="9s 8h")
    felt.double("Qc")
    felt.says("keep")
    felt.stand()
    felt.dealer("2d Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (100, -20)


# P3, an ace drawn as the double's card.


@pytest.mark.parametrize(
    ("cards", "choice", "total"),
    [
        ("As Ah", "eleven", 13),
        ("As Ah", "one", 3),
        ("6s 3h", "eleven", 20),
        ("6s 3h", "one", 10),
        ("Ks 6h", "eleven", 17),
        ("Ks 6h", "one", 17),
    ],
)
def test_p3_a_drawn_ace(cards: str, choice: str, total: int) -> None:
    felt = dealt("8h", cards, dollars=50, readings={"drawnAceOnDouble": choice})
    felt.double("Ac")
    assert felt.game.points(felt.hand(1)).total == total  # type: ignore[attr-defined]
    felt.says("keep")
    felt.dealer("Kd")
    done = felt.result(1, "wager")
    assert done.result is (Result.WON if total > 18 else Result.LOST)
    assert Reading("P3") in done.because
    assert (law.DOUBLE_ACES_ONE in done.because) == (cards == "As Ah")  # of aces that were held


@pytest.mark.parametrize("choice", ["eleven", "one"])
def test_p3_is_of_the_double_alone(choice: str) -> None:
    felt = dealt("8h", "6s 3h", readings={"drawnAceOnDouble": choice})
    felt.draw("Ac")
    assert felt.game.says(felt.hand(1)) == "soft 20"


def test_p3_a_drawn_ace_makes_21_only_where_it_is_eleven() -> None:
    felt = dealt("8h", "As 9h", dollars=50, readings={"drawnAceOnDouble": "one"})
    felt.double("Ac")
    assert not felt.round.is_over
    assert felt.game.says(felt.hand(1)) == "11"


# P4, who gets which payment of a Super Bonus.


@pytest.mark.parametrize(
    ("choice", "expected"), [("once-per-player", {("Bob", 2): 50}), ("once-per-area", {("Bob", 2): 50, ("Bob", 3): 50})]
)
def test_p4_the_others(choice: str, expected: dict[tuple[str, int], int]) -> None:
    felt = PontoonFelt(readings={"superBonusOthers": choice})
    felt.wager("Ann", 1)
    felt.wager("Ann", 3)
    felt.wager("Bob", 2)
    felt.wager("Bob", 3)
    felt.deal("7c", p1="7h 7h", p2="Kd 9s", p3="Kc 9d")
    felt.draw("7h")
    fifties = [s for s in felt.round.settlements if law.SUPER_BONUS_OTHERS in s.because]
    assert {(s.patron, s.area): s.pays // 100 for s in fifties} == expected
    assert len(fifties) == len(expected)
    for fifty in fifties:
        assert Reading("P4") in fifty.because


# P5, a Super Bonus at the final settlement.

P5: dict[str, Any] = {"lateSuperBonusPays": "table-2"}


def late_bonus(dollars: int, **changes: Any) -> PontoonFelt:
    limits = {"wager": Limits(1_00, 500_00)}
    felt = dealt("7c", "7h 7h", dollars=dollars, limits=limits, **changes)
    felt.draw("7h")
    return felt


@pytest.mark.parametrize(("readings", "net"), [({}, 50 + 5000), (P5, 5000)])
def test_p5_what_a_late_super_bonus_pays(readings: dict[str, Any], net: int) -> None:
    felt = late_bonus(25, readings=readings, grant=[law.PAID_AT_FINAL])
    assert felt.net("Ann") == net
    bonus = next(s for s in felt.round.settlements if s.result is Result.BONUS)
    assert Reading("P5") in bonus.because
    if readings:
        stake = next(s for s in felt.round.settlements if s.result is Result.STOOD_OFF)
        assert Reading("P5") in stake.because
        felt.shows(law.SUPER_BONUS, stake)
        assert stake.returned.cents == 25_00


def test_p5_the_other_way_a_bonus_paid_at_once_has_both_tables() -> None:
    felt = late_bonus(25, readings=P5)
    assert felt.net("Ann") == 50 + 5000
    assert all(Reading("P5") not in s.because for s in felt.round.settlements)


def test_p5_the_other_way_a_wager_too_small_for_table_2_is_paid_by_table_1() -> None:
    felt = late_bonus(4, readings=P5, grant=[law.PAID_AT_FINAL])
    assert felt.net("Ann") == 8


# P6, insurance and surrender together.


def insured(**changes: Any) -> PontoonFelt:
    felt = dealt("Ah", "9s 6h", dollars=50, **changes)
    felt.call("insurance")
    felt.says("insure", 25)
    felt.call("insurance-closed")
    felt.call("surrender")
    return felt


def test_p6_an_insured_hand_may_be_surrendered() -> None:
    felt = insured()
    (decided,) = felt.says("surrender")
    assert Reading("P6") in decided.because


def test_p6_the_other_way_it_may_not() -> None:
    felt = insured(readings={"insuredMaySurrender": False})
    assert felt.needs == ["surrender-closed"]
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Decide("surrender-0", "Ann", "surrender")))


def test_p6_the_other_way_a_hand_that_is_not_insured_still_may() -> None:
    felt = dealt("Ah", "9s 6h", readings={"insuredMaySurrender": False})
    for call in ("insurance", "insurance-closed", "surrender"):
        felt.call(call)
    felt.says("surrender")


def test_p6_the_other_way_an_insured_co_bettor_does_not_follow() -> None:
    felt = PontoonFelt(readings={"insuredMaySurrender": False})
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    felt.wager("Cyd", 1, 20)
    felt.deal("Ah", p1="9s 6h")
    felt.call("insurance")
    felt.says("insure", patron="Bob")
    felt.call("insurance-closed")
    felt.call("surrender")
    felt.says("surrender", patron="Ann")
    asked = [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)]
    assert asked == ["Cyd"]


def test_p6_the_other_way_insurance_on_one_area_does_not_keep_from_surrendering_another() -> None:
    felt = PontoonFelt(readings={"insuredMaySurrender": False})
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 2, 30)
    felt.deal("Ah", p1="9s 6h", p2="9d 7c")
    felt.call("insurance")
    felt.do(Decide("insure-0", "Ann", "insure", Stake.of(10_00)))
    felt.call("insurance-closed")
    felt.call("surrender")
    assert [need.area for need in felt.round.needs if isinstance(need, DecisionNeed)] == [2]


# P7, the dealer's hand for surrendered wagers.


@pytest.mark.parametrize(("choice", "cards", "stops"), [(False, "2d", True), (True, "2d 3d 4c", False)])
def test_p7_the_dealers_hand_for_surrendered_wagers(choice: bool, cards: str, stops: bool) -> None:
    felt = dealt("Kh", "9s 6h", dollars=50, readings={"dealerPlaysOutSurrender": choice})
    felt.call("surrender")
    felt.says("surrender")
    felt.call("surrender-closed")
    felt.dealer(cards)
    assert felt.round.is_over
    assert felt.net("Ann") == -25
    assert (law.DEALER_STOPS in dealers(felt).because) == stops
    assert (Reading("P7") in dealers(felt).because) == stops


def test_p7_the_other_way_the_dealer_still_draws_nothing_for_bust_hands() -> None:
    felt = dealt("Kh", "9s 6h", readings={"dealerPlaysOutSurrender": True})
    felt.pass_offers()
    felt.draw("Kc")
    assert felt.round.is_over
    assert len(felt.hand(0).cards) == 1


# P8, insurance beside a hand that is gone.

P8: dict[str, Any] = {"insuranceOutlivesHand": False}


def bust_insured(**changes: Any) -> PontoonFelt:
    """Ann has insured $50 for $25 and is bust."""
    felt = dealt("Ah", "9s 6h", dollars=50, **changes)
    felt.call("insurance")
    felt.says("insure", 25)
    felt.pass_offers()
    felt.draw("Kc")
    return felt


@pytest.mark.parametrize(("second", "net"), [("Kd", 0), ("9d", -75)])
def test_p8_insurance_outlives_a_bust_hand(second: str, net: int) -> None:
    felt = bust_insured()
    assert felt.needs == ["dealer"]
    felt.dealer(second)
    assert felt.round.is_over
    assert felt.net("Ann") == net
    assert Reading("P8") in felt.result(1, "insurance").because


def test_p8_the_other_way_it_falls_with_the_hand() -> None:
    felt = bust_insured(readings=P8)
    assert felt.round.is_over
    done = felt.result(1, "insurance")
    assert done.result is Result.LOST
    felt.shows(law.INSURANCE_LOSES, done)
    assert Reading("P8") in done.because
    assert felt.net("Ann") == -75


def test_p8_the_other_way_it_falls_with_a_surrendered_hand() -> None:
    felt = insured(readings=P8)
    _, settled = felt.says("surrender")
    assert isinstance(settled, Settled)
    assert Reading("P8") in settled.settlement.because
    felt.call("surrender-closed")
    felt.dealer("Kd")
    assert felt.net("Ann") == -75


def test_p8_the_other_way_it_falls_with_a_forfeited_hand() -> None:
    felt = dealt("Ah", "6s 4h", dollars=50, readings=P8)
    felt.call("insurance")
    felt.says("insure", 25)
    felt.pass_offers()
    felt.double("3c", 30)
    felt.says("forfeit")
    assert felt.round.is_over
    assert felt.net("Ann") == -75


def test_p8_the_other_way_it_stands_while_one_of_split_hands_does() -> None:
    felt = dealt("Ah", "8s 8h", dollars=50, readings=P8)
    felt.call("insurance")
    felt.says("insure", 25)
    felt.pass_offers()
    felt.split("5c")
    felt.draw("Kc")
    assert felt.round.wagers[1].left.pieces  # the second hand is still beside it
    felt.card("Kd")
    felt.stand()
    felt.dealer("Jd")
    done = felt.result(1, "insurance")
    assert done.result is Result.WON
    assert Reading("P8") not in done.because


def test_p8_the_other_way_only_the_insurance_of_who_surrenders_falls() -> None:
    felt = PontoonFelt(readings=P8)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    felt.deal("Ah", p1="9s 6h")
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.says("insure", patron="Bob")
    felt.call("insurance-closed")
    felt.call("surrender")
    felt.says("surrender", patron="Ann")
    felt.call("surrender-closed")
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (-75, 0)


def test_p8_the_other_way_insurance_on_another_area_stands() -> None:
    felt = PontoonFelt(readings=P8)
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 2, 30)
    felt.deal("Ah", p1="9s 6h", p2="9d 8c")
    felt.call("insurance")
    felt.says("insure")
    felt.says("insure")
    felt.pass_offers()
    felt.draw("Kc")
    felt.stand()
    felt.dealer("Kd")
    assert felt.result(1, "insurance").result is Result.LOST
    assert felt.result(2, "insurance").result is Result.WON


def test_p8_the_other_way_insurance_remembered_is_not_for_who_is_bust() -> None:
    felt = PontoonFelt(readings=P8)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 30)
    felt.deal("Ah", p1="9s 6h", p2="9d 8c")
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.draw("Kc")
    felt.call("insurance")
    asked = [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed) and need.optional]
    assert asked == ["Bob"]


# P11, who does not surrender where the controlling player does.


@pytest.mark.parametrize(
    ("choice", "cards", "nets"),
    [
        ("plays-frozen", "2d 4d 7c", (-25, 30)),
        ("plays-frozen", "9d", (-25, -30)),
        ("surrendered", "9d", (-25, -15)),
        ("surrendered", "Ad", (-50, -30)),
    ],
)
def test_p11_a_wager_that_is_not_surrendered(choice: str, cards: str, nets: tuple[int, int]) -> None:
    felt = PontoonFelt(readings={"unsurrenderedShare": choice})
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    felt.deal("Kh", p1="9s 6h")
    felt.call("surrender")
    happened = felt.says("surrender", patron="Ann")
    asked = [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)]
    if choice == "surrendered":
        assert asked == []
        assert [event.patron for event in happened] == ["Ann", "Bob"]  # type: ignore[attr-defined]
        assert Reading("P11") in happened[1].because
        felt.shows(law.SURRENDER_FREEZES, happened[1])
    else:
        assert asked == ["Bob"]
    felt.call("surrender-closed")
    felt.dealer(cards)
    assert felt.round.is_over
    assert (felt.net("Ann"), felt.net("Bob")) == nets
    bob = next(s for s in felt.round.settlements if s.patron == "Bob")
    assert (Reading("P11") in bob.because) == (choice == "plays-frozen")


# P12, half of a wager that chips do not halve.


@pytest.mark.parametrize(
    ("choice", "chips", "dollars", "net"),
    [
        ("up", (100,), 15, -7),
        ("down", (100,), 15, -8),
        ("up", (500,), 15, -5),
        ("down", (500,), 15, -10),
        ("up", (500,), 5, 0),
        ("down", (500,), 5, -5),
        ("up", (100,), 20, -10),
        ("down", (100,), 20, -10),
    ],
)
def test_p12_the_half_that_goes_back(choice: str, chips: tuple[int, ...], dollars: int, net: int) -> None:
    felt = PontoonFelt(
        readings={"surrenderReturnRounding": choice}, chips=Chips(chips), limits={"wager": Limits(5_00, 500_00)}
    )
    felt.wager("Ann", 1, dollars)
    felt.deal("Kh", p1="9s 6h")
    felt.call("surrender")
    felt.says("surrender")
    felt.call("surrender-closed")
    felt.dealer("9d")
    assert felt.net("Ann") == net
    for done in felt.results(1, "wager"):
        assert (Reading("P12") in done.because) == (dollars != 20)
        assert (law.PAID_UP_TO_CHIPS in done.because) == (dollars != 20)


# P13 and P14, who does not double on a doubled hand: no bonus, and no forfeit.


def test_p13_no_table_for_who_does_not_double() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("7c", p1="7s 7s")
    felt.says("double")
    felt.says("pass")
    felt.card("7s")
    assert felt.net("Bob") == 40
    (done,) = (s for s in felt.round.settlements if s.patron == "Bob")
    assert Reading("P13") in done.because


def test_p14_who_did_not_double_does_not_forfeit() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("8c", p1="6s 4h")
    felt.says("double")
    felt.says("pass")
    felt.card("3c")
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Ann"]
    felt.says("forfeit")
    assert felt.needs == ["dealer"]


# P15, split aces.


def split_aces(**changes: Any) -> PontoonFelt:
    felt = dealt("8h", "As Ah", dollars=50, **changes)
    felt.split("5c")
    return felt


def test_p15_a_split_ace_gets_one_card_and_never_more() -> None:
    felt = split_aces()
    assert felt.hand(1).status == "stood"


def test_p15_the_other_way_it_may_be_doubled_and_nothing_else() -> None:
    felt = split_aces(readings={"splitAcesMayDouble": True})
    need = felt.asked()
    assert [option.name for option in need.options] == ["stand", "double"]
    for option in need.options:
        felt.shows(law.SPLIT_ACES_ONE_CARD, option)
        assert Reading("P15") in option.because
    felt.shows(law.DOUBLE_ACES_ONE, need.options[1])
    felt.shows(law.DOUBLE, need.options[1])
    felt.shows(law.DOUBLE_ONE_CARD, need.options[1])
    felt.refused(Decide("play-1", "Ann", "draw"))
    felt.double("9c", 30)  # 1 and 5 and 9
    assert felt.game.says(felt.hand(1)) == "15"
    felt.says("keep")
    felt.card("9d")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == -80 + 50


def test_p15_the_other_way_a_doubled_ace_pays_even_money() -> None:
    felt = split_aces(readings={"splitAcesMayDouble": True})
    felt.double("Kc", 50)
    assert felt.game.says(felt.hand(1)) == "16"
    felt.says("keep")
    felt.card("Kd")  # 21 in two cards
    done = felt.result(1, "split")
    assert done.pays == 50_00
    felt.shows(law.SPLIT_NO_PONTOON, done)


def test_p15_the_other_way_an_ace_may_be_split_again_or_doubled_where_both_are_open() -> None:
    felt = dealt("8h", "As Ah", dollars=50, readings={"splitAcesMayDouble": True}, grant=[law.SPLIT_AGAIN])
    felt.split("Ac")
    assert [option.name for option in felt.asked().options] == ["stand", "double", "split"]
