"""An order of the pit that moves a table's edge: its exact edge is seen first, and confirmed with the house behind."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.datastructures import FormData

from pitboss.floor.people.permission import WATCH_PIT
from pitboss.floor.service.commands import FloorTable
from pitboss.floor.service.forms import PIT
from pitboss.floor.tables.edges import OfferCommand, changed_choices, offer_of
from pitboss.messages import words_of
from pitboss.play import Refused
from pitboss.web.api import problems
from pitboss.web.api.dependencies import FRAGMENT, TableName, allow
from pitboss.web.api.table_data import rules_of
from pitboss.web.edge_preview import EdgeChange, edge_change
from pitboss.web.lab_jobs.questions import query_of as lab_query
from pitboss.web.pages.form_fields import LEAST, MOST, UNIT, Unclear, edge_fields
from pitboss.web.pages.form_pages import forms_of
from pitboss.web.pages.forms import Scene, read_form
from pitboss.web.pages.rendering import PageRenderer

ASKED = frozenset({"do", "rule", "granted", "cents", "reason", "at", "patron"})
"""The fields of an order whose edge is shown first, besides its limits; what was seen is added to them."""


def asked_fields(form: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a form that say what is ordered, for the address of its edge."""
    limits = (LEAST, MOST, UNIT)
    return {name: str(form[name])[:200] for name in form if (name in ASKED or name.startswith(limits)) and form[name]}


def needs_edge_first(wanted: Any, floor_table: FloorTable) -> bool:
    """Say whether the edge of what is ordered is to be seen before it is given."""
    if not isinstance(wanted, OfferCommand) or wanted.seen is not None:
        return False
    try:
        return bool(changed_choices(offer_of(floor_table.open_state), wanted.offer(floor_table.state)))
    except Refused:  # it is refused whatever its edge
        return False


def install(renderer: PageRenderer) -> None:
    """The routes of an order's edge."""
    router, api = renderer.router, renderer.api

    def weighed(table: str, request: Request) -> tuple[dict[str, str], EdgeChange]:
        who = allow(renderer.identify(request), WATCH_PIT)
        floor_table = api.table(request, who.operator, table)
        said = asked_fields(request.query_params)
        scene = Scene(who, PIT, floor_table.state, {"table": table}, rules_of(floor_table))
        offer = forms_of(scene).offers.get(said.get("do", ""))
        if offer is None or not issubclass(offer.command, OfferCommand):
            raise problems.NotFound("This does not change the edge.")
        try:
            return said, edge_change(api, who, offer.command(**read_form(offer, FormData(said), scene)))
        except Unclear as unclear:
            raise problems.NotFound(words_of(unclear)) from None
        except Refused as no:
            raise problems.NotFound(words_of(no)) from None

    @router.get("/pit/tables/{table}/edge.json")
    def data(table: TableName, request: Request) -> Response:
        """The same as plain data, as the API answers it."""
        return JSONResponse(weighed(table, request)[1].data())

    @router.get("/pit/tables/{table}/edge")
    def edge(table: TableName, request: Request) -> Response:
        """The edge that a table has now, and the one that an order would give it."""
        said, found = weighed(table, request)
        now, then = found.now, found.then
        shown: dict[str, Any] = {"name": table, "now": now, "then": then, "words": found.words}
        shown["fields"] = said | edge_fields(then)
        jobs = [each.job for each in (then, now) if each is not None and each.job is not None]
        shown["jobs"] = [(job, api.lab_jobs.count_ahead(job)) for job in jobs]
        shown["lab"] = f"/lab/{then.least.asked.game}{lab_query(then.least.asked)}" if then.least is not None else ""
        shown["address"] = f"{request.url.path}?{urlencode(said)}"
        template = "_pit_edge.html" if FRAGMENT in request.headers else "pit_edge.html"
        return renderer.page(request, template, twin=f"/pit/tables/{table}/edge.json?{urlencode(said)}", **shown)
