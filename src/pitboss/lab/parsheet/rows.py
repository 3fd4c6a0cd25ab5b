"""A PAR sheet as rows for a spreadsheet: the figures first, then the outcomes, bands and sweeps, one a row."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

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
    for outcome in sheet["outcomes"]:
        own = {name: outcome[name] for name in ("name", "probability", "pay", "wagered", "contribution")}
        yield {"section": "outcome", "combinations": outcome["count"], **own}
    yield from _valued("top-award", sheet["top_award"])
    for band in sheet["volatility"]:
        for n, (low, high) in band["bands"].items():
            yield {"section": f"band-{n}-deviations", "name": f"{band['rounds']} rounds", "value": f"{low} to {high}"}
    for sweep in sheet["sweeps"]:
        line = f"{sweep['wager']}.{sweep['line']}"
        yield from _valued("edge-at", {f"{line}={odds:g}": edge for odds, edge in sweep["points"]})
    for option in sheet["jackpot"]:
        yield from _valued(f"jackpot-option-{option['option']}", option)
    yield from _valued("provenance", {name: sheet["provenance"][name] for name in ("software", "code", "computed_at")})


def _pay_rows(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield from _valued("pay-table", {name: table[name] for name in ("id", "hash")})
    for wager, lines in table["pays"].items():
        yield from _valued("pay", {f"{wager}.{line}": odds for line, odds in lines.items()})
    yield from _valued("rule", table["rules"])


def _valued(section: str, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return ({"section": section, "name": name, "value": value} for name, value in values.items())
