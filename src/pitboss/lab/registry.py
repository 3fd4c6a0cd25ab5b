"""Which package of the lab solves which game; it is imported when it is asked."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from pitboss.lab.question import LabError, Question, Rule
from pitboss.lab.solution import Solution
from pitboss.law.rules import Rules

SOLVERS: Mapping[str, str] = {
    "mississippi-stud": "pitboss.lab.mississippi",
    "caribbean-stud": "pitboss.lab.caribbean",
    "ultimate-texas-holdem": "pitboss.lab.ultimate",
    "pontoon": "pitboss.lab.pontoon",
}


class Solver(Protocol):
    """What a game's package offers; see the head of `pitboss.lab`."""

    STRATEGIES: Mapping[str, str]
    SHORT: str

    def rules_of(self, rules: Rules) -> tuple[Rule, ...]:
        """The rules that may be varied, with the edition's values."""

    def solve(self, question: Question) -> Solution:
        """Price the game."""


def solver_of(engine: str) -> Solver:
    """The solver of an engine."""
    if engine not in SOLVERS:
        raise LabError(f"The lab has no solver for {engine}: it has {', '.join(SOLVERS)}.")
    try:
        return cast(Solver, import_module(SOLVERS[engine]))
    except ModuleNotFoundError as error:
        if error.name != SOLVERS[engine]:
            raise
        raise LabError(f"The lab does not solve {engine} yet.") from None
