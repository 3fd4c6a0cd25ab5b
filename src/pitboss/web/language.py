"""The language of a request: what its reader chose, else what the browser asks for, among the catalogues that there
are."""

import re
from collections.abc import Mapping
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.locale import ENGLISH, Catalogue
from pitboss.messages import current_language, language, message
from pitboss.web.api.middleware import PUBLIC

MOST_LETTERS = 200
"""How much is read of what a browser accepts."""
COOKIE = "pitboss-language"
"""The cookie that keeps which language a person chose."""
_CHOSEN = re.compile(rf"(?:^|;\s*){COOKIE}=([a-z-]{{2,20}})(?:;|$)")
OWN_NAME = message("English")
"""What a language calls itself: a catalogue translates it by its own name."""


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
