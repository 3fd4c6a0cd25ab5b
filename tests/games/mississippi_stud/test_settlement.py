"""Settlement: pay lines, pairs, the order of hands, conceding, tokens and the maximum payout
(Star 8, 10, 1.1 "Casino Promotional Token"; Crown 3.6, 7.3, 9.4.3, 9.4.4, 9.7)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.law import BookError, Ground, Key, Reading
from pitboss.money import Chips, Stake, ToOne
from pitboss.play import Refused
from pitboss.play.acts import Decide, Lapse
from pitboss.play.events import Called, CardsCollected, CardsTurned, Decided, Settled
from pitboss.play.table import totals
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import CROWN_MS, DEVICES, MISSISSIPPI, STAR_MS, Felt

SPOTS = ("ante", "3rd-street", "4th-street", "5th-street")
BOARD, JACKS, TENS, FOURS, KING_QUEEN = "9h 5d 2c", "Js Jd", "Ts Td", "4s 4d", "Ks Qd"

# Hole cards, community cards, what a hand pays to 1, and the rule that names it.
LINES = {
    "royal flush": ("As Ks", "Qs Js Ts", 500, law.HAND_ROYAL_FLUSH),
    "royal flush with one hole card": ("As 2d", "Ks Qs Js", 0, None),
    "straight flush": ("9s 8s", "7s 6s 5s", 100, law.HAND_STRAIGHT_FLUSH),
    "steel wheel": ("As 2s", "3s 4s 5s", 100, law.HAND_STRAIGHT_FLUSH),
    "king-high straight flush": ("Ks 9s", "Qs Js Ts", 100, law.HAND_STRAIGHT_FLUSH),
    "four of a kind": ("9s 9d", "9h 9c 2s", 40, law.HAND_FOUR_OF_A_KIND),
    "four of a kind with one hole card": ("9s Kd", "9d 9h 9c", 40, law.HAND_FOUR_OF_A_KIND),
    "full house": ("9s 9d", "9h 2c 2s", 10, law.HAND_FULL_HOUSE),
    "flush": ("As 9s", "7s 4s 2s", 6, law.HAND_FLUSH),
    "straight": ("9s 8d", "7h 6c 5s", 4, law.HAND_STRAIGHT),
    "ace-high straight": ("As Kd", "Qh Jc Ts", 4, law.HAND_STRAIGHT),
    "wheel": ("As 2d", "3h 4c 5s", 4, law.HAND_STRAIGHT),
    "three of a kind": ("2s 2d", "2h 9c Ks", 3, law.HAND_THREE_OF_A_KIND),
    "three of a kind on the board": ("Ks 9d", "2s 2d 2h", 3, law.HAND_THREE_OF_A_KIND),
    "two pair": ("3s 3d", "2s 2d Kh", 2, law.HAND_TWO_PAIR),
    "two pair of low cards with the board": ("3s 2d", "3d 2s Kh", 2, law.HAND_TWO_PAIR),
}
WINNING = {name: line for name, line in LINES.items() if line[2]}


def dealt(game: str, hole: str, board: str = BOARD, *, ante: int = 25, tokens: int = 0, **changes: Any) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1, ante, tokens=tokens)
    felt.deal(board=board, p1=hole)
    return felt


def to_showdown(felt: Felt, *, streets: tuple[int, int, int] = (25, 25, 25)) -> Felt:
    for amount in streets:
        felt.bet(1, amount)
        felt.reveal()
    return felt


def played(game: str, hole: str, board: str = BOARD, **changes: Any) -> Felt:
    """A round with an Ante of $25 and Streets of $75, $25 and $50: $175 in all."""
    felt = to_showdown(dealt(game, hole, board, **changes), streets=(75, 25, 50))
    felt.settle()
    return felt


# What a hand pays.


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("line", WINNING)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_paid_by_hand(game: str, line: str, device: str) -> None:
    hole, board, odds, key = WINNING[line]
    felt = played(game, hole, board, device=device)
    assert key is not None
    for spot, cents in zip(SPOTS, (25_00, 75_00, 25_00, 50_00), strict=True):
        done = felt.result(1, spot)
        felt.shows(law.PAID_BY_HAND, done)
        felt.shows(key, done)
        assert (done.result, done.odds, done.pays) == (Result.WON, ToOne(odds), odds * cents)
        assert done.returned == done.stake
        if game == CROWN_MS:
            felt.shows(law.ANTE_WINS if spot == "ante" else law.STREET_WINS, done)
    assert felt.net("Ann") == 175 * odds


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_four_to_a_royal_flush_is_nothing(game: str) -> None:
    hole, board, _, _ = LINES["royal flush with one hole card"]
    assert played(game, hole, board).net("Ann") == -175


@pytest.mark.parametrize("game", MISSISSIPPI)
@pytest.mark.parametrize(
    ("hole", "board"), [("Qs Kd", "As 2h 3c"), ("As 9s", "7s 4s 2d"), ("9s 8d", "7h 6c 4s")], ids=str
)
def test_no_hand_loses(game: str, hole: str, board: str) -> None:
    """A straight does not go round the corner, and four to a flush or a straight is nothing."""
    felt = played(game, hole, board)
    for spot in SPOTS:
        done = felt.result(1, spot)
        felt.shows(law.LOW_HAND_LOSES, done)
        assert done.result is Result.LOST and done.taken == done.stake
        if game == CROWN_MS:
            felt.shows(law.HAND_HIGH_CARD, done)
            felt.shows(law.ANTE_LOSES if spot == "ante" else law.STREET_LOSES, done)
    assert felt.net("Ann") == -175


# A pair by its rank: in the hole, on the board, and one card of each.

SIDE = {"in the hole": "{0}s {0}d", "on the board": "{1}s {2}d", "one of each": "{0}s {2}d"}


def with_pair(rank: str, where: str) -> tuple[str, str]:
    """Hole and community cards that hold one pair, and nothing else."""
    first, second, third = [r for r in ("A", "K", "8", "3", "7") if r != rank][:3]
    hole = SIDE[where].format(rank, first, second)
    board = {
        "in the hole": f"{first}h {second}c {third}h",
        "on the board": f"{rank}h {rank}c {third}h",
        "one of each": f"{rank}h {first}c {third}h",
    }[where]
    return hole, board


@pytest.mark.parametrize("where", SIDE)
@pytest.mark.parametrize("rank", "2345")
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_pair_of_twos_to_fives_loses(game: str, rank: str, where: str) -> None:
    felt = played(game, *with_pair(rank, where))
    for spot in SPOTS:
        done = felt.result(1, spot)
        felt.shows(law.LOW_HAND_LOSES, done)
        felt.shows(law.CARD_RANKS, done)
        assert done.result is Result.LOST
        if game == CROWN_MS:
            felt.shows(law.HAND_PAIR, done)
            felt.shows(law.ANTE_LOSES if spot == "ante" else law.STREET_LOSES, done)
    assert felt.net("Ann") == -175


@pytest.mark.parametrize("where", SIDE)
@pytest.mark.parametrize("rank", "6789T")
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_pair_of_sixes_to_tens_stands_off(game: str, rank: str, where: str) -> None:
    felt = played(game, *with_pair(rank, where))
    for spot in SPOTS:
        done = felt.result(1, spot)
        felt.shows(law.LOW_PAIR_STANDS_OFF, done)
        felt.shows(law.CARD_RANKS, done)
        assert (done.result, done.pays) == (Result.STOOD_OFF, 0) and done.returned == done.stake
        if game == CROWN_MS:
            felt.shows(law.HAND_PAIR, done)
            felt.shows(law.ANTE_STANDS_OFF if spot == "ante" else law.STREET_STANDS_OFF, done)
        else:
            felt.shows(law.HAND_SIXES_TO_TENS, done)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("where", SIDE)
@pytest.mark.parametrize("rank", "JQKA")
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_pair_of_jacks_or_better_wins(game: str, rank: str, where: str) -> None:
    felt = played(game, *with_pair(rank, where))
    for spot in SPOTS:
        done = felt.result(1, spot)
        felt.shows(law.PAID_BY_HAND, done)
        felt.shows(law.CARD_RANKS, done)
        assert done.result is Result.WON and done.pays == done.stake.cents
        if game == CROWN_MS:
            felt.shows(law.HAND_PAIR, done)
            felt.shows(law.ANTE_WINS if spot == "ante" else law.STREET_WINS, done)
        else:
            felt.shows(law.HAND_JACKS_OR_BETTER, done)
    assert felt.net("Ann") == 175


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_pair_on_the_board_serves_every_hand(game: str) -> None:
    felt = Felt(game)
    for area, patron in ((1, "Ann"), (2, "Bob"), (3, "Cy")):
        felt.ante(patron, area)
    felt.deal(board="Jh Jc 4h", p1="Ks Qd", p2="4s 2d", p3="Js 9d")
    for _ in range(3):
        for area in (1, 2, 3):
            felt.bet(area)
        felt.reveal()
    felt.settle()
    assert [felt.net(patron) for patron in ("Ann", "Bob", "Cy")] == [100, 200, 300]


# The order of the dealer's work.


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_settle_from_right(game: str) -> None:
    felt = Felt(game)
    for area, patron in ((1, "Ann"), (4, "Bob"), (6, "Cy")):
        felt.ante(patron, area)
    felt.deal(board=BOARD, p1=JACKS, p4=KING_QUEEN, p6=TENS)
    for _ in range(3):
        for area in (1, 4, 6):
            felt.bet(area)
        felt.reveal()
    happened = felt.settle()
    called = happened[0]
    assert isinstance(called, Called)
    felt.shows(law.SETTLE_FROM_RIGHT, called)
    felt.shows(law.BEST_HAND, called)
    turned = [e for e in happened if isinstance(e, CardsTurned)]
    assert [e.hand for e in turned] == [3, 2, 1]
    for shown in turned:
        felt.shows(law.BEST_HAND, shown)
        felt.shows(law.COMMUNITY_CARDS, shown)
    settled = [(e.settlement.area, e.settlement.spot) for e in happened if isinstance(e, Settled)]
    assert settled == [(area, spot) for area in (6, 4, 1) for spot in SPOTS]
    collected = [e for e in happened if isinstance(e, CardsCollected)]
    assert sorted(e.hand for e in collected) == [0, 1, 2, 3]
    for event in collected:
        felt.shows(law.CARDS_COLLECTED, event)


# Conceding.


def test_star_concede() -> None:
    felt = to_showdown(dealt(STAR_MS, KING_QUEEN))
    assert felt.decision(1).optional
    happened = felt.decide(1, "concede")
    (decided,) = (e for e in happened if isinstance(e, Decided))
    assert decided.option == "concede"
    felt.shows(law.CONCEDE, decided)
    for spot in SPOTS:
        felt.shows(law.CONCEDE, felt.result(1, spot))
        assert felt.result(1, spot).result is Result.LOST
    (collected,) = (e for e in happened if isinstance(e, CardsCollected))
    felt.shows(law.FOLD_DISCARDS, collected)
    felt.shows(law.CONCEDE, felt.refused(Decide("concede-1", "Ann", "concede")))
    felt.settle()
    assert felt.net("Ann") == -100


def test_star_conceded_winner_is_not_paid() -> None:
    felt = to_showdown(dealt(STAR_MS, JACKS))
    felt.decide(1, "concede")
    felt.settle()
    assert felt.net("Ann") == -100 and len(felt.round.settlements) == 4


@pytest.mark.parametrize("streets", [0, 1, 2])
def test_star_hand_is_conceded_at_the_end(streets: int) -> None:
    felt = dealt(STAR_MS, KING_QUEEN)
    for _ in range(streets):
        felt.bet(1)
        felt.reveal()
    felt.shows(law.CONCEDE, felt.refused(Decide("concede-1", "Ann", "concede")))


def test_star_nobody_has_to_concede() -> None:
    felt = to_showdown(dealt(STAR_MS, KING_QUEEN))
    felt.shows(law.NOT_AN_OPTION, felt.refused(Lapse("concede-1")))
    felt.settle()
    felt.shows(law.LOW_HAND_LOSES, felt.result(1, "ante"))


def test_star_folded_hand_is_not_conceded() -> None:
    felt = Felt(STAR_MS)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(board=BOARD, p1=KING_QUEEN, p2=JACKS)
    felt.fold(1)
    for _ in range(3):
        felt.bet(2)
        felt.reveal()
    felt.refused(Decide("concede-1", "Ann", "concede"))
    felt.decide(2, "concede")
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, -100)


def test_crown_knows_no_conceding() -> None:
    felt = to_showdown(dealt(CROWN_MS, KING_QUEEN))
    felt.shows(law.WAGERS_FROZEN, felt.refused(Decide("concede-1", "Ann", "concede")))
    felt.settle()


# Tokens.


def in_tokens(game: str, hole: str, **changes: Any) -> Felt:
    """Ante and Streets of $10 in chips and $15 in tokens each."""
    felt = dealt(game, hole, ante=10, tokens=15, **changes)
    for _ in range(3):
        felt.bet(1, 10, tokens=15)
        felt.reveal()
    felt.settle()
    return felt


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_tokens_win_chips(game: str) -> None:
    felt = in_tokens(game, JACKS)
    for spot in SPOTS:
        done = felt.result(1, spot)
        felt.shows(law.TOKEN_WINS_CHIPS, done)
        assert done.pays == 25_00 and done.returned.chips_cents == 10_00
    (total,) = totals(felt.round)
    assert total.chips_net == 100_00


@pytest.mark.parametrize(("game", "ground"), [(STAR_MS, Reading("M22")), (CROWN_MS, law.TOKEN_KEPT)])
def test_winning_token_is_taken(game: str, ground: Ground) -> None:
    """Crown's text has the dealer keep it; the Star's does not say, and goes by a reading."""
    felt = in_tokens(game, JACKS)
    for spot in SPOTS:
        felt.shows(ground, felt.result(1, spot))
        assert felt.result(1, spot).taken == Stake.of(tokens=15_00)
    (total,) = totals(felt.round)
    assert total.tokens_net == -60_00


def test_star_gives_a_winning_token_back_when_so_read() -> None:
    felt = in_tokens(STAR_MS, JACKS, readings={"winningTokenKept": False})
    for spot in SPOTS:
        felt.shows(Reading("M22"), felt.result(1, spot))
        assert felt.result(1, spot).returned == Stake.of(10_00, 15_00)
    (total,) = totals(felt.round)
    assert (total.chips_net, total.tokens_net) == (100_00, 0)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_token_goes_back_on_a_stand_off(game: str) -> None:
    felt = in_tokens(game, TENS)
    for spot in SPOTS:
        assert felt.result(1, spot).returned == Stake.of(10_00, 15_00)
    (total,) = totals(felt.round)
    assert (total.chips_net, total.tokens_net) == (0, 0)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_losing_token_is_taken(game: str) -> None:
    felt = in_tokens(game, KING_QUEEN)
    (total,) = totals(felt.round)
    assert (total.chips_net, total.tokens_net) == (-40_00, -60_00)


# Chips and the maximum payout.


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_win_in_chips_that_the_table_has(game: str) -> None:
    """A token Street of $37.50 wins three to one, $112.50: the next amount in $5 chips is $115, at Crown alone."""
    felt = dealt(game, "9s 9d", "9h 5d 2c", chips=Chips((500, 2_500, 10_000)))
    felt.do(Decide("3rd-street-1", "Ann", "bet", Stake.of(tokens=37_50)))
    felt.reveal()
    for _ in range(2):
        felt.bet(1, 25)
        felt.reveal()
    felt.settle()
    done = felt.result(1, "3rd-street")
    assert done.exact == 112_50
    if game == CROWN_MS:
        felt.shows(law.PAID_UP_TO_CHIPS, done)
        assert done.pays == 115_00
    else:
        assert done.pays == 112_50
    assert law.PAID_UP_TO_CHIPS not in felt.result(1, "ante").because
    assert felt.result(1, "ante").pays == 75_00


@pytest.mark.parametrize("line", [*WINNING, "jacks"])
def test_crown_maximum_payout_holds_for_every_line_and_wager(line: str) -> None:
    hole, board, odds, _ = WINNING.get(line, (JACKS, BOARD, 1, None))
    felt = played(CROWN_MS, hole, board, maximum_payout_cents=20_00)
    for spot in SPOTS:
        done = felt.result(1, spot)
        felt.shows(law.MAXIMUM_PAYOUT, done)
        felt.shows(Reading("K34"), done)
        assert (done.pays, done.cap, done.exact) == (20_00, 20_00, odds * done.stake.cents)
    assert felt.net("Ann") == 80


def test_crown_maximum_payout_is_for_each_wager() -> None:
    felt = played(CROWN_MS, JACKS, maximum_payout_cents=50_00)
    assert [felt.result(1, spot).pays for spot in SPOTS] == [25_00, 50_00, 25_00, 50_00]
    felt.shows(law.MAXIMUM_PAYOUT, felt.result(1, "3rd-street"))
    for spot in ("ante", "4th-street", "5th-street"):  # at the maximum, nothing is cut
        assert law.MAXIMUM_PAYOUT not in felt.result(1, spot).because
    assert felt.net("Ann") == 150


@pytest.mark.parametrize(("after", "pays"), [(True, 50_00), (False, 50_00)])
def test_crown_maximum_payout_and_rounding(after: bool, pays: int) -> None:
    """A win of $51 is rounded up to $55 and capped, or capped first: either way $50."""
    felt = dealt(
        CROWN_MS,
        JACKS,
        chips=Chips((500, 2_500, 10_000)),
        maximum_payout_cents=50_00,
        readings={"capAfterRounding": after},
    )
    felt.do(Decide("3rd-street-1", "Ann", "bet", Stake.of(tokens=51_00)))
    felt.reveal()
    for _ in range(2):
        felt.bet(1, 25)
        felt.reveal()
    felt.settle()
    felt.shows(law.MAXIMUM_PAYOUT, felt.result(1, "3rd-street"))
    assert felt.result(1, "3rd-street").pays == pays


def test_crown_stand_off_has_no_maximum() -> None:
    felt = played(CROWN_MS, TENS, maximum_payout_cents=20_00)
    assert all(law.MAXIMUM_PAYOUT not in done.because for done in felt.round.settlements)
    assert felt.net("Ann") == 0


def test_star_has_no_maximum_payout() -> None:
    """The edition has no notice of one, so none is put up: the largest win is paid in full."""
    with pytest.raises(Refused):
        Felt(STAR_MS, maximum_payout_cents=20_00)
    felt = played(STAR_MS, "As Ks", "Qs Js Ts")
    for done in felt.round.settlements:
        assert law.MAXIMUM_PAYOUT not in done.because and done.cap is None
    assert felt.net("Ann") == 175 * 500


def test_star_text_leaves_no_choice_of_rounding() -> None:
    with pytest.raises(BookError):
        Felt(STAR_MS, readings={"capAfterRounding": False})


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_largest_round(game: str) -> None:
    """A royal flush on $500 with three Streets of $1,500: $5,000 at 500 to 1."""
    felt = dealt(game, "As Ks", "Qs Js Ts", ante=500, limits={"ante": Limits(25_00, 500_00)})
    to_showdown(felt, streets=(1_500, 1_500, 1_500))
    felt.settle()
    assert felt.net("Ann") == 2_500_000


# Nothing else is named.


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_result_names_one_kind_of_hand(game: str) -> None:
    named: set[Key] = {key for *_, key in WINNING.values() if key is not None}
    for hole, board, _, key in WINNING.values():
        done = played(game, hole, board).result(1, "ante")
        assert named & set(done.because) == {key}
