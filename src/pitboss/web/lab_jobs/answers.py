"""Earlier answers of the lab, read from its store. Nothing is computed here, and NumPy is not needed."""

from dataclasses import asdict
from typing import Any

from pitboss.lab import answer, comparison
from pitboss.web.lab_jobs.questions import GameQuestion


def known_edge(asked: GameQuestion) -> dict[str, Any] | None:
    """An edge with how it differs from the approved table, if both are known."""
    approved = answer.stored_answer(asked.approved.question())
    now = approved if asked == asked.approved else answer.stored_answer(asked.question())
    if approved is None or now is None:
        return None
    before, after = approved.solution, now.solution
    exact, was_exact = after.edge_exact, before.edge_exact
    moved = exact - was_exact if exact is not None and was_exact is not None else None
    return answer.answer_data(now) | {
        "tables": [asdict(table) for table in after.tables],
        "approved": {
            "edge": float(before.edge),
            "edge_exact": answer.answer_data(approved)["edge_exact"],
            "change": float(after.edge - before.edge),
            "change_exact": f"{moved.numerator}/{moved.denominator}" if moved is not None else None,
            "strategy_changes": comparison.changes(before.tables, after.tables),
            "facts": dict(before.facts),
        },
    }
