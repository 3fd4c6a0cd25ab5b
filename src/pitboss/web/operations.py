"""Measures and health, for the people who run the server."""

import hmac
import shutil
from pathlib import Path

from fastapi import Request, Response

from pitboss.floor.people.permission import PATRON
from pitboss.web.api import dependencies, problems
from pitboss.web.resource import Site

site = Site("operations")


def room_left(api: dependencies.Api) -> int | None:
    """The bytes that are free on the disk of an embedded store; none for a database that has its own."""
    where = api.floor.store.engine.url.database
    return shutil.disk_usage(Path(where).parent).free if api.floor.store.is_sqlite and where else None


@site.api.get("/healthz")
def healthz(api: dependencies.TheApi, response: Response) -> dict[str, str]:
    """Whether the process takes orders, its store answers and its disk has room."""
    if not api.floor.is_running:
        raise problems.NotRunning("The floor takes no orders.")
    api.floor.store.last_position  # noqa: B018  it asks the store
    free = room_left(api)
    if free is not None and free < api.limits.disk_bytes:
        response.status_code = 503
        room, least = free // 2**20, api.limits.disk_bytes // 2**20
        return {"status": "disk full", "reason": f"The store's disk has {room} MiB left, less than {least} MiB."}
    return {"status": "ok"}


@site.api.get("/metrics")
def metrics(api: dependencies.TheApi, request: Request) -> Response:
    """The measures of this process, for Prometheus: with the token that the server was started with, or for a person of
    the house or an inspector who is signed in."""
    wanted: str = request.app.state.metrics_token
    has_token = wanted and hmac.compare_digest(dependencies.token_of(request).encode(), wanted.encode())
    if not has_token and api.identify(request).role == PATRON:
        raise problems.NotAllowed("Only staff and inspectors can see the measures.")
    return Response(api.metrics.text(), media_type="text/plain; version=0.0.4")
