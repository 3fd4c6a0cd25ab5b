"""The rulebook as resources: editions, and every clause with how it is met."""

from typing import Annotated, Any

from fastapi import FastAPI, Path, Query

from pitboss.law.edition import edition_names, load_edition
from pitboss.report.rulebook import (
    clause_data,
    edition_data,
    find_clause,
    find_edition,
    find_reading,
    reading_data,
    rule_data,
    rule_names,
)
from pitboss.web.api import problems

_NAME = r"^[a-z-]{1,60}$"
Name = Annotated[str, Path(pattern=_NAME, examples=["star-pontoon"], description="An edition or one of its games.")]
Version = Annotated[
    str | None,
    Query(pattern=r"^[0-9-]{10}$", examples=["2024-08-19"], description="A version; the newest if left out."),
]


def install(app: FastAPI) -> None:
    """The routes of the rulebook, which anybody may read."""

    @app.get("/api/rulebook", tags=["rulebook"])
    def editions() -> dict[str, Any]:
        """The editions there are."""
        found = [load_edition(name) for name in edition_names()]
        return {
            "editions": [
                {
                    "edition": e.name,
                    "version": e.version,
                    "title": e.title,
                    "operator": e.operator,
                    "games": list(e.games),
                }
                for e in found
            ]
        }

    @app.get("/api/rulebook/{edition}", tags=["rulebook"], responses=problems.RESPONSES)
    def one(edition: Name, version: Version = None) -> dict[str, Any]:
        """An edition with a line for each clause, and its readings."""
        return edition_data(find_edition(edition, version))

    @app.get("/api/rulebook/{edition}/clauses/{number:path}", tags=["rulebook"], responses=problems.RESPONSES)
    def clause(
        edition: Name,
        number: Annotated[str, Path(max_length=80, examples=["9.2"], description="A clause or a reading.")],
        version: Version = None,
    ) -> dict[str, Any]:
        """A clause with how it is met, by which code and tests, or a reading."""
        found = find_edition(edition, version)
        reading = find_reading(found, number)
        if reading is not None:
            return {"edition": found.name, "version": found.version} | reading_data(found, reading)
        return clause_data(found, find_clause(found, number))

    @app.get("/api/rules", tags=["rulebook"])
    def rules() -> dict[str, Any]:
        """Every rule by its key, with the clauses of each house."""
        return {"rules": rule_names()}

    @app.get("/api/rules/{key}", tags=["rulebook"], responses=problems.RESPONSES)
    def rule(key: Annotated[str, Path(pattern=_NAME, examples=["dealer-qualifies"])]) -> dict[str, Any]:
        """One rule, the documents side by side."""
        return rule_data(key)
