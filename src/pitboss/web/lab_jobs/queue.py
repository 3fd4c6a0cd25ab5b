"""The queues of the lab's jobs: what is known is answered at once, what is asked already is joined, the rest waits its
turn.

The pit has a queue and a worker of its own: a sign that is priced before it goes up waits for no patron's question. In
the lab's queue the house goes first.
"""

import json
import logging
import secrets
import subprocess
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from msgspec import UNSET, UnsetType

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stream
from pitboss.messages import message, say
from pitboss.value import Value
from pitboss.web.lab_jobs.worker import PIT, LabTask, stored_result
from pitboss.web.limits import Overloaded, RequestLimits, TooMany

log = logging.getLogger("pitboss.solves")
COMMAND = (sys.executable, "-m", "pitboss.web.lab_jobs.worker")
QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
MOST_POINTS = 240
"""How many points of a simulation's way are kept; beyond that every other one is let go."""
IDLE_SECONDS = 120.0
"""How long a worker with nothing to do is kept: it holds large tables."""
REMEMBERED = 200
FAILED_SECONDS = 60.0
"""How long a failure stands before the same is tried again."""
WAIT_SECONDS = 10
"""When a person may ask again whose question found no place."""
LAB, ADVICE = "lab", "advice"
JOB = "job:"
"""What the stream of a job begins with."""
LANES = {"advice": ADVICE, "sign": PIT}
"""The queues of kinds that do not wait behind long solves; all others are the lab's."""


@dataclass
class LabJob:
    """One piece of work in the queue. `number` grows with everything that changes, for the pages that watch it."""

    id: str
    task: LabTask
    owners: set[Actor]
    state: str = QUEUED
    number: int = 1
    started: float | None = None
    ended: float | None = None
    progress: dict[str, Any] = field(default_factory=dict)
    points: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    words: str = ""
    tell: Callable[["LabJob"], None] = lambda _: None
    """Hears of everything that changes."""

    @property
    def stream(self) -> Stream:
        """What its watchers watch."""
        return Stream("", f"{JOB}{self.id}")

    @property
    def is_patrons(self) -> bool:
        """Whether patrons alone want it."""
        return all(owner.role == PATRON for owner in self.owners)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in (DONE, FAILED, CANCELLED)

    @property
    def stands(self) -> bool:
        """Whether it still answers for its task: while it is open, and for a while after it failed."""
        if self.state == FAILED and self.ended is not None:
            return time.monotonic() - self.ended < FAILED_SECONDS
        return not self.is_over

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return (self.ended or time.monotonic()) - self.started if self.started is not None else 0.0

    def begin(self) -> None:
        """Note that a worker has it."""
        self.state, self.started = RUNNING, time.monotonic()
        self._change()

    def note_progress(self, progress: dict[str, Any]) -> None:
        """Note how far it is."""
        self.progress = progress
        self.points = [*self.points, progress] if len(self.points) < MOST_POINTS else [*self.points[::2], progress]
        self._change()

    def end(self, state: str, *, result: dict[str, Any] | None = None, words: str = "") -> None:
        """Note how it ended; only the first ending counts."""
        if not self.is_over:
            self.result, self.words, self.ended = result, words, time.monotonic()
            self.state = state
            self._change()

    def _change(self) -> None:
        self.number += 1
        self.tell(self)


class WorkerEnded(Exception):
    """The process ended before its task was done."""


class WorkFailed(Exception):
    """The task cannot be done; the words say why."""


class WorkerProcess:
    """One worker process, started with its first task."""

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self._lock, self._has_ended = threading.RLock(), False
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process is not None else None

    def do(self, task: LabTask, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Do a task in the process; `tell` is called with how far it is."""
        process = self._start_if_needed()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(asdict(task)) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                said = json.loads(line)
                if "progress" in said:
                    tell(said["progress"])
                elif "done" in said:
                    done: dict[str, Any] = said["done"]
                    return done
                else:
                    if "error" in said:
                        log.error("a solve failed: %s", said["error"])
                    raise WorkFailed(said["failed"])
        except (OSError, ValueError):
            pass  # it was killed in the middle of a line
        self.kill()
        raise WorkerEnded

    def _start_if_needed(self) -> "subprocess.Popen[str]":
        with self._lock:
            if self._has_ended:
                raise WorkerEnded
            if self._process is None or self._process.poll() is not None:
                self.kill()
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(  # noqa: S603  our own module
                    (*COMMAND, self.lane), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
                )
            return self._process

    def end(self) -> None:
        """End the process, and start no other."""
        with self._lock:
            self._has_ended = True
            self.kill()

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what was still to be written has no reader
                    if pipe is not None:
                        pipe.close()


class JobQueue:
    """Jobs in their order, and the thread that hands them to the worker."""

    def __init__(self, name: str) -> None:
        self.process = WorkerProcess(name)
        self.waiting: deque[LabJob] = deque()
        self.current: LabJob | None = None
        self._changed = threading.Condition()
        self._name = name
        self._stopped = False
        self._thread: threading.Thread | None = None

    def put(self, job: LabJob) -> None:
        """Put a job behind those that wait; the house's jobs come before any patron's."""
        with self._changed:
            self._insert(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=f"pitboss-{self._name}", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def place_again(self, job: LabJob) -> None:
        """Move a waiting job to the place that its askers of now give it."""
        with self._changed:
            if job in self.waiting and not job.is_patrons:
                self.waiting.remove(job)
                self._insert(job)

    def _insert(self, job: LabJob) -> None:
        patrons = (place for place, each in enumerate(self.waiting) if each.is_patrons and not job.is_patrons)
        self.waiting.insert(next(patrons, len(self.waiting)), job)

    def cancel(self, job: LabJob) -> None:
        """Take a job out of the queue, or kill the worker that does it."""
        with self._changed:
            job.end(CANCELLED)
            if job is self.current:
                self.process.kill()
            elif job in self.waiting:
                self.waiting.remove(job)

    def place(self, job: LabJob) -> int:
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

    def _do(self, job: LabJob) -> None:
        try:
            result = self.process.do(job.task, job.note_progress)
            job.end(DONE, result=stored_result(job.task) or result)
        except WorkFailed as failed:
            job.end(FAILED, words=str(failed))
        except WorkerEnded:
            job.end(FAILED, words=message("The worker stopped before it had the answer. Ask again."))
        except Exception:
            job.end(FAILED, words=message("This is an error in Pitboss. It has been noted."))
            raise


def lane_of(task: LabTask) -> str:
    """The queue that a task waits in."""
    return LANES.get(task.kind, LAB)


class LabJobs:
    """Every job that is open or was lately."""

    def __init__(self, limits: RequestLimits | None = None, tell: Callable[[LabJob], None] = lambda _: None) -> None:
        self.limits, self._tell = limits or RequestLimits(), tell
        self.lanes: dict[str, JobQueue] = {}
        self._jobs: OrderedDict[str, LabJob] = OrderedDict()
        self._lock = threading.Lock()

    def ask(self, task: LabTask, who: Actor) -> LabJob:
        """Ask for a task on behalf of a person; raises `LabError` for a question that makes no sense."""
        found = stored_result(task)
        with self._lock:
            if found is not None:
                return self._remember(LabJob(secrets.token_hex(8), task, {who}, DONE, result=found))
            lane, same = lane_of(task), None
            if task.kind != "simulation":  # each person has simulations of their own
                # An open job, or one that failed just now: a page that comes back would only fail again.
                same = next((job for job in self._jobs.values() if job.task == task and job.stands), None)
            if same is not None:
                same.owners.add(who)
                if not same.is_over:
                    self.lanes[lane].place_again(same)
                return same
            self._check_room(who, lane)
            job = self._remember(LabJob(secrets.token_hex(8), task, {who}, tell=self._tell))
            self.lanes.setdefault(lane, JobQueue(lane)).put(job)
            return job

    def _check_room(self, who: Actor, lane: str) -> None:
        still = [job for job in self._jobs.values() if not job.is_over and lane_of(job.task) == lane]
        of_one = self.limits.advice_of_one if lane == ADVICE else self.limits.solves_of_one
        if sum(who in job.owners for job in still) >= of_one:
            words = say("You have {number} questions in the queue: wait for one, or cancel one.", number=of_one)
            raise TooMany(words, WAIT_SECONDS, "The queue is full")
        of_all = self.limits.solves_of_all
        if len(still) >= (of_all * 3 // 4 if who.role == PATRON else of_all):
            raise Overloaded("The queue is full: ask again in a while.", WAIT_SECONDS, "The queue is full")

    def _remember(self, job: LabJob) -> LabJob:
        self._jobs[job.id] = job
        for name in [name for name, old in self._jobs.items() if old.is_over][: max(0, len(self._jobs) - REMEMBERED)]:
            del self._jobs[name]
        return job

    def find(self, job: str, who: Actor) -> LabJob | None:
        """A job of this person's; nothing if it is another's."""
        found = self._jobs.get(job)
        return found if found is not None and who in found.owners else None

    def job_of(self, stream: Stream) -> LabJob | None:
        """The job that a stream tells of."""
        return self._jobs.get(stream.name.removeprefix(JOB)) if stream.name.startswith(JOB) else None

    def of(self, who: Actor) -> list[LabJob]:
        """A person's jobs, the newest first."""
        with self._lock:
            mine = [job for job in reversed(self._jobs.values()) if who in job.owners]
        return [job for job in mine if lane_of(job.task) != ADVICE]

    def count_ahead(self, job: LabJob) -> int:
        """How many jobs are done before one."""
        return sum(lane.place(job) for lane in self.lanes.values())

    def cancel(self, job: LabJob, who: Actor) -> None:
        """Cancel a person's part in a job; if no other person wants it, its worker is killed."""
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


class JobSeen(Value, kw_only=True):
    """A job: where it stands, and its result once it is done. A list has neither its points nor its result."""

    id: str
    kind: str
    state: str
    number: int
    before: int
    seconds: float
    asked: dict[str, Any]
    progress: dict[str, Any]
    words: str
    points: list[dict[str, Any]] | UnsetType = UNSET
    result: dict[str, Any] | UnsetType | None = UNSET

    @classmethod
    def of(cls, lab_jobs: LabJobs, job: LabJob, **more: Any) -> "JobSeen":
        """A job, with what is told of its result."""
        return cls(
            id=job.id,
            kind=job.task.kind,
            state=job.state,
            number=job.number,
            before=lab_jobs.count_ahead(job),
            seconds=round(job.seconds, 3),
            asked=asdict(job.task.asked) | dict(job.task.more),
            progress=job.progress,
            words=job.words,
            **more,
        )
