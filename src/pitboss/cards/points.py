"""Point totals: an ace counts 11 where that does not pass 21, else 1; court cards count ten."""

from collections.abc import Sequence

from pitboss.cards.card import RANKS, Card
from pitboss.value import Value

MOST = 21
ACE = RANKS.index("A")
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
