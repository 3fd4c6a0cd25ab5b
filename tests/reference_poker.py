"""Poker hands reckoned from scratch, with counts and sorting: nothing of the evaluator that it checks."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from pitboss.cards import Card


def plain_value(hand: Iterable[Card]) -> tuple[int, list[int]]:
    """A five-card hand's kind and ranks."""
    hand = list(hand)
    ranks = sorted(("23456789TJQKA".index(str(card)[0]) for card in hand), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = [count for _, count in groups]
    flush = len({str(card)[1] for card in hand}) == 1
    low = ranks == [12, 3, 2, 1, 0]
    straight = low or (shape == [1] * 5 and ranks[0] - ranks[4] == 4)
    ordered = [3, 2, 1, 0, -1] if low else [rank for rank, _ in groups]
    kinds = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7, (1, 1, 1, 1, 1): 0}
    kind = kinds[tuple(shape)]
    if straight or flush:
        kind = (9 if ordered[0] == 12 else 8) if straight and flush else 4 if straight else 5
    return kind, ordered


def plain_best(cards: Iterable[Card]) -> tuple[int, list[int]]:
    """The best five of more cards, by trying them all."""
    return max(plain_value(five) for five in combinations(list(cards), 5))
