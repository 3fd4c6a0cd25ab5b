"""Ultimate Texas Hold'em: before the flop from the solved game, afterwards by all boards and dealer's hands to come."""

from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import Card
from pitboss.lab import store
from pitboss.lab.advice import Advice, DecisionView, ValuedChoice
from pitboss.lab.arrays import Array, categories
from pitboss.lab.evaluator import evaluate
from pitboss.lab.question import OPTIMAL, Question
from pitboss.lab.ultimate.board_passes import BASE, LATER, LOST, WON
from pitboss.lab.ultimate.decide import KIND, UltimatePays, amounts_of, decision_key, holes, pays_of, solve_decisions
from pitboss.lab.ultimate.price import CLASSES, DEALS_OF_HOLE

STAGES = {0: "pre-flop", 3: "flop", 5: "river"}
DEALERS = comb(45, 2)


def advise(question: Question, seen: DecisionView) -> Advice:
    """What each Play, and the check or the fold, are worth."""
    seen.expect(2, board=tuple(STAGES))
    pays = pays_of(question)
    options = _pre_flop(seen, pays) if not seen.board else _with_board(seen, pays)
    return Advice.of(question, STAGES[len(seen.board)], "Ante", CLASSES[OPTIMAL], options)


def _pre_flop(seen: DecisionView, pays: UltimatePays) -> tuple[ValuedChoice, ...]:
    """What hole cards are worth, as the solver counted them."""
    amounts, scale = amounts_of(pays)
    by_hole = solve_decisions(pays).by_hole
    assert by_hole is not None
    low, high = sorted(int(card) for card in seen.hand)
    cell = holes()[high * (high - 1) // 2 + low]
    row = [int(worth) for worth in by_hole[cell]]
    deals = int((holes() == cell).sum()) * DEALS_OF_HOLE * scale
    bets = [
        ValuedChoice("bet", m, Fraction(row[BASE] + int(amounts.play_win[m]) * row[WON] - m * scale * row[LOST], deals))
        for m in pays.multiples[0]
    ]
    return (ValuedChoice("check", 0, Fraction(row[LATER], deals)), *bets)


def _with_board(seen: DecisionView, pays: UltimatePays) -> tuple[ValuedChoice, ...]:
    """Deal what is to come of the board, and every dealer's hand; decide the river on each board by itself."""
    amounts, scale = amounts_of(pays)
    boards = _boards(seen)
    mine = evaluate(np.hstack([np.tile(_cards(seen.hand), (len(boards), 1)), boards]), threads=1)
    theirs, kinds = _dealers(seen, boards), categories()[mine]
    lower, higher = theirs < mine[:, None], theirs > mine[:, None]
    qualified = theirs >= pays.qualifier
    won, lost = lower.sum(axis=1), higher.sum(axis=1)
    ante = amounts.ante_win * (lower & qualified).sum(axis=1) - scale * (higher & qualified).sum(axis=1)
    all_but_play = ante + amounts.blind_win[kinds] * won - scale * lost + amounts.trips[kinds] * DEALERS
    folded = amounts.fold * DEALERS + amounts.fold_refund * (~qualified).sum(axis=1)
    folded += amounts.trips[kinds] * DEALERS * amounts.fold_keeps_trips
    deals = len(boards) * DEALERS * scale

    def play(multiple: int) -> Array:
        """By board: what a Play of a multiple makes of the round, in small units."""
        return all_but_play + won * amounts.play_win[multiple] - lost * multiple * scale

    at_river = [play(multiple) for multiple in pays.multiples[2]]
    if len(seen.board) == 5:
        bets = [
            ValuedChoice("bet", m, Fraction(int(w[0]), deals)) for m, w in zip(pays.multiples[2], at_river, strict=True)
        ]
        return (*bets, ValuedChoice("fold", 0, Fraction(int(folded[0]), deals)))
    check = np.max([*at_river, folded], axis=0)
    bets = [ValuedChoice("bet", m, Fraction(int(play(m).sum()), deals)) for m in pays.multiples[1]]
    return (ValuedChoice("check", 0, Fraction(int(check.sum()), deals)), *bets)


def _cards(cards: tuple[Card, ...]) -> Array:
    return np.array([int(card) for card in cards], np.uint8)


def _boards(seen: DecisionView) -> Array:
    """Every board that may come of what lies there."""
    if len(seen.board) == 5:
        return _cards(seen.board)[None, :]
    left = np.array([card for card in range(52) if card not in seen.cards], np.uint8)
    first, second = np.triu_indices(len(left), 1)
    return np.hstack([np.tile(_cards(seen.board), (len(first), 1)), left[first, None], left[second, None]])


def _dealers(seen: DecisionView, boards: Array) -> Array:
    """By board: the value of every dealer's hand."""
    is_left = np.ones((len(boards), 52), bool)
    is_left[:, _cards(seen.hand)] = False
    np.put_along_axis(is_left, boards.astype(np.int64), values=False, axis=1)
    live = np.nonzero(is_left)[1].reshape(len(boards), 45).astype(np.uint8)
    first, second = np.triu_indices(45, 1)
    hands = np.empty((len(boards), DEALERS, 7), np.uint8)
    hands[:, :, :5] = boards[:, None, :]
    hands[:, :, 5], hands[:, :, 6] = live[:, first], live[:, second]
    return evaluate(hands.reshape(-1, 7)).reshape(len(boards), DEALERS)


def is_ready(question: Question) -> bool:
    """Say whether the game was solved and kept."""
    return store.has_arrays(KIND, decision_key(pays_of(question)))


def prepare(question: Question) -> None:
    """Solve the game, and keep it."""
    solve_decisions(pays_of(question))
