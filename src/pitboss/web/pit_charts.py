"""Charts of the pit: what each table has won against what the exact edge lets expect, its pace and how many play.

A round counts by its initial wagers: the edge is that of one, and so is the variance. The band is two standard
deviations to either side, with hands taken as independent of each other. What lies on side wagers is left out of both.
"""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from markupsafe import Markup

from pitboss import drawing, money
from pitboss.floor.service import SYDNEY, Actor, FloorTable, parse_stamp
from pitboss.floor.tables.edges import offer_of
from pitboss.floor.tables.state import OpenState
from pitboss.lab import answer, question
from pitboss.messages import say
from pitboss.report.results import RoundSum
from pitboss.value import Value
from pitboss.web import access, limits, resource
from pitboss.web.api import dependencies, table_data
from pitboss.web.lab_jobs import offer_edges, worker
from pitboss.web.pages.rendering import PageRenderer

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 64, 8, 10, 26
BARS, NARROW, MARGIN = 110, 280, 30
"""How high and wide a chart of bars is, and how much of it is left for its axis."""


class ResultPoint(Value):
    """The house's result after a round, and what the exact edge lets expect: the mean and the band around it."""

    round: int
    result_cents: int
    expected_cents: int | None
    low_cents: int | None
    high_cents: int | None


def band_chart(points: Sequence[ResultPoint], title: str) -> Markup:
    """A result round by round, against the band where that is known."""
    if not points:
        return Markup()
    known = [point for point in points if point.low_cents is not None]
    values = [0, *(point.result_cents for point in points)]
    values += [cents for point in known for cents in (point.low_cents, point.high_cents) if cents is not None]
    low, high = min(values), max(values)
    room = (high - low or 10_000) * 0.06
    low, high = low - room, high + room  # type: ignore[assignment]
    last = len(points)

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / last

    def y(cents: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - cents) / (high - low)

    parts = []
    for cents in drawing.ticks(low, high, 4):
        at = y(cents)
        parts.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        amount = money.dollars(round(cents)).replace("-", "\N{MINUS SIGN}")
        parts.append(f'<text class="tick-y" x="{LEFT - 8}" y="{at + 4:.1f}">{amount}</text>')
    if known:
        upper = [f"{x(place):.1f},{y(point.high_cents or 0):.1f}" for place, point in enumerate(points, start=1)]
        lower = [f"{x(place):.1f},{y(point.low_cents or 0):.1f}" for place, point in enumerate(points, start=1)]
        origin = f"{x(0):.1f},{y(0):.1f}"
        parts.append(f'<polygon class="band" points="{" ".join([origin, *upper, *reversed(lower)])}"/>')
        mean = [f"{x(place):.1f},{y(point.expected_cents or 0):.1f}" for place, point in enumerate(points, start=1)]
        parts.append(f'<polyline class="exact" points="{" ".join([origin, *mean])}"/>')
    line = [f"{x(place):.1f},{y(point.result_cents):.1f}" for place, point in enumerate(points, start=1)]
    parts.append(f'<polyline class="found" points="{x(0):.1f},{y(0):.1f} {" ".join(line)}"/>')
    parts.append(f'<circle class="found-dot" cx="{x(last):.1f}" cy="{y(points[-1].result_cents):.1f}" r="3.5"/>')
    end = points[-1].round
    parts.append(f'<text class="tick-x end" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}">{say("round {end}", end=end)}</text>')
    return _svg(WIDTH, HEIGHT, title, parts)


def bar_chart(values: Sequence[float], labels: Sequence[str], most: float, title: str) -> Markup:
    """A bar for each of some values, up to the most that there can be, with the first, middle and last label."""
    top = max(most, *values, 1)
    wide = (NARROW - MARGIN - RIGHT) / len(values)
    floor = BARS - BOTTOM
    parts = [
        f'<line class="rule" x1="{MARGIN}" x2="{NARROW - RIGHT}" y1="{floor}" y2="{floor}"/>',
        f'<text class="tick-y" x="{MARGIN - 6}" y="{TOP + 4}">{top:g}</text>',
        f'<text class="tick-y" x="{MARGIN - 6}" y="{floor}">0</text>',
    ]
    for place, value in enumerate(values):
        high = (floor - TOP) * value / top
        parts.append(
            f'<rect class="bar-of" x="{MARGIN + wide * place + 1:.1f}" y="{floor - high:.1f}" width="{wide - 2:.1f}" '
            f'height="{high:.1f}"/>'
        )
    for place, anchor in ((0, "start"), (len(labels) // 2, "middle"), (len(labels) - 1, "end")):
        at = MARGIN + wide * (place + {"start": 0, "middle": 0.5, "end": 1}[anchor])
        parts.append(f'<text class="tick-x {anchor}" x="{at:.1f}" y="{BARS - 6}">{labels[place]}</text>')
    return _svg(NARROW, BARS, title, parts)


def _svg(wide: int, high: int, title: str, parts: Sequence[str]) -> Markup:
    head = Markup('<svg class="pit-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(wide, high, title)
    return head + Markup("".join(parts) + "</svg>")  # noqa: S704  numbers, and words of ours


site = resource.Site("pit")
DRAWN = 120
"""How many points of a result are drawn."""
BIN, BINS = timedelta(minutes=15), 16
SIGMAS = 2


class QuarterHour(Value):
    """A quarter of an hour at a table: its rounds, and how many played on average."""

    at: str
    rounds: int
    players: float


class TableCharts(Value):
    """The charts of a table since it was opened."""

    table: str
    title: str
    areas: int
    rounds: int
    result_cents: int
    edge: str
    """The exact edge of an initial wager; empty while the lab works it out or where there is none."""
    points: tuple[ResultPoint, ...]
    quarters: tuple[QuarterHour, ...]


class ChartsSeen(Value):
    """The charts of the tables that are open for money."""

    tables: tuple[TableCharts, ...]


def exact_edge(api: dependencies.Api, who: Actor, state: OpenState) -> tuple[float, float] | None:
    """The exact edge of an initial wager at a table, and its variance; nothing while the lab works them out."""
    try:
        asked = offer_edges.questions_of(offer_of(state))[0]
        if (answered := answer.stored_answer(asked.question())) is None:
            if access.may_ask(who):
                api.lab_jobs.ask(worker.LabTask("sign", asked, {}), who)
            return None
    except (question.LabError, limits.TooMany):
        return None
    return float(answered.solution.edge), float(answered.solution.variance)


def draw_points(sums: tuple[RoundSum, ...], exact: tuple[float, float] | None) -> tuple[ResultPoint, ...]:
    """The result after each round against the band; of many rounds some, the last one always."""
    every = max(1, math.ceil(len(sums) / DRAWN))
    points = []
    result = initial = squares = 0
    for place, each in enumerate(sums, start=1):
        result, initial, squares = result + each.result_cents, initial + each.initial_cents, squares + each.squares
        if place % every and place != len(sums):
            continue
        band: tuple[int | None, int | None, int | None] = (None, None, None)
        if exact is not None:
            mean, spread = exact[0] * initial, SIGMAS * math.sqrt(exact[1] * squares)
            band = round(mean), round(mean - spread), round(mean + spread)
        points.append(ResultPoint(each.round, result, *band))
    return tuple(points)


def quarters_of(sums: tuple[RoundSum, ...], now: datetime) -> tuple[QuarterHour, ...]:
    """The last four hours, a quarter of an hour each."""
    start = now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0) - BIN * (BINS - 1)
    found: list[list[RoundSum]] = [[] for _ in range(BINS)]
    for each in sums:
        place = math.floor((parse_stamp(each.at) - start) / BIN)
        if 0 <= place < BINS:
            found[place].append(each)
    return tuple(
        QuarterHour(
            f"{(start + BIN * place).astimezone(SYDNEY):%H:%M}",
            len(those),
            sum(each.players for each in those) / len(those) if those else 0.0,
        )
        for place, those in enumerate(found)
    )


def table_charts(api: dependencies.Api, floor_table: FloorTable, who: Actor) -> TableCharts | None:
    """The charts of a table; nothing where it is not open."""
    state = floor_table.state
    if not isinstance(state, OpenState):
        return None
    sums, row = api.round_sums.of(floor_table.stream), table_data.table_row(floor_table)
    exact = exact_edge(api, who, state)
    points = draw_points(sums, exact)
    return TableCharts(
        table=row.table,
        title=row.title,
        areas=row.areas,
        rounds=len(sums),
        result_cents=points[-1].result_cents if points else 0,
        edge=f"{exact[0]:.4%}" if exact is not None else "",
        points=points,
        quarters=quarters_of(sums, api.floor.clock()),
    )


@site.resource("/pit/charts")
def charts(api: dependencies.TheApi, who: dependencies.Watcher) -> ChartsSeen:
    """What the tables that are open for money have won against their exact edges, their pace and how many play."""
    tables = [each for each in api.tables(who.operator) if not each.state.unit.is_practice]
    found = (table_charts(api, each, who) for each in tables)
    return ChartsSeen(tuple(each for each in found if each is not None))


def _draw(_: PageRenderer, who: Actor, seen: ChartsSeen) -> dict[str, Any]:
    return {"may": ["OpenTable"] if access.may_ask(who) else [], "band_chart": band_chart, "bar_chart": bar_chart}


charts.page("pit_charts.html", more=_draw)
