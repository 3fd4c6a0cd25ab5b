"""Orders waiting for their turn: at most one a table goes into a batch, the others of the table into the next ones."""

import queue
from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

from pitboss.floor.service.commands import Order
from pitboss.floor.store import Stream
from pitboss.value import Value

BATCH = 64
"""The most orders in one transaction."""


class Stopped(RuntimeError):
    """The floor does not carry an order out; whoever gave it may give it again under the same key."""


class Job(Value, gc=True):
    """An order that somebody waits for."""

    order: Order
    stream: Stream
    done: "Future[dict[str, Any]]"
    tries: int = 0
    """How often it has been worked out again."""


class Turns:
    """The queue before the writer."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._waiting: list[Job] = []
        self._ends = False

    def put(self, job: Job) -> None:
        """Let an order wait for its turn."""
        self._jobs.put(job)

    def wake(self) -> None:
        """Have the writer look up, though there is no order."""
        self._jobs.put(None)

    def end(self) -> None:
        """Take no more orders: there is no batch after those that wait."""
        self._ends = True
        self.wake()

    def batch(self, timeout: float) -> list[Job] | None:
        """The next orders, one a table; an empty list if none came for so long, nothing once all is done."""
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
        """Take an order up, unless whoever gave it has gone away; from here on it cannot be called off."""
        if job is not None and job.done.set_running_or_notify_cancel():
            self._waiting.append(job)


def give_up(batch: Iterable[Job]) -> None:
    """Answer whatever of a batch has no answer yet: nobody waits for ever."""
    for job in batch:
        if not job.done.done():
            job.done.set_exception(Stopped("The order was not carried out."))
