"""The fast evaluator against the plain one of `pitboss.cards`, and against itself on fewer cards."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from pitboss.cards import Category, PokerHand, best_hand
from pitboss.cards.card import CARDS
from pitboss.lab.arrays import categories, floor_of
from pitboss.lab.evaluator import CLASSES, evaluate, tables


@pytest.mark.parametrize("size", [5, 6, 7])
def test_values_order_hands_as_the_rules_do(size: int) -> None:
    hands = random_hands(20_000, size)
    seen: dict[int, PokerHand] = {}
    for row, value in zip(hands, evaluate(hands), strict=True):
        hand = best_hand([CARDS[card] for card in row])
        assert seen.setdefault(int(value), hand) == hand
        assert categories()[value] == hand.category
    assert all(seen[lower] < seen[higher] for lower, higher in pairwise(sorted(seen)))


def test_flushes_of_every_suit_and_set_of_ranks() -> None:
    rows = [[4 * rank + suit for rank in ranks] for suit in range(4) for ranks in combinations(range(13), 5)]
    for row, value in zip(rows, evaluate(np.array(rows)), strict=True):
        assert categories()[value] == best_hand([CARDS[card] for card in row]).category >= Category.FLUSH


def test_there_are_7462_hands_and_each_has_five_cards_that_make_it() -> None:
    deck = np.array(list(combinations(range(52), 5)), np.uint8)
    assert len(np.unique(evaluate(deck))) == CLASSES


@pytest.mark.parametrize("size", [6, 7])
def test_the_best_five_of_more_cards(size: int) -> None:
    hands = random_hands(5_000, size)
    fives = [evaluate(hands[:, list(places)]) for places in combinations(range(size), 5)]
    assert (evaluate(hands) == np.max(fives, axis=0)).all()


def test_floors_part_the_categories() -> None:
    assert floor_of(PokerHand(Category.HIGH_CARD, (0,))) == 0
    assert floor_of(PokerHand(Category.PAIR, (0,))) == 1277
    assert floor_of(PokerHand(Category.ROYAL_FLUSH, ())) == CLASSES - 1


def test_the_table_of_values_has_no_gaps() -> None:
    """As many entries as there are multisets of ranks: 6,175, 18,395 and 49,205."""
    assert [len(tables(size).values) for size in (5, 6, 7)] == [6_175, 18_395, 49_205]


def test_a_hand_is_five_to_seven_cards() -> None:
    with pytest.raises(ValueError, match="five to seven"):
        evaluate(np.zeros((1, 8)))


def random_hands(number: int, size: int) -> np.ndarray:
    order = np.random.default_rng(size).permuted(np.tile(np.arange(52, dtype=np.uint8), (number, 1)), axis=1)
    return order[:, :size]
