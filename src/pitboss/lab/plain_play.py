"""One plain strategy a game, for a player with few chips: what a simulated tournament player does with a hand.

A strategy names the wagers that it wants for a hand, the one that it likes best first, in units of the opening wager;
the first one that the player's chips pay for is made, and without any the hand is checked or folded. The best play of
the lab is another thing: its tables take minutes, and it is the best for money, not for a place.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pitboss.cards import UNKNOWN, Card, Category, best_hand
from pitboss.money import EMPTY, Stake
from pitboss.play import Act, Decide, DecisionNeed, Round

HARD, SOFT = 15, 18
"""The totals of Pontoon on which the plain strategy stands."""
FIVE, SIX, EIGHT, JACK, QUEEN, KING, ACE = 3, 4, 6, 9, 10, 11, 12
"""Ranks by their order, a two being 0."""

Wishes = Sequence[int]
"""Wagers in units, the best first; 0, and nothing, is to check or to fold."""


class PlainPlay(NamedTuple):
    """How a game is played: its strategy, and the most units that a player can have on a hand."""

    wishes: Callable[[str, list[Card], list[Card]], Wishes]
    most_units: int


def _caribbean(_: str, mine: list[Card], __: list[Card]) -> Wishes:
    """Bet a pair or better, or an ace and a king."""
    hand = best_hand(mine)
    return (2,) if hand.category > Category.HIGH_CARD or hand.ranks[:2] == (ACE, KING) else ()


def _mississippi(phase: str, mine: list[Card], board: list[Card]) -> Wishes:
    """Three units on a pair that pays or stands off; one on a low pair, on four of a suit and on enough high cards, of
    which a jack or better is 2 points and a six to a ten 1."""
    cards = [*mine, *board]
    ranks = sorted(card.rank for card in cards)
    pairs = [low for low, high in pairwise(ranks) if low == high]
    if any(rank >= SIX for rank in pairs) or len(pairs) > 1:
        return (3, 2, 1)
    points = sum(2 if rank >= JACK else 1 if rank >= SIX else 0 for rank in ranks)
    suited = max(sum(card.suit == other.suit for other in cards) for card in cards)
    draws = suited >= 3 and suited == len(cards)
    return (1,) if pairs or draws or points >= len(cards) else ()


def _ultimate(phase: str, mine: list[Card], board: list[Card]) -> Wishes:
    """Before the flop four units on an ace, a pair from threes on, and good kings, queens and a jack with a ten; then
    two on two pairs or better, on a pair of one's own and on four of a suit; at the end one unless the board does as
    well as the hand."""
    low, high = sorted(card.rank for card in mine)
    if not board:
        is_good = low == high > 0 or high == ACE or (high, low) >= (KING, FIVE) or (high == QUEEN and low >= EIGHT)
        return (4, 3) if is_good or (high == JACK and low == JACK - 1) else ()
    hand = best_hand([*mine, *board])
    is_own = any(card.rank in (low, high) for card in board) or low == high
    if len(board) == 3:
        suited = max(sum(card.suit == other.suit for other in (*mine, *board)) for card in mine)
        return (2,) if hand.category > Category.PAIR or (is_own and hand.ranks[0] > 0) or suited >= 4 else ()
    return (1,) if hand.category > best_hand(board).category or is_own or high >= KING else ()


PLAINS: Mapping[str, PlainPlay] = {
    "pontoon": PlainPlay(lambda *_: (), 1),
    "caribbean-stud": PlainPlay(_caribbean, 3),
    "mississippi-stud": PlainPlay(_mississippi, 10),
    "ultimate-texas-holdem": PlainPlay(_ultimate, 6),
}
"""The plain strategies, by the engines that play by them."""


def decide_plainly(round: Round, need: DecisionNeed, unit_cents: int, left_units: int) -> Act:
    """The decision of a player with so many units left."""
    names = {option.name: option for option in need.options}
    if "stand" in names:
        says = round.game.says(round.hands[need.hand]).split()
        stands = not says[-1].isdecimal() or int(says[-1]) >= (SOFT if says[0] == "soft" else HARD)
        return Decide(need.id, need.patron, "stand" if stands or "draw" not in names else "draw")
    bet = names["bet"]
    house = len(round.game.house)
    board = [card for hand in round.hands[:house] if hand.kind == "community" for card in hand.shown]
    mine = list(round.hands[need.hand].cards)
    wishes = PLAINS[round.game.rules.game.engine].wishes(round.phase, mine, [card for card in board if card != UNKNOWN])
    for wish in wishes:
        cents = wish * unit_cents
        if wish <= left_units and bet.least_cents <= cents <= bet.most_cents:
            return Decide(need.id, need.patron, "bet", Stake.of(cents))
    return Decide(need.id, need.patron, need.options[-1].name, EMPTY)
