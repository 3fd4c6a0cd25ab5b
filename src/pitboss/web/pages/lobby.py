"""The lobby: the tables of a house with their game, limits, places and notices."""

from typing import Any

from fastapi import Request, Response

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.layout import JACKPOT, cloth_of
from pitboss.floor.tables.state import UnopenedState
from pitboss.play.round import Game
from pitboss.web.api.show import table_row
from pitboss.web.pages.shell import Shell


def install(shell: Shell) -> None:
    """The route of the lobby."""

    @shell.router.get("/lobby")
    def lobby(request: Request) -> Response:
        """The tables of a house."""
        who = shell.who(request)
        rows = _tables(shell, who)
        staff = who.role != PATRON
        return shell.page(request, "lobby.html", rows=rows, staff=staff, twin="/api/tables")


def _tables(shell: Shell, who: Actor) -> list[dict[str, Any]]:
    """The tables of a house with how many of their places are taken, and what is drawn of their cloth."""
    floor = shell.api.floor
    return [_row(floor.desk(stream)) for stream in floor.store.streams(who.operator, "table")]


def _row(desk: Desk) -> dict[str, Any]:
    row = table_row(desk)
    taken = {player["area"] for player in row.get("players", ())}
    table = None if isinstance(desk.state, UnopenedState) else desk.state.table
    cloth = cloth_of(table.game.rules) if table is not None else None
    return row | {
        "taken": len(taken),
        "at": taken,
        "free": row.get("areas", 0) - len(taken),
        "engine": table.game.rules.game.engine if table is not None else "",
        "house_cards": sum(places.cards for places in cloth.places) if cloth is not None else 0,
        "jackpot": _jackpot(table.game) if table is not None else "",
    }


def _jackpot(game: Game) -> str:
    """Whether a table has a jackpot; nothing where its game knows none."""
    if JACKPOT not in cloth_of(game.rules).areas:
        return ""
    return "none yet" if game.terms.jackpot is None else "offered"
