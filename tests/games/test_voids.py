"""Voids of the poker games: one wager or a player's (Crown 16.2 to 16.4), and an outcome after it was settled (Star
Caribbean Stud 16.4, 16.5; Star Mississippi Stud 13.9, 13.10); an employee's win (16.14, 13.19)."""

import pytest

from pitboss import law
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Decide, Place, Turn
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.table import fold
from pitboss.play.wager import Result
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, Felt, jackpot

STARS, CROWNS = (STAR, STAR_MS), (CROWN, CROWN_MS, ULTIMATE)
GAMES = (*STARS, *CROWNS)
RANK = {"star": "gaming-supervisor", "crown": "casino-manager"}
FOLLOWS = {STAR: "bet", CROWN: "bet", STAR_MS: "3rd-street", CROWN_MS: "3rd-street", ULTIMATE: "play"}
TOGETHER = {STAR: "C17", STAR_MS: "M25", CROWN: "K37", CROWN_MS: "K37", ULTIMATE: "K37"}
STUDS = {"dealer": "Ad Ks 9c 6s 3d", "p1": "Kh 9h 5h 3h 2h", "p2": "7s 6d 4c 3c 2d"}
HOLDEMS = {"dealer": "Ad 9d", "board": "9h 5h 2h Jc 4s", "p1": "Kh 3h", "p2": "Ts Qd"}


def rank(game: str) -> str:
    return RANK[game.partition("-")[0]]


def void(game: str, ground: str, **more: tuple[str, ...] | tuple[int, ...]) -> Void:
    return Void(rank(game), ground, "Eve", **more)  # type: ignore[arg-type]


def dealt(game: str, tokens: int = 0) -> Felt:
    """Ann on area 1 with a flush and a jackpot wager, Bob on area 2 with nothing; they are still to decide."""
    felt = Felt(game, jackpot=jackpot(game))
    for area, name in enumerate(("Ann", "Bob"), start=1):
        stake = Stake.of(25_00 - tokens * 100, tokens * 100) if name == "Ann" else Stake.of(25_00)
        for spot in ("ante", "blind") if game == ULTIMATE else ("ante",):
            felt.do(Place("wagers", name, area, spot, stake))
    felt.jackpot("Ann", 1)
    cards = STUDS if game in (STAR, CROWN) else HOLDEMS
    if game in (STAR_MS, CROWN_MS):
        cards = {"board": "9h 5h 2h", "p1": "Kh 3h", "p2": "Ts 7d"}
    felt.deal(**cards)
    return felt


def play_out(felt: Felt) -> Felt:
    """Bet the least at every turn, show every card and settle."""
    while not felt.round.is_over:
        asked = [n for n in felt.round.needs if isinstance(n, DecisionNeed) and not n.optional]
        for need in asked:
            felt.do(Decide(need.id, need.patron, "bet", Stake.of(need.options[0].least_cents)))
        if asked:
            continue
        if felt.round.need("turn-dealer"):
            felt.do(Turn("turn-dealer"))
        elif felt.round.need("settle"):
            felt.do(Call("settle"))
        else:
            felt.reveal()
    return felt


def number(felt: Felt, area: int, spot: str) -> int:
    return felt.round.wagers_on(area, spot)[0].id


# An outcome that was settled.


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize("game", GAMES)
def test_outcome_is_invalidated_after_the_round(game: str, ground: str) -> None:
    felt = play_out(dealt(game))
    assert felt.net("Ann") > 0 > felt.net("Bob") and felt.round.claims
    before = felt.round
    happened = felt.do(void(game, ground))
    key = law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION
    felt.shows(law.ROUND_VOIDED, happened[0])
    new = felt.round.settlements[len(before.settlements) :]
    assert {done.result for done in new} == {Result.REVERSED, Result.RESTORED}
    for done in new:
        for each in (key, law.VOID_REFUNDS, law.VOID):
            felt.shows(each, done)
    assert felt.round.is_over and not felt.round.claims and not felt.round.needs
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)
    assert fold(felt.opening, felt.acts) == felt.round
    felt.shows(law.ROUND_VOIDED, felt.refused(void(game, ground)))


@pytest.mark.parametrize("game", GAMES)
def test_offender_is_voided_after_the_round(game: str) -> None:
    felt = play_out(dealt(game))
    bob = felt.net("Bob")
    felt.do(void(game, "breach", patrons=("Ann",)))
    assert (felt.net("Ann"), felt.net("Bob")) == (0, bob)
    felt.shows(law.OFFENDER_VOIDED, felt.round.settlements[-1])


@pytest.mark.parametrize("game", GAMES)
def test_rank_that_voids_after_the_round(game: str) -> None:
    felt = play_out(dealt(game))
    felt.shows(law.ROUND_VOIDED, felt.refused(Void("dealer", "fraud")))
    felt.shows(law.OFFENDER_VOIDED, felt.refused(Void("dealer", "breach", patrons=("Ann",))))


@pytest.mark.parametrize("game", STARS)
def test_fraudster_forfeits_stake_and_winnings_after_the_round(game: str) -> None:
    """A part of the stake was in tokens: it goes to the house as it came."""
    felt = play_out(dealt(game, tokens=10))
    staked = sum(wager.stake.cents for wager in felt.round.wagers if wager.patron == "Ann") // 100
    felt.shows(law.FRAUD_FORFEITS, felt.refused(void(game, "disruption", forfeit=("Ann",))))
    felt.shows(law.ROUND_VOIDED, felt.do(void(game, "fraud", forfeit=("Ann",)))[0])
    assert (felt.net("Ann"), felt.net("Bob")) == (-staked, 0)
    reversed_ = [done for done in felt.round.settlements if done.result is Result.REVERSED]
    assert reversed_ and {done.patron for done in reversed_} == {"Ann"}
    for done in reversed_:
        felt.shows(law.FRAUD_FORFEITS, done)
        felt.shows(law.VOID_FOR_FRAUD, done)
    again = felt.round
    felt.do(void(game, "fraud", forfeit=("Ann",)))
    assert felt.round.settlements == again.settlements  # nothing is taken twice


@pytest.mark.parametrize("game", CROWNS)
def test_crown_refunds_a_fraudster_after_the_round_too(game: str) -> None:
    felt = play_out(dealt(game))
    felt.shows(law.VOID_REFUNDS, felt.refused(void(game, "fraud", forfeit=("Ann",))))


# One wager.


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_voids_one_wager(game: str, ground: str) -> None:
    felt = dealt(game)
    felt.bet(1)
    spot = FOLLOWS[game]
    voided = felt.do(void(game, ground, wagers=(number(felt, 1, spot),)))[0]
    felt.shows(law.WAGER_VOIDED, voided)
    felt.shows(law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION, voided)
    done = felt.result(1, spot)
    assert (done.result, done.returned) == (Result.VOID, done.stake)
    for key in (law.WAGER_VOIDED, law.VOID_REFUNDS, law.VOID):
        felt.shows(key, done)
    play_out(felt)
    assert felt.result(1, "ante").result is Result.WON  # the rest of the hand is settled
    assert felt.round.claims
    assert felt.result(1, spot) == done


@pytest.mark.parametrize("game", STARS)
def test_star_voids_one_wager_for_a_breach_alone(game: str) -> None:
    felt = dealt(game)
    felt.bet(1)
    one = (number(felt, 1, FOLLOWS[game]),)
    for ground in ("disruption", "fraud"):
        felt.shows(law.OFFENDER_VOIDED, felt.refused(void(game, ground, wagers=one)))
    felt.do(void(game, "breach", wagers=one))
    felt.shows(law.OFFENDER_VOIDED, felt.result(1, FOLLOWS[game]))
    play_out(felt)
    assert felt.result(1, "ante").result is Result.WON


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_ante_takes_the_rest_of_its_hand_along(game: str, over: bool) -> None:
    felt = dealt(game)
    felt.bet(1)
    if over:
        play_out(felt)
    ante = number(felt, 1, "ante")
    both = felt.refused(void(game, "breach", patrons=("Ann",), wagers=(ante,)))
    felt.shows(law.OFFENDER_VOIDED, both)
    felt.do(void(game, "breach", wagers=(ante,)))
    theirs = [done for done in felt.round.settlements if done.patron == "Ann" and law.OFFENDER_VOIDED in done.because]
    assert {done.spot for done in theirs} >= {"ante", "jackpot", FOLLOWS[game]}
    for done in theirs:
        felt.shows(law.OFFENDER_VOIDED, done)
        if done.wager != ante:
            felt.shows(Reading(TOGETHER[game]), done)
    play_out(felt)
    assert felt.net("Ann") == 0 and not felt.round.claims
    assert felt.net("Bob") < 0


@pytest.mark.parametrize("game", GAMES)
def test_jackpot_wager_is_void_alone(game: str) -> None:
    felt = play_out(dealt(game))
    ann = felt.net("Ann")
    felt.do(void(game, "breach", wagers=(number(felt, 1, "jackpot"),)))
    assert felt.net("Ann") == ann + 5 and not felt.round.claims
    felt.shows(law.VOID, felt.refused(void(game, "breach", wagers=(number(felt, 1, "jackpot"),))))


@pytest.mark.parametrize("game", GAMES)
def test_wager_voided_before_the_first_card_leaves_the_layout(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    for spot in ("ante", "blind") if game == ULTIMATE else ("ante",):
        felt.do(Place("wagers", "Ann", 1, spot, Stake.of(25_00)))
    felt.jackpot("Ann", 1)
    felt.do(void(game, "breach", wagers=(number(felt, 1, "ante"),)))
    assert not any(wager.live for wager in felt.round.wagers)
    assert felt.net("Ann") == 0 and felt.round.need("wagers") is not None


def test_wrong_bet_that_is_void_need_not_be_corrected() -> None:
    felt = dealt(CROWN_MS)
    felt.bet(1, 200, unnoticed=True)
    if felt.round.need("decide-2") is not None:
        felt.bet(2)
    street = number(felt, 1, "3rd-street")
    felt.shows(law.NOT_AN_OPTION, felt.refused(void(CROWN_MS, "fraud", wagers=(street, street))))
    felt.do(void(CROWN_MS, "fraud", wagers=(street,)))
    play_out(felt)
    assert felt.result(1, "3rd-street").result is Result.VOID


# An employee's win.


@pytest.mark.parametrize("game", STARS)
def test_employees_win_is_taken_back_after_the_round(game: str) -> None:
    """The winnings and the jackpot prize are not owed; what was staked stays as the cards left it."""
    felt = play_out(dealt(game))
    bob = felt.net("Bob")
    felt.do(void(game, "employee", patrons=("Ann",)))
    assert felt.net("Ann") == -5  # the jackpot wager, which no result gives back
    assert felt.net("Bob") == bob and not felt.round.claims
    for done in felt.round.settlements:
        if done.result is Result.REVERSED:
            felt.shows(law.EMPLOYEE_POLICY, done)
            felt.shows(Reading("C18" if game == STAR else "M26"), done)
    felt.shows(law.EMPLOYEE_POLICY, felt.refused(Void("dealer", "employee", patrons=("Ann",))))


@pytest.mark.parametrize("refund", [False, True])
@pytest.mark.parametrize("game", STARS)
def test_employees_lost_wager_stays_lost_unless_refunded(game: str, refund: bool) -> None:
    felt = play_out(dealt(game))
    bob = felt.net("Bob")
    felt.do(Void(rank(game), "employee", "Eve", patrons=("Bob",), refund=refund))
    assert felt.net("Bob") == (0 if refund else bob)


@pytest.mark.parametrize("game", STARS)
def test_employees_wager_found_in_the_round_goes_back(game: str) -> None:
    felt = dealt(game)
    felt.do(void(game, "employee", patrons=("Ann",)))
    felt.shows(law.EMPLOYEE_POLICY, felt.result(1, "ante"))
    play_out(felt)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("game", CROWNS)
def test_crown_has_no_policy_for_employees(game: str) -> None:
    felt = play_out(dealt(game))
    felt.shows(law.OFFENDER_VOIDED, felt.refused(void(game, "employee", patrons=("Ann",))))
