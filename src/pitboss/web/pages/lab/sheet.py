"""The PAR sheet: as a page, and as the files that `pitboss parsheet` writes."""

from typing import Annotated

from fastapi import Path, Request, Response

from pitboss.web.pages.lab.asking import GameName
from pitboss.web.pages.lab.edge import spaced
from pitboss.web.pages.lab.room import Room
from pitboss.web.pages.shell import Shell

FILES = {"html": "text/html", "json": "application/json", "csv": "text/csv"}


def install(shell: Shell) -> None:
    """The routes of the sheet."""

    @shell.router.get("/lab/{game}/sheet")
    def sheet(game: GameName, request: Request) -> Response:
        """The PAR sheet of a question."""
        room = Room.enter(shell, request, game, "sheet")
        job = room.job("sheet")
        result = job.result if job is not None else None
        shown = result["sheet"] if result is not None else None
        exact = spaced(shown["edge_exact"]) if shown is not None else ""
        return room.page("sheet", job, sheet=shown, exact=exact, files=tuple(FILES))

    @shell.router.get("/lab/{game}/sheet.{ending}")
    def file(game: GameName, ending: Annotated[str, Path(pattern="^(html|json|csv)$")], request: Request) -> Response:
        """The PAR sheet as a file; the page that waits for it, while it is being made."""
        room = Room.enter(shell, request, game, "sheet")
        job = room.job("sheet")
        if job is None or job.result is None:
            return room.page("sheet", job, sheet=None, files=tuple(FILES))
        name = f"{job.result['sheet']['pay_table']['id']}.{ending}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(job.result[f".{ending}"], media_type=f"{FILES[ending]}; charset=utf-8", headers=headers)
