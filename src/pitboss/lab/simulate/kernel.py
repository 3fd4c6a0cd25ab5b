"""What a compiled game is to a simulation, and which module has the one of each game.

A module of a kernel offers

    kernel_of(question: Question) -> Kernel      its tables made or fetched; what cannot be simulated is a `LabError`

and the kernel says what each place of its counts means, so that counts of whole numbers are all that a worker sends.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, Protocol, cast

from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.question import LabError, Question
from pitboss.value import Value

Array = NDArray[Any]

KERNELS: Mapping[str, str] = {
    "mississippi-stud": "pitboss.lab.simulate.mississippi",
    "caribbean-stud": "pitboss.lab.simulate.caribbean",
    "ultimate-texas-holdem": "pitboss.lab.simulate.ultimate",
    "pontoon": "pitboss.lab.pontoon.simulate",
}


ENGINES: Mapping[str, str] = {"pontoon": "pitboss.lab.pontoon.engine"}
POKER_ENGINE = "pitboss.lab.simulate.engine"


class End(Value):
    """A way for a round to end: what each wager nets, and all that was wagered, in units."""

    name: str
    nets: tuple[tuple[str, Fraction], ...]
    wagered: Fraction

    @property
    def pay(self) -> Fraction:
        """What the player nets."""
        return sum((net for _, net in self.nets), Fraction(0))


class Kernel(Protocol):
    """A compiled game that plays by one strategy."""

    @property
    def ends(self) -> Sequence[End]:
        """What each place of the counts means."""

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""


class PokerKernel(Kernel, Protocol):
    """A kernel whose decisions the engine can ask for, card by card."""

    roles: str
    """Whose the cards are, in the order in which they are dealt: (m)ine, (u)p, (d)ealer, (b)oard."""

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The wager in Antes at a phase, 0 to fold or check."""

    def name_end(self, end: End, phase: str, kind: Category) -> str:
        """The name, as `ends` have it, of an end without one: by what each wager nets, the phase of the last decision
        and the player's hand."""


def kernel_of(question: Question) -> Kernel:
    """The kernel that plays what is asked."""
    if question.engine not in KERNELS:
        raise LabError(f"{question.game} cannot be simulated: there is {', '.join(KERNELS)}.")
    try:
        module = import_module(KERNELS[question.engine])
    except ModuleNotFoundError as error:
        if error.name != KERNELS[question.engine]:
            raise
        raise LabError(f"The lab does not simulate {question.engine} yet.") from None
    return cast(Kernel, module.kernel_of(question))


def engine_of(question: Question, kernel: Kernel) -> Kernel:
    """The real engine in the place of a kernel, playing by its decisions."""
    module = import_module(ENGINES.get(question.engine, POKER_ENGINE))
    return cast(Kernel, module.engine_of(question, kernel))
