"""Middleware for every request: headers that keep private things private, and JSON that has each key once.

Of two values under one key a proxy may read the first and we the last: such a body is refused.
"""

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PRIVATE = "private, no-store"
POSITION = "Pitboss-Position"
MOST_DIGITS = 15
PUBLIC = ("/static/",)
"""Where answers lie that are the same for all, and may be kept."""


class SafeHeaders:
    """Adds to every answer that it is what it says it is, and that no cache keeps it unless its route says so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["X-Content-Type-Options"] = "nosniff"
                if not scope["path"].startswith(PUBLIC):
                    headers.setdefault("Cache-Control", PRIVATE)
            await send(message)

        await self.app(scope, receive, add if scope["type"] == "http" else send)


class Positions:
    """Lets a reader see what they have written, at whichever server that was: an answer to an order names the place in
    the log that it was written at, and a request that names a place is answered on a log that goes as far."""

    def __init__(self, app: ASGIApp, api: Any) -> None:
        self.app, self.api = app, api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self.api.floor.store.is_sqlite:  # an embedded store has one server
            await self.app(scope, receive, send)
            return
        follower = self.api.floor.follower
        request = Request(scope)
        said = request.headers.get(POSITION) or request.cookies.get(POSITION.lower(), "")
        position = int(said) if said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS else 0
        if position > follower.position:
            await run_in_threadpool(follower.catch_up, position)

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers[POSITION] = str(follower.position)
                secure = "; Secure" if scope["scheme"] == "https" else ""
                headers.append(
                    "Set-Cookie",
                    f"{POSITION.lower()}={follower.position}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict{secure}",
                )
            await send(message)

        await self.app(scope, receive, send if scope["method"] in ("GET", "HEAD") else add)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise json.JSONDecodeError(f"{twice[:40]!r} stands there twice", "", 0)
    return found


class OnceRequest(Request):
    """A request whose JSON is refused where an object has a key twice."""

    async def json(self) -> Any:
        """The body."""
        if not hasattr(self, "_json"):
            self._json = json.loads(await self.body(), object_pairs_hook=_once)
        return self._json


class ApiRoute(APIRoute):
    """A route of the API."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's handler, reading bodies strictly."""
        answer = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await answer(OnceRequest(request.scope, request.receive))

        return handle


def install(app: FastAPI) -> None:
    """Have every route that comes after read and answer so."""
    app.router.route_class = ApiRoute
    app.add_middleware(SafeHeaders)
