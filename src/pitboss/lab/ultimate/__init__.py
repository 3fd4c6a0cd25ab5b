"""Ultimate Texas Hold'em in the lab: what may be varied, the strategies that can be priced, the way to the solver."""

from collections.abc import Mapping

from pitboss.lab.question import OPTIMAL, Question, Rule
from pitboss.lab.solution import DecisionTable, Solution
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


def rules_of(rules: Rules) -> tuple[Rule, ...]:
    """The rules of Ultimate Texas Hold'em that may be varied."""
    qualifier = rules.game.data["qualifier"]
    return (
        Rule("qualifier", qualifier["hand"], ("pair", "none"), "what the dealer needs to qualify", qualifier["clause"]),
        Rule.number("trips", 0, 0, 10, "the Trips wager, in Antes"),
        Rule(
            "foldKeepsTrips",
            rules.default("foldKeepsTrips"),
            (False, True),
            "whether Trips is settled on the hand even after a fold",
            f"reading {rules.reading_id('foldKeepsTrips')}",
        ),
        Rule(
            "failedDealerRefundsFolded",
            rules.default("failedDealerRefundsFolded"),
            (False, True),
            "whether a folded Ante goes back when the dealer does not qualify",
            f"reading {rules.reading_id('failedDealerRefundsFolded')}",
        ),
    )


def solve(question: Question) -> Solution:
    """Price the game."""
    from pitboss.lab.ultimate.price import price  # noqa: PLC0415  NumPy is for those who ask

    return price(question)


def short_tables() -> tuple[DecisionTable, ...]:
    """The short strategy in words."""
    return tuple(DecisionTable(title, ("do", "with"), rows) for title, rows in _WORDS.items())
