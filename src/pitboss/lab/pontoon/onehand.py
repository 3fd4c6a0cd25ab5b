"""One hand of the compiled kernel, split hands included: cards drawn, decisions looked up, 21 paid, busts taken.

A card is its point value times four plus its suit. Few arrays go from function to function, because that is what a call
costs here: `book` says what each hand is, `acts` what is done with it, `terms` are the rules as numbers, and `work` is
what the round has come to.
"""

from typing import Any

from numpy.typing import NDArray

from pitboss.lab.compiled import inner
from pitboss.lab.pontoon.hands import ACE, LIMIT, VALUES
from pitboss.lab.pontoon.play import DOUBLE, HIT, STAND
from pitboss.lab.pontoon.rules import SPADES
from pitboss.lab.pontoon.stream import CARDS_A_BLOCK, shuffle

Array = NDArray[Any]

SPLIT, SURRENDER, IS_PONTOON = 4, 5, 6
"""What may be done with the first two cards, besides STAND, HIT and DOUBLE; a pontoon asks for nothing."""

# The places of `terms`: what each line pays, in parts of a unit; what a surrender costs; the unit; the rules.
WIN, PONTOON, FIVE, SUITED_678, SUITED_777, SURRENDERED = 0, 1, 2, 5, 8, 11
PAY_LINES = (
    *("win", "pontoon", "five-card-21", "six-card-21", "seven-card-21"),
    *("6-7-8-mixed", "6-7-8-suited", "6-7-8-spades", "7-7-7-mixed", "7-7-7-suited", "7-7-7-spades"),
)
UNIT, HANDS_ALLOWED, MAY_FORFEIT, DRAWN_ACE_IS_ELEVEN, DOUBLED_21_WINS = 12, 13, 14, 15, 16
SPLIT_ACES_MAY_DOUBLE, BUST_FILLS, FORFEIT_FILLS, STANDS_SOFT, PAID_FILLS, TERMS = 17, 18, 19, 20, 21, 22

# The columns of `book` after the hands that each point value leads to: hard total, total, line of Table 1.
HARD, SUM, LINE, COLUMNS = VALUES, VALUES + 1, VALUES + 2, VALUES + 3

# `acts` is by up card, mode and hand: not split, one of two hands of a pair, one of three. An act has the decision in
# its low bits, then whether the hand, doubled and ended here, forfeits, without and with a drawn ace that counts 11.
ALONE, OF_TWO, OF_THREE, MODES = 0, 1, 1 + VALUES, 1 + 2 * VALUES
ACT, FORFEITS = 3, 4
AGAIN = 0
"""In the place of the hand without cards: whether a pair that comes to a split hand is split again."""

# The places of `work`, and in it what each hand has come to: its net once it is over, its total, its wager, its state.
DRAWN, SHUFFLED, SCRIPT_LENGTH, SCRIPT_AT, SUPER_BONUS, HANDS = 0, 1, 2, 3, 4, 8
NET, TOTAL, WAGER, STATE, HAND_SIZE = 0, 1, 2, 3, 4
LIVE, PAID, LOST, GIVEN_UP = 0, 1, 2, 3
MOST_HANDS = 3
SCRIPT = HANDS + HAND_SIZE * MOST_HANDS


@inner
def draw(shoe: Array, work: Array, random: Array) -> int:
    """The next card; more of the shoe is shuffled when the round goes on beyond what was."""
    at = work[DRAWN]
    if at == work[SHUFFLED]:
        work[SHUFFLED] = min(at + CARDS_A_BLOCK, len(shoe))
        shuffle(shoe, at, work[SHUFFLED], random)
    work[DRAWN] = at + 1
    card: int = shoe[at]
    return card


@inner
def scripted(work: Array) -> int:
    """The next decision of the script."""
    work[SCRIPT_AT] += 1
    decision: int = work[SCRIPT + work[SCRIPT_AT] - 1]
    return decision


@inner
def _over(hand: int, net: int, state: int, work: Array) -> None:
    work[hand + NET] = net
    work[hand + STATE] = state


@inner
def suits_of(first: int, second: int, third: int) -> int:
    """Mixed, of one suit, or spades: 0, 1, 2."""
    suit = first & 3
    if second & 3 != suit or third & 3 != suit:
        return 0
    return 2 if suit == SPADES else 1


@inner
def _double(
    place: int,
    up: int,
    mode: int,
    hand: int,
    book: Array,
    acts: Array,
    terms: Array,
    shoe: Array,
    work: Array,
    random: Array,
) -> None:
    """Give a doubled hand its one card, and let the player forfeit."""
    value = draw(shoe, work, random) >> 2
    grown = book[place, value]
    work[hand + WAGER] = 2
    if grown < 0:
        _over(hand, -2 * terms[UNIT], LOST, work)
        return
    total = book[grown, HARD]
    raised = value == ACE and terms[DRAWN_ACE_IS_ELEVEN] and total + 10 <= LIMIT
    if raised:
        total += 10
    work[hand + TOTAL] = total
    if total == LIMIT:
        if terms[DOUBLED_21_WINS]:
            _over(hand, 2 * terms[WIN], PAID, work)
    elif terms[MAY_FORFEIT]:
        act = acts[up, mode, grown] & (2 * FORFEITS if raised else FORFEITS)
        gives_up = scripted(work) if work[SCRIPT_LENGTH] else act
        if gives_up:
            _over(hand, -terms[UNIT], GIVEN_UP, work)


@inner
def play_hand(
    first: int,
    second: int,
    opening: int,
    up: int,
    mode: int,
    hand: int,
    book: Array,
    acts: Array,
    terms: Array,
    shoe: Array,
    work: Array,
    random: Array,
) -> None:
    """Play a hand from two cards; `opening` is the first decision if it was taken already, else 0."""
    place = book[book[0, first >> 2], second >> 2]
    third = second
    work[hand + WAGER] = 1
    _over(hand, 0, LIVE, work)
    while True:
        total = book[place, SUM]
        work[hand + TOTAL] = total
        if total == LIMIT:
            line = book[place, LINE]
            if line >= SUITED_678:
                line += suits_of(first, second, third)
            _over(hand, terms[line], PAID, work)
            return
        action = opening
        if not opening:
            action = scripted(work) if work[SCRIPT_LENGTH] else acts[up, mode, place] & ACT
        opening = 0
        if action != HIT:
            if action == DOUBLE:
                _double(place, up, mode, hand, book, acts, terms, shoe, work, random)
            return
        third = draw(shoe, work, random)
        place = book[place, third >> 2]
        if place < 0:
            _over(hand, -terms[UNIT], LOST, work)
            return


@inner
def play_split(
    first: int, second: int, up: int, book: Array, acts: Array, terms: Array, shoe: Array, work: Array, random: Array
) -> int:
    """Play a split pair, hand by hand; returns how many hands there were."""
    pair = first >> 2
    # A split ace keeps its one card, and no decision is asked (13.6, P15).
    stays = pair == ACE and not terms[SPLIT_ACES_MAY_DOUBLE]
    starts = (first, second, second)
    made, k = 2, 0
    while k < made:
        drawn = draw(shoe, work, random)
        opening = 0
        if drawn >> 2 == pair and made < terms[HANDS_ALLOWED]:
            opening = scripted(work) if work[SCRIPT_LENGTH] else SPLIT * acts[up, OF_TWO + pair, AGAIN]
            if opening == SPLIT:
                starts = (starts[0], drawn, second) if k == 0 else (starts[0], starts[1], drawn)
                made, opening = made + 1, 0
                drawn = draw(shoe, work, random)
        mode = (OF_TWO if made == 2 else OF_THREE) + pair
        hand = HANDS + HAND_SIZE * k
        play_hand(starts[k], drawn, STAND if stays else opening, up, mode, hand, book, acts, terms, shoe, work, random)
        k += 1
    return made
