"""Voiding a round, some players' wagers or single wagers, confirmed on a page of its own: while the round is played, or
when it is over and a second person approves it. A person with the power may sign for it on a dealer's page."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.corrections import VoidRound
from pitboss.floor.tables.state import OpenState
from pitboss.law import Key, Rules
from pitboss.law.floor_keys import EMPLOYEE_POLICY
from pitboss.law.keys import FRAUD_FORFEITS, OFFENDER_VOIDED, ROUND_VOIDED, TALKING_FORFEITS, WAGER_VOIDED
from pitboss.messages import message, say
from pitboss.play import Round, spot_words, totals
from pitboss.play.powers import BREACH, DISRUPTION, EMPLOYEE, FRAUD, TALKING
from pitboss.value import Value
from pitboss.web.api import dependencies, problems
from pitboss.web.inspector import past_of
from pitboss.web.pages import corrections, form_fields, playing, rendering, table_view

Number = Annotated[int, Query(alias="round", ge=0, le=2**53)]


class VoidGround(Value):
    """A ground on which a person of rank voids, what comes of it, and what that does to players who are named."""

    words: str
    does: str
    named: str = ""
    """What becomes of the wagers of players who are named; none are where it is empty."""
    lists: bool = False
    """Whether single wagers may be named."""


VOIDED, FORFEIT = "voided", "forfeit"
WHOLE = message("The round is void, and every wager goes back.")
ONE = message(
    "The round is void and every wager goes back; or only the ticked wagers, and the rest of the round stands."
)
THEIRS = message("Their wagers, or only the ticked ones, are void and go back. The rest of the round stands.")
GROUNDS = {
    DISRUPTION: VoidGround("Play was disrupted", WHOLE),
    FRAUD: VoidGround("Fraud or cheating", WHOLE),
    BREACH: VoidGround("Players broke the rules", THEIRS, VOIDED, lists=True),
}
MORE: Mapping[Key, Mapping[str, VoidGround]] = {
    WAGER_VOIDED: {
        DISRUPTION: VoidGround("Play was disrupted", ONE, lists=True),
        FRAUD: VoidGround("Fraud or cheating", ONE, lists=True),
    },
    FRAUD_FORFEITS: {
        FRAUD: VoidGround("Fraud or cheating", "The round is void; players who are named forfeit theirs.", FORFEIT),
    },
    TALKING_FORFEITS: {
        TALKING: VoidGround("Players talked about a hand", "They forfeit their wagers; the round goes on.", FORFEIT),
    },
    EMPLOYEE_POLICY: {
        EMPLOYEE: VoidGround(
            "Players may not play by the employee gambling policy",
            "What they have won is not theirs and goes back; what is undecided is void.",
            VOIDED,
        ),
    },
}
"""The grounds that only some documents have, by the rule that gives the power."""
HAS_TO_NAME = (BREACH, TALKING, EMPLOYEE)


def grounds_of(rules: Rules, *, is_over: bool = False) -> dict[str, VoidGround]:
    """The grounds on which the rules of a game let a round, or a part of it, be voided."""
    found = dict(GROUNDS)
    for key, more in MORE.items():
        if rules.applies(key) and not (is_over and key == TALKING_FORFEITS):
            found |= more
    return found


def _void(table: str, round: Round, fields: form_fields.Fields) -> VoidRound:
    """The command of a form on the page that voids."""
    if not fields.is_on("sure"):
        raise form_fields.Unclear("Tick the box: what is voided cannot be taken up again.")
    ground = fields.text("ground")
    chosen = grounds_of(round.game.rules, is_over=round.is_over).get(ground)
    names, listed = fields.texts("patron"), fields.texts("wager")
    if chosen is None:
        raise form_fields.Unclear("Say on which ground.")
    if names and not chosen.named:
        raise form_fields.Unclear(say("{ground}: leave the players out. {does}", ground=chosen.words, does=chosen.does))
    if listed and not chosen.lists:
        raise form_fields.Unclear(
            say("{ground}: no single wager is voided for that. {does}", ground=chosen.words, does=chosen.does)
        )
    if ground in HAS_TO_NAME and not names and not listed:
        raise form_fields.Unclear(say("Name the players. {does}", does=chosen.does))
    if any(not each.isascii() or not each.isdigit() for each in listed):
        raise form_fields.Unclear("This form does not come from this site. Open the page again.")
    order = VoidRound(table, ground, fields.text("reason"), round=round.number, wagers=tuple(map(int, listed)))
    order = order._replace(house_bears=fields.texts("house-bears"))
    return order._replace(forfeit=names) if chosen.named == FORFEIT else order._replace(patrons=names)


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of the page that voids."""
    api = renderer.api

    def round_of(request: Request, who: Actor, table: str, number: int) -> Round:
        """The open round of a table, or one that is over."""
        state = api.table(request, who.operator, table).state
        if isinstance(state, OpenState) and number in (0, state.round.number):
            return state.round
        if not number:
            raise problems.NotFound(say("No round is open at table {table}.", table=table))
        dependencies.allow(who, "CorrectRound")
        return table_view.fold_finished(past_of(api, request, who, table, number))

    def show(request: Request, table: str, number: int, notice: Any = None, status: int = 200) -> Response:
        who = dependencies.allow(renderer.identify(request), "DealOn")
        round = round_of(request, who, table, number)
        floor_table = api.table(request, who.operator, table)
        there = [w for w in round.wagers if (w.stake.pieces if round.is_over else w.live)]
        wagers = [
            {
                "number": w.id,
                "patron": w.patron,
                "area": w.area,
                "words": spot_words(w.spot),
                "cents": (w.stake if round.is_over else w.left).cents,
            }
            for w in there
        ]
        rules = round.game.rules
        clauses = list(rules.cite(rules.only((ROUND_VOIDED, OFFENDER_VOIDED, *MORE))))
        grounds = grounds_of(rules, is_over=round.is_over)
        more = {"name": table, "round": round.number, "wagers": wagers, "grounds": grounds, "clauses": clauses}
        more |= {"edition": rules.edition.name, "title": rules.game.title, "is_over": round.is_over}
        more |= {
            "has_power": playing.has_power_to_void(floor_table, who),
            "lists": any(each.lists for each in grounds.values()),
        }
        more["nets"] = {total.patron: total.net for total in totals(round)} if round.is_over else {}
        more["patrons"] = list(dict.fromkeys(wager["patron"] for wager in wagers))
        twin = f"/api/tables/{table}" + (f"/rounds/{round.number}" if round.is_over else "")
        return renderer.page(request, "void.html", status=status, notice=notice, twin=twin, **more)

    @renderer.router.get("/tables/{table}/void")
    def confirm(table: dependencies.TableName, request: Request, number: Number = 0) -> Response:
        """Show the effects of voiding, before it is done."""
        return show(request, table, number)

    def voids(request: Request, form: FormData, who: Actor, table: str) -> tuple[Actor, VoidRound]:
        """Who voids what a form stands for, and who approves it where the round is over."""
        fields = form_fields.Fields(form)
        round = round_of(request, who, table, fields.whole_number("round"))
        order = _void(table, round, fields)
        ruler = corrections.check_signature(api, who.operator, form, "ruler") if form.get("ruler-name") else who
        if round.is_over:
            order = order._replace(approver=corrections.check_signature(api, who.operator, form, "approver"))
        return ruler, order

    @renderer.router.post("/tables/{table}/void")
    async def void(table: dependencies.TableName, request: Request) -> Response:
        """Void what was shown, and nothing else."""
        who = dependencies.allow(renderer.identify(request), "DealOn")
        form = await renderer.form(request)
        floor_table = await run_in_threadpool(api.table, request, who.operator, table)
        try:
            actor, order = await api.passwords.do(
                request, corrections.signer_of(form, who), voids, request, form, who, table
            )
        except form_fields.Unclear as unclear:
            notice = await playing.carry_out(renderer, floor_table, unclear, who, form)
        else:
            notice = await playing.carry_out(renderer, floor_table, [order], actor, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        number = str(form.get("round", ""))
        at = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
        return await run_in_threadpool(show, request, table, at, notice, 409)
