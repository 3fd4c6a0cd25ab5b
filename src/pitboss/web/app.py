"""The application: the API with every route there is, and the pages that show its resources."""

from fastapi import FastAPI

from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.people.signin import Desk as SignIn
from pitboss.floor.service.floor import Floor
from pitboss.web.api import (
    answers,
    edges,
    inspect,
    inspecting,
    lab,
    operations,
    orders,
    passwords,
    patrons,
    people,
    pit,
    practice,
    problems,
    rounds,
    rulebook,
    selfcheck,
    signage,
    tables,
    wire,
)
from pitboss.web.api.shared import Api, token_of
from pitboss.web.limits import Gate, Limits
from pitboss.web.pages import install as install_pages


def make_api(
    floor: Floor,
    sign_in: SignIn,
    upkeep: Upkeep | None = None,
    limits: Limits | None = None,
    metrics_token: str = "",
) -> FastAPI:
    """The application: a floor, who signs in, and the upkeep that looks after it all; the measures have a token."""
    app = FastAPI(
        title="Pitboss",
        version="1",
        description="What a table, a dealer, the pit, a patron or an inspector does. Amounts are whole cents.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # it would send people on to whatever host their request named
    )
    api = Api()
    api.serve(floor, sign_in, upkeep, limits)
    app.state.api = api
    wire.install(app)
    problems.install(app)
    app.add_middleware(wire.Positions, api=api)
    app.add_middleware(Gate, limits=api.limits, token_of=token_of)
    operations.install(app, api, metrics_token)
    people.install(app, api)
    passwords.install(app, api)
    tables.install(app, api)
    signage.install(app, api)
    rounds.install(app, api)
    patrons.install(app, api)
    inspect.install(app, api)
    inspecting.install(app, api)
    pit.install(app, api)
    edges.install(app, api)
    rulebook.install(app)
    lab.install(app, api)
    practice.install(app, api)
    orders.install(app, api)
    if upkeep is not None:
        selfcheck.install(app, api, upkeep)
    answers.install(app)
    install_pages(app, api)
    return app
