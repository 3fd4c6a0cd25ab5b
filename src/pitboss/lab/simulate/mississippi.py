"""Mississippi Stud at speed: the decisions of a strategy as tables by card, and a kernel that plays by them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.evaluator import Tables, categories, class_codes, tables, value_of_five
from pitboss.lab.mississippi.count import ENDS, PAIRS, count
from pitboss.lab.mississippi.play import AS_DEALT, CARD, Play
from pitboss.lab.mississippi.price import choices_of, counted_play, net_of, nets_by_end
from pitboss.lab.question import LabError, Question
from pitboss.lab.simulate.kernel import End
from pitboss.lab.simulate.streams import Dealer, Word, deal, dealer_of, last_number, next_number
from pitboss.lab.suits import SHIFTS

Array = NDArray[Any]

LAST = last_number(5)
STREETS = ("3rd-street", "4th-street", "5th-street")


class Choices(NamedTuple):
    """What is done on each street, by the cards in order: 0 to fold, else the place of a wager among those allowed."""

    pair: Array
    """By two cards: their place among all pairs."""
    third: Array
    fourth: Array
    fifth: Array


class Mississippi:
    """The kernel."""

    roles = "mmbbb"
    drawn_first = 0

    def __init__(self, choices: Choices, wagers: tuple[int, ...], ends: tuple[End, ...]) -> None:
        self.choices = choices
        self.wagers = (0, *wagers)
        self.ends = ends
        self.known = tables(5)
        self.end_of = end_of_values()

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        return self.play_on(dealer_of(seed, block), rounds)

    def play_on(self, dealer: Dealer, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = np.zeros(len(self.ends), np.int64)
        play_rounds(rounds, dealer, self.choices, self.known, self.end_of, len(self.wagers), counts)
        return counts

    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The Street wager in Antes, 0 to fold."""
        pair = self.choices.pair[mine[0], mine[1]]
        chosen = int(self.choices[1 + STREETS.index(phase)][(pair, *shown)])
        return self.wagers[chosen]


@njit(cache=True, nogil=True)
def play_rounds(
    rounds: Word, dealer: Dealer, choices: Choices, known: Tables, end_of: Array, side: Word, counts: Array
) -> None:
    """Play rounds: cards are dealt as they are needed, and a fold ends a round."""
    for _ in range(rounds):
        number = next_number(dealer, LAST)
        a, number = deal(dealer, number, np.uint64(52))
        b, number = deal(dealer, number, np.uint64(51))
        pair = choices.pair[a, b]
        way = np.uint64(choices.third[pair])
        if way == 0:
            counts[0] += 1
            continue
        c, number = deal(dealer, number, np.uint64(50))
        choice = choices.fourth[pair, c]
        way = way * side + choice
        if choice == 0:
            counts[way * side * len(ENDS)] += 1
            continue
        d, number = deal(dealer, number, np.uint64(49))
        choice = choices.fifth[pair, c, d]
        way = way * side + choice
        if choice == 0:
            counts[way * len(ENDS)] += 1
            continue
        e, number = deal(dealer, number, np.uint64(48))
        value = value_of_five(a, b, c, d, e, known)
        counts[way * len(ENDS) + end_of[value]] += 1


def end_of_values() -> Array:
    """By value of five cards: the end, a pair by its rank."""
    kinds = categories().astype(np.int64)
    return np.where(kinds == Category.PAIR, len(Category) + (class_codes() >> 12 & 0xF), kinds).astype(np.uint8)


def kernel_of(question: Question) -> Mississippi:
    """The kernel that plays what is asked."""
    play = counted_play(nets_by_end(question), question)
    if play.course != AS_DEALT:
        raise LabError(f"The strategy {question.strategy} sees cards that are not dealt: it cannot be simulated.")
    choices = choices_of(play, question.strategy)
    return Mississippi(_by_card(play, choices), play.wagers, _ends(question, play.wagers))


def _ends(question: Question, wagers: tuple[int, ...]) -> tuple[End, ...]:
    """What each place of the counts means."""
    return tuple(_end(question, way, end) for way in product((0, *wagers), repeat=3) for end in ENDS)


def _end(question: Question, way: tuple[int, ...], end: str) -> End:
    made = way[: way.index(0)] if 0 in way else way
    spots = ("ante", *STREETS)[: 1 + len(made)]
    folded = len(made) < 3
    nets = tuple(
        (s, Fraction(-w) if folded else net_of(question, end, w)) for s, w in zip(spots, (1, *made), strict=True)
    )
    name = f"fold-{STREETS[len(made)]}" if folded else "pair" if end in PAIRS else end
    return End(name, nets, Fraction(1 + sum(made)))


def _by_card(play: Play, choices: dict[str, Array]) -> Choices:
    """The choices for each different hand, spread out over the cards; the way of wagering follows from the cards."""
    counted, wagers = count(), len(play.wagers)

    def place(chosen: Array) -> Array:
        """A choice as a kernel has it: folds are 0."""
        return np.where(chosen == wagers, 0, chosen + 1).astype(np.uint8)

    def way(chosen: Array) -> Array:
        """The wager that a choice is, to find what follows it."""
        return np.maximum(chosen.astype(np.int64) - 1, 0)  # after a fold it does not matter

    pairs = np.array(list(combinations(range(52), 2)))
    first, second = pairs.T
    pair = np.zeros((52, 52), np.uint16)
    pair[first, second] = pair[second, first] = np.arange(len(pairs))
    by_street = [choices[step] for step in AS_DEALT if step != CARD]
    third = place(by_street[0][_class_by_cards(2, counted.two)[first, second], 0])
    made = way(third)[:, None]
    fourth = place(by_street[1][_class_by_cards(3, counted.three)[first, second], made])
    made = made * wagers + way(fourth)
    fifth = place(by_street[2][_class_by_cards(4, counted.four)[first, second], made[:, :, None]])
    return Choices(pair, third, fourth, fifth)


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
