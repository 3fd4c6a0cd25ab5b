"""The terms that a table may open on: multiples, limits, readings (Crown 7.2, 7.4, 10.5.4 to 10.5.8; reading K10)."""

from typing import Any

import pytest

from games.ultimate_holdem.holdem import BOARD, FLOORS, FLOP, KINGS, LIMITS, NINES, PRE_FLOP, RIVER, seat, table, wager
from pitboss import law
from pitboss.games import make_game
from pitboss.law import BookError, Reading, Rules
from pitboss.play import Refused, Table
from pitboss.play.terms import Limits
from pitboss.play.wager import Refusal
from support import CROWN, ULTIMATE, Felt, make, shows, terms

K10 = Reading("K10")


def refused(**changes: Any) -> Refusal:
    """Assert that no table opens on these terms."""
    with pytest.raises(Refused) as error:
        Table.open(make(ULTIMATE, **changes))
    return error.value.refusal


def sign(
    first: tuple[int, ...], second: tuple[int, ...] = (2,), third: tuple[int, ...] = (1,)
) -> dict[str, tuple[int, ...]]:
    return {PRE_FLOP: first, FLOP: second, RIVER: third}


@pytest.mark.parametrize(
    "multiples",
    [
        sign((3, 4)),
        sign((4, 3)),
        sign((4,), (2,), (1,)),
        sign((3,), (2,), (1,)),
        sign((10,), (9,), (8,)),
        sign(tuple(range(1, 11)), tuple(range(1, 10)), tuple(range(1, 9))),
        {PRE_FLOP: (5,)},
    ],
)
def test_multiples_that_a_sign_may_offer(multiples: dict[str, tuple[int, ...]]) -> None:
    felt = Felt(ULTIMATE, multiples=multiples)
    seat(felt)
    felt.deal(NINES, BOARD, p1=KINGS)
    assert felt.decision(1).options[0].amounts == tuple(m * 25_00 for m in sorted(multiples[PRE_FLOP]))


@pytest.mark.parametrize(
    "multiples",
    [
        sign((0, 4)),
        sign((3, 11)),
        sign((-1,)),
        sign(()),
        sign((3, 4), ()),
        sign((3, 4), (2,), ()),
        sign((3, 4), (2,), (0,)),
        sign((3, 4), (4,)),
        sign((3, 4), (5,)),
        sign((3, 4), (2, 4)),
        sign((3, 4), (2,), (2,)),
        sign((3, 4), (2,), (3,)),
        sign((3, 4), (1,), (1,)),
        {PRE_FLOP: (2,)},
        {RIVER: (2,)},
    ],
)
def test_multiples_fall_from_stage_to_stage(multiples: dict[str, tuple[int, ...]]) -> None:
    no = refused(multiples=multiples)
    shows(law.PLAY_MULTIPLE, no, game=ULTIMATE)
    shows(K10, no, game=ULTIMATE)


@pytest.mark.parametrize(
    "multiples",
    [sign((3, 4), (3,)), sign((3, 4), (3, 2)), sign((1, 10), (5,)), sign((9, 10), (2, 5), (4,))],
)
def test_later_play_is_below_the_highest_or_the_lowest(multiples: dict[str, tuple[int, ...]]) -> None:
    Felt(ULTIMATE, multiples=multiples)
    Felt(ULTIMATE, multiples=multiples, readings={"laterPlayBelow": "highest"})
    no = refused(multiples=multiples, readings={"laterPlayBelow": "lowest"})
    shows(law.PLAY_MULTIPLE, no, game=ULTIMATE)
    shows(K10, no, game=ULTIMATE)


@pytest.mark.parametrize("multiples", [sign((3, 4)), sign((9, 10), (5, 8), (4,))])
def test_later_play_below_the_lowest(multiples: dict[str, tuple[int, ...]]) -> None:
    Felt(ULTIMATE, multiples=multiples, readings={"laterPlayBelow": "lowest"})


@pytest.mark.parametrize(
    ("switch", "choice", "number"),
    [
        ("failedDealerRefundsFolded", True, "K8"),
        ("foldKeepsTrips", True, "K9"),
    ],
)
def test_reading_that_is_not_played_opens_no_table(switch: str, choice: str | bool, number: str) -> None:
    no = refused(readings={switch: choice})
    shows(law.TERMS, no, game=ULTIMATE)
    shows(Reading(number), no, game=ULTIMATE)


@pytest.mark.parametrize(
    ("switch", "choice"),
    [
        ("betFollowsCappedAnte", False),
        ("capAfterRounding", False),
        ("laterPlayBelow", "lowest"),
        ("slowBeforeRiver", "fold"),
    ],
)
def test_readings_that_are_played_either_way(switch: str, choice: str | bool) -> None:
    Felt(ULTIMATE, readings={switch: choice})


def test_unknown_choice() -> None:
    with pytest.raises(BookError):
        make(ULTIMATE, readings={"laterPlayBelow": "equal"})


def test_maximum_payout_is_an_amount() -> None:
    shows(law.MAXIMUM_PAYOUT, refused(maximum_payout_cents=0), game=ULTIMATE)


def test_regulators_minimum_is_needed() -> None:
    for minimums in (None, {}, {"trips": 5_00}):
        shows(law.REGULATOR_MINIMUM, refused(limits=LIMITS, regulator_minimum_cents=minimums), game=ULTIMATE)
    shows(law.REGULATOR_MINIMUM, refused(regulator_minimum_cents={"ante": 25_01}), game=ULTIMATE)
    Felt(ULTIMATE, limits=LIMITS, regulator_minimum_cents=FLOORS)


def test_limits_for_the_ante_are_needed() -> None:
    shows(law.SIGN_MINIMUM, refused(limits={"blind": Limits(25_00, 500_00)}), game=ULTIMATE)
    shows(law.SIGN_MINIMUM, refused(limits={"ante": Limits(50_00, 25_00)}), game=ULTIMATE)


def test_individual_limits_are_for_the_blind_as_well() -> None:
    felt = table(individual={"Ann": {"ante": Limits(50_00, 1_000_00)}})
    for dollars, key in ((49, law.SIGN_MINIMUM), (1_001, law.SIGN_MAXIMUM)):
        no = felt.refused(wager("ante", dollars))
        felt.shows(key, no)
        felt.shows(law.INDIVIDUAL_LIMITS, no)
    seat(felt, "Ann", 1, 1_000)
    felt.shows(law.SIGN_MAXIMUM, felt.refused(wager("ante", 501, patron="Bob", area=2)))
    seat(felt, "Bob", 2, 500)
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    assert felt.decision(1).options[0].amounts == (3_000_00, 4_000_00)
    without = Rules.of(ULTIMATE).amend(off=[law.INDIVIDUAL_LIMITS])  # as at a table of a tournament
    refusal = make_game(without, felt.game.terms).check_terms()
    assert refusal is not None and "leave it out" in refusal.words


def test_multiples_are_on_the_sign_of_this_game_alone() -> None:
    felt = Felt(ULTIMATE, multiples=sign((3,)))
    seat(felt)
    felt.deal(NINES, BOARD, p1=KINGS)
    felt.shows(law.PLAY_MULTIPLE, felt.decision(1).options[0])
    no = make_game(Rules.of(CROWN), terms(CROWN, multiples=sign((3,)))).check_terms()
    assert no is not None and "leave it out" in no.words


def test_individual_limits_for_trips_alone() -> None:
    felt = table(individual={"Ann": {"trips": Limits(5_00, 300_00)}})
    felt.ante("Ann", 1)
    felt.do(wager("trips", 300))
    felt.shows(law.SIGN_MAXIMUM, felt.refused(wager("ante", 500)))
    felt.ante("Bob", 2)
    felt.shows(law.SIGN_MAXIMUM, felt.refused(wager("trips", 300, patron="Bob", area=2)))
