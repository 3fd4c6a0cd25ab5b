"""The API as an application: every route there is."""

from collections.abc import Mapping
from types import MappingProxyType

from fastapi import FastAPI

from pitboss.floor.people.signin import Desk as SignIn
from pitboss.floor.premises import Do
from pitboss.floor.service import Floor
from pitboss.web.api import (
    inspect,
    inspecting,
    lab,
    operations,
    orders,
    patrons,
    people,
    pit,
    practice,
    problems,
    rounds,
    rulebook,
    tables,
)
from pitboss.web.api.shared import Api
from pitboss.web.pages import install as install_pages


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
    operations.install(app, api)
    people.install(app, api)
    tables.install(app, api)
    rounds.install(app, api)
    patrons.install(app, api)
    inspect.install(app, api)
    inspecting.install(app, api)
    pit.install(app, api)
    rulebook.install(app)
    lab.install(app, api)
    practice.install(app, api)
    orders.install(app, api)
    install_pages(app, api)
    return app
