"""A PAR sheet as one page that needs nothing else: figures, tables and plots as SVG, in print and on screen."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
import numpy as np
from jinja2 import Environment, PackageLoader, Template
from markupsafe import Markup
from matplotlib.figure import Figure

from pitboss.money import dollars
from pitboss.play.terms import spot_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class PageTable(NamedTuple):
    """A table of the page, its rows' names first; the columns in `numbers` stand to the right."""

    names: tuple[str, ...]
    rows: Iterable[Iterable[str]]
    numbers: Iterable[int] = ()
    look: str = "wide"


class PagePlot(NamedTuple):
    """A drawing, and what it shows."""

    svg: Markup
    shows: str


@cache
def _template() -> Template:
    files = PackageLoader("pitboss.lab.parsheet", ".")
    return Environment(loader=files, autoescape=True, keep_trailing_newline=True).get_template("page.html")


def page(sheet: Mapping[str, Any], in_force: Iterable[tuple[str, Any]]) -> str:
    """The page of a sheet, with the rules in force."""
    changed = ", ".join(f"{name}={value}" for name, value in sheet["altered"].items())
    sections = [
        ("Figures", [PageTable((), _figures(sheet), look="wide figures")]),
        ("Wagers and pay table", _pays(sheet, in_force)),
        ("Outcomes", [_outcomes(sheet)]),
        ("Volatility", _volatility(sheet)),
        ("", plots(sheet)),
        *([("Side wagers", [_sides(sheet)])] if sheet["sides"] else []),
        ("Jackpot", [*_jackpot(sheet), *jackpot_plots(sheet["jackpot_edge"])]),
        ("How it was made", [PageTable((), _provenance(sheet))]),
    ]
    return _template().render(
        title=f"PAR sheet: {sheet['title']} ({sheet['game']})",
        edition=f"{sheet['edition_title']}, version {sheet['version']}" + (f". Changed: {changed}" if changed else ""),
        sections=sections,
    )


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


def _pays(sheet: Mapping[str, Any], in_force: Iterable[tuple[str, Any]]) -> list[Markup | PageTable]:
    """The pay table, odds as a sign has them (3 to 2, 40 to 1), and the rules in force."""
    table = sheet["pay_table"]
    rows = [
        (spot_words(wager), _words(line), " to ".join((*odds.split("/"), "1")[:2]))
        for wager, lines in table["pays"].items()
        for line, odds in lines.items()
    ]
    said = {rule["name"]: (rule["says"], rule["grounds"]) for rule in sheet["rules"]}
    rules = [
        (name, str(value).lower() if isinstance(value, bool) else str(value), *said.get(name, ("", "")))
        for name, value in in_force
    ]
    return [
        Markup("Pay table <code>{}</code>, hash <code>{}</code>").format(table["id"], table["hash"]),
        PageTable(("Wager", "Line", "Odds"), rows),
        PageTable(("Rule", "Value", "What it is", "Where it stands"), rules),
    ]


def _words(name: str) -> str:
    """A line or a result as a person writes it: `royal flush`, `6-7-8 suited`."""
    return re.sub(r"(?<=[a-z])-|-(?=[a-z])", " ", name)


def _sides(sheet: Mapping[str, Any]) -> PageTable:
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
    return PageTable(names, rows, range(2, 6))


def _outcomes(sheet: Mapping[str, Any]) -> PageTable:
    """Every result; combinations where they were counted, as in a shoe they are not."""
    names = ["Result", "Wagered", "Combinations", "Probability", "Pay", "Contribution"]
    rows = [
        [
            _words(o["name"]),
            f"{o['wagered']:g}",
            f"{o['count']:,}",
            f"{o['probability']:.10f}",
            f"{o['pay']:+,.10g}" if o["pay"] else "0",
            f"{o['contribution']:+.8f}",
        ]
        for o in sheet["outcomes"]
    ]
    rows.append(["all", "", f"{sheet['deals']:,}", "1.0000000000", "", f"{-sheet['edge']:+.8f}"])
    if not isinstance(sheet["deals"], int):
        names, rows = names[:2] + names[3:], [row[:2] + row[3:] for row in rows]
    return PageTable(tuple(names), rows, range(1, 6))


def _volatility(sheet: Mapping[str, Any]) -> list[str | PageTable]:
    rows = []
    for band in sheet["volatility"]:
        cells = [f"{low:+,.1f} to {high:+,.1f}" for low, high in band["bands"].values()]
        rows.append((f"{band['rounds']:,}", f"{band['expected']:+,.1f}", *cells))
    names = ("Rounds", "Expected", "68.3%", "95.4%", "99.7%")
    return [PageTable(names, rows, range(1, 5)), "In units, by the normal law."]


def _jackpot(sheet: Mapping[str, Any]) -> Iterator[str | PageTable]:
    """What the wager returns under each option, what feeds the meter by the value it starts from, what folding loses,
    and several prizes in one round."""
    options: list[Mapping[str, Any]] = sheet["jackpot"]
    if not options:
        yield "None: the edition has no jackpot."
        return
    price = dollars(options[0]["price_cents"])
    yield f"At a jackpot wager of {price}, on a five-card hand; hands that share a prize are left out."
    rows = [
        (
            str(option["option"]),
            f"{option['fixed_return']:.4%}",
            dollars(option["break_even_meter_cents"]),
            ", ".join(f"{_words(line)} {dollars(cents)}" for line, cents in option["least_cents"].items()) or "none",
        )
        for option in options
    ]
    yield PageTable(("Option", "Fixed prizes return", "Meter at break-even", "Least prizes"), rows, (1, 2))
    yield f"A royal flush comes once in {options[0]['wagers_between_resets']:,.0f} wagers on average."
    yield from _meters(options)
    yield from _forfeits(options)
    names = ("Players", "Two royals", "Royal and straight flush", "Two straight flushes", "Two prizes, at most")
    parts = ("two_royals", "royal_with_straight_flush", "two_straight_flushes", "two_prizes_at_most")
    hits = [(str(row["players"]), *(f"{row[part]:.4g}" for part in parts)) for row in sheet["jackpot_hits"]]
    yield PageTable(names, hits, range(1, len(names)))
    yield (
        "The chance of several prizes in a round, each player having a jackpot wager. Royal and straight flushes are "
        "exact; two prizes of any kind (option 1) are exact for two players, and at most that for each pair of more."
    )


def _meters(options: list[Mapping[str, Any]]) -> Iterator[str | PageTable]:
    """By reset value and option: what feeds the meter, what all of it returns, and the meter to expect."""
    if not options[0]["meters"]:
        yield "The edition states neither what of a wager feeds the meter nor where the meter starts."
        return
    shown: dict[str, Callable[[Mapping[str, Any]], str]] = {
        "Contribution": lambda meter: f"{meter['contribution']:.2%}",
        "Return": lambda meter: f"{meter['return']:.4%}",
        "Expected meter": lambda meter: dollars(round(meter["expected_meter_cents"], -2)),
    }
    names = ("Reset", *(f"Option {option['option']}" for option in options))
    for heading, write in shown.items():
        meters = [
            (dollars(first["reset_cents"]), *(write(option["meters"][place]) for option in options))
            for place, first in enumerate(options[0]["meters"])
        ]
        yield f"{heading}, by the value that the meter is reset to:"
        yield PageTable(names, meters, range(1, len(names)))
    returns = [meter["return"] for option in options for meter in option["meters"]]
    yield (
        f"Fixed prizes, contribution and the reset at each royal flush return {min(returns):.2%} to "
        f"{max(returns):.2%} in the long run ({options[0]['meters'][0]['clause']})."
    )


def _forfeits(options: list[Mapping[str, Any]]) -> Iterator[str | PageTable]:
    """What the best play folds of the hands that take a prize, and what that loses where a fold forfeits the wager."""
    if options[0]["forfeits"] is None:
        return
    lines = options[-1]["forfeits"]["folded"]
    method = options[0]["forfeits"]["method"]
    yield PageTable(("Hand", "Folded"), [(_words(line), f"{part:.4%}") for line, part in lines.items()], (1,))
    who = f"Under Method {method} a" if method else "A"
    yield (
        f"{who} fold forfeits the wager: so much of each kind of hand is folded by the best play of the game, which "
        "the jackpot wager does not change."
    )
    names = ["Option", "Lost by folding"] + ["Return then"] * bool(options[0]["meters"])
    rows = []
    for option in options:
        then = [meter["return_if_folds_forfeit"] for meter in option["meters"]]
        back = [f"{min(then):.2%} to {max(then):.2%}"] if then else []
        rows.append([str(option["option"]), f"{option['forfeits']['lost_return']:.4%}", *back])
    yield PageTable(tuple(names), rows, (1, 2))


def _provenance(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    made = sheet["provenance"]
    return [
        ("Software", f"{made['software']}, Python {made['python']}"),
        ("Code", made["code"]),
        ("Edition", sheet["edition_hash"]),
        ("Date", made["computed_at"]),
    ]


INK = "#010203"
"""Stands for the colour of the page's text, light or dark, and is put in its place in the drawing."""
LOSS, MEAN, WIN = "#d9541e", "#e08a00", "#3b82f6"
BAND = 0.28
"""How much each band covers: one upon the other they are darker towards the middle."""
DASHES = ("-", "--", "-.", ":")
PLOT_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pitboss",  # the same sheet gives the same bytes
    "font.size": 9,
    **dict.fromkeys(("axes.edgecolor", "axes.labelcolor", "text.color", "xtick.color", "ytick.color"), INK),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#808080",
    "grid.alpha": 0.25,
    "axes.axisbelow": True,
}


def plots(sheet: Mapping[str, Any]) -> list[PagePlot]:
    """The drawings of a sheet."""
    drawn = {
        "Outcomes: net result of a round, and how likely it is": _plot_outcomes,
        "Bankroll over rounds: expected, with one, two and three standard deviations": _plot_bankroll,
    }
    if sheet["sweeps"]:
        drawn["Edge against the odds of each pay line, best play at each"] = _plot_sweeps
    return [_drawn(shows, draw, sheet) for shows, draw in drawn.items()]


def jackpot_plots(drawn: Mapping[str, Any] | None) -> list[PagePlot]:
    """The drawing of the player's total edge as the meter moves, where there is a jackpot."""
    shows = "Player's total edge with a jackpot wager, as the meter moves"
    return [_drawn(shows, _plot_jackpot, drawn)] if drawn is not None else []


def _drawn(shows: str, draw: Callable[[Any], Figure], what: object) -> PagePlot:
    """A drawing as SVG, in the colours of its page."""
    out = io.StringIO()
    with mpl.rc_context(PLOT_STYLE):
        draw(what).savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = out.getvalue()[out.getvalue().index("<svg") :].replace(INK, "currentColor")
    named = svg.replace("<svg ", f'<svg role="img" aria-label="{shows}" ', 1)
    return PagePlot(Markup(named), shows)  # noqa: S704  our own drawing


def _axes(height: float = 3.2) -> "tuple[Figure, Axes]":
    figure = Figure(figsize=(7.2, height), layout="constrained")
    return figure, figure.add_subplot()


def _plot_outcomes(sheet: Mapping[str, Any]) -> Figure:
    """A bar for each net result, on a scale on which rare ones can be seen."""
    chances: dict[float, float] = {}
    for outcome in sheet["outcomes"]:
        chances[outcome["pay"]] = chances.get(outcome["pay"], 0.0) + outcome["probability"]
    pays = sorted(chances)
    figure, axes = _axes()
    colours = [LOSS if pay < 0 else WIN for pay in pays]
    axes.bar(range(len(pays)), [chances[pay] for pay in pays], color=colours)
    axes.set_yscale("log")
    shown = range(0, len(pays), max(1, len(pays) // 24))
    axes.set_xticks(list(shown), [f"{pays[place]:g}" for place in shown], rotation=60)
    axes.set_xlabel(f"net result in units of the {sheet['unit']}")
    axes.set_ylabel("probability")
    return figure


def _plot_bankroll(sheet: Mapping[str, Any]) -> Figure:
    """The band widens with the root of the rounds, the mean falls with the rounds."""
    rounds = np.linspace(0, 10_000, 200)
    mean = -sheet["edge"] * rounds
    spread = sheet["standard_deviation"] * np.sqrt(rounds)
    figure, axes = _axes()
    for n in (3, 2, 1):
        low, high = mean - n * spread, mean + n * spread
        axes.fill_between(rounds, low, high, color=WIN, alpha=BAND, label=f"within {n} sd", linewidth=0)
    axes.plot(rounds, mean, color=MEAN, label="expected")
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set_xlabel("rounds")
    axes.set_ylabel(f"units of the {sheet['unit']}")
    axes.legend(loc="lower left", frameon=False, ncols=4)
    return figure


def _plot_sweeps(sheet: Mapping[str, Any]) -> Figure:
    """A line for each pay line, its odds turned from nothing to double."""
    figure, axes = _axes(4.2)
    colours = mpl.colormaps["tab10"]
    for place, sweep in enumerate(sorted(sheet["sweeps"], key=lambda sweep: sweep["points"][-1][1], reverse=True)):
        look: Any = {"color": colours(place % 10), "linestyle": DASHES[place % len(DASHES)]}
        points = [(odds / sweep["odds"], 100 * edge) for odds, edge in sweep["points"] if sweep["odds"]]
        axes.plot(*zip(*points, strict=True), label=f"{sweep['line']} ({sweep['odds']:g})", **look)
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set_xlabel("odds, as a multiple of the pay table's")
    axes.set_ylabel("house edge, %")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure


def _plot_jackpot(drawn: Mapping[str, Any]) -> Figure:
    """A line for each Ante; where it crosses the middle, the game and the jackpot wager together are even."""
    figure, axes = _axes(3.8)
    colours = mpl.colormaps["tab10"]
    for place, line in enumerate(drawn["lines"]):
        points = [(cents / 100, 100 * kept) for cents, kept in line["points"]]
        look: Any = {"color": colours(place % 10), "linestyle": DASHES[place % len(DASHES)]}
        axes.plot(*zip(*points, strict=True), label=f"Ante {dollars(line['ante_cents'])}", **look)
    axes.axhline(0, color=INK, linewidth=0.6)
    for name, cents in drawn["marks"].items():
        axes.axvline(cents / 100, color=INK, linewidth=0.6, linestyle=":")
        look = {"rotation": 90, "va": "bottom", "ha": "right", "fontsize": 8}
        axes.annotate(name, (cents / 100, 0.02), xycoords=("data", "axes fraction"), **look)
    axes.xaxis.set_major_formatter(lambda amount, _: dollars(round(100 * amount)))
    axes.set_xlabel("meter")
    axes.set_ylabel("player's edge, % of Ante and jackpot wager")
    axes.legend(loc="upper left", frameon=False)
    return figure
