"""One board: for every two hole cards, how many dealer's hands are lower, equal and higher, and qualify or not.

What a card makes of a board is told by its rank, and by whether it is of the suit that three or more of the board
share: its mark. Pairs of live cards with the same two marks are a cell, and fare alike: 91 cells where no flush may be
made, some 250 elsewhere, for 1,081 pairs. Cells are valued once and sorted. A dealer cannot hold the player's cards, so
from those lower than a hand are taken away the ones that hold its first card and the ones that hold its second; equal
hands that hold both would be taken away twice, and there is one: the hand itself.

At the river hands are sorted as a person sees them: by what the hole cards make of the board, else by the dealer's
outs. An out is a card that with the board alone beats the hand. A hidden pair has a hole card in it.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pitboss.cards import Category
from pitboss.lab.arrays import Array
from pitboss.lab.evaluator import Tables, value_of, value_of_ranks

RANKS = 13
MARKS = 2 * RANKS
"""A rank, or beyond those a rank in the suit of the flush."""
CELLS = MARKS * (MARKS + 1) // 2
WITHOUT_FLUSH = RANKS * (RANKS + 1) // 2
"""So many cells come first that have no card of that suit."""
NO_SUIT = 4
"""In the place of the suit where no flush may be made."""
FOR_A_FLUSH = 3
BUCKET_BITS = 7
BUCKETS = 1 << BUCKET_BITS


class HandTables(NamedTuple):
    """Tables for reading hands: by number of cards, categories by value, and the value that qualifies."""

    five: Tables
    six: Tables
    seven: Tables
    category: Array
    qualifier: int


class BoardArrays(NamedTuple):
    """What is worked out for a board, kept to be written over by the next: by card, by mark and by cell."""

    live: Array
    mark: Array
    """By card of the deck, the board's with them."""
    held: Array
    """By mark: how many live cards."""
    suits: Array
    """By rank: the suits in which it is live, but that of the flush, as bits."""
    pairs: Array
    """By cell: how many pairs of live cards; of the rest, nothing is worked out where there are none."""
    suited: Array
    """How many of them are of one suit."""
    value: Array
    order: Array
    """The cells that hold pairs, the lowest first."""
    spare: Array
    lower: Array
    """How many dealer's hands a pair beats, of those that do not hold its cards."""
    higher: Array
    lower_qualified: Array
    """How many of those that it beats qualify."""
    higher_qualified: Array
    qualified: Array
    """How many of all of them qualify."""


def lay_felt(cards: int) -> BoardArrays:
    """An empty felt for a deck of so many cards."""
    return BoardArrays(
        np.empty(cards - 5, np.uint8),
        np.empty(52, np.uint8),
        np.empty(MARKS, np.int64),
        np.empty(RANKS, np.int64),
        *(np.zeros(CELLS, np.int64) for _ in range(2)),
        *(np.zeros(CELLS, np.uint16) for _ in range(3)),
        *(np.zeros(CELLS, np.int64) for _ in range(5)),
    )


_marks = [(first, second) for second in range(MARKS) for first in range(second + 1)]
FIRST, SECOND = np.array(_marks, np.int64).T.copy()
"""The two marks of each cell."""
_ranks = [(first % RANKS, second % RANKS) for first, second in _marks]
SUITED_HOLE = np.array([max(pair) * RANKS + min(pair) for pair in _ranks], np.int64)
OTHER_HOLE = np.array([min(pair) * RANKS + max(pair) for pair in _ranks], np.int64)
"""The place of each cell's two ranks in the square of hole cards, suited above the diagonal."""


@njit(cache=True)
def cell_of(first: int, second: int) -> Any:
    """The cell of two marks."""
    low, high = min(np.int64(first), np.int64(second)), max(np.int64(first), np.int64(second))
    return high * (high + 1) // 2 + low


@njit(cache=True)
def flush_suit(board: Array) -> int:
    """The suit that three or more of a board share, or `NO_SUIT`."""
    of_suit = np.zeros(4, np.int64)
    for card in board:
        of_suit[card & 3] += 1
    for suit in range(4):
        if of_suit[suit] >= FOR_A_FLUSH:
            return suit
    return NO_SUIT


@njit(cache=True)
def read_board(board: Array, deck: Array, known: HandTables, felt: BoardArrays) -> tuple[int, int]:
    """Work out a board: the suit of its flushes, and how many cells hold pairs."""
    suit = flush_suit(board)
    _mark(board, deck, suit, felt)
    cells = _value_cells(board, suit, known.seven, felt)
    _sort(cells, felt)
    _compare(cells, felt)
    _split_by_qualifying(cells, known.qualifier, felt)
    return suit, cells


@njit(cache=True)
def _mark(board: Array, deck: Array, suit: int, felt: BoardArrays) -> None:
    felt.held[:] = 0
    felt.suits[:] = 0
    out = 0
    for card in deck:
        mark = (card >> 2) + RANKS * (card & 3 == suit)
        felt.mark[card] = mark
        if card not in board:
            felt.live[out] = card
            out += 1
            felt.held[mark] += 1
            if mark < RANKS:
                felt.suits[mark] |= 1 << (card & 3)


@njit(cache=True)
def _value_cells(board: Array, suit: int, known: Tables, felt: BoardArrays) -> int:
    """Count the pairs of each cell and value one of them; how many cells hold pairs."""
    key = np.uint64(0)
    of_suit = ranks = cells = 0
    for card in board:
        key += known.keys[card]
        if card & 3 == suit:
            of_suit += 1
            ranks |= 1 << (card >> 2)
    cell = -1
    for second in range(MARKS if suit != NO_SUIT else RANKS):
        with_second = key + known.keys[4 * (second % RANKS)]
        for first in range(second + 1):
            cell += 1
            one, other = felt.held[first], felt.held[second]
            felt.pairs[cell] = one * (one - 1) // 2 if first == second else one * other
            if not felt.pairs[cell]:
                continue
            felt.spare[cells] = cell
            cells += 1
            felt.suited[cell] = first >= RANKS
            if second < RANKS and first != second:
                felt.suited[cell] = _bits(felt.suits[first] & felt.suits[second])
            if of_suit + (first >= RANKS) + (second >= RANKS) >= 5:
                felt.value[cell] = known.flush[ranks | (1 << first | 1 << second) >> RANKS]
            else:
                felt.value[cell] = value_of_ranks(with_second + known.keys[4 * (first % RANKS)], known)
    return cells


@njit(cache=True)
def _bits(number: int) -> int:
    held = 0
    while number:
        number &= number - 1
        held += 1
    return held


@njit(cache=True)
def _sort(cells: int, felt: BoardArrays) -> None:
    """Order the cells by value: by its low bits, then by its high ones."""
    value, order, spare = felt.value, felt.order, felt.spare
    starts = np.zeros((2, BUCKETS + 1), np.int64)
    for at in range(cells):
        starts[0, (value[spare[at]] & (BUCKETS - 1)) + 1] += 1
        starts[1, (value[spare[at]] >> BUCKET_BITS) + 1] += 1
    for bucket in range(BUCKETS):
        starts[0, bucket + 1] += starts[0, bucket]
        starts[1, bucket + 1] += starts[1, bucket]
    for at in range(cells):
        bucket = value[spare[at]] & (BUCKETS - 1)
        order[starts[0, bucket]] = spare[at]
        starts[0, bucket] += 1
    for at in range(cells):
        spare[at] = order[at]
    for at in range(cells):
        bucket = value[spare[at]] >> BUCKET_BITS
        order[starts[1, bucket]] = spare[at]
        starts[1, bucket] += 1


@njit(cache=True)
def _add_with(cell: int, felt: BoardArrays, with_card: Array) -> None:
    """Add the pairs of a cell that hold one card, by its mark."""
    first, second = FIRST[cell], SECOND[cell]
    if first == second:
        with_card[first] += felt.held[first] - 1
    else:
        with_card[first] += felt.held[second]
        with_card[second] += felt.held[first]


@njit(cache=True)
def _compare(cells: int, felt: BoardArrays) -> None:
    """Go up through the values, knowing how many pairs were passed, in all and with each card."""
    n = len(felt.live)
    hands = (n - 2) * (n - 3) // 2
    passed, equal = np.zeros((2, MARKS), np.int64)
    start = below = 0
    while start < cells:
        value = felt.value[felt.order[start]]
        stop, alike = start, 0
        equal[:] = 0
        while stop < cells and felt.value[felt.order[stop]] == value:
            _add_with(felt.order[stop], felt, equal)
            alike += felt.pairs[felt.order[stop]]
            stop += 1
        for at in range(start, stop):
            cell = felt.order[at]
            a, b = FIRST[cell], SECOND[cell]
            felt.lower[cell] = below - passed[a] - passed[b]
            felt.higher[cell] = hands - felt.lower[cell] - (alike - equal[a] - equal[b] + 1)
        passed += equal
        below += alike
        start = stop


@njit(cache=True)
def _split_by_qualifying(cells: int, qualifier: int, felt: BoardArrays) -> None:
    """Of the hands lower and higher than each, count those that qualify."""
    n = len(felt.live)
    hands = (n - 2) * (n - 3) // 2
    failing = np.zeros(MARKS, np.int64)
    fail = 0
    for at in range(cells):
        cell = felt.order[at]
        if felt.value[cell] < qualifier:
            fail += felt.pairs[cell]
            _add_with(cell, felt, failing)
    for at in range(cells):
        cell = felt.order[at]
        others = fail - failing[FIRST[cell]] - failing[SECOND[cell]]
        if felt.value[cell] < qualifier:  # it fails itself: all that it beats or equals do, and some higher ones
            others += 1
            not_higher = hands - felt.higher[cell]
            felt.lower_qualified[cell] = 0
            felt.higher_qualified[cell] = felt.higher[cell] - (others - not_higher)
        else:
            felt.lower_qualified[cell] = felt.lower[cell] - others
            felt.higher_qualified[cell] = felt.higher[cell]
        felt.qualified[cell] = hands - others


STRAIGHT = int(Category.STRAIGHT)
SHAPES = 4
"""What a dealer may make of a board with two cards: neither a straight nor a flush, a straight, a flush, both."""
BOARDS = 10 * SHAPES
"""Boards by category and shape."""
ABOVE = 6
"""Where a hidden pair stands: so many ranks of the board lie above it."""
OUTS = 48
FEW_OUTS = 21
"""A hand that fewer dealer's cards beat is bet by the published strategy."""
MADE, PAIRED, BY_OUTS = 0, BOARDS, BOARDS * (1 + ABOVE)
"""Where the sorts begin: a straight or better of one's own, a hidden pair or better, and neither, by outs."""
SORTS = BOARDS * (1 + ABOVE + OUTS)
PASSED, BET, EVEN, GAINS, LOSES = range(5)
"""What is counted of a sort: hands folded, bet, worth the same; what bets gain, and what they would lose elsewhere."""
COUNTED = 5


@njit(cache=True)
def read_outs(board: Array, cells: int, known: HandTables, felt: BoardArrays, outs: Array, above: Array) -> int:
    """By cell: how many cards beat it with the board alone, and how many ranks of the board lie above its hidden pair,
    or -1 where it has none. Returns the category of the board itself."""
    ranks = 0
    with_board = np.full(MARKS, -1)
    rising = np.empty(MARKS, np.int64)
    cards = np.empty(6, np.uint8)
    for spot in range(5):
        cards[spot] = board[spot]
        ranks |= 1 << (board[spot] >> 2)
    marks = left = 0
    for card in felt.live:
        mark = felt.mark[card]
        left += 1
        if with_board[mark] < 0:
            cards[5] = card
            with_board[mark] = value_of(cards, known.six)
            _insert(mark, with_board, rising, marks)
            marks += 1
    beaten = 0
    for at in range(cells):  # as hands get better, fewer cards beat them
        cell = felt.order[at]
        value, a, b = felt.value[cell], FIRST[cell], SECOND[cell]
        while beaten < marks and with_board[rising[beaten]] <= value:
            left -= felt.held[rising[beaten]]
            beaten += 1
        outs[cell] = left - (with_board[a] > value) - (with_board[b] > value)
        above[cell] = _pair_stands(a % RANKS, b % RANKS, ranks)
    return known.category[value_of(board, known.five)]


@njit(cache=True)
def decide_by_outs(board: Array, cells: int, known: HandTables, felt: BoardArrays, river: Array) -> None:
    """The river as a person plays it, by cell 1 to bet, 0 to fold: bet with a hidden pair, with a straight or better
    that is not the board's own, or when few cards would beat the hand."""
    outs, above = np.empty((2, CELLS), np.int64)
    own = read_outs(board, cells, known, felt, outs, above)
    for at in range(cells):
        cell = felt.order[at]
        kind = known.category[felt.value[cell]]
        river[cell] = above[cell] >= 0 or STRAIGHT <= kind > own or outs[cell] < FEW_OUTS


@njit(cache=True)
def tally_rivers(
    board: Array, weight: int, cells: int, known: HandTables, felt: BoardArrays, seen: Array, gain: Array, rows: Array
) -> None:
    """Add the hands of a board to the rows of their sorts: `seen` is how often each cell gets there, `gain` what a bet
    gains over a fold."""
    outs, above = np.empty((2, CELLS), np.int64)
    own = read_outs(board, cells, known, felt, outs, above)
    kind_of_board = own * SHAPES + _shape(board)
    for at in range(cells):
        cell = felt.order[at]
        if not seen[cell]:
            continue
        kind = known.category[felt.value[cell]]
        sort = kind_of_board
        if kind <= own or (kind < STRAIGHT and above[cell] < 0):
            sort += BY_OUTS + outs[cell] * BOARDS
        elif kind < STRAIGHT:
            sort += PAIRED + above[cell] * BOARDS
        times = seen[cell] * weight
        rows[sort, PASSED if gain[cell] < 0 else BET if gain[cell] > 0 else EVEN] += times
        rows[sort, GAINS if gain[cell] > 0 else LOSES] += times * gain[cell]


@njit(cache=True)
def _insert(mark: int, value: Array, rising: Array, held: int) -> None:
    """Put a mark in its place among those held in rising order; a library's sort would take long to compile."""
    while held and value[rising[held - 1]] > value[mark]:
        rising[held] = rising[held - 1]
        held -= 1
    rising[held] = mark


@njit(cache=True)
def _shape(board: Array) -> int:
    """Which of straight (1) and flush (2) two cards may make with three of the board."""
    straight = flush = ranks = 0
    suits = np.zeros(4, np.int64)
    for card in board:
        ranks |= 1 << (card >> 2)
        suits[card & 3] += 1
        flush |= 2 if suits[card & 3] == 3 else 0
    low = ranks << 1 | ranks >> 12
    for start in range(10):
        straight |= 1 if _bits(low >> start & 31) >= 3 else 0
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
