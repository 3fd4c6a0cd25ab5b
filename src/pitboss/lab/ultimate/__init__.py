"""Ultimate Texas Hold'em in the lab: what may be varied, the strategies that can be priced, the way to the solver."""

from collections.abc import Mapping

from pitboss.lab.question import OPTIMAL, DecisionTable, Question, Solution, VariableRule
from pitboss.law.rules import Rules

OUTS = "twenty-one-outs"
STRATEGIES: Mapping[str, str] = {
    OPTIMAL: "every decision by its exact value",
    OUTS: "the published short strategy: good hole cards; two pair, a hidden pair or a good flush draw at the flop; "
    "a hidden pair or fewer than 21 outs of the dealer's at the river",
}
SHORT = OUTS
_WORDS = {
    "Before the flop": (
        ("raise", "threes or better; any ace; K-2 suited or K-5; Q-6 suited or Q-8; J-8 suited or J-T"),
        ("check", "all else"),
    ),
    "At the flop": (
        ("bet", "two pair or better; a hidden pair but pocket twos; four of a suit with a hidden ten or better of it"),
        ("check", "all else"),
    ),
    "At the river": (
        ("bet", "a hidden pair or better; fewer than 21 cards that beat you with the board alone"),
        ("fold", "all else"),
    ),
}


READINGS = {
    "foldKeepsTrips": "whether Trips is settled on the hand even after a fold",
    "failedDealerRefundsFolded": "whether a folded Ante goes back when the dealer does not qualify",
}


def rules_of(rules: Rules) -> tuple[VariableRule, ...]:
    """The rules of Ultimate Texas Hold'em that may be varied."""
    qualifier = rules.game.data["qualifier"]
    return (
        VariableRule(
            "qualifier", qualifier["hand"], ("pair", "none"), "what the dealer needs to qualify", qualifier["clause"]
        ),
        VariableRule.number("trips", 0, 0, 10, "the Trips wager, in Antes"),
        *(
            VariableRule(name, rules.default(name), (False, True), says, f"reading {rules.reading_id(name)}")
            for name, says in READINGS.items()
        ),
    )


def solve(question: Question) -> Solution:
    """Price the game."""
    from pitboss.lab.ultimate.price import price  # noqa: PLC0415

    return price(question)


def short_tables() -> tuple[DecisionTable, ...]:
    """The short strategy in words."""
    return tuple(DecisionTable(title, ("do", "with"), rows) for title, rows in _WORDS.items())
