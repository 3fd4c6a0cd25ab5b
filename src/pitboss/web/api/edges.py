"""What an order of the pit would make of a table's edge: shown before it is given."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request

from pitboss.floor.commands import Actor
from pitboss.floor.desk import Desk
from pitboss.floor.edges import offer_of
from pitboss.floor.offers import OFFERS
from pitboss.floor.orders import SetPermission
from pitboss.floor.signs import SetMaximumPayout
from pitboss.law import TITLES, Key
from pitboss.money import dollars
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, TableName, Watcher, allow
from pitboss.web.solves.signs import Priced, priced

Change = Literal["permission", "maximum-payout"]
Name = Annotated[
    str, Query(max_length=60, description="The rule that a permission is about.", examples=["split-again"])
]
Cents = Annotated[int, Query(ge=0, le=10**12, description="The maximum payout; 0 takes the notice down.")]


def install(app: FastAPI, api: Api) -> None:
    """The route of an order's edge."""

    @app.get("/api/pit/tables/{table}/edge", tags=["pit"], responses=problems.RESPONSES)
    def edge(
        table: TableName,
        who: Watcher,
        request: Request,
        change: Change = "permission",
        rule: Name = "",
        granted: bool = True,
        cents: Cents = 0,
    ) -> dict[str, Any]:
        """The exact edge of a table now and once an order is given; the order then carries what was seen of it.
        While `state` is `asked` the lab works it out: its job can be followed, or this asked again."""
        made = {
            "permission": SetPermission(table, rule, granted),
            "maximum-payout": SetMaximumPayout(table, cents or None, ""),
        }
        now, then = moved(api, api.desk(request, who.operator, table), who, made[change])
        return {"table": table, "change": words_of(made[change]), "now": now.data(), "then": then.data()}


def moved(api: Api, desk: Desk, who: Actor, command: Any) -> tuple[Priced, Priced]:
    """The edge of a table now and once a command is carried out; refused where it cannot be."""
    allow(who, type(command).__name__)
    after = OFFERS[type(command)](command, desk.state)
    before = offer_of(desk.state)
    assert before is not None  # a table that is not open has refused already
    return priced(api.solves, who, before), priced(api.solves, who, after)


def words_of(command: Any) -> str:
    """What a command would change, in words."""
    if isinstance(command, SetPermission):
        title = TITLES.get(Key(command.rule), command.rule)
        return f"{'Put in force' if command.granted else 'Take out'}: {title[:1].lower()}{title[1:]}"
    return f"Put up a maximum payout of {dollars(command.cents)}" if command.cents else "Take the maximum payout down"


def query_of(command: Any) -> dict[str, str]:
    """A command as this resource is asked about it."""
    if isinstance(command, SetPermission):
        return {"change": "permission", "rule": command.rule, "granted": str(command.granted).lower()}
    return {"change": "maximum-payout", "cents": str(command.cents or 0)}
