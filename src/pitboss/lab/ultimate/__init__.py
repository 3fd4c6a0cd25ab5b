"""Ultimate Texas Hold'em in the lab: what may be varied, the strategies that can be priced, the way to the solver."""

from collections.abc import Mapping

from pitboss.lab.question import OPTIMAL, Question, Rule
from pitboss.lab.solution import Solution
from pitboss.law.rules import Rules

OUTS = "twenty-one-outs"
STRATEGIES: Mapping[str, str] = {
    OPTIMAL: "every decision by its exact value",
    OUTS: "the published short strategy: good hole cards; two pair, a hidden pair or a good flush draw at the flop; "
    "a hidden pair or fewer than 21 outs of the dealer's at the river",
}
SHORT = OUTS


def rules_of(rules: Rules) -> tuple[Rule, ...]:
    """The rules of Ultimate Texas Hold'em that may be varied."""
    qualifier = rules.game.data["qualifier"]
    return (
        Rule("qualifier", qualifier["hand"], ("pair", "none"), "what the dealer needs to qualify", qualifier["clause"]),
        Rule.number("trips", 0, 0, 10, "the Trips wager, in Antes"),
        Rule(
            "fold-keeps-trips",
            rules.default("foldKeepsTrips"),
            (False, True),
            "whether Trips is settled on the hand even after a fold",
            f"reading {rules.reading_id('foldKeepsTrips')}",
        ),
        Rule(
            "failed-dealer-refunds-folded",
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
