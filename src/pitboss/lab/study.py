"""Questions about a game besides its edge: each a study, with its figures as tables, its unit and its method.

A game's package may have a module `studies` with

    STUDIES: Mapping[str, tuple[str, Callable[[Question], Study]]]      by name: what it answers, and the answer
"""

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from pitboss.lab.answer import SOLVERS, answer, part_of
from pitboss.lab.many_rounds import OneRound, band_of, ruin_of
from pitboss.lab.question import DecisionTable, LabError, Question
from pitboss.messages import message, say, suggest
from pitboss.value import Value


class Study(Value):
    """An answer: its title, the tables, in which unit, how it was worked out, and what it was checked against."""

    title: str
    tables: tuple[DecisionTable, ...]
    unit: str
    method: str
    checks: tuple[str, ...] = ()
    figures: Mapping[str, float] = {}
    """The figures as numbers, by a name each."""


Ask = Callable[[Question], Study]
BANKROLLS, ROUNDS = (25, 50, 100, 200, 400), (50, 100, 200, 400)


def bankroll(question: Question) -> Study:
    """The risk of ruin by bankroll and rounds."""
    solution = answer(question).solution
    one = OneRound.of(solution)
    least = -min(one.pays)
    figures = {
        f"{held} units, {rounds} rounds": ruin_of(one, held, rounds)
        for held in BANKROLLS
        if held >= least
        for rounds in ROUNDS
    }
    rows = tuple(
        (str(held), *(f"{figures[f'{held} units, {rounds} rounds']:.4%}" for rounds in ROUNDS))
        for held in BANKROLLS
        if held >= least
    )
    bands = [(rounds, band_of(one, rounds)) for rounds in ROUNDS]
    needed = tuple((str(rounds), *(f"{-band.quantiles[at]:,.0f}" for at in (2, 1, 0))) for rounds, band in bands)
    return Study(
        say("Risk of ruin: the chance that a bankroll no longer covers the largest loss of a round"),
        (
            DecisionTable(say("By bankroll, and rounds"), (say("bankroll"), *map(str, ROUNDS)), rows),
            DecisionTable(say("Lost at most, after so many rounds"), (say("rounds"), "84%", "97.7%", "99.87%"), needed),
        ),
        say("units of the {unit}", unit=solution.unit),
        say("exact: the distribution of one round added up round by round, a ruined bankroll left where it is"),
        (),
        figures,
    )


OF_EVERY_GAME: Mapping[str, tuple[str, Ask]] = {
    "bankroll": (message("the risk of ruin, by bankroll and rounds"), bankroll),
}


def studies_of(question: Question) -> dict[str, tuple[str, Ask]]:
    """The studies of a game by name."""
    own = find_spec(f"pitboss.lab.{SOLVERS[question.engine]}.studies") is not None
    return {**OF_EVERY_GAME, **(part_of(question.engine, ".studies").STUDIES if own else {})}


def study(question: Question, name: str) -> Study:
    """Answer a study of a game by its name."""
    known = studies_of(question)
    if name not in known:
        words = "{game} has no study {name}: there are {known}.{near}"
        raise LabError(say(words, game=question.game, name=name, known=", ".join(known), near=suggest(name, known)))
    return known[name][1](question)
