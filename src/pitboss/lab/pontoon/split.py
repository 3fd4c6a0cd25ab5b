"""Split hands: how each plays out against an up card, alone and beside the other, and a split pair as a whole.

Each split hand is played by its own cards, the pair's and the up card, without looking at the other hand or at suits.
Unseen cards are as good as any others, so each hand by itself meets the dealer as if it were alone:
its ends are exact, and the value of a split is the sum of its hands' values. Only a dealer's pontoon ties the hands
together, since it takes one original wager from those still live (13.5, P1, P35).
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon.play import (
    ACE,
    BUST,
    CHOOSE,
    DEALER_PONTOON,
    DOUBLE,
    DOUBLED_21,
    DOUBLED_BUST,
    ENDINGS,
    FORFEITED,
    HIT,
    LIMIT,
    PAID,
    SEVENS,
    SIX_SEVEN_EIGHT,
    STAND,
    VALUES,
    DecisionValues,
    PlayOutcomes,
    best_forfeits,
    evaluate,
    follow,
    place_of,
    raises_ace,
)
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.up_card import LIVE, OF_SPLIT, Policy, UpCard, dealer_hands_beside, tell_apart

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
def other_hand_chances(
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

    def __init__(self, spot: UpCard, pair: int, others: int) -> None:
        """Work out the dealer's chances beside every hand that holds a card of the pair."""
        self.spot, self.pair = spot, pair
        self.left = spot.left.copy()
        self.left[pair] -= others
        self.start = place_of(pair)
        self.held = ((spot.hands.counts[:, pair] > 0) & (spot.hands.cards > 1)).astype(np.float64)
        self._last: tuple[Tactics, Array] | None = None
        self.dealer = dealer_hands_beside(tuple(self.left), spot.up, spot.rules.stands_soft, pair)

    def tactics(self, policy: Policy, credit: Array) -> Tactics:
        """The best decisions, or those of the policy, given what a live hand is let off at a pontoon."""
        values, forfeits = self.values(policy, credit)
        return Tactics(values.action, forfeits)

    def values(self, policy: Policy, credit: Array) -> tuple[DecisionValues, Array]:
        """What every decision is worth to this hand by itself, and which doubled hands are forfeited."""
        spot, hands = self.spot, self.spot.hands
        forfeits = policy.forfeits
        if forfeits is None:
            forfeits = best_forfeits(hands, self.dealer, credit, spot.split_terms)
        forfeits = forfeits & spot.rules.forfeit
        given = policy.given.copy()
        if policy.bonus is not None:
            for first, second in np.argwhere(policy.bonus[OF_SPLIT]).tolist():
                given[place_of(first, second)] = policy.bonus[OF_SPLIT, first, second]
        stays = self.pair == ACE and not spot.rules.split_aces_play_on
        if stays:  # each split ace gets one card and no more (13.6, P15)
            given[hands.cards == 2] = STAND
        values = evaluate(hands, self.left, self.dealer, given, forfeits, spot.paid, credit, spot.split_terms)
        if stays and spot.rules.split_aces_may_double and spot.rules.double_after_split:
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

    def play(self, tactics: Tactics, *, unlike: bool = False) -> PlayOutcomes:
        """Where the decisions lead."""
        spot = self.spot
        reach = self.reach(unlike=unlike)
        return follow(
            spot.hands, self.left, self.dealer, tactics.action, tactics.forfeits, spot.line, reach, spot.split_terms
        )

    def spread(self, ends: PlayOutcomes, *, unlike: bool = False) -> Array:
        """The chance of each end with each dealer's ending."""
        dealer = self.dealer[self.start]
        if unlike:
            dealer = dealer - self.again() * self.dealer[place_of(self.pair, self.pair)]
        return tell_apart(ends, dealer, self.spot.shares)

    def other(self, tactics: Tactics) -> Array:
        """What the other hand is at a dealer's pontoon, for each hand that may be live (see `other_hand_chances`)."""
        if self._last is None or self._last[0] is not tactics:
            spot, acts = self.spot, (tactics.action, tactics.forfeits)
            found = other_hand_chances(
                spot.hands, self.held, spot.left, self.pair, spot.pontoon_card, *acts, spot.split_terms
            )
            self._last = tactics, found
        return self._last[1]


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
    if spot.rules.pontoon_takes_all:
        return np.zeros(len(spot.hands.hard))
    other = hand.other(tactics)
    credit: Array = other[:, STILL_LIVE].copy()
    credit += spot.rules.bust_fills_original * other[:, LOST]
    credit += spot.rules.forfeit_fills_original * other[:, GIVEN_UP]
    if spot.rules.paid_fills_original:  # a paid hand lets the other off if it is the first, as it is half the time
        credit += (hand.held - other.sum(axis=1)).clip(min=0) / 2
    return credit


SETTLED = 3
"""What a hand already paid is to a dealer's pontoon, besides live, lost and given up."""


@dataclass(frozen=True)
class Split:
    """What splitting a pair leads to: the value, and the chance of every combination of ends.

    `two` and `three` have an axis for the dealer's ending and one for each hand.
    """

    value: float
    two: Array
    three: Array | None
    bonus: dict[int, float]
    """How likely one split hand is to make 6-7-8 or 7-7-7."""
    tactics: Tactics
    of_three: Tactics | None = None
    """The decisions once there are three hands."""


def standing(end: int, rules: PontoonRules) -> int:
    """What a hand that ended so is to a dealer's pontoon."""
    if end == DOUBLED_21:
        return SETTLED if rules.doubled_21_beats_pontoon else STILL_LIVE
    if end < LIVE:
        return STILL_LIVE
    return {BUST: LOST, DOUBLED_BUST: LOST, FORFEITED: GIVEN_UP}.get(end, SETTLED)


def let_off(standings: tuple[int, ...], rules: PontoonRules) -> int:
    """How many of the original wagers on live hands a dealer's pontoon does not take (13.5, P1, P35, P40).

    The first hand is the one with the original wager.
    """
    if rules.pontoon_takes_all:
        return 0
    live = standings.count(STILL_LIVE)
    filled = (
        (rules.bust_fills_original and LOST in standings)
        or (rules.forfeit_fills_original and GIVEN_UP in standings)
        or (rules.paid_fills_original and standings[0] == SETTLED)
    )
    return live if filled else max(live - 1, 0)


def split_pair(spot: UpCard, pair: int, policy: Policy) -> Split:
    """Split a pair against an up card, again into a third hand where that is allowed and does better."""
    hand = SplitHand(spot, pair, 1)
    tactics = reply(hand, policy)
    ends = hand.play(tactics)
    spread = hand.spread(ends)
    two = _together(spread, spread)
    if spot.may_be_pontoon:
        # The chance of a dealer's pontoon with one hand live and the other live, lost, or given up.
        weight = ends.live * hand.dealer[:, DEALER_PONTOON]
        tie = weight @ hand.other(tactics)
        two[DEALER_PONTOON] = _at_pontoon(spread[:, DEALER_PONTOON], tie, spot.rules)
    bonus = {line: float(ends.chance[PAID + line]) for line in (SIX_SEVEN_EIGHT, SEVENS)}
    once = Split(value_of(two, spot), two, None, bonus, tactics)
    if not spot.rules.third_hand or (pair == ACE and not spot.rules.third_hand_of_aces):
        return once
    again = _split_again(hand, tactics, policy, bonus)
    # A given strategy that splits a pair splits it again; the best one does what is better.
    return again if policy.splits is not None or again.value > once.value else once


def _together(first: Array, second: Array) -> Array:
    """Two hands' ends beside each dealer's ending, independent of each other once that is known."""
    dealer = first.sum(axis=0)
    share = np.divide(1.0, dealer, out=np.zeros(ENDINGS), where=dealer > 0)
    return np.einsum("ad,bd,d->dab", first, second, share)


def _at_pontoon(spread: Array, tie: Array, rules: PontoonRules) -> Array:
    """Two hands' ends beside a dealer's pontoon: how standings meet is exact, within them ends are independent."""
    standings = np.array([standing(end, rules) for end in range(len(spread))])
    mass = np.array([spread[standings == kind].sum() for kind in range(4)])
    meet = np.zeros((4, 4))
    meet[STILL_LIVE, :3] = meet[:3, STILL_LIVE] = tie
    meet[STILL_LIVE, SETTLED] = meet[SETTLED, STILL_LIVE] = max(mass[STILL_LIVE] - tie.sum(), 0.0)
    rest = mass[1:] - meet[STILL_LIVE, 1:]
    if rest.sum() > 0:
        meet[1:, 1:] = np.outer(rest, rest) / rest.sum()
    share = np.divide(spread, mass[standings], out=np.zeros(len(spread)), where=mass[standings] > 0)
    return meet[np.ix_(standings, standings)] * np.outer(share, share)


def value_of(chances: Array, spot: UpCard) -> float:
    """The value of hands by the chances of their ends together: axis 0 is the dealer's ending, one more a hand."""
    hands = chances.ndim - 1
    value = 0.0
    for axis in range(hands):
        others = tuple(1 + k for k in range(hands) if k != axis)
        value += float((chances.sum(axis=others).T * spot.net).sum())
    if spot.may_be_pontoon:
        standings = [standing(end, spot.rules) for end in range(chances.shape[1])]
        kinds = np.eye(4)[standings]
        meet = chances[DEALER_PONTOON]
        for _ in range(hands):
            meet = np.tensordot(meet, kinds, axes=(0, 0))
        value += sum(float(meet[kind]) * let_off(kind, spot.rules) for kind in product(range(4), repeat=hands))
    return value


def _split_again(hand: SplitHand, tactics: Tactics, policy: Policy, bonus: dict[int, float]) -> Split:
    """Split again whenever the second card to one of the first two hands makes a pair (13.9).

    Which cards the first hand drew is unknown to the second except for its second card, so chances with that card
    unlike the pair are those of all cases less those where it is like. Hands are taken to be independent of each other
    once the dealer's hand is known, also in being live at a dealer's pontoon.
    """
    spot, pair = hand.spot, hand.pair
    closer, third, last = (SplitHand(spot, pair, others) for others in (2, 2, 3))
    tactics_of_three = third.tactics(policy, credit_of_three(third, policy))
    of_three = third.spread(third.play(tactics_of_three))
    of_three_later = last.spread(last.play(tactics_of_three))
    unlike = hand.spread(hand.play(tactics, unlike=True), unlike=True)
    unlike_later = closer.spread(closer.play(tactics, unlike=True), unlike=True)
    first, second = hand.again(), closer.again()
    three = first * _three_together(of_three, of_three)
    opening = unlike / (1 - first)
    later = first * (1 - second)
    after = (first * of_three - first * second * of_three_later) / later
    three += later * _three_together(opening, after)
    both = unlike - first * unlike_later
    two = _together(opening, both / both.sum()) * both.sum()
    value = value_of(two, spot) + value_of(three, spot)
    return Split(value, two, three, bonus, tactics, tactics_of_three)


def _three_together(one: Array, pair: Array) -> Array:
    dealer = one.sum(axis=0)
    share = np.divide(1.0, dealer, out=np.zeros(ENDINGS), where=dealer > 0)
    return np.einsum("ad,bd,cd,d->dabc", one, pair, pair, share * share)


def credit_of_three(hand: SplitHand, policy: Policy) -> Array:
    """What a live hand of three is let off at a dealer's pontoon: it is, if another is live."""
    nothing = np.zeros(len(hand.spot.hands.hard))
    if not hand.spot.may_be_pontoon or hand.spot.rules.pontoon_takes_all:
        return nothing
    spread = hand.spread(hand.play(hand.tactics(policy, nothing)))[:, DEALER_PONTOON]
    live = spread[[standing(end, hand.spot.rules) == STILL_LIVE for end in range(len(spread))]].sum() / spread.sum()
    return nothing + 1 - (1 - live) ** 2
