"""The fast path against exact fractions: every order of the cards of a short shoe followed one by one."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from lab.pontoon.pontoon_shoes import SHORT, any_tables, book, shoe
from lab.pontoon.short_pontoon import ExactGame
from pitboss.lab.parameters import parse_odds
from pitboss.lab.pontoon.deal import solve_up
from pitboss.lab.pontoon.play import VALUES
from pitboss.lab.pontoon.price import each_up, price_tables
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.up_card import Policy, UpCard, best_policy

READINGS: list[dict[str, bool | int]] = [
    {},
    {"wager_cents": 2_500, "super_bonus_pays_table_1": False},
    {"bust_fills_original": True, "drawn_ace_is_eleven": False},
    {"forfeit_fills_original": True, "paid_fills_original": True, "doubled_21_beats_pontoon": False},
    {"forfeit": False, "surrender": False, "stands_soft": 17},
    {"pontoon_takes_all": True, "surrender_to_any": True},
    {"double_most_cards": 2, "pontoon_takes_all": True, "doubled_21_beats_pontoon": False},
]


def without_splits(rules: PontoonRules) -> float:
    """The value of the best play that never splits, by the fast path."""
    policy = Policy(best_policy().given, splits=np.zeros(VALUES, np.bool_))
    results = each_up(rules, lambda up: solve_up(UpCard(rules, up), policy))
    return sum(rules.values[result.spot.up] * result.value for result in results) / sum(rules.values)


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_best_play_is_the_exact_one(readings: dict[str, bool | int]) -> None:
    rules = book(cards=SHORT, **readings)
    assert without_splits(rules) == pytest.approx(float(ExactGame(rules).optimum()), abs=1e-13)


def test_best_play_is_the_exact_one_with_low_cards() -> None:
    """Small cards make long hands: five, six and seven cards that reach 21."""
    low = shoe(A=(1, 1, 0, 0), _2=(1, 1, 0, 0), _3=(1, 1, 1, 0), _5=(1, 0, 0, 0), _9=(1, 1, 0, 0), K=(1, 1, 1, 1))
    rules = book(cards=low)
    assert without_splits(rules) == pytest.approx(float(ExactGame(rules).optimum()), abs=1e-13)


TOGETHER: list[dict[str, bool | int]] = [
    {},
    READINGS[1] | READINGS[2],
    READINGS[3] | {"surrender": False, "stands_soft": 17},
    {"pontoon_takes_all": True, "split_aces_play_on": True, "surrender_to_any": True},
    {"double_after_split": False, "double_most_cards": 2},
]
"""The same readings several at a time: these shoes take some seconds each."""


@pytest.mark.parametrize(
    ("seed", "readings"),
    [pytest.param(*each, marks=pytest.mark.long if each[0] else ()) for each in enumerate(TOGETHER)],
    ids=str,
)
def test_any_tables_are_priced_exactly_with_their_splits(readings: dict[str, bool | int], seed: int) -> None:
    """Both split hands drawn one after the other, and a dealer's pontoon that takes one wager of them (P1, P35)."""
    rules = book(cards=SHORT, **readings)
    tables = any_tables(seed)
    solution = price_tables(rules, tables)
    assert -solution.edge == pytest.approx(float(ExactGame(rules).price(tables)), abs=1e-13)


def test_a_pay_line_moves_both_ways_alike() -> None:
    """Lines of the book, and some that it does not have; split hands are paid by both."""
    rules = book(cards=SHORT)
    more = with_lines(rules)
    paid = replace(
        more, pays={**more.pays, "7-7-7-spades": rules.pays["7-7-7-spades"] * 7, "win": rules.pays["win"] * 2}
    )
    tables = any_tables(3)
    assert -price_tables(paid, tables).edge == pytest.approx(float(ExactGame(paid).price(tables)), abs=1e-13)
    assert price_tables(paid, tables).edge < price_tables(rules, tables).edge


ADDED = {"three-card-21": "4", "four-card-21": "6:5", "eight-card-21": "9", "A-10-10": "5:2", "A-6-6-8": "20"}
"""Lines that the book does not have, by number of cards and by the cards themselves."""


def with_lines(rules: PontoonRules) -> PontoonRules:
    """The rules with further lines."""
    return replace(rules, pays={**rules.pays, **{line: parse_odds(odds) for line, odds in ADDED.items()}})


def test_lines_that_the_book_does_not_have_are_priced_exactly() -> None:
    rules = with_lines(book(cards=SHORT, pontoon_takes_all=True))
    value = without_splits(rules)
    assert value == pytest.approx(float(ExactGame(rules).optimum()), abs=1e-13)
    assert value > without_splits(book(cards=SHORT, pontoon_takes_all=True)) + 0.01


def test_a_line_of_eight_cards_is_priced_exactly() -> None:
    low = shoe(A=(1, 1, 0, 0), _2=(1, 1, 1, 0), _3=(1, 1, 0, 0), _7=(1, 0, 0, 0), K=(1, 1, 1, 1))
    rules = with_lines(book(cards=low))
    value = without_splits(rules)
    assert value == pytest.approx(float(ExactGame(rules).optimum()), abs=1e-13)
    less = replace(rules, pays={**rules.pays, "eight-card-21": rules.pays["seven-card-21"]})
    assert value > without_splits(less)


def test_added_lines_are_outcomes_by_their_names() -> None:
    solution = price_tables(with_lines(book(cards=SHORT)), any_tables(4))
    named = {outcome.name: outcome.pay for outcome in solution.outcomes}
    assert (named["A-10-10"], named["four-card-21"], named["A-6-6-8"]) == (Fraction(5, 2), Fraction(6, 5), Fraction(20))
    assert sum(float(o.pay) * o.count for o in solution.outcomes) == pytest.approx(-float(solution.edge), abs=1e-12)
