"""Up cards of Pontoon with what was worked out against them, kept in the process for the next question."""

from dataclasses import dataclass, field

import numpy as np

from pitboss.lab.pontoon import play
from pitboss.lab.pontoon.deal import Dealt, UpResult, coming_to, prepare
from pitboss.lab.pontoon.ends import suit_shares
from pitboss.lab.pontoon.hands import ACE, EIGHT, SIX, TEN, place_of
from pitboss.lab.pontoon.pair import credit_of_three, split_pair
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.split import SplitHand, credit_beside, reply
from pitboss.lab.pontoon.spot import Array, Spot, best_policy

MOST_KEPT = 64


@dataclass(frozen=True)
class Beside:
    """A split hand: the value of its decisions, and what it is let off at a dealer's pontoon."""

    hand: SplitHand
    worth: play.Values
    credit: Array

    @property
    def value(self) -> float:
        """What the hand is worth before its second card comes."""
        best = self.worth.best
        if self.hand.pair == ACE and self.hand.spot.rules.split_aces_may_double:
            best = np.where(self.worth.action == play.DOUBLE, self.worth.double, best)
        return float(self.hand.reach() @ best)


@dataclass
class Met:
    """An up card under some rules."""

    result: UpResult
    hands: dict[tuple[int, int], Beside] = field(default_factory=dict)
    """Split hands, by pair and number of hands."""

    def split(self, pair: int) -> None:
        """Work out what splitting a pair is worth."""
        spot, splits = self.result.spot, self.result.splits
        if pair not in splits and spot.left[pair] >= 2:
            splits[pair] = split_pair(spot, pair, best_policy())

    def beside(self, pair: int, hands: int) -> Beside:
        """One of so many hands of a pair."""
        if (pair, hands) not in self.hands:
            spot, policy = self.result.spot, best_policy()
            hand = SplitHand(spot, pair, hands - 1)
            if hands > 2:
                credit = credit_of_three(hand, policy)
            elif spot.may_be_pontoon:
                credit = credit_beside(hand, reply(hand, policy))
            else:
                credit = np.zeros(len(spot.hands.hard))
            self.hands[pair, hands] = Beside(hand, hand.values(policy, credit)[0], credit)
        return self.hands[pair, hands]

    def dealer_beside(self, points: list[int], hands: int) -> tuple[Array, float]:
        """How the dealer's hand ends beside one of so many hands, and what a dealer's pontoon lets that one off."""
        place = place_of(*points)
        if hands == 1:
            return self.result.dealer[place], 0.0
        beside = self.beside(points[0], hands)
        return beside.hand.dealer[place], float(beside.credit[place])

    def dealt(self, cards: list[int], up: int) -> Dealt:
        """The first two cards as the solver tells them apart: suits only where they can lead to a bonus."""
        first, second = sorted(cards[:2])
        suits = None
        if first >> 2 >= SIX and second >> 2 <= EIGHT:
            suits = (first & 3, second & 3, up & 3 if up >> 2 != TEN else 0)
        return Dealt(first >> 2, second >> 2, suits, 1.0)

    def suits_add(self, beside: Beside, cards: list[int], dead: list[int]) -> float:
        """What knowing the suits adds to drawing a third card to a split hand, those in `dead` being gone."""
        coming = coming_to(self.dealt(cards, 0)) if len(cards) == 2 else None
        if coming is None:
            return 0.0
        line, card = coming
        spot, hand = self.result.spot, beside.hand
        rest = hand.left - spot.hands.counts[place_of(*(number >> 2 for number in cards))]
        held, gone = ([(n >> 2, n & 3) for n in numbers if n >> 2 != TEN] for numbers in (cards, dead))
        shares = suit_shares(spot.rules.shoe, held=held, dead=gone, coming=(card,))
        return float(rest[card] / rest.sum() * ((shares - spot.shares[line]) @ spot.suited_pays[line]))


def met_with(rules: PontoonRules, up: int) -> Met:
    """An up card, worked out once in a process."""
    key = repr(rules), up
    met = _MET.get(key)
    if met is None:
        if len(_MET) >= MOST_KEPT:
            _MET.clear()
        met = _MET[key] = Met(prepare(Spot(rules, up), best_policy()))
    return met


_MET: dict[tuple[str, int], Met] = {}
