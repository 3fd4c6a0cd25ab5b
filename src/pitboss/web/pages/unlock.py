"""A session that was left idle is locked: its owner unlocks it with a PIN of their own, or with their password. The
console shows the form over the table, which goes on; every other page comes back after it."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from pitboss.floor.people.passwords import PIN_DIGITS, Passwords
from pitboss.floor.people.signin import PIN, NotSignedIn, SessionLocked
from pitboss.floor.service.commands import Actor
from pitboss.floor.store.store import personal_records_of
from pitboss.messages import say, words_of
from pitboss.play import Refused
from pitboss.web.api.dependencies import COOKIE, FRAGMENT, Staff
from pitboss.web.pages.rendering import PageRenderer, TheForm, TheRenderer
from pitboss.web.pages.sign_in import Then, safe_address
from pitboss.web.people import NOT_YOURS
from pitboss.web.resource import Site

site = Site("people")


def has_pin(renderer: PageRenderer, who: Actor) -> bool:
    """Whether a person has a PIN."""
    return bool(personal_records_of(renderer.api.floor.store, who.operator, who.person).get(PIN))


@site.pages.get("/unlock")
def ask(request: Request, renderer: TheRenderer, then: Then = "/lobby", wrong: str = "") -> Response:
    """The form that unlocks a session."""
    sign_in, token = renderer.api.sign_in, request.cookies.get(COOKIE, "")
    try:
        sign_in.peek(token)
        return RedirectResponse(safe_address(then), 303)
    except SessionLocked:
        who = sign_in.peek(token, locked=True)
    more = {"then": safe_address(then), "wrong": wrong, "person": who.person, "by_pin": has_pin(renderer, who)}
    return renderer.page(request, "unlock.html", status=401 if wrong else 200, **more)


@site.pages.post("/unlock")
async def unlock(request: Request, renderer: TheRenderer, form: TheForm) -> Response:
    """Unlock a session: a page's own script is told whether it was right, and any other page comes back."""
    api, token = renderer.api, request.cookies.get(COOKIE, "")
    then = safe_address(str(form.get("then", "")))
    who = api.sign_in.peek(token, locked=True)
    right = await api.passwords.do(
        request, (who.operator, who.person), api.sign_in.unlock, token, str(form.get("secret", ""))[:400]
    )
    wrong = "" if right else say("That is not right. After three wrong tries you sign in again.")
    if FRAGMENT in request.headers:
        return Response(wrong, status_code=200 if right else 409, media_type="text/plain")
    return RedirectResponse(then, 303) if right else ask(request, renderer, then, wrong)


@site.pages.post("/pin")
async def set_pin(request: Request, renderer: TheRenderer, form: TheForm, who: Staff) -> Response:
    """Set one's own PIN."""
    api = renderer.api
    said = {name: str(form.get(name, ""))[:400] for name in ("old", "pin", "again")}
    told, done = "", False
    if said["pin"] != said["again"]:
        told = say("The two PINs differ: write the same one twice.")
    else:
        try:
            change = Passwords(api.floor.store, api.sign_in).set_pin
            await api.passwords.do(request, (who.operator, who.person), change, who, said["old"], said["pin"])
            done = True
        except (NotSignedIn, Refused) as no:
            told = say(NOT_YOURS) if isinstance(no, NotSignedIn) else words_of(no)
    return _show_pin(request, renderer, who, told, done=done)


@site.pages.get("/pin")
def ask_pin(request: Request, renderer: TheRenderer, who: Staff) -> Response:
    """The form that sets one's own PIN."""
    return _show_pin(request, renderer, who)


def _show_pin(request: Request, renderer: PageRenderer, who: Actor, wrong: str = "", *, done: bool = False) -> Response:
    least, most = PIN_DIGITS
    more = {"wrong": wrong, "done": done, "least": least, "most": most, "person": who.person}
    status = 409 if wrong else 200
    return renderer.page(request, "pin.html", status=status, has_pin=has_pin(renderer, who), **more)
