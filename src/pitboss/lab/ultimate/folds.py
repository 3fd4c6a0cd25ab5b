"""Ultimate Texas Hold'em: how often the best play folds a hand whose hole cards and flop take a jackpot prize.

A hand is folded at the river alone, and few that took a prize at the flop are still to be decided there: of those every
board is read.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import Category
from pitboss.lab.arrays import Array, categories
from pitboss.lab.evaluator import evaluate
from pitboss.lab.question import OPTIMAL, Question
from pitboss.lab.ultimate.board import CELLS, cell_of, lay_felt, read_board
from pitboss.lab.ultimate.board_passes import decide_by_value
from pitboss.lab.ultimate.decide import Decisions, UltimatePays, amounts_of, decisions_of, known_hands, pays_of
from pitboss.lab.ultimate.symmetry import Symmetry, pairs, symmetry

LEAST = Category.STRAIGHT
"""The lowest kind of hand that takes a prize in any edition."""


def fold_chances(question: Question) -> dict[str, Fraction]:
    """By the kind that hole cards and flop make, a straight or better: the chance that they are dealt, and folded by
    the best play."""
    pays = pays_of(question)
    return count_folds(symmetry(), pays, decisions_of(OPTIMAL, symmetry(), pays))


def count_folds(kinds: Symmetry, pays: UltimatePays, decisions: Decisions) -> dict[str, Fraction]:
    """The same for any deck and its best decisions."""
    flop, hole = kinds.flops[kinds.example[:, 0]], pairs()[kinds.example[:, 1]]
    made = categories()[evaluate(np.column_stack([flop, hole]))]
    is_checked = (decisions.pre_flop[kinds.example[:, 1]] == 0) & (decisions.at_flop == 0)
    flops_alike = np.bincount(kinds.flop_class[kinds.flop_class >= 0])
    folded = dict.fromkeys((kind.line for kind in Category if kind >= LEAST), Fraction(0))
    for place in np.flatnonzero((made >= LEAST) & is_checked).tolist():
        kind, pair = kinds.example[place]
        # how many hole cards are of this class with the flop; those that cannot lie beside it have no class
        live = np.isin(pairs(), np.setdiff1d(kinds.deck, kinds.flops[kind])).all(axis=1)
        holes_alike = int((live & (kinds.hole_class[kind] == place)).sum())
        boards = _folded_boards(kinds, pays, flop[place], pairs()[pair])
        folded[Category(made[place]).line] += Fraction(int(flops_alike[kind]) * holes_alike) * boards
    cards = len(kinds.deck)
    return {line: chance / (comb(cards, 3) * comb(cards - 3, 2)) for line, chance in folded.items()}


def _folded_boards(kinds: Symmetry, pays: UltimatePays, flop: Array, hole: Array) -> Fraction:
    """Of all boards that may come of a flop, the part on which two hole cards are folded at the river."""
    amounts, known, felt = amounts_of(pays)[0], known_hands(pays), lay_felt(len(kinds.deck))
    river, gain = np.empty((2, CELLS), np.int64)
    hands = comb(len(felt.live) - 2, 2)
    left = np.setdiff1d(kinds.deck, np.concatenate([flop, hole])).tolist()
    boards = [np.array(sorted((*flop.tolist(), *more)), np.uint8) for more in combinations(left, 2)]
    folded = 0
    for board in boards:
        _, cells = read_board(board, kinds.deck, known, felt)
        decide_by_value(known.category, hands, cells, felt, amounts, river, gain)
        folded += int(river[cell_of(*felt.mark[hole])] == 0)
    return Fraction(folded, len(boards))
