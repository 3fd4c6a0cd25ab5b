"""The house rules that a machine can check: headings, no loose ends, no words that belong elsewhere.

Each rule is one test over all files, and says every place that breaks it.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from pitboss.floor.patrons.state import PatronEvent
from pitboss.floor.service.commands import Command, TimedCommand
from pitboss.floor.tables.edges import OfferCommand
from pitboss.floor.tables.state import TableEvent
from pitboss.floor.tournaments.building import BuildCommand
from pitboss.floor.tournaments.state import TournamentEvent
from pitboss.games import built_games
from pitboss.lab.answer import solver_of
from pitboss.law import Rules
from pitboss.law.edition import edition_names, load_edition
from pitboss.play.round import Act, Game
from pitboss.play.wrong_wagers import MendsWagers
from tidy.catalogue import CATALOGUE, extracted, unmarked

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXTS = [
    *SOURCES,
    *TESTS,
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "bench").rglob("*.py")),
    *sorted(ROOT.glob("*.md")),
]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def test_modules_say_what_they_are() -> None:
    assert [name(path) for path in SOURCES if not ast.get_docstring(tree_of(path))] == []


def test_public_things_say_what_they_do() -> None:
    floor_hooks = (
        set(vars(Command))
        | set(vars(TimedCommand))
        | set(vars(OfferCommand))
        | set(vars(TableEvent))
        | set(vars(PatronEvent))
        | set(vars(TournamentEvent))
        | set(vars(BuildCommand))
    )
    hooks = set(vars(Game)) | set(vars(MendsWagers)) | set(vars(Act))
    silent = [
        f"{name(path)}:{node.lineno} {node.name}"
        for path in SOURCES
        for node in public_things(tree_of(path))
        if not ast.get_docstring(node)
        and not (
            any(folder in name(path) for folder in ("games/", "poker/", "play/acts", "play/powers"))
            and node.name in hooks
        )
        and not ("floor/" in name(path) and node.name in floor_hooks)  # the class says what it does
    ]
    assert silent == []


def public_things(parent: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """What a module or a class offers to others; what is inside a function is its own affair."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_things(node)


def test_a_class_name_means_one_thing() -> None:
    defined: dict[str, set[str]] = {}
    for path in SOURCES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                defined.setdefault(node.name, set()).add(name(path))
    assert {each: sorted(places) for each, places in defined.items() if len(places) > 1} == {}


def test_nothing_is_left_undone() -> None:
    undone = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    assert [name(path) for path in SOURCES if undone.search(text_of(path))] == []


TIMES = ("timeout", "seconds")


def test_money_is_never_a_float() -> None:
    drawn = ("lab", "web", "cli", "drawing.py")  # what is only told or drawn
    exact = [path for path in SOURCES if not set(drawn) & set(path.parts)]
    assert [f"{name(path)}:{line}" for path in exact for line in floats(tree_of(path))] == []


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


def test_only_the_terminal_prints() -> None:
    quiet = [path for path in SOURCES if "cli" not in path.parts]
    assert [f"{name(path)}:{line}" for path in quiet for line in prints(tree_of(path))] == []


def prints(tree: ast.AST) -> Iterator[int]:
    """The lines that print or ask on the terminal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "input"):
            yield node.lineno


def test_texts_speak_of_the_project_alone() -> None:
    registries = re.compile(r"https?://(?!json-schema\.org)[\w.]*(pypi|pythonhosted|npmjs|debian)\b")
    place = str(ROOT.parent) + "/"
    strange = [path for path in TEXTS if registries.search(text_of(path)) or (place != "//" and place in text_of(path))]
    assert [name(path) for path in strange] == []


def cited(text: str) -> list[tuple[str, str]]:
    """The clauses that prose names, as in (Star 9.1 to 9.4, 10; Crown 8.2, 8.6.1(b))."""
    found = []
    for house, rest in re.findall(r"\b(Star|Crown)(?:'s)? ((?:\d+(?:\.\d+)*(?:\([a-z]+\))*(?:, | to | and )?)+)", text):
        found += [(house, number) for number in re.findall(r"\d+(?:\.\d+)*(?:\([a-z]+\))*", rest)]
    return found


def test_prose_cites_clauses_that_are_there() -> None:
    editions = {"Star": load_edition("star-caribbean-stud"), "Crown": load_edition("crown-poker-minors")}
    wrong = []
    for path in (*SOURCES, *TESTS):
        for house, number in cited(text_of(path)) if "caribbean_stud" in path.parts else ():
            if not any(clause.startswith(number) for clause in editions[house].clauses):
                wrong.append(f"{name(path)}: {house} {number}")
    assert wrong == []


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


def test_node_packages_are_pinned_with_hashes_and_name_no_address() -> None:
    text = (ROOT / "requirements" / "js" / "package-lock.json").read_text()
    assert "://" not in text
    packages = {place: package for place, package in json.loads(text)["packages"].items() if place}
    assert packages
    assert [place for place, package in packages.items() if not package["integrity"].startswith("sha512-")] == []


def test_every_edition_has_its_four_files() -> None:
    for edition in edition_names():
        assert load_edition(edition).clauses


NAMES_AN_OPERATOR = {
    "src/pitboss/floor/demo.py": "the demonstration has both operators' tables",
    **{
        f"src/pitboss/web/{place}": "examples in the description of the API"
        for place in ("api/", "lab.py", "people.py", "rulebook.py")
    },
    "src/pitboss/cli/play.py": "the game that a person plays who names none",
    "src/pitboss/lab/pontoon/price.py": "the lab's own default of the one Pontoon that there is",
}
"""Where code may name an operator, an edition or one of its games, and why."""


def test_no_code_asks_for_the_name_of_an_operator_or_of_its_game() -> None:
    editions = [load_edition(edition) for edition in edition_names()]
    named = {each for edition in editions for each in (edition.operator, edition.name, *edition.games)}
    asking = [
        f"{name(path)}:{node.lineno} {node.value}"
        for path in SOURCES
        if not name(path).startswith(tuple(NAMES_AN_OPERATOR))
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in named
    ]
    assert asking == []


def test_the_catalogue_has_the_messages_of_now() -> None:
    assert CATALOGUE.read_text() == extracted(tree_of), "messages have changed: run make messages"


def test_text_in_templates_is_marked() -> None:
    templates = sorted((ROOT / "src" / "pitboss" / "web").rglob("*.html"))
    assert templates
    assert [f"{name(path)}:{line} {text}" for path in templates for line, text in unmarked(text_of(path))] == []


def test_text_that_is_not_marked_is_found() -> None:
    page = """<p class="a b" title="{{ _('Fine') }}">{{ _("Fine") }} {{ at }}: {% trans %}as <b>it</b> is{% endtrans %}
<p title="Wrong {{ at }}">Not &amp; {{ at }} fine {{ "Nor this" if at else _("but this") }}</p>
{% for part, words in (("least", "Least"), ("most", _("Most"))) %}<input{% if part %} required{% endif %}>{% endfor %}
"""
    assert list(unmarked(page)) == [(2, "Wrong"), (2, "Not &amp;"), (2, "fine"), (2, "Nor this"), (3, "Least")]


def test_what_the_lab_says_of_a_game_is_in_the_catalogue() -> None:
    with CATALOGUE.open(encoding="utf-8") as file:
        known = {message.id for message in read_po(file)}
    said = {words for game in built_games() for words in spoken(game)}
    assert len(said) > 40
    assert said - known == set()


def spoken(game: str) -> Iterator[str]:
    """What the lab says of a game's strategies and rules."""
    rules = Rules.of(game)
    solver = solver_of(rules.edition.games[game].engine)
    yield from solver.STRATEGIES.values()
    yield from (rule.says for rule in solver.rules_of(rules))
