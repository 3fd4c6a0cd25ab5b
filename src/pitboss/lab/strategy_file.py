"""A strategy of one's own as a table in a file of comma-separated values, for the games whose strategies are grids.

The first row names the up cards (`A` to `10` in Pontoon, `A` to `K` in Caribbean Stud), the first column the hands, and
a cell says what is done. Pontoon has `hard 16`, `soft 18` and pairs (`8-8`, `A-A`), with `hard 16 5+` for five cards or
more; its cells are S, H or D, with two cards also P (split) or R (surrender), and behind a slash what is done where
that is not offered: `P/S`. In Caribbean Stud a row is the least hand that it holds for (`pair`, `8-8`, `A-K-J`, `any`),
the best first; its cells are `bet` or `fold`.
"""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pitboss.cards import Category, PokerHand
from pitboss.cards.card import RANKS
from pitboss.lab.question import LabError
from pitboss.messages import say, words_of

Grid = dict[str, dict[str, str]]
"""By hand and up card, as they are written."""
PONTOON_UPS = ("A", *map(str, range(2, 11)))
POKER_UPS = tuple(reversed(RANKS))
LETTERS = {"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender"}
BETS = {"bet": True, "fold": False}
MOST_SOFT = 11
"""The most that a hand with an ace comes to, the ace as 1, for it to count 11."""


def read_strategy(path: Path, engine: str) -> Callable[..., Any]:
    """The strategy that a file holds, as the function that `price_with` and `simulate_with` take."""
    if engine not in READERS:
        words = "A strategy is read from a file for {games}; for the other games the library takes functions."
        raise LabError(say(words, games=", ".join(READERS)))
    ups, read = READERS[engine]
    return read(_grid_of(path, ups))


def _grid_of(path: Path, ups: tuple[str, ...]) -> Grid:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file) if any(row)] or [[""]]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise LabError(say("{file} cannot be read: {why}.", file=path, why=words_of(error))) from None
    names = ["10" if name == "T" and "10" in ups else "T" if name == "10" and "T" in ups else name for name in rows[0]]
    if sorted(names[1:]) != sorted(ups):
        raise LabError(say("The first row of {file} names the up cards {ups}.", file=path, ups=", ".join(ups)))
    found: Grid = {}
    for row in rows[1:]:
        if len(row) != len(names) or row[0] in found:
            words = "The row {row} of {file} has not one cell for each up card, or comes twice."
            raise LabError(say(words, row=row[0], file=path))
        found[row[0]] = dict(zip(names[1:], row[1:], strict=True))
    return found


# Pontoon.


def _pontoon(grid: Grid) -> Callable[[tuple[int, ...], int], str]:
    for row, cells in grid.items():
        for cell in cells.values():
            if not cell or any(letter not in LETTERS for letter in cell.split("/")):
                words = "A cell is one of {letters}, or two of them with a slash, not {cell}: row {row}."
                raise LabError(say(words, letters=", ".join(LETTERS), cell=repr(cell), row=row))

    def choose(cards: tuple[int, ...], up: int) -> str:
        total, is_soft = sum(cards), 1 in cards and sum(cards) <= MOST_SOFT
        name = f"soft {total + 10}" if is_soft else f"hard {total}"
        counted = (f"{name} {many}+" for many in range(len(cards), 2, -1))
        pair = [f"{_value(cards[0])}-{_value(cards[1])}"] if len(cards) == 2 and cards[0] == cards[1] else []
        row = next((row for row in (*pair, *counted, name) if row in grid), None)
        if row is None:
            raise LabError(say("The strategy has no row {row}.", row=name))
        said, _, otherwise = grid[row][_value(up)].partition("/")
        if said in "PR" and len(cards) > 2:
            said = otherwise or "H"
        return "/".join(LETTERS[letter] for letter in filter(None, (said, otherwise)))

    return choose


def _value(value: int) -> str:
    return "A" if value == 1 else str(value)


# Caribbean Stud.


def _caribbean(grid: Grid) -> Callable[[PokerHand, int], bool]:
    rows = [(_least_hand(row), {up: _bet(row, cell) for up, cell in cells.items()}) for row, cells in grid.items()]

    def decide(hand: PokerHand, up: int) -> bool:
        kind = (hand.category, hand.ranks)
        return next((cells[RANKS[up]] for least, cells in rows if kind >= least), False)

    return decide


def _least_hand(row: str) -> tuple[Category, tuple[int, ...]]:
    kinds = {kind.line: kind for kind in Category}
    if row in ("any", *kinds):
        return kinds.get(row, Category.HIGH_CARD), ()
    names = row.replace("10", "T").split("-")
    ranks = tuple(RANKS.index(name) if name in RANKS else -1 for name in names)
    if len(ranks) == 2 and ranks[0] == ranks[1] >= 0:
        return Category.PAIR, ranks[:1]
    if -1 in ranks or list(ranks) != sorted(set(ranks), reverse=True):
        words = "A row is the least hand that it holds for, such as {known} or A-K-J, not {row}."
        raise LabError(say(words, known=", ".join(("any", *kinds)), row=row))
    return Category.HIGH_CARD, ranks


def _bet(row: str, cell: str) -> bool:
    if cell not in BETS:
        raise LabError(say("A cell is bet or fold, not {cell}: row {row}.", cell=repr(cell), row=row))
    return BETS[cell]


READERS: Mapping[str, tuple[tuple[str, ...], Callable[[Grid], Callable[..., Any]]]] = {
    "pontoon": (PONTOON_UPS, _pontoon),
    "caribbean-stud": (POKER_UPS, _caribbean),
}
