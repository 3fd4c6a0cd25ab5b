"""The pit as resources: tables at a glance and one by one, what waits, people, mis-payments, the shift report; and the
stream of all of it as it changes."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from datetime import date
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from pitboss.floor.service.clock import gaming_day, read_day
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stream
from pitboss.report.registers import mispayment_register
from pitboss.report.sheet import Sheet
from pitboss.report.shift import shift_report
from pitboss.web.api import problems
from pitboss.web.api.hub import EVERYWHERE
from pitboss.web.api.pit_view import number_of, people_data, pit_data, table_data
from pitboss.web.api.shared import Api, EventStream, TableName, Watcher, token_of
from pitboss.web.api.tables import KEEP_ALIVE, still

PIT = "pit"
PAUSE, EVERY = 0.15, 1.0
"""What happens within so many seconds is told at once; a busy floor is told of once a second."""
Day = Annotated[
    str,
    Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="A gaming day; today's if left out.", examples=["2026-03-02"]),
]


def csv_of(sheet: Sheet) -> Response:
    """A sheet as a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{sheet.name}.csv"'}
    return Response(sheet.csv(), media_type="text/csv; charset=utf-8", headers=headers)


def day_of(api: Api, day: str) -> date:
    """The gaming day that is asked for."""
    try:
        return read_day(day or gaming_day(api.floor.clock()))
    except ValueError as no:
        raise problems.NotFound(str(no)) from None


def install(app: FastAPI, api: Api) -> None:
    """The routes of the pit."""

    @app.get("/api/pit", tags=[PIT], responses=problems.RESPONSES)
    def pit(who: Watcher) -> dict[str, Any]:
        """The tables of the house at a glance, what waits for a decision, and the notices that run."""
        return pit_data(api, who)

    @app.get("/api/pit/tables/{table}", tags=[PIT], responses=problems.RESPONSES)
    def one(table: TableName, who: Watcher, request: Request) -> dict[str, Any]:
        """A table with all that is run at it: float, slips, signs, people, orders."""
        return table_data(api, api.desk(request, who.operator, table), who)

    @app.get("/api/pit/people", tags=[PIT], responses=problems.RESPONSES)
    def people(who: Watcher) -> dict[str, Any]:
        """The staff of the house, and where they are."""
        return {"people": people_data(api, who.operator)}

    @app.get("/api/pit/mispayments", tags=[PIT], responses=problems.RESPONSES)
    def mispayments(who: Watcher) -> dict[str, Any]:
        """The register of mis-payments."""
        return mispayment_register(api.floor.store, who.operator).data()

    @app.get("/api/pit/mispayments.csv", tags=[PIT], responses=problems.RESPONSES)
    def mispayments_csv(who: Watcher) -> Response:
        """The register of mis-payments as CSV."""
        return csv_of(mispayment_register(api.floor.store, who.operator))

    @app.get("/api/pit/shift", tags=[PIT], responses=problems.RESPONSES)
    def shift(who: Watcher, day: Day = "") -> dict[str, Any]:
        """The shift report of a gaming day; an empty one says so."""
        chosen = day_of(api, day)
        return {"day": chosen.isoformat()} | shift_report(api.floor.store, who.operator, chosen).data()

    @app.get("/api/pit/shift.csv", tags=[PIT], responses=problems.RESPONSES)
    def shift_csv(who: Watcher, day: Day = "") -> Response:
        """The shift report of a gaming day as CSV."""
        return csv_of(shift_report(api.floor.store, who.operator, day_of(api, day)))

    @app.get("/api/pit/stream", tags=[PIT], responses=problems.RESPONSES)
    async def stream(
        who: Watcher, request: Request, last: Annotated[int, Header(alias="Last-Event-ID", ge=0, le=2**53)] = 0
    ) -> EventStream:
        """The pit as it changes, each state numbered; a client that was cut off says which number it has."""
        events = _events(api, who, token_of(request), last)
        return EventStream(api, token_of(request), events)


async def _events(api: Api, who: Actor, token: str, last: int) -> AsyncIterator[str]:
    """The pit's numbers as they grow; whoever hears one asks for what it shows them."""
    yield "retry: 1000\n\n"
    told_at = 0.0
    with api.hub.watch(Stream(who.operator, EVERYWHERE)) as watch:
        while True:
            number = await run_in_threadpool(number_of, api, who.operator)
            if number != last:
                last, told_at = number, time.monotonic()
                yield f"id: {last}\nevent: table\ndata: {json.dumps({'number': last})}\n\n"
            changed = await watch.changed(KEEP_ALIVE)
            if api.hub.has_ended:
                return
            if not still(api, token):
                yield "event: signed-out\ndata: {}\n\n"
                return
            if changed:
                await asyncio.sleep(max(PAUSE, told_at + EVERY - time.monotonic()))
            else:
                yield ": here\n\n"
