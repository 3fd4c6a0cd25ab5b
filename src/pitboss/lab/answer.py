"""A question answered by the package of its game, and kept with where the answer came from.

Answers, and strategies side by side, are plain data for pages, files and reports.
"""

import platform
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from typing import Any, Protocol, cast

from pitboss import plugins
from pitboss.drawing import html_table
from pitboss.lab import store
from pitboss.lab.question import (
    OPTIMAL,
    DecisionTable,
    LabError,
    Outcome,
    Question,
    Solution,
    VariableRule,
    WagerShare,
)
from pitboss.law.rules import Rules
from pitboss.messages import say

SOLVERS: Mapping[str, str] = {
    "mississippi-stud": "mississippi",
    "caribbean-stud": "caribbean",
    "ultimate-texas-holdem": "ultimate",
    "pontoon": "pontoon",
}
"""By engine: the package of the lab that solves the game; it is imported when it is asked."""


def is_priced(engine: str) -> bool:
    """Say whether the lab can price an engine's game."""
    return engine in SOLVERS or engine in plugins.names(plugins.SOLVERS)


class Solver(Protocol):
    """The interface of a game's package; see the head of `pitboss.lab`."""

    STRATEGIES: Mapping[str, str]
    SHORT: str

    def rules_of(self, rules: Rules) -> tuple[VariableRule, ...]:
        """The rules that may be varied, with the edition's values."""

    def solve(self, question: Question) -> Solution:
        """Price the game."""


def part_of(engine: str, part: str = "") -> Any:
    """The package that solves an engine's game, or a module of it."""
    if engine in SOLVERS:
        return import_module(f"pitboss.lab.{SOLVERS[engine]}{part}")
    if not is_priced(engine):
        known = ", ".join((*SOLVERS, *plugins.names(plugins.SOLVERS)))
        raise LabError(say("The lab cannot price {game}: it prices {known}.", game=engine, known=known))
    package = plugins.load(plugins.SOLVERS, engine)
    try:
        return import_module(f"{package.__name__}{part}") if part else package
    except ModuleNotFoundError as error:
        if error.name != f"{package.__name__}{part}":
            raise
        words = "The lab has nothing of {game} but its exact edge: its package has no {part}."
        raise LabError(say(words, game=engine, part=part.removeprefix("."))) from None


def solver_of(engine: str) -> Solver:
    """The solver of an engine."""
    return cast(Solver, part_of(engine))


@dataclass(frozen=True)
class Answer:
    """A solution, how long it took to get now, and how it was made."""

    question: Question
    solution: Solution
    seconds: float
    provenance: Mapping[str, Any]
    was_kept: bool = False

    @property
    def edge(self) -> Fraction | float:
        """The house's edge, of the unit of the solution."""
        return self.solution.edge

    def _repr_html_(self) -> str:
        """The answer in a notebook: the figures, and how rounds end."""
        solution = self.solution
        figures = (
            (say("House edge"), f"{float(solution.edge):.4%}"),
            (say("Element of risk"), f"{float(solution.element_of_risk):.4%}"),
            (say("Standard deviation"), f"{solution.standard_deviation:.4f}"),
            (say("Hit frequency"), f"{float(solution.hit_frequency):.4%}"),
        )
        ends = [(o.name, f"{solution.probability(o):.6%}", f"{float(o.pay):+g}") for o in solution.outcomes]
        title = f"{solution.game}, {solution.strategy_class}"
        return html_table((say("Figure"), solution.unit), figures, title, numbers=1) + html_table(
            (say("Outcome"), say("Probability"), say("Pay")), ends, numbers=2
        )


def question_data(question: Question) -> dict[str, Any]:
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


def stored_answer(question: Question) -> Answer | None:
    """An answer that is in the store."""
    began = time.perf_counter()
    kept = store.fetch_data(_kind(question), question_data(question)) if question.engine in SOLVERS else None
    if kept is None:
        return None
    solution = solution_of(kept["solution"])
    return Answer(question, solution, time.perf_counter() - began, kept["provenance"], was_kept=True)


def answer(question: Question) -> Answer:
    """Answer a question from the store, or work the answer out and keep it."""
    if stored := stored_answer(question):
        return stored
    found = work_out(question)
    if question.engine in SOLVERS:  # the key does not know the code of another package
        kept = {"solution": asdict(found.solution), "provenance": found.provenance}
        store.keep_data(_kind(question), question_data(question), kept)
    return found


def work_out(question: Question) -> Answer:
    """Work an answer out, whatever is kept."""
    began, asked = time.perf_counter(), question_data(question)
    solution = solver_of(question.engine).solve(question)
    seconds = time.perf_counter() - began
    provenance = {
        "asked": asked,
        "key": store.key_of(_kind(question), asked),
        "code": store.code_version(),
        "software": f"pitboss {version('pitboss')}",
        "python": platform.python_version(),
        "computed_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 6),
    }
    return Answer(question, solution, seconds, provenance)


def _kind(question: Question) -> str:
    return f"{SOLVERS.get(question.engine, question.engine)}-answer"


def solution_of(data: Mapping[str, Any]) -> Solution:
    """The solution that was written as data."""
    made = {
        "edge": _number(data["edge"]),
        "outcomes": tuple(
            Outcome(o["name"], o["count"], Fraction(o["pay"]), Fraction(o["wagered"])) for o in data["outcomes"]
        ),
        "tables": tuple(
            DecisionTable(t["title"], tuple(t["columns"]), tuple(map(tuple, t["rows"]))) for t in data["tables"]
        ),
        "wagers": tuple(WagerShare(w["name"], _number(w["staked"]), _number(w["net"])) for w in data["wagers"]),
        "sides": tuple(solution_of(side) for side in data["sides"]),
    }
    return Solution(**{**data, **made})


def _number(kept: str | float) -> Fraction | float:
    """A figure as it was kept: a fraction as text."""
    return Fraction(kept) if isinstance(kept, str) else kept


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
        "outcomes": [
            {
                "name": outcome.name,
                "count": outcome.count,
                "probability": solution.probability(outcome),
                "pay": float(outcome.pay),
                "pay_exact": str(outcome.pay),
                "wagered": float(outcome.wagered),
            }
            for outcome in solution.outcomes
        ],
        "wagers": [
            {"name": share.name, "staked": float(share.staked), "net": float(share.net)} for share in solution.wagers
        ],
        "facts": dict(solution.facts),
        "sides": [solution_data(side) for side in solution.sides],
    }


@dataclass(frozen=True)
class ComparedStrategies:
    """The strategies of a game, priced: the best first."""

    question: Question
    best: Solution
    short: str
    says: dict[str, str]
    priced: dict[str, Answer]
    tables: tuple[DecisionTable, ...]
    words: tuple[DecisionTable, ...]

    def _repr_html_(self) -> str:
        """The strategies in a notebook: what each costs, then the tables."""
        rows = [(name, says, f"{self.cost(name):.4%}") for name, says in self.says.items()]
        priced = html_table((say("Strategy"), "", say("Cost")), rows, self.question.game, numbers=1)
        return priced + "".join(html_table(each.columns, each.rows, each.title) for each in self.words + self.tables)

    def cost(self, name: str) -> float:
        """The cost of a strategy beside the best, in units."""
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
            "tables": [asdict(table) for table in self.tables],
            "short_tables": [asdict(table) for table in self.words],
        }


def compare(question: Question, *, full: bool = False) -> ComparedStrategies:
    """Price every strategy of a game; `full` gives the best one hand by hand."""
    solver = solver_of(question.engine)
    priced = {name: answer(replace(question, strategy=name)) for name in solver.STRATEGIES}
    best = priced[OPTIMAL].solution
    by_hand = getattr(solver, "tables", None)
    tables = by_hand(replace(question, strategy=OPTIMAL)) if full and by_hand else best.tables
    in_words = getattr(solver, "short_tables", None)
    words: tuple[DecisionTable, ...] = in_words() if in_words else priced[solver.SHORT].solution.tables
    return ComparedStrategies(question, best, solver.SHORT, dict(solver.STRATEGIES), priced, tables, words)
