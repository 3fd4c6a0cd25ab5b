"""Ultimate Texas Hold'em at speed: the decisions of a strategy as tables, and a kernel that plays by them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.evaluator import (
    FLUSH_BITS,
    SUIT_START,
    Tables,
    suit_of_flush,
    value_of,
    value_of_ranks,
)
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.lab.simulate.holdem import (
    Flops,
    Known,
    Rivers,
    flop_bet,
    flops_of,
    has_hidden_pair,
    has_suit,
    known_hands,
    outs_bet,
    river_bet,
    rivers_of,
    suited_outs_bet,
)
from pitboss.lab.simulate.kernel import End
from pitboss.lab.simulate.streams import BATCH, Word, count_ends, counted, deal_rounds, no_counts, stream_of
from pitboss.lab.ultimate.amounts import MOST_MULTIPLE, Pays, pays_of
from pitboss.lab.ultimate.decide import decisions_of
from pitboss.lab.ultimate.passes import BY_VALUE, EQUAL, LOSES, LOSES_UNQUALIFIED, WINS, WINS_UNQUALIFIED
from pitboss.lab.ultimate.price import end_name, nets_of
from pitboss.lab.ultimate.symmetry import symmetry

Array = NDArray[Any]

PHASES = ("pre-flop", "flop", "river")
KINDS, RESULTS = 10, 5
STEP = KINDS * RESULTS
"""The counts go by stage, multiple, kind of hand and result: so far apart lie two multiples."""
RESULT = np.array([[EQUAL, LOSES_UNQUALIFIED, WINS_UNQUALIFIED], [EQUAL, LOSES, WINS]], np.uint8)
"""By whether the dealer qualifies, and whether the hands are equal, the dealer's is higher or the player's."""
AT_FLOP, AT_RIVER = STEP * (MOST_MULTIPLE + 1), 2 * STEP * (MOST_MULTIPLE + 1)
SEVERAL = (
    "The kernel plays any multiples before the flop, but one at the flop and one at the river, where the best play has "
    "several here: `pitboss edge` counts them all; to simulate, offer one with --play, such as 3/4,2,1."
)


class Choices(NamedTuple):
    """What is played: a multiple by pair of cards before the flop, then one multiple a stage, or none."""

    pre_flop: Array
    flops: Flops
    flop: int
    river: int


class Ultimate:
    """The kernel."""

    roles = "mmbbbbbdd"

    def __init__(self, choices: Choices, pays: Pays, rivers: Rivers | None) -> None:
        self.choices = choices
        self.rivers = rivers
        self.pays = pays
        self.qualifier = pays.qualifier
        self.ends = _ends(pays)
        self.known = known_hands()

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        return self.play_on(stream_of(seed, block), rounds)

    def play_on(self, stream: Array, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = no_counts(len(self.ends))
        if self.rivers is None:
            play_by_outs(rounds, stream, self.choices, self.known, self.qualifier, counts)
        else:
            play_by_value(rounds, stream, self.choices, self.rivers, self.known, self.qualifier, counts)
        return counted(counts)

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The Play wager in Antes, 0 to check or fold."""
        if phase == PHASES[0]:
            return int(self.choices.pre_flop[self.choices.flops.pair[mine[0], mine[1]]])
        cards = np.array([*mine, *shown], np.uint8)
        if phase == PHASES[1]:
            a, b, c, d, e = cards
            return int(self.choices.flop * flop_bet(a, b, c, d, e, self.choices.flops))
        return int(self.choices.river * self._bets_river(cards))

    def name_end(self, end: End, phase: str, kind: Category) -> str:
        """The name of an end: what was played when, what came of it, and the hand where that tells."""
        nets = dict(end.nets)
        played = nets.get("play", 1)  # of a fold it is only told whether the dealer fails
        won, failed = (WINS, WINS_UNQUALIFIED) if played > 0 else (LOSES, LOSES_UNQUALIFIED)
        result = EQUAL if not played else won if nets["ante"] else failed
        multiple = int(end.wagered - 2 - self.pays.stake)
        return end_name((PHASES.index(phase), multiple, kind, result), self.pays)

    def _bets_river(self, cards: Array) -> bool:
        a, b, c, d, e, f, g = cards
        if self.rivers is not None:
            return bool(river_bet(a, b, c, d, e, f, g, self.rivers))
        key = SUIT_START + self.known.seven.keys[cards[2:]].sum()
        value = value_of(cards, self.known.seven)
        bets = suited_outs_bet if has_suit(key) else outs_bet
        return bool(has_hidden_pair(a, b, c, d, e, f, g) or bets(a, b, c, d, e, f, g, key, value, self.known))


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


@njit(cache=True, nogil=True)
def play_by_outs(rounds: Word, stream: Array, choices: Choices, known: Known, qualifier: Word, counts: Array) -> None:
    """Play rounds, a batch at a time, deciding the river by counting outs."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 9, min(BATCH, rounds - start))
        boards, mine, ends = _hands(deals, known, qualifier)
        checked = _before_river(deals, choices, ends)
        _river_by_outs(deals, checked, boards, mine, known, STEP * choices.river, ends)
        count_ends(ends, counts)


@njit(cache=True, nogil=True)
def play_by_value(
    rounds: Word, stream: Array, choices: Choices, rivers: Rivers, known: Known, qualifier: Word, counts: Array
) -> None:
    """Play rounds, a batch at a time, deciding the river by its exact value."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 9, min(BATCH, rounds - start))
        _, _, ends = _hands(deals, known, qualifier)
        checked = _before_river(deals, choices, ends)
        for k in range(len(checked)):
            i = checked[k]
            a, b, c, d, e, f, g = _seven(deals, i)
            ends[i] += AT_RIVER + STEP * choices.river * river_bet(a, b, c, d, e, f, g, rivers)
        count_ends(ends, counts)


@njit(cache=True)
def _seven(deals: Array, i: Word) -> tuple[Word, ...]:
    """The two hole cards and the board of a round."""
    return deals[0, i], deals[1, i], deals[2, i], deals[3, i], deals[4, i], deals[5, i], deals[6, i]


@njit(cache=True)
def _hands(deals: Array, known: Known, qualifier: Word) -> tuple[Array, Array, Array]:
    """Read the hands of a batch: keys of the boards, values of the player's hands, and how each compares."""
    keys = known.seven.keys
    rounds = deals.shape[1]
    boards = np.empty(rounds, np.uint64)
    values, ends = np.empty((2, rounds), np.uint16)
    for i in range(rounds):
        a, b, c, d, e, f, g = _seven(deals, i)
        h, j = deals[7, i], deals[8, i]
        board = SUIT_START + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        mine = _value(board + keys[a] + keys[b], a, b, c, d, e, f, g, known.seven)
        theirs = _value(board + keys[h] + keys[j], h, j, c, d, e, f, g, known.seven)
        boards[i], values[i] = board, mine
        standing = np.uint64(2 * (mine > theirs) + (mine < theirs))
        ends[i] = known.category[mine] * RESULTS + RESULT[np.uint64(theirs >= qualifier), standing]
    return boards, values, ends


@njit(cache=True)
def _before_river(deals: Array, choices: Choices, ends: Array) -> Array:
    """Decide before the river, and say which rounds check until then."""
    rounds = deals.shape[1]
    checked = np.empty(rounds, np.uint16)
    seen = 0
    for i in range(rounds):
        multiple = choices.pre_flop[choices.flops.pair[deals[0, i], deals[1, i]]]
        ends[i] += STEP * multiple
        checked[seen] = i
        seen += multiple == 0
    left = 0
    for k in range(seen):
        i = checked[k]
        bet = flop_bet(deals[0, i], deals[1, i], deals[2, i], deals[3, i], deals[4, i], choices.flops)
        ends[i] += (AT_FLOP + STEP * choices.flop) * bet
        checked[left] = i
        left += 1 - bet
    return checked[:left]


@njit(cache=True)
def _river_by_outs(
    deals: Array, checked: Array, boards: Array, mine: Array, known: Known, bet: Word, ends: Array
) -> None:
    """Decide the river: hidden pairs are bet, then outs are counted, apart on the few boards with a suit."""
    plain, suited = np.empty((2, len(checked)), np.uint16)
    many = few = 0
    for k in range(len(checked)):
        i = checked[k]
        a, b, c, d, e, f, g = _seven(deals, i)
        hidden, suit = has_hidden_pair(a, b, c, d, e, f, g), has_suit(boards[i])
        ends[i] += AT_RIVER + bet * hidden
        plain[many], suited[few] = i, i
        many += not (hidden or suit)
        few += suit and not hidden
    for k in range(many):
        i = plain[k]
        a, b, c, d, e, f, g = _seven(deals, i)
        ends[i] += bet * outs_bet(a, b, c, d, e, f, g, boards[i], mine[i], known)
    for k in range(few):
        i = suited[k]
        a, b, c, d, e, f, g = _seven(deals, i)
        ends[i] += bet * suited_outs_bet(a, b, c, d, e, f, g, boards[i], mine[i], known)


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
    flops = flops_of(kinds, decisions.at_flop)
    choices = Choices(decisions.pre_flop, flops, max(used, default=0), pays.multiples[2][-1])
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
