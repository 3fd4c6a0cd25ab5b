"""A PAR sheet as rows for a spreadsheet: the figures first, then the outcomes, bands and sweeps, one a row."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.lab.parsheet.sheet import rules_in_force

COLUMNS = ("section", "name", "value", "combinations", "probability", "pay", "wagered", "contribution")
FIGURES = (
    "game",
    "edition",
    "version",
    "edition_hash",
    "strategy",
    "strategy_class",
    "ties",
    "method",
    "unit",
    "edge",
    "edge_exact",
    "return",
    "mean_wager",
    "element_of_risk",
    "variance",
    "standard_deviation",
    "hit_frequency",
    "deals",
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
    yield from _pay_rows(sheet["pay_table"])
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


def _pay_rows(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield from _valued("pay-table", {name: table[name] for name in ("id", "hash")})
    for wager, lines in table["pays"].items():
        yield from _valued("pay", {f"{wager}.{line}": odds for line, odds in lines.items()})
    yield from _valued("rule", dict(rules_in_force(table)))


def _valued(section: str, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return ({"section": section, "name": name, "value": value} for name, value in values.items())
