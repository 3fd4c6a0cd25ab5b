"""What whoever runs the floor sees of it: measures, health, and a log line for each request."""

import logging
import time

from fastapi import FastAPI, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.desk import Desk, Prepared
from pitboss.floor.store import Written
from pitboss.floor.tables.events import RoundEnded
from pitboss.web.api import problems
from pitboss.web.api.metrics import Metrics
from pitboss.web.api.shared import Api

log = logging.getLogger("pitboss.api")


class Measured:
    """Counts, times and logs every request by the pattern of its route, which names nobody."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

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
        self.metrics.requests.labels(scope["method"], route, status).inc()
        self.metrics.request_seconds.labels(scope["method"], route).observe(seconds)
        told = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1_000, 1)}
        log.info("request", extra=told)


def install(app: FastAPI, api: Api) -> None:
    """Measure the application and the floor behind it, and say how they are."""
    app.add_middleware(Measured, metrics=api.metrics)

    def count(desk: Desk, prepared: Prepared, written: Written) -> None:
        api.metrics.events.inc(len(written.positions))
        for event in prepared.events:
            if isinstance(event, RoundEnded) and desk.state.table is not None:
                api.metrics.rounds.labels(desk.state.table.game.rules.game.name).inc()

    api.floor.listeners.append(count)

    @app.get("/healthz", tags=["operations"])
    def healthz() -> dict[str, str]:
        """Whether the process takes orders and its store answers."""
        if not api.floor.is_running:
            raise problems.NotRunning("The floor takes no orders.")
        api.floor.store.last_position  # noqa: B018  it asks the store
        return {"status": "ok"}

    @app.get("/metrics", tags=["operations"])
    def metrics() -> Response:
        """The measures of this process, for Prometheus."""
        return Response(api.metrics.text(), media_type="text/plain; version=0.0.4")
