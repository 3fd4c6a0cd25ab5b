"""Strategies side by side: the best one as a table, the short one in words, and what each costs beside the best."""

from dataclasses import dataclass, replace
from typing import Any

from pitboss.lab.answer import Answer, answer
from pitboss.lab.question import OPTIMAL, Question
from pitboss.lab.registry import solver_of
from pitboss.lab.solution import DecisionTable, Solution


@dataclass(frozen=True)
class Compared:
    """The strategies of a game, priced: the best first."""

    question: Question
    best: Solution
    short: str
    says: dict[str, str]
    priced: dict[str, Answer]
    tables: tuple[DecisionTable, ...]
    words: tuple[DecisionTable, ...]

    def cost(self, name: str) -> float:
        """What a strategy gives up beside the best, in units."""
        return float(self.priced[name].solution.edge - self.best.edge)

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.question.game,
            "unit": self.best.unit,
            "ties": self.best.ties,
            "short": self.short,
            "strategies": [
                {
                    "name": name,
                    "says": says,
                    "strategy_class": self.priced[name].solution.strategy_class,
                    "edge": float(self.priced[name].solution.edge),
                    "cost": self.cost(name),
                    "mean_wager": float(self.priced[name].solution.mean_wager),
                }
                for name, says in self.says.items()
            ],
            "tables": [_table_data(table) for table in self.tables],
            "short_tables": [_table_data(table) for table in self.words],
        }


def _table_data(table: DecisionTable) -> dict[str, Any]:
    return {"title": table.title, "columns": list(table.columns), "rows": [list(row) for row in table.rows]}


def compare(question: Question, *, full: bool = False) -> Compared:
    """Price every strategy of a game; `full` gives the best one hand by hand."""
    solver = solver_of(question.engine)
    priced = {name: answer(replace(question, strategy=name)) for name in solver.STRATEGIES}
    best = priced[OPTIMAL].solution
    by_hand = getattr(solver, "tables", None)
    tables = by_hand(replace(question, strategy=OPTIMAL)) if full and by_hand else best.tables
    words: tuple[DecisionTable, ...] = getattr(solver, "short_tables", tuple)()
    return Compared(question, best, solver.SHORT, dict(solver.STRATEGIES), priced, tables, words)
