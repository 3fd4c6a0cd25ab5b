"""The PAR sheet: as a page, and as the files that `pitboss parsheet` writes."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import Path, Request, Response

from pitboss.lab.parsheet.jackpot import PRICE_CENTS
from pitboss.lab.question import LabError
from pitboss.money import parse_dollars, plain_dollars
from pitboss.web.pages.lab.asking import GameName
from pitboss.web.pages.lab.edge import spaced
from pitboss.web.pages.lab.room import Room
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.job import Job

PRICE = "jackpot-price"
FILES = {"html": "text/html", "json": "application/json", "csv": "text/csv"}


def install(shell: Shell) -> None:
    """The routes of the sheet."""

    def ask(game: str, request: Request) -> tuple[Room, Job | None, dict[str, str]]:
        """The sheet that an address asks for: its room, its job, and the price of the jackpot wager in dollars."""
        room = Room.enter(shell, request, game, "sheet")
        price = request.query_params.get(PRICE, "") or plain_dollars(PRICE_CENTS)
        try:
            cents = parse_dollars(price)
            if cents <= 0:
                raise LabError("The price of a jackpot wager is more than nothing.")
        except ValueError as error:
            room.asked, room.wrong = None, str(error)
        job = room.job("sheet", jackpot_price_cents=cents) if room.asked is not None else None
        kept = f"{'&' if room.query else '?'}{urlencode({PRICE: price})}"
        return room, job, {"price": price, "files_query": room.query + kept}

    @shell.router.get("/lab/{game}/sheet")
    def sheet(game: GameName, request: Request) -> Response:
        """The PAR sheet of a question."""
        room, job, more = ask(game, request)
        result = job.result if job is not None else None
        shown = result["sheet"] if result is not None else None
        exact = spaced(shown["edge_exact"]) if shown is not None else ""
        asked = [(name, value) for name, value in request.query_params.multi_items() if name != PRICE]
        return room.page("sheet", job, sheet=shown, exact=exact, files=tuple(FILES), other_fields=asked, **more)

    @shell.router.get("/lab/{game}/sheet.{ending}")
    def file(game: GameName, ending: Annotated[str, Path(pattern="^(html|json|csv)$")], request: Request) -> Response:
        """The PAR sheet as a file; the page that waits for it, while it is being made."""
        room, job, more = ask(game, request)
        if job is None or job.result is None:
            return room.page("sheet", job, sheet=None, files=tuple(FILES), **more)
        name = f"{job.result['sheet']['pay_table']['id']}.{ending}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(job.result[f".{ending}"], media_type=f"{FILES[ending]}; charset=utf-8", headers=headers)
