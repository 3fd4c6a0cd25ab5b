"""What every page of the lab needs: who may see it, the game, the question in the address, its answer or its job."""

from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response

from pitboss.floor.service.commands import Actor
from pitboss.lab.question import LabError
from pitboss.web.access import check_lab
from pitboss.web.pages.lab.asking import fields_of, query_of, read_asked
from pitboss.web.pages.playing import FRAGMENT
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.asked import Asked, Task
from pitboss.web.solves.games import game_data, other_house
from pitboss.web.solves.job import Job

TABS = {
    "edge": ("", "Edge"),
    "strategy": ("/strategy", "Strategy"),
    "sheet": ("/sheet", "PAR sheet"),
    "simulation": ("/simulation", "Simulation"),
    "compare": ("/compare", "Star and Crown"),
}


def tabs_of(game: str, query: str, here: str) -> list[dict[str, Any]]:
    """The pages about a question, and which of them this one is."""
    return [
        {"address": f"/lab/{game}{path}{query}", "words": words, "here": name == here}
        for name, (path, words) in TABS.items()
        if name != "compare" or other_house(game) is not None
    ]


def asker(shell: Shell, request: Request) -> Actor:
    """Whoever looks, if the lab is open to them."""
    who = shell.who(request)
    check_lab(shell.api.floor, who)
    return who


@dataclass
class Room:
    """A page about a question: the game, the question if it makes sense, and what is told instead if not."""

    shell: Shell
    request: Request
    who: Actor
    tab: str
    game: dict[str, Any]
    asked: Asked | None
    wrong: str

    @classmethod
    def enter(cls, shell: Shell, request: Request, game: str, tab: str) -> "Room":
        """Read what an address asks."""
        who = asker(shell, request)
        data = game_data(game)
        try:
            asked = read_asked(game, request.query_params)
            asked.question()
        except LabError as error:
            return cls(shell, request, who, tab, data, None, str(error))
        return cls(shell, request, who, tab, data, asked, "")

    @property
    def query(self) -> str:
        """The question as the end of an address."""
        return query_of(self.asked) if self.asked is not None else ""

    def job(self, kind: str, **more: Any) -> Job | None:
        """The job that answers the question, done if the answer is known."""
        if self.asked is None:
            return None
        return self.shell.api.solves.ask(Task(kind, self.asked, more), self.who)

    def page(self, template: str, job: Job | None = None, **more: Any) -> Response:
        """The page, or the part of it that changes."""
        part = FRAGMENT in self.request.headers
        shown = {
            "game": self.game,
            "asked": self.asked,
            "altered": dict(self.asked.question().altered) if self.asked is not None else {},
            "fields": fields_of(self.game, self.request.query_params),
            "wrong": self.wrong,
            "query": self.query,
            "tabs": tabs_of(self.game["game"], self.query, self.tab),
            "job": job,
            "before": self.shell.api.solves.before(job) if job is not None else 0,
            "address": self.request.url.path + (f"?{self.request.url.query}" if self.request.url.query else ""),
            "twin": f"/api/lab/{self.game['game']}",
        }
        status = 422 if self.wrong and not part else 200
        return self.shell.page(
            self.request, f"lab/_{template}.html" if part else f"lab/{template}.html", status=status, **(shown | more)
        )
