"""The worker: a process of low priority that does one task after another and tells how far it is.

It reads a task a line and answers in lines, both JSON. It ends with the process that started it, in the middle of a
task too.
"""

import base64
import json
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TextIO

from pitboss.lab import advice, last_round, store
from pitboss.lab.answer import answer, answer_data, compare, question_data, stored_answer
from pitboss.lab.jackpot.solve import JackpotWords, solve_jackpot
from pitboss.lab.question import LabError
from pitboss.messages import say
from pitboss.play import DecisionNeed, Round
from pitboss.web.lab_jobs import answers, questions

MOST_ROUNDS, MOST_ENGINE_ROUNDS, LAST_ROUNDS = 10**9, 10**7, 20_000
MOST_SEED = 2**53
"""The largest whole number that every reader of JSON keeps as it is."""
NICENESS = 15
PIT = "pit"
"""The name of the worker that the pit waits for."""
POINTS, ENGINE_STEP = 120, 5_000
"""How often a simulation tells how far it is: a chart has so many points, whatever its rounds; the engine, which takes
a second for some thousand rounds, tells after so many at the latest."""


# The tasks.


@dataclass(frozen=True, slots=True)
class LabTask:
    """A piece of work: its kind (`KINDS`), what is asked, and what else that kind takes."""

    kind: str
    asked: questions.GameQuestion
    more: Mapping[str, Any]


def simulation(asked: questions.GameQuestion, rounds: int, seed: int, *, engine: bool = False) -> LabTask:
    """A simulation to be run; raises `LabError` for one that makes no sense or would hold all others up."""
    asked.question()
    most = MOST_ENGINE_ROUNDS if engine else MOST_ROUNDS
    if not 1 <= rounds <= most:
        raise LabError(
            say(
                "A simulation here plays 1 to {most} rounds, not {rounds}: `pitboss simulate` plays more.",
                most=f"{most:,}",
                rounds=f"{rounds:,}",
            )
        )
    if not 0 <= seed <= MOST_SEED:
        raise LabError("A seed is a whole number, 0 or more.")
    return LabTask("simulation", asked, {"rounds": rounds, "seed": seed, "engine": engine})


def advice_task(round: Round, need: DecisionNeed) -> LabTask:
    """The task of advising a player at a decision, of whom only what they see goes to the worker; raises `LabError`
    where the lab has no advice."""
    question = advice.question_of(round, need)
    packed = base64.b64encode(pickle.dumps((question, advice.view_of(round, need)))).decode()
    return LabTask("advice", questions.GameQuestion(question.game), {"at": packed})


def stored_result(task: LabTask) -> dict[str, Any] | None:
    """The result of a task, if the lab's store has it."""
    if task.kind == "edge":
        return answers.known_edge(task.asked)
    if task.kind == "sign":
        found = stored_answer(task.asked.question())
        return answer_data(found) if found is not None else None
    return store.fetch_data(*_place(task)) if task.kind in KEPT else None


def _place(task: LabTask) -> tuple[str, dict[str, Any]]:
    """Where the lab's store keeps a result: its kind and what decides it."""
    question = task.asked.question()
    shown = {"altered": dict(question.altered), "shown": store.shown_version()}
    return f"page-{task.kind}", question_data(question) | shown | dict(task.more)


# How each kind is worked out. NumPy and Numba are for this process alone: they are imported where they are used.

ReportProgress = Callable[[Mapping[str, Any]], None]


def _edge(task: LabTask, _: ReportProgress) -> dict[str, Any]:
    if task.kind == "edge":
        answer(task.asked.approved.question())  # what the change is measured from
    answer(task.asked.question())
    return {}  # the lab's store has it now


def _sheet(task: LabTask, _: ReportProgress) -> dict[str, Any]:
    from pitboss.lab.parsheet import FORMATS, sheet_data  # noqa: PLC0415

    sheet = sheet_data(answer(task.asked.question()), **task.more)
    return {"sheet": sheet} | {ending: write(sheet) for ending, write in FORMATS.items()}


def _simulation(task: LabTask, tell: ReportProgress) -> dict[str, Any]:
    from pitboss.lab.simulate import Plan, Tally, simulate  # noqa: PLC0415

    question = task.asked.question()
    plan = Plan(question, **task.more)

    def watch(tally: Tally) -> None:
        tell({"rounds": tally.rounds, "edge": float(tally.edge), "interval": list(tally.interval)})

    points = max(POINTS, plan.rounds // ENGINE_STEP) if plan.engine else POINTS
    tally = simulate(plan, watch=watch, points=points)
    exact = answer(question).solution
    compared = {"edge": float(exact.edge), "z_score": tally.z_score(exact)}
    return tally.data() | {"unit": exact.unit, "exact": compared}


def _jackpot(task: LabTask, _: ReportProgress) -> dict[str, Any]:
    from pitboss.lab.parsheet.plots import jackpot_plots  # noqa: PLC0415

    found = solve_jackpot(task.asked.question(), JackpotWords(**task.more))
    (drawn,) = jackpot_plots(found["edge_plot"])
    return found | {"plot": drawn.svg}


def _last_round(task: LabTask, _: ReportProgress) -> dict[str, Any]:
    return last_round.last_round_data(*last_round.LastRoundWords(**task.more).read(task.asked.game, LAST_ROUNDS))


def _advice(task: LabTask, _: ReportProgress) -> dict[str, Any]:
    question, seen = pickle.loads(base64.b64decode(task.more["at"]))  # noqa: S301  packed by our own server
    return advice.advise(question, seen).data()


KINDS: Mapping[str, Callable[[LabTask, ReportProgress], dict[str, Any]]] = {
    "edge": _edge,
    "sign": _edge,
    "strategy": lambda task, _: compare(task.asked.question(), full=bool(task.more["full"])).data(),
    "sheet": _sheet,
    "simulation": _simulation,
    "jackpot": _jackpot,
    "last-round": _last_round,
    "advice": _advice,
}
KEPT = ("strategy", "sheet", "jackpot", "last-round")
"""Kinds whose results are kept whole in the lab's store; what an edge is made of is there already."""


# The process.


def lower_priority(lane: str = "") -> None:
    """Compute only when no table needs the processor: no player waits for a solve. The pit's worker goes before the
    others, which stand back behind everything."""
    if sys.platform == "win32":
        return
    os.nice(NICENESS)
    if lane != PIT and hasattr(os, "sched_setscheduler"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> None:
    """Do the tasks that come in until the input ends."""
    lower_priority(*sys.argv[1:])
    out = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer

    def write(said: Mapping[str, Any]) -> None:
        out.write(json.dumps(said, separators=(",", ":")) + "\n")
        out.flush()

    for line in _lines(sys.stdin):
        try:
            write({"done": _do(line, lambda progress: write({"progress": progress}))})
        except LabError as error:
            write({"failed": str(error)})
        except Exception as error:
            write({"failed": "This is an error in Pitboss. It has been noted.", "error": repr(error)})


def _do(line: str, tell: ReportProgress) -> dict[str, Any]:
    """Do the task of a line, and keep the result in the store if its kind is kept."""
    said = json.loads(line)
    asked: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in said["asked"].items()
    }
    task = LabTask(said["kind"], questions.GameQuestion(**asked), said["more"])
    result = KINDS[task.kind](task, tell)
    if task.kind in KEPT:
        store.keep_data(*_place(task), result)
    return result


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
