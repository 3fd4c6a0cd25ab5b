"""What a kind of act is to the kernel: why it may be refused, what it does, and whether it closes the need that it
answers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.play.round import Draft, Round
from pitboss.play.wager import Refusal


class Kind(NamedTuple):
    """A kind of act. Both functions get the need that the act names, if it is open."""

    refuse: Callable[[Round, Any, Any], Refusal | None]
    do: Callable[[Draft, Any, Any], None]
    answers: bool = False
