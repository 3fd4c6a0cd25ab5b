"""The Play wager, checking and folding (Crown 10.2 "Check", 10.5.4 to 10.5.9; readings K8 to K10)."""

import pytest

from games.ultimate_holdem.holdem import (
    ACE_HIGH,
    BOARD,
    FLOP,
    KING_QUEEN_JACK,
    KINGS,
    NINES,
    PRE_FLOP,
    RIVER,
    STAGES,
    asked,
    check_to,
    dealt,
    finish,
    play_out,
    played,
    seat,
    table,
)
from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.law import Reading
from pitboss.money import Piece, Stake
from pitboss.play.acts import Decide, Lapse
from pitboss.play.events import CardsCollected, CardsTurned, Decided, WagerPlaced
from pitboss.play.wager import Result
from support import DEVICES

USUAL = {PRE_FLOP: (75_00, 100_00), FLOP: (50_00,), RIVER: (25_00,)}
"""What Play may be on an Ante of $25, in cents, where the sign does not say otherwise."""
PASSING = {PRE_FLOP: "check", FLOP: "check", RIVER: "fold"}


def bet(cents: int, stage: str, *, patron: str = "Ann") -> Decide:
    return Decide(f"{stage}-1", patron, "bet", Stake.of(cents))


@pytest.mark.parametrize("stage", STAGES)
def test_what_a_stage_offers(stage: str) -> None:
    felt = dealt()
    check_to(felt, stage)
    play, passing = felt.decision(1).options
    assert (play.name, play.amounts) == ("bet", USUAL[stage])
    assert (play.least_cents, play.most_cents) == (USUAL[stage][0], USUAL[stage][-1])
    felt.shows(law.PLAY_MULTIPLE, play)
    assert passing.name == PASSING[stage]
    felt.shows(law.BET_OR_FOLD if stage == RIVER else law.BET_OR_CHECK, passing)


@pytest.mark.parametrize("stage", STAGES)
def test_play_multiple(stage: str) -> None:
    felt = dealt()
    check_to(felt, stage)
    for dollars in (0, 1, 24, 25, 26, 50, 74, 75, 76, 80, 99, 100, 101, 125, 250):
        if dollars * 100 not in USUAL[stage]:
            felt.shows(law.PLAY_MULTIPLE, felt.refused(bet(dollars * 100, stage)))
    for cents in USUAL[stage]:
        felt = dealt()
        check_to(felt, stage)
        placed, decided = felt.do(bet(cents, stage))
        assert isinstance(placed, WagerPlaced) and (placed.spot, placed.stake.cents) == ("play", cents)
        felt.shows(law.PLAY_MULTIPLE, placed)
        felt.shows(law.VARIATION_PREVAILS, placed)  # a wager after the first card, as this game has it
        assert isinstance(decided, Decided) and decided.option == "bet"
        finish(felt)
        assert felt.net("Ann") * 100 == 25_00 + cents


@pytest.mark.parametrize(
    ("stage", "multiples"), [(PRE_FLOP, (1, 2, 10)), (FLOP, (3, 5)), (RIVER, (4,))], ids=["first", "second", "third"]
)
def test_play_multiples_as_the_sign_offers(stage: str, multiples: tuple[int, ...]) -> None:
    sign = {PRE_FLOP: (10, 1, 2), FLOP: (3, 5), RIVER: (4,)}
    felt = dealt(multiples=sign)
    check_to(felt, stage)
    assert felt.decision(1).options[0].amounts == tuple(m * 25_00 for m in multiples)
    for multiple in range(1, 12):
        if multiple not in multiples:
            felt.shows(law.PLAY_MULTIPLE, felt.refused(bet(multiple * 25_00, stage)))
    for multiple in multiples:
        felt = dealt(multiples=sign)
        check_to(felt, stage)
        felt.bet(1, multiple * 25)
        finish(felt)
        assert felt.net("Ann") == 25 + multiple * 25


def test_play_is_measured_by_its_own_ante() -> None:
    felt = table()
    seat(felt, "Ann", 1, 25)
    seat(felt, "Bob", 2, 40)
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    assert felt.decision(2).options[0].amounts == (120_00, 160_00)
    felt.shows(law.PLAY_MULTIPLE, felt.refused(Decide("pre-flop-2", "Bob", "bet", Stake.of(75_00))))


def test_play_in_chips_or_tokens() -> None:
    felt = dealt()
    cash = Stake((Piece("cash", 75_00),))
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Decide("pre-flop-1", "Ann", "bet", cash)))
    felt.bet(1, 20, tokens=55)
    assert felt.round.wagers_on(1, "play")[0].stake == Stake.of(20_00, 55_00)


def test_decision_is_the_players_own() -> None:
    felt = table()
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    felt.shows(law.NOT_YOURS, felt.refused(bet(75_00, PRE_FLOP, patron="Bob")))


@pytest.mark.parametrize("stage", [PRE_FLOP, FLOP])
def test_bet_or_check(stage: str) -> None:
    felt = dealt()
    check_to(felt, stage)
    no = felt.refused(Decide(f"{stage}-1", "Ann", "fold"))
    felt.shows(law.NOT_AN_OPTION, no)
    felt.shows(law.BET_OR_CHECK, felt.refused(Decide(f"{stage}-1", "Ann", "check", Stake.of(25_00))))
    (event,) = felt.decide(1, "check")
    assert isinstance(event, Decided) and event.option == "check"
    felt.shows(law.BET_OR_CHECK, event)
    assert [w.spot for w in felt.round.wagers] == ["ante", "blind"]
    felt.reveal()
    assert asked(felt) == [1]  # a player who checked is asked again


def test_bet_or_fold_at_the_river() -> None:
    felt = dealt()
    check_to(felt, RIVER)
    felt.shows(law.BET_OR_FOLD, felt.refused(Decide("river-1", "Ann", "check")))
    felt.shows(law.NOT_AN_OPTION, felt.refused(Decide("river-1", "Ann", "check")))
    decided = felt.fold(1)[0]
    assert isinstance(decided, Decided) and decided.option == "fold"
    felt.shows(law.BET_OR_FOLD, decided)
    felt.shows(law.WAGERS_FROZEN, felt.refused(Decide("river-1", "Ann", "bet", Stake.of(25_00))))


@pytest.mark.parametrize("stage", STAGES)
def test_play_once(stage: str) -> None:
    felt = table()
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    check_to(felt, stage)
    felt.bet(1)
    for later in STAGES[STAGES.index(stage) :]:
        assert felt.round.phase == later and asked(felt) == [2]
        no = felt.refused(bet(USUAL[later][0], later))
        felt.shows(law.PLAY_ONCE, no)
        felt.shows(law.WAGERS_FROZEN, no)
        felt.shows(law.PLAY_ONCE, felt.refused(Decide(f"{later}-1", "Ann", PASSING[later])))
        felt.shows(law.PLAY_ONCE, felt.refused(Lapse(f"{later}-1")))
        felt.decide(2, PASSING[later])
        if later != RIVER:
            felt.reveal()
    assert len(felt.round.wagers_on(1, "play")) == 1


def test_checked_decision_does_not_come_back() -> None:
    felt = table()
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    felt.decide(1, "check")
    felt.shows(law.BET_OR_CHECK, felt.refused(bet(75_00, PRE_FLOP)))
    felt.decide(2, "check")
    felt.reveal()
    felt.shows(law.WAGERS_FROZEN, felt.refused(bet(75_00, PRE_FLOP)))


def test_players_act_in_any_order() -> None:
    felt = table()
    for area, patron in ((1, "Ann"), (3, "Bob"), (6, "Cy")):
        seat(felt, patron, area)
    felt.deal(NINES, BOARD, p1=KINGS, p3="7h 7c", p6="Ac Ad")
    for area in (6, 1, 3):
        felt.decide(area, "check")
    felt.reveal()
    felt.bet(3)
    felt.bet(6)
    felt.decide(1, "check")
    felt.reveal()
    assert asked(felt) == [1]
    felt.bet(1)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cy")) == (25 + 25, -25 - 25 - 50, 25 + 50)


@pytest.mark.parametrize("device", DEVICES)
def test_everyone_checks_to_the_river(device: str) -> None:
    felt = dealt(device=device)
    check_to(felt, RIVER)
    felt.bet(1)
    felt.settle()
    assert felt.net("Ann") == 25 + 25


# Folding.


@pytest.mark.parametrize("device", DEVICES)
def test_fold_loses_ante_blind_and_trips(device: str) -> None:
    felt = dealt(trips=10, device=device)
    check_to(felt, RIVER)
    happened = felt.fold(1)
    for spot, cents in (("ante", 25_00), ("blind", 25_00), ("trips", 10_00)):
        done = felt.result(1, spot)
        felt.shows(law.FOLD_LOSES, done)
        assert (done.result, done.taken.cents) == (Result.LOST, cents)
    felt.shows(law.TRIPS_LOST_ON_FOLD, felt.result(1, "trips"))
    felt.shows(Reading("K9"), felt.result(1, "trips"))
    (collected,) = (e for e in happened if isinstance(e, CardsCollected))
    felt.shows(law.FOLD_LOSES, collected)
    assert not [e for e in happened if isinstance(e, CardsTurned)]
    felt.settle()
    assert felt.net("Ann") == -60


def test_trips_lost_on_fold_whatever_the_hand() -> None:
    felt = played(KING_QUEEN_JACK, "7d 7h 6s 4c 2d", "7c 7s", at="fold", trips=10)
    done = felt.result(1, "trips")
    felt.shows(law.TRIPS_LOST_ON_FOLD, done)
    felt.shows(Reading("K9"), done)
    assert law.TRIPS_WINS not in done.because
    assert felt.net("Ann") == -60


def test_folded_ante_is_lost_though_the_dealer_fails() -> None:
    felt = table()
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2)
    felt.deal(KING_QUEEN_JACK, BOARD, p1="7h 5c", p2=ACE_HIGH)
    play_out(felt, {1: "fold", 2: RIVER})
    felt.shows(law.ANTE_REFUNDED_WHEN_DEALER_FAILS, felt.result(2, "ante"))
    felt.shows(law.FOLD_LOSES, felt.result(1, "ante"))
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, 25)


@pytest.mark.parametrize("device", DEVICES)
def test_dealer_turns_though_everyone_folded(device: str) -> None:
    felt = table(device=device)
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1="7h 5c", p2=ACE_HIGH)
    check_to(felt, RIVER)
    felt.fold(2)
    felt.fold(1)
    assert not felt.round.is_over
    (turned,) = felt.show()
    felt.shows(law.DEALER_TURNS, turned)
    felt.shows(law.BEST_HAND, turned)
    felt.settle()
    assert felt.round.is_over and UNKNOWN not in felt.round.hands[0].shown
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, -50)


def test_fold_of_one_leaves_the_others() -> None:
    felt = table()
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1="7h 5c", p2=KINGS)
    check_to(felt, RIVER)
    felt.fold(1)
    assert asked(felt) == [2]
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, 50)


@pytest.mark.parametrize("when", ["at the river", "after the dealer"])
def test_no_conceding(when: str) -> None:
    felt = dealt(player=ACE_HIGH)
    check_to(felt, RIVER)
    act = Decide("concede-1", "Ann", "concede")
    if when == "after the dealer":
        felt.bet(1)
        felt.show()
        felt.shows(law.WAGERS_FROZEN, felt.refused(act))
        felt.settle()
        assert felt.net("Ann") == -75
    felt.shows(law.NOT_AN_OPTION if when == "at the river" else law.ROUND_OF_PLAY, felt.refused(act))


@pytest.mark.parametrize(
    ("spot", "cited"),
    [
        ("ante", {"10.4.2(b)(ii)", "10.6.2(a)"}),  # K8: not refunded with the others if the dealer should fail
        ("blind", {"10.4.3(b)(ii)"}),
        ("trips", {"10.4.4(b)(ii)", "10.6.3"}),  # K9: not settled on its hand
    ],
)
def test_fold_cites_the_clause_of_each_wager(spot: str, cited: set[str]) -> None:
    felt = table()
    seat(felt, trips=10)
    felt.deal(NINES, BOARD, p1=KINGS)
    check_to(felt, RIVER)
    felt.fold(1)
    found = felt.cites(felt.result(1, spot))
    assert found == cited | {"10.5.8", '1.1 "Fold"', '1.1 "Bet"'}
