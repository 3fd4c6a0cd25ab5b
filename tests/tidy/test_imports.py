"""Every module can be the first that a program imports: no circle of imports asks for a name before it is there."""

import ast
from collections.abc import Iterator

from tidy.test_tidy import ROOT, SOURCES, tree_of

MODULES = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): tree_of(path).body
    for path in SOURCES
}


def steps(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What a module does as it is imported; what is for the type checker alone is not done."""
    for step in body:
        if isinstance(step, ast.If) and "TYPE_CHECKING" in ast.unparse(step.test):
            yield from steps(step.orelse)
        elif isinstance(step, ast.If | ast.Try | ast.With):
            for part in ("body", "handlers", "orelse", "finalbody"):
                yield from steps(getattr(step, part, []))
        elif isinstance(step, ast.ExceptHandler):
            yield from steps(step.body)
        else:
            yield step


def names_of(step: ast.stmt) -> Iterator[str]:
    """The names that a step gives to a module."""
    if isinstance(step, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield step.name
    elif isinstance(step, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in step.names)
    else:
        yield from (part.id for part in ast.walk(step) if isinstance(part, ast.Name))


STEPS = {module: [(step, set(names_of(step))) for step in steps(body)] for module, body in MODULES.items()}


class FirstImport:
    """What is imported, and which names each module has, as a program begins with one of them."""

    def __init__(self) -> None:
        self.names: dict[str, set[str]] = {}
        self.ended: set[str] = set()
        self.missing: list[str] = []

    def load(self, module: str) -> None:
        """Import a module, and before it the packages that it is in."""
        if module not in MODULES or module in self.names:
            return
        self.load(module.rpartition(".")[0])
        if module in self.names:  # its package has imported it
            return
        self.names[module] = set()
        for step, names in STEPS[module]:
            if isinstance(step, ast.Import):
                for alias in step.names:
                    self.load(alias.name)
            elif isinstance(step, ast.ImportFrom) and step.module:
                self.take(module, step.module, [alias.name for alias in step.names])
            self.names[module] |= names
        self.ended.add(module)

    def take(self, module: str, source: str, names: list[str]) -> None:
        """Take names from a module, which may itself not have all of them yet."""
        self.load(source)
        for name in names:
            self.load(f"{source}.{name}")
            has_it = source not in MODULES or source in self.ended or name in self.names[source]
            if not has_it and f"{source}.{name}" not in MODULES:
                self.missing.append(f"{module} wants {name} of {source}")


def test_every_module_can_be_imported_first() -> None:
    found = {}
    for module in MODULES:
        first = FirstImport()
        first.load(module)
        if first.missing:
            found[module] = first.missing
    assert not found
