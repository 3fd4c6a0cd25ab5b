"""Players whose decisions cost little: the rates are the engine's, not a strategist's."""

from collections.abc import Callable
from functools import cache

from pitboss.cards import UNKNOWN, Category, best_hand, points
from pitboss.cards.card import ACE, KING, RANKS
from pitboss.money import EMPTY, Stake
from pitboss.play import Round
from pitboss.play.acts import Decide
from pitboss.play.needs import DecisionNeed

SIX, SEVEN, EIGHT, TEN, JACK, QUEEN = (RANKS.index(rank) for rank in "678TJQ")
_POINTS = tuple(2 if rank >= JACK else 1 if rank >= SIX else 0 for rank in range(13))
_POINTS_WANTED = (2, 3, 4)
_worth = [_POINTS[card >> 2] | 1 << 4 + 3 * (card >> 2) for card in range(UNKNOWN)].__getitem__
"""A card's points, and above them three bits for each rank, so that cards are summed up in one go."""
_GOOD_PAIRS = sum(6 << 4 + 3 * rank for rank in range(SIX, ACE + 1))
"""The bits of two to four cards of a rank that is paid or stands off."""


Player = Callable[[Round, DecisionNeed], Decide]


def player_of(engine: str) -> Player:
    """Who plays a game: each answers the decision that it is asked for."""
    return pontoon if engine == "pontoon" else _bettor(_WAGERS[engine])


def _bettor(wager: Callable[[Round, DecisionNeed], int]) -> Player:
    """A player who takes the first option with so many cents, or the last if there are none."""

    def decide(round: Round, need: DecisionNeed) -> Decide:
        cents = wager(round, need)
        return Decide(need.id, need.patron, need.options[0 if cents else -1].name, _chips(cents))

    return decide


_chips = cache(Stake.of)
"""A stake of so many cents; a player has few sizes of wager."""


def caribbean_stud(round: Round, need: DecisionNeed) -> int:
    """Bet with a pair or better, or with ace and king."""
    hand = best_hand(round.hands[need.hand].cards)
    is_good = hand.category >= Category.PAIR or hand.ranks[:2] == (ACE, KING)
    return need.options[0].least_cents if is_good else 0


def mississippi_stud(round: Round, need: DecisionNeed) -> int:
    """Three times the Ante with a pair that is paid or stands off; else once, on two points for each card to come."""
    hands = round.hands
    cards = hands[need.hand].cards + hands[0].cards
    if hands[0].up.bit_count() < len(hands[0].cards):  # a packet that is turned card by card
        cards = tuple([card for card in hands[need.hand].cards + hands[0].shown if card != UNKNOWN])
    held = sum(map(_worth, cards))
    if held & _GOOD_PAIRS:
        return need.options[0].most_cents
    return need.options[0].least_cents if held & 0xF >= _POINTS_WANTED[len(cards) - 2] else 0


def ultimate_holdem(round: Round, need: DecisionNeed) -> int:
    """Raise good hole cards at once, a pair of them at the flop, anything with a pair or a queen at the river."""
    hands, phase = round.hands, round.phase
    hole = hands[need.hand].cards
    low, high = sorted((hole[0] >> 2, hole[1] >> 2))
    bet = need.options[0].most_cents
    if phase == "pre-flop":
        is_high = (high == KING and low >= 3) or (high == QUEEN and low >= 6)
        return bet if high in (ACE, low) or is_high else 0
    value = best_hand([card for card in hole + hands[1].shown if card != UNKNOWN])
    if phase == "flop":
        return bet if value.category >= Category.TWO_PAIR or (value.ranks[0] in (low, high) and value.category) else 0
    return bet if value.category >= Category.PAIR or high >= QUEEN else 0


def pontoon(round: Round, need: DecisionNeed) -> Decide:
    """A short basic strategy: split aces, sevens and eights, double on nine to eleven, draw to a total by up card."""
    names = [option.name for option in need.options]
    if "keep" in names:
        return Decide(need.id, need.patron, "keep", EMPTY)
    hand, up = round.hands[need.hand], round.hands[0].cards[0] >> 2
    counted = points(hand.cards)
    total, soft = counted.total, counted.soft
    if "split" in names and hand.cards[0] >> 2 in (ACE, SEVEN, EIGHT):
        return Decide(need.id, need.patron, "split", _chips(need.options[-1].most_cents))
    if not soft and 9 <= total <= 11 and up < EIGHT and "double" in names:
        return Decide(need.id, need.patron, "double", _chips(need.options[2].most_cents))
    wanted = 18 if soft else 17 if up >= SEVEN else 14
    return Decide(need.id, need.patron, "stand" if total >= wanted else "draw", EMPTY)


_WAGERS = {
    "caribbean-stud": caribbean_stud,
    "mississippi-stud": mississippi_stud,
    "ultimate-texas-holdem": ultimate_holdem,
}
