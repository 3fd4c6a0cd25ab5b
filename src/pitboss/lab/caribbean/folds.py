"""Caribbean Stud: how often the best play folds a hand that would take a jackpot prize."""

from fractions import Fraction

import numpy as np

from pitboss.cards import Category
from pitboss.lab.arrays import categories
from pitboss.lab.caribbean.price import DEALERS, DEALS, count, pays_for
from pitboss.lab.question import Question


def fold_chances(question: Question) -> dict[str, Fraction]:
    """By the kind of the player's five cards: the chance that they are dealt, and folded by the best play."""
    deals = count(question.text("qualifier"))
    kinds = categories()[deals.hand]
    is_folded = ~pays_for(question).are_bet(deals.fails, deals.lower, deals.higher, kinds)
    weight = np.where(is_folded, deals.weight.astype(np.int64), 0)
    return {kind.line: Fraction(int(weight[kinds == kind].sum()) * DEALERS, DEALS) for kind in Category}
