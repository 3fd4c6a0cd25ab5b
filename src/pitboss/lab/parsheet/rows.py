"""A PAR sheet as a table of rows, in comma-separated values."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.lab.parsheet.parts import rules_in_force

COLUMNS = ("section", "name", "value", "combinations", "probability", "pay", "wagered", "contribution")
FIGURES = (
    *("game", "edition", "version", "edition_hash", "strategy", "strategy_class", "ties", "method", "unit"),
    *("edge", "edge_exact", "return", "return_on_all", "mean_wager", "element_of_risk", "variance"),
    *("standard_deviation", "volatility_index", "hit_frequency", "deals", "prepared_by"),
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
    yield from _rows_of("pay-table", {name: table[name] for name in ("id", "hash")})
    for wager, lines in table["pays"].items():
        yield from _rows_of("pay", {f"{wager}.{line}": odds for line, odds in lines.items()})
    yield from _rows_of("rule", dict(rules_in_force(table)))
    yield from _outcome_rows("outcome", sheet["outcomes"])
    yield from _rows_of("top-award", sheet["top_award"])
    yield from _wager_rows(sheet)
    for band in sheet["volatility"]:
        yield from _many_rounds(band)
    yield from _simulation_rows(sheet["cross_check"])
    for sweep in sheet["sweeps"]:
        line = f"{sweep['wager']}.{sweep['line']}"
        yield from _rows_of("edge-at", {f"{line}={odds:g}": edge for odds, edge in sweep["points"]})
    yield from _rows_of("edge-at", {f"{each['name']}={each['value']}": each["edge"] for each in sheet["multiples"]})
    for side in sheet["sides"]:
        name = f"{side['unit']}, {side['strategy_class']}"
        yield from ({"section": "side-wager", "name": f"{name}: {figure}", "value": side[figure]} for figure in SIDES)
        yield from _outcome_rows(f"side-outcome: {name}", side["outcomes"])
    yield from _jackpot_rows(sheet)
    for at, shown in enumerate(sheet["strategy_tables"], 1):
        for row in shown["rows"]:
            yield from _rows_of(f"strategy-{at}: {shown['title']}", {row[0]: " | ".join(row[1:])})
    yield from _rows_of("provenance", {name: sheet["provenance"][name] for name in ("software", "code", "computed_at")})


def _wager_rows(sheet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The return by wager, what a round may cost the house, what an hour brings, and the Super Bonus."""
    for wager in sheet["wagers"]:
        yield from _rows_of(f"wager-{wager['name']}", {name: wager[name] for name in ("staked", "net", "edge")})
    for row in sheet["exposure"]:
        at = f"exposure: {row['wager']}, {row['how']}" if row["how"] else f"exposure: {row['wager']}"
        yield from _rows_of(at, {name: row[name] for name in ("name", "pay", "chance", "area_cents", "table_cents")})
    for row in sheet["theoretical"]:
        yield from _rows_of(f"theoretical-{row['rounds']}-rounds-an-hour", {n: row[n] for n in ("win", "deviation")})
    for row in sheet["bonus"]:
        own = {name: row[name] for name in ("prize_cents", "one_in", "worth", "edge")}
        yield from _rows_of(f"super-bonus-wager-{row['wager_cents']}", own)


def _jackpot_rows(sheet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for option in sheet["jackpot"]:
        section = f"jackpot-option-{option['option']}"
        nested = ("meters", "forfeits", "least_cents")
        yield from _rows_of(section, {name: option[name] for name in option if name not in nested})
        yield from _rows_of(f"{section}-least-cents", option["least_cents"])
        for name, value in (option["forfeits"] or {}).items():
            yield from _rows_of(f"{section}-folds", {name: value} if isinstance(value, str | float) else {})
            yield from _rows_of(f"{section}-{name}", value if isinstance(value, dict) else {})
        for meter in option["meters"]:
            yield from _rows_of(f"{section}-reset-{meter['reset']}", meter)
        if not option["meters"]:
            yield from _rows_of(section, dict.fromkeys(("reset", "contribution"), "not stated by the edition"))
    for row in sheet["jackpot_hits"]:
        yield from _rows_of(f"jackpot-{row['players']}-players", row)
    if not sheet["jackpot"]:
        yield {"section": "jackpot", "name": "jackpot", "value": "none"}


def _many_rounds(band: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What a player has won or lost after some rounds: by quantile, and the house's hold."""
    section = f"after-{band['rounds']}-rounds"
    yield from _rows_of(
        section, {name: band[name] for name in ("expected", "standard_deviation", "player_ahead", "method")}
    )
    yield from _rows_of(f"{section}-at-deviations", band["quantiles"])
    yield from _rows_of(f"{section}-by-the-normal-law", band["normal"])
    yield from _rows_of(f"{section}-hold", dict(zip(("low", "high"), band["hold"], strict=True)))


def _simulation_rows(checked: Mapping[str, Any] | None) -> Iterator[dict[str, Any]]:
    """The cross-check by simulation, where there is one."""
    if checked is None:
        return
    yield from _rows_of("simulation", {"rounds": checked["rounds"], "seed": checked["seed"]})
    for figure in checked["figures"]:
        own = {name: figure[name] for name in ("counted", "simulated", "z")}
        yield from _rows_of(f"simulation-{figure['figure']}", own)
    yield from _rows_of("simulation-chi-square", checked["chi_square"] or {})


def _outcome_rows(section: str, outcomes: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for outcome in outcomes:
        own = {name: outcome[name] for name in ("name", "probability", "pay", "wagered")}
        contribution = outcome["probability"] * outcome["pay"]
        yield {"section": section, "combinations": outcome["count"], "contribution": contribution, **own}


def _rows_of(section: str, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return ({"section": section, "name": name, "value": value} for name, value in values.items())
