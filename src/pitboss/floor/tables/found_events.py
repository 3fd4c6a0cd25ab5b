"""What is found about wagers in the course of a round, as the table's stream keeps it."""

from collections.abc import Iterable

from pitboss.law import Because
from pitboss.play import Round, Step
from pitboss.play.round import draft_of
from pitboss.value import Value


class Cut(Value, tag="Cut"):
    """A wager of which only so much is valid."""

    wager: int
    keeps_cents: int


class WagersCut(Value, tag="WagersCut"):
    """A patron's wagers passed their loss limit: what is past it went back, the rest is settled.

    So it was written before play had an act for it; such events stay readable.
    """

    round: int
    patron: str
    cuts: tuple[Cut, ...]
    unseen_cents: int
    because: Because


class ExcessFound(Value, tag="ExcessFound"):
    """A patron's wagers were found to pass their loss limit: what went back is the act's doing that comes with this.

    The patron has been told what somebody with a loss limit declares. `unseen_cents` are losses that were not.
    """

    round: int
    patron: str
    returned_cents: int
    unseen_cents: int
    because: Because


class InvalidFound(Value, tag="InvalidFound"):
    """A patron's wagers were found to be invalid: what went back to them, and what winnings they gave back."""

    round: int
    patron: str
    ground: str
    when: str
    returned_cents: int
    winnings_cents: int
    lost_cents: int
    because: Because


def cut_round(round: Round, made: Iterable[Cut], because: Because) -> Step:
    """The round with wagers cut, as old events have it: what is over goes back, the rest is still to be settled."""
    draft = draft_of(round)
    for cut in made:
        draft.cut_to(draft.wagers[cut.wager], cut.keeps_cents, because)
    return draft.step()
