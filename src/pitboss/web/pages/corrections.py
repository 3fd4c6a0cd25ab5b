"""A card that was keyed wrong is put right: in the open round or the last one at the table, where the person who
rules and the one who approves sign with their passwords; in a round that is over from the pit, for another person to
approve.

Voiding a round, some players' wagers or single wagers is confirmed on a page of its own: while the round is played, or
when it is over and a second person approves it. A person with the power may sign for it on a dealer's page."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.cards import UNKNOWN, show
from pitboss.cards.card import parse_cards
from pitboss.floor.cashier.approvals import CORRECTION, AskApproval
from pitboss.floor.people import permission, signin
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.floor.tables.corrections import CorrectRound, VoidRound
from pitboss.floor.tables.state import FinishedRound, OpenState
from pitboss.law import Key, Rules
from pitboss.law.floor_keys import EMPLOYEE_POLICY
from pitboss.law.keys import FRAUD_FORFEITS, OFFENDER_VOIDED, ROUND_VOIDED, TALKING_FORFEITS, WAGER_VOIDED
from pitboss.messages import message, say, words_of
from pitboss.money import dollars
from pitboss.play import Act, Deal, Refused, Round, Turn, Viewer, correct, fold, spot_words, totals, view
from pitboss.play.powers import BREACH, DISRUPTION, EMPLOYEE, FRAUD, TALKING
from pitboss.value import Value
from pitboss.web.api import dependencies, problems, rounds, table_data
from pitboss.web.inspector import past_of
from pitboss.web.pages import card_places, console, form_fields, playing, rendering, table_view
from pitboss.web.pages.form_fields import Fields, Unclear


def _put_right(acts: tuple[Act, ...], form: FormData) -> tuple[Act, ...]:
    """The acts of a round with one card put right."""
    keyed_at = {f"{number}.{place}": (number, place) for number, place, _ in console.known_cards(acts)}
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


def signer_of(form: FormData, who: Actor) -> tuple[str, str]:
    """The house and the name whose password a form gives, for the rate at which passwords may be tried."""
    return who.operator, str(form.get("ruler-name") or form.get("approver-name") or who.person)[:120]


def check_signature(api: dependencies.Api, operator: str, form: FormData, which: str) -> Actor:
    """The person who signs at the table: they give their own password, and no session comes of it."""
    name, password = str(form.get(f"{which}-name", ""))[:120], str(form.get(f"{which}-password", ""))[:400]
    try:
        return api.sign_in.identify_by_password(operator, name, password)
    except signin.NotSignedIn as no:
        raise Unclear(words_of(no)) from None
    except signin.MustChangePassword:
        raise Unclear(
            say("Another person set the password of {name}, who signs in and changes it first.", name=name)
        ) from None


def _install_at_table(renderer: rendering.PageRenderer) -> None:
    """The route of what is keyed about an irregularity."""
    api = renderer.api

    def corrects(form: FormData, who: Actor, floor_table: FloorTable) -> tuple[Actor, Any]:
        """Who gives the correction that a form stands for, and the correction."""
        table, reason = floor_table.stream.table, str(form.get("reason", ""))[:200]
        ruler = check_signature(api, who.operator, form, "ruler") if form.get("ruler-name") else who
        if form.get("do") != "correct":
            raise Unclear("This form does not come from this site. Open the page again.")
        number = Fields(form).whole_number("of")
        past = next((each for each in console.keyed_rounds(floor_table) if each.opening.number == number), None)
        if past is None:
            raise Unclear("The cards of that round were not keyed here.")
        approver = check_signature(api, who.operator, form, "approver")
        return ruler, CorrectRound(table, number, _put_right(past.acts, form), reason, approver)

    @renderer.router.post("/tables/{table}/irregular")
    async def irregular(table: dependencies.TableName, request: Request) -> Response:
        """Take what is keyed about an irregularity."""
        who = renderer.staff(request)
        form = await renderer.form(request)
        floor_table = await run_in_threadpool(api.table, request, who.operator, table)
        try:
            actor, command = await api.passwords.do(request, signer_of(form, who), corrects, form, who, floor_table)
        except Unclear as unclear:
            notice = await playing.carry_out(renderer, floor_table, unclear, who, form)
        else:
            notice = await playing.carry_out(renderer, floor_table, [command], actor, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        return console.CONSOLE.show(
            request, await run_in_threadpool(console.see_console, renderer, floor_table, who), notice, 409
        )


Number = Annotated[int, Path(ge=1, le=2**53)]
PAGE = "/pit/tables/{table}/rounds/{number}"
rounds.past_round.twin(PAGE)


def _install_in_pit(renderer: rendering.PageRenderer) -> None:
    """The routes of a correction."""
    router, api = renderer.router, renderer.api
    renderer.templates.globals |= {"may_correct": lambda who: who is not None and permission.may(who, "CorrectRound")}

    def page(request: Request, table: str, number: int, notice: Any = None, status: int = 200) -> Response:
        who = dependencies.allow(renderer.identify(request), "CorrectRound")
        past = past_of(api, request, who, table, number)
        row = table_data.table_row(api.table(request, who.operator, table))
        more: dict[str, Any] = {"table": row, "number": number, "keyed": _list_keyed(past)}
        address = f"/api/tables/{table}/rounds/{number}"
        return renderer.page(request, "pit_correct.html", status=status, notice=notice, twin=address, **more)

    @router.get(PAGE)
    def look(table: dependencies.TableName, number: Number, request: Request) -> Response:
        """A round as it was keyed."""
        return page(request, table, number)

    @router.post(PAGE)
    async def ask(table: dependencies.TableName, number: Number, request: Request) -> Response:
        """Ask for the round to be folded again from other cards."""
        who = dependencies.allow(renderer.identify(request), "CorrectRound")
        form = await renderer.form(request)
        past = await run_in_threadpool(past_of, api, request, who, table, number)
        floor_table = await run_in_threadpool(api.table, request, who.operator, table)
        wanted = await run_in_threadpool(_command, table, past, Fields(form))
        notice = await playing.carry_out(renderer, floor_table, wanted, who, form)
        if notice is None:
            return RedirectResponse(f"/pit/tables/{table}", 303)
        return await run_in_threadpool(page, request, table, number, notice, 409)


def _list_keyed(past: FinishedRound) -> list[dict[str, Any]]:
    """The acts of a round that have cards. A card that was never shown at the table is not shown here."""
    seen = {card for hand in view(fold(past.opening, past.acts), Viewer("dealer")).hands for card in hand.cards}
    places = card_places.keyed_places(past)
    return [
        {
            "place": place,
            "cards": show(card if card in seen else UNKNOWN for card in act.cards),
            "says": say("Dealt") if isinstance(act, Deal) else say("Turned"),
            "where": [places.get((place, nth), say("burned")) for nth in range(len(act.cards))],
        }
        for place, act in enumerate(past.acts)
        if isinstance(act, Deal | Turn) and act.cards
    ]


def _command(table: str, past: FinishedRound, fields: Fields) -> list[Any] | Unclear:
    try:
        acts = tuple(_correct_act(act, place, fields) for place, act in enumerate(past.acts))
        reason = fields.required_text("reason", "Enter the reason: it goes into the log.")
        done = correct(past.opening, past.acts, acts, reason=reason, approver="another person")
    except Unclear as unclear:
        return unclear
    except Refused as no:
        return Unclear(say("The round could not have been played so with these cards: {why}", why=words_of(no)))
    if acts == past.acts:
        return Unclear("These are the cards that were keyed: change at least one.")
    changes = [f"{each.patron} {dollars(each.chips + each.tokens)}" for each in done.differences]
    words = f"{reason}; {_tell_changes(past.acts, acts)}; {', '.join(changes) or 'no payment changes'}"
    return [AskApproval(table, CORRECTION, words[:400], round=past.opening.number, acts=acts)]


def _correct_act(act: Act, place: int, fields: Fields) -> Act:
    written = fields.text(f"cards-{place}", 400)
    if not isinstance(act, Deal | Turn) or not written:
        return act
    try:
        cards = parse_cards(written)
    except ValueError as error:
        raise Unclear(words_of(error)) from None
    if len(cards) != len(act.cards):
        raise Unclear(say("{number} cards came out there, not {keyed}.", number=len(act.cards), keyed=len(cards)))
    return act._replace(cards=tuple(was if now == UNKNOWN else now for was, now in zip(act.cards, cards, strict=True)))


def _tell_changes(old: tuple[Act, ...], new: tuple[Act, ...]) -> str:
    """The cards that differ, in one line."""
    pairs = [
        (was, now)
        for before, after in zip(old, new, strict=True)
        if isinstance(before, Deal | Turn) and isinstance(after, Deal | Turn)
        for was, now in zip(before.cards, after.cards, strict=True)
        if was != now
    ]
    return ", ".join(f"{was} was {now}" for was, now in pairs)  # cards that were keyed wrong were never dealt


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of corrections."""
    _install_at_table(renderer)
    _install_in_pit(renderer)
    _install_voiding(renderer)


# Voiding.


RoundNumber = Annotated[int, Query(alias="round", ge=0, le=2**53)]


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


def _install_voiding(renderer: rendering.PageRenderer) -> None:
    """The page that voids."""
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
    def confirm(table: dependencies.TableName, request: Request, number: RoundNumber = 0) -> Response:
        """Show the effects of voiding, before it is done."""
        return show(request, table, number)

    def voids(request: Request, form: FormData, who: Actor, table: str) -> tuple[Actor, VoidRound]:
        """Who voids what a form stands for, and who approves it where the round is over."""
        fields = form_fields.Fields(form)
        round = round_of(request, who, table, fields.whole_number("round"))
        order = _void(table, round, fields)
        ruler = check_signature(api, who.operator, form, "ruler") if form.get("ruler-name") else who
        if round.is_over:
            order = order._replace(approver=check_signature(api, who.operator, form, "approver"))
        return ruler, order

    @renderer.router.post("/tables/{table}/void")
    async def void(table: dependencies.TableName, request: Request) -> Response:
        """Void what was shown, and nothing else."""
        who = dependencies.allow(renderer.identify(request), "DealOn")
        form = await renderer.form(request)
        floor_table = await run_in_threadpool(api.table, request, who.operator, table)
        try:
            actor, order = await api.passwords.do(request, signer_of(form, who), voids, request, form, who, table)
        except form_fields.Unclear as unclear:
            notice = await playing.carry_out(renderer, floor_table, unclear, who, form)
        else:
            notice = await playing.carry_out(renderer, floor_table, [order], actor, form)
        if notice is None:
            return RedirectResponse(f"/tables/{table}/console", 303)
        number = str(form.get("round", ""))
        at = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
        return await run_in_threadpool(show, request, table, at, notice, 409)
