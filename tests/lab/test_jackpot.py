"""The mathematics of jackpots, each figure by a second way: a meter's accounts, meters played, hands met one by one."""

import random
import statistics
from fractions import Fraction
from itertools import combinations
from math import comb, perm, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.jackpot.returns import HANDS
from pitboss.lab.jackpot.hits import SHARED, chance_of_two_prizes, count_top_hits, prize_hands
from pitboss.lab.jackpot.meter import MeterCourse
from pitboss.lab.jackpot.returns import (
    DEALT,
    JackpotReturn,
    ask_jackpot,
    break_even,
    exact_rate,
    fold_keeps_jackpot,
    jackpot_rules,
    price_jackpot,
    prizes_of,
    return_at,
    round_half_up,
    straight_flush_shares,
)
from pitboss.lab.jackpot.sheet import (
    can_forfeit,
    edge_plot_data,
    forfeiting_question,
    hits_data,
    jackpot_data,
    priced_data,
    total_edge,
)
from pitboss.lab.question import LabError
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE

HALF = Fraction(1, 2)
FOLDED = {line: Fraction(number, DEALT) / 4 for line, number in HANDS.items()}
"""A quarter of every kind."""


def star(seed: int, rate: str, price_cents: int = 1_00) -> JackpotReturn:
    asked = ask_jackpot(STAR, seed_cents=seed * 100, rate=Fraction(rate), price_cents=price_cents)
    return price_jackpot(asked)


# The return, from the accounts of a meter.


@pytest.mark.parametrize("chances", [(Fraction(1, 8), Fraction(1, 5)), (Fraction(1, 50), Fraction(0))])
def test_expected_meter_is_where_the_accounts_of_many_wagers_settle(chances: tuple[Fraction, Fraction]) -> None:
    """The mean meter wager by wager: grown, then what the prizes take of it, and the reset."""
    all_of, some = chances
    course = MeterCourse(((all_of, Fraction(1), Fraction(0)), (some, Fraction(1, 10), Fraction(0))), HALF, Fraction(30))
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
    priced = price_jackpot(ask_jackpot(CROWN, option=option, reset=50_000, rate=Fraction("0.4")))
    assert priced.total == return_at(priced.prizes, priced.course.expected)
    assert priced.total == priced.fixed + Fraction("0.4") + Fraction(50_000 * 4, DEALT)


def test_the_return_of_played_jackpots_is_the_one_that_is_told() -> None:
    """The meter played from royal flush to royal flush, with what the prizes that share it paid."""
    chance, priced = (
        random.Random(7),
        price_jackpot(ask_jackpot(CROWN, option=2, reset=20_000, rate=Fraction("0.4997"))),
    )
    hits = [(float(prize.chance), float(prize.share)) for prize in priced.prizes if prize.share]
    paid = [play(chance, hits, 0.4997, 20_000.0) for _ in range(8_000)]
    scale = float(priced.course.reset_chance)
    error = statistics.stdev(paid) / len(paid) ** 0.5 * scale
    assert abs(statistics.mean(paid) * scale + float(priced.fixed - priced.total)) < 4 * error < 0.03


def play(
    chance: random.Random, hits: list[tuple[float, float]], rate: float, meter: float, leasts: tuple[float, ...] = ()
) -> float:
    """One course of a meter: what the prizes that share it paid, or with least sums what the house added."""
    of_any = sum(odds for odds, _ in hits)
    paid = 0.0
    while True:
        meter += rate * chance.expovariate(of_any)
        place = 0 if chance.random() * of_any < hits[0][0] else 1
        share = hits[place][1]
        paid += max(leasts[place] - share * meter, 0.0) if leasts else share * meter
        if share == 1.0:
            return paid
        meter *= 1 - share


@pytest.mark.parametrize(("seed", "rate"), [(10_000, "0.3"), (30_000, "0.1"), (50_000, "0.2")])
def test_what_the_house_adds_to_least_prizes_is_what_it_adds_in_play(seed: int, rate: str) -> None:
    """Star Caribbean 12.1: $50,000 and $5,000 at least. The grid against meters that were played."""
    priced, chance = star(seed, rate), random.Random(11)
    hits = [(float(prize.chance), float(prize.share)) for prize in priced.prizes if prize.share]
    added = [play(chance, hits, float(rate), float(seed), (50_000.0, 5_000.0)) for _ in range(12_000)]
    scale = float(priced.course.reset_chance)
    error = statistics.stdev(added) / len(added) ** 0.5 * scale
    assert abs(statistics.mean(added) * scale - priced.least) < 4 * error
    assert priced.course.added.error < 1e-5


@pytest.mark.parametrize("seed", [0, 10_000, 40_000])
def test_a_meter_that_is_not_fed_pays_its_least_prizes(seed: int) -> None:
    """It never reaches $50,000, so each royal flush pays that and each straight flush $5,000: known without a grid."""
    fixed = star(seed, "0").fixed
    known = fixed + Fraction(4 * 50_000 + 36 * 5_000, DEALT)
    assert star(seed, "0").total == pytest.approx(float(known), abs=1e-6)
    assert star(10**7, "0.5").least < 1e-4, "a great meter hardly ever falls below the least prizes"


@pytest.mark.parametrize("price", [10, 1_000, 10**6, 10**12])
def test_a_dear_wager_soon_outgrows_the_least_prizes(price: int) -> None:
    """What a wager adds is then more than the least sums; the house adds next to nothing, and never takes."""
    dear, cheap = star(0, "0.3", price * 100), star(0, "0.3")
    assert 0 <= dear.least < cheap.least / price


def test_least_prizes_cost_less_the_more_feeds_the_meter() -> None:
    added = [star(20_000, f"0.{rate}").least for rate in (1, 2, 4, 8)]
    assert added == sorted(added, reverse=True) and added[-1] > 0
    returns = [float(star(20_000, f"0.{rate}").total) for rate in (1, 2, 4, 8)]
    assert returns == sorted(returns), "and the wager returns more all the same"


# Rates and breaking even.


@given(st.integers(1, 6), st.integers(0, 100_000), st.integers(8_000, 9_500))
def test_rate_for_a_return_gives_that_return(option: int, reset: int, wanted: int) -> None:
    asked = ask_jackpot(CROWN, option=option, reset=reset, rate=Fraction(0))
    rate = exact_rate(asked, Fraction(wanted, 10_000))
    assert price_jackpot(asked._replace(rate=rate)).total == Fraction(wanted, 10_000)


def test_rate_for_a_return_with_least_prizes() -> None:
    asked = ask_jackpot(STAR, seed_cents=10_000_00, wanted=Fraction("0.8"))
    assert float(price_jackpot(asked).total) == pytest.approx(0.8, abs=1e-4), "hundredths of a percent"
    rate = exact_rate(asked, Fraction("0.8"))
    assert price_jackpot(asked._replace(rate=rate)).total == pytest.approx(0.8, abs=1e-6)


@given(st.sampled_from([(STAR, 1), *((CROWN, option) for option in range(1, 7))]), st.integers(50, 20_00))
def test_a_wager_at_break_even_returns_itself(game: tuple[str, int], price_cents: int) -> None:
    prizes = prizes_of(jackpot_rules(game[0]), game[1], price_cents)
    meter = break_even(prizes)
    assert return_at(prizes, meter) == 1 if meter else return_at(prizes, meter) >= 1
    assert not meter or return_at(prizes, meter - 1) < 1


def test_half_is_rounded_up() -> None:
    assert [round_half_up(Fraction(n, 8), 2) for n in (1, 3)] == [Fraction(13, 100), Fraction(38, 100)]
    assert round_half_up(Fraction("0.012344"), 5) == Fraction("0.01234")


# Folding.


def test_a_fold_costs_the_prizes_it_forfeits_and_no_more() -> None:
    """Crown 8.4.3: Method A forfeits, Method B keeps; what feeds the meter comes back all the same."""
    asked = ask_jackpot(CROWN_MS, option=4, reset=40_000, rate=HALF, method="A")
    kept, lost = price_jackpot(asked._replace(method="B"), FOLDED), price_jackpot(asked, FOLDED)
    assert kept.total - lost.total == (kept.fixed + kept.reset) / 4
    assert lost.course.wagers_between_resets == kept.course.wagers_between_resets * 4 / 3
    assert price_jackpot(asked).total == kept.total, "nothing is said to be folded"


@pytest.mark.parametrize(
    ("game", "keeps"), [(CROWN, {"A": False, "B": True}), (STAR, {"": False}), (STAR_MS, {"": True})]
)
def test_who_keeps_a_jackpot_wager(game: str, keeps: dict[str, bool]) -> None:
    """Crown 8.4.3, reading C1, Star Mississippi 10.2.1."""
    rules = jackpot_rules(game)
    assert {method: fold_keeps_jackpot(rules, method) for method in keeps} == keeps
    assert can_forfeit(rules) == (not all(keeps.values()))
    asked = ask_jackpot(game, seed_cents=50_000_00, rate=HALF)
    other = forfeiting_question(asked)
    assert (other.method if other is not None else None) == ("A" if game == CROWN else None)


# Several prizes in a round.


@pytest.mark.parametrize("players", range(1, 8))
def test_royal_and_straight_flushes_of_one_round_by_suits(players: int) -> None:
    """A suit has none of them, a royal flush, one of nine straight flushes, four of these with a royal flush, or one of
    ten pairs: the fourth power has all that can meet."""
    one = {(0, 0): 1, (1, 0): 1, (0, 1): 9, (1, 1): 4, (0, 2): 10}
    sets = {(0, 0): 1}
    for _ in range(4):
        product: dict[tuple[int, int], int] = {}
        for (r, s), ways in sets.items():
            for (more, others), times in one.items():
                product[r + more, s + others] = product.get((r + more, s + others), 0) + ways * times
        sets = product
    hits = count_top_hits(players, 0)
    assert sum(hits.chances.values()) == 1 and min(hits.chances.values()) >= 0
    for (r, s), ways in sets.items():
        mean = sum(comb(a, r) * comb(b, s) * chance for (a, b), chance in hits.chances.items())
        deals = prod(comb(52 - 5 * place, 5) for place in range(r + s))
        assert mean == Fraction(ways * perm(players, r + s), deals)


@pytest.mark.parametrize("shared", [0, 3])
def test_royal_and_straight_flushes_of_two_players_hand_by_hand(shared: int) -> None:
    """Every pair of the forty hands that has just the cards of the table in common."""
    hands = [(hand, line == "royal-flush") for line in ("royal-flush", "straight-flush") for hand in prize_hands(line)]
    met = {0: 0, 1: 0, 2: 0}
    for (one, is_royal), (other, is_too) in combinations(hands, 2):
        met[is_royal + is_too] += 2 * ((one & other).bit_count() == shared)
    deals = comb(52, shared) * comb(52 - shared, 5 - shared) * comb(47, 5 - shared)
    hits = count_top_hits(2, shared)
    assert [hits.chances.get((r, 2 - r), 0) for r in range(3)] == [Fraction(met[r], deals) for r in range(3)]
    assert hits.shared == Fraction(sum(met.values()), deals)


@pytest.mark.parametrize("shared", [0, 3])
def test_two_prizes_of_any_kind_pair_by_pair(shared: int) -> None:
    lines = tuple(HANDS)[:5]
    hands = np.array(sorted(hand for line in lines for hand in prize_hands(line)), np.uint64)
    met = sum(int((np.bitwise_count(hands & hand) == shared).sum()) for hand in hands)
    deals = comb(52, shared) * comb(52 - shared, 5 - shared) * comb(47, 5 - shared)
    assert chance_of_two_prizes(lines, shared) == Fraction(met, deals)


@pytest.mark.parametrize("line", HANDS)
def test_prize_hands_are_all_hands_of_their_kind(line: str) -> None:
    assert len(prize_hands(line)) == HANDS[line]
    assert {hand.bit_count() for hand in prize_hands(line)} == {5}


def test_house_adds_of_the_reset_where_straight_flushes_share() -> None:
    """Crown 12.6: two take 9.5% of the meter and 0.5% of the reset value each; the Star's house adds none of it."""
    two, *_ = hits_data(jackpot_rules(CROWN), 1, Fraction(20_000))
    both = count_top_hits(2, 0).chances[0, 2]
    assert two["house_adds_return"] == pytest.approx(float(both * 2 * Fraction("0.005") * 20_000 / 2))
    assert [row["players"] for row in hits_data(jackpot_rules(ULTIMATE), 1)] == list(range(2, 8))
    assert hits_data(jackpot_rules(STAR), 1, Fraction(20_000))[0]["house_adds_return"] == 0
    assert SHARED["caribbean-stud"] == 0


@given(st.integers(1, 7))
def test_shares_of_straight_flushes_leave_what_tenths_leave(winners: int) -> None:
    of_meter, of_reset = straight_flush_shares(winners)
    left = Fraction(1)
    for _ in range(winners):
        left -= left / 10
    assert abs(1 - winners * of_meter - left) <= Fraction(winners, 2 * 10**5)
    assert abs(of_meter + of_reset - Fraction(1, 10)) <= Fraction(1, 10**5)


# The player's total edge.


def test_total_edge_of_ante_and_jackpot_wager() -> None:
    """$25 at 5% and $1 that returns 80 cents: $1.45 of $26."""
    assert total_edge(Fraction(5, 100), Fraction(25), Fraction(80, 100)) == Fraction(-145, 2_600)


@pytest.mark.parametrize("game", [STAR, CROWN])
def test_a_line_crosses_the_middle_where_ante_and_jackpot_wager_are_even(game: str) -> None:
    priced = price_jackpot(ask_jackpot(game, seed_cents=20_000_00, rate=HALF))
    drawn = edge_plot_data(Fraction(5, 100), priced)
    assert drawn["marks"]["reset"] == 20_000_00
    assert drawn["marks"]["jackpot wager even"] == round(priced.break_even * 100)
    assert drawn["marks"]["expected"] == round(priced.course.expected * 100)
    for line in drawn["lines"]:
        edges = [kept for _, kept in line["points"]]
        assert edges == sorted(edges)
        even = Fraction(line["even_meter_cents"], 100)
        back = return_at(priced.prizes, even)
        assert float(total_edge(Fraction(5, 100), Fraction(line["ante_cents"], 100), back)) == pytest.approx(
            0, abs=1e-7
        )


# What is told and refused.


def test_figures_of_a_question() -> None:
    wanted = Fraction("0.8885")
    asked = ask_jackpot(CROWN, option=1, reset=20_000, wanted=wanted)
    told = priced_data(price_jackpot(asked), wanted)
    assert (told["rate"], told["method"], told["reset_cents"]) == (0.5722, "B", 20_000_00)
    assert told["rate_for_wanted_exact"] == "56073/98000"
    assert told["return_exact"] == "217689/245000"
    assert told["edition_rate"] == {
        "clause": "12.4 Table 6",
        "resets": [20_000, 40_000, 50_000, 60_000, 80_000, 100_000],
        "rate": 0.5722,
        "is_same": True,
    }
    assert sum(prize["return_at_reset"] for prize in told["prizes"]) == pytest.approx(
        float(return_at(price_jackpot(asked).prizes, Fraction(20_000)))
    )
    elsewhere = priced_data(price_jackpot(asked._replace(reset_cents=30_000_00)))["edition_rate"]
    assert elsewhere["rate"] is None and not elsewhere["is_same"]
    assert priced_data(star(20_000, "0.3"))["edition_rate"] is None


def test_the_sheet_says_what_folding_costs_where_it_was_worked_out() -> None:
    first, *_ = jackpot_data(jackpot_rules(CROWN_MS), 1_00, FOLDED)
    assert first["forfeits"]["method"] == "A"
    assert set(first["forfeits"]["folded"].values()) == {0.25}
    assert first["forfeits"]["lost_return"] == pytest.approx(first["fixed_return"] / 4)
    meter = first["meters"][0]
    lost = first["forfeits"]["lost_return"] + meter["reset_return"] / 4
    assert meter["return_if_folds_forfeit"] == pytest.approx(meter["return"] - lost)
    assert jackpot_data(jackpot_rules(CROWN_MS))[0]["forfeits"] is None
    assert jackpot_data(jackpot_rules(STAR_MS), 1_00, FOLDED)[0]["forfeits"] is None, "a fold keeps the wager"
    assert jackpot_data(jackpot_rules(STAR), 1_00, FOLDED)[0]["forfeits"]["method"] == ""


@pytest.mark.parametrize(
    ("game", "asked", "words"),
    [
        ("star-pontoon", {}, "star-pontoon has no jackpot"),
        ("crown-baccarat", {}, "There is no game crown-baccarat"),
        (CROWN, {"option": 7}, "options 1 to 6, not 7"),
        (CROWN, {"option": 0}, "options 1 to 6, not 0"),
        (CROWN, {"price_cents": 0}, "more than $0"),
        (CROWN, {"method": "C"}, "no dealing method C: it has B, A"),
        (STAR, {"method": "A", "reset": None, "seed_cents": 1_00}, "no dealing method A: it has none"),
        (CROWN, {"reset": None}, "where the meter is reset to"),
        (CROWN, {"seed_cents": 100}, "where the meter is reset to"),
        (CROWN, {"reset": -1}, "$0 or more"),
        (CROWN, {"reset": 10**12}, "at most"),
        (CROWN, {"rate": None}, "either the rate"),
        (CROWN, {"wanted": HALF}, "either the rate"),
        (CROWN, {"rate": Fraction(3, 2)}, "not 150.0000%"),
        (CROWN, {"rate": Fraction(-1, 2)}, "0% to 100%"),
        (CROWN, {"rate": None, "wanted": Fraction(1, 5)}, "returns 31.6327% to 131.6327%: no rate gives 20.0000%"),
    ],
)
def test_what_makes_no_sense_is_refused(game: str, asked: dict[str, object], words: str) -> None:
    with pytest.raises(LabError) as refused:
        ask_jackpot(game, **({"reset": 20_000, "rate": HALF} | asked))  # type: ignore[arg-type]
    assert words in str(refused.value)
