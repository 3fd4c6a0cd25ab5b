"""A poker hand as one number to compare by: its category, then the ranks that matter, four bits each.

This is the plain way to read a hand, from counts of ranks; the tables of the evaluator are made with it.
"""

from typing import Any

from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category

Array = NDArray[Any]

PAIR, TWO_PAIR, THREE, STRAIGHT = (
    int(c) for c in (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.STRAIGHT)
)
FLUSH, FULL_HOUSE, FOUR = (int(c) for c in (Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND))
STRAIGHT_FLUSH, ROYAL_FLUSH = int(Category.STRAIGHT_FLUSH), int(Category.ROYAL_FLUSH)
ACE = 12
WHEEL = 1 << ACE | 0b1111
CATEGORY_SHIFT = 20


@njit(cache=True)
def straight_high(mask: int) -> int:
    """The top rank of the best straight in a set of ranks, or -1; an ace may count low."""
    for high in range(ACE, 3, -1):
        run = 0b11111 << (high - 4)
        if mask & run == run:
            return high
    return 3 if mask & WHEEL == WHEEL else -1


@njit(cache=True)
def _top(mask: int, number: int) -> int:
    """The highest ranks of a set, four bits each."""
    code = 0
    for rank in range(ACE, -1, -1):
        if number and mask >> rank & 1:
            code = code << 4 | rank
            number -= 1
    return code


@njit(cache=True)
def _highest(mask: int) -> int:
    """The highest rank of a set, or -1."""
    for rank in range(ACE, -1, -1):
        if mask >> rank & 1:
            return rank
    return -1


@njit(cache=True)
def flush_code(mask: int) -> int:
    """The code of a flush by the set of ranks in its suit: straight and royal flushes too."""
    high = straight_high(mask)
    if high == ACE:
        return ROYAL_FLUSH << CATEGORY_SHIFT
    if high >= 0:
        return STRAIGHT_FLUSH << CATEGORY_SHIFT | high
    return FLUSH << CATEGORY_SHIFT | _top(mask, 5)


@njit(cache=True)
def ranks_code(counts: Array) -> int:
    """The code of cards without a flush, by how many there are of each rank."""
    once = twice = thrice = four = 0
    for rank in range(len(counts)):
        bit = 1 << rank
        once |= bit if counts[rank] > 0 else 0
        twice |= bit if counts[rank] > 1 else 0
        thrice |= bit if counts[rank] > 2 else 0
        four |= bit if counts[rank] > 3 else 0
    if four:
        quads = _highest(four)
        return FOUR << CATEGORY_SHIFT | quads << 4 | _highest(once & ~(1 << quads))
    trips = _highest(thrice)
    if thrice and twice & ~(1 << trips):
        return FULL_HOUSE << CATEGORY_SHIFT | trips << 4 | _highest(twice & ~(1 << trips))
    high = straight_high(once)
    if high >= 0:
        return STRAIGHT << CATEGORY_SHIFT | high
    if thrice:
        return THREE << CATEGORY_SHIFT | trips << 8 | _top(once & ~(1 << trips), 2)
    return _pairs_code(once, twice)


@njit(cache=True)
def _pairs_code(once: int, twice: int) -> int:
    """The code of two pair, a pair or less."""
    if not twice:
        return _top(once, 5)
    first = _highest(twice)
    second = _highest(twice & ~(1 << first))
    if second >= 0:
        kicker = _highest(once & ~(1 << first | 1 << second))
        return TWO_PAIR << CATEGORY_SHIFT | first << 8 | second << 4 | kicker
    return PAIR << CATEGORY_SHIFT | first << 12 | _top(once & ~(1 << first), 3)
