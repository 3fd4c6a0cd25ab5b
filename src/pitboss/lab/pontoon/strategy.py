"""A strategy by total and number of cards: what a person can keep in mind, and what a compiled kernel can look up.

The best such strategy is fitted to the optimum: each cell takes what serves its hands best. A cell's decision weighs
the hands in it by how often they are held, which other cells decide; so the cells are set again and again until nothing
changes. To read: S stand, H draw (hit), D double, P split, R surrender.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import play
from pitboss.lab.pontoon.deal import UpResult, bonus_place, coming_to, options_of, solve_up
from pitboss.lab.pontoon.split import SplitHand
from pitboss.lab.pontoon.up_card import BONUS_SORTS, OF_SPLIT, Policy, UpCard, best_policy
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
    bonus: Array
    """By up card, sort (`BONUS_SORTS`) and two cards that may make 6-7-8 or 7-7-7: STAND, HIT or DOUBLE before all
    else, or NOTHING where the other tables say it."""

    @classmethod
    def empty(cls) -> "CountTables":
        """A player who always stands."""
        return cls(
            np.full((play.VALUES, 2, play.LIMIT + 1, MOST_CARDS + 1), play.STAND, np.int8),
            np.zeros((play.VALUES, play.LIMIT + 1), np.bool_),
            np.zeros((play.VALUES, play.VALUES), np.bool_),
            np.zeros((play.VALUES, 2, play.LIMIT + 1), np.bool_),
            np.zeros((play.VALUES, len(BONUS_SORTS), play.VALUES, play.VALUES), np.int8),
        )

    def policy(self, up: int) -> Policy:
        """The decisions against one up card, hand by hand."""
        hands = play.all_hands()
        soft, cards = cell_of()
        forfeits = np.zeros((len(hands.hard), 2), np.bool_)
        for raised in range(2):
            total = np.minimum(hands.hard + 10 * raised, play.LIMIT)
            forfeits[:, raised] = self.forfeits[up, total] & (total < play.LIMIT)
        return Policy(
            given=self.action[up, soft, hands.total, cards].copy(),
            forfeits=forfeits,
            splits=self.splits[up],
            surrenders=self.surrenders[up, soft, hands.total] & (hands.cards == 2),
            bonus=self.bonus[up],
        )


def cell_of() -> tuple[Array, Array]:
    """By hand: whether it is soft, and its number of cards as the tables have it."""
    hands = play.all_hands()
    return (hands.total != hands.hard).astype(np.int64), np.minimum(hands.cards, MOST_CARDS)


def cells() -> list[list[list[int]]]:
    """By hard or soft and by total: the numbers of cards that hands of two or more cards can have there."""
    hands = play.all_hands()
    soft, cards = cell_of()
    found: list[list[set[int]]] = [[set() for _ in range(play.LIMIT + 1)] for _ in range(2)]
    for place in range(len(hands.hard)):
        if cards[place] >= 2:
            found[soft[place]][hands.total[place]].add(int(cards[place]))
    return [[sorted(of_total) for of_total in kind] for kind in found]


ROUNDS = 8
UNUSUAL = 1e-4
"""The weight of hands that the strategy never comes to: enough to give their cells a sensible decision."""


def fit(tables: CountTables, spot: UpCard, *, counted: bool, bonus: bool = False) -> UpResult:
    """Fill the tables for one up card, with their exceptions for hands that may make a bonus or without; returns the
    optimum they are fitted to."""
    best = solve_up(spot, best_policy())
    natural = _reach(best, np.full(len(spot.hands.hard), play.HIT, np.int8))
    _fit_forfeits(tables, best, natural)
    values, reach = best.values, _reach(best, best.values.action)
    for _ in range(ROUNDS):
        before = tables.action[spot.up].copy()
        weight = reach + UNUSUAL * natural
        if bonus:  # these have a table of their own
            weight[[play.place_of(*cards) for cards in BONUS_CARDS]] = 0.0
        _fit_actions(tables, spot, values, weight, counted=counted)
        policy = tables.policy(spot.up)
        assert policy.forfeits is not None
        nothing = np.zeros(len(spot.hands.hard))
        values = play.evaluate(
            spot.hands, spot.left, best.dealer, policy.given, policy.forfeits, spot.paid, nothing, spot.terms
        )
        reach = _reach(best, policy.given)
        if (before == tables.action[spot.up]).all():
            break
    _fit_opening(tables, best, values)
    if bonus:
        _fit_bonus(tables, spot)
    return best


def _reach(best: UpResult, action: Array) -> Array:
    """How often each hand is held if the initial hand is neither split nor surrendered."""
    spot = best.spot
    start = np.zeros(len(spot.hands.hard))
    left, total = spot.left, spot.left.sum()
    for first in range(play.VALUES):
        for second in range(play.VALUES):
            chance = left[first] * (left[second] - (first == second)) / (total * (total - 1))
            start[play.place_of(first, second)] += max(chance, 0.0)
    ends = play.follow(spot.hands, left, best.dealer, action, best.forfeits, spot.line, start, spot.terms)
    return ends.reach


def _fit_forfeits(tables: CountTables, best: UpResult, weight: Array) -> None:
    hands, terms = best.spot.hands, best.spot.terms
    if not terms.forfeit:
        return
    for total in range(4, play.LIMIT):
        kept = 0.0
        for place in np.flatnonzero(hands.hard == total):
            win, lose = play.margin(total, best.dealer[place])
            value = 2 * terms.win * win - 2 * lose - terms.pontoon_takes * best.dealer[place, play.DEALER_PONTOON]
            kept += weight[place] * (value + 1)
        tables.forfeits[best.spot.up, total] = kept < 0


def _fit_actions(
    tables: CountTables, spot: UpCard, values: play.DecisionValues, weight: Array, *, counted: bool
) -> None:
    soft, cards = cell_of()
    if not counted:
        cards = np.zeros_like(cards)
    sums = np.zeros((3, 2, play.LIMIT + 1, MOST_CARDS + 1))
    for k, value in enumerate((values.stand, values.hit, values.double)):
        np.add.at(sums[k], (soft, spot.hands.total, cards), weight * value)
    chosen = np.array([play.STAND, play.HIT, play.DOUBLE], np.int8)[sums.argmax(axis=0)]
    tables.action[spot.up] = chosen if counted else chosen[:, :, :1]


def _fit_opening(tables: CountTables, best: UpResult, values: play.DecisionValues) -> None:
    """Choose what to split and what to surrender, given how hands go on by the tables."""
    spot, up = best.spot, best.spot.up
    gain = np.zeros((2, play.LIMIT + 1))
    soft, _ = cell_of()
    for (first, second), decisions in best.decided.items():
        place = play.place_of(first, second)
        surrender = best.surrender(place)
        if first == second and first in best.splits:
            tables.splits[up, first] = best.splits[first].value > max(values.best[place], surrender)
        if not tables.splits[up, first] or first != second:
            chance = sum(decisions.values())
            gain[soft[place], spot.hands.total[place]] += chance * (surrender - values.best[place])
    tables.surrenders[up] = gain > 0


def _fit_bonus(tables: CountTables, spot: UpCard) -> None:
    """Choose what to do with two cards that may make 6-7-8 or 7-7-7, by whether they share a suit, where it is more
    than the other tables do."""
    by_tables = solve_up(spot, tables.policy(spot.up))
    gains: dict[tuple[int, int, int], dict[int, float]] = {}
    for dealt, action in by_tables.openings:
        if coming_to(dealt) is None:
            continue
        options = options_of(by_tables, best_policy(), dealt)
        as_it_is = options_of(by_tables, tables.policy(spot.up), dealt)[action]
        gain = gains.setdefault(bonus_place(dealt), {})
        for option in (play.STAND, play.HIT, play.DOUBLE):
            gain[option] = gain.get(option, 0.0) + dealt.chance * (options[option] - as_it_is)
    for place, gain in gains.items():
        option, most = max(gain.items(), key=lambda each: each[1])
        if most > LEAST_GAIN:
            tables.bonus[spot.up][place] = option
    _fit_split_bonus(tables, spot)


def _fit_split_bonus(tables: CountTables, spot: UpCard) -> None:
    """The same for hands of two cards that were split off a pair, whichever pair it was."""
    worth = {cards: np.zeros(3) for cards in BONUS_CARDS}
    policy = tables.policy(spot.up)
    for pair in (play.SIX, play.SEVEN, play.EIGHT):
        if tables.splits[spot.up, pair] and spot.left[pair] >= 2:
            values, _ = SplitHand(spot, pair, 1).values(policy, np.zeros(len(spot.hands.hard)))
            for cards, each in worth.items():
                place = play.place_of(*cards)
                if pair in cards:
                    each += [values.stand[place], values.hit[place], values.double[place]]
    for cards, each in worth.items():
        option = (play.STAND, play.HIT, play.DOUBLE)[int(each.argmax())]
        if each.any() and option != policy.given[play.place_of(*cards)]:
            tables.bonus[spot.up, OF_SPLIT][cards] = option


BONUS_CARDS = ((play.SIX, play.SEVEN), (play.SIX, play.EIGHT), (play.SEVEN, play.SEVEN), (play.SEVEN, play.EIGHT))
"""Two cards that one more may make 6-7-8 or 7-7-7 of."""

LEAST_GAIN = 1e-9
"""An exception that gains less than this a round against its up card is left out."""
LETTERS = {play.STAND: "S", play.HIT: "H", play.DOUBLE: "D", play.SPLIT: "P", play.SURRENDER: "R"}
NAMES = ("A", *"23456789", "10")
"""Point values; 10 is a jack, queen or king."""
UPS = (*range(play.ACE + 1, play.VALUES), play.ACE)
COLUMNS = tuple(NAMES[up] for up in UPS)


def first_two_cards(results: list[UpResult]) -> tuple[DecisionTable, ...]:
    """The decision on every first two cards; where suits decide, the commoner decision comes first."""
    decided = {result.spot.up: result.decided for result in results}
    rows = []
    for first, second in combinations_with_replacement(range(play.VALUES), 2):
        if (first, second) != (play.ACE, play.TEN):
            chances = [decided.get(up, {}).get((first, second), {}) for up in UPS]
            words = (
                "/".join(LETTERS[act] for act in sorted(each, key=each.__getitem__, reverse=True)) for each in chances
            )
            rows.append((f"{NAMES[first]}-{NAMES[second]}", *words))
    title = "First two cards: S stand, H draw, D double, P split, R surrender; two letters where suits decide"
    return (DecisionTable(title, ("hand", *COLUMNS), tuple(rows)),)


def strategy_tables(tables: CountTables) -> tuple[DecisionTable, ...]:
    """Tables by total and number of cards: what to split and surrender, draw or double, and forfeit; and what goes
    before them where two cards may make 6-7-8 or 7-7-7."""
    pairs = [
        (f"{NAMES[pair]}-{NAMES[pair]}", *("P" if tables.splits[up, pair] else "-" for up in UPS))
        for pair in range(play.VALUES)
        if tables.splits[:, pair].any()
    ]
    surrenders, by_total, possible = [], [], cells()
    for soft, word in enumerate(("hard", "soft")):
        surrenders += [
            (f"{word} {total}", *("R" if tables.surrenders[up, soft, total] else "-" for up in UPS))
            for total in range(play.LIMIT)
            if tables.surrenders[:, soft, total].any()
        ]
        rows = [
            (f"{word} {total}", *(_by_cards(tables, up, soft, total, possible[soft][total]) for up in UPS))
            for total in range(4, play.LIMIT)
            if possible[soft][total]
        ]
        title = f"{word.capitalize()} totals: S stand, H draw, D double; D/H4 doubles, and draws from four cards on"
        by_total.append(DecisionTable(title, ("total", *COLUMNS), tuple(rows)))
    forfeited = [np.flatnonzero(tables.forfeits[up, : play.LIMIT]) for up in UPS]
    forfeits = (f"to {totals[-1]}" if len(totals) else "-" for totals in forfeited)
    opening = (
        ("Before all else: 6-7-8 and 7-7-7", bonus_rows(tables)),
        ("Pairs: P split, - see below", pairs),
        ("First two cards: R surrender, - see below", surrenders),
    )
    return (
        *(DecisionTable(title, ("hand", *COLUMNS), tuple(rows)) for title, rows in opening if rows),
        *by_total,
        DecisionTable("Doubled hands: forfeit totals up to", ("", *COLUMNS), (("forfeit", *forfeits),)),
    )


def bonus_rows(tables: CountTables) -> list[tuple[str, ...]]:
    """What is done with two cards that may make a bonus, by their suits: only where it is another thing than the
    tables say."""
    rows = []
    for cards in BONUS_CARDS:
        for sort, word in enumerate(BONUS_SORTS):
            acts = [int(tables.bonus[up, sort][cards]) for up in UPS]
            if any(acts):
                name = "-".join(NAMES[card] for card in cards)
                rows.append((f"{name} {word}", *(LETTERS.get(act, "-") for act in acts)))
    return rows


def _by_cards(tables: CountTables, up: int, soft: int, total: int, possible: list[int]) -> str:
    """The decision by number of cards: the first, and each number from which it is another."""
    words, last = "", None
    for cards in possible:
        letter = LETTERS[int(tables.action[up, soft, total, min(cards, MOST_CARDS)])]
        if letter != last:
            words += letter if last is None else f"/{letter}{cards}"
        last = letter
    return words
