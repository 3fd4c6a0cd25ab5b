"""Breaks the rules one condition at a time, and looks whether the tests notice: `make mutate`.

For each clause that the engine enforces, mutants are made of the line that tests the condition of its rule, and of the
rows of a game's table of provisions where those decide. A mutant is run against the tests that the clause's evidence
names, and no others. One that they let pass is a condition that no test watches, and fails the command.

The sources are not touched. A mutant lives in a process of its own, forked from a worker that has loaded what tests
need beside Pitboss; there the module is compiled from a changed syntax tree, or a row is exchanged. (Tools such as
mutmut change every line of a module and run all tests of it: for this question that is a thousand times the work.)
"""

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SHOWN = ROOT / ".pytest_cache" / "shown"
"""Where a run of tests leaves which rules they showed: newer than the committed evidence."""
LIMIT_SECONDS = 120
"""How long the tests of a mutant may take: a mutant that never ends is noticed, too."""


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
    tree = ast.parse(Path(code.co_filename).read_bytes())
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
    """Loads a module with one condition negated; nothing is written beside the source."""

    place: tuple[int, ...] = ()

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(Path(self.path).read_bytes())
        negate = _Negate(self.place)
        negate.visit(tree)
        assert negate.done, f"{fullname} has no condition at {self.place}"
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, module: str, place: tuple[int, ...]) -> None:
        self.module, self.place = module, place

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.origin is not None
        loader = _Loader(name, spec.origin)
        loader.place = self.place
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


def trials(wanted: Iterable[tuple[str, Sequence[str]]]) -> tuple[list[Trial], list[str]]:
    """The mutants of clauses: of an edition or one of its games, all clauses or those under some numbers. Also what
    cannot be tried: rules that no line tests by a condition, and clauses that name no test."""
    from pitboss.law.coverage import built_games
    from pitboss.report.rulebook import find_edition

    shown = evidence()
    by_mutant: dict[tuple[Mutant, tuple[str, ...]], list[str]] = {}
    without: list[str] = []
    for name, numbers in wanted:
        edition = find_edition(name)
        for clause in edition.clauses.values():
            if clause.met != "enforced" or not (not numbers or any(_is_under(clause.number, n) for n in numbers)):
                continue
            games = [game.name for game in built_games(edition, clause) if name in (edition.name, game.name)]
            for key in clause.keys:
                for game in games:
                    clause_name = f"{edition.name} {clause.number} ({key})"
                    tests = tuple(sorted(shown.get(game, {}).get(key, ()), key=lambda test: "/games/" not in test))
                    mutants = row_mutants(game, key) or _mutants_in_code(game, str(key))
                    if not mutants:
                        without.append(f"{clause_name}: no condition in the code names this rule")
                    elif not tests:
                        without.append(f"{clause_name}: NO TEST of {game} shows it")
                    for mutant in mutants if tests else ():
                        of = by_mutant.setdefault((mutant, tests), [])
                        of += [clause_name] if clause_name not in of else []
    found = [Trial(mutant, tests, tuple(clauses)) for (mutant, tests), clauses in by_mutant.items()]
    return found, list(dict.fromkeys(without))


def _is_under(number: str, heading: str) -> bool:
    return number == heading or number.startswith((f"{heading}.", f"{heading}(", f"{heading} "))


def _mutants_in_code(game: str, key: str) -> list[Mutant]:
    """The mutants of the lines that test the condition of a rule, in the engine of a game and what it stands on; where
    no line names the rule in a condition, of the conditions under which it is named."""
    from pitboss.games import ENGINES
    from pitboss.law import Key
    from pitboss.law.rules import Rules
    from pitboss.report.rulebook import Nearness, places_of

    own = ENGINES[Rules.of(game).game.engine].__module__.split(".")[:3]
    others = {engine.__module__.split(".")[2] for engine in ENGINES.values()} - {own[2]}
    found: dict[Nearness, list[Mutant]] = {Nearness.TEST: [], Nearness.BRANCH: []}
    for place in places_of().get(Key(key), ()):
        module = place.file.removesuffix(".py").replace("/", ".")
        _, layer, part, *_ = f"{module}..".split(".")
        if place.nearness in found and layer in ("play", "games") and part not in others and not place.table:
            tree = ast.parse((ROOT / "src" / place.file).read_bytes())
            found[place.nearness] += code_mutants(module, tree, key.upper().replace("-", "_"), place.line)
    return list(dict.fromkeys(found[Nearness.TEST] or found[Nearness.BRANCH]))


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

    os.dup2(writing, 1)
    os.dup2(writing, 2)
    try:
        match asked["at"]:
            case [str(module), int(line), *place]:
                if place:
                    sys.meta_path.insert(0, _Finder(module, (line, *place)))
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


PASSED, NO_TESTS = 0, (4, 5)
"""What pytest ends with: all passed; a test that is named is not there, or none was run."""


class Outcome(NamedTuple):
    """A mutant that was tried: whether a test noticed, and what the tests said; `is_fault` is whether they could not be
    run."""

    trial: Trial
    noticed: bool
    seconds: float
    said: str
    is_fault: bool = False


def run(found: Sequence[Trial], workers: int, told: Any = None) -> list[Outcome]:
    """Try mutants in parallel; `told` hears of each as it ends."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    every = [Worker() for _ in range(workers)]
    for worker in every:
        idle.put(worker)

    def attempt(trial: Trial) -> Outcome:
        worker = idle.get()
        try:
            said = worker.run(trial.mutant, trial.tests)
        finally:
            idle.put(worker)
        is_fault = said["code"] in NO_TESTS
        noticed = said["code"] != PASSED and not is_fault
        return Outcome(trial, noticed, said["seconds"], said["printed"], is_fault)

    outcomes = []
    try:
        with ThreadPoolExecutor(workers) as pool:
            for future in as_completed([pool.submit(attempt, trial) for trial in found]):
                outcomes.append(future.result())
                if told is not None:
                    told(outcomes[-1])
    finally:
        for worker in every:
            worker.close()
    return outcomes


def unbroken(found: Sequence[Trial]) -> list[Trial]:
    """The tests that are named, file by file, with the code as it is."""
    by_file: dict[str, set[str]] = {}
    for trial in found:
        for test in trial.tests:
            by_file.setdefault(test.partition("::")[0], set()).add(test)
    return [Trial(NOTHING, tuple(sorted(tests)), (file,)) for file, tests in by_file.items()]


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


def main() -> int:
    """Make mutants, run them, and say for each clause whether its tests notice."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("clauses", nargs="*", help="an edition or a game, and numbers: star-pontoon 17 18, ...")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--list", action="store_true", help="only name the mutants")
    given = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    found, without = trials(_wanted(given.clauses))
    if given.list:
        for trial in found:
            console.print(f"{', '.join(trial.clauses)}: {trial.mutant}", markup=False)
        return 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:

        def run_all(what: str, some: Sequence[Trial]) -> list[Outcome]:
            task = progress.add_task(what, total=len(some))
            return run(some, given.workers, lambda _: progress.advance(task))

        checked = run_all("tests as they are", unbroken(found))
        broken = [outcome for outcome in checked if outcome.noticed or outcome.is_fault]
        if broken:
            for outcome in broken:
                console.print(f"{outcome.trial.clauses[0]} fails as the code is:\n{outcome.said}", markup=False)
            return 2
        outcomes = run_all("mutants", found)
    order = {trial: place for place, trial in enumerate(found)}
    outcomes.sort(key=lambda outcome: order[outcome.trial])
    for line in (*_say_clauses(outcomes), *(f"not tried  {words}" for words in without)):
        console.print(line, markup=False)
    survivors = sum(not outcome.noticed for outcome in outcomes)
    untested = sum("NO TEST" in words for words in without)
    seconds = sum(outcome.seconds for outcome in outcomes)
    console.print(
        f"{len(outcomes)} mutants, {len(outcomes) - survivors} killed, {survivors} survived; "
        f"{len(without)} not tried, of which {untested} name no test; {seconds:.0f} s of tests"
    )
    return 1 if survivors or untested else 0


if __name__ == "__main__":
    if "--worker" in sys.argv:
        serve()
    else:
        sys.exit(main())
