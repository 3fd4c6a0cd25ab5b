"""Advice at practice tables as a resource. A table that plays for money has none (Pontoon 19.6, 19.11)."""

from typing import Any

from fastapi import FastAPI, Request, Response

from pitboss import law
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk, refuse
from pitboss.floor.tables.practice import is_practice
from pitboss.play import Round
from pitboss.play.needs import DecisionNeed
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, TableName, Who
from pitboss.web.solves.job import DONE

EXAMPLE = {
    "table": "P3",
    "decisions": [
        {
            "need": "street-1",
            "state": "done",
            "advice": {"unit": "Ante", "best": "bet 1x", "options": [{"label": "bet 1x", "value": -0.61, "cost": 0.0}]},
        }
    ],
}


def install(app: FastAPI, api: Api) -> None:
    """The route of advice."""

    @app.get(
        "/api/tables/{table}/advice",
        tags=["lab"],
        responses=problems.RESPONSES | {200: {"content": {"application/json": {"example": EXAMPLE}}}},
    )
    def advice(table: TableName, who: Who, request: Request, response: Response) -> dict[str, Any]:
        """What each choice at the asker's open decisions is worth; ask again while it is being worked out."""
        desk = api.desk(request, who.operator, table)
        check_practice(desk)
        round = desk.state.round
        found = []
        for need in own_decisions(round, who):
            assert round is not None  # a need is of a round
            job = api.practice.advise(who, table, round, need)
            found.append({"need": need.id, "state": job.state, "advice": job.result if job.state == DONE else None})
        response.status_code = 200 if all(each["advice"] for each in found) else 202
        return {"table": table, "decisions": found}


def check_practice(desk: Desk) -> None:
    """Refuse advice at a table that does not play for practice."""
    if not is_practice(desk):
        table = desk.state.table
        because = (law.NO_DEVICES, law.NO_ADVICE)
        raise refuse(
            "There is no advice at this table: it does not play for practice.",
            *(table.game.rules.only(because) if table is not None else because),
        )


def own_decisions(round: Round | None, who: Actor) -> list[DecisionNeed]:
    """The decisions of a round that are a patron's own."""
    if round is None or who.role != PATRON:
        return []
    return [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == who.person]
