"""By when a decision is to be made: a time that the house gives, for the documents say only that it is reasonable.

It runs where the virtual shoe deals and players act for themselves; at a table dealt by hand the dealer sees who is
slow, and says so. For players who leave their cards alone until others have played, it begins when those have.
"""

from collections.abc import Mapping

from pitboss.floor.tables.suspicion import waits
from pitboss.play.needs import DecisionNeed, RulingNeed
from pitboss.play.round import Round

DECISION_SECONDS = 60
"""How long a player has to decide, unless the table is given another time (ours)."""

LEAST_SECONDS, MOST_SECONDS = 15, 600
"""The times that a table may be given; 0 lets nothing lapse by itself (ours)."""

OUT_OF_TIME = "out of time"
"""Why a decision lapsed that the clock lapsed: nobody else gives this reason."""

Deadlines = Mapping[str, str]
"""For each decision that is awaited and timed, the moment at which it lapses, as the log writes times."""


def opens_decision(before: Round, after: Round, first: tuple[str, ...] = ()) -> bool:
    """Say whether a step asks a player something that holds the round up and was not asked before."""
    return any(_is_new(before, after, need, first) for need in after.needs)


def _is_new(before: Round, after: Round, need: object, first: tuple[str, ...]) -> bool:
    """Whether a question is a player's to answer from now on: it was not there, or others were to play first."""
    if type(need) is not DecisionNeed or need.optional or waits(after, first, need.patron):
        return False
    return waits(before, first, need.patron) or not any(need is old for old in before.needs)


def unhurried(deadlines: Deadlines, round: Round, first: tuple[str, ...]) -> Deadlines:
    """The deadlines without those of players who are to leave their cards alone for now."""
    if not first or not deadlines:
        return deadlines
    waiting = {need.id for need in round.needs if type(need) is DecisionNeed and waits(round, first, need.patron)}
    return {need: until for need, until in deadlines.items() if need not in waiting}


def after(deadlines: Deadlines, before: Round, round: Round, until: str, first: tuple[str, ...] = ()) -> Deadlines:
    """The deadlines once a step is done: those of questions that are gone are gone, new questions have until then."""
    if not deadlines and not until:
        return deadlines
    kept = {need.id: deadlines[need.id] for need in round.needs if need.id in deadlines}
    if not until:
        return kept
    return kept | {need.id: until for need in round.needs if _is_new(before, round, need, first)}


def lapsed(deadlines: Deadlines, round: Round, time: str) -> tuple[str, ...]:
    """The decisions whose time is over; none while a person of rank is to rule."""
    if not deadlines or any(isinstance(need, RulingNeed) for need in round.needs):
        return ()
    return tuple(need for need, until in deadlines.items() if until <= time)
