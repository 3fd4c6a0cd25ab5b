"""Poker hands: the exact counts, every tie-break, and a second evaluator that shares no code with the first."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_52, Card, Category, PokerHand, best_hand, parse_cards
from pitboss.cards.poker import making_cards

FIVE_CARD_COUNTS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
HANDS = 2_598_960

Value = tuple[int, tuple[int, ...]]


def slow_value(cards: tuple[Card, ...]) -> Value:
    """Value five cards the way a person does: group the ranks, then look for a run and one suit."""
    names = [str(card) for card in cards]
    ranks = sorted(("23456789TJQKA".index(name[0]) for name in names), reverse=True)
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    pattern = [count for count, _ in groups]
    one_suit = len({name[1] for name in names}) == 1
    low = ranks == [12, 3, 2, 1, 0]
    run = low or (pattern == [1] * 5 and ranks[0] - ranks[4] == 4)
    high = 3 if low else ranks[0]
    if run and one_suit:
        return (9, (12,)) if high == 12 else (8, (high,))
    if run:
        return 4, (high,)
    if one_suit:
        return 5, tuple(ranks)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return kinds[tuple(pattern)], tuple(rank for _, rank in groups)


def value_of(cards: tuple[Card, ...]) -> Value:
    found = best_hand(cards)
    return found.category, found.ranks


def slow_best(cards: tuple[Card, ...]) -> Value:
    return max(slow_value(five) for five in combinations(cards, 5))


def of(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def patterns() -> list[tuple[tuple[Card, ...], int]]:
    """A hand for each set of five ranks, flush and not, with how many hands are like it but for the suits."""
    found: list[tuple[tuple[Card, ...], int]] = []
    for ranks in combinations_with_replacement(range(13), 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        places = Counter[int]()
        hand = []
        for rank in ranks:
            hand.append(DECK_52[rank * 4 + places[rank]])
            places[rank] += 1
        if len(times) < 5:
            found.append((tuple(hand), prod(comb(4, count) for count in times.values())))
            continue
        offsuit = (DECK_52[ranks[0] * 4 + 1], *hand[1:])
        found += [(tuple(hand), 4), (offsuit, 4**5 - 4)]
    return found


def test_every_five_card_hand_is_counted() -> None:
    counts = Counter(best_hand(hand).category for hand in combinations(DECK_52, 5))
    assert counts.total() == HANDS == comb(52, 5)
    assert counts == FIVE_CARD_COUNTS


def test_every_set_of_ranks_has_the_value_that_the_slow_way_gives() -> None:
    hands = patterns()
    assert sum(alike for _, alike in hands) == HANDS
    for hand, _ in hands:
        assert value_of(hand) == slow_value(hand)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_best_hand_is_the_best_of_all_fives(size: int) -> None:
    chance = random.Random(f"best of {size}")
    for _ in range(4_000):
        cards = tuple(chance.sample(DECK_52, size))
        assert value_of(cards) == slow_best(cards)


@pytest.mark.parametrize("size", [6, 7])
def test_crowded_hands_take_the_best_of_all_fives(size: int) -> None:
    """Few ranks or few suits make the hands where five cards are hard to choose."""
    chance = random.Random(f"crowded {size}")
    narrow = [card for card in DECK_52 if card.rank in (0, 1, 12)]
    suited = [card for card in DECK_52 if card.suit == 0 or card.rank in (3, 4)]
    for deck in (narrow, suited):
        for _ in range(1_500):
            cards = tuple(chance.sample(deck, size))
            assert value_of(cards) == slow_best(cards)


@given(st.permutations(DECK_52), st.permutations(range(4)), st.integers(5, 7))
def test_neither_order_nor_suits_matter(deck: list[Card], suits: list[int], size: int) -> None:
    cards = deck[:size]
    recoloured = [DECK_52[card.rank * 4 + suits[card.suit]] for card in cards]
    assert best_hand(cards) == best_hand(cards[::-1]) == best_hand(recoloured)


DESCENDING = {
    Category.ROYAL_FLUSH: "As Ks Qs Js Ts",
    Category.STRAIGHT_FLUSH: "Ks Qs Js Ts 9s > 6d 5d 4d 3d 2d > 5h 4h 3h 2h Ah",
    Category.FOUR_OF_A_KIND: "Ac Ad Ah As 2c > Kc Kd Kh Ks Ac > Kc Kd Kh Ks Qc > 2c 2d 2h 2s 3c",
    Category.FULL_HOUSE: "Ac Ad Ah 2s 2c > Kc Kd Kh As Ac > Kc Kd Kh Qs Qc > 2c 2d 2h 3s 3c",
    Category.FLUSH: "As Ks Qs Js 9s > As Ks Qs Js 8s > As Ks Qs Ts 9s > Ah Kh Jh Th 9h > "
    "Ah Qh Jh Th 9h > 7c 5c 4c 3c 2c",
    Category.STRAIGHT: "As Kd Qs Js Ts > Ks Qd Js Ts 9s > 6s 5d 4s 3s 2s > 5s 4d 3s 2s As",
    Category.THREE_OF_A_KIND: "Ac Ad Ah 3s 2c > Kc Kd Kh As Qc > Kc Kd Kh As Jc > Kc Kd Kh Qs Jc > 2c 2d 2h 4s 3c",
    Category.TWO_PAIR: "Ac Ad 2h 2s 3c > Kc Kd Qh Qs 2c > Kc Kd Jh Js Ac > Kc Kd Jh Js Qc > 3c 3d 2h 2s 4c",
    Category.PAIR: "Ac Ad 4h 3s 2c > Kc Kd Ah Qs Jc > Kc Kd Ah Qs Tc > Kc Kd Ah Js Tc > "
    "Kc Kd Qh Js Tc > 2c 2d 5h 4s 3c",
    Category.HIGH_CARD: "Ac Kd Qh Js 9c > Ac Kd Qh Js 8c > Ac Kd Qh Ts 9c > Ac Kd Jh Ts 9c > "
    "Ac Qd Jh Ts 9c > Kc Qd Jh Ts 8c > 7c 5d 4h 3s 2c",
}


def test_hands_fall_in_order_by_kind_and_then_by_their_ranks() -> None:
    kinds = {kind: texts.split(" > ") for kind, texts in DESCENDING.items()}
    order = [best_hand(of(text)) for texts in kinds.values() for text in texts]
    assert [hand.category for hand in order] == [kind for kind, texts in kinds.items() for _ in texts]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == len(order)


def test_an_ace_may_be_low_and_then_is_the_lowest_straight() -> None:
    assert best_hand(of("Ac 2d 3h 4s 5c")) == PokerHand(Category.STRAIGHT, (3,))
    assert best_hand(of("Ac 2d 3h 4s 5c 6c")) == PokerHand(Category.STRAIGHT, (4,))
    assert best_hand(of("Ac 2c 3c 4c 5c")) == PokerHand(Category.STRAIGHT_FLUSH, (3,))
    assert best_hand(of("Qc Kd Ah 2s 3c")).category == Category.HIGH_CARD


def test_a_straight_and_a_flush_in_other_cards_are_no_straight_flush() -> None:
    assert best_hand(of("9s 8s 7s 6s 5d As 2s")).category == Category.FLUSH
    assert best_hand(of("As Ks Qs Js Td 9s 2c")) == PokerHand(Category.FLUSH, (12, 11, 10, 9, 7))


def test_three_pairs_leave_the_best_card_as_the_fifth() -> None:
    assert best_hand(of("Ac Ad Kc Kd Qc Qd 2s")) == PokerHand(Category.TWO_PAIR, (12, 11, 10))
    assert best_hand(of("Ac Ad Kc Kd Qc Qd Qs")) == PokerHand(Category.FULL_HOUSE, (10, 12))
    assert best_hand(of("Ac Ad As Kc Kd Ks 2s")) == PokerHand(Category.FULL_HOUSE, (12, 11))
    assert best_hand(of("2c 2d 2h 2s Kc Kd Ks")) == PokerHand(Category.FOUR_OF_A_KIND, (0, 11))


def test_a_hand_with_a_card_not_seen_cannot_be_read() -> None:
    with pytest.raises(ValueError, match="unknown card"):
        best_hand(of("As Ks Qs Js ??"))


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("As Ks Qs Js Ts", "royal flush", "royal-flush"),
        ("5s 4s 3s 2s As", "straight flush, five high", "straight-flush"),
        ("6s 6d 6h 6c As", "four sixes", "four-of-a-kind"),
        ("Ks Kd Kh 6c 6s", "full house, kings over sixes", "full-house"),
        ("Ks 9s 7s 6s 2s", "flush, king high", "flush"),
        ("Ts 9s 8s 7s 6d", "straight, ten high", "straight"),
        ("Ts Td Th 7s 6d", "three tens", "three-of-a-kind"),
        ("Ts Td 7h 7s 6d", "tens and sevens", "two-pair"),
        ("Ts Td 8h 7s 6d", "pair of tens", "pair"),
        ("As Kd 8h 7s 6d", "ace-king high", "high-card"),
    ],
)
def test_a_hand_is_declared_in_words(text: str, said: str, line: str) -> None:
    hand = best_hand(of(text))
    assert (hand.describe(), hand.category.line) == (said, line)


@pytest.mark.parametrize(
    ("cards", "making"),
    [
        ("As Ad 7c 5h 2s", "As Ad"),
        ("As Kd 7c 5h 2s", ""),
        ("9s 9d 7c 7h 2s Kc Qd", "9s 9d 7c 7h"),
        ("9s 9d 9c 7h 2s", "9s 9d 9c"),
        ("9s 9d 9c 9h 2s", "9s 9d 9c 9h"),
        ("9s 9d 9c 2h 2s Kc Qd", "9s 9d 9c 2h 2s"),
        ("As 2d 3c 4h 5s Kc Kd", "As 2d 3c 4h 5s"),
        ("As Ks 7s 4s 2s Kd 2c", "As Ks 7s 4s 2s"),
    ],
)
def test_the_cards_that_make_a_hand(cards: str, making: str) -> None:
    assert making_cards(parse_cards(cards)) == set(parse_cards(making))
