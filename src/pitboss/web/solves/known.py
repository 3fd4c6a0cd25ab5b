"""What the lab has worked out before, read from its store: nothing is computed here, and NumPy is not needed."""

from typing import Any

from pitboss.lab import store
from pitboss.lab.answer import Answer, answer, answer_data, asked_data
from pitboss.lab.question import Question
from pitboss.lab.registry import SOLVERS
from pitboss.web.solves.asked import Asked, Task
from pitboss.web.solves.compare import changes
from pitboss.web.solves.worker import KEPT, place_of


def kept_answer(question: Question) -> Answer | None:
    """An answer that is in the lab's store."""
    kind = SOLVERS[question.engine].rpartition(".")[2] + "-answer"
    return answer(question) if store.fetch_data(kind, asked_data(question)) is not None else None


def known(task: Task) -> dict[str, Any] | None:
    """The result of a task, if it is known."""
    if task.kind == "edge":
        return known_edge(task.asked)
    if task.kind == "sign":
        found = kept_answer(task.asked.question())
        return answer_data(found) if found is not None else None
    return store.fetch_data(*place_of(task)) if task.kind in KEPT else None


def known_edge(asked: Asked) -> dict[str, Any] | None:
    """An edge with how it differs from the approved table, if both are known."""
    approved = kept_answer(asked.approved.question())
    now = approved if asked.is_approved else kept_answer(asked.question())
    if approved is None or now is None:
        return None
    moved = changes(approved.solution.tables, now.solution.tables)
    return answer_data(now) | {
        "tables": [table_data(table) for table in now.solution.tables],
        "approved": {
            "edge": float(approved.solution.edge),
            "edge_exact": answer_data(approved)["edge_exact"],
            "change": float(now.solution.edge - approved.solution.edge),
            "change_exact": _exact_change(approved, now),
            "strategy_changes": moved,
            "facts": dict(approved.solution.facts),
        },
    }


def _exact_change(approved: Answer, now: Answer) -> str | None:
    before, after = approved.solution.edge_exact, now.solution.edge_exact
    if before is None or after is None:
        return None
    moved = after - before
    return f"{moved.numerator}/{moved.denominator}"


def table_data(table: Any) -> dict[str, Any]:
    """A table of decisions as plain data."""
    return {"title": table.title, "columns": list(table.columns), "rows": [list(row) for row in table.rows]}
