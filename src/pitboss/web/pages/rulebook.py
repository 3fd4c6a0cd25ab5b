"""The rulebook: the editions, every clause with its gist and how it is met, and the readings taken."""

from collections import Counter
from typing import Annotated

from fastapi import Path, Query, Request, Response

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
from pitboss.web.pages.shell import Shell

MET = {
    "enforced": "enforced by the engine",
    "workflow": "met by how the floor works",
    "document": "said by the document, nothing to enforce",
    "open": "not met yet",
}
"""How a clause is met, in words; a word that is not here stands as it is."""

Name = Annotated[str, Path(pattern=r"^[a-z-]{1,60}$")]
Met = Annotated[str, Query(pattern=r"^[a-z-]{0,20}$")]


def install(shell: Shell) -> None:
    """The routes of the rulebook, which anybody may read."""

    @shell.router.get("/rulebook")
    def editions(request: Request) -> Response:
        """The editions there are."""
        found = [load_edition(name) for name in edition_names()]
        return shell.page(request, "rulebook.html", editions=found, twin="/api/rulebook")

    @shell.router.get("/rulebook/{edition}")
    def one(edition: Name, request: Request, met: Met = "") -> Response:
        """An edition, clause by clause."""
        data = edition_data(find_edition(edition))
        counts = Counter(clause["met"] for clause in data["clauses"])
        clauses = [clause for clause in data["clauses"] if met in ("", clause["met"])]
        twin = f"/api/rulebook/{edition}"
        return shell.page(
            request, "edition.html", edition=data, clauses=clauses, counts=counts, met=met, words=MET, twin=twin
        )

    @shell.router.get("/rulebook/{edition}/clauses/{number:path}")
    def clause(edition: Name, number: Annotated[str, Path(max_length=80)], request: Request) -> Response:
        """A clause, or a reading."""
        found = find_edition(edition)
        reading = find_reading(found, number)
        twin = f"/api/rulebook/{edition}/clauses/{number}"
        if reading is not None:
            data = reading_data(found, reading)
            return shell.page(request, "reading.html", edition=found, reading=data, twin=twin)
        data = clause_data(found, find_clause(found, number))
        return shell.page(request, "clause.html", edition=found, clause=data, words=MET, twin=twin)

    @shell.router.get("/rules")
    def rules(request: Request) -> Response:
        """Every rule, the houses side by side."""
        return shell.page(request, "rules.html", rules=rule_names(), twin="/api/rules")

    @shell.router.get("/rules/{key}")
    def rule(key: Name, request: Request) -> Response:
        """One rule, the documents side by side."""
        return shell.page(request, "rule.html", rule=rule_data(key), words=MET, twin=f"/api/rules/{key}")
