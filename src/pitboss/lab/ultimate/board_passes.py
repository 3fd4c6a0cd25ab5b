"""Two passes over all boards: the first finds what every decision is worth, the second counts how rounds end.

A flop and its hole cards meet each board ten times, once for each three of its cards, so one reading of a board serves
ten flops. Amounts are whole numbers of a unit small enough for every pay.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array
from pitboss.lab.ultimate.board import Felt, HandTables, decide_by_outs, read_board, tally_rivers
from pitboss.lab.ultimate.symmetry import Symmetry, flop_place, rename_suit

WON, LOST, BASE, LATER = range(4)
"""What hole cards are worth: dealer's hands beaten, those that beat them, all but Play, and the best at the river."""
WINS, WINS_UNQUALIFIED, LOSES, LOSES_UNQUALIFIED, EQUAL = range(5)
"""How a hand ends."""
ENDS_OF_HAND = 5
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
    flop: Array
    river: Array
    """The multiples offered at each stage."""


FLOP_PLACES = np.array(list(combinations(range(5), 3)), np.int64)
FLOPS_OF_BOARD = len(FLOP_PLACES)


@njit(cache=True)
def _play(multiple: int, place: int, felt: Felt, amounts: Amounts) -> int:
    """What Play is worth to a hand, over all dealer's hands."""
    won: int = amounts.play_win[multiple] * felt.lower[place]
    lost: int = multiple * amounts.ante * felt.higher[place]
    return won - lost


@njit(cache=True)
def _river_play(place: int, felt: Felt, amounts: Amounts) -> tuple[int, int]:
    """The multiple that is best for a hand at the river, and what it is worth."""
    best, most = 0, 0
    for multiple in amounts.river:
        worth = _play(multiple, place, felt, amounts)
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
    start: int,
    step: int,
    kinds: Symmetry,
    known: HandTables,
    amounts: Amounts,
    felt: Felt,
    worth: Array,
    gains: Array,
) -> None:
    """Add up what hands are worth: by pair of hole cards in all, and by class what each flop multiple gains over a
    check."""
    gain = np.empty((len(amounts.flop), len(felt.value)), np.int64)
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    for at in range(start, len(kinds.boards), step):
        board, weight = kinds.boards[at], kinds.weights[at]
        read_board(board, kinds.deck, known, felt)
        for place in range(len(felt.value)):
            kind = known.category[felt.value[place]]
            base = _base(place, kind, hands, felt, amounts)
            later = max(base + _river_play(place, felt, amounts)[1], _fold(place, kind, hands, felt, amounts))
            for choice in range(len(amounts.flop)):
                gain[choice, place] = weight * (base + _play(amounts.flop[choice], place, felt, amounts) - later)
            row = worth[kinds.pair_index[felt.live[felt.first[place]], felt.live[felt.second[place]]]]
            row[WON] += weight * FLOPS_OF_BOARD * felt.lower[place]
            row[LOST] += weight * FLOPS_OF_BOARD * felt.higher[place]
            row[BASE] += weight * FLOPS_OF_BOARD * base
            row[LATER] += weight * FLOPS_OF_BOARD * later
        for flop in range(FLOPS_OF_BOARD):
            for choice in range(len(amounts.flop)):
                _add_to_classes(board, FLOP_PLACES[flop], kinds, felt.live, gain[choice], gains[choice])


@njit(cache=True)
def _meet_flop(board: Array, places: Array, kinds: Symmetry, live: Array, cards: Array) -> int:
    """The kind of flop that three cards of a board are, the live cards being named as in the one that stands for it."""
    flop = flop_place(board[places[0]], board[places[1]], board[places[2]])
    for place in range(len(live)):
        cards[place] = rename_suit(live[place], kinds.flop_suits[flop])
    return kinds.flop_class[flop]


@njit(cache=True)
def _add_to_classes(board: Array, places: Array, kinds: Symmetry, live: Array, gain: Array, gains: Array) -> None:
    cards = np.empty(len(live), np.uint8)
    classes = kinds.hole_class[_meet_flop(board, places, kinds, live, cards)]
    place = 0
    for i in range(len(cards)):
        index = kinds.pair_index[cards[i]]
        for j in range(i + 1, len(cards)):
            gains[classes[index[cards[j]]]] += gain[place]
            place += 1


@njit(cache=True, nogil=True)
def count_boards(
    start: int,
    step: int,
    kinds: Symmetry,
    known: HandTables,
    amounts: Amounts,
    felt: Felt,
    pre_flop: Array,
    at_flop: Array,
    river_by: int,
    ends: Array,
    rivers: Array,
) -> None:
    """Count how rounds end, by the stage and multiple of Play (or fold), the category of the hand, and the result.

    Where the best is done at the river, also how each sort of hand is played there (see `board`).

    `pre_flop` and `at_flop` are the multiples played by pair of cards and by class, 0 to check. The first row of each
    stage is a check or, at the river, a fold. Each board is counted for its ten flops.
    """
    hands = (len(felt.live) - 2) * (len(felt.live) - 3) // 2
    river, gain = np.empty((2, len(felt.value)), np.int64)
    made = np.empty((len(felt.value), len(amounts.play_win)), np.int64)
    for at in range(start, len(kinds.boards), step):
        board, weight = kinds.boards[at], kinds.weights[at]
        read_board(board, kinds.deck, known, felt)
        if river_by == BY_OUTS:
            decide_by_outs(board, known, felt, river)
            river *= amounts.river[-1]
        else:
            decide_by_value(known.category, hands, felt, amounts, river, gain)
        _count_flop_plays(board, kinds, felt, pre_flop, at_flop, made)
        if river_by == BY_VALUE:
            tally_rivers(board, weight, known, felt, made[:, 0], gain, rivers)
        for place in range(len(felt.value)):
            index = kinds.pair_index[felt.live[felt.first[place]], felt.live[felt.second[place]]]
            kind = known.category[felt.value[place]]
            if pre_flop[index]:
                _add(ends[0, pre_flop[index], kind], FLOPS_OF_BOARD * weight, place, hands, felt)
                continue
            _add(ends[2, river[place], kind], made[place, 0] * weight, place, hands, felt)
            for multiple in amounts.flop:
                if made[place, multiple]:
                    _add(ends[1, multiple, kind], made[place, multiple] * weight, place, hands, felt)


@njit(cache=True)
def decide_by_value(category: Array, hands: int, felt: Felt, amounts: Amounts, river: Array, gain: Array) -> None:
    """For every pair: the multiple that is bet at the river, or 0 to fold, and what a bet gains over a fold.

    What is worth the same is bet.
    """
    for place in range(len(felt.value)):
        kind = category[felt.value[place]]
        best, play = _river_play(place, felt, amounts)
        played = _base(place, kind, hands, felt, amounts) + play
        gain[place] = played - _fold(place, kind, hands, felt, amounts)
        river[place] = best if gain[place] >= 0 else 0


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
def _count_flop_plays(board: Array, kinds: Symmetry, felt: Felt, pre_flop: Array, at_flop: Array, made: Array) -> None:
    """For each hand that was checked before the flop: at how many of the ten flops each multiple is played."""
    cards = np.empty(len(felt.live), np.uint8)
    checked = np.empty(len(felt.value), np.uint16)
    number = 0
    for place in range(len(felt.value)):
        if not pre_flop[kinds.pair_index[felt.live[felt.first[place]], felt.live[felt.second[place]]]]:
            checked[number] = place
            number += 1
    made[:] = 0
    for flop in range(FLOPS_OF_BOARD):
        classes = kinds.hole_class[_meet_flop(board, FLOP_PLACES[flop], kinds, felt.live, cards)]
        for at in range(number):
            place = checked[at]
            index = kinds.pair_index[cards[felt.first[place]], cards[felt.second[place]]]
            made[place, at_flop[classes[index]]] += 1
