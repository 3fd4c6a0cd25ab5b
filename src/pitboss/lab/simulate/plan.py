"""What is to be simulated, cut into tasks that any worker can do and that come out the same wherever they are done."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np

from pitboss.lab.answer import asked_data
from pitboss.lab.question import LabError, Question
from pitboss.lab.simulate.kernel import Kernel, engine_of, kernel_of

BLOCK = 20_000
"""The rounds that one stream of random numbers plays. The counts depend on it, never on tasks or workers."""
BLOCKS_A_TASK = 100


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
            raise LabError("A seed is a whole number, not below nothing.")

    def tasks(self) -> "Iterator[Task]":
        """The work in parts: a worker of the engine takes one block at a time, it being slow."""
        blocks = -(-self.rounds // BLOCK)
        size = 1 if self.engine else BLOCKS_A_TASK
        for first in range(0, blocks, size):
            yield Task(self, first, min(first + size, blocks))

    def rounds_of(self, block: int) -> int:
        """How many rounds a block plays; the last one may be cut short."""
        return min(BLOCK, self.rounds - block * BLOCK)


@dataclass(frozen=True)
class Task:
    """Some blocks of a plan, one after another."""

    plan: Plan
    first: int
    end: int

    @property
    def rounds(self) -> int:
        """How many rounds it plays."""
        return sum(self.plan.rounds_of(block) for block in range(self.first, self.end))


def do(task: Task) -> list[int]:
    """Play the blocks of a task: how many rounds end in each way."""
    player = player_of(task.plan)
    counts = sum(
        (player.play(task.plan.seed, block, task.plan.rounds_of(block)) for block in range(task.first, task.end)),
        np.zeros(len(player.ends), np.int64),
    )
    return cast(list[int], counts.tolist())


def player_of(plan: Plan) -> Kernel:
    """What plays a plan, made once in a process."""
    asked = json.dumps(asked_data(plan.question), sort_keys=True)
    known = _PLAYERS.get((asked, plan.engine))
    if known is None:
        kernel = kernel_of(plan.question)
        known = engine_of(plan.question, kernel) if plan.engine else kernel
        _PLAYERS.clear()  # tables are large: a worker keeps those of one plan
        _PLAYERS[asked, plan.engine] = known
    return known


_PLAYERS: dict[tuple[str, bool], Kernel] = {}
