"""The pit: tables at a glance, what waits for somebody, and a page for each table with all that is run at it."""

from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.operators import operators
from pitboss.floor.people.permission import INSPECT, OFF_THE_FLOOR, WATCH_PIT, may
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.orders import FIRST
from pitboss.floor.tables.posts import POSTS
from pitboss.law import PERMISSIONS, TITLES, Key
from pitboss.web.api.pit_view import people_data, pit_data, table_data
from pitboss.web.api.shared import TableName, allow
from pitboss.web.api.show import rules_of
from pitboss.web.pages import moments
from pitboss.web.pages.felt import signed
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.pit_edge import asked_fields, edge_first
from pitboss.web.pages.pit_forms import command_of
from pitboss.web.pages.playing import FRAGMENT, carry_out
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.twins import twin

RESTRICTIONS = ("held-to-minimum", "held-in-later-shoes", "one-area-at-minimum")
"""What a player may be held to."""


def looks(who: Actor | None) -> list[tuple[str, str]]:
    """The pages of the house that somebody may look at, for the bar."""
    pages = ((WATCH_PIT, "/pit", "Pit"), (INSPECT, "/inspect", "Inspector"))
    return [(path, name) for right, path, name in pages if who is not None and may(who, right)]


def install(shell: Shell) -> None:
    """The routes of the pit."""
    router, api = shell.router, shell.api
    shell.templates.globals |= {"looks": looks}
    shell.templates.filters |= {"when": moments.when, "clock": moments.clock, "shown": moments.shown}
    shell.templates.filters |= {"parameter": moments.parameter, "day": moments.day, "signed": signed}
    twin(router, "/pit.json", "/api/pit")
    twin(router, "/pit/tables/{table}.json", "/api/pit/tables/{table}")

    def show(request: Request, notice: Any = None, status: int = 200) -> Response:
        """The pit at a glance."""
        who = allow(shell.who(request), WATCH_PIT)
        template = "_pit.html" if FRAGMENT in request.headers else "pit.html"
        data = pit_data(api, who)
        mine = [item for item in data["inbox"] if item["theirs"]]
        others = [item for item in data["inbox"] if not item["theirs"]]
        more = {"pit": data, "mine": mine, "others": others, "may": _may(who), "view": "pit"}
        return shell.page(request, template, status=status, notice=notice, twin="/api/pit", **more)

    def show_table(request: Request, table: str, notice: Any = None, status: int = 200) -> Response:
        """One table of the pit."""
        who = allow(shell.who(request), WATCH_PIT)
        desk = api.desk(request, who.operator, table)
        template = "_pit_table.html" if FRAGMENT in request.headers else "pit_table.html"
        data = table_data(api, desk, who)
        more = {"table": data, "may": data["may"], "view": "table", "posts": POSTS, "people": _staff(who)}
        more |= {"restrictions": _titles(RESTRICTIONS), "first": _titles(FIRST)}
        more |= {"permissions": _titles(sorted(PERMISSIONS)), "signs": operators()[who.operator].notice}
        rules = rules_of(desk)
        more |= {"applies": lambda name: rules is not None and rules.applies(Key(name))}
        return shell.page(request, template, status=status, notice=notice, twin=f"/api/pit/tables/{table}", **more)

    def _staff(who: Actor) -> list[dict[str, Any]]:
        return [row for row in people_data(api, who.operator) if row["role"] not in OFF_THE_FLOOR]

    @router.get("/pit")
    def pit(request: Request) -> Response:
        """The pit."""
        return show(request)

    @router.get("/pit/tables/{table}")
    def one(table: TableName, request: Request) -> Response:
        """A table of the pit."""
        return show_table(request, table)

    @router.post("/pit/tables/{table}")
    async def order(table: TableName, request: Request) -> Response:
        """Take what somebody in the pit orders at a table."""
        who = allow(shell.who(request), WATCH_PIT)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        wanted = command_of(table, Fields(form), desk.state)
        if edge_first(wanted, desk):
            return RedirectResponse(f"/pit/tables/{table}/edge?{urlencode(asked_fields(form))}", 303)
        notice = await carry_out(shell, desk, wanted, who, form)
        is_pit = form.get("view") == "pit"
        if notice is None:
            return RedirectResponse("/pit" if is_pit else f"/pit/tables/{table}", 303)
        if is_pit:
            return await run_in_threadpool(show, request, notice, 409)
        return await run_in_threadpool(show_table, request, table, notice, 409)


def _may(who: Actor) -> list[str]:
    names = ("AcknowledgeAlert", "Approve", "Decline", "RuleOn", "RuleOnDispute", "OpenTable", "NoteMispayment")
    return [name for name in names if may(who, name)]


def _titles(names: Any) -> dict[str, str]:
    return {str(name): TITLES[Key(name)] for name in names}
