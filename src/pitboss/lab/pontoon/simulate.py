"""The kernel for the rest of the lab: a solved strategy put into its terms, blocks of rounds, and single deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon import onehand, pontoon_rules
from pitboss.lab.pontoon.deal import UpResult
from pitboss.lab.pontoon.ends import lines
from pitboss.lab.pontoon.hands import ACE, TEN, VALUES, all_hands
from pitboss.lab.pontoon.kernel import WAGERS, play_round, simulate_chunk
from pitboss.lab.pontoon.play import SEVENS, SIX_SEVEN_EIGHT
from pitboss.lab.pontoon.price import play_through
from pitboss.lab.pontoon.rules import RANKS, SUITS, PontoonRules
from pitboss.lab.pontoon.split import Tactics
from pitboss.lab.pontoon.stream import stream, stream_of
from pitboss.lab.question import Question
from pitboss.lab.simulate.kernel import End
from pitboss.value import Value

Array = NDArray[Any]
CARDS = VALUES * SUITS


class Dealt(Value):
    """What one deal came to."""

    net: Fraction
    wagered: int
    cards_drawn: int
    super_bonus: bool
    hands: tuple[tuple[Fraction, int], ...]
    """By hand: what it netted and what was wagered on it, before a dealer's pontoon takes one wager from the live."""


@dataclass(frozen=True)
class Simulation:
    """Pontoon under one strategy, ready to be played; `ends` say what each place of the counts means."""

    shoe: Array
    openings: Array
    acts: Array
    terms: Array
    least: int
    ends: tuple[End, ...]

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        counts: Array = simulate_chunk(
            stream_of(seed, block),
            rounds,
            self.shoe.copy(),
            self.openings,
            book(),
            self.acts,
            self.terms,
            self.least,
            len(self.ends),
        )
        return counts


def simulation_of(rules: PontoonRules, results: Sequence[UpResult]) -> Simulation:
    """Make a solved strategy ready to be played."""
    terms = terms_of(rules)
    unit = int(terms[onehand.UNIT])
    least = -2 * onehand.MOST_HANDS * unit
    best = max(int(terms[: len(onehand.PAY_LINES)].max()), 2 * int(terms[onehand.WIN]))
    ends = [
        _end("win" if net > 0 else "lose" if net else "stand-off", Fraction(net, unit), wagered)
        for net in range(least, onehand.MOST_HANDS * best + 1)
        for wagered in range(WAGERS)
    ]
    ends += [_end("super-bonus", rules.super_bonus_hand(f"7-7-7-{kind}"), 1) for kind in ("suited", "spades")]
    return Simulation(cards_of(rules), _openings(results), _acts(results), terms, least, tuple(ends))


def _end(name: str, pay: Fraction, wagered: int) -> End:
    return End(name, (("wager", pay),), Fraction(wagered))


def kernel_of(question: Question) -> Simulation:
    """The kernel that plays what is asked."""
    rules = pontoon_rules(question)
    return simulation_of(rules, play_through(rules, question.strategy)[0])


def cards_of(rules: PontoonRules) -> Array:
    """The cards of a shoe in the kernel's numbers: point value times four plus suit."""
    cards = [
        min(rank, TEN) * SUITS + suit
        for rank in range(RANKS)
        for suit in range(SUITS)
        for _ in range(rules.shoe[rank][suit])
    ]
    return np.array(cards, np.int64)


def terms_of(rules: PontoonRules) -> Array:
    """The rules as the kernel takes them; pays in parts of a unit that make all of them whole."""
    pays = [rules.pay(line) for line in onehand.PAY_LINES] + [rules.surrender_costs]
    unit = lcm(*(pay.denominator for pay in pays))
    terms = np.zeros(onehand.TERMS, np.int64)
    terms[: len(pays)] = [int(pay * unit) for pay in pays]
    terms[onehand.UNIT] = unit
    terms[onehand.HANDS_ALLOWED] = onehand.MOST_HANDS if rules.third_hand else 2
    terms[onehand.MAY_FORFEIT] = rules.forfeit
    terms[onehand.DRAWN_ACE_IS_ELEVEN] = rules.drawn_ace_is_eleven
    terms[onehand.DOUBLED_21_WINS] = rules.doubled_21_beats_pontoon
    terms[onehand.SPLIT_ACES_MAY_DOUBLE] = rules.split_aces_may_double
    terms[onehand.BUST_FILLS] = rules.bust_fills_original
    terms[onehand.FORFEIT_FILLS] = rules.forfeit_fills_original
    terms[onehand.PAID_FILLS] = rules.paid_fills_original
    terms[onehand.STANDS_SOFT] = rules.stands_soft
    return terms


@cache
def book() -> Array:
    """What each hand is and leads to."""
    hands = all_hands()
    found = np.empty((len(hands.hard), onehand.COLUMNS), np.int16)
    found[:, :VALUES] = hands.child
    found[:, onehand.HARD], found[:, onehand.SUM] = hands.hard, hands.total
    suited = {SIX_SEVEN_EIGHT: onehand.SUITED_678, SEVENS: onehand.SUITED_777}
    places = np.array([onehand.WIN, *range(onehand.FIVE, onehand.FIVE + 3), *suited.values()])
    found[:, onehand.LINE] = places[lines()]
    return found


def no_openings() -> Array:
    """No decision on any first two cards; pontoons are marked."""
    found = np.zeros((CARDS, CARDS, CARDS), np.int8)
    ace, ten = (slice(value * SUITS, (value + 1) * SUITS) for value in (ACE, TEN))
    found[:, ace, ten] = found[:, ten, ace] = onehand.IS_PONTOON
    return found


def _openings(results: Sequence[UpResult]) -> Array:
    """By up card, first and second card: what is done."""
    found = no_openings()
    for result in results:
        for dealt, action in result.openings:
            cards = (result.spot.up, dealt.first, dealt.second)
            up, first, second = (
                range(value * SUITS, (value + 1) * SUITS) if suit is None else (value * SUITS + suit,)
                for value, suit in zip(cards, _suits(dealt.suits, result.spot.up), strict=True)
            )
            found[np.ix_(up, first, second)] = action
            found[np.ix_(up, second, first)] = action
    return found


def _suits(suits: tuple[int, int, int] | None, up: int) -> tuple[int | None, int | None, int | None]:
    """The suits of up card, first and second card where they count."""
    if suits is None:
        return None, None, None
    return (None if up == TEN else suits[2]), suits[0], suits[1]


def _acts(results: Sequence[UpResult]) -> Array:
    """By up card, mode and hand: what is done (see `onehand`)."""
    found = np.ones((VALUES, onehand.MODES, len(all_hands().hard)), np.int8)
    for result in results:
        acts = found[result.spot.up]
        acts[onehand.ALONE] = _packed(Tactics(result.values.action, result.forfeits))
        for pair, split in result.splits.items():
            acts[onehand.OF_TWO + pair] = _packed(split.tactics)
            acts[onehand.OF_TWO + pair, onehand.AGAIN] = split.of_three is not None
            if split.of_three is not None:
                acts[onehand.OF_THREE + pair] = _packed(split.of_three)
    return found


def _packed(tactics: Tactics) -> Array:
    forfeits = tactics.forfeits.astype(np.int64) @ np.array([onehand.FORFEITS, 2 * onehand.FORFEITS])
    packed: Array = np.maximum(tactics.action, 0) + forfeits
    return packed


def play_order(rules: PontoonRules, cards: Sequence[int], decisions: Sequence[int]) -> Dealt:
    """Play one round with the cards in a given order and the decisions one by one.

    The cards are the player's first, the dealer's, the player's second, and so on as they leave the shoe, in the
    numbers of `cards_of`. Decisions are STAND, HIT, DOUBLE, SPLIT or SURRENDER; after a double that leaves 20 or less,
    0 keeps and 1 forfeits; a pair made on a split hand asks whether to split again where that is allowed.
    """
    terms = terms_of(rules)
    work = np.zeros(onehand.SCRIPT + len(decisions) + 1, np.int64)
    work[onehand.SHUFFLED] = len(cards)
    work[onehand.SCRIPT_LENGTH] = len(decisions) + 1
    work[onehand.SCRIPT : -1] = decisions
    acts = np.zeros((VALUES, onehand.MODES, len(all_hands().hard)), np.int8)
    net, wagered = play_round(no_openings(), book(), acts, terms, np.array(cards, np.int64), work, stream(np.zeros(4)))
    if work[onehand.SCRIPT_AT] != len(decisions):
        raise ValueError(f"the round took {work[onehand.SCRIPT_AT]} of {len(decisions)} decisions")
    unit = int(terms[onehand.UNIT])
    places = range(onehand.HANDS, onehand.SCRIPT, onehand.HAND_SIZE)
    hands = ((Fraction(int(work[at + onehand.NET]), unit), int(work[at + onehand.WAGER])) for at in places)
    return Dealt(
        Fraction(int(net), unit),
        int(wagered),
        int(work[onehand.DRAWN]),
        bool(work[onehand.SUPER_BONUS]),
        tuple(hand for hand in hands if hand[1]),
    )
