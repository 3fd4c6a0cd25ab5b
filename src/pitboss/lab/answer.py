"""A question answered, and kept with where the answer came from; as plain data for pages, files and reports."""

import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from pitboss.lab import store
from pitboss.lab.kept import code_version
from pitboss.lab.question import Question
from pitboss.lab.registry import SOLVERS, solver_of
from pitboss.lab.solution import DecisionTable, Outcome, Solution, Weight


@dataclass(frozen=True)
class Answer:
    """A solution, how long it took to get now, and how it was made."""

    question: Question
    solution: Solution
    seconds: float
    provenance: Mapping[str, Any]
    was_kept: bool = False


def asked_data(question: Question) -> dict[str, Any]:
    """All that decides an answer, as plain data; a notice of maximum payout where there is one."""
    notice = question.maximum_payout_cents
    return {
        "game": question.game,
        "edition": question.edition,
        "version": question.version,
        "content_hash": question.content_hash,
        "pays": {wager: {line: str(odds) for line, odds in lines.items()} for wager, lines in question.pays.items()},
        "rules": dict(question.rules),
        "strategy": question.strategy,
        "play": [list(offered) for offered in question.play],
        "decks": question.decks,
        "wager_cents": question.wager_cents,
        "chips_cents": None if question.chips is None else list(question.chips.denominations),
    } | ({"maximum_payout_cents": notice} if notice is not None else {})


def answer(question: Question) -> Answer:
    """Answer a question from the store, or work the answer out and keep it."""
    began = time.perf_counter()
    asked = asked_data(question)
    package = SOLVERS[question.engine].rpartition(".")[2]
    kept = store.fetch_data(f"{package}-answer", asked)
    if kept is not None:
        solution = solution_of(kept["solution"])
        return Answer(question, solution, time.perf_counter() - began, kept["provenance"], was_kept=True)
    solution = solver_of(question.engine).solve(question)
    seconds = time.perf_counter() - began
    provenance = {
        "asked": asked,
        "key": store.key_of(f"{package}-answer", asked),
        "code": code_version(),
        "software": f"pitboss {version('pitboss')}",
        "python": platform.python_version(),
        "computed_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 6),
    }
    store.keep_data(f"{package}-answer", asked, {"solution": plain(solution), "provenance": provenance})
    return Answer(question, solution, seconds, provenance)


def plain(solution: Solution) -> dict[str, Any]:
    """A solution as data from which it can be made again."""
    return {
        "game": solution.game,
        "unit": solution.unit,
        "strategy": solution.strategy,
        "strategy_class": solution.strategy_class,
        "edge": _number(solution.edge),
        "deals": solution.deals,
        "outcomes": [[o.name, o.count, str(o.pay), str(o.wagered)] for o in solution.outcomes],
        "ties": solution.ties,
        "method": solution.method,
        "error": solution.error,
        "tables": [[table.title, table.columns, table.rows] for table in solution.tables],
        "sides": [plain(side) for side in solution.sides],
        "facts": dict(solution.facts),
    }


def solution_of(data: Mapping[str, Any]) -> Solution:
    """The solution that `plain` wrote."""
    edge = data["edge"]
    outcomes = (
        Outcome(name, count, Fraction(pay), Fraction(wagered)) for name, count, pay, wagered in data["outcomes"]
    )
    tables = (DecisionTable(title, tuple(columns), tuple(map(tuple, rows))) for title, columns, rows in data["tables"])
    return Solution(
        **{
            **data,
            "edge": Fraction(edge) if isinstance(edge, str) else edge,
            "outcomes": tuple(outcomes),
            "tables": tuple(tables),
            "sides": tuple(solution_of(side) for side in data["sides"]),
        }
    )


def _number(value: Fraction | float) -> str | float:
    return str(value) if isinstance(value, Fraction) else value


def answer_data(answered: Answer) -> dict[str, Any]:
    """An answer as `--json` shows it."""
    return solution_data(answered.solution) | {
        "altered": dict(answered.question.altered),
        "seconds": round(answered.seconds, 6),
        "provenance": dict(answered.provenance),
    }


def solution_data(solution: Solution) -> dict[str, Any]:
    """The figures of a solution."""
    exact = solution.edge_exact
    return {
        "game": solution.game,
        "edge": float(solution.edge),
        "edge_exact": None if exact is None else f"{exact.numerator}/{exact.denominator}",
        "edge_error": solution.error,
        "unit": solution.unit,
        "strategy": solution.strategy,
        "strategy_class": solution.strategy_class,
        "ties": solution.ties,
        "method": solution.method,
        "mean_wager": float(solution.mean_wager),
        "element_of_risk": float(solution.element_of_risk),
        "variance": float(solution.variance),
        "standard_deviation": solution.standard_deviation,
        "hit_frequency": float(solution.hit_frequency),
        "deals": solution.deals,
        "outcomes": [_outcome_data(solution, outcome) for outcome in solution.outcomes],
        "facts": dict(solution.facts),
        "sides": [solution_data(side) for side in solution.sides],
    }


def _outcome_data(solution: Solution, outcome: Outcome) -> dict[str, str | Weight]:
    return {
        "name": outcome.name,
        "count": outcome.count,
        "probability": solution.probability(outcome),
        "pay": float(outcome.pay),
        "pay_exact": str(outcome.pay),
        "wagered": float(outcome.wagered),
    }
