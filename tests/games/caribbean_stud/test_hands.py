"""The order of hands, and hands of one kind told apart, through settlement (Star 3.3, 13; Crown 3.5 to 3.7)."""

from itertools import pairwise

import pytest

from pitboss import law
from pitboss.play.wager import Result
from support import BOTH, Felt

# One hand of each kind, lowest first; neighbours share no card.
LADDER = {
    "five odd cards": "Ad Kh 8d 5d 2h",
    "one pair": "2s 2d 5h 4c 3s",
    "two pairs": "3h 3d 4h 4d 7c",
    "three of a kind": "6s 6d 6h 8c 7d",
    "straight": "9s 8h 7h 5c 6c",
    "flush": "Js 8s 7s 5s 4s",
    "full house": "9h 9d 9c Td Th",
    "four of a kind": "Qs Qd Qh Qc Jh",
    "straight flush": "9d 8d 7d 6d 5d",
    "royal flush": "Ac Kc Qc Jc Tc",
}

# Hands of one kind, the higher first, apart by the rank that the name tells.
BY_RANKS = {
    "straight flush, king high and queen high": ("Ks Qs Js Ts 9s", "Qh Jh Th 9h 8h"),
    "straight flush, ten high and nine high": ("Ts 9s 8s 7s 6s", "9d 8d 7d 6d 5d"),
    "straight flush, six high and the ace low": ("6s 5s 4s 3s 2s", "5h 4h 3h 2h Ah"),
    "four of a kind": ("9s 9d 9h 9c 2s", "8s 8d 8h 8c As"),
    "four aces and four kings": ("As Ad Ah Ac 2s", "Ks Kd Kh Kc Qs"),
    "full house, by the three": ("Ks Kd Kh 2s 2d", "Qs Qd Qh As Ad"),
    "full house of threes and of twos": ("3s 3d 3h 4c 4h", "2s 2d 2h As Ad"),
    "flush, first card": ("As 7s 5s 4s 2s", "Kh Qh Jh Th 8h"),
    "flush, second card": ("Ks Qs 5s 4s 2s", "Kh Jh Th 9h 7h"),
    "flush, third card": ("Ks Js 8s 4s 2s", "Kh Jh 7h 6h 5h"),
    "flush, fourth card": ("Ks Js 8s 7s 2s", "Kh Jh 8h 6h 5h"),
    "flush, fifth card": ("Ks Js 8s 7s 5s", "Kh Jh 8h 7h 4h"),
    "straight, ace high and king high": ("As Kd Qh Jc Ts", "Kh Qd Jh Td 9c"),
    "straight, king high and jack high": ("Kh Qd Js Td 9c", "Jh Tc 9d 8s 7s"),
    "straight, ace high and ace low": ("As Kd Qh Jc Ts", "5h 4d 3h 2d Ac"),
    "straight, six high and the ace low": ("6s 5d 4h 3c 2s", "5h 4d 3h 2d Ac"),
    "three of a kind": ("9s 9d 9h 3c 2s", "8s 8d 8h Ac Kd"),
    "two pairs, higher pair": ("Ks Kd 3h 3c 2s", "Qs Qd Jh Jc As"),
    "two pairs, lower pair": ("Ks Kd 4h 4c 2s", "Kh Kc 3s 3d As"),
    "two pairs, fifth card": ("Ks Kd 4h 4c 7s", "Kh Kc 4s 4d 6s"),
    "pair, the pair": ("9s 9d 4h 3c 2s", "8s 8d Ah Kc Qs"),
    "pair, first card beside it": ("9s 9d Ah 3c 2s", "9h 9c Ks Qd Js"),
    "pair, second card beside it": ("9s 9d Ah Qc 2s", "9h 9c As Jd Ts"),
    "pair, third card beside it": ("9s 9d Ah Qc 5s", "9h 9c As Qd 4s"),
    "five odd cards, third card": ("As Kd 9h 3c 2s", "Ah Kc 8s 7d 6s"),
    "five odd cards, fourth card": ("As Kd 9h 7c 2s", "Ah Kc 9s 6d 5s"),
    "five odd cards, fifth card": ("As Kd 9h 7c 4s", "Ah Kc 9s 7d 3s"),
}

# Hands of the same ranks in other suits.
EQUAL = {
    "royal flush": ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    "straight flush": ("9s 8s 7s 6s 5s", "9h 8h 7h 6h 5h"),
    "straight flush, the ace low": ("5s 4s 3s 2s As", "5h 4h 3h 2h Ah"),
    "flush": ("Ks Js 8s 7s 5s", "Kh Jh 8h 7h 5h"),
    "straight": ("9s 8d 7h 6c 5s", "9h 8c 7s 6d 5h"),
    "straight, the ace low": ("5s 4d 3h 2c As", "5h 4c 3s 2d Ah"),
    "two pairs": ("Ks Kd 4h 4c 7s", "Kh Kc 4s 4d 7d"),
    "pair": ("9s 9d Ah Qc 5s", "9h 9c As Qd 5d"),
    "five odd cards": ("As Kd 9h 7c 4s", "Ah Kc 9s 7d 4d"),
}

KEYS = {
    "five odd cards": law.HAND_HIGH_CARD,
    "pair": law.HAND_PAIR,
    "one pair": law.HAND_PAIR,
    "two pairs": law.HAND_TWO_PAIR,
    "three of a kind": law.HAND_THREE_OF_A_KIND,
    "straight": law.HAND_STRAIGHT,
    "flush": law.HAND_FLUSH,
    "full house": law.HAND_FULL_HOUSE,
    "four of a kind": law.HAND_FOUR_OF_A_KIND,
    "straight flush": law.HAND_STRAIGHT_FLUSH,
    "royal flush": law.HAND_ROYAL_FLUSH,
}
ODDS = dict(zip(LADDER, (1, 1, 2, 3, 4, 5, 7, 20, 50, 250), strict=True))


def played(game: str, *, dealer: str, player: str) -> Felt:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(dealer, p1=player)
    felt.bet(1)
    felt.settle()
    return felt


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("lower", "higher"), tuple(pairwise(LADDER)))
def test_hand_order(game: str, lower: str, higher: str) -> None:
    won = played(game, dealer=LADDER[lower], player=LADDER[higher])
    for key in (law.HAND_ORDER, KEYS[lower], KEYS[higher]):
        won.shows(key, won.result(1, "bet"))
    assert won.net("Ann") == 25 + ODDS[higher] * 50
    lost = played(game, dealer=LADDER[higher], player=LADDER[lower])
    lost.shows(law.HAND_ORDER, lost.result(1, "bet"))
    lost.shows(law.LOWER_HAND_LOSES, lost.result(1, "ante"))
    assert lost.net("Ann") == -75


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("kind", BY_RANKS)
def test_hand_kickers(game: str, kind: str) -> None:
    higher, lower = BY_RANKS[kind]
    won = played(game, dealer=lower, player=higher)
    for spot in ("ante", "bet"):
        assert won.result(1, spot).result is Result.WON
        won.shows(law.HAND_KICKERS, won.result(1, spot))
        won.shows(law.CARD_RANKS, won.result(1, spot))
    lost = played(game, dealer=higher, player=lower)
    lost.shows(law.HAND_KICKERS, lost.result(1, "bet"))
    assert lost.net("Ann") == -75


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("kind", EQUAL)
def test_suits_break_no_tie(game: str, kind: str) -> None:
    one, other = EQUAL[kind]
    for dealer, player in ((one, other), (other, one)):
        felt = played(game, dealer=dealer, player=player)
        felt.shows(KEYS[kind.partition(",")[0]], felt.result(1, "bet"))
        felt.shows(law.CARD_RANKS, felt.result(1, "bet"))
        felt.shows(law.EQUAL_HANDS_STAND_OFF, felt.result(1, "bet"))
        assert felt.net("Ann") == 0


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("ranks", ["Qs Kd Ah 2c 3s", "Ks Ad 2h 3c 4s", "Js Qd Kh Ac 2s"])
def test_sequence_does_not_go_round_the_ace(game: str, ranks: str) -> None:
    felt = played(game, dealer="6d 6h 9c 8d 7h", player=ranks)
    assert felt.net("Ann") == -75


@pytest.mark.parametrize("game", BOTH)
def test_suited_sequence_round_the_ace_is_a_flush(game: str) -> None:
    felt = played(game, dealer="9c 8d 7h 6c 5h", player="Ks As 2s 3s 4s")
    assert felt.result(1, "bet").pays == 5 * 50_00


@pytest.mark.parametrize("game", BOTH)
def test_low_ace_of_a_straight_does_not_count_high(game: str) -> None:
    """5-4-3-2-A is the least straight, and still above three aces."""
    felt = played(game, dealer="As Ad Ac Kd Qh", player="5s 4d 3h 2c Ah")
    felt.shows(law.HAND_ORDER, felt.result(1, "bet"))
    assert felt.net("Ann") == 25 + 4 * 50


@pytest.mark.parametrize("game", BOTH)
def test_player_without_ace_king_loses_to_ace_king(game: str) -> None:
    felt = played(game, dealer="As Kd 4h 3c 2s", player="Ah Qc Js Td 9s")
    felt.shows(law.HAND_KICKERS, felt.result(1, "bet"))
    assert felt.net("Ann") == -75


@pytest.mark.parametrize("game", BOTH)
def test_order_of_the_cards_in_a_hand_does_not_matter(game: str) -> None:
    felt = played(game, dealer="As Kd 7h 4c 2s", player="Jh Ah Th Kh Qh")
    assert felt.result(1, "bet").pays == 250 * 50_00
