"""The jackpot wager: hole cards and Flop alone, Methods A and B, options 1 to 6 (Crown 10.4.5, 10.5.8, 12.2)."""

from typing import Any

import pytest

from games.ultimate_holdem.holdem import (
    BOARD,
    FLOP,
    KINGS,
    NINES,
    PRE_FLOP,
    RIVER,
    check_to,
    dealt,
    finish,
    play_out,
    played,
    seat,
    table,
)
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Stake, ToOne
from pitboss.play.acts import Place, Turn
from pitboss.play.events import CardsCollected, CardsTurned, JackpotClaimed
from pitboss.play.wager import Result
from support import DEVICES, ULTIMATE, Felt
from support import jackpot as jackpot_terms

METHODS = ("A", "B")
# Player and Flop; the Turn and the River add nothing, nor does the dealer's hand take of them.
PRIZES = {
    "royal-flush": ("Ac Kc", "Qc Jc Tc"),
    "straight-flush": ("9d 8d", "7d 6d 5d"),
    "four-of-a-kind": ("9s 9d", "9h 9c 5h"),
    "full-house": ("9s 9d", "9h 5d 5h"),
    "flush": ("Qh 9h", "8h 5h 3h"),
}
STRAIGHT = ("9s 8d", "7c 6h 5h")
NO_PRIZE = {
    "three-of-a-kind": ("9s 9d", "9h 5d 2c"),
    "two-pair": ("9s 9d", "5h 5d 2c"),
    "pair": ("3s 3d", "9h 8h 6s"),
    "high-card": ("Ks Qc", "Th 5h 3h"),
}
LAST = " 2s Ts"
DEALER = "4c 4s"
FLUSH = PRIZES["flush"]


def claims(felt: Felt) -> list[tuple[str, int, str]]:
    return [(claim.patron, claim.area, claim.line) for claim in felt.round.claims]


def claimed(hand: tuple[str, str], *, method: str = "A", last: str = LAST, dealer: str = DEALER, **more: Any) -> Felt:
    """A settled round in which Ann had a jackpot wager on a hand and a Flop."""
    player, flop = hand
    return played(dealer, flop + last, player, method=method, **more)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("line", PRIZES)
def test_jackpot_hands(line: str, method: str) -> None:
    felt = claimed(PRIZES[line], method=method)
    assert claims(felt) == [("Ann", 1, line)]
    (claim,) = felt.round.claims
    felt.shows(law.JACKPOT_HANDS, claim)
    felt.shows(law.JACKPOT_FROM_FLUSH, claim)
    assert claim.cards == parse_cards(" ".join(PRIZES[line]))
    done = felt.result(1, "jackpot")
    assert (done.result, done.taken.cents, done.pays) == (Result.CLAIM, 5_00, 0)
    (event,) = (e for e in felt.events if isinstance(e, JackpotClaimed))
    assert event.claim == claim


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("line", NO_PRIZE)
def test_other_hands_take_no_prize(line: str, method: str) -> None:
    felt = claimed(NO_PRIZE[line], method=method)
    assert not felt.round.claims
    done = felt.result(1, "jackpot")
    felt.shows(law.JACKPOT_LOSES, done)
    felt.shows(law.JACKPOT_HANDS, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)


@pytest.mark.parametrize("option", [1, 2, 3])
def test_straight_loses_under_options_1_to_3(option: int) -> None:
    felt = claimed(STRAIGHT, option=option)
    assert not felt.round.claims
    felt.shows(law.JACKPOT_LOSES, felt.result(1, "jackpot"))
    won = claimed(FLUSH, option=option)
    assert claims(won) == [("Ann", 1, "flush")]
    won.shows(law.JACKPOT_FROM_FLUSH, won.round.claims[0])


@pytest.mark.parametrize("option", [4, 5, 6])
def test_straight_claims_under_options_4_to_6(option: int) -> None:
    felt = claimed(STRAIGHT, option=option)
    assert claims(felt) == [("Ann", 1, "straight")]
    felt.shows(law.JACKPOT_FROM_STRAIGHT, felt.round.claims[0])
    for line, hand in PRIZES.items():
        better = claimed(hand, option=option)
        assert claims(better) == [("Ann", 1, line)]
        better.shows(law.JACKPOT_FROM_STRAIGHT, better.round.claims[0])
    assert not claimed(NO_PRIZE["three-of-a-kind"], option=option).round.claims


# Hole cards and Flop alone (reading K7).


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("player", "board"),
    [
        ("9s 9d", "9h 8c 4s 9c 2h"),
        ("9s 9d", "9h 8c 4s Kc Kh"),
        ("8h 3h", "Qh 9h 5c Kh 2s"),
        ("As Ks", "Qs Js 3d Ts 2s"),
        ("2s 3c", "9h 9c 5d 9s 9d"),
    ],
    ids=["four on the turn", "full house later", "flush on the turn", "royal later", "four on the board"],
)
def test_turn_and_river_make_no_jackpot_hand(player: str, board: str, method: str, device: str) -> None:
    felt = played(DEALER if "4s" not in board else "6c 6s", board, player, method=method, device=device)
    assert not felt.round.claims
    felt.shows(law.JACKPOT_LOSES, felt.result(1, "jackpot"))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("method", METHODS)
def test_jackpot_hand_is_not_raised_by_turn_and_river(method: str, device: str) -> None:
    """A flush on the Flop that becomes a straight flush on the River is a jackpot flush."""
    felt = played("Ac Ad", "6h 5h 2h 2c 4h", "8h 7h", method=method, device=device)
    assert claims(felt) == [("Ann", 1, "flush")]
    assert felt.round.claims[0].cards == parse_cards("8h 7h 6h 5h 2h")
    assert felt.result(1, "blind").odds == ToOne(50)


@pytest.mark.parametrize("stage", [PRE_FLOP, FLOP, RIVER])
@pytest.mark.parametrize("method", METHODS)
def test_play_claims_under_either_method(method: str, stage: str) -> None:
    felt = claimed(FLUSH, method=method, at=stage)
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.JACKPOT_METHOD_A if method == "A" else law.JACKPOT_METHOD_B, felt.round.claims[0])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("dealer", "last", "ante"),
    [
        ("4c 4s", " 2s Ts", Result.WON),
        ("Ac Ks", " 2s 7d", Result.RETURNED),
        ("Ah Kh", " 2s 7d", Result.LOST),
        ("4c 4s", " Ah Kh", Result.WON),
    ],
    ids=["beaten", "fails", "wins", "beaten on the board"],
)
def test_jackpot_whatever_dealer(method: str, dealer: str, last: str, ante: Result) -> None:
    felt = claimed(FLUSH, method=method, dealer=dealer, last=last)
    assert felt.result(1, "ante").result is ante
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.JACKPOT_WHATEVER_DEALER, felt.round.claims[0])


def test_no_prize_without_the_wager() -> None:
    felt = table(method="A")
    felt.ante("Ann", 1)
    felt.do(Place("wagers", "Ann", 1, "blind", Stake.of(25_00)))
    player, flop = FLUSH
    felt.deal(DEALER, flop + LAST, p1=player)
    play_out(felt, {1: PRE_FLOP})
    assert not felt.round.claims and not felt.results(1, "jackpot")


def test_jackpot_is_placed_where_it_is_offered() -> None:
    felt = table(method="A")
    felt.ante("Ann", 1)
    act = Place("wagers", "Ann", 1, "jackpot", Stake.of(5_00))
    (event,) = felt.do(act)
    felt.shows(law.JACKPOT_OFFERED, event)
    without = table()
    without.ante("Ann", 1)
    without.shows(law.JACKPOT_OFFERED, without.refused(act))


def test_jackpots_come_after_all_hands() -> None:
    felt = table(method="B")
    for area, patron in ((1, "Ann"), (4, "Bob"), (6, "Cy")):
        seat(felt, patron, area)
    felt.deal(DEALER, "8h 5h 3h 2s Ts", p1="Qh 9h", p4="8c 8d", p6="Ah Kh")
    play_out(felt, {1: PRE_FLOP, 4: FLOP, 6: RIVER})
    assert claims(felt) == [("Cy", 6, "flush"), ("Ann", 1, "flush")]
    spots = [s.spot for s in felt.round.settlements]
    assert spots == ["ante", "blind", "play"] * 3 + ["jackpot"] * 3
    assert [hand.status for hand in felt.round.hands] == ["settled", "settled", "jackpot", "settled", "jackpot"]


# A fold.


def test_fold_ends_jackpot_under_method_a() -> None:
    player, flop = FLUSH
    felt = dealt(DEALER, flop + LAST, player, method="A", trips=10)
    check_to(felt, RIVER)
    happened = felt.fold(1)
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_ENDS_JACKPOT, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
    assert [e.cards for e in happened if isinstance(e, CardsCollected)] == [2]
    felt.settle()
    assert not felt.round.claims
    assert felt.net("Ann") == -25 - 25 - 10 - 5


@pytest.mark.parametrize("device", DEVICES)
def test_fold_keeps_jackpot_under_method_b(device: str) -> None:
    player, flop = FLUSH
    felt = dealt(DEALER, flop + LAST, player, method="B", trips=10, device=device)
    check_to(felt, RIVER)
    happened = felt.fold(1)
    assert not [e for e in happened if isinstance(e, CardsCollected | CardsTurned)]  # the cards lie face down still
    for spot in ("ante", "blind", "trips"):
        felt.shows(law.FOLD_LOSES, felt.result(1, spot))
        assert felt.result(1, spot).result is Result.LOST
    assert not felt.results(1, "jackpot")
    felt.show()
    settled = felt.settle()
    (turned,) = (e for e in settled if isinstance(e, CardsTurned))
    felt.shows(law.BEST_HAND, turned)
    assert claims(felt) == [("Ann", 1, "flush")]
    for key in (law.FOLD_KEEPS_JACKPOT, law.JACKPOT_METHOD_B, law.JACKPOT_HANDS):
        felt.shows(key, felt.round.claims[0])
    assert felt.round.hands[2].status == "jackpot"
    assert felt.net("Ann") == -25 - 25 - 10 - 5  # the stake is the jackpot's; the prize comes from the meter


def test_folded_hand_under_method_b_may_lose() -> None:
    player, flop = NO_PRIZE["three-of-a-kind"]
    felt = played(DEALER, flop + " 9c Ts", player, method="B", at="fold")
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_KEEPS_JACKPOT, done)
    felt.shows(law.JACKPOT_LOSES, done)
    assert felt.net("Ann") == -25 - 25 - 5
    assert felt.round.hands[2].status == "folded"


def test_folded_hand_that_nobody_saw_is_named_for_its_jackpot() -> None:
    felt = dealt(DEALER, "8h 5h 3h 2s Ts", "?? ??", method="B")
    check_to(felt, RIVER)
    felt.fold(1)
    felt.show()
    assert felt.round.need("settle") is None
    felt.do(Turn("turn-1", parse_cards("Qh 9h")))
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]


@pytest.mark.parametrize("device", DEVICES)
def test_fold_before_the_flop_still_sees_it_for_the_jackpot(device: str) -> None:
    """Where slow players fold at any stage, Method B deals the Flop on for their jackpot wagers."""
    player, flop = FLUSH
    felt = dealt(DEALER, flop + LAST, player, method="B", device=device, readings={"slowBeforeRiver": "fold"})
    felt.lapse(1)
    finish(felt)
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])


def test_fold_before_the_flop_ends_the_round_under_method_a() -> None:
    felt = dealt(NINES, BOARD, KINGS, method="A", readings={"slowBeforeRiver": "fold"})
    felt.lapse(1)
    assert felt.round.is_over and felt.net("Ann") == -55
    felt.shows(law.FOLD_ENDS_JACKPOT, felt.result(1, "jackpot"))


@pytest.mark.parametrize(("method", "key"), [("A", law.JACKPOT_LOSES_A), ("B", law.JACKPOT_LOSES_B)])
def test_losing_jackpot_wager_names_the_dealing_method(method: str, key: law.Key) -> None:
    felt = losing_jackpot(method)
    done = felt.result(1, "jackpot")
    felt.shows(key, done)
    assert not {law.JACKPOT_METHOD_A, law.JACKPOT_METHOD_B} & set(done.because)


def losing_jackpot(method: str) -> Felt:
    felt = Felt(ULTIMATE, jackpot=jackpot_terms(ULTIMATE, method=method))
    felt.ante("Ann", 1)
    felt.do(Place("wagers", "Ann", 1, "blind", Stake.of(25_00)))
    felt.jackpot("Ann", 1)
    felt.deal("9s 9d", "Kh 8d 6c 3s 2h", p1="As Ad")
    felt.bet(1)
    felt.reveal()
    felt.reveal()
    felt.settle()
    if method == "B":
        felt.shows(law.Reading("K7"), felt.result(1, "jackpot"))
    else:  # Method A names the Flop itself
        assert "K7" not in felt.result(1, "jackpot").because
    return felt
