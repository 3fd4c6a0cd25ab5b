"""Tables as resources: the list, one as its viewer sees it, and the stream of it as it changes."""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import FastAPI, Header, Request, Response
from starlette.concurrency import run_in_threadpool

from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stream
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, EventStream, IfNoneMatch, TableName, Who, token_of
from pitboss.web.api.show import table_row, table_view

KEEP_ALIVE = 15.0
"""How often a silent stream says that it is still there."""

_PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Authorization, Cookie"}


def install(app: FastAPI, api: Api) -> None:
    """The routes of tables."""

    @app.get("/api/tables", tags=["tables"], responses=problems.RESPONSES)
    def tables(who: Who) -> dict[str, Any]:
        """The tables of the asker's house."""
        streams = api.floor.store.streams(who.operator, "table")
        return {"tables": [table_row(api.floor.desk(stream), who) for stream in streams]}

    @app.get("/api/tables/{table}", tags=["tables"], responses=problems.RESPONSES | {304: {"description": "As it was"}})
    def one(table: TableName, who: Who, request: Request, response: Response, known: IfNoneMatch = "") -> Any:
        """A table as the asker sees it; its ETag changes with everything that happens there."""
        shown = table_view(api.desk(request, who.operator, table), who)
        headers = _PRIVATE | {"ETag": f'"{shown["number"]}"'}
        if headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(status_code=304, headers=headers)
        response.headers.update(headers)
        return shown

    @app.get("/api/tables/{table}/stream", tags=["tables"], responses=problems.RESPONSES)
    async def stream(
        table: TableName,
        who: Who,
        request: Request,
        last: Annotated[int, Header(alias="Last-Event-ID", ge=0, le=2**53)] = 0,
    ) -> EventStream:
        """The table as it changes, each state numbered; a client that was cut off says which number it has.

        A stream keeps no session alive: it ends when the session does.
        """
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        events = _events(api, desk.stream, who, token_of(request), last)
        return EventStream(api, token_of(request), events)


async def _events(api: Api, stream: Stream, who: Actor, token: str, last: int) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    with api.hub.watch(stream) as watch:
        while True:
            shown = table_view(api.floor.desk(stream), who)
            if shown["number"] != last:
                last = shown["number"]
                yield f"id: {last}\nevent: table\ndata: {json.dumps(shown, separators=(',', ':'))}\n\n"
            changed = await watch.changed(KEEP_ALIVE)
            if api.hub.has_ended:
                return
            if not still(api, token):
                yield "event: signed-out\ndata: {}\n\n"
                return
            if not changed:
                yield ": here\n\n"


def still(api: Api, token: str) -> bool:
    """Whether a session goes on."""
    try:
        api.sign_in.peek(token)
    except NotSignedIn:
        return False
    return True
