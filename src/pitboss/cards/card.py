"""A card is a small number, four to a rank, so that hands are compared by arithmetic; people see `As Kd Th`."""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class Card(int):
    """One of the 52 cards, or the back of one that nobody has seen yet (`??`)."""

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
        raise ValueError(f"{text!r} is no card: write rank and suit, as in As, Kd, Th or 9c, or ?? for a card not seen")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def show(cards: Iterable[Card]) -> str:
    """Write cards in a row."""
    return " ".join(NAMES[card] for card in cards)
