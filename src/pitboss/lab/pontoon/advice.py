"""Pontoon: what may be done with a hand against an up card, the shoe being fresh but for the cards seen.

Suits count where they can lead to 6-7-8 or 7-7-7. After a split a hand is valued by itself, by its own cards, the pair
and the up card; the other hand is supposed to be played as the best strategy of that class plays it.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.games.pontoon.law import compile_figures
from pitboss.games.pontoon.names import NO_INSURANCE, NO_SURRENDER
from pitboss.lab.advice import FORFEIT, INSURANCE, PLAY, SURRENDER, Advice, DecisionView, ValuedChoice
from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import play
from pitboss.lab.pontoon.deal import InitialDeal, UpResult, coming_to, options_of, value_up
from pitboss.lab.pontoon.price import CLASSES
from pitboss.lab.pontoon.rules import PontoonRules, pontoon_rules
from pitboss.lab.pontoon.simulate import number_of
from pitboss.lab.pontoon.split import SplitHand, credit_beside, credit_of_three, reply, split_pair
from pitboss.lab.pontoon.up_card import UpCard, best_policy, suit_shares
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.law.rules import Rules
from pitboss.messages import say


@dataclass(frozen=True)
class SplitHandValue:
    """A split hand: the value of its decisions, and what it is let off at a dealer's pontoon."""

    hand: SplitHand
    worth: play.DecisionValues
    credit: Array

    @property
    def value(self) -> float:
        """What the hand is worth before its second card comes."""
        best = self.worth.best
        if self.hand.pair == play.ACE and self.hand.spot.rules.split_aces_may_double:
            best = np.where(self.worth.action == play.DOUBLE, self.worth.double, best)
        return float(self.hand.reach() @ best)


@dataclass
class UpCardAdvice:
    """What is worked out once for an up card under some rules."""

    result: UpResult
    hands: dict[tuple[int, int], SplitHandValue] = field(default_factory=dict)
    """Split hands, by pair and number of hands."""

    def split(self, pair: int) -> None:
        """Work out what splitting a pair is worth."""
        spot, splits = self.result.spot, self.result.splits
        if pair not in splits and spot.left[pair] >= 2:
            splits[pair] = split_pair(spot, pair, best_policy())

    def split_hand(self, pair: int, hands: int) -> SplitHandValue:
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
            self.hands[pair, hands] = SplitHandValue(hand, hand.values(policy, credit)[0], credit)
        return self.hands[pair, hands]

    def dealer_beside(self, points: list[int], hands: int) -> tuple[Array, float]:
        """How the dealer's hand ends beside one of so many hands, and what a dealer's pontoon lets that one off."""
        place = play.place_of(*points)
        if hands == 1:
            return self.result.dealer[place], 0.0
        beside = self.split_hand(points[0], hands)
        return beside.hand.dealer[place], float(beside.credit[place])

    def dealt(self, cards: list[int], up: int) -> InitialDeal:
        """The first two cards as the solver tells them apart: suits only where they can lead to a bonus."""
        first, second = sorted(cards[:2])
        suits = None
        if first >> 2 >= play.SIX and second >> 2 <= play.EIGHT:
            suits = (first & 3, second & 3, up & 3 if up >> 2 != play.TEN else 0)
        return InitialDeal(first >> 2, second >> 2, suits, 1.0)

    def suits_add(self, beside: SplitHandValue, cards: list[int], dead: list[int]) -> float:
        """What knowing the suits adds to the value of drawing a third card to a split hand, without the cards in
        `dead`."""
        coming = coming_to(self.dealt(cards, 0)) if len(cards) == 2 else None
        if coming is None:
            return 0.0
        line, card = coming
        spot, hand = self.result.spot, beside.hand
        rest = hand.left - spot.hands.counts[play.place_of(*(number >> 2 for number in cards))]
        held, gone = ([(n >> 2, n & 3) for n in numbers if n >> 2 != play.TEN] for numbers in (cards, dead))
        shares = suit_shares(spot.rules.shoe, held=held, dead=gone, coming=(card,))
        return float(rest[card] / rest.sum() * ((shares - spot.shares[line]) @ spot.suited_pays[line]))


@lru_cache(maxsize=64)
def advice_against(rules: PontoonRules, up: int) -> UpCardAdvice:
    """An up card, worked out once in a process."""
    return UpCardAdvice(value_up(UpCard(rules, up), best_policy()))


NAMES = {play.STAND: "stand", play.HIT: "draw", play.DOUBLE: "double", play.SPLIT: "split"}
ADDS = {play.DOUBLE: 1, play.SPLIT: 1}


def advise(question: Question, seen: DecisionView) -> Advice:
    """What each choice is worth."""
    if seen.up is None or len(seen.hand) < 2:
        raise LabError("A decision here needs two cards or more, and the dealer's up card.")
    if seen.decision not in _OPTIONS:
        words = "Pontoon has no decision {decision}: it has {known}."
        raise LabError(say(words, decision=seen.decision, known=", ".join(_OPTIONS)))
    if len({number_of(card) >> 2 for card in (seen.hand[0], *seen.split)}) > 1:
        raise LabError("The cards of a split pair have one value.")
    most = max(seen.cards.count(card) for card in seen.cards)
    if most > question.decks or any(card.rank == 8 for card in seen.cards):
        words = "A shoe of {decks} decks without tens does not hold these cards."
        raise LabError(say(words, decks=question.decks))
    options = _OPTIONS[seen.decision](question, seen)
    return Advice.of(question, seen.decision, "initial wager", CLASSES[OPTIMAL], options)


def _points(seen: DecisionView) -> list[int]:
    return [number_of(card) >> 2 for card in seen.hand]


def _refuse_finished(total: int) -> None:
    if total >= play.LIMIT:
        raise LabError(say("A hand of {total} has nothing to decide.", total=total))


def _meet(question: Question, seen: DecisionView) -> tuple[UpCardAdvice, PontoonRules]:
    points = _points(seen)
    _refuse_finished(play.best_total(sum(value + 1 for value in points), points.count(play.ACE)))
    assert seen.up is not None
    rules = pontoon_rules(question)
    return advice_against(rules, number_of(seen.up) >> 2), rules


def _play(question: Question, seen: DecisionView) -> tuple[ValuedChoice, ...]:
    """Stand, draw, double and split."""
    met, rules = _meet(question, seen)
    if seen.split:
        found = _of_split(met, rules, seen)
    elif len(seen.hand) == 2:
        found = _opening(met, seen)
        found.pop(play.SURRENDER, None)
    else:
        place, worth = play.place_of(*_points(seen)), met.result.values
        found = {play.STAND: worth.stand[place], play.HIT: worth.hit[place], play.DOUBLE: worth.double[place]}
    return tuple(ValuedChoice(NAMES[act], ADDS.get(act, 0), float(value)) for act, value in found.items())


def _opening(met: UpCardAdvice, seen: DecisionView) -> dict[int, float]:
    """What may be done with the first two cards."""
    dealt = met.dealt([number_of(card) for card in seen.hand], number_of(seen.cards[len(seen.hand)]))
    if dealt.first == dealt.second:
        met.split(dealt.first)
    return options_of(met.result, best_policy(), dealt)


def _of_split(met: UpCardAdvice, rules: PontoonRules, seen: DecisionView) -> dict[int, float]:
    """What may be done with a hand of a split pair: an ace keeps its one card (13.6, P15)."""
    points = _points(seen)
    pair, place = points[0], play.place_of(*points)
    beside = met.split_hand(pair, 1 + len(seen.split))
    worth = beside.worth
    found = {play.STAND: float(worth.stand[place])}
    if pair != play.ACE:
        numbers = [number_of(card) for card in seen.hand]
        dead = [number_of(card) for card in seen.cards[len(seen.hand) :]]
        found[play.HIT] = float(worth.hit[place]) + met.suits_add(beside, numbers, dead)
    if pair != play.ACE or rules.split_aces_may_double:
        found[play.DOUBLE] = float(worth.double[place])
    if rules.third_hand and len(seen.split) == 1 and points == [pair, pair]:
        found[play.SPLIT] = 2 * met.split_hand(pair, 3).value
    return found


def _surrender(question: Question, seen: DecisionView) -> tuple[ValuedChoice, ...]:
    """Surrender, or go on with the best of the rest."""
    met, _ = _meet(question, seen)
    found = _opening(met, seen) if len(seen.hand) == 2 and not seen.split else {}
    if play.SURRENDER not in found:
        raise LabError("Half is surrendered with the first two cards, against an ace or a ten-point card.")
    surrendered = found.pop(play.SURRENDER)
    return ValuedChoice(NO_SURRENDER, 0, float(max(found.values()))), ValuedChoice(SURRENDER, 0, float(surrendered))


def _forfeit(question: Question, seen: DecisionView) -> tuple[ValuedChoice, ...]:
    """Keep a doubled hand, or forfeit its doubled part; aces count 1 but for one drawn as the double card (12.1.4)."""
    rules, points = pontoon_rules(question), _points(seen)
    if not rules.forfeit:
        raise LabError("A doubled hand is not forfeited here.")
    hard = sum(value + 1 for value in points)
    raised = points[-1] == play.ACE and rules.drawn_ace_is_eleven and hard + 10 <= play.LIMIT
    total = hard + 10 * raised
    _refuse_finished(total)
    assert seen.up is not None
    met = advice_against(rules, number_of(seen.up) >> 2)
    dealer, credit = met.dealer_beside(points, 1 + len(seen.split))
    kept = met.result.spot.net[play.DOUBLED + max(total - 16, 0)] @ dealer + credit * dealer[play.DEALER_PONTOON]
    return ValuedChoice("keep", 0, float(kept)), ValuedChoice("forfeit", 0, -1.0)


def _insurance(question: Question, seen: DecisionView) -> tuple[ValuedChoice, ...]:
    """What the largest insurance nets by itself: the dealer's next card is a ten-point card, or it is not."""
    rules = pontoon_rules(question)
    assert seen.up is not None
    if number_of(seen.up) >> 2 != play.ACE:
        raise LabError("Insurance is offered against an ace.")
    left = list(rules.values)
    for card in seen.cards:
        left[number_of(card) >> 2] -= 1
    share = compile_figures(Rules.of(question.game, question.version)).insured_share
    net = share * (Fraction(left[play.TEN], sum(left)) * (1 + rules.pay("insurance")) - 1)
    return ValuedChoice(NO_INSURANCE, 0, 0.0), ValuedChoice("insure", 0, float(net))


_OPTIONS = {PLAY: _play, SURRENDER: _surrender, FORFEIT: _forfeit, INSURANCE: _insurance}
