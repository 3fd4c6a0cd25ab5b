"""The application: the API with every route there is, and the pages that show its resources."""

from collections.abc import Mapping
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.routing import BaseRoute

from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.floor import Floor
from pitboss.locale import Catalogue
from pitboss.messages import message
from pitboss.web import (
    edge_preview,
    how_to_play,
    inspector,
    lab,
    lab_jackpot,
    lab_last_round,
    meters,
    operations,
    pages,
    patrons,
    people,
    pit,
    practice,
    promotions,
    reference,
    resource,
    returns,
    rulebook,
    tournaments,
)
from pitboss.web.api import dependencies, metrics, middleware, orders, problems, rounds
from pitboss.web.limits import Gate, RequestLimits
from pitboss.web.pages import (
    cashier,
    console,
    corrections,
    irregularities,
    office,
    opening,
    playing,
    rendering,
    sign_in,
)
from pitboss.web.pages import tournaments as tournament_pages

SITES = (
    sign_in.site,
    playing.site,
    console.site,
    irregularities.site,
    rounds.site,
    rulebook.site,
    how_to_play.site,
    meters.site,
    inspector.site,
    people.site,
    pit.site,
    lab.site,
    lab_jackpot.site,
    lab_last_round.site,
    operations.site,
    patrons.site,
    practice.site,
    edge_preview.site,
    tournaments.site,
    promotions.site,
    returns.site,
    reference.site,
)
"""What is declared as resources; a more special address comes before one that fits it too."""
PAGES = (
    office,
    cashier,
    meters,
    corrections,
    edge_preview,
    opening,
    tournament_pages,
    promotions,
    returns,
)


async def _not_found(request: Request, error: Exception) -> Response:
    """An address that nothing answers for is a page for a browser, and a problem for a program."""
    renderer: rendering.PageRenderer = request.app.state.renderer
    if request.url.path.startswith(("/api", "/static")) or "text/html" not in request.headers.get("accept", ""):
        return problems.problem(404, "Not found", "There is no such address.")
    response = renderer.error(request, 404, message("There is no page at this address."))
    for name, value in rendering.HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _is_asked_for_less(route: BaseRoute) -> bool:
    """Whether a route belongs to no table's page: those that do come first, as every open page asks for them often."""
    return not getattr(route, "path", "").startswith("/tables/")


def make_api(
    floor: Floor,
    sign_in: SignIn,
    upkeep: Upkeep | None = None,
    limits: RequestLimits | None = None,
    metrics_token: str = "",
    catalogues: Mapping[str, Catalogue] | None = None,
) -> FastAPI:
    """The application: a floor, who signs in, and the upkeep that looks after it all; the measures have a token. It
    speaks English, and the languages of catalogues."""
    app = FastAPI(
        title="Pitboss",
        version="1",
        description="What a table, a dealer, the pit, a patron or an inspector does. Amounts are whole cents.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # it would send people on to whatever host their request named
    )
    api = dependencies.Api()
    api.serve(floor, sign_in, upkeep, limits)
    app.state.api = api
    middleware.install(app)
    problems.install(app)
    app.add_middleware(middleware.Positions, api=api)
    app.add_middleware(Gate, limits=api.limits, token_of=dependencies.token_of)
    app.add_middleware(metrics.MeasuringMiddleware, api=api)
    if catalogues:
        app.add_middleware(middleware.RequestLanguage, catalogues=catalogues)
    app.state.languages = middleware.own_names(catalogues or {})
    app.state.metrics_token = metrics_token
    app.state.demonstration = None
    for site in SITES:
        app.router.routes += site.api.routes
    orders.install(app)
    resource.describe_values(app)
    renderer = app.state.renderer = rendering.PageRenderer(api)
    for site in SITES:
        app.router.routes += site.pages.routes
    for part in PAGES:
        part.install(renderer)
    app.include_router(renderer.router)
    app.router.routes.sort(key=_is_asked_for_less)
    app.add_exception_handler(404, _not_found)
    app.mount("/static", StaticFiles(directory=Path(pages.__file__).with_name("static")), name="static")
    return app
