"""The house rules that a machine can check: length, headings, no loose ends, no words that belong elsewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.law.edition import edition_names, load_edition
from pitboss.play.game import Game
from pitboss.play.mend import MendsWagers

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXTS = [
    *SOURCES,
    *TESTS,
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "bench").rglob("*.py")),
    ROOT / "README.md",
]
LONGEST = 320


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_module_opens_with_what_it_is_and_is_a_few_screens_long(path: Path) -> None:
    text = path.read_text()
    assert ast.get_docstring(ast.parse(text)), "a module says what it is"
    assert text.count("\n") <= LONGEST, "a module is a few screens long"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_public_things_say_what_they_do(path: Path) -> None:
    hooks = set(vars(Game)) | set(vars(MendsWagers))
    for node in public_things(ast.parse(path.read_text())):
        inherited = ("games/" in name(path) or "poker/" in name(path)) and node.name in hooks
        assert ast.get_docstring(node) or inherited, f"{node.name} at line {node.lineno}"


def public_things(parent: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """What a module or a class offers to others; what is inside a function is its own affair."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_things(node)


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_money_is_never_a_float_and_nothing_is_left_undone(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"\b(TODO|FIXME|XXX|NotImplementedError)\b", text)
    if not {"lab", "web", "cli"} & set(path.parts):
        assert not list(floats(ast.parse(text)))


TIMES = ("timeout", "seconds")


def floats(tree: ast.AST) -> Iterator[int]:
    """The lines that name the type of inexact numbers, where it is not for a time; a float tray is another thing."""
    of_time = {
        id(node.annotation)
        for node in ast.walk(tree)
        if (isinstance(node, ast.arg) and node.arg in TIMES)
        or (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in TIMES)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "float" and id(node) not in of_time:
            yield node.lineno


@pytest.mark.parametrize("path", [p for p in SOURCES if "cli" not in p.parts], ids=name)
def test_only_the_terminal_prints(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "input"), f"line {node.lineno}"


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_text_speaks_of_the_project_alone(path: Path) -> None:
    text = path.read_text()
    assert str(ROOT.parent) + "/" not in text or str(ROOT.parent) == "/", "a path of one machine"
    assert not re.search(r"https?://(?!json-schema\.org)[\w.]*(pypi|pythonhosted|npmjs|debian)\b", text)


def cited(text: str) -> list[tuple[str, str]]:
    """The clauses that prose names, as in (Star 9.1 to 9.4, 10; Crown 8.2, 8.6.1(b))."""
    found = []
    for house, rest in re.findall(r"\b(Star|Crown)(?:'s)? ((?:\d+(?:\.\d+)*(?:\([a-z]+\))*(?:, | to | and )?)+)", text):
        found += [(house, number) for number in re.findall(r"\d+(?:\.\d+)*(?:\([a-z]+\))*", rest)]
    return found


@pytest.mark.parametrize("path", [p for p in (*SOURCES, *TESTS) if "caribbean_stud" in p.parts], ids=name)
def test_prose_cites_clauses_that_are_there(path: Path) -> None:
    editions = {"Star": load_edition("star-caribbean-stud"), "Crown": load_edition("crown-poker-minors")}
    for house, number in cited(path.read_text()):
        there = [n for n in editions[house].clauses if n.startswith(number)]
        assert there, f"{house} has no clause {number}"


def test_citations_in_prose_are_found() -> None:
    assert cited("(Star 9.1 to 9.4, 10; Crown 8.2, 8.6.1(b))") == [
        ("Star", "9.1"),
        ("Star", "9.4"),
        ("Star", "10"),
        ("Crown", "8.2"),
        ("Crown", "8.6.1(b)"),
    ]


def test_requirements_are_pinned_with_hashes_and_name_no_address() -> None:
    for file in sorted((ROOT / "requirements").glob("*.txt")):
        text = file.read_text()
        assert "://" not in text
        pins = re.findall(r"^[a-z0-9][\w.-]*==\S+", text, re.MULTILINE)
        assert pins
        assert text.count("--hash=sha256:") >= len(pins)


def test_every_edition_has_its_four_files() -> None:
    for edition in edition_names():
        assert load_edition(edition).clauses
