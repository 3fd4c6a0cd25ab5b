"""The frame of every page: its viewer, its template, its headers, and forms that only the page itself can send.

A form carries a token made from the cookie of the person who got the page, so that no other site can send it for
them; it carries a key as well, so that a form that is sent twice is done once.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from pitboss.floor.operators import operators
from pitboss.floor.people.permission import PATRON, may
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn, SessionLocked, has_pin, idle_time
from pitboss.floor.service.clock import SYDNEY, parse_stamp, read_time
from pitboss.floor.service.commands import Actor
from pitboss.lab.question import LabError
from pitboss.messages import Translations, current_language, message, phrase, translate, words_of
from pitboss.money import dollars, plain_dollars, unit_named
from pitboss.play.terms import spot_words
from pitboss.web.access import may_ask, visible_pages
from pitboss.web.api import dependencies, middleware, problems
from pitboss.web.lab_jobs.questions import rule_words, write_choice
from pitboss.web.meter_view import exact_dollars
from pitboss.web.pages import felt, projections, svg
from pitboss.web.pages.translation import mark, script_words, translate_templates

log = logging.getLogger("pitboss.pages")

VISITOR = "pitboss-visitor"
"""The cookie of a visitor who has not signed in yet, so that even the form of the sign-in is theirs."""
PAGES = {"table": "", "words": "/words", "console": "/console"}
"""The pages of a table, by the names that forms give them, and what their addresses end with."""
LOOKS = {"theme": ("auto", "felt", "paper"), "deck": ("two", "four"), "pace": ("calm", "fast")}
"""How pages look, by what a person chose; the first is for those who have not. The theme `auto` is the browser's."""


def cookie_of(look: str) -> str:
    """The cookie that keeps a part of the look that a person chose."""
    return f"pitboss-{look}"


HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}


class ForeignForm(Exception):
    """A form that did not come from a page of this session."""


UNLOCK_SECRET, UNLOCK_THEN, UNLOCK_AGAIN = "unlock-secret", "unlock-then", "unlock-again"
"""What the form that unlocks a session says besides the fields of a form that waits for it."""
Answer = Callable[[Request], Coroutine[Any, Any, Response]]


class PageRoute(APIRoute):
    """A route that answers in pages: its errors are pages too, and every answer has the headers of a page."""

    def get_route_handler(self) -> Answer:
        """The route's handler, with what a page adds to it."""
        answer = super().get_route_handler()

        async def handle(request: Request) -> Response:
            renderer: PageRenderer = request.app.state.renderer
            try:
                response = await answer(request)
            except SessionLocked:
                response = await renderer.ask_to_unlock(request)
            except NotSignedIn:
                response = renderer.send_to_sign_in(request)
            except MustChangePassword:
                response = renderer.send_to_sign_in(request, "/password")
            except ForeignForm:
                words = message(
                    "This form is from an earlier session. The page is as it was: please do it again from there."
                )
                response = renderer.error(request, 403, words)
            except (HTTPException, RequestValidationError):
                response = renderer.error(request, 404, message("There is no such page."))
            except LabError as error:
                response = renderer.error(request, 404, words_of(error))
            except Exception as error:
                problem = problems.problem_of(request, error)
                words = problem.detail
                if problem.status >= 500:
                    log.exception("a page failed")
                    words = message("This is an error in Pitboss. It has been noted. Please try again.")
                response = renderer.error(request, problem.status, words)
                if problem.seconds:
                    response.headers["Retry-After"] = str(problem.seconds)
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return handle


class PageRenderer:
    """Services that the routes of pages share."""

    def __init__(self, api: dependencies.Api) -> None:
        self.api = api
        self.router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)
        self.templates = Environment(
            loader=FileSystemLoader(Path(__file__).with_name("templates")),
            autoescape=select_autoescape(),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        mark(self.templates)
        self.translated: dict[Translations, Environment] = {}
        """The templates in each language but English that a page was asked for in."""
        self.reference: dict[Translations | None, Markup] = {}
        """The long part of the page of the API in each language."""
        self.templates.tests["practice"] = lambda unit: bool(unit) and unit_named(unit).is_practice
        self.templates.filters["tournament"] = lambda unit: unit_named(unit).tournament if unit else ""
        self.templates.filters |= {
            "dollars": dollars,
            "spot": spot_words,
            "phrase": phrase,
            "tuple": tuple,
            "signed": felt.signed_with_minus,
            "exact": lambda cents: exact_dollars(Fraction(cents)),
        }
        self.templates.filters |= {"plain_dollars": plain_dollars, "rule_words": rule_words, "choice": write_choice}
        drawn = {"card": svg.card, "game_cards": svg.GAME_CARDS, "chip": svg.chip, "pile": svg.pile, "tray": svg.tray}
        self.templates.globals |= drawn | {
            "chips_drawn": svg.chips,
            "suit": svg.suit,
            "sprite": svg.SPRITE,
            "run_chart": svg.run_chart,
        }
        self.templates.filters |= {"when": when, "clock": clock, "shown": shown}
        self.templates.filters |= {"parameter": parameter, "day": day, "said": translate}
        asked = {"may_ask": may_ask, "may_order": may, "looks": visible_pages, "script_words": script_words}
        self.templates.globals |= asked
        self.serve()

    def serve(self) -> None:
        """Show the floor that the API answers for."""
        self.sittings, self.corrections = (
            projections.PatronSessions(self.api.floor),
            projections.Corrections(self.api.floor),
        )
        self.drawn: OrderedDict[tuple[Any, ...], Markup] = OrderedDict()
        """Felts that are drawn already."""
        self.lane = asyncio.Lock()
        """Quick pages are made where their requests came in, a millisecond or two, one at a time: a stream that has
        something to tell waits for one page and never for all those that a table's watchers ask for at once."""

    # Who looks.

    def identify(self, request: Request) -> Actor:
        """The person who looks at a page. A page that merely keeps itself fresh does not keep the session alive."""
        token = request.cookies.get(dependencies.COOKIE, "")
        if not token:
            raise NotSignedIn
        who = self.api.identify(request)
        request.state.who = who
        return who

    def identify_if_any(self, request: Request) -> Actor | None:
        """The person who looks at a page that is open to all; nothing for one who is not signed in."""
        if hasattr(request.state, "who"):
            return cast(Actor, request.state.who)
        try:
            return self.identify(request)
        except (NotSignedIn, MustChangePassword):
            return None

    def staff(self, request: Request) -> Actor:
        """A member of the staff; refuses all others."""
        who = self.identify(request)
        if who.role == PATRON:
            raise problems.NotAllowed("Only staff can open this page.")
        return who

    # Forms.

    def form_token(self, carrier: str) -> str:
        """The token of forms that a cookie's owner may send: it cannot be made without the cookie, and
        every server process makes the same."""
        return hmac.new(carrier.encode(), b"form", hashlib.sha256).hexdigest()

    async def form(self, request: Request) -> FormData:
        """The fields of a form that came from a page of ours."""
        form = await request.form(max_files=0, max_fields=60)
        carrier = request.cookies.get(dependencies.COOKIE) or request.cookies.get(VISITOR, "")
        sent = str(form.get("token", ""))
        if not carrier or not hmac.compare_digest(sent, self.form_token(carrier)):
            raise ForeignForm
        return form

    # Answers.

    def translated_templates(self) -> Environment:
        """The templates in the language in force."""
        if (translations := current_language()) is None:
            return self.templates
        if translations not in self.translated:
            self.translated[translations] = translate_templates(self.templates, translations)
        return self.translated[translations]

    def page(self, request: Request, template: str, *, status: int = 200, **more: Any) -> Response:
        """A page from its template."""
        return self.render(request, template, more, status)

    def render(self, request: Request, template: str, more: Mapping[str, Any], status: int = 200) -> Response:
        """A page from its template and what that shows; a page's own script asks for the part alone that changes, which
        has a template of its own."""
        carrier = request.cookies.get(dependencies.COOKIE) or request.cookies.get(VISITOR) or secrets.token_urlsafe(16)
        chosen = {look: request.cookies.get(cookie_of(look), "") for look in LOOKS}
        who = self.identify_if_any(request)
        shown = {
            "who": who,
            "shows_code": who is not None and who.role != PATRON,  # how rules are met: players read the rules alone
            "idle_seconds": int(idle_time(who.role).total_seconds()) if who is not None else 0,
            "houses": {name: operator.title for name, operator in operators().items()},
            "token": self.form_token(carrier),
            "new_key": lambda: secrets.token_urlsafe(12),
            **{look: chosen[look] if chosen[look] in kinds else kinds[0] for look, kinds in LOOKS.items()},
            "here": request.url.path,
            "twin": "",
            "language": middleware.language_code(),
            "languages": request.app.state.languages,
        }
        folder, slash, name = template.rpartition("/")
        wanted = [f"{folder}{slash}_{name}", template] if dependencies.FRAGMENT in request.headers else [template]
        response = HTMLResponse(self.translated_templates().select_template(wanted).render(shown | dict(more)), status)
        if dependencies.COOKIE not in request.cookies and VISITOR not in request.cookies:
            self.keep(request, response, VISITOR, carrier)
        return response

    def keep(self, request: Request, response: Response, name: str, value: str) -> None:
        """Set a cookie that no script can read and that no other site can send."""
        response.set_cookie(name, value, httponly=True, samesite="strict", secure=request.url.scheme == "https")

    def error(self, request: Request, status: int, words: str) -> Response:
        """A page that says what went wrong."""
        return self.page(request, "error.html", status=status, is_missing=status == 404, words=translate(words))

    async def ask_to_unlock(self, request: Request) -> Response:
        """Ask for the PIN of a locked session. A form that was sent meanwhile is kept on the page, but for passwords,
        and sent on once the session is unlocked."""
        if request.method == "POST" and dependencies.FRAGMENT not in request.headers:
            with suppress(ForeignForm):
                return self.show_unlock(request, request.url.path, await self.form(request), again=True)
        return self.send_to_sign_in(request, "/unlock")

    def show_unlock(
        self, request: Request, then: str, form: FormData, *, again: bool = False, wrong: str = ""
    ) -> Response:
        """The form that unlocks a session, with the fields of a form that waits for it."""
        who = self.api.sign_in.peek(request.cookies.get(dependencies.COOKIE, ""), locked=True)
        own = ("token", UNLOCK_SECRET, UNLOCK_THEN, UNLOCK_AGAIN)
        kept = [(name, said) for name, said in form.multi_items() if isinstance(said, str)]
        more = {
            "kept": [(name, said) for name, said in kept if name not in own and not name.endswith("password")],
            "then": then,
            "again": again,
            "wrong": wrong,
            "person": who.person,
            "by_pin": has_pin(self.api.floor.store, who),
        }
        return self.page(request, "unlock.html", status=401 if wrong or again else 200, **more)

    def send_to_sign_in(self, request: Request, door: str = "/sign-in") -> Response:
        """Send a person to the sign-in, or to where a password is changed, and back afterwards; a fragment is told in
        its status alone."""
        if "fresh" in request.query_params:
            return Response(status_code=423 if door == "/unlock" else 401)
        back = request.url.path if request.method == "GET" else "/"
        return RedirectResponse(f"{door}?{urlencode({'then': back}, safe='/')}", 303)


async def _renderer(request: Request) -> PageRenderer:
    renderer: PageRenderer = request.app.state.renderer
    return renderer


async def _form(request: Request) -> FormData:
    renderer: PageRenderer = request.app.state.renderer
    return await renderer.form(request)


TheRenderer = Annotated[PageRenderer, Depends(_renderer)]
TheForm = Annotated[FormData, Depends(_form)]
"""The form that a page of this session sent."""


# Times and amounts on pages: Sydney's time, day first.


def when(at: str | None) -> str:
    """A time of the log on a screen: `16.11.2026 12:03:05`."""
    return f"{parse_stamp(at).astimezone(SYDNEY):%d.%m.%Y %H:%M:%S}" if at else ""


def clock(at: str | None) -> str:
    """A time of the log within the day: `12:03`."""
    return f"{parse_stamp(at).astimezone(SYDNEY):%H:%M}" if at else ""


def day(version: str) -> str:
    """The day from which rules are in force, as screens have it: `19.08.2024`."""
    return f"{date.fromisoformat(version):%d.%m.%Y}"


STATES = ("state", "was", "kind", "way", "suspected", "reported", "role", "rank", "status")
"""The columns of registers that say how something stands by one of a few words."""


def shown(value: Any, name: str) -> str:
    """A value in a register: amounts as dollars, times as Sydney has them, lists in a line."""
    if value is None or value in ("", []):
        return ""
    if name.endswith("_cents") and isinstance(value, int):
        return dollars(value).replace("-", "\N{MINUS SIGN}")
    if name == "at" or name.endswith("_at"):
        return when(str(value))
    if isinstance(value, list | tuple):
        return "; ".join(str(part) for part in value)
    return translate(str(value)) if name in STATES else str(value)


def parameter(path: str) -> str:
    """The path of a parameter as words: `Limits, ante, minimum`."""
    parts = [part.removesuffix("_cents").replace("_", " ") for part in path.split(".")]
    return phrase(", ".join(parts))


def moment(text: str, *, end: bool = False) -> datetime | None:
    """A time in Sydney; a day alone is its beginning, or its end."""
    if not text:
        return None
    try:
        at = read_time(text)
    except ValueError as no:
        raise problems.NotFound(words_of(no)) from None
    return at + timedelta(days=1) if end and len(text) == len("2026-03-02") else at
