"""The API as an application: every route, with its measures and its log."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from fastapi import FastAPI, Request, Response

from pitboss.floor.desk import Desk, Prepared
from pitboss.floor.people.signin import Desk as SignIn
from pitboss.floor.premises import Do
from pitboss.floor.service import Floor
from pitboss.floor.store import Written
from pitboss.floor.tables.events import RoundEnded
from pitboss.web.api import inspect, orders, patrons, people, problems, rounds, rulebook, tables
from pitboss.web.api.shared import Api
from pitboss.web.pages import install as install_pages

log = logging.getLogger("pitboss.api")

Next = Callable[[Request], Awaitable[Response]]


def make_api(floor: Floor, sign_in: SignIn, offices: Mapping[type, Do] = MappingProxyType({})) -> FastAPI:
    """The application: a floor, who signs in, and the offices that carry out what is not a table's."""
    app = FastAPI(
        title="Pitboss",
        version="1",
        description="What a table, a dealer, the pit, a patron or an inspector does. Amounts are whole cents.",
        openapi_url="/api/openapi.json",
        docs_url="/api/docs",
        redoc_url=None,
    )
    api = Api(floor, sign_in, offices)
    app.state.api = api
    problems.install(app)
    _measured(app, api)
    people.install(app, api)
    tables.install(app, api)
    rounds.install(app, api)
    patrons.install(app, api)
    inspect.install(app, api)
    rulebook.install(app)
    orders.install(app, api)
    install_pages(app, api)
    return app


def _measured(app: FastAPI, api: Api) -> None:
    """Count and time every request by the pattern of its route, and log it so."""

    @app.middleware("http")
    async def measure(request: Request, go_on: Next) -> Response:
        start = time.perf_counter()
        response = await go_on(request)
        seconds = time.perf_counter() - start
        route = getattr(request.scope.get("route"), "path", "")
        api.metrics.requests.labels(request.method, route, response.status_code).inc()
        api.metrics.request_seconds.labels(request.method, route).observe(seconds)
        told = {"method": request.method, "route": route, "status": response.status_code}
        log.info("request", extra=told | {"ms": round(seconds * 1000, 1)})
        return response

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
