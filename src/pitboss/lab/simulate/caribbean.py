"""Caribbean Stud at speed: bet or fold by hand and up card, by suits where they decide, and a kernel."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab import store
from pitboss.lab.caribbean import fixed, kernels
from pitboss.lab.caribbean.count import LEAST_TO_QUALIFY, count
from pitboss.lab.caribbean.price import Pays, pays_for
from pitboss.lab.evaluator import Tables, categories, tables, value_of, value_of_five
from pitboss.lab.fivecards import hand_tables
from pitboss.lab.question import OPTIMAL, Question
from pitboss.lab.simulate.kernel import End
from pitboss.lab.simulate.streams import BATCH, Word, count_ends, counted, deal_rounds, no_counts, stream_of

Array = NDArray[Any]

FOLD, BET, BY_SUITS = 0, 1, 2
FOLDED, FAILS, EQUAL, LOST, WON = range(5)
"""Places of the counts; a win is told by its category, from the last on."""
SUITS_OF_FIVE = 1 << 10
ONE_SUIT = 0b0101010101
"""A suit in all five places: hands are named as if the up card's suit came first."""


class Choices(NamedTuple):
    """Whether to bet."""

    by_hand: Array
    """By value of the hand and rank of the up card: fold, bet, or by suits."""
    place: Array
    """By value: where the suits of a hand are looked up."""
    by_suits: Array
    """By that place, rank of the up card and suits from the highest card down."""


class Caribbean:
    """The kernel."""

    roles = "mmmmmudddd"

    def __init__(self, choices: Choices, qualifier: int, multiple: int, ends: tuple[End, ...]) -> None:
        self.choices = choices
        self.qualifier = qualifier
        self.multiple = multiple
        self.ends = ends
        self.known = tables(5)
        self.category = categories()

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        return self.play_on(stream_of(seed, block), rounds)

    def play_on(self, stream: Array, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = no_counts(len(self.ends))
        play_rounds(rounds, stream, self.choices, self.known, self.category, self.qualifier, counts)
        return counted(counts)

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The Bet in Antes, 0 to fold."""
        value = value_of(np.array(mine, np.uint8), self.known)
        choice = self.choices.by_hand[value, shown[0] >> 2]
        if choice == BY_SUITS:
            choice = bets_by_suits(suits_of(*mine), shown[0], value, self.choices)
        return self.multiple if choice else 0

    def name_end(self, end: End, phase: str, kind: Category) -> str:
        """The name of an end: what decided it, or the hand that won."""
        return end_name(dict(end.nets), kind)


def end_name(nets: Mapping[str, Fraction], kind: Category) -> str:
    """The name of an end by what became of the wagers: what decided it, or the hand that won."""
    if "bet" not in nets:
        return "fold"
    if nets["bet"] > 0:
        return kind.line
    if nets["bet"] < 0:
        return "lower-hand"
    return "dealer-does-not-qualify" if nets["ante"] else "stand-off"


@njit(cache=True)
def suits_of(a: Word, b: Word, c: Word, d: Word, e: Word) -> Word:
    """The suits of five cards from the highest down, two bits each."""
    hand = np.array([a, b, c, d, e])
    hand.sort()
    suits = 0
    for place in range(4, -1, -1):
        suits = suits << 2 | (hand[place] & 3)
    return suits


@njit(cache=True)
def bets_by_suits(suits: Word, up: Word, value: Word, choices: Choices) -> Word:
    """Say whether a hand is bet whose suits decide."""
    return bool(choices.by_suits[choices.place[value], up >> 2, suits ^ ((up & 3) * ONE_SUIT)])


@njit(cache=True, nogil=True)
def play_rounds(
    rounds: Word, stream: Array, choices: Choices, known: Tables, category: Array, qualifier: Word, counts: Array
) -> None:
    """Play rounds, a batch at a time: five cards, the up card and the dealer's other four."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 10, min(BATCH, rounds - start))
        count_ends(ends_of(deals, choices, known, category, qualifier), counts)


@njit(cache=True)
def ends_of(deals: Array, choices: Choices, known: Tables, category: Array, qualifier: Word) -> Array:
    """Play a batch: the places where its rounds are counted. The dealer's hand is read where there is a Bet."""
    rounds = deals.shape[1]
    ends = np.full(rounds, FOLDED, np.uint16)
    bets, values = np.empty((2, rounds), np.uint16)
    made = 0
    for i in range(rounds):
        a, b, c, d, e, up = deals[0, i], deals[1, i], deals[2, i], deals[3, i], deals[4, i], deals[5, i]
        value = value_of_five(a, b, c, d, e, known)
        choice = choices.by_hand[value, up >> 2]
        if choice == BY_SUITS:
            choice = bets_by_suits(suits_of(a, b, c, d, e), up, value, choices)
        bets[made], values[made] = i, value
        made += choice != FOLD
    for k in range(made):
        i, value = bets[k], values[k]
        against = value_of_five(deals[5, i], deals[6, i], deals[7, i], deals[8, i], deals[9, i], known)
        ends[i] = end_of_bet(value, against, qualifier, WON + category[value])
    return ends


@njit(cache=True)
def end_of_bet(value: Word, against: Word, qualifier: Word, won: Word) -> Word:
    """The place of a hand that was bet."""
    if against < qualifier:
        return FAILS
    if value == against:
        return EQUAL
    return won if value > against else LOST


def kernel_of(question: Question) -> Caribbean:
    """The kernel that plays what is asked."""
    pays = pays_for(question)
    least = LEAST_TO_QUALIFY[question.text("qualifier")]
    qualifier = next(number for number, hand in enumerate(hand_tables().hands) if hand >= least)
    multiple = question.number("bet-multiple")
    return Caribbean(_choices(question, pays, qualifier), qualifier, multiple, _ends(pays, multiple))


def _ends(pays: Pays, multiple: int) -> tuple[End, ...]:
    """What each place of the counts means."""
    bet = Fraction(multiple)

    def end(ante: Fraction, on_bet: Fraction, kind: Category = Category.HIGH_CARD) -> End:
        """An end with both wagers down."""
        nets = {"ante": ante, "bet": on_bet}
        return End(end_name(nets, kind), tuple(nets.items()), 1 + bet)

    zero, one = Fraction(0), Fraction(1)
    return (
        End("fold", (("ante", -one),), one),
        end(pays.ante, zero),
        end(zero, zero),
        end(-one, -bet),
        *(end(pays.ante, pays.bet[kind], kind) for kind in Category),
    )


def _choices(question: Question, pays: Pays, qualifier: int) -> Choices:
    """The decisions of a strategy by hand and up card, and by suits for the hands where those decide."""
    no_suits = np.zeros((1, 13, SUITS_OF_FIVE), np.bool_)
    place = np.zeros(len(hand_tables().hands), np.int64)
    if question.strategy != OPTIMAL:
        return Choices(fixed.bets(question.strategy).astype(np.uint8), place, no_suits)
    deals = count(question.text("qualifier"))
    bet = _is_bet(deals.fails, deals.lower, deals.higher, categories()[deals.hand], pays)
    size = len(place) * 13
    cells = deals.hand.astype(np.int64) * 13 + deals.up
    seen, made = (np.bincount(cells[where], minlength=size).reshape(-1, 13) for where in (slice(None), bet))
    by_hand = np.select([made == 0, made == seen], [FOLD, BET], BY_SUITS).astype(np.uint8)
    split = np.flatnonzero((by_hand == BY_SUITS).any(axis=1))
    if not len(split):
        return Choices(by_hand, place, no_suits)
    place[split] = np.arange(len(split))
    found = _counts_by_suits(question.text("qualifier"), qualifier, split)
    fails, lower, _, higher = np.moveaxis(found, -1, 0)
    return Choices(by_hand, place, _is_bet(fails, lower, higher, categories()[split][:, None, None], pays))


def _is_bet(fails: Array, lower: Array, higher: Array, kinds: Array, pays: Pays) -> Array:
    """Say where betting is worth as much as folding, from the dealer's hands that fail, are lower and are higher."""
    scale = int(np.lcm.reduce([pays.ante.denominator, *(win.denominator for win in pays.bet)]))
    bet = np.array([int(win * scale) for win in pays.bet], np.int64)[kinds]
    ante = int(pays.ante * scale)
    worth = fails * np.int64(ante) + lower * (ante + bet) - higher * np.int64(pays.lost * scale)
    chosen: Array = worth >= -scale * kernels.DEALS_LEFT
    return chosen


def _counts_by_suits(qualifier: str, least: int, split: Array) -> Array:
    """For hands in all their suits against an up card of the first suit: how the dealer's hands compare, or fetched."""
    kept = store.fetch_arrays("caribbean-suits", [qualifier, split.tolist()])
    if kept is not None:
        return np.asarray(kept["found"])
    known = hand_tables()
    values = kernels.value_all(*known[1:])
    cards = np.concatenate([_in_all_suits(known.hands[number]) for number in split])
    numbers = np.repeat(split, SUITS_OF_FIVE)
    is_hand = np.array([len(set(row)) == 5 for row in cards.tolist()])
    cards[~is_hand] = np.arange(5)  # two cards alike: nobody holds that
    rows = [
        kernels.count_against(
            4 * rank, cards, numbers, least, kernels.dealer_hands(4 * rank, values, known.choose), known.choose
        )
        for rank in range(13)
    ]
    found = np.stack(rows, axis=1).reshape(len(split), SUITS_OF_FIVE, 13, 4).swapaxes(1, 2)
    store.keep_arrays("caribbean-suits", [qualifier, split.tolist()], {"found": found})
    return found


def _in_all_suits(hand: Any) -> Array:
    """The cards of a hand of five different ranks, or with a pair, in every suit: rising, as the counters want them."""
    ranks = sorted((*hand.ranks, *[hand.ranks[0]] * (5 - len(hand.ranks))), reverse=True)
    suits = np.arange(SUITS_OF_FIVE)[:, None] >> np.arange(8, -1, -2) & 3
    cards: Array = np.array(ranks)[None, :] * 4 + suits
    return np.sort(cards, axis=1).astype(np.int8)
