"""The terms that a Mississippi Stud table may open on (Star 6.1, 15.2; Crown 1.1 "Method A" and "Method B", 7.2)."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss import law
from pitboss.jackpot import MeterTerms, check_meter
from pitboss.money import Stake
from pitboss.play import Refused, Table
from pitboss.play.acts import Place
from pitboss.play.terms import Limits
from pitboss.play.wager import Refusal
from support import CROWN_MS, MISSISSIPPI, STAR_MS, Felt, jackpot, make, shows


def refused(game: str, **changes: Any) -> Refusal:
    """Assert that no table opens on these terms."""
    with pytest.raises(Refused) as error:
        Table.open(make(game, **changes))
    return error.value.refusal


@pytest.mark.parametrize(
    ("game", "switch", "choice"),
    [
        (STAR_MS, "streetWholeMultiples", True),
        (STAR_MS, "communityPacketFirst", "top"),
        (STAR_MS, "winningTokenKept", False),
        (STAR_MS, "betFollowsCappedAnte", False),
        (CROWN_MS, "betFollowsCappedAnte", False),
        (CROWN_MS, "capAfterRounding", False),
    ],
)
def test_reading_that_is_played_opens_a_table(game: str, switch: str, choice: str | bool) -> None:
    assert Felt(game, readings={switch: choice}).round.need("wagers") is not None


def test_star_has_no_regulators_minimum() -> None:
    Felt(STAR_MS, regulator_minimum_cents=None)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_streets_need_no_limits_of_their_own(game: str) -> None:
    felt = Felt(game, limits={"ante": Limits(25_00, 25_00)})
    felt.ante("Ann", 1)
    felt.deal(board="9h 5d 2c", p1="Js Jd")
    felt.bet(1, 75)  # more than the maximum of the Ante


def test_crown_own_limits_are_not_below_the_regulators_minimum() -> None:
    own = {"Ann": {"ante": Limits(4_00, 500_00)}}
    shows(law.REGULATOR_MINIMUM, refused(CROWN_MS, individual=own), game=CROWN_MS)
    Felt(STAR_MS, individual=own)


def test_star_jackpot_has_one_pay_table_and_no_methods() -> None:
    shows(law.JACKPOT_HANDS, refused(STAR_MS, jackpot=jackpot(STAR_MS, option=2)), game=STAR_MS)
    shows(law.JACKPOT_OFFERED, refused(STAR_MS, jackpot=jackpot(STAR_MS, method="B")), game=STAR_MS)
    Felt(STAR_MS, jackpot=jackpot(STAR_MS, linked=True))


def test_star_jackpot_may_have_bonuses() -> None:
    """A meter may have them, and its table takes jackpot wagers."""
    bonus = {"royal-flush": 1_000_00, "straight-flush": 250_00}
    of = MeterTerms((STAR_MS,), 5_00, 50_000_00, 50_000_00, Fraction(7, 10), approval="L21/118", bonus_cents=bonus)
    assert check_meter(of.rules(), of) is None
    felt = Felt(STAR_MS, jackpot=of.offer("grand"))
    felt.ante("Ann", 1)
    (event,) = felt.do(Place("wagers", "Ann", 1, "jackpot", Stake.of(5_00)))
    felt.shows(law.JACKPOT_OFFERED, event)


def test_crown_jackpot_names_its_method() -> None:
    shows(law.JACKPOT_OFFERED, refused(CROWN_MS, jackpot=jackpot(CROWN_MS, method="")), game=CROWN_MS)
    for option in range(1, 7):
        Felt(CROWN_MS, jackpot=jackpot(CROWN_MS, option=option))
