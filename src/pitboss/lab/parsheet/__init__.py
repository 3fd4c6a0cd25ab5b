"""PAR sheets: what a game pays and how its results scatter, as a page with plots, as data, or as a table of rows."""

import csv
import hashlib
import io
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.lab.answer import Answer, question_data, solution_data, solver_of
from pitboss.lab.jackpot.folding import find_folds
from pitboss.lab.jackpot.returns import PRICE_CENTS, JackpotQuestion, price_jackpot
from pitboss.lab.jackpot.sheet import can_forfeit, edge_plot_data, hits_data, jackpot_data, meter_question
from pitboss.lab.question import Question, Solution
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
    jackpot = jackpot_part(rules, answered, jackpot_price_cents)  # a wrong price is refused before anything is swept
    figures = solution_data(solution)
    outcomes = [
        outcome | {"contribution": outcome["probability"] * outcome["pay"]} for outcome in figures.pop("outcomes")
    ]
    top = max(solution.outcomes, key=lambda outcome: outcome.pay)
    tops = sum(outcome.count for outcome in solution.outcomes if outcome.pay == top.pay)
    return {
        "title": rules.game.title,
        "edition": question.edition,
        "edition_title": rules.edition.title,
        "version": question.version,
        "edition_hash": question.content_hash,
        "pay_table": pay_table_data(question),
        "rules": [
            {"name": rule.name, "value": question.rules[rule.name], "says": rule.says, "grounds": rule.grounds}
            for rule in solver_of(question.engine).rules_of(rules)
        ],
        **figures,
        "return": 1 - float(solution.edge),
        "outcomes": outcomes,
        "top_award": {
            "name": top.name,
            "pay": float(top.pay),
            "one_in": float(Fraction(solution.deals) / Fraction(tops)),
        },
        "volatility": [_band(solution, rounds) for rounds in ROUNDS],
        "sweeps": sweeps(question, float(solution.edge)) if (_is_quick(question) if sweep is None else sweep) else [],
        **jackpot,
        "altered": dict(question.altered),
        "provenance": dict(answered.provenance),
    }


def jackpot_part(rules: Rules, answered: Answer, price_cents: int = PRICE_CENTS) -> dict[str, Any]:
    """The jackpot of a sheet: each option with what a fold loses, several prizes in a round, and the player's total
    edge as the meter moves, for the first option and the first reset value of the edition."""
    options = jackpot_data(rules, price_cents)
    if not options:
        return {"jackpot": options, "jackpot_hits": [], "jackpot_edge": None}
    folded = find_folds(answered.question) if can_forfeit(rules) else None
    method, version = options[0]["method"], rules.edition.version
    asked = JackpotQuestion(rules.game.name, 1, price_cents, Fraction(0), 0, method, version)
    for row in rules.game.data.get("meter", ())[:1]:
        asked = meter_question(asked, row)
    return {
        "jackpot": jackpot_data(rules, price_cents, folded),
        "jackpot_hits": hits_data(rules, 1, asked.reset),
        "jackpot_edge": edge_plot_data(answered.solution.edge, price_jackpot(asked, folded)),
    }


DECIDE_PAYS = ("game", "pays", "rules", "play", "decks", "wager_cents", "chips_cents", "maximum_payout_cents")


def pay_table_data(question: Question) -> dict[str, Any]:
    """The pay tables and rules in force with an id that changes when any of them does."""
    asked = question_data(question)
    content = {name: asked[name] for name in DECIDE_PAYS if name in asked}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return {"id": f"{question.game}-{digest[:8]}", "hash": digest, **content}


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
    solve, steps = solver_of(question.engine).solve, STEPS if _is_quick(question) else FEW_STEPS

    def edge_at(wager: str, line: str, odds: Fraction) -> float:
        """The edge with another odds in one line."""
        pays = {**question.pays, wager: {**question.pays[wager], line: odds}}
        return float(solve(replace(question, pays=pays)).edge)

    return [
        {
            "wager": wager,
            "line": line,
            "odds": float(odds),
            "points": [
                [float(odds * step), edge if step == 1 else edge_at(wager, line, odds * step)] for step in steps
            ],
        }
        for wager, lines in question.pays.items()
        for line, odds in lines.items()
    ]


COLUMNS = ("section", "name", "value", "combinations", "probability", "pay", "wagered", "contribution")
FIGURES = (
    *("game", "edition", "version", "edition_hash", "strategy", "strategy_class", "ties", "method", "unit"),
    *("edge", "edge_exact", "return", "mean_wager", "element_of_risk", "variance", "standard_deviation"),
    *("hit_frequency", "deals"),
)
SIDES = ("edge", "edge_exact", "hit_frequency", "standard_deviation")


def rows(sheet: Mapping[str, Any]) -> str:
    """The sheet in comma-separated values."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(sheet))
    return text.getvalue()


def _rows(sheet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield from ({"section": "figure", "name": name, "value": sheet[name]} for name in FIGURES)
    table = sheet["pay_table"]
    yield from _valued("pay-table", {name: table[name] for name in ("id", "hash")})
    for wager, lines in table["pays"].items():
        yield from _valued("pay", {f"{wager}.{line}": odds for line, odds in lines.items()})
    yield from _valued("rule", dict(rules_in_force(table)))
    yield from _outcome_rows("outcome", sheet["outcomes"])
    yield from _valued("top-award", sheet["top_award"])
    for band in sheet["volatility"]:
        for n, (low, high) in band["bands"].items():
            yield {"section": f"band-{n}-deviations", "name": f"{band['rounds']} rounds", "value": f"{low} to {high}"}
    for sweep in sheet["sweeps"]:
        line = f"{sweep['wager']}.{sweep['line']}"
        yield from _valued("edge-at", {f"{line}={odds:g}": edge for odds, edge in sweep["points"]})
    for side in sheet["sides"]:
        name = f"{side['unit']}, {side['strategy_class']}"
        yield from ({"section": "side-wager", "name": f"{name}: {figure}", "value": side[figure]} for figure in SIDES)
        yield from _outcome_rows(f"side-outcome: {name}", side["outcomes"])
    for option in sheet["jackpot"]:
        section = f"jackpot-option-{option['option']}"
        nested = ("meters", "forfeits", "least_cents")
        yield from _valued(section, {name: option[name] for name in option if name not in nested})
        yield from _valued(f"{section}-least-cents", option["least_cents"])
        for name, value in (option["forfeits"] or {}).items():
            yield from _valued(f"{section}-folds", {name: value} if isinstance(value, str | float) else {})
            yield from _valued(f"{section}-{name}", value if isinstance(value, dict) else {})
        for meter in option["meters"]:
            yield from _valued(f"{section}-reset-{meter['reset']}", meter)
        if not option["meters"]:
            yield from _valued(section, dict.fromkeys(("reset", "contribution"), "not stated by the edition"))
    for row in sheet["jackpot_hits"]:
        yield from _valued(f"jackpot-{row['players']}-players", row)
    if not sheet["jackpot"]:
        yield {"section": "jackpot", "name": "jackpot", "value": "none"}
    yield from _valued("provenance", {name: sheet["provenance"][name] for name in ("software", "code", "computed_at")})


def _outcome_rows(section: str, outcomes: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for outcome in outcomes:
        own = {name: outcome[name] for name in ("name", "probability", "pay", "wagered")}
        contribution = outcome["probability"] * outcome["pay"]
        yield {"section": section, "combinations": outcome["count"], "contribution": contribution, **own}


def _valued(section: str, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return ({"section": section, "name": name, "value": value} for name, value in values.items())


def _page(sheet: Mapping[str, Any]) -> str:
    from pitboss.lab.parsheet.page import page  # noqa: PLC0415  Matplotlib is for those who want a page

    return page(sheet, rules_in_force(sheet["pay_table"]))


FORMATS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    ".html": _page,
    ".json": lambda sheet: json.dumps(sheet, indent=2, ensure_ascii=False) + "\n",
    ".csv": rows,
}


def write(answered: Answer, path: Path, **options: Any) -> None:
    """Write the sheet of an answer, with the options of `sheet_data`; the file's ending says in which form."""
    path.write_text(FORMATS[path.suffix](sheet_data(answered, **options)), encoding="utf-8")
