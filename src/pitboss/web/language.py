"""The language of a request: what its browser asks for, among the catalogues that there are."""

from collections.abc import Mapping
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.locale import ENGLISH, Catalogue
from pitboss.messages import current_language, language
from pitboss.web.api.middleware import PUBLIC

MOST_LETTERS = 200
"""How much is read of what a browser accepts."""


class Speaking:
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

        with language(self.choose(Headers(scope=scope).get("accept-language", "")[:MOST_LETTERS])):
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


def language_code() -> str:
    """The tag of the language in force."""
    return getattr(current_language(), "language", ENGLISH)
