"""What a viewer may see of a table, as data: built from the round for that viewer, never cut down afterwards."""

from typing import Any

from pitboss.floor.commands import Actor
from pitboss.floor.desk import Desk
from pitboss.floor.people.permission import INSPECTOR, PATRON, SURVEILLANCE
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.codec import encode
from pitboss.play.game import PUBLIC, Viewer
from pitboss.play.terms import Terms
from pitboss.play.view import view


def viewer_of(actor: Actor | None) -> Viewer:
    """Whose eyes an actor has at a table: a patron's own, the dealer's for staff, else the public's."""
    if actor is None or actor.role in (INSPECTOR, SURVEILLANCE):
        return PUBLIC
    return Viewer("patron", actor.person) if actor.role == PATRON else Viewer("dealer")


def rules_of(desk: Desk) -> Rules | None:
    """The rules of a table, once it has opened."""
    return desk.state.table.game.rules if desk.state.table is not None else None


def table_row(desk: Desk) -> dict[str, Any]:
    """A table as the lobby lists it."""
    state = desk.state
    row: dict[str, Any] = {"table": desk.journal.table, "operator": desk.stream.operator, "status": state.status}
    if state.table is not None:
        game = state.table.game
        row |= {
            "game": game.rules.game.name,
            "title": game.rules.game.title,
            "version": game.rules.edition.version,
            "unit": state.unit,
            "sign": sign(game.terms),
            "notices": [
                {"id": n.id, "says": n.what, "due_at": n.due_at, "due_round": n.due_round} for n in state.notices
            ],
        }
    if state.round is not None:
        row["round"] = state.round.number
        row["seats"] = sorted({w.patron for w in state.round.wagers if w.stake.pieces} | _seated(desk))
    return row


def _seated(desk: Desk) -> set[str]:
    assert desk.state.round is not None
    return {box.seated for box in desk.state.round.boxes if box.seated}


def sign(terms: Terms) -> dict[str, Any]:
    """The sign of a table in words and figures."""
    return {
        spot: {
            "minimum_cents": least,
            "maximum_cents": most,
            "unit_cents": unit,
            "says": f"{dollars(least)} to {dollars(most)}",
        }
        for spot, (least, most, unit) in terms.limits.items()
    }


def table_view(desk: Desk, actor: Actor | None) -> dict[str, Any]:
    """A table as somebody sees it now."""
    seen = table_row(desk) | {"number": desk.state.length}
    if desk.state.round is not None:
        shown = encode(view(desk.state.round, viewer_of(actor)))
        shown.pop("viewer", None)
        seen["view"] = shown
    return seen
