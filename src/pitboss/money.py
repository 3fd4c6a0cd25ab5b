"""Money: integer cents, odds as exact fractions, stakes of chips and tokens, units, and what chips can pay."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from heapq import heappop, heappush
from math import ceil, gcd
from typing import Literal

from pitboss.messages import say
from pitboss.value import Value

# Cents are whole numbers; dollars are only how people read and write them.

_AMOUNT = re.compile(r"([-+]?)\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{1,2})0*)?", re.ASCII)
"""Commas part thousands: `22,50` is a slip of the pen, not $2,250."""


def dollars(cents: int) -> str:
    """Write cents as a person reads them: `$25`, `$22.50`, `-$1,000`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def plain_dollars(cents: int) -> str:
    """Write cents as a person types them into a field: `25`, `22.50`, `1000`."""
    return dollars(cents).replace("$", "").replace(",", "")


def parse_dollars(written: object) -> int:
    """Read an amount of dollars, as a number or as text like `$22.50`, to the cent."""
    if isinstance(written, int | Decimal | str) and not isinstance(written, bool):
        text = f"{written:f}" if isinstance(written, Decimal) else str(written).strip()
        if amount := _AMOUNT.fullmatch(text):
            sign, whole, part = amount.groups(default="")
            cents = int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0"))
            return -cents if sign == "-" else cents
    raise ValueError(say("{written} is not an amount in dollars and whole cents", written=repr(written)))


# Odds are exact. "To 1" pays on top of the stake, "for 1" takes the stake in: two types, never confused.

Exact = int | Fraction
"""An exact amount in cents: whole where it is whole, else a fraction."""


def _share(stake_cents: int, top: int, bottom: int) -> Exact:
    whole, rest = divmod(stake_cents * top, bottom)
    return whole if not rest else Fraction(stake_cents * top, bottom)


class ToOne(Value, tag="ToOne"):
    """Odds of `top` to `bottom`: the win comes besides the stake, which goes back to the player."""

    top: int
    bottom: int = 1
    basis: Literal["to"] = "to"

    @classmethod
    def parse(cls, text: str) -> "ToOne":
        """Read `2:1`, `3:2` or `40`."""
        top, _, bottom = text.partition(":")
        return cls(int(top), int(bottom or "1"))

    def win(self, stake_cents: int) -> Exact:
        """The win of a stake, exactly."""
        return _share(stake_cents, self.top, self.bottom)

    def __str__(self) -> str:
        return f"{self.top} to {self.bottom}"


class ForOne(Value):
    """Odds of `top` for `bottom`: the prize includes the stake, which is not given back besides."""

    top: int
    bottom: int = 1
    basis: Literal["for"] = "for"

    def prize(self, stake_cents: int) -> Exact:
        """The prize of a stake, exactly."""
        return _share(stake_cents, self.top, self.bottom)

    def __str__(self) -> str:
        return f"{self.top} for {self.bottom}"


# A stake: chips and promotional tokens in the order they were put down. The order matters when a stake is cut: what was
# placed last goes back first, and of things placed together the chips (reading C15), so a placing lays its tokens below
# its chips.


class Piece(Value, tag="Piece"):
    """Some chips, or some tokens, put down together."""

    kind: str
    cents: int


class Stake(Value, tag="Stake"):
    """What lies on a wagering area, bottom first."""

    pieces: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, chips: int = 0, tokens: int = 0) -> "Stake":
        """A stake put down at once, in cents."""
        if not tokens:
            return cls((Piece("chips", chips),)) if chips else EMPTY
        laid = (Piece("tokens", tokens), Piece("chips", chips))
        return cls(laid if chips else laid[:1])

    @property
    def cents(self) -> int:
        """All of it, tokens at their nominated value."""
        pieces = self.pieces
        if len(pieces) == 1:
            return pieces[0].cents
        return sum([piece.cents for piece in pieces])

    @property
    def chips_cents(self) -> int:
        """The chips in it."""
        return sum([piece.cents for piece in self.pieces if piece.kind == "chips"])

    @property
    def tokens_cents(self) -> int:
        """The tokens in it."""
        pieces = self.pieces
        if len(pieces) == 1 and pieces[0].kind == "chips":
            return 0
        return sum([piece.cents for piece in pieces if piece.kind == "tokens"])

    def plus(self, more: "Stake") -> "Stake":
        """The stake with more put on top."""
        return Stake(self.pieces + more.pieces)

    def cut(self, cents: int) -> tuple["Stake", "Stake"]:
        """Part the stake into what stays, `cents` of it from the bottom, and what was cut off the top."""
        if cents >= self.cents:
            return self, EMPTY
        kept: list[Piece] = []
        off: list[Piece] = []
        for piece in self.pieces:
            stays = min(piece.cents, cents)
            cents -= stays
            if stays:
                kept.append(Piece(piece.kind, stays))
            if piece.cents > stays:
                off.append(Piece(piece.kind, piece.cents - stays))
        return Stake(tuple(kept)), Stake(tuple(off))

    def only(self, kind: str) -> "Stake":
        """The chips alone, or the tokens alone."""
        return Stake(tuple(piece for piece in self.pieces if piece.kind == kind))


EMPTY = Stake()


# Units: what an amount is an amount of. A unit says what it is good for, so that no code asks for its name. On the log
# and in the names of accounts a unit is its name; `unit_named` gives the unit back.

CENTS = 100
_TOURNAMENT = "tournament "


class Unit(Value):
    """Something that accounts hold and tables play for."""

    name: str
    """Its name on the log."""
    is_money: bool = False
    """Whether chips of it are sold and bought back for dollars."""
    is_practice: bool = False
    """Whether it is worth nothing at all: play with it is guarded, timed and priced for no one."""
    counts_as_loss: bool = False
    """Whether what a patron loses of it counts towards their loss limits."""
    needs_card: bool = False
    """Whether a player needs a player card where the rules want one."""
    in_shift_report: bool = False
    """Whether tables that play for it are lines of the shift report."""
    tournament: str = ""
    """The tournament that issues it, whose tables alone it is worth something at."""
    scale: int = CENTS
    """How many of its smallest part make a dollar; a meter's is finer than a cent."""


AUD = Unit("AUD", is_money=True, counts_as_loss=True, needs_card=True, in_shift_report=True)
"""Dollars, in chips or cash."""
TOKENS = Unit("tokens")
"""Promotional tokens at their nominated value: they are staked beside chips and no table plays for them."""
CASINO_DOLLARS = Unit("casino dollars")
"""What a house gives as a prize and takes for its own goods: no money, and no table plays for it."""
PRACTICE = Unit("practice", is_practice=True)
PLAYED_FOR = (AUD, PRACTICE)
"""The units that a table may play for without a tournament."""


def tournament_unit(tournament: str) -> Unit:
    """The unit of a tournament's chips."""
    return Unit(f"{_TOURNAMENT}{tournament}", needs_card=True, tournament=tournament)


@lru_cache(1024)
def unit_named(name: str) -> Unit:
    """The unit of a name; one that is good for nothing where no unit has that name."""
    if name.startswith(_TOURNAMENT) and name != _TOURNAMENT:
        return tournament_unit(name.removeprefix(_TOURNAMENT))
    return next((unit for unit in (AUD, TOKENS, CASINO_DOLLARS, PRACTICE) if unit.name == name), Unit(name))


# What chips can pay: the next amount up that they can make, and the chips that make it.

MOST_APART = 1_000
"""How many times the measure of all chips the smallest may be: what they can make is looked up by its remainders."""


class Chips(Value, tag="Chips"):
    """The denominations on a table, in cents, smallest first; of each there are as many as needed."""

    denominations: tuple[int, ...] = (100, 500, 2_500, 10_000, 50_000)

    @property
    def is_sound(self) -> bool:
        """Say whether they are chips: worth something, listed smallest first, and of values that go together."""
        chips = self.denominations
        if not chips or chips[0] <= 0 or list(chips) != sorted(set(chips)):
            return False
        return chips[0] // gcd(*chips) <= MOST_APART

    def pays_exactly(self, cents: Exact) -> bool:
        """Say whether chips can make an amount."""
        return cents.denominator == 1 and _makes(self.denominations, cents.numerator)

    def next_payable(self, cents: Exact) -> int:
        """The amount itself if chips can make it, else the next one up that they can."""
        if self.pays_exactly(cents):
            return cents.numerator
        measure = gcd(*self.denominations)
        amount = ceil(Fraction(cents, measure)) * measure
        while not _makes(self.denominations, amount):
            amount += measure
        return amount

    def stacks(self, cents: int) -> tuple[tuple[int, int], ...]:
        """Break a payable amount into (denomination, count), the largest chips first."""
        if not _makes(self.denominations, cents):
            raise ValueError(f"chips cannot make {cents} cents")
        stacks = []
        for chip in reversed(self.denominations):
            count = cents // chip
            while count and not _makes(self.denominations, cents - count * chip):
                count -= 1
            if count:
                stacks.append((chip, count))
                cents -= count * chip
        return tuple(stacks)


def _makes(denominations: tuple[int, ...], cents: int) -> bool:
    smallest = denominations[0]
    rest = cents % smallest
    if not rest:
        return cents >= 0
    least = _least_by_rest(denominations).get(rest)
    return least is not None and cents >= least


@cache
def _least_by_rest(denominations: tuple[int, ...]) -> dict[int, int]:
    """For each remainder by the smallest chip that chips can leave, the least amount that leaves it.

    Every amount above it with that remainder can be made too, by adding smallest chips. It is the shortest way round
    the remainders, each chip being a step.
    """
    smallest, *others = denominations
    least = {0: 0}
    waiting = [0]
    while waiting:
        amount = heappop(waiting)
        if amount > least[amount % smallest]:
            continue
        for chip in others:
            there = (amount + chip) % smallest
            if there not in least or amount + chip < least[there]:
                least[there] = amount + chip
                heappush(waiting, amount + chip)
    return least
