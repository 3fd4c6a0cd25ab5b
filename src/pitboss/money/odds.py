"""Odds are exact. "To 1" pays on top of the stake, "for 1" takes the stake in: two types, never confused."""

from fractions import Fraction
from typing import Literal

from pitboss.value import Value

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
        """What the stake wins, exactly."""
        return _share(stake_cents, self.top, self.bottom)

    def __str__(self) -> str:
        return f"{self.top} to {self.bottom}"


class ForOne(Value):
    """Odds of `top` for `bottom`: the prize includes the stake, which is not given back besides."""

    top: int
    bottom: int = 1
    basis: Literal["for"] = "for"

    def prize(self, stake_cents: int) -> Exact:
        """What the stake buys, exactly."""
        return _share(stake_cents, self.top, self.bottom)

    def __str__(self) -> str:
        return f"{self.top} for {self.bottom}"
