"""Accounts: places in which value of one unit lies, each of one operator and one owner.

The name of an account says all of it, so that a transfer can be read by itself: `star/patron/17/AUD`.
"""

from collections.abc import Mapping

from pitboss.money import AUD
from pitboss.value import Value

KINDS: Mapping[str, bool] = {
    "patron": False,
    "float": False,
    "drop": False,
    "pool": False,
    "deposit": False,
    "rounding": False,
    "house": True,
    "world": True,
}
"""The kinds of account, and whether one may go below nothing: the house's own purse and the world outside alone may."""


class Account(Value, order=True):
    """A place for value of one unit. `owner` is a patron, a table, a pool; empty for the operator's own."""

    operator: str
    kind: str
    owner: str
    unit: str = AUD.name

    @property
    def name(self) -> str:
        """The account in one word."""
        return f"{self.operator}/{self.kind}/{self.owner}/{self.unit}"

    @property
    def is_sound(self) -> bool:
        """Whether its name can be read back: a known kind, an operator and a unit, and no stroke within a part."""
        return self.kind in KINDS and bool(self.operator and self.unit) and self.name.count("/") == 3

    @property
    def may_overdraw(self) -> bool:
        """Whether it may go below nothing."""
        return KINDS[self.kind]

    @classmethod
    def parse(cls, name: str) -> "Account":
        """Read an account's name."""
        operator, kind, owner, unit = name.split("/")
        if kind not in KINDS:
            raise ValueError(f"there is no account of the kind {kind}")
        return cls(operator, kind, owner, unit)
