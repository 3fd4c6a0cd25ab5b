"""The sign of a table as a page of its own, to be read from afar: game, limits, notices, payouts and inscriptions."""

from typing import Any

from fastapi import Request, Response

from pitboss.web.api.shared import TableName
from pitboss.web.api.show import table_row
from pitboss.web.pages.cloth import inscriptions
from pitboss.web.pages.paying import pay_lines
from pitboss.web.pages.playing import FRAGMENT
from pitboss.web.pages.shell import Shell


def install(shell: Shell) -> None:
    """The route of a table's sign."""
    api = shell.api

    @shell.router.get("/tables/{table}/sign")
    async def sign(table: TableName, request: Request) -> Response:
        """The sign of a table."""
        who = shell.who(request)
        desk = api.desk(request, who.operator, table)
        page: dict[str, Any] = {"table": table_row(desk), "name": table, "says": (), "pays": [], "engine": ""}
        opened = desk.state.table
        if opened is not None:
            rules = opened.game.rules
            page |= {"says": inscriptions(rules), "pays": pay_lines(rules), "engine": rules.game.engine}
        template = "_sign.html" if FRAGMENT in request.headers else "sign.html"
        return shell.page(request, template, twin=f"/api/tables/{table}", **page)
