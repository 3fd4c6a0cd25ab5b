"""In how many ways hands of five cards that take a prize can be held together: flushes, fours of a kind and full
houses, and straights where they take a prize, too (Crown 12.1, options 4 to 6).

Straights are laid first, by their ranks alone. A straight of one suit is a flush as well: inclusion and exclusion over
straight flushes, suit by suit, has every set counted once. For what is laid next it only matters how many ranks have
which suits taken and how many cards asked for. The rest is counted rank by rank: cards of flushes, the straights' own
cards, fours, threes and pairs. A four's fifth card is any that is left at the end.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, perm, prod
from typing import NamedTuple

from pitboss.jackpot.hits import MOST_PLAYERS

SUITS, RANKS = 4, 13
Suits = int
"""Some suits: a bit for each."""
Rank = tuple[Suits, int]
"""What is laid of a rank: the suits that straight flushes take, and how many cards straights ask for."""
Deck = tuple[Rank, ...]
Asked = tuple[int, ...]
"""How many cards of each rank straights ask for."""


SETS: Mapping[bool, tuple[int, ...]] = {
    False: (1, 9516, 29730558, 38349790908, 21045210850521, 4522038354065232, 341831345363123616, 7766690797748570688),
    True: (
        *(1, 19716, 117895110, 266651097908, 237088981047369, 79601164252972360),
        *(9099125545119149160, 295666503450459218616),
    ),
}
"""What `count_sets` counts without straights and with them: kept, since the pages that show it are made at once."""


class TakenCards(NamedTuple):
    """What is taken on the way through the ranks: how many cards of each suit for flushes; fours, threes and pairs."""

    flushes: tuple[int, ...]
    fours: int
    threes: int
    pairs: int


OF_RANK: Mapping[int, tuple[tuple[int, int, int, int], ...]] = {
    cards: tuple(
        (fours, threes, pairs, ways)
        for fours, threes, pairs, ways in ((0, 0, 0, 1), (0, 0, 1, comb(cards, 2)), (0, 1, 0, comb(cards, 3)))
        if ways
    )
    + (((0, 0, 2, 3), (1, 0, 0, 1)) if cards == SUITS else ())
    for cards in range(SUITS + 1)
}
"""By how many cards a rank has left: fours, threes and pairs that can be taken from it, and in how many ways."""


def count_sets(*, straights: bool, ranks: int = RANKS, most: int = MOST_PLAYERS) -> tuple[int, ...]:
    """The sets of so many hands that can be taken at once from a deck, counted: with straights it takes minutes."""
    starts = range(-1, ranks - 4) if straights else ()
    runs = tuple(frozenset((start + step) % ranks for step in range(5)) for start in starts)
    decks: Counter[tuple[int, Deck]] = Counter()
    found = [0] * (most + 1)
    orders = factorial(most)  # so that all weights are whole numbers
    for taken, hands, weight in _straight_flushes(runs, ranks, most):
        room = tuple(SUITS - suits.bit_count() for suits in taken)
        for asked, more, alike in _straights(runs, room, most - hands):
            ways = weight * orders // alike
            if hands + more == most:
                found[most] += ways * prod(map(perm, room, asked))
            else:
                decks[hands + more, _deck(taken, asked)] += ways
    for (hands, deck), ways in sorted(decks.items()):
        for more, sets in enumerate(_sets_of_rest(deck, most - hands)):
            found[hands + more] += ways * sets
    return tuple(sets // orders for sets in found)


def _straight_flushes(
    runs: tuple[frozenset[int], ...], ranks: int, most: int
) -> Iterator[tuple[tuple[Suits, ...], int, int]]:
    """The sets of straight flushes: the suits that they take of each rank, how many they are, and how much such a set
    weighs. Suits are alike, and so is a set read from the other end of the ranks."""
    places = range(len(runs))
    of_suit = [(), *((a,) for a in places), *((a, b) for a, b in combinations(places, 2) if not runs[a] & runs[b])]
    for chosen in combinations_with_replacement(sorted(of_suit), SUITS):
        mirrored = tuple(sorted(tuple(sorted(len(runs) - 1 - a for a in suit)) for suit in chosen))
        hands = sum(map(len, chosen))
        if hands <= most and chosen <= mirrored:
            alike = factorial(SUITS) // prod(map(factorial, Counter(chosen).values()))
            taken = tuple(
                sum(1 << suit for suit, held in enumerate(chosen) if any(rank in runs[a] for a in held))
                for rank in range(ranks)
            )
            yield taken, hands, (-1) ** hands * alike * (1 if chosen == mirrored else 2)


def _straights(runs: tuple[frozenset[int], ...], room: tuple[int, ...], most: int) -> Iterator[tuple[Asked, int, int]]:
    """The straights that there is room for: the cards that they ask for, how many they are, and how many orders of them
    are one set."""
    if not runs:
        yield (0,) * len(room), 0, 1
        return
    for asked, straights, alike in _straights(runs[1:], room, most):
        for more in range(most - straights + 1):
            now = tuple(cards + more * (rank in runs[0]) for rank, cards in enumerate(asked))
            if any(cards > left for cards, left in zip(now, room, strict=True)):
                break
            yield now, straights + more, alike * factorial(more)


def _deck(taken: tuple[Suits, ...], asked: Asked) -> Deck:
    """What is laid, whichever the ranks and suits are: suits in an order that follows from what lies beside them."""
    ranks = list(zip(taken, asked, strict=True))

    def beside(suit: int) -> list[tuple[int, int]]:
        return sorted((suits.bit_count(), cards) for suits, cards in ranks if suits >> suit & 1)

    order = sorted(range(SUITS), key=beside)
    return tuple(
        sorted((sum((suits >> suit & 1) << place for place, suit in enumerate(order)), cards) for suits, cards in ranks)
    )


def _sets_of_rest(deck: Deck, most: int) -> list[int]:
    """In how many ways the straights' cards are taken, and so many flushes, fours and full houses."""
    columns = [tuple(suits >> suit & 1 for suits, _ in deck) for suit in range(SUITS)]
    like = tuple(map(columns.index, columns))
    left = sum(SUITS - suits.bit_count() - asked for suits, asked in deck)
    found = [0] * (most + 1)
    for taken, ways in _ways_to_take(deck, most, like, len(deck)).items():
        if taken.threes == taken.pairs and not any(cards % 5 for cards in taken.flushes):
            whole = sum(taken.flushes) // 5 + taken.threes
            split = (comb(10, 5) // 2) ** taken.flushes.count(10)
            fifths = perm(left - 5 * whole - 4 * taken.fours, taken.fours)
            found[whole + taken.fours] += ways * split * factorial(taken.threes) * fifths
    return found


@lru_cache(maxsize=1 << 10)
def _ways_to_take(deck: Deck, most: int, like: tuple[int, ...], ranks: int) -> Mapping[TakenCards, int]:
    """What can be taken from the first ranks of a deck; decks that come one after the other mostly have these alike."""
    if not deck:
        return {TakenCards((0,) * SUITS, 0, 0, 0): 1}
    (suits, asked), to_come = deck[-1], ranks - len(deck)
    found: Counter[TakenCards] = Counter()
    for (flushes, fours, threes, pairs), ways in _ways_to_take(deck[:-1], most, like, ranks).items():
        for now, hands, cards in _flushes_after(flushes, suits, most, like, to_come):
            if cards < asked:
                continue
            taken = ways * perm(cards, asked)
            for a, b, c, more in OF_RANK[cards - asked]:
                if hands + fours + a + max(threes + b, pairs + c) <= most:
                    found[TakenCards(now, fours + a, threes + b, pairs + c)] += taken * more
    return found


@cache
def _flushes_after(
    flushes: tuple[int, ...], suits: Suits, most: int, like: tuple[int, ...], to_come: int
) -> list[tuple[tuple[int, ...], int, int]]:
    """The cards of flushes after a rank of which some suits are taken, with how many flushes these are and how many
    cards of the rank are left. Suits that are alike are put in order."""
    found = []
    for more in range(1 << SUITS):
        now = [cards + (more >> suit & 1) for suit, cards in enumerate(flushes)]
        hands = sum(-(-cards // 5) for cards in now)
        if not more & suits and hands <= most and all(-cards % 5 <= to_come for cards in now):
            for first in set(like):
                places = [suit for suit in range(SUITS) if like[suit] == first]
                for suit, cards in zip(places, sorted(now[suit] for suit in places), strict=True):
                    now[suit] = cards
            found.append((tuple(now), hands, SUITS - suits.bit_count() - more.bit_count()))
    return found
