"""The queue of solves: what is known is answered at once, what is asked already is joined, the rest waits its turn."""

import secrets
import threading
import time
from collections import OrderedDict
from typing import Any

from pitboss.floor.commands import Actor
from pitboss.web.solves.asked import Task
from pitboss.web.solves.job import DONE, FAILED, Job
from pitboss.web.solves.known import known
from pitboss.web.solves.lane import Lane

REMEMBERED = 200
MOST_OF_ONE, MOST_OF_ALL = 4, 40
"""How many jobs may be open at a time, of one person and of everybody."""
FAILED_SECONDS = 60.0
"""How long a failure stands before the same is tried again."""
OWN_LANE = {"advice": "advice"}
"""Kinds that do not wait behind long solves, and are no part of anybody's queue."""


class Busy(Exception):
    """There is too much in the queue already."""


class Solves:
    """Every job that is open or was lately."""

    def __init__(self) -> None:
        self.lanes: dict[str, Lane] = {}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()

    def ask(self, task: Task, who: Actor) -> Job:
        """Have a task done for somebody; a question that makes no sense raises `LabError` here."""
        found = known(task)
        with self._lock:
            if found is not None:
                return self._remember(Job(secrets.token_hex(8), task, {who}, DONE, result=found))
            same = self._same(task)
            if same is not None:
                same.owners.add(who)
                return same
            if task.kind not in OWN_LANE:
                self._check_room(who)
            job = self._remember(Job(secrets.token_hex(8), task, {who}))
            lane = OWN_LANE.get(task.kind, "solves")
            self.lanes.setdefault(lane, Lane(lane)).put(job)
            return job

    def _same(self, task: Task) -> Job | None:
        """An open job for the same thing, or one that failed just now: a page that comes back would only fail again.
        Everybody's simulations are their own."""
        if task.kind == "simulation":
            return None
        return next((job for job in self._jobs.values() if job.task == task and _stands(job)), None)

    def _check_room(self, who: Actor) -> None:
        still = [job for job in self._jobs.values() if not job.is_over and job.task.kind not in OWN_LANE]
        if sum(who in job.owners for job in still) >= MOST_OF_ONE:
            raise Busy(f"You have {MOST_OF_ONE} questions in the queue: wait for one, or cancel one.")
        if len(still) >= MOST_OF_ALL:
            raise Busy("The queue is full: ask again in a while.")

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
        return [job for job in mine if job.task.kind not in OWN_LANE]

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
