"""Pontoon in the lab: what may be varied, the strategies that can be priced, and the way to the solver."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss import law
from pitboss.lab.pontoon.rules import STANDS_SOFT, added_line, pontoon_rules
from pitboss.lab.pontoon.rules import book_pays as pays_of
from pitboss.lab.question import OPTIMAL, DecisionTable, Question, Solution, VariableRule

__all__ = ["SHORT", "STRATEGIES", "added_line", "pays_of", "rules_of", "solve", "tables"]

BONUS, COUNTED, TOTALS = "count-and-bonus", "total-and-count", "totals"
STRATEGIES: Mapping[str, str] = {
    OPTIMAL: "every decision by the cards of the hand and the up card; split hands apart from each other",
    BONUS: "by total and number of cards, with exceptions for 6-7-8 and 7-7-7; see the tables",
    COUNTED: "by total and number of cards, fitted to the optimum; see the tables",
    TOTALS: "by total alone, fitted to the optimum; see the tables",
}
SHORT = BONUS

READINGS = {
    "splitBustPolicy": "what a dealer's pontoon takes when one of two split hands has bust: one original wager of the "
    "live ones besides the bust one; or (one-original) the bust wager fills the original, and the rest goes back",
    "splitForfeitPolicy": "what a dealer's pontoon takes when one of two split hands was forfeited: one original wager "
    "of the live ones besides; or (one-original) what was forfeited fills the original",
    "splitPaidPolicy": "what a dealer's pontoon takes when the first of two split hands has been paid",
    "doubledTwentyOneBeatsPontoon": "whether a doubled 21 is paid whatever the dealer goes on to hold",
    "drawnAceOnDouble": "what an ace counts that is drawn as the double card",
    "splitAcesMayDouble": "whether a split ace with its one card may be doubled",
    "surrenderReturnRounding": "which way the returned half of an odd wager is rounded",
    "superBonusOthers": "the $50 of the others; it changes nothing for a player alone on one area",
    "lateSuperBonusPays": "what a Super Bonus hand is paid by where it waits for the final settlement",
}
"""The readings of the edition that bear on one player's mathematics."""


PERMITTED = {
    "surrender": (law.SURRENDER_OFFERED, True, "whether half may be surrendered to a ten-point card or an ace"),
    "forfeit": (law.FORFEIT, True, "whether a doubled hand may be forfeited for its doubled part"),
    "split-again": (law.SPLIT_AGAIN, False, "whether a third hand may be split off"),
    "paid-at-final": (law.PAID_AT_FINAL, False, "whether totals of 21 wait for the final settlement"),
}
"""What a table may or may not offer: the rule, whether it is offered by the book, and what it does."""


HOUSES: Mapping[str, tuple[law.Choice, tuple[law.Choice, ...], str, str]] = {
    "dealer-pontoon-takes": (
        "one-original",
        ("one-original", "all"),
        "of live hands a dealer's pontoon takes one original wager, or doubled and split wagers too (OBBO, ENHC)",
        "12.8, 13.5",
    ),
    "double-on": ("any", ("any", "two-cards"), "how many cards a hand may be doubled with", "12"),
    "double-after-split": (True, (True, False), "whether a split hand may be doubled", "12, 13"),
    "split-aces": ("one-card", ("one-card", "play-on"), "what a split ace gets", "13.6"),
    "split-again-aces": (True, (True, False), "whether a third hand may be aces, where one may be split off", "13.9"),
    "surrender-to": (
        "ten-or-ace",
        ("ten-or-ace", "any"),
        "the up cards that half may be surrendered to",
        "",
    ),
}
"""Rules that other houses have otherwise: the book's value, what else it may be, what it does, and its clause. The
edition's engine plays by the book alone."""


SOFT_TOTAL = "the soft total at which the dealer stops"


def rules_of(rules: law.Rules) -> tuple[VariableRule, ...]:
    """The rules of Pontoon that may be varied; readings and permissions have the names that the table has for them."""
    switches = {entry.switch: entry for entry in rules.edition.readings.values() if entry.switch}
    stands = rules.game.data["dealer-stands"]
    return (
        *(
            VariableRule(name, offered, (True, False), says, ", ".join(rules.clauses(key)))
            for name, (key, offered, says) in PERMITTED.items()
        ),
        VariableRule("dealer-stands-soft", stands["soft"], STANDS_SOFT, SOFT_TOTAL, stands["clause"]),
        *(VariableRule(name, value, choices, says, clause) for name, (value, choices, says, clause) in HOUSES.items()),
        *(
            VariableRule(name, rules.default(name), tuple(switches[name].choices), says, f"reading {switches[name].id}")
            for name, says in READINGS.items()
        ),
    )


def solve(question: Question) -> Solution:
    """Price the game."""
    rules = pontoon_rules(question)
    from pitboss.lab.pontoon.price import analyse  # noqa: PLC0415

    return analyse(rules, question.strategy, game=question.game)


def bonus_by_wager(question: Question) -> list[dict[str, Any]]:
    """What the Super Bonus is worth at the wagers from which its sums change, and at twice and four times those."""
    from pitboss.lab.pontoon.price import super_bonus_by_wager  # noqa: PLC0415

    return super_bonus_by_wager(replace(pontoon_rules(question), wager_cents=None, chips=None))


def tables(question: Question) -> tuple[DecisionTable, ...]:
    """The strategy in full."""
    return solve(question).tables
