"""How sorts of hands are played, as rows that a person reads: exact counts, and what to do where a sort is mixed.

A row has four cells, by what two cards may make of the board: neither a straight nor a flush, a straight, a flush, or
both.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.solution import DecisionTable
from pitboss.lab.ultimate.sorts import BET, COUNTED, EVEN, GAINS, LOSES, PASSED, SHAPES

Array = NDArray[Any]
BOARDS = ("neither", "straight", "flush", "both")


class Row(NamedTuple):
    """A sort of hands, or several alike: `says` has a place for the first and last of what tells them apart."""

    hand: str
    says: str
    first: str
    last: str
    cells: Array
    """By shape of the board: what is counted of the hands (see `sorts`)."""

    @property
    def label(self) -> str:
        """What tells these hands apart."""
        return self.says.format(self.first if self.first == self.last else f"{self.first} to {self.last}")


def row(hand: str, says: str, place: str, cells: Array) -> Row:
    """A row of one sort."""
    return Row(hand, says, place, place, cells)


def write(title: str, passing: str, rows: Iterable[Row], *, unit: int) -> DecisionTable:
    """The rows as a table, those together that are played alike; `passing` is a check or a fold."""
    merged = _together([each for each in rows if each.cells[:, :GAINS].any()], passing)
    counts = np.sum([each.cells.sum(axis=0) for each in merged], axis=0)
    cost = sum(_cost(each.cells) for each in merged) / unit
    said = (
        f"{title}: {int(counts[:GAINS].sum()):,} hands, {_number(counts[EVEN])} of them worth the same either way. "
        f"The last columns tell mixed hands by what two cards may make of the board: the better choice, and how often "
        f"it is best. To play by this table alone costs {cost * 100:.4f}% of the Ante"
    )
    columns = ("hand", "with", "bet", passing, "even", "do", *BOARDS)
    return DecisionTable(said, columns, tuple(_words(each, passing) for each in merged))


def _together(rows: list[Row], passing: str) -> list[Row]:
    """Rows that differ in one place alone and are played alike, made one."""
    found: list[Row] = []
    for each in rows:
        last = found[-1] if found else None
        alike = last and (last.hand, last.says) == (each.hand, each.says) and "{}" in each.says
        if last and alike and what_to_do(last.cells, passing) == what_to_do(each.cells, passing) != "mixed":
            found[-1] = last._replace(last=each.last, cells=last.cells + each.cells)
        else:
            found.append(each)
    return found


def what_to_do(cells: Array, passing: str) -> str:
    """What is done with every hand, or that it is mixed; hands worth the same either way go with the rest."""
    counts = cells.reshape(-1, COUNTED).sum(axis=0)
    return "bet" if not counts[PASSED] else passing if not counts[BET] else "mixed"


def _cost(cells: Array) -> float:
    """What is given up by one decision for each cell, the better one, in small units."""
    return float(np.minimum(cells[:, GAINS], -cells[:, LOSES]).sum())


def _words(each: Row, passing: str) -> tuple[str, ...]:
    counts = each.cells.sum(axis=0)
    do = what_to_do(each.cells, passing)
    boards = [_cell(each.cells[shape], passing) if do == "mixed" else "" for shape in range(SHAPES)]
    numbers = (f"{int(counts[kind]):,}" for kind in (BET, PASSED, EVEN))
    return (each.hand, each.label, *numbers, do, *boards)


def _number(count: float) -> str:
    return f"{int(count):,}" if count else "none"


def _cell(counts: Array, passing: str) -> str:
    """The better decision for the hands of a cell, and the share of them that it is best for."""
    hands = int(counts[:GAINS].sum())
    if not hands:
        return ""
    bets = counts[GAINS] > -counts[LOSES]
    right = int(counts[BET if bets else PASSED] + counts[EVEN])
    name = "bet" if bets else passing
    return name if right == hands else f"{name} {_percent(right / hands)}"


def _percent(share: float) -> str:
    """A share that is not all, never shown as all."""
    return f"{min(share, 0.999) * 100:.1f}%" if share > 0.995 else f"{share * 100:.0f}%"
