"""Mississippi Stud: each Street wager and the fold, from the game solved from its last street back."""

import json
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.lab.advice.seen import Seen, Valued
from pitboss.lab.advice.values import Values
from pitboss.lab.answer import asked_data
from pitboss.lab.mississippi.play import Play
from pitboss.lab.mississippi.price import CLASSES, counted_play, nets_by_end
from pitboss.lab.question import LabError, Question
from pitboss.lab.suits import SHIFTS, Numbers

STREETS = ("3rd Street", "4th Street", "5th Street")


def values(question: Question, seen: Seen) -> Values:
    """What each wager and the fold are worth."""
    seen.expect(2, board=(0, 1, 2))
    place = len(seen.board)
    play, options = _solved(_Asked(question))
    if len(seen.wagers) != place or any(wager not in play.wagers for wager in seen.wagers):
        allowed = ", ".join(map(str, play.wagers))
        raise LabError(f"{STREETS[place]} follows {place} Street wagers, each of {allowed} Antes.")
    hand = _place(play.counts[place], [int(card) for card in (*seen.hand, *seen.board)])
    row = options[STREETS[place]][hand, play.ways(place).index(seen.wagers)]
    deals = play.scale * play.orders_left(2 + place)
    worth = [Fraction(int(value), deals) for value in row]
    bets = [Valued("bet", wager, value) for wager, value in zip(play.wagers, worth, strict=False)]
    street = STREETS[place].lower().replace(" ", "-")
    return Values(street, "Ante", CLASSES["optimal"], (*bets, Valued("fold", 0, worth[-1])))


class _Asked:
    """A question, told from others by all that decides its answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.key = json.dumps(asked_data(question), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=8)
def _solved(asked: _Asked) -> tuple[Play, dict[str, Numbers]]:
    play = counted_play(nets_by_end(asked.question), asked.question)
    return play, play.options()


def _place(hands: Numbers, cards: list[int]) -> int:
    """Where cards stand among the different hands of their number, suits in falling order of their ranks."""
    suits = [sum(1 << (card >> 2) for card in cards if card & 3 == suit) for suit in range(4)]
    number = sum(ranks << int(shift) for ranks, shift in zip(sorted(suits, reverse=True), SHIFTS, strict=True))
    place = int(np.searchsorted(hands, number))
    assert hands[place] == number
    return place


def is_ready(question: Question) -> bool:
    """The game is solved in a moment."""
    return True


def prepare(question: Question) -> None:
    """Solve the game."""
    _solved(_Asked(question))
