"""What every page stands in: who looks at it, its template, its headers, and forms that only the page itself can send.

A form carries a token made from the cookie of whoever got the page, so that no other site can send it for them; it
carries a key as well, so that a form that is sent twice is done once.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from pitboss.floor.operators import operators
from pitboss.floor.people.permission import PATRON
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service.commands import Actor
from pitboss.lab.question import LabError
from pitboss.law.edition import BookError
from pitboss.money import dollars, plain_dollars, unit_named
from pitboss.play.terms import spot_words
from pitboss.report.settlements import phrase
from pitboss.web.access import Barred, NotForYou, may_ask
from pitboss.web.api import problems
from pitboss.web.api.shared import COOKIE, Api
from pitboss.web.limits import TooMany
from pitboss.web.pages import drawing
from pitboss.web.pages.corrected import Corrections
from pitboss.web.pages.drawn import Drawn
from pitboss.web.pages.sitting import Sittings
from pitboss.web.solves.games import rule_words, word

log = logging.getLogger("pitboss.pages")

VISITOR = "pitboss-visitor"
"""The cookie of somebody who has not signed in yet, so that even the form of the sign-in is theirs."""
THEME = "pitboss-theme"
THEMES = ("felt", "paper")

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}

_KIND: dict[type[Exception], int] = {
    problems.NotFound: 404,
    problems.NotAllowed: 403,
    BookError: 404,
    LabError: 404,
    Barred: 403,
    NotForYou: 403,
}


class ForeignForm(Exception):
    """A form that did not come from a page of this session."""


Answer = Callable[[Request], Coroutine[Any, Any, Response]]


class PageRoute(APIRoute):
    """A route that answers in pages: its errors are pages too, and every answer has the headers of a page."""

    def get_route_handler(self) -> Answer:
        """The route's handler, with what a page adds to it."""
        answer = super().get_route_handler()

        async def handle(request: Request) -> Response:
            shell: Shell = request.app.state.shell
            try:
                response = await answer(request)
            except NotSignedIn:
                response = shell.to_sign_in(request)
            except MustChangePassword:
                response = shell.to_sign_in(request, "/password")
            except ForeignForm:
                words = "This form is from an earlier session. The page is as it was: please do it again from there."
                response = shell.error(request, 403, words)
            except tuple(_KIND) as error:
                response = shell.error(request, _KIND[type(error)], str(error))
            except TooMany as error:
                response = shell.error(request, error.status, str(error))
                response.headers["Retry-After"] = str(error.seconds)
            except (HTTPException, RequestValidationError):
                response = shell.error(request, 404, "There is no such page.")
            except Exception:
                log.exception("a page failed")
                response = shell.error(
                    request, 500, "This is an error of ours, and it has been noted. Please try again."
                )
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return handle


class Shell:
    """What the routes of pages share."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)
        self.templates = Environment(
            loader=FileSystemLoader(Path(__file__).with_name("templates")),
            autoescape=select_autoescape(),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.tests["practice"] = lambda unit: bool(unit) and unit_named(unit).is_practice
        self.templates.filters |= {"dollars": dollars, "spot": spot_words, "phrase": phrase, "tuple": tuple}
        self.templates.filters |= {"plain_dollars": plain_dollars, "rule_words": rule_words, "choice": word}
        drawn = {"card": drawing.card, "chip": drawing.chip, "pile": drawing.pile, "tray": drawing.tray}
        self.templates.globals |= drawn | {"chips_drawn": drawing.chips, "suit": drawing.suit, "sprite": drawing.SPRITE}
        self.templates.globals |= {"may_ask": may_ask}
        self.serve()

    def serve(self) -> None:
        """Show the floor that the API answers for."""
        self.sittings, self.corrections = Sittings(self.api.floor), Corrections(self.api.floor)
        self.drawn, self.lane = Drawn(self.templates), asyncio.Lock()

    async def in_turn(self, make: Callable[[], Response]) -> Response:
        """A page that is made where its request came in, a millisecond or two: one at a time, so that a stream that has
        something to tell waits for one page and never for all those that a table's watchers ask for at once."""
        async with self.lane:
            return make()

    # Who looks.

    def who(self, request: Request) -> Actor:
        """Whoever looks at a page. A page that merely keeps itself fresh does not keep the session alive."""
        token = request.cookies.get(COOKIE, "")
        if not token:
            raise NotSignedIn
        return self.api.sign_in.peek(token) if "fresh" in request.query_params else self.api.sign_in.who(token)

    def who_if_any(self, request: Request) -> Actor | None:
        """Whoever looks at a page that anybody may see."""
        try:
            return self.who(request)
        except (NotSignedIn, MustChangePassword):
            return None

    def staff(self, request: Request) -> Actor:
        """Somebody of the house."""
        who = self.who(request)
        if who.role == PATRON:
            raise problems.NotAllowed("This page is for the people of the house.")
        return who

    # Forms.

    def form_token(self, carrier: str) -> str:
        """The token of forms that a cookie's owner may send: whoever does not know the cookie cannot make it, and
        every server process makes the same."""
        return hmac.new(carrier.encode(), b"form", hashlib.sha256).hexdigest()

    async def form(self, request: Request) -> FormData:
        """What a form says, if it came from a page of ours."""
        form = await request.form(max_files=0, max_fields=60)
        carrier = request.cookies.get(COOKIE) or request.cookies.get(VISITOR, "")
        sent = str(form.get("token", ""))
        if not carrier or not hmac.compare_digest(sent, self.form_token(carrier)):
            raise ForeignForm
        return form

    # Answers.

    def page(self, request: Request, template: str, *, status: int = 200, **more: Any) -> Response:
        """A page from its template."""
        carrier = request.cookies.get(COOKIE) or request.cookies.get(VISITOR) or secrets.token_urlsafe(16)
        theme = request.cookies.get(THEME, "")
        shown = {
            "who": self.who_if_any(request),
            "houses": {name: operator.title for name, operator in operators().items()},
            "token": self.form_token(carrier),
            "new_key": lambda: secrets.token_urlsafe(12),
            "theme": theme if theme in THEMES else THEMES[0],
            "here": request.url.path,
            "twin": "",
        }
        response = HTMLResponse(self.templates.get_template(template).render(shown | more), status)
        if COOKIE not in request.cookies and VISITOR not in request.cookies:
            self.keep(request, response, VISITOR, carrier)
        return response

    def keep(self, request: Request, response: Response, name: str, value: str) -> None:
        """Give a browser a cookie that no script reads and no other site sends."""
        response.set_cookie(name, value, httponly=True, samesite="strict", secure=request.url.scheme == "https")

    def error(self, request: Request, status: int, words: str) -> Response:
        """A page that says what went wrong."""
        return self.page(request, "error.html", status=status, words=words)

    def to_sign_in(self, request: Request, door: str = "/sign-in") -> Response:
        """Send somebody to the sign-in, or to where a password is changed, and back afterwards; a fragment is told in
        its status alone."""
        if "fresh" in request.query_params:
            return Response(status_code=401)
        back = request.url.path if request.method == "GET" else "/"
        return RedirectResponse(f"{door}?{urlencode({'then': back}, safe='/')}", 303)
