"""Rounds that are over: their settlements with clauses and in words, as whoever asks may see them."""

from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request, Response

from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.events import RoundEnded
from pitboss.floor.tables.recall import ended_rounds, recall
from pitboss.floor.tables.state import Past
from pitboss.law.rules import Rules
from pitboss.play.codec import encode
from pitboss.play.history import fold
from pitboss.play.round import Round
from pitboss.report.decision import round_data, ruling_data, rulings
from pitboss.report.grounds import say
from pitboss.report.narration import because_of, tell_round
from pitboss.report.settlements import settlement_words
from pitboss.report.write import write_record
from pitboss.web.access import sees_patrons
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, Inspector, Limit, TableName, Who
from pitboss.web.api.show import round_view, settled, viewer_of

Number = Annotated[int, Path(ge=1, le=2**53, description="The number of the round.", examples=[12])]
Before = Annotated[int, Query(ge=0, le=2**53, description="The cursor that the last page gave; 0 for the newest.")]


def install(app: FastAPI, api: Api) -> None:
    """The routes of rounds that are over."""

    @app.get("/api/tables/{table}/rounds", tags=["rounds"], responses=problems.RESPONSES)
    def rounds(table: TableName, who: Who, request: Request, before: Before = 0, limit: Limit = 50) -> dict[str, Any]:
        """The rounds of a table, the newest first; a patron sees those that they wagered in."""
        desk = api.desk(request, who.operator, table)
        rules: Rules = request.state.rules
        found = ended_rounds(api.floor.store, desk.stream, before or 2**62, limit)
        shown = [_line(rules, stored.at, event, who) for stored, event in found if _may_see(event, who)]
        return {"rounds": shown, "next": found[-1][0].number if len(found) == limit else None}

    @app.get("/api/tables/{table}/rounds/{number}", tags=["rounds"], responses=problems.RESPONSES)
    def one(table: TableName, number: Number, who: Who, request: Request) -> dict[str, Any]:
        """A round that is over: what was decided, by which clauses, and the hands as the asker saw them."""
        past = _past(api, request, who, table, number)
        round = fold(past.opening, past.acts)
        if not sees_patrons(who) and all(wager.patron != who.person for wager in round.wagers):
            raise problems.NotFound(f"There is no round {number} at table {table}.")
        return _shown(round, past, who)

    @app.get("/api/tables/{table}/rounds/{number}/record", tags=["rounds"], responses=problems.RESPONSES)
    def record(table: TableName, number: Number, who: Inspector, request: Request) -> Response:
        """A round that is over as a record: TOML that `pitboss settle` decides again."""
        past = _past(api, request, who, table, number)
        return Response(write_record(past.opening, past.acts), media_type="application/toml")


def _past(api: Api, request: Request, who: Actor, table: str, number: int) -> Past:
    desk = api.desk(request, who.operator, table)
    past = recall(api.floor.store, desk.stream, number, known=desk.state)
    if past is None:
        raise problems.NotFound(f"There is no round {number} at table {table}.")
    return past


def _may_see(event: RoundEnded, who: Actor) -> bool:
    return sees_patrons(who) or any(total.patron == who.person for total in event.totals)


def _line(rules: Rules, at: str, event: RoundEnded, who: Actor) -> dict[str, Any]:
    """A round in a list: a patron's own part of it, or all of it."""
    mine = [done for done in event.settlements if sees_patrons(who) or done.patron == who.person]
    totals = [total for total in event.totals if sees_patrons(who) or total.patron == who.person]
    return {
        "round": event.round,
        "ended_at": at,
        "settlements": [settled(rules, done) for done in mine],
        "words": [settlement_words(done) for done in mine],
        "totals": [
            {"player": t.patron, "staked_cents": t.staked, "returned_cents": t.returned, "won_cents": t.won}
            | {"net_cents": t.net, "tokens_net_cents": t.tokens_net}
            for t in totals
        ],
    }


def _shown(round: Round, past: Past, who: Actor) -> dict[str, Any]:
    shown = round_data(round) | {"view": round_view(round, viewer_of(who))}
    shown["words"] = [settlement_words(done, round) for done in round.settlements]
    shown["rulings"] = [ruling_data(round.game.rules, ruling) for ruling in rulings(past.opening, past.acts)]
    if who.role == INSPECTOR:
        shown |= {"acts": [encode(act) for act in past.acts], "story": _story(past)}
    return shown


def _story(past: Past) -> list[dict[str, Any]]:
    """All that happened in a round that is over, in words, for whoever may read all of it."""
    rules = past.opening.game.rules
    return [
        {"says": str(sentence), "because": say(rules, because_of(event))}
        for _, _, told in tell_round(past.opening, past.acts)
        for sentence, event in told
    ]
