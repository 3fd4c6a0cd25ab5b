"""PAR sheets: what a game pays and how its results scatter, as a page with plots, as data, or as a table of rows."""

import csv
import hashlib
import io
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from pitboss.lab.answer import Answer, question_data, solution_data, solver_of
from pitboss.lab.question import LabError, Question, Solution
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.value import Value

HANDS: Mapping[str, int] = {
    "royal-flush": 4,
    "straight-flush": 9 * 4,
    "four-of-a-kind": 13 * 48,
    "full-house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": (comb(13, 5) - 10) * 4,
    "straight": 10 * (4**5 - 4),
}
"""How many of the five-card hands are of each kind that takes a prize."""
PRICE_CENTS = 100
"""The price of the wager unless another is named: no edition states one, and prizes in dollars depend on it."""


class Share(Value):
    """A prize that is a share of the meter, for each unit of the wager: its chance, the share, the least it pays."""

    chance: Fraction
    share: Fraction
    least: Fraction

    def at(self, meter: Fraction) -> Fraction:
        """What it returns at a meter."""
        return self.chance * max(self.share * meter, self.least)


def jackpot_data(rules: Rules, price_cents: int = PRICE_CENTS) -> list[dict[str, Any]]:
    """Each payout option of the edition at a price of the wager: what the fixed prizes return, the meter that makes up
    the rest, and where the edition states them (Crown 12.4, Table 6) the contributions and reset values of the meter.

    All are for each unit of the wager, but those in cents. Hands that share a jackpot, and what a fold forfeits, are
    left out. A meter returns in the long run what feeds it, and the reset value that the house adds at each royal.
    """
    if price_cents <= 0:
        raise LabError("The price of a jackpot wager must be more than $0.")
    prizes = rules.game.data.get("prize", [])
    options = len(prizes[0]["options"]) if prizes else 0
    return [_option(rules, option, price_cents) for option in range(options)]


def _option(rules: Rules, option: int, price_cents: int) -> dict[str, Any]:
    fixed = Fraction(0)
    shares: list[Share] = []
    least: dict[str, int] = {}
    for row in rules.game.data["prize"]:
        chance = Fraction(HANDS[row["line"]], comb(52, 5))
        prize = row["options"][option]
        match prize["basis"]:
            case "share":
                least_cents = prize.get("least_cents", 0)
                shares.append(Share(chance, Fraction(prize["percent"], 100), Fraction(least_cents, price_cents)))
                least |= {row["line"]: least_cents} if least_cents else {}
            case "fixed":
                fixed += chance * Fraction(prize["cents"], price_cents)
            case "for":
                fixed += chance * prize["odds"]
    even = _break_even(fixed, shares)
    return {
        "option": option + 1,
        "price_cents": price_cents,
        "fixed_return": float(fixed),
        "share_per_meter_unit": float(sum(each.chance * each.share for each in shares)),
        "break_even_meter": float(even),
        "break_even_meter_cents": round(even * price_cents),
        "least_cents": least,
        "meters": [_meter(row, option, fixed, price_cents) for row in rules.game.data.get("meter", [])],
    }


def _meter(row: Mapping[str, Any], option: int, fixed: Fraction, price_cents: int) -> dict[str, Any]:
    """A configuration of the meter: the reset value, what of a wager feeds it, and what all of it returns."""
    contribution = Fraction(row["increment"][option]) / 100
    royal = Fraction(HANDS["royal-flush"], comb(52, 5))
    return {
        "reset": row["reset"],
        "reset_cents": row["reset"] * price_cents,
        "contribution": float(contribution),
        "return": float(fixed + contribution + royal * row["reset"]),
        "clause": row["clause"],
    }


def _break_even(fixed: Fraction, shares: list[Share]) -> Fraction:
    """The lowest meter at which a unit returns itself: nothing where the fixed and least prizes alone do."""
    meter = Fraction(0)
    for each in sorted(shares, key=lambda each: each.least / each.share):
        grows_from = each.least / each.share
        if fixed + sum(one.at(grows_from) for one in shares) >= 1:
            break
        meter = grows_from
    slope = sum(each.chance * each.share for each in shares if each.least / each.share <= meter)
    missing = 1 - fixed - sum(each.at(meter) for each in shares)
    return meter + missing / slope if slope and missing > 0 else meter


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
    jackpot = jackpot_data(rules, jackpot_price_cents)  # a wrong price is refused before anything is swept
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
        "jackpot": jackpot,
        "altered": dict(question.altered),
        "provenance": dict(answered.provenance),
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
        yield from _valued(section, {name: value for name, value in option.items() if name != "meters"})
        for meter in option["meters"]:
            yield from _valued(f"{section}-reset-{meter['reset']}", meter)
        if not option["meters"]:
            yield from _valued(section, dict.fromkeys(("reset", "contribution"), "not stated by the edition"))
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
