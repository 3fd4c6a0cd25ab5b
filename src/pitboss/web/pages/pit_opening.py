"""Opening a table from the pit: its game, its sign, and its float counted in."""

import re
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.service.commands import Actor
from pitboss.floor.store import table_stream
from pitboss.floor.tables.decks import BY_DEVICE, BY_HAND
from pitboss.floor.tables.edges import opened_offer
from pitboss.law import HAND_SHUFFLE_FIRST
from pitboss.law.edition import BookError, edition_names, load_edition
from pitboss.law.rules import Rules
from pitboss.play import Refused
from pitboss.web.api import problems
from pitboss.web.api.pit_view import desks
from pitboss.web.api.shared import Api, allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.lab.asking import query_of as lab_query
from pitboss.web.pages.opening_form import form_data, is_filled, offered_fields, read_offered
from pitboss.web.pages.playing import FRAGMENT, Unclear, carry_out
from pitboss.web.pages.refused import said
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.sign_edge import read_seen, seen_fields
from pitboss.web.pages.twins import twin
from pitboss.web.solves.signs import priced

DEVICES = {"shoe": "a shoe", "shuffler": "a shuffling device"}
INSPECTED = {BY_HAND: "by hand, by you", BY_DEVICE: "by a deck-checking device", "": "later, by the dealer"}
"""How the decks of a table that opens are inspected, in words."""
TABLE = r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}"


def games_of(operator: str) -> dict[str, str]:
    """The games of a house, with their titles."""
    editions = [load_edition(name) for name in edition_names()]
    names = [game for edition in editions if edition.operator == operator for game in edition.games]
    return {name: Rules.of(name).game.title for name in names}


def install(shell: Shell) -> None:
    """The routes of opening a table."""
    router, api = shell.router, shell.api
    twin(router, "/pit/open.json", "/api/rulebook")

    def show(request: Request, form: FormData, notice: Any = None, status: int = 200) -> Response:
        who = allow(shell.who(request), "OpenTable")
        games, fields = games_of(who.operator), Fields(form)
        chosen, table = fields.text("game", 60), fields.text("table", 40)
        if chosen and chosen not in games:
            raise problems.NotFound(f"{chosen} is no game of this house.")
        more: dict[str, Any] = {"games": games, "chosen": chosen, "table_name": table, "may": ["OpenTable"]}
        more |= {"edition": "", "priced": None, "fields": {}, "before": 0}
        if chosen:
            more |= _offering(api, who, chosen, fields) | _readying(api, who, chosen, table)
            more["edition"] = Rules.of(chosen).edition.name
            notice = notice or more["wrong"]
        more["address"] = f"/pit/open?{urlencode(offered_fields(form.multi_items()))}"
        template = "_pit_open.html" if FRAGMENT in request.headers else "pit_open.html"
        more["ready"] = {name: fields.text(name) for name in form}
        return shell.page(request, template, status=status, notice=notice, twin="/api/rulebook", **more)

    @router.get("/pit/open")
    def ask(request: Request) -> Response:
        """The form that opens a table: what it is to offer first, with its exact edge, then the rest."""
        return show(request, FormData(dict(request.query_params)))

    @router.post("/pit/open")
    async def open_(request: Request) -> Response:
        """Open a table with its float counted in."""
        who = allow(shell.who(request), "OpenTable")
        form = await shell.form(request)
        fields = Fields(form)
        table, game = fields.text("table", 40), fields.text("game", 60)
        wanted = _command(fields, table, game, who)
        desk = await run_in_threadpool(api.floor.desk, table_stream(who.operator, table or "-"))
        notice = await carry_out(shell, desk, wanted, who, form)
        if notice is None:
            return RedirectResponse(f"/pit/tables/{table}", 303)
        return await run_in_threadpool(show, request, form, notice, 409)


def _offering(api: Api, who: Actor, game: str, fields: Fields) -> dict[str, Any]:
    """What the table is to offer, and its exact edge once its sign is written."""
    found: dict[str, Any] = {"offered": form_data(game, who.role, fields), "wrong": None, "may_open": False}
    if not is_filled(fields, game):
        return found
    try:
        command = read_offered(fields, "", game)
        offer = opened_offer(command)
    except Refused as no:
        return found | {"wrong": said(Rules.of(game), no.refusal)}
    except (Unclear, BookError) as error:
        return found | {"wrong": {"words": str(error), "clauses": []}}
    worth = priced(api.solves, who, offer)
    chips = sorted(command.terms.chips.denominations)
    before = api.solves.before(worth.job) if worth.job is not None else 0
    lab = f"/lab/{game}{lab_query(worth.least.asked)}" if worth.least is not None else ""
    found |= {"priced": worth, "before": before, "lab": lab, "chips": chips}
    gave_up = worth.job is None or worth.job.is_over  # the lab cannot say: what the rules have anyway may open
    found["may_open"] = worth.seen is not None or (gave_up and not offer.own)
    return found | {"fields": offered_fields(fields.form.multi_items()) | seen_fields(worth)}


def _readying(api: Api, who: Actor, game: str, table: str) -> dict[str, Any]:
    """What is done with the cards of the table before it opens."""
    found = [desk.state.decks.secured for desk in desks(api, who.operator) if desk.journal.table == table]
    packs = [decks.pack for secured in found for decks in secured]
    by_hand = Rules.of(game).applies(HAND_SHUFFLE_FIRST)
    return {"devices": DEVICES, "inspected": INSPECTED, "packs": packs, "hand_shuffle": by_hand}


def _command(fields: Fields, table: str, game: str, who: Actor) -> list[Any] | Unclear:
    try:
        fields.chosen("game", games_of(who.operator), "Choose a game of this house.")
        if not re.fullmatch(TABLE, table):
            return Unclear("Give the table a number, or a short name.")
        device = fields.chosen("device", DEVICES, "Say what the cards come from.")
        command = read_offered(fields, table, game)
        terms = command.terms._replace(device="shoe" if device == "shoe" else "shuffler")
        terms = terms._replace(areas=fields.whole("areas") or 7)
        how = fields.chosen("inspected", INSPECTED, "Say how the decks are inspected.")
        by_hand = fields.is_on("hand-shuffled") or not Rules.of(game).applies(HAND_SHUFFLE_FIRST)
        command = command._replace(terms=terms, stacks=fields.stacks(), edge=read_seen(fields), inspected=how)
        return [command._replace(pack=fields.text("pack", 40), hand_shuffled=by_hand)]
    except Unclear as unclear:
        return unclear
