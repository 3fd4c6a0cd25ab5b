"""The worker: a process of low priority that does one task after another and tells how far it is.

It reads a task a line and answers in lines, both JSON. It ends with whoever started it, in the middle of a task too.
"""

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TextIO

from pitboss.lab.question import LabError
from pitboss.web.solves.asked import Asked, Task, task_of

NICENESS = 15
PIT = "pit"
"""The name of the worker that the pit waits for."""
EVERY_SECONDS = 0.2
"""How often a simulation tells how far it is."""

Tell = Callable[[Mapping[str, Any]], None]
Work = Callable[[Task, Tell], dict[str, Any]]


def _edge(task: Task, _: Tell) -> dict[str, Any]:
    from pitboss.lab.answer import answer  # noqa: PLC0415  NumPy and Numba are for this process alone

    answer(task.asked.approved.question())  # what the change is measured from
    answer(task.asked.question())
    return {}  # the lab's store has it now


def _sign(task: Task, _: Tell) -> dict[str, Any]:
    from pitboss.lab.answer import answer  # noqa: PLC0415

    answer(task.asked.question())
    return {}


def _strategy(task: Task, _: Tell) -> dict[str, Any]:
    from pitboss.lab.strategies import compare  # noqa: PLC0415

    return compare(task.asked.question(), full=bool(task.more["full"])).data()


def _sheet(task: Task, _: Tell) -> dict[str, Any]:
    from pitboss.lab.answer import answer  # noqa: PLC0415
    from pitboss.lab.parsheet import FORMATS  # noqa: PLC0415
    from pitboss.lab.parsheet.sheet import sheet_data  # noqa: PLC0415

    sheet = sheet_data(answer(task.asked.question()), **task.more)
    return {"sheet": sheet} | {ending: write(sheet) for ending, write in FORMATS.items()}


def _simulation(task: Task, tell: Tell) -> dict[str, Any]:
    from pitboss.lab.answer import answer  # noqa: PLC0415
    from pitboss.lab.simulate.plan import Plan  # noqa: PLC0415
    from pitboss.lab.simulate.run import simulate  # noqa: PLC0415
    from pitboss.lab.simulate.tally import Tally  # noqa: PLC0415

    question = task.asked.question()
    plan = Plan(question, **task.more)
    told_at = 0.0

    def watch(tally: Tally) -> None:
        nonlocal told_at
        if time.monotonic() - told_at >= EVERY_SECONDS:
            told_at = time.monotonic()
            low, high = tally.interval
            tell({"rounds": tally.rounds, "edge": float(tally.edge), "interval": [low, high]})

    tally = simulate(plan, watch=watch)
    exact = answer(question).solution
    compared = {"edge": float(exact.edge), "z_score": tally.z_score(exact)}
    return tally.data() | {"unit": exact.unit, "exact": compared}


def _advice(task: Task, _: Tell) -> dict[str, Any]:
    from pitboss.lab.advice import advise  # noqa: PLC0415
    from pitboss.web.practice.advice import read_task  # noqa: PLC0415

    return advise(*read_task(task)).data()


KINDS: Mapping[str, Work] = {
    "edge": _edge,
    "sign": _sign,
    "strategy": _strategy,
    "sheet": _sheet,
    "simulation": _simulation,
    "advice": _advice,
}
KEPT = ("strategy", "sheet")
"""Kinds whose results are kept whole in the lab's store; what an edge is made of is there already."""


def place_of(task: Task) -> tuple[str, dict[str, Any]]:
    """Where the lab's store keeps a result: its kind and what decides it."""
    from pitboss.lab.answer import asked_data  # noqa: PLC0415

    question = task.asked.question()
    return f"page-{task.kind}", asked_data(question) | {"altered": dict(question.altered)} | dict(task.more)


def do(task: Task, tell: Tell) -> dict[str, Any]:
    """Do a task and keep what is worth keeping."""
    from pitboss.lab import store  # noqa: PLC0415

    result = KINDS[task.kind](task, tell)
    if task.kind in KEPT:
        store.keep_data(*place_of(task), result)
    return result


def stand_back(lane: str = "") -> None:
    """Compute only when nobody else wants to: whoever plays at a table never waits for a solve. The pit's worker goes
    before the others, which stand back behind everything."""
    os.nice(NICENESS)
    if lane != PIT and hasattr(os, "sched_setscheduler"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> None:
    """Do what comes in until nothing more can."""
    stand_back(*sys.argv[1:])
    out = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    for line in _lines(sys.stdin):
        _answer(json.loads(line), out)


def _answer(data: Mapping[str, Any], out: TextIO) -> None:
    def tell(progress: Mapping[str, Any]) -> None:
        _write(out, {"progress": progress})

    try:
        _write(out, {"done": do(task_of(data), tell)})
    except LabError as error:
        _write(out, {"failed": str(error)})
    except Exception as error:
        _write(out, {"failed": "This is an error of ours, and it has been noted.", "error": repr(error)})


def _write(out: TextIO, data: Mapping[str, Any]) -> None:
    out.write(json.dumps(data, separators=(",", ":")) + "\n")
    out.flush()


def _lines(source: TextIO) -> Iterator[str]:
    """The lines of a source; the process ends when the source does, whatever it is doing."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in source:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()


if __name__ == "__main__":
    main()

__all__ = ["KEPT", "Asked", "do", "main", "place_of"]
