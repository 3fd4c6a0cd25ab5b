"""A hand on the table: its cards in the order they came, which of them lie face up, and how it stands."""

from pitboss.cards import UNKNOWN, Card, show
from pitboss.value import Value, replace

HOUSE_AREA = 0
"""The area of the hands of the house; playing areas count from 1, at the dealer's left."""


class Hand(Value, tag="Hand"):
    """Cards dealt to one place. `up` has a bit for each card that lies face up."""

    id: int
    area: int
    cards: tuple[Card, ...] = ()
    up: int = 0
    status: str = "live"
    kind: str = "player"
    sideways: int = 0
    """The place of the card that lies sideways, since no other may follow it; 0 for none."""

    def __repr__(self) -> str:
        return (
            f"<hand {self.id} on area {self.area}: {show(self.shown)}, {self.status}>"  # what lies face down stays so
        )

    @property
    def unknown(self) -> int:
        """How many of its cards nobody has named yet."""
        return self.cards.count(UNKNOWN)

    @property
    def all_up(self) -> bool:
        """Whether every card lies face up."""
        return self.up == (1 << len(self.cards)) - 1

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards as anyone at the table sees them."""
        cards, up = self.cards, self.up
        count = up.bit_length()
        if up == (1 << count) - 1:  # the first so many, as nearly always
            return cards[:count] + (UNKNOWN,) * (len(cards) - count)
        return tuple([card if up >> place & 1 else UNKNOWN for place, card in enumerate(cards)])

    def standing(self, status: str) -> "Hand":
        """The hand, standing otherwise."""
        return replace(self, status=status)

    def named(self, cards: tuple[Card, ...], places: tuple[int, ...] = ()) -> "Hand":
        """The hand with some of its cards, or all, face up; those that nobody knew are named in order."""
        known, up = self.cards, self.up
        if cards:
            names = iter(cards)
            turned = places or range(len(known))
            known = tuple(
                next(names) if card == UNKNOWN and place in turned else card for place, card in enumerate(known)
            )
        if places:
            for place in places:
                up |= 1 << place
        else:
            up = (1 << len(known)) - 1
        return replace(self, cards=known, up=up)

    def unknown_at(self, places: tuple[int, ...]) -> int:
        """How many of the cards at some places nobody has named yet."""
        return [self.cards[place] for place in places].count(UNKNOWN) if UNKNOWN in self.cards else 0
