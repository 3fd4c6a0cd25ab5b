"""The way in: signing in and out, and the look that somebody likes."""

from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from pitboss.floor.people.signin import NotSignedIn
from pitboss.web.api.shared import COOKIE
from pitboss.web.pages.shell import HOUSES, THEME, THEMES, VISITOR, Shell

Then = Annotated[str, Query(max_length=200)]


def inside(then: str) -> str:
    """An address of ours to go on to; the lobby for anything else."""
    return then if then.startswith("/") and not then.startswith(("//", "/\\")) else "/lobby"


def install(shell: Shell) -> None:
    """The routes of signing in and out."""
    router, sign_in = shell.router, shell.api.sign_in

    @router.get("/")
    def home(request: Request) -> Response:
        """The way in."""
        return RedirectResponse("/lobby" if shell.who_if_any(request) else "/sign-in", 303)

    @router.get("/sign-in")
    def ask(request: Request, then: Then = "/lobby") -> Response:
        """The form that signs somebody in."""
        return shell.page(request, "sign_in.html", then=inside(then), wrong="", operator="star", name="")

    @router.post("/sign-in")
    async def enter(request: Request) -> Response:
        """Sign somebody in."""
        form = await shell.form(request)
        operator, name = str(form.get("operator", ""))[:20], str(form.get("name", ""))[:120]
        then = inside(str(form.get("then", "")))
        password = str(form.get("password", ""))[:400]
        try:
            named = operator, name
            token = await shell.api.passwords.do(request, named, sign_in.sign_in, operator, name, password)
        except NotSignedIn as no:
            chosen = operator if operator in HOUSES else "star"
            return shell.page(request, "sign_in.html", status=401, then=then, wrong=str(no), operator=chosen, name=name)
        shell.sittings.begin(sign_in.who(token))
        sign_in.sign_out(request.cookies.get(COOKIE, ""))  # an older session ends where a new one begins
        response = RedirectResponse(then if then != "/" else "/lobby", 303)
        shell.keep(request, response, COOKIE, token)
        response.delete_cookie(VISITOR)
        return response

    @router.post("/sign-out")
    async def leave(request: Request) -> Response:
        """Sign somebody out."""
        await shell.form(request)
        sign_in.sign_out(request.cookies.get(COOKIE, ""))
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
