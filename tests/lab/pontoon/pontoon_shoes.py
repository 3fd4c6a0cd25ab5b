"""The book's rules, short shoes and strategies for the tests of Pontoon in the lab."""

import random
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from pitboss.lab.pontoon.play import ACE, DOUBLE, EIGHT, HIT, SEVEN, STAND
from pitboss.lab.pontoon.rules import PontoonRules, by_the_book
from pitboss.lab.pontoon.strategy import CountTables
from pitboss.law.rules import Rules

BOOK = by_the_book(Rules.of("star-pontoon"))
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K")


def book(**changes: object) -> PontoonRules:
    """The rules of the book with some of them changed."""
    return replace(BOOK, **changes)  # type: ignore[arg-type]


def shoe(**by_suit: tuple[int, int, int, int]) -> tuple[tuple[int, ...], ...]:
    """A shoe by rank (`_7` for the seven): how many clubs, diamonds, hearts and spades."""
    given: Mapping[str, tuple[int, int, int, int]] = {name.strip("_"): counts for name, counts in by_suit.items()}
    return tuple(given.get(name, (0, 0, 0, 0)) for name in NAMES)


SIX = (6,) * 4
"""As many cards of each suit as six decks have."""

# Sixteen cards, the low ones left out so that hands are short: no round can empty it.
SHORT = shoe(A=(2, 0, 0, 0), _6=(1, 0, 0, 1), _7=(0, 1, 0, 3), _8=(0, 1, 0, 2), J=(3, 0, 0, 2))


def any_tables(seed: int) -> CountTables:
    """Decisions at random; aces, sevens and eights are split."""
    rng = random.Random(seed)
    tables = CountTables.empty()
    for part, choices in (
        (tables.action, (STAND, HIT, HIT, DOUBLE)),
        (tables.forfeits, (0, 0, 1)),
        (tables.surrenders, (0, 0, 1)),
    ):
        part[:] = np.array(rng.choices(choices, k=part.size)).reshape(part.shape)
    tables.splits[:, [ACE, SEVEN, EIGHT]] = True
    return tables
