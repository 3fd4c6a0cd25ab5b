"""The inspector: the log searched, and what lies with them.

Nothing here is changed but what the clauses let an inspector do: approve what is theirs to approve, end a complaint,
take over whoever was found with a prohibited device.
"""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.people.permission import INSPECT
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.devices import TakeOverDevice
from pitboss.floor.tables.dispute_state import COMPLAINT
from pitboss.floor.tables.disputes import CloseComplaint
from pitboss.floor.tables.orders import APPROVED, FIRST, InspectorApproves
from pitboss.floor.tables.state import OpenState
from pitboss.law import TITLES
from pitboss.report.registers import REGISTERS
from pitboss.web.api.inspecting import Question, searched
from pitboss.web.api.pit_view import desks
from pitboss.web.api.shared import TableName, allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear, carry_out
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.twins import twin

PAGE = 25
TITLES_OF = {name: REGISTERS[name].title for name in REGISTERS} | {"mispayments": "Mis-payments"}


def install(shell: Shell) -> None:
    """The routes of an inspector."""
    router, api = shell.router, shell.api
    twin(router, "/inspect.json", "/api/inspect/search")

    def inspector(request: Request) -> Actor:
        return allow(shell.who(request), INSPECT)

    def home(request: Request, asked: Question, notice: Any = None, status: int = 200) -> Response:
        who = inspector(request)
        found = searched(api, who, asked, PAGE)
        query = _query(asked)
        more = {"asked": asked, "found": found, "query": query, "older": _query(asked, before=found.next or 0)}
        more |= {"complaints": _complaints(shell, who), "approvals": _approvals(shell, who), "titles": TITLES_OF}
        more["devices"] = _devices(shell, who)
        more |= {"tables": [desk.journal.table for desk in desks(api, who.operator)], "since_all": bool(query)}
        twin_ = f"/api/inspect/search?{query}"
        return shell.page(request, "inspect.html", status=status, notice=notice, twin=twin_, **more)

    @router.get("/inspect")
    def look(request: Request, asked: Annotated[Question, Query()]) -> Response:
        """The search of the log, and what it found."""
        return home(request, asked)

    @router.post("/inspect/tables/{table}")
    async def decide(table: TableName, request: Request) -> Response:
        """Take what the clauses let an inspector decide."""
        who = inspector(request)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        notice = await carry_out(shell, desk, _decided(table, Fields(form)), who, form)
        if notice is None:
            return RedirectResponse("/inspect", 303)
        return await run_in_threadpool(home, request, Question.model_validate({}), notice, 409)


def _query(asked: Question, **changed: Any) -> str:
    """A question as the part of an address that asks it."""

    said = {name: value for name, value in (asked.model_dump() | changed).items() if value}
    return urlencode({name: "true" if value is True else value for name, value in said.items()})


def _complaints(shell: Shell, who: Actor) -> list[dict[str, Any]]:
    """The complaints that lie with an inspector."""
    found = [(desk, dispute) for desk in desks(shell.api, who.operator) for dispute in desk.state.disputes]
    return [{"table": desk.journal.table} | dispute._asdict() for desk, dispute in found if dispute.status == COMPLAINT]


def _devices(shell: Shell, who: Actor) -> list[dict[str, Any]]:
    """The prohibited devices that nobody has taken over yet."""
    found = [(desk, report) for desk in desks(shell.api, who.operator) for report in desk.state.devices]
    return [{"table": desk.journal.table} | report._asdict() for desk, report in found]


def _approvals(shell: Shell, who: Actor) -> list[dict[str, str]]:
    """What an inspector may approve before it is done, at each open table whose game has it."""
    wanted = [rule for rule, first in FIRST.items() if APPROVED in first]
    found: list[dict[str, str]] = []
    for desk in desks(shell.api, who.operator):
        state = desk.state
        if not isinstance(state, OpenState):
            continue
        table = state.table
        known = table.game.rules.edition.citations(table.game.rules.game)
        done = {(told.who, told.about) for told in state.told}
        found += [
            {"table": desk.journal.table, "rule": str(rule), "title": TITLES[rule]}
            for rule in wanted
            if rule in known and (APPROVED, rule) not in done and rule not in table.game.rules.granted
        ]
    return found


def _decided(table: str, fields: Fields) -> list[Any] | Unclear:
    match fields.text("do"):
        case "close-complaint":
            return [CloseComplaint(table, fields.text("dispute"), fields.text("finding"))]
        case "take-over":
            return [TakeOverDevice(table, fields.text("report"), words=fields.text("words"))]
        case "approve":
            return [InspectorApproves(table, fields.text("rule"))]
    return Unclear("This form is not one of ours.")
