"""What each choice at a decision is worth, for practice and study: never for a table with money on it.

    advise(question, seen) -> Advice          the options that are open, what each is worth, and the best
    seen_in(round, need) -> Seen              what a player sees at a decision of the real engine
    question_of(round, patron) -> Question    the question that a table's own rules and sign put

A value is what the round nets on average from here on, in units of the Ante (or of the initial wager): what was
wagered before is counted, and the best is done at every later decision. In Pontoon it is a float and, after a split,
the value of the hand that is asked about; in the poker games it is a fraction.
"""

from pitboss.lab.advice.seen import Advice, Seen, Valued
from pitboss.lab.advice.table import question_of, seen_in
from pitboss.lab.advice.values import advise, is_ready, prepare

__all__ = ["Advice", "Seen", "Valued", "advise", "is_ready", "prepare", "question_of", "seen_in"]
