"""The terms that a table may open on (Star 2.2.1, 6.1, 10.2, 11.3; Crown 1.1 "Method B", 2.1, 7.2, 12.2)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.law import Key, Reading
from pitboss.money import Chips
from pitboss.play import Refused, Table
from pitboss.play.terms import Limits
from pitboss.play.wager import Refusal
from support import BOTH, CROWN, STAR, Felt, jackpot, make, shows


def refused(game: str, **changes: Any) -> Refusal:
    """Assert that no table opens on these terms."""
    with pytest.raises(Refused) as error:
        Table.open(make(game, **changes))
    return error.value.refusal


@pytest.mark.parametrize("areas", [0, 8])
@pytest.mark.parametrize("game", BOTH)
def test_up_to_seven_playing_areas(game: str, areas: int) -> None:
    shows(law.PLAYING_AREA, refused(game, areas=areas), game=game)
    for fits in (1, 7):
        Felt(game, areas=fits)


@pytest.mark.parametrize("game", BOTH)
def test_cards_from_a_device_the_rules_know(game: str) -> None:
    shows(law.CARDS_FROM_DEVICE, refused(game, device="pocket"), game=game)


@pytest.mark.parametrize(
    "limits",
    [{}, {"ante": Limits(0, 100_00)}, {"ante": Limits(50_00, 25_00)}, {"ante": Limits(25_00, 500_00, -1)}],
    ids=["none", "no minimum", "upside down", "negative unit"],
)
@pytest.mark.parametrize("game", BOTH)
def test_sign_shows_limits(game: str, limits: dict[str, Limits]) -> None:
    shows(law.SIGN_MINIMUM, refused(game, limits=limits), game=game)
    Felt(game, limits={"ante": Limits(25_00, 25_00)})


def test_crown_needs_the_regulators_minimum() -> None:
    missing: tuple[dict[str, int] | None, ...] = (None, {})
    for minimums in missing:
        no = refused(CROWN, regulator_minimum_cents=minimums)
        shows(law.REGULATOR_MINIMUM, no, game=CROWN)
        shows(Reading("K23"), no, game=CROWN)
    Felt(STAR, regulator_minimum_cents=None)


def test_crown_sign_is_not_below_the_regulators_minimum() -> None:
    shows(law.REGULATOR_MINIMUM, refused(CROWN, regulator_minimum_cents={"ante": 25_01}), game=CROWN)
    shows(law.REGULATOR_MINIMUM, refused(CROWN, regulator_minimum_cents={"ante": 0}), game=CROWN)
    Felt(CROWN, regulator_minimum_cents={"ante": 25_00})


@pytest.mark.parametrize("denominations", [(), (0, 100), (500, 100), (100, 100)])
@pytest.mark.parametrize("game", BOTH)
def test_chips_are_listed_smallest_first(game: str, denominations: tuple[int, ...]) -> None:
    shows(law.TERMS, refused(game, chips=Chips(denominations)), game=game)


@pytest.mark.parametrize("game", BOTH)
def test_maximum_payout_is_an_amount(game: str) -> None:
    for maximum in (0, 1, 333_33):
        shows(law.MAXIMUM_PAYOUT, refused(game, maximum_payout_cents=maximum), game=game)
    Felt(game, maximum_payout_cents=1_00)
    Felt(game, maximum_payout_cents=None)


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"price_cents": 0}, law.JACKPOT_PRICE),
        ({"method": "C"}, law.JACKPOT_OFFERED),
        ({"option": 0}, law.JACKPOT_HANDS),
        ({"option": 7}, law.JACKPOT_HANDS),
    ],
)
def test_jackpot_terms(game: str, changes: dict[str, Any], key: Key) -> None:
    shows(key, refused(game, jackpot=jackpot(game, **changes)), game=game)
    Felt(game, jackpot=jackpot(game))


def test_star_jackpot_has_one_pay_table() -> None:
    shows(law.JACKPOT_HANDS, refused(STAR, jackpot=jackpot(STAR, option=2)), game=STAR)


def test_star_has_no_dealing_methods() -> None:
    shows(law.JACKPOT_OFFERED, refused(STAR, jackpot=jackpot(STAR, method="B")), game=STAR)


def test_crown_jackpot_names_its_method() -> None:
    shows(law.JACKPOT_OFFERED, refused(CROWN, jackpot=jackpot(CROWN, method="")), game=CROWN)


def test_crown_jackpot_of_one_game_read_so_is_dealt_by_method_a() -> None:
    make(CROWN, jackpot=jackpot(CROWN, method="B"))
    no = refused(CROWN, jackpot=jackpot(CROWN, method="B"), readings={"methodBForOneGame": False})
    shows(Reading("K12"), no, game=CROWN)
    shows(law.JACKPOT_METHOD_A, no, game=CROWN)
    make(CROWN, jackpot=jackpot(CROWN, method="A"), readings={"methodBForOneGame": False})
    make(CROWN, jackpot=jackpot(CROWN, method="B", linked=True), readings={"methodBForOneGame": False})


def test_method_b_when_linked() -> None:
    shows(law.METHOD_B_WHEN_LINKED, refused(CROWN, jackpot=jackpot(CROWN, linked=True)), game=CROWN)
    Felt(CROWN, jackpot=jackpot(CROWN, linked=True, method="B"))
    Felt(CROWN, jackpot=jackpot(CROWN, method="B"))  # and one game alone may use it


def test_star_jackpot_may_be_linked() -> None:
    Felt(STAR, jackpot=jackpot(STAR, linked=True))


def test_individual_limits_are_held_to_the_regulators_minimum() -> None:
    own = {"Ann": {"ante": Limits(1_00, 10_00)}}
    shows(law.REGULATOR_MINIMUM, refused(CROWN, individual=own), game=CROWN)
    shows(law.SIGN_MINIMUM, refused(CROWN, individual={"Bob": {"ante": Limits(50_00, 1_00)}}), game=CROWN)
    Felt(CROWN, individual={"Ann": {"ante": Limits(5_00, 1_000_00)}})


@pytest.mark.parametrize("game", BOTH)
def test_sign_shows_a_minimum_that_chips_make(game: str) -> None:
    shows(law.CHIPS_OR_TOKENS, refused(game, limits={"ante": Limits(25_50, 500_00)}), game=game)


def test_open_table_does_not_change_with_the_mapping_it_was_opened_on() -> None:
    limits = {"ante": Limits(25_00, 500_00)}
    felt = Felt(STAR, limits=limits)
    limits["ante"] = Limits(1_00, 2_00)
    felt.ante("Ann", 1, 25)
