"""The dealer's console: the next step, large, and everything else that the dealer may key at this moment.

Cards come from the virtual shoe, or are keyed as they came out of a real one; the one is never mixed with the other
while a shuffle lasts. What players declare is keyed for them, and a player who does not answer lapses.
"""

from collections.abc import Sequence
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.cards.card import parse_cards
from pitboss.floor.service.commands import Actor, DealOn, TakeAct
from pitboss.floor.service.world import Desk
from pitboss.money import Stake
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Decide, Lapse, Place, Rule, Shuffle, TakeBack, Turn
from pitboss.web.api.shared import TableName
from pitboss.web.pages.console_page import LAPSES, show_console
from pitboss.web.pages.deck_forms import DECKS
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear, amount, carry_out, picked, whole
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.steps import next_steps


def install(shell: Shell) -> None:
    """The routes of the console."""
    router, api = shell.router, shell.api

    @router.get("/tables/{table}/console")
    async def console(table: TableName, request: Request) -> Response:
        """The console."""
        return await shell.in_turn(lambda: show_console(shell, request, table))

    @router.post("/tables/{table}/console")
    async def key(table: TableName, request: Request) -> Response:
        """Take what the dealer keyed."""
        who = shell.staff(request)
        form = await shell.form(request)
        desk = await run_in_threadpool(api.desk, request, who.operator, table)
        notice = await carry_out(shell, desk, _commands(form, who, desk), who, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        return await run_in_threadpool(show_console, shell, request, table, notice, 409)


def _commands(form: FormData, who: Actor, desk: Desk) -> list[Any] | Unclear:
    table = desk.stream.table
    try:
        if form.get("do") == "deal-on":
            step = next_steps(desk, who)["step"]
            if step is None or step["need"] != form.get("need"):
                return Unclear("The table has gone on meanwhile. Here is the next step.")
            version = whole(form, "version") if "version" in form else -1
            return [DealOn(table, whole(form, "round"), step["need"], version)]
        if made := DECKS.get(str(form.get("do"))):
            return [made(table, Fields(form), desk.state)]
        return [TakeAct(table, act, whole(form, "round")) for act in _acts(form, who)]
    except Unclear as unclear:
        return unclear


def _acts(form: FormData, who: Actor) -> Sequence[Act]:
    need, patron = str(form.get("need", ""))[:60], str(form.get("patron", ""))[:40]
    match form.get("do"):
        case "shuffle":
            return [Shuffle(need)]
        case "cut":
            return [Cut(need, str(form.get("by", "dealer"))[:40], whole(form, "at"))]
        case "call":
            return [Call(need)]
        case "deal":
            return [Deal(need, _cards(form))]
        case "cutting-card":
            return [CuttingCard(need)]
        case "turn":
            return [Turn(need, _cards(form))]
        case "decide":
            return [Decide(need, patron, *picked(form))]
        case "lapse":
            reason = str(form.get("reason", ""))
            return [Lapse(need, reason if reason in LAPSES else next(iter(LAPSES)))]
        case "rule":
            return [Rule(need, who.role, str(form.get("option", ""))[:40], str(form.get("reason", ""))[:200])]
        case "place":
            spot, cents = str(form.get("spot", ""))[:40], amount(form, "dollars")
            return [Place(need, patron, whole(form, "area"), spot, Stake.of(cents))]
        case "take-back":
            return [TakeBack(need, patron, whole(form, "area"), str(form.get("spot", ""))[:40])]
    raise Unclear("This form is not one of ours.")


def _cards(form: FormData) -> Any:
    try:
        return parse_cards(str(form.get("cards", ""))[:400])
    except ValueError as error:
        raise Unclear(str(error)) from None
