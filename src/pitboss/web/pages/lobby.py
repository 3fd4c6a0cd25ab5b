"""The lobby: the tables of a house with their game, limits, places and notices."""

from typing import Any

from fastapi import Request, Response

from pitboss.floor.commands import Actor
from pitboss.floor.people.permission import PATRON
from pitboss.web.api.show import table_row
from pitboss.web.pages.shell import Shell


def install(shell: Shell) -> None:
    """The route of the lobby."""

    @shell.router.get("/lobby")
    def lobby(request: Request) -> Response:
        """The tables of a house."""
        who = shell.who(request)
        rows = [_row(row) for row in _tables(shell, who)]
        staff = who.role != PATRON
        return shell.page(request, "lobby.html", rows=rows, staff=staff, twin="/api/tables")


def _tables(shell: Shell, who: Actor) -> list[dict[str, Any]]:
    floor = shell.api.floor
    streams = [stream for stream in floor.store.streams(who.operator) if stream.name.startswith("table:")]
    return [table_row(floor.desk(stream)) for stream in streams]


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A table with how many of its places are taken."""
    taken = {player["area"] for player in row.get("players", ())}
    return row | {"taken": len(taken), "free": row.get("areas", 0) - len(taken)}
