"""Two passes over all boards: the first finds what every decision is worth, the second counts how rounds end.

A flop and its hole cards meet each board ten times, once for each three of its cards, so one reading of a board serves
ten flops. Amounts are whole numbers of a unit small enough for every pay.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.evaluator import Tables
from pitboss.lab.ultimate.board import Felt, read_board
from pitboss.lab.ultimate.river import decide_by_outs
from pitboss.lab.ultimate.symmetry import Symmetry, flop_place, renamed

Array = NDArray[Any]

WON, DEALER_LOWER, BASE, LATER = range(4)
"""Columns of what a class is worth: hands beaten, hands that beat it, all but Play, and play from the river on."""
WINS, WINS_UNQUALIFIED, LOSES, LOSES_UNQUALIFIED, EQUAL = range(5)
"""How a hand ends."""
BY_VALUE, BY_OUTS = 0, 1
"""How the river is decided: by what it is worth, or by counting the cards that beat the hand."""


class Amounts(NamedTuple):
    """What wagers pay and cost, in whole small units."""

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
    river: Array
    """The multiples offered at the river."""


FLOP_PLACES = np.array([[a, b, c] for a in range(5) for b in range(a + 1, 5) for c in range(b + 1, 5)], np.int64)


@njit(cache=True)
def _river_play(place: int, felt: Felt, amounts: Amounts) -> tuple[int, int]:
    """The multiple that is best for a hand at the river, and what it is worth without the rest."""
    best, most = 0, 0
    for multiple in amounts.river:
        worth = amounts.play_win[multiple] * felt.lower[place] - multiple * amounts.ante * felt.higher[place]
        if best == 0 or worth > most:
            best, most = multiple, worth
    return best, most


@njit(cache=True)
def _base(place: int, category: int, hands: int, felt: Felt, amounts: Amounts) -> int:
    """What Ante, Blind and Trips are worth to a hand that is played, over all dealer's hands."""
    ante: int = amounts.ante_win * felt.lower_qualified[place] - amounts.ante * felt.higher_qualified[place]
    blind: int = amounts.blind_win[category] * felt.lower[place] - amounts.ante * felt.higher[place]
    trips: int = amounts.trips[category] * hands
    return ante + blind + trips


@njit(cache=True)
def _fold(place: int, category: int, hands: int, felt: Felt, amounts: Amounts) -> int:
    worth: int = amounts.fold * hands + amounts.fold_refund * (hands - felt.qualified[place])
    if amounts.fold_keeps_trips:
        worth += amounts.trips[category] * hands
    return worth


@njit(cache=True, nogil=True)
def value_boards(
    start: int, step: int, kinds: Symmetry, known: Tables, category: Array, qualifier: int, amounts: Amounts, felt: Felt
) -> Array:
    """For each class of flop and hole cards: hands beaten and not, what the rest is worth, and the river's best."""
    worth = np.zeros((len(kinds.example), 4), np.int64)
    of_board = np.empty((len(felt.value), 4), np.int64)
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    for at in range(start, len(kinds.boards), step):
        read_board(kinds.boards[at], kinds.deck, known, qualifier, felt)
        weight = kinds.weights[at]
        for place in range(len(felt.value)):
            kind = category[felt.value[place]]
            base = _base(place, kind, hands, felt, amounts)
            played = base + _river_play(place, felt, amounts)[1]
            of_board[place, WON] = weight * felt.lower[place]
            of_board[place, DEALER_LOWER] = weight * felt.higher[place]
            of_board[place, BASE] = weight * base
            of_board[place, LATER] = weight * max(played, _fold(place, kind, hands, felt, amounts))
        for flop in range(len(FLOP_PLACES)):
            _add_to_classes(kinds.boards[at], FLOP_PLACES[flop], kinds, felt.live, of_board, worth)
    return worth


@njit(cache=True)
def _meet_flop(board: Array, places: Array, kinds: Symmetry, live: Array, cards: Array) -> int:
    """The kind of flop that three cards of a board are, the live cards being named as in the one that stands for it."""
    flop = flop_place(board[places[0]], board[places[1]], board[places[2]])
    for place in range(len(live)):
        cards[place] = renamed(live[place], kinds.flop_suits[flop])
    kind: int = kinds.flop_class[flop]
    return kind


@njit(cache=True)
def _add_to_classes(board: Array, places: Array, kinds: Symmetry, live: Array, of_board: Array, worth: Array) -> None:
    cards = np.empty(len(live), np.uint8)
    classes = kinds.hole_class[_meet_flop(board, places, kinds, live, cards)]
    place = 0
    for i in range(len(cards)):
        index = kinds.pair_index[cards[i]]
        for j in range(i + 1, len(cards)):
            cell = classes[index[cards[j]]]
            for column in range(4):
                worth[cell, column] += of_board[place, column]
            place += 1


@njit(cache=True, nogil=True)
def count_boards(
    start: int,
    step: int,
    kinds: Symmetry,
    known: Tables,
    six: Tables,
    category: Array,
    qualifier: int,
    amounts: Amounts,
    felt: Felt,
    pre_flop: Array,
    at_flop: Array,
    river_by: int,
) -> Array:
    """How rounds end, by the stage and multiple of Play (or fold), the category of the hand, and the result.

    `pre_flop` and `at_flop` are the multiples played by pair of cards and by class, 0 to check. The first row of each
    stage is a check or, at the river, a fold. Each board is counted for its ten flops.
    """
    ends = np.zeros((3, len(amounts.play_win), 10, 5), np.int64)
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    river = np.empty(len(felt.value), np.int64)
    checks = np.empty(len(felt.value), np.int64)
    for at in range(start, len(kinds.boards), step):
        board, weight = kinds.boards[at], kinds.weights[at]
        read_board(board, kinds.deck, known, qualifier, felt)
        if river_by == BY_OUTS:
            decide_by_outs(board, six, category, felt, river)
        else:
            _decide_by_value(category, hands, felt, amounts, river)
        _add_flop_plays(board, weight, kinds, category, felt, hands, pre_flop, at_flop, checks, ends)
        for place in range(len(felt.value)):
            index = kinds.pair_index[felt.live[felt.first[place]], felt.live[felt.second[place]]]
            kind = category[felt.value[place]]
            if pre_flop[index]:
                _add(ends[0, pre_flop[index], kind], 10 * weight, place, hands, felt)
            else:
                _add(ends[2, river[place], kind], checks[place] * weight, place, hands, felt)
    return ends


@njit(cache=True)
def _decide_by_value(category: Array, hands: int, felt: Felt, amounts: Amounts, river: Array) -> None:
    for place in range(len(felt.value)):
        kind = category[felt.value[place]]
        best, play = _river_play(place, felt, amounts)
        played = _base(place, kind, hands, felt, amounts) + play
        river[place] = best if played >= _fold(place, kind, hands, felt, amounts) else 0


@njit(cache=True)
def _add(ends: Array, weight: int, place: int, hands: int, felt: Felt) -> None:
    """Count the dealer's hands against one hand by result."""
    lower, higher = felt.lower[place], felt.higher[place]
    ends[WINS] += weight * felt.lower_qualified[place]
    ends[WINS_UNQUALIFIED] += weight * (lower - felt.lower_qualified[place])
    ends[LOSES] += weight * felt.higher_qualified[place]
    ends[LOSES_UNQUALIFIED] += weight * (higher - felt.higher_qualified[place])
    ends[EQUAL] += weight * (hands - lower - higher)


@njit(cache=True)
def _add_flop_plays(
    board: Array,
    weight: int,
    kinds: Symmetry,
    category: Array,
    felt: Felt,
    hands: int,
    pre_flop: Array,
    at_flop: Array,
    checks: Array,
    ends: Array,
) -> None:
    """Count the rounds that are played at the flop, and at how many of the ten flops each hand goes on checking."""
    cards = np.empty(len(felt.live), np.uint8)
    checks[:] = 0
    for flop in range(len(FLOP_PLACES)):
        classes = kinds.hole_class[_meet_flop(board, FLOP_PLACES[flop], kinds, felt.live, cards)]
        place = -1
        for i in range(len(cards)):
            for j in range(i + 1, len(cards)):
                place += 1
                index = kinds.pair_index[cards[i], cards[j]]
                if pre_flop[index]:
                    continue
                multiple = at_flop[classes[index]]
                if multiple:
                    _add(ends[1, multiple, category[felt.value[place]]], weight, place, hands, felt)
                else:
                    checks[place] += 1
