"""Perfect Pairs (15): who may bet on a pair, who gives way, what two cards pay, and when."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.cards.card import parse_card
from pitboss.games.pontoon.pairs import pair_of
from pitboss.money import ToOne
from pitboss.play.acts import TakeBack
from pitboss.play.events import Settled, WagerPlaced, WagerTakenBack
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

NAMES = ("Ann", "Bob", "Cat", "Dan")


# What a pair is and what it pays (15.7, 15.8).


@pytest.mark.parametrize("rank", "A23456789JQK")
@pytest.mark.parametrize(
    ("suits", "kind"),
    [
        *((suits, "mixed") for suits in ("cd", "ch", "sd", "sh")),
        *((suits, "coloured") for suits in ("cs", "dh")),
        *((suits, "perfect") for suits in ("cc", "dd", "hh", "ss")),
    ],
)
def test_pair_is_of_one_number_or_picture(rank: str, suits: str, kind: str) -> None:
    first, second = (parse_card(rank + suit) for suit in suits)
    assert pair_of(first, second)[0] == pair_of(second, first)[0] == kind


@pytest.mark.parametrize(
    ("cards", "odds", "key"),
    [
        ("8s 8h", 5, law.PAIR_MIXED),
        ("8s 8c", 10, law.PAIR_COLOURED),
        ("8h 8d", 10, law.PAIR_COLOURED),
        ("8s 8s", 25, law.PAIR_PERFECT),
        ("As Ah", 5, law.PAIR_MIXED),
        ("Jd Jd", 25, law.PAIR_PERFECT),
    ],
)
def test_pair_pays_by_colour_and_suit(cards: str, odds: int, key: law.Key) -> None:
    felt = dealt(player=cards, pairs=5)
    won = felt.result(1, "perfect-pairs")
    assert (won.result, won.odds, won.pays) == (Result.WON, ToOne(odds, 1), odds * 5_00)
    felt.shows(key, won)
    felt.shows(law.PAIR, won)
    felt.shows(law.PAIRS_SETTLED, won)


@pytest.mark.parametrize("cards", ["Qs Js", "Ks Qd", "9s 8s", "As Ks", "As 2s"])
def test_two_cards_of_one_value_are_no_pair(cards: str) -> None:
    felt = dealt(player=cards, pairs=5)
    lost = felt.result(1, "perfect-pairs")
    assert (lost.result, lost.taken.cents) == (Result.LOST, 5_00)
    felt.shows(law.PAIR, lost)
    felt.shows(law.PAIRS_SETTLED, lost)


def test_pair_of_the_first_two_cards_alone_counts() -> None:
    felt = dealt(player="8s 4h", pairs=5)
    felt.draw("4h")
    assert felt.result(1, "perfect-pairs").result is Result.LOST


# When (15.9).


def test_perfect_pairs_is_settled_before_any_play_and_the_pair_may_be_split() -> None:
    felt = dealt(player="Ks Ks", pairs=5)
    assert felt.round.phase == "play"
    assert felt.result(1, "perfect-pairs").pays == 125_00
    felt.split("9c")
    felt.stand()
    felt.card("8c")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 125 + 20


@pytest.mark.parametrize("dealer", ["Ah", "Kh"])
def test_perfect_pairs_is_settled_before_insurance_and_surrender(dealer: str) -> None:
    felt = dealt(dealer, "8s 8h", pairs=5)
    assert felt.round.phase == "offers"
    assert felt.result(1, "perfect-pairs").pays == 25_00


def test_perfect_pairs_is_settled_before_a_pontoon_is_paid() -> None:
    felt = dealt(player="As Ks", pairs=5)
    spots = [event.settlement.spot for event in felt.events if isinstance(event, Settled)]
    assert spots == ["perfect-pairs", "wager"]


def test_perfect_pairs_waits_for_the_last_card_of_the_initial_deal() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.pairs("Ann", 1)
    felt.deal_cards("7h", p1="8s 8h")
    assert felt.round.settlements == ()
    assert felt.needs == ["return"]


def test_each_player_on_an_area_is_paid_on_its_pair() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 20)
    for name, dollars in (("Ann", 5), ("Bob", 10), ("Cat", 1)):
        felt.pairs(name, 1, dollars)
    felt.wager("Dan", 2)
    felt.pairs("Dan", 2, 5)
    felt.deal("7h", p1="8s 8c", p2="9s 8h")
    paid = {s.patron: s.pays // 100 for s in felt.round.settlements}
    assert paid == {"Ann": 50, "Bob": 100, "Cat": 10, "Dan": 0}


# Who may (15.2, 15.4 to 15.6).


def test_perfect_pairs_only_where_the_table_offers_it() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 500_00)})
    felt.wager("Ann", 1)
    felt.shows(law.PAIRS_OFFERED, felt.refused(felt.placing("Ann", 1, 5, spot="perfect-pairs")))
    offering = PontoonFelt()
    offering.wager("Ann", 1)
    offering.shows(law.PAIRS_OFFERED, offering.pairs("Ann", 1)[0])
    assert offering.event(WagerPlaced).spot == "perfect-pairs"


def test_perfect_pairs_is_made_before_the_round() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.shows(law.BETS_CLOSE, felt.refused(felt.placing("Ann", 1, 5, spot="perfect-pairs")))


def test_perfect_pairs_needs_an_initial_wager_on_the_area() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.shows(law.PAIRS_NEED_HAND, felt.refused(felt.placing("Ann", 2, 5, spot="perfect-pairs")))
    felt.shows(law.PAIRS_NEED_HAND, felt.refused(felt.placing("Bob", 2, 5, spot="perfect-pairs", unnoticed=True)))
    felt.pairs("Bob", 1)  # on another's hand, with no wager of their own
    felt.deal("7h", p1="8s 8h")
    assert felt.net("Bob") == 25
    assert felt.box(1).line == ("Ann",)  # Bob decides nothing


def test_where_signed_perfect_pairs_needs_a_wager_of_ones_own() -> None:
    felt = PontoonFelt(grant=[law.PAIRS_NEED_WAGER])
    felt.wager("Ann", 1)
    felt.shows(law.PAIRS_NEED_WAGER, felt.refused(felt.placing("Bob", 1, 5, spot="perfect-pairs")))
    felt.shows(law.PAIRS_NEED_HAND, felt.refused(felt.placing("Bob", 2, 5, spot="perfect-pairs")))
    felt.wager("Bob", 1)
    felt.pairs("Bob", 1)


def test_three_pair_wagers_an_area() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    for name in ("Bob", "Cat", "Dan"):
        felt.pairs(name, 1)
    felt.shows(law.THREE_PAIRS, felt.refused(felt.placing("Eve", 1, 5, spot="perfect-pairs")))
    felt.pairs("Cat", 1)  # adding to one that is there
    felt.wager("Eve", 2)
    felt.pairs("Eve", 2)


def test_last_pair_wager_without_an_initial_wager_gives_way_to_one_with() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    for name in ("Bob", "Cat", "Dan"):
        felt.pairs(name, 1)
    happened = felt.pairs("Ann", 1)
    gone = next(event for event in happened if isinstance(event, WagerTakenBack))
    assert (gone.patron, gone.stake.cents) == ("Dan", 5_00)
    felt.shows(law.THREE_PAIRS, gone)
    there = [w.patron for w in felt.round.wagers_on(1, "perfect-pairs") if w.left.pieces]
    assert there == ["Bob", "Cat", "Ann"]


def test_pair_wagers_with_initial_wagers_give_way_to_nobody() -> None:
    felt = PontoonFelt()
    for name in ("Ann", "Bob", "Cat"):
        felt.wager(name, 1)
        felt.pairs(name, 1)
    felt.shows(law.THREE_PAIRS, felt.refused(felt.placing("Dan", 1, 5, spot="perfect-pairs")))


def test_one_who_wagers_later_is_preferred_from_then_on() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    for name in ("Bob", "Cat", "Dan"):
        felt.pairs(name, 1)
    felt.wager("Dan", 1)
    happened = felt.pairs("Ann", 1)
    assert next(e for e in happened if isinstance(e, WagerTakenBack)).patron == "Cat"


# Taking back.


def test_own_pair_wager_is_taken_back_before_the_initial_wager_it_needs() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Ann", 1)
    felt.shows(law.PAIRS_NEED_HAND, felt.refused(TakeBack("wagers", "Ann", 1, "wager")))
    felt.do(TakeBack("wagers", "Ann", 1, "perfect-pairs"), TakeBack("wagers", "Ann", 1, "wager"))


@pytest.mark.parametrize("signed", [False, True])
def test_initial_wager_may_go_where_anothers_keeps_the_hand(signed: bool) -> None:
    felt = PontoonFelt(grant=[law.PAIRS_NEED_WAGER] if signed else [])
    felt.wager("Ann", 1)
    felt.wager("Bob", 1)
    felt.pairs("Ann", 1)
    act = TakeBack("wagers", "Ann", 1, "wager")
    if signed:
        felt.shows(law.PAIRS_NEED_WAGER, felt.refused(act))
    else:
        felt.do(act)
        assert [w.patron for w in felt.round.wagers if w.left.pieces] == ["Bob", "Ann"]


def test_nobody_is_kept_at_an_area_by_anothers_pair_wager() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Bob", 1)
    happened = felt.do(TakeBack("wagers", "Ann", 1, "wager"))
    gone = [event for event in happened if isinstance(event, WagerTakenBack)]
    assert [event.patron for event in gone] == ["Ann", "Bob"]
    felt.shows(law.PAIRS_NEED_HAND, gone[1])
    assert felt.needs == ["shuffle", "wagers"]


def test_pair_wager_alone_deals_no_hand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Bob", 1)
    felt.wager("Cat", 3)
    felt.do(TakeBack("wagers", "Ann", 1, "wager"))
    felt.deal("7h", p3="9s 8h")
    assert [hand.area for hand in felt.round.hands] == [0, 3]


def test_tokens_on_a_pair_win_chips() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(felt.placing("Ann", 1, 5, spot="perfect-pairs", tokens=5))
    felt.deal("7h", p1="8s 8h")
    won = felt.result(1, "perfect-pairs")
    felt.shows(law.TOKEN_WINS_CHIPS, won)
    assert won.pays == 25_00
