"""The cost of folding to a jackpot wager that a fold forfeits (Crown Method A: 8.4.3, 9.4.5, 10.4.5): the hands of each
kind that the best play of a game folds. The best play is that of the game alone, which the jackpot wager does not
move."""

from dataclasses import replace
from fractions import Fraction

from pitboss.jackpot.returns import HANDS, Folded
from pitboss.lab import answer, store
from pitboss.lab.question import OPTIMAL, Question

KIND = "jackpot-folds"


def stored_folds(question: Question) -> Folded | None:
    """The chances if they were worked out before, else none."""
    kept = store.fetch_data(KIND, answer.question_data(replace(question, strategy=OPTIMAL)))
    return {line: Fraction(chance) for line, chance in kept.items()} if kept is not None else None


def find_folds(question: Question) -> Folded:
    """By line: the chance that a hand of that kind is dealt and folded by the best play of the game."""
    if (kept := stored_folds(question)) is not None:
        return kept
    best = replace(question, strategy=OPTIMAL)
    chances: dict[str, Fraction] = answer.part_of(question.engine, ".folds").fold_chances(best)
    found = {line: chances[line] for line in HANDS}
    store.keep_data(KIND, answer.question_data(best), found)
    return found
