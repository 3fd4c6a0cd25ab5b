"""The pit: tables at a glance, what waits for a decision, a page for each table with all that is run at it, the
register of mis-payments and the shift report."""

from datetime import date
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.cashier.mispayments import KINDS, OUTCOMES, OVER, UNDER, FollowMispayment, NoteMispayment
from pitboss.floor.people.permission import OFF_THE_FLOOR, may
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service import clock, commands, forms
from pitboss.floor.store.rows import StoreError, Stream, table_stream
from pitboss.floor.tables.pit import POSTS
from pitboss.law import TITLES
from pitboss.ledger import LedgerError
from pitboss.messages import say, translate, words_of
from pitboss.play import Refused
from pitboss.report.registers import mispayment_register
from pitboss.report.reports import days, shift_report
from pitboss.web import edge_preview, meter_view, resource
from pitboss.web.api import problems, table_data
from pitboss.web.api.dependencies import EVERYWHERE, Api, TheApi, TheTable, Watcher
from pitboss.web.pages import form_fields, form_pages, rendering
from pitboss.web.pages.forms import FormContext
from pitboss.web.pit_view import OpenRunTable, PitSeen, RunTable, run_table, see_pit, staff_of

Day = Annotated[
    str,
    Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="A gaming day; today's if left out.", examples=["2026-03-02"]),
]
site = resource.Site("pit")


@site.resource("/pit", follows=lambda said: Stream(said["who"].operator, EVERYWHERE))
def pit(api: TheApi, who: Watcher) -> PitSeen:
    """The tables of the house at a glance, what waits for a decision, and the notices that run."""
    return see_pit(api, who)


def _pit_forms(_: rendering.PageRenderer, who: commands.Actor, found: PitSeen) -> dict[str, Any]:
    names = ("AcknowledgeAlert", "Approve", "Decline", "RuleOn", "RuleOnDispute", "OpenTable", "NoteMispayment")
    mine, others = ([item for item in found.inbox if item.theirs is theirs] for theirs in (True, False))
    return {"pit": found, "mine": mine, "others": others, "may": _may(who, *names), "view": "pit"}


def _may(who: commands.Actor, *names: str) -> list[str]:
    return [name for name in names if may(who, name)]


@site.resource("/pit/tables/{table}")
def one_table(api: TheApi, floor_table: TheTable, who: Watcher) -> RunTable | OpenRunTable:
    """A table with all that is run at it: float, slips, signs, people, orders."""
    return run_table(api, floor_table, who)


def _table_forms(renderer: rendering.PageRenderer, who: commands.Actor, found: RunTable) -> dict[str, Any]:
    floor_table = renderer.api.floor.table(table_stream(who.operator, found.table))
    return {
        "table": found,
        "view": "table",
        "posts": POSTS,
        "people": [member for member in staff_of(renderer.api, who.operator) if member.role not in OFF_THE_FLOOR],
        "titles": TITLES,
        "page_forms": form_pages.forms_of(_scene(renderer.api, floor_table, who)),
        "address": f"/pit/tables/{found.table}",
    }


def _scene(api: Api, floor_table: commands.FloorTable, who: commands.Actor) -> FormContext:
    meters = {"meter": {name: name for name in meter_view.meters_now(api, who.operator)}}
    given = {"table": floor_table.stream.table}
    return FormContext(who, forms.PIT, floor_table.state, given, table_data.rules_of(floor_table), among=meters)


pit_page = pit.page("pit.html", more=_pit_forms)
table_page = one_table.page("pit_table.html", more=_table_forms)


@site.pages.post("/pit/tables/{table}")
async def order(api: TheApi, who: Watcher, floor_table: TheTable, request: Request) -> Response:
    """Take what a person in the pit orders at a table."""
    renderer: rendering.PageRenderer = request.app.state.renderer
    form, table = await renderer.form(request), floor_table.stream.table
    scene = await run_in_threadpool(_scene, api, floor_table, who)
    command = await form_pages.command_of(renderer, request, scene, form)
    if edge_preview.needs_edge_first(command, floor_table):
        return RedirectResponse(f"/pit/tables/{table}/edge?{urlencode(edge_preview.asked_fields(form))}", 303)
    failed = await form_pages.carry_out(renderer, scene, form, command)
    is_pit = form.get("view") == "pit"
    if failed is None:
        return RedirectResponse("/pit" if is_pit else f"/pit/tables/{table}", 303)
    if is_pit:
        return await run_in_threadpool(lambda: pit_page.show(request, pit(api, who), failed, 409))
    return await run_in_threadpool(lambda: table_page.show(request, one_table(api, floor_table, who), failed, 409))


# Mis-payments.


@site.resource("/pit/mispayments")
def mispayments(api: TheApi, who: Watcher) -> resource.SheetSeen:
    """The register of mis-payments."""
    return resource.SheetSeen.of(mispayment_register(api.floor.store, who.operator))


def _case_forms(renderer: rendering.PageRenderer, who: commands.Actor, sheet: resource.SheetSeen) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "tables": [floor_table.stream.table for floor_table in renderer.api.tables(who.operator)],
        "kinds": KINDS,
        "outcomes": OUTCOMES,
        "ways": (OVER, UNDER),
        "may": _may(who, "OpenTable", "NoteMispayment", "FollowMispayment"),
        "next_id": f"M-{len(sheet.rows) + 1}",
    }


cases = mispayments.page("pit_mispayments.html", more=_case_forms)


@site.pages.post("/pit/mispayments")
async def note(api: TheApi, who: Watcher, request: Request) -> Response:
    """Note a mis-payment, or what was done about one."""
    fields = form_fields.Fields(await request.app.state.renderer.form(request))
    try:
        command = _case(fields)
        if (name := fields.text("approver", 120)) and isinstance(command, FollowMispayment):
            password = fields.text("approver-password", 400)
            named = who.operator, name
            signed = await api.passwords.do(request, named, api.sign_in.identify_by_password, *named, password)
            command = command._replace(approver=signed)
        await api.do(commands.Order(who, command, fields.text("key", 60)))
        return RedirectResponse("/pit/mispayments", 303)
    except NotSignedIn:
        words = "The approver's name or password is wrong."
    except MustChangePassword:
        words = "Another person set the approver's password: the approver signs in and changes it before approving."
    except (form_fields.Unclear, Refused) as error:
        words = words_of(error)
    except (StoreError, LedgerError):
        words = "The form could not be carried out."
    told = {"words": translate(words), "clauses": []}
    return await run_in_threadpool(lambda: cases.show(request, mispayments(api, who), told, 409))


def _case(fields: form_fields.Fields) -> NoteMispayment | FollowMispayment:
    name = fields.required_text("id", "Give the mis-payment a number.")
    if fields.text("do") == "follow":
        return FollowMispayment(name, fields.text("outcome"), fields.text("words"), fields.text("patron", 40))
    return NoteMispayment(
        name,
        fields.text("table", 40),
        fields.text("way"),
        fields.text("kind"),
        fields.cents("dollars"),
        fields.text("enquiry", 400),
        fields.text("patron", 40),
        fields.is_on("suspected"),
    )


# The shift report.


class ShiftSeen(resource.SheetSeen):
    """The shift report of a gaming day."""

    day: str = ""


@site.resource("/pit/shift")
def shift(api: TheApi, who: Watcher, day: Day = "") -> ShiftSeen:
    """The shift report of a gaming day; an empty one says so."""
    try:
        chosen = clock.read_day(day or clock.gaming_day(api.floor.clock()))
    except ValueError as no:
        raise problems.NotFound(words_of(no)) from None
    return ShiftSeen.of(shift_report(api.floor.store, who.operator, chosen), day=chosen.isoformat())


def _shift_forms(renderer: rendering.PageRenderer, who: commands.Actor, sheet: ShiftSeen) -> dict[str, Any]:
    totals = sheet.totals() | {"table": say("All")} if len(sheet.rows) > 1 else None
    choices = list(days(renderer.api.floor.clock()))
    may_open = _may(who, "OpenTable")
    return {"sheet": sheet, "day": date.fromisoformat(sheet.day), "days": choices, "may": may_open, "totals": totals}


shift.page("pit_shift.html", more=_shift_forms)
