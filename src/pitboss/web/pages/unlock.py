"""A session that was left idle is locked: its owner unlocks it with a PIN of their own, or with their password. The
console shows the form over the table, which goes on; every other page comes back after it."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from pitboss.floor.people.passwords import PIN_DIGITS, Passwords
from pitboss.floor.people.signin import NotSignedIn, SessionLocked, has_pin
from pitboss.floor.service.commands import Actor
from pitboss.messages import say, words_of
from pitboss.play import Refused
from pitboss.web.api.dependencies import COOKIE, FRAGMENT, Staff
from pitboss.web.pages.rendering import UNLOCK_AGAIN, UNLOCK_SECRET, UNLOCK_THEN, PageRenderer, TheForm, TheRenderer
from pitboss.web.pages.sign_in import Then, safe_address
from pitboss.web.people import NOT_YOURS
from pitboss.web.resource import Site

site = Site("people")


@site.pages.get("/unlock")
def ask(request: Request, renderer: TheRenderer, then: Then = "/lobby") -> Response:
    """The form that unlocks a session."""
    try:
        renderer.api.sign_in.peek(request.cookies.get(COOKIE, ""))
    except SessionLocked:
        return renderer.show_unlock(request, safe_address(then), FormData())
    return RedirectResponse(safe_address(then), 303)


@site.pages.post("/unlock")
async def unlock(request: Request, renderer: TheRenderer, form: TheForm) -> Response:
    """Unlock a session: a page's own script is told whether it was right, any other page comes back, and a form that
    waited is sent on."""
    api, token = renderer.api, request.cookies.get(COOKIE, "")
    then, again = safe_address(str(form.get(UNLOCK_THEN, ""))), UNLOCK_AGAIN in form
    who = api.sign_in.peek(token, locked=True)
    right = await api.passwords.do(
        request, (who.operator, who.person), api.sign_in.unlock, token, str(form.get(UNLOCK_SECRET, ""))[:400]
    )
    wrong = "" if right else say("Wrong PIN or password. After three wrong tries you must sign in again.")
    if FRAGMENT in request.headers:
        return Response(wrong, status_code=200 if right else 409, media_type="text/plain")
    if not right:
        return renderer.show_unlock(request, then, form, again=again, wrong=wrong)
    return RedirectResponse(then, 307 if again else 303)  # 307 has the browser send the same fields there


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
    return renderer.page(request, "pin.html", status=status, has_pin=has_pin(renderer.api.floor.store, who), **more)
