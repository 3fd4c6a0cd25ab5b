"""Orders that wait for their turn: at most one a stream goes into a batch, the others into the next ones."""

import queue
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from pitboss.cards import Shoe
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, World
from pitboss.floor.store import Stream, Write
from pitboss.value import Value

BATCH = 64
"""The most orders in one transaction."""


class Stopped(RuntimeError):
    """The floor does not carry an order out; it may be given again under the same key."""


class Made(Value, gc=True):
    """A decision, on what it was made, and what it writes."""

    world: World
    decision: Decision
    write: Write
    shuffled: tuple[Shoe, ...] = ()
    """The shuffles that it makes."""


class Job(Value, gc=True):
    """Something to decide and to write; its caller waits for the future."""

    stream: Stream
    decide: Callable[[World], Decision]
    done: "Future[dict[str, Any]]"
    order: Order | None = None
    """The order that it carries out; none for what follows from the log."""
    made: Made | None = None
    """What was decided before its turn came, beside the writer."""


class Queue:
    """The queue before the writer."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._waiting: list[Job] = []
        self._ends = False

    def put(self, job: Job) -> None:
        """Let a job wait for its turn."""
        self._jobs.put(job)

    def end(self) -> None:
        """Take no more jobs: there is no batch after those that wait."""
        self._ends = True
        self._jobs.put(None)

    def batch(self, timeout: float) -> list[Job] | None:
        """The next jobs, one a stream; an empty list if none came for so long, nothing once all is done."""
        if not self._waiting and self._jobs.empty() and self._ends:
            return None
        try:
            self._take_up(self._jobs.get(timeout=0 if self._waiting else timeout))
            while True:
                self._take_up(self._jobs.get_nowait())
        except queue.Empty:
            pass
        batch: dict[Stream, Job] = {}
        later: list[Job] = []
        for job in self._waiting:
            if job.stream in batch or len(batch) >= BATCH:
                later.append(job)
            else:
                batch[job.stream] = job
        self._waiting = later
        return list(batch.values())

    def _take_up(self, job: Job | None) -> None:
        """Take a job up, unless its caller has gone away; from here on it cannot be called off."""
        if job is not None and job.done.set_running_or_notify_cancel():
            self._waiting.append(job)
