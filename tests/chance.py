"""Chance that is the same in every run. A floor takes it from the operating system, and a test whose round may end with
a pontoon would fail once in thirty runs, on a change that has nothing to do with it. Here the shuffles and cuts of a
test follow from its name: what it shows once it shows always. PITBOSS_CHANCE=2 (or any text) deals other cards, to look
for tests that hold only for some."""

import os
from random import Random

from pitboss.floor.service.floor import Floor

OTHER = os.environ.get("PITBOSS_CHANCE", "")


class Chance:
    """Bytes that follow from a name."""

    def __init__(self) -> None:
        self.start("")

    def start(self, name: str) -> None:
        """Begin anew, for whatever has this name."""
        self._random = Random(f"{OTHER} {name}")

    def __call__(self, size: int) -> bytes:
        return self._random.randbytes(size)


CHANCE = Chance()


def foresee_chance(name: str) -> None:
    """Let every floor that this process makes from now on shuffle by what follows from a name."""
    CHANCE.start(name)
    defaults = Floor.__init__.__kwdefaults__
    assert defaults is not None and "seed" in defaults
    defaults["seed"] = CHANCE
