"""Entries: value moved at once, or set aside and then posted or released in one part or in several.

An entry that is booked is a fact. What was wrong is put right by a new entry, never by changing an old one.
"""

from pitboss.ledger.account import Account
from pitboss.value import Value


class Move(Value):
    """Value goes from one account to another."""

    source: Account
    target: Account
    cents: int
    reason: str


class Reserve(Value):
    """Value is set aside in its account for another: nobody else can spend it. One more of the same name adds to it."""

    name: str
    source: Account
    target: Account
    cents: int
    reason: str


class Post(Value):
    """A part of what was set aside goes where it was meant to."""

    name: str
    cents: int
    reason: str


class Release(Value):
    """A part of what was set aside is free again."""

    name: str
    cents: int
    reason: str


Entry = Move | Reserve | Post | Release
