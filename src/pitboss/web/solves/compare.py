"""How a strategy changes with the pay table or the rules: which hands are played in another way, and how.

The lab's tables are of three shapes: hands listed under each decision, a grid with the same rows always, and a grid
whose rows are runs of hands in order (`A-K-Q-T-9 to A-K-Q-T-3`), which begin and end elsewhere when something changes.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.cards.card import RANKS
from pitboss.lab.solution import DecisionTable
from pitboss.value import Value

LISTED = "decision"
"""The first column of a table that lists hands under each decision."""


class Moved(Value):
    """Hands that are played in another way, against these up cards where that matters."""

    table: str
    where: str
    against: tuple[str, ...]
    was: str
    now: str

    def data(self) -> dict[str, Any]:
        """The change as plain data."""
        return self._asdict() | {"against": list(self.against)}


def changes(before: Sequence[DecisionTable], after: Sequence[DecisionTable]) -> list[dict[str, Any]]:
    """Everything that is played in another way now."""
    old, new = ({table.title: table for table in tables} for tables in (before, after))
    both = [(old[title], new[title]) for title in old if title in new]
    lost = [Moved(title, "the whole table", (), "in use", "not in use") for title in old if title not in new]
    found = [Moved(title, "the whole table", (), "not in use", "in use") for title in new if title not in old]
    return [moved.data() for pair in both for moved in _moved(*pair)] + [moved.data() for moved in lost + found]


def _moved(old: DecisionTable, new: DecisionTable) -> Iterator[Moved]:
    if old.columns[0] == LISTED:
        yield from _relisted(old, new)
    elif [row[0] for row in old.rows] == [row[0] for row in new.rows] and old.columns == new.columns:
        for before, after in zip(old.rows, new.rows, strict=True):
            yield from _cells(new, before[0], before, after)
    elif old.columns == new.columns and (runs := list(_runs(old, new))):
        for where, was, now in runs:
            yield from _cells(new, where, was, now)
    else:
        yield Moved(new.title, "the whole table", (), f"{len(old.rows)} rows", f"{len(new.rows)} rows")


def _relisted(old: DecisionTable, new: DecisionTable) -> Iterator[Moved]:
    """Hands that stand under another decision, those that moved alike together."""
    was, now = ({hand: row[0] for row in table.rows for hand in row[-1].split()} for table in (old, new))
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for hand, decision in now.items():
        if was.get(hand, "") != decision:
            alike[was.get(hand, ""), decision].append(hand)
    for (before, after), hands in alike.items():
        yield Moved(new.title, " ".join(hands), (), before, after)


def _cells(table: DecisionTable, where: str, was: Sequence[str], now: Sequence[str]) -> Iterator[Moved]:
    """The cells of a row that differ, those that differ alike together."""
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for column, before, after in zip(table.columns[1:], was[1:], now[1:], strict=True):
        if before != after:
            alike[before, after].append(column)
    for (before, after), columns in alike.items():
        everywhere = len(columns) == len(table.columns) - 1
        yield Moved(table.title, where, () if everywhere else tuple(columns), before, after)


Key = tuple[int, ...]


def _key(name: str) -> Key | None:
    """Where a hand stands in the order of hands; none for a name that is no list of cards."""
    parts = name.split("-")
    if any(part not in RANKS for part in parts):
        return None
    ranks = [RANKS.index(part) for part in parts]
    pairs = sum(ranks[place] == ranks[place + 1] for place in (0, 2) if place + 1 < len(ranks))
    return (pairs if ranks[0] == ranks[1] else 0, *ranks)


def _runs(old: DecisionTable, new: DecisionTable) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The runs of hands that both tables play in one way each, with their rows; nothing if they cannot be ordered."""
    ends: list[list[tuple[str, str, Key]]] = []
    for table in (old, new):
        named = [(row[0].split(" to ")[0], row[0].split(" to ")[-1]) for row in table.rows]
        keyed = [(first, last, key) for first, last in named if (key := _key(last)) is not None]
        if len(keyed) != len(table.rows):
            return
        ends.append(keyed)
    left, right = 0, 0
    first = ends[0][0][0]
    while left < len(ends[0]) and right < len(ends[1]):
        (_, last, one), (_, other_last, other) = ends[0][left], ends[1][right]
        end = last if one >= other else other_last
        yield first if first == end else f"{first} to {end}", old.rows[left], new.rows[right]
        left, right = left + (one >= other), right + (other >= one)
        if left < len(ends[0]) and right < len(ends[1]):
            first = ends[0][left][0] if one >= other else ends[1][right][0]
