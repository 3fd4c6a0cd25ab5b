"""A meter from one reset to the next: how large it is when a wager is settled, how far resets are apart, and what the
house adds where a prize has a least sum (Star Caribbean 12.1, Mississippi 15.2.9).

A meter grows with each wager, a straight flush takes its share, a royal flush takes all and the meter is reset. Wagers
are settled one after the other, each hand from a full deck; all sums are in units of the wager.

Looked at from a wager backwards, the hits before it are the renewals of a process: the number of straight flushes since
the last reset is geometric, and so are the wagers between two hits, all of them independent. With `k` straight flushes
since the reset a meter that lost a tenth with each stands at `0.9^k` of its reset value, and what fed it `j` hits ago
is still worth `0.9^j`. Wagers between hits are as good as an exponential time, so that what fed the meter is a sum of
exponential times of different means, whose shortfall from a least sum is known in closed form (`_shortfall`). The sum
over `k` converges like `0.9^k`. `BoundedNumber.error` bounds all that is left out.
"""

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, log

from pitboss.value import Value

DIGITS = 12
"""How small the chance is, in decimal digits, of more straight flushes without a royal flush than are summed over."""
PLACES = 15
"""How many decimals of a sum are kept."""
STILL = 10**15
"""A meter that takes so many hits to grow by its sums is taken to grow evenly."""
NEGLIGIBLE = 90
"""The exponent beyond which a term is left out: e^-90 is far below all that is kept."""


class BoundedNumber(Value):
    """A number known within bounds: at most `worth`, and at least `worth - error`."""

    worth: Fraction
    error: Fraction


class MeterShare(Value):
    """A prize that takes a share of a meter: its chance, the share, the least that it pays, and whether the meter goes
    down by it (else the house pays the whole prize)."""

    chance: Fraction
    share: Fraction
    least: Fraction
    lowers: bool = True


class MeterCourse(Value):
    """The prizes that share a meter, what a wager adds to it, and its reset value."""

    shares: tuple[MeterShare, ...]
    rate: Fraction
    reset: Fraction

    @property
    def reset_chance(self) -> Fraction:
        """The chance that a wager takes the whole meter."""
        return sum((each.chance for each in self.shares if each.share == 1), Fraction(0))

    @property
    def wagers_between_resets(self) -> Fraction:
        """How many wagers there are on average from one prize that takes the whole meter to the next."""
        return 1 / self.reset_chance

    @property
    def expected(self) -> Fraction:
        """The meter at which a wager is settled on average, and so the mean prize that takes all of it.

        What comes in with a wager goes out with it on average: the rate, and the reset where the meter is taken, is
        what the prizes take.
        """
        taken = sum((each.chance * each.share for each in self.shares if each.lowers), Fraction(0))
        return (self.rate + self.reset_chance * self.reset) / taken

    @property
    def beside(self) -> Fraction:
        """What prizes pay by their share that the meter does not give."""
        return sum((each.chance * each.share for each in self.shares if not each.lowers), Fraction(0)) * self.expected

    @property
    def has_least(self) -> bool:
        """Whether the house may have to add to a prize."""
        return any(each.least and each.chance for each in self.shares)

    @property
    def added(self) -> BoundedNumber:
        """What the house adds to the prizes up to their least sums, for each unit of the wager."""
        return _house_share(self) if self.has_least else BoundedNumber(Fraction(0), Fraction(0))


@lru_cache(maxsize=256)
def _house_share(course: MeterCourse) -> BoundedNumber:
    levels: dict[Fraction, Fraction] = {}  # by meter below which the house adds: the chance, and by what share it does
    for each in course.shares:
        if each.least and each.chance:
            level = each.least / each.share
            levels[level] = levels.get(level, Fraction(0)) + each.chance * each.share
    parts = tuple(each for each in course.shares if each.share != 1 and each.lowers and each.chance)
    if len({each.share for each in parts}) > 1:
        raise ValueError("prizes that take different parts of one meter")
    left = 1 - parts[0].share if parts else Fraction(1)
    some = sum((each.chance for each in parts), Fraction(0))
    whole = sum((weight * _shortfall(course, some, left, level) for level, weight in levels.items()), Fraction(0))
    hit = course.reset_chance + some
    gap = 1 + 1 / (2 * (1 - left**2)) if parts else Fraction(1)  # wagers come one by one: see `_shortfall`
    steps = sum(levels.values()) * course.rate * hit / (1 - hit) * gap / 4
    tail = sum(weight * level for level, weight in levels.items()) / 10**DIGITS
    still = max(course.reset, *levels) / STILL / (1 - left if parts else 1)
    return BoundedNumber(round(whole, PLACES), steps + tail + sum(levels.values()) * still + Fraction(1, 10**PLACES))


def _shortfall(course: MeterCourse, some: Fraction, left: Fraction, level: Fraction) -> Fraction:
    """By how much a meter is below a level on average when a wager is settled.

    Of the wagers between two hits, a geometric number, an exponential time with an offset has the same mean given the
    number; so the sum is not below the true one, and above it by at most what `_added` reckons as steps: a quarter of a
    step where the last gap ends, an eighth of its square times the density for each gap before.
    """
    lowers = some / (course.reset_chance + some)
    count = ceil(DIGITS * log(10) / -log(lowers)) if some else 0
    # Terms of changing signs are so large: as many digits more are needed
    lost = -sum(((1 - _decimal(left) ** n).log10() for n in range(1, count + 1)), Decimal(0))
    with localcontext(Context(prec=ceil(40 + 3 * lost), Emax=MAX_EMAX, Emin=MIN_EMIN)):
        terms = _Terms(course, course.reset_chance + some, left, level, count)
        negligible = NEGLIGIBLE + 5 * lost
        chance, total = 1 - _decimal(lowers), Decimal(0)
        for k in range(count + 1):
            total += chance * terms.missing(k, negligible)
            chance *= _decimal(lowers)
        return Fraction(total)


class _Terms:
    """What is missing from a level after some straight flushes. With each the meter keeps a part of what it had; so
    what fed it is a sum of exponential times, whose means fall by that part, and partial fractions tell how far a sum
    of them goes beyond a time on average."""

    def __init__(self, course: MeterCourse, hit: Fraction, left: Fraction, level: Fraction, count: int) -> None:
        self.level, self.reset, grows = _decimal(level), _decimal(course.reset), _decimal(course.rate)
        pace = -(1 - _decimal(hit)).ln()
        self.unit = grows / pace
        """What feeds the meter between two hits on average, less an offset for each."""
        self.offset = grows / _decimal(hit) - self.unit
        self.powers = [_decimal(left) ** n for n in range(count + 1)]
        self.sums = list(accumulate(self.powers))
        self.is_still = max(self.level, self.reset) >= self.unit * STILL
        if self.is_still:
            return
        # The exponent of a term is a difference of two, each for a number of hits: all are worked out once
        ever = self.offset / (1 - _decimal(left)) if count else self.offset
        self.of_level = (self.level - ever) / self.unit
        self.of_reset = (self.reset - ever * _decimal(left)) / self.unit if count else self.reset / self.unit
        up, down = Decimal(1), Decimal(1)
        self.first, self.second = [], []
        for n, power in enumerate(self.powers):
            up /= (1 - 1 / power) if n else 1
            down /= (1 - power) if n else 1
            self.first.append(up * power * (-self.of_level / power).exp())
            self.second.append(down * (self.of_reset * power).exp())

    def missing(self, k: int, negligible: Decimal) -> Decimal:
        """What is missing on average after so many straight flushes."""
        room = self.level - self.reset * self.powers[k] - self.offset * self.sums[k]
        if room <= 0:
            return Decimal(0)
        if self.is_still:
            return max(room - self.unit * self.sums[k], Decimal(0))
        beyond = Decimal(0)
        for j in range(k + 1):
            if room > negligible * self.unit * self.powers[j]:
                break
            beyond += self.first[j] * self.second[k - j]
        return room - self.unit * (self.sums[k] - beyond)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
