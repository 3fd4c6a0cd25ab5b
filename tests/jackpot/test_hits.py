"""Hands that take a prize in one round, each figure by a second way: hands met one by one, in small decks too."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, perm, prod

import numpy as np
import pytest

from pitboss.jackpot.five_cards import SETS, count_sets
from pitboss.jackpot.hits import MOST_PLAYERS, Cards, bits_of, count_top_hits, prize_hands
from pitboss.jackpot.returns import HANDS
from pitboss.jackpot.several import WITHOUT_STRAIGHTS, chance_of_several, classes_of, sets_of_lines


@cache
def chance_of_two_prizes(lines: tuple[str, ...], shared: int) -> Fraction:
    """The chance that two given hands of a round both take a prize, exactly.

    Pairs of prize hands are told apart by how many cards they have in common: a pair is found in every set of cards
    that both hold, so that it is enough to know how many prize hands hold each set.
    """
    holding = [Counter[Cards]() for _ in range(6)]
    for line in lines:
        for hand in prize_hands(line):
            bits = bits_of(hand)
            for size in range(shared, 6):
                holding[size].update(map(sum, combinations(bits, size)))
    pairs = [sum(number**2 for number in held.values()) for held in holding]
    meeting = sum((-1) ** (size - shared) * comb(size, shared) * pairs[size] for size in range(shared, 6))
    own = 5 - shared
    return Fraction(meeting, comb(52, shared) * comb(52 - shared, own) * comb(52 - 5, own))


@pytest.mark.parametrize("players", range(1, 8))
def test_royal_and_straight_flushes_of_one_round_by_suits(players: int) -> None:
    """A suit has none of them, a royal flush, one of nine straight flushes, four of these with a royal flush, or one of
    ten pairs: the fourth power has all that can meet."""
    one = {(0, 0): 1, (1, 0): 1, (0, 1): 9, (1, 1): 4, (0, 2): 10}
    sets = {(0, 0): 1}
    for _ in range(4):
        product: dict[tuple[int, int], int] = {}
        for (r, s), ways in sets.items():
            for (more, others), times in one.items():
                product[r + more, s + others] = product.get((r + more, s + others), 0) + ways * times
        sets = product
    hits = count_top_hits(players, 0)
    assert sum(hits.chances.values()) == 1 and min(hits.chances.values()) >= 0
    for (r, s), ways in sets.items():
        mean = sum(comb(a, r) * comb(b, s) * chance for (a, b), chance in hits.chances.items())
        deals = prod(comb(52 - 5 * place, 5) for place in range(r + s))
        assert mean == Fraction(ways * perm(players, r + s), deals)


@pytest.mark.parametrize("shared", [0, 3])
def test_royal_and_straight_flushes_of_two_players_hand_by_hand(shared: int) -> None:
    """Every pair of the forty hands that has just the cards of the table in common."""
    hands = [(hand, line == "royal-flush") for line in ("royal-flush", "straight-flush") for hand in prize_hands(line)]
    met = {0: 0, 1: 0, 2: 0}
    for (one, is_royal), (other, is_too) in combinations(hands, 2):
        met[is_royal + is_too] += 2 * ((one & other).bit_count() == shared)
    deals = comb(52, shared) * comb(52 - shared, 5 - shared) * comb(47, 5 - shared)
    hits = count_top_hits(2, shared)
    assert [hits.chances.get((r, 2 - r), 0) for r in range(3)] == [Fraction(met[r], deals) for r in range(3)]
    assert hits.shared == Fraction(sum(met.values()), deals)


@pytest.mark.parametrize("shared", [0, 3])
def test_two_prizes_of_any_kind_pair_by_pair(shared: int) -> None:
    lines = tuple(HANDS)[:5]
    hands = np.array(sorted(hand for line in lines for hand in prize_hands(line)), np.uint64)
    met = sum(int((np.bitwise_count(hands & hand) == shared).sum()) for hand in hands)
    deals = comb(52, shared) * comb(52 - shared, 5 - shared) * comb(47, 5 - shared)
    assert chance_of_two_prizes(lines, shared) == Fraction(met, deals)


@pytest.mark.parametrize("line", HANDS)
def test_prize_hands_are_all_hands_of_their_kind(line: str) -> None:
    assert len(prize_hands(line)) == HANDS[line]
    assert {hand.bit_count() for hand in prize_hands(line)} == {5}


# Two prizes or more of any kind.

ALL = frozenset(HANDS)


def sets_apart(hands: list[int], most: int) -> list[int]:
    """The sets of so many hands that share no card, counted one by one."""
    found = [0] * (most + 1)

    def look(rest: list[int], size: int) -> None:
        found[size] += 1
        if size == most - 1:
            found[most] += len(rest)
        elif size < most:
            for place, hand in enumerate(rest):
                look([other for other in rest[place + 1 :] if not other & hand], size + 1)

    look(hands, 0)
    return found


def hands_of_a_small_deck(ranks: int, *, straights: bool) -> list[int]:
    """The prize hands of a deck of the lowest ranks; its highest is low in a straight, too."""
    runs = [sorted((start + step) % ranks for step in range(5)) for start in range(-1, ranks - 4)] if straights else []
    hands = []
    for some in combinations(range(4 * ranks), 5):
        of = [card // 4 for card in some]
        most = sorted(np.bincount(of).tolist())[-2:]
        if most in ([1, 4], [2, 3], [0, 4]) or of in runs or len({card % 4 for card in some}) == 1:
            hands.append(sum(1 << card for card in some))
    return hands


@pytest.mark.parametrize(("ranks", "straights"), [(5, False), (6, True)])
def test_sets_of_hands_in_a_small_deck_one_by_one(ranks: int, straights: bool) -> None:
    hands = np.array(hands_of_a_small_deck(ranks, straights=straights))
    pairs = np.zeros(1 << 4 * ranks, np.int64)
    """By the ten cards of two hands: how many pairs have them."""
    for place, hand in enumerate(hands):
        others = hands[place + 1 :]
        np.add.at(pairs, hand | others[others & hand == 0], 1)
    two = np.flatnonzero(pairs)
    in_cards = {"hands": np.bincount(hands, minlength=len(pairs)), "pairs": pairs.copy()}
    for held in in_cards.values():  # by some cards: how many can be held with no other card than these
        for card in range(4 * ranks):
            halves = held.reshape(-1, 2, 1 << card)
            halves[:, 1] += halves[:, 0]
    rest = len(pairs) - 1 - two
    three, four = ((pairs[two] * held[rest]).sum() for held in in_cards.values())
    assert count_sets(straights=straights, ranks=ranks, most=4) == (
        *(1, len(hands), pairs.sum()),
        *(three // 3, four // 6),
    )


@pytest.mark.parametrize("straights", [False, True])
def test_sets_of_hands_are_as_they_are_kept(straights: bool) -> None:
    most = 4 if straights else MOST_PLAYERS
    assert count_sets(straights=straights, most=most) == SETS[straights][: most + 1]


@pytest.mark.long
def test_sets_of_hands_with_straights_are_counted_again() -> None:
    assert count_sets(straights=True) == SETS[True]


@pytest.mark.parametrize("straights", [False, True])
def test_sets_of_hands_as_hands_taken_by_chance_tell_them(straights: bool) -> None:
    """Hands are taken from the list of all, each of those that are left with the same chance: how many were left at
    each step tells on average how many sets there are."""
    rng, times = np.random.default_rng(19716), 600
    lines = ALL if straights else WITHOUT_STRAIGHTS
    hands = np.array(sorted(hand for line in lines for hand in prize_hands(line)), np.int64)
    told = np.zeros((times, MOST_PLAYERS))
    for time in range(times):
        left, orders = hands, 1.0
        for size in range(MOST_PLAYERS):
            orders *= len(left) / (size + 1)
            told[time, size] = orders
            if len(left):
                left = left[left & left[rng.integers(len(left))] == 0]
    mean, error = told.mean(0), told.std(0) / times**0.5
    assert (np.abs(mean - np.array(SETS[straights][1:], float)) <= 4 * error + 1e-9 * mean).all()
    assert (error[:4] < 0.02 * mean[:4]).all()


@pytest.mark.parametrize("shared", [0, 3])
@pytest.mark.parametrize("lines", [WITHOUT_STRAIGHTS, ALL])
def test_several_prizes_of_two_players_are_those_of_all_pairs(shared: int, lines: frozenset[str]) -> None:
    assert chance_of_several(lines, shared, 2) == chance_of_two_prizes(tuple(sorted(lines)), shared)
    one = chance_of_several(lines, shared, 1, 1)
    assert one == Fraction(sum(HANDS[line] for line in lines), comb(52, 5))


def test_other_prizes_are_not_counted_as_if_they_were_these() -> None:
    with pytest.raises(ValueError, match="are not counted"):
        chance_of_several(frozenset({"flush"}), 0, 3)


@pytest.mark.parametrize("table", ["straight flush", "three of a kind", "a pair", "nothing"])
def test_sets_of_pairs_with_three_cards_of_the_table_one_by_one(table: str) -> None:
    """All sets of two cards that make a prize with some tables, for up to three players."""
    cards = {"straight flush": (20, 24, 28), "three of a kind": (0, 1, 2), "a pair": (0, 1, 44), "nothing": (0, 21, 46)}
    lies = sum(1 << card for card in cards[table])
    own = [hand ^ lies for line in ALL for hand in prize_hands(line) if hand & lies == lies]
    pairs = [(hand & -hand, hand & (hand - 1)) for hand in own]
    assert list(sets_of_lines(*classes_of(pairs)))[:4] == sets_apart(own, 3)


@pytest.mark.parametrize("players", [3, 7])
@pytest.mark.parametrize("shared", [0, 3])
def test_several_prizes_in_rounds_that_were_dealt(players: int, shared: int) -> None:
    """Rounds of Caribbean or Mississippi Stud: how many hands take a prize, straights too, by the hands themselves."""
    rng, rounds, own = np.random.default_rng(players), 60_000, 5 - shared
    cards = shared + own * players
    dealt = rng.random((rounds, 52)).argpartition(np.arange(cards))[:, :cards]
    bits = np.uint64(1) << dealt.astype(np.uint64)
    table = bits[:, :shared].sum(1)
    prizes = np.array(sorted(hand for line in ALL for hand in prize_hands(line)), np.uint64)
    taken = sum(np.isin(table + bits[:, at : at + own].sum(1), prizes).astype(int) for at in range(shared, cards, own))
    for least in (1, 2):
        chance = float(chance_of_several(ALL, shared, players, least))
        seen, error = float(np.mean(taken >= least)), (chance / rounds) ** 0.5
        assert abs(seen - chance) < 4 * error


def test_several_prizes_are_fewer_than_pairs_and_more_with_each_player() -> None:
    for lines in (WITHOUT_STRAIGHTS, ALL):
        chances = [chance_of_several(lines, 0, players) for players in range(2, MOST_PLAYERS + 1)]
        assert chances == sorted(chances)
        assert all(chance <= comb(n, 2) * chances[0] for n, chance in enumerate(chances, start=2))
    assert 1 - chance_of_several(WITHOUT_STRAIGHTS, 0, 7, 1) > 0.97
