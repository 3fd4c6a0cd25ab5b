"""The decisions of a strategy: which multiple is played before the flop and at it, and how the river is decided.

The pay tables are whole numbers of one small unit, so that nothing is rounded on the way.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import lcm
from typing import Any, NamedTuple, Protocol

import numpy as np

from pitboss.cards import Category, PokerHand
from pitboss.lab import store
from pitboss.lab.arrays import Array, categories, floor_of
from pitboss.lab.evaluator import evaluate, tables
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.lab.ultimate.board import CELLS, COUNTED, SORTS, HandTables, lay_felt
from pitboss.lab.ultimate.board_passes import (
    BASE,
    BY_OUTS,
    BY_VALUE,
    ENDS_OF_HAND,
    EQUAL,
    LATER,
    LOSES,
    LOST,
    SUITS_OF_FLUSH,
    WINS,
    WINS_UNQUALIFIED,
    WON,
    Amounts,
    FollowedStrategy,
    count_boards,
    give_to_classes,
    lay_missed,
    plays_of,
    value_boards,
)
from pitboss.lab.ultimate.symmetry import Symmetry, pairs, symmetry
from pitboss.lab.workers import current_workers, hand_out, share_out
from pitboss.value import Value

MOST_MULTIPLE = 10
HOLES = 13 * 13
"""The cells of the square of hole cards."""
LARGEST = 1 << 24
"""The largest amount, in small units, with which no sum over the deals of a class overflows."""


class UltimatePays(Value):
    """What each wager gains or costs, in Antes."""

    ante: Fraction
    blind: tuple[Fraction, ...]
    """By category, what a Blind gains that wins."""
    trips: tuple[Fraction, ...]
    """By category, what Trips gains or loses."""
    play: tuple[Fraction, ...]
    """By multiple, what Play gains that wins."""
    stake: Fraction
    """The Trips wager."""
    keeps_trips: bool
    refunds_folded: bool
    multiples: tuple[tuple[int, ...], ...]
    """What may be played at each stage."""
    qualifier: int
    """The lowest value with which the dealer qualifies."""

    def qualifies(self, kind: int, result: int) -> bool:
        """Say whether the dealer qualified; an equal hand does if the player's would."""
        if result == EQUAL:
            return kind >= Category.PAIR or not self.qualifier
        return result in (WINS, LOSES)

    def nets(self, multiple: int, kind: int, result: int) -> dict[str, Fraction]:
        """The net of each wager of a hand that was played, or folded where the multiple is 0."""
        zero, lost = Fraction(0), Fraction(-1)
        if not multiple:
            refunds = self.refunds_folded and not self.qualifies(kind, result)
            trips = self.trips[kind] if self.keeps_trips else -self.stake
            return {"ante": zero if refunds else lost, "blind": lost, "trips": trips}
        if result == EQUAL:
            return {"ante": zero, "blind": zero, "play": zero, "trips": self.trips[kind]}
        wins = result in (WINS, WINS_UNQUALIFIED)
        return {
            "ante": (self.ante if wins else lost) if self.qualifies(kind, result) else zero,
            "blind": self.blind[kind] if wins else lost,
            "play": self.play[multiple] if wins else Fraction(-multiple),
            "trips": self.trips[kind],
        }


def pays_of(question: Question, trips: int | None = None) -> UltimatePays:
    """Read the pays of a question; `trips` puts another Trips wager in the place of its own."""
    stake = question.number("trips") if trips is None else trips
    blind, on_trips = question.pays["blind"], question.pays["trips"]
    play = question.pays["play"]["win"]
    return UltimatePays(
        ante=question.win(question.pays["ante"]["win"]),
        blind=tuple(question.win(blind.get(kind.line, Fraction(0)), wager="blind") for kind in Category),
        trips=tuple(
            question.win(on_trips[kind.line], stake) if stake and kind.line in on_trips else Fraction(-stake)
            for kind in Category
        ),
        play=tuple(question.win(play, multiple) if multiple else Fraction(0) for multiple in range(MOST_MULTIPLE + 1)),
        stake=Fraction(stake),
        keeps_trips=bool(question.rules["foldKeepsTrips"]),
        refunds_folded=bool(question.rules["failedDealerRefundsFolded"]),
        multiples=question.play,
        qualifier=floor_of(PokerHand(Category.PAIR, (0,))) if question.text("qualifier") == "pair" else 0,
    )


def amounts_of(pays: UltimatePays) -> tuple[Amounts, int]:
    """The pays in whole small units, and how many of those make an Ante."""
    scale = lcm(*(f.denominator for f in (pays.ante, *pays.blind, *pays.trips, *pays.play)))
    largest = max(pays.blind) + max(map(abs, pays.trips)) + max(pays.play) + pays.ante
    if largest * scale > LARGEST:
        raise LabError("Odds or wager are too large to count exactly: take a smaller number or a rounder one.")

    def whole(fractions: tuple[Fraction, ...]) -> Array:
        """Fractions as whole numbers of small units."""
        return np.array([int(f * scale) for f in fractions], np.int64)

    amounts = Amounts(
        ante=scale,
        ante_win=int(pays.ante * scale),
        blind_win=whole(pays.blind),
        trips=whole(pays.trips),
        play_win=whole(pays.play),
        fold=int((-2 if pays.keeps_trips else -2 - pays.stake) * scale),
        fold_refund=scale if pays.refunds_folded else 0,
        fold_keeps_trips=pays.keeps_trips,
        flop=np.array(pays.multiples[1], np.int64),
        river=np.array(pays.multiples[2], np.int64),
    )
    return amounts, scale


KIND = "ultimate-decisions"
"""What the store calls the best decisions."""
TWO, THREE, FIVE, SIX, EIGHT, TEN, JACK, QUEEN, KING, ACE = 0, 1, 3, 4, 6, 8, 9, 10, 11, 12
# By the higher rank: the lowest other rank with which it is raised, suited and not.
RAISED = {ACE: (TWO, TWO), KING: (TWO, FIVE), QUEEN: (SIX, EIGHT), JACK: (EIGHT, TEN)}


class Decisions(NamedTuple):
    """A strategy. Multiples are 0 for a check."""

    pre_flop: Array
    """By place among all pairs of cards."""
    at_flop: Array
    """By class of flop and hole cards."""
    river_by: int
    worth: int | None = None
    """All that the strategy is worth over all deals, in small units, where it was found on the way."""
    by_class: Array | None = None
    """By class, what the best Play at the flop gains over a check, in small units and rounded to some digits."""
    by_hole: Array | None = None
    """By cell of hole cards, what they are worth over all deals (see `passes`); `LATER` is the best after a check."""


def decisions_of(strategy: str, kinds: Symmetry, pays: UltimatePays) -> Decisions:
    """The decisions of a strategy by its name; the best ones fetched where they were found before."""
    if strategy != OPTIMAL:
        return published_decisions(kinds, pays)
    asked = decision_key(pays, kinds.deck.tolist())
    found = _fetch_decisions(asked)
    if found is None:
        found = best(kinds, pays)
        store.keep_arrays(KIND, asked, found._asdict())
    return found


def decision_key(pays: UltimatePays, deck: Sequence[int] = range(52)) -> list[Any]:
    """The key under which the best decisions are kept: everything that they depend on."""
    return [str(pays), list(deck)]


def _fetch_decisions(asked: list[Any]) -> Decisions | None:
    kept = store.fetch_arrays(KIND, asked)
    if kept is None:
        return None
    return Decisions(kept["pre_flop"], kept["at_flop"], BY_VALUE, int(kept["worth"]), kept["by_class"], kept["by_hole"])


@lru_cache(maxsize=4)
def solve_decisions(pays: UltimatePays) -> Decisions:
    """The best decisions with a full deck; only where they are not kept are its boards sorted out."""
    return _fetch_decisions(decision_key(pays)) or decisions_of(OPTIMAL, symmetry(), pays)


def best(kinds: Symmetry, pays: UltimatePays) -> Decisions:
    """The best decisions, from the last back to the first; what is worth the same is checked, and bet at the river."""
    amounts, _ = amounts_of(pays)
    by_hole, gains = _on_all_boards(kinds, partial(ValuePass, pays))
    at_flop, gained = _choose(gains, pays.multiples[1])
    by_class = gains.max(axis=0).astype(np.float32)
    np.add.at(by_hole[:, LATER], holes()[kinds.example[:, 1]], gained)
    plays = [amounts.play_win[m] * by_hole[:, WON] - m * amounts.ante * by_hole[:, LOST] for m in pays.multiples[0]]
    gains = np.array(plays) + by_hole[:, BASE] - by_hole[:, LATER]
    pre_flop, gained = _choose(gains, pays.multiples[0])
    total = sum(int(hole) for hole in by_hole[:, LATER] + gained)
    return Decisions(pre_flop[holes()], at_flop, BY_VALUE, total, by_class, by_hole)


def _choose(gains: Array, multiples: tuple[int, ...]) -> tuple[Array, Array]:
    """The multiple that gains the most over a check in each place, or 0 where none gains; and what is gained."""
    most = gains.max(axis=0)
    chosen = np.where(most > 0, np.array(multiples, np.uint8)[gains.argmax(axis=0)], 0).astype(np.uint8)
    return chosen, np.maximum(most, 0)


@cache
def holes() -> Array:
    """By place among all pairs of cards: the cell of the hole cards in a square of ranks, suited above the diagonal."""
    low, high = np.sort(pairs().astype(np.int64), axis=1).T
    suited = (low & 3) == (high & 3)
    return np.where(suited, (high >> 2) * 13 + (low >> 2), (low >> 2) * 13 + (high >> 2))


def published_decisions(kinds: Symmetry, pays: UltimatePays) -> Decisions:
    """The published short strategy, at the highest multiple of each stage."""
    low, high = np.sort(pairs() >> 2, axis=1).T
    suited = (pairs()[:, 0] & 3) == (pairs()[:, 1] & 3)
    raised = (low == high) & (low >= THREE)
    for rank, (with_suited, with_other) in RAISED.items():
        raised |= (high == rank) & (low >= np.where(suited, with_suited, with_other)) & (low != high)
    flop, hole = kinds.flops[kinds.example[:, 0]], pairs()[kinds.example[:, 1]]
    cards = np.column_stack([flop, hole])
    bet = categories()[evaluate(cards)] >= Category.TWO_PAIR
    pocket = hole[:, 0] >> 2 == hole[:, 1] >> 2
    bet |= pocket & (hole[:, 0] >> 2 != TWO)
    bet |= ((flop >> 2)[:, :, None] == (hole >> 2)[:, None, :]).any(axis=(1, 2))
    for suit in range(4):
        four = ((cards & 3) == suit).sum(axis=1) == 4
        bet |= four & (((hole & 3) == suit) & (hole >> 2 >= TEN)).any(axis=1)
    return Decisions(raised * np.uint8(pays.multiples[0][-1]), bet * np.uint8(pays.multiples[1][-1]), BY_OUTS)


def follow(kinds: Symmetry, pays: UltimatePays, decisions: Decisions) -> tuple[Array, Array]:
    """Count how rounds end under a strategy, by stage, multiple, category and result; and how rivers are played."""
    offered = list(pays.multiples[1])
    place = np.zeros(MOST_MULTIPLE + 1, np.uint8)
    place[offered] = np.arange(1, len(offered) + 1)
    chosen = np.where(decisions.pre_flop[kinds.example[:, 1]], 0, place[decisions.at_flop]).astype(np.uint8)
    raised = np.zeros(HOLES, np.uint8)
    raised[holes()] = decisions.pre_flop
    followed = FollowedStrategy(raised, chosen, plays_of(kinds, chosen, len(offered)), decisions.river_by)
    return _on_all_boards(kinds, partial(CountPass, pays, followed))


class BoardPass(Protocol):
    """A pass over the boards: what it adds up, a part of the boards after the other."""

    def do(self, start: int, step: int) -> None:
        """Do every so many boards, from one on."""

    def found(self) -> tuple[Array, Array]:
        """The sums so far."""


class ValuePass:
    """The first pass: what hole cards are worth, and by class what each flop multiple gains over a check."""

    def __init__(self, pays: UltimatePays, kinds: Symmetry) -> None:
        choices = len(pays.multiples[1])
        self.kinds, self.known, self.amounts = kinds, known_hands(pays), amounts_of(pays)[0]
        self.worth = np.zeros((HOLES, 4), np.int64)
        self.gains = np.zeros((choices, len(kinds.example)), np.int64)
        self.gathered = np.zeros((choices, len(kinds.flops), SUITS_OF_FLUSH, CELLS), np.int64)
        self.felt = lay_felt(len(kinds.deck))
        self.missed = lay_missed(self.felt)

    def do(self, start: int, step: int) -> None:
        """Value every so many boards, from one on."""
        into = self.worth, self.gains, self.gathered
        value_boards(start, step, self.kinds, self.known, self.amounts, self.felt, self.missed, *into)

    def found(self) -> tuple[Array, Array]:
        """What hole cards are worth, and the gains by class."""
        give_to_classes(self.kinds, self.gathered, self.gains)
        self.gathered[:] = 0
        return self.worth, self.gains


class CountPass:
    """The second pass: how rounds end under a strategy."""

    def __init__(self, pays: UltimatePays, followed: FollowedStrategy, kinds: Symmetry) -> None:
        self.kinds, self.known, self.amounts, self.followed = kinds, known_hands(pays), amounts_of(pays)[0], followed
        self.ends = np.zeros((3, len(pays.play), len(Category), ENDS_OF_HAND), np.int64)
        self.rivers = np.zeros((SORTS, COUNTED), np.int64)
        self.felt = lay_felt(len(kinds.deck))
        self.missed = lay_missed(self.felt)

    def do(self, start: int, step: int) -> None:
        """Count every so many boards, from one on."""
        rest = self.felt, self.missed, self.followed, self.ends, self.rivers
        count_boards(start, step, self.kinds, self.known, self.amounts, *rest)

    def found(self) -> tuple[Array, Array]:
        """The ends, and the sorts of hands at the river."""
        return self.ends, self.rivers


def known_hands(pays: UltimatePays) -> HandTables:
    """What hands are read with under these pays."""
    return HandTables(tables(5), tables(6), tables(7), categories(), pays.qualifier)


PARTS, PARTS_OF_A_WORKER = 128, 4
MakePass = Callable[[Symmetry], BoardPass]


def _on_all_boards(kinds: Symmetry, make: MakePass) -> tuple[Array, Array]:
    """Do a pass over the boards, in parts on several threads or by other workers, and add up what they find."""
    workers = current_workers()
    found: list[tuple[Array, Array]] = []
    if workers is not None and kinds is symmetry():
        hand_out(workers, partial(_elsewhere, make), workers.number * PARTS_OF_A_WORKER, found.append)
    else:
        done = share_out(PARTS, lambda: make(kinds), lambda part, made: made.do(part, PARTS))
        found = [made.found() for made in done]
    return np.asarray(sum(first for first, _ in found)), np.asarray(sum(second for _, second in found))


def _elsewhere(make: MakePass, part: int, parts: int) -> tuple[Array, Array]:
    """Do a part of a pass over the boards of the full deck in another process."""
    made = make(symmetry())
    made.do(part, parts)
    return made.found()
