"""A shoe: an order of the cards drawn from a secret seed, committed to before the cut and opened when it is spent.

The seed is as wide as the number of orders asks, so that every order can occur; SHAKE-256 expands it block by block,
and a number below n! is taken by rejection, so that none is likelier than another. Where the seed comes from is the
caller's matter: this module has no source of chance of its own.
"""

import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from math import factorial

from pitboss.cards.card import UNKNOWN, Card
from pitboss.value import Value, replace

_MARGIN_BITS = 128
_BLOCK = 128
_DIGIT = 1 << sys.int_info.bits_per_digit
_EXPANDS = b"pitboss shoe %d\0"
_FIRST_BLOCK = _EXPANDS % 1
_COMMITS = b"pitboss shoe 1\0"
_END_OF_CARDS = b"\xff"

Group = tuple[int, tuple[tuple[int, int, int], ...]]
"""Places that one small number tells: the product of how many cards each is drawn from, and for each place the product
of those before it in the group, how many cards it is drawn from, and where the last of these lies."""


@cache
def seed_bytes(size: int) -> int:
    """How many bytes a seed has for a shoe of so many cards: its orders, and 128 bits to spare."""
    return (factorial(size).bit_length() + _MARGIN_BITS + 7) // 8


@cache
def _plan(size: int) -> tuple[int, int, int, tuple[Group, ...]]:
    """How to turn bytes into an order: bytes to take, bits to drop, n!, and the places parted into small numbers.

    Dividing the big number once per group, and the small remainder once per place, costs far less than dividing the
    big number at every place; a remainder of one machine digit is divided fastest.
    """
    total = factorial(size)
    bits = (total - 1).bit_length()
    groups: list[Group] = []
    places: list[tuple[int, int, int]] = []
    product = 1
    for place in range(size, 0, -1):
        if product * place >= _DIGIT:
            groups.append((product, tuple(places)))
            places, product = [], 1
        places.append((product, place, place - 1))
        product *= place
    groups.append((product, tuple(places)))
    return (bits + 7) // 8, -bits % 8, total, tuple(groups)


def _expand(seed: bytes, least: int) -> bytes:
    """At least so many bytes of a seed's stream.

    Each block is a hash of the whole seed under its own number. One long output would not do: all of it follows from
    SHAKE's 1,600 bits of state, fewer than the orders of a shoe of 288 cards or more have.
    """
    if least <= _BLOCK:
        return hashlib.shake_256(_FIRST_BLOCK + seed).digest(_BLOCK)
    blocks = range(1, -(-least // _BLOCK) + 1)
    return b"".join([hashlib.shake_256(_EXPANDS % number + seed).digest(_BLOCK) for number in blocks])


class CardOrder:
    """The order that a seed gives some cards, worked out as far as it has been asked for.

    Each card is drawn from those that are left, so the first card of the order is known after one step: a device that
    is loaded anew each round is asked for a few cards of hundreds. What is worked out only grows, so values share it.
    """

    __slots__ = ("_cards", "_groups", "_known", "_left", "_number", "_seed")

    def __init__(self, cards: Sequence[Card], seed: bytes) -> None:
        self._cards, self._seed = tuple(cards), seed
        self._known: list[Card] = []
        self._left = list(cards)
        self._number, groups = _draw_number(len(cards), seed) if cards else (0, ())
        self._groups = iter(groups)  # those that are not worked out yet

    def __repr__(self) -> str:
        return f"<an order of {len(self._cards)} cards>"  # never the order itself

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardOrder) and (self._cards, self._seed) == (other._cards, other._seed)

    def __hash__(self) -> int:
        return hash((self._cards, self._seed))

    def __len__(self) -> int:
        return len(self._cards)

    def cards_between(self, start: int, end: int) -> tuple[Card, ...]:
        """The cards from one place to another, the first place being 0."""
        known = self._known
        if len(known) < end:
            self._work_out(end)
        return tuple(known[start:end])

    def _work_out(self, end: int) -> None:
        """Draw cards until so many are known, at a time as many as one small number tells."""
        known, left, number = self._known, self._left, self._number
        for product, places in self._groups:
            number, small = divmod(number, product)
            for below, place, last in places:
                pick = small // below % place
                known.append(left[pick])
                left[pick] = left[last]
            if len(known) >= end:
                break
        self._number = number


def _draw_number(size: int, seed: bytes) -> tuple[int, tuple[Group, ...]]:
    """The number below size! that a seed gives, and how to part it into places."""
    width, drop, total, groups = _plan(size)
    taken = _expand(seed, width)
    start = 0
    while True:
        if start + width > len(taken):
            taken = _expand(seed, len(taken) + width)
        number = int.from_bytes(taken[start : start + width], "big") >> drop
        if number < total:
            return number, groups
        start += width


def order_of(cards: Sequence[Card], seed: bytes) -> tuple[Card, ...]:
    """The whole order that a seed gives the cards."""
    return CardOrder(cards, seed).cards_between(0, len(cards))


def commitment_of(cards: Sequence[Card], seed: bytes) -> str:
    """The commitment, published before the cut: it fixes the order and tells nothing of it."""
    return hashlib.sha256(_COMMITS + bytes(cards) + _END_OF_CARDS + seed).hexdigest()


class Opening(Value):
    """The opening, published when a shoe is spent, for all to check against its commitment."""

    cards: tuple[Card, ...]
    seed: bytes
    cut: int

    def check(self, commitment: str, dealt: Sequence[Card]) -> bool:
        """Say whether this opens the commitment and gives the cards that were dealt; one not seen is any card."""
        if commitment_of(self.cards, self.seed) != commitment or len(dealt) > len(self.cards):
            return False
        order = Shoe.shuffle(self.cards, self.seed, chosen=True).cut(self.cut).draw(len(dealt))[0]
        return all(card in (came, UNKNOWN) for came, card in zip(order, dealt, strict=False))


class Shoe(Value):
    """A shuffled shoe. It holds the order that is still to come, so it stays with the dealer."""

    cards: tuple[Card, ...]
    seed: bytes
    order: CardOrder
    chosen: bool
    cut_at: int = 0
    drawn: int = 0
    stop: int = 0
    """How many cards lie before the cutting card; 0 where none is in the shoe any more."""
    under: int = -1
    """The place in the order of the card that was taken out and lies under the shoe; -1 where none does."""

    @classmethod
    def shuffle(cls, cards: Sequence[Card], seed: bytes, *, chosen: bool = False) -> "Shoe":
        """Shuffle cards with a seed; a chosen seed is marked, and serves no money table."""
        if not chosen and len(seed) < seed_bytes(len(cards)):
            raise ValueError(f"a seed of {len(seed)} bytes cannot reach every order of {len(cards)} cards")
        return cls(tuple(cards), seed, CardOrder(cards, seed), chosen)

    def __repr__(self) -> str:
        return f"<a shoe of {len(self.cards)} cards, {self.drawn} drawn>"  # never the order, nor the seed that gives it

    @property
    def commitment(self) -> str:
        """The commitment to this shuffle."""
        return commitment_of(self.cards, self.seed)

    @property
    def left(self) -> int:
        """How many cards are still in it."""
        return len(self.cards) - self.drawn

    def cut(self, at: int) -> "Shoe":
        """Cut before the first card: the first `at` cards go to the back."""
        if self.cut_at or self.drawn or not 0 <= at < len(self.cards):
            raise ValueError("a shoe is cut once, inside the stack and before its first card")
        return replace(self, cut_at=at)

    def insert_cutting_card(self, behind: int) -> "Shoe":
        """Put the cutting card in, with so many cards behind it."""
        if self.drawn or not 0 < behind < len(self.cards):
            raise ValueError("the cutting card goes into the stack, before its first card is out")
        return replace(self, stop=len(self.cards) - behind)

    @property
    def is_at_cutting_card(self) -> bool:
        """Whether the cutting card is what comes out next."""
        return self.stop > 0 and self.drawn == self.stop

    def remove_cutting_card(self) -> "Shoe":
        """The shoe once its cutting card is out."""
        return replace(self, stop=0)

    def draw(self, count: int) -> tuple[tuple[Card, ...], "Shoe"]:
        """Take the next cards."""
        if not 0 <= count <= self.left:
            raise ValueError(f"{count} cards are asked for and {self.left} are left")
        cards, left = replace(self, stop=0).draw_in_a_row(count)
        return cards, replace(left, stop=self.stop)

    def draw_in_a_row(self, count: int) -> tuple[tuple[Card, ...], "Shoe"]:
        """Take the next cards, as many of them as come before the cutting card and the end of the shoe."""
        order, size, cut_at, drawn = self.order, len(self.cards), self.cut_at, self.drawn
        end = min(drawn + count, self.stop or size)
        first, last, left = cut_at + drawn, cut_at + end, replace(self, drawn=end)
        if last <= size:
            return order.cards_between(first, last), left
        if first >= size:  # past the last card of the stack, which goes on from its top
            return order.cards_between(first - size, last - size), left
        return order.cards_between(first, size) + order.cards_between(0, last - size), left

    def lay_under(self) -> "Shoe":
        """Take the next card out, and lay it under the shoe."""
        return replace(self.draw(1)[1], under=self.drawn)

    def take_under(self) -> tuple[tuple[Card, ...], "Shoe"]:
        """Take the card that lies under the shoe."""
        place = (self.cut_at + self.under) % len(self.cards)
        return self.order.cards_between(place, place + 1), replace(self, under=-1)

    def open(self) -> Opening:
        """Open the commitment. The caller makes sure that nothing of this order is still to be dealt."""
        return Opening(self.cards, self.seed, self.cut_at)
