"""People: signing in and out, who one is, passwords, and the staff of a house. A person of rank takes people on,
changes ranks, lets people go and sets passwords, which their owners change before anything else."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from pitboss.floor.operators import house_edition
from pitboss.floor.people.passwords import LEAST, Passwords
from pitboss.floor.people.permission import ID, MATHEMATICIAN, RESET_PASSWORD, SCRUTINEER, holds, may
from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.people.staff import ChangeRank, Hire, RemoveFromStaff, person_state_of
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store.rows import StoreError
from pitboss.messages import message, say, words_of
from pitboss.play import Refused
from pitboss.value import Value
from pitboss.web import pit_view, resource
from pitboss.web.api import problems
from pitboss.web.api.dependencies import COOKIE, Api, Changing, PersonName, TheApi, Watcher, Who, token_of
from pitboss.web.pages.form_fields import Fields, Unclear
from pitboss.web.pages.rendering import PageRenderer

ORDERS = ("Hire", "ChangeRank", "LetGo", RESET_PASSWORD)
NOT_YOURS = message(
    "That is not your present password, or your account is locked for a while. You are still signed in."
)
_SECRET = "another long secret"  # noqa: S105  an example
site = resource.Site("people")


class StrictBody(BaseModel):
    """A body that is refused if it has other fields than these."""

    model_config = ConfigDict(extra="forbid")


class Credentials(StrictBody):
    """The credentials of a person who signs in."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"operator": "star", "name": "ann", "password": "a long secret"}]}
    )
    operator: str = Field(max_length=20)
    name: str = Field(max_length=120)
    password: str = Field(max_length=400)


class PasswordChange(StrictBody):
    """A new password, and the old one."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"old": "a long secret", "new": _SECRET}]})
    old: str = Field(max_length=400)
    new: str = Field(max_length=400)


class PasswordReset(StrictBody):
    """A new password for a person, and perhaps the name that they sign in by."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"password": _SECRET, "name": "dan"}]})
    password: str = Field(max_length=400)
    name: str = Field(default="", max_length=120)


class AskerSeen(Value):
    """The asker, and whether they have to change their password before anything else."""

    operator: str
    person: str
    role: str
    must_change_password: bool


def _keep(request: Request, response: Response, token: str) -> None:
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https")


@site.api.post("/api/sign-in")
async def sign_in(api: TheApi, body: Credentials, request: Request, response: Response) -> dict[str, Any]:
    """Sign in: the token comes as a cookie, and in the body for clients that keep it themselves. A person whose
    password another person set changes it first (`must_change_password`)."""
    named = body.operator, body.name
    token = await api.passwords.do(request, named, api.sign_in.sign_in, *named, body.password)
    _keep(request, response, token)
    return {"token": token} | me(api, api.sign_in.identify(token, changing=True))._asdict()


@site.api.post("/api/sign-out")
def sign_out(api: TheApi, request: Request, response: Response) -> dict[str, bool]:
    """Sign out; the token is worth nothing afterwards."""
    api.sign_in.sign_out(token_of(request))
    response.delete_cookie(COOKIE)
    return {"out": True}


@site.resource("/me")
def me(api: TheApi, who: Changing) -> AskerSeen:
    """The person who asks: house, name and role, and whether they have to change their password first."""
    must_change = person_state_of(api.floor.store, who.operator, who.person).must_change
    return AskerSeen(who.operator, who.person, who.role, must_change)


@site.api.post("/api/me/password")
async def change(
    api: TheApi, body: PasswordChange, who: Changing, request: Request, response: Response
) -> dict[str, str]:
    """Change your own password: every session of yours ends, and the new token is told."""
    try:
        passwords = Passwords(api.floor.store, api.sign_in)
        named = who.operator, who.person
        token = await api.passwords.do(request, named, passwords.change, who, body.old, body.new)
    except NotSignedIn:
        raise problems.PasswordRefused(NOT_YOURS) from None
    _keep(request, response, token)
    return {"token": token}


@site.api.post("/api/people/{person}/password")
async def reset(api: TheApi, person: PersonName, body: PasswordReset, who: Who, request: Request) -> dict[str, str]:
    """Set a person's password, if your rank lets you: every session of theirs ends, and they change it first."""
    await _reset(api, request, who, person, body.password, body.name)
    return {"person": person}


async def _reset(api: Api, request: Request, who: Actor, person: str, password: str, name: str) -> None:
    passwords = Passwords(api.floor.store, api.sign_in)
    await api.passwords.do(request, (who.operator, person), passwords.reset, who, person, password, name)


# The staff.


class Staff(Value):
    """The staff of a house."""

    people: list[pit_view.StaffMember]


@site.resource("/pit/people")
def staff(api: TheApi, who: Watcher) -> Staff:
    """The staff of the house, and where they are."""
    return Staff(pit_view.staff_of(api, who.operator))


def _staff_forms(_: PageRenderer, who: Actor, found: Staff) -> dict[str, Any]:
    """The ranks and roles that a person may give: none above their own, and none of the regulator's."""
    ranks = [rank for rank in house_edition(who.operator).ranks if holds(who.operator, who.role, rank)]
    ranks += [MATHEMATICIAN, SCRUTINEER]
    yours = {each.person for each in found.people if each.person != who.person and each.role in ranks}
    return {"may": [name for name in ORDERS if may(who, name)], "ranks": ranks, "yours": yours, "least": LEAST}


staff_page = staff.page("pit_people.html", more=_staff_forms)


@site.pages.post("/pit/people")
async def decide(api: TheApi, who: Watcher, request: Request) -> Response:
    """Take a person on, change a rank, let a person go, set a password."""
    form = await request.app.state.renderer.form(request)
    fields, password = Fields(form), str(form.get("password", ""))[:400]
    try:
        person = fields.required_text("person", "Name the person.")
        if (order := _order(person, fields)) is not None:
            await api.do(Order(who, order, fields.text("key", 60)))
        if password:
            await _reset(api, request, who, person, password, fields.text("name", 120))
    except (Unclear, Refused, StoreError) as error:
        words = words_of(error) if isinstance(error, Unclear | Refused) else say("The form could not be carried out.")
        told = {"words": words, "clauses": []}
        return await run_in_threadpool(lambda: staff_page.show(request, staff(api, who), told, 409))
    return RedirectResponse("/pit/people", 303)


def _order(person: str, fields: Fields) -> Hire | ChangeRank | RemoveFromStaff | None:
    if not ID.fullmatch(person):
        raise Unclear("An id is letters, figures, dots and dashes, 40 at most.")
    match fields.text("do"):
        case "hire":
            return Hire(person, fields.required_text("role", "Choose a rank."))
        case "rank":
            return ChangeRank(person, fields.required_text("role", "Choose a rank."))
        case "let-go":
            return RemoveFromStaff(person)
        case "password":
            return None
    raise Unclear("This form does not come from this site. Open the page again.")
