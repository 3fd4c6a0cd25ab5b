"""Mississippi Stud in the lab: what may be varied, the strategies that can be priced, and the way to the solver."""

from collections.abc import Mapping

from pitboss.cards.card import RANKS
from pitboss.lab.question import OPTIMAL, DecisionTable, LabError, Question, Solution, VariableRule
from pitboss.law.rules import Rules
from pitboss.messages import say

POINTS = "points"
STRATEGIES: Mapping[str, str] = {
    OPTIMAL: "every decision by its exact value",
    POINTS: "high cards count two, middle cards one; see the table",
    "bet-least": "never fold, always the least Street wager",
    "knows-first-card": "optimal for a player who has seen the first community card before betting",
    "knows-last-card": "optimal for a player who has seen the last community card before betting",
}
SHORT = POINTS
QUICK = True
MOST = 5
"""A Street wager of more than this many Antes is not looked at."""


def rules_of(rules: Rules) -> tuple[VariableRule, ...]:
    """The rules of Mississippi Stud that may be varied."""
    street, band = rules.game.data["street"], rules.game.data["stand-off"]
    first_paid = RANKS[RANKS.index(band["highest"]) + 1]
    return (
        VariableRule.number(
            "street-least", street["least"], 1, MOST, "the least Street wager, in Antes", street["clause"]
        ),
        VariableRule.number("street-most", street["most"], 1, MOST, "the most a Street wager may be", street["clause"]),
        VariableRule("pairs-stand-off-from", band["lowest"], tuple(RANKS), "lower pairs lose", band["clause"]),
        VariableRule("pairs-pay-from", first_paid, tuple(RANKS), "these pairs pay as jacks or better", band["clause"]),
    )


def _check(question: Question) -> None:
    least, most = question.number("street-least"), question.number("street-most")
    if least > most:
        raise LabError(say("street-least={least} is more than street-most={most}.", least=least, most=most))
    if RANKS.index(question.text("pairs-stand-off-from")) > RANKS.index(question.text("pairs-pay-from")):
        raise LabError("Pairs that stand off cannot begin above the pairs that pay.")


def solve(question: Question) -> Solution:
    """Price the game."""
    _check(question)
    from pitboss.lab.mississippi.price import price  # noqa: PLC0415

    return price(question)


def tables(question: Question) -> tuple[DecisionTable, ...]:
    """The strategy hand by hand."""
    _check(question)
    from pitboss.lab.mississippi.price import street_by_street  # noqa: PLC0415

    return street_by_street(question)


def short_tables() -> tuple[DecisionTable, ...]:
    """The short strategy in words."""
    from pitboss.lab.mississippi.price import RULES  # noqa: PLC0415

    return tuple(DecisionTable(street, ("do", "with"), rows) for street, rows in RULES.items())
