"""Charts of the pit: what each table has won against what the exact edge lets expect, its pace and how many play.

A round counts by its initial wagers: the edge is that of one, and so is the variance. The band is two standard
deviations to either side, with hands taken as independent of each other. What lies on side wagers is left out of both.
"""

import math
from datetime import datetime, timedelta
from typing import Any

from pitboss.floor.service.clock import SYDNEY, parse_stamp
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.floor.tables.edges import offer_of
from pitboss.floor.tables.state import OpenState
from pitboss.lab.answer import stored_answer
from pitboss.lab.question import LabError
from pitboss.report.results import RoundSum
from pitboss.value import Value
from pitboss.web.access import may_ask
from pitboss.web.api.dependencies import Api, TheApi, Watcher
from pitboss.web.api.table_data import table_row
from pitboss.web.lab_jobs.offer_edges import questions_of
from pitboss.web.lab_jobs.worker import LabTask
from pitboss.web.limits import TooMany
from pitboss.web.pages.draw_charts import ResultPoint, band_chart, bar_chart
from pitboss.web.pages.rendering import PageRenderer
from pitboss.web.resource import Site

site = Site("pit")
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


def exact_edge(api: Api, who: Actor, state: OpenState) -> tuple[float, float] | None:
    """The exact edge of an initial wager at a table, and its variance; nothing while the lab works them out."""
    try:
        asked = questions_of(offer_of(state))[0]
        if (answered := stored_answer(asked.question())) is None:
            if may_ask(who):
                api.lab_jobs.ask(LabTask("sign", asked, {}), who)
            return None
    except (LabError, TooMany):
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


def table_charts(api: Api, floor_table: FloorTable, who: Actor) -> TableCharts | None:
    """The charts of a table; nothing where it is not open."""
    state = floor_table.state
    if not isinstance(state, OpenState):
        return None
    sums, row = api.round_sums.of(floor_table.stream), table_row(floor_table)
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
def charts(api: TheApi, who: Watcher) -> ChartsSeen:
    """What the tables that are open for money have won against their exact edges, their pace and how many play."""
    tables = [each for each in api.tables(who.operator) if not each.state.unit.is_practice]
    found = (table_charts(api, each, who) for each in tables)
    return ChartsSeen(tuple(each for each in found if each is not None))


def _draw(_: PageRenderer, who: Actor, seen: ChartsSeen) -> dict[str, Any]:
    return {"may": ["OpenTable"] if may_ask(who) else [], "band_chart": band_chart, "bar_chart": bar_chart}


charts.page("pit_charts.html", more=_draw)
