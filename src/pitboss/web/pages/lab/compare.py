"""The same game at The Star and at Crown: edges, pay lines and rules side by side, and what is played differently."""

from typing import Any

from fastapi import Request, Response

from pitboss.lab.question import LabError
from pitboss.web.api import problems
from pitboss.web.pages.lab.asking import GameName
from pitboss.web.pages.lab.edge import told
from pitboss.web.pages.lab.room import Room
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.asked import Asked, Task
from pitboss.web.solves.compare import changes
from pitboss.web.solves.games import game_data, other_house
from pitboss.web.solves.known import kept_answer


def install(shell: Shell) -> None:
    """The route of the comparison."""

    @shell.router.get("/lab/{game}/compare")
    def compare(game: GameName, request: Request) -> Response:
        """A game at both houses, with the same changes at both."""
        room = Room.enter(shell, request, game, "compare")
        other = other_house(game)
        if other is None:
            raise problems.NotFound("Only one house has this game.")
        if room.asked is None:
            return room.page("compare", sides=None)
        names = sorted((game, other), reverse=True)  # The Star first
        try:
            asked = [_at(name, room.asked) for name in names]
        except LabError as error:
            room.wrong = str(error)
            return room.page("compare", sides=None)
        jobs = [shell.api.solves.ask(Task("edge", each, {}), room.who) for each in asked]
        waiting = next((job for job in jobs if job.result is None), None)
        if waiting is not None:
            return room.page("compare", waiting, sides=None)
        sides = [game_data(name) | told(job.result) for name, job in zip(names, jobs, strict=True)]
        return room.page("compare", sides=sides, rows=_rows(sides), moved=_moved(asked))


def _at(game: str, asked: Asked) -> Asked:
    """The same question about another house's game."""
    there = Asked(game, asked.pay, asked.rule, asked.play, asked.decks, asked.strategy, asked.wager_cents)
    there.question()
    return there


def _rows(sides: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines and rules of both houses, beside each other."""
    one, other = ({row["name"]: row["odds"] for row in side["pays"]} for side in sides)
    first, second = ({row["name"]: row for row in side["rules"]} for side in sides)
    pays = [_row(name, one.get(name, ""), other.get(name, "")) for name in dict.fromkeys([*one, *other])]
    rules = [
        _row(name, *(rows[name]["value"] if name in rows else "" for rows in (first, second)))
        | {"grounds": [rows[name]["grounds"] if name in rows else "" for rows in (first, second)]}
        for name in dict.fromkeys([*first, *second])
    ]
    return [*pays, *rules]


def _row(name: str, one: str, other: str) -> dict[str, Any]:
    return {"name": name, "values": [one, other], "grounds": ["", ""], "differs": one != other}


def _moved(asked: list[Asked]) -> list[dict[str, Any]]:
    found = [kept_answer(each.question()) for each in asked]
    one, other = (answer.solution.tables if answer is not None else () for answer in found)
    return changes(one, other)
