"""The card, the decks and point totals.

A card is a small number, four to a rank, so that hands are compared by arithmetic; people see `As Kd Th`.
"""

from collections.abc import Iterable, Sequence

from pitboss.messages import say
from pitboss.value import Value

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class Card(int):
    """One of the 52 cards, or the back of one that is still unknown (`??`)."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 to 3 for clubs, diamonds, hearts and spades, which all rank the same."""
        return self & 3

    def __str__(self) -> str:
        return NAMES[self]

    __repr__ = __str__


NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
CARDS = tuple(Card(number) for number in range(53))
UNKNOWN = CARDS[52]
_BY_NAME = dict(zip(NAMES, CARDS, strict=True))
_SIGNS = str.maketrans({**dict(zip("♣♦♥♠", SUITS, strict=True)), **dict(zip("♧♢♡♤", SUITS, strict=True)), "\ufe0f": ""})
"""The signs of suits, which a keyboard may follow with the mark of a picture."""


def parse_card(text: str) -> Card:
    """Read `As`, `A♠`, `td`, `10d` or `??`."""
    name = text.strip().replace("10", "T").translate(_SIGNS)
    card = _BY_NAME.get(name[:1].upper() + name[1:].lower())
    if card is None:
        words = "{text} is not a card: write rank and suit, as in As, Kd, Th or 9c, or ?? for a card not seen"
        raise ValueError(say(words, text=repr(text)))
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def show(cards: Iterable[Card]) -> str:
    """Write cards in a row."""
    return " ".join(NAMES[card] for card in cards)


# The decks: 52 cards for the poker games, 48 without the tens for Pontoon.

DECK_52: tuple[Card, ...] = CARDS[:52]
DECK_48: tuple[Card, ...] = tuple(card for card in DECK_52 if RANKS[card.rank] != "T")


# Point totals: an ace counts 11 where that does not pass 21, else 1; court cards count ten.

MOST = 21
KING, ACE = RANKS.index("K"), RANKS.index("A")
VALUES: tuple[int, ...] = tuple(11 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in RANKS)
"""What a card of each rank counts, an ace at its higher value."""


class Points(Value):
    """The total of some cards, and whether an ace in it counts 11."""

    total: int
    soft: bool = False


def points(cards: Sequence[Card], held: int = 0) -> Points:
    """Add cards up; aces among the first `held` of them count 1 whatever comes."""
    total = aces = 0
    for place, card in enumerate(cards):
        rank = card >> 2
        if rank == ACE:
            if place < held:
                total += 1
                continue
            aces += 1
        total += VALUES[rank]
    while total > MOST and aces:
        total -= 10
        aces -= 1
    return Points(total, aces > 0)
