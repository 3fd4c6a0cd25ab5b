"""Rounds of Pontoon played card by card in compiled code, from a shoe shuffled anew for each or in an order given.

One player, one wager. Decisions come from tables by total and number of cards, or one by one from a script; so the same
code plays millions of rounds a second and can be held against the engine on any deal.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.pontoon.hands import ACE, LIMIT, SEVEN, TEN
from pitboss.lab.pontoon.onehand import (
    BUST_FILLS,
    DOUBLED_WIN,
    DRAWN,
    FORFEIT_FILLS,
    GIVEN_UP,
    HAND_SIZE,
    HANDS,
    LIVE,
    LOST,
    MAY_SURRENDER,
    NET,
    OTHERS,
    PONTOON,
    SCRIPT,
    SCRIPT_LENGTH,
    SHUFFLED,
    SPLIT,
    STATE,
    SUPER_BONUS,
    SURRENDER,
    SURRENDERED,
    SURRENDERS,
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

MOST_WAGERED = 6
DEALER_PONTOON = 0
"""The dealer's total stands for a pontoon where it is this."""


@njit(cache=True, nogil=True)
def _dealer(up: int, shoe: Array, work: Array, random: Array) -> int:
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
        if total >= 18 or (total == 17 and hard == 17):
            return total


@njit(cache=True, nogil=True)
def _settle(made: int, dealer: int, terms: Array, work: Array) -> int:
    """What the hands net; a pontoon takes one original wager of the live ones, or none where a lost one fills it."""
    net = 0
    live = filled = False
    for k in range(made):
        hand = HANDS + HAND_SIZE * k
        net += work[hand + NET]
        state, wager, total = work[hand + STATE], work[hand + WAGER], work[hand + TOTAL]
        filled |= (state == LOST and terms[BUST_FILLS] != 0) or (state == GIVEN_UP and terms[FORFEIT_FILLS] != 0)
        if state != LIVE:
            continue
        live = True
        if dealer == DEALER_PONTOON or total == dealer < LIMIT:
            continue
        if dealer > LIMIT or total > dealer or total == LIMIT:
            net += wager * terms[DOUBLED_WIN if wager == 2 else WIN]
        else:
            net -= wager * terms[UNIT]
    if dealer == DEALER_PONTOON and live and not filled:
        net -= terms[UNIT]
    return net


@njit(cache=True, nogil=True)
def _opening(first: int, second: int, up: int, tables: Array, terms: Array, work: Array) -> int:
    """The first decision, on two cards that are no pontoon."""
    if work[SCRIPT_LENGTH]:
        return scripted(work)
    a, b = first >> 2, second >> 2
    if a == b and tables[up, 1, a, OTHERS]:
        return SPLIT
    hard = a + b + 2
    soft = int(min(a, b) == ACE and hard <= 11)
    total = hard + 10 * soft
    if (up in (ACE, TEN)) and terms[MAY_SURRENDER] and tables[up, soft, total, SURRENDERS]:
        return SURRENDER
    decision: int = tables[up, soft, total, 2]
    return decision


@njit(cache=True, nogil=True)
def play_round(tables: Array, terms: Array, shoe: Array, work: Array, random: Array) -> tuple[int, int]:
    """Play one round: what the player nets, in parts of a unit, and how many units were wagered."""
    first = draw(shoe, work, random)
    up = draw(shoe, work, random) >> 2
    second = draw(shoe, work, random)
    a, b = first >> 2, second >> 2
    if min(a, b) == ACE and max(a, b) == TEN:
        return terms[PONTOON], 1
    opening = _opening(first, second, up, tables, terms, work)
    if opening == SURRENDER:
        lost = _dealer(up, shoe, work, random) == DEALER_PONTOON
        return (-terms[UNIT] if lost else -terms[SURRENDERED]), 1
    made = 1
    if opening == SPLIT:
        made = play_split(first, second, up, tables, terms, shoe, work, random)
    else:
        play_hand(first, second, opening, up, HANDS, tables, terms, shoe, work, random)
        if up == SEVEN and a == SEVEN and b == SEVEN and opening == HIT and shoe[3] >> 2 == SEVEN:
            work[SUPER_BONUS] = suits_of(first, second, shoe[3])
    live = False
    wagered = 0
    for k in range(made):
        live |= work[HANDS + HAND_SIZE * k + STATE] == LIVE
        wagered += work[HANDS + HAND_SIZE * k + WAGER]
    dealer = _dealer(up, shoe, work, random) if live else LIMIT
    return _settle(made, dealer, terms, work), wagered


@njit(cache=True, nogil=True)
def simulate_chunk(
    random: Array, rounds: int, shoe: Array, tables: Array, terms: Array, least: int, results: int
) -> tuple[Array, Array]:
    """Play rounds from a shoe shuffled anew for each.

    Returns how often each net result came, by units wagered, the first row being for a net of `least` parts; and how
    often a Super Bonus came, not in spades and in spades.
    """
    counts = np.zeros((results, MOST_WAGERED + 1), np.int64)
    bonus = np.zeros(3, np.int64)
    work = np.zeros(SCRIPT, np.int64)
    for _ in range(rounds):
        work[DRAWN] = work[SUPER_BONUS] = 0
        work[SHUFFLED] = CARDS_A_BLOCK
        shuffle(shoe, 0, CARDS_A_BLOCK, random)
        net, wagered = play_round(tables, terms, shoe, work, random)
        counts[net - least, wagered] += 1
        bonus[work[SUPER_BONUS]] += 1
    return counts, bonus[1:]
