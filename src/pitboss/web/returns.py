"""Pages of returns: those of a month, due or sent, each with its content; table results of any period, with the band
around the exact edge as a plot."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Annotated, Any

from fastapi import Query, Request
from markupsafe import Markup

from pitboss.floor.patrons.limits import calendar_day
from pitboss.floor.people.permission import WATCH_PIT, may
from pitboss.floor.returns import sending
from pitboss.floor.service import clock, commands
from pitboss.messages import say, translate, words_of
from pitboss.money import dollars
from pitboss.report.returns import BAND_COLUMNS, SHEETS, bands, period_results
from pitboss.report.sheet import Row
from pitboss.value import Value
from pitboss.web.api import problems
from pitboss.web.api.dependencies import Api, ReturnName, TheApi, Watcher, allow
from pitboss.web.pages import form_pages, forms, rendering
from pitboss.web.resource import SheetSeen, Site

Month = Annotated[str, Query(pattern=r"^(\d{4}-\d{2})?$", description="A month; the one that goes on if left out.")]
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="A gaming day.")]
site = Site("returns")


class ReturnLine(Value):
    """A return of a month: due, or when and by whom it was sent."""

    kind: str
    title: str
    month: str
    state: str
    sent_at: str | None
    sent_by: str
    to: str
    clauses: list[str]


class ReturnsSeen(Value):
    """The returns of a house: those that are due, and those that were sent, the newest first."""

    due: list[ReturnLine]
    sent: list[ReturnLine]


def _line(operator: str, kind: str, month: str, sent: sending.SentReturn | None) -> ReturnLine:
    rule = sending.RETURNS[kind].rule
    clauses = (
        problems.grounds_data(None, sending.rules_of_return(operator, rule), operator)["clauses"]
        if rule is not None
        else []
    )
    title = translate(sending.RETURNS[kind].title)
    if sent is None:
        return ReturnLine(kind, title, month, say("due"), None, "", "", clauses)
    return ReturnLine(kind, title, month, say("sent"), sent.at, sent.by, sent.sent.to, clauses)


@site.resource("/returns")
def returns(api: TheApi, who: Watcher) -> ReturnsSeen:
    """The returns of the house: what is due, and what was sent."""
    store, operator = api.floor.store, who.operator
    due = [
        _line(operator, kind, f"{m:%Y-%m}", None) for kind, m in sending.due_returns(store, operator, api.floor.clock())
    ]
    sent = [
        _line(operator, kind, month, each)
        for (kind, month), every in sending.sent_returns(store, operator).items()
        for each in every
        if kind in sending.RETURNS
    ]
    return ReturnsSeen(due, sorted(sent, key=lambda line: line.sent_at or "", reverse=True))


returns.twin("/returns")


class ReturnSeen(SheetSeen):
    """A return as the log has it now, and as it was sent."""

    month: str = ""
    sent: tuple[sending.SentReturn, ...] = ()


@site.resource("/returns/{return_kind}")
def one_return(api: TheApi, who: Watcher, return_kind: ReturnName, month: Month = "") -> ReturnSeen:
    """A return of a month as the log has it, with what was sent."""
    if return_kind not in SHEETS or not sending.is_wanted(who.operator, return_kind):
        raise problems.NotFound("There is no such return.")
    chosen = sending.read_month(month) if month else calendar_day(api.floor.clock()).replace(day=1)
    if chosen is None:
        raise problems.NotFound("There is no such month. Write a month as 2026-03.")
    sheet = SHEETS[return_kind](api.floor.store, who.operator, chosen)
    sent = sending.sent_returns(api.floor.store, who.operator).get((return_kind, f"{chosen:%Y-%m}"), ())
    return ReturnSeen.of(sheet, month=f"{chosen:%Y-%m}", sent=sent)


def _with_links(renderer: rendering.PageRenderer, who: commands.Actor, found: ReturnSeen) -> dict[str, Any]:
    return {"sheet": found, "kind": found.name}


class ResultsSeen(SheetSeen):
    """Table results from a gaming day to another, and beside the exact edge."""

    first: str = ""
    last: str = ""
    bands: Sequence[Row] = ()


@site.resource("/results")
def results(api: TheApi, who: Watcher, first: Day = "", last: Day = "") -> ResultsSeen:
    """Table results of a period: the gaming day that goes on, or from one day to another."""
    try:
        today = clock.read_day(clock.gaming_day(api.floor.clock()))
        until = clock.read_day(last) if last else today
        since = clock.read_day(first) if first else until
    except ValueError as no:
        raise problems.NotFound(words_of(no)) from None
    if not timedelta() <= until - since <= timedelta(days=366):
        raise problems.NotFound("Choose a period of at most 366 days, its first day before its last.")
    store = api.floor.store
    beside = bands(store, who.operator, since, until)
    sheet = period_results(store, who.operator, since, until)
    return ResultsSeen.of(sheet, first=since.isoformat(), last=until.isoformat(), bands=beside.rows)


def _with_plot(_: rendering.PageRenderer, who: commands.Actor, found: ResultsSeen) -> dict[str, Any]:
    totals = found.totals() | {"table": say("All")} if len(found.rows) > 1 else None
    return {
        "sheet": found,
        "plot": plot_bands(found.bands),
        "totals": totals,
        "unsolved": {row["game"]: row["title"] for row in found.bands if row.get("low_cents") is None},
        "beside": SheetSeen("bands", say("Results beside the exact edge"), BAND_COLUMNS, found.bands),
    }


results.page("table_results.html", more=_with_plot)
one_return.page("return.html", more=_with_links)

WIDTH, ROW, LEFT, RIGHT = 720, 46, 150, 24


def plot_bands(rows: Sequence[Row]) -> Markup:
    """The results of tables as a drawing: for each the band, what was expected, and what was won."""
    known = [row for row in rows if row.get("low_cents") is not None]
    if not known:
        return Markup()
    every = [row[name] for row in known for name in ("low_cents", "high_cents", "won_cents")]
    low, high = min(*every, 0), max(*every, 0)
    room = WIDTH - LEFT - RIGHT

    def x(cents: int) -> str:
        return f"{LEFT + room * (cents - low) / ((high - low) or 1):.1f}"

    parts = [f'<line class="rule" x1="{x(0)}" x2="{x(0)}" y1="0" y2="{ROW * len(known)}"/>']
    for place, row in enumerate(known):
        top = place * ROW
        wide = float(x(row["high_cents"])) - float(x(row["low_cents"]))
        words = say(
            "Table {table}: won {won}, expected {expected}, 95% from {low} to {high}",
            table=row["table"],
            won=dollars(row["won_cents"]),
            expected=dollars(row["expected_cents"]),
            low=dollars(row["low_cents"]),
            high=dollars(row["high_cents"]),
        )
        name = Markup.escape(say("Table {table}", table=row["table"]))
        parts.append(
            f"<g><title>{Markup.escape(words)}</title>"
            f'<text class="tick-y" x="{LEFT - 12}" y="{top + 28}">{name}</text>'
            f'<rect class="band" x="{x(row["low_cents"])}" y="{top + 10}" width="{wide:.1f}" height="{ROW - 20}"/>'
            f'<line class="exact" x1="{x(row["expected_cents"])}" x2="{x(row["expected_cents"])}" y1="{top + 6}" '
            f'y2="{top + ROW - 6}"/>'
            f'<circle class="found-dot" cx="{x(row["won_cents"])}" cy="{top + ROW // 2}" r="6"/></g>'
        )
    label = Markup.escape(say("What each table won, beside the band of the exact edge"))
    size = f"0 0 {WIDTH} {ROW * len(known)}"
    return Markup(  # noqa: S704  numbers and escaped words
        f'<svg class="chart" viewBox="{size}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


# Pages with forms, and the pit.


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of the list of returns."""
    page = form_pages.FormPage("/returns", "returns.html", _scene, _show_place, "/api/returns")
    form_pages.install(renderer, page)


def _scene(renderer: rendering.PageRenderer, _: Request, who: commands.Actor, __: str) -> forms.FormContext:
    return forms.FormContext(allow(who, WATCH_PIT), sending.PLACE, None, {})


def _show_place(renderer: rendering.PageRenderer, scene: forms.FormContext) -> Mapping[str, Any]:
    return {"seen": returns(renderer.api, scene.who)}


def return_items(api: Api, who: commands.Actor) -> Iterator[dict[str, Any]]:
    """The returns that are due, for the inbox of the pit."""
    for kind, month in sending.due_returns(api.floor.store, who.operator, api.floor.clock()):
        theirs = may(who, "SendReturn")
        why = "" if theirs else say("For those who send returns.")
        words = say("The return of {month} is due.", month=f"{month:%m.%Y}")
        said = {
            "table": "",
            "kind": "return",
            "id": f"{kind}-{month:%Y-%m}",
            "title": translate(sending.RETURNS[kind].title),
        }
        yield said | {
            "words": words,
            "at": clock.stamp(datetime.combine(sending.next_month(month), time(), clock.SYDNEY)),
            "theirs": theirs,
            "why": why,
        }
