"""What a decision rests on: a rule key, or a reading of an unclear clause.

A ground is a string, so that it travels in events, records and pages as it is. A key is kebab-case
(`dealer-qualifies`); a reading is the number that it has in its edition (`C5`).
"""

from typing import Final


class Ground(str):
    """A reason that a result or a refusal gives for itself."""

    __slots__ = ()


class Key(Ground):
    """A rule of play that code enforces and that each edition maps to its clauses."""

    __slots__ = ()


class Reading(Ground):
    """The number of a reading in its edition."""

    __slots__ = ()


Because = tuple[Ground, ...]

TITLES: Final[dict[Key, str]] = {}
"""Every key there is, with what it says in a line."""

HOUSE: Final[set[Key]] = set()
"""Keys of good order that no document needs to state: a closed question, a person who is not there."""


CASES: Final[dict[Key, str]] = {}
"""Keys that say which case a decision fell under (a Street, a device, whether the dealer qualifies), each with what it
is a case of. They stand for no clause themselves: a clause that speaks of one case is cited in that case alone."""

PERMISSIONS: Final[set[Key]] = set()
"""Keys that a document lets somebody of rank put in force at a table: they apply where they are granted."""


REMEDIES: Final[set[Key]] = set()
"""Keys by which something that was forgotten or done wrong at the table is put right."""


def key(name: str, title: str, *, house: bool = False, permission: bool = False, remedy: bool = False) -> Key:
    """Declare a rule key; a name is declared once."""
    new = Key(name)
    if new in TITLES:
        raise ValueError(f"the rule key {name} is declared twice")
    TITLES[new] = title
    if house:
        HOUSE.add(new)
    if permission:
        PERMISSIONS.add(new)
    if remedy:
        REMEDIES.add(new)
    return new


def case(name: str, title: str, *, of: str) -> Key:
    """Declare one of several cases of which just one holds."""
    new = key(name, title, house=True)
    CASES[new] = of
    return new


def ground(text: str) -> Ground:
    """Give back the ground that was written as text."""
    return Key(text) if text in TITLES else Reading(text)
