"""A strategy by total and number of cards: what a person can keep in mind, and what a compiled kernel can look up.

The best such strategy is fitted to the optimum: each cell takes what serves its hands best. A cell's decision weighs
the hands in it by how often they are held, which other cells decide; so the cells are set again and again until nothing
changes. To read: S stand, H draw (hit), D double, P split, R surrender.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.play import (
    ACE,
    DEALER_PONTOON,
    DOUBLE,
    HIT,
    LIMIT,
    SPLIT,
    STAND,
    SURRENDER,
    TEN,
    VALUES,
    Values,
    all_hands,
    evaluate,
    follow,
    margin,
    place_of,
)
from pitboss.lab.pontoon.up_card import Policy, UpCard, best_policy
from pitboss.lab.question import DecisionTable

MOST_CARDS = 6
"""Hands of more cards are decided as those of six: each has but the seven-card bonus before it."""


@dataclass(frozen=True)
class CountTables:
    """Decisions by up card (first axis), all as small numbers."""

    action: Array
    """By up card, hard or soft, total and number of cards: STAND, HIT or DOUBLE."""
    forfeits: Array
    """By up card and the total of a doubled hand: whether it forfeits."""
    splits: Array
    """By up card and point value: whether a pair is split; this comes before all else."""
    surrenders: Array
    """By up card, hard or soft, and total: whether the first two cards are surrendered; before any other draw."""

    @classmethod
    def empty(cls) -> "CountTables":
        """A player who always stands."""
        return cls(
            np.full((VALUES, 2, LIMIT + 1, MOST_CARDS + 1), STAND, np.int8),
            np.zeros((VALUES, LIMIT + 1), np.bool_),
            np.zeros((VALUES, VALUES), np.bool_),
            np.zeros((VALUES, 2, LIMIT + 1), np.bool_),
        )

    def policy(self, up: int) -> Policy:
        """The decisions against one up card, hand by hand."""
        hands = all_hands()
        soft, cards = cell_of()
        forfeits = np.zeros((len(hands.hard), 2), np.bool_)
        for raised in range(2):
            total = np.minimum(hands.hard + 10 * raised, LIMIT)
            forfeits[:, raised] = self.forfeits[up, total] & (total < LIMIT)
        return Policy(
            given=self.action[up, soft, hands.total, cards].copy(),
            forfeits=forfeits,
            splits=self.splits[up],
            surrenders=self.surrenders[up, soft, hands.total] & (hands.cards == 2),
        )


def cell_of() -> tuple[Array, Array]:
    """By hand: whether it is soft, and its number of cards as the tables have it."""
    hands = all_hands()
    return (hands.total != hands.hard).astype(np.int64), np.minimum(hands.cards, MOST_CARDS)


def cells() -> list[list[list[int]]]:
    """By hard or soft and by total: the numbers of cards that hands of two or more cards can have there."""
    hands = all_hands()
    soft, cards = cell_of()
    found: list[list[set[int]]] = [[set() for _ in range(LIMIT + 1)] for _ in range(2)]
    for place in range(len(hands.hard)):
        if cards[place] >= 2:
            found[soft[place]][hands.total[place]].add(int(cards[place]))
    return [[sorted(of_total) for of_total in kind] for kind in found]


ROUNDS = 8
UNUSUAL = 1e-4
"""The weight of hands that the strategy never comes to: enough to give their cells a sensible decision."""


def fit(tables: CountTables, spot: UpCard, *, counted: bool) -> UpResult:
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
    return ends.reach


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


def _fit_actions(tables: CountTables, spot: UpCard, values: Values, weight: Array, *, counted: bool) -> None:
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
        surrender = best.surrender(place)
        if first == second and first in best.splits:
            tables.splits[up, first] = best.splits[first].value > max(values.best[place], surrender)
        if not tables.splits[up, first] or first != second:
            chance = sum(decisions.values())
            gain[soft[place], spot.hands.total[place]] += chance * (surrender - values.best[place])
    tables.surrenders[up] = gain > 0


LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
NAMES = ("A", *"23456789", "10")
"""Point values; 10 is a jack, queen or king."""
UPS = (*range(ACE + 1, VALUES), ACE)
COLUMNS = tuple(NAMES[up] for up in UPS)


def first_two_cards(results: list[UpResult]) -> tuple[DecisionTable, ...]:
    """The decision on every first two cards; where suits decide, the commoner decision comes first."""
    decided = {result.spot.up: result.decided for result in results}
    rows = []
    for first, second in combinations_with_replacement(range(VALUES), 2):
        if (first, second) != (ACE, TEN):
            chances = [decided.get(up, {}).get((first, second), {}) for up in UPS]
            words = (
                "/".join(LETTERS[act] for act in sorted(each, key=each.__getitem__, reverse=True)) for each in chances
            )
            rows.append((f"{NAMES[first]}-{NAMES[second]}", *words))
    title = "First two cards: S stand, H draw, D double, P split, R surrender; two letters where suits decide"
    return (DecisionTable(title, ("hand", *COLUMNS), tuple(rows)),)


def strategy_tables(tables: CountTables) -> tuple[DecisionTable, ...]:
    """Tables by total and number of cards: what to split and surrender, draw or double, and forfeit."""
    opening = [
        (f"{NAMES[pair]}-{NAMES[pair]}", *("P" if tables.splits[up, pair] else "-" for up in UPS))
        for pair in range(VALUES)
        if tables.splits[:, pair].any()
    ]
    by_total, possible = [], cells()
    for soft, word in enumerate(("hard", "soft")):
        opening += [
            (f"{word} {total}", *("R" if tables.surrenders[up, soft, total] else "-" for up in UPS))
            for total in range(LIMIT)
            if tables.surrenders[:, soft, total].any()
        ]
        rows = [
            (f"{word} {total}", *(_by_cards(tables, up, soft, total, possible[soft][total]) for up in UPS))
            for total in range(4, LIMIT)
            if possible[soft][total]
        ]
        title = f"{word.capitalize()} totals: S stand, H draw, D double; D/H4 doubles, and draws from four cards on"
        by_total.append(DecisionTable(title, ("total", *COLUMNS), tuple(rows)))
    forfeited = [np.flatnonzero(tables.forfeits[up, :LIMIT]) for up in UPS]
    forfeits = (f"{totals[-1]} or less" if len(totals) else "never" for totals in forfeited)
    return (
        DecisionTable("First two cards: P split, R surrender, - see below", ("hand", *COLUMNS), tuple(opening)),
        *by_total,
        DecisionTable("Doubled hands: forfeit with", ("", *COLUMNS), (("total", *forfeits),)),
    )


def _by_cards(tables: CountTables, up: int, soft: int, total: int, possible: list[int]) -> str:
    """The decision by number of cards: the first, and each number from which it is another."""
    words, last = "", None
    for cards in possible:
        letter = LETTERS[int(tables.action[up, soft, total, min(cards, MOST_CARDS)])]
        if letter != last:
            words += letter if last is None else f"/{letter}{cards}"
        last = letter
    return words
