"""How fast the lab answers, after compilation, and how fast its processes start: `make bench`.

An exact solution is timed from nothing: what was counted is forgotten first. An edit is another pay table on what was
counted. Seven-card hands are valued a batch at a time, beside eval7 and phevaluator one by one, as those offer it, in
turn and in the same run. Times are medians.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.lab.answer import SOLVERS, solver_of
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError, Question

HANDS = 10_000_000
HANDS_OF_PEERS = 20_000


class Task(NamedTuple):
    """Something to be timed: how long it may take, and how often it is tried."""

    name: str
    target: float
    run: Callable[[], object]
    turns: int = 3


@dataclass(frozen=True)
class Timed:
    """What a task took, in seconds on the clock, and in seconds of this process on all cores.

    On a machine that others use the clock runs ahead of the work.
    """

    name: str
    target: float
    median: float
    slowest: float
    cpu: float


class Rate(NamedTuple):
    """How many of a thing are done in a second on the clock, in a second of work, and how many there should be."""

    name: str
    target: float | None
    rate: float
    per_work: float


def from_nothing(question: Question) -> Callable[[], object]:
    """Solve with nothing counted beforehand: whatever the game's package remembers is forgotten."""
    package = f"pitboss.lab.{SOLVERS[question.engine]}"

    def run() -> object:
        for name, module in list(sys.modules.items()):
            if name == package or name.startswith(f"{package}."):
                for found in vars(module).values():
                    if hasattr(found, "cache_clear"):
                        found.cache_clear()
        return solver_of(question.engine).solve(question)

    return run


def edited(question: Question, wager: str, line: str) -> Callable[[], object]:
    """Solve with another odds each time, on what was counted."""
    odds = iter(range(1, 1_000_000))

    def run() -> object:
        pays = {**question.pays, wager: {**question.pays[wager], line: Fraction(next(odds))}}
        return solver_of(question.engine).solve(replace(question, pays=pays))

    return run


def process(program: Path, *args: str) -> Callable[[], object]:
    """Start a process and wait for it."""
    return lambda: subprocess.run([program, *args], check=True, capture_output=True)  # noqa: S603


EXACT = {
    "star-mississippi-stud": 0.2,
    "star-caribbean-stud": 10.0,
    "crown-ultimate-texas-holdem": 20.0,
    "star-pontoon": 40.0,
}
EDITED = {"star-mississippi-stud": ("each", "flush"), "star-caribbean-stud": ("bet", "flush")}


def tasks() -> Iterator[Task]:
    """What there is to time."""
    for game, target in EXACT.items():
        try:
            question = ask(game)
        except LabError as missing:
            sys.stderr.write(f"{game}: {missing}\n")
            continue
        yield Task(f"{game}, exact", target, from_nothing(question), turns=3 if target < 10 else 1)
        if game in EDITED:
            yield Task(f"{game}, another pay table", 0.5, edited(question, *EDITED[game]))
    python = Path(sys.executable)
    pitboss = python.with_name("pitboss")
    yield Task("import pitboss", 0.3, process(python, "-c", "import pitboss"))
    yield Task("pitboss --help", 0.3, process(pitboss, "--help"))
    for game in EDITED:
        yield Task(f"pitboss edge {game}, a warm process", 1.5, process(pitboss, "edge", game))


def timed(task: Task) -> Timed:
    """Time a task, once before for the compiler."""
    task.run()
    took, worked = [], []
    for _ in range(task.turns):
        began, began_work = time.perf_counter(), _worked()
        task.run()
        took.append(time.perf_counter() - began)
        worked.append(_worked() - began_work)
    return Timed(task.name, task.target, statistics.median(took), max(took), statistics.median(worked))


def _worked() -> float:
    """The seconds that this process and those it waited for have worked."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


def rate(name: str, target: float | None, number: int, run: Callable[[], object], turns: int = 3) -> Rate:
    """The rate of something that is done `number` times in a run."""
    done = timed(Task(name, 0.0, run, turns))
    return Rate(name, target, number / done.median, number / done.cpu)


def valued() -> Iterator[Rate]:
    """Seven-card hands valued in a second, on one core and on two, and by the peers."""
    import eval7
    import numpy as np
    from phevaluator import evaluate_cards

    from pitboss.cards.card import NAMES
    from pitboss.lab.evaluator import evaluate

    chance = np.random.default_rng(1)
    hands = chance.random((HANDS, 52), dtype=np.float32).argpartition(7, axis=1)[:, :7].astype(np.uint8)
    yield rate("seven-card hands, one core", None, HANDS, lambda: evaluate(hands, threads=1))
    yield rate("seven-card hands, two cores", 250e6, HANDS, lambda: evaluate(hands, threads=2))
    named = [[NAMES[card] for card in hand] for hand in hands[:HANDS_OF_PEERS].tolist()]
    cards = [[eval7.Card(name) for name in hand] for hand in named]
    yield rate("  eval7", None, HANDS_OF_PEERS, lambda: [eval7.evaluate(hand) for hand in cards])
    yield rate("  phevaluator", None, HANDS_OF_PEERS, lambda: [evaluate_cards(*hand) for hand in named])


SIMULATED = {
    ("star-mississippi-stud", "optimal"): 50e6,
    ("star-caribbean-stud", "optimal"): 25e6,
    ("crown-ultimate-texas-holdem", "twenty-one-outs"): 15e6,
    ("crown-ultimate-texas-holdem", "optimal"): 3e6,
    ("star-pontoon", "total-and-count"): 4e6,
}
"""Games and strategies, with the rounds a second that one core is to play."""


def simulated() -> Iterator[Rate]:
    """Rounds played in a second by each kernel on one core."""
    from pitboss.lab.simulate import kernel_of

    for (game, strategy), target in SIMULATED.items():
        try:
            kernel = kernel_of(ask(game, strategy=strategy))
        except LabError as missing:
            sys.stderr.write(f"{game}: {missing}\n")
            continue
        number = int(target)
        yield rate(f"{game}, {strategy}, rounds on one core", target, number, partial(kernel.play, 1, 0, number))


def main() -> None:
    """Time everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    if not options.json:
        _say(f"{os.cpu_count()} cores, load {load:.1f} before the run")
    with tempfile.TemporaryDirectory() as kept:
        os.environ["PITBOSS_CACHE"] = ""  # exact solutions are timed from nothing
        times = []
        for task in tasks():
            if task.name.startswith("pitboss edge"):
                os.environ["PITBOSS_CACHE"] = kept
            times.append(timed(task))
            if not options.json:
                done = times[-1]
                _say(f"{task.name:<52}{done.median:>9.3f} s {done.cpu:>9.3f} s of work   {_verdict(done)}")
    rates = []
    for found in chain(simulated(), valued()):
        rates.append(found)
        if not options.json:
            wanted = f"of {found.target / 1e6:,.0f} million wanted" if found.target else ""
            worked = f"{found.per_work / 1e6:,.2f} million a second of work"
            _say(f"{found.name:<66}{found.rate / 1e6:>9.2f} million a second, {worked}   {wanted}")
    if options.json:
        data: dict[str, Any] = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "times": [asdict(t) for t in times],
        }
        _say(json.dumps(data | {"rates": [r._asdict() for r in rates]}, indent=2))


def _verdict(done: Timed) -> str:
    return f"{'within' if done.median <= done.target else 'over'} {done.target:g} s"


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
