"""Who asks: signing in and out, and who one is."""

from typing import Any

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.people.standing import standing_of
from pitboss.floor.service.commands import Actor
from pitboss.web.api import problems
from pitboss.web.api.shared import COOKIE, Api, Changing, token_of


class Credentials(BaseModel):
    """Who signs in."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"operator": "star", "name": "ann", "password": "a long secret"}]},
    )
    operator: str = Field(max_length=20)
    name: str = Field(max_length=120)
    password: str = Field(max_length=400)


def install(app: FastAPI, api: Api) -> None:
    """The routes of signing in."""

    @app.post("/api/sign-in", tags=["people"], responses=problems.RESPONSES)
    async def sign_in(body: Credentials, request: Request, response: Response) -> dict[str, Any]:
        """Sign in: the token comes as a cookie, and in the body for clients that keep it themselves. Somebody whose
        password another person set changes it first (`must_change_password`)."""
        named = body.operator, body.name
        token = await api.passwords.do(request, named, api.sign_in.sign_in, *named, body.password)
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https")
        return {"token": token} | _told(api, api.sign_in.who(token, changing=True))

    @app.post("/api/sign-out", tags=["people"], responses=problems.RESPONSES)
    def sign_out(request: Request, response: Response) -> dict[str, bool]:
        """Sign out; the token is worth nothing afterwards."""
        api.sign_in.sign_out(token_of(request))
        response.delete_cookie(COOKIE)
        return {"out": True}

    @app.get("/api/me", tags=["people"], responses=problems.RESPONSES)
    def me(who: Changing) -> dict[str, Any]:
        """Who the asker is, and whether they have to change their password before anything else."""
        return _told(api, who)


def _told(api: Api, who: Actor) -> dict[str, Any]:
    must_change = standing_of(api.floor.store, who.operator, who.person).must_change
    return {
        "operator": who.operator,
        "person": who.person,
        "role": who.role,
        "must_change_password": must_change,
    }
