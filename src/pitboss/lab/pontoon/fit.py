"""The best strategy by total and number of cards, or by total alone: each cell takes what serves its hands best.

A cell's decision weighs the hands in it by how often they are held, which other cells decide; so the cells are set
again and again until nothing changes.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon.counttables import MOST_CARDS, CountTables, cell_of
from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.hands import DEALER_PONTOON, LIMIT, VALUES, place_of
from pitboss.lab.pontoon.play import DOUBLE, HIT, STAND, Values, evaluate, follow, margin
from pitboss.lab.pontoon.spot import Spot, best_policy

Array = NDArray[Any]
ROUNDS = 8
UNUSUAL = 1e-4
"""The weight of hands that the strategy never comes to: enough to give their cells a sensible decision."""


def fit(tables: CountTables, spot: Spot, *, counted: bool) -> UpResult:
    """Fill the tables for one up card; returns the optimum they are fitted to."""
    best = solve_up(spot, best_policy())
    natural = _reach(best, np.full(len(spot.hands.hard), HIT, np.int8))
    _fit_forfeits(tables, best, natural)
    values, reach = best.values, _reach(best, best.values.action)
    for _ in range(ROUNDS):
        before = tables.action[spot.up].copy()
        _fit_actions(tables, spot, values, reach + UNUSUAL * natural, counted=counted)
        policy = tables.policy(spot.up)
        assert policy.forfeits is not None
        nothing = np.zeros(len(spot.hands.hard))
        values = evaluate(
            spot.hands, spot.left, best.dealer, policy.given, policy.forfeits, spot.paid, nothing, spot.terms
        )
        reach = _reach(best, policy.given)
        if (before == tables.action[spot.up]).all():
            break
    _fit_opening(tables, best, values)
    return best


def _reach(best: UpResult, action: Array) -> Array:
    """How often each hand is held if the initial hand is neither split nor surrendered."""
    spot = best.spot
    start = np.zeros(len(spot.hands.hard))
    left, total = spot.left, spot.left.sum()
    for first in range(VALUES):
        for second in range(VALUES):
            chance = left[first] * (left[second] - (first == second)) / (total * (total - 1))
            start[place_of(first, second)] += max(chance, 0.0)
    ends = follow(spot.hands, left, best.dealer, action, best.forfeits, spot.line, start, spot.terms)
    reach: Array = ends.reach
    return reach


def _fit_forfeits(tables: CountTables, best: UpResult, weight: Array) -> None:
    hands, terms = best.spot.hands, best.spot.terms
    if not terms.forfeit:
        return
    for total in range(4, LIMIT):
        kept = 0.0
        for place in np.flatnonzero(hands.hard == total):
            win, lose = margin(total, best.dealer[place])
            value = 2 * terms.win * win - 2 * lose - best.dealer[place, DEALER_PONTOON]
            kept += weight[place] * (value + 1)
        tables.forfeits[best.spot.up, total] = kept < 0


def _fit_actions(tables: CountTables, spot: Spot, values: Values, weight: Array, *, counted: bool) -> None:
    soft, cards = cell_of()
    if not counted:
        cards = np.zeros_like(cards)
    sums = np.zeros((3, 2, LIMIT + 1, MOST_CARDS + 1))
    for k, value in enumerate((values.stand, values.hit, values.double)):
        np.add.at(sums[k], (soft, spot.hands.total, cards), weight * value)
    chosen = np.array([STAND, HIT, DOUBLE], np.int8)[sums.argmax(axis=0)]
    tables.action[spot.up] = chosen if counted else chosen[:, :, :1]


def _fit_opening(tables: CountTables, best: UpResult, values: Values) -> None:
    """Choose what to split and what to surrender, given how hands go on by the tables."""
    spot, up = best.spot, best.spot.up
    gain = np.zeros((2, LIMIT + 1))
    soft, _ = cell_of()
    for (first, second), decisions in best.decided.items():
        place = place_of(first, second)
        if first == second and first in best.splits:
            tables.splits[up, first] = best.splits[first].value > max(values.best[place], _surrender(best, place))
        if not tables.splits[up, first] or first != second:
            chance = sum(decisions.values())
            gain[soft[place], spot.hands.total[place]] += chance * (_surrender(best, place) - values.best[place])
    tables.surrenders[up] = gain > 0


def _surrender(best: UpResult, place: int) -> float:
    """The value of surrendering, or of losing all where it is not offered."""
    if not (best.spot.rules.surrender and best.spot.may_be_pontoon):
        return -1.0
    lost = float(best.dealer[place, DEALER_PONTOON])
    return -lost - (1 - lost) * float(best.spot.rules.surrender_costs)
