"""The cashier of a table: chips sold, taken and changed, vouchers, fills and credits, the drop; the start and end of
play by card, and the chips that players declare. A patron has here what they may do alone, from their account. Beside
it the disputes about a table, with the form that raises one."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from fastapi import Request

from pitboss.floor.patrons.guard import players_to_declare
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people.permission import OFF_THE_FLOOR, PATRON
from pitboss.floor.service import Actor, forms
from pitboss.floor.store import table_stream
from pitboss.floor.tables.state import OpenState
from pitboss.ledger import Account
from pitboss.messages import say
from pitboss.web.api import problems, table_data
from pitboss.web.pages import form_pages, office, playing, rendering
from pitboss.web.pages.forms import FormContext

playing.table.twin("/tables/{table}/cashier")
playing.table.twin("/tables/{table}/disputes")


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of a table's cashier and of the disputes about it."""
    cashier = partial(_scene, forms.CASHIER)
    form_pages.install(
        renderer,
        form_pages.FormPage(
            "/tables/{table}/cashier", "cashier.html", cashier, _cashier_context, "/api/tables/{table}"
        ),
    )
    disputes = partial(_scene, forms.DISPUTES)
    form_pages.install(
        renderer,
        form_pages.FormPage(
            "/tables/{table}/disputes", "disputes.html", disputes, _show_disputes, "/api/tables/{table}"
        ),
    )


def _scene(place: str, renderer: rendering.PageRenderer, request: Request, who: Actor, table: str) -> FormContext:
    if who.role in OFF_THE_FLOOR:
        raise problems.NotAllowed("Only players and the staff of the table can open this page.")
    floor_table = renderer.api.table(request, who.operator, table)
    given = {"table": table} | ({"patron": who.person} if who.role == PATRON else {})
    return FormContext(who, place, floor_table.state, given, table_data.rules_of(floor_table))


def _show_place(scene: FormContext) -> dict[str, Any]:
    title = scene.rules.game.title if scene.rules is not None else "Table"
    return {"table": scene.given["table"], "title": title, "is_staff": scene.who.role != PATRON}


def _cashier_context(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    """The money at a table as who looks may see it: the float for its staff, their own for a patron."""
    who, state, store = scene.who, scene.state, renderer.api.floor.store
    floor_table = renderer.api.floor.table(table_stream(who.operator, scene.given["table"]))
    bookkeeper = floor_table.bookkeeper
    shown = _show_place(scene) | {"is_open": isinstance(state, OpenState), "money": {}, "players": []}
    if who.role == PATRON:
        account = Account(who.operator, "deposit", who.person)
        purses = {say("Your chips"): bookkeeper.patron(who.person), say("Your account"): account}
        shown["money"] = {words: store.balance(purse).free for words, purse in purses.items()}
    elif isinstance(state, OpenState):
        shown["money"] = {say("Float"): store.balance(bookkeeper.float).here}
        owing = players_to_declare(store, floor_table, renderer.api.floor.clock())
        players = []
        for player in state.players:
            # The chips they have declared, and whether they have to; the limit for which they do is not for this page.
            said = load_patron(store, who.operator, player.patron).declared.get(scene.given["table"])
            seen = {"patron": player.patron, "area": player.area, "said": said, "owes": player.patron in owing}
            players.append(seen)
        shown["players"] = players
    return shown


def _show_disputes(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    """The disputes about a table: all of them for its staff, their own for a patron."""
    names = dict.fromkeys(dispute.patron for dispute in scene.state.disputes)
    if scene.who.role == PATRON:
        names = dict.fromkeys([scene.who.person])
    found = [each | {"patron": name} for name in names for each in office.disputes_of(renderer.api, scene.who, name)]
    return _show_place(scene) | {"disputes": [each for each in found if each["table"] == scene.given["table"]]}
