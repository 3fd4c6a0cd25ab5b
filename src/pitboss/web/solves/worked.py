"""A worker process from the outside: started when it is needed, told one task at a time, killed to cancel it."""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from pitboss.web.solves.asked import Task

log = logging.getLogger("pitboss.solves")
COMMAND = (sys.executable, "-m", "pitboss.web.solves.worker")


class Ended(Exception):
    """The process ended before it had done what it was told."""


class WorkFailed(Exception):
    """The task cannot be done; the words say why."""


class Process:
    """One worker process; it is not started before it is told something."""

    def __init__(self, lane: str) -> None:
        self.lane = lane
        self._lock, self._has_ended = threading.RLock(), False
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process is not None else None

    def do(self, task: Task, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Have a task done; `tell` hears how far it is."""
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(task.data()) + "\n")
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
        raise Ended

    def _started(self) -> "subprocess.Popen[str]":
        with self._lock:
            if self._has_ended:
                raise Ended
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
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        continue  # what was still to be written has nobody to read it
