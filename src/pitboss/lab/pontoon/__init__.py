"""Pontoon in the lab: what may be varied, the strategies that can be priced, and the way to the solver."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.lab.pontoon.rules import PAYS as PAYS
from pitboss.lab.pontoon.rules import PontoonRules as PontoonRules
from pitboss.lab.question import OPTIMAL, Question, Rule
from pitboss.lab.solution import DecisionTable, Solution
from pitboss.law.rules import Rules
from pitboss.money import ToOne

COUNTED, TOTALS = "total-and-count", "totals"
STRATEGIES: Mapping[str, str] = {
    OPTIMAL: "every decision by the cards of the hand and the up card; split hands apart from each other",
    COUNTED: "by total and number of cards, fitted to the optimum; see the tables",
    TOTALS: "by total alone, fitted to the optimum; see the tables",
}
SHORT = TOTALS

READINGS = {
    "splitBustPolicy": "what a dealer's pontoon takes when one of two split hands has bust",
    "splitForfeitPolicy": "what a dealer's pontoon takes when one of two split hands was forfeited",
    "doubledTwentyOneBeatsPontoon": "whether a doubled 21 is paid whatever the dealer goes on to hold",
    "drawnAceOnDouble": "what an ace counts that is drawn as the double card",
    "splitAcesMayDouble": "whether a split ace with its one card may be doubled",
    "surrenderReturnRounding": "which way the returned half of an odd wager is rounded",
    "superBonusOthers": "the $50 of the others; it changes nothing for a player alone on one area",
    "lateSuperBonusPays": "what a Super Bonus hand is paid by where it waits for the final settlement",
}
"""The readings of the edition that bear on one player's mathematics."""


def rules_of(rules: Rules) -> tuple[Rule, ...]:
    """The rules of Pontoon that may be varied."""
    switches = {entry.switch: entry for entry in rules.edition.readings.values() if entry.switch}
    readings = tuple(
        Rule(name, rules.default(name), tuple(switches[name].choices), says, switches[name].id)
        for name, says in READINGS.items()
    )
    yes_or_no = (True, False)
    return (
        Rule("surrender", True, yes_or_no, "whether half may be surrendered to a ten-point card or an ace", "9.1"),
        Rule("forfeit", True, yes_or_no, "whether a doubled hand may be forfeited for its doubled part", "12.5"),
        Rule("thirdSplitHand", False, yes_or_no, "whether a pair may be split again into a third hand", "13.9"),
        Rule("superBonusPaid", "interim", ("interim", "final"), "when a Super Bonus hand is paid", "10.2.2, 10.3"),
        *readings,
    )


def pays_of(rules: Rules) -> dict[str, dict[str, Fraction]]:
    """The pay tables: the book's rows where it has them."""
    named = dict(PAYS)
    for row in rules.game.data.get("pay", ()):
        odds = ToOne.parse(row["odds"])
        name = _name(row["wager"], row["line"])
        if name in PAYS:
            named[name] = Fraction(odds.top, odds.bottom)
    pays: dict[str, dict[str, Fraction]] = {}
    for name, to_one in named.items():
        wager, _, line = name.rpartition(".")
        pays.setdefault(wager or ("insurance" if line == "insurance" else "wager"), {})[line] = to_one
    return pays


def pontoon_rules(question: Question) -> PontoonRules:
    """The rules that a question asks about."""
    choices = question.rules
    late = choices["superBonusPaid"] == "final" and choices["lateSuperBonusPays"] == "table-2"
    return PontoonRules(
        decks=question.decks,
        pays={**PAYS, **_by_line(question.pays)},
        surrender=bool(choices["surrender"]),
        forfeit=bool(choices["forfeit"]),
        third_hand=bool(choices["thirdSplitHand"]),
        bust_fills_original=choices["splitBustPolicy"] == "one-original",
        forfeit_fills_original=choices["splitForfeitPolicy"] == "one-original",
        doubled_21_beats_pontoon=bool(choices["doubledTwentyOneBeatsPontoon"]),
        drawn_ace_is_eleven=choices["drawnAceOnDouble"] == "eleven",
        split_aces_may_double=bool(choices["splitAcesMayDouble"]),
        surrender_returns_up=choices["surrenderReturnRounding"] == "up",
        super_bonus_pays_table_1=not late,
        wager_cents=question.wager_cents,
        chips=question.chips,
    )


def _by_line(pays: Mapping[str, Mapping[str, Fraction]]) -> dict[str, Fraction]:
    return {_name(wager, line): odds for wager, lines in pays.items() for line, odds in lines.items()}


def _name(wager: str, line: str) -> str:
    """The one name of a line: Perfect Pairs' lines are told by their wager."""
    return line if line in PAYS else f"{wager}.{line}"


def solve(question: Question) -> Solution:
    """Price the game."""
    rules = pontoon_rules(question)
    from pitboss.lab.pontoon.price import analyse  # noqa: PLC0415  NumPy and Numba are for those who ask

    return analyse(rules, question.strategy, game=question.game)


def tables(question: Question) -> tuple[DecisionTable, ...]:
    """The strategy in full."""
    return solve(question).tables
