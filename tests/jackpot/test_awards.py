"""What the hands of a round take out of a meter (Star Caribbean Stud 12; Mississippi Stud 15.2.9 to 15.2.14; Crown 12),
and what a fixed prize or a bonus is."""

from fractions import Fraction
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import law
from pitboss.cards import parse_cards
from pitboss.jackpot import MeterTerms, PoolClaim, award_round, fixed_prizes
from pitboss.jackpot.awards import ROYAL_FLUSH, STRAIGHT_FLUSH
from pitboss.law.rules import Rules
from pitboss.money import Chips
from pitboss.play.terms import JackpotTerms
from pitboss.play.wager import Claim
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, shows

STARS, CROWNS = (STAR, STAR_MS), (CROWN, CROWN_MS, ULTIMATE)
CHIPS = Chips((100, 500, 2_500, 10_000))
TABLE_7 = (
    ("10.000", "0.000"),
    ("9.500", "0.500"),
    ("9.033", "0.967"),
    ("8.598", "1.403"),
    ("8.190", "1.810"),
    ("7.809", "2.191"),
    ("7.453", "2.547"),
)


def terms(game: str, **changes: Any) -> MeterTerms:
    """A $1 meter with a reset value of $100,000."""
    usual: dict[str, Any] = {"games": (game,), "price_cents": 100, "seed_cents": 0, "reset_cents": 100_000_00}
    usual |= {"rate": Fraction(4490, 10_000), "method": "B"} if game in CROWNS else {"rate": Fraction(7, 10)}
    return MeterTerms(**(usual | changes))


def claims(*lines: str) -> tuple[PoolClaim, ...]:
    """Hands from the dealer's right: the highest area first."""
    return tuple(PoolClaim(f"player {area}", area, line) for area, line in zip(range(7, 0, -1), lines, strict=False))


def award(game: str, cents: Any, *lines: str, **changes: Any) -> Any:
    of = terms(game, **changes)
    return award_round(of.rules(game), of, cents, claims(*lines), CHIPS)


@pytest.mark.parametrize("game", STARS)
@pytest.mark.parametrize(("meter", "pays"), [(49_999_99, 50_000_00), (50_000_00, 50_000_00), (80_000_37, 80_000_37)])
def test_prize_royal_flush(game: str, meter: int, pays: int) -> None:
    (done,) = award(game, meter, ROYAL_FLUSH).awards
    assert (done.cents, done.meter) == (pays, meter)  # the meter gives all it has, the house the rest
    shows(law.PRIZE_ROYAL_FLUSH, done, game=game)
    shows(law.PRIZES_LISTED, done, game=game)


@pytest.mark.parametrize("game", STARS)
@pytest.mark.parametrize(("meter", "pays", "gives"), [(40_000_00, 5_000_00, 4_000_00), (60_000_10, 6_000_01, 6_000_01)])
def test_prize_straight_flush(game: str, meter: int, pays: int, gives: int) -> None:
    (done,) = award(game, meter, STRAIGHT_FLUSH).awards
    assert (done.cents, done.meter) == (pays, gives)
    shows(law.PRIZE_STRAIGHT_FLUSH, done, game=game)
    shows(law.PRIZES_FROM_RIGHT, done, game=game)


@pytest.mark.parametrize("game", STARS)
def test_royals_share(game: str) -> None:
    shared = award(game, 120_000_00, ROYAL_FLUSH, ROYAL_FLUSH).awards
    assert [done.cents for done in shared] == [60_000_00, 60_000_00]
    least = award(game, 80_000_00, ROYAL_FLUSH, ROYAL_FLUSH).awards
    assert [(done.cents, done.meter) for done in least] == [(50_000_00, 40_000_00)] * 2
    for key in (law.SEVERAL_PRIZES, law.ROYALS_SHARE):
        shows(key, shared[0], game=game)
    assert law.ROYALS_SHARE not in award(game, 120_000_00, ROYAL_FLUSH).awards[0].because


@pytest.mark.parametrize("game", STARS)
def test_straight_flushes_share(game: str) -> None:
    """Scenario 39: successive tenths in equal shares, and never less than $5,000 each."""
    low = award(game, 40_000_00, STRAIGHT_FLUSH, STRAIGHT_FLUSH)
    assert [(done.cents, done.meter) for done in low.awards] == [(5_000_00, 3_800_00)] * 2 and not low.is_reseeded
    high = award(game, 120_000_00, STRAIGHT_FLUSH, STRAIGHT_FLUSH).awards
    assert [done.cents for done in high] == [11_400_00, 11_400_00]
    shows(law.STRAIGHT_FLUSHES_SHARE, high[0], game=game)


@pytest.mark.parametrize("game", STARS)
def test_straight_flush_first(game: str) -> None:
    """The royal flush takes what the straight flush left, though it sits further to the right."""
    done = award(game, 120_000_00, ROYAL_FLUSH, STRAIGHT_FLUSH).awards
    assert [(each.line, each.cents) for each in done] == [(STRAIGHT_FLUSH, 12_000_00), (ROYAL_FLUSH, 108_000_00)]
    shows(law.STRAIGHT_FLUSH_FIRST, done[0], game=game)


def test_a_straight_flush_may_be_read_to_leave_the_meter_alone() -> None:
    (done,) = award(STAR_MS, 120_000_00, STRAIGHT_FLUSH, readings={"straightFlushReducesPool": False}).awards
    assert (done.cents, done.meter) == (12_000_00, 0)
    (crown,) = award(CROWN, 120_000_00, STRAIGHT_FLUSH, readings={"straightFlushReducesMeter": False}).awards
    assert (crown.cents, crown.meter) == (12_000_00, 0)


def test_the_sign_may_show_more_than_the_least_of_the_book() -> None:
    (done,) = award(STAR_MS, 40_000_00, STRAIGHT_FLUSH, least_cents={STRAIGHT_FLUSH: 6_000_00}).awards
    assert done.cents == 6_000_00


@pytest.mark.parametrize("game", CROWNS)
def test_hundred_percent(game: str) -> None:
    meter = 120_000_00 + Fraction(1, 10_000)
    done = award(game, meter, ROYAL_FLUSH)
    (royal,) = done.awards
    assert (royal.cents, royal.meter) == (120_001_00, meter) and done.is_reseeded
    assert award(game, 120_000_00, ROYAL_FLUSH).awards[0].cents == 120_000_00
    shows(law.HUNDRED_PERCENT, royal, game=game)
    shows(law.AWARD_DETERMINED, royal, game=game)
    shows(law.ROUND_AT_ONCE, royal, game=game)
    read = {"readings": {"jackpotSharesOf": "rounded-meter"}}
    of_whole, of_meter = (award(game, meter, ROYAL_FLUSH, STRAIGHT_FLUSH, **more).awards[0] for more in (read, {}))
    shows(law.HUNDRED_PERCENT, of_whole, game=game)
    assert of_whole.exact == Fraction(120_001_00 * 10, 11) and of_meter.exact == meter * Fraction(10, 11)
    assert law.HUNDRED_PERCENT not in of_meter.because


@pytest.mark.parametrize("game", CROWNS)
def test_royal_weighs_ten(game: str) -> None:
    """A royal and a straight flush at once take 10/11 and 1/11; a second royal brings a reset value."""
    mixed = award(game, 110_000_00, STRAIGHT_FLUSH, ROYAL_FLUSH).awards
    assert [each.cents for each in mixed] == [10_000_00, 100_000_00]
    shows(law.BESIDE_ROYAL, mixed[0], game=game)
    shows(law.ROYAL_WEIGHS_TEN, mixed[1], game=game)
    two = award(game, 120_000_00, ROYAL_FLUSH, ROYAL_FLUSH).awards
    assert [(each.cents, each.meter) for each in two] == [(110_000_00, 60_000_00)] * 2
    shows(law.RESET_ADDED, two[0], game=game)
    assert law.RESET_ADDED not in mixed[1].because


def test_shares_may_be_read_as_of_the_whole_dollar() -> None:
    meter = 99_99
    raw = award(CROWN, meter, STRAIGHT_FLUSH, reset_cents=0).awards[0]
    whole = award(CROWN, meter, STRAIGHT_FLUSH, reset_cents=0, readings={"jackpotSharesOf": "rounded-meter"}).awards[0]
    assert (raw.exact, whole.exact) == (Fraction(9999, 10), 1_000)


@pytest.mark.parametrize("game", CROWNS)
@pytest.mark.parametrize("count", range(1, 8))
def test_shares_listed(game: str, count: int) -> None:
    """Table 7 as printed, its fourth row with it, which comes to 10.001%."""
    of_meter, of_reset = (Fraction(part) / 100 for part in TABLE_7[count - 1])
    done = award(game, 120_000_00, *[STRAIGHT_FLUSH] * count).awards
    due = 120_000_00 * of_meter + 100_000_00 * of_reset
    assert {(each.exact, each.meter) for each in done} == {(due, 120_000_00 * of_meter)}
    assert {each.cents for each in done} == {ceil(due / 100) * 100}  # up to what chips can pay
    if done[0].cents != due:
        shows(law.PAID_UP_TO_CHIPS, done[0], game=game)
    if count > 1:
        shows(law.SHARES_LISTED, done[0], game=game)
    assert sum(map(Fraction, TABLE_7[count - 1])) == (Fraction("10.001") if count == 4 else 10)
    rounded = round((1 - Fraction(9, 10) ** count) / count * 100, 3)
    assert rounded == Fraction(TABLE_7[count - 1][0])


def test_scenario_39_at_crown() -> None:
    done = award(CROWN, 120_000_00, STRAIGHT_FLUSH, STRAIGHT_FLUSH).awards
    assert [each.cents for each in done] == [11_900_00, 11_900_00]


# Prizes that do not depend on the meter.


def hand(line: str, area: int = 1) -> Claim:
    return Claim(0, f"player {area}", area, line, parse_cards("Ac Kc Qc Jc Tc"), (law.JACKPOT_HANDS,))


def fixed(game: str, *hands: Claim, option: int = 1, bettors: Any = (), **more: Any) -> Any:
    offers = JackpotTerms(500, "B" if game in CROWNS else "", option, **more)
    return fixed_prizes(Rules.of(game), offers, hands, bettors, CHIPS)


ODDS = {
    "four-of-a-kind": (300, 400, 500, 300, 400, 500),
    "full-house": (80, 100, 120, 80, 100, 100),
    "flush": (50, 60, 80, 40, 50, 50),
    "straight": (0, 0, 0, 20, 10, 20),
}


@pytest.mark.parametrize("game", CROWNS)
@pytest.mark.parametrize("option", range(1, 7))
def test_prizes_of_table_5_are_for_1(game: str, option: int) -> None:
    for line, odds in ODDS.items():
        if odds[option - 1]:
            (prize,) = fixed(game, hand(line), option=option)
            assert prize.cents == odds[option - 1] * 5_00
            shows(law.PRIZES_LISTED, prize, game=game)
            shows(law.DEALER_PAYS_PRIZE, prize, game=game)


def test_no_prize_is_paid_at_the_table_for_a_share_of_the_meter() -> None:
    assert not fixed(CROWN, hand(ROYAL_FLUSH), hand(STRAIGHT_FLUSH, 2))


def test_bonus_for_bettors() -> None:
    """All others with a jackpot wager at the table get the bonus, from the dealer's right, before the prize."""
    bettors = (("player 1", 1), ("player 3", 3), ("cat", 5))
    bonus = {ROYAL_FLUSH: 1_000_00, STRAIGHT_FLUSH: 250_00}
    done = fixed(STAR_MS, hand(STRAIGHT_FLUSH), bettors=bettors, bonus_cents=bonus)
    assert [(prize.patron, prize.cents) for prize in done] == [("cat", 250_00), ("player 3", 250_00)]
    for key in (law.BONUS_JACKPOT, law.BONUS_FOR_BETTORS, law.NO_BONUS_FOR_WINNER, law.BONUS_FIRST):
        shows(key, done[0], game=STAR_MS)
    both = fixed(STAR_MS, hand(STRAIGHT_FLUSH), hand(ROYAL_FLUSH, 3), bettors=bettors, bonus_cents=bonus)
    assert [(prize.patron, prize.cents) for prize in both] == [("cat", 1_000_00)]
    assert not fixed(STAR_MS, hand("flush"), bettors=bettors)[1:]
    assert not fixed(STAR_MS, hand(ROYAL_FLUSH), bettors=bettors)


@given(
    st.sampled_from((*STARS, *CROWNS)),
    st.integers(0, 10**9).flatmap(lambda top: st.integers(1, 10**6).map(lambda bottom: Fraction(top, bottom))),
    st.lists(st.sampled_from((ROYAL_FLUSH, STRAIGHT_FLUSH)), min_size=1, max_size=7),
)
def test_a_meter_never_gives_more_than_it_has(game: str, meter: Fraction, lines: list[str]) -> None:
    done = award(game, meter, *lines)
    assert 0 <= done.meter <= meter
    assert (ROYAL_FLUSH in lines) == (done.meter == meter) or not meter
    for each in done.awards:
        assert each.exact <= each.cents and each.meter <= each.exact
    assert len(done.awards) == len(lines)
