"""Streams of random numbers for kernels, and cards dealt from them.

The generator is xoshiro256++. Each block of a simulation starts it from `SeedSequence(seed, spawn_key=(block,))`, so
that streams are independent of each other and the same wherever a block is played. A round takes one number of 64
bits: it is divided by 52, 51 and so on, the remainders say which card comes next, and numbers past the last whole
multiple of all those orders are left out, so that every order of the cards is equally likely.
"""

from math import perm
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]
Word = Any
"""A number in compiled code, of a width that its maker chose."""


class Dealer(NamedTuple):
    """A stream and a deck; both are written on as cards are dealt."""

    state: Array
    deck: Array


def dealer_of(seed: int, block: int) -> Dealer:
    """The dealer of a block, before its first round."""
    state = np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(4, np.uint64)
    return Dealer(state, np.arange(52, dtype=np.uint8))


def last_number(cards: int) -> np.uint64:
    """The last number that may be used to deal so many cards."""
    orders = perm(52, cards)
    return np.uint64((1 << 64) // orders * orders - 1)


@njit(cache=True)
def _turned(bits: Word, by: Word) -> Word:
    return (bits << np.uint64(by)) | (bits >> np.uint64(64 - by))


@njit(cache=True)
def next_number(dealer: Dealer, last: Word) -> Word:
    """The next number of a stream that is not past the last one of use."""
    state = dealer.state
    while True:
        number: Word = _turned(state[0] + state[3], 23) + state[0]
        shifted = state[1] << np.uint64(17)
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = _turned(state[3], 45)
        if number <= last:
            return number


@njit(cache=True)
def deal(dealer: Dealer, number: Word, left: Word) -> tuple[Word, Word]:
    """A card out of those left at the front of the deck, put behind them; and the rest of the number.

    The deck need not be in order again for the next round: a shuffle of any order is a shuffle.
    """
    deck = dealer.deck
    rest = number // left
    place = number - rest * left
    card = deck[place]
    deck[place] = deck[left - np.uint64(1)]
    deck[left - np.uint64(1)] = card
    return card, rest


@njit(cache=True)
def deal_some(dealer: Dealer, number: Word, left: Word, cards: Array) -> Word:
    """Deal as many cards as there is room for; the rest of the number comes back."""
    for place in range(len(cards)):
        cards[place], number = deal(dealer, number, np.uint64(left - place))
    return number
