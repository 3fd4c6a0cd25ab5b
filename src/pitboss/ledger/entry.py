"""Entries: value moved at once, or set aside and then posted or released in one part or in several.

An entry that is booked is a fact. What was wrong is put right by a new entry, never by changing an old one.
"""

from typing import NamedTuple

from pitboss.ledger.account import Account


class Move(NamedTuple):
    """Value goes from one account to another."""

    source: Account
    target: Account
    cents: int
    reason: str


class Reserve(NamedTuple):
    """Value is set aside in its account for another: nobody else can spend it. One more of the same name adds to it."""

    name: str
    source: Account
    target: Account
    cents: int
    reason: str


class Post(NamedTuple):
    """A part of what was set aside goes where it was meant to."""

    name: str
    cents: int
    reason: str


class Release(NamedTuple):
    """A part of what was set aside is free again."""

    name: str
    cents: int
    reason: str


Entry = Move | Reserve | Post | Release
