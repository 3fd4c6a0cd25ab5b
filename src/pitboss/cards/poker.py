"""Poker hands: the best five of five to seven cards, and how two hands of one kind are told apart.

A hand is `(category, ranks)`: the ranks are those that matter, in the order in which they matter, so that comparing
two hands is comparing two tuples. Suits never break a tie.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

from pitboss.cards.card import ACE, UNKNOWN, Card
from pitboss.messages import message, say, translate
from pitboss.value import Value


class Category(IntEnum):
    """The kinds of hand, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def line(self) -> str:
        """The name that pay tables use."""
        return _LINES[self]


_LINES = tuple(c.name.lower().replace("_", "-") for c in Category)
FIVE = 3


class PokerHand(Value, order=True):
    """A hand's kind and the ranks that tell it from others of its kind."""

    category: Category
    ranks: tuple[int, ...]

    def describe(self) -> str:
        """Say the hand as a dealer declares it."""
        named: dict[str, str] = {}
        for name, rank in zip(("first", "second"), self.ranks, strict=False):
            named |= {name: translate(_NAMES[rank]), f"{name}_many": translate(_MANY[rank])}
        return say(_DECLARED[self.category], **named)

    def describe_beside(self, others: Iterable["PokerHand"]) -> str:
        """Say the hand, with the side cards that tell it from others which a dealer declares alike."""
        said = self.describe()
        alike = [other.ranks for other in others if other.describe() == said and other.ranks != self.ranks]
        if not alike:
            return said
        apart = max(next(at for at, rank in enumerate(self.ranks) if ranks[at] != rank) for ranks in alike)
        named = 2 if self.category in (Category.HIGH_CARD, Category.TWO_PAIR) else 1
        cards = ", ".join(translate(_NAMES[rank]) for rank in self.ranks[named : apart + 1])
        return say("{hand} with {cards}", hand=said, cards=cards)


_NAMES = (
    *(message("two"), message("three"), message("four"), message("five"), message("six"), message("seven")),
    *(message("eight"), message("nine"), message("ten"), message("jack"), message("queen"), message("king")),
    message("ace"),
)
_MANY = (
    *(message("twos"), message("threes"), message("fours"), message("fives"), message("sixes"), message("sevens")),
    *(message("eights"), message("nines"), message("tens"), message("jacks"), message("queens"), message("kings")),
    message("aces"),
)
_DECLARED = {
    Category.HIGH_CARD: message("{first}-{second} high"),
    Category.PAIR: message("pair of {first_many}"),
    Category.TWO_PAIR: message("{first_many} and {second_many}"),
    Category.THREE_OF_A_KIND: message("three {first_many}"),
    Category.STRAIGHT: message("straight, {first} high"),
    Category.FLUSH: message("flush, {first} high"),
    Category.FULL_HOUSE: message("full house, {first_many} over {second_many}"),
    Category.FOUR_OF_A_KIND: message("four {first_many}"),
    Category.STRAIGHT_FLUSH: message("straight flush, {first} high"),
    Category.ROYAL_FLUSH: message("royal flush"),
}
"""How a dealer declares a hand of each kind, by the first two of its ranks."""


# A hand's cards are added up: a nibble for each suit, which reaches 8 with five cards of it, and above them three bits
# for each rank. One sum then tells a flush; the ranks of five to seven cards make only 73,775 hands, each read once.
# A set of ranks has the first of the three bits of each.
_RANK_BITS, _SUIT_BITS = 3, 4
_EACH = sum(1 << _RANK_BITS * rank for rank in range(ACE + 1))
_RUN = sum(1 << _RANK_BITS * rank for rank in range(5))
_WHEEL = 1 << _RANK_BITS * ACE | _RUN >> _RANK_BITS
_THREE_OF_EACH, _FIVE_OF_ONE = 0x3333, 0x8888
_ABOVE = 4 * _SUIT_BITS
_adds = [1 << _ABOVE + _RANK_BITS * (card >> 2) | 1 << _SUIT_BITS * (card & 3) for card in range(UNKNOWN)].__getitem__
_read: dict[int, PokerHand] = {}


def best_hand(cards: Sequence[Card]) -> PokerHand:
    """The best five-card hand that five to seven cards make."""
    try:
        added = sum(map(_adds, cards), _THREE_OF_EACH)
    except IndexError:
        raise ValueError("a hand with an unknown card cannot be read") from None
    if added & _FIVE_OF_ONE:
        return _find_suited(cards)
    counts = added >> _ABOVE
    known = _read.get(counts)
    if known is None:
        known = _read[counts] = _find_by_ranks(counts)
    return known


@cache
def _straight_high(ranks: int) -> int:
    """The top rank of the best straight in a set of ranks, or -1; an ace may count low."""
    for high in range(ACE, FIVE, -1):
        run = _RUN << _RANK_BITS * (high - 4)
        if ranks & run == run:
            return high
    return FIVE if ranks & _WHEEL == _WHEEL else -1


@cache
def _descending(ranks: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(ACE, -1, -1) if ranks >> _RANK_BITS * rank & 1)


def _without(ranks: int, *gone: int) -> tuple[int, ...]:
    """The ranks of a set but for some, highest first."""
    for rank in gone:
        ranks &= ~(1 << _RANK_BITS * rank)
    return _descending(ranks)


def _find_suited(cards: Sequence[Card]) -> PokerHand:
    """The best hand with five cards of a suit, which leave no room for four of a kind or a full house."""
    suits = [card & 3 for card in cards]
    suit = max(suits, key=suits.count)
    ranks = sum([1 << _RANK_BITS * (card >> 2) for card in cards if card & 3 == suit])
    high = _straight_high(ranks)
    if high == ACE:
        return PokerHand(Category.ROYAL_FLUSH, (ACE,))
    if high >= 0:
        return PokerHand(Category.STRAIGHT_FLUSH, (high,))
    return PokerHand(Category.FLUSH, _descending(ranks)[:5])


def _find_by_ranks(counts: int) -> PokerHand:
    """The best hand by ranks alone, from how many cards there are of each."""
    odd, twos, four = counts & _EACH, counts >> 1 & _EACH, counts >> 2 & _EACH
    twice = twos | four
    if twice:
        return _find_paired(odd | twice, twice, odd & twos | four, four)
    high = _straight_high(odd)
    if high >= 0:
        return PokerHand(Category.STRAIGHT, (high,))
    return PokerHand(Category.HIGH_CARD, _descending(odd)[:5])


def _find_paired(once: int, twice: int, thrice: int, four: int) -> PokerHand:
    """The best hand where at least two cards share a rank and there is no flush."""
    if four:
        quads = _descending(four)[0]
        return PokerHand(Category.FOUR_OF_A_KIND, (quads, _without(once, quads)[0]))
    pairs = _descending(twice)
    if thrice:
        trips = _descending(thrice)[0]
        others = _without(twice, trips)
        if others:
            return PokerHand(Category.FULL_HOUSE, (trips, others[0]))
    high = _straight_high(once)
    if high >= 0:
        return PokerHand(Category.STRAIGHT, (high,))
    if thrice:
        return PokerHand(Category.THREE_OF_A_KIND, (trips, *_without(once, trips)[:2]))
    if len(pairs) > 1:
        first, second = pairs[:2]
        kicker = _without(once, first, second)[0]
        return PokerHand(Category.TWO_PAIR, (first, second, kicker))
    pair = pairs[0]
    return PokerHand(Category.PAIR, (pair, *_without(once, pair)[:3]))


_IN_GROUPS = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)


def making_cards(cards: Sequence[Card]) -> frozenset[Card]:
    """The cards that make a hand what it is: of its best five those of its pairs, its three or its four, else all five;
    of a hand that has nothing, none."""
    best = best_hand(cards)
    if best.category == Category.HIGH_CARD:
        return frozenset()
    five = next(five for five in combinations(cards, 5) if best_hand(five) == best)
    if best.category not in _IN_GROUPS:
        return frozenset(five)
    ranks = [card.rank for card in five]
    return frozenset(card for card in five if ranks.count(card.rank) > 1)
