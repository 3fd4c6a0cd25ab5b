"""The flop and the river of Ultimate Texas Hold'em as tables that a kernel looks decisions up in."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab import store
from pitboss.lab.evaluator import (
    FLUSH_BITS,
    Tables,
    categories,
    place_of_ranks,
    suit_of_flush,
    tables,
    value_of_ranks,
)
from pitboss.lab.simulate.streams import Word
from pitboss.lab.ultimate.amounts import Pays, amounts_of
from pitboss.lab.ultimate.board import Felt, lay_felt, read_board
from pitboss.lab.ultimate.passes import Amounts, decide_by_value
from pitboss.lab.ultimate.river import OUTS, STRAIGHT, is_hidden
from pitboss.lab.ultimate.symmetry import Symmetry, flop_place

Array = NDArray[Any]

ONE_OF_EACH = np.uint64(0x1111 << 32)
"""One more card of every suit, in the keys of the evaluator."""
RANKS_A_ROW = 16
"""Thirteen ranks and three that nothing comes of: so many are compared at once."""
LIVE = 47
SUIT = (1 << 13) - 1
SLOT_BITS = 18
SLOTS = 1 << SLOT_BITS
EMPTY = np.int64(-1)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""The golden ratio in 64 bits: its multiples lie far apart, so that boards fall on different slots."""


class Known(NamedTuple):
    """What hands are read with: tables by number of cards, and categories by value."""

    five: Tables
    six: Tables
    seven: Tables
    category: Array
    with_one: Array
    """By place of a board's ranks and rank of one more card: their value, suits aside."""


class Flops(NamedTuple):
    """For every flop and two hole cards whether they are bet: a bit for each, by kind of flop and place of the pair."""

    pair: Array
    """By two cards: their place among all pairs."""
    start: Array
    """By the highest card of a flop: the place of the first such flop among all."""
    names: Array
    """By place: the kind of flop, then in eight bits what each suit is called in the flop that stands for it."""
    bets: Array


class Rivers(NamedTuple):
    """For every board and hand whether it is bet at the river: boards by hash, a bit a pair of live cards."""

    boards: Array
    rows: Array
    bets: Array


def known_hands() -> Known:
    """The tables that hands are read with."""
    with_one = np.zeros((len(tables(5).values), RANKS_A_ROW), np.uint16)
    _value_boards(tables(5), tables(6), with_one)
    return Known(tables(5), tables(6), tables(7), categories(), with_one)


@njit(cache=True)
def _value_boards(five: Tables, six: Tables, with_one: Array) -> None:
    """Value every board with one more card, the ranks of the board in rising order."""
    keys = five.keys[::4]
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        board = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        row = with_one[place_of_ranks(board, five)]
                        for rank in range(13):
                            if (a == rank) + (b == rank) + (c == rank) + (d == rank) + (e == rank) < 4:
                                row[rank] = value_of_ranks(board + keys[rank], six)


def flops_of(kinds: Symmetry, at_flop: Array) -> Flops:
    """The table of the flop with these decisions by class of flop and hole cards."""
    names = kinds.flop_suits.astype(np.uint32) @ np.array([1, 4, 16, 64], np.uint32)
    start = np.array([flop_place(0, 0, high) for high in range(52)], np.uint16)
    bets = np.packbits(at_flop[kinds.hole_class] > 0, axis=1, bitorder="little")
    return Flops(kinds.pair_index, start, kinds.flop_class.astype(np.uint32) << 8 | names, bets)


@njit(cache=True, forceinline=True)
def flop_bet(a: Word, b: Word, c: Word, d: Word, e: Word, flops: Flops) -> Word:
    """1 where the hole cards a and b are bet on a flop, 0 where they are checked."""
    low, high = min(c, d), max(c, d)
    place = flops.start[max(high, e)] + flops.pair[min(low, e), max(low, min(high, e))]
    flop = np.int64(flops.names[place])
    pair = flops.pair[_named(a, flop), _named(b, flop)]
    return (flops.bets[flop >> 8, pair >> 3] >> (pair & 7)) & 1


@njit(cache=True)
def _board_key(suits: Array) -> Word:
    key = np.int64(0)
    for ranks in suits:
        key = key << 13 | ranks
    return key


@njit(cache=True)
def _slot(key: Word, boards: Array) -> Word:
    """Where a board is kept, or the free slot where it would be."""
    slot = np.int64((np.uint64(key) * SPREAD) >> np.uint64(64 - SLOT_BITS))
    while boards[slot] not in (key, EMPTY):
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@njit(cache=True)
def _keep_boards(all_boards: Array, boards: Array, rows: Array) -> None:
    suits = np.empty(4, np.int64)
    for row in range(len(all_boards)):
        suits[:] = 0
        for card in all_boards[row]:
            suits[card & 3] |= 1 << (card >> 2)
        key = _board_key(suits)
        slot = _slot(key, boards)
        boards[slot] = key
        rows[slot] = row


@njit(cache=True)
def _decide_boards(
    kinds: Symmetry, known: Tables, category: Array, qualifier: Word, amounts: Amounts, felt: Felt
) -> Array:
    """The river's decisions, a bit each, eight to a byte."""
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    river, gain = np.empty((2, len(felt.value)), np.int64)
    bets = np.zeros((len(kinds.boards), (len(felt.value) + 7) // 8), np.uint8)
    for row in range(len(kinds.boards)):
        read_board(kinds.boards[row], kinds.deck, known, qualifier, felt)
        decide_by_value(category, hands, felt, amounts, river, gain)
        for place in range(len(river)):
            if river[place]:
                bets[row, place >> 3] |= 1 << (place & 7)
    return bets


def rivers_of(kinds: Symmetry, pays: Pays) -> Rivers:
    """Every decision at the river by its exact value, fetched or worked out."""
    asked = [str(pays), len(kinds.boards)]
    kept = store.fetch_arrays("ultimate-rivers", asked)
    if kept is None:
        amounts, _ = amounts_of(pays)
        felt = lay_felt(len(kinds.deck))
        kept = {"bets": _decide_boards(kinds, tables(), categories(), pays.qualifier, amounts, felt)}
        store.keep_arrays("ultimate-rivers", asked, kept)
    return rivers_with(kinds, kept["bets"])


def rivers_with(kinds: Symmetry, bets: Array) -> Rivers:
    """The table of the river with these decisions, a row a kind of board."""
    boards = np.full(SLOTS, EMPTY)
    rows = np.zeros(SLOTS, np.int32)
    _keep_boards(kinds.boards, boards, rows)
    return Rivers(boards, rows, bets)


@njit(cache=True)
def _named(card: Word, names: Word) -> Word:
    """A card with its suit named anew, the names in two bits each."""
    return np.int64(card & ~3) | (names >> (2 * (card & 3)) & 3)


@njit(cache=True, forceinline=True)
def river_bet(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, rivers: Rivers) -> Word:
    """1 where the hole cards a and b are bet on a board, 0 where they are folded.

    Suits are named in falling order of their ranks, as in `symmetry`, with no array made on the way.
    """
    cards = _bit(c) | _bit(d) | _bit(e) | _bit(f) | _bit(g)
    clubs, diamonds, hearts, spades = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    first = np.int64(diamonds > clubs) + (hearts > clubs) + (spades > clubs)
    second = np.int64(clubs >= diamonds) + (hearts > diamonds) + (spades > diamonds)
    third = np.int64(clubs >= hearts) + (diamonds >= hearts) + (spades > hearts)
    fourth = 6 - first - second - third
    names = first | second << 2 | third << 4 | fourth << 6
    key = clubs << 13 * (3 - first) | diamonds << 13 * (3 - second)
    key |= hearts << 13 * (3 - third) | spades << 13 * (3 - fourth)
    row = rivers.rows[_slot(key, rivers.boards)]
    one, other = _named(a, names), _named(b, names)
    low, high = min(one, other), max(one, other)
    i, j = low, high
    for card in (_named(c, names), _named(d, names), _named(e, names), _named(f, names), _named(g, names)):
        i -= card < low
        j -= card < high
    place = i * (2 * LIVE - i - 1) // 2 + (j - i - 1)
    bet: Word = (rivers.bets[row, place >> 3] >> (place & 7)) & 1
    return bet


@njit(cache=True)
def _bit(card: Word) -> Word:
    """A card as a bit, thirteen a suit."""
    return np.int64(1) << (13 * np.int64(card & 3) + np.int64(card >> 2))


@njit(cache=True, forceinline=True)
def has_hidden_pair(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word) -> Word:
    """Say whether a hole card makes a pair, with the other or with the board."""
    return is_hidden(a, b, 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2) | 1 << (f >> 2) | 1 << (g >> 2))


@njit(cache=True, forceinline=True)
def has_suit(board: Word) -> Word:
    """Say whether one more card can make a flush of a board."""
    return (board + ONE_OF_EACH) & FLUSH_BITS != 0


@njit(cache=True, forceinline=True)
def outs_bet(
    a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, board: Word, value: Word, known: Known
) -> Word:
    """1 where the published strategy bets hole cards without a hidden pair, 0 where it folds; the board has no suit.

    A straight or better counts when it is not the board's own. Four cards a rank may be outs, less those seen.
    """
    place = place_of_ranks(board, known.five)
    kind, own = known.category[value], known.category[known.five.values[place]]
    outs = 0
    for rank in range(RANKS_A_ROW):
        outs += 4 * (known.with_one[place, rank] > value)
    for card in (a, b, c, d, e, f, g):
        outs -= known.with_one[place, card >> 2] > value
    return ((kind >= STRAIGHT) & (kind > own)) | (outs < OUTS)


@njit(cache=True)
def suited_outs_bet(
    a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, board: Word, value: Word, known: Known
) -> Word:
    """The same on a board with four or five cards of a suit, where every card is looked at."""
    suit = suit_of_flush(board + ONE_OF_EACH)
    seen = np.int64(1) << a | np.int64(1) << b
    ranks = 0
    for card in (c, d, e, f, g):
        seen |= np.int64(1) << card
        ranks |= (card & 3 == suit) << (card >> 2)
    flush, with_one, place = known.six.flush, known.with_one, place_of_ranks(board, known.five)
    kind, own = known.category[value], known.category[max(flush[ranks], known.five.values[place])]
    outs = 0
    for card in range(52):
        best = max(flush[ranks | (card & 3 == suit) << (card >> 2)], with_one[place, card >> 2])
        outs += (best > value) & ~(seen >> card) & 1
    return ((kind >= STRAIGHT) & (kind > own)) | (outs < OUTS)
