"""Two passes over all boards: the first finds what every decision is worth, the second counts how rounds end.

A flop and its hole cards meet each board ten times, once for each three of its cards, so one reading of a board serves
ten flops. What is found for a cell of hole cards (see `board`) is added to the cell of each flop, as if every pair that
misses the flop missed the board too; for the pairs with one of the other two cards it is taken away again. So a flop
costs some hundred additions a board, and not one for each of 1,081 pairs.

Amounts are whole numbers of a unit small enough for every pay.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array
from pitboss.lab.ultimate.board import (
    CELLS,
    NO_SUIT,
    OTHER_HOLE,
    RANKS,
    SUITED_HOLE,
    WITHOUT_FLUSH,
    BoardArrays,
    HandTables,
    cell_of,
    decide_by_outs,
    read_board,
    tally_rivers,
)
from pitboss.lab.ultimate.symmetry import Symmetry, flop_place, rename_suit

WON, LOST, BASE, LATER = range(4)
"""What hole cards are worth: dealer's hands beaten, those that beat them, all but Play, and the best at the river."""
WINS, WINS_UNQUALIFIED, LOSES, LOSES_UNQUALIFIED, EQUAL = range(5)
"""How a hand ends."""
ENDS_OF_HAND = 5
BY_VALUE, BY_OUTS = 0, 1
"""How the river is decided: by what it is worth, or by counting the cards that beat the hand."""


class Amounts(NamedTuple):
    """The pays and costs of wagers, in whole small units."""

    ante: int
    ante_win: int
    blind_win: Array
    """By category."""
    trips: Array
    """By category: what Trips gains, or its stake lost."""
    play_win: Array
    """By multiple."""
    fold: int
    fold_refund: int
    """What a fold gets back from a dealer who does not qualify."""
    fold_keeps_trips: bool
    flop: Array
    river: Array
    """The multiples offered at each stage."""


FLOP_PLACES = np.array([(*flop, *sorted({*range(5)} - {*flop})) for flop in combinations(range(5), 3)], np.int64)
"""The ten flops of a board, the places of the other two cards behind them."""
FLOPS_OF_BOARD = len(FLOP_PLACES)
SUITS_OF_FLUSH = NO_SUIT + 1


@njit(cache=True)
def _play(multiple: int, cell: int, felt: BoardArrays, amounts: Amounts) -> int:
    """The value of Play to a hand, over all dealer's hands."""
    won: int = amounts.play_win[multiple] * felt.lower[cell]
    lost: int = multiple * amounts.ante * felt.higher[cell]
    return won - lost


@njit(cache=True)
def _river_play(cell: int, felt: BoardArrays, amounts: Amounts) -> tuple[int, int]:
    """The multiple that is best for a hand at the river, and what it is worth."""
    best, most = 0, 0
    for multiple in amounts.river:
        worth = _play(multiple, cell, felt, amounts)
        if best == 0 or worth > most:
            best, most = multiple, worth
    return best, most


@njit(cache=True)
def _base(cell: int, category: int, hands: int, felt: BoardArrays, amounts: Amounts) -> int:
    """What Ante, Blind and Trips are worth to a hand that is played, over all dealer's hands."""
    ante: int = amounts.ante_win * felt.lower_qualified[cell] - amounts.ante * felt.higher_qualified[cell]
    blind: int = amounts.blind_win[category] * felt.lower[cell] - amounts.ante * felt.higher[cell]
    trips: int = amounts.trips[category] * hands
    return ante + blind + trips


@njit(cache=True)
def _fold(cell: int, category: int, hands: int, felt: BoardArrays, amounts: Amounts) -> int:
    worth: int = amounts.fold * hands + amounts.fold_refund * (hands - felt.qualified[cell])
    if amounts.fold_keeps_trips:
        worth += amounts.trips[category] * hands
    return worth


class MissedPairs(NamedTuple):
    """The pairs that miss a flop and not its board: of each the cell, and the place as the flop calls its cards."""

    cells: Array
    pairs: Array
    cards: Array
    marks: Array


def lay_missed(felt: BoardArrays) -> MissedPairs:
    """Room for the pairs of one flop."""
    cards = len(felt.live) + 1
    return MissedPairs(*np.empty((2, 2 * cards), np.int64), *np.empty((2, cards), np.int64))


@njit(cache=True)
def _meet_flop(
    board: Array, places: Array, suit: int, kinds: Symmetry, felt: BoardArrays, missed: MissedPairs
) -> tuple[int, int, int]:
    """The kind of flop that three cards of a board are, what the suit of the flushes is called there, and how many
    pairs hold another card of the board."""
    place = flop_place(board[places[0]], board[places[1]], board[places[2]])
    names = kinds.flop_suits[place]
    live = len(felt.live)
    number = 0
    for at in range(live):
        missed.cards[at] = rename_suit(felt.live[at], names)
        missed.marks[at] = felt.mark[felt.live[at]]
    missed.cards[live] = rename_suit(board[places[4]], names)
    missed.marks[live] = felt.mark[board[places[4]]]
    for one in (3, 4):
        card = board[places[one]]
        mark = felt.mark[card]
        if not felt.held[mark]:
            continue  # no pair of live cards is like one with this card
        index = kinds.pair_index[rename_suit(card, names)]
        for other in range(live + (one == 3)):  # the two together once
            missed.cells[number] = cell_of(mark, missed.marks[other])
            missed.pairs[number] = index[missed.cards[other]]
            number += 1
    return kinds.flop_class[place], NO_SUIT if suit == NO_SUIT else names[suit], number


@njit(cache=True, nogil=True)
def value_boards(
    start: int,
    step: int,
    kinds: Symmetry,
    known: HandTables,
    amounts: Amounts,
    felt: BoardArrays,
    missed: MissedPairs,
    worth: Array,
    gains: Array,
    gathered: Array,
) -> None:
    """Add up what hands are worth: by place of hole cards in all, and what each flop multiple gains over a check.

    The latter is `gathered` by kind of flop, suit of the flushes and cell; what is to be taken away goes to `gains`.
    """
    gain = np.empty((len(amounts.flop), CELLS), np.int64)
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    for at in range(start, len(kinds.boards), step):
        board, weight = kinds.boards[at], kinds.weights[at]
        suit, cells = read_board(board, kinds.deck, known, felt)
        used = WITHOUT_FLUSH if suit == NO_SUIT else CELLS
        gain[:] = 0
        for place in range(cells):
            cell = felt.order[place]
            kind = known.category[felt.value[cell]]
            base = _base(cell, kind, hands, felt, amounts)
            later = max(base + _river_play(cell, felt, amounts)[1], _fold(cell, kind, hands, felt, amounts))
            for choice in range(len(amounts.flop)):
                gain[choice, cell] = weight * (base + _play(amounts.flop[choice], cell, felt, amounts) - later)
            suited = felt.suited[cell]
            for hole, pairs in ((SUITED_HOLE[cell], suited), (OTHER_HOLE[cell], felt.pairs[cell] - suited)):
                row, times = worth[hole], pairs * weight * FLOPS_OF_BOARD
                row[WON] += times * felt.lower[cell]
                row[LOST] += times * felt.higher[cell]
                row[BASE] += times * base
                row[LATER] += times * later
        for places in FLOP_PLACES:
            flop, name, number = _meet_flop(board, places, suit, kinds, felt, missed)
            classes = kinds.hole_class[flop]
            for choice in range(len(amounts.flop)):
                into = gathered[choice, flop, name]
                for cell in range(used):
                    into[cell] += gain[choice, cell]
                for each in range(number):
                    gains[choice, classes[missed.pairs[each]]] -= gain[choice, missed.cells[each]]


@njit(cache=True)
def give_to_classes(kinds: Symmetry, gathered: Array, gains: Array) -> None:
    """Add what was gathered for the cells of each flop to the classes of its hole cards."""
    for flop in range(len(kinds.flops)):
        live, number = _live_with(kinds.deck, kinds.flops[flop])
        for j in range(number):
            for i in range(j):
                into = kinds.hole_class[flop, kinds.pair_index[live[i], live[j]]]
                for name in range(SUITS_OF_FLUSH):
                    cell = _cell_with(live[i], live[j], name)
                    for choice in range(len(gains)):
                        gains[choice, into] += gathered[choice, flop, name, cell]


@njit(cache=True)
def _live_with(deck: Array, flop: Array) -> tuple[Array, int]:
    """The cards that a flop leaves, and how many they are."""
    live = np.empty(len(deck), np.int64)
    number = 0
    for card in deck:
        if card not in flop:
            live[number] = card
            number += 1
    return live, number


@njit(cache=True)
def _cell_with(first: int, second: int, suit: int) -> int:
    """The cell of two cards where the flushes are of a suit."""
    return cell_of(
        (first >> 2) + RANKS * (first & 3 == suit),
        (second >> 2) + RANKS * (second & 3 == suit),
    )


class FollowedStrategy(NamedTuple):
    """A strategy as the second pass follows it."""

    raised: Array
    """By place of hole cards: the multiple before the flop, 0 to check."""
    chosen: Array
    """By class: which of the flop's multiples is played, from 1 on; 0 for a check, and what was raised before."""
    plays: Array
    """By multiple of the flop, kind of flop, suit of the flushes and cell: the pairs that play it."""
    river_by: int


@njit(cache=True)
def plays_of(kinds: Symmetry, chosen: Array, multiples: int) -> Array:
    """By multiple of the flop, kind of flop, suit of the flushes and cell: the pairs that play it."""
    plays = np.zeros((multiples, len(kinds.flops), SUITS_OF_FLUSH, CELLS), np.uint8)
    for flop in range(len(kinds.flops)):
        live, number = _live_with(kinds.deck, kinds.flops[flop])
        for j in range(number):
            for i in range(j):
                choice = chosen[kinds.hole_class[flop, kinds.pair_index[live[i], live[j]]]]
                if choice:
                    for name in range(SUITS_OF_FLUSH):
                        plays[choice - 1, flop, name, _cell_with(live[i], live[j], name)] += 1
    return plays


@njit(cache=True, nogil=True)
def count_boards(
    start: int,
    step: int,
    kinds: Symmetry,
    known: HandTables,
    amounts: Amounts,
    felt: BoardArrays,
    missed: MissedPairs,
    strategy: FollowedStrategy,
    ends: Array,
    rivers: Array,
) -> None:
    """Count how rounds end, by the stage and multiple of Play (or fold), the category of the hand, and the result.

    Where the best is done at the river, also how each sort of hand is played there (see `board`). The first row of each
    stage is a check or, at the river, a fold. Each board is counted for its ten flops.
    """
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    river, gain = np.empty((2, CELLS), np.int64)
    made = np.empty((1 + len(amounts.flop), CELLS), np.int64)
    for at in range(start, len(kinds.boards), step):
        board, weight = kinds.boards[at], kinds.weights[at]
        suit, cells = read_board(board, kinds.deck, known, felt)
        if strategy.river_by == BY_OUTS:
            decide_by_outs(board, cells, known, felt, river)
            river *= amounts.river[-1]
        else:
            decide_by_value(known.category, hands, cells, felt, amounts, river, gain)
        _count_flop_plays(board, suit, kinds, felt, missed, strategy, made)
        for place in range(cells):
            cell = felt.order[place]
            kind = known.category[felt.value[cell]]
            suited = felt.suited[cell]
            for hole, pairs in ((SUITED_HOLE[cell], suited), (OTHER_HOLE[cell], felt.pairs[cell] - suited)):
                if not strategy.raised[hole]:
                    made[0, cell] += FLOPS_OF_BOARD * pairs
                elif pairs:
                    _add(ends[0, strategy.raised[hole], kind], FLOPS_OF_BOARD * pairs * weight, cell, hands, felt)
            for choice in range(len(amounts.flop)):
                if made[1 + choice, cell]:
                    made[0, cell] -= made[1 + choice, cell]
                    _add(ends[1, amounts.flop[choice], kind], made[1 + choice, cell] * weight, cell, hands, felt)
            if made[0, cell]:
                _add(ends[2, river[cell], kind], made[0, cell] * weight, cell, hands, felt)
        if strategy.river_by == BY_VALUE:
            tally_rivers(board, weight, cells, known, felt, made[0], gain, rivers)


@njit(cache=True)
def _count_flop_plays(
    board: Array,
    suit: int,
    kinds: Symmetry,
    felt: BoardArrays,
    missed: MissedPairs,
    strategy: FollowedStrategy,
    made: Array,
) -> None:
    """By cell: how many of its pairs, over the ten flops, play each multiple there; nothing yet of those that check."""
    used = WITHOUT_FLUSH if suit == NO_SUIT else CELLS
    made[:] = 0
    for places in FLOP_PLACES:
        flop, name, number = _meet_flop(board, places, suit, kinds, felt, missed)
        for choice in range(len(strategy.plays)):
            plays = strategy.plays[choice, flop, name]
            for cell in range(used):
                made[1 + choice, cell] += plays[cell]
        classes = kinds.hole_class[flop]
        for each in range(number):
            choice = strategy.chosen[classes[missed.pairs[each]]]
            if choice:
                made[choice, missed.cells[each]] -= 1


@njit(cache=True)
def decide_by_value(
    category: Array, hands: int, cells: int, felt: BoardArrays, amounts: Amounts, river: Array, gain: Array
) -> None:
    """By cell: the multiple that is bet at the river, or 0 to fold, and what a bet gains over a fold.

    What is worth the same is bet.
    """
    for at in range(cells):
        cell = felt.order[at]
        kind = category[felt.value[cell]]
        best, play = _river_play(cell, felt, amounts)
        played = _base(cell, kind, hands, felt, amounts) + play
        gain[cell] = played - _fold(cell, kind, hands, felt, amounts)
        river[cell] = best if gain[cell] >= 0 else 0


@njit(cache=True)
def _add(ends: Array, weight: int, cell: int, hands: int, felt: BoardArrays) -> None:
    """Count the dealer's hands against one hand by result."""
    lower, higher = felt.lower[cell], felt.higher[cell]
    ends[WINS] += weight * felt.lower_qualified[cell]
    ends[WINS_UNQUALIFIED] += weight * (lower - felt.lower_qualified[cell])
    ends[LOSES] += weight * felt.higher_qualified[cell]
    ends[LOSES_UNQUALIFIED] += weight * (higher - felt.higher_qualified[cell])
    ends[EQUAL] += weight * (hands - lower - higher)
