"""A strategy for Caribbean Stud as a table: hands in order, the up card across, suits told where they decide."""

from itertools import groupby

import numpy as np

from pitboss.cards import Category, PokerHand
from pitboss.cards.card import RANKS
from pitboss.lab.caribbean.count import Deals
from pitboss.lab.fivecards import hand_tables
from pitboss.lab.solution import DecisionTable
from pitboss.lab.suits import Numbers

BET, FOLD, BY_SUITS, NEVER = "bet", "fold", "some", "-"


def decision_table(deals: Deals, bets: Numbers) -> DecisionTable:
    """The decisions of a strategy, hands that are played alike in one row; `some` where the suits decide."""
    hands = hand_tables().hands
    cells = deals.hand.astype(np.int64) * 13 + deals.up
    size = len(hands) * 13
    seen = np.bincount(cells, weights=deals.weight, minlength=size).reshape(-1, 13)
    bet = np.bincount(cells[bets], weights=deals.weight[bets], minlength=size).reshape(-1, 13)
    words = np.select([seen == 0, bet == 0, bet == seen], [NEVER, FOLD, BET], BY_SUITS)
    rows = []
    for row, group in groupby(range(len(hands) - 1, -1, -1), key=lambda number: _row(words[number])):
        alike = list(group)
        first, last = name(hands[alike[0]]), name(hands[alike[-1]])
        rows.append((first if first == last else f"{first} to {last}", *row))
    return DecisionTable("After the deal, by the up card (some: the suits decide)", ("hand", *RANKS), tuple(rows))


def _row(words: Numbers) -> tuple[str, ...]:
    """A hand's decisions; where an up card cannot lie beside it, what it does against the others."""
    said = {str(word) for word in words if word != NEVER}
    if len(said) == 1:
        return tuple(said) * 13
    return tuple(str(word) for word in words)


def name(hand: PokerHand) -> str:
    """A hand in short: `A-K-Q-J-9`, `K-K-A-9-4`, `straight to 9`."""
    ranks = [RANKS[rank] for rank in hand.ranks]
    match hand.category:
        case Category.HIGH_CARD:
            return "-".join(ranks)
        case Category.PAIR:
            return "-".join([ranks[0], *ranks])
        case Category.TWO_PAIR:
            return "-".join([ranks[0], ranks[0], ranks[1], ranks[1], ranks[2]])
        case _:
            return hand.describe()
