"""What a meter may run on (Star Caribbean Stud 11.6, 11.9; Mississippi Stud 15.1, 15.2.5; Crown 11.2, 12.4 Table 6),
what it adds up to, and what it passes on when it closes."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import law
from pitboss.jackpot import Meter, MeterTerms, check_meter
from pitboss.jackpot.meter import listed_rates, percent, residue
from pitboss.jackpot.returns import price_jackpot
from pitboss.law import Reading
from pitboss.law.rules import Rules
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, shows

STARS, CROWNS = (STAR, STAR_MS), (CROWN, CROWN_MS, ULTIMATE)
GAMES = (*STARS, *CROWNS)


def terms(game: str, **changes: Any) -> MeterTerms:
    usual: dict[str, Any] = {"games": (game,), "price_cents": 500, "seed_cents": 50_000_00}
    if game in CROWNS:
        usual |= {"reset_cents": 100_000_00, "rate": Fraction(5722, 10_000), "method": "A"}
    else:
        usual |= {"reset_cents": 50_000_00, "rate": Fraction(7, 10), "approval": "L21/118"}
    return MeterTerms(**(usual | changes))


def refused(game: str, *others: MeterTerms, **changes: Any) -> Any:
    of = terms(game, **changes)
    no = check_meter(of.rules(game), of, others)
    assert no is not None
    return no


@pytest.mark.parametrize("game", GAMES)
def test_a_meter_on_usual_terms(game: str) -> None:
    of = terms(game)
    assert check_meter(of.rules(game), of) is None
    assert of.grows == of.rate * 500


@pytest.mark.parametrize("game", GAMES)
def test_figures_that_cannot_be(game: str) -> None:
    for cents in (0, -1):
        shows(law.JACKPOT_PRICE, refused(game, price_cents=cents), game=game)
    shows(law.METER_GROWS, refused(game, rate=Fraction(0)), game=game)
    shows(law.METER_GROWS, refused(game, rate=Fraction(9, 10), reserve_rate=Fraction(2, 10)), game=game)
    assert check_meter(Rules.of(game), terms(game, reserve_rate=Fraction(0))) is None
    for option in (0, 7):
        shows(law.JACKPOT_HANDS, refused(game, option=option), game=game)
    assert refused(game, seed_cents=-1).because


@pytest.mark.parametrize("game", CROWNS)
def test_seed_set(game: str) -> None:
    shows(law.SEED_SET, refused(game, seed_cents=-1), game=game)
    assert check_meter(Rules.of(game), terms(game, seed_cents=0)) is None


def test_rate_approved() -> None:
    shows(law.RATE_APPROVED, refused(STAR, approval=""), game=STAR)
    shows(law.LINKED_RATE, refused(STAR_MS, approval=""), game=STAR_MS)


@pytest.mark.parametrize("game", CROWNS)
def test_option_fits_reset(game: str) -> None:
    shows(law.OPTION_FITS_RESET, refused(game, reset_cents=100_000_01), game=game)
    shows(law.OPTION_FITS_RESET, refused(game, rate=Fraction(5723, 10_000)), game=game)
    shows(law.METER_RESEEDED, refused(game, reset_cents=1), game=game)
    assert refused(game, option=2).because == (law.OPTION_FITS_RESET, law.METER_GROWS)
    assert refused(game, reserve_rate=Fraction(1, 100)).because == (law.METER_GROWS,)


def test_every_cell_of_table_6_returns_as_printed() -> None:
    cells = 0
    for option in range(1, 7):
        for multiple, rate in listed_rates(Rules.of(CROWN), option).items():
            of = terms(CROWN, option=option, reset_cents=int(multiple * 500), rate=rate)
            assert check_meter(Rules.of(CROWN), of) is None
            assert Fraction("0.88845") <= price_jackpot(of).total < Fraction("0.88855")
            cells += 1
    assert cells == 36


@pytest.mark.parametrize("game", CROWNS)
def test_one_option(game: str) -> None:
    other = terms(game)
    rate = listed_rates(Rules.of(game), 2)[Fraction(20_000)]
    shows(law.ONE_OPTION, refused(game, other, option=2, rate=rate), game=game)
    assert check_meter(Rules.of(game), terms(game), (other,)) is None


def test_options_with_several_meters_may_be_read_as_the_first_three() -> None:
    rate = listed_rates(Rules.of(CROWN), 4)[Fraction(20_000)]
    fourth = {"option": 4, "rate": rate}
    other = terms(CROWN, **fourth)
    assert check_meter(Rules.of(CROWN), other, (other,)) is None
    read = {"optionsWithSeveralMeters": "first-three"}
    assert Reading("K3") in refused(CROWN, other, **fourth, readings=read).because
    alone = terms(CROWN, **fourth, readings=read)
    assert check_meter(alone.rules(), alone) is None


@pytest.mark.parametrize("method", ["A", "B"])
def test_method_b_when_linked(method: str) -> None:
    of = terms(CROWN, games=CROWNS, method=method)
    no = check_meter(of.rules(), of)
    assert (no is None) == (method == "B")
    if no is not None:
        for game in CROWNS:
            shows(law.METHOD_B_WHEN_LINKED, no, game=game)


def test_the_sign_shows_no_less_than_the_book() -> None:
    for game in GAMES:
        shows(law.PRIZES_LISTED, refused(game, least_cents={"flush": 1_000_00}), game=game)
        for least in (50_000_00, 60_000_00):
            assert check_meter(Rules.of(game), terms(game, least_cents={"royal-flush": least})) is None
    for game in STARS:
        shows(law.PRIZES_LISTED, refused(game, least_cents={"royal-flush": 49_999_99}), game=game)


def test_a_bonus_is_for_a_game_that_has_one() -> None:
    assert check_meter(Rules.of(STAR_MS), terms(STAR_MS, bonus_cents={"royal-flush": 1_000_00})) is None
    shows(law.BONUS_JACKPOT, refused(STAR_MS, bonus_cents={"flush": 1_000_00}), game=STAR_MS)
    assert law.BONUS_JACKPOT in refused(STAR_MS, bonus_cents={"royal-flush": 0}).because
    for game in (STAR, *CROWNS):
        shows(law.JACKPOT_OFFERED, refused(game, bonus_cents={"royal-flush": 1_000_00}), game=game)
        assert check_meter(Rules.of(game), terms(game)) is None


def test_residue() -> None:
    """The seed stays with the house; by the other reading the cost multiplies the difference (K5)."""
    of = terms(CROWN, seed_cents=25_000_00)
    assert residue(of.rules(), of, 60_000_00) == 35_000_00
    other = of._replace(readings={"closureTransfer": "scaled-difference"})
    assert residue(other.rules(), other, 60_000_00) == 5 * (60_000_00 - 5_000_00)


def test_a_percentage_is_rounded_at_its_last_place() -> None:
    assert percent(Fraction(5722, 10_000), 2) == "57.22%"
    assert percent(Fraction(88_8517, 100_0000)) == "88.8517%"


SUMS = ("contributions", "reseeds", "transfers", "adjustments", "awards")


@given(st.lists(st.tuples(st.sampled_from(SUMS), st.fractions())))
def test_a_meter_is_the_sum_of_what_went_in_and_out(moves: list[tuple[str, Fraction]]) -> None:
    meter, value = Meter(7), Fraction(7)
    for name, amount in moves:
        meter = meter.add(**{name: amount})
        value += -amount if name == "awards" else amount
        assert meter.value == value
