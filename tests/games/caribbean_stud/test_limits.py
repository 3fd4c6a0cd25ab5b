"""Minimum and maximum wagers, seen in time and found too late (Star 6.1 to 6.3, 6.6; Crown 7.2 to 7.4)."""

import pytest

from pitboss import law
from pitboss.law import Reading
from pitboss.money import Piece, Stake
from pitboss.play.acts import Call, Cut, Deal, Decide, Place, Shuffle, TakeBack
from pitboss.play.events import CardsCollected, Decided, WagerFound, WagerPlaced, WagerTakenBack
from pitboss.play.powers import Find
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import BOTH, CROWN, STAR, Felt, jackpot

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"
THREES = "3s 3d 9h 8h 6s"
KING_HIGH = "Ks Qc 9h 5h 3d"
TWO_PAIR = "9s 9d 5h 5d 2c"
SAME_ACE_KING = "Ad Kh 7c 4d 2h"
CAP_READING = {STAR: Reading("C5"), CROWN: Reading("K33")}


def place(cents: int, *, patron: str = "Ann", area: int = 1, unnoticed: bool = False) -> Place:
    return Place("wagers", patron, area, "ante", Stake.of(cents), unnoticed)


def dealt(game: str, ante: int, dealer: str, player: str, **changes: object) -> Felt:
    """A round at the betting, with an Ante of so many dollars that no person checked."""
    felt = Felt(game, **changes)
    felt.ante("Ann", 1, ante, unnoticed=True)
    felt.deal(dealer, p1=player)
    return felt


@pytest.mark.parametrize("game", BOTH)
def test_sign_minimum(game: str) -> None:
    felt = Felt(game)
    felt.shows(law.SIGN_MINIMUM, felt.refused(place(24_99)))
    felt.do(place(25_00))
    assert felt.round.wagers[0].stake.cents == 25_00


@pytest.mark.parametrize("game", BOTH)
def test_sign_maximum(game: str) -> None:
    felt = Felt(game)
    felt.shows(law.SIGN_MAXIMUM, felt.refused(place(500_01)))
    felt.do(place(300_00))
    felt.shows(law.SIGN_MAXIMUM, felt.refused(place(200_01)))  # the two together
    felt.do(place(200_00))
    assert felt.round.wagers[0].stake.cents == 500_00


@pytest.mark.parametrize("game", BOTH)
def test_sign_unit(game: str) -> None:
    felt = Felt(game, limits={"ante": Limits(25_00, 500_00, 10_00)})
    for off in (30_00, 34_99, 60_00):
        felt.shows(law.SIGN_UNIT, felt.refused(place(off)))
    felt.do(place(25_00))
    felt.do(place(35_00, patron="Bob", area=2), place(495_00, patron="Cy", area=3))


@pytest.mark.parametrize("game", BOTH)
def test_no_unit_unless_the_sign_states_one(game: str) -> None:
    felt = Felt(game)
    felt.do(place(27_00))
    assert felt.round.wagers[0].stake.cents == 27_00


@pytest.mark.parametrize("game", BOTH)
def test_individual_limits(game: str) -> None:
    felt = Felt(game, individual={"Ann": {"ante": Limits(50_00, 1_000_00)}})
    low, high = felt.refused(place(49_00)), felt.refused(place(1_001_00))
    for no, key in ((low, law.SIGN_MINIMUM), (high, law.SIGN_MAXIMUM)):
        felt.shows(law.INDIVIDUAL_LIMITS, no)
        felt.shows(key, no)
    felt.do(place(1_000_00))
    others = felt.refused(place(501_00, patron="Bob", area=2))
    felt.shows(law.SIGN_MAXIMUM, others)
    assert law.INDIVIDUAL_LIMITS not in others.because
    felt.do(place(25_00, patron="Bob", area=2))


# Found before the first card.


@pytest.mark.parametrize("game", BOTH)
def test_low_ante_found_in_time_is_topped_up(game: str) -> None:
    felt = Felt(game)
    felt.do(place(10_00, unnoticed=True))
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    (event,) = felt.find(1, "ante")
    assert isinstance(event, WagerFound)
    felt.shows(law.SIGN_MINIMUM, event)
    assert [option.name for option in felt.decision(1).options] == ["top-up", "take-back"]
    felt.shows(law.SIGN_MINIMUM if game == STAR else law.BETS_CLOSE, felt.refused(Deal("deal", ())))
    felt.shows(law.SIGN_MINIMUM, felt.refused(Call("no-more-bets")))
    need = felt.decision(1).id
    for short in (0, 14_99, 490_01):
        felt.shows(law.SIGN_MINIMUM, felt.refused(Decide(need, "Ann", "top-up", Stake.of(short))))
    placed, decided = felt.decide(1, "top-up", 15)
    assert isinstance(placed, WagerPlaced) and placed.stake.cents == 15_00
    felt.shows(law.SIGN_MINIMUM, decided)
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 50)
    felt.settle()
    assert felt.net("Ann") == 25 + 50
    assert law.LATE_MINIMUM_STANDS not in felt.result(1, "ante").because


@pytest.mark.parametrize("game", BOTH)
def test_low_ante_found_in_time_is_taken_back(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.do(place(10_00, unnoticed=True))
    felt.jackpot("Ann", 1)
    felt.find(1, "ante")
    back = felt.decide(1, "take-back")
    assert [e.stake.cents for e in back if isinstance(e, WagerTakenBack)] == [10_00, 5_00]
    felt.shows(law.SIGN_MINIMUM, back[0])
    assert felt.net("Ann") == 0
    felt.ante("Bob", 1)
    felt.deal(ACE_KING, p1=THREES)


@pytest.mark.parametrize("game", BOTH)
def test_low_ante_found_in_time_and_left_goes_back(game: str) -> None:
    felt = Felt(game)
    felt.do(place(10_00, unnoticed=True))
    felt.ante("Bob", 2)
    felt.find(1, "ante")
    (back,) = felt.lapse(1)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 10_00
    felt.shows(law.SIGN_MINIMUM, back)
    felt.deal(ACE_KING, p2=THREES)
    assert [hand.area for hand in felt.round.hands] == [0, 2]


@pytest.mark.parametrize("game", BOTH)
def test_low_ante_not_found_before_the_call_stays(game: str) -> None:
    felt = Felt(game)
    felt.do(place(10_00, unnoticed=True), Call("no-more-bets"))
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    felt.deal(ACE_KING, p1=THREES)
    felt.fold(1)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == -10


@pytest.mark.parametrize("game", BOTH)
def test_player_mends_a_found_ante_unasked(game: str) -> None:
    felt = Felt(game)
    felt.do(place(10_00, unnoticed=True))
    felt.find(1, "ante")
    felt.do(place(20_00))
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 60)
    felt.settle()
    assert felt.net("Ann") == 30 + 60


@pytest.mark.parametrize("game", BOTH)
def test_player_takes_a_found_ante_back_unasked(game: str) -> None:
    felt = Felt(game)
    felt.do(place(10_00, unnoticed=True))
    need = felt.round.wagers[0].id
    felt.find(1, "ante")
    felt.do(TakeBack("wagers", "Ann", 1, "ante"))
    felt.refused(Decide(f"mend-{need}", "Ann", "top-up", Stake.of(15_00)))
    felt.ante("Bob", 1)
    felt.deal(ACE_KING, p1=THREES)


@pytest.mark.parametrize("game", BOTH)
def test_ante_off_the_unit_found_in_time(game: str) -> None:
    felt = Felt(game, limits={"ante": Limits(25_00, 500_00, 10_00)})
    felt.do(place(30_00, unnoticed=True))
    felt.shows(law.SIGN_UNIT, felt.find(1, "ante")[0])
    need = felt.decision(1).id
    felt.shows(law.SIGN_UNIT, felt.refused(Decide(need, "Ann", "top-up", Stake.of(6_00))))
    felt.decide(1, "top-up", 5)
    assert felt.round.wagers[0].stake.cents == 35_00


@pytest.mark.parametrize("game", BOTH)
def test_high_ante_found_in_time_is_cut(game: str) -> None:
    felt = Felt(game)
    felt.do(place(600_00, unnoticed=True))
    found, back = felt.find(1, "ante")
    felt.shows(law.SIGN_MAXIMUM, found)
    felt.shows(law.SIGN_MAXIMUM, back)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 100_00
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 1_000)
    felt.settle()
    assert felt.net("Ann") == 500 + 1_000
    assert law.MAXIMUM_SETTLED not in felt.result(1, "ante").because


@pytest.mark.parametrize("game", BOTH)
def test_nothing_to_find_in_a_proper_ante(game: str) -> None:
    felt = Felt(game)
    felt.do(place(25_00, unnoticed=True), place(25_00, patron="Bob", area=2))
    for wager in (0, 1):
        felt.shows(law.NOT_AN_OPTION, felt.refused(Find(wager)))


# Found after the first card.


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("dealer", "player", "net"),
    [(ACE_KING, THREES, 10 + 20), (ACE_KING, KING_HIGH, -30), (ACE_KING, SAME_ACE_KING, 0), (ACE_QUEEN, THREES, 10)],
    ids=["wins", "loses", "stands off", "dealer fails"],
)
def test_late_minimum_stands(game: str, dealer: str, player: str, net: int) -> None:
    felt = dealt(game, 10, dealer, player)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    felt.bet(1, 20)
    felt.settle()
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == net


def test_late_low_wager_read_so_goes_back() -> None:
    felt = dealt(CROWN, 10, ACE_KING, THREES, readings={"lateLowWagerSettled": False})
    felt.bet(1, 20)
    felt.settle()
    assert {done.result for done in felt.round.settlements} == {Result.VOID}
    felt.shows(Reading("K29"), felt.result(1, "ante"))
    assert felt.net("Ann") == 0
    felt = dealt(CROWN, 25, ACE_KING, THREES, readings={"lateLowWagerSettled": False})
    felt.bet(1, 50)
    felt.settle()
    assert felt.net("Ann") == 25 + 50


@pytest.mark.parametrize("game", BOTH)
def test_late_minimum_stands_on_a_fold(game: str) -> None:
    felt = dealt(game, 10, ACE_KING, THREES)
    felt.fold(1)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == -10


@pytest.mark.parametrize("game", BOTH)
def test_minimum_itself_is_nothing_to_find(game: str) -> None:
    felt = dealt(game, 25, ACE_KING, THREES)
    felt.fold(1)
    assert law.LATE_MINIMUM_STANDS not in felt.result(1, "ante").because
    assert felt.net("Ann") == -25


def test_star_has_no_lower_minimum() -> None:
    felt = dealt(STAR, 1, ACE_KING, THREES)
    felt.bet(1, 2)
    felt.settle()
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == 1 + 2


@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
@pytest.mark.parametrize("player", [TWO_PAIR, KING_HIGH])
def test_crown_regulator_minimum_voids_at_settlement(dealer: str, player: str) -> None:
    felt = dealt(CROWN, 4, dealer, player)
    felt.bet(1, 8)
    felt.settle()
    for spot in ("ante", "bet"):
        done = felt.result(1, spot)
        assert done.result is Result.VOID
        felt.shows(law.REGULATOR_MINIMUM, done)
        felt.shows(law.VOID, done)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("has_bet", [False, True])
def test_crown_regulator_minimum_found_in_the_betting(has_bet: bool) -> None:
    felt = Felt(CROWN)
    felt.ante("Ann", 1, 4, unnoticed=True)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=THREES, p2=TWO_PAIR)
    if has_bet:
        felt.bet(1, 8)
    found, *after = felt.find(1, "ante")
    felt.shows(law.REGULATOR_MINIMUM, found)
    felt.shows(law.VOID, next(e for e in after if isinstance(e, CardsCollected)))
    assert all(done.result is Result.VOID for done in felt.round.settlements)
    assert felt.net("Ann") == 0
    felt.bet(2)
    felt.settle()
    assert felt.net("Bob") == 25 + 2 * 50
    assert felt.net("Ann") == 0


def test_crown_regulator_minimum_found_with_nobody_else_in() -> None:
    felt = dealt(CROWN, 4, ACE_KING, THREES)
    felt.find(1, "ante")
    felt.settle()
    assert felt.round.is_over and felt.net("Ann") == 0


def test_crown_regulator_minimum_on_a_fold() -> None:
    felt = dealt(CROWN, 4, ACE_KING, THREES)
    felt.fold(1)
    felt.shows(law.REGULATOR_MINIMUM, felt.result(1, "ante"))
    assert felt.result(1, "ante").result is Result.VOID
    assert felt.net("Ann") == 0


def test_crown_regulator_minimum_itself_stands() -> None:
    felt = dealt(CROWN, 5, ACE_KING, THREES)
    felt.bet(1, 10)
    felt.settle()
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.net("Ann") == 5 + 10


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("dealer", "player", "net"),
    [
        (ACE_KING, THREES, 500 + 1_000),
        (ACE_KING, KING_HIGH, -1_500),
        (ACE_KING, SAME_ACE_KING, 0),
        (ACE_QUEEN, THREES, 500),
    ],
    ids=["wins", "loses", "stands off", "dealer fails"],
)
def test_maximum_settled(game: str, dealer: str, player: str, net: int) -> None:
    felt = dealt(game, 600, dealer, player)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    felt.bet(1, 1_200)
    felt.settle()
    over, ante = felt.results(1, "ante")
    assert (over.result, over.returned.cents, ante.stake.cents) == (Result.RETURNED, 100_00, 500_00)
    felt.shows(law.MAXIMUM_SETTLED, over)
    felt.shows(law.MAXIMUM_SETTLED, ante)
    excess, bet = felt.results(1, "bet")
    assert (excess.result, excess.returned.cents, bet.stake.cents) == (Result.RETURNED, 200_00, 1_000_00)
    felt.shows(law.EXCESS_WAGER_RETURNED, excess)
    felt.shows(CAP_READING[game], excess)
    assert felt.net("Ann") == net


@pytest.mark.parametrize("game", BOTH)
def test_maximum_settled_on_a_fold(game: str) -> None:
    felt = dealt(game, 600, ACE_KING, THREES)
    felt.fold(1)
    over, ante = felt.results(1, "ante")
    assert (over.returned.cents, ante.taken.cents) == (100_00, 500_00)
    felt.shows(law.MAXIMUM_SETTLED, ante)
    assert felt.net("Ann") == -500


@pytest.mark.parametrize("game", BOTH)
def test_maximum_itself_is_not_cut(game: str) -> None:
    felt = dealt(game, 500, ACE_KING, THREES)
    felt.bet(1, 1_000)
    felt.settle()
    assert law.MAXIMUM_SETTLED not in felt.result(1, "ante").because
    assert felt.net("Ann") == 500 + 1_000


@pytest.mark.parametrize("game", BOTH)
def test_maximum_settled_at_the_players_own_maximum(game: str) -> None:
    felt = dealt(game, 1_200, ACE_KING, THREES, individual={"Ann": {"ante": Limits(50_00, 1_000_00)}})
    felt.bet(1, 2_400)
    felt.settle()
    assert felt.net("Ann") == 1_000 + 2_000


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("player", "net"), [(TWO_PAIR, 500 + 2_400), (KING_HIGH, -500 - 1_200)])
def test_bet_follows_placed_ante_when_so_read(game: str, player: str, net: int) -> None:
    felt = dealt(game, 600, ACE_KING, player, readings={"betFollowsCappedAnte": False})
    felt.bet(1, 1_200)
    felt.settle()
    bet = felt.result(1, "bet")
    assert bet.stake.cents == 1_200_00
    assert law.EXCESS_WAGER_RETURNED not in bet.because
    assert felt.net("Ann") == net


@pytest.mark.parametrize("game", BOTH)
def test_bet_made_to_the_maximum_stands_beside_a_cut_ante(game: str) -> None:
    """Ante $600 of at most $500 and a Bet of $1,000: the Bet is already twice what stands."""
    felt = dealt(game, 600, ACE_KING, TWO_PAIR)
    felt.bet(1, 1_000, unnoticed=True)
    felt.settle()
    assert felt.result(1, "bet").stake.cents == 1_000_00
    assert law.SHORT_WAGER_SETTLED not in felt.result(1, "bet").because
    assert felt.net("Ann") == 500 + 2_000


# A wager of chips and tokens.


@pytest.mark.parametrize("game", BOTH)
def test_cut_takes_chips_before_tokens_placed_together(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 300, tokens=300, unnoticed=True)
    felt.deal(ACE_KING, p1=KING_HIGH)
    felt.fold(1)
    over, ante = felt.results(1, "ante")
    assert over.returned == Stake((Piece("chips", 100_00),))
    assert (ante.taken.tokens_cents, ante.taken.chips_cents) == (300_00, 200_00)


@pytest.mark.parametrize("game", BOTH)
def test_cut_takes_what_was_placed_last(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 300)
    felt.do(Place("wagers", "Ann", 1, "ante", Stake.of(tokens=300_00), unnoticed=True))
    felt.deal(ACE_KING, p1=KING_HIGH)
    felt.fold(1)
    over, ante = felt.results(1, "ante")
    assert over.returned == Stake((Piece("tokens", 100_00),))
    assert (ante.taken.tokens_cents, ante.taken.chips_cents) == (200_00, 300_00)


@pytest.mark.parametrize("game", BOTH)
def test_cut_before_the_deal_takes_chips_before_tokens(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 300, tokens=300, unnoticed=True)
    _, back = felt.find(1, "ante")
    assert isinstance(back, WagerTakenBack) and back.stake == Stake((Piece("chips", 100_00),))


@pytest.mark.parametrize("game", BOTH)
def test_decided_top_up_is_noted(game: str) -> None:
    felt = Felt(game)
    felt.do(place(20_00, unnoticed=True))
    felt.find(1, "ante")
    decided = [event for event in felt.decide(1, "top-up", 20) if isinstance(event, Decided)]
    assert [(event.patron, event.option) for event in decided] == [("Ann", "top-up")]
    assert felt.round.wagers[0].stake.cents == 40_00


@pytest.mark.parametrize("when", ["betting", "fold", "settlement"])
def test_crown_void_ante_takes_its_jackpot_wager_with_it(when: str) -> None:
    felt = Felt(CROWN, jackpot=jackpot(CROWN))
    felt.ante("Ann", 1, 4, unnoticed=True)
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal("As Kd 7h 4c 2s", p1="3s 3d 9h 8c 6s", p2="5s 5d Th 8h 6d")
    if when == "betting":
        felt.find(1, "ante")
    elif when == "fold":
        felt.fold(1)
    else:
        felt.bet(1)
    felt.bet(2)
    felt.settle()
    felt.shows(law.Reading("K35"), felt.result(1, "jackpot"))
    assert felt.result(1, "jackpot").result is Result.VOID
    assert felt.net("Ann") == 0
