"""The rulebook as a reader asks for it: an edition, one clause with how it is met, by which code and which tests, or a
rule as every document has it, the houses side by side."""

import ast
import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TypedDict

import pitboss
from pitboss import messages
from pitboss.games import ENGINES
from pitboss.law import TITLES, Key
from pitboss.law.coverage import evidence, tests_of
from pitboss.law.edition import BookError, Clause, Edition, ReadingEntry, edition_names, edition_of, load_edition
from pitboss.law.rules import Rules
from pitboss.money import ToOne, dollars
from pitboss.play.terms import Pay, schedule, spot_words
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
    played_by: list[str]


class KeyData(TypedDict):
    """A rule that enforces a clause: where the code has it, and the tests of each game."""

    key: str
    says: str
    code: list[str]
    tests: dict[str, list[str]]


class ClauseData(TypedDict):
    """Everything there is to say of a clause."""

    edition: str
    version: str
    number: str
    topic: str
    actor: str
    kind: str
    gist: str
    met: str
    reason: str | None
    where: str | None
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
        "where": clause.where or None,
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


def games_with_switch(edition: Edition, switch: str) -> list[str]:
    """The built games of an edition that can be played with a switch the other way."""
    built = [game for game in edition.games.values() if game.built]
    return [game.name for game in built if switch in ENGINES[game.engine].switches]


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
        "played_by": games_with_switch(edition, entry.switch),
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


# Where in the code a rule is enforced.


_ROOT = Path(pitboss.__file__).parent
_CONDITIONS = (ast.If, ast.IfExp, ast.While, ast.Assert, ast.match_case, ast.comprehension)
_CONSTRUCTOR = "__init__"
_TELLING = ("report", "cli", "lab")
"""The folders that tell of rules, and decide nothing by them."""


class Nearness(IntEnum):
    """How near a place is to the condition of a rule."""

    TEST = 0
    """The rule is named in the test of a condition."""
    BRANCH = 1
    """It is named in what follows from a condition."""
    FUNCTION = 2
    TABLE_READ = 3
    """A function reads a table, or what a constructor made, in which the rule stands."""
    TABLE = 4


class CodePlace(Value, order=True):
    """A place in the code that names a rule, or reads a table in which it stands."""

    nearness: Nearness
    file: str
    line: int
    inside: str
    table: str = ""

    def __str__(self) -> str:
        through = f", by {self.table}" if self.table else ""
        return f"{self.file}:{self.line}{self.inside and ' ' + self.inside}{through}"


_Holder = tuple[str, str]
"""A table: the module of a constant and its name; an attribute of a class or an object has no module."""


class _Names(ast.NodeVisitor):
    """What a module names: rules and tables, each with where, and in which table if it is a part of one."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module = module
        self.rules: list[tuple[str, CodePlace, _Holder | None]] = []
        self.reads: list[tuple[_Holder, CodePlace, _Holder | None]] = []
        self._file = f"{'/'.join(module.split('.'))}.py"
        self._imported: dict[str, _Holder] = {}
        self._inside, self._holder = "", None  # type: str, _Holder | None
        self._nearness = Nearness.TABLE
        self.visit(tree)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for name in node.names:
            self._imported[name.asname or name.name] = (node.module or "", name.name)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within(node, inside=node.name, nearness=Nearness.TABLE)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        is_made = node.name == _CONSTRUCTOR
        self._within(node, inside=node.name, nearness=Nearness.TABLE if is_made else Nearness.FUNCTION)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._assign(node, node.targets)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign(node.value, [node.target])

    def _assign(self, node: ast.AST, targets: list[ast.expr]) -> None:
        for target in targets:
            self._within(node, holder=self._holder_of(target) if self._nearness is Nearness.TABLE else None)

    def generic_visit(self, node: ast.AST) -> None:
        if not isinstance(node, _CONDITIONS) or self._nearness is Nearness.TABLE:
            super().generic_visit(node)
            return
        before = self._nearness
        for name, part in ast.iter_fields(node):
            is_test = name in ("test", "guard", "ifs", "pattern")
            for child in part if isinstance(part, list) else [part]:
                if isinstance(child, ast.AST):
                    self._nearness = Nearness.TEST if is_test else Nearness.BRANCH
                    self.visit(child)
                    self._nearness = before

    def visit_Attribute(self, node: ast.Attribute) -> None:
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        place = CodePlace(self._nearness, self._file, node.lineno, self._inside)
        if base == "law":
            self.rules.append((node.attr, place, self._holder))
        elif isinstance(node.ctx, ast.Load):
            module = ".".join(self._imported[base]) if base in self._imported else ""
            self.reads += [(holder, place, self._holder) for holder in ((module, node.attr), ("", node.attr))]
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            place = CodePlace(self._nearness, self._file, node.lineno, self._inside)
            self.reads.append((self._imported.get(node.id, (self.module, node.id)), place, self._holder))
            if self._inside and self._nearness is Nearness.TABLE:  # of the same class, or of the same constructor
                self.reads.append((("", node.id), place, self._holder))

    def _holder_of(self, target: ast.expr) -> _Holder | None:
        match target:
            case ast.Name(id="because"):  # what a value has unless it is said: each that is made holds it
                return self.module, self._inside
            case ast.Name(id=name):
                return ("", name) if self._inside else (self.module, name)
            case ast.Attribute(attr=name):
                return "", name
            case ast.Subscript(value=value):
                return self._holder_of(value)
            case _:
                return None

    def _within(
        self, node: ast.AST, *, inside: str = "", nearness: Nearness | None = None, holder: _Holder | None = None
    ) -> None:
        before = self._inside, self._nearness, self._holder
        self._inside, self._holder = inside or self._inside, holder
        self._nearness = self._nearness if nearness is None else nearness
        if isinstance(node, ast.expr):
            self.visit(node)
        else:
            super().generic_visit(node)
        self._inside, self._nearness, self._holder = before


@cache
def places_of() -> Mapping[Key, tuple[CodePlace, ...]]:
    """For each rule, the places in the code, the nearest to its condition first."""
    modules = [_names_of(file) for file in sorted(_ROOT.rglob("*.py")) if file.parent.name != "law"]
    names = {key.upper().replace("-", "_"): key for key in TITLES}
    found: dict[Key, set[CodePlace]] = {}
    tables: dict[_Holder, set[Key]] = {}
    for name, place, holder in (rule for module in modules for rule in module.rules if rule[0] in names):
        found.setdefault(names[name], set()).add(place)
        if holder is not None:
            tables.setdefault(holder, set()).add(names[name])
    for key, place in _data_places():
        found.setdefault(key, set()).add(place)
    reads = [read for module in modules for read in module.reads]
    grows = True
    while grows:  # a table that is made of others holds what they hold
        grows = False
        for table, _, holder in reads:
            if holder is not None and not tables.get(table, set()) <= tables.get(holder, set()):
                tables.setdefault(holder, set()).update(tables[table])
                grows = True
    for table, place, _ in reads:
        if place.nearness is not Nearness.TABLE:
            for key in tables.get(table, ()):
                found[key].add(place._replace(nearness=Nearness.TABLE_READ, table=table[1]))

    def order(place: CodePlace) -> tuple[bool, bool, CodePlace]:
        """Places by their nearness; those that only tell of a rule come after the others, before tables."""
        return place.nearness is Nearness.TABLE, place.file.split("/")[1] in _TELLING, place

    return {key: tuple(sorted(places, key=order)) for key, places in found.items()}


def _names_of(file: Path) -> "_Names":
    """What a module names, by its file."""
    module = ".".join(file.relative_to(_ROOT.parent).with_suffix("").parts)
    return _Names(module, ast.parse(file.read_text(encoding="utf-8")))


def _data_places() -> Iterator[tuple[Key, CodePlace]]:
    """The rows of data, beside the books, that say by which rule each is wanted: the code that reads them checks it."""
    for file in sorted(_ROOT.rglob("*.toml")):
        if "law" in file.relative_to(_ROOT).parts:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            name = line.removeprefix('rule = "').removesuffix('"')
            if line.startswith('rule = "') and name in TITLES:
                where = str(file.relative_to(_ROOT.parent))
                yield Key(name), CodePlace(Nearness.TABLE_READ, where, number, "", name)


# What pays what at a table.


BONUS = "Super Bonus"
NAMED = {"dealer-pontoon": ("", "the dealer's pontoon"), "super-bonus-others": (BONUS, "every other player")}
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
        wager, hand = BONUS, f"from a wager of {dollars(pay.from_cents)}"
    pays = str(ToOne.parse(pay.odds)) if pay.odds else dollars(pay.cents)
    return PayLine(wager or spot_words(pay.wager), hand, pays, pay.clause, pay.capped)
