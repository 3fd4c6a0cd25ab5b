"""Ultimate Texas Hold'em as published: the edge, the hands that are raised, the edge per unit, and Trips."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from pitboss.cards.card import RANKS
from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.lab.question import DecisionTable, Solution
from pitboss.lab.simulate import Plan, simulate
from pitboss.lab.ultimate.price import Ending, trips_alone

GAME = "crown-ultimate-texas-holdem"
HANDS = 133_784_560
RAISED = "33+, A2s+, A2o+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo"


@cache
def optimal() -> Solution:
    return answer(ask(GAME)).solution


def test_the_edge() -> None:
    """Bernton, BerldPokerEngine; 2.185% by the Wizard of Odds."""
    assert optimal().edge == Fraction(50_643_648_973, 2_317_817_502_000)


def test_five_hundred_hands_are_raised_before_the_flop() -> None:
    """Bernton: 33+, any ace, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo."""
    assert optimal().facts["hole cards raised, of 1,326"] == 500
    table, *_ = optimal().tables
    chosen = {(row[0], rank): play for row in table.rows for rank, play in zip(RANKS[::-1], row[1:], strict=True)}
    raised = {cell for cell, play in chosen.items() if play != "-"}
    assert set(chosen.values()) == {"4", "-"}
    assert raised == set(cells(RAISED))


def cells(text: str) -> list[tuple[str, str]]:
    """The squares of a table that a list such as `33+, K5o+, JTo` names: suited in the row of the higher rank."""
    found = []
    for word in text.split(", "):
        high, low = RANKS.index(word[0]), RANKS.index(word[1])
        top = low + 1 if not word.endswith("+") else 13 if high == low else high
        for rank in range(low, top):
            first, second = (rank, rank) if high == low else (high, rank) if word[2] == "s" else (rank, high)
            found.append((RANKS[first], RANKS[second]))
    return found


def test_tables_of_the_flop_and_the_river_hold_every_hand() -> None:
    """What is bet in the tables is what the count of all rounds bets: two ways to the same figures."""
    _, at_flop, at_river = optimal().tables
    bet, checked, even = (number(at_flop, column) for column in (2, 3, 4))
    assert (bet + checked, even) == (826 * 19_600, 0)
    assert bet / (1_326 * 19_600) == pytest.approx(float(optimal().facts["bet at the flop"]), rel=1e-12)
    bet, even = number(at_river, 2), number(at_river, 4)
    assert even == 1_180_512, "ties, which are bet"
    share = (bet + even) / (1_326 * 19_600 * 1_081)
    assert share == pytest.approx(float(optimal().facts["bet at the river"]), rel=1e-12)


def number(table: DecisionTable, column: int) -> int:
    return sum(int(row[column].replace(",", "")) for row in table.rows)


def test_the_edge_per_unit_wagered() -> None:
    """beatingbonuses.com: 0.53%."""
    assert float(optimal().element_of_risk) == pytest.approx(0.0053, abs=0.00005)


@pytest.mark.parametrize(("pays", "loss"), [({}, 4_679_700), ({"trips.flush": 6, "trips.straight": 5}, 2_547_324)])
def test_trips_on_the_hand_alone(pays: dict[str, int], loss: int) -> None:
    """Wizard of Odds: 3.50% with 50/40/30/8/7/4/3, 1.90% with 50/40/30/8/6/5/3."""
    question = ask(GAME, pay=[f"{line}={odds}" for line, odds in pays.items()])
    assert trips_alone(question, any_ends(), keeps=True).edge == Fraction(loss, HANDS)


@pytest.mark.parametrize("rounds", [1_000_000, pytest.param(3_000_000, marks=pytest.mark.long)])
def test_the_kernel_agrees(rounds: int) -> None:
    """A second way to the same number: millions of rounds of the compiled game."""
    tally = simulate(Plan(ask(GAME), rounds, seed=7))
    assert abs(tally.z_score(optimal())) < 4
    assert float(tally.mean_wager) == pytest.approx(float(optimal().mean_wager), abs=0.004)


def any_ends() -> Counter[Ending]:
    """Seven cards by category, folded or not, as the fold does not matter."""
    counts = Counter[Ending]()
    for outcome in optimal().sides[1].outcomes:
        kind = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
                "four-of-a-kind", "straight-flush", "royal-flush"].index(outcome.name)  # fmt: skip
        counts[2, 0, kind, 0] += int(outcome.count)
    return counts


def test_a_fold_that_forfeits_trips_costs_more() -> None:
    """Crown 10.4.4(b)(ii): the same Trips, the hand played for the Ante alone."""
    forfeited, kept = optimal().sides
    assert kept.edge == Fraction(4_679_700, HANDS)
    assert forfeited.edge > kept.edge
