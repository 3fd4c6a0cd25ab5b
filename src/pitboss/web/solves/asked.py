"""What somebody asks the lab, in the words of its command line: checked here, worked out in the worker."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pitboss.lab.parameters import ask
from pitboss.lab.question import OPTIMAL, LabError, Question

MOST_ROUNDS = 10**9
MOST_ENGINE_ROUNDS = 10**7
MOST_SEED = 2**53
"""The largest whole number that every reader of JSON keeps as it is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A game with what is changed of it, as `pitboss edge` takes it."""

    game: str
    pay: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    play: str | None = None
    decks: int | None = None
    strategy: str = OPTIMAL
    wager_cents: int | None = None
    chip_cents: tuple[int, ...] = ()
    maximum_payout_cents: int | None = None
    version: str | None = None

    def question(self) -> Question:
        """The question itself; raises `LabError` where the words make no sense."""
        return ask(**asdict(self))

    @property
    def approved(self) -> "Asked":
        """The same game and strategy as the edition has it."""
        return Asked(self.game, strategy=self.strategy, version=self.version)

    @property
    def is_approved(self) -> bool:
        """Whether nothing is changed."""
        return self == self.approved

    def by(self, strategy: str) -> "Asked":
        """The same by another strategy."""
        return replace(self, strategy=strategy)


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of work: its kind (`worker.KINDS`), what is asked, and what else that kind takes."""

    kind: str
    asked: Asked
    more: Mapping[str, Any]

    def data(self) -> dict[str, Any]:
        """The task as the worker reads it."""
        return {"kind": self.kind, "asked": asdict(self.asked), "more": dict(self.more)}


def task_of(data: Mapping[str, Any]) -> Task:
    """The task that `Task.data` wrote."""
    asked: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data["asked"].items()
    }
    return Task(data["kind"], Asked(**asked), data["more"])


def simulation(asked: Asked, rounds: int, seed: int, *, engine: bool = False) -> Task:
    """A simulation to be run; raises `LabError` for one that makes no sense or would hold everybody else up."""
    asked.question()
    most = MOST_ENGINE_ROUNDS if engine else MOST_ROUNDS
    if not 1 <= rounds <= most:
        raise LabError(f"A simulation here plays 1 to {most:,} rounds, not {rounds:,}: `pitboss simulate` plays more.")
    if not 0 <= seed <= MOST_SEED:
        raise LabError("A seed is a whole number, not below nothing.")
    return Task("simulation", asked, {"rounds": rounds, "seed": seed, "engine": engine})
