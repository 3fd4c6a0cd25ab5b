"""Middleware for every request: its language, headers that keep private things private, and JSON that has each key
once.

The language is what the reader chose, else what the browser asks for, among the catalogues that there are. Of two
values under one key a proxy may read the first and we the last: such a body is refused.
"""

import json
import re
from collections.abc import Callable, Coroutine, Mapping
from functools import lru_cache
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.locale import ENGLISH, Catalogue
from pitboss.messages import current_language, language, message

MOST_LETTERS = 200
"""How much is read of what a browser accepts."""
LANGUAGE_COOKIE = "pitboss-language"
"""The cookie that keeps which language a person chose."""
_CHOSEN = re.compile(rf"(?:^|;\s*){LANGUAGE_COOKIE}=([a-z-]{{2,20}})(?:;|$)")
OWN_NAME = message("English")
"""What a language calls itself: a catalogue translates it by its own name."""


class RequestLanguage:
    """Answers each request in the language that goes best with what it accepts, and says which that is."""

    def __init__(self, app: ASGIApp, catalogues: Mapping[str, Catalogue]) -> None:
        self.app = app
        self.choose = lru_cache(maxsize=256)(lambda accepted: choose(accepted, catalogues))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(PUBLIC):
            await self.app(scope, receive, send)
            return

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Language"] = language_code()
                headers.add_vary_header("Accept-Language")
            await send(message)

        headers = Headers(scope=scope)
        chosen = _CHOSEN.search(headers.get("cookie", ""))
        accepted = (chosen[1] + "," if chosen else "") + headers.get("accept-language", "")[:MOST_LETTERS]
        with language(self.choose(accepted)):
            await self.app(scope, receive, add)


def choose(accepted: str, catalogues: Mapping[str, Catalogue]) -> Catalogue | None:
    """The language that goes best with what a reader accepts, as `Accept-Language` says it; none is English."""
    wanted: list[tuple[float, int, str]] = []
    for part in accepted.split(","):
        tag, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), len(wanted), tag.strip().lower()))
        except ValueError:
            continue
    for negative, _, tag in sorted(wanted):
        if not negative:
            continue
        primary = tag.partition("-")[0]
        if found := catalogues.get(tag) or catalogues.get(primary):
            return found
        if primary in (ENGLISH, "*"):
            return None
    return None


def own_names(catalogues: Mapping[str, Catalogue]) -> dict[str, str]:
    """The languages that a page comes in, by their tags, each by its own name; none where there is English alone."""
    found = {tag: catalogue.gettext(OWN_NAME) for tag, catalogue in catalogues.items()}
    return {ENGLISH: OWN_NAME} | {tag: name for tag, name in found.items() if name != OWN_NAME} if found else {}


def language_code() -> str:
    """The tag of the language in force."""
    return getattr(current_language(), "language", ENGLISH)


PRIVATE = "private, no-store"
POSITION = "Pitboss-Position"
MOST_DIGITS = 15
PUBLIC = ("/static/",)
"""Where answers lie that are the same for all, and may be kept."""


class SafeHeaders:
    """Adds security headers to every answer: its type is not to be guessed, and no cache keeps it unless its route says
    so."""

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
    """Lets a client read what it has just written, at any server. The answer to an order names the place in the log
    where it was written; a server that gets a request with such a place first reads the log up to it."""

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
    """Add the middlewares, and read strictly the bodies of every route that is added afterwards."""
    app.router.route_class = ApiRoute
    app.add_middleware(SafeHeaders)
