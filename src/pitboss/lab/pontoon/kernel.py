"""Rounds of Pontoon played card by card in compiled code, from a shoe shuffled anew for each or in an order given.

One player, one wager. Decisions are looked up by hand, or come one by one from a script; so the same code plays
millions of rounds a second and can be held against the engine on any deal. A card is its point value times four plus
its suit. Few arrays go from function to function, because that is what a call costs here.

The random numbers are those of the counter-based generator Philox 4x32-10. A stream is told by a key and a stream
number; block n of it is a function of these and n alone, so streams never meet and any of them can be taken up
anywhere.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon.play import ACE, DOUBLE, HIT, LIMIT, SEVEN, SPLIT, STAND, SURRENDER, TEN, VALUES
from pitboss.lab.pontoon.rules import LINES, SPADES

Function = TypeVar("Function", bound=Callable[..., Any])
OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def inner(function: Function) -> Function:
    """Compile a function that makes no arrays.

    Numba counts who refers to an array, at every call and at every way out of a function. Where a function makes no
    array of its own that is work for nothing, and where it does little else it is most of the time: it is left out.
    """
    return cast(Function, njit(**OPTIONS)(function))


# The places of a stream's state: key, stream number and the next block.
KEY, STREAM, BLOCK = 0, 2, 4
STATE_SIZE = 5

_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_MULTIPLY_0, _MULTIPLY_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
ROUNDS = 10
CARDS_A_BLOCK = 8
"""A block has 128 bits, and sixteen are enough to choose a card."""


def stream(seed_words: Array) -> Array:
    """The state of a stream at its beginning; two words of 32 bits for the key, two for the stream's number."""
    state = np.zeros(STATE_SIZE, np.uint64)
    state[KEY : KEY + 4] = np.asarray(seed_words, np.uint64) & _LOW
    return state


def stream_of(seed: int, block: int) -> Array:
    """The stream of a block of a simulation, at its beginning."""
    return stream(np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(4, np.uint32))


@inner
def next_block(state: Array) -> Any:
    """The next 128 random bits, as two words."""
    a, b = state[BLOCK] & _LOW, state[BLOCK] >> _32
    c, d = state[STREAM], state[STREAM + 1]
    key_0, key_1 = state[KEY], state[KEY + 1]
    state[BLOCK] += np.uint64(1)
    for _ in range(ROUNDS):
        first, second = a * _MULTIPLY_0, c * _MULTIPLY_1
        a, b, c, d = (second >> _32) ^ b ^ key_0, second & _LOW, (first >> _32) ^ d ^ key_1, first & _LOW
        key_0, key_1 = (key_0 + _WEYL_0) & _LOW, (key_1 + _WEYL_1) & _LOW
    return a | b << _32, c | d << _32


@inner
def shuffle(shoe: Array, start: int, stop: int, state: Array) -> None:
    """Choose the cards from `start` to `stop` of a shoe anew, each left card as likely as another.

    A draw of sixteen bits that would favour some cards over others is left out.
    """
    at = start
    used = CARDS_A_BLOCK
    bits = high = np.uint64(0)
    while at < stop:
        if used == CARDS_A_BLOCK:
            bits, high = next_block(state)
            used = 0
        elif used == CARDS_A_BLOCK // 2:
            bits = high
        many = len(shoe) - at
        product = np.int64(bits & np.uint64(0xFFFF)) * many
        bits >>= np.uint64(16)
        used += 1
        rest = product & 0xFFFF
        if rest < many and rest < 65536 % many:
            continue
        chosen = at + (product >> 16)
        card = shoe[at]
        shoe[at] = shoe[chosen]
        shoe[chosen] = card
        at += 1


IS_PONTOON = 6
"""In the place of a decision on the first two cards: a pontoon asks for nothing."""

# The places of `terms`: what each line pays, in parts of a unit; what a surrender costs; the unit; the rules.
WIN, PONTOON, FIVE, SUITED_678, SUITED_777, SURRENDERED = 0, 1, 2, 5, 8, 11
PAY_LINES = LINES["wager"]
UNIT, HANDS_ALLOWED, MAY_FORFEIT, DRAWN_ACE_IS_ELEVEN, DOUBLED_21_WINS = 12, 13, 14, 15, 16
SPLIT_ACES_MAY_DOUBLE, BUST_FILLS, FORFEIT_FILLS, STANDS_SOFT, PAID_FILLS = 17, 18, 19, 20, 21
SPLIT_ACES_PLAY_ON, PONTOON_TAKES_ALL, TERMS = 22, 23, 24
# Behind them comes what lines pay that the book does not have.

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


class KernelGame(NamedTuple):
    """The hands by number, the decision for each, and the rules."""

    book: Array
    acts: Array
    terms: Array


class KernelDeal(NamedTuple):
    """The cards in their order, the result of the round so far, and the random numbers for more of the shoe."""

    shoe: Array
    work: Array
    random: Array


@inner
def draw(deal: KernelDeal) -> int:
    """The next card; more of the shoe is shuffled when the round goes on beyond what was."""
    shoe, work = deal.shoe, deal.work
    at = work[DRAWN]
    if at == work[SHUFFLED]:
        work[SHUFFLED] = min(at + CARDS_A_BLOCK, len(shoe))
        shuffle(shoe, at, work[SHUFFLED], deal.random)
    work[DRAWN] = at + 1
    return shoe[at]


@inner
def next_scripted(work: Array) -> int:
    """The next decision of the script."""
    work[SCRIPT_AT] += 1
    return work[SCRIPT + work[SCRIPT_AT] - 1]


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
def _double(place: int, up: int, mode: int, hand: int, game: KernelGame, deal: KernelDeal) -> None:
    """Give a doubled hand its one card, and let the player forfeit."""
    book, terms, work = game.book, game.terms, deal.work
    value = draw(deal) >> 2
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
        act = game.acts[up, mode, grown] & (2 * FORFEITS if raised else FORFEITS)
        gives_up = next_scripted(work) if work[SCRIPT_LENGTH] else act
        if gives_up:
            _over(hand, -terms[UNIT], GIVEN_UP, work)


@inner
def play_hand(
    first: int, second: int, opening: int, up: int, mode: int, hand: int, game: KernelGame, deal: KernelDeal
) -> None:
    """Play a hand from two cards; `opening` is the first decision if it was taken already, else 0."""
    book, terms, work = game.book, game.terms, deal.work
    place = book[book[0, first >> 2], second >> 2]
    third = second
    work[hand + WAGER] = 1
    _over(hand, 0, LIVE, work)
    while True:
        total = book[place, SUM]
        work[hand + TOTAL] = total
        if total == LIMIT:
            line = book[place, LINE]
            if SUITED_678 <= line <= SUITED_777:
                line += suits_of(first, second, third)
            _over(hand, terms[line], PAID, work)
            return
        action = opening
        if not opening:
            action = next_scripted(work) if work[SCRIPT_LENGTH] else game.acts[up, mode, place] & ACT
        opening = 0
        if action != HIT:
            if action == DOUBLE:
                _double(place, up, mode, hand, game, deal)
            return
        third = draw(deal)
        place = book[place, third >> 2]
        if place < 0:
            _over(hand, -terms[UNIT], LOST, work)
            return


@inner
def play_split(first: int, second: int, up: int, game: KernelGame, deal: KernelDeal) -> int:
    """Play a split pair, hand by hand; returns how many hands there were."""
    terms, work = game.terms, deal.work
    pair = first >> 2
    # A split ace keeps its one card, and no decision is asked (13.6, P15).
    stays = pair == ACE and not terms[SPLIT_ACES_MAY_DOUBLE] and not terms[SPLIT_ACES_PLAY_ON]
    starts = (first, second, second)
    made, k = 2, 0
    while k < made:
        drawn = draw(deal)
        opening = 0
        if drawn >> 2 == pair and made < terms[HANDS_ALLOWED]:
            opening = next_scripted(work) if work[SCRIPT_LENGTH] else SPLIT * game.acts[up, OF_TWO + pair, AGAIN]
            if opening == SPLIT:
                starts = (starts[0], drawn, second) if k == 0 else (starts[0], starts[1], drawn)
                made, opening = made + 1, 0
                drawn = draw(deal)
        mode = (OF_TWO if made == 2 else OF_THREE) + pair
        hand = HANDS + HAND_SIZE * k
        play_hand(starts[k], drawn, STAND if stays else opening, up, mode, hand, game, deal)
        k += 1
    return made


WAGERS = 7
"""From none to six units may be wagered in a round."""
DEALER_PONTOON = 0
"""The dealer's total stands for a pontoon where it is this."""


@inner
def _dealer(up: int, terms: Array, deal: KernelDeal) -> int:
    """The dealer's total, over 21 if bust (14.4)."""
    hard = up + 1
    has_ace = up == ACE
    at_first = True
    while True:
        value = draw(deal) >> 2
        hard += value + 1
        has_ace = has_ace or value == ACE
        total = hard + 10 if has_ace and hard <= 11 else hard
        if at_first and total == LIMIT:
            return DEALER_PONTOON
        at_first = False
        if total >= terms[STANDS_SOFT] or 17 <= hard == total:
            return total


@inner
def _makes_pontoon(up: int, deal: KernelDeal) -> bool:
    """Draw the dealer's second card where nothing else can matter, and say whether it makes pontoon."""
    drawn = draw(deal) >> 2
    return (up == ACE and drawn == TEN) or (up == TEN and drawn == ACE)


@inner
def _settle(made: int, dealer: int, terms: Array, work: Array) -> int:
    """What the hands net; a pontoon takes one original wager of the live ones, or none where a lost one fills it; at
    other houses it takes all of them."""
    net = 0
    live = filled = False
    taken = 0
    for k in range(made):
        hand = HANDS + HAND_SIZE * k
        state, wager, total = work[hand + STATE], work[hand + WAGER], work[hand + TOTAL]
        filled |= (state == LOST and terms[BUST_FILLS] != 0) or (state == GIVEN_UP and terms[FORFEIT_FILLS] != 0)
        filled |= k == 0 and state == PAID and terms[PAID_FILLS] != 0
        live |= state == LIVE
        taken += wager * (state == LIVE)
        if state == LIVE and dealer != DEALER_PONTOON and (total != dealer or total == LIMIT):
            wins = dealer > LIMIT or total > dealer or total == LIMIT
            work[hand + NET] = wager * (terms[WIN] if wins else -terms[UNIT])
        net += work[hand + NET]
    if dealer == DEALER_PONTOON and terms[PONTOON_TAKES_ALL]:
        net -= taken * terms[UNIT]
    elif dealer == DEALER_PONTOON and live and not filled:
        net -= terms[UNIT]
    return net


@inner
def play_round(openings: Array, game: KernelGame, deal: KernelDeal) -> tuple[int, int]:
    """Play one round: what the player nets, in parts of a unit, and how many units were wagered."""
    terms, work, shoe = game.terms, deal.work, deal.shoe
    first = draw(deal)
    up_card = draw(deal)
    second = draw(deal)
    up = up_card >> 2
    opening = openings[up_card, first, second]
    if opening == IS_PONTOON:
        return terms[PONTOON], 1
    if work[SCRIPT_LENGTH]:
        opening = next_scripted(work)
    if opening == SURRENDER:
        lost = _makes_pontoon(up, deal)
        return (-terms[UNIT] if lost else -terms[SURRENDERED]), 1
    made = 1
    if opening == SPLIT:
        made = play_split(first, second, up, game, deal)
    else:
        play_hand(first, second, opening, up, ALONE, HANDS, game, deal)
        if up == SEVEN and opening == HIT and first >> 2 == SEVEN == second >> 2 == shoe[3] >> 2:
            work[SUPER_BONUS] = suits_of(first, second, shoe[3])
    live = contested = False
    wagered = 0
    for k in range(made):
        hand = HANDS + HAND_SIZE * k
        live |= work[hand + STATE] == LIVE
        contested |= work[hand + STATE] == LIVE and work[hand + TOTAL] < LIMIT
        wagered += work[hand + WAGER]
    dealer = LIMIT
    if contested:
        dealer = _dealer(up, terms, deal)
    elif live and _makes_pontoon(up, deal):
        dealer = DEALER_PONTOON
    return _settle(made, dealer, terms, work), wagered


@njit(cache=True, nogil=True)
def simulate_chunk(
    random: Array, rounds: int, shoe: Array, openings: Array, game: KernelGame, least: int, places: int
) -> Array:
    """Play rounds from a shoe shuffled anew for each, and count how they end.

    The place of an end is its net in parts of a unit, from `least` on, times seven, plus the units wagered; the last
    two places are for a Super Bonus, not in spades and in spades.
    """
    counts = np.zeros(places, np.int64)
    work = np.zeros(SCRIPT, np.int64)
    deal = KernelDeal(shoe, work, random)
    for _ in range(rounds):
        work[DRAWN] = work[SUPER_BONUS] = 0
        work[SHUFFLED] = CARDS_A_BLOCK
        shuffle(shoe, 0, CARDS_A_BLOCK, random)
        net, wagered = play_round(openings, game, deal)
        place = (net - least) * WAGERS + wagered
        if work[SUPER_BONUS]:
            place = places - 3 + work[SUPER_BONUS]
        counts[place] += 1
    return counts


LEAST_CARDS = 44
"""A round is dealt only from a shoe that holds as many cards: more than any that is met in earnest takes."""
# What a shoe dealt on comes to: rounds before the cut card, their net, the part of it that differs from a fixed number
# of rounds, how many rounds that part has, and whether the cards gave out.
SHOE_ROUNDS, SHOE_NET, SHOE_APART, SHOE_MORE, SHOE_SHORT, SHOE_COLUMNS = 0, 1, 2, 3, 4, 5
COUNT_ROUNDS, COUNT_NET, COUNT_SQUARES, COUNT_COLUMNS = 0, 1, 2, 3
MOST_COUNT = 8
"""True counts from this one on, up and down, are taken together."""


@njit(cache=True, nogil=True)
def deal_shoes(
    random: Array,
    shoe: Array,
    openings: Array,
    game: KernelGame,
    cut: int,
    usual: int,
    tags: Array,
    found: Array,
    by_count: Array,
) -> None:
    """Deal whole shoes, one a row of `found`, until so many cards are out when a round would begin.

    Each is compared with `usual` rounds, whatever they take: the net of rounds beyond those, less that of rounds that
    are lacking, which are dealt all the same. `by_count` has the rounds by the true count at their start, with `tags`
    for what each point value adds and 48 cards to a deck.
    """
    work = np.zeros(SCRIPT, np.int64)
    cards = len(shoe)
    for at_shoe in range(len(found)):
        row = found[at_shoe]
        shuffle(shoe, 0, cards, random)
        at = 0
        running = 0.0
        played = 0
        while at < cut or played < usual:
            if cards - at < LEAST_CARDS:
                row[SHOE_SHORT] = 1
                break
            work[DRAWN] = work[SUPER_BONUS] = 0
            work[SHUFFLED] = cards - at
            net, _ = play_round(openings, game, KernelDeal(shoe[at:], work, random))
            if at < cut:
                count = int(np.floor(running * 48.0 / (cards - at)))
                place = min(max(count, -MOST_COUNT), MOST_COUNT) + MOST_COUNT
                by_count[place, COUNT_ROUNDS] += 1
                by_count[place, COUNT_NET] += net
                by_count[place, COUNT_SQUARES] += net * net
                row[SHOE_ROUNDS] += 1
                row[SHOE_NET] += net
                if played >= usual:
                    row[SHOE_APART] += net
                    row[SHOE_MORE] += 1
            else:
                row[SHOE_APART] -= net
                row[SHOE_MORE] -= 1
            for drawn in range(work[DRAWN]):
                running += tags[shoe[at + drawn] >> 2]
            at += work[DRAWN]
            played += 1
