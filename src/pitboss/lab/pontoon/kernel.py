"""Rounds of Pontoon played card by card in compiled code, from a shoe shuffled anew for each or in an order given.

One player, one wager. Decisions are looked up by hand, or come one by one from a script; so the same code plays
millions of rounds a second and can be held against the engine on any deal.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.compiled import inner
from pitboss.lab.pontoon.hands import ACE, LIMIT, SEVEN, TEN
from pitboss.lab.pontoon.onehand import (
    ALONE,
    BUST_FILLS,
    DRAWN,
    FORFEIT_FILLS,
    GIVEN_UP,
    HAND_SIZE,
    HANDS,
    IS_PONTOON,
    LIVE,
    LOST,
    NET,
    PAID,
    PAID_FILLS,
    PONTOON,
    SCRIPT,
    SCRIPT_LENGTH,
    SHUFFLED,
    SPLIT,
    STANDS_SOFT,
    STATE,
    SUPER_BONUS,
    SURRENDER,
    SURRENDERED,
    TOTAL,
    UNIT,
    WAGER,
    WIN,
    draw,
    play_hand,
    play_split,
    scripted,
    suits_of,
)
from pitboss.lab.pontoon.play import HIT
from pitboss.lab.pontoon.stream import CARDS_A_BLOCK, shuffle

Array = NDArray[Any]

WAGERS = 7
"""From none to six units may be wagered in a round."""
DEALER_PONTOON = 0
"""The dealer's total stands for a pontoon where it is this."""


@inner
def _dealer(up: int, terms: Array, shoe: Array, work: Array, random: Array) -> int:
    """The dealer's total, over 21 if bust (14.4)."""
    hard = up + 1
    has_ace = up == ACE
    at_first = True
    while True:
        value = draw(shoe, work, random) >> 2
        hard += value + 1
        has_ace = has_ace or value == ACE
        total = hard + 10 if has_ace and hard <= 11 else hard
        if at_first and total == LIMIT:
            return DEALER_PONTOON
        at_first = False
        if total >= terms[STANDS_SOFT] or 17 <= hard == total:
            return total


@inner
def _makes_pontoon(up: int, shoe: Array, work: Array, random: Array) -> bool:
    """Draw the dealer's second card where nothing else can matter, and say whether it makes pontoon."""
    drawn = draw(shoe, work, random) >> 2
    return (up == ACE and drawn == TEN) or (up == TEN and drawn == ACE)


@inner
def _settle(made: int, dealer: int, terms: Array, work: Array) -> int:
    """What the hands net; a pontoon takes one original wager of the live ones, or none where a lost one fills it."""
    net = 0
    live = filled = False
    for k in range(made):
        hand = HANDS + HAND_SIZE * k
        state, wager, total = work[hand + STATE], work[hand + WAGER], work[hand + TOTAL]
        filled |= (state == LOST and terms[BUST_FILLS] != 0) or (state == GIVEN_UP and terms[FORFEIT_FILLS] != 0)
        filled |= k == 0 and state == PAID and terms[PAID_FILLS] != 0
        live |= state == LIVE
        if state == LIVE and dealer != DEALER_PONTOON and (total != dealer or total == LIMIT):
            wins = dealer > LIMIT or total > dealer or total == LIMIT
            work[hand + NET] = wager * (terms[WIN] if wins else -terms[UNIT])
        net += work[hand + NET]
    if dealer == DEALER_PONTOON and live and not filled:
        net -= terms[UNIT]
    return net


@inner
def play_round(
    openings: Array, book: Array, acts: Array, terms: Array, shoe: Array, work: Array, random: Array
) -> tuple[int, int]:
    """Play one round: what the player nets, in parts of a unit, and how many units were wagered."""
    first = draw(shoe, work, random)
    up_card = draw(shoe, work, random)
    second = draw(shoe, work, random)
    up = up_card >> 2
    opening = openings[up_card, first, second]
    if opening == IS_PONTOON:
        return terms[PONTOON], 1
    if work[SCRIPT_LENGTH]:
        opening = scripted(work)
    if opening == SURRENDER:
        lost = _makes_pontoon(up, shoe, work, random)
        return (-terms[UNIT] if lost else -terms[SURRENDERED]), 1
    made = 1
    if opening == SPLIT:
        made = play_split(first, second, up, book, acts, terms, shoe, work, random)
    else:
        play_hand(first, second, opening, up, ALONE, HANDS, book, acts, terms, shoe, work, random)
        if up == SEVEN and opening == HIT and first >> 2 == SEVEN == second >> 2 == shoe[3] >> 2:
            work[SUPER_BONUS] = suits_of(first, second, shoe[3])
    live = contested = False
    wagered = 0
    for k in range(made):
        hand = HANDS + HAND_SIZE * k
        live |= work[hand + STATE] == LIVE
        contested |= work[hand + STATE] == LIVE and work[hand + TOTAL] < LIMIT
        wagered += work[hand + WAGER]
    dealer = LIMIT
    if contested:
        dealer = _dealer(up, terms, shoe, work, random)
    elif live and _makes_pontoon(up, shoe, work, random):
        dealer = DEALER_PONTOON
    return _settle(made, dealer, terms, work), wagered


@njit(cache=True, nogil=True)
def simulate_chunk(
    random: Array,
    rounds: int,
    shoe: Array,
    openings: Array,
    book: Array,
    acts: Array,
    terms: Array,
    least: int,
    places: int,
) -> Array:
    """Play rounds from a shoe shuffled anew for each, and count how they end.

    The place of an end is its net in parts of a unit, from `least` on, times seven, plus the units wagered; the last
    two places are for a Super Bonus, not in spades and in spades.
    """
    counts = np.zeros(places, np.int64)
    work = np.zeros(SCRIPT, np.int64)
    for _ in range(rounds):
        work[DRAWN] = work[SUPER_BONUS] = 0
        work[SHUFFLED] = CARDS_A_BLOCK
        shuffle(shoe, 0, CARDS_A_BLOCK, random)
        net, wagered = play_round(openings, book, acts, terms, shoe, work, random)
        place = (net - least) * WAGERS + wagered
        if work[SUPER_BONUS]:
            place = places - 3 + work[SUPER_BONUS]
        counts[place] += 1
    return counts
