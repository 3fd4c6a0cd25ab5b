"""Caribbean Stud priced: the deals counted once, the pay table put on them, bet or fold chosen, every end added up.

The deals are counted up card by up card on two threads, and kept: no pay table is needed for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby
from math import comb, lcm
from typing import NamedTuple

import numpy as np

from pitboss.cards import Category, PokerHand
from pitboss.cards.card import ACE, KING, RANKS
from pitboss.lab import store
from pitboss.lab.arrays import Array, categories, five_cards, floor_of
from pitboss.lab.question import (
    OPTIMAL,
    DecisionTable,
    End,
    LabError,
    Question,
    Solution,
    edge_of,
    outcomes_of,
    shares_of,
)
from pitboss.lab.workers import share_out
from pitboss.messages import english
from pitboss.value import Value

JACK, QUEEN = 9, 10
ACE_KING = PokerHand(Category.HIGH_CARD, (ACE, KING))
ACE_KING_JACK_8_3 = PokerHand(Category.HIGH_CARD, (ACE, KING, JACK, 6, 1))
PAIR = PokerHand(Category.PAIR, (0,))
LEAST_TO_QUALIFY = {
    "none": PokerHand(Category.HIGH_CARD, (0,)),
    "ace-high": PokerHand(Category.HIGH_CARD, (ACE,)),
    "ace-king": ACE_KING,
    "pair": PAIR,
}
KIND = "caribbean-deals"
DEALERS = comb(46, 4)
"""The ways to draw the dealer's other four cards from those that neither the player nor the up card is."""
DEALS = comb(52, 5) * 47 * DEALERS
"""The player's hand, the up card, and the dealer's other four cards."""
CLASSES = {OPTIMAL: "optimal from the player's five cards and the up card, suits included"}


class Deals(NamedTuple):
    """A player's view and its consequences: the value of the hand, the rank of the up card, the dealer's hands that
    fail, lose, tie and win, and how many hands with an up card it is so for."""

    hand: Array
    up: Array
    fails: Array
    lower: Array
    equal: Array
    higher: Array
    weight: Array


@cache
def count(qualifier: str) -> Deals:
    """Count the deals, or fetch them from the store."""
    kept = store.fetch_arrays(KIND, qualifier)
    if kept is None:
        kept = _count(floor_of(LEAST_TO_QUALIFY[qualifier]))._asdict()
        store.keep_arrays(KIND, qualifier, kept)
    return Deals(**kept)


def _count(qualifies: int) -> Deals:
    from pitboss.lab.caribbean import kernels  # noqa: PLC0415  what is in the store needs no Numba
    from pitboss.lab.evaluator import tables  # noqa: PLC0415

    values, cards, number, weight = kernels.value_all(tables(5))
    rising = np.argsort(number, kind="stable")
    cards, number, weight = cards[rising], number[rising], weight[rising]

    def of_up_card(rank: int, found: dict[int, Array]) -> None:
        """The deals in which the up card has a rank."""
        counts = kernels.count_against(4 * rank, cards, number, qualifies, values)
        found[rank] = _together(number, rank, counts, weight)

    by_rank = {rank: rows for made in share_out(13, dict[int, Array], of_up_card) for rank, rows in made.items()}
    rows = np.concatenate([by_rank[rank] for rank in range(13)], axis=1)
    return Deals(*(np.ascontiguousarray(row) for row in rows.astype(np.int32)))


def _together(number: Array, rank: int, found: Array, weight: Array) -> Array:
    """Join the deals whose view and results are the same: a column each, in the order of `Deals`."""
    met = found[:, 0] >= 0  # the others hold the up card
    hand = number[met].astype(np.int64)
    fails, lower, equal, _ = found[met].T.astype(np.int64)
    alike = ((hand << 18 | fails) << 18 | lower) << 12 | equal
    different, place = np.unique(alike, return_inverse=True)
    copies = np.bincount(place, weights=weight[met]).astype(np.int64) * 4  # the up card may be of any suit
    equal, lower, fails = different & 0xFFF, different >> 12 & 0x3FFFF, different >> 30 & 0x3FFFF
    up = np.full(len(different), rank)
    return np.stack([different >> 48, up, fails, lower, equal, DEALERS - fails - lower - equal, copies])


# Strategies that look at the hand and the rank of the up card, and at no suits.

Decide = Callable[[PokerHand, int], bool]
"""By the hand and the rank of the up card, whether to bet."""
UP_CARD_RULES = (
    ("bet", "a pair or better"),
    ("bet", "A-K with a queen or a jack, against an ace or a king"),
    ("bet", "A-K, when the up card is a queen or lower and you hold its rank"),
    ("bet", "A-K-Q, when the up card is lower than your fourth card"),
    ("fold", "all else"),
)


def by_up_card(hand: PokerHand, up: int) -> bool:
    """Bet on a pair, fold below ace-king, and decide by the up card in between."""
    if hand >= PAIR or hand < ACE_KING:
        return hand >= PAIR
    third, fourth = hand.ranks[2], hand.ranks[3]
    if up >= KING:
        return third in (QUEEN, JACK)
    return up in hand.ranks or (third == QUEEN and up < fourth)


DECIDE: Mapping[str, Decide] = {
    "up-card": by_up_card,
    "ace-king-jack-8-3": lambda hand, _: hand >= ACE_KING_JACK_8_3,
    "pairs": lambda hand, _: hand >= PAIR,
    "bet-all": lambda hand, _: True,
}


@lru_cache(maxsize=8)
def bets_by(decide: Decide) -> Array:
    """For each hand and each rank of the up card whether a way of deciding bets."""
    return np.array([[decide(hand, up) for up in range(13)] for hand in five_cards().hands])


# The nets of the wagers.


class CaribbeanPays(Value):
    """What the wagers net, in Antes: the Ante when it wins, the Bet by the kind of hand, both when they lose."""

    ante: Fraction
    bet: tuple[Fraction, ...]
    lost: int

    def are_bet(self, fails: Array, lower: Array, higher: Array, kinds: Array) -> Array:
        """Say for which hands a bet is worth at least as much as a fold, by the dealer's hands that fail, are lower and
        are higher, and by the kind of hand."""
        scale = lcm(self.ante.denominator, *(win.denominator for win in self.bet))
        ante, bet = int(self.ante * scale), [int(win * scale) for win in self.bet]
        if (ante + max(bet) + self.lost * scale) * DEALERS >= 1 << 62:
            raise LabError("Odds or wager are too large to count exactly: take a smaller number or a rounder one.")
        worth = fails * np.int64(ante) + lower * (ante + np.array(bet)[kinds]) - higher * np.int64(self.lost * scale)
        return worth >= -scale * DEALERS

    def ends(self) -> tuple[End, ...]:
        """Every end: a fold, a dealer that fails, a stand-off, a loss, and a win by the kind of hand."""
        zero, one = Fraction(0), Fraction(1)
        both = {
            "dealer-does-not-qualify": (self.ante, zero),
            "stand-off": (zero, zero),
            "lower-hand": (-one, Fraction(1 - self.lost)),
            **{kind.line: (self.ante, self.bet[kind]) for kind in Category},
        }
        return (
            End.of("fold", [("ante", -one, 1)]),
            *(End.of(name, [("ante", ante, 1), ("bet", bet, self.lost - 1)]) for name, (ante, bet) in both.items()),
        )


def pays_for(question: Question) -> CaribbeanPays:
    """What the wagers of a question net."""
    multiple = question.number("bet-multiple")
    odds = question.pays["bet"]
    lines = [category.line if category.line in odds else "pair-or-less" for category in Category]
    wins = tuple(question.win(odds[line], multiple, wager="bet") for line in lines)
    return CaribbeanPays(question.win(question.pays["ante"]["win"]), wins, 1 + multiple)


def price(question: Question) -> Solution:
    """Solve the game, or follow a fixed strategy through it."""
    deals = count(question.text("qualifier"))
    if question.strategy != OPTIMAL:
        return _follow(question, deals, bets_by(DECIDE[question.strategy])[deals.hand, deals.up])
    kinds = categories()[deals.hand]
    return _follow(question, deals, pays_for(question).are_bet(deals.fails, deals.lower, deals.higher, kinds))


def price_with(question: Question, decide: Decide) -> Solution:
    """Price any strategy that decides by the hand and the rank of the up card: whether it bets."""
    deals = count(question.text("qualifier"))
    return _follow(replace(question, strategy="given"), deals, bets_by(decide)[deals.hand, deals.up])


def _follow(question: Question, deals: Deals, bets: Array) -> Solution:
    weight, kinds = deals.weight.astype(np.int64), categories()[deals.hand]
    folded = int(weight[~bets].sum())
    played = [int((weight * part)[bets].sum()) for part in (deals.fails, deals.equal, deals.higher)]
    won = [int((weight * deals.lower)[bets & (kinds == kind)].sum()) for kind in Category]
    ends = list(zip(pays_for(question).ends(), (folded * DEALERS, *played, *won), strict=True))
    outcomes = tuple(sorted(outcomes_of(ends), key=lambda outcome: -outcome.pay))
    return Solution(
        game=question.game,
        unit="Ante",
        strategy=question.strategy,
        strategy_class=CLASSES.get(question.strategy, "fixed: from the player's hand and the rank of the up card"),
        edge=edge_of(outcomes, DEALS),
        deals=DEALS,
        outcomes=outcomes,
        ties="bet, where betting and folding are worth the same" if question.strategy == OPTIMAL else "",
        method="all deals counted by inclusion and exclusion of the player's cards; whole numbers throughout",
        tables=(decision_table(deals, bets),),
        wagers=shares_of(ends, DEALS),
        facts={"bet frequency": float(1 - Fraction(folded, DEALS // DEALERS))},
    )


# The strategy as a table: hands in order, the up card across, suits told where they decide.

BET, FOLD, BY_SUITS, NEVER = "bet", "fold", "some", "-"


def decision_table(deals: Deals, bets: Array) -> DecisionTable:
    """The decisions of a strategy, hands that are played alike in one row; `some` where the suits decide."""
    hands = five_cards().hands
    cells = deals.hand.astype(np.int64) * 13 + deals.up
    seen, bet = (np.bincount(cells[at], minlength=13 * len(hands)).reshape(-1, 13) for at in (slice(None), bets))
    words = np.select([seen == 0, bet == 0, bet == seen], [NEVER, FOLD, BET], BY_SUITS)

    def row_of(hand: int) -> tuple[str, ...]:
        """A hand's decisions; where an up card cannot lie beside it, what it does against the others."""
        said = {str(word) for word in words[hand] if word != NEVER}
        return tuple(said) * 13 if len(said) == 1 else tuple(map(str, words[hand]))

    rows = []
    for row, group in groupby(range(len(hands) - 1, -1, -1), key=row_of):
        alike = list(group)
        first, last = name(hands[alike[0]]), name(hands[alike[-1]])
        rows.append((first if first == last else f"{first} to {last}", *row))
    return DecisionTable("After the deal, by the up card (some: the suits decide)", ("hand", *RANKS), tuple(rows))


def name(hand: PokerHand) -> str:
    """A hand in short: `A-K-Q-J-9`, `K-K-A-9-4`, `straight to 9`."""
    if hand.category > Category.TWO_PAIR:
        return english(hand.describe())
    pairs = int(hand.category)
    return "-".join(RANKS[rank] for place, rank in enumerate(hand.ranks) for _ in range(1 + (place < pairs)))
