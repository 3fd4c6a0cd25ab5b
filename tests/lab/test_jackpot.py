"""The mathematics of jackpots, each figure by a second way: a meter's accounts, meters played, hands met one by one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.jackpot.hits import SHARED, count_top_hits
from pitboss.jackpot.returns import (
    DEALT,
    HANDS,
    JackpotReturn,
    fold_keeps_jackpot,
    price_jackpot,
    return_at,
)
from pitboss.lab.jackpot.returns import (
    ask_jackpot,
    exact_rate,
    jackpot_rules,
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
