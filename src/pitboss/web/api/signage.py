"""The signs at a table as a resource: whoever may see the table reads them, with the clauses behind each."""

from typing import Any

from fastapi import FastAPI, Request

from pitboss.floor.service.world import Desk
from pitboss.floor.tables.signage import Sign, signs
from pitboss.floor.tables.state import OpenState
from pitboss.law.rules import Rules
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, TableName, Who
from pitboss.web.api.show import limits_data, rules_of


def install(app: FastAPI, api: Api) -> None:
    """The route of a table's signs."""

    @app.get("/api/tables/{table}/sign", tags=["tables"], responses=problems.RESPONSES)
    def sign(table: TableName, who: Who, request: Request) -> dict[str, Any]:
        """All that the signs at a table say: limits, who keeps others, payouts, notices and what will change."""
        return sign_data(api.desk(request, who.operator, table))


def sign_data(desk: Desk) -> dict[str, Any]:
    """A table's signs as data; none while it is not open."""
    state, rules = desk.state, rules_of(desk)
    shown = [_one(state.table.game.rules, sign) for sign in signs(state)] if isinstance(state, OpenState) else []
    return {
        "table": desk.stream.table,
        "operator": desk.stream.operator,
        "number": state.length,
        "status": state.status,
        "title": rules.game.title if rules is not None else None,
        "unit": state.unit.name,
        "signs": shown,
    }


def _one(rules: Rules, sign: Sign) -> dict[str, Any]:
    return {
        "what": sign.what,
        "words": sign.words,
        "limits": {spot: limits_data(limits) for spot, limits in sign.limits.items()},
        "patron": sign.patron or None,
        "area": sign.area or None,
        "from_time": sign.from_time or None,
        "from_round": sign.from_round or None,
        "pays": [pay._asdict() for pay in sign.pays],
        "shape": sign.shape or None,
        "because": [str(ground) for ground in sign.because],
        "clauses": list(rules.cite(sign.because)),
    }
