"""The queues of solves: what is known is answered at once, what is asked already is joined, the rest waits its turn.

The pit has a queue and a worker of its own: a sign that is priced before it goes up waits for no patron's question. In
the lab's queue the house goes first.
"""

import secrets
import threading
import time
from collections import OrderedDict
from typing import Any

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.web.limits import Full, Limits, TooMany
from pitboss.web.solves.asked import Task
from pitboss.web.solves.job import DONE, FAILED, Job
from pitboss.web.solves.known import known
from pitboss.web.solves.lane import Lane
from pitboss.web.solves.worker import PIT

REMEMBERED = 200
FAILED_SECONDS = 60.0
"""How long a failure stands before the same is tried again."""
WAIT_SECONDS = 10
"""When somebody may ask again whose question found no place."""
LAB, ADVICE = "lab", "advice"
LANES = {"advice": ADVICE, "sign": PIT}
"""The queues of kinds that do not wait behind long solves; all others are the lab's."""


def lane_of(task: Task) -> str:
    """The queue that a task waits in."""
    return LANES.get(task.kind, LAB)


class Solves:
    """Every job that is open or was lately."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.lanes: dict[str, Lane] = {}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()

    def ask(self, task: Task, who: Actor) -> Job:
        """Have a task done for somebody; a question that makes no sense raises `LabError` here."""
        found = known(task)
        with self._lock:
            if found is not None:
                return self._remember(Job(secrets.token_hex(8), task, {who}, DONE, result=found))
            lane, same = lane_of(task), self._same(task)
            if same is not None:
                same.owners.add(who)
                if not same.is_over:
                    self.lanes[lane].place_again(same)
                return same
            self._check_room(who, lane)
            job = self._remember(Job(secrets.token_hex(8), task, {who}))
            self.lanes.setdefault(lane, Lane(lane)).put(job)
            return job

    def _same(self, task: Task) -> Job | None:
        """An open job for the same thing, or one that failed just now: a page that comes back would only fail again.
        Everybody's simulations are their own."""
        if task.kind == "simulation":
            return None
        return next((job for job in self._jobs.values() if job.task == task and _stands(job)), None)

    def _check_room(self, who: Actor, lane: str) -> None:
        still = [job for job in self._jobs.values() if not job.is_over and lane_of(job.task) == lane]
        of_one = self.limits.advice_of_one if lane == ADVICE else self.limits.solves_of_one
        if sum(who in job.owners for job in still) >= of_one:
            words = f"You have {of_one} questions in the queue: wait for one, or cancel one."
            raise TooMany(words, WAIT_SECONDS, "The queue is full")
        of_all = self.limits.solves_of_all
        if len(still) >= (of_all * 3 // 4 if who.role == PATRON else of_all):
            raise Full("The queue is full: ask again in a while.", WAIT_SECONDS, "The queue is full")

    def _remember(self, job: Job) -> Job:
        self._jobs[job.id] = job
        for name in [name for name, old in self._jobs.items() if old.is_over][: max(0, len(self._jobs) - REMEMBERED)]:
            del self._jobs[name]
        return job

    def find(self, job: str, who: Actor) -> Job | None:
        """Somebody's own job."""
        found = self._jobs.get(job)
        return found if found is not None and who in found.owners else None

    def of(self, who: Actor) -> list[Job]:
        """Somebody's jobs, the newest first."""
        with self._lock:
            mine = [job for job in reversed(self._jobs.values()) if who in job.owners]
        return [job for job in mine if lane_of(job.task) != ADVICE]

    def before(self, job: Job) -> int:
        """How many jobs are done before one."""
        return sum(lane.place(job) for lane in self.lanes.values())

    def cancel(self, job: Job, who: Actor) -> None:
        """Cancel somebody's part in a job; with nobody left who wants it, its worker is killed."""
        with self._lock:
            if job.is_over:
                return
            if len(job.owners) > 1:
                job.owners.discard(who)
                return
        for lane in self.lanes.values():
            if job is lane.current or job in lane.waiting:
                lane.cancel(job)

    def stop(self) -> None:
        """Cancel everything and end the workers."""
        for lane in self.lanes.values():
            lane.stop()


def _stands(job: Job) -> bool:
    """Say whether a job answers for its task still."""
    failed_at = job.ended if job.state == FAILED else None
    return not job.is_over or (failed_at is not None and time.monotonic() - failed_at < FAILED_SECONDS)


def job_data(solves: Solves, job: Job) -> dict[str, Any]:
    """A job as the API shows it."""
    asked = job.task.data()
    return {
        "id": job.id,
        "kind": job.task.kind,
        "state": job.state,
        "number": job.number,
        "before": solves.before(job),
        "seconds": round(job.seconds, 3),
        "asked": asked["asked"] | asked["more"],
        "progress": job.progress,
        "points": job.points,
        "words": job.words,
        "result": job.result,
    }
