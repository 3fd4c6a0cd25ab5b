"""Opening a table from the pit: its game, its sign, and its float counted in."""

import re
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.commands import Actor, OpenTable
from pitboss.floor.decks import BY_DEVICE, BY_HAND
from pitboss.floor.people.permission import house_edition
from pitboss.floor.store import Stream
from pitboss.games import make_game
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.law import HAND_SHUFFLE_FIRST, REGULATOR_MINIMUM
from pitboss.law.edition import edition_names, load_edition
from pitboss.law.rules import Rules
from pitboss.money import Chips
from pitboss.play.terms import Limits, Terms
from pitboss.web.api import problems
from pitboss.web.api.pit_view import desks
from pitboss.web.api.shared import allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import FRAGMENT, Unclear, carry_out
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.sign_edge import read_sign, seen_fields, sign_edge
from pitboss.web.pages.twins import twin

DEVICES = {"shoe": "a shoe", "shuffler": "a shuffling device"}
INSPECTED = {BY_HAND: "by hand, by you", BY_DEVICE: "by a deck-checking device", "": "later, by the dealer"}
"""How the decks of a table that opens are inspected, in words."""
TABLE = r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}"
FLOOR = "floor-"
"""What the names of fields begin with that hold the regulator's minimum of a spot."""
Name = Annotated[str, Query(max_length=40)]
Play = Annotated[str, Query(max_length=60)]


def games_of(operator: str) -> dict[str, str]:
    """The games of a house, with their titles."""
    editions = [load_edition(name) for name in edition_names()]
    names = [game for edition in editions if edition.operator == operator for game in edition.games]
    return {name: Rules.of(name).game.title for name in names}


def spots_of(game: str) -> list[str]:
    """The spots of a game that the sign may have limits for before the deal, the one that buys a hand first."""
    rules = Rules.of(game)
    opener = "wager" if rules.game.engine == "pontoon" else "ante"
    floor = {opener: 1} if rules.applies(REGULATOR_MINIMUM) else None
    terms = Terms({opener: Limits(100, 100)}, device="shuffler", regulator_minimum_cents=floor)
    spots = make_game(rules, terms).spots.values()
    free = [spot.name for spot in spots if spot.opening and not spot.priced and spot.name != "blind"]
    return sorted(free, key=lambda name: name != opener)


def install(shell: Shell) -> None:
    """The routes of opening a table."""
    router, api = shell.router, shell.api
    twin(router, "/pit/open.json", "/api/rulebook")

    def show(
        request: Request, chosen: str, table: str, play: str = "", notice: Any = None, status: int = 200
    ) -> Response:
        who = allow(shell.who(request), "OpenTable")
        games = games_of(who.operator)
        if chosen and chosen not in games:
            raise problems.NotFound(f"{chosen} is no game of this house.")
        has_floor = bool(chosen) and Rules.of(chosen).applies(REGULATOR_MINIMUM)
        more: dict[str, Any] = {
            "games": games,
            "chosen": chosen,
            "spots": spots_of(chosen) if chosen else [],
            "table_name": table,
        }
        more |= {"devices": DEVICES, "chips": list(Chips().denominations), "has_floor": has_floor, "may": ["OpenTable"]}
        found = [desk.state.decks.secured for desk in desks(api, who.operator) if desk.journal.table == table]
        more |= {"inspected": INSPECTED, "packs": [decks.pack for secured in found for decks in secured]}
        more["hand_shuffle"] = bool(chosen) and Rules.of(chosen).applies(HAND_SHUFFLE_FIRST)
        more["edition"] = house_edition(who.operator).name
        sign = sign_edge(shell, who, chosen, play) if chosen else None
        more |= {"sign": sign, "before": 0, "seen_fields": {}}
        if sign is not None:
            more["seen_fields"] = {"play": sign.play} | seen_fields(sign.priced)
            more["before"] = api.solves.before(sign.priced.job) if sign.priced.job is not None else 0
        more["address"] = f"/pit/open?{urlencode({'game': chosen, 'table': table, 'play': play})}"
        template = "_pit_open.html" if FRAGMENT in request.headers else "pit_open.html"
        return shell.page(request, template, status=status, notice=notice, twin="/api/rulebook", **more)

    @router.get("/pit/open")
    def ask(request: Request, game: Name = "", table: Name = "", play: Play = "") -> Response:
        """The form that opens a table; where the rules leave multiples to the sign, they come first with their edge."""
        stages = [request.query_params.get(f"play.{stage}", "")[:20] for stage in STAGES]
        return show(request, game, table, ",".join(stages) if any(stages) else play)

    @router.post("/pit/open")
    async def open_(request: Request) -> Response:
        """Open a table with its float counted in."""
        who = allow(shell.who(request), "OpenTable")
        form = await shell.form(request)
        fields = Fields(form)
        table, game = fields.text("table", 40), fields.text("game", 60)
        wanted = _command(fields, table, game, who)
        desk = await run_in_threadpool(api.floor.desk, Stream(who.operator, f"table:{table or '-'}"))
        notice = await carry_out(shell, desk, wanted, who, form)
        if notice is None:
            return RedirectResponse(f"/pit/tables/{table}", 303)
        return await run_in_threadpool(show, request, game, table, fields.text("play", 60), notice, 409)


def _command(fields: Fields, table: str, game: str, who: Actor) -> list[Any] | Unclear:
    try:
        fields.chosen("game", games_of(who.operator), "Choose a game of this house.")
        if not re.fullmatch(TABLE, table):
            return Unclear("Give the table a number, or a short name.")
        device = fields.chosen("device", DEVICES, "Say what the cards come from.")
        floors = {spot: fields.cents(f"{FLOOR}{spot}") for spot in spots_of(game)}
        minimums = {spot: cents for spot, cents in floors.items() if cents} or None
        terms = Terms(fields.limits(), device="shoe" if device == "shoe" else "shuffler")
        terms = terms._replace(areas=fields.whole("areas") or 7, regulator_minimum_cents=minimums)
        multiples, seen = read_sign(fields, game)
        command = OpenTable(table, game, terms._replace(multiples=multiples), fields.stacks(), edge=seen)
        how = fields.chosen("inspected", INSPECTED, "Say how the decks are inspected.")
        by_hand = fields.is_on("hand-shuffled") or not Rules.of(game).applies(HAND_SHUFFLE_FIRST)
        return [command._replace(inspected=how, pack=fields.text("pack", 40), hand_shuffled=by_hand)]
    except Unclear as unclear:
        return unclear
