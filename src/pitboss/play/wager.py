"""A wager belongs to a person; it settles whole or in parts, and every part says why.

Over the life of a wager its settlements give its stake away to the cent: taken, returned or carried on.
"""

from enum import StrEnum

from pitboss.cards import Card
from pitboss.law import Because, Ground
from pitboss.money import EMPTY, Exact, Stake, ToOne
from pitboss.value import Value, replace


class Addition(Value, tag="Addition"):
    """More put on a wager that lay there: on how many cents of chips, after which wager of the round, in which step."""

    on_cents: int
    after: int
    version: int


class Wager(Value, tag="Wager"):
    """A person's stake on a spot of a playing area. `left` is what is not settled yet."""

    id: int
    patron: str
    area: int
    spot: str
    stake: Stake
    left: Stake
    hand: int = -1
    unnoticed: bool = False
    face_down: bool = False
    phase: str = ""
    """The phase of the round in which it went down, for a wager that follows the deal."""
    line: int = 0
    """Its place in the line of wagers on its box, 1 being nearest the dealer; 0 where that was not said."""
    button: str = ""
    """What the button on top of it says: `surrendered`, or `excused` from further wagers by a loss limit."""
    added: tuple[Addition, ...] = ()
    """What was put on it later, for the order in which all of a player's chips went down."""

    def with_more(self, more: Stake, *, after: int, version: int) -> "Wager":
        """The wager with more put on top of it, before the deal."""
        stake = self.stake.plus(more)
        addition = Addition(self.stake.chips_cents, after, version)
        return replace(self, stake=stake, left=stake, added=(*self.added, addition))

    def with_left(self, left: Stake) -> "Wager":
        """The wager with so much of it still to be settled; with nothing left there is nothing to read either."""
        return replace(self, left=left, face_down=self.face_down and bool(left.pieces))

    def on_hand(self, hand: int) -> "Wager":
        """The wager, riding on a hand."""
        return replace(self, hand=hand)

    @property
    def live(self) -> bool:
        """Whether something of it is still to be settled; a written wager that is not read yet is, too."""
        return bool(self.left.pieces) or self.face_down


class Result(StrEnum):
    """What became of a stake, or of a part of it."""

    WON = "won"
    LOST = "lost"
    STOOD_OFF = "stood off"
    RETURNED = "returned"
    VOID = "void"
    CLAIM = "claim"
    CARRIED = "carried"
    RESTORED = "restored"
    """What was taken earlier in the round goes back, the round or the hand being void."""
    REVERSED = "reversed"
    """What was won earlier is given back by the player, the wager being invalid or void; of one that is forfeited the
    stake, too, that had gone back (`taken`)."""
    BONUS = "bonus"
    """A fixed sum comes besides, whatever became of the stake."""


WON, LOST, STOOD_OFF, CARRIED = Result.WON, Result.LOST, Result.STOOD_OFF, Result.CARRIED
"""The common results by a name of their own: looking a member up in its enum is slow, and every round does it often."""


class Settlement(Value, tag="Settlement"):
    """One decision on a wager: the part of the stake it settles, what it pays, and all the grounds of it."""

    wager: int
    patron: str
    area: int
    spot: str
    result: Result
    stake: Stake
    because: Because
    odds: ToOne | None = None
    exact: Exact = 0
    cap: int | None = None
    pays: int = 0
    returned: Stake = EMPTY
    taken: Stake = EMPTY


class Claim(Value, tag="Claim"):
    """A jackpot wager that may take a prize: the round reports it, the meter awards it."""

    wager: int
    patron: str
    area: int
    line: str
    cards: tuple[Card, ...]
    because: Because


class Refusal(Value):
    """Why an act is not taken: the rules, and plain words for the person."""

    because: Because
    words: str


class Refused(Exception):
    """An act that the gate turned down; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.words)
        self.refusal = refusal

    @property
    def because(self) -> tuple[Ground, ...]:
        """The grounds of the refusal."""
        return self.refusal.because
