"""Games played by the million: compiled kernels for rate, the real engine for truth, blocks for many workers.

A plan says what is to be played, in tasks that any worker can do and that come out the same wherever they are done. Any
`concurrent.futures.Executor` will do: a pool of processes on one machine, or a Dask cluster's. The counts are sums of
whole numbers, one stream of random numbers a block, so they are the same for every number and kind of workers.

A game's package has a module `simulate` that offers

    kernel_of(question: Question) -> Kernel      its tables made or fetched; what cannot be simulated is a `LabError`
    kernel_with(question: Question, *decide) -> Kernel      the same for a strategy that functions say, as the module
                                                 `price` takes them in its `price_with`

and the kernel says what each place of its counts means, so that counts of whole numbers are all that a worker sends.
"""

import math
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import Any, Protocol, cast

import numpy as np

from pitboss.lab.answer import part_of
from pitboss.lab.arrays import Array
from pitboss.lab.question import End, LabError, Outcome, Question, Solution, outcomes_of


class StrategyPlayer(Protocol):
    """The interface of a player: it plays a game by one strategy."""

    @property
    def ends(self) -> Sequence[End]:
        """What each place of the counts means."""

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""

    def play_steps(self, seed: int, block: int, steps: Iterable[int]) -> Iterator[Array]:
        """Play a block some rounds at a time: all together they are the rounds that `play` plays."""


class Kernel(StrategyPlayer, Protocol):
    """The interface of a compiled game."""

    def by_engine(self, question: Question) -> StrategyPlayer:
        """The real engine in the place of the kernel, playing by its decisions."""


def kernel_of(question: Question) -> Kernel:
    """The kernel that plays what is asked."""
    return cast(Kernel, part_of(question.engine, ".simulate").kernel_of(question))


def kernel_with(question: Question, *decide: Callable[..., Any]) -> Kernel:
    """The kernel that plays a strategy given as functions."""
    return cast(Kernel, part_of(question.engine, ".simulate").kernel_with(question, *decide))


CERTAIN = 1.959963984540054
"""How many standard errors hold 95 of a hundred results."""


class Tally:
    """Counts of how rounds ended, added up as workers send them."""

    def __init__(self, ends: Sequence[End]) -> None:
        self.ends = ends
        self._counts = np.zeros(len(ends), np.int64)
        self._sums = [(end.pay, end.pay**2, end.wagered) for end in ends]

    def add(self, counts: Array) -> None:
        """Add the counts of some rounds."""
        self._counts += counts

    @property
    def counts(self) -> list[int]:
        """How many rounds ended in each way."""
        return self._counts.tolist()

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return int(self._counts.sum())

    def _mean(self, which: int) -> Fraction:
        met = (count * sums[which] for count, sums in zip(self.counts, self._sums, strict=True) if count)
        return sum(met, Fraction(0)) / self.rounds

    @property
    def edge(self) -> Fraction:
        """The house's gain a round, in units."""
        return -self._mean(0)

    @property
    def mean_wager(self) -> Fraction:
        """All that is wagered in a round, in units."""
        return self._mean(2)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's result, in units."""
        return math.sqrt(self._mean(1) - self._mean(0) ** 2)

    @property
    def standard_error(self) -> float:
        """The standard error of the edge."""
        return self.standard_deviation / math.sqrt(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the edge lies, 95 times of a hundred."""
        off = CERTAIN * self.standard_error
        return float(self.edge) - off, float(self.edge) + off

    def z_score(self, solution: Solution) -> float:
        """How many standard errors lie between this edge and the one that was worked out."""
        exact = solution.standard_deviation / math.sqrt(self.rounds)
        return (float(self.edge) - float(solution.edge)) / exact

    def outcomes(self) -> list[Outcome]:
        """How often each outcome came."""
        found = outcomes_of(zip(self.ends, self.counts, strict=True))
        return sorted(found, key=lambda o: (-o.pay, o.name, o.wagered))

    def wagers(self) -> dict[str, Fraction]:
        """What each wager gains or loses a round, in units."""
        nets: dict[str, Fraction] = defaultdict(Fraction)
        for end, count in zip(self.ends, self.counts, strict=True):
            for spot, net in end.nets:
                nets[spot] += count * net
        return {spot: net / self.rounds for spot, net in nets.items()}

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        low, high = self.interval
        return {
            "rounds": self.rounds,
            "edge": float(self.edge),
            "edge_exact": str(self.edge),
            "standard_error": self.standard_error,
            "interval": [low, high],
            "mean_wager": float(self.mean_wager),
            "standard_deviation": self.standard_deviation,
            "hit_frequency": sum(o.count for o in self.outcomes() if o.pay > 0) / self.rounds,
            "wagers": {spot: float(net) for spot, net in self.wagers().items()},
            "outcomes": [
                {
                    "name": o.name,
                    "count": o.count,
                    "probability": o.count / self.rounds,
                    "pay": float(o.pay),
                    "wagered": float(o.wagered),
                }
                for o in self.outcomes()
            ],
        }


BLOCK = 20_000
"""The rounds that one stream of random numbers plays. The counts depend on it, never on tasks or workers."""
BLOCKS_A_TASK, MOST_BLOCKS_A_TASK = 100, 1_000
TASKS = 200
"""A long simulation is cut into some hundred tasks, however long it is: to send and to add up one takes its time."""


@dataclass(frozen=True)
class Plan:
    """So many rounds of a game, from a seed, by its kernel or by the engine."""

    question: Question
    rounds: int
    seed: int
    engine: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if self.rounds < 1:
            raise LabError("A simulation plays at least one round.")
        if self.seed < 0:
            raise LabError("A seed is a whole number, 0 or more.")

    def tasks(self) -> "Iterator[SimulationTask]":
        """The work in parts: a worker of the engine takes one block at a time, it being slow."""
        blocks = -(-self.rounds // BLOCK)
        size = 1 if self.engine else min(max(blocks // TASKS, BLOCKS_A_TASK), MOST_BLOCKS_A_TASK)
        for first in range(0, blocks, size):
            yield SimulationTask(self, first, min(first + size, blocks))

    def rounds_of(self, block: int) -> int:
        """How many rounds a block plays; the last one may be cut short."""
        return min(BLOCK, self.rounds - block * BLOCK)


@dataclass(frozen=True)
class SimulationTask:
    """Some blocks of a plan, one after another."""

    plan: Plan
    first: int
    end: int


def do(task: SimulationTask) -> Array:
    """Play the blocks of a task: how many rounds end in each way."""
    return play_blocks(player_of(task.plan.question, engine=task.plan.engine), task)


def play_blocks(player: StrategyPlayer, task: SimulationTask) -> Array:
    """The same by a given player."""
    counts = np.zeros(len(player.ends), np.int64)
    for block in range(task.first, task.end):
        counts += player.play(task.plan.seed, block, task.plan.rounds_of(block))
    return counts


@lru_cache(maxsize=1)
def player_of(question: Question, *, engine: bool) -> StrategyPlayer:
    """The kernel that plays what is asked, or the real engine playing by its decisions; tables are large, so that a
    process keeps those of one."""
    kernel = kernel_of(question)
    return kernel.by_engine(question) if engine else kernel


def _play_to_points(player: StrategyPlayer, plan: Plan, points: int) -> Iterator[Array]:
    """Play a plan here, with a break at each of its points and at the end of each block."""
    stops = [-(-plan.rounds * (point + 1) // points) for point in range(points)]
    for block in range(-(-plan.rounds // BLOCK)):
        first = block * BLOCK
        last = first + plan.rounds_of(block)
        inside = stops[bisect_right(stops, first) : bisect_left(stops, last)]
        steps = [after - before for before, after in pairwise((first, *inside, last))]
        yield from player.play_steps(plan.seed, block, steps)


AHEAD = 3
"""Tasks in hand for each worker, so that none waits."""
WATCHED_EVERY = 0.1
"""Seconds: to work the figures out for a watcher takes longer than to add up a task."""
Watch = Callable[[Tally], None]


def simulate(
    plan: Plan,
    executor: Executor | None = None,
    *,
    workers: int = 1,
    watch: Watch | None = None,
    player: StrategyPlayer | None = None,
    points: int = 0,
) -> Tally:
    """Play a plan, here or by an executor's workers; `watch` sees the tally as it grows, and at the end. A player that
    is given plays here, whatever the plan says of the strategy. With `points` the plan is played here too, and the
    tally is watched so many times, at even steps of its rounds."""
    if player is not None or points:
        executor = None
    player = player or player_of(plan.question, engine=plan.engine)
    tally = Tally(player.ends)
    points = min(points, plan.rounds)
    if executor is not None:
        results = _results(plan, executor, workers * AHEAD)
    elif points:
        results = _play_to_points(player, plan, points)
    else:
        results = map(partial(play_blocks, player), plan.tasks())
    watched, passed = time.monotonic(), 0
    for counts in results:
        tally.add(counts)
        if watch is None:
            continue
        if points:
            is_due = tally.rounds * points // plan.rounds > passed
        else:
            is_due = time.monotonic() - watched >= WATCHED_EVERY
        if is_due:
            watch(tally)
            watched, passed = time.monotonic(), tally.rounds * points // plan.rounds
    if watch is not None and not points:
        watch(tally)
    return tally


def _results(plan: Plan, executor: Executor, ahead: int) -> Iterator[Array]:
    tasks = plan.tasks()
    running: set[Future[Array]] = {executor.submit(do, task) for task in islice(tasks, ahead)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            task: SimulationTask | None = next(tasks, None)
            if task is not None:
                running.add(executor.submit(do, task))
            yield future.result()
