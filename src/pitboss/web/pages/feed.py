"""The stream of a page: the number of what is new at its table, the same few bytes for everybody who watches.

What somebody sees is made when their page asks for it, and only the newest: a page that falls behind misses nothing
but what is past. A stream keeps no session alive.
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Header, Request
from starlette.concurrency import run_in_threadpool

from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.store import Stream
from pitboss.web.api.shared import COOKIE, Api, EventStream, TableName
from pitboss.web.api.tables import KEEP_ALIVE
from pitboss.web.pages.shell import Shell

Last = Annotated[int, Header(alias="Last-Event-ID", ge=0, le=2**53)]


def install(shell: Shell) -> None:
    """The route of a page's stream."""
    api = shell.api

    @shell.router.get("/tables/{table}/feed")
    async def feed(table: TableName, request: Request, last: Last = 0) -> EventStream:
        """Tell a page whenever something is new at its table."""
        token = request.cookies.get(COOKIE, "")
        who = api.sign_in.peek(token)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        return EventStream(api, token, _numbers(api, desk.stream, token, last))


async def _numbers(api: Api, stream: Stream, token: str, last: int) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    with api.hub.watch(stream) as watch:
        while True:
            number = api.floor.desk(stream).state.length
            if number != last:
                last = number
                yield f"id: {last}\nevent: table\ndata: {last}\n\n"
            changed = await watch.changed(KEEP_ALIVE)
            if api.hub.has_ended:
                return
            try:
                api.sign_in.peek(token)
            except NotSignedIn:
                yield "event: signed-out\ndata: {}\n\n"
                return
            if not changed:
                yield ": here\n\n"
