"""Final settlement and odds (Star 8.6, 9, 10; Crown 8.4.2, 8.4.4, 8.6)."""

import pytest

from pitboss import law
from pitboss.money import ToOne
from pitboss.play.events import Called, CardsCollected, CardsTurned, Settled
from pitboss.play.wager import Result
from support import BOTH, CROWN, Felt

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"
THREES = "3s 3d 9h 8h 6s"
KING_HIGH = "Ks Qc Th 5h 3h"
SAME_ACE_KING = "Ad Kh 7c 4d 2h"

# What a winning Bet pays to 1, for every kind of hand, against a dealer with ace and king.
ODDS = {
    "higher odd cards": ("Ah Kc Qs 5d 3h", 1),
    "pair": ("3s 3d 9h 8h 6s", 1),
    "two pairs": ("9s 9d 5h 5d 2c", 2),
    "three of a kind": ("9s 9d 9h 5d 2c", 3),
    "straight": ("9s 8d 7c 6h 5h", 4),
    "flush": ("Qh 9h 8h 5h 3h", 5),
    "full house": ("9s 9d 9h 5d 5h", 7),
    "four of a kind": ("9s 9d 9h 9c 5h", 20),
    "straight flush": ("9d 8d 7d 6d 5d", 50),
    "royal flush": ("Ah Kh Qh Jh Th", 250),
}


def played(game: str, dealer: str, player: str) -> Felt:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(dealer, p1=player)
    felt.bet(1)
    felt.settle()
    return felt


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("kind", ODDS)
def test_bet_odds(game: str, kind: str) -> None:
    hand, odds = ODDS[kind]
    felt = played(game, ACE_KING, hand)
    ante, bet = felt.result(1, "ante"), felt.result(1, "bet")
    felt.shows(law.BET_ODDS, bet)
    felt.shows(law.HIGHER_HAND_WINS, bet)
    assert (bet.result, bet.odds, bet.pays) == (Result.WON, ToOne(odds), odds * 50_00)
    felt.shows(law.ANTE_ODDS, ante)
    felt.shows(law.HIGHER_HAND_WINS, ante)
    assert (ante.result, ante.odds, ante.pays) == (Result.WON, ToOne(1), 25_00)
    if game == CROWN:
        felt.shows(law.ANTE_WINS, ante)
        felt.shows(law.BET_WINS, bet)
    assert (ante.returned.cents, bet.returned.cents) == (25_00, 50_00)
    assert felt.net("Ann") == 25 + odds * 50


@pytest.mark.parametrize("game", BOTH)
def test_lower_hand_loses(game: str) -> None:
    felt = played(game, ACE_KING, KING_HIGH)
    for spot, cents, key in (("ante", 25_00, law.ANTE_LOSES), ("bet", 50_00, law.BET_LOSES)):
        done = felt.result(1, spot)
        felt.shows(law.LOWER_HAND_LOSES, done)
        if game == CROWN:
            felt.shows(key, done)
        felt.shows(law.DEALER_QUALIFIES, done)
        assert (done.result, done.taken.cents, done.pays, done.returned.cents) == (Result.LOST, cents, 0, 0)
    assert felt.net("Ann") == -75


@pytest.mark.parametrize("game", BOTH)
def test_equal_hands_stand_off(game: str) -> None:
    felt = played(game, ACE_KING, SAME_ACE_KING)
    for spot, cents, key in (("ante", 25_00, law.ANTE_STANDS_OFF), ("bet", 50_00, law.BET_STANDS_OFF)):
        done = felt.result(1, spot)
        felt.shows(law.EQUAL_HANDS_STAND_OFF, done)
        if game == CROWN:
            felt.shows(key, done)
        assert (done.result, done.taken.cents, done.pays, done.returned.cents) == (Result.STOOD_OFF, 0, 0, cents)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("kind", ["worse than the dealer", *ODDS])
def test_only_ante_paid_when_dealer_fails(game: str, kind: str) -> None:
    hand = ODDS[kind][0] if kind in ODDS else "Kh Tc 9d 5h 3c"
    dealer = "Ac Qc Jd 8s 2d"
    felt = played(game, dealer, hand)
    ante, bet = felt.result(1, "ante"), felt.result(1, "bet")
    felt.shows(law.ANTE_PAID_WHEN_DEALER_FAILS, ante)
    felt.shows(law.ANTE_ODDS, ante)
    assert (ante.result, ante.pays) == (Result.WON, 25_00)
    felt.shows(law.BET_RETURNED_WHEN_DEALER_FAILS, bet)
    assert bet.result is (Result.RETURNED if game == CROWN else Result.VOID)
    assert (bet.pays, bet.returned.cents) == (0, 50_00)
    assert (law.VOID in bet.because) == (game != CROWN)
    assert felt.net("Ann") == 25


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("As Kd 4h 3c 2s", True),  # the least hand that plays
        ("As Qd Jh Tc 9s", False),  # the best that does not
        ("Ks Qd Jh Tc 8s", False),
        ("2s 2d 5h 4c 3s", True),  # the least pair
        ("5s 4d 3h 2c As", True),  # a straight, the ace low
    ],
)
def test_dealer_qualifies_from_ace_king(game: str, dealer: str, qualifies: bool) -> None:
    felt = played(game, dealer, "Td Ts Th 7c 7d" if "Tc" not in dealer else "7s 7h 7c 6c 6d")
    bet = felt.result(1, "bet")
    felt.shows(law.DEALER_QUALIFIES, bet)
    assert bet.pays == (7 * 50_00 if qualifies else 0)
    assert felt.net("Ann") == (25 + 350 if qualifies else 25)


@pytest.mark.parametrize("game", BOTH)
def test_each_player_against_the_dealer_alone(game: str) -> None:
    felt = Felt(game)
    for area, patron in enumerate(("Ann", "Bob", "Cy", "Di"), start=1):
        felt.ante(patron, area)
    felt.deal(ACE_KING, p1=THREES, p2=KING_HIGH, p3="Ad Kh 7c 4d 2h", p4="Jh Jd 6h 6d 2c")
    felt.bet(3)
    felt.fold(2)
    felt.bet(4)
    felt.bet(1)
    felt.settle()
    assert [felt.net(patron) for patron in ("Ann", "Bob", "Cy", "Di")] == [75, -25, 0, 125]


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
def test_settle_from_right(game: str, dealer: str) -> None:
    felt = Felt(game)
    for area in (2, 4, 7):
        felt.ante(f"P{area}", area)
    felt.deal(dealer, p2=THREES, p4=KING_HIGH, p7="Td Tc 6h 6d 2c")
    for area in (2, 4, 7):
        felt.bet(area)
    happened = felt.settle()
    called = next(event for event in happened if isinstance(event, Called))
    antes = [e.settlement.area for e in happened if isinstance(e, Settled) and e.settlement.spot == "ante"]
    bets = [e.settlement.area for e in happened if isinstance(e, Settled) and e.settlement.spot == "bet"]
    assert antes == bets == [7, 4, 2]
    if game == CROWN:
        felt.shows(law.SETTLE_FROM_RIGHT, called)


@pytest.mark.parametrize("game", BOTH)
def test_antes_before_bets_when_dealer_fails(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_QUEEN, p1=THREES, p2="Td Tc 6h 6d 2c")
    felt.bet(1)
    felt.bet(2)
    felt.settle()
    assert [s.spot for s in felt.round.settlements] == ["ante", "ante", "bet", "bet"]


@pytest.mark.parametrize("game", BOTH)
def test_best_hand_is_declared(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1="5s Ah 3d 2h 4d")  # out of order, and the ace low
    felt.bet(1)
    happened = felt.settle()
    turned = {e.hand: e for e in happened if isinstance(e, CardsTurned)}
    assert set(turned) == {0, 1}
    for event in turned.values():
        felt.shows(law.BEST_HAND, event)
    felt.shows(law.BEST_HAND, next(event for event in happened if isinstance(event, Called)))
    assert felt.game.says(felt.round.hands[1]) == "straight, five high"
    assert felt.net("Ann") == 25 + 4 * 50


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
def test_cards_collected(game: str, dealer: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(dealer, p1=THREES)
    felt.bet(1)
    collected = [e for e in felt.settle() if isinstance(e, CardsCollected)]
    assert [(e.hand, e.cards) for e in collected] == [(1, 5), (0, 5)]
    for event in collected:
        felt.shows(law.CARDS_COLLECTED, event)
    assert felt.round.hands[1].status == "settled"


@pytest.mark.parametrize("game", BOTH)
def test_every_cent_is_settled(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=THREES, p2=KING_HIGH)
    felt.bet(1)
    felt.bet(2)
    felt.settle()
    for done in felt.round.settlements:
        assert done.returned.cents + done.taken.cents == done.stake.cents
    assert not any(wager.live for wager in felt.round.wagers)
