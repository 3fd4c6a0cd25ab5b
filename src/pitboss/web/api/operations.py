"""What whoever runs the floor sees of it: measures, health, and a log line for each request."""

import hmac
import logging
import shutil
import time
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.people.permission import PATRON
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, token_of

log = logging.getLogger("pitboss.api")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The methods that a measure names; a client may send any word, and all others are one."""


class Measured:
    """Counts, times and logs every request by the pattern of its route, which names nobody."""

    def __init__(self, app: ASGIApp, api: Api) -> None:
        self.app, self.api = app, api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, note)
        finally:
            self._count(scope, status, time.perf_counter() - start)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.api.metrics.requests.labels(method, route, status).inc()
        self.api.metrics.request_seconds.labels(method, route).observe(seconds)
        told = {"method": method, "route": route, "status": status, "ms": round(seconds * 1_000, 1)}
        log.info("request", extra=told)


def room_left(api: Api) -> int | None:
    """The bytes that are free on the disk of an embedded store; none for a database that has its own."""
    where = api.floor.store.engine.url.database
    return shutil.disk_usage(Path(where).parent).free if api.floor.store.is_sqlite and where else None


def install(app: FastAPI, api: Api, metrics_token: str = "") -> None:
    """Measure the application and the floor behind it, and say how they are."""
    app.add_middleware(Measured, api=api)

    @app.get("/healthz", tags=["operations"])
    def healthz(response: Response) -> dict[str, str]:
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

    @app.get("/metrics", tags=["operations"])
    def metrics(request: Request) -> Response:
        """The measures of this process, for Prometheus: with the token that the server was started with, or for
        somebody of the house or an inspector who is signed in."""
        has_token = metrics_token and hmac.compare_digest(token_of(request).encode(), metrics_token.encode())
        if not has_token and api.who(request).role == PATRON:
            raise problems.NotAllowed("The measures are for the house and for inspectors.")
        return Response(api.metrics.text(), media_type="text/plain; version=0.0.4")
