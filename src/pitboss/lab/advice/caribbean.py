"""Caribbean Stud: bet or fold, every hand that the dealer may hold beside the up card counted one by one."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import Category
from pitboss.lab.advice.seen import Seen, Valued
from pitboss.lab.advice.values import Values
from pitboss.lab.caribbean.price import CLASSES, pays_for
from pitboss.lab.evaluator import categories, evaluate
from pitboss.lab.question import Question
from pitboss.lab.suits import Numbers

LEFT = 46
"""The cards that neither the player nor the up card is."""
LEAST = {
    "none": (5, 3, 2, 1, 0),
    "ace-high": (12, 4, 2, 1, 0),
    "ace-king": (12, 11, 2, 1, 0),
    "pair": (0, 0, 1, 2, 3),
}
"""The ranks of the lowest hand with which the dealer plays."""


def values(question: Question, seen: Seen) -> Values:
    """What betting and folding are worth."""
    seen.expect(5, up=True)
    pays = pays_for(question)
    mine, kind = _read(seen)
    theirs = _dealer(seen)
    plays = theirs >= _least(question.text("qualifier"))
    fails, lower, higher = (int(part.sum()) for part in (~plays, plays & (theirs < mine), plays & (theirs > mine)))
    total = fails * pays.ante + lower * (pays.ante + pays.bet[kind]) - higher * pays.lost
    bet = Valued("bet", pays.lost - 1, total / comb(LEFT, 4))
    return Values("bet", "Ante", CLASSES["optimal"], (bet, Valued("fold", 0, Fraction(-1))))


def _read(seen: Seen) -> tuple[int, Category]:
    value = int(evaluate(np.array([seen.hand], np.uint8), threads=1)[0])
    return value, Category(int(categories()[value]))


def _dealer(seen: Seen) -> Numbers:
    """The value of every hand that the dealer may hold."""
    left = np.array([card for card in range(52) if card not in seen.cards], np.uint8)
    assert seen.up is not None
    up = np.full((comb(LEFT, 4), 1), int(seen.up), np.uint8)
    return evaluate(np.hstack([up, left[_fours()]]))


@cache
def _fours() -> Numbers:
    """Every four places among the cards left."""
    return np.array(list(combinations(range(LEFT), 4)), np.uint8)


@cache
def _least(qualifier: str) -> int:
    suits = (0, 1, 2, 3, 0)
    cards = [4 * rank + suit for rank, suit in zip(LEAST[qualifier], suits, strict=True)]
    return int(evaluate(np.array([cards], np.uint8), threads=1)[0])


def is_ready(question: Question) -> bool:
    """Nothing is solved first."""
    return True


def prepare(question: Question) -> None:
    """Make the tables that hands are read with."""
    _fours()
    _least(question.text("qualifier"))
