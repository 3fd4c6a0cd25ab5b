"""Mississippi Stud: each Street wager and the fold, from the game solved from its last street back."""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.lab.advice import Advice, DecisionView, ValuedChoice
from pitboss.lab.arrays import SHIFTS, Array
from pitboss.lab.mississippi.play import STREETS, Play
from pitboss.lab.mississippi.price import CLASSES, whole_play
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.messages import say


def advise(question: Question, seen: DecisionView) -> Advice:
    """What each wager and the fold are worth."""
    seen.expect(2, board=(0, 1, 2))
    place = len(seen.board)
    play, options = _solve(question)
    if len(seen.wagers) != place or any(wager not in play.wagers for wager in seen.wagers):
        allowed = ", ".join(map(str, play.wagers))
        words = "Give the {count} Street wagers before {street}, each of {allowed} Antes."
        raise LabError(say(words, count=place, street=STREETS[place], allowed=allowed))
    cards = [int(card) for card in (*seen.hand, *seen.board)]
    suits = [sum(1 << (card >> 2) for card in cards if card & 3 == suit) for suit in range(4)]
    number = sum(ranks << int(shift) for ranks, shift in zip(sorted(suits, reverse=True), SHIFTS, strict=True))
    hand = int(np.searchsorted(play.counts[place], number))
    row = options[STREETS[place]][hand, play.ways(place).index(seen.wagers)]
    deals = play.scale * play.orders_left(2 + place)
    worth = [Fraction(int(value), deals) for value in row]
    bets = [ValuedChoice("bet", wager, value) for wager, value in zip(play.wagers, worth, strict=False)]
    street = STREETS[place].lower().replace(" ", "-")
    return Advice.of(question, street, "Ante", CLASSES[OPTIMAL], (*bets, ValuedChoice("fold", 0, worth[-1])))


@lru_cache(maxsize=8)
def _solve(question: Question) -> tuple[Play, dict[str, Array]]:
    play = whole_play(question)
    return play, play.options()
