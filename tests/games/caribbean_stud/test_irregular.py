"""When things go wrong: no decision, a wrong Bet, a voided round, a voided player
(Star 14.11, 14.12, 14.14, 16.3 to 16.5; Crown 13.7, 13.8, 16.2 to 16.4)."""

import pytest

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Deal, Decide, Lapse, Place
from pitboss.play.events import (
    CardsCollected,
    Decided,
    RoundEnded,
    RoundVoided,
    WagerFound,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.play.powers import Find, Void
from pitboss.play.wager import Result
from support import BOTH, CROWN, STAR, Felt, jackpot

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"
THREES = "3s 3d 9h 8h 6s"
TWO_PAIR = "Ts Td 5h 5d 2c"
KING_HIGH = "Ks Qc Th 5s 3h"
SAME_ACE_KING = "Ad Kh 7c 4d 2h"
FLUSH = "Kc Tc 6c 5c 3c"
POWERFUL = {STAR: "gaming-supervisor", CROWN: "casino-manager"}
POWERLESS = {STAR: ("dealer", "nobody"), CROWN: ("dealer", "higher-duties-dealer", "area-manager", "gaming-manager")}


def dealt(game: str, *, dealer: str = ACE_KING, player: str = THREES, **changes: object) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1)
    felt.deal(dealer, p1=player)
    return felt


def two_players(game: str, **changes: object) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=THREES, p2=TWO_PAIR)
    return felt


def void(
    game: str, ground: str = "disruption", *, patrons: tuple[str, ...] = (), forfeit: tuple[str, ...] = ()
) -> Void:
    return Void(POWERFUL[game], ground, "Eve", patrons, forfeit)


# A player who does not decide.


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
def test_star_lapse_voids_hand(reason: str) -> None:
    felt = Felt(STAR, jackpot=jackpot(STAR))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.deal(ACE_KING, p1=FLUSH)
    decided, *after = felt.lapse(1, reason)
    assert isinstance(decided, Decided) and (decided.option, decided.lapsed) == ("void", reason)
    felt.shows(law.LAPSE_VOIDS_HAND, decided)
    for spot, cents in (("ante", 25_00), ("jackpot", 5_00)):
        done = felt.result(1, spot)
        felt.shows(law.LAPSE_VOIDS_HAND, done)
        felt.shows(law.VOID, done)
        felt.shows(Reading("C3"), done)
        assert (done.result, done.returned.cents) == (Result.VOID, cents)
    assert [e.cards for e in after if isinstance(e, CardsCollected)] == [5]
    felt.settle()
    assert felt.net("Ann") == 0 and not felt.round.claims


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
def test_crown_lapse_folds(reason: str) -> None:
    felt = dealt(CROWN)
    decided = felt.lapse(1, reason)[0]
    assert isinstance(decided, Decided) and (decided.option, decided.lapsed) == ("fold", reason)
    felt.shows(law.LAPSE_FOLDS, decided)
    felt.shows(law.LAPSE_FOLDS, felt.result(1, "ante"))
    felt.shows(law.FOLD_LOSES, felt.result(1, "ante"))
    felt.settle()
    assert felt.net("Ann") == -25


@pytest.mark.parametrize(("game", "net"), [(STAR, 0), (CROWN, -25)])
def test_others_play_on_after_a_lapse(game: str, net: int) -> None:
    felt = two_players(game)
    felt.lapse(1)
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (net, 25 + 100)


@pytest.mark.parametrize("game", BOTH)
def test_decided_player_does_not_lapse(game: str) -> None:
    felt = two_players(game)
    felt.bet(1)
    felt.shows(law.BET_OR_FOLD, felt.refused(Lapse("decide-1")))


def test_star_dealer_stays_down_when_the_only_hand_is_void() -> None:
    felt = dealt(STAR)
    felt.lapse(1)
    felt.settle()
    assert felt.round.hands[0].shown.count(UNKNOWN) == 4


# A Bet that is not twice the Ante, seen before the dealer turns.


@pytest.mark.parametrize(("staked", "asked"), [(40, 10), (1, 49), (60, 0), (500, 0)])
@pytest.mark.parametrize("game", BOTH)
def test_wrong_bet_corrected(game: str, staked: int, asked: int) -> None:
    felt = dealt(game)
    felt.bet(1, staked, unnoticed=True)
    (found,) = felt.find(1, "bet")
    assert isinstance(found, WagerFound)
    felt.shows(law.BET_TWICE_ANTE, found)
    assert [(o.name, o.least_cents) for o in felt.decision(1).options] == [("correct", asked * 100), ("fold", 0)]
    felt.shows(law.DEALER_TURNS, felt.refused(Call("settle")))
    felt.shows(
        law.BET_TWICE_ANTE, felt.refused(Decide(felt.decision(1).id, "Ann", "correct", Stake.of(asked * 100 + 1)))
    )
    mended = felt.decide(1, "correct")
    if game == STAR:
        felt.shows(law.WRONG_BET_CORRECTED, found)
        felt.shows(law.WRONG_BET_CORRECTED, mended[-1])
    assert [e.stake.cents for e in mended if isinstance(e, WagerPlaced)] == ([asked * 100] if asked else [])
    back = [e.stake.cents for e in mended if isinstance(e, WagerTakenBack)]
    assert back == ([(staked - 50) * 100] if staked > 50 else [])
    felt.settle()
    assert felt.result(1, "bet").stake.cents == 50_00
    assert felt.net("Ann") == 25 + 50


@pytest.mark.parametrize("staked", [40, 60])
@pytest.mark.parametrize("game", BOTH)
def test_wrong_bet_goes_back_if_the_player_folds(game: str, staked: int) -> None:
    felt = dealt(game)
    felt.bet(1, staked, unnoticed=True)
    felt.find(1, "bet")
    felt.fold(1)
    bet, ante = felt.result(1, "bet"), felt.result(1, "ante")
    assert (bet.result, bet.returned.cents) == (Result.RETURNED, staked * 100)
    felt.shows(law.BET_TWICE_ANTE, bet)
    if game == STAR:
        felt.shows(law.WRONG_BET_FOLDED, bet)
        felt.shows(law.WRONG_BET_FOLDED, ante)
    felt.shows(law.FOLD_LOSES, ante)
    assert ante.result is Result.LOST
    felt.settle()
    assert felt.net("Ann") == -25


def test_star_wrong_bet_left_uncorrected_folds() -> None:
    felt = dealt(STAR)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    (decided,) = (event for event in felt.lapse(1) if isinstance(event, Decided))
    assert (decided.option, decided.lapsed) == ("fold", "absent")
    felt.shows(law.WRONG_BET_FOLDED, decided)
    felt.shows(law.WRONG_BET_FOLDED, felt.result(1, "bet"))
    felt.settle()
    assert felt.net("Ann") == -25


def test_crown_wrong_bet_left_uncorrected_folds() -> None:
    felt = dealt(CROWN)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    (decided,) = (event for event in felt.lapse(1) if isinstance(event, Decided))
    assert (decided.option, decided.lapsed) == ("fold", "absent")
    felt.shows(law.LAPSE_FOLDS, decided)
    felt.shows(law.LAPSE_FOLDS, felt.result(1, "ante"))
    felt.settle()
    assert felt.net("Ann") == -25


@pytest.mark.parametrize("game", BOTH)
def test_right_bet_has_nothing_to_find(game: str) -> None:
    felt = dealt(game)
    felt.bet(1, 50, unnoticed=True)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))
    felt.settle()
    assert not {law.SHORT_WAGER_SETTLED, law.EXCESS_WAGER_RETURNED} & set(felt.result(1, "bet").because)
    assert felt.net("Ann") == 25 + 50


@pytest.mark.parametrize("game", BOTH)
def test_wrong_bet_is_not_found_twice(game: str) -> None:
    felt = dealt(game)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))


@pytest.mark.parametrize("game", BOTH)
def test_wrong_bet_may_be_found_while_others_decide(game: str) -> None:
    felt = two_players(game)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    felt.bet(2)
    assert felt.round.need("turn-dealer") is None
    felt.decide(1, "correct")
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (75, 125)


@pytest.mark.parametrize("game", BOTH)
def test_wrong_bet_is_measured_by_its_own_ante(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 25)
    felt.ante("Bob", 2, 40)
    felt.deal(ACE_KING, p1=THREES, p2=TWO_PAIR)
    felt.bet(1, 50, unnoticed=True)
    felt.bet(2, 50, unnoticed=True)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(felt.round.wagers_on(1, "bet")[0].id)))
    felt.find(2, "bet")
    assert felt.decision(2).patron == "Bob"
    assert felt.decision(2).options[0].least_cents == 30_00
    felt.decide(2, "correct")
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (25 + 50, 40 + 2 * 80)


@pytest.mark.parametrize("game", BOTH)
def test_correction_that_is_wrong_again_is_settled_as_staked(game: str) -> None:
    felt = dealt(game)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    felt.decide(1, "correct", 5, unnoticed=True)
    felt.settle()
    felt.shows(law.SHORT_WAGER_SETTLED, felt.result(1, "bet"))
    assert felt.net("Ann") == 25 + 45


# A Bet that is not twice the Ante, seen only at settlement.


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("dealer", "player", "net"),
    [
        (ACE_KING, TWO_PAIR, 25 + 2 * 40),
        (ACE_KING, KING_HIGH, -65),
        (ACE_KING, SAME_ACE_KING, 0),
        (ACE_QUEEN, THREES, 25),
    ],
    ids=["wins", "loses", "stands off", "dealer fails"],
)
def test_short_bet_settled(game: str, dealer: str, player: str, net: int) -> None:
    felt = dealt(game, dealer=dealer, player=player)
    felt.bet(1, 40, unnoticed=True)
    felt.show()
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))
    felt.settle()
    bet = felt.result(1, "bet")
    felt.shows(law.SHORT_WAGER_SETTLED, bet)
    assert bet.stake.cents == 40_00
    assert felt.net("Ann") == net


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("dealer", "player", "net"),
    [
        (ACE_KING, TWO_PAIR, 25 + 2 * 50),
        (ACE_KING, KING_HIGH, -75),
        (ACE_KING, SAME_ACE_KING, 0),
        (ACE_QUEEN, THREES, 25),
    ],
    ids=["wins", "loses", "stands off", "dealer fails"],
)
def test_excess_bet_returned(game: str, dealer: str, player: str, net: int) -> None:
    felt = dealt(game, dealer=dealer, player=player)
    felt.bet(1, 80, unnoticed=True)
    felt.settle()
    excess, bet = felt.results(1, "bet")
    felt.shows(law.EXCESS_WAGER_RETURNED, excess)
    felt.shows(law.EXCESS_WAGER_RETURNED, bet)
    assert not {Reading("C5"), Reading("K33")} & set(bet.because)  # the Ante itself was not cut
    assert (excess.result, excess.returned.cents, bet.stake.cents) == (Result.RETURNED, 30_00, 50_00)
    assert felt.net("Ann") == net


# A voided round.


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize("game", BOTH)
def test_round_voided(game: str, ground: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=FLUSH, p2=TWO_PAIR)
    felt.bet(1)
    voided, *after = felt.do(void(game, ground))
    assert isinstance(voided, RoundVoided) and (voided.rank, voided.by, voided.ground) == (
        POWERFUL[game],
        "Eve",
        ground,
    )
    felt.shows(law.ROUND_VOIDED, voided)
    felt.shows(law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION, voided)
    assert felt.round.is_over and not felt.round.claims
    for done in felt.round.settlements:
        felt.shows(law.VOID_REFUNDS, done)
        felt.shows(law.VOID, done)
        felt.shows(law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION, done)
        assert done.result is Result.VOID and done.returned == done.stake
    felt.shows(law.ROUND_OF_PLAY, next(e for e in after if isinstance(e, RoundEnded)))
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("game", BOTH)
def test_void_gives_back_what_a_fold_lost(game: str) -> None:
    felt = two_players(game)
    felt.fold(1)
    felt.do(void(game))
    lost, restored = felt.results(1, "ante")
    assert (lost.result, restored.result, restored.returned.cents) == (Result.LOST, Result.RESTORED, 25_00)
    felt.shows(law.VOID_REFUNDS, restored)
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("game", BOTH)
def test_rank_that_voids(game: str) -> None:
    felt = dealt(game)
    for rank in POWERLESS[game]:
        felt.shows(law.ROUND_VOIDED, felt.refused(Void(rank, "disruption")))
        felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(rank, "breach", patrons=("Ann",))))
    felt.do(void(game))


@pytest.mark.parametrize(
    "rank", ["casino-supervisor", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager"]
)
def test_star_casino_supervisors_void(rank: str) -> None:
    felt = dealt(STAR)
    felt.shows(law.ROUND_VOIDED, felt.do(Void(rank, "disruption"))[0])
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("game", BOTH)
def test_grounds_of_a_void(game: str) -> None:
    felt = dealt(game)
    for ground in ("breach", "a bad mood", ""):
        felt.shows(law.ROUND_VOIDED, felt.refused(void(game, ground)))
    for ground in ("disruption", "fraud"):
        felt.shows(law.OFFENDER_VOIDED, felt.refused(void(game, ground, patrons=("Ann",))))


def test_star_fraud_forfeits() -> None:
    felt = two_players(STAR)
    felt.bet(1)
    felt.do(void(STAR, "fraud", forfeit=("Ann",)))
    for spot in ("ante", "bet"):
        felt.shows(law.FRAUD_FORFEITS, felt.result(1, spot))
        assert felt.result(1, spot).result is Result.LOST
    assert (felt.net("Ann"), felt.net("Bob")) == (-75, 0)


def test_star_forfeits_for_fraud_alone() -> None:
    felt = two_players(STAR)
    felt.shows(law.FRAUD_FORFEITS, felt.refused(void(STAR, "disruption", forfeit=("Ann",))))
    felt.shows(law.NOT_YOURS, felt.refused(void(STAR, "fraud", forfeit=("Zoe",))))
    felt.do(void(STAR, "fraud"))
    assert felt.net("Ann") == 0


def test_crown_has_no_forfeit() -> None:
    felt = two_players(CROWN)
    felt.shows(law.VOID_REFUNDS, felt.refused(void(CROWN, "fraud", forfeit=("Ann",))))


# A voided player.


@pytest.mark.parametrize("game", BOTH)
def test_offender_voided(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=FLUSH, p2=TWO_PAIR)
    felt.bet(1)
    voided = felt.do(void(game, "breach", patrons=("Ann",)))[0]
    felt.shows(law.OFFENDER_VOIDED, voided)
    for spot, cents in (("ante", 25_00), ("bet", 50_00), ("jackpot", 5_00)):
        done = felt.result(1, spot)
        felt.shows(law.OFFENDER_VOIDED, done)
        felt.shows(law.VOID, done)
        assert (done.result, done.returned.cents) == (Result.VOID, cents)
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 125)
    assert not felt.round.claims


@pytest.mark.parametrize("game", BOTH)
def test_offender_has_a_wager_in_the_round(game: str) -> None:
    felt = two_players(game)
    felt.shows(law.NOT_YOURS, felt.refused(void(game, "breach", patrons=("Zoe",))))


@pytest.mark.parametrize("game", BOTH)
def test_only_player_voided_before_the_cards(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.do(void(game, "breach", patrons=("Ann",)))
    felt.shows(law.ANTE_OPENS, felt.refused(Call("no-more-bets")))
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p2=THREES)
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 75)


@pytest.mark.parametrize("game", BOTH)
def test_only_player_voided_after_the_call(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.do(Call("no-more-bets"), void(game, "breach", patrons=("Ann",)))
    assert felt.round.is_over and felt.net("Ann") == 0


@pytest.mark.parametrize("game", BOTH)
def test_only_player_voided_during_the_deal(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", DECK_52[:3]), void(game, "breach", patrons=("Ann",)), Deal("deal", DECK_52[3:10]))
    felt.settle()
    assert felt.round.is_over and felt.net("Ann") == 0


@pytest.mark.parametrize("has_bet", [False, True])
@pytest.mark.parametrize("game", BOTH)
def test_only_player_voided_before_the_dealer_turns(game: str, has_bet: bool) -> None:
    felt = dealt(game)
    if has_bet:
        felt.bet(1)
    felt.do(void(game, "breach", patrons=("Ann",)))
    assert (felt.round.need("turn-dealer") is None) == (game == STAR)  # no player is left to compare with
    felt.settle()
    assert felt.round.is_over and felt.net("Ann") == 0


@pytest.mark.parametrize("game", BOTH)
def test_players_voided_after_the_dealer_turns(game: str) -> None:
    felt = two_players(game)
    felt.bet(1)
    felt.bet(2)
    felt.show()
    felt.do(void(game, "breach", patrons=("Ann", "Bob")))
    felt.refused(Decide("concede-1", "Ann", "concede"))
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("game", BOTH)
def test_fold_of_an_offender_is_given_back(game: str) -> None:
    felt = two_players(game)
    felt.fold(1)
    felt.do(void(game, "breach", patrons=("Ann",)))
    felt.bet(2)
    felt.settle()
    assert felt.results(1, "ante")[-1].result is Result.RESTORED
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 125)


@pytest.mark.parametrize("game", BOTH)
def test_offender_with_an_ante_to_mend_holds_nobody_up(game: str) -> None:
    felt = Felt(game)
    felt.do(Place("wagers", "Ann", 1, "ante", Stake.of(10_00), unnoticed=True))
    felt.ante("Bob", 2)
    felt.find(1, "ante")
    felt.do(void(game, "breach", patrons=("Ann",)))
    felt.deal(ACE_KING, p2=THREES)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("game", BOTH)
def test_another_player_still_has_an_ante_to_mend(game: str) -> None:
    felt = Felt(game)
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.do(Place("wagers", patron, area, "ante", Stake.of(10_00), unnoticed=True))
        felt.find(area, "ante")
    felt.do(void(game, "breach", patrons=("Ann",)))
    felt.shows(law.SIGN_MINIMUM, felt.refused(Call("no-more-bets")))
    felt.decide(2, "top-up", 15)
    felt.deal(ACE_KING, p2=THREES)
    assert [hand.area for hand in felt.round.hands] == [0, 2]
