"""The rulebook as a reader asks for it: an edition, one clause with how it is met, by which code and which tests, or a
rule as every document has it, the houses side by side."""

from typing import Any

from pitboss.games import ENGINES
from pitboss.law import TITLES, Key
from pitboss.law.coverage import evidence, tests_of
from pitboss.law.edition import BookError, Clause, Edition, ReadingEntry, edition_names, edition_of, load_edition
from pitboss.report.enforced import places_of


def find_edition(name: str, version: str | None = None) -> Edition:
    """An edition by its own name, or by the name of one of its games."""
    return load_edition(name if name in edition_names() else edition_of(name), version)


def find_clause(edition: Edition, number: str) -> Clause:
    """A clause by its number; a reader need not write the star of a misprinted one."""
    for written in (number, f"{number}*"):
        if written in edition.clauses:
            return edition.clauses[written]
    near = [n for n in edition.clauses if n.startswith(number)][:8]
    hint = f" There is {', '.join(near)}." if near else ""
    raise BookError(f"{edition.name} has no clause and no reading {number}.{hint}")


def find_reading(edition: Edition, number: str) -> ReadingEntry | None:
    """A reading by its number, such as C1; nothing if the edition has none of that number."""
    return edition.readings.get(number.upper())


def readings_of(edition: Edition, clause: Clause) -> list[ReadingEntry]:
    """The readings that bear on a clause."""
    return [entry for entry in edition.readings.values() if clause.number in entry.clauses]


def clause_data(edition: Edition, clause: Clause) -> dict[str, Any]:
    """Everything there is to say of a clause."""
    shown = evidence()
    return {
        "edition": edition.name,
        "version": edition.version,
        "number": clause.number,
        "topic": clause.topic,
        "actor": clause.actor,
        "kind": clause.kind,
        "gist": clause.gist,
        "met": clause.met,
        "reason": clause.reason or None,
        "missing": clause.missing or None,
        "keys": [
            {
                "key": str(key),
                "says": TITLES[key],
                "code": [str(place) for place in places_of().get(key, ())],
                "tests": tests_of(edition, clause, key, shown),
            }
            for key in clause.keys
        ],
        "readings": [reading_data(edition, entry) for entry in readings_of(edition, clause)],
    }


def played_by(edition: Edition, switch: str) -> list[str]:
    """The built games of an edition that can be played with a switch the other way."""
    built = [game for game in edition.games.values() if game.built]
    return [game.name for game in built if switch in ENGINES[game.engine].switches]


def reading_data(edition: Edition, entry: ReadingEntry) -> dict[str, Any]:
    """A reading as data."""
    return {
        "id": entry.id,
        "severity": entry.severity,
        "clauses": list(entry.clauses),
        "question": entry.question,
        "taken": entry.taken,
        "alternative": entry.alternative,
        "switch": entry.switch or None,
        "default": entry.default,
        "choices": list(entry.choices),
        "played_by": played_by(edition, entry.switch),
    }


def edition_data(edition: Edition) -> dict[str, Any]:
    """An edition with a line for each clause."""
    return {
        "edition": edition.name,
        "version": edition.version,
        "title": edition.title,
        "content_hash": edition.content_hash,
        "games": {game.name: "built" if game.built else "open" for game in edition.games.values()},
        "clauses": [
            {"number": c.number, "kind": c.kind, "met": c.met, "keys": list(c.keys), "gist": c.gist}
            for c in edition.clauses.values()
        ],
        "readings": [reading_data(edition, entry) for entry in edition.readings.values()],
    }


# A rule in every document.


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
