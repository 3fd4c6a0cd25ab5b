"""The staff of a house: who holds which rank, and where they are. Whoever may takes people on, changes ranks, lets
people go and sets passwords."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.operators import house_edition
from pitboss.floor.people.passwords import RESET, Passwords
from pitboss.floor.people.permission import ID, MATHEMATICIAN, WATCH_PIT, holds, may
from pitboss.floor.people.staff import ChangeRank, Hire, LetGo
from pitboss.floor.people.strength import LEAST
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store.rows import StoreError
from pitboss.play import Refused
from pitboss.web.api.pit_view import people_data
from pitboss.web.api.shared import allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.twins import twin

ORDERS = ("OpenTable", "Hire", "ChangeRank", "LetGo", RESET)


def ranks_of(who: Actor) -> list[str]:
    """The ranks and roles that somebody may give: none above their own, and none of the regulator's."""
    ranks = [rank for rank in house_edition(who.operator).ranks if holds(who.operator, who.role, rank)]
    return [*ranks, MATHEMATICIAN]


def install(shell: Shell) -> None:
    """The routes of the staff."""
    router, api = shell.router, shell.api
    twin(router, "/pit/people.json", "/api/pit/people")

    def show(request: Request, notice: Any = None, status: int = 200) -> Response:
        who = allow(shell.who(request), WATCH_PIT)
        rights = [name for name in ORDERS if may(who, name)]
        ranks = ranks_of(who)
        rows = [
            row | {"yours": row["person"] != who.person and row["role"] in ranks}
            for row in people_data(api, who.operator)
        ]
        more: dict[str, Any] = {"people": rows, "may": rights, "ranks": ranks, "least": LEAST}
        return shell.page(request, "pit_people.html", status=status, notice=notice, twin="/api/pit/people", **more)

    @router.get("/pit/people")
    def people(request: Request) -> Response:
        """The staff, and where they are."""
        return show(request)

    async def carry_out(request: Request, who: Actor, fields: Fields, password: str) -> None:
        """Have what a form says done: an order, a password, or a newcomer's both."""
        person, order = fields.needed("person", "Name the person."), _order(fields)
        if order is not None:
            await api.do(Order(who, order, fields.text("key", 60)))
        if password:
            named = who.operator, person
            passwords = Passwords(api.floor.store, api.sign_in)
            await api.passwords.do(request, named, passwords.reset, who, person, password, fields.text("name", 120))

    @router.post("/pit/people")
    async def decide(request: Request) -> Response:
        """Take somebody on, change a rank, let somebody go, set a password."""
        who = allow(shell.who(request), WATCH_PIT)
        form = await shell.form(request)
        fields = Fields(form)
        try:
            await carry_out(request, who, fields, str(form.get("password", ""))[:400])
        except (Unclear, Refused, StoreError) as error:
            words = str(error) if isinstance(error, Unclear | Refused) else "This could not be done as it was sent."
            return await run_in_threadpool(show, request, {"words": words, "clauses": []}, 409)
        return RedirectResponse("/pit/people", 303)


def _order(fields: Fields) -> Hire | ChangeRank | LetGo | None:
    person = fields.needed("person", "Name the person.")
    if not ID.fullmatch(person):
        raise Unclear("An id is letters, figures, dots and dashes, 40 at most.")
    match fields.text("do"):
        case "hire":
            return Hire(person, fields.needed("role", "Choose a rank."))
        case "rank":
            return ChangeRank(person, fields.needed("role", "Choose a rank."))
        case "let-go":
            return LetGo(person)
        case "password":
            return None
    raise Unclear("This form is not one of ours.")
