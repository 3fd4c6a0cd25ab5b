"""Giving word of a hand away at Crown (8.5.5(a)(i)) may cost the Ante and the Bet; the Star's rules know no forfeit."""

import pytest

from pitboss import law
from pitboss.play.powers import Void
from pitboss.play.wager import Result
from support import CROWN, STAR, Felt, jackpot

ACE_KING, PAIR = "As Kd 7h 4c 2s", "3s 3d 9d 8c 6s"


def table() -> Felt:
    felt = Felt(CROWN, jackpot=jackpot(CROWN, method="B"))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1="Kh Qh Jh Th 9h", p2=PAIR)
    return felt


@pytest.mark.parametrize("has_bet", [False, True])
def test_talking_forfeits_ante_and_bet_but_not_the_jackpot(has_bet: bool) -> None:
    felt = table()
    if has_bet:
        felt.bet(1)
    felt.do(Void("higher-duties-dealer", "talking", forfeit=("Ann",)))
    felt.shows(law.TALKING_FORFEITS, felt.result(1, "ante"))
    assert felt.result(1, "ante").result is Result.LOST
    felt.bet(2)
    felt.settle()
    assert felt.round.claims[0].line == "straight-flush"
    assert felt.net("Ann") == -25 - (50 if has_bet else 0) - 5
    assert felt.net("Bob") == 75


def test_talking_forfeit_needs_the_rank_and_hands_in_play() -> None:
    felt = table()
    felt.shows(law.TALKING_FORFEITS, felt.refused(Void("dealer", "talking", forfeit=("Ann",))))
    felt.shows(law.TALKING_FORFEITS, felt.refused(Void("area-manager", "talking")))
    felt.bet(1)
    felt.bet(2)
    felt.show()
    felt.shows(law.TALKING_FORFEITS, felt.refused(Void("area-manager", "talking", forfeit=("Ann",))))


def test_only_player_forfeited_ends_the_betting() -> None:
    felt = Felt(CROWN)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=PAIR)
    felt.do(Void("area-manager", "talking", forfeit=("Ann",)))
    felt.settle()
    assert felt.round.is_over
    assert felt.net("Ann") == -25


def test_star_has_no_forfeit_for_talking() -> None:
    felt = Felt(STAR)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=PAIR)
    assert felt.refused(Void("casino-supervisor", "talking", forfeit=("Ann",)))


@pytest.mark.parametrize(
    ("key", "dealer", "player"),
    [
        (law.STRAIGHT_KICKERS, "5s 4d 3h 2c As", "Kh Qd Jh Tc 9s"),
        (law.TWO_PAIR_KICKERS, "Ks Kd 4h 4c 2s", "Kh Kc 5h 5c 3s"),
    ],
)
def test_star_spells_out_how_some_hands_are_told_apart(key: law.Key, dealer: str, player: str) -> None:
    felt = Felt(STAR)
    felt.ante("Ann", 1)
    felt.deal(dealer, p1=player)
    felt.bet(1)
    felt.settle()
    felt.shows(key, felt.result(1, "bet"))
    felt.shows(law.HAND_KICKERS, felt.result(1, "bet"))
    assert felt.result(1, "bet").result is Result.WON
