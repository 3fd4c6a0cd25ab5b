"""The river as a person plays it: bet with a hidden pair or better, or when few cards would beat the hand."""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.evaluator import Tables, value_of
from pitboss.lab.ultimate.board import Felt

Array = NDArray[Any]

STRAIGHT = int(Category.STRAIGHT)
OUTS = 21
"""A hand that fewer dealer's cards beat is bet."""


@njit(cache=True)
def decide_by_outs(board: Array, five: Tables, six: Tables, category: Array, felt: Felt, river: Array) -> None:
    """For every pair: 1 to bet, 0 to fold.

    A hidden pair has a hole card in it; a straight or better counts when it is not the board's own. An out is a card
    that with the board alone beats the hand.
    """
    with_board = np.empty(len(felt.live), np.int64)
    cards = np.empty(6, np.uint8)
    ranks = 0
    for spot in range(5):
        cards[spot] = board[spot]
        ranks |= 1 << (board[spot] >> 2)
    for place in range(len(felt.live)):
        cards[5] = felt.live[place]
        with_board[place] = value_of(cards, six)
    board_kind = category[value_of(board, five)]
    for place in range(len(felt.value)):
        a, b = felt.first[place], felt.second[place]
        if is_hidden(felt.live[a], felt.live[b], ranks):
            river[place] = 1
            continue
        value = felt.value[place]
        if category[value] >= STRAIGHT and category[value] > board_kind:
            river[place] = 1
            continue
        outs = 0
        for card in range(len(with_board)):
            if with_board[card] > value and card not in (a, b):
                outs += 1
        river[place] = 1 if outs < OUTS else 0


@njit(cache=True)
def is_hidden(first: int, second: int, board_ranks: int) -> bool:
    """Say whether a hole card makes a pair, with the other or with the board."""
    return first >> 2 == second >> 2 or bool((board_ranks >> (first >> 2) | board_ranks >> (second >> 2)) & 1)
