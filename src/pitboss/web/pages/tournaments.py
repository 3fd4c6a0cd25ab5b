"""The pages of tournaments that take orders: the list, the conditions while they are built, the director's desk and a
player's own page. Their forms are derived from the commands; the leaderboard, results and cards are resources."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stream
from pitboss.floor.tournaments import building, entries, special_wagers
from pitboss.floor.tournaments.state import DRAFT, TournamentState, load_tournament, tournament_stream
from pitboss.messages import words_of
from pitboss.play import Refused
from pitboss.tournament.conditions import check_conditions
from pitboss.web import tournaments
from pitboss.web.api.dependencies import EVERYWHERE
from pitboss.web.pages import form_pages, rendering
from pitboss.web.pages.forms import FormContext

tournaments.tournaments.twin("/tournaments")
tournaments.tournament.twin("/tournaments/{tournament}")
tournaments.tournament.twin("/tournaments/{tournament}/desk")
tournaments.tournament.twin("/tournaments/{tournament}/builder")


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of these pages."""
    api = "/api/tournaments/{tournament}"
    front = form_pages.FormPage("/tournaments", "tournaments.html", _front, _list, "/api/tournaments", _builder_address)
    form_pages.install(renderer, front)
    form_pages.install(
        renderer, form_pages.FormPage("/tournaments/{tournament}", "tournament.html", _player, _show_place, api)
    )
    form_pages.install(
        renderer, form_pages.FormPage("/tournaments/{tournament}/desk", "desk.html", _desk, _desk_context, api)
    )
    form_pages.install(
        renderer,
        form_pages.FormPage("/tournaments/{tournament}/builder", "builder.html", _builder, _builder_context, api),
    )


def _builder_address(form: Any) -> str:
    return f"/tournaments/{form['tournament']}/builder"


def _front(_: rendering.PageRenderer, __: Request, who: Actor, ___: str) -> FormContext:
    return FormContext(who, building.FRONT, None, {})


def _list(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    seen = tournaments.tournaments(renderer.api, scene.who)
    return {"tournaments": seen.tournaments, "staff": tournaments.is_staff(scene.who)}


def _scene(renderer: rendering.PageRenderer, who: Actor, place: str, tournament: str) -> FormContext:
    state = tournaments.find_tournament(renderer.api, who, tournament)
    given = {"tournament": tournament} | ({"patron": who.person} if who.role == PATRON else {})
    return FormContext(who, place, state, given, state.rules)


def _player(renderer: rendering.PageRenderer, _: Request, who: Actor, tournament: str) -> FormContext:
    return _scene(renderer, who, entries.PLAYERS, tournament)


def _desk(renderer: rendering.PageRenderer, _: Request, who: Actor, tournament: str) -> FormContext:
    return _scene(renderer, _of_the_desk(who), building.DESK, tournament)


def _builder(renderer: rendering.PageRenderer, _: Request, who: Actor, tournament: str) -> FormContext:
    return _scene(renderer, _of_the_desk(who), building.BUILDER, tournament)


def _of_the_desk(who: Actor) -> Actor:
    tournaments.check_staff(who)
    return who


def _show_place(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    state: TournamentState = scene.state
    entrant, session = state.entrants.get(scene.who.person), state.session
    table = session.at(scene.who.person) if session is not None else ""
    return {
        "seen": tournaments.tournament_data(renderer.api, scene.who, state),
        "entrant": entrant,
        "table": table,
        "area": session.tables[table].seat_of(scene.who.person) if session is not None and table else 0,
        "staff": tournaments.is_staff(scene.who),
    }


def _desk_context(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    """The desk also has the forms that wait for the supervisor who examines and announces them. It is numbered as its
    house is, before the rest: what happens meanwhile is told again."""
    number = renderer.api.number_of(Stream(scene.who.operator, EVERYWHERE))
    state = tournaments.find_tournament(renderer.api, scene.who, scene.given["tournament"])
    scene = scene._replace(state=state)
    stream = tournament_stream(scene.who.operator, state.tournament)
    waiting = []
    for form in special_wagers.forms_to_examine(state, scene.who):
        written = special_wagers.read_form(renderer.api.floor.store, stream, form)
        waiting.append({"patron": form.patron, "table": form.table, "kind": written.kind, "cents": written.cents})
    matters = [matter for matter in state.matters if not matter.ruling]
    return {**_show_place(renderer, scene), "number": number, "waiting": waiting, "matters": matters}


def _builder_context(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    state: TournamentState = load_tournament(renderer.api.floor.store, scene.who.operator, scene.given["tournament"])
    faults = check_conditions(state.given, state.rules) if state.status == DRAFT else ()
    lacks = [{"words": words_of(Refused(no)), "clauses": scene.cite(no.because)} for no in faults]
    seen = tournaments.tournament_data(renderer.api, scene.who, state)
    return {"seen": seen, "lacks": lacks, "is_draft": state.status == DRAFT}
