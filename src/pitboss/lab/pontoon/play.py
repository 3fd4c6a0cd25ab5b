"""Every hand of Pontoon: what each decision with it is worth against an up card, and where a strategy leads.

Point values are numbered 0 to 9: the ace, two to nine, and the ten-point cards (jack, queen, king). What order cards
came in never matters to a player's total; for the dealer it decides where the drawing stops, so each multiset of the
dealer's cards is kept with the number of orders that lead to it.

Both passes run over all hands at once, the backward one from the most cards to the fewest, the forward one back again.
Values are the player's, in units of the initial wager. A hand is met from a shoe that lacks the up card and, after a
split, the other cards of the pair: `left` counts what there is besides, the hand's own cards included.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array

VALUES = 10
ACE, SIX, SEVEN, EIGHT, TEN = 0, 5, 6, 7, 9
LIMIT = 21
# How the dealer's hand can end, in the order of the columns of a distribution; 17 to 21 come first.
SEVENTEEN, TWENTY_ONE, DEALER_BUST, DEALER_PONTOON = 0, 4, 5, 6
ENDINGS = 7
STANDS_HARD = 17


class Hands(NamedTuple):
    """All hands with a hard total of at most 21, the fewest cards first; a column for each property."""

    counts: Array
    """How many cards of each point value."""
    hard: Array
    """The total with every ace as 1."""
    total: Array
    """The total with an ace as 11 where that does not pass 21."""
    cards: Array
    child: Array
    """The hand after drawing each point value; -1 where it is bust."""


class DealerDraws(NamedTuple):
    """The dealer's possible draws to one up card as a tree of point values in rising order.

    A node multiplies its parent's weight by the cards of its value left over; where `ways` is positive the dealer
    stops, and that many orders of the cards lead there.
    """

    parent: Array
    value: Array
    already: Array
    depth: Array
    ways: Array
    ending: Array


def best_total(hard: int, aces: int) -> int:
    """The total of a hand as it is announced."""
    return hard + 10 if aces and hard + 10 <= LIMIT else hard


@cache
def all_hands() -> Hands:
    """Every hand that is not bust, each once."""
    layer: list[tuple[int, ...]] = [(0,) * VALUES]
    found: list[tuple[int, ...]] = []
    while layer:
        found += layer
        grown = {_add_value(hand, value) for hand in layer for value in range(VALUES)}
        layer = sorted(hand for hand in grown if _hard(hand) <= LIMIT)
    place = {hand: i for i, hand in enumerate(found)}
    hard = [_hard(hand) for hand in found]
    return Hands(
        counts=np.array(found, np.int64),
        hard=np.array(hard, np.int64),
        total=np.array([best_total(h, hand[ACE]) for h, hand in zip(hard, found, strict=True)], np.int64),
        cards=np.array([sum(hand) for hand in found], np.int64),
        child=np.array([[place.get(_add_value(hand, v), -1) for v in range(VALUES)] for hand in found], np.int64),
    )


def place_of(*values: int) -> int:
    """Where a hand of some point values stands among all hands."""
    place = 0
    for value in values:
        place = int(all_hands().child[place, value])
    return place


@cache
def dealer_draws(up: int, stands_soft: int) -> DealerDraws:
    """The dealer's possible draws from an up card."""
    ways, ending = _dealer_endings(up, stands_soft)
    nodes: dict[tuple[int, ...], int] = {(): 0}
    rows: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    for drawn in sorted(ways):
        for depth in range(1, len(drawn) + 1):
            path = drawn[:depth]
            if path not in nodes:
                nodes[path] = len(rows)
                rows.append((nodes[path[:-1]], path[-1], path[:-1].count(path[-1]), depth))
    parent, value, already, depths = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    paths = list(nodes)
    return DealerDraws(
        parent=parent,
        value=value,
        already=already.astype(np.float64),
        depth=depths,
        ways=np.array([float(ways.get(path, 0)) for path in paths]),
        ending=np.array([ending.get(path, 0) for path in paths], np.int64),
    )


def _dealer_endings(up: int, stands_soft: int) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """By the dealer's drawn cards in rising order: in how many orders they come, and how the hand ends."""
    stopped: dict[tuple[int, ...], int] = {}
    ending: dict[tuple[int, ...], int] = {}
    layer: dict[tuple[int, ...], int] = {(): 1}
    while layer:
        grown: dict[tuple[int, ...], int] = {}
        for drawn, orders in layer.items():
            for value in range(VALUES):
                cards = tuple(sorted((*drawn, value)))
                end = dealer_ending((up, *cards), stands_soft)
                target = grown if end is None else stopped
                target[cards] = target.get(cards, 0) + orders
                if end is not None:
                    ending[cards] = end
        layer = grown
    return stopped, ending


def dealer_ending(values: tuple[int, ...], stands_soft: int) -> int | None:
    """How a dealer's hand ends with these cards, or nothing if the dealer must draw (14.4)."""
    hard = sum(value + 1 for value in values)
    total = best_total(hard, values.count(ACE))
    if len(values) == 2 and total == LIMIT:
        return DEALER_PONTOON
    if hard > LIMIT:
        return DEALER_BUST
    if total >= (stands_soft if total != hard else STANDS_HARD):
        return SEVENTEEN + total - STANDS_HARD
    return None


def _hard(hand: tuple[int, ...]) -> int:
    return sum((value + 1) * count for value, count in enumerate(hand))


def _add_value(hand: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


# What a player may do with a hand; CHOOSE asks for the best.
CHOOSE, NOTHING, STAND, HIT, DOUBLE = -1, 0, 1, 2, 3
SPLIT, SURRENDER = 4, 5
"""Decisions on the first two cards alone."""
# How a hand can end. A hand that stands is told by its total: 16 or less first, then 17 to 20.
STOOD, DOUBLED, DOUBLED_21, BUST, DOUBLED_BUST, FORFEITED, PAID = 0, 5, 10, 11, 12, 13, 14
# The ways to be paid for 21, counted from PAID; suits are told apart elsewhere.
PLAIN_21, FIVE_CARDS, SIX_CARDS, SEVEN_CARDS, SIX_SEVEN_EIGHT, SEVENS = range(6)


class HandTerms(NamedTuple):
    """The rules that a hand is played by, as numbers."""

    win: float
    forfeit: bool
    drawn_ace_is_eleven: bool
    doubled_21_beats_pontoon: bool
    double_most_cards: int
    """The most cards that a hand may be doubled with."""
    pontoon_takes: int
    """How many wagers of a doubled hand a dealer's pontoon takes."""


class DecisionValues(NamedTuple):
    """By hand: the value of each decision, of the one taken, and which that is."""

    stand: Array
    hit: Array
    double: Array
    best: Array
    action: Array


class PlayOutcomes(NamedTuple):
    """The ends of play: how likely each is, and which hands are reached on the way."""

    joint: Array
    """For each end that the dealer's hand decides (a row): its chance with each dealer's ending."""
    chance: Array
    """The chance of each end."""
    live: Array
    """By hand: the chance that it waits for the dealer."""
    reach: Array
    """By hand: the chance that it is held at some time."""


@njit(cache=True, nogil=True)
def _rest(i: int, hands: Any, left: Array, rest: Array) -> float:
    """Count the cards left of each point value; returns how many in all, -1 if the shoe cannot make the hand."""
    total = 0.0
    for v in range(VALUES):
        rest[v] = left[v] - hands.counts[i, v]
        if rest[v] < 0:
            return -1.0
        total += rest[v]
    return total


SIDE_BY_SIDE = 16
"""Hands whose distributions are worked out together: a processor does a step for several of them at once."""


@njit(cache=True, nogil=True)
def distributions(hands: Any, wanted: Array, left: Array, draws: Any) -> Array:
    """For each wanted hand: how likely each ending of the dealer's hand is."""
    found = np.zeros((len(hands.hard), ENDINGS))
    deepest = draws.depth.max()
    weight = np.ones((len(draws.parent), SIDE_BY_SIDE))
    rest = np.zeros((VALUES, SIDE_BY_SIDE))
    share = np.zeros((deepest + 1, SIDE_BY_SIDE))
    ended = np.zeros((ENDINGS, SIDE_BY_SIDE))
    here, one = np.zeros(SIDE_BY_SIDE, np.int64), np.empty(VALUES)
    many = 0
    for i in range(len(hands.hard)):
        if wanted[i]:
            total = _rest(i, hands, left, one)
            if total >= 0:
                here[many] = i
                rest[:, many] = one
                for depth in range(1, deepest + 1):
                    share[depth, many] = 1.0 / (total - depth + 1) if total >= depth else 0.0
                many += 1
        if many == SIDE_BY_SIDE or (many and i == len(hands.hard) - 1):
            ended[:] = 0.0
            _walk_draws(draws, weight, rest, share, ended)
            for k in range(many):
                found[here[k]] = ended[:, k]
            many = 0
    return found


@njit(cache=True, nogil=True)
def _walk_draws(draws: Any, weight: Array, rest: Array, share: Array, ended: Array) -> None:
    """Go through the dealer's draws for some hands side by side."""
    for k in range(1, len(draws.parent)):
        now, before, of_value = weight[k], weight[draws.parent[k]], rest[draws.value[k]]
        shares, already = share[draws.depth[k]], draws.already[k]
        for s in range(SIDE_BY_SIDE):
            now[s] = before[s] * (of_value[s] - already) * shares[s]
        if draws.ways[k] > 0:
            ends, ways = ended[draws.ending[k]], draws.ways[k]
            for s in range(SIDE_BY_SIDE):
                ends[s] += now[s] * ways


@njit(cache=True, nogil=True)
def margin(total: int, dealer: Array) -> tuple[float, float]:
    """How likely a total of 20 or less is to win, and to lose otherwise than to a pontoon."""
    win = dealer[DEALER_BUST]
    lose = 0.0
    for end in range(TWENTY_ONE + 1):
        if 17 + end < total:
            win += dealer[end]
        elif 17 + end > total:
            lose += dealer[end]
    return win, lose


@njit(cache=True, nogil=True)
def raises_ace(hard: int, drawn: int, terms: Any) -> bool:
    """Say whether the card drawn on a double is an ace that counts 11; those held count 1 (12.1.4)."""
    return drawn == ACE and terms.drawn_ace_is_eleven and hard + 10 <= LIMIT


@njit(cache=True, nogil=True)
def _doubled_value(total: int, dealer: Array, credit: float, terms: Any) -> float:
    """The value of a doubled hand that is played on; by the book a dealer's pontoon takes the original alone (12.8)."""
    beaten: float = dealer[DEALER_PONTOON]
    if total == LIMIT:
        beaten = 0.0 if terms.doubled_21_beats_pontoon else beaten
        win, lose = 1 - beaten, 0.0
    else:
        win, lose = margin(total, dealer)
    return 2 * terms.win * win - 2 * lose - beaten * (terms.pontoon_takes - credit)


@njit(cache=True, nogil=True)
def best_forfeits(hands: Any, dealer: Array, credit: Array, terms: Any) -> Array:
    """By hand, and by whether the last card is an ace counted 11: does the doubled hand do better to forfeit."""
    found = np.zeros((len(hands.hard), 2), np.bool_)
    if not terms.forfeit:
        return found
    for i in range(1, len(hands.hard)):
        for raised in range(2):
            total = hands.hard[i] + 10 * raised
            if total < LIMIT:
                found[i, raised] = _doubled_value(total, dealer[i], credit[i], terms) < -1.0
    return found


@njit(cache=True, nogil=True)
def _double(i: int, hands: Any, rest: Array, dealer: Array, credit: Array, forfeits: Array, terms: Any) -> float:
    """The value of doubling: one card, and then the hand is kept or the original wager forfeited."""
    value = 0.0
    for v in range(VALUES):
        child = hands.child[i, v]
        if rest[v] <= 0:
            continue
        if child < 0:
            value -= 2 * rest[v]
            continue
        raised = raises_ace(hands.hard[child], v, terms)
        if forfeits[child, int(raised)]:
            value -= rest[v]
        else:
            value += rest[v] * _doubled_value(hands.hard[child] + 10 * raised, dealer[child], credit[child], terms)
    return value


@njit(cache=True, nogil=True)
def evaluate(
    hands: Any, left: Array, dealer: Array, given: Array, forfeits: Array, paid: Array, credit: Array, terms: Any
) -> DecisionValues:
    """The value of every hand under the given decisions, or the best ones where none is given.

    `paid` is what each hand of 21 wins, `credit` what a dealer's pontoon lets a live split hand off.
    """
    n = len(hands.hard)
    stand, hit, double, best = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    action = np.zeros(n, np.int8)
    rest = np.empty(VALUES)
    for i in range(n - 1, 0, -1):
        total = _rest(i, hands, left, rest)
        if total <= 0:
            continue
        if hands.total[i] == LIMIT:
            best[i] = paid[i]
            continue
        win, lose = margin(hands.total[i], dealer[i])
        stand[i] = terms.win * win - lose - dealer[i, DEALER_PONTOON] * (1 - credit[i])
        for v in range(VALUES):
            rest[v] /= total
            child = hands.child[i, v]
            hit[i] += rest[v] * (best[child] if child >= 0 else -1.0)
        may_double = hands.cards[i] <= terms.double_most_cards
        # What may not be doubled is drawn to.
        double[i] = _double(i, hands, rest, dealer, credit, forfeits, terms) if may_double else hit[i]
        action[i] = HIT if given[i] == DOUBLE and not may_double else given[i]
        if given[i] == CHOOSE:
            action[i] = STAND if stand[i] >= hit[i] else HIT
            if may_double and double[i] > max(stand[i], hit[i]):
                action[i] = DOUBLE
        best[i] = stand[i] if action[i] == STAND else hit[i] if action[i] == HIT else double[i]
    return DecisionValues(stand, hit, double, best, action)


@njit(cache=True, nogil=True)
def total_class(total: int) -> int:
    """Which of five classes a total belongs to: 16 or less, 17, 18, 19, 20."""
    return max(total - 16, 0)


@njit(cache=True, nogil=True)
def follow(
    hands: Any, left: Array, dealer: Array, action: Array, forfeits: Array, line: Array, reach: Array, terms: Any
) -> PlayOutcomes:
    """The ends that given decisions lead to from the hands in `reach`; 21 counts towards the line that `line` gives."""
    joint = np.zeros((BUST, ENDINGS))
    chance = np.zeros(PAID + line.max() + 1)
    live = np.zeros(len(hands.hard))
    reach = reach.copy()
    rest = np.empty(VALUES)
    for i in range(1, len(hands.hard)):
        if reach[i] <= 0:
            continue
        total = _rest(i, hands, left, rest)
        if hands.total[i] == LIMIT:
            chance[PAID + line[i]] += reach[i]
            continue
        if action[i] == STAND:
            end = STOOD + total_class(hands.total[i])
            joint[end] += reach[i] * dealer[i]
            chance[end] += reach[i]
            live[i] += reach[i]
            continue
        for v in range(VALUES):
            child = hands.child[i, v]
            part = reach[i] * rest[v] / total
            if part <= 0:
                continue
            if child < 0:
                chance[DOUBLED_BUST if action[i] == DOUBLE else BUST] += part
            elif action[i] == HIT:
                reach[child] += part
            else:
                raised = raises_ace(hands.hard[child], v, terms)
                if forfeits[child, int(raised)]:
                    chance[FORFEITED] += part
                    continue
                points = hands.hard[child] + 10 * raised
                end = DOUBLED_21 if points == LIMIT else DOUBLED + total_class(points)
                joint[end] += part * dealer[child]
                chance[end] += part
                if points < LIMIT or not terms.doubled_21_beats_pontoon:
                    live[child] += part
    return PlayOutcomes(joint, chance, live, reach)
