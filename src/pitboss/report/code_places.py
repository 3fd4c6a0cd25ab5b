"""Where in the code a rule is enforced: the places that name it, the nearest to its condition first."""

import ast
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path

import pitboss
from pitboss.law import TITLES, Key
from pitboss.value import Value

_ROOT = Path(pitboss.__file__).parent
_CONDITIONS = (ast.If, ast.IfExp, ast.While, ast.Assert, ast.match_case, ast.comprehension)
_CONSTRUCTOR = "__init__"
_TELLING = ("report", "cli", "lab")
"""The folders that tell of rules, and decide nothing by them."""
_DECLARED = ("rules", "takes")
"""What commands and events say of themselves, by names that much else has: it is read of all of them alike."""


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
    owner: str = ""
    """The class whose method it is in."""

    def __str__(self) -> str:
        through = f", by {self.table}" if self.table else ""
        return f"{self.file}:{self.line}{self.inside and ' ' + self.inside}{through}"


_Holder = tuple[str, str]
"""A table: the module of a constant and its name; an attribute of a class or an object has no module, and what is local
to a constructor has that for one."""


class _Names(ast.NodeVisitor):
    """What a module names: rules and tables, each with where, and in which table if it is a part of one."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module = module
        self.rules: list[tuple[str, CodePlace, _Holder | None]] = []
        self.reads: list[tuple[_Holder, CodePlace, _Holder | None]] = []
        self._file = f"{'/'.join(module.split('.'))}.py"
        self._imported: dict[str, _Holder] = {}
        self._inside, self._owner, self._holder = "", "", None  # type: str, str, _Holder | None
        self._nearness = Nearness.TABLE
        self.visit(tree)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for name in node.names:
            self._imported[name.asname or name.name] = (node.module or "", name.name)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before, self._owner = self._owner, node.name
        self._within(node, inside=node.name, nearness=Nearness.TABLE)
        self._owner = before

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
        place = self._place(node)
        if base == "law":
            self.rules.append((node.attr, place, self._holder))
        elif isinstance(node.ctx, ast.Load):
            module = ".".join(self._imported[base]) if base in self._imported else ""
            self.reads += [(holder, place, self._holder) for holder in ((module, node.attr), ("", node.attr))]
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            place = self._place(node)
            self.reads.append((self._imported.get(node.id, (self.module, node.id)), place, self._holder))
            if self._inside and self._nearness is Nearness.TABLE:  # of the same class, or of the same constructor
                self.reads.append(((self._scope, node.id), place, self._holder))

    def _place(self, node: ast.expr) -> CodePlace:
        return CodePlace(self._nearness, self._file, node.lineno, self._inside, owner=self._owner)

    @property
    def _scope(self) -> str:
        """Where a plain name belongs that is given in a class or in a constructor."""
        return f"{self.module}.{_CONSTRUCTOR}" if self._inside == _CONSTRUCTOR else ""

    def _holder_of(self, target: ast.expr) -> _Holder | None:
        match target:
            case ast.Name(id=name) | ast.Attribute(attr=name) if self._inside and (
                name in _DECLARED or self.module.split(".")[1] in _TELLING
            ):
                return None
            case ast.Name(id="because"):  # what a value has unless it is said: each that is made holds it
                return self.module, self._inside
            case ast.Name(id=name):
                return (self._scope, name) if self._inside else (self.module, name)
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
    modules = [
        _Names(".".join(file.relative_to(_ROOT.parent).with_suffix("").parts), ast.parse(file.read_text("utf-8")))
        for file in sorted(_ROOT.rglob("*.py"))
        if file.parent.name != "law"
    ]
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
