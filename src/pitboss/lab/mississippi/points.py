"""A strategy for Mississippi Stud that a person can keep in mind: two points for a high card, one for a middle card.

High cards are jacks and better, which pay as a pair; middle cards are those whose pair stands off.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitboss.cards.card import CARDS, Card
from pitboss.lab.mississippi.play import Play
from pitboss.lab.suits import Numbers, suits_of

FOLD, LEAST, MOST = "fold", "least", "most"
JACK, SIX = 9, 4

RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "3rd Street": (
        ("most", "any pair"),
        ("least", "two points, or the 6 and 5 of one suit"),
        ("fold", "all else"),
    ),
    "4th Street": (
        ("most", "sixes or better; three of a suit within five ranks, none under a 5, a high card for each gap"),
        ("least", "three of a suit; a lower pair; three points; a run from 4-5-6; one gap with two middle cards"),
        ("fold", "all else"),
    ),
    "5th Street": (
        ("most", "sixes or better; four of a suit; an open run of four, eight high or better"),
        ("least", "any other four to a straight; a lower pair; four points; three middle cards after a large bet"),
        ("fold", "all else"),
    ),
}


@dataclass(frozen=True)
class Seen:
    """The cards that a player knows."""

    cards: tuple[Card, ...]

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The ranks, lowest first."""
        return tuple(sorted(card.rank for card in self.cards))

    @cached_property
    def is_suited(self) -> bool:
        """Say whether all are of one suit."""
        return len({card.suit for card in self.cards}) == 1

    @cached_property
    def best_pair(self) -> int:
        """The highest rank held twice, or -1."""
        return max((rank for rank in self.ranks if self.ranks.count(rank) > 1), default=-1)

    @cached_property
    def is_made(self) -> bool:
        """Say whether the hand stands off or pays already: sixes, two pairs, three of a kind."""
        return self.best_pair >= SIX or len(self.ranks) - len(set(self.ranks)) > 1

    @cached_property
    def high(self) -> int:
        """How many cards are jacks or better."""
        return sum(rank >= JACK for rank in self.ranks)

    @cached_property
    def middle(self) -> int:
        """How many cards are sixes to tens."""
        return sum(SIX <= rank < JACK for rank in self.ranks)

    @cached_property
    def points(self) -> int:
        """Two a high card, one a middle card."""
        return 2 * self.high + self.middle

    @cached_property
    def gaps(self) -> int:
        """The ranks missing between the lowest and the highest, an ace counting low where that is nearer; 99 if far."""
        if self.best_pair >= 0:
            return 99
        low = sorted((rank + 1) % 13 for rank in self.ranks)
        spans = [ranks[-1] - ranks[0] for ranks in (self.ranks, low)]
        return min(spans) - len(self.ranks) + 1 if min(spans) <= 4 else 99


def third(seen: Seen) -> str:
    """What to do with the hole cards."""
    if seen.best_pair >= 0:
        return MOST
    is_six_five = seen.ranks == (3, 4) and seen.is_suited
    return LEAST if seen.points >= 2 or is_six_five else FOLD


def fourth(seen: Seen) -> str:
    """What to do with three cards."""
    if seen.is_made:
        return MOST
    if seen.is_suited:
        return MOST if seen.high >= seen.gaps and seen.ranks[0] >= 3 else LEAST
    if seen.best_pair >= 0 or seen.points >= 3:
        return LEAST
    if seen.gaps == 0 and seen.ranks[0] >= 2:
        return LEAST
    return LEAST if seen.gaps == 1 and seen.middle >= 2 else FOLD


def fifth(seen: Seen, *, large_before: bool) -> str:
    """What to do with four cards."""
    if seen.is_made or seen.is_suited:
        return MOST
    if seen.gaps == 0 and 6 <= seen.ranks[-1] < 12:
        return MOST
    if seen.gaps <= 1 or seen.best_pair >= 0 or seen.points >= 4:
        return LEAST
    return LEAST if seen.middle == 3 and large_before else FOLD


def choices(play: Play) -> dict[str, Numbers]:
    """The strategy as choices at every street, for each different hand and each way of having wagered."""
    place = {LEAST: 0, MOST: len(play.wagers) - 1, FOLD: len(play.wagers)}
    two, three, four = (_seen(hands) for hands in play.counts[:3])
    large = [max(way) > play.wagers[0] for way in play.ways(2)]
    return {
        "3rd Street": np.array([[place[third(seen)]] for seen in two]),
        "4th Street": np.array([[place[fourth(seen)]] * len(play.wagers) for seen in three]),
        "5th Street": np.array([[place[fifth(seen, large_before=was)] for was in large] for seen in four]),
    }


def _seen(hands: Numbers) -> list[Seen]:
    return [Seen(cards_of(row)) for row in suits_of(hands).tolist()]


def cards_of(suits: list[int]) -> tuple[Card, ...]:
    """Real cards for a hand: its suits named in turn, the highest card first."""
    held = [CARDS[4 * rank + 3 - suit] for suit, ranks in enumerate(suits) for rank in range(13) if ranks >> rank & 1]
    return tuple(sorted(held, key=lambda card: (-card.rank, -card.suit)))
