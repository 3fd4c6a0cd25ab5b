"""An order of the pit that moves a table's edge: its exact edge is seen first, and confirmed with the house behind."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.datastructures import FormData

from pitboss.floor.people.permission import WATCH_PIT
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.edges import moves, offer_of
from pitboss.floor.tables.offers import OFFERS
from pitboss.play import Refused
from pitboss.web.api import problems
from pitboss.web.api.edges import Moved, moved
from pitboss.web.api.shared import TableName, allow
from pitboss.web.pages.fields import LEAST, MOST, UNIT, Fields
from pitboss.web.pages.lab.asking import query_of as lab_query
from pitboss.web.pages.pit_forms import command_of
from pitboss.web.pages.playing import FRAGMENT, Unclear
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.sign_edge import seen_fields

ASKED = frozenset({"do", "rule", "granted", "dollars", "reason", "how", "at", "patron"})
"""The fields of an order whose edge is shown first, besides its limits; what was seen is added to them."""


def asked_fields(form: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a form that say what is ordered, for the address of its edge."""
    limits = (LEAST, MOST, UNIT)
    return {name: str(form[name])[:200] for name in form if (name in ASKED or name.startswith(limits)) and form[name]}


def edge_first(wanted: list[Any] | Unclear, desk: Desk) -> bool:
    """Say whether the edge of what is ordered is to be seen before it is given."""
    if isinstance(wanted, Unclear) or type(wanted[0]) not in OFFERS or wanted[0].edge is not None:
        return False
    try:
        return bool(moves(offer_of(desk.open_state), OFFERS[type(wanted[0])](wanted[0], desk.state)))
    except Refused:  # it is refused whatever its edge
        return False


def install(shell: Shell) -> None:
    """The routes of an order's edge."""
    router, api = shell.router, shell.api

    def weighed(table: str, request: Request) -> tuple[dict[str, str], Moved]:
        who = allow(shell.who(request), WATCH_PIT)
        desk = api.desk(request, who.operator, table)
        said = asked_fields(request.query_params)
        commands = command_of(table, Fields(FormData(said)), desk.state)
        if isinstance(commands, Unclear) or type(commands[0]) not in OFFERS:
            words = str(commands) if isinstance(commands, Unclear) else "This changes nothing of the edge."
            raise problems.NotFound(words)
        try:
            return said, moved(api, who, commands[0])
        except Refused as no:
            raise problems.NotFound(str(no)) from None

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
        shown["fields"] = said | seen_fields(then)
        jobs = [each.job for each in (then, now) if each is not None and each.job is not None]
        shown["jobs"] = [(job, api.solves.before(job)) for job in jobs]
        shown["lab"] = f"/lab/{then.least.asked.game}{lab_query(then.least.asked)}" if then.least is not None else ""
        shown["address"] = f"{request.url.path}?{urlencode(said)}"
        template = "_pit_edge.html" if FRAGMENT in request.headers else "pit_edge.html"
        return shell.page(request, template, twin=f"/pit/tables/{table}/edge.json?{urlencode(said)}", **shown)
