"""How many hands of a round take a prize of any kind, exactly: for players with five cards each, and for players with
two cards each that go with three of the table.

The chance that `k` given players all take a prize is the number of sets of `k` prize hands that can meet, over the
deals; the chance of each number of prizes follows by inclusion and exclusion. Sets of hands are not looked at one by
one: those of five cards are counted in `five_cards`. With three cards of the table, two cards that make a prize with
them are a line between two cards, and sets of lines that share no card are counted on classes of cards that are alike.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, prod

from pitboss.jackpot.five_cards import SETS
from pitboss.jackpot.hits import MOST_PLAYERS, Cards, bits_of, prize_hands

WITHOUT_STRAIGHTS = frozenset({"royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"})
Counts = tuple[int, ...]
"""Numbers by place: the sets of 0, 1, 2 and so on."""


@cache
def chance_of_several(lines: frozenset[str], shared: int, players: int, least: int = 2) -> Fraction:
    """The chance that so many hands of a round or more take a prize."""
    sets = _sets_with_table(lines, shared) if shared else SETS[_has_straights(lines)]
    own = 5 - shared
    total = Fraction(0)
    for size in range(least, players + 1):
        deals = comb(52, shared) * prod(comb(52 - shared - own * place, own) for place in range(size))
        means = comb(players, size) * Fraction(factorial(size) * sets[size], deals)
        total += (-1) ** (size - least) * comb(size - 1, least - 1) * means
    return total


def _has_straights(lines: frozenset[str]) -> bool:
    if lines - {"straight"} != WITHOUT_STRAIGHTS:
        raise ValueError(f"sets of {', '.join(sorted(lines))} are not counted")
    return "straight" in lines


@cache
def _sets_with_table(lines: frozenset[str], shared: int) -> Counts:
    pairs: defaultdict[Cards, list[tuple[Cards, Cards]]] = defaultdict(list)
    for line in lines:
        for hand in prize_hands(line):
            bits = bits_of(hand)
            for table in combinations(bits, shared):
                one, other = (bit for bit in bits if bit not in table)
                pairs[sum(table)].append((one, other))
    found = [0] * (MOST_PLAYERS + 1)
    found[0] = comb(52, shared) - len(pairs)
    for table_pairs in pairs.values():
        for size, sets in enumerate(sets_of_lines(*classes_of(table_pairs))):
            found[size] += sets
    return tuple(found)


def classes_of(pairs: list[tuple[Cards, Cards]]) -> tuple[Counts, tuple[tuple[bool, ...], ...]]:
    """The cards in classes that go with the same cards: how many are in each, and which classes go together."""
    near: defaultdict[Cards, int] = defaultdict(int)
    for one, other in pairs:
        near[one] |= other
        near[other] |= one
    classes: list[list[Cards]] = []
    for card, others in near.items():
        for known in classes:
            first = known[0]
            if near[first] & ~card == others & ~first and all(
                bool(near[first] & card) == bool(near[a] & b) for a, b in combinations((*known, card), 2)
            ):
                known.append(card)
                break
        else:
            classes.append([card])
    classes.sort(key=lambda known: (len(known), near[known[0]].bit_count()))
    together = tuple(tuple(bool(near[a[0]] & (b[0] if a is not b else b[-1])) for b in classes) for a in classes)
    return tuple(map(len, classes)), together


@cache
def sets_of_lines(sizes: Counts, together: tuple[tuple[bool, ...], ...]) -> Counts:
    """In how many ways so many lines can be drawn that share no card: the first card has none, or one to any class that
    its class goes with."""
    known: dict[Counts, Counts] = {}

    def count(left: Counts, most: int) -> Counts:
        first = next((place for place, number in enumerate(left) if number), None)
        if first is None or most == 0:
            return (1,) + (0,) * most
        if (found := known.get((*left, most))) is not None:
            return found
        without = _less(left, first)
        sums = list(count(without, most))
        for place, goes in enumerate(together[first]):
            if goes and without[place]:
                for size, ways in enumerate(count(_less(without, place), most - 1)):
                    sums[size + 1] += without[place] * ways
        known[*left, most] = tuple(sums)
        return tuple(sums)

    return count(sizes, MOST_PLAYERS)


def _less(left: Counts, place: int) -> Counts:
    return (*left[:place], left[place] - 1, *left[place + 1 :])
