"""What one card costs in code, and how large the code is: `python bench/trace.py [--json]`.

A dealer presses "Deal" on the console, and the patron's page asks for the part that changed: every function of the
project that runs on the way is counted, with the module it stands in, in the threads that the card passes through.
What the reactions make of it afterwards (time at the table, meters, tournaments, draws) holds no answer up: it is
counted apart, once the floor is quiet again. Then the sources are read: lines of code (without imports, blanks,
comments and docstrings), the share of imports in all lines, private functions of at most 6 lines with one caller,
import cycles, class names used twice.
"""

import argparse
import ast
import asyncio
import io
import json
import random
import re
import sys
import tempfile
import threading
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

import httpx

import pitboss
from pitboss.floor.composition import open_floor
from pitboss.floor.demo import furnish
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service import floor as service
from pitboss.floor.store import open_store
from pitboss.web.app import make_api
from pitboss.web.pages import projections

SOURCES = Path(pitboss.__file__).parent
TABLE = "/tables/1"
"""Pontoon at the Star, where cards come one by one."""
SEED = 1
"""A shoe of which the card that is counted leaves its hand in play, in every run."""

AFTERWARDS = ("pitboss-reactions", "pitboss-decider")
"""What the threads are called in which reactions are worked out, beside the writer."""
QUIET = 2.0
"""For how many seconds the floor is left alone, so that the reactions have taken in what was written."""

_HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"')


class Calls:
    """The calls of the project's own functions, by module. Made before any thread, so that it sees them all."""

    def __init__(self) -> None:
        self.by_module: Counter[str] = Counter()
        self.afterwards: Counter[str] = Counter()
        self.is_on = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call; a comprehension, the body of a class or a template is no function."""
        code = frame.f_code
        if self.is_on and event == "call" and code.co_name[0] != "<":
            path = code.co_filename
            if path.startswith(str(SOURCES)) and path.endswith(".py"):
                is_after = threading.current_thread().name.startswith(AFTERWARDS)
                counted = self.afterwards if is_after else self.by_module
                counted[Path(path).relative_to(SOURCES).as_posix()] += 1

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is called meanwhile."""
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False


class Browser:
    """A person's browser without scripts: it looks at pages and sends their forms."""

    keys = count()

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self.client, self.headers = client, {"Cookie": f"pitboss={token}"}

    async def look(self, path: str, *, part: bool = False) -> str:
        """A page, or the part of it that changes."""
        return (await self.client.get(path, headers=self.headers | ({"X-Fragment": "1"} if part else {}))).text

    async def send(self, page: str, **fields: str) -> None:
        """Fill the first fitting form of a page in and send it."""
        await self.press(page, await self.fill_in(page, **fields))

    async def fill_in(self, page: str, **fields: str) -> str:
        """What the first fitting form of a page sends, filled in."""
        text = await self.look(page)
        forms = [dict(_HIDDEN.findall(form)) for form in re.findall(r"<form.*?</form>", text, re.DOTALL)]
        fitting = [form for form in forms if form.get("do", fields["do"]) == fields["do"] and "round" in form]
        if not fitting:
            raise RuntimeError(f"{page} has no form to {fields['do']}")
        return urlencode(fitting[0] | fields | {"key": f"trace-{next(self.keys)}"})

    async def press(self, page: str, body: str) -> None:
        """Send a form that is filled in."""
        headers = self.headers | {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await self.client.post(page, headers=headers, content=body)
        if answer.status_code != 303:
            raise RuntimeError(f"{page} answered {answer.status_code}: {answer.text[-500:]}")


async def trace(calls: Calls, folder: Path) -> None:
    """Play up to a card that a hand waits for, and count what the next one sets going."""
    store = open_store(str(folder / "floor.db"))
    store.create()
    service.TICK = projections.FRESH = timedelta(hours=1)  # what falls due meanwhile is not on the way of a card
    floor = open_floor(store, seed=random.Random(SEED).randbytes)
    floor.start()
    sign_in = SignIn(store, floor.clock)
    demonstration = furnish(floor, sign_in)
    app = make_api(floor, sign_in)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://floor") as client:

        async def comes(name: str) -> Browser:
            body = {"operator": "star", "name": name, "password": demonstration.password}
            answer = await client.post("/api/sign-in", json=body)
            client.cookies.clear()
            return Browser(client, answer.json()["token"])

        dealer, patron = await comes("dealer"), await comes("ann")
        await patron.send(TABLE, do="place", area="1", **{"on-wager": "25"})
        for _ in range(60):
            page = await patron.look(TABLE)
            if 'value="draw:0"' in page:
                break
            await dealer.send(f"{TABLE}/console", do="deal-on")
        await patron.send(TABLE, do="decide", pick="draw:0")
        await patron.look(TABLE, part=True)
        filled_in = await dealer.fill_in(f"{TABLE}/console", do="deal-on")
        await asyncio.sleep(QUIET)
        await patron.look(TABLE, part=True)
        with calls.counting():
            await dealer.press(f"{TABLE}/console", filled_in)
            await patron.look(TABLE, part=True)
            counted = calls.by_module.copy()
            await asyncio.sleep(QUIET)
            calls.by_module = counted
    app.state.api.lab_jobs.stop()
    floor.stop()
    store.close()


# The size of the code.


def measure() -> dict[str, Any]:
    """Read the sources and count."""
    texts = {path.relative_to(SOURCES).as_posix(): path.read_text() for path in SOURCES.rglob("*.py")}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    lines = sum(text.count("\n") for text in texts.values())
    imports = {path: _lines_of(tree, lambda node: isinstance(node, IMPORTS)) for path, tree in trees.items()}
    code = {path: _written_lines(texts[path]) - _lines_of(trees[path], _is_text) - imports[path] for path in texts}
    names = Counter(node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    imports_in_all = sum(map(len, imports.values()))
    return {
        "modules": len(texts),
        "lines": lines,
        "lines_of_code": sum(map(len, code.values())),
        "lines_of_imports": imports_in_all,
        "import_share_percent": round(100 * imports_in_all / lines, 1),
        "helpers_with_one_caller": sum(_helpers_called_once(tree) for tree in trees.values()),
        "import_cycles": _cycles(trees),
        "class_names_used_twice": sorted(name for name, times in names.items() if times > 1),
    }


IMPORTS = (ast.Import, ast.ImportFrom)
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
HELPER_LINES = 6


def _written_lines(text: str) -> set[int]:
    """The lines with something on them that is no comment."""
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in LAYOUT]
    return {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}


def _lines_of(tree: ast.Module, fits: Callable[[ast.AST], bool]) -> set[int]:
    """The lines that some of a module's statements stand on."""
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and fits(node)]
    return {line for node in statements for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _helpers_called_once(tree: ast.Module) -> int:
    """How many private functions and methods of a few lines their module names just once, to call them there. One that
    stands in a table as a value is no helper of a caller."""
    named = Counter(_name(node) for node in ast.walk(tree))
    called = {_name(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    once = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and re.match("_[^_]", node.name):
            body = node.body[_is_text(node.body[0]) :]
            length = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            is_helper = named[node.name] == 1 and node.name in called
            once += length <= HELPER_LINES and is_helper and not node.decorator_list
    return once


def _name(node: ast.AST) -> str:
    """The name that an expression is used by; nothing where it has none."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _cycles(trees: dict[str, ast.Module]) -> list[list[str]]:
    """Modules that import each other in a ring, imports for the type checker included: each ring once."""
    known = {_module(path): path for path in trees}
    needs = {name: {each for each in _imported(trees[path], known) if each != name} for name, path in known.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    rings: list[list[str]] = []

    def visit(name: str) -> None:  # Tarjan's strongly connected components
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in needs[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            ring: list[str] = []
            while not ring or ring[-1] != name:
                ring.append(stack.pop())
            if len(ring) > 1:
                rings.append(sorted(ring))

    sys.setrecursionlimit(10_000)
    for name in needs:
        if name not in index:
            visit(name)
    return sorted(rings)


def _module(path: str) -> str:
    return ".".join(("pitboss", *Path(path).with_suffix("").parts)).removesuffix(".__init__")


def _imported(tree: ast.Module, known: dict[str, str]) -> Iterator[str]:
    """The project's modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in known or node.module in known:
                    yield whole if whole in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


def main() -> None:
    """Trace one card, measure the sources, tell both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print data, with the calls of each module")
    asked = parser.parse_args()
    calls = Calls()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(trace(calls, Path(folder)))
    sys.setprofile(None)
    size = measure()
    way = {"modules": len(calls.by_module), "calls": calls.by_module.total()}
    after = {"modules": len(calls.afterwards.keys() - calls.by_module.keys()), "calls": calls.afterwards.total()}
    if asked.json:
        card = way | {"by_module": dict(calls.by_module.most_common()), "afterwards": after}
        print(json.dumps({"card": card, "code": size}, indent=1))
        return
    print(f"One card, from the console's button to the patron's page: {way['modules']} modules, {way['calls']:,} calls")
    for module, times in calls.by_module.most_common(12):
        print(f"  {times:6,}  {module}")
    print(f"  Reactions afterwards: {after['modules']} modules more, {after['calls']:,} calls")
    print(f"The code: {size['modules']} modules, {size['lines']:,} lines, {size['lines_of_code']:,} of code")
    print(f"  imports               {size['lines_of_imports']:,}, {size['import_share_percent']}% of all lines")
    print(f"  helpers called once   {size['helpers_with_one_caller']}")
    print(f"  import cycles         {len(size['import_cycles'])}, of {sum(map(len, size['import_cycles']))} modules")
    print(f"  class names twice     {len(size['class_names_used_twice'])}")


if __name__ == "__main__":
    main()
