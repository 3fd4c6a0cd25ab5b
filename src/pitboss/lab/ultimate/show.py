"""The strategy as a person reads it, and how often each decision is made."""

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Any

from numpy.typing import NDArray

from pitboss.cards.card import RANKS
from pitboss.lab.solution import DecisionTable
from pitboss.lab.ultimate.amounts import Pays, amounts_of
from pitboss.lab.ultimate.decide import Decisions, holes
from pitboss.lab.ultimate.flops import flop_rows
from pitboss.lab.ultimate.passes import FLOPS_OF_BOARD
from pitboss.lab.ultimate.rivers import river_rows
from pitboss.lab.ultimate.rows import write
from pitboss.lab.ultimate.symmetry import PAIRS, symmetry

Array = NDArray[Any]
DEALS_OF_HOLE = comb(50, 5) * FLOPS_OF_BOARD * comb(45, 2)
"""The boards, flops of them and dealer's hands that two hole cards may meet."""

STAGES = ("raised before the flop", "bet at the flop", "bet at the river")


def tables(decisions: Decisions, rivers: Array, pays: Pays) -> tuple[DecisionTable, ...]:
    """The strategy: before the flop every hole cards; where it is the best one, the flop and the river too."""
    shown = (_before_the_flop(decisions),)
    if decisions.by_class is None:
        return shown
    unit = PAIRS * DEALS_OF_HOLE * amounts_of(pays)[1]
    kinds = symmetry()
    at_flop = flop_rows(kinds, decisions.pre_flop, decisions.by_class)
    return (
        *shown,
        write("At the flop, checked before it", "check", at_flop, unit=unit),
        write("At the river, checked before it", "fold", river_rows(rivers, "fold"), unit=unit),
    )


def _before_the_flop(decisions: Decisions) -> DecisionTable:
    """Which hole cards are raised before the flop: suited above the diagonal, the others below."""
    chosen = dict(zip(holes().tolist(), decisions.pre_flop.tolist(), strict=True))
    falling = range(12, -1, -1)
    rows = tuple((RANKS[row], *(str(chosen[row * 13 + column] or "-") for column in falling)) for row in falling)
    title = "Before the flop: Play in Antes, or check (-); suited hole cards above the diagonal"
    return DecisionTable(title, ("", *(RANKS[column] for column in falling)), rows)


def facts(decisions: Decisions, ends: Mapping[tuple[int, int, int, int], int]) -> Mapping[str, int | float]:
    """How often each decision is made."""
    deals = sum(ends.values())
    made: Counter[str] = Counter()
    for (stage, multiple, _, _), count in ends.items():
        made[STAGES[stage] if multiple else "folded"] += count
    raised = int((decisions.pre_flop > 0).sum())
    return {f"hole cards raised, of {PAIRS:,}": raised} | {name: count / deals for name, count in made.items()}
