"""What an order would make of a table's edge, shown before it is given: every order that moves it can be asked of."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request
from pydantic import BaseModel

from pitboss.floor.service.commands import Actor, OpenTable
from pitboss.floor.store import table_stream
from pitboss.floor.tables.edges import offer_of
from pitboss.floor.tables.notices import AnnounceLimits
from pitboss.floor.tables.offers import OFFERS
from pitboss.floor.tables.orders import SetPermission
from pitboss.floor.tables.signs import ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.state import OpenState
from pitboss.law import TITLES, Key
from pitboss.money import dollars
from pitboss.play.terms import Limits, spot_words
from pitboss.value import Value, log_name
from pitboss.web.api import problems
from pitboss.web.api.bodies import command_of, model_of
from pitboss.web.api.examples import example_of
from pitboss.web.api.orders import address_of
from pitboss.web.api.shared import Api, TableName, Who, allow
from pitboss.web.solves.signs import Priced, priced


def install(app: FastAPI, api: Api) -> None:
    """A route for the edge of each order that moves one: the order's own address and body."""
    for command in OFFERS:
        _route(app, api, command)


def _route(app: FastAPI, api: Api, command: type) -> None:
    model = model_of(command, ("table",), example_of(command, ("table",)))
    says: Any = Annotated[model, Body()]

    def edge(table: str, who: Actor, request: Request, body: BaseModel) -> dict[str, Any]:
        """The exact edge of a table now and once an order is given; the order then carries what was seen of it.
        While `state` is `asked` the lab works it out: its job can be followed, or this asked again."""
        if command is not OpenTable:
            api.desk(request, who.operator, table)
        return moved(api, who, command_of(command, body, table=table)).data()

    edge.__annotations__ = {"table": TableName, "who": Who, "request": Request, "body": says}
    told = {"name": f"{log_name(command)}Edge", "summary": f"What it would make of the edge: {log_name(command)}"}
    app.post(f"{address_of(command)}/edge", tags=["tables"], responses=problems.RESPONSES, **told)(edge)  # type: ignore[arg-type]


class Moved(Value):
    """The edge of a table now, if it is open, and once a command is carried out."""

    command: Any
    now: Priced | None
    then: Priced

    @property
    def words(self) -> str:
        """What the command would change: what is done, a colon, and to what."""
        return _WORDS[type(self.command)](self.command)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        now = self.now.data() if self.now is not None else None
        return {"table": self.command.table, "change": self.words, "now": now, "then": self.then.data()}


def moved(api: Api, who: Actor, command: Any) -> Moved:
    """The edge of a table now and once a command is carried out; refused where it cannot be."""
    allow(who, log_name(type(command)))
    state = api.floor.desk(table_stream(who.operator, command.table)).state
    after = OFFERS[type(command)](command, state)
    now = priced(api.solves, who, offer_of(state)) if isinstance(state, OpenState) else None
    return Moved(command, now, priced(api.solves, who, after))


def _permission(command: SetPermission) -> str:
    title = TITLES.get(Key(command.rule), command.rule)
    return f"{'Put in force' if command.granted else 'Take out'}: {title[:1].lower()}{title[1:]}"


def _payout(command: SetMaximumPayout) -> str:
    return f"Put up a maximum payout: {dollars(command.cents)}" if command.cents else "Take the maximum payout down"


def _limits(limits: Mapping[str, Limits]) -> str:
    return ", ".join(f"{spot_words(spot)} {each.words}" for spot, each in limits.items())


_WORDS: Mapping[type, Callable[[Any], str]] = {
    OpenTable: lambda command: f"Open table {command.table}: {_limits(command.terms.limits)}",
    SetPermission: _permission,
    SetMaximumPayout: _payout,
    ChangeLimits: lambda command: f"Change the limits: {_limits(command.limits)}",
    AnnounceLimits: lambda command: f"Put up the sign: {_limits(command.limits)}",
    SetOwnLimits: lambda command: f"Set limits for {command.patron}: {_limits(command.limits)}",
}
