"""The rulebook as a reader asks for it: an edition, one clause with how it is met, by which code and which tests, or a
rule as every document has it, the houses side by side."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypedDict

from pitboss import messages, money
from pitboss.games import engine_of
from pitboss.law import TITLES, BookError, Edition, Key, Rules, edition_names, load_edition
from pitboss.law.coverage import evidence, tests_of
from pitboss.law.edition import Clause, ReadingEntry, edition_of
from pitboss.play.terms import Pay, schedule, spot_words
from pitboss.report.code_places import places_of
from pitboss.value import Value


class ReadingData(TypedDict):
    """A reading: the question, what is taken and what the other way would be."""

    id: str
    severity: str
    clauses: list[str]
    question: str
    taken: str
    alternative: str
    switch: str | None
    default: str | int | bool | None
    choices: list[str | int | bool]
    no_switch: str | None
    played_by: list[str]


class KeyData(TypedDict):
    """A rule that enforces a clause: where the code has it, and the tests of each game."""

    key: str
    says: str
    code: list[str]
    tests: dict[str, list[str]]


class ClauseData(TypedDict):
    """Everything about a clause."""

    edition: str
    version: str
    number: str
    topic: str
    actor: str
    kind: str
    gist: str
    met: str
    reason: str | None
    pages: list[str]
    """The pages at which a person meets it."""
    tests: list[str]
    missing: str | None
    keys: list[KeyData]
    readings: list[ReadingData]


class ClauseLine(TypedDict):
    """A clause in a list."""

    number: str
    kind: str
    met: str
    keys: list[str]
    gist: str


class EditionData(TypedDict):
    """An edition with a line for each clause."""

    edition: str
    version: str
    title: str
    content_hash: str
    games: dict[str, str]
    clauses: list[ClauseLine]
    readings: list[ReadingData]


class RuleLine(TypedDict):
    """A rule with the clauses of each house."""

    key: str
    says: str
    houses: dict[str, list[str]]


class ColumnClause(TypedDict):
    """A clause of a document that has a rule."""

    number: str
    gist: str
    met: str
    games: list[str]


class Column(TypedDict):
    """A rule in one document."""

    edition: str
    title: str
    operator: str
    clauses: list[ColumnClause]
    readings: list[dict[str, str]]


class RuleData(TypedDict):
    """A rule in every document."""

    key: str
    says: str
    code: list[str]
    editions: list[Column]


def find_edition(name: str, version: str | None = None) -> Edition:
    """An edition by its own name, or by the name of one of its games."""
    return load_edition(name if name in edition_names() else edition_of(name), version)


def find_clause(edition: Edition, number: str) -> Clause:
    """A clause by its number; a reader need not write the star of a misprinted one."""
    for written in (number, f"{number}*"):
        if written in edition.clauses:
            return edition.clauses[written]
    near = [n for n in edition.clauses if n.startswith(number)][:8]
    words = "{edition} has no clause and no reading {number}."
    if near:
        words = "{edition} has no clause and no reading {number}. Did you mean {near}?"
    raise BookError(messages.say(words, edition=edition.name, number=number, near=", ".join(near)))


def find_reading(edition: Edition, number: str) -> ReadingEntry | None:
    """A reading by its number, such as C1; nothing if the edition has none of that number."""
    return edition.readings.get(number.upper())


def readings_of(edition: Edition, clause: Clause) -> list[ReadingEntry]:
    """The readings that bear on a clause."""
    return [entry for entry in edition.readings.values() if clause.number in entry.clauses]


def clause_data(edition: Edition, clause: Clause) -> ClauseData:
    """Everything about a clause."""
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
        "pages": _pages_of(clause),
        "tests": list(clause.tests),
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


def _pages_of(clause: Clause) -> list[str]:
    """The pages at which a person meets a clause; none where the floor is not installed."""
    try:
        from pitboss.report.where_met import pages_of_clause  # noqa: PLC0415  the floor is an extra
    except ModuleNotFoundError:
        return []
    return pages_of_clause(clause)


def games_with_switch(edition: Edition, switch: str) -> list[str]:
    """The built games of an edition that can be played with a switch the other way."""
    built = [Rules(edition, game) for game in edition.games.values() if game.built]
    return [rules.game.name for rules in built if switch in engine_of(rules).switches]


_BESIDE_GAMES = {"jackpot": "jackpot meters", "promotion": "prize promotions", "lab": "the lab"}
"""What takes readings beside the tables of a game, by its folder."""


@cache
def _read_beside(switch: str) -> tuple[str, ...]:
    """What takes a switch beside the tables."""
    root = Path(__file__).parent.parent
    return tuple(
        words
        for folder, words in _BESIDE_GAMES.items()
        if any(f'"{switch}"' in file.read_text(encoding="utf-8") for file in (root / folder).rglob("*.py"))
    )


def reading_data(edition: Edition, entry: ReadingEntry) -> ReadingData:
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
        "no_switch": entry.no_switch or None,
        "played_by": [*games_with_switch(edition, entry.switch), *_read_beside(entry.switch)] if entry.switch else [],
    }


def edition_data(edition: Edition) -> EditionData:
    """An edition with a line for each clause."""
    return {
        "edition": edition.name,
        "version": edition.version,
        "title": edition.title,
        "content_hash": edition.content_hash,
        "games": {game.name: "built" if game.built else "open" for game in edition.games.values()},
        "clauses": [
            {"number": c.number, "kind": c.kind, "met": c.met, "keys": [str(key) for key in c.keys], "gist": c.gist}
            for c in edition.clauses.values()
        ],
        "readings": [reading_data(edition, entry) for entry in edition.readings.values()],
    }


# A rule in every document.


def editions() -> list[Edition]:
    """The newest version of each document."""
    return [load_edition(name) for name in edition_names()]


def rule_names() -> list[RuleLine]:
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


def rule_data(name: str) -> RuleData:
    """One rule: where the code has it, and the clauses of each document with how they are met."""
    key = Key(name)
    if key not in TITLES:
        raise BookError(messages.say("No rule key is called {names}.", names=name))
    columns = [_column(edition, key) for edition in editions()]
    code = [str(place) for place in places_of().get(key, ())]
    return {"key": name, "says": TITLES[key], "code": code, "editions": [c for c in columns if c]}


def _column(edition: Edition, key: Key) -> Column | None:
    clauses: list[ColumnClause] = [
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


# What pays what at a table.


BONUS = messages.message("Super Bonus")
NAMED = {
    "dealer-pontoon": ("", messages.message("the dealer's pontoon")),
    "super-bonus-others": (BONUS, messages.message("every other player")),
}
"""Lines that are read otherwise than by their own names: under which wager, and as what."""


class PayLine(Value):
    """A line of the payout schedule: the wager, the hand or occasion, what it pays, the clause, and whether the notice
    of maximum payout holds for it."""

    wager: str
    hand: str
    pays: str
    clause: str
    capped: bool = False


def pay_lines(rules: Rules) -> Iterator[PayLine]:
    """The payout schedule of a game, in the order of the book."""
    return map(pay_line, schedule(rules))


def pay_line(pay: Pay) -> PayLine:
    """A line of a sign's schedule in words."""
    words = re.sub(r"-(?=[a-z])|(?<=[a-z])-", " ", pay.line)  # `five card 21`, `6-7-8 mixed`
    wager, hand = NAMED.get(pay.line, ("", words))
    if pay.from_cents:
        wager, hand = BONUS, messages.say("from a wager of {amount}", amount=money.dollars(pay.from_cents))
    pays = str(money.ToOne.parse(pay.odds)) if pay.odds else money.dollars(pay.cents)
    return PayLine(wager or spot_words(pay.wager), hand, pays, pay.clause, pay.capped)
