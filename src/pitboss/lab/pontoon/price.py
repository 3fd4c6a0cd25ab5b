"""Pontoon priced: every up card played through, every way for a round to end added up."""

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon.counttables import CountTables
from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.ends import LIVE, PAID_LINES, TOLD_APART, Net, nets
from pitboss.lab.pontoon.fit import fit
from pitboss.lab.pontoon.hands import DEALER_PONTOON, ENDINGS, VALUES
from pitboss.lab.pontoon.pair import let_off, standing
from pitboss.lab.pontoon.play import BUST, DOUBLED, DOUBLED_BUST, FORFEITED, PAID
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.show import first_two_cards, strategy_tables
from pitboss.lab.pontoon.side import insurance, perfect_pairs
from pitboss.lab.pontoon.spot import Spot, best_policy
from pitboss.lab.question import OPTIMAL
from pitboss.lab.solution import DecisionTable, Outcome, Solution

Array = NDArray[Any]
Key = tuple[str, Fraction, int]

GAME = "star-pontoon"
THREADS = 2
ROUNDING_ERROR = 1e-11
"""A bound on what floating point does to the edge: some thousand sums of chances, each good to 1e-15."""
CLASSES = {
    OPTIMAL: "composition-dependent optimum: by all cards and suits of the hand and the up card, fresh shoe; each "
    "split hand by its own cards, the pair and the up card, without regard to suits or to the other hand's cards",
    "total-and-count": "fixed: by total, hard or soft, number of cards and up card",
    "totals": "fixed: by total, hard or soft, and up card",
}
METHOD = (
    "combinatorial analysis of the fresh shoe with card removal, in floating point; the value of splits is exact for "
    "their class, and in the spread of results split hands are independent once the dealer's hand is known"
)
THIRD_HAND = "; where a pair is split again its value too takes the hands as independent once the dealer's is known"


def analyse(rules: PontoonRules, strategy: str = OPTIMAL, *, game: str = GAME) -> Solution:
    """Price the game under the optimum or under tables fitted to it."""
    results, shown = play_through(rules, strategy)
    return solution_of(rules, results, strategy, CLASSES[strategy], shown, game=game)


def price_tables(rules: PontoonRules, tables: CountTables, *, name: str = "given") -> Solution:
    """Price any strategy by total and number of cards."""
    return solution_of(rules, solve_tables(rules, tables), name, "fixed: given tables", strategy_tables(tables))


def solve_tables(rules: PontoonRules, tables: CountTables) -> list[UpResult]:
    """Every up card under given tables."""
    return each_up(rules, lambda up: solve_up(Spot(rules, up), tables.policy(up)))


def fit_tables(rules: PontoonRules, *, counted: bool = True) -> CountTables:
    """The best tables by total and number of cards, or by total alone."""
    tables = CountTables.empty()
    each_up(rules, lambda up: fit(tables, Spot(rules, up), counted=counted))
    return tables


def each_up(rules: PontoonRules, solve: Callable[[int], UpResult]) -> list[UpResult]:
    """Solve every up card that the shoe has, two at a time."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(solve, (up for up in range(VALUES) if rules.values[up])))


def play_through(rules: PontoonRules, strategy: str) -> tuple[list[UpResult], tuple[DecisionTable, ...]]:
    """Every up card under a strategy, and the strategy to read."""
    if strategy == OPTIMAL:
        results = each_up(rules, lambda up: solve_up(Spot(rules, up), best_policy()))
        return results, first_two_cards(results)
    tables = fit_tables(rules, counted=strategy == "total-and-count")
    return solve_tables(rules, tables), strategy_tables(tables)


def solution_of(
    rules: PontoonRules,
    results: list[UpResult],
    strategy: str,
    strategy_class: str,
    shown: tuple[DecisionTable, ...],
    *,
    game: str = GAME,
) -> Solution:
    """Put the up cards together."""
    shares = [rules.values[result.spot.up] / sum(rules.values) for result in results]
    edge = -fsum(share * result.value for share, result in zip(shares, results, strict=True))
    outcomes = _outcomes(rules, results, shares)
    return Solution(
        game=game,
        unit="initial wager",
        strategy=strategy,
        strategy_class=strategy_class,
        edge=edge,
        deals=1.0,
        outcomes=outcomes,
        ties="stand, rather than draw, rather than double; keep, rather than forfeit",
        method=METHOD + (THIRD_HAND if rules.third_hand else ""),
        error=ROUNDING_ERROR if not rules.third_hand else 1e-6,
        tables=shown,
        sides=(perfect_pairs(rules, game), insurance(rules, game)),
        facts=_facts(rules, results, shares),
    )


def _outcomes(rules: PontoonRules, results: list[UpResult], shares: list[float]) -> tuple[Outcome, ...]:
    chances: dict[Key, float] = defaultdict(float)
    table = nets(rules)
    alone = _weighed(shares, [result.alone for result in results])
    for end in range(TOLD_APART):
        for ending in range(ENDINGS):
            net = table[end][ending]
            chances[_name(end, ending, net), net.pay, net.wagered] += float(alone[end, ending])
    _add_the_rest(rules, results, shares, chances)
    _add_splits(rules, _weighed(shares, [result.two for result in results]), table, chances)
    _add_splits(rules, _weighed(shares, [result.three for result in results]), table, chances)
    order = sorted((key for key, chance in chances.items() if chance > 0), key=lambda key: (-key[1], key[0], key[2]))
    return tuple(Outcome(key[0], chances[key], key[1], Fraction(key[2])) for key in order)


def _weighed(shares: list[float], arrays: list[Array]) -> Array:
    total: Array = np.tensordot(shares, arrays, axes=1)
    return total


def _add_the_rest(rules: PontoonRules, results: list[UpResult], shares: list[float], chances: dict[Key, float]) -> None:
    """Add pontoons, surrenders and the Super Bonus, whose hands leave the line of three sevens."""
    for share, result in zip(shares, results, strict=True):
        chances["pontoon", rules.pay("pontoon"), 1] += share * result.pontoon
        chances["surrender", -rules.surrender_costs, 1] += share * float(result.surrendered[0])
        chances["surrender-lost-to-pontoon", Fraction(-1), 1] += share * float(result.surrendered[1])
        if rules.super_bonus:
            for line, chance in zip(("7-7-7-suited", "7-7-7-spades"), share * result.super_bonus, strict=True):
                chances["super-bonus", rules.super_bonus_hand(line), 1] += float(chance)
                chances[line, rules.pay(line), 1] -= float(chance)


def _add_splits(rules: PontoonRules, together: Array, table: list[list[Net]], chances: dict[Key, float]) -> None:
    """Add rounds with split hands, by what they net together."""
    for ending in range(ENDINGS):
        nets = [row[ending] for row in table[:TOLD_APART]]
        names, member = _distinct([(net.pay, net.wagered, standing(end, rules)) for end, net in enumerate(nets)])
        met = together[ending]
        for _ in range(met.ndim):
            met = np.tensordot(met, member, axes=(0, 0))
        for place in np.argwhere(met > 0):
            ends = [names[k] for k in place]
            pay = sum((end[0] for end in ends), Fraction(0))
            if ending == DEALER_PONTOON:
                pay += let_off(tuple(end[2] for end in ends), rules)
            name = "split-win" if pay > 0 else "split-lose" if pay < 0 else "split-stand-off"
            chances[name, pay, sum(end[1] for end in ends)] += float(met[tuple(place)])


def _distinct(ends: list[tuple[Fraction, int, int]]) -> tuple[list[tuple[Fraction, int, int]], Array]:
    """The different ones of some ends, and which of them each is, as a matrix of ones."""
    names = sorted(set(ends))
    return names, np.array([[float(end == name) for name in names] for end in ends])


def _name(end: int, ending: int, net: Net) -> str:
    """The name of a way for one hand to end."""
    if end >= PAID:
        return "21" if end == PAID else PAID_LINES[end - PAID]
    if end >= LIVE:
        return {BUST: "bust", DOUBLED_BUST: "doubled-bust", FORFEITED: "forfeit"}[end]
    result = "win" if net.pay > 0 else "lose" if net.pay < 0 else "stand-off"
    if ending == DEALER_PONTOON and result == "lose":
        result = "lose-to-pontoon"
    return f"doubled-{result}" if end >= DOUBLED else result


def _facts(rules: PontoonRules, results: list[UpResult], shares: list[float]) -> dict[str, str | int | float]:
    """How often things happen that people ask about."""
    weighed = list(zip(shares, results, strict=True))
    return {
        "decks": rules.decks,
        "split": fsum(s * float(r.two.sum() + r.three.sum()) for s, r in weighed),
        "surrendered": fsum(s * float(r.surrendered.sum()) for s, r in weighed),
        "super bonus": fsum(s * float(r.super_bonus.sum()) for s, r in weighed),
    }
