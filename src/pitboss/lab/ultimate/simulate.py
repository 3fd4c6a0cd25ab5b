"""Ultimate Texas Hold'em at speed: the decisions of a strategy as tables, and a kernel that plays by them."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.cards import Category
from pitboss.lab import store
from pitboss.lab.arrays import Array
from pitboss.lab.evaluator import (
    FLUSH_BITS,
    SUIT_START,
    Tables,
    place_of_ranks,
    suit_of_flush,
    tables,
    value_of,
    value_of_ranks,
)
from pitboss.lab.question import End, LabError, Question
from pitboss.lab.simulate.engine import PokerKernel
from pitboss.lab.simulate.streams import BATCH, Word, count_ends, deal_rounds
from pitboss.lab.ultimate.board import CELLS, FEW_OUTS, STRAIGHT, BoardArrays, HandTables, cell_of, lay_felt, read_board
from pitboss.lab.ultimate.board_passes import (
    BY_VALUE,
    EQUAL,
    LOSES,
    LOSES_UNQUALIFIED,
    WINS,
    WINS_UNQUALIFIED,
    Amounts,
    decide_by_value,
)
from pitboss.lab.ultimate.decide import (
    MOST_MULTIPLE,
    Decisions,
    UltimatePays,
    amounts_of,
    decisions_of,
    known_hands,
    pays_of,
)
from pitboss.lab.ultimate.price import AtFlop, BeforeFlop, decisions_with, end_name, end_of
from pitboss.lab.ultimate.symmetry import Symmetry, flop_place, symmetry

ONE_OF_EACH = np.uint64(0x1111 << 32)
"""One more card of every suit, in the keys of the evaluator."""
RANKS_A_ROW = 16
"""Thirteen ranks and three that nothing comes of: so many are compared at once."""
LIVE = 47
SUIT = (1 << 13) - 1
SLOT_BITS = 18
SLOTS = 1 << SLOT_BITS
EMPTY = np.int64(-1)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""The golden ratio in 64 bits: its multiples lie far apart, so that boards fall on different slots."""


class Flops(NamedTuple):
    """For every flop and two hole cards whether they are bet: a bit for each, by kind of flop and place of the pair."""

    pair: Array
    """By two cards: their place among all pairs."""
    start: Array
    """By the highest card of a flop: the place of the first such flop among all."""
    names: Array
    """By place: the kind of flop, then in eight bits what each suit is called in the flop that stands for it."""
    bets: Array


class Rivers(NamedTuple):
    """For every board and hand whether it is bet at the river: boards by hash, a bit a pair of live cards."""

    boards: Array
    rows: Array
    bets: Array


def values_with_one() -> Array:
    """By place of a board's ranks and rank of one more card: their value, suits aside."""
    with_one = np.zeros((len(tables(5).values), RANKS_A_ROW), np.uint16)
    _value_boards(tables(5), tables(6), with_one)
    return with_one


@njit(cache=True)
def _value_boards(five: Tables, six: Tables, with_one: Array) -> None:
    """Value every board with one more card, the ranks of the board in rising order."""
    keys = five.keys[::4]
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        board = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        row = with_one[place_of_ranks(board, five)]
                        for rank in range(13):
                            if (a == rank) + (b == rank) + (c == rank) + (d == rank) + (e == rank) < 4:
                                row[rank] = value_of_ranks(board + keys[rank], six)


def flops_of(kinds: Symmetry, at_flop: Array) -> Flops:
    """The table of the flop with these decisions by class of flop and hole cards."""
    names = kinds.flop_suits.astype(np.uint32) @ np.array([1, 4, 16, 64], np.uint32)
    start = np.array([flop_place(0, 0, high) for high in range(52)], np.uint16)
    bets = np.packbits(at_flop[kinds.hole_class] > 0, axis=1, bitorder="little")
    return Flops(kinds.pair_index, start, kinds.flop_class.astype(np.uint32) << 8 | names, bets)


@njit(cache=True, forceinline=True)
def flop_bet(a: Word, b: Word, c: Word, d: Word, e: Word, flops: Flops) -> Word:
    """1 where the hole cards a and b are bet on a flop, 0 where they are checked."""
    low, high = min(c, d), max(c, d)
    place = flops.start[max(high, e)] + flops.pair[min(low, e), max(low, min(high, e))]
    flop = np.int64(flops.names[place])
    pair = flops.pair[_rename_suit(a, flop), _rename_suit(b, flop)]
    return (flops.bets[flop >> 8, pair >> 3] >> (pair & 7)) & 1


@njit(cache=True)
def _board_key(suits: Array) -> Word:
    key = np.int64(0)
    for ranks in suits:
        key = key << 13 | ranks
    return key


@njit(cache=True)
def _slot(key: Word, boards: Array) -> Word:
    """Where a board is kept, or the free slot where it would be."""
    slot = np.int64((np.uint64(key) * SPREAD) >> np.uint64(64 - SLOT_BITS))
    while boards[slot] not in (key, EMPTY):
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@njit(cache=True)
def _keep_boards(all_boards: Array, boards: Array, rows: Array) -> None:
    suits = np.empty(4, np.int64)
    for row in range(len(all_boards)):
        suits[:] = 0
        for card in all_boards[row]:
            suits[card & 3] |= 1 << (card >> 2)
        key = _board_key(suits)
        slot = _slot(key, boards)
        boards[slot] = key
        rows[slot] = row


@njit(cache=True)
def _decide_boards(kinds: Symmetry, known: HandTables, amounts: Amounts, felt: BoardArrays) -> Array:
    """The river's decisions, a bit each, eight to a byte."""
    live = len(felt.live)
    hands = (live - 2) * (live - 3) // 2
    river, gain = np.empty((2, CELLS), np.int64)
    bets = np.zeros((len(kinds.boards), (live * (live - 1) // 2 + 7) // 8), np.uint8)
    for row in range(len(kinds.boards)):
        _, cells = read_board(kinds.boards[row], kinds.deck, known, felt)
        decide_by_value(known.category, hands, cells, felt, amounts, river, gain)
        place = 0
        for i in range(live):
            for j in range(i + 1, live):
                if river[cell_of(felt.mark[felt.live[i]], felt.mark[felt.live[j]])]:
                    bets[row, place >> 3] |= 1 << (place & 7)
                place += 1
    return bets


def rivers_of(kinds: Symmetry, pays: UltimatePays) -> Rivers:
    """Every decision at the river by its exact value, fetched or worked out."""
    asked = [str(pays), len(kinds.boards)]
    kept = store.fetch_arrays("ultimate-rivers", asked)
    if kept is None:
        felt = lay_felt(len(kinds.deck))
        kept = {"bets": _decide_boards(kinds, known_hands(pays), amounts_of(pays)[0], felt)}
        store.keep_arrays("ultimate-rivers", asked, kept)
    return rivers_with(kinds, kept["bets"])


def rivers_with(kinds: Symmetry, bets: Array) -> Rivers:
    """The table of the river with these decisions, a row a kind of board."""
    boards = np.full(SLOTS, EMPTY)
    rows = np.zeros(SLOTS, np.int32)
    _keep_boards(kinds.boards, boards, rows)
    return Rivers(boards, rows, bets)


@njit(cache=True)
def _rename_suit(card: Word, names: Word) -> Word:
    """A card with its suit named anew, the names in two bits each."""
    return np.int64(card & ~3) | (names >> (2 * (card & 3)) & 3)


@njit(cache=True, forceinline=True)
def river_bet(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, rivers: Rivers) -> Word:
    """1 where the hole cards a and b are bet on a board, 0 where they are folded.

    Suits are named in falling order of their ranks, as in `symmetry`, with no array made on the way.
    """
    cards = _bit(c) | _bit(d) | _bit(e) | _bit(f) | _bit(g)
    clubs, diamonds, hearts, spades = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    first = np.int64(diamonds > clubs) + (hearts > clubs) + (spades > clubs)
    second = np.int64(clubs >= diamonds) + (hearts > diamonds) + (spades > diamonds)
    third = np.int64(clubs >= hearts) + (diamonds >= hearts) + (spades > hearts)
    fourth = 6 - first - second - third
    names = first | second << 2 | third << 4 | fourth << 6
    key = clubs << 13 * (3 - first) | diamonds << 13 * (3 - second)
    key |= hearts << 13 * (3 - third) | spades << 13 * (3 - fourth)
    row = rivers.rows[_slot(key, rivers.boards)]
    one, other = _rename_suit(a, names), _rename_suit(b, names)
    low, high = min(one, other), max(one, other)
    i, j = low, high
    for card in (
        _rename_suit(c, names),
        _rename_suit(d, names),
        _rename_suit(e, names),
        _rename_suit(f, names),
        _rename_suit(g, names),
    ):
        i -= card < low
        j -= card < high
    place = i * (2 * LIVE - i - 1) // 2 + (j - i - 1)
    return (rivers.bets[row, place >> 3] >> (place & 7)) & 1


@njit(cache=True)
def _bit(card: Word) -> Word:
    """A card as a bit, thirteen a suit."""
    return np.int64(1) << (13 * np.int64(card & 3) + np.int64(card >> 2))


@njit(cache=True, forceinline=True)
def has_hidden_pair(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word) -> Word:
    """Say whether a hole card makes a pair, with the other or with the board."""
    board = 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2) | 1 << (f >> 2) | 1 << (g >> 2)
    return a >> 2 == b >> 2 or bool((board >> (a >> 2) | board >> (b >> 2)) & 1)


@njit(cache=True, forceinline=True)
def has_suit(board: Word) -> Word:
    """Say whether one more card can make a flush of a board."""
    return (board + ONE_OF_EACH) & FLUSH_BITS != 0


@njit(cache=True, forceinline=True)
def outs_bet(
    a: Word,
    b: Word,
    c: Word,
    d: Word,
    e: Word,
    f: Word,
    g: Word,
    board: Word,
    value: Word,
    known: HandTables,
    with_one: Array,
) -> Word:
    """1 where the published strategy bets hole cards without a hidden pair, 0 where it folds; the board has no suit.

    A straight or better counts when it is not the board's own. Four cards a rank may be outs, less those seen.
    """
    place = place_of_ranks(board, known.five)
    kind, own = known.category[value], known.category[known.five.values[place]]
    outs = 0
    for rank in range(RANKS_A_ROW):
        outs += 4 * (with_one[place, rank] > value)
    for card in (a, b, c, d, e, f, g):
        outs -= with_one[place, card >> 2] > value
    return ((kind >= STRAIGHT) & (kind > own)) | (outs < FEW_OUTS)


@njit(cache=True)
def suited_outs_bet(
    a: Word,
    b: Word,
    c: Word,
    d: Word,
    e: Word,
    f: Word,
    g: Word,
    board: Word,
    value: Word,
    known: HandTables,
    with_one: Array,
) -> Word:
    """The same on a board with four or five cards of a suit, where every card is looked at."""
    suit = suit_of_flush(board + ONE_OF_EACH)
    seen = np.int64(1) << a | np.int64(1) << b
    ranks = 0
    for card in (c, d, e, f, g):
        seen |= np.int64(1) << card
        ranks |= (card & 3 == suit) << (card >> 2)
    flush, place = known.six.flush, place_of_ranks(board, known.five)
    kind, own = known.category[value], known.category[max(flush[ranks], known.five.values[place])]
    outs = 0
    for card in range(52):
        best = max(flush[ranks | (card & 3 == suit) << (card >> 2)], with_one[place, card >> 2])
        outs += (best > value) & ~(seen >> card) & 1
    return ((kind >= STRAIGHT) & (kind > own)) | (outs < FEW_OUTS)


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


class UltimateChoices(NamedTuple):
    """The strategy: a multiple by pair of cards before the flop, then one multiple a stage, or none."""

    pre_flop: Array
    flops: Flops
    flop: int
    river: int


class Ultimate(PokerKernel):
    """The kernel."""

    roles = "mmbbbbbdd"

    def __init__(self, choices: UltimateChoices, pays: UltimatePays, rivers: Rivers | None) -> None:
        self.choices = choices
        self.rivers = rivers
        self.pays = pays
        places = product(range(3), range(MOST_MULTIPLE + 1), range(KINDS), range(RESULTS))
        self.ends = tuple(end_of(place, pays) for place in places)
        self.known, self.with_one = known_hands(pays), values_with_one()

    def play_into(self, counts: Array, stream: Array, rounds: int) -> None:
        """Play some rounds, and count how they end."""
        if self.rivers is None:
            play_by_outs(rounds, stream, self.choices, self.known, self.with_one, counts)
        else:
            play_by_value(rounds, stream, self.choices, self.rivers, self.known, counts)

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
        return bool(
            has_hidden_pair(a, b, c, d, e, f, g) or bets(a, b, c, d, e, f, g, key, value, self.known, self.with_one)
        )


@njit(cache=True)
def _value(key: Word, a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word, seven: Tables) -> Word:
    """The value of seven cards, the sum of their keys being known."""
    if key & FLUSH_BITS:
        suit = suit_of_flush(key)
        ranks = 0
        for card in (a, b, c, d, e, f, g):  # a loop is left alone; seven terms would be worked out for every hand
            ranks |= (card & 3 == suit) << (card >> 2)
        return seven.flush[ranks]
    return value_of_ranks(key, seven)


@njit(cache=True, nogil=True)
def play_by_outs(
    rounds: Word, stream: Array, choices: UltimateChoices, known: HandTables, with_one: Array, counts: Array
) -> None:
    """Play rounds, a batch at a time, deciding the river by counting outs."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 9, min(BATCH, rounds - start))
        boards, mine, ends = _hands(deals, known)
        checked = _before_river(deals, choices, ends)
        _river_by_outs(deals, checked, boards, mine, known, with_one, STEP * choices.river, ends)
        count_ends(ends, counts)


@njit(cache=True, nogil=True)
def play_by_value(
    rounds: Word, stream: Array, choices: UltimateChoices, rivers: Rivers, known: HandTables, counts: Array
) -> None:
    """Play rounds, a batch at a time, deciding the river by its exact value."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 9, min(BATCH, rounds - start))
        _, _, ends = _hands(deals, known)
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
def _hands(deals: Array, known: HandTables) -> tuple[Array, Array, Array]:
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
        ends[i] = known.category[mine] * RESULTS + RESULT[np.uint64(theirs >= known.qualifier), standing]
    return boards, values, ends


@njit(cache=True)
def _before_river(deals: Array, choices: UltimateChoices, ends: Array) -> Array:
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
    deals: Array, checked: Array, boards: Array, mine: Array, known: HandTables, with_one: Array, bet: Word, ends: Array
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
        ends[i] += bet * outs_bet(a, b, c, d, e, f, g, boards[i], mine[i], known, with_one)
    for k in range(few):
        i = suited[k]
        a, b, c, d, e, f, g = _seven(deals, i)
        ends[i] += bet * suited_outs_bet(a, b, c, d, e, f, g, boards[i], mine[i], known, with_one)


def kernel_of(question: Question) -> Ultimate:
    """The kernel that plays what is asked."""
    pays = pays_of(question)
    return _kernel(pays, decisions_of(question.strategy, symmetry(), pays))


def kernel_with(question: Question, before_flop: BeforeFlop, at_flop: AtFlop) -> Ultimate:
    """The kernel that plays a strategy given as functions (see `price.decisions_with`)."""
    return _kernel(pays_of(question), decisions_with(question, before_flop, at_flop))


def _kernel(pays: UltimatePays, decisions: Decisions) -> Ultimate:
    if decisions.river_by == BY_VALUE and len(pays.multiples[2]) > 1:
        raise LabError(SEVERAL)
    kinds = symmetry()
    used = {int(multiple) for multiple in np.unique(decisions.at_flop)} - {0}
    if len(used) > 1:
        raise LabError(SEVERAL)
    flops = flops_of(kinds, decisions.at_flop)
    choices = UltimateChoices(decisions.pre_flop, flops, max(used, default=0), pays.multiples[2][-1])
    return Ultimate(choices, pays, rivers_of(kinds, pays) if decisions.river_by == BY_VALUE else None)
