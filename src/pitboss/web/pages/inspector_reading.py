"""What an inspector reads: a round step by step, the log verified, parameters with their history, registers."""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from pitboss.floor.audit.verifying import RUNNING
from pitboss.floor.people.permission import INSPECT
from pitboss.floor.service.commands import Actor
from pitboss.law.rules import Rules
from pitboss.play.round import PUBLIC
from pitboss.play.wager import Settlement
from pitboss.report.replay import acts_in_log, replay
from pitboss.report.settlements import net_cents
from pitboss.report.sheet import Row
from pitboss.web.api.inspecting import Moment, Table, history_of, past_of, register_of
from pitboss.web.api.pit_view import desks
from pitboss.web.api.shared import TableName, allow
from pitboss.web.api.show import settled, table_row
from pitboss.web.pages.felt import felt, signed
from pitboss.web.pages.inspector import TITLES_OF
from pitboss.web.pages.playing import FRAGMENT
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.twins import twin

TWINS = {
    "/inspect/tables/{table}/rounds/{number}.json": "/api/inspect/tables/{table}/rounds/{number}",
    "/inspect/verification.json": "/api/inspect/verification",
    "/inspect/parameters.json": "/api/inspect/parameters",
    "/inspect/registers/{name}.json": "/api/inspect/registers/{name}",
}
Number = Annotated[int, Path(ge=1, le=2**53)]


def install(shell: Shell) -> None:
    """The routes of an inspector's reading."""
    router, api = shell.router, shell.api
    for page, resource in TWINS.items():
        twin(router, page, resource)

    def inspector(request: Request) -> Actor:
        return allow(shell.who(request), INSPECT)

    @router.get("/inspect/tables/{table}/rounds/{number}")
    def one(
        table: TableName, number: Number, request: Request, step: Annotated[int, Query(ge=0, le=10_000)] = 1
    ) -> Response:
        """A round that is over, one step at a time."""
        who = inspector(request)
        past = past_of(api, request, who, table, number)
        desk = api.desk(request, who.operator, table)
        steps = list(replay(past, acts_in_log(api.floor.store, desk.stream, number)))
        at = min(max(step, 1), len(steps))
        now, last = steps[at - 1], steps[-1].round
        rules, shown = last.game.rules, felt(now.round, PUBLIC)
        more: dict[str, Any] = {"table": table_row(desk), "number": number, "at": at, "felt": shown}
        more |= {"now": now.told, "steps": [each.told for each in steps], "edition": rules.edition}
        more["last"] = {"lines": [_line(rules, done) for done in last.settlements]}
        more["chips"] = list(last.game.terms.chips.denominations)
        template = "_replay.html" if FRAGMENT in request.headers else "replay.html"
        return shell.page(request, template, twin=f"/api/inspect/tables/{table}/rounds/{number}", **more)

    @router.get("/inspect/verification")
    def verification(request: Request) -> Response:
        """The last verification of the log, or the one that is under way."""
        who = inspector(request)
        last, upkeep = api.verifications.last(who.operator), api.upkeep
        template = "_verification.html" if FRAGMENT in request.headers else "verification.html"
        more: dict[str, Any] = {"last": last, "titles": TITLES_OF, "is_running": last.state == RUNNING}
        more["whole"] = api.verifications.last_whole(who.operator)
        more["receipt"] = upkeep.receipts.get(who.operator) if upkeep is not None else None
        return shell.page(request, template, twin="/api/inspect/verification", **more)

    @router.post("/inspect/verification")
    async def verify(request: Request) -> Response:
        """Begin to verify the log, beside the tables."""
        who = inspector(request)
        form = await shell.form(request)
        api.verifications.start(who.person, whole=form.get("whole") == "yes")
        return RedirectResponse("/inspect/verification", 303)

    @router.get("/inspect/parameters")
    def history(request: Request, table: Table = "", since: Moment = "") -> Response:
        """The history of every parameter."""
        who = inspector(request)
        sheet = history_of(api, who, table, since)
        return _sheet(request, who, sheet, "parameters", table, since)

    @router.get("/inspect/registers/{name}")
    def register(name: str, request: Request, table: Table = "", since: Moment = "") -> Response:
        """A register."""
        who = inspector(request)
        sheet = register_of(api, who, name, table, since)
        return _sheet(request, who, sheet, f"registers/{name}", table, since)

    def _sheet(request: Request, who: Actor, sheet: Any, path: str, table: str, since: str) -> Response:
        tables = [desk.journal.table for desk in desks(api, who.operator)]
        query = f"?table={table}&since={since}"
        more: dict[str, Any] = {
            "sheet": sheet,
            "path": path,
            "table": table,
            "since": since,
            "tables": tables,
            "titles": TITLES_OF,
        }
        more["groups"] = _together(sheet.rows) if path == "parameters" else []
        return shell.page(request, "register.html", twin=f"/api/inspect/{path}{query}", query=query, **more)


def _line(rules: Rules, done: Settlement) -> dict[str, Any]:
    return settled(rules, done) | {"net": signed(net_cents(done)), "net_cents": net_cents(done)}


def _together(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Changes that were made together; an opening sets everything anew."""
    found = []
    for (table, at, by, reason), group in groupby(
        rows, lambda row: (row["table"], row["at"], row["by"], row["reason"])
    ):
        together = sorted(group, key=lambda row: str(row["parameter"]))
        opening = any(row["parameter"] == "game" and row["before"] is None for row in together)
        found.append({"table": table, "at": at, "by": by, "reason": reason, "rows": together, "is_opening": opening})
    return found
