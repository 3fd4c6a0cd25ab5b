"""Random numbers for the kernel: the counter-based generator Philox 4x32-10, and cards drawn with it without bias.

A stream is told by a key and a stream number; block n of it is a function of these and n alone, so streams never meet
and any of them can be taken up anywhere.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.compiled import inner

Array = NDArray[Any]

# The places of a stream's state: key, stream number and the next block.
KEY, STREAM, BLOCK = 0, 2, 4
STATE_SIZE = 5

_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_MULTIPLY_0, _MULTIPLY_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
ROUNDS = 10
CARDS_A_BLOCK = 8
"""A block has 128 bits, and sixteen are enough to choose a card."""


def stream(seed_words: Array) -> Array:
    """The state of a stream at its beginning; two words of 32 bits for the key, two for the stream's number."""
    state = np.zeros(STATE_SIZE, np.uint64)
    state[KEY : KEY + 4] = np.asarray(seed_words, np.uint64) & _LOW
    return state


def stream_of(seed: int, block: int) -> Array:
    """The stream of a block of a simulation, at its beginning."""
    return stream(np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(4, np.uint32))


@inner
def next_block(state: Array) -> Any:
    """The next 128 random bits, as two words."""
    a, b = state[BLOCK] & _LOW, state[BLOCK] >> _32
    c, d = state[STREAM], state[STREAM + 1]
    key_0, key_1 = state[KEY], state[KEY + 1]
    state[BLOCK] += np.uint64(1)
    for _ in range(ROUNDS):
        first, second = a * _MULTIPLY_0, c * _MULTIPLY_1
        a, b, c, d = (second >> _32) ^ b ^ key_0, second & _LOW, (first >> _32) ^ d ^ key_1, first & _LOW
        key_0, key_1 = (key_0 + _WEYL_0) & _LOW, (key_1 + _WEYL_1) & _LOW
    return a | b << _32, c | d << _32


@inner
def shuffle(shoe: Array, start: int, stop: int, state: Array) -> None:
    """Choose the cards from `start` to `stop` of a shoe anew, each left card as likely as another.

    A draw of sixteen bits that would favour some cards over others is left out.
    """
    at = start
    used = CARDS_A_BLOCK
    bits = high = np.uint64(0)
    while at < stop:
        if used == CARDS_A_BLOCK:
            bits, high = next_block(state)
            used = 0
        elif used == CARDS_A_BLOCK // 2:
            bits = high
        many = len(shoe) - at
        product = np.int64(bits & np.uint64(0xFFFF)) * many
        bits >>= np.uint64(16)
        used += 1
        rest = product & 0xFFFF
        if rest < many and rest < 65536 % many:
            continue
        chosen = at + (product >> 16)
        card = shoe[at]
        shoe[at] = shoe[chosen]
        shoe[chosen] = card
        at += 1
