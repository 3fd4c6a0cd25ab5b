"""Jackpots: the wall that a display in the casino shows, meters run from the pit with their awards, their history for
inspectors, and the equipment of a table.

The wall is a sign. It is open to all, like what hangs over the tables, so that a display needs no session.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from pitboss.floor.jackpots.meter_commands import returns_of, terms_after
from pitboss.floor.jackpots.meters import METERS as PLACE
from pitboss.floor.jackpots.meters import meters_of
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import WATCH_PIT, may
from pitboss.floor.service import commands, forms
from pitboss.floor.store import Stream, table_stream
from pitboss.floor.tables.log import EVER
from pitboss.jackpot import MeterTerms, check_meter
from pitboss.messages import say
from pitboss.money import dollars
from pitboss.play import Refused
from pitboss.report.registers import TITLES_OF
from pitboss.report.sheet import Sheet
from pitboss.value import Value
from pitboss.web.api import dependencies, problems, table_data
from pitboss.web.meter_history import COLUMNS, EquipmentSeen, MeterReading, history_rows, read_back, see_equipment
from pitboss.web.meter_view import MetersSeen, OneMeter, meters_now, news_of, preview_return, see_meters, see_one_meter
from pitboss.web.pages import form_pages
from pitboss.web.pages.forms import FailedForm, FormContext
from pitboss.web.pages.rendering import PageRenderer
from pitboss.web.resource import Last, SheetSeen, Site, follow

site = Site("meters")


# The wall.


async def _house(house: Annotated[str, Path(pattern=r"^[a-z]+$")]) -> str:
    if house not in operators():
        raise problems.NotFound(say("There is no house {house}.", house=house[:20]))
    return house


House = Annotated[str, Depends(_house)]


@site.resource("/jackpots/{house}", follows=lambda said: Stream(said["house"], dependencies.METERS))
def wall(api: dependencies.TheApi, house: House) -> MetersSeen:
    """The jackpot meters of a house: value, price, prizes, conditions and tables of each. It is open to all."""
    return see_meters(api, house)


wall.page("jackpots.html")


@site.pages.get("/jackpots")
def own_wall(who: dependencies.Who) -> Response:
    """The wall of the asker's house."""
    return RedirectResponse(f"/jackpots/{who.operator}", 303)


@site.pages.get("/jackpots/{house}/feed", response_model=None)
async def feed(api: dependencies.TheApi, house: House, request: Request, last: Last = 0) -> dependencies.EventStream:
    """The stream of pages that show a meter: what each meter of the house stands at, in whole cents, its version, and
    what changes with its notices and awards."""
    return follow(request, Stream(house, dependencies.METERS), last, partial(_tell_values, api, house))


def _tell_values(api: dependencies.Api, house: str, number: int) -> str:
    """The values of a house's meters, worked out once for all viewers."""
    known = api.meter_values.get(house)
    if known is None or known[0] != number:
        values = {
            name: (int(state.value // 1), state.length, news_of(state))
            for name, state in meters_now(api, house).items()
        }
        known = api.meter_values[house] = number, json.dumps(values)
    return known[1]


# The pit.


@site.resource("/meters", follows=lambda said: Stream(said["who"].operator, dependencies.METERS))
def meters(api: dependencies.TheApi, who: dependencies.Watcher) -> MetersSeen:
    """The meters of the asker's house that are in operation."""
    return see_meters(api, who.operator)


@site.resource("/meters/{meter}")
def one_meter(api: dependencies.TheApi, meter: dependencies.MeterName, who: dependencies.Watcher) -> OneMeter:
    """A meter with its sums, which add up to what it stands at, its awards, and what a wager on it returns."""
    return see_one_meter(api, who.operator, meter)


class MeterReadingSeen(Value):
    """What was asked of a meter, and what it stood at."""

    meter: str
    table: str
    round: int
    reading: MeterReading | None


@site.resource("/meters/{meter}/reading")
def reading(
    api: dependencies.TheApi,
    meter: dependencies.MeterName,
    who: dependencies.MeterReader,
    table: Annotated[str, Query(max_length=40, description="A table of the meter.", examples=["7"])] = "",
    round: Annotated[int | str, Query(description="A round of it that is settled.", examples=[1])] = 0,
) -> MeterReadingSeen:
    """A meter as it stood when a round of a table was settled."""
    number = int(round) if str(round).isdecimal() and len(str(round)) < 16 else 0
    found = read_back(api.floor.store, table_stream(who.operator, table), number) if table and number else None
    if found is not None and found.meter != meter:
        raise problems.NotFound(say("Table {table} was not linked to {meter} then.", table=table, meter=meter))
    return MeterReadingSeen(meter, table, number, found)


reading.page("meter_reading.html", "/pit/meters/{meter}/reading")
meters.twin("/pit/meters")
one_meter.twin("/pit/meters/{meter}")


def _scene(renderer: PageRenderer, _: Request, who: commands.Actor, meter: str) -> FormContext:
    dependencies.allow(who, WATCH_PIT)
    found = meters_of(renderer.api.floor.store, who.operator)
    if not meter:
        return FormContext(who, PLACE, found, {})
    state = found.get(meter)
    if state is None or state.terms is None:
        raise problems.NotFound(say("There is no meter {meter}.", meter=meter))
    return FormContext(who, PLACE, found, {"meter": meter}, state.terms.rules())


def _show_place(renderer: PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    seen = see_meters(renderer.api, scene.who.operator)
    closed = [name for name, state in scene.state.items() if state.is_closed]
    return {"meters": seen.meters, "number": seen.number, "closed": closed, "may": _may(scene.who)}


def _meter_context(renderer: PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    return {"one": see_one_meter(renderer.api, scene.who.operator, scene.given["meter"]), "may": _may(scene.who)}


def _may(who: commands.Actor) -> list[str]:
    return [name for name in ("ReadMeterBack", "Inspect") if may(who, name)]


ALL_METERS = form_pages.FormPage(
    "/pit/meters", "meters.html", _scene, _show_place, "/api/meters", lambda form: f"/pit/meters/{form['meter']}"
)
ONE_METER = form_pages.FormPage("/pit/meters/{meter}", "meter.html", _scene, _meter_context, "/api/meters/{meter}")


def preview(scene: FormContext, form: FormData, command: Any) -> FailedForm | None:
    """The form again, with the exact return to be confirmed, if the person has not seen that yet; nothing where they
    have, where there is none, or where the terms would be refused anyway."""
    if isinstance(command, FailedForm) or getattr(command, "returns", "seen") != "":
        return None
    try:
        after = terms_after(command, scene.state, scene.who.operator)
    except Refused:
        return None
    if not after or any(check_meter(terms.rules(), terms) is not None for terms in after.values()):
        return None
    told = [*(_tell_return(meter, terms) for meter, terms in after.items()), say("Send the form again to confirm.")]
    said = [(name, value) for name, value in form.multi_items() if name != "returns"]
    return FailedForm(str(form["do"]), FormData([*said, ("returns", returns_of(after))]), " ".join(told))


def _tell_return(meter: str, terms: MeterTerms) -> str:
    found = preview_return(terms)
    parts = "; ".join(f"{part} {value}" for part, value in (*found.parts.items(), *found.beside.items()))
    return say(
        "A wager of {price} on meter {meter} returns {returns} in the long run. {parts}.",
        price=dollars(terms.price_cents),
        meter=meter,
        returns=found.returns,
        parts=parts,
    )


def install(renderer: PageRenderer) -> None:
    """The routes of the pages with forms."""
    for page in (ALL_METERS, ONE_METER):
        form_pages.install(renderer, page, preview)
    equipment_page = form_pages.FormPage(
        "/tables/{table}/jackpot", "jackpot_equipment.html", _at_table, _equipment, "/api/tables/{table}/jackpot"
    )
    form_pages.install(renderer, equipment_page)


# The equipment of a table.


@site.resource("/tables/{table}/jackpot")
def equipment(api: dependencies.TheApi, floor_table: dependencies.TheTable, who: dependencies.Staff) -> EquipmentSeen:
    """Whether the jackpot equipment of a table works: the meter records wagers, times, and can be read back."""
    found = see_equipment(api, floor_table)
    if found is None:
        raise problems.NotFound(say("Table {table} is linked to no meter.", table=floor_table.stream.table))
    return found


equipment.twin("/tables/{table}/jackpot")


def _at_table(renderer: PageRenderer, request: Request, who: commands.Actor, table: str) -> FormContext:
    floor_table = renderer.api.table(request, renderer.staff(request).operator, table)
    return FormContext(who, forms.PIT, floor_table.state, {"table": table}, table_data.rules_of(floor_table))


def _equipment(renderer: PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    table = scene.given["table"]
    floor_table = next(each for each in renderer.api.tables(scene.who.operator) if each.stream.table == table)
    found = equipment(renderer.api, floor_table, scene.who)
    return {"equipment": found, "table": table, "title": scene.rules.game.title if scene.rules is not None else ""}


# The inspector.


class MeterListed(Value):
    """A meter as the inspector's list has it."""

    meter: str
    is_open: bool
    cents: int
    games: tuple[str, ...]


class MeterList(Value):
    """The meters of a house, those that are closed too."""

    meters: tuple[MeterListed, ...]


@site.resource("/inspect/meters")
def all_meters(api: dependencies.TheApi, who: dependencies.Inspector) -> MeterList:
    """The meters of a house, those that are closed too."""
    found = meters_of(api.floor.store, who.operator).items()
    return MeterList(
        tuple(
            MeterListed(name, state.is_open, int(state.value // 1), state.terms.games)
            for name, state in found
            if state.terms is not None
        )
    )


all_meters.page("inspect_meters.html", more=lambda _, __, ___: {"titles": TITLES_OF})


class MeterHistory(SheetSeen):
    """The events of a meter, the newest first, each with what the meter stood at before and after."""

    meter: str = ""
    next: int | None = None
    """The cursor of the events before these; nothing where there are none."""


@site.resource("/inspect/meters/{meter}")
def history(
    api: dependencies.TheApi,
    meter: dependencies.MeterName,
    who: dependencies.Inspector,
    before: Annotated[int, Query(ge=0, le=2**53, description="The cursor that the last page gave.")] = 0,
    limit: dependencies.Limit = 100,
) -> MeterHistory:
    """The events of a meter, the newest first, with what it stood at before and after each."""
    rows = history_rows(api.floor.store, who.operator, meter, before or EVER, limit)
    if not rows and not before:
        raise problems.NotFound(say("There is no meter {meter}.", meter=meter))
    first = rows[-1]["number"] if rows else 1
    sheet = Sheet(f"meter-{meter}", say("Meter {meter}", meter=meter), COLUMNS, rows)
    return MeterHistory.of(sheet, meter=meter, next=first if isinstance(first, int) and first > 1 else None)


def _reconciliation_context(renderer: PageRenderer, who: commands.Actor, sheet: MeterHistory) -> dict[str, Any]:
    one = see_one_meter(renderer.api, who.operator, sheet.meter)
    return {"sheet": sheet, "one": one, "titles": TITLES_OF}


history.page("meter_history.html", more=_reconciliation_context)
