"""A round is a value: everything that the rules know of it, as it stands. `Draft` works out the next one."""

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.play.box import Box
from pitboss.play.events import Event
from pitboss.play.hand import Hand
from pitboss.play.needs import Need
from pitboss.play.wager import Claim, Settlement, Wager
from pitboss.value import Value

if TYPE_CHECKING:
    from pitboss.play.game import Game

OVER = "over"
"""The phase of a round that has ended."""


NOT_OUT = -1
"""Where the cutting card is while it has not come out."""


class Fields(Struct, gc=False):
    """What a round holds.

    `seen` are the cards known so far, `out` how many have left the shoe; `cutting` is the area on which the cutting
    card came out, `due` why the cards are to be shuffled before the first of them is dealt.
    """

    game: "Game"
    number: int
    phase: str
    needs: tuple[Need, ...]
    wagers: tuple[Wager, ...]
    hands: tuple[Hand, ...]
    settlements: tuple[Settlement, ...]
    claims: tuple[Claim, ...]
    seen: tuple[Card, ...]
    out: int
    deck: str
    boxes: tuple[Box, ...]
    cutting: int
    due: Because
    version: int


class Round(Fields, Value, frozen=True, gc=False):  # type: ignore[misc]  # the other class with these fields is a draft
    """One round of play, as it stands: a value."""

    def __repr__(self) -> str:
        waits = ", ".join(need.id for need in self.needs) or "nothing"
        return f"<round {self.number} of {self.game.rules.game.name}, {self.phase}, awaits {waits}, {self.hands}>"

    def need(self, name: str) -> Need | None:
        """The open need of that id."""
        for need in self.needs:
            if need.id == name:
                return need
        return None

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.phase == OVER

    def wagers_on(self, area: int, spot: str) -> tuple[Wager, ...]:
        """The wagers on a spot of a playing area."""
        return tuple(w for w in self.wagers if w.area == area and w.spot == spot)


class Step(NamedTuple):
    """What an act led to: the round as it is now, and what happened."""

    round: Round
    events: tuple[Event, ...]
