"""The way from a question and what is seen to advice: each game's module is imported when it is asked."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from pitboss.lab.advice.seen import Advice, Seen, Valued
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.value import Value

ADVISERS: Mapping[str, str] = {
    "mississippi-stud": "pitboss.lab.advice.mississippi",
    "caribbean-stud": "pitboss.lab.advice.caribbean",
    "ultimate-texas-holdem": "pitboss.lab.advice.ultimate",
    "pontoon": "pitboss.lab.advice.pontoon",
}


class Values(Value):
    """What a game's module finds: the choices, those that are taken first where values are equal in front."""

    decision: str
    unit: str
    strategy_class: str
    options: tuple[Valued, ...]


class Adviser(Protocol):
    """What a game's module offers."""

    def values(self, question: Question, seen: Seen) -> Values:
        """What each choice at a decision is worth."""

    def is_ready(self, question: Question) -> bool:
        """Say whether nothing is to be solved first that takes more than a moment."""

    def prepare(self, question: Question) -> None:
        """Solve what advice is drawn from, and keep it."""


def _adviser(question: Question) -> Adviser:
    if question.engine not in ADVISERS:
        raise LabError(f"The lab gives no advice on {question.engine}.")
    return cast(Adviser, import_module(ADVISERS[question.engine]))


def _best(question: Question) -> Question:
    """The question at its best play, whatever strategy it asks about."""
    return replace(question, strategy=OPTIMAL)


def advise(question: Question, seen: Seen) -> Advice:
    """What each choice at a decision is worth; raises `LabError` where the decision makes no sense."""
    found = _adviser(question).values(_best(question), seen)
    most = max(option.value for option in found.options)
    best = next(option for option in found.options if option.value == most)
    ties = tuple(option for option in found.options if option.value == most and option is not best)
    return Advice(question.game, found.decision, found.unit, found.options, found.strategy_class, best, ties)


def is_ready(question: Question) -> bool:
    """Say whether advice comes at once: Ultimate Texas Hold'em has to be solved before its first decision."""
    return _adviser(question).is_ready(_best(question))


def prepare(question: Question) -> None:
    """Make advice come at once, solving and keeping what takes long."""
    _adviser(question).prepare(_best(question))
