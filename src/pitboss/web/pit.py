"""The pit: tables at a glance, what waits for a decision, a page for each table with all that is run at it, the
register of mis-payments and the shift report."""

import math
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from pitboss import drawing, ledger, money
from pitboss.floor.cashier.mispayments import KINDS, OUTCOMES, OVER, UNDER, FollowMispayment, NoteMispayment
from pitboss.floor.people.permission import OFF_THE_FLOOR, may
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service import SYDNEY, Actor, FloorTable, clock, commands, forms, parse_stamp
from pitboss.floor.store.rows import StoreError, Stream, table_stream
from pitboss.floor.tables.edges import offer_of
from pitboss.floor.tables.pit import POSTS
from pitboss.floor.tables.state import OpenState
from pitboss.lab import answer, question
from pitboss.law import TITLES
from pitboss.messages import say, translate, words_of
from pitboss.play import Refused
from pitboss.report import registers, results
from pitboss.report.reports import days, shift_report
from pitboss.value import Value
from pitboss.web import access, edge_preview, limits, meter_view, resource
from pitboss.web.api import dependencies, problems, table_data
from pitboss.web.api.dependencies import EVERYWHERE, Api, TheApi, TheTable, Watcher
from pitboss.web.lab_jobs import offer_edges, worker
from pitboss.web.pages import form_fields, form_pages, rendering
from pitboss.web.pages.forms import FormContext
from pitboss.web.pit_view import OpenRunTable, PitSeen, RunTable, run_table, see_pit, staff_of

Day = Annotated[
    str,
    Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="A gaming day; today's if left out.", examples=["2026-03-02"]),
]
site = resource.Site("pit")


@site.resource("/pit", follows=lambda said: Stream(said["who"].operator, EVERYWHERE))
def pit(api: TheApi, who: Watcher) -> PitSeen:
    """The tables of the house at a glance, what waits for a decision, and the notices that run."""
    return see_pit(api, who)


def _pit_forms(_: rendering.PageRenderer, who: commands.Actor, found: PitSeen) -> dict[str, Any]:
    names = ("AcknowledgeAlert", "Approve", "Decline", "RuleOnDispute")
    mine, others = ([item for item in found.inbox if item.theirs is theirs] for theirs in (True, False))
    return {"pit": found, "mine": mine, "others": others, "may": _may(who, *names), "view": "pit"}


def _may(who: commands.Actor, *names: str) -> list[str]:
    return [name for name in names if may(who, name)]


@site.resource("/pit/tables/{table}")
def one_table(api: TheApi, floor_table: TheTable, who: Watcher) -> RunTable | OpenRunTable:
    """A table with all that is run at it: float, slips, signs, people, orders."""
    return run_table(api, floor_table, who)


def _table_forms(renderer: rendering.PageRenderer, who: commands.Actor, found: RunTable) -> dict[str, Any]:
    floor_table = renderer.api.floor.table(table_stream(who.operator, found.table))
    return {
        "table": found,
        "view": "table",
        "posts": POSTS,
        "people": [member for member in staff_of(renderer.api, who.operator) if member.role not in OFF_THE_FLOOR],
        "titles": TITLES,
        "page_forms": form_pages.forms_of(_scene(renderer.api, floor_table, who)),
        "address": f"/pit/tables/{found.table}",
    }


def _scene(api: Api, floor_table: commands.FloorTable, who: commands.Actor) -> FormContext:
    meters = {"meter": {name: name for name in meter_view.meters_now(api, who.operator)}}
    given = {"table": floor_table.stream.table}
    return FormContext(who, forms.PIT, floor_table.state, given, table_data.rules_of(floor_table), among=meters)


pit_page = pit.page("pit.html", more=_pit_forms)
table_page = one_table.page("pit_table.html", more=_table_forms)


@site.pages.post("/pit/tables/{table}")
async def order(api: TheApi, who: Watcher, floor_table: TheTable, request: Request) -> Response:
    """Take what a person in the pit orders at a table."""
    renderer: rendering.PageRenderer = request.app.state.renderer
    form, table = await renderer.form(request), floor_table.stream.table
    scene = await run_in_threadpool(_scene, api, floor_table, who)
    command = await form_pages.command_of(renderer, request, scene, form)
    if edge_preview.needs_edge_first(command, floor_table):
        return RedirectResponse(f"/pit/tables/{table}/edge?{urlencode(edge_preview.asked_fields(form))}", 303)
    failed = await form_pages.carry_out(renderer, scene, form, command)
    is_pit = form.get("view") == "pit"
    if failed is None:
        return RedirectResponse("/pit" if is_pit else f"/pit/tables/{table}", 303)
    if is_pit:
        return await run_in_threadpool(lambda: pit_page.show(request, pit(api, who), failed, 409))
    return await run_in_threadpool(lambda: table_page.show(request, one_table(api, floor_table, who), failed, 409))


# Mis-payments.


@site.resource("/pit/mispayments")
def mispayments(api: TheApi, who: Watcher) -> resource.SheetSeen:
    """The register of mis-payments."""
    return resource.SheetSeen.of(registers.mispayment_register(api.floor.store, who.operator))


def _case_forms(renderer: rendering.PageRenderer, who: commands.Actor, sheet: resource.SheetSeen) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "tables": [floor_table.stream.table for floor_table in renderer.api.tables(who.operator)],
        "kinds": KINDS,
        "outcomes": OUTCOMES,
        "ways": (OVER, UNDER),
        "may": _may(who, "NoteMispayment", "FollowMispayment"),
        "next_id": f"M-{len(sheet.rows) + 1}",
    }


cases = mispayments.page("pit_mispayments.html", more=_case_forms)


@site.pages.post("/pit/mispayments")
async def note(api: TheApi, who: Watcher, request: Request) -> Response:
    """Note a mis-payment, or what was done about one."""
    fields = form_fields.Fields(await request.app.state.renderer.form(request))
    try:
        command = _case(fields)
        if (name := fields.text("approver", 120)) and isinstance(command, FollowMispayment):
            password = fields.text("approver-password", 400)
            named = who.operator, name
            signed = await api.passwords.do(request, named, api.sign_in.identify_by_password, *named, password)
            command = command._replace(approver=signed)
        await api.do(commands.Order(who, command, fields.text("key", 60)))
        return RedirectResponse("/pit/mispayments", 303)
    except NotSignedIn:
        words = "The approver's name or password is wrong."
    except MustChangePassword:
        words = "Another person set the approver's password: the approver signs in and changes it before approving."
    except (form_fields.Unclear, Refused) as error:
        words = words_of(error)
    except (StoreError, ledger.LedgerError):
        words = "The form could not be carried out."
    told = {"words": translate(words), "clauses": []}
    return await run_in_threadpool(lambda: cases.show(request, mispayments(api, who), told, 409))


def _case(fields: form_fields.Fields) -> NoteMispayment | FollowMispayment:
    name = fields.required_text("id", "Give the mis-payment a number.")
    if fields.text("do") == "follow":
        return FollowMispayment(name, fields.text("outcome"), fields.text("words"), fields.text("patron", 40))
    return NoteMispayment(
        name,
        fields.text("table", 40),
        fields.text("way"),
        fields.text("kind"),
        fields.cents("dollars"),
        fields.text("enquiry", 400),
        fields.text("patron", 40),
        fields.is_on("suspected"),
    )


# The shift report.


class ShiftSeen(resource.SheetSeen):
    """The shift report of a gaming day."""

    day: str = ""


@site.resource("/pit/shift")
def shift(api: TheApi, who: Watcher, day: Day = "") -> ShiftSeen:
    """The shift report of a gaming day; an empty one says so."""
    try:
        chosen = clock.read_day(day or clock.gaming_day(api.floor.clock()))
    except ValueError as no:
        raise problems.NotFound(words_of(no)) from None
    return ShiftSeen.of(shift_report(api.floor.store, who.operator, chosen), day=chosen.isoformat())


def _shift_forms(renderer: rendering.PageRenderer, who: commands.Actor, sheet: ShiftSeen) -> dict[str, Any]:
    totals = sheet.totals() | {"table": say("All")} if len(sheet.rows) > 1 else None
    choices = list(days(renderer.api.floor.clock()))
    return {"sheet": sheet, "day": date.fromisoformat(sheet.day), "days": choices, "totals": totals}


shift.page("pit_shift.html", more=_shift_forms)


# Charts: what each table has won against what the exact edge lets expect, its pace and how many play. A round counts
# by its initial wagers: the edge is that of one, and so is the variance. The band is two standard deviations to either
# side, with hands taken as independent of each other. What lies on side wagers is left out of both.


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


def draw_points(sums: tuple[results.RoundSum, ...], exact: tuple[float, float] | None) -> tuple[ResultPoint, ...]:
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


def quarters_of(sums: tuple[results.RoundSum, ...], now: datetime) -> tuple[QuarterHour, ...]:
    """The last four hours, a quarter of an hour each."""
    start = now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0) - BIN * (BINS - 1)
    found: list[list[results.RoundSum]] = [[] for _ in range(BINS)]
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


def _draw(_: rendering.PageRenderer, who: Actor, seen: ChartsSeen) -> dict[str, Any]:
    return {"band_chart": band_chart, "bar_chart": bar_chart}


charts.page("pit_charts.html", more=_draw)
