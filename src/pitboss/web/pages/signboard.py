"""The signs of a table as a page of its own, to be read from afar: game, limits, notices, payouts and inscriptions."""

from typing import Any

from fastapi import Request, Response

from pitboss.floor.tables.signage import Pay
from pitboss.report.payouts import pay_line
from pitboss.web.api.shared import TableName
from pitboss.web.api.show import rules_of, table_row
from pitboss.web.api.signage import sign_data
from pitboss.web.pages.paying import grouped
from pitboss.web.pages.playing import FRAGMENT
from pitboss.web.pages.shell import Shell

LARGE = ("game", "limits", "inscription", "maximum payout", "payouts", "layout")
"""The signs that have a place of their own on the page."""
STANDING = ("note", "notice")
"""What always stands there; the others tell of what has changed or will, and come first."""


def install(shell: Shell) -> None:
    """The route of a table's signs."""
    api = shell.api

    @shell.router.get("/tables/{table}/sign")
    async def sign(table: TableName, request: Request) -> Response:
        """The signs of a table."""
        who = shell.who(request)
        desk = api.desk(request, who.operator, table)
        signs, rules = sign_data(desk)["signs"], rules_of(desk)
        pays = [Pay(**line) for each in signs if each["what"] == "payouts" for line in each["pays"]]
        page: dict[str, Any] = {
            "table": table_row(desk),
            "name": table,
            "engine": rules.game.engine if rules is not None else "",
            "pays": grouped(map(pay_line, pays)),
            "layout": [each for each in signs if each["what"] == "layout"],
            "capped": any(each["what"] == "maximum payout" for each in signs),
            "limits": [each for each in signs if each["what"] == "limits" and not _is_coming(each)],
            "says": [each for each in signs if each["what"] in ("maximum payout", "inscription")],
            "notices": [each for each in signs if _is_coming(each) or each["what"] not in (*LARGE, *STANDING)],
            "standing": [each for each in signs if each["what"] in STANDING],
        }
        template = "_sign.html" if FRAGMENT in request.headers else "sign.html"
        return shell.page(request, template, twin=f"/api/tables/{table}/sign", **page)


def _is_coming(sign: dict[str, Any]) -> bool:
    """Whether a sign tells of what will hold, not of what does."""
    return bool(sign["from_time"] or sign["from_round"])
