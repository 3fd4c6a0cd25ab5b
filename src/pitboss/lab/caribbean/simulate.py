"""Caribbean Stud at speed: bet or fold by hand and up card, by suits where they decide, and a kernel."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.cards import Category, PokerHand
from pitboss.lab import store
from pitboss.lab.arrays import Array, categories, five_cards, floor_of
from pitboss.lab.caribbean import kernels
from pitboss.lab.caribbean.price import DECIDE, LEAST_TO_QUALIFY, CaribbeanPays, Decide, bets_by, count, pays_for
from pitboss.lab.evaluator import Tables, tables, value_of, value_of_five
from pitboss.lab.question import OPTIMAL, End, Question
from pitboss.lab.simulate.engine import PokerKernel
from pitboss.lab.simulate.streams import BATCH, Word, count_ends, deal_rounds

FOLD, BET, BY_SUITS = 0, 1, 2
FOLDED, FAILS, EQUAL, LOST, WON = range(5)
"""Places of the counts; a win is told by its category, from the last on."""
SUITS_OF_FIVE = 1 << 10
ONE_SUIT = 0b0101010101
"""A suit in all five places: hands are named as if the up card's suit came first."""


class CaribbeanChoices(NamedTuple):
    """Whether to bet."""

    by_hand: Array
    """By value of the hand and rank of the up card: fold, bet, or by suits."""
    place: Array
    """By value: where the suits of a hand are looked up."""
    by_suits: Array
    """By that place, rank of the up card and suits from the highest card down."""


class Caribbean(PokerKernel):
    """The kernel."""

    roles = "mmmmmudddd"

    def __init__(self, choices: CaribbeanChoices, qualifier: int, pays: CaribbeanPays) -> None:
        self.choices = choices
        self.qualifier = qualifier
        self.multiple = pays.lost - 1
        self.ends = pays.ends()
        self.known = tables(5)
        self.category = categories()

    def play_into(self, counts: Array, stream: Array, rounds: int) -> None:
        """Play some rounds, and count how they end."""
        play_rounds(rounds, stream, self.choices, self.known, self.category, self.qualifier, counts)

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The Bet in Antes, 0 to fold."""
        value = value_of(np.array(mine, np.uint8), self.known)
        choice = self.choices.by_hand[value, shown[0] >> 2]
        if choice == BY_SUITS:
            choice = bets_by_suits(suits_of(*mine), shown[0], value, self.choices)
        return self.multiple if choice else 0

    def name_end(self, end: End, phase: str, kind: Category) -> str:
        """The name of an end by the result of the wagers: what decided it, or the hand that won."""
        nets = dict(end.nets)
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
def bets_by_suits(suits: Word, up: Word, value: Word, choices: CaribbeanChoices) -> Word:
    """Say whether a hand is bet whose suits decide."""
    return bool(choices.by_suits[choices.place[value], up >> 2, suits ^ ((up & 3) * ONE_SUIT)])


@njit(cache=True, nogil=True)
def play_rounds(
    rounds: Word,
    stream: Array,
    choices: CaribbeanChoices,
    known: Tables,
    category: Array,
    qualifier: Word,
    counts: Array,
) -> None:
    """Play rounds, a batch at a time: five cards, the up card and the dealer's other four."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 10, min(BATCH, rounds - start))
        count_ends(ends_of(deals, choices, known, category, qualifier), counts)


@njit(cache=True)
def ends_of(deals: Array, choices: CaribbeanChoices, known: Tables, category: Array, qualifier: Word) -> Array:
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
    if question.strategy != OPTIMAL:
        return kernel_with(question, DECIDE[question.strategy])
    pays = pays_for(question)
    qualifier = floor_of(LEAST_TO_QUALIFY[question.text("qualifier")])
    return Caribbean(_best_choices(question, pays, qualifier), qualifier, pays)


def kernel_with(question: Question, decide: Decide) -> Caribbean:
    """The kernel that plays a strategy which decides by the hand and the rank of the up card."""
    by_hand = bets_by(decide).astype(np.uint8)
    choices = CaribbeanChoices(by_hand, np.zeros(kernels.HANDS, np.int64), _no_suits())
    return Caribbean(choices, floor_of(LEAST_TO_QUALIFY[question.text("qualifier")]), pays_for(question))


def _no_suits() -> Array:
    return np.zeros((1, 13, SUITS_OF_FIVE), np.bool_)


def _best_choices(question: Question, pays: CaribbeanPays, qualifier: int) -> CaribbeanChoices:
    """The best decisions by hand and up card, and by suits for the hands where those decide."""
    place = np.zeros(kernels.HANDS, np.int64)
    deals = count(question.text("qualifier"))
    bet = pays.are_bet(deals.fails, deals.lower, deals.higher, categories()[deals.hand])
    cells = deals.hand.astype(np.int64) * 13 + deals.up
    seen, made = (np.bincount(cells[at], minlength=13 * len(place)).reshape(-1, 13) for at in (slice(None), bet))
    by_hand = np.select([made == 0, made == seen], [FOLD, BET], BY_SUITS).astype(np.uint8)
    split = np.flatnonzero((by_hand == BY_SUITS).any(axis=1))
    if not len(split):
        return CaribbeanChoices(by_hand, place, _no_suits())
    place[split] = np.arange(len(split))
    fails, lower, _, higher = np.moveaxis(_counts_by_suits(question.text("qualifier"), qualifier, split), -1, 0)
    return CaribbeanChoices(by_hand, place, pays.are_bet(fails, lower, higher, categories()[split][:, None, None]))


def _counts_by_suits(qualifier: str, least: int, split: Array) -> Array:
    """For hands in all their suits against an up card of the first suit: how the dealer's hands compare, or fetched."""
    asked = [qualifier, split.tolist()]
    kept = store.fetch_arrays("caribbean-suits", asked)
    if kept is not None:
        return np.asarray(kept["found"])
    values, *_ = kernels.value_all(tables(5))
    cards = np.concatenate([_in_all_suits(five_cards().hands[number]) for number in split])
    cards[[len(set(row)) < 5 for row in cards.tolist()]] = np.arange(5)  # two cards alike: no hand holds that
    numbers = np.repeat(split, SUITS_OF_FIVE)
    rows = [kernels.count_against(4 * rank, cards, numbers, least, values) for rank in range(13)]
    found = np.stack(rows, axis=1).reshape(len(split), SUITS_OF_FIVE, 13, 4).swapaxes(1, 2)
    store.keep_arrays("caribbean-suits", asked, {"found": found})
    return found


def _in_all_suits(hand: PokerHand) -> Array:
    """The cards of a hand of five different ranks, or with a pair, in every suit: rising, as the counters want them."""
    ranks = sorted((*hand.ranks, *[hand.ranks[0]] * (5 - len(hand.ranks))), reverse=True)
    suits = np.arange(SUITS_OF_FIVE)[:, None] >> np.arange(8, -1, -2) & 3
    return np.sort(np.array(ranks)[None, :] * 4 + suits, axis=1).astype(np.int8)
