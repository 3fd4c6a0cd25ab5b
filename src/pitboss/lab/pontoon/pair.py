"""A split pair as a whole: its hands together, with the one original wager that a dealer's pontoon takes from them."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon.ends import LIVE, TOLD_APART
from pitboss.lab.pontoon.hands import DEALER_PONTOON, ENDINGS
from pitboss.lab.pontoon.play import BUST, DOUBLED_21, DOUBLED_BUST, FORFEITED, PAID, SEVENS, SIX_SEVEN_EIGHT, Ends
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.split import GIVEN_UP, LOST, STILL_LIVE, SplitHand, Tactics, reply
from pitboss.lab.pontoon.spot import Policy, Spot

Array = NDArray[Any]
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
    live = standings.count(STILL_LIVE)
    filled = (
        (rules.bust_fills_original and LOST in standings)
        or (rules.forfeit_fills_original and GIVEN_UP in standings)
        or (rules.paid_fills_original and standings[0] == SETTLED)
    )
    return live if filled else max(live - 1, 0)


def split_pair(spot: Spot, pair: int, policy: Policy) -> Split:
    """Split a pair against an up card, again into a third hand where that is allowed and does better."""
    hand = SplitHand(spot, pair, 1)
    tactics = reply(hand, policy)
    ends = hand.play(tactics)
    spread = hand.spread(ends)
    two = _together(spread, spread)
    if spot.may_be_pontoon:
        two[DEALER_PONTOON] = _at_pontoon(spread[:, DEALER_PONTOON], _tie(hand, tactics, ends), spot.rules)
    bonus = {line: float(ends.chance[PAID + line]) for line in (SIX_SEVEN_EIGHT, SEVENS)}
    once = Split(value_of(two, spot), two, None, bonus, tactics)
    if not spot.rules.third_hand:
        return once
    again = _split_again(hand, tactics, policy, bonus)
    # A given strategy that splits a pair splits it again; the best one does what is better.
    return again if policy.splits is not None or again.value > once.value else once


def _together(first: Array, second: Array) -> Array:
    """Two hands' ends beside each dealer's ending, independent of each other once that is known."""
    dealer = first.sum(axis=0)
    share = np.divide(1.0, dealer, out=np.zeros(ENDINGS), where=dealer > 0)
    together: Array = np.einsum("ad,bd,d->dab", first, second, share)
    return together


def _tie(hand: SplitHand, tactics: Tactics, ends: Ends) -> Array:
    """The chance of a dealer's pontoon with one hand live and the other live, lost, or given up."""
    weight = ends.live * hand.dealer[:, DEALER_PONTOON]
    tie: Array = weight @ hand.other(tactics, weight)
    return tie


def _at_pontoon(spread: Array, tie: Array, rules: PontoonRules) -> Array:
    """Two hands' ends beside a dealer's pontoon: how standings meet is exact, within them ends are independent."""
    standings = np.array([standing(end, rules) for end in range(TOLD_APART)])
    mass = np.array([spread[standings == kind].sum() for kind in range(4)])
    meet = np.zeros((4, 4))
    meet[STILL_LIVE, :3] = meet[:3, STILL_LIVE] = tie
    meet[STILL_LIVE, SETTLED] = meet[SETTLED, STILL_LIVE] = max(mass[STILL_LIVE] - tie.sum(), 0.0)
    rest = mass[1:] - meet[STILL_LIVE, 1:]
    if rest.sum() > 0:
        meet[1:, 1:] = np.outer(rest, rest) / rest.sum()
    share = np.divide(spread, mass[standings], out=np.zeros(TOLD_APART), where=mass[standings] > 0)
    together: Array = meet[np.ix_(standings, standings)] * np.outer(share, share)
    return together


def value_of(chances: Array, spot: Spot) -> float:
    """The value of hands by the chances of their ends together: axis 0 is the dealer's ending, one more a hand."""
    hands = chances.ndim - 1
    value = 0.0
    for axis in range(hands):
        others = tuple(1 + k for k in range(hands) if k != axis)
        value += float((chances.sum(axis=others).T * spot.net).sum())
    if spot.may_be_pontoon:
        standings = [standing(end, spot.rules) for end in range(TOLD_APART)]
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
    together: Array = np.einsum("ad,bd,cd,d->dabc", one, pair, pair, share * share)
    return together


def credit_of_three(hand: SplitHand, policy: Policy) -> Array:
    """What a live hand of three is let off at a dealer's pontoon: it is, if another is live."""
    nothing = np.zeros(len(hand.spot.hands.hard))
    if not hand.spot.may_be_pontoon:
        return nothing
    spread = hand.spread(hand.play(hand.tactics(policy, nothing)))[:, DEALER_PONTOON]
    live = spread[[standing(end, hand.spot.rules) == STILL_LIVE for end in range(TOLD_APART)]].sum() / spread.sum()
    credit: Array = nothing + 1 - (1 - live) ** 2
    return credit
