"""Mississippi Stud: how often the best play folds, on any street, a hand that would come to take a jackpot prize."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np

from pitboss.cards import Category
from pitboss.lab.arrays import Array
from pitboss.lab.mississippi.play import ENDS, STREETS, Play
from pitboss.lab.mississippi.price import DEALS, choices_of, whole_play
from pitboss.lab.question import OPTIMAL, Question


def fold_chances(question: Question) -> dict[str, Fraction]:
    """By the kind that the hole cards and all community cards make: the chance that they are dealt, and folded by the
    best play before the last of them is seen."""
    play = whole_play(question)
    ended = sum(of_street for of_street in follow_folds(play, choices_of(play, OPTIMAL)))
    by_end = dict(zip(ENDS, np.asarray(ended).tolist(), strict=True))
    return {kind.line: Fraction(by_end[kind.line], DEALS) for kind in Category if kind != Category.PAIR}


def follow_folds(play: Play, choices: Mapping[str, Array]) -> Iterator[Array]:
    """Street by street: how many deals are folded there, by the end that their cards would have come to."""
    counts = play.counts
    of_four: Array = counts.ends
    of_three = of_four[counts.fourth].sum(axis=1)
    of_two = of_three[counts.third].sum(axis=1)
    reach: Array = counts.copies[:, None]
    for street, to_come, card in zip(
        STREETS, (of_two, of_three, of_four), (counts.third, counts.fourth, None), strict=True
    ):
        parts = reach[:, :, None] * (choices[street][:, :, None] == np.arange(len(play.wagers) + 1))
        yield parts[:, :, -1].sum(axis=1) @ to_come
        if card is not None:
            going_on = parts[:, :, :-1].reshape(len(parts), -1)
            reach = np.zeros((card.max() + 1, going_on.shape[1]), dtype=np.int64)
            np.add.at(reach, card, going_on[:, None, :])
