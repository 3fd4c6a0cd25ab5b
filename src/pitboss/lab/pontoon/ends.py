"""How one hand can end, suits told apart, and what each end nets and had wagered against each ending of the dealer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon.hands import (
    DEALER_BUST,
    DEALER_PONTOON,
    EIGHT,
    ENDINGS,
    LIMIT,
    SEVEN,
    SIX,
    STANDS_HARD,
    all_hands,
    place_of,
)
from pitboss.lab.pontoon.play import (
    BUST,
    DOUBLED,
    DOUBLED_21,
    DOUBLED_BUST,
    FIVE_CARDS,
    FORFEITED,
    PAID,
    PLAIN_21,
    SEVEN_CARDS,
    SEVENS,
    SIX_CARDS,
    SIX_SEVEN_EIGHT,
    STOOD,
    Ends,
    Terms,
)
from pitboss.lab.pontoon.rules import SPADES, SUITS, PontoonRules
from pitboss.value import Value

Array = NDArray[Any]

PAID_LINES = (
    "win",
    "five-card-21",
    "six-card-21",
    "seven-card-21",
    "6-7-8-mixed",
    "6-7-8-suited",
    "6-7-8-spades",
    "7-7-7-mixed",
    "7-7-7-suited",
    "7-7-7-spades",
)
"""The lines that a hand of 21 is paid by, in the order of the ends from PAID on."""
SUITED = {SIX_SEVEN_EIGHT: PAID + 4, SEVENS: PAID + 7}
"""Where the three lines of a hand that suits decide begin."""
TOLD_APART = PAID + len(PAID_LINES)
LIVE = BUST
"""Ends before this one are decided by the dealer's hand."""


class Net(Value):
    """What one hand nets, and what was wagered on it, in units."""

    pay: Fraction
    wagered: int


def terms_of(rules: PontoonRules) -> Terms:
    """The rules of one hand as numbers."""
    return Terms(
        win=float(rules.pay("win")),
        forfeit=rules.forfeit,
        drawn_ace_is_eleven=rules.drawn_ace_is_eleven,
        doubled_21_beats_pontoon=rules.doubled_21_beats_pontoon,
    )


def lines() -> Array:
    """By hand: the line that it is paid by if it makes 21."""
    hands = all_hands()
    by_cards = np.array([PLAIN_21] * 5 + [FIVE_CARDS, SIX_CARDS] + [SEVEN_CARDS] * 15, np.int64)
    found = by_cards[hands.cards]
    found[place_of(SIX, SEVEN, EIGHT)] = SIX_SEVEN_EIGHT
    found[place_of(SEVEN, SEVEN, SEVEN)] = SEVENS
    return found


def suit_shares(
    shoe: Sequence[Sequence[int]],
    *,
    held: Sequence[tuple[int, int]] = (),
    dead: Sequence[tuple[int, int]] = (),
    coming: Sequence[int],
) -> Array:
    """How likely a hand is mixed, of one suit but spades, and all spades once cards of the ranks coming have come.

    `held` are the hand's cards by rank and suit, `dead` others that have left the shoe.
    """
    shares = np.zeros(3)
    for suit in range(SUITS):
        if any(card[1] != suit for card in held):
            continue
        left = [list(rank) for rank in shoe]
        for rank, gone in (*held, *dead):
            left[rank][gone] -= 1
        chance = 1.0
        for rank in coming:
            total = sum(left[rank])
            chance *= left[rank][suit] / total if total else 0.0
            left[rank][suit] -= 1
        shares[2 if suit == SPADES else 1] += max(chance, 0.0)
    shares[0] = 1 - shares[1] - shares[2]
    return shares


def line_pays(rules: PontoonRules) -> Array:
    """What each of the lines of 21 pays."""
    return np.array([float(rules.pay(line)) for line in PAID_LINES])


def tell_apart(ends: Ends, dealer: Array, shares: dict[int, Array]) -> Array:
    """The chance of every end, suits told apart, with every ending of the dealer's hand.

    `dealer` is how the dealer's hand ends whatever the player does. A hand that does not wait for the dealer is taken
    to be as likely beside each ending as all such hands are together; nothing it nets depends on that.
    """
    found = np.zeros((TOLD_APART, ENDINGS))
    found[:LIVE] = ends.joint
    over = np.maximum(dealer - ends.joint.sum(axis=0), 0.0)
    chance = np.zeros(TOLD_APART)
    chance[LIVE : PAID + 4] = ends.chance[LIVE : PAID + 4]
    for line, first in SUITED.items():
        chance[first : first + 3] = ends.chance[PAID + line] * shares[line]
    if over.sum() > 0:
        found[LIVE:] = np.outer(chance[LIVE:], over / over.sum())
    return found


def nets(rules: PontoonRules) -> list[list[Net]]:
    """By end and dealer's ending: what the hand nets and had wagered."""
    win = rules.pay("win")
    table = [[Net(_against(STANDS_HARD - 1 + kind, end, win, 1), 1) for end in range(ENDINGS)] for kind in range(5)]
    table += [[Net(_against(STANDS_HARD - 1 + kind, end, win, 2), 2) for end in range(ENDINGS)] for kind in range(5)]
    beats = [end != DEALER_PONTOON or rules.doubled_21_beats_pontoon for end in range(ENDINGS)]
    table.append([Net(2 * win if beat else Fraction(-1), 2) for beat in beats])
    flat = [Net(Fraction(-1), 1), Net(Fraction(-2), 2), Net(Fraction(-1), 2)]
    flat += [Net(rules.pay(line), 1) for line in PAID_LINES]
    assert (STOOD, DOUBLED, DOUBLED_21, BUST, DOUBLED_BUST, FORFEITED) == (0, 5, 10, 11, 12, 13)
    return table + [[net] * ENDINGS for net in flat]


def _against(total: int, ending: int, odds: Fraction, units: int) -> Fraction:
    """What a total of 20 or less nets; a dealer's pontoon takes one original wager, whatever was added (12.8, 13.5)."""
    if ending == DEALER_PONTOON:
        return Fraction(-1)
    dealer = 0 if ending == DEALER_BUST else STANDS_HARD + ending
    assert total < LIMIT
    if total == dealer:
        return Fraction(0)
    return units * odds if total > dealer else Fraction(-units)
