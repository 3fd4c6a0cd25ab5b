"""The edge of a table after an order, shown before the order is given; for every order that moves the edge."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import Body, Request
from pydantic import BaseModel

from pitboss.floor.service.commands import Actor
from pitboss.floor.store import table_stream
from pitboss.floor.tables.edges import OfferCommand, offer_of
from pitboss.floor.tables.limits_sign import AnnounceLimits, ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.orders import SetPermission
from pitboss.floor.tables.state import OpenState
from pitboss.law import TITLES, Key
from pitboss.messages import say
from pitboss.money import dollars
from pitboss.play.terms import Limits, spot_words
from pitboss.value import Value, log_name
from pitboss.web.api.dependencies import Api, TableName, TheApi, Who, allow
from pitboss.web.api.orders import address_of, command_of, example_of, model_of, ordered_kinds
from pitboss.web.lab_jobs.offer_edges import OfferEdge, price_offer
from pitboss.web.resource import Site

site = Site("tables")


def _route(command: type[OfferCommand]) -> None:
    """A route for the edge of an order that moves one: the order's own address and body."""
    model = model_of(command, ("table",), example_of(command, ("table",)))
    says: Any = Annotated[model, Body()]

    def edge(api: Api, table: str, who: Actor, request: Request, body: BaseModel) -> dict[str, Any]:
        """The exact edge of a table now and once an order is given; the order then carries what was seen of it.
        While `state` is `asked` the lab works it out: its job can be followed, or this asked again."""
        if command is not OpenTable:
            api.table(request, who.operator, table)
        return edge_change(api, who, command_of(command, body, table=table)).data()

    edge.__annotations__ = {"api": TheApi, "table": TableName, "who": Who, "request": Request, "body": says}
    name = log_name(command)
    summary = f"What it would make of the edge: {name}"
    site.api.post(f"{address_of(command)}/edge", name=f"{name}Edge", summary=summary, response_model=None)(edge)


for kind in ordered_kinds():
    if issubclass(kind, OfferCommand):
        _route(kind)


class EdgeChange(Value):
    """The edge of a table now, if it is open, and once a command is carried out."""

    command: OfferCommand
    now: OfferEdge | None
    then: OfferEdge

    @property
    def words(self) -> str:
        """What the command would change: what is done, a colon, and to what."""
        return _WORDS[type(self.command)](self.command)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        now = self.now.data() if self.now is not None else None
        return {"table": self.command.table, "change": self.words, "now": now, "then": self.then.data()}


def edge_change(api: Api, who: Actor, command: OfferCommand) -> EdgeChange:
    """The edge of a table now and once a command is carried out; refused where it cannot be."""
    allow(who, log_name(type(command)))
    state = api.floor.table(table_stream(who.operator, command.table)).state
    after = command.offer(state)
    now = price_offer(api.lab_jobs, who, offer_of(state)) if isinstance(state, OpenState) else None
    return EdgeChange(command, now, price_offer(api.lab_jobs, who, after))


def _permission(command: SetPermission) -> str:
    title = TITLES.get(Key(command.rule), command.rule)
    rule = title[:1].lower() + title[1:]
    return say("Permit: {rule}", rule=rule) if command.granted else say("Stop permitting: {rule}", rule=rule)


def _limits(limits: Mapping[str, Limits]) -> str:
    return ", ".join(f"{spot_words(spot)} {each.words}" for spot, each in limits.items())


_WORDS: Mapping[type, Callable[[Any], str]] = {
    OpenTable: lambda command: say(
        "Open table {table}: {limits}", table=command.table, limits=_limits(command.terms.limits)
    ),
    SetPermission: _permission,
    SetMaximumPayout: lambda command: (
        say("Set a maximum payout of {amount}", amount=dollars(command.cents))
        if command.cents
        else say("Remove the maximum payout")
    ),
    ChangeLimits: lambda command: say("Change the limits: {limits}", limits=_limits(command.limits)),
    AnnounceLimits: lambda command: say("Announce new limits: {limits}", limits=_limits(command.limits)),
    SetOwnLimits: lambda command: say(
        "Set limits for {patron}: {limits}", patron=command.patron, limits=_limits(command.limits)
    ),
}
