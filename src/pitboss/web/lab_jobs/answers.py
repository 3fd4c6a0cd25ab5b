"""Earlier answers of the lab, read from its store, and how a strategy changes with the pay table or the rules.
Nothing is computed here, and NumPy is not needed.

The lab's tables are of three shapes: hands listed under each decision, a grid with the same rows always, and a grid
whose rows are runs of hands in order (`A-K-Q-T-9 to A-K-Q-T-3`), which begin and end elsewhere when something changes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from pitboss.cards.card import RANKS
from pitboss.lab.answer import answer_data, stored_answer
from pitboss.lab.question import DecisionTable
from pitboss.web.lab_jobs.questions import GameQuestion

LISTED = "decision"
"""The first column of a table that lists hands under each decision."""
Key = tuple[int, ...]
Change = dict[str, Any]


def known_edge(asked: GameQuestion) -> dict[str, Any] | None:
    """An edge with how it differs from the approved table, if both are known."""
    approved = stored_answer(asked.approved.question())
    now = approved if asked == asked.approved else stored_answer(asked.question())
    if approved is None or now is None:
        return None
    before, after = approved.solution, now.solution
    exact, was_exact = after.edge_exact, before.edge_exact
    moved = exact - was_exact if exact is not None and was_exact is not None else None
    return answer_data(now) | {
        "tables": [asdict(table) for table in after.tables],
        "approved": {
            "edge": float(before.edge),
            "edge_exact": answer_data(approved)["edge_exact"],
            "change": float(after.edge - before.edge),
            "change_exact": f"{moved.numerator}/{moved.denominator}" if moved is not None else None,
            "strategy_changes": changes(before.tables, after.tables),
            "facts": dict(before.facts),
        },
    }


def changes(before: Sequence[DecisionTable], after: Sequence[DecisionTable]) -> list[Change]:
    """Everything that is played in another way now."""
    old, new = ({table.title: table for table in tables} for tables in (before, after))
    both = [change for title in old if title in new for change in _changes(old[title], new[title])]
    lost = [_change(title, "the whole table", "in use", "not in use") for title in old if title not in new]
    found = [_change(title, "the whole table", "not in use", "in use") for title in new if title not in old]
    return both + lost + found


def _change(table: str, where: str, was: str, now: str, against: Iterable[str] = ()) -> Change:
    """Hands that are played in another way, against these up cards where that matters."""
    return {"table": table, "where": where, "against": list(against), "was": was, "now": now}


def _changes(old: DecisionTable, new: DecisionTable) -> Iterator[Change]:
    if old.columns[0] == LISTED:
        was, now = ({hand: row[0] for row in table.rows for hand in row[-1].split()} for table in (old, new))
        for before, after, hands in _alike((hand, was.get(hand, ""), now[hand]) for hand in now):
            yield _change(new.title, " ".join(hands), before, after)
    elif old.columns == new.columns and (rows := list(_rows(old, new))):
        for where, then, here in rows:
            for before, after, columns in _alike(zip(new.columns[1:], then[1:], here[1:], strict=True)):
                everywhere = len(columns) == len(new.columns) - 1
                yield _change(new.title, where, before, after, () if everywhere else columns)
    else:
        yield _change(new.title, "the whole table", f"{len(old.rows)} rows", f"{len(new.rows)} rows")


def _alike(cells: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, list[str]]]:
    """What differs of named cells, before and after, with the names of those that differ alike."""
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, before, after in cells:
        if before != after:
            alike[before, after].append(name)
    return ((*both, names) for both, names in alike.items())


def _rows(old: DecisionTable, new: DecisionTable) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The rows of two tables beside each other: by their names, or the runs of hands that both play in one way each;
    nothing if they cannot be ordered."""
    if [row[0] for row in old.rows] == [row[0] for row in new.rows]:
        yield from ((before[0], before, after) for before, after in zip(old.rows, new.rows, strict=True))
        return
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


def _key(name: str) -> Key | None:
    """Where a hand stands in the order of hands; none for a name that is no list of cards."""
    parts = name.split("-")
    if any(part not in RANKS for part in parts):
        return None
    ranks = [RANKS.index(part) for part in parts]
    pairs = sum(ranks[place] == ranks[place + 1] for place in (0, 2) if place + 1 < len(ranks))
    return (pairs if ranks[0] == ranks[1] else 0, *ranks)
