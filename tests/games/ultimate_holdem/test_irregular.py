"""When things go wrong: no decision, a Play wager off its multiples, limits found late, voids
(Crown 7.2, 13.7, 13.8, 16.2 to 16.4)."""

from typing import Any

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
    SAME_NINES,
    STAGES,
    asked,
    check_to,
    dealt,
    finish,
    play_out,
    seat,
    table,
    wager,
)
from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, parse_cards
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Deal, Decide, Turn
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
from support import DEVICES, Felt

PAIR_OF_SEVENS = "7h 7c"


def two_players(**changes: Any) -> Felt:
    """Ann with kings and Bob with sevens, against nines."""
    felt = table(**changes)
    seat(felt, "Ann", 1, trips=10)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1=KINGS, p2=PAIR_OF_SEVENS)
    return felt


def void(ground: str = "disruption", *, patrons: tuple[str, ...] = (), forfeit: tuple[str, ...] = ()) -> Void:
    return Void("casino-manager", ground, "Eve", patrons, forfeit)


# A player who does not decide.


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
@pytest.mark.parametrize("stage", [PRE_FLOP, FLOP])
def test_lapse_before_the_river_is_a_check(stage: str, reason: str) -> None:
    felt = dealt(trips=10)
    check_to(felt, stage)
    (decided,) = felt.lapse(1, reason)
    assert isinstance(decided, Decided) and (decided.option, decided.lapsed) == ("check", reason)
    felt.shows(law.BET_OR_CHECK, decided)
    felt.shows(Reading("K21"), decided)
    assert law.LAPSE_FOLDS not in decided.because
    asked = "10.5.4(b)" if stage == PRE_FLOP else "10.5.6(b)"
    assert [number for number in felt.game.rules.cite(decided.because) if number.startswith("10.5.")] == [asked]
    assert not felt.round.settlements
    felt.reveal()
    felt.bet(1)  # and the player may come back
    finish(felt)
    assert felt.net("Ann") > 0


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
def test_lapse_at_the_river_is_a_fold(reason: str) -> None:
    felt = dealt(trips=10)
    check_to(felt, RIVER)
    decided = felt.lapse(1, reason)[0]
    assert isinstance(decided, Decided) and (decided.option, decided.lapsed) == ("fold", reason)
    felt.shows(law.LAPSE_FOLDS, decided)
    for spot in ("ante", "blind", "trips"):
        felt.shows(law.LAPSE_FOLDS, felt.result(1, spot))
        felt.shows(law.FOLD_LOSES, felt.result(1, spot))
    felt.shows(law.TRIPS_LOST_ON_FOLD, felt.result(1, "trips"))
    felt.settle()
    assert felt.net("Ann") == -60


@pytest.mark.parametrize("stage", STAGES)
def test_lapse_folds_at_any_stage_when_so_read(stage: str) -> None:
    felt = two_players(readings={"slowBeforeRiver": "fold"})
    check_to(felt, stage)
    decided = felt.lapse(1)[0]
    assert isinstance(decided, Decided) and decided.option == "fold"
    felt.shows(law.LAPSE_FOLDS, decided)
    felt.shows(law.LAPSE_FOLDS, felt.result(1, "ante"))
    assert asked(felt) == [2]
    play_out_from(felt, stage)
    assert (felt.net("Ann"), felt.net("Bob")) == (-60, -75)


def play_out_from(felt: Felt, stage: str) -> None:
    """Bob checks on and bets at the River."""
    for later in STAGES[STAGES.index(stage) : -1]:
        assert felt.round.phase == later
        felt.decide(2, "check")
        felt.reveal()
    felt.bet(2)
    felt.settle()


def test_everyone_lapses_all_the_way() -> None:
    felt = two_players()
    for stage in STAGES:
        for area in asked(felt):
            felt.lapse(area)
        if stage != RIVER:
            felt.reveal()
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (-60, -50)


# A Play wager that is not one of the multiples, seen before the next card.


@pytest.mark.parametrize(
    ("stage", "staked", "least", "kept"),
    [
        (PRE_FLOP, 40, 35, 75),
        (PRE_FLOP, 80, 0, 75),
        (PRE_FLOP, 130, 0, 100),
        (FLOP, 40, 10, 50),
        (FLOP, 75, 0, 50),
        (RIVER, 24, 1, 25),
        (RIVER, 100, 0, 25),
    ],
)
@pytest.mark.parametrize("device", DEVICES)
def test_wrong_play_is_corrected(device: str, stage: str, staked: int, least: int, kept: int) -> None:
    felt = dealt(device=device)
    check_to(felt, stage)
    felt.bet(1, staked, unnoticed=True)
    (found,) = felt.find(1, "play")
    assert isinstance(found, WagerFound)
    felt.shows(law.PLAY_MULTIPLE, found)
    assert [(o.name, o.least_cents) for o in felt.decision(1).options] == [("correct", least * 100), ("fold", 0)]
    felt.refused(Turn("turn-dealer"))
    if device == "shoe" and stage != RIVER:
        felt.refused(Deal("deal-flop" if stage == PRE_FLOP else "deal-turn-and-river", DECK_52[20:22]))
    mended = felt.decide(1, "correct")
    assert [e.stake.cents for e in mended if isinstance(e, WagerPlaced)] == ([least * 100] if least else [])
    back = [e.stake.cents for e in mended if isinstance(e, WagerTakenBack)]
    assert back == ([(staked - kept) * 100] if staked > kept else [])
    felt.shows(law.PLAY_MULTIPLE, mended[-1])
    finish(felt)
    play = felt.result(1, "play")
    assert (play.stake.cents, play.pays) == (kept * 100, kept * 100)
    assert not {law.SHORT_WAGER_SETTLED, law.EXCESS_WAGER_RETURNED} & set(play.because)


def test_short_play_may_be_brought_to_any_multiple() -> None:
    felt = dealt()
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "play")
    felt.decide(1, "correct", 60)
    finish(felt)
    assert felt.net("Ann") == 25 + 100


@pytest.mark.parametrize("dollars", [34, 61])
def test_correction_keeps_to_the_multiples(dollars: int) -> None:
    felt = dealt()
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "play")
    act = Decide(felt.decision(1).id, "Ann", "correct", Stake.of(dollars * 100))
    felt.shows(law.PLAY_MULTIPLE, felt.refused(act))


def test_correction_reaches_one_of_the_multiples() -> None:
    felt = dealt()
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "play")
    need = felt.decision(1)
    felt.shows(law.PLAY_MULTIPLE, felt.refused(Decide(need.id, "Ann", "correct", Stake.of(50_00))))
    felt.decide(1, "correct", 35)
    finish(felt)
    assert felt.net("Ann") == 25 + 75


@pytest.mark.parametrize("how", ["fold", "lapse"])
@pytest.mark.parametrize("stage", STAGES)
def test_wrong_play_goes_back_if_the_player_folds(stage: str, how: str) -> None:
    felt = two_players()
    check_to(felt, stage)
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "play")
    events = felt.fold(1) if how == "fold" else felt.lapse(1)
    (decided,) = (e for e in events if isinstance(e, Decided))
    assert decided.option == "fold"
    felt.shows(law.PLAY_MULTIPLE, decided)
    play = felt.result(1, "play")
    assert (play.result, play.returned.cents) == (Result.RETURNED, 40_00)
    felt.shows(law.PLAY_MULTIPLE, play)
    felt.shows(law.LAPSE_FOLDS, play)
    for spot in ("ante", "blind", "trips"):
        felt.shows(law.FOLD_LOSES, felt.result(1, spot))
        assert felt.result(1, spot).result is Result.LOST
    play_out_from(felt, stage)
    assert (felt.net("Ann"), felt.net("Bob")) == (-60, -75)


def test_wrong_play_found_while_others_decide_holds_the_board() -> None:
    felt = two_players()
    felt.bet(1, 80, unnoticed=True)
    felt.find(1, "play")
    felt.bet(2)
    assert felt.round.need("deal-flop") is None
    felt.decide(1, "correct")
    finish(felt)
    assert felt.net("Ann") == 25 + 75 - 10


def test_right_play_has_nothing_to_find() -> None:
    felt = dealt()
    felt.bet(1, 100, unnoticed=True)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(2)))
    finish(felt)
    assert felt.net("Ann") == 25 + 100


@pytest.mark.parametrize("stage", [PRE_FLOP, FLOP])
@pytest.mark.parametrize("device", DEVICES)
def test_wrong_play_waits_once_the_next_cards_are_out(device: str, stage: str) -> None:
    felt = dealt(device=device)
    check_to(felt, stage)
    felt.bet(1, 60, unnoticed=True)
    felt.reveal()
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(2)))
    finish(felt)
    key = law.SHORT_WAGER_SETTLED if stage == PRE_FLOP else law.EXCESS_WAGER_RETURNED
    felt.shows(key, felt.results(1, "play")[-1])


@pytest.mark.parametrize(("stage", "card"), [(PRE_FLOP, "Kd"), (FLOP, "4c")])
def test_wrong_play_waits_once_the_next_card_is_out(stage: str, card: str) -> None:
    felt = dealt()
    check_to(felt, stage)
    felt.bet(1, 60, unnoticed=True)
    need = "deal-flop" if stage == PRE_FLOP else "deal-turn-and-river"
    felt.do(Deal(need, parse_cards(card)))
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(2)))
    finish(felt)
    assert felt.round.hands[1].cards == parse_cards(BOARD)


# The same, seen only at settlement.


@pytest.mark.parametrize(
    ("player", "net"), [(KINGS, 25 + 60), (ACE_HIGH, -25 - 25 - 60), (SAME_NINES, 0)], ids=["wins", "loses", "equal"]
)
def test_short_play_settled(player: str, net: int) -> None:
    felt = dealt(player=player)
    felt.bet(1, 60, unnoticed=True)
    finish(felt)
    play = felt.result(1, "play")
    felt.shows(law.SHORT_WAGER_SETTLED, play)
    assert play.stake.cents == 60_00
    assert felt.net("Ann") == net


@pytest.mark.parametrize(
    ("stage", "staked", "kept"),
    [(PRE_FLOP, 80, 75), (PRE_FLOP, 99, 75), (PRE_FLOP, 101, 100), (FLOP, 75, 50), (RIVER, 100, 25)],
)
@pytest.mark.parametrize(
    ("player", "sign"), [(KINGS, 1), (ACE_HIGH, -1), (SAME_NINES, 0)], ids=["wins", "loses", "equal"]
)
def test_excess_play_returned(player: str, sign: int, stage: str, staked: int, kept: int) -> None:
    felt = dealt(player=player)
    check_to(felt, stage)
    felt.bet(1, staked, unnoticed=True)
    finish(felt)
    excess, play = felt.results(1, "play")
    for done in (excess, play):
        felt.shows(law.EXCESS_WAGER_RETURNED, done)
        assert Reading("K33") not in done.because  # the Ante itself was not cut
    assert (excess.result, excess.returned.cents) == (Result.RETURNED, (staked - kept) * 100)
    assert play.stake.cents == kept * 100
    assert felt.net("Ann") == sign * (25 + kept) - (25 if sign < 0 else 0)


def test_correction_that_is_wrong_again_is_settled_as_staked() -> None:
    felt = dealt()
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "play")
    felt.decide(1, "correct", 5, unnoticed=True)
    finish(felt)
    felt.shows(law.SHORT_WAGER_SETTLED, felt.result(1, "play"))
    assert felt.net("Ann") == 25 + 45


# Limits found after the deal began.


@pytest.mark.parametrize("follows", [True, False])
def test_ante_over_the_maximum(follows: bool) -> None:
    """Ante and Blind of $600 stand to $500; Play, four times $600, to four times $500 unless it is read otherwise."""
    felt = table(readings={"betFollowsCappedAnte": follows})
    seat(felt, ante=600, unnoticed=True)
    felt.deal(NINES, "9h 8c 7s Kc 2h", p1="6d 5d")
    assert felt.decision(1).options[0].amounts == (1_800_00, 2_400_00)
    felt.bet(1, 2_400)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(0)))
    finish(felt)
    over, ante = felt.results(1, "ante")
    for done in (over, ante):
        felt.shows(law.MAXIMUM_SETTLED, done)
    beyond, blind = felt.results(1, "blind")
    for done in (beyond, blind):
        felt.shows(law.BLIND_EQUALS_ANTE, done)
    assert (over.returned.cents, beyond.returned.cents) == (100_00, 100_00)
    assert (ante.pays, blind.pays) == (500_00, 500_00)
    if follows:
        excess, play = felt.results(1, "play")
        felt.shows(law.EXCESS_WAGER_RETURNED, excess)
        felt.shows(Reading("K33"), excess)
        assert (excess.returned.cents, play.pays) == (400_00, 2_000_00)
    else:
        assert felt.result(1, "play").pays == 2_400_00


def test_ante_over_the_maximum_on_a_fold() -> None:
    felt = table()
    seat(felt, ante=600, unnoticed=True)
    felt.deal(NINES, BOARD, p1=KINGS)
    check_to(felt, RIVER)
    felt.fold(1)
    felt.settle()
    felt.shows(law.MAXIMUM_SETTLED, felt.results(1, "ante")[-1])
    assert felt.net("Ann") == -1_000


def test_ante_over_the_maximum_found_in_time() -> None:
    felt = table()
    seat(felt, ante=600, unnoticed=True)
    found, back = felt.find(1, "ante")
    felt.shows(law.SIGN_MAXIMUM, found)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 100_00
    found, back = felt.find(1, "blind")
    felt.shows(law.BLIND_EQUALS_ANTE, found)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 100_00
    felt.deal(NINES, BOARD, p1=KINGS)
    play_out(felt, {1: RIVER})
    assert felt.net("Ann") == 500 + 500


def test_late_minimum_stands() -> None:
    felt = table()
    seat(felt, ante=10, trips=3, unnoticed=True)
    felt.deal(NINES, "9d 8c 7s Kc 2h", p1="6d 5d")
    felt.bet(1)
    finish(felt)
    for spot, pays in (("ante", 10_00), ("trips", 12_00)):
        done = felt.result(1, spot)
        felt.shows(law.LATE_MINIMUM_STANDS, done)
        felt.shows(Reading("K29"), done)
        assert done.pays == pays
    assert felt.net("Ann") == 10 + 10 + 12 + 30


def test_trips_over_the_maximum_found_late() -> None:
    felt = table()
    seat(felt)
    felt.do(wager("trips", 130, unnoticed=True))
    felt.deal(NINES, "9d 8c 7s Kc 2h", p1="6d 5d")
    felt.bet(1)
    finish(felt)
    over, trips = felt.results(1, "trips")
    for done in (over, trips):
        felt.shows(law.MAXIMUM_SETTLED, done)
    assert (over.returned.cents, trips.pays) == (30_00, 400_00)
    assert felt.result(1, "ante").pays == 25_00


def test_trips_under_the_regulators_minimum_is_void_alone() -> None:
    felt = table()
    seat(felt)
    felt.do(wager("trips", 1, unnoticed=True))
    felt.deal(NINES, "9d 8c 7s Kc 2h", p1="6d 5d")
    felt.bet(1)
    finish(felt)
    trips = felt.result(1, "trips")
    felt.shows(law.REGULATOR_MINIMUM, trips)
    felt.shows(law.VOID, trips)
    assert (trips.returned.cents, trips.pays) == (1_00, 0)
    assert felt.net("Ann") == 25 + 25 + 75


@pytest.mark.parametrize("when", ["before the flop", "at settlement", "on a fold"])
def test_ante_under_the_regulators_minimum_voids_the_hand(when: str) -> None:
    felt = table(method="B")
    seat(felt, ante=4, trips=5, unnoticed=True)
    seat(felt, "Bob", 2)
    felt.deal(NINES, BOARD, p1=KINGS, p2=PAIR_OF_SEVENS)
    if when == "before the flop":
        found, *after = felt.find(1, "ante")
        felt.shows(law.REGULATOR_MINIMUM, found)
        assert [e.cards for e in after if isinstance(e, CardsCollected)] == [2]
        play_out(felt, {2: RIVER})
    else:
        play_out(felt, {1: RIVER if when == "at settlement" else "fold", 2: RIVER})
    for done in (s for s in felt.round.settlements if s.area == 1):
        felt.shows(law.REGULATOR_MINIMUM, done)
        felt.shows(law.VOID, done)
        felt.shows(Reading("K35"), done)
        assert done.result is Result.VOID and done.returned == done.stake
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -80)


def test_only_ante_under_the_regulators_minimum_ends_the_round() -> None:
    felt = table()
    seat(felt, ante=4, unnoticed=True)
    felt.deal(NINES, BOARD, p1=KINGS)
    felt.find(1, "ante")
    assert felt.round.is_over and felt.net("Ann") == 0


# Voids.


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize(
    "when", ["wagers", "deal", PRE_FLOP, "in the flop", FLOP, RIVER, "after the river", "showdown"]
)
def test_round_voided_at_any_stage(when: str, ground: str) -> None:
    felt = table(method="B")
    seat(felt, "Ann", 1, trips=10)
    seat(felt, "Bob", 2)
    if when == "deal":
        felt.prepare()
        felt.do(Deal("deal", DECK_52[:3]))
    elif when != "wagers":
        felt.deal(NINES, BOARD, p1=KINGS, p2=PAIR_OF_SEVENS)
        if when == "in the flop":
            felt.decide(1, "check")
            felt.bet(2)
            felt.do(Deal("deal-flop", parse_cards("Kd")))
        else:
            check_to(felt, when if when in STAGES else RIVER)
            felt.bet(1)
        if when in ("after the river", "showdown"):
            felt.fold(2)
        if when == "showdown":
            felt.show()
    voided, *after = felt.do(void(ground))
    assert isinstance(voided, RoundVoided)
    felt.shows(law.ROUND_VOIDED, voided)
    cause = law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION
    felt.shows(cause, voided)
    felt.shows(law.ROUND_OF_PLAY, next(e for e in after if isinstance(e, RoundEnded)))
    for done in felt.round.settlements:
        if done.result is not Result.LOST:  # a fold's loss stands in the record, and is restored
            for key in (law.VOID_REFUNDS, law.VOID, cause):
                felt.shows(key, done)
    assert felt.round.is_over and not felt.round.claims
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("rank", ["dealer", "higher-duties-dealer", "area-manager", "nobody"])
def test_rank_that_voids(rank: str) -> None:
    felt = dealt()
    felt.shows(law.ROUND_VOIDED, felt.refused(Void(rank, "disruption")))
    felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(rank, "breach", patrons=("Ann",))))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("rank", ["higher-duties-dealer", "casino-manager"])
def test_talking_is_no_ground(rank: str, stage: str) -> None:
    felt = two_players()
    check_to(felt, stage)
    felt.shows(law.ROUND_VOIDED, felt.refused(Void(rank, "talking", "Eve", forfeit=("Ann",))))
    felt.shows(law.ROUND_VOIDED, felt.refused(Void(rank, "talking", "Eve")))
    felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(rank, "talking", "Eve", patrons=("Ann",))))


def test_nothing_is_forfeited() -> None:
    felt = two_players()
    felt.shows(law.VOID_REFUNDS, felt.refused(void("fraud", forfeit=("Ann",))))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("device", DEVICES)
def test_offender_voided(device: str, stage: str) -> None:
    felt = two_players(device=device)
    check_to(felt, stage)
    felt.bet(1)
    voided = felt.do(void("breach", patrons=("Ann",)))[0]
    felt.shows(law.OFFENDER_VOIDED, voided)
    for spot in ("ante", "blind", "trips", "play"):
        done = felt.result(1, spot)
        felt.shows(law.OFFENDER_VOIDED, done)
        felt.shows(law.VOID, done)
        assert done.result is Result.VOID and done.returned == done.stake
    play_out_from(felt, stage)
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -75)


@pytest.mark.parametrize(("stage", "card"), [(PRE_FLOP, "Kd"), (FLOP, "4c")])
def test_offender_voided_between_two_cards_of_the_board(stage: str, card: str) -> None:
    felt = two_players()
    check_to(felt, stage)
    felt.bet(1)
    felt.bet(2)
    need = "deal-flop" if stage == PRE_FLOP else "deal-turn-and-river"
    felt.do(Deal(need, parse_cards(card)), void("breach", patrons=("Ann",)))
    finish(felt)
    assert felt.round.hands[1].cards == parse_cards(BOARD)
    assert felt.net("Ann") == 0 and felt.round.is_over


@pytest.mark.parametrize("stage", STAGES)
def test_only_player_voided(stage: str) -> None:
    felt = dealt()
    check_to(felt, stage)
    felt.do(void("breach", patrons=("Ann",)))
    if stage == RIVER:  # all the cards are out: the dealer shows, and there is nothing to settle
        felt.settle()
        assert UNKNOWN not in felt.round.hands[0].shown
    assert felt.round.is_over and felt.net("Ann") == 0


def test_offender_voided_at_the_showdown() -> None:
    felt = two_players()
    check_to(felt, RIVER)
    felt.bet(1)
    felt.bet(2)
    felt.show()
    felt.do(void("breach", patrons=("Ann",)))
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -75)


def test_offender_before_the_cards() -> None:
    felt = table()
    seat(felt, "Ann", 1)
    seat(felt, "Bob", 2, ante=40, blind=25)
    felt.find(2, "blind")
    felt.do(void("breach", patrons=("Bob",)))
    felt.deal(NINES, BOARD, p1=KINGS)
    assert asked(felt) == [1]
    assert felt.net("Bob") == 0


def test_settlement_waits_for_its_call() -> None:
    felt = dealt(dealer=KING_QUEEN_JACK)
    check_to(felt, RIVER)
    felt.shows(law.DEALER_TURNS, felt.refused(Call("settle")))
    felt.bet(1)
    felt.shows(law.DEALER_TURNS, felt.refused(Call("settle")))
    felt.show()
    assert not felt.round.settlements
    called = felt.settle()[0]
    felt.shows(law.BEST_HAND, called)
