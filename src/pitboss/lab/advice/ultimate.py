"""Ultimate Texas Hold'em: before the flop from the solved game, afterwards by all boards and dealer's hands to come."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab import store
from pitboss.lab.advice.seen import Seen, Valued
from pitboss.lab.advice.values import Values
from pitboss.lab.evaluator import categories, evaluate
from pitboss.lab.question import OPTIMAL, Question
from pitboss.lab.ultimate.amounts import Pays, amounts_of, pays_of
from pitboss.lab.ultimate.decide import KIND, asked_of, holes, solved
from pitboss.lab.ultimate.passes import BASE, FLOPS_OF_BOARD, LATER, LOST, WON
from pitboss.lab.ultimate.price import CLASSES

Array = NDArray[Any]
STAGES = {0: "pre-flop", 3: "flop", 5: "river"}
DEALERS = comb(45, 2)
DEALS_OF_HOLE = comb(50, 5) * FLOPS_OF_BOARD * DEALERS


def values(question: Question, seen: Seen) -> Values:
    """What each Play, and the check or the fold, are worth."""
    seen.expect(2, board=tuple(STAGES))
    pays = pays_of(question)
    options = _pre_flop(seen, pays) if not seen.board else _with_board(seen, pays)
    return Values(STAGES[len(seen.board)], "Ante", CLASSES[OPTIMAL], options)


def _pre_flop(seen: Seen, pays: Pays) -> tuple[Valued, ...]:
    """What hole cards are worth, as the solver counted them."""
    amounts, scale = amounts_of(pays)
    by_hole = solved(pays).by_hole
    assert by_hole is not None
    low, high = sorted(int(card) for card in seen.hand)
    cell = holes()[high * (high - 1) // 2 + low]
    row = [int(worth) for worth in by_hole[cell]]
    deals = int((holes() == cell).sum()) * DEALS_OF_HOLE * scale
    bets = [
        Valued("bet", m, Fraction(row[BASE] + int(amounts.play_win[m]) * row[WON] - m * scale * row[LOST], deals))
        for m in pays.multiples[0]
    ]
    return (Valued("check", 0, Fraction(row[LATER], deals)), *bets)


def _with_board(seen: Seen, pays: Pays) -> tuple[Valued, ...]:
    """Deal what is to come of the board, and every dealer's hand; decide the river on each board by itself."""
    _, scale = amounts_of(pays)
    boards = _boards(seen)
    mine = evaluate(np.hstack([np.tile(_cards(seen.hand), (len(boards), 1)), boards]), threads=1)
    theirs = _dealers(seen, boards)
    lower, higher = theirs < mine[:, None], theirs > mine[:, None]
    qualified = theirs >= pays.qualifier
    played = _all_but_play(pays, categories()[mine], lower, higher, qualified, scale)
    won, lost = lower.sum(axis=1), higher.sum(axis=1)
    deals = len(boards) * DEALERS * scale

    def play(multiple: int) -> Array:
        """By board: what a Play of a multiple makes of the round, in small units."""
        worth: Array = played + won * int(pays.play[multiple] * scale) - lost * multiple * scale
        return worth

    folded = _fold(pays, categories()[mine], qualified, scale)
    at_river = [play(multiple) for multiple in pays.multiples[2]]
    if len(seen.board) == 5:
        bets = [Valued("bet", m, Fraction(int(w[0]), deals)) for m, w in zip(pays.multiples[2], at_river, strict=True)]
        return (*bets, Valued("fold", 0, Fraction(int(folded[0]), deals)))
    check = np.max([*at_river, folded], axis=0)
    bets = [Valued("bet", m, Fraction(int(play(m).sum()), deals)) for m in pays.multiples[1]]
    return (Valued("check", 0, Fraction(int(check.sum()), deals)), *bets)


def _cards(cards: tuple[Any, ...]) -> Array:
    return np.array([int(card) for card in cards], np.uint8)


def _boards(seen: Seen) -> Array:
    """Every board that may come of what lies there."""
    left = np.array([card for card in range(52) if card not in seen.cards], np.uint8)
    coming = 5 - len(seen.board)
    if not coming:
        return _cards(seen.board)[None, :]
    first, second = np.triu_indices(len(left), 1)
    return np.hstack([np.tile(_cards(seen.board), (len(first), 1)), left[first, None], left[second, None]])


def _dealers(seen: Seen, boards: Array) -> Array:
    """By board: the value of every dealer's hand."""
    is_left = np.ones((len(boards), 52), bool)
    is_left[:, _cards(seen.hand)] = False
    np.put_along_axis(is_left, boards.astype(np.int64), values=False, axis=1)
    live = np.nonzero(is_left)[1].reshape(len(boards), 45).astype(np.uint8)
    first, second = np.triu_indices(45, 1)
    hands = np.empty((len(boards), DEALERS, 7), np.uint8)
    hands[:, :, :5] = boards[:, None, :]
    hands[:, :, 5], hands[:, :, 6] = live[:, first], live[:, second]
    valued: Array = evaluate(hands.reshape(-1, 7)).reshape(len(boards), DEALERS)
    return valued


def _all_but_play(pays: Pays, kinds: Array, lower: Array, higher: Array, qualified: Array, scale: int) -> Array:
    """By board: what Ante, Blind and Trips come to in a round that is played, in small units."""
    blind = np.array([int(win * scale) for win in pays.blind])[kinds]
    ante = int(pays.ante * scale) * (lower & qualified).sum(axis=1) - scale * (higher & qualified).sum(axis=1)
    trips = np.array([int(net * scale) for net in pays.trips])[kinds]
    found: Array = ante + blind * lower.sum(axis=1) - scale * higher.sum(axis=1) + trips * DEALERS
    return found


def _fold(pays: Pays, kinds: Array, qualified: Array, scale: int) -> Array:
    """By board: what a fold costs, in small units."""
    trips = np.array([int((net if pays.keeps_trips else -pays.stake) * scale) for net in pays.trips])[kinds]
    back = scale * pays.refunds_folded * (~qualified).sum(axis=1)
    found: Array = (trips - 2 * scale) * DEALERS + back
    return found


def is_ready(question: Question) -> bool:
    """Say whether the game was solved and kept."""
    return store.has_arrays(KIND, asked_of(pays_of(question)))


def prepare(question: Question) -> None:
    """Solve the game, and keep it."""
    solved(pays_of(question))
