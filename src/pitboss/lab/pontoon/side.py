"""The wagers beside the game, priced exactly on a fresh shoe: Perfect Pairs (15) and insurance (8)."""

from fractions import Fraction
from math import comb

from pitboss.lab.pontoon.hands import ACE, TEN
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.solution import Outcome, Solution

FRESH = "all cards of a fresh shoe counted; whole numbers throughout"
BLACK = (0, 3)
"""Clubs and spades."""


def perfect_pairs(rules: PontoonRules, game: str) -> Solution:
    """Perfect Pairs: the first two cards alike in rank, by suit, by colour, or neither."""
    counts = {"perfect-pairs.perfect": 0, "perfect-pairs.coloured": 0, "perfect-pairs.mixed": 0}
    for rank in rules.shoe:
        black = [rank[suit] for suit in BLACK]
        red = [number for suit, number in enumerate(rank) if suit not in BLACK]
        counts["perfect-pairs.perfect"] += sum(comb(number, 2) for number in rank)
        counts["perfect-pairs.coloured"] += black[0] * black[1] + red[0] * red[1]
        counts["perfect-pairs.mixed"] += sum(black) * sum(red)
    return _priced(rules, game, "Perfect Pairs wager", counts, comb(sum(rules.values), 2))


def insurance(rules: PontoonRules, game: str) -> Solution:
    """Insurance: the dealer shows an ace, and the second card has a value of ten."""
    shoe = rules.values
    assert shoe[ACE], "a shoe without aces has no insurance"
    return _priced(rules, game, "insurance wager", {"insurance": shoe[TEN]}, sum(shoe) - 1)


def _priced(rules: PontoonRules, game: str, unit: str, counts: dict[str, int], deals: int) -> Solution:
    won = [Outcome(line, count, rules.pay(line), Fraction(1)) for line, count in counts.items()]
    outcomes = (*won, Outcome("lose", deals - sum(counts.values()), Fraction(-1), Fraction(1)))
    edge = -sum((outcome.count * outcome.pay for outcome in outcomes), Fraction(0)) / deals
    return Solution(
        game=game,
        unit=unit,
        strategy="none",
        strategy_class="no decision",
        edge=edge,
        deals=deals,
        outcomes=outcomes,
        method=FRESH,
    )
