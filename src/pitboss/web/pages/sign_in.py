"""The way in: signing in and out, a password and a PIN of one's own, a locked session, and the look of the pages."""

import re
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.demo import GAMES, PATRONS
from pitboss.floor.operators import house_edition, operators
from pitboss.floor.people import passwords, permission, staff
from pitboss.floor.people.signin import IDLE, NotSignedIn, SessionLocked, has_pin
from pitboss.floor.service.commands import Actor
from pitboss.messages import message, say, words_of
from pitboss.play import Refused
from pitboss.web import access, people, practice, resource
from pitboss.web.api import middleware, problems
from pitboss.web.api.dependencies import COOKIE, FRAGMENT, Changing, Staff, Who, token_of
from pitboss.web.how_to_play import how_to_play
from pitboss.web.pages import rendering

site = resource.Site("people")
Then = Annotated[str, Query(max_length=200)]


def safe_address(then: str) -> str:
    """An address of ours to go on to; the lobby for anything else."""
    is_ours = re.fullmatch(r"/(?![/\\])[!-\[\]-~]*", then)  # no backslash, space or control: browsers mend those
    return then if is_ours else "/lobby"


@site.pages.get("/")
def home(request: Request, renderer: rendering.TheRenderer) -> Response:
    """The way in."""
    return RedirectResponse("/lobby" if renderer.identify_if_any(request) else "/sign-in", 303)


ENDED = {
    "idle": message("You were signed out because you did nothing for {minutes} minutes."),
    "ended": message("Your session has ended."),
}
"""Why a person is at the sign-in who was signed in, by the word in the address."""
Why = Annotated[str, Query(max_length=20)]


def _show_door(request: Request, renderer: rendering.PageRenderer, status: int = 200, **more: Any) -> Response:
    """The sign-in; with a way in for every visitor of a demonstration."""
    games = [how_to_play(game) for game in GAMES]
    entries = []
    if request.app.state.demonstration is not None:
        tables = {game: f"P{place}" for place, game in enumerate(GAMES, start=1)}
        entries = [each._asdict() | {"like": tables[each.game]} for each in games]
    usual = {"then": "/lobby", "wrong": "", "told": "", "operator": next(iter(operators())), "name": ""}
    return renderer.page(request, "sign_in.html", status=status, entries=entries, games=games, **usual | more)


@site.pages.get("/sign-in")
def ask(request: Request, renderer: rendering.TheRenderer, then: Then = "/lobby", why: Why = "") -> Response:
    """The form to sign in with."""
    minutes = int(IDLE[permission.PATRON].total_seconds()) // 60
    told = say(ENDED[why], minutes=minutes) + " " + say("Sign in to go on where you were.") if why in ENDED else ""
    return _show_door(request, renderer, then=safe_address(then), told=told)


DOORS = {"dealer": "/tables/{table}/console", "manager": "/pit", "inspector": "/inspect"}
"""Where a visitor of a demonstration begins, by whom they come as."""


@site.pages.post("/demonstration")
async def enter_demonstration(request: Request, renderer: rendering.TheRenderer, form: rendering.TheForm) -> Response:
    """Let a visitor of a demonstration in as any person they choose: as a patron they sit down with chips."""
    shown, api = request.app.state.demonstration, renderer.api
    operator, role, like = (str(form.get(name, ""))[:40] for name in ("operator", "role", "like"))
    if shown is None or operator not in operators():
        raise problems.NotFound("There is no such page.")
    ranks = house_edition(operator).ranks
    person = {"patron": PATRONS[0], "dealer": ranks[0], "manager": ranks[-1], "inspector": permission.INSPECTOR}.get(
        role
    )
    who = next((each for each in shown.people if (each.operator, each.person) == (operator, person)), None)
    if who is None:
        raise problems.NotFound("There is no such page.")
    api.sign_in.sign_out(request.cookies.get(COOKIE, ""))  # an older session ends where a new one begins
    token = await run_in_threadpool(api.sign_in.sessions.begin, who)
    renderer.sittings.begin(who)
    first_table = next(place for place, game in enumerate(GAMES, start=1) if game.startswith(operator))
    door = DOORS[role].format(table=first_table) if role in DOORS else "/lobby"
    if role == "patron" and like:
        with suppress(
            Refused, access.LabClosedToPlayers
        ):  # a person plays as this patron at a table for money: the lobby says so
            door = f"/tables/{await practice.begin_practice(api, who, like)}"
    response = _go_on(request, renderer, door, token)
    response.delete_cookie(rendering.VISITOR)
    return response


@site.pages.get("/session")
async def extend(request: Request, renderer: rendering.TheRenderer, _: Who) -> Response:
    """Extend the session of the person who asks; a page that is merely fresh learns how many seconds it has left."""
    left = renderer.api.sign_in.sessions.left(token_of(request))
    return Response(status_code=204, headers={"Session-Left": str(int(left.total_seconds()))})


@site.pages.post("/sign-in")
async def enter(request: Request, renderer: rendering.TheRenderer, form: rendering.TheForm) -> Response:
    """Sign a person in."""
    api = renderer.api
    operator, name = str(form.get("operator", ""))[:20], str(form.get("name", ""))[:120]
    then, password = safe_address(str(form.get("then", ""))), str(form.get("password", ""))[:400]
    try:
        token = await api.passwords.do(request, (operator, name), api.sign_in.sign_in, operator, name, password)
    except NotSignedIn as no:
        chosen = operator if operator in operators() else next(iter(operators()))
        return _show_door(request, renderer, 401, then=then, wrong=words_of(no), operator=chosen, name=name)
    renderer.sittings.begin(api.sign_in.identify(token, changing=True))
    api.sign_in.sign_out(request.cookies.get(COOKIE, ""))  # an older session ends where a new one begins
    response = _go_on(request, renderer, then, token)
    response.delete_cookie(rendering.VISITOR)
    return response


def _go_on(request: Request, renderer: rendering.PageRenderer, then: str, token: str) -> Response:
    """Send a person with a new session on to where they wanted to go."""
    response = RedirectResponse(then if then != "/" else "/lobby", 303)
    renderer.keep(request, response, COOKIE, token)
    return response


@site.pages.post("/sign-out")
async def leave(request: Request, renderer: rendering.TheRenderer, _: rendering.TheForm) -> Response:
    """Sign a person out."""
    renderer.api.sign_in.sign_out(request.cookies.get(COOKIE, ""))
    response = RedirectResponse("/sign-in", 303)
    response.delete_cookie(COOKIE)
    return response


@site.pages.post("/theme")
async def look(request: Request, renderer: rendering.TheRenderer, form: rendering.TheForm) -> Response:
    """Keep the look that a person chose."""
    response = RedirectResponse(safe_address(str(form.get("here", ""))), 303)
    for name, kinds in rendering.LOOKS.items():
        if (kind := form.get(name)) in kinds:
            renderer.keep(request, response, rendering.cookie_of(name), str(kind))
    if (chosen := str(form.get("language", ""))) in request.app.state.languages:
        renderer.keep(request, response, middleware.LANGUAGE_COOKIE, chosen)
    return response


# One's own password, the one thing that is open to a person whose password another person set.


def _show(request: Request, renderer: rendering.PageRenderer, who: Actor, then: str, wrong: str = "") -> Response:
    must = staff.person_state_of(renderer.api.floor.store, who.operator, who.person).must_change
    more = {"then": then, "wrong": wrong, "must": must, "least": passwords.LEAST, "person": who.person}
    return renderer.page(request, "password.html", status=409 if wrong else 200, **more)


@site.pages.get("/password")
def ask_password(request: Request, renderer: rendering.TheRenderer, who: Changing, then: Then = "/lobby") -> Response:
    """The form that changes one's own password."""
    return _show(request, renderer, who, safe_address(then))


@site.pages.post("/password")
async def change_password(
    request: Request, renderer: rendering.TheRenderer, form: rendering.TheForm, who: Changing
) -> Response:
    """Change one's own password: every other session ends."""
    api, then = renderer.api, safe_address(str(form.get("then", "")))
    old, new, again = (str(form.get(name, ""))[:400] for name in ("old", "new", "again"))
    if new != again:
        return _show(request, renderer, who, then, say("The two new passwords differ: write the same one twice."))
    try:
        change = passwords.Passwords(api.floor.store, api.sign_in).change
        token = await api.passwords.do(request, (who.operator, who.person), change, who, old, new)
    except (NotSignedIn, Refused) as no:
        return _show(
            request, renderer, who, then, say(people.NOT_YOURS) if isinstance(no, NotSignedIn) else words_of(no)
        )
    return _go_on(request, renderer, then, token)


# A session that was left idle is locked: its owner unlocks it with a PIN of their own, or with their password. The
# console shows the form over the table, which goes on; every other page comes back after it.


@site.pages.get("/unlock")
def ask_to_unlock(request: Request, renderer: rendering.TheRenderer, then: Then = "/lobby") -> Response:
    """The form that unlocks a session."""
    try:
        renderer.api.sign_in.peek(request.cookies.get(COOKIE, ""))
    except SessionLocked:
        return renderer.show_unlock(request, safe_address(then), FormData())
    return RedirectResponse(safe_address(then), 303)


@site.pages.post("/unlock")
async def unlock(request: Request, renderer: rendering.TheRenderer, form: rendering.TheForm) -> Response:
    """Unlock a session: a page's own script is told whether it was right, any other page comes back, and a form that
    waited is sent on."""
    api, token = renderer.api, request.cookies.get(COOKIE, "")
    then, again = safe_address(str(form.get(rendering.UNLOCK_THEN, ""))), rendering.UNLOCK_AGAIN in form
    who = api.sign_in.peek(token, locked=True)
    right = await api.passwords.do(
        request, (who.operator, who.person), api.sign_in.unlock, token, str(form.get(rendering.UNLOCK_SECRET, ""))[:400]
    )
    wrong = "" if right else say("Wrong PIN or password. After three wrong tries you must sign in again.")
    if FRAGMENT in request.headers:
        return Response(wrong, status_code=200 if right else 409, media_type="text/plain")
    if not right:
        return renderer.show_unlock(request, then, form, again=again, wrong=wrong)
    return RedirectResponse(then, 307 if again else 303)  # 307 has the browser send the same fields there


@site.pages.post("/pin")
async def set_pin(request: Request, renderer: rendering.TheRenderer, form: rendering.TheForm, who: Staff) -> Response:
    """Set one's own PIN."""
    api = renderer.api
    said = {name: str(form.get(name, ""))[:400] for name in ("old", "pin", "again")}
    told, done = "", False
    if said["pin"] != said["again"]:
        told = say("The two PINs differ: write the same one twice.")
    else:
        try:
            change = passwords.Passwords(api.floor.store, api.sign_in).set_pin
            await api.passwords.do(request, (who.operator, who.person), change, who, said["old"], said["pin"])
            done = True
        except (NotSignedIn, Refused) as no:
            told = say(people.NOT_YOURS) if isinstance(no, NotSignedIn) else words_of(no)
    return _show_pin(request, renderer, who, told, done=done)


@site.pages.get("/pin")
def ask_pin(request: Request, renderer: rendering.TheRenderer, who: Staff) -> Response:
    """The form that sets one's own PIN."""
    return _show_pin(request, renderer, who)


def _show_pin(
    request: Request, renderer: rendering.PageRenderer, who: Actor, wrong: str = "", *, done: bool = False
) -> Response:
    least, most = passwords.PIN_DIGITS
    more = {"wrong": wrong, "done": done, "least": least, "most": most, "person": who.person}
    status = 409 if wrong else 200
    return renderer.page(request, "pin.html", status=status, has_pin=has_pin(renderer.api.floor.store, who), **more)
