"""Pontoon priced: every up card played through, every way for a round to end added up, and the wagers beside the game.

Perfect Pairs (15) and insurance (8) are priced exactly on a fresh shoe.
"""

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import comb, fsum

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.play import (
    ACE,
    BUST,
    DEALER_PONTOON,
    DOUBLED,
    DOUBLED_BUST,
    ENDINGS,
    FORFEITED,
    PAID,
    TEN,
    VALUES,
)
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.split import let_off, standing
from pitboss.lab.pontoon.strategy import CountTables, first_two_cards, fit, strategy_tables
from pitboss.lab.pontoon.up_card import LIVE, PAID_LINES, TOLD_APART, Net, UpCard, best_policy, nets
from pitboss.lab.question import OPTIMAL, DecisionTable, Outcome, Solution, edge_of

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
    return each_up(rules, lambda up: solve_up(UpCard(rules, up), tables.policy(up)))


def fit_tables(rules: PontoonRules, *, counted: bool = True) -> CountTables:
    """The best tables by total and number of cards, or by total alone."""
    tables = CountTables.empty()
    each_up(rules, lambda up: fit(tables, UpCard(rules, up), counted=counted))
    return tables


def each_up(rules: PontoonRules, solve: Callable[[int], UpResult]) -> list[UpResult]:
    """Solve every up card that the shoe has, two at a time."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(solve, (up for up in range(VALUES) if rules.values[up])))


def play_through(rules: PontoonRules, strategy: str) -> tuple[list[UpResult], tuple[DecisionTable, ...]]:
    """Every up card under a strategy, and the strategy to read."""
    if strategy == OPTIMAL:
        results = each_up(rules, lambda up: solve_up(UpCard(rules, up), best_policy()))
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
    weighed = list(zip(shares, results, strict=True))
    return Solution(
        game=game,
        unit="initial wager",
        strategy=strategy,
        strategy_class=strategy_class,
        edge=-fsum(share * result.value for share, result in weighed),
        deals=1.0,
        outcomes=_outcomes(rules, results, shares),
        ties="stand, rather than draw, rather than double; keep, rather than forfeit",
        method=METHOD + (THIRD_HAND if rules.third_hand else ""),
        error=ROUNDING_ERROR if not rules.third_hand else 1e-6,
        tables=shown,
        sides=(perfect_pairs(rules, game), insurance(rules, game)),
        facts={
            "decks": rules.decks,
            "split": fsum(s * float(r.two.sum() + r.three.sum()) for s, r in weighed),
            "surrendered": fsum(s * float(r.surrendered.sum()) for s, r in weighed),
            "super bonus": fsum(s * float(r.super_bonus.sum()) for s, r in weighed),
        },
    )


def _outcomes(rules: PontoonRules, results: list[UpResult], shares: list[float]) -> tuple[Outcome, ...]:
    chances: dict[Key, float] = defaultdict(float)
    table = nets(rules)
    alone, two, three = (
        np.tensordot(shares, arrays, axes=1)
        for arrays in zip(*((result.alone, result.two, result.three) for result in results), strict=True)
    )
    for end, ending in product(range(TOLD_APART), range(ENDINGS)):
        net = table[end][ending]
        chances[_name(end, ending, net), net.pay, net.wagered] += float(alone[end, ending])
    for share, result in zip(shares, results, strict=True):
        chances["pontoon", rules.pay("pontoon"), 1] += share * result.pontoon
        chances["surrender", -rules.surrender_costs, 1] += share * float(result.surrendered[0])
        chances["surrender-lost-to-pontoon", Fraction(-1), 1] += share * float(result.surrendered[1])
        if rules.super_bonus:  # its hands leave the line of three sevens
            for line, chance in zip(("7-7-7-suited", "7-7-7-spades"), share * result.super_bonus, strict=True):
                chances["super-bonus", rules.super_bonus_hand(line), 1] += float(chance)
                chances[line, rules.pay(line), 1] -= float(chance)
    _add_splits(rules, two, table, chances)
    _add_splits(rules, three, table, chances)
    order = sorted((key for key, chance in chances.items() if chance > 0), key=lambda key: (-key[1], key[0], key[2]))
    return tuple(Outcome(key[0], chances[key], key[1], Fraction(key[2])) for key in order)


def _add_splits(rules: PontoonRules, together: Array, table: list[list[Net]], chances: dict[Key, float]) -> None:
    """Add rounds with split hands, by what they net together."""
    for ending in range(ENDINGS):
        nets = [row[ending] for row in table[:TOLD_APART]]
        each = [(net.pay, net.wagered, standing(end, rules)) for end, net in enumerate(nets)]
        names = sorted(set(each))
        member = np.array([[float(end == name) for name in names] for end in each])
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


FRESH = "all cards of a fresh shoe counted; whole numbers throughout"
BLACK = (0, 3)
"""Clubs and spades."""


def perfect_pairs(rules: PontoonRules, game: str) -> Solution:
    """Perfect Pairs: the first two cards alike in rank, by suit, by colour, or neither."""
    counts = {"perfect-pairs.perfect": 0, "perfect-pairs.coloured": 0, "perfect-pairs.mixed": 0}
    for rank in rules.shoe:
        black = [rank[suit] for suit in BLACK]
        red = [number for suit, number in enumerate(rank) if suit not in BLACK]
        counts["perfect-pairs.perfect"] += sum(comb(number, 2) for number in rank)
        counts["perfect-pairs.coloured"] += black[0] * black[1] + red[0] * red[1]
        counts["perfect-pairs.mixed"] += sum(black) * sum(red)
    return _priced(rules, game, "Perfect Pairs wager", counts, comb(sum(rules.values), 2))


def insurance(rules: PontoonRules, game: str) -> Solution:
    """Insurance: the dealer shows an ace, and the second card has a value of ten."""
    shoe = rules.values
    assert shoe[ACE], "a shoe without aces has no insurance"
    return _priced(rules, game, "insurance wager", {"insurance": shoe[TEN]}, sum(shoe) - 1)


def _priced(rules: PontoonRules, game: str, unit: str, counts: dict[str, int], deals: int) -> Solution:
    won = [Outcome(line, count, rules.pay(line), Fraction(1)) for line, count in counts.items()]
    outcomes = (*won, Outcome("lose", deals - sum(counts.values()), Fraction(-1), Fraction(1)))
    return Solution(
        game=game,
        unit=unit,
        strategy="none",
        strategy_class="no decision",
        edge=edge_of(outcomes, deals),
        deals=deals,
        outcomes=outcomes,
        method=FRESH,
    )
