"""One round of the compiled kernel with the cards in a given order and the decisions one by one."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.lab.pontoon import kernel
from pitboss.lab.pontoon.kernel import KernelDeal, KernelGame, play_round, stream
from pitboss.lab.pontoon.play import VALUES, all_hands
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.simulate import book, no_openings, terms_of
from pitboss.value import Value


class InitialDeal(Value):
    """What one deal came to."""

    net: Fraction
    wagered: int
    cards_drawn: int
    super_bonus: bool
    hands: tuple[tuple[Fraction, int], ...]
    """By hand: what it netted and what was wagered on it, before a dealer's pontoon takes one wager from the live."""


def play_order(rules: PontoonRules, cards: Sequence[int], decisions: Sequence[int]) -> InitialDeal:
    """Play one round with the cards in a given order and the decisions one by one.

    The cards are the player's first, the dealer's, the player's second, and so on as they leave the shoe, in the
    numbers of `cards_of`. Decisions are STAND, HIT, DOUBLE, SPLIT or SURRENDER; after a double that leaves 20 or less,
    0 keeps and 1 forfeits; a pair made on a split hand asks whether to split again where that is allowed.
    """
    terms = terms_of(rules)
    work = np.zeros(kernel.SCRIPT + len(decisions) + 1, np.int64)
    work[kernel.SHUFFLED] = len(cards)
    work[kernel.SCRIPT_LENGTH] = len(decisions) + 1
    work[kernel.SCRIPT : -1] = decisions
    acts = np.zeros((VALUES, kernel.MODES, len(all_hands().hard)), np.int8)
    deal = KernelDeal(np.array(cards, np.int64), work, stream(np.zeros(4)))
    net, wagered = play_round(no_openings(), KernelGame(book(rules.added), acts, terms), deal)
    if work[kernel.SCRIPT_AT] != len(decisions):
        raise ValueError(f"the round took {work[kernel.SCRIPT_AT]} of {len(decisions)} decisions")
    unit = int(terms[kernel.UNIT])
    places = range(kernel.HANDS, kernel.SCRIPT, kernel.HAND_SIZE)
    hands = ((Fraction(int(work[at + kernel.NET]), unit), int(work[at + kernel.WAGER])) for at in places)
    return InitialDeal(
        Fraction(int(net), unit),
        int(wagered),
        int(work[kernel.DRAWN]),
        bool(work[kernel.SUPER_BONUS]),
        tuple(hand for hand in hands if hand[1]),
    )
