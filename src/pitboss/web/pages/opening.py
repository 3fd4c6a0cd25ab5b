"""Opening a table from the pit: what it is to offer, with its exact edge; then its cards and its float counted in."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pitboss.floor.operators import house_games
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import table_stream
from pitboss.floor.tables.decks import BY_DEVICE, BY_HAND
from pitboss.floor.tables.opening import OpenTable, grantable
from pitboss.floor.tables.state import UnopenedState
from pitboss.games import engine_of, make_game
from pitboss.games.ultimate_holdem import STAGES
from pitboss.lab import parameters, question
from pitboss.law import HAND_SHUFFLE_FIRST, TITLES, BookError, Rules
from pitboss.law.edition import ReadingEntry
from pitboss.law.keys import MAXIMUM_PAYOUT, PAID_UP_TO_CHIPS, REGULATOR_MINIMUM
from pitboss.messages import message, say, translate, words_of
from pitboss.money import Chips, parse_dollars, plain_dollars
from pitboss.play import JackpotTerms, Limits, Refused, Terms
from pitboss.web import meter_view, rulebook
from pitboss.web.api import dependencies, problems
from pitboss.web.lab_jobs import offer_edges, questions
from pitboss.web.pages import playing, rendering, table_view
from pitboss.web.pages.form_fields import LEAST, MOST, UNIT, Fields, Unclear, edge_fields, read_edge

FLOOR, PLAY, GRANT, READING = "floor-", "play.", "grant-", "reading."
"""What the names of fields begin with: the regulator's minimum of a spot, multiples of a stage, a permission, a
reading."""
OFFERED = frozenset({"game", "table", "decks", "payout", "chips", "meter"})
MOST_CHIPS = 12


def offered_fields(said: Iterable[tuple[str, Any]]) -> dict[str, str]:
    """The fields that say what a table is to offer, for an address or to be sent along."""
    prefixes = (LEAST, MOST, UNIT, FLOOR, PLAY, GRANT, READING)
    return {name: str(value)[:120] for name, value in said if value and (name in OFFERED or name.startswith(prefixes))}


def opener_of(game: str) -> str:
    """The spot that buys a hand."""
    return next(iter(engine_of(Rules.of(game)).spots))


def spots_of(game: str) -> list[str]:
    """The spots of a game that the sign may have limits for before the deal, the one that buys a hand first."""
    rules, opener = Rules.of(game), opener_of(game)
    floor = {opener: 1} if rules.applies(REGULATOR_MINIMUM) else None
    terms = Terms({opener: Limits(100, 100)}, device="shuffler", regulator_minimum_cents=floor)
    spots = make_game(rules, terms).spots.values()
    free = [spot.name for spot in spots if spot.opening and not spot.priced and spot.name != "blind"]
    return sorted(free, key=lambda name: name != opener)


def readings_of(rules: Rules) -> list[ReadingEntry]:
    """The readings that a game can be played by otherwise."""
    switches = engine_of(rules).switches
    return [entry for entry in rules.edition.readings.values() if entry.switch in switches]


def is_filled(fields: Fields, game: str) -> bool:
    """Say whether the form was filled in: it has the limits of the wager that buys a hand."""
    opener = opener_of(game)
    return bool(fields.text(f"{LEAST}{opener}") and fields.text(f"{MOST}{opener}"))


def offered_meters(api: dependencies.Api, operator: str, game: str) -> dict[str, JackpotTerms]:
    """The meters that a table of a game can be linked to, each with the jackpot that the table then offers."""
    found = meter_view.meters_now(api, operator).items()
    return {name: each.terms.offer(name) for name, each in found if each.terms is not None and game in each.terms.games}


def read_opening(fields: Fields, table: str, game: str, meters: Mapping[str, JackpotTerms]) -> OpenTable:
    """The opening that the form stands for, but for what its edge does not hang on; raises `Unclear`."""
    rules = Rules.of(game)
    if (meter := fields.text("meter", 40)) and meter not in meters:
        raise Unclear("Choose one of the meters that the form offers.")
    floors = {spot: fields.cents(f"{FLOOR}{spot}") for spot in spots_of(game)}
    terms = Terms(
        fields.limits(),
        device="shuffler",
        chips=read_chips(fields),
        regulator_minimum_cents={spot: cents for spot, cents in floors.items() if cents} or None,
        maximum_payout_cents=fields.cents("payout") or None,
        jackpot=meters.get(meter),
        multiples=_multiples(fields, rules),
        decks=fields.whole_number("decks"),
    )
    said = offered_fields(fields.form.multi_items())
    choices = {entry.switch: entry.choices for entry in readings_of(rules)}
    taken = {name.removeprefix(READING): text for name, text in said.items() if name.startswith(READING)}
    readings = {}
    for switch, text in taken.items():
        chosen = [choice for choice in choices.get(switch, ()) if questions.write_choice(choice) == text]
        if not chosen:
            raise Unclear("Choose one of the readings that the form offers.")
        readings[switch] = chosen[0]
    granted = tuple(name.removeprefix(GRANT) for name in said if name.startswith(GRANT))
    return OpenTable(table, game, terms, (), readings=readings, granted=granted)


def read_chips(fields: Fields) -> Chips:
    """The chips of the table; the usual ones if the form names none."""
    written = fields.text("chips", 120).replace(",", " ").split()
    if not written:
        return Chips()
    try:
        cents = sorted({parse_dollars(part) for part in written[:MOST_CHIPS]})
    except ValueError as error:
        raise Unclear(say("The chips are written in dollars, as in 1, 2.50, 5: {error}", error=error)) from None
    if cents[0] <= 0:
        raise Unclear("A chip must be worth more than $0.")
    return Chips(tuple(cents))


def _multiples(fields: Fields, rules: Rules) -> dict[str, tuple[int, ...]]:
    """Play multiples as a sign has them; none for a game without, or for the usual ones."""
    stages = [fields.text(f"{PLAY}{stage}", 20).replace(" ", "") for stage in STAGES]
    play = ",".join(stages)
    if not any(stages) or play == offer_edges.play_of(rules.game.name, {}):
        return {}
    try:
        return dict(zip(STAGES, parameters.parse_play(play, rules), strict=True))
    except question.LabError as error:
        raise Unclear(words_of(error)) from None


def form_data(game: str, rank: str, fields: Fields) -> dict[str, Any]:
    """The form of a game: its choices, and those taken now."""
    rules, known = Rules.of(game), questions.find_game(game)
    usual = offer_edges.play_of(game, {}).split(",")
    said = offered_fields(fields.form.multi_items())
    chips = said.get("chips") or ", ".join(map(plain_dollars, Chips().denominations))
    return {
        "said": said,
        "spots": spots_of(game),
        "has_floor": rules.applies(REGULATOR_MINIMUM),
        "has_maximum_payout": rules.applies(MAXIMUM_PAYOUT),
        "rounds_up": rules.applies(PAID_UP_TO_CHIPS),
        "stages": [
            {"stage": stage, "now": said.get(f"{PLAY}{stage}", was)}
            for stage, was in zip(known.stages, usual, strict=False)
        ],
        "decks": known.decks,
        "chips": chips,
        "permissions": {rule: translate(TITLES[rule]) for rule in grantable(rules, rank)},
        "readings": [_reading(entry, said.get(f"{READING}{entry.switch}", "")) for entry in readings_of(rules)],
        "edition": rules.edition.name,
        "is_own": any(name.startswith((GRANT, READING)) or name in ("decks", "payout") for name in said),
    }


def _reading(entry: ReadingEntry, now: str) -> dict[str, Any]:
    others = [questions.write_choice(choice) for choice in entry.choices if choice != entry.default]
    return {
        "id": entry.id,
        "switch": entry.switch,
        "name": questions.rule_words(entry.switch),
        "question": translate(entry.question),
        "taken": translate(entry.taken),
        "others": others,
        "now": now,
    }


DEVICES = {"shoe": message("a shoe"), "shuffler": message("a shuffling device")}
INSPECTED = {
    BY_HAND: message("by hand, by you"),
    BY_DEVICE: message("by a deck-checking device"),
    "": message("later, by the dealer"),
}
"""How the decks of a table that opens are inspected, in words."""
TABLE = r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}"


rulebook.editions.twin("/pit/open")


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of opening a table."""
    router, api = renderer.router, renderer.api

    def show(request: Request, form: FormData, notice: Any = None, status: int = 200) -> Response:
        who = dependencies.allow(renderer.identify(request), "OpenTable")
        games, fields = house_games(who.operator), Fields(form)
        chosen, table = fields.text("game", 60), fields.text("table", 40)
        if chosen and chosen not in games:
            raise problems.NotFound(say("This house does not play {game}.", game=chosen))
        more: dict[str, Any] = {"games": games, "chosen": chosen, "table_name": table}
        more |= {"edition": "", "priced": None, "fields": {}, "before": 0}
        if chosen:
            more |= _offering(api, who, chosen, fields)
            rules = Rules.of(chosen)
            secured = [
                floor_table.state.decks.secured
                for floor_table in api.tables(who.operator)
                if floor_table.bookkeeper.table == table
            ]
            packs = [decks.pack for each in secured for decks in each]
            more |= {"devices": DEVICES, "inspected": INSPECTED, "packs": packs, "edition": rules.edition.name}
            more["hand_shuffle"] = rules.applies(HAND_SHUFFLE_FIRST)
            notice = notice or more["wrong"]
        more["address"] = f"/pit/open?{urlencode(offered_fields(form.multi_items()))}"
        template = "_pit_open.html" if dependencies.FRAGMENT in request.headers else "pit_open.html"
        more["ready"] = {name: fields.text(name) for name in form}
        return renderer.page(request, template, status=status, notice=notice, twin="/api/rulebook", **more)

    @router.get("/pit/open")
    def ask(request: Request) -> Response:
        """The form that opens a table: what it is to offer first, with its exact edge, then the rest."""
        return show(request, FormData(dict(request.query_params)))

    @router.post("/pit/open")
    async def open_(request: Request) -> Response:
        """Open a table with its float counted in."""
        who = dependencies.allow(renderer.identify(request), "OpenTable")
        form = await renderer.form(request)
        fields = Fields(form)
        table, game = fields.text("table", 40), fields.text("game", 60)
        meters = await run_in_threadpool(offered_meters, api, who.operator, game)
        wanted = _command(fields, table, game, who, meters)
        floor_table = await run_in_threadpool(api.floor.table, table_stream(who.operator, table or "-"))
        notice = await playing.carry_out(renderer, floor_table, wanted, who, form)
        if notice is None:
            return RedirectResponse(f"/pit/tables/{table}", 303)
        return await run_in_threadpool(show, request, form, notice, 409)


def _offering(api: dependencies.Api, who: Actor, game: str, fields: Fields) -> dict[str, Any]:
    """The offer of the table, and its exact edge once its sign is written."""
    meters = offered_meters(api, who.operator, game)
    found: dict[str, Any] = {"offered": form_data(game, who.role, fields), "wrong": None, "may_open": False}
    found["meters"] = meters
    if not is_filled(fields, game):
        return found
    try:
        command = read_opening(fields, "", game, meters)
        offer = command.offer(UnopenedState())
    except Refused as no:
        return found | {"wrong": table_view.say_refusal(Rules.of(game), no.refusal)}
    except (Unclear, BookError) as error:
        return found | {"wrong": {"words": words_of(error), "clauses": []}}
    worth = offer_edges.price_offer(api.lab_jobs, who, offer)
    chips = sorted(command.terms.chips.denominations)
    before = api.lab_jobs.count_ahead(worth.job) if worth.job is not None else 0
    lab = f"/lab/{game}{questions.query_of(worth.least.asked)}" if worth.least is not None else ""
    found |= {"priced": worth, "before": before, "lab": lab, "chips": chips}
    gave_up = worth.job is None or worth.job.is_over  # the lab cannot say: what the rules have anyway may open
    found["may_open"] = worth.seen is not None or (gave_up and not offer.own)
    return found | {"fields": offered_fields(fields.form.multi_items()) | edge_fields(worth)}


def _command(
    fields: Fields, table: str, game: str, who: Actor, meters: Mapping[str, JackpotTerms]
) -> list[Any] | Unclear:
    try:
        fields.one_of("game", house_games(who.operator), "Choose a game of this house.")
        if not re.fullmatch(TABLE, table):
            return Unclear("Give the table a number, or a short name.")
        device = fields.one_of("device", DEVICES, "Say what the cards come from.")
        command = read_opening(fields, table, game, meters)
        terms = command.terms._replace(device="shoe" if device == "shoe" else "shuffler")
        terms = terms._replace(areas=fields.whole_number("areas") or 7)
        how = fields.one_of("inspected", INSPECTED, "Say how the decks are inspected.")
        by_hand = fields.is_on("hand-shuffled") or not Rules.of(game).applies(HAND_SHUFFLE_FIRST)
        command = command._replace(terms=terms, stacks=fields.stacks(), edge=read_edge(fields), inspected=how)
        return [command._replace(pack=fields.text("pack", 40), hand_shuffled=by_hand)]
    except Unclear as unclear:
        return unclear
