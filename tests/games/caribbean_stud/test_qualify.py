"""The dealer's hand plays with ace and king, or higher (Star 9.1 to 9.4; Crown 8.2, 8.6.1)."""

import pytest

from pitboss import law
from pitboss.play.wager import Result
from support import BOTH, Felt

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"


@pytest.mark.parametrize("game", BOTH)
def test_dealer_qualifies_with_ace_king(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1="3s 3d 9h 8c 6s")
    felt.bet(1)
    felt.settle()
    felt.shows(law.DEALER_QUALIFIES, felt.result(1, "bet"))
    felt.shows(law.HIGHER_HAND_WINS, felt.result(1, "bet"))
    assert felt.net("Ann") == 25 + 50


@pytest.mark.parametrize("game", BOTH)
def test_bet_returned_when_dealer_fails(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(ACE_QUEEN, p1="3s 3d 9h 8h 6s")
    felt.bet(1)
    felt.settle()
    ante, bet = felt.result(1, "ante"), felt.result(1, "bet")
    felt.shows(law.ANTE_PAID_WHEN_DEALER_FAILS, ante)
    felt.shows(law.BET_RETURNED_WHEN_DEALER_FAILS, bet)
    assert bet.result is (Result.VOID if game.startswith("star") else Result.RETURNED)
    assert felt.net("Ann") == 25
