"""A decision of a practice table as a task for the lab: only what its player sees goes to the worker."""

import base64
import pickle
from typing import Any

from pitboss.lab.advice import Seen, question_of, seen_in
from pitboss.lab.question import Question
from pitboss.play import Round
from pitboss.play.needs import DecisionNeed
from pitboss.web.solves.asked import Asked, Task


def task_at(round: Round, need: DecisionNeed) -> Task:
    """The task of advising a player at a decision; raises `LabError` where the lab has no advice."""
    question, seen = question_of(round, need), seen_in(round, need)
    packed = base64.b64encode(pickle.dumps((question, seen))).decode()
    return Task("advice", Asked(question.game), {"at": packed})


def read_task(task: Task) -> tuple[Question, Seen]:
    """The question and what is seen, as the worker takes them up."""
    packed: tuple[Question, Seen] = pickle.loads(base64.b64decode(task.more["at"]))  # noqa: S301  by our own server
    return packed


def unit_cents(round: Round, need: DecisionNeed) -> int:
    """What one unit of the advice is in cents: the Ante, or the wager."""
    mine = [w for spot in ("ante", "wager") for w in round.wagers_on(need.area, spot) if w.patron == need.patron]
    return mine[0].stake.cents if mine else 0


def taken(advice: dict[str, Any], option: str, units: int) -> dict[str, Any] | None:
    """Of the choices that were valued, the one that was taken."""
    named = [each for each in advice["options"] if each["option"] == option]
    exactly = [each for each in named if each["wager"] == units]
    return next(iter(exactly or named), None)
