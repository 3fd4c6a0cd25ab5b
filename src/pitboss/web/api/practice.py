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
from pitboss.web.api.show import rules_of
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
        round = practice_round(desk)
        found = []
        for need in own_decisions(round, who):
            job = api.practice.advise(who, table, round, need)
            found.append({"need": need.id, "state": job.state, "advice": job.result if job.state == DONE else None})
        response.status_code = 200 if all(each["advice"] for each in found) else 202
        return {"table": table, "decisions": found}


def practice_round(desk: Desk) -> Round:
    """The open round of a practice table; advice is refused at one that does not play for practice."""
    if is_practice(state := desk.state):
        return state.round
    rules, because = rules_of(desk), (law.NO_DEVICES, law.NO_ADVICE)
    words = "There is no advice at this table: it does not play for practice."
    raise refuse(words, *(rules.only(because) if rules is not None else because))


def own_decisions(round: Round, who: Actor) -> list[DecisionNeed]:
    """The decisions of a round that are a patron's own."""
    if who.role != PATRON:
        return []
    return [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == who.person]
