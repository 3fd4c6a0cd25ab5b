"""Interim settlement (10.1 to 10.4): pontoons before the subsequent deal, totals of 21 during it; or at the end."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Chips
from pitboss.play.acts import Deal
from pitboss.play.events import CardsCollected, CardsDealt, Settled
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

LATE = [law.PAID_AT_FINAL]


@pytest.mark.parametrize("cards", ["As Kh", "Kh As", "Qd Ac", "Ad Jd"])
def test_a_pontoon_is_paid_three_to_two_after_the_initial_deal(cards: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.prepare()
    happened = felt.deal_cards("7h", p1=cards)
    assert [type(event) for event in happened][:3] == [CardsDealt, Settled, CardsCollected]
    done = felt.result(1, "wager")
    assert (done.result, done.pays, done.returned.cents) == (Result.WON, 75_00, 50_00)
    for key in (law.PONTOON_PAID, law.PAID_AT_ONCE, law.TABLE_1):
        felt.shows(key, done)
    felt.shows(law.PONTOON_PAID, happened[2])
    assert felt.hand(1).status == "paid"


@pytest.mark.parametrize("dealer", ["7h", "Kh", "Ah"])
def test_a_pontoon_is_paid_whatever_the_dealer_has(dealer: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal(dealer, p1="As Kd", p2="9s 8h")
    assert felt.net("Ann") == 75
    felt.pass_offers()
    assert felt.needs == ["play-2"]
    felt.stand()
    if dealer == "Kh":
        felt.dealer("Ad")
        assert felt.net("Bob") == -50
    assert felt.net("Ann") == 75


@pytest.mark.parametrize("cards", ["9s 8h", "As 9h", "Ks Qh", "As Ah"])
def test_other_first_cards_are_no_pontoon(cards: str) -> None:
    felt = dealt(player=cards)
    assert not felt.round.settlements
    assert felt.needs == ["play-1"]


def test_every_wager_on_a_pontoon_is_paid() -> None:
    felt = PontoonFelt()
    for patron, dollars in (("Ann", 50), ("Bob", 30), ("Cyd", 20)):
        felt.wager(patron, 1, dollars)
    felt.deal("7h", p1="As Kh")
    assert felt.round.is_over  # the dealer has no hand to draw for
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [75, 45, 30]


def test_a_pontoon_takes_no_more_cards() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("7h", p1="As Kh", p2="9s 8h")
    felt.refused(Deal("card-1", parse_cards("2s")))


@pytest.mark.parametrize(
    ("cards", "more"), [("9s 8h", "4c"), ("As 5h", "5c"), ("As 9h", "Kc Ad"), ("2s 3h", "6c Kd"), ("As Ah", "9c")]
)
def test_a_total_of_21_is_paid_at_once(cards: str, more: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("7h", p1=cards, p2="9s 8h")
    felt.draw(more)
    done = felt.result(1, "wager")
    assert (done.result, done.pays) == (Result.WON, 50_00)
    for key in (law.TWENTY_ONE_PAID, law.PAID_AT_ONCE, law.TABLE_1):
        felt.shows(key, done)
    collected = felt.event(CardsCollected)
    assert collected.hand == 1
    felt.shows(law.TWENTY_ONE_PAID, collected)
    assert felt.needs == ["play-2"]  # no more cards for the first hand


@pytest.mark.parametrize("more", ["3c", "5c"], ids=["20", "bust"])
def test_another_total_is_not_paid_at_once(more: str) -> None:
    felt = dealt(player="9s 8h")
    felt.draw(more)
    assert not [s for s in felt.round.settlements if s.result is Result.WON]


def test_a_21_wins_even_if_the_dealer_would_make_pontoon() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("Kh", p1="9s 8h", p2="9d 8c")
    felt.pass_offers()
    felt.draw("4c")
    felt.stand()
    felt.dealer("Ad")
    assert (felt.net("Ann"), felt.net("Bob")) == (50, -50)


@pytest.mark.parametrize(
    ("chips", "dollars", "pays"),
    [((100,), 15, 23_00), ((500,), 15, 25_00), ((50, 100), 15, 22_50), ((100,), 50, 75_00), ((500,), 25, 40_00)],
)
def test_a_payment_that_chips_cannot_make_goes_up(chips: tuple[int, ...], dollars: int, pays: int) -> None:
    felt = dealt(player="As Kh", dollars=dollars, chips=Chips(chips), limits={"wager": Limits(5_00, 500_00)})
    done = felt.result(1, "wager")
    assert done.pays == pays
    if pays != dollars * 150:
        felt.shows(law.PAID_UP_TO_CHIPS, done)
    else:
        assert law.PAID_UP_TO_CHIPS not in done.because


def test_winning_tokens_are_paid_in_chips() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50, tokens=20)
    felt.deal("7h", p1="As Kh")
    done = felt.result(1, "wager")
    assert (done.pays, done.taken.tokens_cents, done.returned.cents) == (75_00, 20_00, 30_00)
    felt.shows(law.TOKEN_WINS_CHIPS, done)


def test_a_pontoon_shown_at_the_end_is_a_wager_left() -> None:
    felt = dealt("7h", "?? ??", dollars=50, grant=[law.FIRST_TWO_DOWN])
    felt.stand()
    felt.dealer("Kd")
    felt.turn(1, "As Kh")
    done = felt.result(1, "wager")
    felt.shows(law.LEFT_WAGERS_SETTLED, done)
    felt.shows(law.PONTOON_PAID, done)
    assert felt.net("Ann") == 75


# At the final settlement, where that is approved.


def test_a_pontoon_may_be_paid_at_the_final_settlement() -> None:
    felt = PontoonFelt(grant=LATE)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("Kh", p1="As Qh", p2="9s 8h")
    assert not felt.round.settlements
    felt.pass_offers()
    assert felt.needs == ["play-2"]
    felt.stand()
    felt.dealer("Ad")
    done = felt.result(1, "wager")
    felt.shows(law.PAID_AT_FINAL, done)
    felt.shows(law.PONTOON_PAID, done)
    assert law.PAID_AT_ONCE not in done.because
    assert (felt.net("Ann"), felt.net("Bob")) == (75, -50)


def test_a_21_may_be_paid_at_the_final_settlement() -> None:
    felt = PontoonFelt(grant=LATE)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("Kh", p1="6s 7s", p2="9s 8h")
    felt.pass_offers()
    felt.draw("8s")
    assert not felt.round.settlements
    assert felt.needs == ["play-2"]
    felt.stand()
    felt.dealer("Ad")
    done = felt.result(1, "wager")
    assert done.pays == 150_00
    felt.shows(law.PAID_AT_FINAL, done)
    felt.shows(law.TWENTY_ONE_PAID, done)


def test_what_waits_for_the_end_has_the_dealer_draw_no_card() -> None:
    felt = dealt("Kh", "9s 8h", dollars=50, grant=LATE)
    felt.pass_offers()
    felt.draw("4c")
    assert felt.round.is_over
    assert len(felt.hand(0).cards) == 1
    assert felt.net("Ann") == 50


def test_a_doubled_21_may_wait_too() -> None:
    felt = PontoonFelt(grant=LATE)
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("Kh", p1="6s 5s", p2="9s 8h")
    felt.pass_offers()
    felt.double("Qs")
    felt.stand()
    felt.dealer("Ad")
    for spot in ("wager", "double"):
        done = felt.result(1, spot)
        felt.shows(law.PAID_AT_FINAL, done)
        felt.shows(law.DOUBLE_PAYS_EVEN, done)
    assert felt.net("Ann") == 100


def test_a_pontoon_over_the_maximum_is_paid_to_it() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 30_00)})
    felt.wager("Ann", 1, 50, unnoticed=True)
    felt.deal("7h", p1="As Kh")
    assert felt.net("Ann") == 45
