"""The pay-table editor: a line or a rule is changed, and the exact edge is there with its change and the strategy's."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from pitboss.web.pages.lab.asking import GameName, query_of_form
from pitboss.web.pages.lab.room import Room, asker
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.asked import Asked
from pitboss.web.solves.games import game_data, games
from pitboss.web.solves.known import kept_answer

MANY = 12
"""How many changes of the strategy are shown before the rest is folded away."""


def install(shell: Shell) -> None:
    """The routes of the lab's front page and of the editor."""

    @shell.router.get("/lab")
    def front(request: Request) -> Response:
        """The games of the lab."""
        who = asker(shell, request)
        rows = [row | {"edge": _known(row["game"])} for row in games()]
        jobs = [job for job in shell.api.solves.of(who) if not job.is_over or job.task.kind == "simulation"][:8]
        return shell.page(request, "lab/front.html", rows=rows, jobs=jobs, twin="/api/lab")

    @shell.router.get("/lab/{game}")
    def editor(game: GameName, request: Request) -> Response:
        """The editor of a game."""
        room = Room.enter(shell, request, game, "edge")
        job = room.job("edge")
        result = job.result if job is not None else None
        return room.page("edge", job, **told(result), many=MANY)

    @shell.router.get("/lab/{game}/ask")
    def ask(game: GameName, request: Request) -> Response:
        """Take the form of the editor to the address of its question."""
        asker(shell, request)
        return RedirectResponse(f"/lab/{game}{query_of_form(game_data(game), request.query_params)}", 303)


def _known(game: str) -> float | None:
    found = kept_answer(Asked(game).question())
    return float(found.solution.edge) if found is not None else None


def told(result: dict[str, Any] | None) -> dict[str, Any]:
    """An edge in words and figures for a template."""
    if result is None:
        return {"result": None}
    approved = result["approved"]
    facts = [
        {"name": name, "was": _fact(approved["facts"].get(name)), "now": _fact(value)}
        for name, value in result["facts"].items()
    ]
    return {
        "result": result,
        "exact": spaced(result["edge_exact"]),
        "change": _points(approved["change"]),
        "favours": "house" if result["edge"] > 0 else "player",
        "outcomes": _outcomes(result),
        "facts": facts,
    }


def spaced(exact: str | None) -> str:
    """A fraction with its digits in groups."""
    return "" if exact is None else " / ".join(f"{int(part):,}" for part in exact.split("/"))


def _points(change: float) -> str:
    return f"{change * 100:+.4f}".replace("-", "\N{MINUS SIGN}")


def _fact(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4%}" if 0 < value < 1 else f"{value:g}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _outcomes(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The outcomes, those of one name together."""
    rows = []
    for name in dict.fromkeys(outcome["name"] for outcome in result["outcomes"]):
        alike = [outcome for outcome in result["outcomes"] if outcome["name"] == name]
        least, most = (f"{pick(outcome['pay'] for outcome in alike):,g}" for pick in (min, max))
        chance = sum(outcome["probability"] for outcome in alike)
        back = sum(outcome["probability"] * outcome["pay"] for outcome in alike)
        pay = least if least == most else f"{least} to {most}"
        rows.append({"name": name, "chance": chance, "pay": pay.replace("-", "\N{MINUS SIGN}"), "back": back})
    return rows
