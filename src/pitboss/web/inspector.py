"""The inspector: the log read, searched and verified, rounds that are over replayed step by step, the books, parameters
with their history and the registers; as data, as CSV and as pages.

Nothing here is changed but what the clauses let an inspector do: approve what is theirs to approve, end a complaint,
take over a person who was found with a prohibited device. Nothing of a round that is not over is told: an act of an
open round may hold cards that lie face down, and the hash of an event gives them away to a reader who tries all cards.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field, field_validator
from starlette.concurrency import run_in_threadpool

from pitboss.floor.audit import receipts
from pitboss.floor.audit.report import AuditFault, hide_other_houses
from pitboss.floor.audit.verify import RUNNING, Verification
from pitboss.floor.operators import operators
from pitboss.floor.patrons.limits import calendar_day
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.promotions.state import PromotionDispute, all_promotions
from pitboss.floor.service import clock, commands
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables import collusion, disputes, log, orders, ruling_duties
from pitboss.floor.tables.state import (
    COMPLAINT,
    ActTaken,
    DeviceReported,
    Dispute,
    FinishedRound,
    Notification,
    OpenState,
    RoundCorrected,
    UnopenedState,
)
from pitboss.law import TITLES
from pitboss.ledger import totals
from pitboss.messages import say, words_of
from pitboss.play import PUBLIC, view
from pitboss.report import registers, returns
from pitboss.report.reports import parameters
from pitboss.report.search import COLUMNS, ReplayedStep, SearchQuery, acts_in_log, replay, search
from pitboss.report.settlements import net_cents
from pitboss.report.sheet import Sheet
from pitboss.value import Value, log_name
from pitboss.web.api import problems, table_data
from pitboss.web.api.dependencies import After, Api, Inspector, Limit, TableName, TheApi, TheTable
from pitboss.web.pages import form_fields, playing, rendering
from pitboss.web.pages.felt import felt
from pitboss.web.resource import SheetSeen, Site, csv_of

StreamName = Annotated[str, Path(pattern=r"^[a-z]+:[A-Za-z0-9 _.-]{1,60}$", examples=["table:7"])]
Number = Annotated[int, Path(ge=1, le=2**53)]
Table = Annotated[str, Query(max_length=40, description="A table; all of them if left out.", examples=["7"])]
Moment = Annotated[
    str, Query(pattern=r"^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?)?$", description="A time in Sydney.")
]
Month = Annotated[str, Query(pattern=r"^(\d{4}-\d{2})?$", description="A month; the one that goes on if left out.")]
RegisterName = Annotated[str, Path(pattern=r"^[a-z]+$", description="A register.", examples=["slips"])]
USUAL = timedelta(days=31)
"""How far back a register goes unless more is asked for."""
PAGE, MOST = 25, 200
"""How many rows a search gives at a time, and how many as a file."""
site = Site(INSPECTOR)


# The log and the books.


class StreamVisibility(Value):
    """How far a table's stream can be told: events up to the last end of a round whole, later ones without hashes,
    and acts without their cards."""

    after: int
    finished: int

    @classmethod
    def of(cls, api: Api, stream: Stream) -> "StreamVisibility":
        """What may be told of a stream. The page was read before, so a round that ends meanwhile may stay hidden."""
        if not stream.is_table:
            return cls(log.EVER, log.EVER)
        ends = log.find_newest(api.floor.store, stream, *log.SEALED_UNTIL)
        state = api.floor.table(stream).state
        return cls(ends[0].number if ends else 0, 0 if isinstance(state, UnopenedState) else state.table.rounds)

    def hides(self, stored: Stored) -> bool:
        """Whether an event holds acts of a round that is not over."""
        if stored.number <= self.after or stored.kind not in (log_name(ActTaken), log_name(RoundCorrected)):
            return False
        return stored.kind == log_name(ActTaken) or stored.data["round"] > self.finished


class StreamSeen(Value):
    """A stream with its length; the hash of its last event is told where that gives no card away."""

    stream: str
    length: int
    hash: str | None


class Streams(Value):
    """The streams of the log."""

    streams: list[StreamSeen]
    next: str | None


@site.resource("/inspect/streams")
def streams(
    api: TheApi,
    who: Inspector,
    after: Annotated[str, Query(max_length=120, description="The cursor that the last page gave.")] = "",
    limit: Limit = 100,
) -> Streams:
    """The streams of the log, with their lengths."""
    names = [stream for stream in api.floor.store.streams(who.operator) if stream.name > after]
    shown = []
    for stream in names[:limit]:
        head = api.floor.store.head(stream)
        known = head.length <= StreamVisibility.of(api, stream).after
        shown.append(StreamSeen(stream.name, head.length, head.hash if known else None))
    return Streams(shown, shown[-1].stream if len(names) > limit else None)


class EventSeen(Value):
    """An event of the log; of an open round which act it was and whose, without its cards."""

    number: int
    position: int
    kind: str
    shape: int
    at: str
    by: str
    data: Mapping[str, Any]
    sealed: bool
    previous: str | None
    hash: str | None


class Events(Value):
    """Events of a stream, in order."""

    events: list[EventSeen]
    next: int | None


@site.resource("/inspect/streams/{stream}/events")
def events(api: TheApi, stream: StreamName, who: Inspector, after: After = 0, limit: Limit = 100) -> Events:
    """The events of a stream, in order; those of a round that is not over without its cards."""
    name = Stream(who.operator, stream)
    page = api.floor.store.read(name, after=after, limit=limit)
    visible = StreamVisibility.of(api, name)
    shown = []
    for stored in page:
        data, hides = stored.data, visible.hides(stored)
        if hides:
            act = data.get("act", {})
            said = {name: act[name] for name in ("type", "need", "patron", "area", "spot", "option") if name in act}
            data = {"round": data["round"], "act": said}
        seen = EventSeen(
            number=stored.number,
            position=stored.position,
            kind=stored.kind,
            shape=stored.shape,
            at=stored.at,
            by=stored.by,
            data=data,
            sealed=hides,
            previous=stored.previous if stored.number <= visible.after + 1 else None,
            hash=stored.hash if stored.number <= visible.after else None,
        )
        shown.append(seen)
    return Events(shown, page[-1].number if len(page) == limit else None)


class AccountSeen(Value):
    """An account with what lies in it."""

    account: str
    cents: int
    held_cents: int


class SumSeen(Value):
    """Debits and credits of a unit."""

    unit: str
    into_cents: int
    out_cents: int


class Books(Value):
    """The books of a house."""

    accounts: list[AccountSeen]
    sums: list[SumSeen]


@site.resource("/inspect/books")
def books(api: TheApi, who: Inspector) -> Books:
    """Every account with what lies in it, and the sums of debits and credits for each unit."""
    balances = api.floor.store.balances(who.operator)
    sums = [SumSeen(unit, into, out) for (_, unit), (into, out) in totals(balances).items()]
    return Books([AccountSeen(account.name, held.here, held.held) for account, held in balances], sums)


# The search.


class SearchBody(BaseModel):
    """The fields of a search; an empty field asks for nothing."""

    table: str = Field("", max_length=40)
    round: int = Field(0, ge=0, le=2**53)
    player: str = Field("", max_length=40)
    clause: str = Field("", max_length=40)
    since: str = Field("", max_length=19)
    until: str = Field("", max_length=19)
    all: bool = False
    before: int = Field(0, ge=0, le=2**53)
    practice: bool = Field(False, description="The practice tables instead of all others, where no table is named.")

    @field_validator("round", "before", mode="before")
    @classmethod
    def _none(cls, value: object) -> object:
        """A field of a form that was left empty asks about nothing."""
        return value or 0

    def to_query(self) -> SearchQuery:
        """The search as the log's own query."""
        since, until = rendering.moment(self.since), rendering.moment(self.until, end=True)
        before = self.before or log.EVER
        return SearchQuery(
            self.table, self.round, self.player, self.clause.strip(), since, until, not self.all, before, self.practice
        )


class Complaint(Value):
    """A complaint that lies with an inspector."""

    table: str
    dispute: Dispute


class PromotionComplaint(Value):
    """A complaint about a promotion that lies with an inspector."""

    promotion: str
    title: str
    dispute: PromotionDispute


class DeviceFound(Value):
    """A prohibited device that has not been taken over yet."""

    table: str
    report: DeviceReported


class InspectorApproval(Value):
    """The orders that an inspector may approve beforehand, at an open table whose game has them."""

    table: str
    rule: str
    title: str


class DueNotification(Value):
    """What went wrong at a table, and of which an inspector has to be told."""

    table: str
    notification: Notification
    overdue: bool


class SearchSeen(Value):
    """What a search found, the newest first, and what lies with the inspector."""

    asked: dict[str, str | int | bool]
    found: list[dict[str, Any]]
    next: int | None
    read_back_to: str | None
    tables: list[str]
    practice_tables: list[str]
    complaints: list[Complaint]
    promotion_complaints: list[PromotionComplaint]
    devices: list[DeviceFound]
    approvals: list[InspectorApproval]
    notifications: list[DueNotification]
    equipment: list[str]
    """The tables at which the game waits for an approval, for the jackpot equipment failed."""


SEARCH = "/inspect/search"


@site.api.get(f"/api{SEARCH}.csv", response_model=None)
def search_csv(api: TheApi, who: Inspector, question: Annotated[SearchBody, Query()]) -> Response:
    """The results of a search, as CSV."""
    found = search(api.floor.store, who.operator, question.to_query(), MOST)
    return csv_of(Sheet("search", "Search", COLUMNS, found.rows))


@site.resource(SEARCH)
def search_log(api: TheApi, who: Inspector, question: Annotated[SearchBody, Query()]) -> SearchSeen:
    """Rounds, or everything on the log, by table, round, player, clause and time; the newest first."""
    found = search(api.floor.store, who.operator, question.to_query(), PAGE)
    at = api.tables(who.operator)
    asked = [floor_table for floor_table in at if floor_table.state.unit.is_practice == question.practice]
    return SearchSeen(
        asked=question.model_dump(),
        found=found.rows,
        next=found.next,
        read_back_to=found.read_back_to or None,
        tables=[floor_table.stream.table for floor_table in at],
        practice_tables=[floor_table.stream.table for floor_table in at if floor_table.state.unit.is_practice],
        complaints=[
            Complaint(floor_table.stream.table, dispute)
            for floor_table in asked
            for dispute in floor_table.state.disputes
            if dispute.status == COMPLAINT
        ],
        promotion_complaints=[
            PromotionComplaint(state.id, state.terms.title, dispute)
            for state in all_promotions(api.floor.store, who.operator)
            for dispute in state.disputes
            if dispute.is_with_inspector
        ],
        devices=[
            DeviceFound(floor_table.stream.table, report)
            for floor_table in asked
            for report in floor_table.state.devices
        ],
        approvals=[approval for floor_table in asked for approval in _approvals(floor_table)],
        notifications=[
            DueNotification(desk.stream.table, each, clock.stamp(api.floor.clock()) > each.due_at)
            for desk in asked
            for each in desk.state.notifications
            if each.who == who.role
        ],
        equipment=[
            each.stream.table
            for each in asked
            if isinstance(each.state, OpenState)
            if (fault := each.state.jackpot_fault) is not None and not fault.is_approved
        ],
    )


def _approvals(floor_table: commands.FloorTable) -> list[InspectorApproval]:
    state = floor_table.state
    if not isinstance(state, OpenState):
        return []
    rules = state.table.game.rules
    known = rules.edition.citations(rules.game)
    done = {told.about for told in state.told if told.who == orders.APPROVED}
    wanted = [rule for rule, first in orders.FIRST.items() if orders.APPROVED in first and rule in known]
    return [
        InspectorApproval(floor_table.stream.table, str(rule), TITLES[rule])
        for rule in wanted
        if rule not in done and rule not in rules.granted
    ]


def _search_links(_: rendering.PageRenderer, __: commands.Actor, found: SearchSeen) -> dict[str, Any]:
    query, older = _query(found.asked), _query(found.asked | {"before": found.next or 0})
    return {"query": query, "older": older, "since_all": bool(query), "titles": registers.TITLES_OF}


def _query(asked: Mapping[str, Any]) -> str:
    """A search as the query of an address."""
    return urlencode({name: "true" if value is True else value for name, value in asked.items() if value})


home = search_log.page("inspect.html", "/inspect", more=_search_links)


@site.pages.post("/inspect/tables/{table}")
async def decide(api: TheApi, who: Inspector, floor_table: TheTable, table: TableName, request: Request) -> Response:
    """Carry out what the clauses let an inspector decide."""
    renderer: rendering.PageRenderer = request.app.state.renderer
    form = await renderer.form(request)
    notice = await playing.carry_out(renderer, floor_table, _read_orders(table, form_fields.Fields(form)), who, form)
    if notice is None:
        return RedirectResponse("/inspect", 303)
    value = await run_in_threadpool(search_log, api, who, SearchBody.model_validate({}))
    return home.show(request, value, notice, 409)


def _read_orders(table: str, fields: form_fields.Fields) -> list[Any] | form_fields.Unclear:
    match fields.text("do"):
        case "close-complaint":
            return [disputes.CloseComplaint(table, fields.text("dispute"), fields.text("finding"))]
        case "take-over":
            return [collusion.TakeOverDevice(table, fields.text("report"), words=fields.text("words"))]
        case "notify":
            return [ruling_duties.Notify(table, fields.text("notification"), words=fields.text("words"))]
        case "approve":
            return [orders.InspectorApproves(table, fields.text("rule"))]
    return form_fields.Unclear("This form does not come from this site. Open the page again.")


# A round that is over.


class ReplaySeen(Value):
    """A round that is over, step by step."""

    table: str
    round: int
    edition: str
    version: str
    steps: list[dict[str, Any]]


def past_of(api: Api, request: Request, who: commands.Actor, table: str, number: int) -> FinishedRound:
    """A round that is over; an open round is never found here."""
    return _past_round(api, api.table(request, who.operator, table), number)


def _past_round(api: Api, floor_table: commands.FloorTable, number: int) -> FinishedRound:
    past = log.recall(api.floor.store, floor_table.stream, number, known=floor_table.state)
    if past is None:
        raise problems.NotFound(
            say("No round {number} of table {table} is over.", number=number, table=floor_table.stream.table)
        )
    return past


def _steps(api: Api, floor_table: commands.FloorTable, number: int) -> list[ReplayedStep]:
    return list(replay(_past_round(api, floor_table, number), acts_in_log(api.floor.store, floor_table.stream, number)))


@site.resource("/inspect/tables/{table}/rounds/{number}")
def round_replayed(api: TheApi, number: Number, who: Inspector, floor_table: TheTable) -> ReplaySeen:
    """A round that is over, step by step: each act, what it led to, and the clauses of that."""
    told, row = [step.told for step in _steps(api, floor_table, number)], table_data.table_row(floor_table)
    return ReplaySeen(floor_table.stream.table, number, row.edition, row.version, told)


round_replayed.twin(round_replayed.address)


@site.pages.get(round_replayed.address)
def replay_page(
    api: TheApi,
    number: Number,
    who: Inspector,
    floor_table: TheTable,
    request: Request,
    step: Annotated[int, Query(ge=0, le=10_000)] = 1,
) -> Response:
    """A round that is over, one step at a time: the table is drawn as it was after it."""
    steps = _steps(api, floor_table, number)
    at = min(max(step, 1), len(steps))
    now, last = steps[at - 1], steps[-1].round
    rules = last.game.rules
    lines = [table_data.see_settlement(rules, done) | {"net_cents": net_cents(done)} for done in last.settlements]
    more: dict[str, Any] = {
        "table": table_data.table_row(floor_table),
        "number": number,
        "at": at,
        "felt": felt(now.round, view(now.round, PUBLIC)),
    }
    more |= {"now": now.told, "steps": [each.told for each in steps], "edition": rules.edition}
    more |= {"last": {"lines": lines}, "chips": list(last.game.terms.chips.denominations)}
    renderer: rendering.PageRenderer = request.app.state.renderer
    return renderer.page(request, "replay.html", twin=f"/api{request.url.path}", **more)


# The verification, the receipts and the floor's check of itself.


class VerificationSeen(Value):
    """The findings of a verification of the log."""

    clean: bool | None
    findings: Sequence[Mapping[str, Any]]
    since: Sequence[str]


@site.resource("/inspect/verify")
def verify_log(api: TheApi, who: Inspector) -> VerificationSeen:
    """Verify the log since the last signed day, as `pitboss audit verify --from-checkpoint` does."""
    done = api.verifications.verify_now(who.person).show_to(who.operator)
    return VerificationSeen(done.clean, done.findings, done.since)


@site.resource("/inspect/verification")
def verification(api: TheApi, who: Inspector) -> Verification:
    """The last verification of the log, or the one that is under way."""
    return api.verifications.last(who.operator)


def _with_receipt(renderer: rendering.PageRenderer, who: commands.Actor, last: Verification) -> dict[str, Any]:
    api = renderer.api
    receipt = api.upkeep.receipts.get(who.operator) if api.upkeep is not None else None
    whole = api.verifications.last_whole(who.operator)
    return {
        "last": last,
        "is_running": last.state == RUNNING,
        "whole": whole,
        "receipt": receipt,
        "titles": registers.TITLES_OF,
    }


verification.page("verification.html", more=_with_receipt)


@site.api.post("/api/inspect/verification", status_code=202)
def verify_now(api: TheApi, who: Inspector, whole: bool = False) -> dict[str, Any]:
    """Begin to verify the log beside the tables: since the last signed day, or all of it with every round again."""
    return api.verifications.start(who.person, whole=whole).show_to(who.operator).data()


@site.pages.post("/inspect/verification")
async def verify_form(api: TheApi, who: Inspector, request: Request) -> Response:
    """Begin to verify the log, beside the tables."""
    form = await request.app.state.renderer.form(request)
    api.verifications.start(who.person, whole=form.get("whole") == "yes")
    return RedirectResponse("/inspect/verification", 303)


def _receipt(api: Api, who: commands.Actor) -> receipts.Receipt:
    last = api.upkeep.receipts.get(who.operator) if api.upkeep is not None else None
    if last is None:
        raise problems.NotFound(
            "There is no receipt yet: a server that has the private key signs one every 15 minutes."
        )
    return last


class ReceiptSeen(Value):
    """The heads of a house's streams at a moment, signed."""

    format: int
    operator: str
    at: str
    day_number: int
    day_hash: str
    position: int
    streams: int
    heads: Mapping[str, Sequence[int | str]]
    hash: str
    signature: str


@site.resource("/inspect/receipt")
def receipt(api: TheApi, who: Inspector) -> ReceiptSeen:
    """The last receipt: the heads of the house's streams, signed. Keep it: `pitboss audit verify --receipts` tells
    whether the log still leads to it."""
    return ReceiptSeen(**_receipt(api, who).data())


@site.api.get("/api/inspect/receipt.json", response_model=None)
def receipt_file(api: TheApi, who: Inspector) -> Response:
    """The same as a file."""
    last = _receipt(api, who)
    named = {"Content-Disposition": f'attachment; filename="{last.file_name}"'}
    return Response(json.dumps(last.data(), indent=1) + "\n", media_type="application/json", headers=named)


class SelfCheckSeen(Value):
    """The floor's check of its software, its pay tables and its log."""

    clean: bool
    at: str
    software: dict[str, str]
    books: dict[str, str]
    findings: list[AuditFault]


@site.resource("/inspect/self-check")
def self_check(
    api: TheApi,
    who: Inspector,
    again: Annotated[bool, Query(description="Check now, instead of telling of the last check.")] = False,
) -> SelfCheckSeen:
    """The floor's check of its software, its pay tables and its log: the last one, or a new one."""
    upkeep = api.upkeep
    if upkeep is None:
        raise problems.NotFound("This server does not run the self-check.")
    checked = upkeep.check() if again or upkeep.last is None else upkeep.last
    running = upkeep.started
    return SelfCheckSeen(
        clean=checked.is_clean,
        at=clock.stamp(checked.at),
        software={"version": running.version, "hash": checked.software, "code": running.code},
        books=dict(running.books),
        findings=list(hide_other_houses(checked.findings, who.operator, operators())),
    )


# Parameters and registers.


class RegisterSeen(SheetSeen):
    """A register of one table or of all, since a day."""

    table: str = ""
    since: str = ""


def _place(api: Api, since: str) -> int:
    """The place in the log that a register begins after."""
    return log.place_at(api.floor.store, rendering.moment(since) or api.floor.clock() - USUAL)


@site.resource("/inspect/parameters")
def history(api: TheApi, who: Inspector, table: Table = "", since: Moment = "") -> RegisterSeen:
    """Every change of a parameter of the tables, with what it was before."""
    sheet = parameters(api.floor.store, who.operator, after=_place(api, since) if since else 0, table=table)
    return RegisterSeen.of(sheet, table=table, since=since)


@site.resource("/inspect/registers/{name}")
def one_register(
    api: TheApi, name: RegisterName, who: Inspector, table: Table = "", since: Moment = ""
) -> RegisterSeen:
    """A register, the newest first."""
    if name not in registers.TITLES_OF:
        raise problems.NotFound(say("There is no register of {name}.", name=name))
    sheet = registers.register(api.floor.store, who.operator, name, after=_place(api, since), table=table)
    return RegisterSeen.of(sheet, table=table, since=since)


def _register_links(renderer: rendering.PageRenderer, who: commands.Actor, sheet: RegisterSeen) -> dict[str, Any]:
    is_history = sheet.name == "parameters"
    groups = []  # changes that were made together; an opening sets everything anew
    together = groupby(
        sheet.rows if is_history else (), lambda row: {name: row[name] for name in ("table", "at", "by", "reason")}
    )
    for said, group in together:
        rows = sorted(group, key=lambda row: str(row["parameter"]))
        opening = any(row["parameter"] == "game" and row["before"] is None for row in rows)
        groups.append({**said, "rows": rows, "is_opening": opening})
    return {
        "sheet": sheet,
        "path": sheet.name if is_history else f"registers/{sheet.name}",
        "query": f"?table={sheet.table}&since={sheet.since}",
        "tables": [floor_table.stream.table for floor_table in renderer.api.tables(who.operator)],
        "titles": registers.TITLES_OF,
        "groups": groups,
    }


class MonthSeen(SheetSeen):
    """The mis-payments that a month's report has."""

    month: str = ""


@site.resource("/inspect/mispayments")
def month_report(api: TheApi, who: Inspector, month: Month = "") -> MonthSeen:
    """The report to the regulator at the end of a month: each mis-payment over $1,000, and what was done about it."""
    try:
        chosen = clock.read_day(f"{month}-01") if month else calendar_day(api.floor.clock())
    except ValueError as no:
        raise problems.NotFound(words_of(no)) from None
    return MonthSeen.of(returns.mispayments(api.floor.store, who.operator, chosen), month=f"{chosen:%Y-%m}")


month_report.page("inspect_mispayments.html", more=lambda _, __, sheet: {"sheet": sheet, "titles": registers.TITLES_OF})
history.page("register.html", more=_register_links)
one_register.page("register.html", more=_register_links)
