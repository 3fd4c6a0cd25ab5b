"""Places: a page about one thing (a patron, a table's cashier) with the forms of the commands that belong there.

A place is its address, what it shows and who may look. Its forms are derived; a command that is declared to stand there
has its form there without another line.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store.rows import Conflict, KeyReused, OverCount, StoreError
from pitboss.ledger import LedgerError, Overdrawn
from pitboss.messages import message, say, words_of
from pitboss.play import Refused
from pitboss.value import Value
from pitboss.web.api import dependencies, orders, problems
from pitboss.web.pages import corrections, form_fields, forms
from pitboss.web.pages.forms import ask
from pitboss.web.pages.rendering import PageRenderer

AGAIN = message("This form was sent before. Here is the present state.")


class FormPage(Value):
    """A page with forms."""

    address: str
    """With the name of the field that it says, a table or a patron; without one it is about who looks."""
    template: str
    scene: Callable[[PageRenderer, Request, Actor, str], forms.FormContext]
    """What its forms stand in; refuses who may not look."""
    shown: Callable[[PageRenderer, forms.FormContext], Mapping[str, Any]]
    """What it shows beside its forms."""
    twin: str
    then: Callable[[FormData], str] = lambda _: ""
    """Where a form leads that leads elsewhere."""

    def at(self, subject: str) -> str:
        """The address of one of its pages."""
        return _fill_address(self.address, subject)


class PageForms:
    """The forms of one page as its template asks for them."""

    def __init__(
        self, offers: Mapping[str, forms.OfferedForm], scene: forms.FormContext, failed: forms.FailedForm | None
    ) -> None:
        self.offers, self.scene, self.failed = offers, scene, failed

    def ask(self, name: str, **hidden: Any) -> forms.DrawnForm | None:
        """A form by its name; none for a person who may not order it."""
        offer = self.offers[name]
        if not offer.is_for(self.scene):
            return None
        return ask(offer, self.scene, {field: str(value) for field, value in hidden.items()}, self.failed)

    def add_notice(self, notice: Any) -> "PageForms":
        """The same, with a form that was sent and not done as it was written."""
        return PageForms(self.offers, self.scene, notice) if isinstance(notice, forms.FailedForm) else self

    def draws(self, notice: Any) -> bool:
        """Whether what is told of a form stands in that form on the page."""
        return isinstance(notice, forms.FailedForm) and self.offers[notice.name].stands_at(self.scene.place)

    def groups(self, without: tuple[str, ...] = ()) -> dict[str, list[forms.DrawnForm]]:
        """The forms that stand at the place, under their headings, but for those that the page draws elsewhere."""
        found: dict[str, list[forms.DrawnForm]] = {}
        for name, offer in self.offers.items():
            if name not in without and offer.stands_at(self.scene.place) and (form := self.ask(name)) is not None:
                found.setdefault(form.group, []).append(form)
        return found


def forms_of(scene: forms.FormContext, failed: forms.FailedForm | None = None) -> PageForms:
    """The forms of a scene."""
    return PageForms(forms.offers_of(tuple(orders.ordered_kinds())), scene, failed)


async def command_of(renderer: PageRenderer, request: Request, scene: forms.FormContext, form: FormData) -> Any:
    """The command that a form stands for, with the password checked of a second person who signs; or why there is
    none."""
    api, operator, name = renderer.api, scene.who.operator, str(form.get("do", ""))[:60]
    offer = forms_of(scene).offers.get(name)
    if offer is None:
        raise problems.NotFound("There is no such form.")
    try:
        said = forms.read_form(offer, form, scene)
        for field, asked in offer.fields.items():
            if asked.kind == forms.SIGNED and said.get(field):
                named = operator, said[field]
                said[field] = await api.passwords.do(
                    request, named, corrections.check_signature, api, operator, form, field
                )
        return offer.command(**said)
    except forms.Unreadable as unclear:
        return forms.FailedForm(name, form, words_of(unclear), unclear.errors)
    except form_fields.Unclear as unclear:
        return forms.FailedForm(name, form, words_of(unclear))


async def carry_out(
    renderer: PageRenderer, scene: forms.FormContext, form: FormData, command: Any
) -> forms.FailedForm | None:
    """Carry out a form's command; return the words for the person if it was refused."""
    if isinstance(command, forms.FailedForm):
        return command
    try:
        await renderer.api.do(Order(scene.who, command, str(form.get("key", ""))[:60]))
    except (Refused, StoreError, LedgerError) as error:
        words, clauses = _explain_refusal(error, scene)
        return forms.FailedForm(str(form["do"]), form, words, clauses=clauses)
    return None


def _explain_refusal(error: Exception, scene: forms.FormContext) -> tuple[str, tuple[str, ...]]:
    """Why a command was not carried out, and the clauses."""
    if isinstance(error, Refused):
        return words_of(error), scene.cite(error.because)
    if isinstance(error, Overdrawn):
        return say("You do not have enough in your account or in chips for this."), ()
    if isinstance(error, OverCount):
        return words_of(error), ()
    return say(AGAIN if isinstance(error, Conflict | KeyReused) else "The form could not be carried out."), ()


def show(
    renderer: PageRenderer, place: FormPage, request: Request, failed: forms.FailedForm | None = None, **more: Any
) -> Response:
    """The page of a place; with a form that was not done, as it was written."""
    subject = _subject(request)
    scene = place.scene(renderer, request, renderer.identify(request), subject)
    page_forms = forms_of(scene._replace(usual={**scene.usual, **request.query_params}), failed)
    done = page_forms.offers.get(request.query_params.get("done", ""))
    shown: dict[str, Any] = {"page_forms": page_forms, "subject": subject, "address": place.at(subject)}
    shown |= {"done": done.title if done is not None else "", "status": 200 if failed is None else 409}
    is_drawn = failed is None or page_forms.offers[failed.name].is_for(scene)  # else it is told above all forms
    shown |= {"notice": None if is_drawn else failed} | dict(place.shown(renderer, scene)) | more
    return renderer.page(request, place.template, twin=_fill_address(place.twin, subject), **shown)


def _fill_address(address: str, subject: str) -> str:
    return re.sub(r"\{\w+\}", subject, address)


Preview = Callable[[forms.FormContext, FormData, Any], forms.FailedForm | None]
"""What is shown of a form before its command is carried out: the form again, with what its sender has to see first."""


def install(renderer: PageRenderer, place: FormPage, preview: Preview = lambda *_: None) -> None:
    """The routes of a place."""
    router = renderer.router

    @router.get(place.address)
    def look(request: Request) -> Response:
        """Show the place with its forms."""
        return show(renderer, place, request)

    @router.post(place.address)
    async def order(request: Request) -> Response:
        """Carry out a form that was sent."""
        form = await renderer.form(request)
        scene = await run_in_threadpool(place.scene, renderer, request, renderer.identify(request), _subject(request))
        command = await command_of(renderer, request, scene, form)
        if (asked := preview(scene, form, command)) is not None:
            return await run_in_threadpool(show, renderer, place, request, asked, status=200)
        failed = await carry_out(renderer, scene, form, command)
        if failed is None:
            return RedirectResponse(f"{place.then(form) or place.at(_subject(request))}?done={form['do']}", 303)
        return await run_in_threadpool(show, renderer, place, request, failed)


def _subject(request: Request) -> str:
    subject = str(next(iter(request.path_params.values()), ""))
    if subject and not re.fullmatch(dependencies.NAME, subject):
        raise problems.NotFound("There is no such page.")
    return subject
