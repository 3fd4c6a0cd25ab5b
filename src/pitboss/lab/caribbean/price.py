"""Caribbean Stud priced: the pay table put on the counted deals, bet or fold chosen, every end added up."""

from dataclasses import replace
from fractions import Fraction
from math import comb, lcm

import numpy as np

from pitboss.cards import Category
from pitboss.lab.caribbean import fixed
from pitboss.lab.caribbean.count import Deals, count
from pitboss.lab.caribbean.decisions import decision_table
from pitboss.lab.fivecards import hand_tables
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.lab.solution import Outcome, Solution
from pitboss.lab.suits import Numbers
from pitboss.value import Value

DEALS = comb(52, 5) * 47 * comb(46, 4)
"""The player's hand, the up card, and the dealer's other four cards."""
PAIR_OR_LESS = "pair-or-less"
CLASSES = {OPTIMAL: "optimal from the player's five cards and the up card, suits included"}


class Pays(Value):
    """What the wagers net, in Antes: the Ante when it wins, the Bet by the kind of hand, both when they lose."""

    ante: Fraction
    bet: tuple[Fraction, ...]
    lost: int


def price(question: Question) -> Solution:
    """Solve the game, or follow a fixed strategy through it."""
    deals = count(question.text("qualifier"))
    return _follow(question, deals, _decide(question.strategy, deals, _kinds(deals), pays_for(question)))


def price_with(question: Question, decide: fixed.Decide) -> Solution:
    """Price any strategy that decides by the hand and the rank of the up card: whether it bets."""
    deals = count(question.text("qualifier"))
    return _follow(replace(question, strategy="given"), deals, fixed.bets_by(decide)[deals.hand, deals.up])


def _kinds(deals: Deals) -> Numbers:
    """The kind of the player's hand in each deal."""
    return np.array([hand.category for hand in hand_tables().hands])[deals.hand]


def _follow(question: Question, deals: Deals, bets: Numbers) -> Solution:
    outcomes = _outcomes(deals, bets, pays_for(question))
    total = sum((outcome.count * outcome.pay for outcome in outcomes), Fraction(0))
    return Solution(
        game=question.game,
        unit="Ante",
        strategy=question.strategy,
        strategy_class=CLASSES.get(question.strategy, "fixed: from the player's hand and the rank of the up card"),
        edge=-total / DEALS,
        deals=DEALS,
        outcomes=outcomes,
        ties="bet, where betting and folding are worth the same" if question.strategy == OPTIMAL else "",
        method="all deals counted by inclusion and exclusion of the player's cards; whole numbers throughout",
        tables=(decision_table(deals, bets),),
        facts={"bet frequency": float(1 - Fraction(_weight(deals, ~bets), DEALS // comb(46, 4)))},
    )


def pays_for(question: Question) -> Pays:
    """What the wagers of a question net."""
    multiple = question.number("bet-multiple")
    odds = question.pays["bet"]
    lines = [category.line if category.line in odds else PAIR_OR_LESS for category in Category]
    wins = tuple(question.win(odds[line], multiple, wager="bet") for line in lines)
    return Pays(question.win(question.pays["ante"]["win"]), wins, 1 + multiple)


def _decide(strategy: str, deals: Deals, kinds: Numbers, pays: Pays) -> Numbers:
    """For each deal whether the player bets."""
    if strategy != OPTIMAL:
        return fixed.bets(strategy)[deals.hand, deals.up]
    scale = lcm(pays.ante.denominator, *(win.denominator for win in pays.bet))
    ante = int(pays.ante * scale)
    bet = [int(win * scale) for win in pays.bet]
    if (ante + max(bet) + pays.lost * scale) * comb(46, 4) >= 1 << 62:
        raise LabError("Odds or wager are too large to count exactly: take a smaller number or a rounder one.")
    fails, lower, higher = (part.astype(np.int64) for part in (deals.fails, deals.lower, deals.higher))
    worth = fails * ante + lower * (ante + np.array(bet, dtype=np.int64)[kinds]) - higher * (pays.lost * scale)
    chosen: Numbers = worth >= -scale * comb(46, 4)
    return chosen


def _weight(deals: Deals, where: Numbers, part: Numbers | None = None) -> int:
    """How many deals there are in some places, or how many of their dealers' hands fare in one way."""
    weight = deals.weight[where].astype(np.int64)
    return int(weight.sum() if part is None else (weight * part[where]).sum())


def _outcomes(deals: Deals, bets: Numbers, pays: Pays) -> tuple[Outcome, ...]:
    """Every end: a fold, a dealer that fails, a stand-off, a loss, and a win by the kind of hand."""
    kinds, staked = _kinds(deals), Fraction(pays.lost)
    named: list[tuple[str, int, Fraction, Fraction]] = [
        ("fold", _weight(deals, ~bets) * comb(46, 4), Fraction(-1), Fraction(1)),
        ("dealer-does-not-qualify", _weight(deals, bets, deals.fails), pays.ante, staked),
        ("stand-off", _weight(deals, bets, deals.equal), Fraction(0), staked),
        ("lower-hand", _weight(deals, bets, deals.higher), -staked, staked),
    ]
    for category in Category:
        won = _weight(deals, bets & (kinds == category), deals.lower)
        named.append((category.line, won, pays.ante + pays.bet[category], staked))
    found = [Outcome(*row) for row in named if row[1]]
    return tuple(sorted(found, key=lambda outcome: -outcome.pay))
