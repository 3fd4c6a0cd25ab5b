"""The strategy as a person reads it, and how often each decision is made."""

from collections import Counter
from collections.abc import Mapping

from pitboss.cards.card import RANKS
from pitboss.lab.solution import DecisionTable
from pitboss.lab.ultimate.decide import Decisions, holes
from pitboss.lab.ultimate.symmetry import PAIRS

STAGES = ("raised before the flop", "bet at the flop", "bet at the river")


def tables(decisions: Decisions) -> tuple[DecisionTable, ...]:
    """Which hole cards are raised before the flop: suited above the diagonal, the others below."""
    chosen = dict(zip(holes().tolist(), decisions.pre_flop.tolist(), strict=True))
    falling = range(12, -1, -1)
    rows = tuple((RANKS[row], *(str(chosen[row * 13 + column] or "-") for column in falling)) for row in falling)
    title = "Before the flop: Play in Antes, or check (-); suited hole cards above the diagonal"
    return (DecisionTable(title, ("", *(RANKS[column] for column in falling)), rows),)


def facts(decisions: Decisions, ends: Mapping[tuple[int, int, int, int], int]) -> Mapping[str, int | float]:
    """How often each decision is made."""
    deals = sum(ends.values())
    made: Counter[str] = Counter()
    for (stage, multiple, _, _), count in ends.items():
        made[STAGES[stage] if multiple else "folded"] += count
    raised = int((decisions.pre_flop > 0).sum())
    return {f"hole cards raised, of {PAIRS:,}": raised} | {name: count / deals for name, count in made.items()}
