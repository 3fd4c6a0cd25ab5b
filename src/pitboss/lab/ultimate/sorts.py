"""Hands at the river sorted as a person sees them: by what the hole cards make of the board, else by the dealer's outs.

An out is a card that with the board alone beats the hand. A hidden pair has a hole card in it.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.evaluator import Tables, value_of
from pitboss.lab.ultimate.board import Felt

Array = NDArray[Any]

STRAIGHT = int(Category.STRAIGHT)
SHAPES = 4
"""What a dealer may make of a board with two cards: neither a straight nor a flush, a straight, a flush, both."""
BOARDS = 10 * SHAPES
"""Boards by category and shape."""
ABOVE = 6
"""Where a hidden pair stands: so many ranks of the board lie above it."""
OUTS = 48
MADE, PAIRED, BY_OUTS = 0, BOARDS, BOARDS * (1 + ABOVE)
"""Where the sorts begin: a straight or better of one's own, a hidden pair or better, and neither, by outs."""
SORTS = BOARDS * (1 + ABOVE + OUTS)
PASSED, BET, EVEN, GAINS, LOSES = range(5)
"""What is counted of a sort: hands folded, bet, worth the same; what bets gain, and what they would lose elsewhere."""
COUNTED = 5


@njit(cache=True)
def tally_rivers(
    board: Array,
    weight: int,
    five: Tables,
    six: Tables,
    category: Array,
    felt: Felt,
    seen: Array,
    gain: Array,
    rows: Array,
) -> None:
    """Add the hands of a board to the rows of their sorts: `seen` is how often each gets there, `gain` what a bet gains
    over a fold."""
    ranks = 0
    for card in board:
        ranks |= 1 << (card >> 2)
    own = category[value_of(board, five)]
    kind_of_board = own * SHAPES + _shape(board, ranks)
    with_board = np.empty(len(felt.live), np.int64)
    rising = np.empty(len(felt.live), np.int64)
    cards = np.empty(6, np.uint8)
    for spot in range(5):
        cards[spot] = board[spot]
    for place in range(len(felt.live)):
        cards[5] = felt.live[place]
        with_board[place] = value_of(cards, six)
        _insert(with_board[place], rising, place)
    for place in range(len(felt.value)):
        if not seen[place]:
            continue
        a, b = felt.first[place], felt.second[place]
        value = felt.value[place]
        above = _pair_stands(felt.live[a] >> 2, felt.live[b] >> 2, ranks)
        sort = kind_of_board
        if category[value] <= own or (category[value] < STRAIGHT and above < 0):
            outs = _above(value, rising)
            outs -= (with_board[a] > value) + (with_board[b] > value)
            sort += BY_OUTS + outs * BOARDS
        elif category[value] < STRAIGHT:
            sort += PAIRED + above * BOARDS
        times = seen[place] * weight
        rows[sort, PASSED if gain[place] < 0 else BET if gain[place] > 0 else EVEN] += times
        rows[sort, GAINS if gain[place] > 0 else LOSES] += times * gain[place]


@njit(cache=True)
def _insert(value: int, rising: Array, held: int) -> None:
    """Put a value in its place among those held in rising order; a library's sort would take long to compile."""
    while held and rising[held - 1] > value:
        rising[held] = rising[held - 1]
        held -= 1
    rising[held] = value


@njit(cache=True)
def _above(value: int, rising: Array) -> int:
    """How many of some values in rising order are above one."""
    low, high = 0, len(rising)
    while low < high:
        middle = (low + high) // 2
        if rising[middle] > value:
            high = middle
        else:
            low = middle + 1
    return len(rising) - low


@njit(cache=True)
def _shape(board: Array, ranks: int) -> int:
    """Which of straight (1) and flush (2) two cards may make with three of the board."""
    straight = flush = 0
    suits = np.zeros(4, np.int64)
    for card in board:
        suits[card & 3] += 1
        flush |= 2 if suits[card & 3] == 3 else 0
    low = ranks << 1 | ranks >> 12
    for start in range(10):
        window = low >> start & 31
        held = 0
        while window:
            window &= window - 1
            held += 1
        straight |= 1 if held >= 3 else 0
    return straight | flush


@njit(cache=True)
def _pair_stands(first: int, second: int, ranks: int) -> int:
    """How many ranks of the board lie above the best pair with a hole card in it; -1 where there is none."""
    best = -1
    if first == second:
        best = first
    if ranks >> first & 1:
        best = max(best, first)
    if ranks >> second & 1:
        best = max(best, second)
    if best < 0:
        return -1
    above = 0
    for rank in range(best + 1, 13):
        above += ranks >> rank & 1
    return above
