"""Mississippi Stud at speed: the decisions of a strategy as tables by card, and a kernel that plays by them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.cards import Category
from pitboss.lab.arrays import SHIFTS, Array, five_cards
from pitboss.lab.evaluator import Tables, tables, value_of_five
from pitboss.lab.mississippi.play import AS_DEALT, ENDS, PAIRS, STREETS, Play, count
from pitboss.lab.mississippi.price import SPOTS, Decide, choices_of, choices_with, end_after, end_name, whole_play
from pitboss.lab.question import End, LabError, Question
from pitboss.lab.simulate.engine import PokerKernel
from pitboss.lab.simulate.streams import BATCH, Word, count_ends, deal_rounds
from pitboss.messages import say

KINDS = np.uint64(len(ENDS))
RANKS, SUITS = 13, 4


class MississippiChoices(NamedTuple):
    """The choice on each street by the cards in order: 0 to fold, else the place of a wager among those allowed."""

    pair: Array
    """By two cards: their place among all pairs."""
    third: Array
    fourth: Array
    fifth: Array
    """By pair, third card and rank of the fourth: four bits for each of its suits, to be small enough to lie near."""


class Mississippi(PokerKernel):
    """The kernel."""

    roles = "mmbbb"

    def __init__(self, choices: MississippiChoices, wagers: tuple[int, ...], ends: tuple[End, ...]) -> None:
        self.choices = choices
        self.wagers = (0, *wagers)
        self.ends = ends
        self.known = tables(5)
        # By value of five cards: the end, a pair by its rank.
        self.end_of = np.array(
            [
                len(Category) + hand.ranks[0] if hand.category is Category.PAIR else hand.category
                for hand in five_cards().hands
            ],
            np.uint8,
        )

    def play_into(self, counts: Array, stream: Array, rounds: int) -> None:
        """Play some rounds, and count how they end."""
        play_rounds(rounds, stream, self.choices, self.known, self.end_of, np.uint64(len(self.wagers)), counts)

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The Street wager in Antes, 0 to fold."""
        pair = self.choices.pair[mine[0], mine[1]]
        if phase == SPOTS[-1]:
            return self.wagers[int(fifth_street(pair, shown[0], shown[1], self.choices))]
        return self.wagers[int(self.choices[SPOTS.index(phase)][(pair, *shown)])]

    def name_end(self, end: End, phase: str, kind: Category) -> str:
        """The name of an end: the street of a fold, or the hand."""
        return end_name(len(end.nets) - 1, PAIRS[0] if kind is Category.PAIR else kind.line, end.pay)


@njit(cache=True)
def fifth_street(pair: Word, third: Word, fourth: Word, choices: MississippiChoices) -> Word:
    """The choice on the last street."""
    return choices.fifth[pair, third, fourth >> 2] >> 4 * (fourth & 3) & 15


@njit(cache=True, nogil=True)
def play_rounds(
    rounds: Word, stream: Array, choices: MississippiChoices, known: Tables, end_of: Array, side: Word, counts: Array
) -> None:
    """Play rounds, a batch at a time."""
    for start in range(0, rounds, BATCH):
        deals = deal_rounds(stream, 5, min(BATCH, rounds - start))
        count_ends(ends_of(deals, choices, known, end_of, side), counts)


@njit(cache=True)
def ends_of(deals: Array, choices: MississippiChoices, known: Tables, end_of: Array, side: Word) -> Array:
    """Play a batch street by street: the places where its rounds are counted.

    Each street goes to the rounds still in, and every one of them is put down as a fold; who stays in is put down anew
    on the next street. So nothing but a fold's place hangs on the choice, and no wrong guess of it costs time.
    """
    rounds = deals.shape[1]
    ends = np.zeros(rounds, np.uint16)
    still_in, pairs, ways = np.empty((3, rounds), np.uint16)

    stay = 0
    for i in range(rounds):
        pair = choices.pair[deals[0, i], deals[1, i]]
        choice = choices.third[pair]
        still_in[stay], pairs[stay], ways[stay] = i, pair, choice
        stay += choice != 0

    seen, stay = stay, 0
    for k in range(seen):
        i, pair = still_in[k], pairs[k]
        choice = choices.fourth[pair, deals[2, i]]
        way = ways[k] * side + choice
        ends[i] = way * side * KINDS
        still_in[stay], pairs[stay], ways[stay] = i, pair, way
        stay += choice != 0

    seen, stay = stay, 0
    for k in range(seen):
        i = still_in[k]
        choice = fifth_street(pairs[k], deals[2, i], deals[3, i], choices)
        ends[i] = (ways[k] * side + choice) * KINDS
        still_in[stay] = i
        stay += choice != 0

    for k in range(stay):
        i = still_in[k]
        value = value_of_five(deals[0, i], deals[1, i], deals[2, i], deals[3, i], deals[4, i], known)
        ends[i] += end_of[value]
    return ends


def kernel_of(question: Question) -> Mississippi:
    """The kernel that plays what is asked."""
    play = whole_play(question)
    if play.course != AS_DEALT:
        words = "The strategy {strategy} sees cards that are not dealt: it cannot be simulated."
        raise LabError(say(words, strategy=question.strategy))
    return _kernel(play, choices_of(play, question.strategy))


def kernel_with(question: Question, decide: Decide) -> Mississippi:
    """The kernel that plays a strategy which decides by the cards seen and the Street wagers made."""
    play = replace(whole_play(question), course=AS_DEALT)
    return _kernel(play, choices_with(play, decide))


def _kernel(play: Play, choices: dict[str, Array]) -> Mississippi:
    ends = []
    for way in product((0, *play.wagers), repeat=3):
        made = way[: way.index(0)] if 0 in way else way
        ends += [end_after(play.nets, made, end) for end in ENDS]
    return Mississippi(_by_card(play, choices), play.wagers, tuple(ends))


def _by_card(play: Play, choices: dict[str, Array]) -> MississippiChoices:
    """The choices for each different hand, spread out over the cards; the way of wagering follows from the cards."""
    counted, wagers = count(), len(play.wagers)

    def place(chosen: Array) -> Array:
        """The number of a choice in the kernel: 0 for a fold."""
        return np.where(chosen == wagers, 0, chosen + 1).astype(np.uint8)

    def way(chosen: Array) -> Array:
        """The wager that a choice is, to find what follows it."""
        return np.maximum(chosen.astype(np.int64) - 1, 0)  # after a fold it does not matter

    pairs = np.array(list(combinations(range(52), 2)))
    first, second = pairs.T
    pair = np.zeros((52, 52), np.uint16)
    pair[first, second] = pair[second, first] = np.arange(len(pairs))
    by_street = [choices[street] for street in STREETS]
    third = place(by_street[0][_class_by_cards(2, counted.two)[first, second], 0])
    made = way(third)[:, None]
    fourth = place(by_street[1][_class_by_cards(3, counted.three)[first, second], made])
    made = made * wagers + way(fourth)
    fifth = place(by_street[2][_class_by_cards(4, counted.four)[first, second], made[:, :, None]])
    suits = fifth.reshape(*fifth.shape[:2], RANKS, SUITS) << 4 * np.arange(SUITS, dtype=np.uint16)
    return MississippiChoices(pair, third, fourth, np.bitwise_or.reduce(suits, axis=3))


def _class_by_cards(size: int, hands: Array) -> Array:
    """By cards in any order: which of the different hands they are; 0 where a card is named twice."""
    cards = np.array(list(combinations(range(52), size)))
    suits = np.zeros((len(cards), 4), np.int64)
    for column in cards.T:
        suits[np.arange(len(cards)), column & 3] |= 1 << (column >> 2)
    place = np.searchsorted(hands, (-np.sort(-suits, axis=1) << SHIFTS).sum(axis=1))
    found = np.zeros((52,) * size, np.int32)
    for order in permutations(range(size)):
        found[tuple(cards[:, spot] for spot in order)] = place
    return found
