"""What a jackpot wager returns in the long run, each figure by a second way: a meter's accounts, all meters on a
lattice, and meters played with the award function of the tables."""

import random
import statistics
from fractions import Fraction
from math import log, log1p
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.jackpot import Meter, MeterTerms, PoolClaim, award_round
from pitboss.jackpot.course import STILL, MeterCourse, MeterShare
from pitboss.jackpot.hits import SHARED, count_top_hits
from pitboss.jackpot.returns import DEALT, JackpotReturn, bonus_return, break_even, price_jackpot, prizes_of, return_at
from pitboss.law.rules import Rules
from pitboss.money import Chips
from support import CROWN, CROWN_MS, STAR, STAR_MS

HALF = Fraction(1, 2)


def terms(game: str, reset_cents: int = 0, rate: Fraction | str = HALF, **more: Any) -> MeterTerms:
    usual: dict[str, Any] = {
        "games": (game,),
        "price_cents": 1_00,
        "seed_cents": 0,
        "method": "B" if "crown" in game else "",
    }
    return MeterTerms(**(usual | more), reset_cents=reset_cents, rate=Fraction(rate))


def star(seed: int, rate: str, price_cents: int = 1_00, **more: Any) -> JackpotReturn:
    return price_jackpot(terms(STAR, seed * 100, rate, price_cents=price_cents, **more))


def course_of(
    all_of: Any, some: Any, leasts: tuple[int, int] = (0, 0), rate: Any = HALF, reset: int = 0
) -> MeterCourse:
    """A meter of which one prize takes all, and another a tenth."""
    shares = (Fraction(all_of), Fraction(1), leasts[0]), (Fraction(some), Fraction(1, 10), leasts[1])
    return MeterCourse(
        tuple(MeterShare(chance, share, Fraction(least)) for chance, share, least in shares),
        Fraction(rate),
        Fraction(reset),
    )


# The return, from the accounts of a meter.


@pytest.mark.parametrize("chances", [(Fraction(1, 8), Fraction(1, 5)), (Fraction(1, 50), Fraction(0))])
def test_expected_meter_is_where_the_accounts_of_many_wagers_settle(chances: tuple[Fraction, Fraction]) -> None:
    """The mean meter wager by wager: grown, then what the prizes take of it, and the reset."""
    all_of, some = chances
    course = course_of(all_of, some, reset=30)
    meter, paid = 30.0, 0.0
    for _ in range(3_000):
        grown = meter + 0.5
        paid = float(all_of) * grown + float(some) * grown / 10
        meter = grown - paid + float(all_of) * 30
    assert float(course.expected) == pytest.approx(grown)
    assert paid == pytest.approx(float(HALF + all_of * 30)), "what comes in goes out"
    assert course.wagers_between_resets == 1 / all_of


@pytest.mark.parametrize("option", range(1, 7))
def test_return_is_what_the_prizes_pay_at_the_expected_meter(option: int) -> None:
    """The two ways to a return: what is put in, and what every prize pays at the meter that is met on average."""
    priced = price_jackpot(terms(CROWN, 50_000_00, "0.4", option=option))
    assert priced.total == return_at(priced.prizes, priced.course.expected)
    assert priced.total == priced.fixed + Fraction("0.4") + Fraction(50_000 * 4, DEALT)


# Least prizes.


def adds_on_lattice(course: MeterCourse, steps: int, top: int) -> float:
    """What the house adds for each wager: from every meter on, wager by wager until the reset. Between the points of
    the lattice it is taken to be a straight line, which is a little too much."""
    every, some = course.shares
    p, most = float(every.chance), float(every.least)
    q, share, least = float(some.chance), float(some.share), float(some.least)
    grows, points = float(course.rate), np.arange(top * steps + 1) / steps
    at_hit = p * np.maximum(most - points * grows, 0) + q * np.maximum(least - share * points * grows, 0)
    places = np.arange(top * steps + 1)
    worth = np.zeros(len(points))
    for _ in range(400):
        now = at_hit + q * np.interp((1 - share) * points, points, worth)
        after = np.zeros(len(points))
        for place in range(top - 1, -1, -1):  # `steps` points at a time: a wager adds so many
            here, there = slice(place * steps, (place + 1) * steps), slice((place + 1) * steps, (place + 2) * steps)
            after[here] = now[there][:steps] + (1 - p - q) * after[there][:steps]
        if np.abs(after - worth).max() < 1e-10:
            break
        worth = after
    return float(np.interp(float(course.reset) / grows * steps, places, worth)) * p


@pytest.mark.parametrize(
    ("rate", "reset", "leasts"), [(1, 0, (20, 2)), (1, 7, (20, 2)), (1, 15, (20, 3)), (2, 5, (9, 1)), (1, 30, (20, 1))]
)
def test_what_the_house_adds_is_within_its_error_of_all_meters_on_a_lattice(
    rate: int, reset: int, leasts: tuple[int, int]
) -> None:
    """A royal flush in 50 wagers, so that every meter that can be is looked at."""
    course = course_of("1/50", "9/50", leasts, rate, reset)
    on_lattice = adds_on_lattice(course, 4, 600)
    found = course.added
    assert float(found.worth - found.error) < on_lattice < float(found.worth) + 1e-6
    assert found.error < Fraction(1, 50)
    rare = course_of("1/5000", "9/5000", leasts, Fraction(rate, 100), reset)
    assert rare.added.error < Fraction(1, 10**6), "the error falls with the square of the chances"


def played(priced: JackpotReturn, hits: int, seed: int) -> tuple[float, float, float]:
    """A meter played hit by hit with the award function of the tables: what the house added for each wager beside the
    shares and the reset values, with its error, and what was paid out of the meter."""
    of, chance = priced.terms, random.Random(seed)
    rules, shares = of.rules(), [prize for prize in priced.prizes if prize.share]
    of_any, of_all = (float(sum(prize.chance for prize in some)) for some in (shares, shares[:1]))
    meter, wagers = Meter(of.reset_cents), 0
    courses, adds = [], Fraction(0)
    for _ in range(hits):
        gap = int(log(1 - chance.random()) / log1p(-of_any)) + 1
        wagers += gap
        line = shares[chance.random() * of_any >= of_all].line
        meter = meter.add(contributions=of.grows * gap)
        made = award_round(rules, of, meter.value, (PoolClaim("ann", 1, line),), Chips())
        meter = meter.add(awards=made.meter, reseeds=of.reset_cents if made.is_reseeded else 0)
        adds += sum(each.exact - each.meter for each in made.awards)
        if made.is_reseeded:
            courses.append(float(adds))
            adds = Fraction(0)
    scale = float(priced.course.reset_chance) / of.price_cents
    error = statistics.stdev(courses) / len(courses) ** 0.5 * scale
    return statistics.mean(courses) * scale, error, float(meter.awards / wagers / of.price_cents)


@pytest.mark.parametrize(
    ("seed", "rate", "price_cents"), [(10_000, "0.3", 1_00), (30_000, "0.1", 2_50), (0, "0.6", 50)]
)
def test_what_the_house_adds_to_least_prizes_is_what_it_adds_in_play(seed: int, rate: str, price_cents: int) -> None:
    """Star Caribbean 12.1: $50,000 and $5,000 at least."""
    priced = star(seed, rate, price_cents)
    added, error, paid = played(priced, 12_000, 11)
    assert abs(added - float(priced.least.worth)) < 4 * error < 0.3 * added
    assert paid == pytest.approx(float(priced.terms.rate + priced.reset), rel=0.1)
    assert priced.least.error < Fraction(1, 10**10)


def test_a_played_crown_meter_pays_what_is_put_in() -> None:
    priced = price_jackpot(terms(CROWN, 20_000_00, "0.4997", option=2))
    added, _, paid = played(priced, 12_000, 7)
    assert paid == pytest.approx(float(priced.total - priced.fixed), rel=0.04)
    assert 0 < added < 1e-6, "the house rounds royal flushes up to the dollar, and adds nothing else"


@pytest.mark.parametrize("seed", [0, 10_000, 40_000])
def test_a_meter_that_is_not_fed_pays_its_least_prizes(seed: int) -> None:
    """It never reaches $50,000, so each royal flush pays that and each straight flush $5,000: known without a grid."""
    fixed = star(seed, "0").fixed
    known = fixed + Fraction(4 * 50_000 + 36 * 5_000, DEALT)
    assert abs(star(seed, "0").total - known) <= star(seed, "0").least.error < Fraction(1, 10**11)
    assert star(seed, "1e-13").total == pytest.approx(float(known), abs=1e-9)
    assert star(10**7, "0.5").least.worth < Fraction(1, 10**4), "a great meter hardly ever falls below the least prizes"


@pytest.mark.parametrize("price", [10, 1_000, 10**6, 10**12])
def test_a_dear_wager_soon_outgrows_the_least_prizes(price: int) -> None:
    """What a wager adds is then more than the least sums; the house adds next to nothing, and never takes."""
    dear, cheap = star(0, "0.3", price * 100), star(0, "0.3")
    assert 0 <= dear.least.worth < cheap.least.worth / price


def test_least_prizes_cost_less_the_more_feeds_the_meter() -> None:
    added = [star(20_000, f"0.{rate}").least.worth for rate in (1, 2, 4, 8)]
    assert added == sorted(added, reverse=True) and added[-1] > 0
    returns = [float(star(20_000, f"0.{rate}").total) for rate in (1, 2, 4, 8)]
    assert returns == sorted(returns), "and the wager returns more all the same"


@given(st.sampled_from([(STAR, 1), *((CROWN, option) for option in range(1, 7))]), st.integers(50, 20_00))
def test_a_wager_at_break_even_returns_itself(game: tuple[str, int], price_cents: int) -> None:
    prizes = prizes_of(terms(game[0], option=game[1], price_cents=price_cents))
    meter = break_even(prizes)
    assert return_at(prizes, meter) == 1 if meter else return_at(prizes, meter) >= 1
    assert not meter or return_at(prizes, meter - 1) < 1


# Other terms.


def test_a_sign_that_shows_more_returns_more() -> None:
    more = star(20_000, "0.3", least_cents={"royal-flush": 80_000_00})
    assert more.least.worth > star(20_000, "0.3").least.worth and more.exact == star(20_000, "0.3").exact
    (royal, *_) = more.prizes
    assert royal.least == 80_000


@pytest.mark.parametrize(
    ("game", "name"), [(STAR_MS, "straightFlushReducesPool"), (CROWN, "straightFlushReducesMeter")]
)
def test_straight_flushes_that_leave_the_meter_are_the_houses(game: str, name: str) -> None:
    """By the other reading the house pays them; royal flushes alone take of the meter, which stands higher."""
    usual = price_jackpot(terms(game, 60_000_00, "0.5"))
    other = price_jackpot(terms(game, 60_000_00, "0.5", readings={name: False}))
    assert other.course.expected == 60_000 + HALF * DEALT / 4
    assert other.exact == usual.exact + Fraction(36, DEALT) * other.course.expected / 10
    assert other.least.worth <= usual.least.worth


def test_the_reserve_returns_nothing_beside_the_reset() -> None:
    """It pays for resets that come anyway."""
    assert star(50_000, "0.5", reserve_rate=Fraction(1, 10)).total == star(50_000, "0.5").total


@pytest.mark.parametrize("players", [2, 7])
def test_bonuses_return_what_the_others_get(players: int) -> None:
    """Star Mississippi 15.2.10: all but the winners, the highest bonus of the round."""
    of = terms(STAR_MS, bonus_cents={"royal-flush": 1_000_00, "straight-flush": 250_00})
    paid = Fraction(0)
    for (royals, others), chance in count_top_hits(players, SHARED["mississippi-stud"]).chances.items():
        if royals + others:
            paid += chance * (1_000_00 if royals else 250_00) * (players - royals - others)
    assert bonus_return(of, players) == paid / players / 1_00
    assert bonus_return(of._replace(bonus_cents={}), players) == 0
    assert Rules.of(STAR_MS).game.engine == "mississippi-stud" != Rules.of(CROWN).game.engine


def test_figures_beyond_reason_are_priced_all_the_same() -> None:
    absurd = star(10**10, "1e-9", price_cents=1)
    assert absurd.course.reset * absurd.course.reset_chance > STILL * absurd.terms.rate
    assert absurd.least.worth > 0 and absurd.least.error < Fraction(1, 10**7)
    assert price_jackpot(terms(CROWN_MS, 10**12, "1e-14")).least.worth == 0
