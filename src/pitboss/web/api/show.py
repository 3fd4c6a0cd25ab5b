"""What a viewer may see of a table, as data: built from the round for that viewer, never cut down afterwards."""

from types import MappingProxyType
from typing import Any

from pitboss.floor.people.permission import MATHEMATICIAN, OFF_THE_FLOOR, PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.deadlines import Deadlines
from pitboss.floor.tables.state import ClosedState, OpenState, TableState, UnopenedState
from pitboss.floor.tables.suspicion import waits
from pitboss.law import MAXIMUM_PAYOUT
from pitboss.law.rules import Rules
from pitboss.play import Round
from pitboss.play.codec import encode
from pitboss.play.needs import Need
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.terms import Limits, Terms
from pitboss.play.view import view
from pitboss.play.wager import Settlement
from pitboss.report.decision import claim_data, plain_settlement
from pitboss.report.settlements import settlement_words


def viewer_of(actor: Actor | None) -> Viewer:
    """Whose eyes an actor has at a table: a patron's own, the dealer's for staff, else the public's."""
    if actor is None or actor.role in OFF_THE_FLOOR:
        return PUBLIC
    return Viewer("patron", actor.person) if actor.role == PATRON else Viewer("dealer")


def viewer_at(state: TableState, actor: Actor | None) -> Viewer:
    """Whose eyes an actor has at a table now: a patron who is to leave their cards alone has the public's."""
    viewer = viewer_of(actor)
    if viewer.patron and isinstance(state, OpenState) and waits(state.round, state.suspicion.first, viewer.patron):
        return PUBLIC
    return viewer


def rules_of(desk: Desk) -> Rules | None:
    """The rules of a table, once it has opened."""
    state = desk.state
    return None if isinstance(state, UnopenedState) else state.table.game.rules


def table_row(desk: Desk, actor: Actor | None = None) -> dict[str, Any]:
    """A table as the lobby lists it for somebody."""
    return _row(desk, desk.state, actor)


def _hears_suspicion(actor: Actor | None) -> bool:
    """Say whether somebody is told who is suspected: the staff and those who watch, no player."""
    return actor is not None and actor.role not in (PATRON, MATHEMATICIAN)


def _row(desk: Desk, state: TableState, actor: Actor | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "table": desk.stream.table,
        "operator": desk.stream.operator,
        "status": state.status,
        "number": state.length,
    }
    if not isinstance(state, UnopenedState):
        game = state.table.game
        row |= {
            "game": game.rules.game.name,
            "title": game.rules.game.title,
            "edition": game.rules.edition.name,
            "version": game.rules.edition.version,
            "unit": state.unit.name,
            "device": game.terms.device,
            "chips_cents": list(game.terms.chips.denominations),
            "sign": sign(game.terms),
            "has_maximum_payout": game.rules.applies(MAXIMUM_PAYOUT),
            "maximum_payout_cents": game.terms.maximum_payout_cents,
            "areas": game.terms.areas,
            **_in_play(state),
        }
        if not _hears_suspicion(actor):
            del row["suspects_first"]
    if isinstance(state, OpenState):
        row["round"] = state.round.number
    return row


def _in_play(state: OpenState | ClosedState) -> dict[str, Any]:
    """What holds at a table while it is open."""
    match state:
        case OpenState():
            return {
                "decision_seconds": state.decision_seconds,
                "note": state.note,
                "closing": state.closing,
                "notices": [_notice(notice) for notice in state.notices],
                "players": [player._asdict() for player in state.players],
                "english_only": state.suspicion.english,
                "suspects_first": list(state.suspicion.first),
            }
        case ClosedState():
            nothing: dict[str, Any] = {
                "decision_seconds": 0,
                "note": "",
                "closing": False,
                "notices": [],
                "players": [],
            }
            return nothing | {"english_only": False, "suspects_first": []}


def _notice(notice: Any) -> dict[str, Any]:
    """A sign that is up: what it says and when it falls due."""
    limits = {spot: limits_data(limit) for spot, limit in notice.limits.items()}
    due = {"due_at": notice.due_at or None, "due_round": notice.due_round or None}
    return {"id": notice.id, "says": notice.what, "posted_at": notice.posted_at, "limits": limits} | due


def sign(terms: Terms) -> dict[str, Any]:
    """The sign of a table in words and figures."""
    return {spot: limits_data(limits) for spot, limits in terms.limits.items()}


def limits_data(limits: Limits) -> dict[str, Any]:
    """Limits in figures and in words."""
    return {**limits._asdict(), "says": limits.words}


def table_view(desk: Desk, actor: Actor | None) -> dict[str, Any]:
    """A table as somebody sees it now."""
    state = desk.state  # one moment: the writer may put the next one in its place
    seen = _row(desk, state, actor)
    if isinstance(state, OpenState):
        seen["view"] = round_view(state.round, viewer_at(state, actor), state.deadlines)
    return seen


def round_view(round: Round, viewer: Viewer, deadlines: Deadlines = MappingProxyType({})) -> dict[str, Any]:
    """A round as somebody sees it, with the clauses of what is offered and decided, and when decisions lapse."""
    rules = round.game.rules
    seen = view(round, viewer)
    return {
        "number": seen.number,
        "version": seen.version,
        "phase": seen.phase,
        "over": round.is_over,
        "hands": [_plain(hand) for hand in seen.hands],
        "wagers": [_plain(wager) for wager in seen.wagers],
        "needs": [need_data(rules, need) | {"deadline": deadlines.get(need.id)} for need in seen.needs],
        "deadline": min(deadlines.values(), default=None),
        "settlements": [settled(rules, done) for done in seen.settlements],
        "claims": [claim_data(round, claim) for claim in seen.claims],
    }


def settled(rules: Rules, done: Settlement) -> dict[str, Any]:
    """A settlement with its clauses, and in words."""
    return plain_settlement(rules, done) | {"words": settlement_words(done)}


def need_data(rules: Rules, need: Need) -> dict[str, Any]:
    """A need, each thing that it offers with its clauses."""
    data: dict[str, Any] = {"id": need.id} | encode(need)
    del data["kind"], data["subject"]  # which the id says
    for name in ("offers", "options"):
        for part, offered in zip(data.get(name, ()), getattr(need, name, ()), strict=True):
            part.pop("type")
            part["clauses"] = list(rules.cite(offered.because))
    return data


def _plain(value: Any) -> dict[str, Any]:
    data: dict[str, Any] = encode(value)
    data.pop("type")
    return data
