"""The rules of Pontoon that change its mathematics: pays, readings, permissions, the shoe, the wager and the chips."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.cards.card import RANKS as RANK_NAMES
from pitboss.games.pontoon.law import compile_figures
from pitboss.lab.question import LabError, Question
from pitboss.law.rules import Rules
from pitboss.messages import say
from pitboss.money import Chips

RANKS, SUITS = 12, 4
"""Ace to nine, jack, queen, king; suits are numbered as the cards' are, so spades come last."""
SPADES = 3

LINES = {
    "wager": (
        "win",
        "pontoon",
        *("five-card-21", "six-card-21", "seven-card-21"),
        *("6-7-8-mixed", "6-7-8-suited", "6-7-8-spades"),
        *("7-7-7-mixed", "7-7-7-suited", "7-7-7-spades"),
    ),
    "perfect-pairs": ("mixed", "coloured", "perfect"),
    "insurance": ("insurance",),
}
"""The lines that the lab can price, by wager; what they pay is the book's to say."""
STANDS_SOFT = (17, 18)
SURRENDER_RANKS = frozenset(RANK_NAMES.index(rank) for rank in "JQKA")
INSURED_RANKS = frozenset({RANK_NAMES.index("A")})


def line_names(pays: Mapping[str, Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Pays by one name a line: Perfect Pairs' lines are told by their wager."""
    return {_name(wager, line): odds for wager, lines in pays.items() for line, odds in lines.items()}


def _name(wager: str, line: str) -> str:
    return f"{wager}.{line}" if wager == "perfect-pairs" else line


COUNTS = {"three-card-21": 3, "four-card-21": 4, "eight-card-21": 8, "nine-card-21": 9, "ten-card-21": 10}
"""Lines by number of cards that the book does not have: so many cards exactly, and from eight on so many or more."""
_VALUES = {"A": 1} | {str(value): value for value in range(2, 11)}
_SUITED = ((6, 7, 8), (7, 7, 7))
"""The cards that have lines by their suits."""


def cards_of_line(line: str) -> tuple[int, ...] | None:
    """The point values, in rising order, of a 21 that a line names which the book does not have: `5-7-9`, `A-10-10`."""
    named = line.split("-")
    if len(named) < 3 or not all(name in _VALUES for name in named):
        return None
    values = tuple(sorted(_VALUES[name] for name in named))
    total = sum(values)
    if values in _SUITED or not (total == 21 or (total == 11 and values[0] == 1)):
        return None
    return values


def added_line(line: str) -> tuple[str, str] | None:
    """The wager and line that a name means which the book does not have: its cards in rising order; nothing if the lab
    cannot price it."""
    line = line.removeprefix("wager.")
    if line in COUNTS:
        return "wager", line
    cards = cards_of_line(line)
    return None if cards is None else ("wager", "-".join("A" if value == 1 else str(value) for value in cards))


ANY_CARDS = 21
"""No limit: a hand of 21 cards is the longest there is."""
KNOWN = tuple(_name(wager, line) for wager, lines in LINES.items() for line in lines)


@dataclass(frozen=True)
class PontoonRules:
    """The rules to price the game by; the figures are a book's, the choices are the edition's unless given."""

    pays: Mapping[str, Fraction]
    """Odds to one by line (10.5 Table 1, 15.8, 16.1.6)."""
    tiers: tuple[tuple[int, int], ...]
    """The Super Bonus (10.5 Table 2): from which wager, in cents, which sum is paid; the lowest first."""
    decks: int
    stands_soft: int
    """The soft total at which the dealer stops (14.4)."""
    surrender: bool = True
    forfeit: bool = True
    third_hand: bool = False
    """Whether a pair may be split again into a third hand (13.9)."""
    bust_fills_original: bool = False
    """splitBustPolicy = one-original (P1)."""
    forfeit_fills_original: bool = False
    """splitForfeitPolicy = one-original (P35)."""
    paid_fills_original: bool = False
    """splitPaidPolicy = original-paid (P40)."""
    doubled_21_beats_pontoon: bool = True
    drawn_ace_is_eleven: bool = True
    split_aces_may_double: bool = False
    surrender_returns_up: bool = True
    surrender_to_any: bool = False
    """Whether half may be surrendered to every up card, as other houses have it."""
    double_most_cards: int = ANY_CARDS
    """The most cards that a hand may be doubled with; the book has no limit (12)."""
    double_after_split: bool = True
    pontoon_takes_all: bool = False
    """Whether a dealer's pontoon takes doubled and split wagers too (ENHC); by the book those lost already and one
    original are all that it takes (OBBO; 12.8, 13.5)."""
    split_aces_play_on: bool = False
    """Whether split aces are played as other hands; by the book each gets one card (13.6)."""
    third_hand_of_aces: bool = True
    """Whether a third hand may be split off aces too, where a third hand may be."""
    super_bonus_pays_table_1: bool = True
    """False where Super Bonus hands wait for the final settlement and the reading P5 then pays Table 2 alone."""
    wager_cents: int | None = None
    chips: Chips | None = None
    cards: tuple[tuple[int, ...], ...] | None = None
    """By rank and suit: how many cards a made-up shoe holds; none for whole decks."""

    def __post_init__(self) -> None:
        """Refuse what no table could play."""
        if unknown := sorted(line for line in set(self.pays) - set(KNOWN) if added_line(line) is None):
            words = "Pontoon has no pay line {lines}: the lines are {known}."
            raise LabError(say(words, lines=", ".join(unknown), known=", ".join(KNOWN)))
        if missing := [line for line in KNOWN if line not in self.pays]:
            raise LabError(say("Pontoon's pay tables lack {lines}.", lines=", ".join(missing)))
        if bad := [line for line, odds in self.pays.items() if odds < 0]:
            raise LabError(say("Odds cannot be negative: {lines}.", lines=", ".join(bad)))
        if not 1 <= self.decks <= 8:
            raise LabError(say("A shoe has one to eight decks, not {decks}.", decks=self.decks))
        if self.stands_soft not in STANDS_SOFT:
            words = "The dealer stands on soft 17 or 18, not on soft {total}."
            raise LabError(say(words, total=self.stands_soft))
        if self.wager_cents is not None and self.wager_cents <= 0:
            raise LabError("A wager must be more than $0.")

    def __hash__(self) -> int:
        return hash((self.added, self.tiers, self.decks, self.stands_soft, self.wager_cents, self.cards))

    @property
    def added(self) -> tuple[str, ...]:
        """The lines that the book does not have: by number of cards, the fewest first, and by the cards themselves."""
        counted = [line for line in COUNTS if line in self.pays]
        return (*counted, *sorted(line for line in self.pays if cards_of_line(line)))

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
        """The win of a wager of one unit on a line: exact, or rounded up to what chips can pay (5.10)."""
        odds = self.pays[line]
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
        reached = [prize for least, prize in self.tiers if self.wager_cents >= least]
        return Fraction(reached[-1] if reached else 0, self.wager_cents)

    def super_bonus_hand(self, line: str) -> Fraction:
        """What three sevens of one suit win against a seven: their line of Table 1, and the Super Bonus (P5)."""
        if not self.super_bonus:
            return self.pay(line)
        return self.pay(line) * self.super_bonus_pays_table_1 + self.super_bonus


def book_pays(rules: Rules) -> dict[str, dict[str, Fraction]]:
    """The pay tables of the book by wager and line; a row that the lab cannot price is an error."""
    figures = compile_figures(rules)
    pays: dict[str, dict[str, Fraction]] = {"wager": {}, "perfect-pairs": {}, "insurance": {}}
    odds = figures.insurance_odds
    pays["insurance"]["insurance"] = Fraction(odds.top, odds.bottom)
    for row in rules.game.data["pay"]:
        if row["line"] not in LINES.get(row["wager"], ()):
            words = "{game} has a pay line that the lab cannot price: {wager}.{line}."
            raise LabError(say(words, game=rules.game.name, wager=row["wager"], line=row["line"]))
        table = figures.odds if row["wager"] == "wager" else figures.pair_odds
        pays[row["wager"]][row["line"]] = Fraction(table[row["line"]].top, table[row["line"]].bottom)
    return pays


def by_the_book(rules: Rules) -> PontoonRules:
    """The rules as the edition has them; a figure that the lab cannot price is an error."""
    figures = compile_figures(rules)
    understood = {
        "the dealer stands on hard 17": figures.hard_stand == 17,
        "surrender is against a card of ten points or an ace": figures.surrender_ranks == SURRENDER_RANKS,
        "half is surrendered": rules.game.data["surrender"]["share"] == "1:2",
        "insurance is against an ace": figures.insured_ranks == INSURED_RANKS,
        "a pair makes two hands": rules.game.data["split"]["hands"] == 2,
        "a pair makes three hands where permitted": rules.game.data["split"]["hands_where_permitted"] == 3,
    }
    if wrong := [words for words, holds in understood.items() if not holds]:
        words = "The lab prices {game} only where {conditions}."
        raise LabError(say(words, game=rules.game.name, conditions=" and ".join(wrong)))
    return PontoonRules(
        pays=line_names(book_pays(rules)),
        tiers=tuple(sorted(figures.tiers)),
        decks=figures.decks[0],
        stands_soft=figures.soft_stand,
    )


def pontoon_rules(question: Question) -> PontoonRules:
    """The rules that a question asks about."""
    choices = question.rules
    return replace(
        by_the_book(Rules.of(question.game, question.version)),
        decks=question.decks,
        pays=line_names(question.pays),
        stands_soft=question.number("dealer-stands-soft"),
        surrender=bool(choices["surrender"]),
        forfeit=bool(choices["forfeit"]),
        third_hand=bool(choices["split-again"]),
        bust_fills_original=choices["splitBustPolicy"] == "one-original",
        forfeit_fills_original=choices["splitForfeitPolicy"] == "one-original",
        paid_fills_original=choices["splitPaidPolicy"] == "original-paid",
        doubled_21_beats_pontoon=bool(choices["doubledTwentyOneBeatsPontoon"]),
        drawn_ace_is_eleven=choices["drawnAceOnDouble"] == "eleven",
        split_aces_may_double=bool(choices["splitAcesMayDouble"]),
        surrender_returns_up=choices["surrenderReturnRounding"] == "up",
        surrender_to_any=choices["surrender-to"] == "any",
        double_most_cards=2 if choices["double-on"] == "two-cards" else ANY_CARDS,
        double_after_split=bool(choices["double-after-split"]),
        pontoon_takes_all=choices["dealer-pontoon-takes"] == "all",
        split_aces_play_on=choices["split-aces"] == "play-on",
        third_hand_of_aces=bool(choices["split-again-aces"]),
        super_bonus_pays_table_1=not (choices["paid-at-final"] and choices["lateSuperBonusPays"] == "table-2"),
        wager_cents=question.wager_cents,
        chips=question.chips,
    )
