"""Breaks the rules one condition at a time, and looks whether the tests notice: `make mutate`.

For each clause that the engine or the floor enforces, mutants are made of the line that tests the condition of its
rule, of the rows of a game's table of provisions where those decide, and of the rows of other tables where no line
tests it. A mutant is run against the tests that the
clause's evidence names, and no others. One that they let pass is a condition that no test watches, and fails the
command.

The sources are not touched. A mutant lives in a process of its own, forked from a worker that has loaded what tests
need beside Pitboss; there the module is compiled from a changed syntax tree, or a row is exchanged. (Tools such as
mutmut change every line of a module and run all tests of it: for this question that is a thousand times the work.)
"""

import argparse
import ast
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SHOWN = ROOT / ".pytest_cache" / "shown"
"""Where a run of tests leaves which rules they showed: newer than the committed evidence."""
LAYERS = ("play", "games", "jackpot", "tournament", "promotion", "floor")
"""The folders whose conditions are broken."""
WORK_SECONDS, LIMIT_SECONDS = 120, 900
"""How much work the tests of a mutant may make, and how long they may take where the machine has other work: a mutant
that never ends is noticed, too."""
FILES_AT_ONCE = 12
"""Of how many files the tests run in one process while nothing is broken."""


class Mutant(NamedTuple):
    """One change of the code. `how` says what is changed; `at` where: a module and where in it a condition begins and
    ends, or a game and the number of a row; `what` names that for a reader."""

    how: str
    at: tuple[str | int, ...]
    what: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.how}"


NOTHING = Mutant("nothing", ())
"""The code as it is: the tests must pass with it."""

# Conditions in code.

_FLIPS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@cache
def _tree(file: Path) -> ast.Module:
    """A module, read once: many rules stand in one."""
    return ast.parse(file.read_bytes())


def _conditions(node: ast.AST) -> list[tuple[ast.expr, list[ast.AST]]]:
    """The conditions that a node tests, each with what depends on it."""
    match node:
        case ast.If() | ast.While():
            return [(node.test, [*node.body, *node.orelse])]
        case ast.IfExp():
            return [(node.test, [node.body, node.orelse])]
        case ast.match_case() if node.guard is not None:
            return [(node.guard, [*node.body])]
        case ast.comprehension():
            return [(test, []) for test in node.ifs]
        case _:
            return []


def _names(node: ast.AST, constant: str) -> Iterator[int]:
    """The lines on which a part of the code names a rule."""
    for part in ast.walk(node):
        match part:
            case ast.Attribute(value=ast.Name(id="law"), attr=name) if name == constant:
                yield part.lineno


def conditions_of(tree: ast.Module, constant: str, line: int) -> list[ast.expr]:
    """The condition that names a rule on a line; else the nearest around what names it there."""
    around: list[ast.expr] = []
    for node in ast.walk(tree):
        for test, depends in _conditions(node):
            if line in _names(test, constant):
                return [test]
            if any(line in _names(part, constant) for part in depends):
                around.append(test)
    return around[-1:]  # the walk comes to what is around before it comes to what is inside


def is_given(tree: ast.Module, constant: str, line: int, applies: Callable[[str], bool]) -> bool:
    """Whether a game can come to where a rule is named: not to `law.B` in `law.A if rules.applies(law.A) else law.B`
    and `rules.only((law.A,)) or (law.B,)` if it has the rule A; `applies` tells by its name whether it has."""

    def is_named(parts: Sequence[ast.AST]) -> bool:
        return any(line in _names(part, constant) for part in parts)

    for node in ast.walk(tree):
        match node:
            case ast.IfExp(
                test=ast.Call(func=ast.Attribute(attr="applies"), args=[ast.Attribute(attr=other)]), body=yes, orelse=no
            ) if is_named([no if applies(other) else yes]):
                return False
            case ast.BoolOp(op=ast.Or(), values=[ast.Call(func=ast.Attribute(attr="only"), args=[first]), *rest]) if (
                is_named(rest)
                and any(applies(each.attr) for each in ast.walk(first) if isinstance(each, ast.Attribute))
            ):
                return False
    return True


def _place(part: ast.expr) -> tuple[int, int, int, int]:
    """Where an expression begins and ends."""
    return part.lineno, part.col_offset, part.end_lineno or 0, part.end_col_offset or 0


def _parts(test: ast.expr) -> list[ast.expr]:
    """A condition and the comparisons and conjuncts in it that can be changed one by one."""
    inner = [part for part in ast.walk(test) if isinstance(part, ast.Compare) and len(part.ops) == 1]
    joined = [value for part in ast.walk(test) if isinstance(part, ast.BoolOp) for value in part.values]
    every = {_place(part): part for part in [*joined, *inner]}
    every.pop(_place(test), None)
    return [test, *every.values()]


def code_mutants(module: str, tree: ast.Module, constant: str, line: int) -> list[Mutant]:
    """The mutants of the condition of a rule on a line: the whole negated, and each part of it."""
    tests = conditions_of(tree, constant, line)
    return [_negated(module, part) for test in tests for part in _parts(test)]


def _negated(module: str, part: ast.expr) -> Mutant:
    what = f"{module.replace('.', '/')}.py:{part.lineno}"
    return Mutant(f"has {ast.unparse(part)} negated", (module, *_place(part)), what)


def function_mutants(function: FunctionType) -> list[Mutant]:
    """The mutants of a condition that is a function: each part of what it answers or tests."""
    code, module = function.__code__, function.__module__
    tree = _tree(Path(code.co_filename))
    found: list[Mutant] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.Lambda) or node.lineno != code.co_firstlineno:
            continue
        answers = [node.body] if isinstance(node, ast.Lambda) else []
        if isinstance(node, ast.FunctionDef):
            answers = [part.value for part in ast.walk(node) if isinstance(part, ast.Return) and part.value is not None]
            answers += [test for part in ast.walk(node) for test, _ in _conditions(part)]
        found += [_negated(module, part) for answer in answers for part in _parts(answer)[1:]]
    return found


_LEFT_OUT = "is left out"


def table_mutants(
    module: str, tree: ast.Module, constant: str, line: int, others: Collection[str] = ()
) -> list[Mutant]:
    """The mutants of a table in which a rule stands on a line: without its row, which is an entry of a mapping or one
    of several values alike. Rules that stand side by side are no rows: they are the grounds of one. A value with a name
    is a row where the name stands. What a mapping has for the engines of `others` is no row of this one."""
    around = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    every = list(ast.walk(tree))
    starts: list[ast.AST] = [
        each for each in every if isinstance(each, ast.Attribute) and line in _names(each, constant)
    ]
    named = {target for start in starts if (target := _name_of_value(start, around))}
    starts += [each for each in every if isinstance(each, ast.Name) and each.id in named]
    found: list[Mutant] = []
    for part in starts:
        if _is_of_others(part, around, others):
            continue
        row = part
        while (table := around.get(row)) is not None and not isinstance(table, ast.stmt):
            values = table.elts if isinstance(table, ast.List | ast.Tuple | ast.Set) else []
            is_one_of_several = len(values) > 1 and row is not part and {type(each) for each in values} == {type(row)}
            if isinstance(outer := around.get(table), ast.Assign) and isinstance(outer.targets[0], ast.Tuple):
                break  # each value has a name: without one of them the module cannot be read
            if isinstance(table, ast.Dict) or is_one_of_several:
                assert isinstance(row, ast.expr)
                what = f"{module.replace('.', '/')}.py:{line} {' '.join(ast.unparse(row).split())[:100]}"
                found.append(Mutant(_LEFT_OUT, (module, *_place(row)), what))
                break
            row = table
    return list(dict.fromkeys(found))


def _name_of_value(node: ast.AST, around: Mapping[ast.AST, ast.AST]) -> str:
    """The name that a module gives to the one value in which an expression stands; none to a table."""
    while not isinstance(outer := around.get(node), ast.stmt | None):
        if isinstance(outer, ast.Dict | ast.List | ast.Set):
            return ""
        node = outer
    match outer:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call()):
            return name
        case _:
            return ""


def _is_of_others(node: ast.AST, around: Mapping[ast.AST, ast.AST], others: Collection[str]) -> bool:
    """Whether an expression stands in what a mapping has for one of the engines that are not asked about."""
    while (outer := around.get(node)) is not None:
        if isinstance(outer, ast.Dict) and node in outer.values:
            key = outer.keys[outer.values.index(node)]
            if isinstance(key, ast.Constant) and key.value in others:
                return True
        node = outer
    return False


class _LeaveOut(ast.NodeTransformer):
    """Leaves the row of a table at a place out."""

    def __init__(self, place: tuple[int, ...]) -> None:
        self.place = place
        self.done = 0

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Dict):
            every = zip(node.keys, node.values, strict=True)
            pairs = [(key, value) for key, value in every if not self._is_row(key) and not self._is_row(value)]
            node.keys, node.values = [key for key, _ in pairs], [value for _, value in pairs]
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            node.elts = [each for each in node.elts if not self._is_row(each)]
        return super().generic_visit(node)

    def _is_row(self, node: ast.expr | None) -> bool:
        found = node is not None and _place(node) == self.place
        self.done += found
        return found


class _Negate(ast.NodeTransformer):
    """Negates the expression at a place."""

    def __init__(self, place: tuple[int, ...]) -> None:
        self.place = place
        self.done = 0

    def visit(self, node: ast.AST) -> ast.AST:
        if self.done or not isinstance(node, ast.expr) or _place(node) != self.place:
            return super().generic_visit(node)
        self.done += 1
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            node.ops = [_FLIPS[type(node.ops[0])]()]
            return node
        return ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with one change; nothing is written beside the source."""

    change: _Negate | _LeaveOut

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(Path(self.path).read_bytes())
        self.change.visit(tree)
        if (
            not self.change.done
        ):  # the source is not the one that the mutant was made of: no test may pass for noticing that
            print(f"{fullname} has nothing to change at {self.change.place}", flush=True)
            os._exit(NOT_MADE)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, module: str, change: _Negate | _LeaveOut) -> None:
        self.module, self.change = module, change

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.origin is not None
        loader = _Loader(name, spec.origin)
        loader.change = self.change
        spec.loader = loader
        return spec


# Rows of a table of provisions.

_REMOVED, _MUST, _RANK = "is removed", "may be where it must be, or must where it may", "takes no rank"
_OTHER_MOMENTS, _ANY_MOMENT = "holds at all other moments", "holds at any moment"
_OTHER_REPORTS, _ANY_REPORT = "fits all other reports", "fits any report"


def row_mutants(game: str, key: str) -> list[Mutant]:
    """The mutants of the rows that stand on a rule: without the row, its moment or its condition negated or left out,
    or a part of either negated; what must be made what may be, and its rank dropped. A row that only cites the rule is
    removed."""
    from pitboss.games import ENGINES
    from pitboss.law import Key
    from pitboss.law.rules import Rules
    from pitboss.play.provisions import any_moment, any_report

    rules = Rules.of(game)
    found: list[Mutant] = []
    engine = ENGINES[rules.game.engine]
    known = {fact.name for fact in engine.facts}
    for number, row in enumerate(engine.provisions):
        if key not in row.keys or row.fact not in known or not rules.applies(Key(row.keys[0])):
            continue
        changes = [_REMOVED]
        if key == row.keys[0]:
            changes += [_OTHER_MOMENTS, _ANY_MOMENT] if row.when is not any_moment else []
            changes += [_OTHER_REPORTS, _ANY_REPORT] if row.fits is not any_report else []
            changes += [_MUST]
            changes += [_RANK] if rules.edition.powers.get(Key(key)) else []
            for condition in {row.when, row.fits} - {any_moment, any_report}:
                assert isinstance(condition, FunctionType)
                found += function_mutants(condition)
        what = f"row {number + 1} of {game} ({row.fact}: {row.remedy})"
        found += [Mutant(how, (game, number), what) for how in changes]
    return list(dict.fromkeys(found))


def _change_row(how: str, game: str, number: int) -> None:
    """Exchange a row of the engine that is loaded here."""
    from pitboss.games import ENGINES
    from pitboss.law.rules import Rules
    from pitboss.play.provisions import Provision, Remedy, any_moment, any_report

    engine = ENGINES[Rules.of(game).game.engine]
    rows = list(engine.provisions)
    row = rows[number]
    when, fits = row.when, row.fits
    changed: dict[str, Callable[[], Provision]] = {
        _OTHER_MOMENTS: lambda: row._replace(when=lambda round: not when(round)),
        _ANY_MOMENT: lambda: row._replace(when=any_moment),
        _OTHER_REPORTS: lambda: row._replace(fits=lambda round, report: not fits(round, report)),
        _ANY_REPORT: lambda: row._replace(fits=any_report),
        _MUST: lambda: row._replace(must=not row.must),
    }
    rows[number : number + 1] = [] if how == _REMOVED else [changed[how]() if how in changed else row]
    if how == _RANK:
        remedy_under = Provision.remedy_under

        def without_rank(self: Provision, rules: Rules) -> Remedy:
            remedy = remedy_under(self, rules)
            return remedy._replace(rank="") if self is row else remedy

        Provision.remedy_under = without_rank  # type: ignore[method-assign]
    engine.provisions = tuple(rows)


# Which clauses, and which tests.


class Trial(NamedTuple):
    """A mutant with the clauses that it breaks, and the tests that these name."""

    mutant: Mutant
    tests: tuple[str, ...]
    clauses: tuple[str, ...]


class NotTried(NamedTuple):
    """A clause with one of its rules of which no mutant is made, and why."""

    clause: str
    why: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.why}"


_DEFINED = "it defines a word, and the conditions that use it are those of other rules"
NO_TEST = "no test shows it"
"""The one reason that is a fault of the tests."""


def evidence() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """For each game and rule the tests that showed it: as committed, and as a run of tests left it since."""
    from pitboss.law.coverage import EVIDENCE
    from pitboss.law.coverage import evidence as committed

    together = {game: {key: set(tests) for key, tests in keys.items()} for game, keys in committed().items()}
    for file in SHOWN.glob("*.json"):
        if file.stat().st_mtime > EVIDENCE.stat().st_mtime:
            for game, keys in json.loads(file.read_text()).items():
                for key, tests in keys.items():
                    together.setdefault(game, {}).setdefault(key, set()).update(tests)
    return {game: {key: sorted(tests) for key, tests in keys.items()} for game, keys in together.items()}


def trials(
    wanted: Iterable[tuple[str, Sequence[str]]], topics: Sequence[str] = ()
) -> tuple[list[Trial], list[NotTried]]:
    """The mutants of clauses: of an edition or one of its games, all clauses or those under some numbers or of some
    topics. Also what cannot be tried: rules that no line tests by a condition, and clauses that name no test."""
    from pitboss.law.coverage import built_games
    from pitboss.report.rulebook import find_edition

    shown = evidence()
    by_mutant: dict[tuple[Mutant, tuple[str, ...]], list[str]] = {}
    without: list[NotTried] = []
    for name, numbers in wanted:
        edition = find_edition(name)
        for clause in edition.clauses.values():
            if clause.met != "enforced" or not (not numbers or any(_is_under(clause.number, n) for n in numbers)):
                continue
            if topics and clause.topic not in topics:
                continue
            games = [game.name for game in built_games(edition, clause) if name in (edition.name, game.name)]
            for key in clause.keys:
                for game in games:
                    clause_name = f"{edition.name} {clause.number} ({key})"
                    tests = tuple(sorted(shown.get(game, {}).get(key, ()), key=lambda test: "/games/" not in test))
                    is_word = clause.topic == "definition"
                    mutants = row_mutants(game, key) or _mutants_in_code(game, str(key), is_word=is_word)
                    if not mutants:
                        without.append(NotTried(clause_name, _DEFINED if is_word else _why_none(key)))
                    elif not tests:
                        without.append(NotTried(clause_name, NO_TEST))
                    for mutant in _reached(mutants, tests) if tests else ():
                        of = by_mutant.setdefault((mutant, tests), [])
                        of += [clause_name] if clause_name not in of else []
    found = [Trial(mutant, tests, tuple(clauses)) for (mutant, tests), clauses in by_mutant.items()]
    return found, list(dict.fromkeys(without))


def each_clause(found: Sequence[Trial], before: "FoundBefore") -> list[Trial]:
    """Few trials that have one for each clause and rule: those that break most of what is still left, first. Left is
    that of which no mutant was killed before; another one is tried where one survived."""
    left = {clause for trial in found for clause in trial.clauses}
    rest, chosen = [], []
    for trial in found:
        outcome = before.any_outcome(trial)
        if outcome is None:
            rest.append(trial)
        elif outcome.noticed:
            left -= set(trial.clauses)
    for trial in sorted(rest, key=lambda trial: -len(trial.clauses)):
        if left & set(trial.clauses):
            left -= set(trial.clauses)
            chosen.append(trial)
    return chosen


def _reached(mutants: Sequence[Mutant], tests: Sequence[str]) -> Sequence[Mutant]:
    """The mutants of what a rule's tests are about: a general rule, such as what a round is, is cited by orders of
    every duty, and the tests of one duty say nothing of another's. All, where that leaves none."""

    def is_reached(mutant: Mutant) -> bool:
        _, layer, part, *_ = f"{mutant.at[0]}...".split(".")
        if layer not in ("floor", "promotion"):
            return True
        folders = (
            (f"tests/floor/{part}", "tests/web") if layer == "floor" else ("tests/promotion", "tests/floor/promot")
        )
        return any(test.startswith(folders) for test in tests)

    return [mutant for mutant in mutants if is_reached(mutant)] or mutants


def _why_none(key: str) -> str:
    """Why no mutant is made of a rule: where the code names it."""
    from pitboss.law import Key
    from pitboss.report.code_places import Nearness, places_of

    places = places_of().get(Key(key), ())
    built = [place for place in places if place.file.split("/")[1] in LAYERS]
    if not built:
        return "the code that enforces it is of a folder whose conditions are not broken"
    if any(place.nearness in (Nearness.TABLE, Nearness.TABLE_READ) for place in built):
        return "it stands in a table that is read: a figure, a pay, a name, a row without a condition"
    return "the code does it without a condition: an order of steps, what is told or written"


def _is_under(number: str, heading: str) -> bool:
    return number == heading or number.startswith((f"{heading}.", f"{heading}(", f"{heading} "))


@cache
def _mutants_in_code(game: str, key: str, *, is_word: bool = False) -> list[Mutant]:
    """The mutants of the lines that test the condition of a rule, in the engine of a game and what it stands on; where
    no line names the rule in a condition, of the conditions under which it is named; and where it is named in none, of
    the rows of tables in which it stands. How it is played is asked apart from what stands on that. The conditions
    under which a word is used that a rule defines are those of other rules."""
    from pitboss.games import ENGINES
    from pitboss.law import Key
    from pitboss.law.rules import Rules
    from pitboss.report.code_places import Nearness, places_of

    engine = ENGINES[Rules.of(game).game.engine]
    own = {kind.__module__.split(".")[2] for kind in engine.__mro__ if kind.__module__.startswith("pitboss.games")}
    others = {each.__module__.split(".")[2] for each in ENGINES.values()} - own
    if not any(kind.__module__.startswith("pitboss.play.poker") for kind in engine.__mro__):
        others.add("poker")
    found: dict[tuple[bool, Nearness], list[Mutant]] = defaultdict(list)
    rows: list[Mutant] = []

    def applies(name: str) -> bool:
        return Rules.of(game).applies(Key(name.lower().replace("_", "-")))

    for place in places_of().get(Key(key), ()):
        module = place.file.removesuffix(".py").replace("/", ".")
        _, layer, part, *_ = f"{module}..".split(".")
        is_of_condition = place.nearness in (Nearness.TEST, Nearness.BRANCH) and not place.table
        if layer not in LAYERS or part in others or not place.file.endswith(".py"):
            continue
        tree, constant = _tree(ROOT / "src" / place.file), key.upper().replace("-", "_")
        if place.nearness is Nearness.TABLE:
            rows += table_mutants(module, tree, constant, place.line, ENGINES.keys() - {Rules.of(game).game.engine})
        elif is_of_condition and is_given(tree, constant, place.line, applies):
            is_play = layer == "play" or part in own
            found[is_play, place.nearness] += code_mutants(module, tree, constant, place.line)
    chosen = [
        mutant
        for is_play in (True, False)
        for mutant in found[is_play, Nearness.TEST] or ([] if is_word else found[is_play, Nearness.BRANCH])
    ]
    return list(dict.fromkeys(chosen or rows))


# Running.


class Worker:
    """A process that has loaded what tests need, and forks one for each mutant."""

    def __init__(self) -> None:
        command = [sys.executable, str(Path(__file__)), "--worker"]
        paths = os.pathsep.join(str(ROOT / name) for name in ("src", "tests"))
        environment = os.environ | {"PYTHONPATH": paths}
        environment.pop("PITBOSS_SHOWN", None)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
        )

    def run(self, mutant: Mutant, tests: Sequence[str]) -> dict[str, Any]:
        """What the tests said of a mutant."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"how": mutant.how, "at": mutant.at, "tests": list(tests)}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """Let the process end: there is nothing more to read for it."""
        self._process.communicate()


def serve() -> None:
    """Run mutants as they are asked for on the standard input, each in a forked process."""
    import hypothesis  # noqa: F401
    import jsonschema  # noqa: F401
    import pytest  # noqa: F401
    import rich.console  # noqa: F401
    import typer.testing  # noqa: F401

    importlib.import_module("pitboss.floor.composition")  # and with it all that it stands on, which is never broken
    for name in [name for name in sys.modules if name.partition(".")[0] == "pitboss"]:
        del sys.modules[name]
    for line in sys.stdin:
        asked = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _run_here(asked, writing)
        os.close(writing)
        began = time.monotonic()
        said = _wait(child, reading, began + LIMIT_SECONDS)
        os.close(reading)
        print(json.dumps(said | {"seconds": time.monotonic() - began}), flush=True)


def _wait(child: int, reading: int, until: float) -> dict[str, Any]:
    """How the process of a mutant ended: its exit code, and the end of what it printed."""
    os.set_blocking(reading, False)
    printed = b""
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        with suppress(BlockingIOError):
            printed += os.read(reading, 1 << 16)
        if ended:
            while more := os.read(reading, 1 << 16):
                printed += more
            return {"code": os.waitstatus_to_exitcode(status), "printed": printed.decode(errors="replace")[-4000:]}
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return {"code": -int(signal.SIGALRM), "printed": "it never ended"}
        time.sleep(0.01)


def _run_here(asked: Mapping[str, Any], writing: int) -> None:
    """Apply a mutant to this process, run its tests, and end."""
    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (WORK_SECONDS, WORK_SECONDS))
    os.dup2(writing, 1)
    os.dup2(writing, 2)
    try:
        match asked["at"]:
            case [str(module), int(line), *place]:
                if place:
                    change = (_LeaveOut if asked["how"] == _LEFT_OUT else _Negate)((line, *place))
                    sys.meta_path.insert(0, _Finder(module, change))
                    importlib.import_module(module)  # what cannot be read is noticed by every test
                else:
                    _change_row(asked["how"], module, line)
        loaded = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # what was loaded before is no test of ours
        quiet = ["-p", "no:cacheprovider", "-x", "-q", "--no-header", "--tb=line"]
        code = int(pytest.main([*loaded, *quiet, *asked["tests"]]))
    except BaseException as error:  # whatever breaks is what the mutant broke
        print(f"{type(error).__name__}: {error}")
        code = 1
    sys.stdout.flush()
    os._exit(code)


PASSED, NO_TESTS, NOT_MADE = 0, (4, 5), 99
"""What pytest ends with: all passed; a test that is named is not there, or none was run. Then, a mutant that could not
be made."""


class Outcome(NamedTuple):
    """A mutant that was tried: whether a test noticed, and what the tests said; `is_fault` is whether they could not be
    run."""

    trial: Trial
    noticed: bool
    seconds: float
    said: str
    is_fault: bool = False
    killer: str = ""
    """The test that noticed, where one is named."""
    is_earlier: bool = False
    """Whether the code or the tests have changed since."""


def _killer(said: str) -> str:
    """The test that failed first, without its parameters."""
    found = re.search(r"^(?:FAILED|ERROR) ([^\s\[]+::[^\s\[]+)", said, re.MULTILINE)
    return found[1] if found else ""


def run(
    found: Sequence[Trial], workers: int, told: Callable[[Outcome], object] | None = None, seconds: float = 0
) -> list[Outcome]:
    """Try mutants in parallel; `told` hears of each as it ends. After some seconds, none is begun."""
    until = time.monotonic() + seconds if seconds else None
    idle: SimpleQueue[Worker] = SimpleQueue()
    every = [Worker() for _ in range(workers)]
    for worker in every:
        idle.put(worker)

    def attempt(trial: Trial) -> Outcome | None:
        if until is not None and time.monotonic() > until:
            return None
        worker = idle.get()
        try:
            said = worker.run(trial.mutant, trial.tests)
        finally:
            idle.put(worker)
        is_fault = said["code"] in (*NO_TESTS, NOT_MADE)
        noticed = said["code"] != PASSED and not is_fault
        return Outcome(trial, noticed, said["seconds"], said["printed"], is_fault, _killer(said["printed"]))

    outcomes = []
    try:
        with ThreadPoolExecutor(workers) as pool:
            for future in as_completed([pool.submit(attempt, trial) for trial in found]):
                outcome = future.result()
                outcomes += [outcome] if outcome is not None else []
                if told is not None and outcome is not None:
                    told(outcome)
    finally:
        for worker in every:
            worker.close()
    return outcomes


def unbroken(found: Sequence[Trial]) -> list[Trial]:
    """The tests that are named, some files at a time, with the code as it is."""
    by_file: dict[str, set[str]] = {}
    for trial in found:
        for test in trial.tests:
            by_file.setdefault(test.partition("::")[0], set()).add(test)
    files = sorted(by_file)
    batches = [files[start : start + FILES_AT_ONCE] for start in range(0, len(files), FILES_AT_ONCE)]
    return [
        Trial(NOTHING, tuple(test for file in batch for test in sorted(by_file[file])), tuple(batch))
        for batch in batches
    ]


# What earlier runs found.


class FoundBefore:
    """What earlier runs found, so that a run goes on where the one before it ended.

    A kill holds while the code that was broken and the file of the test that noticed are as they were, for every clause
    that names this test. A survivor is told while its tests are as they were, too, but tried again by the next run;
    where the code has changed, the test that noticed the last time is tried first."""

    FILE = ROOT / ".pytest_cache" / "mutants.jsonl"

    def __init__(self, *, forget: bool = False) -> None:
        if forget:
            self.FILE.unlink(missing_ok=True)
        self._seconds: dict[str, float] = {}
        self._killers: dict[str, list[str]] = {}
        self._survived: set[str] = set()
        if self.FILE.exists():
            for line in self.FILE.read_text(encoding="utf-8").splitlines():
                mark, name, killer, seconds, noticed = json.loads(line)
                self._seconds[mark] = seconds
                self._survived |= set() if noticed else {name}
                if noticed and killer not in self._killers.setdefault(name, []):
                    self._killers[name].append(killer)

    def outcome(self, trial: Trial) -> Outcome | None:
        """The kill of a mutant that is known already."""
        for killer in self._killers_of(trial):
            if (seconds := self._seconds.get(_mark(trial, noticed=True, killer=killer))) is not None:
                return Outcome(trial, True, seconds, "", killer=killer)
        return None

    def any_outcome(self, trial: Trial) -> Outcome | None:
        """What is known of a mutant, killed or not."""
        seconds = self._seconds.get(_mark(trial, noticed=False))
        return self.outcome(trial) or (None if seconds is None else Outcome(trial, False, seconds, ""))

    def last_outcome(self, trial: Trial) -> Outcome | None:
        """What is known of a mutant, or else what the last run found before the code or the tests changed."""
        if (known := self.any_outcome(trial)) is not None:
            return known
        killers, name = self._killers_of(trial), name_of(trial.mutant)
        if not killers and name not in self._survived:
            return None
        return Outcome(trial, bool(killers), 0, "", killer="".join(killers[:1]), is_earlier=True)

    def killer_first(self, trial: Trial) -> Trial:
        """The trial with the tests first that noticed such a mutant before."""
        killers = self._killers_of(trial)
        return trial._replace(tests=tuple(sorted(trial.tests, key=lambda test: test not in killers)))

    def keep(self, outcome: Outcome) -> None:
        """Keep what was found for later runs."""
        if not outcome.is_fault:
            self.FILE.parent.mkdir(exist_ok=True)
            mark = _mark(outcome.trial, noticed=outcome.noticed, killer=outcome.killer)
            line = [mark, name_of(outcome.trial.mutant), outcome.killer, round(outcome.seconds, 2), outcome.noticed]
            with self.FILE.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def _killers_of(self, trial: Trial) -> list[str]:
        """The tests of a trial that noticed such a mutant; "" is one that no test outlived."""
        return [name for name in self._killers.get(name_of(trial.mutant), ()) if not name or name in trial.tests]


def _mark(trial: Trial, *, noticed: bool, killer: str = "") -> str:
    """A hash of a mutant, the code that it breaks, and the test that noticed or else all that might have."""
    place = str(trial.mutant.at[0]).split(".")
    folders = [ROOT / "src/pitboss/play", ROOT / "src/pitboss/games"] if len(place) == 1 else []
    files = [ROOT / "src" / Path(*place).with_suffix(".py")] if not folders else []
    files += [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    tests = [killer] if killer else sorted(trial.tests)
    files += [ROOT / name for name in sorted({test.partition("::")[0] for test in tests})]
    digest = hashlib.sha256(repr((trial.mutant, noticed, tests)).encode())
    for file in files:
        digest.update(_content(file))
    return digest.hexdigest()


@cache
def _content(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes() if file.exists() else b"").digest()


def name_of(mutant: Mutant) -> str:
    """A mutant without the number of its line or row, which change with the code around it."""
    return re.sub(r"(?<=\.py):\d+|(?<=^row) \d+", "", str(mutant))


# The command.


def _wanted(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Editions or games, each with the numbers that follow it: `star-pontoon 17 18, crown-poker-minors 13`."""
    from pitboss.law.edition import edition_names

    if not " ".join(words).strip():
        return [(name, []) for name in edition_names()]
    groups = [group.split() for group in " ".join(words).split(",") if group.strip()]
    return [(group[0], group[1:]) for group in groups]


def _say_clauses(outcomes: Sequence[Outcome]) -> list[str]:
    """A line for each clause: how many of its mutants were killed, and those that survived."""
    by_clause: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        for clause in outcome.trial.clauses:
            by_clause.setdefault(clause, []).append(outcome)
    lines = []
    for clause, tried in by_clause.items():
        killed = sum(outcome.noticed for outcome in tried)
        lines.append(f"{'killed' if killed == len(tried) else 'SURVIVED':8}  {killed}/{len(tried)}  {clause}")
        for outcome in tried:
            if not outcome.noticed:
                tests = ", ".join(test.split("/")[-1] for test in outcome.trial.tests)
                why = outcome.said if outcome.is_fault else f"not noticed by {tests}"
                lines.append(f"            {outcome.trial.mutant}: {why}")
    return lines


def _say_all(
    console: Any, found: Sequence[Trial], outcomes: list[Outcome], without: Sequence[NotTried]
) -> tuple[int, int]:
    """Print what was found, clause by clause; how many mutants survived, and how many rules name no test."""
    order = {trial.mutant: place for place, trial in enumerate(found)}
    outcomes.sort(key=lambda outcome: order[outcome.trial.mutant])
    for line in (*_say_clauses(outcomes), *(f"not tried  {words}" for words in without)):
        console.print(line, markup=False)
    survivors = sum(not outcome.noticed for outcome in outcomes)
    untested = sum(each.why == NO_TEST for each in without)
    seconds = sum(outcome.seconds for outcome in outcomes)
    console.print(
        f"{len(outcomes)} mutants, {len(outcomes) - survivors} killed, {survivors} survived; "
        f"{len(without)} not tried, of which {untested} name no test; {seconds:.0f} s of tests"
    )
    return survivors, untested


def _write_page(page: Path, every: Sequence[Trial], without: Sequence[NotTried]) -> None:
    """The page is of all that is known by this run or an earlier one, and says how much is of code that has changed."""
    from proof import write_proof

    before = FoundBefore()
    known = [outcome for trial in every if (outcome := before.last_outcome(trial)) is not None]
    page.write_text(write_proof(known, every, without), encoding="utf-8")


def _told() -> argparse.Namespace:
    """What the command was told."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("clauses", nargs="*", help="an edition or a game, and numbers: star-pontoon 17 18, ...")
    parser.add_argument("--topics", nargs="*", default=(), help="only clauses of these topics: jackpot tournament ...")
    parser.add_argument("--passed", action="store_true", help="the tests are known to pass while nothing is broken")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--list", action="store_true", help="only name the mutants")
    parser.add_argument("--each", action="store_true", help="few mutants: for each clause and rule one at least")
    parser.add_argument("--seconds", type=float, default=0, help="begin no mutant after this time; run again to go on")
    parser.add_argument("--anew", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--proof", type=Path, help="write the page of the proof, of all that has been tried")
    parser.add_argument("--known", action="store_true", help="try nothing: the page of what earlier runs found")
    return parser.parse_args()


def main() -> int:
    """Make mutants, run them, and say for each clause whether its tests notice."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    given = _told()
    console = Console(highlight=False, soft_wrap=True)
    every, without = trials(_wanted(given.clauses), given.topics)
    found_before = FoundBefore(forget=given.anew)
    found = each_clause(every, found_before) if given.each else every
    if given.list:
        for trial in found:
            console.print(f"{', '.join(trial.clauses)}: {trial.mutant}", markup=False)
        return 0
    if given.known:
        _write_page(given.proof, every, without)
        return 0
    outcomes = [outcome for trial in found if (outcome := found_before.outcome(trial)) is not None]
    is_known = {outcome.trial for outcome in outcomes}
    rest = [found_before.killer_first(trial) for trial in found if trial not in is_known]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:

        def run_all(what: str, some: Sequence[Trial], told: Callable[[Outcome], object], seconds: float = 0) -> Any:
            task = progress.add_task(what, total=len(some))

            def one_ended(outcome: Outcome) -> None:
                told(outcome)
                progress.advance(task)
                if not outcome.noticed and outcome.trial.mutant is not NOTHING:
                    progress.console.print(f"survived: {outcome.trial.mutant}: {outcome.trial.clauses}", markup=False)

            return run(some, given.workers, one_ended, seconds)

        checked = run_all("tests as they are", () if given.passed else unbroken(rest), lambda _: None)
        broken = [outcome for outcome in checked if outcome.noticed or outcome.is_fault]
        if broken:
            for outcome in broken:
                console.print(f"{outcome.trial.clauses[0]} fails as the code is:\n{outcome.said}", markup=False)
            return 2
        outcomes += run_all("mutants", rest, found_before.keep, given.seconds)
    survivors, untested = _say_all(console, found, outcomes, without)
    if given.proof:
        _write_page(given.proof, every, without)
    if left := len(found) - len(outcomes):
        console.print(f"{left} mutants are left for the next run")
        return 3
    return 1 if survivors or untested else 0


if __name__ == "__main__":
    if "--worker" in sys.argv:
        serve()
    else:
        sys.exit(main())
