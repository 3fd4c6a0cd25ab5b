"""Tables: the list, which the lobby shows, and one as its viewer sees it, as a page, in words, and with the forms with
which a patron wagers and decides; and the call for a supervisor, from a table or its console.

A form names the need that it answers and the round that it means, so that one sent too late is told so and changes
nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss import ledger, money
from pitboss.floor.people.permission import MATHEMATICIAN, PATRON, may
from pitboss.floor.service.commands import Actor, FloorTable, Order
from pitboss.floor.store import table_stream
from pitboss.floor.store.rows import Conflict, KeyReused, OverCount, StoreError
from pitboss.floor.tables import playing, seats
from pitboss.floor.tables.pit import CALL, CallSupervisor
from pitboss.floor.tables.signage import signs
from pitboss.floor.tables.state import OpenState
from pitboss.law.keys import ROUND_VOIDED
from pitboss.messages import current_language, message, say, words_of
from pitboss.play import Act, Decide, Place, Refused, Sit, Spot, TakeBack
from pitboss.report.rulebook import pay_line
from pitboss.value import Value
from pitboss.web import meter_view, resource
from pitboss.web.api import dependencies, table_data
from pitboss.web.api.dependencies import FRAGMENT, EventStream, TheApi, TheTable, Who
from pitboss.web.pages import qr, table_view
from pitboss.web.pages.felt import FeltSeen
from pitboss.web.pages.form_fields import NOT_OURS, Fields, Unclear
from pitboss.web.pages.rendering import PAGES, PageRenderer, TheForm, TheRenderer
from pitboss.web.practice import deal_on, is_fast, panel

MOST_DRAWN = 2_000
"""How many drawings are kept, the latest."""
site = resource.Site("tables")


class TableList(Value):
    """The tables of a house."""

    tables: tuple[table_data.TableRow, ...]


@site.resource("/tables")
def tables(api: TheApi, who: Who) -> TableList:
    """The tables of the asker's house."""
    found = [api.floor.table(stream) for stream in api.floor.store.streams(who.operator, "table")]
    return TableList(tuple(table_data.table_row(each, who) for each in found if not each.state.for_patron))


tables.page("lobby.html", "/lobby", more=lambda _, who, __: {"staff": who.role != PATRON})


@site.resource("/tables/{table}", follows=lambda said: said["floor_table"].stream, whole=True)
def table(api: TheApi, floor_table: TheTable, who: Who) -> table_view.TableSeen:
    """A table as the asker sees it: what lies there, what they may do and for how much, and why not."""
    return table_view.see_table(api.floor.store, floor_table, who)


def page_context(renderer: PageRenderer, who: Actor, seen: table_view.TableSeen) -> dict[str, Any]:
    """The context that the pages of a table share."""
    floor_table = renderer.api.floor.table(table_stream(who.operator, seen.table))
    rules = table_data.rules_of(floor_table)
    assert rules is not None  # the table has been opened
    return {
        "table": seen,
        "name": seen.table,
        "is_patron": who.role == PATRON,
        "chips": seen.chips_cents,
        "pays": table_data.pay_lines(rules),
        "call": see_call(floor_table, who) if may(who, "CallSupervisor") else None,
    }


REASONS = (
    message("A question about the rules"),
    message("A card fell or was mishandled"),
    message("A payout is wrong"),
    message("A dispute"),
    message("Something else"),
)
"""What a supervisor is usually called for."""


def see_call(floor_table: FloorTable, who: Actor) -> dict[str, Any]:
    """How a call for a supervisor stands for a person who may call one."""
    state = floor_table.state
    calls = {alert.by == who.person for alert in state.alerts if alert.kind == CALL}
    is_open, is_patron = isinstance(state, OpenState), who.role == PATRON
    return {
        "called": True in calls,
        "others": False in calls and not is_patron,
        "may_void": is_open and not is_patron and has_power_to_void(floor_table, who),
        "open": is_open,
        "reasons": REASONS,
    }


def has_power_to_void(floor_table: FloorTable, who: Actor) -> bool:
    """Whether the rules of the game give a person's rank the power to void."""
    rules = table_data.rules_of(floor_table)
    return rules is not None and may(who, "VoidRound") and rules.has_power(who.role, ROUND_VOIDED)


def _page_of(view: str) -> resource.More[table_view.TableSeen]:
    """What the drawn table, or the table in words, has besides the table."""

    def more(renderer: PageRenderer, who: Actor, seen: table_view.TableSeen) -> Mapping[str, Any]:
        is_practice = who.role == PATRON and money.unit_named(seen.unit).is_practice
        practice = (
            panel(renderer, renderer.api.floor.table(table_stream(who.operator, seen.table)), who)
            if is_practice
            else None
        )
        plays_for_money = who.role == PATRON and money.unit_named(seen.unit).is_money  # a session adds up money alone
        return page_context(renderer, who, seen) | {
            "practice": practice,
            "practice_view": view,
            "session": renderer.sittings.of(who) if plays_for_money else None,
            "drawn": _draw(renderer, who, seen, seen.felt) if view == "table" and seen.felt is not None else None,
            "told": table_view.tell_table(seen, who) if who.role == PATRON or view == "words" else (),
        }

    return more


def _draw(renderer: PageRenderer, who: Actor, seen: table_view.TableSeen, felt: FeltSeen) -> Markup:
    """The drawing of a felt. People who see the same get the same drawing, made once: a person who takes part sees
    cards and amounts that others do not, so that theirs is their own; all others of a role see what lies open."""
    betting = seen.betting if seen.betting is not None and seen.betting.open else None
    choices = (betting.at, *betting.areas) if betting is not None else ()
    person = who.person if seen.takes_part else ""
    key = (who.operator, seen.table, seen.number, who.role, person, current_language(), *choices)
    drawn = renderer.drawn.get(key)
    if drawn is None:
        macros: Any = renderer.translated_templates().get_template("_macros.html").module
        drawn = renderer.drawn[key] = macros.felt(felt, seen.chips_cents, seen.title, seen.betting)
        while len(renderer.drawn) > MOST_DRAWN:
            with suppress(KeyError):  # another thread was quicker
                renderer.drawn.popitem(last=False)
    return drawn


SHOWN = {
    "table": table.page("table.html", more=_page_of("table"), quick=True),
    "words": table.page("words.html", "/tables/{table}/words", more=_page_of("words"), quick=True),
}


@site.pages.get("/tables/{table}/watch")
async def watch(request: Request, renderer: TheRenderer, floor_table: TheTable, who: Who) -> Response:
    """A table for a screen above it: what lies open, whichever person is signed in, and a code that leads to it."""
    spectator = Actor(who.operator, "spectator", MATHEMATICIAN)  # sees what all see, and no person's money
    seen = await run_in_threadpool(table_view.see_table, renderer.api.floor.store, floor_table, spectator)
    address = f"{str(request.base_url).rstrip('/')}/tables/{seen.table}"
    return renderer.page(
        request,
        "watch.html",
        table=seen,
        name=seen.table,
        drawn=_draw(renderer, spectator, seen, seen.felt) if seen.felt is not None else Markup(),
        code=qr.draw_qr(address) if len(address.encode()) <= qr.LONGEST else Markup(),
    )


@site.pages.get("/tables/{table}/feed", response_model=None)
async def feed(floor_table: TheTable, request: Request, last: resource.Last = 0) -> EventStream:
    """The stream of a page: the number of what is new at its table, the same few bytes for all who watch."""
    return resource.follow(request, floor_table.stream, last, str, outlasts=True)


@site.pages.post("/tables/{table}")
async def act(request: Request, renderer: TheRenderer, who: Who, floor_table: TheTable, form: TheForm) -> Response:
    """Carry out the acts of a patron's form."""
    view = str(form.get("view", ""))
    view = view if view in SHOWN else "table"
    commands = _commands(Fields(form), who.person, floor_table)
    notice = await carry_out(renderer, floor_table, commands, who, form)
    if notice is None:
        if is_fast(request, floor_table.state) and form.get("do") in ("place", "decide"):
            await deal_on(renderer.api, floor_table, who, key=str(form.get("key", ""))[:60])
        return RedirectResponse(f"/tables/{floor_table.stream.table}{PAGES[view]}", 303)
    seen = await run_in_threadpool(table_view.see_table, renderer.api.floor.store, floor_table, who)
    return SHOWN[view].show(request, seen, notice, 409)


@site.pages.post("/tables/{table}/call")
async def call(request: Request, renderer: TheRenderer, who: Who, floor_table: TheTable, form: TheForm) -> Response:
    """Call for a supervisor."""
    table = floor_table.stream.table
    notice = await carry_out(renderer, floor_table, [CallSupervisor(table, Fields(form).text("reason"))], who, form)
    if notice is not None and FRAGMENT not in request.headers:  # a page that follows its table shows what stands
        return renderer.page(request, "error.html", status=409, words=notice.words)
    return RedirectResponse(f"/tables/{table}{PAGES.get(str(form.get('view')), '')}", 303)


def _commands(fields: Fields, me: str, floor_table: FloorTable) -> list[Any] | Unclear:
    """The commands that a form stands for."""
    table, state = floor_table.stream.table, floor_table.state
    do, need = fields.text("do"), fields.text("need", 60)
    try:
        if do == "leave":
            return [seats.LeaveTable(table, me)]
        if do not in ACTS:
            return Unclear(NOT_OURS)
        acts = ACTS[do](fields, need, me)
        if do == "place" and isinstance(state, OpenState):
            acts = [*acts, *_matching(acts, fields, state.round.game.spots)]
        return [playing.TakeAct(table, act, fields.whole_number("round")) for act in acts]
    except Unclear as unclear:
        return unclear


def _places(fields: Fields, need: str, me: str) -> list[Place]:
    named = [(name.removeprefix("on-"), fields.cents(name)) for name in fields.form if name.startswith("on-")]
    amounts = [(spot, cents) for spot, cents in named if cents]
    if not amounts:
        raise Unclear("Choose an amount first: take a chip and tap a circle, or write the amount.")
    return table_view.place_acts(need, me, fields.whole_number("area"), amounts)


def _matching(acts: Sequence[Any], fields: Fields, spots: Mapping[str, Spot]) -> list[Place]:
    """The wagers that must equal one of these: those that the form asks for and that were left empty."""
    placed = {act.spot: act for act in acts}
    return [
        placed[spot.matches]._replace(spot=spot.name)
        for spot in spots.values()
        if spot.matches in placed and spot.name not in placed and f"on-{spot.name}" in fields.form
    ]


ACTS: Mapping[str, Callable[[Fields, str, str], Sequence[Act]]] = {
    "decide": lambda fields, need, me: [Decide(need, me, *fields.chosen_option())],
    "place": _places,
    "sit": lambda fields, need, me: [Sit(need, me, fields.whole_number("area"))],
    "rise": lambda _, need, me: [Sit(need, me, 0)],
    "take-back": lambda fields, need, me: [TakeBack(need, me, fields.whole_number("area"), fields.text("spot", 40))],
}
"""What a patron does by each button: the acts, from the form, the need that it answers and the patron."""


async def carry_out(
    renderer: PageRenderer, floor_table: FloorTable, wanted: list[Any] | Unclear, who: Actor, form: FormData
) -> table_view.WhyNot | None:
    """Carry out commands one after the other; return the words for the person if one is refused.

    Acts are tried together first, so that of several wagers none goes down where one is refused.
    """
    if isinstance(wanted, Unclear):
        return table_view.WhyNot(str(wanted))
    key = str(form.get("key", ""))[:60]
    acts = [command.act for command in wanted if isinstance(command, playing.TakeAct)]
    state = floor_table.state
    if (
        len(acts) > 1
        and isinstance(state, OpenState)
        and (no := table_view.first_refusal(state.round, acts)) is not None
    ):
        return table_view.say_refusal(state.round.game.rules, no)
    try:
        for place, command in enumerate(wanted):
            await renderer.api.do(Order(who, command, f"{key}.{place}" if key else ""))
    except Refused as refused:
        rules = table_data.rules_of(floor_table)
        told = table_view.say_refusal(rules, refused.refusal) if rules is not None else None
        return told or table_view.WhyNot(words_of(refused))
    except ledger.Overdrawn:
        return table_view.WhyNot(say("You do not have enough free chips for this."), short=True)
    except OverCount as over:
        return table_view.WhyNot(words_of(over))
    except (Conflict, KeyReused):
        return table_view.WhyNot(say("This form was sent before. Here is the table as it is now."))
    except (StoreError, ledger.LedgerError):
        return table_view.WhyNot(say("This could not be done. Here is the table as it is now."))
    return None


# Signs: what the signs at a table say, with the clauses behind each, and as a page to be read from afar.


LARGE = ("game", "limits", "inscription", "maximum payout", "payouts", "layout")
"""The signs that have a place of their own on the page."""
STANDING = ("note", "notice")
"""What always stands there; the others tell of what has changed or will, and come first."""


class SignBoard(table_data.TableRow, kw_only=True):
    """A table with all that its signs say; they say nothing while it is not open."""

    signs: list[table_data.SignSeen]
    meter: meter_view.TableMeter | None = None
    """The jackpot; nothing where the table offers none."""


@site.resource("/tables/{table}/sign")
def sign(floor_table: dependencies.TheTable, who: dependencies.Who, api: dependencies.TheApi) -> SignBoard:
    """All that the signs at a table say: limits, who keeps others, payouts, notices and what will change."""
    state = floor_table.state
    row = table_data.row_of(floor_table, state, who)
    if not isinstance(state, OpenState):
        return SignBoard(**row, signs=[])
    seen = [table_data.SignSeen.of(state.table.game.rules, sign) for sign in signs(state)]
    return SignBoard(**row, signs=seen, meter=meter_view.see_table_meter(api.floor.store, floor_table, state, who))


def _in_place(_: PageRenderer, __: Any, board: SignBoard) -> Mapping[str, Any]:
    """The signs by their places on the page."""
    found = board.signs
    pays = [pay for each in found if each.what == "payouts" for pay in each.pays]
    return {
        "pays": table_data.group_pays(map(pay_line, pays)),
        "layout": [each for each in found if each.what == "layout"],
        "capped": any(each.what == "maximum payout" for each in found),
        "limits": [each for each in found if each.what == "limits" and not each.is_coming],
        "says": [each for each in found if each.what in ("maximum payout", "inscription")],
        "notices": [each for each in found if each.is_coming or each.what not in (*LARGE, *STANDING)],
        "standing": [each for each in found if each.what in STANDING],
    }


sign.page("sign.html", more=_in_place)
