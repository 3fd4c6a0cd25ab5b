"""The drawings of a PAR sheet, as SVG in the colours of the page that they stand on."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from pitboss.drawing import Plot, both_ways, linear, logarithmic
from pitboss.messages import say
from pitboss.money import dollars


class PagePlot(NamedTuple):
    """A drawing, and what it shows."""

    svg: Markup
    shows: str


SHARES = {1: "68.3%", 2: "95.4%", 3: "99.7%"}
"""How much lies within one, two and three deviations of a normal law; the bands hold as much."""
LOSS, MEAN, WIN = "#d9541e", "#e08a00", "#3b82f6"
BAND = 0.28
"""How much each band covers: one upon the other they are darker towards the middle."""
STRAIGHT = 100.0
"""The units around zero in which a total is drawn on a straight scale."""


def plots(sheet: Mapping[str, Any]) -> list[PagePlot]:
    """The drawings of a sheet."""
    drawn: dict[str, Callable[[str, Mapping[str, Any]], Plot]] = {
        say("Outcomes: net result of a round, and how likely it is"): _plot_outcomes,
        say("A player's total over rounds: the middle, and where it lies 68, 95 and 99.7 times in 100"): _plot_bankroll,
    }
    if sheet["sweeps"]:
        drawn[say("Edge against the odds of each pay line, best play at each")] = _plot_sweeps
    return [_page_plot(shows, draw, sheet) for shows, draw in drawn.items()]


def jackpot_plots(drawn: Mapping[str, Any] | None) -> list[PagePlot]:
    """The drawing of the player's total edge as the meter moves, where there is a jackpot."""
    shows = say("Player's total edge with a jackpot wager, as the meter moves")
    return [_page_plot(shows, _plot_jackpot, drawn)] if drawn is not None else []


def _page_plot(shows: str, draw: Callable[[str, Mapping[str, Any]], Plot], what: Mapping[str, Any]) -> PagePlot:
    return PagePlot(Markup(draw(shows, what).svg()), shows)  # noqa: S704  our own drawing


def _percent(value: float) -> str:
    return f"{100 * value:.4g}".replace("-", "\N{MINUS SIGN}")


def _plot_outcomes(shows: str, sheet: Mapping[str, Any]) -> Plot:
    """A bar for each net result, on a scale on which rare ones can be seen."""
    chances: dict[float, float] = {}
    for outcome in sheet["outcomes"]:
        chances[outcome["pay"]] = chances.get(outcome["pay"], 0.0) + outcome["probability"]
    pays = sorted(chances)
    x = linear((-0.6, len(pays) - 0.4), room=0)._replace(marks=())
    across = say("net result in units of the {unit}", unit=sheet["unit"])
    plot = Plot(shows, x, logarithmic(chances.values()), across, say("probability"))
    labels = {place: f"{pays[place]:g}" for place in range(0, len(pays), max(1, len(pays) // 24))}
    plot.make_room([*labels.values()], turned=True)
    for place, pay in enumerate(pays):
        plot.bar(place, chances[pay], 0.8, LOSS if pay < 0 else WIN)
    for place, label in labels.items():
        plot.write(place, label)
    return plot


def _plot_bankroll(shows: str, sheet: Mapping[str, Any]) -> Plot:
    """A player's total after some rounds: the middle of its distribution, and bands around it."""
    bands = sheet["volatility"]
    rounds = [0, *(band["rounds"] for band in bands)]
    lines = {n: [0.0, *(band["quantiles"][str(n)] for band in bands)] for n in range(-3, 4)}
    x = both_ways(rounds, rounds[1], above=True)
    y = both_ways((*lines[-3], *lines[3]), STRAIGHT)
    plot = Plot(shows, x, y, say("rounds"), say("units of the {unit}", unit=sheet["unit"]))
    for n in (3, 2, 1):
        lower, upper = (list(zip(rounds, lines[side], strict=True)) for side in (-n, n))
        plot.band(lower, upper, WIN, BAND, say("within {share}", share=SHARES[n]))
    plot.line(zip(rounds, lines[0], strict=True), colour=MEAN, label=say("the middle"))
    plot.rule(y=0)
    return plot


def _plot_sweeps(shows: str, sheet: Mapping[str, Any]) -> Plot:
    """A line for each pay line, its odds turned from nothing to double."""
    sweeps = sorted(sheet["sweeps"], key=lambda sweep: sweep["points"][-1][1], reverse=True)
    courses = {
        f"{sweep['line']} ({sweep['odds']:g})": [(odds / sweep["odds"], edge) for odds, edge in sweep["points"]]
        for sweep in sweeps
        if sweep["odds"]
    }
    points = [point for course in courses.values() for point in course]
    x, y = linear((x for x, _ in points), room=0), linear((0.0, *(y for _, y in points)), _percent)
    plot = Plot(shows, x, y, say("odds, as a multiple of the pay table's"), say("house edge, %"), height=420)
    plot.make_room([*courses])
    for place, (label, course) in enumerate(courses.items()):
        plot.line(course, place, label)
    plot.rule(y=0)
    return plot


def _plot_jackpot(shows: str, drawn: Mapping[str, Any]) -> Plot:
    """A line for each Ante; where it crosses the middle, the game and the jackpot wager together are even."""
    points = [point for line in drawn["lines"] for point in line["points"]]
    x = linear((cents for cents, _ in points), lambda cents: dollars(round(cents)), room=0)
    y = linear((0.0, *(kept for _, kept in points)), _percent)
    plot = Plot(shows, x, y, say("meter"), say("player's edge, % of Ante and jackpot wager"), height=380)
    for place, line in enumerate(drawn["lines"]):
        plot.line(line["points"], place, say("Ante {amount}", amount=dollars(line["ante_cents"])))
    plot.rule(y=0)
    for name, cents in drawn["marks"].items():
        plot.rule(x=cents, label=name)
    return plot
