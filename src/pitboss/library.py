"""The calls of the lab that most programs need: the edge of a game, its strategies, a simulation, a PAR sheet.

`import pitboss` has these names, with those of rounds and tables; each is loaded when it is used.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from html import escape
from typing import Any, TypedDict, Unpack

from pitboss.lab import answer, parameters
from pitboss.lab.comparison import Comparison, compare_questions
from pitboss.lab.parsheet import sheet_data
from pitboss.lab.parsheet.page import page
from pitboss.lab.question import Solution
from pitboss.lab.simulate import Plan, Tally, kernel_with
from pitboss.lab.simulate import simulate as play_plan


class QuestionWords(TypedDict, total=False):
    """What a question changes of the game in the book."""

    pay: Sequence[str]
    """Pay lines with their odds: `flush=7`, `blind.flush=3:2`."""
    rule: Sequence[str]
    """Rules that may be varied: `decks=8`."""
    play: str
    """The Play multiples of three stages: `4,2,1`."""
    decks: int
    strategy: str
    wager_cents: int
    chip_cents: Sequence[int]
    maximum_payout_cents: int
    version: str
    table: str
    """A published pay table or set of rules by its name: `royal-100`."""


def edge(game: str, **asked: Unpack[QuestionWords]) -> answer.Answer:
    """The exact edge of a game, with all outcomes: `edge("crown-mississippi-stud", pay=["flush=7"])`."""
    return answer.answer(parameters.ask(game, **asked))


def strategy(game: str, *, full: bool = False, **asked: Unpack[QuestionWords]) -> answer.ComparedStrategies:
    """Every strategy of a game that the lab can price; `full` gives the best one hand by hand."""
    return answer.compare(parameters.ask(game, **asked), full=full)


def compare(game: str, base: str | None = None, **asked: Unpack[QuestionWords]) -> Comparison:
    """A game beside another edition, or beside itself without your changes: what differs, and what each difference
    costs by itself: `compare("crown-caribbean-stud", "star-caribbean-stud")`."""
    return compare_questions(parameters.ask(base or game), parameters.ask(game, **asked))


def simulate(
    game: str,
    rounds: int,
    *,
    seed: int = 1,
    engine: bool = False,
    executor: Executor | None = None,
    **asked: Unpack[QuestionWords],
) -> Tally:
    """Play a game many times, by its compiled kernel or by the real engine; the same seed gives the same counts."""
    return play_plan(Plan(parameters.ask(game, **asked), rounds, seed, engine), executor)


def price_with(game: str, *decide: Callable[..., Any], **asked: Unpack[QuestionWords]) -> Solution:
    """The exact price of a strategy of your own. What it is given, and says:

    - Caribbean Stud: `(hand, up)`, a `PokerHand` and the rank of the up card: whether to bet.
    - Mississippi Stud: `(cards, wagers)`, the cards seen and the Street wagers made: a wager in Antes, 0 to fold.
    - Ultimate Texas Hold'em, two functions: `(hole)` and `(hole, flop)`: a multiple, 0 to check. The river is decided
      at its best, or with `strategy="twenty-one-outs"` by the published count.
    - Pontoon: `(cards, up)`, point values: `stand`, `draw`, `double`, `split`, `surrender`, or `split/stand`.
    """
    question = parameters.ask(game, **asked)
    solution: Solution = answer.part_of(question.engine, ".price").price_with(question, *decide)
    return solution


def simulate_with(
    game: str, rounds: int, *decide: Callable[..., Any], seed: int = 1, **asked: Unpack[QuestionWords]
) -> Tally:
    """Play a strategy of your own many times, said as in `price_with`."""
    question = parameters.ask(game, **asked)
    return play_plan(Plan(question, rounds, seed), player=kernel_with(question, *decide))


class ParSheet:
    """A PAR sheet: its data, and the page as it is printed."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @property
    def html(self) -> str:
        """The page, in itself complete."""
        return page(self.data)

    def _repr_html_(self) -> str:
        """The page in a frame of the notebook."""
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: 48rem; border: 0"></iframe>'


def parsheet(game: str, **asked: Unpack[QuestionWords]) -> ParSheet:
    """The PAR sheet of a game."""
    return ParSheet(sheet_data(answer.answer(parameters.ask(game, **asked))))
