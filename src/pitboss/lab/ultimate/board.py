"""One board: for every two hole cards, how many dealer's hands are lower, equal and higher, and qualify or not.

All pairs of live cards are valued once and sorted. A dealer cannot hold the player's cards, so from those lower than a
hand are taken away the ones that hold its first card and the ones that hold its second; equal hands that hold both
would be taken away twice, and there is one: the hand itself.

At the river hands are sorted as a person sees them: by what the hole cards make of the board, else by the dealer's
outs. An out is a card that with the board alone beats the hand. A hidden pair has a hole card in it.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.cards import Category
from pitboss.lab.arrays import Array
from pitboss.lab.evaluator import FLUSH_BITS, SUIT_START, Tables, suit_of_flush, value_of, value_of_ranks

BUCKET_BITS = 7
BUCKETS = 1 << BUCKET_BITS


class HandTables(NamedTuple):
    """Tables for reading hands: by number of cards, categories by value, and the value that qualifies."""

    five: Tables
    six: Tables
    seven: Tables
    category: Array
    qualifier: int


class Felt(NamedTuple):
    """What is worked out for a board, kept to be written over by the next: one place a pair of live cards."""

    live: Array
    first: Array
    second: Array
    """The places of the pair's two cards among the live ones."""
    value: Array
    order: Array
    spare: Array
    lower: Array
    """How many dealer's hands the pair beats, of those that do not hold its cards."""
    higher: Array
    lower_qualified: Array
    """How many of those that it beats qualify."""
    higher_qualified: Array
    qualified: Array
    """How many of all of them qualify."""


def lay_felt(cards: int) -> Felt:
    """An empty felt for a deck of so many cards."""
    live = cards - 5
    places = [(i, j) for i in range(live) for j in range(i + 1, live)]
    n = len(places)
    first, second = np.array(places, np.uint8).T.copy()
    return Felt(
        np.empty(live, np.uint8),
        first,
        second,
        np.empty(n, np.uint16),
        np.empty(n, np.uint16),
        np.empty(n, np.uint16),
        *(np.zeros(n, np.int64) for _ in range(5)),
    )


@njit(cache=True)
def read_board(board: Array, deck: Array, known: HandTables, felt: Felt) -> None:
    """Work out a board."""
    _take_live(board, deck, felt.live)
    _value_pairs(board, known.seven, felt)
    _sort(felt)
    _compare(felt)
    _split_by_qualifying(felt, known.qualifier)


@njit(cache=True)
def _take_live(board: Array, deck: Array, live: Array) -> None:
    out = 0
    for card in deck:
        if card not in board:
            live[out] = card
            out += 1


@njit(cache=True)
def _value_pairs(board: Array, known: Tables, felt: Felt) -> None:
    key = SUIT_START
    suited = np.zeros(4, np.int64)
    for card in board:
        key += known.keys[card]
        suited[card & 3] |= 1 << (card >> 2)
    place = 0
    live = felt.live
    for i in range(len(live)):
        with_first = key + known.keys[live[i]]
        for j in range(i + 1, len(live)):
            total = with_first + known.keys[live[j]]
            if total & FLUSH_BITS:
                suit = suit_of_flush(total)
                ranks = suited[suit]
                ranks |= (live[i] & 3 == suit) << (live[i] >> 2)
                ranks |= (live[j] & 3 == suit) << (live[j] >> 2)
                felt.value[place] = known.flush[ranks]
            else:
                felt.value[place] = value_of_ranks(total, known)
            place += 1


@njit(cache=True)
def _sort(felt: Felt) -> None:
    """Order the pairs by value: by its low bits, then by its high ones."""
    value, order, spare = felt.value, felt.order, felt.spare
    starts = np.zeros((2, BUCKETS + 1), np.int64)
    for place in range(len(value)):
        starts[0, (value[place] & (BUCKETS - 1)) + 1] += 1
        starts[1, (value[place] >> BUCKET_BITS) + 1] += 1
    for bucket in range(BUCKETS):
        starts[0, bucket + 1] += starts[0, bucket]
        starts[1, bucket + 1] += starts[1, bucket]
    for place in range(len(value)):
        bucket = value[place] & (BUCKETS - 1)
        spare[starts[0, bucket]] = place
        starts[0, bucket] += 1
    for at in range(len(value)):
        bucket = value[spare[at]] >> BUCKET_BITS
        order[starts[1, bucket]] = spare[at]
        starts[1, bucket] += 1


@njit(cache=True)
def _compare(felt: Felt) -> None:
    """Go up through the values, knowing how many pairs were passed, in all and with each card."""
    n = len(felt.live)
    hands = (n - 2) * (n - 3) // 2
    passed = np.zeros(n, np.int64)
    equal = np.zeros(n, np.int64)
    start = 0
    while start < len(felt.order):
        value = felt.value[felt.order[start]]
        stop = start
        while stop < len(felt.order) and felt.value[felt.order[stop]] == value:
            equal[felt.first[felt.order[stop]]] += 1
            equal[felt.second[felt.order[stop]]] += 1
            stop += 1
        for at in range(start, stop):
            place = felt.order[at]
            a, b = felt.first[place], felt.second[place]
            lower = start - passed[a] - passed[b]
            felt.lower[place] = lower
            felt.higher[place] = hands - lower - (stop - start - equal[a] - equal[b] + 1)
        for at in range(start, stop):
            for card in (felt.first[felt.order[at]], felt.second[felt.order[at]]):
                passed[card] += equal[card]
                equal[card] = 0
        start = stop


@njit(cache=True)
def _split_by_qualifying(felt: Felt, qualifier: int) -> None:
    """Of the hands lower and higher than each, count those that qualify."""
    n = len(felt.live)
    hands = (n - 2) * (n - 3) // 2
    failing = np.zeros(n, np.int64)
    fail = 0
    for place in range(len(felt.value)):
        if felt.value[place] < qualifier:
            fail += 1
            failing[felt.first[place]] += 1
            failing[felt.second[place]] += 1
    for place in range(len(felt.value)):
        others = fail - failing[felt.first[place]] - failing[felt.second[place]]
        if felt.value[place] < qualifier:  # it fails itself: all that it beats or equals do, and some higher ones
            others += 1
            not_higher = hands - felt.higher[place]
            felt.lower_qualified[place] = 0
            felt.higher_qualified[place] = felt.higher[place] - (others - not_higher)
        else:
            felt.lower_qualified[place] = felt.lower[place] - others
            felt.higher_qualified[place] = felt.higher[place]
        felt.qualified[place] = hands - others


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
def read_outs(board: Array, known: HandTables, felt: Felt, outs: Array, above: Array) -> int:
    """For every pair: how many cards beat it with the board alone, and how many ranks of the board lie above its hidden
    pair, or -1 where it has none. Returns the category of the board itself."""
    ranks = 0
    with_board = np.empty(len(felt.live), np.int64)
    rising = np.empty(len(felt.live), np.int64)
    cards = np.empty(6, np.uint8)
    for spot in range(5):
        cards[spot] = board[spot]
        ranks |= 1 << (board[spot] >> 2)
    for place in range(len(felt.live)):
        cards[5] = felt.live[place]
        with_board[place] = value_of(cards, known.six)
        _insert(with_board[place], rising, place)
    for place in range(len(felt.value)):
        a, b = felt.first[place], felt.second[place]
        value = felt.value[place]
        outs[place] = _above(value, rising) - (with_board[a] > value) - (with_board[b] > value)
        above[place] = _pair_stands(felt.live[a] >> 2, felt.live[b] >> 2, ranks)
    return known.category[value_of(board, known.five)]


@njit(cache=True)
def decide_by_outs(board: Array, known: HandTables, felt: Felt, river: Array) -> None:
    """The river as a person plays it, for every pair 1 to bet, 0 to fold: bet with a hidden pair, with a straight or
    better that is not the board's own, or when few cards would beat the hand."""
    outs, above = np.empty((2, len(felt.value)), np.int64)
    own = read_outs(board, known, felt, outs, above)
    for place in range(len(felt.value)):
        kind = known.category[felt.value[place]]
        river[place] = above[place] >= 0 or STRAIGHT <= kind > own or outs[place] < FEW_OUTS


@njit(cache=True)
def tally_rivers(
    board: Array, weight: int, known: HandTables, felt: Felt, seen: Array, gain: Array, rows: Array
) -> None:
    """Add the hands of a board to the rows of their sorts: `seen` is how often each gets there, `gain` what a bet gains
    over a fold."""
    outs, above = np.empty((2, len(felt.value)), np.int64)
    own = read_outs(board, known, felt, outs, above)
    kind_of_board = own * SHAPES + _shape(board)
    for place in range(len(felt.value)):
        if not seen[place]:
            continue
        kind = known.category[felt.value[place]]
        sort = kind_of_board
        if kind <= own or (kind < STRAIGHT and above[place] < 0):
            sort += BY_OUTS + outs[place] * BOARDS
        elif kind < STRAIGHT:
            sort += PAIRED + above[place] * BOARDS
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
