"""Minimum and maximum wagers, seen in time and found too late (Star 6.1 to 6.3, 6.6; Crown 7.2 to 7.4)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.law import Reading
from pitboss.money import Piece, Stake
from pitboss.play.acts import Call, Decide, Place, TakeBack
from pitboss.play.events import CardsCollected, RoundEnded, WagerFound, WagerPlaced, WagerTakenBack
from pitboss.play.powers import Find
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import CROWN_MS, MISSISSIPPI, STAR_MS, Felt, jackpot

STREETS = ("3rd-street", "4th-street", "5th-street")
SPOTS = ("ante", *STREETS)
BOARD, JACKS, TENS, KING_QUEEN, FLUSH_BOARD, FLUSH = "9h 5d 2c", "Js Jd", "Ts Td", "Ks Qd", "9h 5h 2h", "Kh 3h"
EXCESS = {STAR_MS: Reading("M6"), CROWN_MS: law.EXCESS_WAGER_RETURNED}
CAP_READING = {STAR_MS: Reading("M23"), CROWN_MS: Reading("K33")}


def dealt(game: str, ante: int, hole: str = JACKS, **changes: Any) -> Felt:
    """A round at 3rd Street, with an Ante of so many dollars that no person checked."""
    felt = Felt(game, **changes)
    felt.ante("Ann", 1, ante, unnoticed=True)
    felt.deal(board=BOARD, p1=hole)
    return felt


def play(felt: Felt, *streets: int) -> None:
    for amount in streets:
        felt.bet(1, amount)
        felt.reveal()
    felt.settle()


def placed(cents: int) -> Place:
    return Place("wagers", "Ann", 1, "ante", Stake.of(cents), unnoticed=True)


# Found before the first card.


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_low_ante_found_in_time_is_topped_up(game: str) -> None:
    felt = Felt(game)
    felt.do(placed(10_00))
    (found,) = felt.find(1, "ante")
    assert isinstance(found, WagerFound)
    felt.shows(law.SIGN_MINIMUM, found)
    assert [option.name for option in felt.decision(1).options] == ["top-up", "take-back"]
    felt.shows(law.SIGN_MINIMUM, felt.refused(Call("no-more-bets")))
    for short in (0, 14_99, 490_01):
        felt.shows(law.SIGN_MINIMUM, felt.refused(Decide(felt.decision(1).id, "Ann", "top-up", Stake.of(short))))
    added, decided = felt.decide(1, "top-up", 15)
    assert isinstance(added, WagerPlaced) and added.stake.cents == 15_00
    felt.shows(law.SIGN_MINIMUM, decided)
    felt.deal(board=BOARD, p1=JACKS)
    play(felt, 25, 75, 25)
    assert law.LATE_MINIMUM_STANDS not in felt.result(1, "ante").because
    assert felt.net("Ann") == 150


@pytest.mark.parametrize("how", ["take-back", "lapse"])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_low_ante_found_in_time_goes_back_with_its_jackpot_wager(game: str, how: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.do(placed(10_00))
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.find(1, "ante")
    back = felt.lapse(1) if how == "lapse" else felt.decide(1, "take-back")
    assert [e.stake.cents for e in back if isinstance(e, WagerTakenBack)] == [10_00, 5_00]
    felt.shows(law.SIGN_MINIMUM, back[0])
    felt.deal(board=BOARD, p2=JACKS)
    assert felt.net("Ann") == 0 and [hand.area for hand in felt.round.hands] == [0, 2]


def test_star_jackpot_of_another_goes_back_with_the_ante() -> None:
    felt = Felt(STAR_MS, jackpot=jackpot(STAR_MS))
    felt.do(placed(10_00))
    felt.ante("Bob", 2)
    felt.do(Place("wagers", "Bob", 1, "jackpot", Stake.of(5_00), approved_by="gaming-supervisor"))
    felt.find(1, "ante")
    back = felt.decide(1, "take-back")
    assert [(e.patron, e.stake.cents) for e in back if isinstance(e, WagerTakenBack)] == [("Ann", 10_00), ("Bob", 5_00)]


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_high_ante_found_in_time_is_cut(game: str) -> None:
    felt = Felt(game)
    felt.do(placed(600_00))
    found, back = felt.find(1, "ante")
    felt.shows(law.SIGN_MAXIMUM, found)
    felt.shows(law.SIGN_MAXIMUM, back)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 100_00
    felt.deal(board=BOARD, p1=JACKS)
    felt.shows(law.STREET_RANGE, felt.refused(Decide("3rd-street-1", "Ann", "bet", Stake.of(1_501_00))))
    play(felt, 1_500, 500, 500)
    assert felt.net("Ann") == 3_000


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_ante_off_the_unit_found_in_time(game: str) -> None:
    felt = Felt(game, limits={"ante": Limits(25_00, 500_00, 10_00)})
    felt.do(placed(30_00))
    felt.shows(law.SIGN_UNIT, felt.find(1, "ante")[0])
    felt.shows(law.SIGN_UNIT, felt.refused(Decide(felt.decision(1).id, "Ann", "top-up", Stake.of(6_00))))
    felt.decide(1, "top-up", 5)
    assert felt.round.wagers[0].stake.cents == 35_00


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_nothing_to_find_in_a_proper_ante(game: str) -> None:
    felt = Felt(game)
    felt.do(placed(25_00))
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    felt.do(TakeBack("wagers", "Ann", 1, "ante"))


# Found after the first card: under the minimum.


@pytest.mark.parametrize(("hole", "net"), [(JACKS, 55), (TENS, 0), (KING_QUEEN, -55)])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_late_minimum_stands(game: str, hole: str, net: int) -> None:
    """An Ante of $10 stands, and its Streets are $10 to $30."""
    felt = dealt(game, 10, hole)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    felt.shows(law.STREET_RANGE, felt.refused(Decide("3rd-street-1", "Ann", "bet", Stake.of(31_00))))
    play(felt, 15, 20, 10)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    for street in STREETS:
        assert law.LATE_MINIMUM_STANDS not in felt.result(1, street).because
    assert felt.net("Ann") == net


@pytest.mark.parametrize("streets", [0, 1, 2])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_late_minimum_stands_on_a_fold(game: str, streets: int) -> None:
    felt = dealt(game, 10)
    for _ in range(streets):
        felt.bet(1, 10)
        felt.reveal()
    felt.fold(1)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == -10 * (1 + streets)


def test_star_has_no_lower_minimum() -> None:
    felt = dealt(STAR_MS, 1)
    play(felt, 1, 2, 3)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == 7


def test_crown_regulator_minimum_itself_stands() -> None:
    felt = dealt(CROWN_MS, 5)
    play(felt, 5, 10, 15)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == 35


# Found after the first card: under the regulator's minimum, at Crown.


def low(hole: str = FLUSH, *, method: str = "A") -> Felt:
    """Ann has $4 down and a jackpot wager; Bob plays beside her."""
    felt = Felt(CROWN_MS, jackpot=jackpot(CROWN_MS, method=method))
    felt.ante("Ann", 1, 4, unnoticed=True)
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(board=FLUSH_BOARD, p1=hole, p2=JACKS)
    return felt


def is_void(felt: Felt, *spots: str) -> None:
    """Assert that Ann's wagers on these spots, and no others, were void and went back."""
    theirs = [done for done in felt.round.settlements if done.patron == "Ann"]
    assert sorted(done.spot for done in theirs) == sorted(spots)
    for done in theirs:
        felt.shows(law.REGULATOR_MINIMUM, done)
        felt.shows(law.VOID, done)
        felt.shows(Reading("K35"), done)
        assert (done.result, done.returned) == (Result.VOID, done.stake)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("hole", [FLUSH, KING_QUEEN])
@pytest.mark.parametrize("method", ["A", "B"])
def test_crown_regulator_minimum_found_at_settlement(method: str, hole: str) -> None:
    felt = low(hole, method=method)
    for _ in STREETS:
        felt.bet(1)
        felt.bet(2)
        felt.reveal()
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    felt.settle()
    is_void(felt, "ante", "jackpot", *STREETS)
    assert felt.net("Bob") == 100 and not felt.round.claims


@pytest.mark.parametrize("has_bet", [False, True])
@pytest.mark.parametrize("streets", [0, 1, 2])
def test_crown_regulator_minimum_found_at_a_street(streets: int, has_bet: bool) -> None:
    felt = low()
    for _ in range(streets):
        felt.bet(1)
        felt.bet(2)
        felt.reveal()
    if has_bet:
        felt.bet(1, 12)
    found, *after = felt.find(1, "ante")
    felt.shows(law.REGULATOR_MINIMUM, found)
    felt.shows(law.VOID, next(e for e in after if isinstance(e, CardsCollected)))
    is_void(felt, "ante", "jackpot", *STREETS[: streets + has_bet])
    for _ in range(3 - streets):
        felt.bet(2)
        felt.reveal()
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 100)


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("streets", [0, 1, 2])
def test_crown_regulator_minimum_on_a_fold(streets: int, method: str) -> None:
    felt = low(method=method)
    for _ in range(streets):
        felt.bet(1)
        felt.bet(2)
        felt.reveal()
    felt.fold(1)
    is_void(felt, "ante", "jackpot", *STREETS[:streets])


def test_crown_regulator_minimum_found_when_the_card_is_due() -> None:
    felt = low()
    felt.bet(1)
    felt.bet(2)
    felt.find(1, "ante")
    assert [need.id for need in felt.round.needs] == ["deal-3rd-street"]
    felt.reveal()
    assert felt.decision(2).patron == "Bob"


@pytest.mark.parametrize("streets", [0, 1, 2])
def test_crown_regulator_minimum_of_the_only_player_ends_the_round(streets: int) -> None:
    felt = dealt(CROWN_MS, 4)
    for _ in range(streets):
        felt.bet(1)
        felt.reveal()
    assert isinstance(felt.find(1, "ante")[-1], RoundEnded)
    assert felt.net("Ann") == 0


# Found after the first card: over the maximum.


@pytest.mark.parametrize(("hole", "net"), [(JACKS, 4_000), (TENS, 0), (KING_QUEEN, -4_000)])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_maximum_settled(game: str, hole: str, net: int) -> None:
    """Ante $600 of at most $500 and Streets of $1,800, $600 and $1,400: $500, $1,500, $600 and $1,400 stand."""
    felt = dealt(game, 600, hole)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    play(felt, 1_800, 600, 1_400)
    over, ante = felt.results(1, "ante")
    assert (over.result, over.returned.cents, ante.stake.cents) == (Result.RETURNED, 100_00, 500_00)
    felt.shows(law.MAXIMUM_SETTLED, over)
    felt.shows(law.MAXIMUM_SETTLED, ante)
    excess, third = felt.results(1, "3rd-street")
    assert (excess.result, excess.returned.cents, third.stake.cents) == (Result.RETURNED, 300_00, 1_500_00)
    for done in (excess, third):
        felt.shows(EXCESS[game], done)
        felt.shows(CAP_READING[game], done)
    for street, cents in (("4th-street", 600_00), ("5th-street", 1_400_00)):
        assert felt.result(1, street).stake.cents == cents  # within three times what stands
    assert felt.net("Ann") == net


@pytest.mark.parametrize(("streets", "lost"), [((), 500), ((1_800,), 2_000), ((600, 1_800), 2_600)])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_maximum_settled_on_a_fold(game: str, streets: tuple[int, ...], lost: int) -> None:
    felt = dealt(game, 600)
    for amount in streets:
        felt.bet(1, amount)
        felt.reveal()
    felt.fold(1)
    over, ante = felt.results(1, "ante")
    assert (over.returned.cents, ante.taken.cents) == (100_00, 500_00)
    felt.shows(law.MAXIMUM_SETTLED, ante)
    felt.shows(law.FOLD_LOSES, ante)
    assert felt.net("Ann") == -lost


def test_star_maximum_settled_on_a_conceded_hand() -> None:
    felt = dealt(STAR_MS, 600, KING_QUEEN)
    for _ in STREETS:
        felt.bet(1, 1_800)
        felt.reveal()
    felt.decide(1, "concede")
    felt.settle()
    assert felt.net("Ann") == -500 - 3 * 1_500


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_streets_follow_the_placed_ante_when_so_read(game: str) -> None:
    felt = dealt(game, 600, readings={"betFollowsCappedAnte": False})
    play(felt, 1_800, 600, 600)
    assert felt.result(1, "3rd-street").stake.cents == 1_800_00
    assert felt.net("Ann") == 500 + 1_800 + 600 + 600


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_maximum_itself_is_not_cut(game: str) -> None:
    felt = dealt(game, 500)
    play(felt, 1_500, 500, 500)
    assert law.MAXIMUM_SETTLED not in felt.result(1, "ante").because
    assert felt.net("Ann") == 3_000


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_maximum_settled_at_the_players_own_maximum(game: str) -> None:
    felt = dealt(game, 1_200, individual={"Ann": {"ante": Limits(50_00, 1_000_00)}})
    play(felt, 3_600, 1_200, 1_200)
    assert felt.net("Ann") == 1_000 + 3_000 + 1_200 + 1_200


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_cut_takes_chips_before_tokens_placed_together(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 300, tokens=300, unnoticed=True)
    felt.deal(board=BOARD, p1=KING_QUEEN)
    felt.fold(1)
    over, ante = felt.results(1, "ante")
    assert over.returned == Stake((Piece("chips", 100_00),))
    assert (ante.taken.tokens_cents, ante.taken.chips_cents) == (300_00, 200_00)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_cut_of_a_street_takes_what_was_placed_last(game: str) -> None:
    felt = dealt(game, 600, KING_QUEEN)
    felt.bet(1, 1_400, tokens=400)
    felt.reveal()
    felt.fold(1)
    excess, lost = felt.results(1, "3rd-street")
    assert excess.returned == Stake((Piece("chips", 300_00),))
    assert lost.taken.cents == 1_500_00
