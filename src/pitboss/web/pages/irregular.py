"""What is keyed when something is not as it should be: a card put right. The person who rules signs for it at the
table with their own name and password.
"""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.cards.card import parse_cards
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.play.acts import Act, Deal, Turn
from pitboss.web.api.shared import Api, TableName
from pitboss.web.pages.console_page import show_console
from pitboss.web.pages.playing import Unclear, carry_out, whole
from pitboss.web.pages.remedies import keyed, known_cards
from pitboss.web.pages.shell import Shell


def _corrected(acts: tuple[Act, ...], form: FormData) -> tuple[Act, ...]:
    """The acts of a round with one card put right."""
    keyed_at = {f"{number}.{place}": (number, place) for number, place, _ in known_cards(acts)}
    at = keyed_at.get(str(form.get("at", "")))
    try:
        new = parse_cards(str(form.get("card", ""))[:8])
    except ValueError:
        new = ()
    act = acts[at[0]] if at is not None else None
    if at is None or len(new) != 1 or not isinstance(act, Deal | Turn):
        raise Unclear("Say which card it was, and the card that really came out, as in As or 10h.")
    where = at[1]
    cards = (*act.cards[:where], new[0], *act.cards[where + 1 :])
    return (*acts[: at[0]], act._replace(cards=cards), *acts[at[0] + 1 :])


# Who signs.


def signing(form: FormData, who: Actor) -> tuple[str, str]:
    """The house and the name whose password a form gives, for the rate at which passwords may be tried."""
    return who.operator, str(form.get("ruler-name") or form.get("approver-name") or who.person)[:120]


def signed(api: Api, operator: str, form: FormData, which: str) -> Actor:
    """Whoever signs at the table: they give their own password, and no session comes of it."""
    name, password = str(form.get(f"{which}-name", ""))[:120], str(form.get(f"{which}-password", ""))[:400]
    try:
        return api.sign_in.vouch(operator, name, password)
    except NotSignedIn as no:
        raise Unclear(str(no)) from None
    except MustChangePassword:
        raise Unclear(f"Another person set the password of {name}, who signs in and changes it first.") from None


def install(shell: Shell) -> None:
    """The route of what is keyed about an irregularity."""
    api = shell.api

    def corrects(form: FormData, who: Actor, desk: Desk) -> tuple[Actor, Any]:
        """Who gives the correction that a form stands for, and the correction."""
        table, reason = desk.stream.table, str(form.get("reason", ""))[:200]
        ruler = signed(api, who.operator, form, "ruler") if form.get("ruler-name") else who
        if form.get("do") != "correct":
            raise Unclear("This form is not one of ours.")
        number = whole(form, "of")
        past = next((each for each in keyed(desk) if each.opening.number == number), None)
        if past is None:
            raise Unclear("The cards of that round were not keyed here.")
        approver = signed(api, who.operator, form, "approver")
        return ruler, CorrectRound(table, number, _corrected(past.acts, form), reason, approver)

    @shell.router.post("/tables/{table}/irregular")
    async def irregular(table: TableName, request: Request) -> Response:
        """Take what is keyed about an irregularity."""
        who = shell.staff(request)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        try:
            actor, command = await api.passwords.do(request, signing(form, who), corrects, form, who, desk)
        except Unclear as unclear:
            notice = await carry_out(shell, desk, unclear, who, form)
        else:
            notice = await carry_out(shell, desk, [command], actor, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        return await run_in_threadpool(show_console, shell, request, table, notice, 409)
