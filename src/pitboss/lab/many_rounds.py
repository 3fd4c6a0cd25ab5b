"""The result of many rounds: its whole distribution, worked out from one round's, and what players and houses read off.

The results of independent rounds add up, so their distributions are convolved: the transform of one round's, taken to
the power of the rounds, and transformed back. The grid is a ring of so many places that what lies outside one turn of
it, by Chernoff's bound, is less than `OUTSIDE`. Where every result is a whole number of some unit the grid is that
unit, and nothing is rounded but by floating point; else each result is shared between its two neighbours on a finer
grid so that the mean stays, and the method says so.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from pitboss.lab import arrays, question
from pitboss.messages import say
from pitboss.value import Value

OUTSIDE = 1e-12
"""The most chance that may lie outside the ring."""
MOST_PLACES = 1 << 22
MOST_ROUNDS = 10_000_000
EXACT, ON_A_GRID = "exact", "on a grid"


class OneRound(Value):
    """One round's results in rising order, in units of the initial wager, with their chances."""

    pays: tuple[Fraction, ...]
    chances: tuple[float, ...]

    @classmethod
    def of(cls, solution: question.Solution) -> "OneRound":
        """One round of a game that was priced."""
        return cls.of_outcomes(solution.outcomes, solution.deals)

    @classmethod
    def of_outcomes(cls, outcomes: Iterable[question.Outcome], deals: int | float) -> "OneRound":
        """One round from outcomes, each with the number of deals that end so."""
        found: dict[Fraction, int | float] = {}
        for outcome in outcomes:
            found[outcome.pay] = found.get(outcome.pay, 0) + outcome.count
        pays = tuple(sorted(found))
        return cls(pays, tuple(float(found[pay] / deals) for pay in pays))

    @property
    def mean(self) -> float:
        """The player's mean net."""
        return math.fsum(float(pay) * chance for pay, chance in zip(self.pays, self.chances, strict=True))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(
            math.fsum((float(p) - self.mean) ** 2 * c for p, c in zip(self.pays, self.chances, strict=True))
        )

    def growth(self, tilt: float) -> float:
        """The logarithm of the mean of `exp(tilt * result)`."""
        powers = [tilt * float(pay) + math.log(c) for pay, c in zip(self.pays, self.chances, strict=True) if c > 0]
        most = max(powers)
        return most + math.log(math.fsum(math.exp(power - most) for power in powers))

    def bound(self, rounds: int, side: int) -> float:
        """A total that is passed on one side (1 above, -1 below) with a chance of at most `OUTSIDE`."""
        need = -math.log(OUTSIDE)
        ends = rounds * float(self.pays[-1] if side > 0 else self.pays[0])
        best, scale = ends, 1 / max(self.deviation * math.sqrt(rounds), 1e-9)
        for step in range(-24, 25):
            tilt = scale * 2 ** (step / 2)
            reached = side * (rounds * self.growth(side * tilt) + need) / tilt
            best = min(best, reached) if side > 0 else max(best, reached)
        return best


class Spread(Value):
    """How the total of some rounds is distributed: the chance of each place of a grid, from `first` on in steps."""

    rounds: int
    first: int
    step: Fraction
    chances: arrays.Array
    method: str

    def __hash__(self) -> int:
        return id(self)

    @property
    def _sums(self) -> arrays.Array:
        return np.cumsum(self.chances)

    def quantile(self, share: float) -> float:
        """The least total that is not passed with a chance of at least a share."""
        place = int(np.searchsorted(self._sums, share * (1 - 1e-12)))
        return float((self.first + min(place, len(self.chances) - 1)) * self.step)

    @property
    def ahead(self) -> float:
        """The chance that the player is ahead."""
        place = 1 - self.first
        return float(self.chances[max(place, 0) :].sum())

    @property
    def totals(self) -> arrays.Array:
        """The totals of the grid."""
        return (self.first + np.arange(len(self.chances))) * float(self.step)


def spread_of(one: OneRound, rounds: int) -> Spread:
    """The distribution of the total of some rounds."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise question.LabError(say("The lab adds up 1 to {most} rounds.", most=f"{MOST_ROUNDS:,}"))
    return _spread(one, rounds)


@lru_cache(maxsize=16)
def _spread(one: OneRound, rounds: int) -> Spread:
    low, high = one.bound(rounds, -1), one.bound(rounds, 1)
    unit = Fraction(1, lcm(*(pay.denominator for pay in one.pays)))
    step, method = unit, EXACT
    if (high - low) / float(unit) > MOST_PLACES - 2:
        step, method = Fraction(math.ceil((high - low) / (MOST_PLACES - 2) * 1024), 1024), ON_A_GRID
    first = math.floor(low / float(step)) - 1
    places = 1 << max(4, math.ceil((high - low) / float(step)) + 3).bit_length()
    ring = np.zeros(places)
    for pay, chance in zip(one.pays, one.chances, strict=True):
        below = math.floor(pay / step)
        share = float(pay / step - below)
        ring[below % places] += chance * (1 - share)
        if share:
            ring[(below + 1) % places] += chance * share
    turned = np.fft.irfft(np.fft.rfft(ring) ** rounds, places)
    chances = np.roll(turned, -(first % places)).clip(min=0.0)
    return Spread(rounds, first, step, chances, method)


# Figures of a distribution.


DEVIATIONS = (-3, -2, -1, 0, 1, 2, 3)


def normal_share(deviations: float) -> float:
    """How likely a normal result is no more than so many deviations above the mean."""
    return 0.5 * math.erfc(-deviations / math.sqrt(2))


class Band(Value):
    """What a player has won or lost after some rounds, in units: the totals where the normal law would have those one,
    two and three deviations from the mean, as they are and as that law has them."""

    rounds: int
    expected: float
    deviation: float
    quantiles: tuple[float, ...]
    normal: tuple[float, ...]
    ahead: float
    hold: tuple[float, float]
    """What the house keeps of all initial wagers, in 90 of a hundred such runs."""
    method: str


HOLD_SHARE = 0.05


def band_of(one: OneRound, rounds: int) -> Band:
    """The results of some rounds."""
    spread = spread_of(one, rounds)
    mean, deviation = one.mean * rounds, one.deviation * math.sqrt(rounds)
    low, high = (spread.quantile(share) / rounds for share in (HOLD_SHARE, 1 - HOLD_SHARE))
    return Band(
        rounds,
        mean,
        deviation,
        tuple(spread.quantile(normal_share(n)) for n in DEVIATIONS),
        tuple(mean + n * deviation for n in DEVIATIONS),
        spread.ahead,
        (-high, -low),
        spread.method,
    )


# Risk of ruin.


def ruin_of(one: OneRound, bankroll: int, rounds: int) -> float:
    """The chance that a player with a bankroll, in units of the initial wager, who plays one unit a round cannot cover
    the largest loss of a round any more within some rounds.

    Worked out round by round on the grid of the results: what is below the largest loss stops there. Totals above a
    bound that is passed with a chance of less than `OUTSIDE` are taken as that bound.
    """
    scale = lcm(*(pay.denominator for pay in one.pays))
    steps = [int(pay * scale) for pay in one.pays]
    most_lost = -min(steps[0], 0)
    top = int(min(one.bound(rounds, 1), rounds * float(one.pays[-1])) * scale) + bankroll * scale + 1
    if bankroll < 1 or bankroll * scale < most_lost:
        words = "A bankroll covers at least one round: {least} units."
        raise question.LabError(say(words, least=math.ceil(Fraction(most_lost, scale))))
    if top > MOST_PLACES or rounds * top * len(steps) > 4 * 10**10:
        raise question.LabError("That bankroll and so many rounds are more than the lab can add up: take fewer rounds.")
    held, stopped = np.zeros(top + 1), 0.0
    held[bankroll * scale] = 1.0
    for _ in range(rounds):
        after = np.zeros_like(held)
        for step, chance in zip(steps, one.chances, strict=True):
            if step < 0:
                after[:step] += chance * held[-step:]
            elif step == 0:
                after += chance * held
            else:
                after[step:] += chance * held[:-step] if step <= top else 0.0
                after[-1] += chance * held[max(top + 1 - step, 0) :].sum()
        stopped += float(after[:most_lost].sum())
        after[:most_lost] = 0.0
        held = after
    return stopped
