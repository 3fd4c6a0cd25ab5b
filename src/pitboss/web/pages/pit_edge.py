"""An order of the pit that moves a table's edge: its exact edge is seen first, and confirmed with the house behind."""

from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from starlette.datastructures import FormData

from pitboss.floor.offers import OFFERS
from pitboss.floor.people.permission import WATCH_PIT
from pitboss.play import Refused
from pitboss.web.api import problems
from pitboss.web.api.edges import moved, query_of, words_of
from pitboss.web.api.shared import TableName, allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.lab.asking import query_of as lab_query
from pitboss.web.pages.pit_forms import command_of
from pitboss.web.pages.playing import FRAGMENT, Unclear
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.sign_edge import seen_fields
from pitboss.web.pages.twins import twin

ASKED = ("do", "rule", "granted", "dollars", "reason")
"""The fields of an order whose edge is shown first; what was seen is added to them."""


def install(shell: Shell) -> None:
    """The route of an order's edge."""
    router, api = shell.router, shell.api
    twin(router, "/pit/tables/{table}/edge.json", "/api/pit/tables/{table}/edge")

    @router.get("/pit/tables/{table}/edge")
    def edge(table: TableName, request: Request) -> Response:
        """The edge that a table has now, and the one that an order would give it."""
        who = allow(shell.who(request), WATCH_PIT)
        desk = api.desk(request, who.operator, table)
        said = {name: request.query_params[name] for name in ASKED if name in request.query_params}
        commands = command_of(table, Fields(FormData(said)), desk.state)
        if isinstance(commands, Unclear) or type(commands[0]) not in OFFERS:
            words = str(commands) if isinstance(commands, Unclear) else "This changes nothing of the edge."
            raise problems.NotFound(words)
        try:
            now, then = moved(api, desk, who, commands[0])
        except Refused as no:
            raise problems.NotFound(str(no)) from None
        shown: dict[str, Any] = {"name": table, "now": now, "then": then, "words": words_of(commands[0])}
        shown["fields"] = said | seen_fields(then)
        shown["jobs"] = [(job, api.solves.before(job)) for job in (then.job, now.job) if job is not None]
        shown["lab"] = f"/lab/{then.asked.game}{lab_query(then.asked)}" if then.asked is not None else ""
        shown["address"] = f"{request.url.path}?{urlencode(said)}"
        template = "_pit_edge.html" if FRAGMENT in request.headers else "pit_edge.html"
        asked = urlencode(query_of(commands[0]))
        return shell.page(request, template, twin=f"/api/pit/tables/{table}/edge?{asked}", **shown)
