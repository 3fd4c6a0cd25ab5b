"""Calling a supervisor from a table or its console."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.people.permission import PATRON, may
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import table_stream
from pitboss.floor.tables.alerts import CALL
from pitboss.floor.tables.calls import CallSupervisor
from pitboss.floor.tables.state import OpenState
from pitboss.web.api.shared import TableName
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import FRAGMENT, PAGES, carry_out
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.voiding import has_power_to_void

REASONS = (
    "A question about the rules",
    "A card fell or was mishandled",
    "A payout is wrong",
    "A dispute",
    "Something else",
)
"""What a supervisor is usually called for."""


def install(shell: Shell) -> None:
    """The route of calls."""
    router, api = shell.router, shell.api

    def summons(who: Actor | None, table: str) -> dict[str, Any] | None:
        """How a call for a supervisor stands for whoever looks at a table; nothing where they may not call."""
        if who is None or not may(who, "CallSupervisor"):
            return None
        desk = api.floor.desk(table_stream(who.operator, table))
        is_open = isinstance(desk.state, OpenState)
        own = [alert for alert in desk.state.alerts if alert.kind == CALL and alert.by == who.person]
        others = [alert for alert in desk.state.alerts if alert.kind == CALL and alert.by != who.person]
        may_void = is_open and has_power_to_void(desk, who)
        seen = {"called": bool(own), "others": bool(others) and who.role != PATRON, "may_void": may_void}
        return seen | {"open": is_open, "reasons": REASONS}

    shell.templates.globals |= {"summons": summons}

    @router.post("/tables/{table}/call")
    async def call(table: TableName, request: Request) -> Response:
        """Call for a supervisor."""
        who = shell.who(request)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        reason = Fields(form).text("reason")
        notice = await carry_out(shell, desk, [CallSupervisor(table, reason)], who, form)
        if notice is not None and FRAGMENT not in request.headers:  # a page that follows its table shows what stands
            return shell.page(request, "error.html", status=409, words=notice["words"])
        return RedirectResponse(f"/tables/{table}{PAGES.get(str(form.get('view')), '')}", 303)
