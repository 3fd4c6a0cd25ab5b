"""A lane: jobs done one after the other by one worker, each of which can be cancelled."""

import threading
from collections import deque

from pitboss.web.solves.job import CANCELLED, DONE, FAILED, RUNNING, Job
from pitboss.web.solves.known import known
from pitboss.web.solves.worked import Ended, Process, WorkFailed

IDLE_SECONDS = 120.0
"""How long a worker with nothing to do is kept: it holds large tables."""


class Lane:
    """Jobs in their order, and the thread that hands them to the worker."""

    def __init__(self, name: str) -> None:
        self.process = Process(name)
        self.waiting: deque[Job] = deque()
        self.current: Job | None = None
        self._changed = threading.Condition()
        self._name = name
        self._stopped = False
        self._thread: threading.Thread | None = None

    def put(self, job: Job) -> None:
        """Have a job done after those that wait; the house's before any patron's."""
        with self._changed:
            self._insert(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=f"pitboss-{self._name}", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def place_again(self, job: Job) -> None:
        """Give a waiting job the place that it has by those who want it now."""
        with self._changed:
            if job in self.waiting and not job.is_patrons:
                self.waiting.remove(job)
                self._insert(job)

    def _insert(self, job: Job) -> None:
        patrons = (place for place, each in enumerate(self.waiting) if each.is_patrons and not job.is_patrons)
        self.waiting.insert(next(patrons, len(self.waiting)), job)

    def cancel(self, job: Job) -> None:
        """Take a job out of the queue, or kill the worker that does it."""
        with self._changed:
            if job.state == RUNNING and self.current is job:
                job.end(CANCELLED)
                self.process.kill()
            else:
                job.end(CANCELLED)
                if job in self.waiting:
                    self.waiting.remove(job)

    def place(self, job: Job) -> int:
        """How many jobs are before one in the queue."""
        with self._changed:
            return self.waiting.index(job) + (self.current is not None) if job in self.waiting else 0

    def stop(self) -> None:
        """Cancel everything and end."""
        with self._changed:
            self._stopped = True
            for job in (*self.waiting, *((self.current,) if self.current is not None else ())):
                job.end(CANCELLED)
            self.waiting.clear()
            self.process.end()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(10)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self.waiting and not self._stopped:
                    if not self._changed.wait(IDLE_SECONDS):
                        self.process.kill()
                if self._stopped:
                    return
                job = self.current = self.waiting.popleft()
                job.begin()
            self._do(job)
            with self._changed:
                self.current = None

    def _do(self, job: Job) -> None:
        try:
            result = self.process.do(job.task, job.went_on)
            job.end(DONE, result=known(job.task) or result)
        except WorkFailed as failed:
            job.end(FAILED, words=str(failed))
        except Ended:
            job.end(FAILED, words="The worker ended before the answer was there: ask again.")
        except Exception:
            job.end(FAILED, words="This is an error of ours, and it has been noted.")
            raise
