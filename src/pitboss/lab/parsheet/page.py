"""A PAR sheet as one page that needs nothing else: figures, tables and plots, in print and on screen."""

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from pitboss.lab.parsheet.plots import plots
from pitboss.lab.parsheet.sheet import rules_in_force
from pitboss.money import dollars
from pitboss.play.terms import spot_words

STYLE = """
:root { color-scheme: light dark; --ink: #1f2937; --soft: #4b5563; --line: #e5e7eb; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --soft: #b6bec9; --line: #374151; --paper: #111827; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody th { font-weight: normal; } .figures th { white-space: nowrap; }
table + table, .wide + .wide { margin-top: 1rem; }
td.n, th.n { text-align: right; white-space: nowrap; padding-right: .5rem; } .wide { overflow-x: auto; }
figure { margin: 1.5rem 0; } svg { width: 100%; height: auto; color: var(--ink); }
figcaption { color: var(--soft); } code { overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }
"""


def page(sheet: Mapping[str, Any]) -> str:
    """The page of a sheet."""
    title = f"PAR sheet: {sheet['title']} ({sheet['game']})"
    changed = ", ".join(f"{name}={value}" for name, value in sheet["altered"].items())
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(sheet['edition_title'])}, version {escape(sheet['version'])}"
        + (f". Changed: {escape(changed)}" if changed else "")
        + "</p>",
        _section("Figures", _table(("", ""), _figures(sheet), numbers=(), look="wide figures")),
        _section("Wagers and pay table", _pays(sheet)),
        _section("Outcomes", _outcomes(sheet)),
        _section("Volatility", _volatility(sheet)),
        *(_figure(name, svg) for name, svg in plots(sheet).items()),
        *([_section("Side wagers", _sides(sheet))] if sheet["sides"] else []),
        _section("Jackpot", _jackpot(sheet)),
        _section("How it was made", _table(("", ""), _provenance(sheet), numbers=())),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    )


def _section(name: str, content: str) -> str:
    return f"<section><h2>{escape(name)}</h2>\n{content}</section>"


def _figure(name: str, svg: str) -> str:
    drawn = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(name)}" ', 1)
    return f"<figure>{drawn}<figcaption>{escape(name)}</figcaption></figure>"


def _table(names: Iterable[str], rows: Iterable[Iterable[str]], *, numbers: Iterable[int], look: str = "wide") -> str:
    """A table; the columns in `numbers` stand to the right. A table without names has its rows' names first."""
    right = set(numbers)
    names = list(names)
    head = "".join(f'<th scope="col"{_right(place in right)}>{escape(name)}</th>' for place, name in enumerate(names))
    lines = []
    for row in rows:
        first, *rest = row
        cells = "".join(f"<td{_right(place in right)}>{escape(cell)}</td>" for place, cell in enumerate(rest, start=1))
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    top = f"<thead><tr>{head}</tr></thead>" if any(names) else ""
    return f'<div class="{look}" tabindex="0"><table>{top}<tbody>{"".join(lines)}</tbody></table></div>'


def _right(is_number: bool) -> str:
    return ' class="n"' if is_number else ""


def _figures(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    top = sheet["top_award"]
    exact = f" = {_fraction(sheet['edge_exact'])}" if sheet["edge_exact"] else f" (within {sheet['edge_error']:.1e})"
    return [
        ("House edge", f"{sheet['edge']:.6%} of the {sheet['unit']}{exact}"),
        ("Return", f"{sheet['return']:.6%}"),
        ("Element of risk", f"{sheet['element_of_risk']:.6%}"),
        ("Mean wager", f"{sheet['mean_wager']:.6f}"),
        ("Hit frequency", f"{sheet['hit_frequency']:.6%}"),
        ("Variance", f"{sheet['variance']:.6f}"),
        ("Standard deviation", f"{sheet['standard_deviation']:.6f}"),
        ("Top award", f"{top['pay']:,g} units ({_words(top['name'])}), one in {top['one_in']:,.1f}"),
        ("Strategy", f"{sheet['strategy']}: {sheet['strategy_class']}"),
        ("Ties", sheet["ties"] or "none matter"),
        ("Method", sheet["method"]),
    ]


def _fraction(text: str) -> str:
    """An exact figure with its thousands apart."""
    return " / ".join(f"{int(part):,}" for part in text.split("/"))


def _pays(sheet: Mapping[str, Any]) -> str:
    table = sheet["pay_table"]
    rows = [
        (spot_words(wager), _words(line), _odds(odds))
        for wager, lines in table["pays"].items()
        for line, odds in lines.items()
    ]
    said = {rule["name"]: (rule["says"], rule["grounds"]) for rule in sheet["rules"]}
    rules = [
        (name, str(value).lower() if isinstance(value, bool) else str(value), *said.get(name, ("", "")))
        for name, value in rules_in_force(table)
    ]
    return (
        f"<p>Pay table <code>{escape(table['id'])}</code>, hash <code>{table['hash']}</code></p>"
        + _table(("Wager", "Line", "Odds"), rows, numbers=())
        + _table(("Rule", "Value", "What it is", "Where it stands"), rules, numbers=())
    )


def _words(name: str) -> str:
    """A line or a result as a person writes it: `royal flush`, `6-7-8 suited`."""
    return re.sub(r"(?<=[a-z])-|-(?=[a-z])", " ", name)


def _odds(text: str) -> str:
    """Odds as a sign has them: 3 to 2, 40 to 1."""
    top, _, bottom = text.partition("/")
    return f"{top} to {bottom or 1}"


def _sides(sheet: Mapping[str, Any]) -> str:
    rows = [
        (
            side["unit"],
            side["strategy_class"],
            f"{side['edge']:.6%}",
            _fraction(side["edge_exact"]) if side["edge_exact"] else "",
            f"{side['hit_frequency']:.4%}",
            f"{side['standard_deviation']:.4f}",
        )
        for side in sheet["sides"]
    ]
    names = ("Wager", "How", "House edge", "Exactly", "Hit frequency", "Standard deviation")
    return _table(names, rows, numbers=range(2, 6))


def _outcomes(sheet: Mapping[str, Any]) -> str:
    """Every result; combinations where they were counted, as in a shoe they are not."""
    names = ["Result", "Wagered", "Combinations", "Probability", "Pay", "Contribution"]
    rows = [
        [
            _words(o["name"]),
            f"{o['wagered']:g}",
            f"{o['count']:,}",
            f"{o['probability']:.10f}",
            _signed(o["pay"]),
            f"{o['contribution']:+.8f}",
        ]
        for o in sheet["outcomes"]
    ]
    rows.append(["all", "", f"{sheet['deals']:,}", "1.0000000000", "", f"{-sheet['edge']:+.8f}"])
    if not isinstance(sheet["deals"], int):
        names, rows = names[:2] + names[3:], [row[:2] + row[3:] for row in rows]
    return _table(names, rows, numbers=range(1, 6))


def _signed(pay: float) -> str:
    return f"{pay:+,.10g}" if pay else "0"


def _volatility(sheet: Mapping[str, Any]) -> str:
    rows = []
    for band in sheet["volatility"]:
        cells = [f"{low:+,.1f} to {high:+,.1f}" for low, high in band["bands"].values()]
        rows.append((f"{band['rounds']:,}", f"{band['expected']:+,.1f}", *cells))
    names = ("Rounds", "Expected", "68.3%", "95.4%", "99.7%")
    return _table(names, rows, numbers=range(1, 5)) + "<p>In units, by the normal law.</p>"


def _jackpot(sheet: Mapping[str, Any]) -> str:
    if not sheet["jackpot"]:
        return "<p>None: the edition has no jackpot.</p>"
    price = dollars(sheet["jackpot"][0]["price_cents"])
    rows = [
        (
            str(option["option"]),
            f"{option['fixed_return']:.4%}",
            dollars(option["break_even_meter_cents"]),
            ", ".join(f"{_words(line)} {dollars(cents)}" for line, cents in option["least_cents"].items()) or "none",
        )
        for option in sheet["jackpot"]
    ]
    names = ("Option", "Fixed prizes return", "Meter at break-even", "Least prizes")
    said = f"<p>At a jackpot wager of {price}, on a five-card hand; sharing and folding are left out.</p>"
    return said + _table(names, rows, numbers=(1, 2)) + _meters(sheet["jackpot"])


def _meters(options: list[Mapping[str, Any]]) -> str:
    """What feeds the meter under each option, by the value it starts from."""
    if not options[0]["meters"]:
        return "<p>The edition states neither what of a wager feeds the meter nor where the meter starts.</p>"
    names = ("Reset", *(f"Contribution, option {option['option']}" for option in options))
    rows = [
        (dollars(first["reset_cents"]), *(f"{option['meters'][place]['contribution']:.2%}" for option in options))
        for place, first in enumerate(options[0]["meters"])
    ]
    returns = [meter["return"] for option in options for meter in option["meters"]]
    said = (
        f"<p>Fixed prizes, contribution and the reset at each royal flush return {min(returns):.2%} to "
        f"{max(returns):.2%} in the long run ({escape(options[0]['meters'][0]['clause'])}).</p>"
    )
    return _table(names, rows, numbers=range(1, len(names))) + said


def _provenance(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    made = sheet["provenance"]
    return [
        ("Software", f"{made['software']}, Python {made['python']}"),
        ("Code", made["code"]),
        ("Edition", sheet["edition_hash"]),
        ("Date", made["computed_at"]),
    ]
