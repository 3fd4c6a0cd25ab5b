"""The plots of a PAR sheet, as SVG: outcomes, bankroll over rounds, edge against each pay line."""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#010203"
"""Stands for the colour of the page's text, light or dark, and is put in its place in the drawing."""
LOSS, MEAN, WIN = "#d9541e", "#e08a00", "#3b82f6"
BAND = 0.28
"""How much each band covers: one upon the other they are darker towards the middle."""
DASHES = ("-", "--", "-.", ":")
STYLE: Any = {
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


def plots(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Each plot by what it shows."""
    with mpl.rc_context(STYLE):
        drawn = {
            "Outcomes: net result of a round, and how likely it is": _outcomes(sheet),
            "Bankroll over rounds: expected, with one, two and three standard deviations": _bankroll(sheet),
        }
        if sheet["sweeps"]:
            drawn["Edge against the odds of each pay line, best play at each"] = _sweeps(sheet)
    return drawn


def _axes(height: float = 3.2) -> "tuple[Figure, Axes]":
    figure = Figure(figsize=(7.2, height), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Figure) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :].replace(INK, "currentColor")


def _outcomes(sheet: Mapping[str, Any]) -> str:
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
    return _svg(figure)


def _bankroll(sheet: Mapping[str, Any]) -> str:
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
    return _svg(figure)


def _sweeps(sheet: Mapping[str, Any]) -> str:
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
    return _svg(figure)
