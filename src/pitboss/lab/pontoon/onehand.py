"""One hand of the compiled kernel, split hands included: cards drawn, decisions looked up, 21 paid, busts taken.

A card is its point value times four plus its suit. Few arrays go from function to function, because that is what a call
costs here: `tables` are the decisions, `terms` the rules as numbers, `work` what the round has come to.
"""

from typing import Any

from numba import njit
from numpy.typing import NDArray

from pitboss.lab.pontoon.hands import ACE, EIGHT, LIMIT, SEVEN, SIX
from pitboss.lab.pontoon.play import DOUBLE, HIT
from pitboss.lab.pontoon.rules import SPADES
from pitboss.lab.pontoon.stream import CARDS_A_BLOCK, shuffle
from pitboss.lab.pontoon.tables import MOST_CARDS

Array = NDArray[Any]

SPLIT, SURRENDER = 4, 5

# The places of `terms`: what each line pays, in parts of a unit; what a surrender costs; the unit; the rules.
WIN, DOUBLED_WIN, PONTOON, FIVE, SUITED_678, SUITED_777, SURRENDERED = 0, 1, 2, 3, 6, 9, 12
PAY_LINES = (
    *("win", "doubled-win", "pontoon", "five-card-21", "six-card-21", "seven-card-21"),
    *("6-7-8-mixed", "6-7-8-suited", "6-7-8-spades", "7-7-7-mixed", "7-7-7-suited", "7-7-7-spades"),
)
UNIT, HANDS_ALLOWED, MAY_SURRENDER, MAY_FORFEIT, DRAWN_ACE_IS_ELEVEN, DOUBLED_21_WINS = 13, 14, 15, 16, 17, 18
SPLIT_ACES_MAY_DOUBLE, BUST_FILLS, FORFEIT_FILLS = 19, 20, 21
TERMS = 22

# The last axis of `tables` is the number of cards, from two on; the first two places serve other decisions.
SURRENDERS, OTHERS = 0, 1
"""In OTHERS the first row holds forfeits by total, the second pairs to split by point value."""

# The places of `work`, and in it what each hand has come to: its net once it is over, its total, its wager, its state.
DRAWN, SHUFFLED, SCRIPT_LENGTH, SCRIPT_AT, SUPER_BONUS, HANDS = 0, 1, 2, 3, 4, 8
NET, TOTAL, WAGER, STATE, HAND_SIZE = 0, 1, 2, 3, 4
LIVE, PAID, LOST, GIVEN_UP = 0, 1, 2, 3
MOST_HANDS = 3
SCRIPT = HANDS + HAND_SIZE * MOST_HANDS


@njit(cache=True, nogil=True)
def draw(shoe: Array, work: Array, random: Array) -> int:
    """The next card; more of the shoe is shuffled when the round goes on beyond what was."""
    at = work[DRAWN]
    if at == work[SHUFFLED]:
        work[SHUFFLED] = min(at + CARDS_A_BLOCK, len(shoe))
        shuffle(shoe, at, work[SHUFFLED], random)
    work[DRAWN] = at + 1
    card: int = shoe[at]
    return card


@njit(cache=True, nogil=True)
def scripted(work: Array) -> int:
    work[SCRIPT_AT] += 1
    decision: int = work[SCRIPT + work[SCRIPT_AT] - 1]
    return decision


@njit(cache=True, nogil=True)
def _over(hand: int, net: int, state: int, work: Array) -> None:
    work[hand + NET] = net
    work[hand + STATE] = state


@njit(cache=True, nogil=True)
def suits_of(first: int, second: int, third: int) -> int:
    """Mixed, of one suit, or spades: 0, 1, 2."""
    suit = first & 3
    if second & 3 != suit or third & 3 != suit:
        return 0
    return 2 if suit == SPADES else 1


@njit(cache=True, nogil=True)
def _line_of_21(cards: int, first: int, second: int, third: int) -> int:
    """The line of Table 1 that 21 is paid by."""
    if cards >= 5:
        return min(cards, 7) - 5 + FIVE
    if cards == 3:
        low = min(first >> 2, second >> 2, third >> 2)
        high = max(first >> 2, second >> 2, third >> 2)
        if low == SEVEN and high == SEVEN:
            return SUITED_777 + suits_of(first, second, third)
        if low == SIX and high == EIGHT:
            return SUITED_678 + suits_of(first, second, third)
    return WIN


@njit(cache=True, nogil=True)
def _double(
    hard: int, up: int, hand: int, tables: Array, terms: Array, shoe: Array, work: Array, random: Array
) -> None:
    """Give a doubled hand its one card, and let the player forfeit."""
    value = draw(shoe, work, random) >> 2
    total = hard + value + 1
    if value == ACE and terms[DRAWN_ACE_IS_ELEVEN] and total + 10 <= LIMIT:
        total += 10
    work[hand + TOTAL] = total
    work[hand + WAGER] = 2
    if total > LIMIT:
        _over(hand, -2 * terms[UNIT], LOST, work)
    elif total == LIMIT:
        if terms[DOUBLED_21_WINS]:
            _over(hand, 2 * terms[DOUBLED_WIN], PAID, work)
    elif terms[MAY_FORFEIT]:
        gives_up = scripted(work) if work[SCRIPT_LENGTH] else tables[up, 0, total, OTHERS]
        if gives_up:
            _over(hand, -terms[UNIT], GIVEN_UP, work)


@njit(cache=True, nogil=True)
def play_hand(
    first: int,
    second: int,
    opening: int,
    up: int,
    hand: int,
    tables: Array,
    terms: Array,
    shoe: Array,
    work: Array,
    random: Array,
) -> None:
    """Play a hand from two cards; `opening` is the first decision if it was taken already, else 0."""
    hard = (first >> 2) + (second >> 2) + 2
    has_ace = first >> 2 == ACE or second >> 2 == ACE
    cards, third = 2, second
    work[hand + WAGER] = 1
    _over(hand, 0, LIVE, work)
    while True:
        soft = int(has_ace and hard <= 11)
        total = hard + 10 * soft
        if total >= LIMIT:
            if total > LIMIT:
                _over(hand, -terms[UNIT], LOST, work)
            else:
                _over(hand, terms[_line_of_21(cards, first, second, third)], PAID, work)
            return
        action = opening
        if not opening:
            action = scripted(work) if work[SCRIPT_LENGTH] else tables[up, soft, total, min(cards, MOST_CARDS)]
        opening = 0
        if action != HIT:
            work[hand + TOTAL] = total
            if action == DOUBLE:
                _double(hard, up, hand, tables, terms, shoe, work, random)
            return
        third = draw(shoe, work, random)
        cards += 1
        hard += (third >> 2) + 1
        has_ace = has_ace or third >> 2 == ACE


@njit(cache=True, nogil=True)
def _play_ace(
    second: int, up: int, hand: int, tables: Array, terms: Array, shoe: Array, work: Array, random: Array
) -> None:
    """A split ace keeps its one card (13.6); it may be doubled where the reading says so."""
    value = second >> 2
    total = value + 12
    work[hand + TOTAL] = total
    work[hand + WAGER] = 1
    _over(hand, 0, LIVE, work)
    if total == LIMIT:
        _over(hand, terms[WIN], PAID, work)
    elif terms[SPLIT_ACES_MAY_DOUBLE]:
        action = scripted(work) if work[SCRIPT_LENGTH] else tables[up, 1, total, 2]
        if action == DOUBLE:
            _double(value + 2, up, hand, tables, terms, shoe, work, random)


@njit(cache=True, nogil=True)
def _splits_again(up: int, pair: int, tables: Array, work: Array) -> int:
    """The decision on a pair that came to a split hand: SPLIT, or the first decision on the hand, or 0 for none."""
    if work[SCRIPT_LENGTH]:
        return scripted(work)
    return SPLIT if tables[up, 1, pair, OTHERS] else 0


@njit(cache=True, nogil=True)
def play_split(
    first: int, second: int, up: int, tables: Array, terms: Array, shoe: Array, work: Array, random: Array
) -> int:
    """Play a split pair, hand by hand; returns how many hands there were."""
    pair = first >> 2
    starts = (first, second, second)
    made, k = 2, 0
    while k < made:
        drawn = draw(shoe, work, random)
        opening = 0
        if drawn >> 2 == pair and made < terms[HANDS_ALLOWED]:
            opening = _splits_again(up, pair, tables, work)
            if opening == SPLIT:
                starts = (starts[0], drawn, second) if k == 0 else (starts[0], starts[1], drawn)
                made, opening = made + 1, 0
                drawn = draw(shoe, work, random)
        hand = HANDS + HAND_SIZE * k
        if pair == ACE:
            _play_ace(drawn, up, hand, tables, terms, shoe, work, random)
        else:
            play_hand(starts[k], drawn, opening, up, hand, tables, terms, shoe, work, random)
        k += 1
    return made
