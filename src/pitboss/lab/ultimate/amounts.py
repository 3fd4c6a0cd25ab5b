"""The pay tables of a question as whole numbers of one small unit, so that nothing is rounded on the way."""

from fractions import Fraction
from math import lcm

import numpy as np

from pitboss.cards import Category
from pitboss.lab.evaluator import floor_of
from pitboss.lab.question import LabError, Question
from pitboss.lab.ultimate.passes import EQUAL, LOSES, WINS, WINS_UNQUALIFIED, Amounts
from pitboss.value import Value

MOST_MULTIPLE = 10
LARGEST = 1 << 24
"""The largest amount, in small units, with which no sum over the deals of a class overflows."""


class Pays(Value):
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
        """What becomes of each wager of a hand that was played."""
        if result == EQUAL:
            nets = {"ante": Fraction(0), "blind": Fraction(0), "play": Fraction(0)}
        else:
            wins, qualifies = result in (WINS, WINS_UNQUALIFIED), self.qualifies(kind, result)
            nets = {
                "ante": (self.ante if wins else Fraction(-1)) if qualifies else Fraction(0),
                "blind": self.blind[kind] if wins else Fraction(-1),
                "play": self.play[multiple] if wins else Fraction(-multiple),
            }
        return nets | {"trips": self.trips[kind]}

    def nets_of_fold(self, kind: int, result: int) -> dict[str, Fraction]:
        """What becomes of each wager of a hand that was folded."""
        refunds = self.refunds_folded and not self.qualifies(kind, result)
        ante = Fraction(0 if refunds else -1)
        trips = self.trips[kind] if self.keeps_trips else -self.stake
        return {"ante": ante, "blind": Fraction(-1), "trips": trips}


def pays_of(question: Question, trips: int | None = None) -> Pays:
    """Read the pays of a question; `trips` puts another Trips wager in the place of its own."""
    stake = question.number("trips") if trips is None else trips
    blind, on_trips = question.pays["blind"], question.pays["trips"]
    play = question.pays["play"]["win"]
    return Pays(
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
        qualifier=floor_of(Category.PAIR) if question.text("qualifier") == "pair" else 0,
    )


def amounts_of(pays: Pays) -> tuple[Amounts, int]:
    """The pays in whole small units, and how many of those make an Ante."""
    scale = lcm(*(f.denominator for f in (pays.ante, *pays.blind, *pays.trips, *pays.play)))
    largest = max(pays.blind) + max(map(abs, pays.trips)) + max(pays.play) + pays.ante
    if largest * scale > LARGEST:
        raise LabError("Odds or wager are too large to count exactly: take a smaller number or a rounder one.")

    def whole(fractions: tuple[Fraction, ...]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """Fractions as whole numbers of small units."""
        return np.array([int(f * scale) for f in fractions], np.int64)

    fold = -2 if pays.keeps_trips else -2 - pays.stake
    amounts = Amounts(
        ante=scale,
        ante_win=int(pays.ante * scale),
        blind_win=whole(pays.blind),
        trips=whole(pays.trips),
        play_win=whole(pays.play),
        fold=int(fold * scale),
        fold_refund=scale if pays.refunds_folded else 0,
        fold_keeps_trips=pays.keeps_trips,
        flop=np.array(pays.multiples[1], np.int64),
        river=np.array(pays.multiples[2], np.int64),
    )
    return amounts, scale
