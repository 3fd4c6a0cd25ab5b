"""A job: a task that somebody asked for, where it stands, how far it is and what came of it."""

import time
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.web.solves.asked import Task

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
OVER = (DONE, FAILED, CANCELLED)
MOST_POINTS = 240
"""How many points of a simulation's way are kept; beyond that every other one is let go."""


@dataclass
class Job:
    """One piece of work in the queue. `number` grows with everything that changes, for whoever watches it."""

    id: str
    task: Task
    owners: set[Actor]
    state: str = QUEUED
    number: int = 1
    started: float | None = None
    ended: float | None = None
    progress: dict[str, Any] = field(default_factory=dict)
    points: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    words: str = ""

    @property
    def is_patrons(self) -> bool:
        """Whether patrons alone want it."""
        return all(owner.role == PATRON for owner in self.owners)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in OVER

    @property
    def seconds(self) -> float:
        """How long it has run."""
        if self.started is None:
            return 0.0
        return (self.ended or time.monotonic()) - self.started

    def begin(self) -> None:
        """Note that a worker has it."""
        self.state, self.started, self.number = RUNNING, time.monotonic(), self.number + 1

    def went_on(self, progress: dict[str, Any]) -> None:
        """Note how far it is."""
        self.progress = progress
        self.points = [*self.points, progress] if len(self.points) < MOST_POINTS else [*self.points[::2], progress]
        self.number += 1

    def end(self, state: str, *, result: dict[str, Any] | None = None, words: str = "") -> None:
        """Note what came of it; the first word stands."""
        if not self.is_over:
            self.result, self.words, self.ended = result, words, time.monotonic()
            self.state, self.number = state, self.number + 1
