"""The edge of a table after an order, shown before the order is given; for every order that moves the edge. A page of
the pit shows it first, and the person then confirms the order."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Body, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.datastructures import FormData

from pitboss.floor.people.permission import WATCH_PIT
from pitboss.floor.service import commands, forms
from pitboss.floor.store import table_stream
from pitboss.floor.tables import edges, limits_sign, opening, orders
from pitboss.floor.tables.state import OpenState
from pitboss.law import TITLES, Key
from pitboss.messages import say, words_of
from pitboss.money import dollars
from pitboss.play import Limits, Refused, spot_words
from pitboss.value import Value, log_name
from pitboss.web.api import problems, table_data
from pitboss.web.api.dependencies import FRAGMENT, Api, TableName, TheApi, Who, allow
from pitboss.web.api.orders import address_of, command_of, example_of, model_of, ordered_kinds
from pitboss.web.lab_jobs import offer_edges, questions
from pitboss.web.pages import form_fields, form_pages, rendering
from pitboss.web.pages.forms import FormContext, read_form
from pitboss.web.resource import Site

site = Site("tables")


def _route(command: type[edges.OfferCommand]) -> None:
    """A route for the edge of an order that moves one: the order's own address and body."""
    model = model_of(command, ("table",), example_of(command, ("table",)))
    says: Any = Annotated[model, Body()]

    def edge(api: Api, table: str, who: commands.Actor, request: Request, body: BaseModel) -> dict[str, Any]:
        """The exact edge of a table now and once an order is given; the order then carries what was seen of it.
        While `state` is `asked` the lab works it out: its job can be followed, or this asked again."""
        if command is not opening.OpenTable:
            api.table(request, who.operator, table)
        return edge_change(api, who, command_of(command, body, table=table)).data()

    edge.__annotations__ = {"api": TheApi, "table": TableName, "who": Who, "request": Request, "body": says}
    name = log_name(command)
    summary = f"What it would make of the edge: {name}"
    site.api.post(f"{address_of(command)}/edge", name=f"{name}Edge", summary=summary, response_model=None)(edge)


for kind in ordered_kinds():
    if issubclass(kind, edges.OfferCommand):
        _route(kind)


class EdgeChange(Value):
    """The edge of a table now, if it is open, and once a command is carried out."""

    command: edges.OfferCommand
    now: offer_edges.OfferEdge | None
    then: offer_edges.OfferEdge

    @property
    def words(self) -> str:
        """What the command would change: what is done, a colon, and to what."""
        return _WORDS[type(self.command)](self.command)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        now = self.now.data() if self.now is not None else None
        return {"table": self.command.table, "change": self.words, "now": now, "then": self.then.data()}


def edge_change(api: Api, who: commands.Actor, command: edges.OfferCommand) -> EdgeChange:
    """The edge of a table now and once a command is carried out; refused where it cannot be."""
    allow(who, log_name(type(command)))
    state = api.floor.table(table_stream(who.operator, command.table)).state
    after = command.offer(state)
    now = offer_edges.price_offer(api.lab_jobs, who, edges.offer_of(state)) if isinstance(state, OpenState) else None
    return EdgeChange(command, now, offer_edges.price_offer(api.lab_jobs, who, after))


def _permission(command: orders.SetPermission) -> str:
    title = TITLES.get(Key(command.rule), command.rule)
    rule = title[:1].lower() + title[1:]
    return say("Permit: {rule}", rule=rule) if command.granted else say("Stop permitting: {rule}", rule=rule)


def _limits(limits: Mapping[str, Limits]) -> str:
    return ", ".join(f"{spot_words(spot)} {each.words}" for spot, each in limits.items())


_WORDS: Mapping[type, Callable[[Any], str]] = {
    opening.OpenTable: lambda command: say(
        "Open table {table}: {limits}", table=command.table, limits=_limits(command.terms.limits)
    ),
    orders.SetPermission: _permission,
    limits_sign.SetMaximumPayout: lambda command: (
        say("Set a maximum payout of {amount}", amount=dollars(command.cents))
        if command.cents
        else say("Remove the maximum payout")
    ),
    limits_sign.ChangeLimits: lambda command: say("Change the limits: {limits}", limits=_limits(command.limits)),
    limits_sign.AnnounceLimits: lambda command: say("Announce new limits: {limits}", limits=_limits(command.limits)),
    limits_sign.SetOwnLimits: lambda command: say(
        "Set limits for {patron}: {limits}", patron=command.patron, limits=_limits(command.limits)
    ),
}


ASKED = frozenset({"do", "rule", "granted", "cents", "reason", "at", "patron"})
"""The fields of an order whose edge is shown first, besides its limits; what was seen is added to them."""


def asked_fields(form: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a form that say what is ordered, for the address of its edge."""
    limits = (form_fields.LEAST, form_fields.MOST, form_fields.UNIT)
    return {name: str(form[name])[:200] for name in form if (name in ASKED or name.startswith(limits)) and form[name]}


def needs_edge_first(wanted: Any, floor_table: commands.FloorTable) -> bool:
    """Say whether the edge of what is ordered is to be seen before it is given."""
    if not isinstance(wanted, edges.OfferCommand) or wanted.seen is not None:
        return False
    try:
        return bool(edges.changed_choices(edges.offer_of(floor_table.open_state), wanted.offer(floor_table.state)))
    except Refused:  # it is refused whatever its edge
        return False


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of an order's edge."""
    router, api = renderer.router, renderer.api

    def price_order(table: str, request: Request) -> tuple[dict[str, str], EdgeChange]:
        who = allow(renderer.identify(request), WATCH_PIT)
        floor_table = api.table(request, who.operator, table)
        said = asked_fields(request.query_params)
        scene = FormContext(who, forms.PIT, floor_table.state, {"table": table}, table_data.rules_of(floor_table))
        offer = form_pages.forms_of(scene).offers.get(said.get("do", ""))
        if offer is None or not issubclass(offer.command, edges.OfferCommand):
            raise problems.NotFound("This does not change the edge.")
        try:
            return said, edge_change(api, who, offer.command(**read_form(offer, FormData(said), scene)))
        except form_fields.Unclear as unclear:
            raise problems.NotFound(words_of(unclear)) from None
        except Refused as no:
            raise problems.NotFound(words_of(no)) from None

    @router.get("/pit/tables/{table}/edge.json")
    def data(table: TableName, request: Request) -> Response:
        """The same as plain data, as the API answers it."""
        return JSONResponse(price_order(table, request)[1].data())

    @router.get("/pit/tables/{table}/edge")
    def edge(table: TableName, request: Request) -> Response:
        """The edge that a table has now, and the one that an order would give it."""
        said, found = price_order(table, request)
        now, then = found.now, found.then
        shown: dict[str, Any] = {"name": table, "now": now, "then": then, "words": found.words}
        shown["fields"] = said | form_fields.edge_fields(then)
        jobs = [each.job for each in (then, now) if each is not None and each.job is not None]
        shown["jobs"] = [(job, api.lab_jobs.count_ahead(job)) for job in jobs]
        shown["lab"] = (
            f"/lab/{then.least.asked.game}{questions.query_of(then.least.asked)}" if then.least is not None else ""
        )
        shown["address"] = f"{request.url.path}?{urlencode(said)}"
        template = "_pit_edge.html" if FRAGMENT in request.headers else "pit_edge.html"
        return renderer.page(request, template, twin=f"/pit/tables/{table}/edge.json?{urlencode(said)}", **shown)
