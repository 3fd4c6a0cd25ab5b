"""First two cards dealt face down (3.6.2; reading P34): who looks, what is shown when, and before a third card."""

import json
from typing import Any

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.law import Reading
from pitboss.play import view
from pitboss.play.acts import Deal, Decide, Turn
from pitboss.play.codec import encode
from pitboss.play.events import CardsDealt, CardsTurned
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.wager import Result

DOWN = [law.FIRST_TWO_DOWN]


def down(dealer: str = "7h", cards: str = "8s 4h", *, pairs: int = 0, dollars: int = 10, **changes: Any) -> PontoonFelt:
    """Ann alone on area 1, her two cards face down."""
    felt = PontoonFelt(grant=DOWN, **changes)
    felt.wager("Ann", 1, dollars)
    if pairs:
        felt.pairs("Ann", 1, pairs)
    felt.deal(dealer, p1=cards)
    return felt


def test_first_two_cards_lie_face_down_only_where_that_is_approved() -> None:
    felt = down()
    event = felt.event(CardsDealt)
    felt.shows(law.FIRST_TWO_DOWN, event)
    assert law.FACE_UP not in event.because
    assert felt.hand(1).shown == (UNKNOWN, UNKNOWN)
    assert felt.hand(0).all_up  # the dealer's card is shown
    plain = PontoonFelt()
    plain.wager("Ann", 1)
    plain.deal("7h", p1="8s 4h")
    assert plain.hand(1).all_up


@pytest.mark.parametrize("cards", ["8s 4h", "?? ??", "8s ??"])
def test_cards_that_lie_face_down_may_be_unknown(cards: str) -> None:
    felt = down(cards=cards)
    missing = " ".join(parse for parse in ("8s", "4h") if parse not in cards)
    assert felt.turn_need(1).unknown == len(missing.split())
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-1", parse_cards(missing) + parse_cards("2c"))))
    felt.turn(1, missing)
    assert felt.hand(1).all_up
    assert sorted(felt.hand(1).cards) == sorted(parse_cards("8s 4h"))


def test_dealers_card_is_named() -> None:
    felt = PontoonFelt(grant=DOWN)
    felt.wager("Ann", 1)
    felt.prepare()
    felt.shows(law.CARD_UNSEEN, felt.refused(Deal("deal", parse_cards("8s ?? 4h"))))


def test_nobody_but_the_player_sees_cards_that_lie_face_down() -> None:
    felt = down()
    for viewer in (PUBLIC, Viewer("dealer"), Viewer("inspector"), Viewer("patron", "Bob")):
        shown = json.dumps(encode(view(felt.round, viewer)))
        assert '"8s"' not in shown
        assert '"4h"' not in shown
        assert view(felt.round, viewer).hands[1].says == ""
    mine = view(felt.round, Viewer("patron", "Ann")).hands[1]
    assert mine.cards == parse_cards("8s 4h")
    assert mine.says == "12"


def test_player_looks_once_all_cards_of_the_deal_are_out() -> None:
    felt = PontoonFelt(grant=DOWN)
    felt.wager("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("8s 7h")))
    assert view(felt.round, Viewer("patron", "Ann")).hands[1].cards == (UNKNOWN,)


# Shown before a third card.


def test_hand_that_is_not_shown_only_stands() -> None:
    felt = down()
    assert [option.name for option in felt.asked("Ann").options] == ["stand"]
    for option in ("draw", "double", "split"):
        felt.shows(law.FIRST_TWO_DOWN, felt.refused(Decide("play-1", "Ann", option)))
    happened = felt.turn(1)
    assert isinstance(happened[0], CardsTurned)
    felt.shows(law.FIRST_TWO_DOWN, happened[0])
    felt.shows(Reading("P34"), happened[0])
    assert [option.name for option in felt.asked("Ann").options] == ["stand", "draw", "double"]
    felt.draw("5c")
    assert felt.hand(1).all_up
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 0


def test_pair_that_is_shown_may_be_split() -> None:
    felt = down(cards="8s 8h")
    assert "split" not in [option.name for option in felt.asked("Ann").options]
    felt.turn(1)
    felt.split("3c")
    felt.stand()
    felt.card("Kc")
    felt.stand()
    felt.dealer("9d Kd")
    assert felt.net("Ann") == 20


def test_hand_that_stood_unseen_is_shown_before_it_is_settled() -> None:
    felt = down(cards="?? ??")
    felt.stand()
    felt.dealer("Kd")
    assert felt.needs == ["turn-1"]
    assert not felt.turn_need(1).optional
    felt.turn(1, "9s 9h")
    assert felt.net("Ann") == 10


def test_hand_may_be_shown_while_the_dealer_draws() -> None:
    felt = down(cards="?? ??")
    felt.stand()
    assert "dealer" in felt.needs
    felt.turn(1, "9s 9h")
    assert felt.needs == ["dealer"]  # the dealer's hand is played out all the same
    felt.dealer("Kd")
    assert felt.net("Ann") == 10


def test_hand_may_be_shown_while_insurance_remembered_late_is_open() -> None:
    felt = down("Ah", cards="9s 8h")
    felt.call("surrender")  # and insurance is forgotten
    felt.call("surrender-closed")
    felt.stand()
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.turn(1)
    assert felt.needs == ["insurance-closed"]
    felt.call("insurance-closed")
    felt.dealer("Kd")
    assert felt.net("Ann") == 0  # the wager is lost, the insurance wins twice its half


def test_one_hand_may_be_shown_before_another() -> None:
    felt = PontoonFelt(grant=DOWN)
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("7h", p1="8s 4h", p2="9s 8h")
    felt.turn(2)
    assert felt.asked().patron == "Ann"  # it is still Ann's turn
    felt.stand()
    assert "draw" in [option.name for option in felt.asked("Bob").options]
    felt.stand()
    felt.dealer("Kd")
    felt.turn(1)
    assert (felt.net("Ann"), felt.net("Bob")) == (-10, 0)


def test_card_named_late_is_none_that_is_out() -> None:
    felt = down(cards="?? ??")
    felt.shows(law.DECKS_OF_48, felt.refused(Turn("turn-1", parse_cards("Th 8h"))))
    felt.refused(Turn("turn-1", parse_cards("8h")))
    felt.refused(Turn("turn-1", (UNKNOWN, UNKNOWN)))


# Pontoon, pairs and insurance (P34).


def test_pontoon_that_is_shown_is_paid_at_once() -> None:
    felt = down(cards="As Kd")
    assert felt.round.settlements == ()
    felt.turn(1)
    won = felt.result(1, "wager")
    assert won.pays == 15_00
    felt.shows(law.PONTOON_PAID, won)
    assert felt.round.is_over


def test_pontoon_that_stood_unseen_is_still_a_pontoon() -> None:
    felt = down(cards="?? ??")
    felt.stand()
    felt.dealer("Kd")
    felt.turn(1, "As Kd")
    assert felt.net("Ann") == 15


def test_pontoon_shown_while_the_dealer_draws_is_paid_when_the_hand_is_complete() -> None:
    felt = down(cards="As Kd")
    felt.stand()
    felt.turn(1)
    felt.dealer("Kd")
    assert felt.net("Ann") == 15


def test_hand_with_a_pair_wager_is_shown_before_the_play() -> None:
    felt = down(cards="?? ??", pairs=5)
    assert felt.needs == ["turn-1"]
    assert not felt.turn_need(1).optional
    felt.refused(Decide("play-1", "Ann", "stand"))
    felt.turn(1, "8s 8h")
    won = felt.result(1, "perfect-pairs")
    assert won.pays == 25_00
    felt.shows(law.PAIRS_SETTLED, won)
    assert felt.asked("Ann", "split").hand == 1


def test_pair_wager_waits_for_the_offers_where_cards_lie_face_down() -> None:
    felt = down("Ah", cards="8s 8h", pairs=5)
    assert felt.round.settlements == ()
    felt.pass_offers()
    assert felt.needs == ["turn-1"]
    felt.turn(1)
    assert felt.result(1, "perfect-pairs").pays == 25_00


def test_play_begins_when_the_last_hand_with_a_pair_wager_is_shown() -> None:
    felt = PontoonFelt(grant=DOWN)
    for area, name in enumerate(("Ann", "Bob", "Cat"), start=1):
        felt.wager(name, area)
    felt.pairs("Ann", 1)
    felt.pairs("Cat", 3)
    felt.deal("7h", p1="8s 4h", p2="9s 8h", p3="9s 8h")
    assert [felt.turn_need(hand).optional for hand in (1, 2, 3)] == [False, True, False]
    felt.turn(3)
    assert "play-1" not in felt.needs
    felt.turn(1)
    assert felt.needs == ["turn-2", "play-1"]


def test_insurance_on_a_hand_that_proves_to_be_pontoon_is_void() -> None:
    felt = down("Ah", cards="?? ??")
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.pass_offers()
    felt.turn(1, "As Kd")
    void = felt.result(1, "insurance")
    assert (void.result, void.returned.cents) == (Result.VOID, 5_00)
    felt.shows(Reading("P34"), void)
    felt.shows(law.INSURANCE_NOT_WITH_PONTOON, void)
    felt.shows(law.VOID, void)
    assert felt.net("Ann") == 15


def test_insurance_on_a_pontoon_shown_late_is_void_too() -> None:
    felt = down("Ah", cards="?? ??")
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.pass_offers()
    felt.stand()
    felt.turn(1, "As Kd")
    felt.dealer("Kc")
    assert felt.net("Ann") == 15


def test_shown_pontoon_is_not_insured() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("Ah", p1="As Kd", p2="9s 8h")
    felt.call("insurance")
    assert [need.id for need in felt.round.needs if need.id.startswith("insure-")] == ["insure-1"]


def test_cards_that_lie_face_down_stay_out_of_a_shuffle() -> None:
    felt = PontoonFelt(grant=DOWN)
    pack = list(felt.game.pack)
    for card in parse_cards("8s 4h 7h"):
        pack.remove(card)
    shoe_state = felt.table.shoe_state._replace(seen=tuple(pack), out=len(pack), due=())
    felt.next_round(felt.table._replace(shoe_state=shoe_state))
    felt.wager("Ann", 1)
    felt.deal("7h", p1="?? ??")
    felt.turn(1, "8s 4h")
    felt.says("draw")
    felt.prepare()
    assert felt.round.out == 4
    felt.card("5c")


def test_device_deals_them_face_down_too() -> None:
    felt = down(device="shuffler")
    felt.shows(law.FIRST_TWO_DOWN, next(e for e in felt.events if isinstance(e, CardsDealt) and len(e.cards) == 3))
    felt.turn(1)
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == -10
