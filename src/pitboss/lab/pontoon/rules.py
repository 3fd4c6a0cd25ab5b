"""The rules of Pontoon that change its mathematics: pays, readings, permissions, the shoe, the wager and the chips."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from pitboss.lab.question import LabError
from pitboss.money import Chips

RANKS, SUITS = 12, 4
"""Ace to nine, jack, queen, king; suits are numbered as the cards' are, so spades come last."""
SPADES = 3

PAYS: Mapping[str, Fraction] = MappingProxyType(
    {
        "pontoon": Fraction(3, 2),
        "five-card-21": Fraction(3, 2),
        "six-card-21": Fraction(2),
        "seven-card-21": Fraction(3),
        "6-7-8-mixed": Fraction(3, 2),
        "6-7-8-suited": Fraction(2),
        "6-7-8-spades": Fraction(3),
        "7-7-7-mixed": Fraction(3, 2),
        "7-7-7-suited": Fraction(2),
        "7-7-7-spades": Fraction(3),
        "win": Fraction(1),
        "doubled-win": Fraction(1),
        "insurance": Fraction(2),
        "perfect-pairs.mixed": Fraction(5),
        "perfect-pairs.coloured": Fraction(10),
        "perfect-pairs.perfect": Fraction(25),
    }
)
"""Odds to one by line: Table 1 (10.5), doubled wagers (12.2), insurance (16.1.6), Perfect Pairs (15.8)."""

SUPER_BONUS_TIERS = ((2_500, 500_000), (500, 100_000))
"""Table 2: from which wager, in cents, which sum is paid."""


@dataclass(frozen=True)
class PontoonRules:
    """The rules to price the game by; the defaults are the edition's, for six decks."""

    decks: int = 6
    pays: Mapping[str, Fraction] = field(default_factory=lambda: PAYS)
    surrender: bool = True
    forfeit: bool = True
    third_hand: bool = False
    """Whether a pair may be split again into a third hand (13.9)."""
    bust_fills_original: bool = False
    """splitBustPolicy = one-original (P1)."""
    forfeit_fills_original: bool = False
    """splitForfeitPolicy = one-original (P35)."""
    doubled_21_beats_pontoon: bool = True
    drawn_ace_is_eleven: bool = True
    split_aces_may_double: bool = False
    surrender_returns_up: bool = True
    super_bonus_pays_table_1: bool = True
    """False where Super Bonus hands wait for the final settlement and the reading P5 then pays Table 2 alone."""
    wager_cents: int | None = None
    chips: Chips | None = None
    cards: tuple[tuple[int, ...], ...] | None = None
    """By rank and suit: how many cards a made-up shoe holds; none for whole decks."""

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        if unknown := [line for line in self.pays if line not in PAYS]:
            raise LabError(f"Pontoon has no line {', '.join(unknown)}: it has {', '.join(PAYS)}.")
        if bad := [line for line, odds in self.pays.items() if odds < 0]:
            raise LabError(f"Odds are not negative: {', '.join(bad)}.")
        if not 1 <= self.decks <= 8:
            raise LabError(f"A shoe has one to eight decks, not {self.decks}.")
        if self.wager_cents is not None and self.wager_cents <= 0:
            raise LabError("A wager is more than nothing.")

    @property
    def shoe(self) -> tuple[tuple[int, ...], ...]:
        """By rank and suit: how many cards there are."""
        return self.cards or ((self.decks,) * SUITS,) * RANKS

    @property
    def values(self) -> tuple[int, ...]:
        """By point value, ace to ten-point cards: how many cards there are."""
        ranks = [sum(rank) for rank in self.shoe]
        return (*ranks[:9], sum(ranks[9:]))

    def pay(self, line: str) -> Fraction:
        """What a wager of one unit wins on a line: exact, or rounded up to what chips can pay (5.10)."""
        odds = self.pays.get(line, PAYS[line])
        if self.wager_cents is None or self.chips is None:
            return odds
        return Fraction(self.chips.next_payable(odds * self.wager_cents), self.wager_cents)

    @property
    def surrender_costs(self) -> Fraction:
        """What a surrender costs when the dealer has no pontoon: half, or what rounding leaves of it (P12)."""
        half = Fraction(1, 2)
        if self.wager_cents is None or self.chips is None:
            return half
        rounded = Fraction(self.chips.next_payable(half * self.wager_cents), self.wager_cents)
        return 1 - min(rounded, Fraction(1)) if self.surrender_returns_up else min(rounded, Fraction(1))

    @property
    def super_bonus(self) -> Fraction:
        """What the Super Bonus adds, in units of the wager: nothing while no wager is named (10.5 Table 2)."""
        if self.wager_cents is None:
            return Fraction(0)
        for least, prize in SUPER_BONUS_TIERS:
            if self.wager_cents >= least:
                return Fraction(prize, self.wager_cents)
        return Fraction(0)

    def super_bonus_hand(self, line: str) -> Fraction:
        """What three sevens of one suit win against a seven: their line of Table 1, and the Super Bonus (P5)."""
        if not self.super_bonus:
            return self.pay(line)
        return self.pay(line) * self.super_bonus_pays_table_1 + self.super_bonus
