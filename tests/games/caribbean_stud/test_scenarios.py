"""Cases that a quick implementation gets wrong, by the number that each has in the list of scenarios."""

import pytest

from pitboss import law
from pitboss.cards import DECK_52
from pitboss.play.acts import Deal
from support import CROWN, STAR, Felt, jackpot

FULL_HOUSE = "Ts Td Th 5d 5h"
THREES = "3s 3d 9h 8h 6s"
TWO_PAIR = "9s 9d 5h 5d 2c"
ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"


def test_31_jackpot_hand_when_dealer_fails() -> None:
    """Only the Ante wins; the full house takes its bonus besides, and is not paid 7 to 1."""
    felt = Felt(STAR, jackpot=jackpot(STAR))
    felt.ante("Ann", 1, 25)
    felt.jackpot("Ann", 1)
    felt.deal(ACE_QUEEN, p1=FULL_HOUSE)
    felt.bet(1, 50)
    felt.settle()
    felt.shows(law.ANTE_PAID_WHEN_DEALER_FAILS, felt.result(1, "ante"))
    felt.shows(law.BET_RETURNED_WHEN_DEALER_FAILS, felt.result(1, "bet"))
    assert (felt.result(1, "ante").pays, felt.result(1, "bet").pays) == (25_00, 0)
    (claim,) = felt.round.claims
    felt.shows(law.JACKPOT_WHATEVER_DEALER, claim)
    assert (claim.patron, claim.line) == ("Ann", "full-house")
    (prize,) = (row for row in felt.game.rules.game.data["prize"] if row["line"] == claim.line)
    assert prize["options"] == [{"basis": "fixed", "cents": 150_00}]
    assert felt.net("Ann") == 25 - 5  # the jackpot stake is the jackpot's


def test_33_wrong_bet_not_corrected() -> None:
    """A Bet of $40 goes back and the Ante of $25 is lost."""
    felt = Felt(STAR)
    felt.ante("Ann", 1, 25)
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    felt.fold(1)
    felt.shows(law.WRONG_BET_FOLDED, felt.result(1, "bet"))
    assert felt.result(1, "bet").returned.cents == 40_00
    felt.settle()
    assert felt.net("Ann") == -25


@pytest.mark.parametrize(
    ("game", "method", "net", "claims"),
    [(STAR, "", 0, 0), (CROWN, "A", -25 - 5, 0), (CROWN, "B", -25 - 5, 1)],
    ids=["Star", "Crown by Method A", "Crown by Method B"],
)
def test_35_player_gone_at_the_decision(game: str, method: str, net: int, claims: int) -> None:
    """The Star gives Ante and jackpot wager back; at Crown the hand folds and the method decides the jackpot."""
    felt = Felt(game, jackpot=jackpot(game, method=method))
    felt.ante("Ann", 1, 25)
    felt.jackpot("Ann", 1)
    felt.deal(ACE_KING, p1=FULL_HOUSE)
    felt.lapse(1)
    gone = felt.results(1, "jackpot")
    assert len(gone) == (0 if method == "B" else 1)  # alive until settlement under Method B
    felt.shows(law.LAPSE_VOIDS_HAND if game == STAR else law.LAPSE_FOLDS, felt.result(1, "ante"))
    felt.settle()
    assert felt.net("Ann") == net
    assert len(felt.round.claims) == claims


@pytest.mark.parametrize(
    ("game", "dealer", "first", "up"),
    [
        (STAR, [1, 4, 7, 10, 13], [2, 5, 8, 11, 14], 13),
        (CROWN, [3, 6, 9, 12, 15], [1, 4, 7, 10, 13], 15),
    ],
)
def test_37_order_from_the_shoe(game: str, dealer: list[int], first: list[int], up: int) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.prepare()
    deck = dict(enumerate(DECK_52, start=1))
    event = felt.do(Deal("deal", tuple(deck[number] for number in range(1, 16))))[0]
    felt.shows(law.SHOE_ORDER, event)
    felt.shows(law.UP_CARD, event)
    assert felt.round.hands[0].cards == tuple(deck[number] for number in dealer)
    assert felt.round.hands[1].cards == tuple(deck[number] for number in first)
    assert deck[up] in felt.round.hands[0].shown


def test_41_ante_over_the_maximum() -> None:
    """Ante $600 of at most $500, Bet $1,200: $500 and $2,000 are won, $100 and $200 go back."""
    felt = Felt(CROWN)
    felt.ante("Ann", 1, 600, unnoticed=True)
    felt.deal(ACE_KING, p1=TWO_PAIR)
    felt.bet(1, 1_200)
    felt.settle()
    over, ante = felt.results(1, "ante")
    excess, bet = felt.results(1, "bet")
    felt.shows(law.MAXIMUM_SETTLED, over)
    felt.shows(law.EXCESS_WAGER_RETURNED, excess)
    assert (over.returned.cents, excess.returned.cents) == (100_00, 200_00)
    assert (ante.pays, bet.stake.cents, bet.pays) == (500_00, 1_000_00, 2_000_00)
    assert felt.net("Ann") == 2_500
