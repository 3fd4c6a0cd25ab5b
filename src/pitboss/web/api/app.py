"""The API as an application: who asks, what they see, what they order, and a stream that resumes."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from pitboss.floor.commands import Actor, DealOn, Order, TakeAct
from pitboss.floor.desk import Desk
from pitboss.floor.people.signin import Desk as SignIn
from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.service import Floor
from pitboss.floor.store import Stream
from pitboss.play.codec import decode_act
from pitboss.web.api import problems
from pitboss.web.api.hub import Hub
from pitboss.web.api.show import rules_of, table_row, table_view

COOKIE = "pitboss"
KEEP_ALIVE = 15.0
"""How often a silent stream says that it is still there."""


class Credentials(BaseModel):
    """Who signs in."""

    operator: str = Field(examples=["star"])
    name: str = Field(examples=["ann"])
    password: str = Field(examples=["a long secret"])


class ActBody(BaseModel):
    """An act at a table, as the records of rounds write it, naming the need that it answers."""

    act: dict[str, Any] = Field(
        examples=[{"type": "Decide", "need": "play-1", "patron": "ann", "option": "stand"}],
    )
    round: int = Field(0, examples=[12])


Key = Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=120)]


class Api:
    """What the routes share."""

    def __init__(self, floor: Floor, sign_in: SignIn) -> None:
        self.floor, self.sign_in, self.hub = floor, sign_in, Hub()
        floor.listeners.append(self.hub.told)

    def who(self, request: Request) -> Actor:
        """Whoever asks, by their cookie or their bearer token."""
        bearer = request.headers.get("authorization", "")
        token = bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else request.cookies.get(COOKIE, "")
        if not token:
            raise NotSignedIn
        return self.sign_in.who(token)

    def desk(self, request: Request, operator: str, table: str) -> Desk:
        """A table that has been opened once."""
        desk = self.floor.desk(Stream(operator, f"table:{table}"))
        if not desk.state.length:
            raise problems.NotFound(f"There is no table {table}.")
        request.state.rules = rules_of(desk)
        return desk

    async def do(self, order: Order) -> dict[str, Any]:
        """Have an order carried out, without holding anybody else up."""
        return await asyncio.wrap_future(self.floor.submit(order))


def make_api(floor: Floor, sign_in: SignIn) -> FastAPI:
    """The application."""
    app = FastAPI(title="Pitboss", version="1", openapi_url="/api/openapi.json", docs_url="/api/docs", redoc_url=None)
    api = Api(floor, sign_in)
    app.state.api = api
    problems.install(app)
    _people(app, api)
    _tables(app, api)
    return app


def _people(app: FastAPI, api: Api) -> None:
    @app.post("/api/sign-in", tags=["people"])
    def sign_in(body: Credentials, response: Response) -> dict[str, str]:
        """Sign in: the token comes as a cookie, and in the body for clients that keep it themselves."""
        token = api.sign_in.sign_in(body.operator, body.name, body.password)
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=False)
        actor = api.sign_in.who(token)
        return {"token": token, "person": actor.person, "role": actor.role}

    @app.post("/api/sign-out", tags=["people"])
    def sign_out(request: Request, response: Response) -> dict[str, bool]:
        """Sign out."""
        api.sign_in.sign_out(request.cookies.get(COOKIE, ""))
        response.delete_cookie(COOKIE)
        return {"out": True}


def _asker(request: Request) -> Actor:
    api: Api = request.app.state.api
    return api.who(request)


Who = Annotated[Actor, Depends(_asker)]


def _tables(app: FastAPI, api: Api) -> None:
    @app.get("/api/tables", tags=["tables"])
    def tables(who: Who) -> dict[str, Any]:
        """The tables of the asker's house."""
        streams = [s for s in api.floor.store.streams(who.operator) if s.name.startswith("table:")]
        return {"tables": [table_row(api.floor.desk(stream)) for stream in streams]}

    @app.get("/api/tables/{table}", tags=["tables"])
    def one(table: str, who: Who, request: Request, response: Response) -> dict[str, Any]:
        """A table as the asker sees it; its ETag changes with everything that happens there."""
        shown = table_view(api.desk(request, who.operator, table), who)
        response.headers["ETag"] = f'"{shown["number"]}"'
        return shown

    @app.post("/api/tables/{table}/acts", tags=["tables"])
    async def act(table: str, body: ActBody, who: Who, key: Key, request: Request) -> dict[str, Any]:
        """Do something in the open round."""
        api.desk(request, who.operator, table)
        return await api.do(Order(who, TakeAct(table, decode_act(body.act), body.round), key))

    @app.post("/api/tables/{table}/deal", tags=["tables"])
    async def deal(table: str, who: Who, key: Key, request: Request) -> dict[str, Any]:
        """Let the virtual dealer do what comes next."""
        api.desk(request, who.operator, table)
        return await api.do(Order(who, DealOn(table), key))

    @app.get("/api/tables/{table}/stream", tags=["tables"])
    async def stream(
        table: str, who: Who, request: Request, last: Annotated[int, Header(alias="Last-Event-ID")] = 0
    ) -> StreamingResponse:
        """The table as it changes, each state numbered; a client that was cut off says which number it has."""
        desk = api.desk(request, who.operator, table)
        return StreamingResponse(_events(api, desk.stream, who, last), media_type="text/event-stream")


async def _events(api: Api, stream: Stream, who: Actor, last: int) -> AsyncIterator[str]:
    with api.hub.watch(stream) as watch:
        while True:
            shown = table_view(api.floor.desk(stream), who)
            if shown["number"] > last:
                last = shown["number"]
                yield f"id: {last}\nevent: table\ndata: {json.dumps(shown)}\n\n"
            if not await watch.changed(KEEP_ALIVE):
                yield ": here\n\n"
