"""A rule as every document has it: the same key, the houses side by side."""

from typing import Any

from pitboss.law import TITLES, Key
from pitboss.law.edition import BookError, Edition, edition_names, load_edition
from pitboss.report.enforced import places_of


def editions() -> list[Edition]:
    """The newest version of each document."""
    return [load_edition(name) for name in edition_names()]


def rule_names() -> list[dict[str, Any]]:
    """Every rule that a document has, with how many clauses each house has for it."""
    found: dict[Key, dict[str, list[str]]] = {}
    for edition in editions():
        for clause in edition.clauses.values():
            for key in clause.keys:
                found.setdefault(key, {}).setdefault(edition.operator, []).append(clause.number)
    return [
        {"key": str(key), "says": TITLES[key], "houses": found[key]}
        for key in sorted(found, key=lambda key: TITLES[key].casefold())
    ]


def rule_data(name: str) -> dict[str, Any]:
    """One rule: where the code has it, and the clauses of each document with how they are met."""
    key = Key(name)
    if key not in TITLES:
        raise BookError(f"No rule key is called {name}.")
    columns = [_column(edition, key) for edition in editions()]
    code = [str(place) for place in places_of().get(key, ())]
    return {"key": name, "says": TITLES[key], "code": code, "editions": [c for c in columns if c]}


def _column(edition: Edition, key: Key) -> dict[str, Any] | None:
    clauses = [
        {"number": clause.number, "gist": clause.gist, "met": clause.met, "games": list(clause.games)}
        for clause in edition.clauses.values()
        if key in clause.keys
    ]
    if not clauses:
        return None
    numbers = {clause["number"] for clause in clauses}
    readings = [
        {"id": entry.id, "taken": entry.taken} for entry in edition.readings.values() if numbers & set(entry.clauses)
    ]
    return {
        "edition": edition.name,
        "title": edition.title,
        "operator": edition.operator,
        "clauses": clauses,
        "readings": readings,
    }
