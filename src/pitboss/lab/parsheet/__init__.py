"""PAR sheets: what a game pays and how its results scatter, as a page with plots, as data, or as a table of rows.

`parts` has what stands on a sheet, `page` writes it as a page, `plots` draws, `rows` makes a table of it, and `bundle`
packs all forms with their hashes, which can be computed again.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from pitboss.jackpot.returns import price_jackpot
from pitboss.lab.answer import Answer, solution_data, solver_of
from pitboss.lab.jackpot.folding import find_folds
from pitboss.lab.jackpot.returns import PRICE_CENTS, asked_terms
from pitboss.lab.jackpot.sheet import can_forfeit, edge_plot_data, hits_data, jackpot_data, meter_question
from pitboss.lab.parameters import parse_play
from pitboss.lab.parsheet import parts
from pitboss.lab.parsheet.parts import pay_table_data
from pitboss.lab.parsheet.rows import rows
from pitboss.lab.question import LabError, Question
from pitboss.lab.workers import current_workers, hand_out
from pitboss.law.rules import Rules
from pitboss.value import Value

__all__ = [
    "FORMATS",
    "SheetOptions",
    "jackpot_part",
    "multiples",
    "pay_table_data",
    "rows",
    "sheet_data",
    "sweeps",
    "write",
]

STEPS = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))
FEW_STEPS = (Fraction(1, 2), Fraction(1), Fraction(3, 2))
"""How far the odds of a line are turned down and up to see what the edge does; few where each takes its time."""


class SheetOptions(Value):
    """What a sheet holds beside the answer to its question."""

    sweep: bool | None = None
    """Whether the edge at other odds is worked out; none says yes where that is quick."""
    jackpot_price_cents: int = PRICE_CENTS
    maximum_cents: int = parts.MAXIMUM_CENTS
    """The table maximum that exposure is told at."""
    simulated_rounds: int = 0
    """How many rounds the cross-check plays; none makes no cross-check."""
    seed: int = parts.SEED
    prepared_by: str = ""


def sheet_data(answered: Answer, **options: Any) -> dict[str, Any]:
    """The sheet of an answer, with the fields of `SheetOptions`."""
    wanted = SheetOptions(**options)
    if wanted.maximum_cents <= 0:
        raise LabError("The table maximum must be more than $0.")
    question, solution = answered.question, answered.solution
    rules = Rules.of(question.game, question.version)
    # A wrong price is refused before anything is swept.
    jackpot = jackpot_part(rules, answered, wanted.jackpot_price_cents)
    figures = solution_data(solution)
    figures["sides"] = [side | {"outcomes": _contributing(side["outcomes"])} for side in figures["sides"]]
    top = max(solution.outcomes, key=lambda outcome: outcome.pay)
    tops = sum(outcome.count for outcome in solution.outcomes if outcome.pay == top.pay)
    swept = _is_quick(question) if wanted.sweep is None else wanted.sweep
    checked = wanted.simulated_rounds > 0
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
        **parts.returns_data(solution),
        "outcomes": _contributing(figures["outcomes"]),
        "top_award": {
            "name": top.name,
            "pay": float(top.pay),
            "one_in": float(Fraction(solution.deals) / Fraction(tops)),
        },
        "wagers": parts.wagers_data(solution),
        "volatility": parts.volatility_data(solution),
        "maximum_cents": wanted.maximum_cents,
        "exposure": parts.exposure_data(solution, wanted.maximum_cents),
        "theoretical": parts.theoretical_data(solution),
        "bonus": parts.bonus_data(question),
        "strategy_tables": parts.strategy_data(solution),
        "cross_check": parts.cross_check(question, solution, wanted.simulated_rounds, wanted.seed) if checked else None,
        "sweeps": sweeps(question, float(solution.edge)) if swept else [],
        "multiples": multiples(question) if swept else [],
        **jackpot,
        "altered": dict(question.altered),
        "prepared_by": wanted.prepared_by,
        "provenance": dict(answered.provenance),
    }


def _contributing(outcomes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outcomes with what each adds to the return."""
    return [outcome | {"contribution": outcome["probability"] * outcome["pay"]} for outcome in outcomes]


def jackpot_part(rules: Rules, answered: Answer, price_cents: int = PRICE_CENTS) -> dict[str, Any]:
    """The jackpot of a sheet: each option with what a fold loses, several prizes in a round, and the player's total
    edge as the meter moves, for the first option and the first reset value of the edition."""
    options = jackpot_data(rules, price_cents)
    if not options:
        return {"jackpot": options, "jackpot_hits": [], "jackpot_edge": None}
    folded = find_folds(answered.question) if can_forfeit(rules) else None
    asked = asked_terms(rules, 1, price_cents, options[0]["method"])
    for row in rules.game.data.get("meter", ())[:1]:
        asked = meter_question(asked, row)
    return {
        "jackpot": jackpot_data(rules, price_cents, folded),
        "jackpot_hits": hits_data(rules, 1, asked.reset),
        "jackpot_edge": edge_plot_data(answered.solution.edge, price_jackpot(asked, folded)),
    }


def _is_quick(question: Question) -> bool:
    return bool(getattr(solver_of(question.engine), "QUICK", False))


def sweeps(question: Question, edge: float) -> list[dict[str, Any]]:
    """The edge at other odds of each pay line, the strategy chosen anew; by other workers, where there are some."""
    steps = STEPS if _is_quick(question) else FEW_STEPS
    lines = [(wager, line) for wager, lines in question.pays.items() for line in lines]
    asked = [(wager, line, question.pays[wager][line] * step) for wager, line in lines for step in steps if step != 1]
    edges = dict(zip(asked, _edges_of([_at_odds(question, *each) for each in asked]), strict=True))
    return [
        {
            "wager": wager,
            "line": line,
            "odds": float(odds),
            "points": [[float(odds * step), edges.get((wager, line, odds * step), edge)] for step in steps],
        }
        for wager, line in lines
        for odds in [question.pays[wager][line]]
    ]


def _at_odds(question: Question, wager: str, line: str, odds: Fraction) -> Question:
    """A question with other odds in one line."""
    return replace(question, pays={**question.pays, wager: {**question.pays[wager], line: odds}})


MULTIPLES = ("bet-multiple", "street-most")
"""The rules that say how many Antes a later wager may be."""


def multiples(question: Question) -> list[dict[str, Any]]:
    """The edge at other multiples of the Ante, the strategy chosen anew; by other workers, where there are some."""
    asked = dict(_other_multiples(question))
    return [
        {"name": name, "value": value, "edge": edge}
        for (name, value), edge in zip(asked, _edges_of(list(asked.values())), strict=True)
    ]


def _other_multiples(question: Question) -> Iterator[tuple[tuple[str, str], Question]]:
    """Questions with another multiple in one place, those of the question itself left out."""
    rules = Rules.of(question.game, question.version)
    for rule in solver_of(question.engine).rules_of(rules):
        if rule.name in MULTIPLES:
            for value in rule.choices:
                if value != question.rules[rule.name] and int(value) >= int(question.rules.get("street-least", 1)):
                    yield (rule.name, str(value)), replace(question, rules={**question.rules, rule.name: value})
    for stage in range(len(question.play) if "play" in rules.game.data else 0):
        for multiple in range(1, max(map(max, question.play)) + 2):
            play = (*question.play[:stage], (multiple,), *question.play[stage + 1 :])
            words = ",".join("/".join(map(str, offered)) for offered in play)
            with suppress(LabError):  # the document lets no sign offer it
                offered = parse_play(words, rules)
                if offered != question.play:
                    yield ("play", words), replace(question, play=offered)


def _edges_of(asked: Sequence[Question]) -> list[float]:
    """The edge of each question, by other workers where there are some."""
    if (workers := current_workers()) is None:
        return [_edge_of(asked, place, len(asked))[1] for place in range(len(asked))]
    found: list[tuple[int, float]] = []
    hand_out(workers, partial(_edge_of, asked), len(asked), found.append)
    return [edge for _, edge in sorted(found)]


def _edge_of(asked: Sequence[Question], place: int, _: int) -> tuple[int, float]:
    """The edge of one of some questions, and which one it is."""
    return place, float(solver_of(asked[place].engine).solve(asked[place]).edge)


def _page(sheet: Mapping[str, Any]) -> str:
    from pitboss.lab.parsheet.page import page  # noqa: PLC0415  for those who want a page

    return page(sheet)


FORMATS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    ".html": _page,
    ".json": lambda sheet: json.dumps(sheet, indent=2, ensure_ascii=False) + "\n",
    ".csv": rows,
}


def write(answered: Answer, path: Path, **options: Any) -> None:
    """Write the sheet of an answer, with the options of `sheet_data`; the file's ending says in which form."""
    path.write_text(FORMATS[path.suffix](sheet_data(answered, **options)), encoding="utf-8")
