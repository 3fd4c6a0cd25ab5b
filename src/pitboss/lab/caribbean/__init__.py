"""Caribbean Stud in the lab: what may be varied, the strategies that can be priced, and the way to the solver."""

from collections.abc import Mapping

from pitboss.lab.question import OPTIMAL, DecisionTable, Question, Solution, VariableRule
from pitboss.law.rules import Rules

UP_CARD = "up-card"
STRATEGIES: Mapping[str, str] = {
    OPTIMAL: "every decision by its exact value, suits and up card seen",
    UP_CARD: "bet on a pair, fold below ace-king, and let the up card decide between; see the table",
    "ace-king-jack-8-3": "bet on A-K-J-8-3 or better",
    "pairs": "bet on any pair or better",
    "bet-all": "bet on every hand",
}
SHORT = UP_CARD
QUICK = True
QUALIFIERS = ("none", "ace-high", "ace-king", "pair")


def rules_of(rules: Rules) -> tuple[VariableRule, ...]:
    """The rules of Caribbean Stud that may be varied."""
    bet, qualifier = rules.game.data["bet"], rules.game.data["qualifier"]
    return (
        VariableRule.number("bet-multiple", bet["multiple"], 1, 5, "the Bet, in Antes", bet["clause"]),
        VariableRule(
            "qualifier",
            qualifier["hand"],
            QUALIFIERS,
            "the least hand with which the dealer plays",
            qualifier["clause"],
        ),
    )


def solve(question: Question) -> Solution:
    """Price the game."""
    from pitboss.lab.caribbean.price import price  # noqa: PLC0415

    return price(question)


def tables(question: Question) -> tuple[DecisionTable, ...]:
    """The strategy hand by hand."""
    return solve(question).tables


def short_tables() -> tuple[DecisionTable, ...]:
    """The short strategy in words."""
    from pitboss.lab.caribbean.price import UP_CARD_RULES  # noqa: PLC0415

    return (DecisionTable("After the deal", ("do", "with"), UP_CARD_RULES),)
