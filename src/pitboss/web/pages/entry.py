"""The way in: signing in and out, a password of one's own, and the look that somebody likes."""

import re
from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from pitboss.floor.operators import operators
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.people.standing import standing_of
from pitboss.floor.people.strength import LEAST
from pitboss.floor.service.commands import Actor
from pitboss.play import Refused
from pitboss.web.api.passwords import NOT_YOURS
from pitboss.web.api.shared import COOKIE
from pitboss.web.pages.shell import THEME, THEMES, VISITOR, Shell

Then = Annotated[str, Query(max_length=200)]


def inside(then: str) -> str:
    """An address of ours to go on to; the lobby for anything else."""
    is_ours = re.fullmatch(r"/(?![/\\])[!-\[\]-~]*", then)  # no backslash, space or control: browsers mend those
    return then if is_ours else "/lobby"


def install(shell: Shell) -> None:
    """The routes of signing in and out."""
    router, api = shell.router, shell.api
    _install_password(shell)

    @router.get("/")
    def home(request: Request) -> Response:
        """The way in."""
        return RedirectResponse("/lobby" if shell.who_if_any(request) else "/sign-in", 303)

    @router.get("/sign-in")
    def ask(request: Request, then: Then = "/lobby") -> Response:
        """The form that signs somebody in."""
        return shell.page(
            request, "sign_in.html", then=inside(then), wrong="", operator=next(iter(operators())), name=""
        )

    @router.post("/sign-in")
    async def enter(request: Request) -> Response:
        """Sign somebody in."""
        form = await shell.form(request)
        operator, name = str(form.get("operator", ""))[:20], str(form.get("name", ""))[:120]
        then = inside(str(form.get("then", "")))
        password = str(form.get("password", ""))[:400]
        try:
            named = operator, name
            token = await api.passwords.do(request, named, api.sign_in.sign_in, operator, name, password)
        except NotSignedIn as no:
            chosen = operator if operator in operators() else next(iter(operators()))
            return shell.page(request, "sign_in.html", status=401, then=then, wrong=str(no), operator=chosen, name=name)
        shell.sittings.begin(api.sign_in.who(token, changing=True))
        api.sign_in.sign_out(request.cookies.get(COOKIE, ""))  # an older session ends where a new one begins
        response = RedirectResponse(then if then != "/" else "/lobby", 303)
        shell.keep(request, response, COOKIE, token)
        response.delete_cookie(VISITOR)
        return response

    @router.post("/sign-out")
    async def leave(request: Request) -> Response:
        """Sign somebody out."""
        await shell.form(request)
        api.sign_in.sign_out(request.cookies.get(COOKIE, ""))
        response = RedirectResponse("/sign-in", 303)
        response.delete_cookie(COOKIE)
        return response

    @router.post("/theme")
    async def look(request: Request) -> Response:
        """Take the look that somebody likes."""
        form = await shell.form(request)
        response = RedirectResponse(inside(str(form.get("here", ""))), 303)
        shell.keep(request, response, THEME, "paper" if form.get("theme") == "paper" else THEMES[0])
        return response


def _install_password(shell: Shell) -> None:
    """The routes of one's own password, the one thing that is open to somebody whose password another person set."""
    router, api = shell.router, shell.api

    def show(request: Request, who: Actor, then: str, wrong: str = "", status: int = 200) -> Response:
        must = standing_of(api.floor.store, who.operator, who.person).must_change
        more = {"then": then, "wrong": wrong, "must": must, "least": LEAST, "person": who.person}
        return shell.page(request, "password.html", status=status, **more)

    def changing(request: Request) -> Actor:
        return api.sign_in.who(request.cookies.get(COOKIE, ""), changing=True)

    @router.get("/password")
    def ask_password(request: Request, then: Then = "/lobby") -> Response:
        """The form that changes one's own password."""
        return show(request, changing(request), inside(then))

    @router.post("/password")
    async def change_password(request: Request) -> Response:
        """Change one's own password: every other session ends."""
        form = await shell.form(request)
        who, then = changing(request), inside(str(form.get("then", "")))
        old, new, again = (str(form.get(name, ""))[:400] for name in ("old", "new", "again"))
        if new != again:
            wrong = "The two new passwords differ: write the same one twice."
            return show(request, who, then, wrong, 409)
        try:
            passwords = Passwords(api.floor.store, api.sign_in)
            named = who.operator, who.person
            token = await api.passwords.do(request, named, passwords.change, who, old, new)
        except (NotSignedIn, Refused) as no:
            wrong = NOT_YOURS if isinstance(no, NotSignedIn) else str(no)
            return show(request, who, then, wrong, 409)
        response = RedirectResponse(then if then != "/" else "/lobby", 303)
        shell.keep(request, response, COOKIE, token)
        return response
