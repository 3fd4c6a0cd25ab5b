"""Strategies as a person reads them: S stand, H draw (hit), D double, P split, R surrender."""

from pitboss.lab.pontoon.counttables import MOST_CARDS, CountTables, cells
from pitboss.lab.pontoon.deal import SPLIT, SURRENDER, UpResult
from pitboss.lab.pontoon.hands import ACE, LIMIT, TEN, VALUES
from pitboss.lab.pontoon.play import DOUBLE, HIT, STAND
from pitboss.lab.solution import DecisionTable

LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
NAMES = ("A", *"23456789", "10")
"""Point values; 10 is a jack, queen or king."""
UPS = (*range(ACE + 1, VALUES), ACE)
COLUMNS = tuple(NAMES[up] for up in UPS)


def first_two_cards(results: list[UpResult]) -> tuple[DecisionTable, ...]:
    """The decision on every first two cards; where suits decide, the commoner decision comes first."""
    decided = {result.spot.up: result.decided for result in results}
    rows = []
    for first in range(VALUES):
        for second in range(first, VALUES):
            if (first, second) != (ACE, TEN):
                cells_ = tuple(_commonest(decided.get(up, {}).get((first, second), {})) for up in UPS)
                rows.append((f"{NAMES[first]}-{NAMES[second]}", *cells_))
    title = "First two cards: S stand, H draw, D double, P split, R surrender; two letters where suits decide"
    return (DecisionTable(title, ("hand", *COLUMNS), tuple(rows)),)


def _commonest(decisions: dict[int, float]) -> str:
    return "/".join(LETTERS[action] for action in sorted(decisions, key=lambda a: -decisions[a]))


def strategy_tables(tables: CountTables) -> tuple[DecisionTable, ...]:
    """Tables by total and number of cards: what to split and surrender, draw or double, and forfeit."""
    return (_opening(tables), _totals(tables, soft=0), _totals(tables, soft=1), _forfeits(tables))


def _opening(tables: CountTables) -> DecisionTable:
    rows = [
        (f"{NAMES[pair]}-{NAMES[pair]}", *("P" if tables.splits[up, pair] else "-" for up in UPS))
        for pair in range(VALUES)
        if tables.splits[:, pair].any()
    ]
    for soft, word in enumerate(("hard", "soft")):
        rows += [
            (f"{word} {total}", *("R" if tables.surrenders[up, soft, total] else "-" for up in UPS))
            for total in range(LIMIT)
            if tables.surrenders[:, soft, total].any()
        ]
    return DecisionTable("First two cards: P split, R surrender, - see below", ("hand", *COLUMNS), tuple(rows))


def _totals(tables: CountTables, *, soft: int) -> DecisionTable:
    possible = cells()
    word = ("hard", "soft")[soft]
    rows = [
        (f"{word} {total}", *(_by_cards(tables, up, soft, total, possible[soft][total]) for up in UPS))
        for total in range(4, LIMIT)
        if possible[soft][total]
    ]
    title = f"{word.capitalize()} totals: S stand, H draw, D double; D/H4 doubles, and draws from four cards on"
    return DecisionTable(title, ("total", *COLUMNS), tuple(rows))


def _by_cards(tables: CountTables, up: int, soft: int, total: int, possible: list[int]) -> str:
    """The decision by number of cards: the first, and each number from which it is another."""
    words, last = "", None
    for cards in possible:
        letter = LETTERS[int(tables.action[up, soft, total, min(cards, MOST_CARDS)])]
        if letter != last:
            words += letter if last is None else f"/{letter}{cards}"
        last = letter
    return words


def _forfeits(tables: CountTables) -> DecisionTable:
    row = []
    for up in UPS:
        totals = [total for total in range(LIMIT) if tables.forfeits[up, total]]
        row.append(f"{max(totals)} or less" if totals else "never")
    return DecisionTable("Doubled hands: forfeit with", ("", *COLUMNS), (("total", *row),))
