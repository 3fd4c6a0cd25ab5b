"""How much of the law is met: clauses counted per edition and kind, and which tests showed which rule at work.

The evidence is a committed file, renewed by a run of the whole test suite: for each game and key, the tests in which a
result or a refusal carried it.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from pitboss.law.edition import Clause, Edition, GameBook, Kind, edition_names, load_edition
from pitboss.law.keys import Key
from pitboss.value import Value

EVIDENCE = Path(__file__).with_name("books") / "evidence.json"

Evidence = Mapping[str, Mapping[str, list[str]]]
"""Game, then key, then the tests that showed it."""


@cache
def evidence() -> Evidence:
    """The committed evidence."""
    loaded: Evidence = json.loads(EVIDENCE.read_text())
    return loaded


class ClauseCount(Value):
    """Clauses of one kind in one edition."""

    total: int = 0
    met: int = 0
    tested: int = 0
    paged: int = 0
    """Met on a floor by a person with a page."""
    open: int = 0

    def plus(self, clause: Clause, *, tested: bool, paged: bool) -> "ClauseCount":
        """The count with one clause more."""
        is_open = clause.met == "open"
        return ClauseCount(
            self.total + 1, self.met + (not is_open), self.tested + tested, self.paged + paged, self.open + is_open
        )


def built_games(edition: Edition, clause: Clause) -> list[GameBook]:
    """The games that a clause speaks to and that are built."""
    return [game for game in edition.games.values() if game.built and edition.in_scope(clause, game)]


def tests_of(edition: Edition, clause: Clause, key: Key, shown: Evidence) -> dict[str, list[str]]:
    """For each built game that a clause speaks to, the tests that showed one of its keys."""
    return {game.name: shown.get(game.name, {}).get(key, []) for game in built_games(edition, clause)}


def is_tested(edition: Edition, clause: Clause, shown: Evidence) -> bool:
    """Say whether every key of an enforced clause was shown, in every built game that the clause speaks to; a clause
    that is met otherwise names its tests."""
    if clause.met in ("workflow", "document"):
        return bool(clause.tests)
    if clause.met != "enforced" or not built_games(edition, clause):
        return False
    return all(tests for key in clause.keys for tests in tests_of(edition, clause, key, shown).values())


def count(edition: Edition, shown: Evidence, has_page: Callable[[Clause], bool]) -> dict[str, ClauseCount]:
    """The clauses of an edition, counted by kind; `has_page` says whether a person meets a clause at a page."""
    counts = {kind: ClauseCount() for kind in get_args(Kind)}
    for clause in edition.clauses.values():
        tested = is_tested(edition, clause, shown)
        counts[clause.kind] = counts[clause.kind].plus(clause, tested=tested, paged=tested and has_page(clause))
    return counts


def coverage(has_page: Callable[[Clause], bool]) -> dict[str, Any]:
    """The coverage of every edition as data: what `pitboss coverage --json` prints and the snapshot holds."""
    shown = evidence()
    report: dict[str, Any] = {}
    for name in edition_names():
        edition = load_edition(name)
        counts = count(edition, shown, has_page)
        otherwise = [c for c in edition.clauses.values() if c.kind == "engine" and c.met in ("workflow", "physical")]
        report[name] = {
            "version": edition.version,
            "games": {game.name: "built" if game.built else "open" for game in edition.games.values()},
            "kinds": {kind: row._asdict() for kind, row in counts.items()},
            "all": {field: sum(getattr(row, field) for row in counts.values()) for field in ClauseCount._fields},
            "engine_met_otherwise": {clause.number: f"{clause.met}: {clause.reason}" for clause in otherwise},
        }
    return report
