"""Settlement: qualifying, Ante, Play, Blind and Trips (Crown 3.6, 3.7, 7.3, 10.4.2 to 10.4.6, 10.6)."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.ultimate_holdem.holdem import (
    ACE_HIGH,
    BOARD,
    KING_QUEEN_JACK,
    KING_TEN,
    KINGS,
    NINES,
    PRE_FLOP,
    RIVER,
    SAME_KING_QUEEN_JACK,
    SAME_NINES,
    STAGES,
    finish,
    play_out,
    played,
    seat,
    table,
)
from pitboss import law
from pitboss.cards import DECK_52, Card, parse_cards, show
from pitboss.law import Key, Reading
from pitboss.money import Chips, Piece, Stake, ToOne
from pitboss.play.acts import Deal, Place
from pitboss.play.events import RoundEnded
from pitboss.play.wager import Result
from support import DEVICES, Felt

WON, LOST, STOOD_OFF, RETURNED = Result.WON, Result.LOST, Result.STOOD_OFF, Result.RETURNED

# For each line: board, player, dealer, whom the player beats.
LINES = {
    "royal-flush": ("As Ks Qs 4h 2d", "Js Ts", "4c 3c"),
    "straight-flush": ("9d 8d 7d Kc 2h", "6d 5d", "Kh 3c"),
    "four-of-a-kind": ("9h 9c 5s Kc 2h", "9s 9d", "Kh 3c"),
    "full-house": ("9h 5c 5s Kc 2h", "9s 9d", "Kh 3c"),
    "flush": ("Qh 9h 5h Kc 2s", "8h 3h", "Kd 7c"),
    "straight": ("9h 8c 7s Kc 2h", "6d 5d", "Kh 3c"),
    "three-of-a-kind": ("9h 8c 4s Kc 2h", "9s 9d", "Kh 3c"),
    "two-pair": ("9h 8c 4s Kc 2h", "9s 8d", "Kh 3c"),
    "pair": ("9h 8c 4s Kc 2h", "Kh 3c", "9d 3d"),
    "high-card": ("9h 8c 4s Kc 2h", "Ah Qd", "Qc Jd"),
}
HAND_KEYS: dict[str, Key] = {
    "royal-flush": law.HAND_ROYAL_FLUSH,
    "straight-flush": law.HAND_STRAIGHT_FLUSH,
    "four-of-a-kind": law.HAND_FOUR_OF_A_KIND,
    "full-house": law.HAND_FULL_HOUSE,
    "flush": law.HAND_FLUSH,
    "straight": law.HAND_STRAIGHT,
    "three-of-a-kind": law.HAND_THREE_OF_A_KIND,
    "two-pair": law.HAND_TWO_PAIR,
    "pair": law.HAND_PAIR,
    "high-card": law.HAND_HIGH_CARD,
}
BLIND = {
    "royal-flush": (500, 1),
    "straight-flush": (50, 1),
    "four-of-a-kind": (10, 1),
    "full-house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
}
TRIPS = {
    "royal-flush": 50,
    "straight-flush": 40,
    "four-of-a-kind": 30,
    "full-house": 8,
    "flush": 7,
    "straight": 4,
    "three-of-a-kind": 3,
}


def results(felt: Felt) -> tuple[Result, Result, Result]:
    """What became of Ante, Blind and Play."""
    ante, blind, play = (felt.result(1, spot).result for spot in ("ante", "blind", "play"))
    return ante, blind, play


# Against a dealer who qualifies.


def test_higher_hand_against_a_dealer_who_qualifies() -> None:
    felt = played(NINES, BOARD, KINGS)
    assert results(felt) == (WON, STOOD_OFF, WON)
    ante, blind, play = felt.result(1, "ante"), felt.result(1, "blind"), felt.result(1, "play")
    for done in (ante, blind, play):
        felt.shows(law.HIGHER_HAND_WINS, done)
    for key in (law.DEALER_QUALIFIES, law.ANTE_WINS, law.ANTE_ODDS):
        felt.shows(key, ante)
    felt.shows(law.PLAY_WINS, play)
    felt.shows(law.BLIND_SMALL_HAND, blind)
    assert (ante.odds, ante.pays, play.odds, play.pays) == (ToOne(1, 1), 25_00, ToOne(1, 1), 75_00)
    assert felt.net("Ann") == 25 + 75


def test_lower_hand_against_a_dealer_who_qualifies() -> None:
    felt = played(NINES, BOARD, ACE_HIGH)
    assert results(felt) == (LOST, LOST, LOST)
    for spot, key in (("ante", law.ANTE_LOSES), ("blind", law.BLIND_LOSES), ("play", law.PLAY_LOSES)):
        felt.shows(key, felt.result(1, spot))
        felt.shows(law.LOWER_HAND_LOSES, felt.result(1, spot))
    felt.shows(law.DEALER_QUALIFIES, felt.result(1, "ante"))
    assert felt.net("Ann") == -25 - 25 - 75


def test_equal_hands_against_a_dealer_who_qualifies() -> None:
    felt = played(NINES, BOARD, SAME_NINES)
    assert results(felt) == (STOOD_OFF, STOOD_OFF, STOOD_OFF)
    keys = (("ante", law.ANTE_STANDS_OFF), ("blind", law.BLIND_STANDS_OFF), ("play", law.PLAY_STANDS_OFF))
    for spot, key in keys:
        felt.shows(key, felt.result(1, spot))
        felt.shows(law.EQUAL_HANDS_STAND_OFF, felt.result(1, spot))
        assert felt.result(1, spot).returned == felt.result(1, spot).stake
    assert felt.net("Ann") == 0


# Against a dealer who does not.


def test_higher_hand_against_a_dealer_who_fails() -> None:
    felt = played(KING_QUEEN_JACK, BOARD, ACE_HIGH)
    assert results(felt) == (RETURNED, STOOD_OFF, WON)
    ante = felt.result(1, "ante")
    felt.shows(law.DEALER_QUALIFIES, ante)
    felt.shows(law.ANTE_REFUNDED_WHEN_DEALER_FAILS, ante)
    assert (ante.returned.cents, ante.pays) == (25_00, 0)
    felt.shows(law.PLAY_WINS, felt.result(1, "play"))
    felt.shows(law.HIGHER_WINS_UNQUALIFIED, felt.result(1, "play"))
    felt.shows(law.BLIND_SMALL_HAND, felt.result(1, "blind"))
    assert felt.net("Ann") == 75


def test_blind_is_paid_against_a_dealer_who_fails() -> None:
    felt = played(KING_QUEEN_JACK, "Kd 9h 7s 6c 2d", "8h 5h")
    assert results(felt) == (RETURNED, WON, WON)
    felt.shows(law.BLIND_WINS, felt.result(1, "blind"))
    felt.shows(law.ANTE_REFUNDED_WHEN_DEALER_FAILS, felt.result(1, "ante"))
    assert felt.net("Ann") == 25 + 75


def test_lower_hand_against_a_dealer_who_fails() -> None:
    felt = played(KING_QUEEN_JACK, BOARD, KING_TEN)
    assert results(felt) == (RETURNED, LOST, LOST)
    felt.shows(law.ANTE_REFUNDED_WHEN_DEALER_FAILS, felt.result(1, "ante"))
    felt.shows(law.BLIND_LOSES, felt.result(1, "blind"))
    felt.shows(law.PLAY_LOSES, felt.result(1, "play"))
    felt.shows(law.LOWER_LOSES_UNQUALIFIED, felt.result(1, "play"))
    assert felt.net("Ann") == -25 - 75


def test_equal_hands_against_a_dealer_who_fails() -> None:
    felt = played(KING_QUEEN_JACK, BOARD, SAME_KING_QUEEN_JACK)
    assert results(felt) == (STOOD_OFF, STOOD_OFF, STOOD_OFF)
    felt.shows(law.EQUAL_UNQUALIFIED, felt.result(1, "play"))
    assert felt.net("Ann") == 0


@pytest.mark.parametrize(
    ("board", "dealer", "qualifies"),
    [
        ("Kd 9h 6s 4c 2d", "As Qh", False),
        ("Kd 9h 6s 4c 2d", "2s 3h", True),
        ("Kd 9h 6s 4c 3d", "2s 2h", True),
        ("2d 2h 6s 4c Kd", "As Qh", True),
        ("Kd 9h 7s 6c 2d", "8s Th", True),
    ],
    ids=["ace high", "lowest pair", "pair in the hand", "pair on the board", "straight"],
)
def test_dealer_qualifies_with_a_pair(board: str, dealer: str, qualifies: bool) -> None:
    felt = played(dealer, board, "Ks Kc")
    ante = felt.result(1, "ante")
    felt.shows(law.DEALER_QUALIFIES, ante)
    assert (law.ANTE_REFUNDED_WHEN_DEALER_FAILS in ante.because) is not qualifies
    assert ante.result is (RETURNED if not qualifies else LOST if "Th" in dealer else WON)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("device", DEVICES)
def test_when_the_play_wager_was_made_does_not_matter(device: str, stage: str) -> None:
    felt = played(at=stage, device=device)
    assert results(felt) == (WON, STOOD_OFF, WON)
    assert felt.result(1, "play").pays == {PRE_FLOP: 75_00, "flop": 50_00, RIVER: 25_00}[stage]


# Blind and Trips by the hand.


@pytest.mark.parametrize("line", BLIND)
def test_blind_by_the_hand(line: str) -> None:
    board, player, dealer = LINES[line]
    felt = played(dealer, board, player, ante=50)
    blind = felt.result(1, "blind")
    felt.shows(law.BLIND_WINS, blind)
    felt.shows(law.HIGHER_HAND_WINS, blind)
    felt.shows(law.HAND_ORDER, blind)
    felt.shows(HAND_KEYS[line], blind)
    odds = ToOne(*BLIND[line])
    assert (blind.result, blind.odds, blind.pays) == (WON, odds, 50_00 * odds.top // odds.bottom)


@pytest.mark.parametrize("line", [line for line in LINES if line not in BLIND])
def test_blind_small_hand(line: str) -> None:
    board, player, dealer = LINES[line]
    felt = played(dealer, board, player)
    blind = felt.result(1, "blind")
    felt.shows(law.BLIND_SMALL_HAND, blind)
    felt.shows(HAND_KEYS[line], blind)
    assert (blind.result, blind.returned.cents, blind.pays) == (STOOD_OFF, 25_00, 0)
    assert felt.result(1, "play").result is WON


@pytest.mark.parametrize(
    ("board", "player", "dealer", "result"),
    [
        ("9h 8c 7s Kc 2h", "6d 5d", "Jd Td", LOST),
        ("9h 8c 7s Kc 2h", "6d 5d", "6c 5s", STOOD_OFF),
        ("Qh 9h 5h 5c 2s", "8h 3h", "Qs Qd", LOST),
        ("9h 9c 5s 5c 2h", "9s 3d", "5d 5h", LOST),
        ("9h 9c 9s 9d 2h", "Ks 3d", "Ad 5h", LOST),
        ("9h 9c 9s 9d Ah", "Ks 3d", "Qd 5h", STOOD_OFF),
        ("9d 8d 7d Kc 2h", "6d 5d", "Jd Td", LOST),
        ("As Ks Qs Js Ts", "Ad Ah", "2c 3c", STOOD_OFF),
    ],
)
def test_blind_must_beat_the_dealer(board: str, player: str, dealer: str, result: Result) -> None:
    felt = played(dealer, board, player)
    blind = felt.result(1, "blind")
    felt.shows(law.BLIND_LOSES if result is LOST else law.BLIND_STANDS_OFF, blind)
    assert (blind.result, blind.pays) == (result, 0)
    assert results(felt) == (result, result, result)


@pytest.mark.parametrize("line", TRIPS)
def test_trips_by_the_hand(line: str) -> None:
    board, player, dealer = LINES[line]
    felt = played(dealer, board, player, trips=10)
    trips = felt.result(1, "trips")
    felt.shows(law.TRIPS_WINS, trips)
    felt.shows(HAND_KEYS[line], trips)
    assert (trips.result, trips.odds, trips.pays) == (WON, ToOne(TRIPS[line], 1), TRIPS[line] * 10_00)
    assert trips.returned.cents == 10_00


@pytest.mark.parametrize("line", [line for line in LINES if line not in TRIPS])
def test_trips_loses_on_less_than_three_of_a_kind(line: str) -> None:
    board, player, dealer = LINES[line]
    felt = played(dealer, board, player, trips=10)
    trips = felt.result(1, "trips")
    felt.shows(law.TRIPS_LOSES, trips)
    felt.shows(HAND_KEYS[line], trips)
    assert (trips.result, trips.taken.cents) == (LOST, 10_00)


@pytest.mark.parametrize(
    ("board", "player", "dealer", "pays"),
    [
        ("9h 8c 4s Kc 2h", "9s 9d", "Kh Kd", 30),
        ("9h 8c 4s Kc 2h", "9s 9d", "Qc Jd", 30),
        ("9h 8c 7s Kc 2h", "6d 5d", "6c 5s", 40),
        ("9h 9c 9s Kc 2h", "4d 5d", "Ac Qd", 30),
        ("As Ks Qs Js Ts", "Ad Ah", "2c 3c", 500),
    ],
    ids=["beaten", "dealer fails", "equal", "three on the board", "royal on the board"],
)
def test_trips_whatever_the_dealer_has(board: str, player: str, dealer: str, pays: int) -> None:
    felt = played(dealer, board, player, trips=10)
    trips = felt.result(1, "trips")
    felt.shows(law.TRIPS_WINS, trips)
    assert trips.pays == pays * 100


# The best five of seven.


@pytest.mark.parametrize(
    ("board", "player", "dealer", "result"),
    [
        ("Th 9c 8d 7s 6h", "2c 3c", "2d 3d", STOOD_OFF),
        ("Th 9c 8d 7s 6h", "Jc 2c", "2d 3d", WON),
        ("Th 9c 8d 7s 6h", "5c 5s", "Jd Qd", LOST),
        ("Ah Kh 9h 5h 2h", "3h 4c", "Qc 2d", WON),
        ("Ah Kh 9h 5h 3h", "2h 4c", "Qc 2d", STOOD_OFF),
        ("Ac Kd Qh 8s 8d", "Jc 3c", "5c 4c", STOOD_OFF),
        ("Ac Kd 7h 8s 8d", "Jc 3c", "9c 4c", WON),
        ("Ks Kh 9c 9d Qh", "3c 3d", "Jc 2d", STOOD_OFF),
        ("Ks Kh 9c 9d Qh", "Ac 3d", "Jc Jd", LOST),
        ("9h 5c 5d 5s Kc", "9s 9d", "Kh 2d", WON),
        ("3h 4s 5c Kd Jh", "Ac 2d", "Kh Qs", WON),
        ("3h 4s 5c Kd Jh", "Ac 2d", "6c 2h", LOST),
        ("9s 9d 9h 9c Kd", "Ac 2d", "Qs Qh", WON),
        ("Kd 9h 6s 4c 2d", "Ah 3c", "Ad 3h", STOOD_OFF),
        ("Kd 9h 6s 4c 2d", "Ah Jc", "Ad Th", WON),
        ("7h 8h 9h Th 2c", "Jh Ah", "6h Kh", WON),
    ],
    ids=[
        "straight on the board",
        "board bettered by one card",
        "board bettered by the dealer",
        "six of a suit",
        "lower sixth of a suit",
        "kickers of the board",
        "kicker of the hand",
        "third pair plays no part",
        "dealer's better second pair",
        "two threes make a full house",
        "ace low",
        "ace low is the lowest",
        "kicker to four on the board",
        "equal in the five that count",
        "third kicker",
        "straight flush, not the ace's flush",
    ],
)
def test_best_five_of_seven(board: str, player: str, dealer: str, result: Result) -> None:
    felt = played(dealer, board, player)
    play = felt.result(1, "play")
    assert play.result is result
    keys = {
        WON: {law.HIGHER_HAND_WINS, law.HIGHER_WINS_UNQUALIFIED},
        LOST: {law.LOWER_HAND_LOSES, law.LOWER_LOSES_UNQUALIFIED},
        STOOD_OFF: {law.EQUAL_HANDS_STAND_OFF, law.EQUAL_UNQUALIFIED},
    }
    assert len(keys[result] & set(play.because)) == 1


def test_hands_of_one_kind_by_their_cards() -> None:
    felt = played("Ad Th", BOARD, "Ah Jc")
    for key in (law.HAND_KICKERS, law.CARD_RANKS, law.HAND_HIGH_CARD):
        felt.shows(key, felt.result(1, "play"))


# Payment.


@pytest.mark.parametrize(("ante", "exact", "pays"), [(25, 75, 38), (26, 78, 39), (31, 93, 47)])
def test_flush_on_an_odd_blind_is_paid_up(ante: int, exact: int, pays: int) -> None:
    board, player, dealer = LINES["flush"]
    felt = played(dealer, board, player, ante=ante)
    blind = felt.result(1, "blind")
    assert blind.exact * 2 == exact * 100 and blind.pays == pays * 100
    if exact % 2:
        felt.shows(law.PAID_UP_TO_CHIPS, blind)
    else:
        assert law.PAID_UP_TO_CHIPS not in blind.because


def test_flush_is_paid_exactly_where_chips_can() -> None:
    board, player, dealer = LINES["flush"]
    felt = played(dealer, board, player, chips=Chips((50, 100, 500, 2_500)))
    assert felt.result(1, "blind").pays == 37_50


def test_maximum_payout_on_the_blind_alone() -> None:
    board, player, dealer = LINES["royal-flush"]
    felt = played(dealer, board, player, ante=500, trips=100, maximum_payout_cents=1_000_00)
    blind = felt.result(1, "blind")
    felt.shows(law.MAXIMUM_PAYOUT, blind)
    assert (blind.exact, blind.cap, blind.pays) == (250_000_00, 1_000_00, 1_000_00)
    for spot, pays in (("ante", 500_00), ("play", 1_500_00), ("trips", 5_000_00)):
        assert felt.result(1, spot).pays == pays
        assert law.MAXIMUM_PAYOUT not in felt.result(1, spot).because


@pytest.mark.parametrize("line", BLIND)
def test_maximum_payout_on_every_line_of_the_blind(line: str) -> None:
    board, player, dealer = LINES[line]
    felt = played(dealer, board, player, ante=50, maximum_payout_cents=49_00)
    felt.shows(law.MAXIMUM_PAYOUT, felt.result(1, "blind"))
    assert felt.result(1, "blind").pays == 49_00


def test_maximum_payout_is_for_each_wager_of_each_player() -> None:
    felt = table(maximum_payout_cents=100_00)
    for area, patron in ((1, "Ann"), (2, "Bob")):
        seat(felt, patron, area, 50)
    felt.deal("Kh 3c", "9h 8c 7s Kc 9d", p1="9s 9c", p2="8s 8d")
    play_out(felt, {1: PRE_FLOP, 2: PRE_FLOP})
    assert [felt.result(area, "blind").pays for area in (1, 2)] == [100_00, 100_00]
    assert [felt.result(area, "play").pays for area in (1, 2)] == [150_00, 150_00]


@pytest.mark.parametrize("last", [True, False])
def test_maximum_payout_and_rounding(last: bool) -> None:
    """A maximum that chips can pay is never passed, whichever of the two comes first."""
    board, player, dealer = LINES["flush"]
    felt = played(dealer, board, player, maximum_payout_cents=37_00, readings={"capAfterRounding": last})
    blind = felt.result(1, "blind")
    assert blind.exact * 2 == 75_00 and blind.pays == 37_00
    for ground in (law.MAXIMUM_PAYOUT, Reading("K31"), Reading("K34")):
        felt.shows(ground, blind)
    assert (law.PAID_UP_TO_CHIPS in blind.because) is last
    free = played(dealer, board, player, maximum_payout_cents=38_00, readings={"capAfterRounding": last})
    free.shows(law.PAID_UP_TO_CHIPS, free.result(1, "blind"))
    assert law.MAXIMUM_PAYOUT not in free.result(1, "blind").because
    assert free.result(1, "blind").pays == 38_00


def test_tokens() -> None:
    felt = table()
    for spot in ("ante", "blind", "trips"):
        felt.do(Place("wagers", "Ann", 1, spot, Stake.of(10_00, 15_00)))
    board, player, dealer = LINES["straight"]
    felt.deal(dealer, board, p1=player)
    felt.bet(1, 35, tokens=40)
    finish(felt)
    for spot, pays in (("ante", 25_00), ("blind", 25_00), ("trips", 100_00), ("play", 75_00)):
        done = felt.result(1, spot)
        felt.shows(law.TOKEN_WINS_CHIPS, done)
        felt.shows(law.TOKEN_KEPT, done)
        assert done.pays == pays
        assert {piece.kind for piece in done.taken.pieces} == {"tokens"}
        assert {piece.kind for piece in done.returned.pieces} == {"chips"}


def test_token_stands_off_with_its_owner() -> None:
    felt = table()
    for spot in ("ante", "blind"):
        felt.do(Place("wagers", "Ann", 1, spot, Stake.of(tokens=25_00)))
    felt.deal(NINES, BOARD, p1=KINGS)
    felt.bet(1)
    finish(felt)
    assert felt.result(1, "blind").returned == Stake((Piece("tokens", 25_00),))


# The round.


def test_round_ends_when_all_is_settled() -> None:
    felt = table()
    for area, patron in ((1, "Ann"), (4, "Bob"), (6, "Cy")):
        seat(felt, patron, area, trips=5)
    felt.deal(NINES, BOARD, p1=KINGS, p4=ACE_HIGH, p6=SAME_NINES)
    play_out(felt, {1: PRE_FLOP, 4: "flop", 6: RIVER})
    ended = felt.events[-1]
    assert isinstance(ended, RoundEnded)
    felt.shows(law.ROUND_OF_PLAY, ended)
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cy")) == (25 + 75 - 5, -25 - 25 - 50 - 5, -5)
    assert {hand.status for hand in felt.round.hands} == {"settled"}
    felt.shows(law.ROUND_OF_PLAY, felt.refused(Deal("deal-flop", parse_cards("As"))))


# The whole of it against a ranking made from the rules' own list, for every deal of nine cards and for random deals.


def kind_of(cards: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """The best hand in some cards, worked out five at a time: 9 for a royal flush down to 0, then ranks that count."""
    return max(_kind_of_five(five) for five in combinations(cards, 5))


def _kind_of_five(five: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    names = [str(card) for card in five]
    counts = Counter("23456789TJQKA".index(name[0]) for name in names)
    ranks = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    suited = len({name[1] for name in names}) == 1
    high = next((top for top in range(12, 3, -1) if set(counts) == set(range(top - 4, top + 1))), -1)
    if set(counts) == {12, 0, 1, 2, 3}:
        high = 3
    if high >= 0:
        kind = (9 if high == 12 else 8) if suited else 4
        return kind, (high,)
    shape = tuple(sorted(counts.values(), reverse=True))
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (5 if suited else kinds[shape]), ranks


def expected(player: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, ...]:
    """What Ante, Blind, Trips and Play are worth, in cents, when each is $50 and Play $150."""
    mine, theirs = kind_of(player + board), kind_of(dealer + board)
    sign = (mine > theirs) - (mine < theirs)
    ante = sign * 50_00 if theirs[0] >= 1 else 0
    blind = {9: 500, 8: 50, 7: 10, 6: 3, 5: 1.5, 4: 1}.get(mine[0], 0) * 50_00 if sign > 0 else sign * 50_00
    trips = {9: 50, 8: 40, 7: 30, 6: 8, 5: 7, 4: 4, 3: 3}.get(mine[0], -1) * 50_00
    return ante, int(blind), trips, sign * 150_00


def outcome(felt: Felt, player: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, ...]:
    seat(felt, ante=50, trips=50)
    felt.deal(show(dealer), show(board), p1=show(player))
    felt.bet(1)
    finish(felt)
    worth = []
    for spot in ("ante", "blind", "trips", "play"):
        done = felt.result(1, spot)
        worth.append(done.pays - done.taken.cents)
    return tuple(worth)


def test_every_deal_of_nine_cards() -> None:
    """Nine cards make 756 deals of a board and two hands, with every outcome but a folded one among them."""
    nine = parse_cards("As Ks Qs Js Ts 9h 9d 9c Jd")
    game = table(device="shuffler").game
    seen: Counter[tuple[int, ...]] = Counter()
    for board in combinations(nine, 5):
        rest = [card for card in nine if card not in board]
        for player in combinations(rest, 2):
            dealer = tuple(card for card in rest if card not in player)
            worth = outcome(Felt(game), player, dealer, board)
            assert worth == expected(player, dealer, board), (player, dealer, board)
            seen[worth] += 1
    assert sum(seen.values()) == 756


@pytest.mark.parametrize("seed", range(4))
def test_random_deals(seed: int) -> None:
    rng = Random(seed)
    games = [table(device=device).game for device in DEVICES]
    for number in range(150):
        cards = rng.sample(DECK_52, 9)
        player, dealer, board = tuple(cards[:2]), tuple(cards[2:4]), tuple(cards[4:])
        assert outcome(Felt(games[number % 2]), player, dealer, board) == expected(player, dealer, board), cards


# Each result cites its own branch.


@pytest.mark.parametrize(
    ("dealer", "player", "play", "blind"),
    [
        (NINES, KINGS, {"10.4.6(a)", "10.6.1(a)(i)", "10.6.5 Table 3"}, {"10.4.3(c)(ii)", "10.6.1(a)"}),
        (KINGS, NINES, {"10.4.6(b)", "10.6.1(b)"}, {"10.4.3(b)(i)", "10.6.1(b)"}),
        (NINES, SAME_NINES, {"10.4.6(c)", "10.6.1(c)"}, {"10.4.3(c)(i)", "10.6.1(c)"}),
        (KING_TEN, ACE_HIGH, {"10.4.6(a)", "10.6.2(b)(i)", "10.6.5 Table 3"}, {"10.4.3(c)(ii)", "10.6.2(b)"}),
        (KING_QUEEN_JACK, KING_TEN, {"10.4.6(b)", "10.6.2(c)"}, {"10.4.3(b)(i)", "10.6.2(c)"}),
        (KING_QUEEN_JACK, SAME_KING_QUEEN_JACK, {"10.4.6(c)", "10.6.2(d)"}, {"10.4.3(c)(i)", "10.6.2(d)"}),
    ],
    ids=["higher", "lower", "equal", "higher, dealer fails", "lower, dealer fails", "equal, dealer fails"],
)
def test_play_and_blind_cite_the_branch_that_happened(
    dealer: str, player: str, play: set[str], blind: set[str]
) -> None:
    felt = played(dealer, BOARD, player)
    own = ("10.4", "10.6")
    assert {n for n in felt.cites(felt.result(1, "play")) if n.startswith(own)} == play
    small = {"10.6.5 Table 3"} if "10.4.3(c)(ii)" in blind else set()
    assert {n for n in felt.cites(felt.result(1, "blind")) if n.startswith(own)} == blind | small


@pytest.mark.parametrize(
    ("dealer", "branch"), [("Kh 3c", "10.6.1(a)(ii)"), ("Qc Jd", "10.6.2(b)(ii)")], ids=["qualifies", "fails"]
)
def test_blind_that_is_paid_cites_the_branch_that_happened(dealer: str, branch: str) -> None:
    felt = played(dealer, "9h 8c 7s Kc 2h", "6d 5d")
    cited = {n for n in felt.cites(felt.result(1, "blind")) if n.startswith("10.")}
    assert cited == {"10.4.3(a)", branch, "10.6.5 Table 3"}


@pytest.mark.parametrize(
    ("dealer", "player", "cited"),
    [
        (NINES, KINGS, {"10.4.2(a)", "10.6.1(a)(i)", "10.6.5 Table 3"}),
        (KINGS, NINES, {"10.4.2(b)(i)", "10.6.1(b)"}),
        (NINES, SAME_NINES, {"10.4.2(c)(i)", "10.6.1(c)"}),
        (KING_TEN, ACE_HIGH, {"10.4.2(c)(ii)", "10.6.2(a)"}),
        (KING_QUEEN_JACK, SAME_KING_QUEEN_JACK, {"10.4.2(c)(i)", "10.4.2(c)(ii)", "10.6.2(a)"}),
    ],
    ids=["higher", "lower", "equal", "dealer fails", "equal, dealer fails"],
)
def test_ante_cites_the_branch_that_happened(dealer: str, player: str, cited: set[str]) -> None:
    felt = played(dealer, BOARD, player)
    assert {n for n in felt.cites(felt.result(1, "ante")) if n.startswith("10.")} == cited | {'10.2 "Qualify"'}
