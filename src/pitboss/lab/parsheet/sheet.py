"""What a PAR sheet holds, as plain data."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.lab.answer import Answer, asked_data, solution_data
from pitboss.lab.parsheet.jackpot import PRICE_CENTS, jackpot_data
from pitboss.lab.question import Question
from pitboss.lab.registry import solver_of
from pitboss.lab.solution import Solution
from pitboss.law.rules import Rules
from pitboss.money import dollars

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
DEVIATIONS = (1, 2, 3)
STEPS = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))
FEW_STEPS = (Fraction(1, 2), Fraction(1), Fraction(3, 2))
"""How far the odds of a line are turned down and up to see what the edge does; few where each takes its time."""


def sheet_data(
    answered: Answer, *, sweep: bool | None = None, jackpot_price_cents: int = PRICE_CENTS
) -> dict[str, Any]:
    """The sheet of an answer; the edge at other odds is swept where that is quick, or as `sweep` says."""
    question, solution = answered.question, answered.solution
    rules = Rules.of(question.game, question.version)
    is_quick = _is_quick(question)
    figures = solution_data(solution)
    outcomes = [
        outcome | {"contribution": outcome["probability"] * outcome["pay"]} for outcome in figures.pop("outcomes")
    ]
    return {
        "title": rules.game.title,
        "edition": question.edition,
        "edition_title": rules.edition.title,
        "version": question.version,
        "edition_hash": question.content_hash,
        "pay_table": pay_table_data(question),
        "rules": _rules(question, rules),
        **figures,
        "return": 1 - float(solution.edge),
        "outcomes": outcomes,
        "top_award": _top_award(solution),
        "volatility": [_band(solution, rounds) for rounds in ROUNDS],
        "sweeps": sweeps(question, float(solution.edge)) if (is_quick if sweep is None else sweep) else [],
        "jackpot": jackpot_data(rules, jackpot_price_cents),
        "altered": dict(question.altered),
        "provenance": dict(answered.provenance),
    }


DECIDE_PAYS = ("game", "pays", "rules", "play", "decks", "wager_cents", "chips_cents", "maximum_payout_cents")


def pay_table_data(question: Question) -> dict[str, Any]:
    """The pay tables and rules in force with an id that changes when any of them does."""
    asked = asked_data(question)
    content = {name: asked[name] for name in DECIDE_PAYS if name in asked}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return {"id": f"{question.game}-{digest[:8]}", "hash": digest, **content}


def _rules(question: Question, rules: Rules) -> list[dict[str, Any]]:
    """The rules that may be varied: their values here, what they do, and the clause or the reading they come from."""
    return [
        {"name": rule.name, "value": question.rules[rule.name], "says": rule.says, "grounds": rule.grounds}
        for rule in solver_of(question.engine).rules_of(rules)
    ]


def rules_in_force(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The rules in force, and what else decides the figures where the game has it."""
    rules = list(table["rules"].items())
    if "play" in table["pays"]:
        rules.append(("play", ", ".join("/".join(map(str, offered)) for offered in table["play"])))
    if table["decks"] > 1:
        rules.append(("decks", table["decks"]))
    if table["wager_cents"]:
        rules.append(("wager", dollars(table["wager_cents"])))
    if table["chips_cents"]:
        rules.append(("chips", ", ".join(map(dollars, table["chips_cents"]))))
    if table.get("maximum_payout_cents"):
        rules.append(("maximum payout", dollars(table["maximum_payout_cents"])))
    return rules


def _top_award(solution: Solution) -> dict[str, Any]:
    top = max(solution.outcomes, key=lambda outcome: outcome.pay)
    count = sum(outcome.count for outcome in solution.outcomes if outcome.pay == top.pay)
    return {"name": top.name, "pay": float(top.pay), "one_in": float(Fraction(solution.deals) / Fraction(count))}


def _band(solution: Solution, rounds: int) -> dict[str, Any]:
    """What a player has won or lost after some rounds, as the normal law has it, in units."""
    mean = -float(solution.edge) * rounds
    spread = solution.standard_deviation * math.sqrt(rounds)
    bands = {str(n): [mean - n * spread, mean + n * spread] for n in DEVIATIONS}
    return {"rounds": rounds, "expected": mean, "standard_deviation": spread, "bands": bands}


def _is_quick(question: Question) -> bool:
    return bool(getattr(solver_of(question.engine), "QUICK", False))


def sweeps(question: Question, edge: float) -> list[dict[str, Any]]:
    """The edge at other odds of each pay line, the strategy chosen anew."""
    steps = STEPS if _is_quick(question) else FEW_STEPS
    found = []
    for wager, lines in question.pays.items():
        for line, odds in lines.items():
            points = [
                [float(odds * step), edge if step == 1 else _edge_at(question, wager, line, odds * step)]
                for step in steps
            ]
            found.append({"wager": wager, "line": line, "odds": float(odds), "points": points})
    return found


def _edge_at(question: Question, wager: str, line: str, odds: Fraction) -> float:
    lines: Mapping[str, Fraction] = {**question.pays[wager], line: odds}
    altered = replace(question, pays={**question.pays, wager: lines})
    return float(solver_of(question.engine).solve(altered).edge)
