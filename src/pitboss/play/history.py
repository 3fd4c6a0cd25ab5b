"""Acts in order are the truth of a round: folding them gives the round, folding others gives the round as corrected.

Nothing that happened is edited. A correction is a new list of acts with its reason and its approver, beside the old
one, and what it changes is the difference of two settlements.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.play.acts import Act
from pitboss.play.round import Round, Step
from pitboss.play.step import apply
from pitboss.play.wager import Result


class Total(NamedTuple):
    """A patron's round in cents. Tokens count at their nominated value in `staked` and `returned`."""

    patron: str
    staked: int
    returned: int
    won: int
    carried: int
    net: int
    tokens_net: int

    @property
    def chips_net(self) -> int:
        """The change in the patron's chips alone."""
        return self.net - self.tokens_net


def totals(round: Round) -> tuple[Total, ...]:
    """What each patron staked, got back and won; `net` leaves a stake that is carried or still down out of account."""
    rows: dict[str, list[int]] = {}
    for wager in round.wagers:
        row = rows.setdefault(wager.patron, [0] * 5)
        row[0] += wager.stake.cents
        row[3] += wager.left.cents
        row[4] -= wager.stake.tokens_cents - wager.left.tokens_cents
    for done in round.settlements:
        row = rows[done.patron]
        row[1] += done.returned.cents
        row[2] += done.pays
        row[4] += done.returned.tokens_cents
        if done.result is Result.REVERSED:  # a stake that had gone back and is forfeited
            row[1] -= done.taken.cents
            row[4] -= done.taken.tokens_cents
        if done.result is Result.CARRIED:
            row[3] += done.stake.cents
            row[4] += done.stake.tokens_cents
    return tuple(
        Total(patron, staked, returned, won, carried, returned + won + carried - staked, tokens)
        for patron, (staked, returned, won, carried, tokens) in rows.items()
    )


def steps(opening: Round, acts: Iterable[Act]) -> Iterable[Step]:
    """Fold acts one by one."""
    for act in acts:
        step = apply(opening, act)
        opening = step.round
        yield step


def fold(opening: Round, acts: Iterable[Act]) -> Round:
    """The round that a list of acts leads to."""
    for act in acts:
        opening = apply(opening, act).round
    return opening


class Difference(NamedTuple):
    """What a correction is worth to a patron: to be booked as new transfers, nothing old being touched."""

    patron: str
    chips: int
    tokens: int


class Correction(NamedTuple):
    """A round folded again from corrected acts."""

    before: Round
    after: Round
    acts: tuple[Act, ...]
    reason: str
    approver: str
    differences: tuple[Difference, ...]


def correct(opening: Round, old: Sequence[Act], new: Sequence[Act], *, reason: str, approver: str) -> Correction:
    """Fold a round again from corrected acts and say what the correction changes for each patron."""
    if not reason or not approver:
        raise ValueError("a correction names its reason and its approver")
    before, after = fold(opening, old), fold(opening, new)
    was = {total.patron: total for total in totals(before)}
    now = {total.patron: total for total in totals(after)}
    differences = []
    for patron in dict.fromkeys((*was, *now)):
        chips = (now[patron].chips_net if patron in now else 0) - (was[patron].chips_net if patron in was else 0)
        tokens = (now[patron].tokens_net if patron in now else 0) - (was[patron].tokens_net if patron in was else 0)
        if chips or tokens:
            differences.append(Difference(patron, chips, tokens))
    return Correction(before, after, tuple(new), reason, approver, tuple(differences))
