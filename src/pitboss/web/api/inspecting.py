"""What an inspector looks for: the log searched, a round replayed step by step, the chain verified beside the tables,
the history of parameters, and the registers; as data and as CSV."""

import json
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request, Response
from pydantic import BaseModel, Field, field_validator

from pitboss.floor.audit.receipts import Receipt
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.service.clock import read_time
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.recall import EVER, recall
from pitboss.floor.tables.scan import place_at
from pitboss.floor.tables.state import Past
from pitboss.report.found import COLUMNS, Asked, Found, search
from pitboss.report.parameters import parameters
from pitboss.report.registers import NAMES, register
from pitboss.report.replay import acts_in_log, replay
from pitboss.report.sheet import Sheet
from pitboss.web.api import problems
from pitboss.web.api.pit import csv_of
from pitboss.web.api.shared import Api, Inspector, TableName
from pitboss.web.api.show import table_row

Table = Annotated[str, Query(max_length=40, description="A table; all of them if left out.", examples=["7"])]
Moment = Annotated[
    str, Query(pattern=r"^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?)?$", description="A time in Sydney.")
]
RegisterName = Annotated[str, Path(pattern=r"^[a-z]+$", description="A register.", examples=["slips"])]
USUAL = timedelta(days=31)
"""How far back a register goes unless somebody asks for more."""
MOST = 200


class Question(BaseModel):
    """What is searched for; what is left empty is not asked about."""

    table: str = Field("", max_length=40)
    round: int = Field(0, ge=0, le=2**53)
    player: str = Field("", max_length=40)
    clause: str = Field("", max_length=40)
    since: str = Field("", max_length=19)
    until: str = Field("", max_length=19)
    all: bool = False
    before: int = Field(0, ge=0, le=2**53)

    @field_validator("round", "before", mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        """A field of a form that was left empty asks about nothing."""
        return value or 0

    def asked(self) -> Asked:
        """The question as the log's own search takes it."""
        since, until = moment(self.since), moment(self.until, end=True)
        before = self.before or EVER
        return Asked(self.table, self.round, self.player, self.clause.strip(), since, until, not self.all, before)


def moment(text: str, *, end: bool = False) -> datetime | None:
    """A time in Sydney; a day alone is its beginning, or its end."""
    if not text:
        return None
    try:
        at = read_time(text)
    except ValueError as no:
        raise problems.NotFound(str(no)) from None
    return at + timedelta(days=1) if end and len(text) == len("2026-03-02") else at


def searched(api: Api, who: Actor, question: Question, limit: int) -> Found:
    """What a search finds."""
    return search(api.floor.store, who.operator, question.asked(), limit)


def place_of(api: Api, since: str) -> int:
    """The place in the log that a register begins after."""
    return place_at(api.floor.store, moment(since) or api.floor.clock() - USUAL)


def past_of(api: Api, request: Request, who: Actor, table: str, number: int) -> Past:
    """A round that is over; none that is being played is ever found so."""
    desk = api.desk(request, who.operator, table)
    past = recall(api.floor.store, desk.stream, number, known=desk.state)
    if past is None:
        raise problems.NotFound(f"No round {number} of table {table} is over.")
    return past


def install(app: FastAPI, api: Api) -> None:
    """The routes of an inspector's looking."""

    @app.get("/api/inspect/search", tags=[INSPECTOR], responses=problems.RESPONSES)
    def find(who: Inspector, question: Annotated[Question, Query()]) -> dict[str, Any]:
        """Rounds, or everything on the log, by table, round, player, clause and time; the newest first."""
        found = searched(api, who, question, 50)
        return {"found": found.rows, "next": found.next, "read_back_to": found.read_back_to or None}

    @app.get("/api/inspect/search.csv", tags=[INSPECTOR], responses=problems.RESPONSES)
    def find_csv(who: Inspector, question: Annotated[Question, Query()]) -> Response:
        """What a search finds, as CSV."""
        return csv_of(Sheet("search", "Search", COLUMNS, searched(api, who, question, MOST).rows))

    @app.get("/api/inspect/tables/{table}/rounds/{number}", tags=[INSPECTOR], responses=problems.RESPONSES)
    def one(
        table: TableName, number: Annotated[int, Path(ge=1, le=2**53)], who: Inspector, request: Request
    ) -> dict[str, Any]:
        """A round that is over, step by step: each act, what it led to, and the clauses of that."""
        past = past_of(api, request, who, table, number)
        desk = api.desk(request, who.operator, table)
        told = [step.told for step in replay(past, acts_in_log(api.floor.store, desk.stream, number))]
        row = table_row(desk)
        return {"table": table, "round": number, "edition": row["edition"], "version": row["version"], "steps": told}

    @app.get("/api/inspect/verification", tags=[INSPECTOR], responses=problems.RESPONSES)
    def verification(who: Inspector) -> dict[str, Any]:
        """The last verification of the log, or the one that is under way."""
        return api.verifications.last(who.operator).data()

    @app.post("/api/inspect/verification", tags=[INSPECTOR], status_code=202, responses=problems.RESPONSES)
    def verify_now(who: Inspector, whole: bool = False) -> dict[str, Any]:
        """Begin to verify the log beside the tables: since the last signed day, or all of it with every round again."""
        return api.verifications.start(who.person, whole=whole).to(who.operator).data()

    @app.get("/api/inspect/receipt", tags=[INSPECTOR], responses=problems.RESPONSES)
    def receipt(who: Inspector) -> dict[str, Any]:
        """The last receipt: the heads of the house's streams, signed. Keep it: `pitboss audit verify --receipts` tells
        whether the log still leads to it."""
        return receipt_of(api, who).data()

    @app.get("/api/inspect/receipt.json", tags=[INSPECTOR], responses=problems.RESPONSES)
    def receipt_file(who: Inspector) -> Response:
        """The same as a file."""
        last = receipt_of(api, who)
        named = {"Content-Disposition": f'attachment; filename="{last.file_name}"'}
        return Response(json.dumps(last.data(), indent=1) + "\n", media_type="application/json", headers=named)

    @app.get("/api/inspect/parameters", tags=[INSPECTOR], responses=problems.RESPONSES)
    def history(who: Inspector, table: Table = "", since: Moment = "") -> dict[str, Any]:
        """Every change of a parameter of the tables, with what it was before."""
        return history_of(api, who, table, since).data()

    @app.get("/api/inspect/parameters.csv", tags=[INSPECTOR], responses=problems.RESPONSES)
    def history_csv(who: Inspector, table: Table = "", since: Moment = "") -> Response:
        """The same as CSV."""
        return csv_of(history_of(api, who, table, since))

    @app.get("/api/inspect/registers/{name}.csv", tags=[INSPECTOR], responses=problems.RESPONSES)
    def register_csv(name: RegisterName, who: Inspector, table: Table = "", since: Moment = "") -> Response:
        """A register as CSV."""
        return csv_of(register_of(api, who, name, table, since))

    @app.get("/api/inspect/registers/{name}", tags=[INSPECTOR], responses=problems.RESPONSES)
    def one_register(name: RegisterName, who: Inspector, table: Table = "", since: Moment = "") -> dict[str, Any]:
        """A register, the newest first."""
        return register_of(api, who, name, table, since).data()


def receipt_of(api: Api, who: Actor) -> Receipt:
    """The last receipt of a house."""
    last = api.upkeep.receipts.get(who.operator) if api.upkeep is not None else None
    if last is None:
        raise problems.NotFound(
            "There is no receipt yet: a server that has the private key signs one every 15 minutes."
        )
    return last


def history_of(api: Api, who: Actor, table: str, since: str) -> Sheet:
    """The history of parameters, of one table or of all."""
    after = place_of(api, since) if since else 0
    return parameters(api.floor.store, who.operator, after=after, table=table)


def register_of(api: Api, who: Actor, name: str, table: str, since: str) -> Sheet:
    """A register, of one table or of all."""
    if name not in NAMES:
        raise problems.NotFound(f"There is no register of {name}.")
    return register(api.floor.store, who.operator, name, after=place_of(api, since), table=table)
