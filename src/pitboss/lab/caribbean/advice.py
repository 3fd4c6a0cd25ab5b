"""Caribbean Stud: bet or fold, every hand that the dealer may hold beside the up card counted one by one."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.lab.advice import Advice, DecisionView, ValuedChoice
from pitboss.lab.arrays import Array, categories, floor_of
from pitboss.lab.caribbean.price import CLASSES, DEALERS, LEAST_TO_QUALIFY, pays_for
from pitboss.lab.evaluator import evaluate
from pitboss.lab.question import OPTIMAL, Question

LEFT = 46
"""The cards that neither the player nor the up card is."""


def advise(question: Question, seen: DecisionView) -> Advice:
    """What betting and folding are worth."""
    seen.expect(5, up=True)
    pays = pays_for(question)
    mine = int(evaluate(np.array([seen.hand], np.uint8), threads=1)[0])
    left = np.array([card for card in range(52) if card not in seen.cards], np.uint8)
    theirs = evaluate(np.hstack([np.full((DEALERS, 1), seen.up, np.uint8), left[_fours()]]))
    plays = theirs >= floor_of(LEAST_TO_QUALIFY[question.text("qualifier")])
    fails, lower, higher = (int(part.sum()) for part in (~plays, plays & (theirs < mine), plays & (theirs > mine)))
    total = fails * pays.ante + lower * (pays.ante + pays.bet[categories()[mine]]) - higher * pays.lost
    options = ValuedChoice("bet", pays.lost - 1, total / DEALERS), ValuedChoice("fold", 0, Fraction(-1))
    return Advice.of(question, "bet", "Ante", CLASSES[OPTIMAL], options)


@cache
def _fours() -> Array:
    """Every four places among the cards left."""
    return np.array(list(combinations(range(LEFT), 4)), np.uint8)
