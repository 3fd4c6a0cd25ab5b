"""The kernel for the rest of the lab: rules and tables put into its terms, chunks of rounds, and single deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon import onehand
from pitboss.lab.pontoon.hands import TEN, VALUES
from pitboss.lab.pontoon.kernel import play_round, simulate_chunk
from pitboss.lab.pontoon.rules import RANKS, SUITS, PontoonRules
from pitboss.lab.pontoon.stream import stream
from pitboss.lab.pontoon.tables import CountTables

Array = NDArray[Any]


@dataclass(frozen=True)
class Chunk:
    """What came of some rounds: counts by net result (from `least` on, in parts of a unit) and units wagered."""

    counts: Array
    super_bonus: Array
    """How many of the rounds made a Super Bonus, not in spades and in spades; its prize is not in the net results."""
    least: int
    unit: int

    def __add__(self, other: "Chunk") -> "Chunk":
        return Chunk(self.counts + other.counts, self.super_bonus + other.super_bonus, self.least, self.unit)

    @property
    def rounds(self) -> int:
        """How many rounds."""
        return int(self.counts.sum())

    def moment(self, power: int) -> Fraction:
        """The mean of a power of the net result, in units."""
        by_net = self.counts.sum(axis=1)
        total = sum(int(n) * (self.least + k) ** power for k, n in enumerate(by_net) if n)
        return Fraction(total, self.rounds * self.unit**power)

    def mean_wager(self) -> Fraction:
        """How many units are wagered in a round."""
        by_wager = self.counts.sum(axis=0)
        return Fraction(sum(int(n) * units for units, n in enumerate(by_wager)), self.rounds)


class Dealt(NamedTuple):
    """What one deal came to."""

    net: Fraction
    wagered: int
    cards_drawn: int
    super_bonus: bool


def cards_of(rules: PontoonRules) -> Array:
    """The cards of a shoe in the kernel's numbers."""
    cards = [
        min(rank, TEN) * 4 + suit
        for rank in range(RANKS)
        for suit in range(SUITS)
        for _ in range(rules.shoe[rank][suit])
    ]
    return np.array(cards, np.int64)


def terms_of(rules: PontoonRules) -> Array:
    """The rules as the kernel takes them; pays in parts of a unit that make all of them whole."""
    pays = [rules.pay(line) for line in onehand.PAY_LINES] + [rules.surrender_costs]
    unit = lcm(*(pay.denominator for pay in pays))
    terms = np.zeros(onehand.TERMS, np.int64)
    terms[: len(pays)] = [int(pay * unit) for pay in pays]
    terms[onehand.UNIT] = unit
    terms[onehand.HANDS_ALLOWED] = onehand.MOST_HANDS if rules.third_hand else 2
    terms[onehand.MAY_SURRENDER] = rules.surrender
    terms[onehand.MAY_FORFEIT] = rules.forfeit
    terms[onehand.DRAWN_ACE_IS_ELEVEN] = rules.drawn_ace_is_eleven
    terms[onehand.DOUBLED_21_WINS] = rules.doubled_21_beats_pontoon
    terms[onehand.SPLIT_ACES_MAY_DOUBLE] = rules.split_aces_may_double
    terms[onehand.BUST_FILLS] = rules.bust_fills_original
    terms[onehand.FORFEIT_FILLS] = rules.forfeit_fills_original
    return terms


def tables_of(tables: CountTables) -> Array:
    """The decisions as the kernel takes them, in one array."""
    joined = tables.action.copy()
    joined[..., onehand.SURRENDERS] = tables.surrenders
    joined[:, 0, :, onehand.OTHERS] = tables.forfeits
    joined[:, 1, :VALUES, onehand.OTHERS] = tables.splits
    return joined


def simulate(rules: PontoonRules, tables: CountTables, *, seed_words: Sequence[int], rounds: int) -> Chunk:
    """Play a chunk of rounds on the stream that four words of 32 bits name: two for the seed, two for the stream."""
    terms = terms_of(rules)
    unit = int(terms[onehand.UNIT])
    least = -2 * onehand.MOST_HANDS * unit
    most = onehand.MOST_HANDS * max(int(terms[: len(onehand.PAY_LINES)].max()), 2 * int(terms[onehand.DOUBLED_WIN]))
    random = stream(np.array(seed_words, np.uint64))
    counts, bonus = simulate_chunk(random, rounds, cards_of(rules), tables_of(tables), terms, least, most - least + 1)
    return Chunk(counts, bonus, least, unit)


def play_order(rules: PontoonRules, cards: Sequence[int], decisions: Sequence[int]) -> Dealt:
    """Play one round with the cards in a given order and the decisions one by one.

    The cards are the player's first, the dealer's, the player's second, and so on as they leave the shoe, in the
    numbers of `cards_of`. Decisions are STAND, HIT, DOUBLE, SPLIT or SURRENDER; after a double that leaves 20 or less,
    0 keeps and 1 forfeits; a pair made on a split hand asks whether to split again where that is allowed.
    """
    terms = terms_of(rules)
    work = np.zeros(onehand.SCRIPT + len(decisions) + 1, np.int64)
    work[onehand.SHUFFLED] = len(cards)
    work[onehand.SCRIPT_LENGTH] = len(decisions) + 1
    work[onehand.SCRIPT : -1] = decisions
    shoe, random = np.array(cards, np.int64), stream(np.zeros(4))
    net, wagered = play_round(tables_of(CountTables.empty()), terms, shoe, work, random)
    if work[onehand.SCRIPT_AT] != len(decisions):
        raise ValueError(f"the round took {work[onehand.SCRIPT_AT]} of {len(decisions)} decisions")
    return Dealt(
        Fraction(int(net), int(terms[onehand.UNIT])),
        int(wagered),
        int(work[onehand.DRAWN]),
        bool(work[onehand.SUPER_BONUS]),
    )
