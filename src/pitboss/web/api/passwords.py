"""Passwords: one's own, changed with the old one, and somebody else's, set by a person of rank until its owner changes
it."""

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.signin import NotSignedIn
from pitboss.web.api import problems
from pitboss.web.api.shared import COOKIE, Api, Changing, PersonName, Who

_SECRET = "another long secret"  # noqa: S105  an example


NOT_YOURS = "That is not your present password, or your account is locked for a while. You are still signed in."


class Change(BaseModel):
    """A new password, and the old one."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"old": "a long secret", "new": _SECRET}]}
    )
    old: str = Field(max_length=400)
    new: str = Field(max_length=400)


class Reset(BaseModel):
    """A new password for somebody, and perhaps the name that they sign in by."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"password": _SECRET, "name": "dan"}]})
    password: str = Field(max_length=400)
    name: str = Field(default="", max_length=120)


def install(app: FastAPI, api: Api) -> None:
    """The routes of passwords."""

    def passwords() -> Passwords:
        return Passwords(api.floor.store, api.sign_in)

    @app.post("/api/me/password", tags=["people"], responses=problems.RESPONSES)
    async def change(body: Change, who: Changing, request: Request, response: Response) -> dict[str, str]:
        """Change your own password: every session of yours ends, and the new token is told."""
        try:
            token = await api.passwords.do(request, who[:2], passwords().change, who, body.old, body.new)
        except NotSignedIn:
            raise problems.NotVouched(NOT_YOURS) from None
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https")
        return {"token": token}

    @app.post("/api/people/{person}/password", tags=["people"], responses=problems.RESPONSES)
    async def reset(person: PersonName, body: Reset, who: Who, request: Request) -> dict[str, str]:
        """Set somebody's password, if your rank lets you: every session of theirs ends, and they change it first."""
        named = who.operator, person
        await api.passwords.do(request, named, passwords().reset, who, person, body.password, body.name)
        return {"person": person}
