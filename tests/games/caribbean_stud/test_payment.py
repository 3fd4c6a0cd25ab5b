"""How a win is paid: tokens, the maximum payout, rounding up to chips
(Star 1.1 "casino promotional token", 10.2; Crown 1.1 "Casino Promotional Token", 7.3, 8.6.2)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.law import BookError, Reading
from pitboss.money import Chips, Stake, ToOne
from pitboss.play.table import totals
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import BOTH, CROWN, STAR, Felt, make, shows

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"
THREES = "3s 3d 9h 8h 6s"
KING_HIGH = "Ks Qc Th 5h 3h"
SAME_ACE_KING = "Ad Kh 7c 4d 2h"
FLUSH = "Qh 9h 8h 5h 3h"
FULL_HOUSE = "9s 9d 9h 5d 5h"


def played(felt: Felt, *, dealer: str, player: str, chips: int = 0, tokens: int = 0) -> Felt:
    """A round with an Ante, and a Bet, of so many dollars of chips and of tokens."""
    felt.ante("Ann", 1, chips, tokens=tokens)
    felt.deal(dealer, p1=player)
    felt.bet(1, 2 * chips, tokens=2 * tokens)
    felt.settle()
    return felt


def nets(felt: Felt) -> tuple[int, int]:
    """What the round was worth to the player in chips and in tokens, in dollars."""
    (total,) = totals(felt.round)
    return total.chips_net // 100, total.tokens_net // 100


# Promotional tokens.


@pytest.mark.parametrize("game", BOTH)
def test_token_wins_chips(game: str) -> None:
    felt = played(Felt(game), dealer=ACE_KING, player=THREES, tokens=25)
    for spot, cents in (("ante", 25_00), ("bet", 50_00)):
        done = felt.result(1, spot)
        felt.shows(law.TOKEN_WINS_CHIPS, done)
        assert (done.pays, done.returned.cents, done.taken) == (cents, 0, Stake.of(tokens=cents))
    assert nets(felt) == (25 + 50, -75)


def test_crown_keeps_a_winning_token() -> None:
    felt = played(Felt(CROWN), dealer=ACE_KING, player=THREES, tokens=25)
    felt.shows(law.TOKEN_KEPT, felt.result(1, "ante"))
    felt.shows(law.TOKEN_KEPT, felt.result(1, "bet"))


def test_star_keeps_a_winning_token_by_its_reading() -> None:
    felt = played(Felt(STAR), dealer=ACE_KING, player=THREES, tokens=25)
    felt.shows(Reading("C15"), felt.result(1, "bet"))


def test_star_gives_a_winning_token_back_when_so_read() -> None:
    felt = played(Felt(STAR, readings={"winningTokenKept": False}), dealer=ACE_KING, player=THREES, tokens=25)
    felt.shows(law.TOKEN_WINS_CHIPS, felt.result(1, "bet"))
    felt.shows(Reading("C15"), felt.result(1, "bet"))
    assert felt.result(1, "ante").returned == Stake.of(tokens=25_00)
    assert nets(felt) == (75, 0)


def test_crown_text_leaves_no_such_choice() -> None:
    with pytest.raises(BookError):
        Felt(CROWN, readings={"winningTokenKept": False})


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("player", [SAME_ACE_KING])
def test_token_goes_back_on_a_stand_off(game: str, player: str) -> None:
    felt = played(Felt(game), dealer=ACE_KING, player=player, tokens=25)
    assert felt.result(1, "ante").returned == Stake.of(tokens=25_00)
    assert nets(felt) == (0, 0)


@pytest.mark.parametrize("game", BOTH)
def test_token_of_a_returned_bet_goes_back(game: str) -> None:
    felt = played(Felt(game), dealer=ACE_QUEEN, player=THREES, tokens=25)
    assert felt.result(1, "bet").returned == Stake.of(tokens=50_00)
    assert felt.result(1, "ante").taken == Stake.of(tokens=25_00)
    assert nets(felt) == (25, -25)


@pytest.mark.parametrize("game", BOTH)
def test_losing_token_is_taken(game: str) -> None:
    felt = played(Felt(game), dealer=ACE_KING, player=KING_HIGH, tokens=25)
    assert nets(felt) == (0, -75)
    assert law.TOKEN_WINS_CHIPS not in felt.result(1, "bet").because


@pytest.mark.parametrize("game", BOTH)
def test_chips_of_a_mixed_wager_go_back_with_the_win(game: str) -> None:
    felt = played(Felt(game), dealer=ACE_KING, player=FLUSH, chips=15, tokens=10)
    ante, bet = felt.result(1, "ante"), felt.result(1, "bet")
    assert (ante.pays, ante.returned, ante.taken) == (25_00, Stake.of(15_00), Stake.of(tokens=10_00))
    assert (bet.pays, bet.returned, bet.taken) == (250_00, Stake.of(30_00), Stake.of(tokens=20_00))
    felt.shows(law.TOKEN_WINS_CHIPS, bet)
    assert nets(felt) == (25 + 250, -30)


@pytest.mark.parametrize("game", BOTH)
def test_chips_alone_name_no_token_rule(game: str) -> None:
    felt = played(Felt(game), dealer=ACE_KING, player=FLUSH, chips=25)
    assert law.TOKEN_WINS_CHIPS not in felt.result(1, "bet").because
    assert nets(felt) == (25 + 250, 0)


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("together", "back"), [(True, Stake.of(20_00)), (False, Stake.of(tokens=20_00))])
def test_bet_too_large_is_cut_from_the_top(game: str, together: bool, back: Stake) -> None:
    """A Bet of $70 for $50: chips go back first if put down with tokens, the tokens if they came alone."""
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=KING_HIGH)
    felt.bet(1, 40 if together else 0, tokens=30 if together else 70, unnoticed=True)
    felt.settle()
    assert felt.results(1, "bet")[0].returned == back


# The maximum payout.


@pytest.mark.parametrize("game", BOTH)
def test_maximum_payout(game: str) -> None:
    felt = played(Felt(game, maximum_payout_cents=300_00), dealer=ACE_KING, player=FULL_HOUSE, chips=25)
    bet = felt.result(1, "bet")
    felt.shows(law.MAXIMUM_PAYOUT, bet)
    assert Reading("K31") not in bet.because  # nothing was rounded
    assert (bet.exact, bet.cap, bet.pays, bet.returned.cents) == (350_00, 300_00, 300_00, 50_00)
    assert felt.net("Ann") == 25 + 300


@pytest.mark.parametrize("game", BOTH)
def test_win_of_the_maximum_itself_is_paid_whole(game: str) -> None:
    felt = played(Felt(game, maximum_payout_cents=350_00), dealer=ACE_KING, player=FULL_HOUSE, chips=25)
    bet = felt.result(1, "bet")
    assert (bet.cap, bet.pays) == (None, 350_00)
    assert law.MAXIMUM_PAYOUT not in bet.because


@pytest.mark.parametrize("game", BOTH)
def test_maximum_payout_does_not_bind_the_ante(game: str) -> None:
    felt = played(Felt(game, maximum_payout_cents=100_00), dealer=ACE_KING, player=THREES, chips=200)
    ante, bet = felt.result(1, "ante"), felt.result(1, "bet")
    assert (ante.pays, bet.pays) == (200_00, 100_00)
    assert law.MAXIMUM_PAYOUT not in ante.because
    felt.shows(law.MAXIMUM_PAYOUT, bet)


@pytest.mark.parametrize("game", BOTH)
def test_maximum_payout_is_for_each_player(game: str) -> None:
    felt = Felt(game, maximum_payout_cents=300_00)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=FULL_HOUSE, p2="Ts Td Th 6d 6h")
    felt.bet(1)
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (325, 325)


# Rounding up to what chips can pay.

SMALL: dict[str, Any] = {"limits": {"ante": Limits(5_00, 500_00)}, "chips": Chips((5_00, 25_00, 100_00))}


def test_crown_paid_up_to_chips() -> None:
    felt = played(Felt(CROWN, **SMALL), dealer=ACE_KING, player=THREES, tokens=7)
    ante, bet = felt.result(1, "ante"), felt.result(1, "bet")
    felt.shows(law.PAID_UP_TO_CHIPS, ante)
    felt.shows(law.PAID_UP_TO_CHIPS, bet)
    assert (ante.exact, ante.pays) == (7_00, 10_00)
    assert (bet.exact, bet.pays) == (14_00, 15_00)


def test_crown_ante_paid_up_when_dealer_fails() -> None:
    felt = played(Felt(CROWN, **SMALL), dealer=ACE_QUEEN, player=THREES, tokens=7)
    felt.shows(law.PAID_UP_TO_CHIPS, felt.result(1, "ante"))
    assert felt.result(1, "ante").pays == 10_00
    assert felt.result(1, "bet").returned == Stake.of(tokens=14_00)


def test_crown_win_that_chips_can_pay_is_not_rounded() -> None:
    felt = played(Felt(CROWN, **SMALL), dealer=ACE_KING, player=FLUSH, tokens=7)
    bet = felt.result(1, "bet")
    assert bet.pays == 70_00  # 5 x $14
    assert law.PAID_UP_TO_CHIPS not in bet.because


def test_star_pays_exactly() -> None:
    felt = played(Felt(STAR, **SMALL), dealer=ACE_KING, player=THREES, tokens=7)
    assert (felt.result(1, "ante").pays, felt.result(1, "bet").pays) == (7_00, 14_00)


@pytest.mark.parametrize(
    ("after", "maximum", "pays"),
    [
        (True, 14_00, 14_00),  # $14, up to $15, down to the maximum
        (False, 14_00, 15_00),  # $14 keeps to the maximum, then up
        (True, 12_00, 12_00),
        (False, 12_00, 15_00),
        (True, 15_00, 15_00),
        (False, 15_00, 15_00),
    ],
)
def test_crown_maximum_payout_and_rounding(after: bool, maximum: int, pays: int) -> None:
    """The cashier keeps to the reading even with a maximum that no table may open on, chips being unable to pay it."""
    game = make(CROWN, readings={"capAfterRounding": after}, maximum_payout_cents=maximum, **SMALL)
    assert (game.check_terms() is None) == (maximum % 5_00 == 0)
    paid = game.cashier.win(Stake.of(0, 14_00), ToOne(1), capped=True)
    assert paid.pays == pays
    shows(law.PAID_UP_TO_CHIPS, paid, game=game)
    if (after and maximum < 15_00) or maximum < 14_00:
        shows(law.MAXIMUM_PAYOUT, paid, game=game)
        shows(Reading("K31"), paid, game=game)
        shows(Reading("K34"), paid, game=game)
        assert paid.cap == maximum
    else:
        assert law.MAXIMUM_PAYOUT not in paid.because
        assert paid.cap is None


@pytest.mark.parametrize("game", BOTH)
def test_stand_off_is_neither_paid_nor_rounded(game: str) -> None:
    felt = played(Felt(game, **SMALL), dealer=ACE_KING, player=SAME_ACE_KING, tokens=7)
    done = felt.result(1, "ante")
    assert (done.result, done.pays, done.returned.cents) == (Result.STOOD_OFF, 0, 7_00)
