"""Split hands: how each plays out against an up card, alone and beside the other.

Each split hand is played by its own cards, the pair's and the up card, without looking at the other hand or at suits.
Cards that nobody has looked at are as good as any others, so each hand by itself meets the dealer as if it were alone:
its ends are exact, and the value of a split is the sum of its hands' values. Only a dealer's pontoon ties the hands
together, since it takes one original wager from those still live (13.5, P1, P35).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.pontoon.ends import tell_apart
from pitboss.lab.pontoon.hands import ACE, LIMIT, VALUES, place_of
from pitboss.lab.pontoon.play import (
    CHOOSE,
    DOUBLE,
    HIT,
    STAND,
    Ends,
    Values,
    best_forfeits,
    evaluate,
    follow,
    raises_ace,
)
from pitboss.lab.pontoon.spot import Policy, Spot, dealer_beside

Array = NDArray[Any]
# What a hand is to a dealer's pontoon: still live, bust, or forfeited; those already paid are none of these.
STILL_LIVE, LOST, GIVEN_UP = 0, 1, 2
ROUNDS_OF_REPLY = 4
"""How often the decisions of a split hand are set again as the best reply to those of the other."""


@dataclass(frozen=True)
class Tactics:
    """The decisions of split hands of one pair, and what a live hand is let off at a dealer's pontoon."""

    action: Array
    forfeits: Array


@njit(cache=True, nogil=True)
def beside(
    hands: Any, live: Array, left: Array, pair: int, card: int, action: Array, forfeits: Array, terms: Any
) -> Array:
    """For each live hand: how likely the hand split from it is still live, bust or forfeited at a dealer's pontoon.

    The dealer's second card, the one of value `card`, is taken out first: unseen cards may be looked at in any order.
    """
    found = np.zeros((len(hands.hard), 3))
    reach = np.zeros(len(hands.hard))
    gone = np.empty(VALUES)
    order = np.flatnonzero(hands.counts[:, pair] > 0)
    for held in order:
        if live[held] <= 0:
            continue
        for v in range(VALUES):
            gone[v] = left[v] - hands.counts[held, v]
        gone[card] -= 1
        if gone.min() >= 0 and gone[pair] >= 1:
            _play_beside(hands, order, reach, gone, action, forfeits, terms, found[held])
    return found


@njit(cache=True, nogil=True)
def _play_beside(
    hands: Any, order: Array, reach: Array, left: Array, action: Array, forfeits: Array, terms: Any, found: Array
) -> None:
    """Play the other hand from its one card, the first in `order`, with `left` to draw from and to hold."""
    start = order[0]
    reach[order] = 0.0
    reach[start] = 1.0
    cards = left.sum()
    for i in order:
        if reach[i] <= 0 or hands.total[i] == LIMIT:
            continue
        decision = action[i] if i != start else HIT
        if decision == STAND:
            found[STILL_LIVE] += reach[i]
            continue
        total = cards - hands.cards[i]
        for v in range(VALUES):
            chance = reach[i] * (left[v] - hands.counts[i, v])
            child = hands.child[i, v]
            if chance <= 0:
                continue
            if child < 0:
                found[LOST] += chance / total
            elif decision == HIT:
                reach[child] += chance / total
            else:
                _double_beside(child, v, chance / total, hands, forfeits, terms, found)


@njit(cache=True, nogil=True)
def _double_beside(
    child: int, drawn: int, chance: float, hands: Any, forfeits: Array, terms: Any, found: Array
) -> None:
    raised = raises_ace(hands.hard[child], drawn, terms)
    if forfeits[child, int(raised)]:
        found[GIVEN_UP] += chance
    elif hands.hard[child] + 10 * raised < LIMIT or not terms.doubled_21_beats_pontoon:
        found[STILL_LIVE] += chance


class SplitHand:
    """One hand of a split pair, with `others` further cards of the pair beside it."""

    def __init__(self, spot: Spot, pair: int, others: int) -> None:
        """Work out the dealer's chances beside every hand that holds a card of the pair."""
        self.spot, self.pair = spot, pair
        self.left = spot.left.copy()
        self.left[pair] -= others
        self.start = place_of(pair)
        self.dealer = dealer_beside(tuple(self.left), spot.up, spot.rules.stands_soft, pair)

    def tactics(self, policy: Policy, credit: Array) -> Tactics:
        """The best decisions, or those of the policy, given what a live hand is let off at a pontoon."""
        values, forfeits = self.values(policy, credit)
        return Tactics(values.action, forfeits)

    def values(self, policy: Policy, credit: Array) -> tuple[Values, Array]:
        """What every decision is worth to this hand by itself, and which doubled hands are forfeited."""
        spot, hands = self.spot, self.spot.hands
        forfeits = policy.forfeits
        if forfeits is None:
            forfeits = best_forfeits(hands, self.dealer, credit, spot.terms)
        forfeits = forfeits & spot.rules.forfeit
        given = policy.given.copy()
        if self.pair == ACE:  # each split ace gets one card and no more (13.6, P15)
            given[hands.cards == 2] = STAND
        values = evaluate(hands, self.left, self.dealer, given, forfeits, spot.paid, credit, spot.terms)
        if self.pair == ACE and spot.rules.split_aces_may_double:
            doubles = (hands.cards == 2) & (values.double > values.stand) & (hands.total < LIMIT)
            values.action[doubles] = DOUBLE
        return values, forfeits

    def reach(self, *, unlike: bool = False) -> Array:
        """The chance of each hand of two cards; `unlike` leaves out those that are a pair again."""
        hands = self.spot.hands
        rest = self.left - hands.counts[self.start]
        reach = np.zeros(len(hands.hard))
        for value in range(VALUES):
            if not (unlike and value == self.pair):
                reach[hands.child[self.start, value]] += rest[value] / rest.sum()
        return reach

    def again(self) -> float:
        """How likely the second card makes a pair again."""
        rest = self.left - self.spot.hands.counts[self.start]
        return float(rest[self.pair] / rest.sum())

    def play(self, tactics: Tactics, *, unlike: bool = False) -> Ends:
        """Where the decisions lead."""
        spot = self.spot
        reach = self.reach(unlike=unlike)
        return follow(
            spot.hands, self.left, self.dealer, tactics.action, tactics.forfeits, spot.line, reach, spot.terms
        )

    def spread(self, ends: Ends, *, unlike: bool = False) -> Array:
        """The chance of each end with each dealer's ending."""
        dealer = self.dealer[self.start]
        if unlike:
            dealer = dealer - self.again() * self.dealer[place_of(self.pair, self.pair)]
        return tell_apart(ends, dealer, self.spot.shares)

    def other(self, tactics: Tactics, live: Array) -> Array:
        """What the other hand is at a dealer's pontoon, for each live hand (see `beside`)."""
        spot = self.spot
        return beside(
            spot.hands,
            live,
            spot.left,
            self.pair,
            spot.pontoon_card,
            tactics.action,
            tactics.forfeits,
            spot.terms,
        )


def reply(hand: SplitHand, policy: Policy) -> Tactics:
    """The decisions of split hands that are the best reply to themselves, or those of the policy."""
    spot = hand.spot
    credit = np.zeros(len(spot.hands.hard))
    tactics = hand.tactics(policy, credit)
    if not spot.may_be_pontoon or (policy.forfeits is not None and not (policy.given == CHOOSE).any()):
        return tactics
    for _ in range(ROUNDS_OF_REPLY):
        better = hand.tactics(policy, credit_beside(hand, tactics))
        if (better.action == tactics.action).all() and (better.forfeits == tactics.forfeits).all():
            break
        tactics = better
    return tactics


def credit_beside(hand: SplitHand, tactics: Tactics) -> Array:
    """By hand: how much of its wager a dealer's pontoon lets a live hand off, the other hand being played so."""
    spot = hand.spot
    held = ((spot.hands.counts[:, hand.pair] > 0) & (spot.hands.cards > 1)).astype(np.float64)
    other = hand.other(tactics, held)
    credit: Array = other[:, STILL_LIVE].copy()
    credit += spot.rules.bust_fills_original * other[:, LOST]
    credit += spot.rules.forfeit_fills_original * other[:, GIVEN_UP]
    if spot.rules.paid_fills_original:  # a paid hand lets the other off if it is the first, as it is half the time
        credit += (held - other.sum(axis=1)).clip(min=0) / 2
    return credit
