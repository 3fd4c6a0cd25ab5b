"""The dealer's hand (14): when it is drawn, to which totals, and no card that can change nothing (P7, P8)."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.play.acts import Deal
from pitboss.play.events import CardsCollected, CardsDealt
from pitboss.play.wager import Result


def stood(dealer: str, player: str = "9s 8h", **changes: object) -> PontoonFelt:
    """Ann has stood, with nothing taken that was offered, and the dealer draws."""
    felt = dealt(dealer, player, **changes)  # type: ignore[arg-type]
    felt.pass_offers()
    felt.stand()
    return felt


def dealers(felt: PontoonFelt) -> CardsCollected:
    """The going of the dealer's cards."""
    return next(event for event in felt.events if isinstance(event, CardsCollected) and event.hand == 0)


def extra() -> Deal:
    """One more card to the dealer."""
    return Deal("dealer", parse_cards("2c"))


# Drawing.


def test_a_card_too_many_is_refused_by_the_rule_that_the_dealer_stands_by() -> None:
    felt = stood("7h")
    felt.dealer("Kd")
    felt.shows(law.DEALER_DRAWS, felt.refused(extra()))
    felt.shows(law.DEALER_DRAWS, dealers(felt))
    felt = dealt("7h", "Ks Qh")
    felt.draw("5d")  # bust, so that nothing hangs on the dealer's hand
    felt.shows(law.DEALER_STOPS, felt.refused(extra()))
    assert law.DEALER_DRAWS not in dealers(felt).because


def test_the_dealer_draws_when_all_hands_are_done() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("7h", p1="9s 8h", p2="9d 8c")
    felt.stand()
    felt.refused(Deal("dealer", parse_cards("Kd")))
    felt.stand()
    (card, *_) = felt.dealer("Kd")
    assert isinstance(card, CardsDealt)
    felt.shows(law.DEALER_DRAWS, card)
    felt.shows(law.FACE_UP, card)
    assert felt.hand(0).all_up


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("9h 8d", 17),
        ("9h 9d", 18),
        ("Kh 9d", 19),
        ("Kh Qd", 20),
        ("7h 9d 5c", 21),
        ("7h 9d Ac", 17),
        ("Ah 7d", 18),
        ("Ah 8d", 19),
        ("Ah 9d", 20),
        ("Ah Ad 6c", 18),
        ("Ah 2d 3c 2h", 18),
        ("Ah 6d Kc", 17),
        ("Ah 6d Ac", 18),
        ("2h 3d 4c 5h 3s", 17),
        ("6h Ad Kc", 17),
        ("Ah Ad Ac Ah 4s", 18),
    ],
)
def test_the_dealer_draws_to_hard_17_or_soft_18(cards: str, total: int) -> None:
    first, *more = cards.split()
    felt = stood(first)
    for card in more:
        assert felt.needs[-1] == "dealer"
        felt.dealer(card)
    assert felt.round.is_over
    assert felt.game.points(felt.hand(0)).total == total  # type: ignore[attr-defined]
    assert law.DEALER_STOPS not in dealers(felt).because


@pytest.mark.parametrize("cards", ["7h 9d", "Ah 6d", "Ah 5d", "Ah Ad 5c", "6h Kd", "2h 2d 2c", "Ah 6d 9c", "Ah Ad Kc"])
def test_the_dealer_draws_below_that(cards: str) -> None:
    first, *more = cards.split()
    felt = stood(first)
    felt.dealer(" ".join(more))
    assert felt.needs == ["dealer"]


@pytest.mark.parametrize("cards", ["7h 9d Kc", "Kh 6d 6c", "6h Kd 9c"])
def test_a_dealer_over_21_draws_no_more(cards: str) -> None:
    first, *more = cards.split()
    felt = stood(first)
    felt.dealer(" ".join(more))
    assert felt.round.is_over
    felt.refused(Deal("dealer", parse_cards("2s")))


def test_the_dealer_draws_one_card_at_a_time() -> None:
    felt = stood("7h")
    felt.refused(Deal("dealer", parse_cards("2s 3s")))
    felt.refused(Deal("dealer", parse_cards("??")))


# Not drawing.


@pytest.mark.parametrize("dealer", ["7h", "Kh", "Ah", "2h"])
def test_no_card_is_drawn_when_every_hand_is_bust(dealer: str) -> None:
    felt = dealt(dealer, "9s 6h")
    felt.pass_offers()
    felt.draw("Kc")
    assert felt.round.is_over
    assert len(felt.hand(0).cards) == 1
    felt.shows(law.DEALER_STOPS, dealers(felt))
    assert "P7" not in dealers(felt).because


@pytest.mark.parametrize("permitted", [(), (law.PAID_AT_FINAL,)])
def test_no_card_is_drawn_when_every_hand_wins_anyway(permitted: tuple[law.Key, ...]) -> None:
    felt = PontoonFelt(grant=permitted)
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        felt.wager(patron, area)
    felt.deal("Kh", p1="As Kd", p2="9s 8h", p3="6s 5h")
    felt.pass_offers()
    felt.draw("4c")
    felt.double("Qd")
    assert felt.round.is_over
    assert len(felt.hand(0).cards) == 1
    felt.shows(law.DEALER_STOPS, dealers(felt))
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [15, 10, 20]


def test_no_card_is_drawn_when_everything_is_forfeited() -> None:
    felt = dealt("Kh", "6s 4h")
    felt.pass_offers()
    felt.double("3c")
    felt.says("forfeit")
    assert felt.round.is_over
    felt.shows(law.DEALER_STOPS, dealers(felt))


def test_one_hand_left_has_the_dealer_draw_it_out() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("6h", p1="9s 6c", p2="9d 8c")
    felt.draw("Kc")
    felt.stand()
    felt.dealer("2d")
    assert felt.needs == ["dealer"]


def test_a_side_wager_does_not_have_the_dealer_draw() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Ann", 1)
    felt.deal("7h", p1="9s 6h")
    felt.draw("Kc")
    assert felt.round.is_over
    assert len(felt.hand(0).cards) == 1


def test_surrendered_wagers_have_the_dealer_draw_one_card() -> None:
    felt = dealt("Kh", "9s 6h")
    felt.call("surrender")
    felt.says("surrender")
    felt.call("surrender-closed")
    felt.dealer("2d")
    assert felt.round.is_over
    felt.shows(law.DEALER_STOPS, dealers(felt))
    assert "P7" in dealers(felt).because


def test_insurance_has_the_dealer_draw_one_card() -> None:
    felt = dealt("Ah", "9s 6h", dollars=50)
    felt.call("insurance")
    felt.says("insure")
    felt.pass_offers()
    felt.draw("Kc")
    assert felt.needs == ["dealer"]
    felt.dealer("2d")
    assert felt.round.is_over
    felt.shows(law.DEALER_STOPS, dealers(felt))
    felt.shows(law.CARDS_COLLECTED, dealers(felt))
    assert "P7" not in dealers(felt).because
    done = felt.result(1, "insurance")
    assert done.result is Result.LOST
    assert "P8" in done.because


@pytest.mark.parametrize(("dealer", "second"), [("Kh", "Ad"), ("Ah", "Kd"), ("Jh", "As"), ("Ah", "Qs")])
def test_a_pontoon_ends_the_dealers_hand(dealer: str, second: str) -> None:
    felt = stood(dealer)
    felt.dealer(second)
    assert felt.round.is_over
    assert felt.game.says(felt.hand(0)) == "pontoon"
    assert felt.net("Ann") == -10
