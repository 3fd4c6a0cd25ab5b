"""Ultimate Texas Hold'em at speed: the decisions of a strategy as tables, and a kernel that plays by them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.evaluator import (
    FLUSH_BITS,
    SUIT_START,
    Tables,
    categories,
    suit_of_flush,
    tables,
    value_of,
    value_of_ranks,
)
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.lab.simulate.holdem import Known, Rivers, flop_bets, outs_bet, river_bet, rivers_of
from pitboss.lab.simulate.kernel import End
from pitboss.lab.simulate.streams import Dealer, Word, deal, dealer_of, last_number, next_number
from pitboss.lab.ultimate.amounts import MOST_MULTIPLE, Pays, pays_of
from pitboss.lab.ultimate.decide import decisions_of
from pitboss.lab.ultimate.passes import BY_VALUE, EQUAL, LOSES, LOSES_UNQUALIFIED, WINS, WINS_UNQUALIFIED
from pitboss.lab.ultimate.price import end_name, nets_of
from pitboss.lab.ultimate.symmetry import flop_place, renamed, symmetry

Array = NDArray[Any]

LAST = last_number(9)
PHASES = ("pre-flop", "flop", "river")
KINDS, RESULTS = 10, 5
SEVERAL = (
    "The kernel plays any multiples before the flop, but one at the flop and one at the river, where the best play has "
    "several here: `pitboss edge` counts them all; to simulate, offer one with --play, such as 3/4,2,1."
)


class Choices(NamedTuple):
    """The multiples that are played, 0 to check or fold."""

    pair: Array
    """By two cards: their place among all pairs."""
    pre_flop: Array
    flop_class: Array
    flop_suits: Array
    at_flop: Array
    """By kind of flop, a bit for each place of hole cards, named as in the flop that stands for it."""
    flop: int
    river: int


class Ultimate:
    """The kernel."""

    roles = "mmbbbbbdd"
    drawn_first = 9

    def __init__(self, choices: Choices, pays: Pays, rivers: Rivers | None) -> None:
        self.choices = choices
        self.rivers = rivers
        self.qualifier = pays.qualifier
        self.ends = _ends(pays)
        self.known = Known(tables(5), tables(6), tables(7), categories())

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        return self.play_on(dealer_of(seed, block), rounds)

    def play_on(self, dealer: Dealer, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = np.zeros(len(self.ends), np.int64)
        if self.rivers is None:
            play_by_outs(rounds, dealer, self.choices, self.known, self.qualifier, counts)
        else:
            play_by_value(rounds, dealer, self.choices, self.rivers, self.known, self.qualifier, counts)
        return counts

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The Play wager in Antes, 0 to check or fold."""
        if phase == PHASES[0]:
            return int(self.choices.pre_flop[self.choices.pair[mine[0], mine[1]]])
        cards = np.array([*mine, *shown], np.uint8)
        if phase == PHASES[1]:
            a, b, c, d, e = cards
            return int(_flop_choice(a, b, c, d, e, self.choices))
        a, b, c, d, e, f, g = cards
        if self.rivers is not None:
            return int(self.choices.river * river_bet(a, b, c, d, e, f, g, self.rivers))
        key = SUIT_START + self.known.seven.keys[cards[2:]].sum()
        value = value_of(cards, self.known.seven)
        return int(self.choices.river * outs_bet(a, b, c, d, e, f, g, key, value, self.known))


@njit(cache=True)
def _value(key: Word, a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, seven: Tables) -> Word:
    """The value of seven cards, the sum of their keys being known."""
    if key & FLUSH_BITS:
        suit = suit_of_flush(key)
        ranks = 0
        for card in (a, b, c, d, e, f, g):  # a loop is left alone; seven terms would be worked out for every hand
            ranks |= (card & 3 == suit) << (card >> 2)
        flush: Word = seven.flush[ranks]
        return flush
    return value_of_ranks(key, seven)


@njit(cache=True, forceinline=True)
def _flop_choice(a: Word, b: Word, c: Word, d: Word, e: Word, choices: Choices) -> Word:
    low, high = min(c, d), max(c, d)
    flop = flop_place(np.int64(min(low, e)), np.int64(max(low, min(high, e))), np.int64(max(high, e)))
    names = choices.flop_suits[flop]
    pair = choices.pair[renamed(a, names), renamed(b, names)]
    return choices.flop * ((choices.at_flop[choices.flop_class[flop], pair >> 3] >> (pair & 7)) & 1)


@njit(cache=True, forceinline=True)
def _deal_nine(dealer: Dealer) -> tuple[Word, ...]:
    """Two hole cards, the board, the dealer's two cards."""
    number = next_number(dealer, LAST)
    a, number = deal(dealer, number, np.uint64(52))
    b, number = deal(dealer, number, np.uint64(51))
    c, number = deal(dealer, number, np.uint64(50))
    d, number = deal(dealer, number, np.uint64(49))
    e, number = deal(dealer, number, np.uint64(48))
    f, number = deal(dealer, number, np.uint64(47))
    g, number = deal(dealer, number, np.uint64(46))
    h, number = deal(dealer, number, np.uint64(45))
    i, number = deal(dealer, number, np.uint64(44))
    return a, b, c, d, e, f, g, h, i


@njit(cache=True, nogil=True)
def play_by_outs(rounds: Word, dealer: Dealer, choices: Choices, known: Known, qualifier: Word, counts: Array) -> None:
    """Play rounds, deciding the river by counting outs."""
    keys = known.seven.keys
    for _ in range(rounds):
        a, b, c, d, e, f, g, h, i = _deal_nine(dealer)
        board = SUIT_START + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        mine = _value(board + keys[a] + keys[b], a, b, c, d, e, f, g, known.seven)
        theirs = _value(board + keys[h] + keys[i], h, i, c, d, e, f, g, known.seven)
        stage, multiple = _before_river(a, b, c, d, e, choices)
        if stage == 2:
            multiple = choices.river * outs_bet(a, b, c, d, e, f, g, board, mine, known)
        place = (stage * (MOST_MULTIPLE + 1) + multiple) * KINDS + known.category[mine]
        counts[place * RESULTS + _result(mine, theirs, qualifier)] += 1


@njit(cache=True, nogil=True)
def play_by_value(
    rounds: Word, dealer: Dealer, choices: Choices, rivers: Rivers, known: Known, qualifier: Word, counts: Array
) -> None:
    """Play rounds, deciding the river by its exact value."""
    keys = known.seven.keys
    for _ in range(rounds):
        a, b, c, d, e, f, g, h, i = _deal_nine(dealer)
        board = SUIT_START + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        mine = _value(board + keys[a] + keys[b], a, b, c, d, e, f, g, known.seven)
        theirs = _value(board + keys[h] + keys[i], h, i, c, d, e, f, g, known.seven)
        stage, multiple = _before_river(a, b, c, d, e, choices)
        if stage == 2:
            multiple = choices.river * river_bet(a, b, c, d, e, f, g, rivers)
        place = (stage * (MOST_MULTIPLE + 1) + multiple) * KINDS + known.category[mine]
        counts[place * RESULTS + _result(mine, theirs, qualifier)] += 1


@njit(cache=True, forceinline=True)
def _before_river(a: Word, b: Word, c: Word, d: Word, e: Word, choices: Choices) -> tuple[Word, Word]:
    """The stage at which Play is made, and its multiple; the river where it is not made before."""
    multiple = np.int64(choices.pre_flop[choices.pair[a, b]])
    if multiple:
        return 0, multiple
    multiple = np.int64(_flop_choice(a, b, c, d, e, choices))
    return (1, multiple) if multiple else (2, multiple)


@njit(cache=True)
def _result(mine: Word, theirs: Word, qualifier: Word) -> Word:
    if mine == theirs:
        return EQUAL
    if theirs >= qualifier:
        return WINS if mine > theirs else LOSES
    return WINS_UNQUALIFIED if mine > theirs else LOSES_UNQUALIFIED


def kernel_of(question: Question) -> Ultimate:
    """The kernel that plays what is asked."""
    pays = pays_of(question)
    if question.strategy == OPTIMAL and len(pays.multiples[2]) > 1:
        raise LabError(SEVERAL)
    kinds = symmetry()
    decisions = decisions_of(question.strategy, kinds, pays)
    used = {int(multiple) for multiple in np.unique(decisions.at_flop)} - {0}
    if len(used) > 1:
        raise LabError(SEVERAL)
    choices = Choices(
        kinds.pair_index,
        decisions.pre_flop,
        kinds.flop_class,
        kinds.flop_suits,
        flop_bets(kinds, decisions.at_flop),
        max(used, default=0),
        pays.multiples[2][-1],
    )
    return Ultimate(choices, pays, rivers_of(kinds, pays) if decisions.river_by == BY_VALUE else None)


def _ends(pays: Pays) -> tuple[End, ...]:
    """What each place of the counts means."""
    places = product(range(3), range(MOST_MULTIPLE + 1), range(KINDS), range(RESULTS))
    return tuple(
        End(
            end_name(place, pays),
            tuple((spot, net) for spot, net in nets_of(place, pays).items() if _is_down(spot, pays)),
            Fraction(2 + place[1]) + pays.stake,
        )
        for place in places
    )


def _is_down(spot: str, pays: Pays) -> bool:
    return spot != "trips" or pays.stake > 0
