"""Several prizes in one round: how likely it is that hands of one deck take them together.

Players hold five cards each, or two each that go with three of the table (Crown 8, 9.4.5, 10.4.5). Two hands that meet
in a round therefore have no card in common, or just the three. Royal and straight flushes are few (forty), so all that
can meet are counted; of the other prizes the pairs of hands are, by how many prize hands hold each set of cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, perm, prod

from pitboss.value import Value

ROYAL, STRAIGHT_FLUSH = "royal-flush", "straight-flush"
SHARED: Mapping[str, int] = {"caribbean-stud": 0, "mississippi-stud": 3, "ultimate-texas-holdem": 3}
"""By engine: how many of a hand's five cards lie on the table for all."""
MOST_PLAYERS = 7
Cards = int
"""A set of cards: a bit for each, at four times its rank (the ace twelve) and its suit."""
RUNS = tuple(tuple((start + step) % 13 for step in range(5)) for start in range(-1, 9))
"""The ranks of the straights, the ace low in the first; the last is royal."""


def _cards(ranks: tuple[int, ...], suits: tuple[int, ...]) -> Cards:
    return sum(1 << (4 * rank + suit) for rank, suit in zip(ranks, suits, strict=True))


@cache
def straight_flushes() -> Mapping[Cards, str]:
    """The forty hands, and which of them are royal."""
    kinds = {run: ROYAL if run == RUNS[-1] else STRAIGHT_FLUSH for run in RUNS}
    return {_cards(run, (suit,) * 5): kind for run, kind in kinds.items() for suit in range(4)}


@cache
def prize_hands(line: str) -> frozenset[Cards]:
    """All hands of a kind that takes a prize."""
    if line in (ROYAL, STRAIGHT_FLUSH):
        return frozenset(hand for hand, kind in straight_flushes().items() if kind == line)
    return frozenset(_hands(line)) - straight_flushes().keys()


def _hands(line: str) -> Iterator[Cards]:
    suits = range(4)
    match line:
        case "four-of-a-kind":
            for (four, other), suit in product(product(range(13), repeat=2), suits):
                if four != other:
                    yield _cards((four,) * 4 + (other,), (*suits, suit))
        case "full-house":
            for three, two in product(range(13), repeat=2):
                if three != two:
                    for some, others in product(combinations(suits, 3), combinations(suits, 2)):
                        yield _cards((three,) * 3 + (two,) * 2, some + others)
        case "flush":
            for ranks, suit in product(combinations(range(13), 5), suits):
                yield _cards(ranks, (suit,) * 5)
        case "straight":
            for run, in_suits in product(RUNS, product(suits, repeat=5)):
                yield _cards(run, in_suits)


class TopHits(Value):
    """The chance of each number of royal flushes and straight flushes in a round, by both numbers."""

    players: int
    chances: Mapping[tuple[int, int], Fraction]

    def chance(self, *, royals: int = 0, others: int = 0) -> Fraction:
        """The chance of at least so many royal flushes, and of at least so many straight flushes."""
        found = (chance for (r, s), chance in self.chances.items() if r >= royals and s >= others)
        return sum(found, Fraction(0))

    @property
    def shared(self) -> Fraction:
        """The chance that two hands or more share a meter."""
        return sum((chance for (r, s), chance in self.chances.items() if r + s > 1), Fraction(0))


@cache
def count_top_hits(players: int, shared: int) -> TopHits:
    """The numbers of royal and straight flushes among the hands of a round, exactly.

    How many ways there are on average to pick some of the hits is known from the sets of hands that can meet; the
    chance of each number of hits follows by inclusion and exclusion.
    """
    picked = {
        (r, s): ways * _chance_of_set(players, r + s, shared)
        for (r, s), ways in _meetings(shared).items()
        if r + s <= players
    }
    chances = {
        (royals, others): sum(
            (
                (1 if (r + s - royals - others) % 2 == 0 else -1) * comb(r, royals) * comb(s, others) * mean
                for (r, s), mean in picked.items()
            ),
            Fraction(0),
        )
        for royals, others in picked
    }
    return TopHits(players, chances)


def _chance_of_set(players: int, size: int, shared: int) -> Fraction:
    """The chance that some players hold one set of hands that can meet, over all ways to pick the players."""
    if size == 0:
        return Fraction(1)
    own = 5 - shared
    deals = comb(52, shared) * prod(comb(52 - shared - own * place, own) for place in range(size))
    return Fraction(perm(players, size), deals)


@cache
def _meetings(shared: int) -> Mapping[tuple[int, int], int]:
    """In how many ways some of the forty hands can meet, by how many are royal and how many are not: which hands, and
    where cards of the table are in all of them, which cards."""
    hands = straight_flushes()
    tables = {sum(some) for hand in hands for some in combinations(bits_of(hand), shared)}
    found: Counter[tuple[int, int]] = Counter()
    for table in tables:
        own = [(hand ^ table, kind == ROYAL) for hand, kind in hands.items() if hand & table == table]
        found.update(_sets_apart(own))
    found[0, 0] = 1
    return found


def _sets_apart(
    own: list[tuple[Cards, bool]], used: Cards = 0, royals: int = 0, size: int = 0
) -> Iterator[tuple[int, int]]:
    """Every set of hands without a card in common: how many of it are royal, and how many are not."""
    yield royals, size - royals
    if size < MOST_PLAYERS:
        for place, (cards, is_royal) in enumerate(own):
            if not used & cards:
                yield from _sets_apart(own[place + 1 :], used | cards, royals + is_royal, size + 1)


def bits_of(cards: Cards) -> list[Cards]:
    """The cards of a set, each as a set of its own."""
    return [1 << place for place in range(52) if cards >> place & 1]
