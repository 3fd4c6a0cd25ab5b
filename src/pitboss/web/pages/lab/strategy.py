"""The strategy viewer: the best play as tables that a phone can show, the short strategy, and what each costs."""

from typing import Any

from fastapi import Request, Response

from pitboss.web.pages.lab.asking import GameName
from pitboss.web.pages.lab.room import Room
from pitboss.web.pages.shell import Shell

LISTED = "decision"
SHORT = 2
"""A cell of more letters than this is drawn by its first letter, and a legend says what it means."""


def install(shell: Shell) -> None:
    """The route of the viewer."""

    @shell.router.get("/lab/{game}/strategy")
    def viewer(game: GameName, request: Request) -> Response:
        """The strategies of a game."""
        room = Room.enter(shell, request, game, "strategy")
        job = room.job("strategy", full=False)
        result = job.result if job is not None else None
        tables = [drawn(table) for table in result["tables"]] if result is not None else []
        short = [drawn(table) for table in result["short_tables"]] if result is not None else []
        return room.page("strategy", job, result=result, tables=tables, short_tables=short)


def drawn(table: dict[str, Any]) -> dict[str, Any]:
    """A table of decisions for a template: hands listed under a decision, a grid of short cells, or plain rows."""
    cells = [cell for row in table["rows"] for cell in row[1:]]
    if table["columns"][0] == LISTED:
        return table | {"kind": "listed"}
    if max((len(cell) for cell in cells), default=0) > len("some"):
        return table | {"kind": "rows"}
    words = list(dict.fromkeys(cells))
    letters = {word: word[:1].upper() if len(word) > SHORT else word for word in words}
    if len(set(letters.values())) < len(words):
        letters = {word: word for word in words}
    tones = {word: f"tone-{place % 6}" for place, word in enumerate(words)}
    rows = [
        {"name": row[0], "cells": [{"letter": letters[cell], "tone": tones[cell]} for cell in row[1:]]}
        for row in table["rows"]
    ]
    legend = [{"letter": letters[word], "word": word, "tone": tones[word]} for word in words if letters[word] != word]
    return {"title": table["title"], "columns": table["columns"], "rows": rows, "legend": legend, "kind": "grid"}
