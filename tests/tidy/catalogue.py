"""The catalogue of messages for translators, extracted from the code and the templates: `make messages` writes it.

A message stands where it is said (`say`), or where something is declared whose words are shown later: the title of a
rule key, the label of a field, the words of a refusal. Words that are put together in code are none: they have to be
said with `say`.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import write_po
from jinja2 import Environment, nodes
from jinja2.ext import babel_extract
from typer.main import get_command

from pitboss.cards import Category
from pitboss.cli import app
from pitboss.cli.terminal import find_help
from pitboss.games import ENGINES
from pitboss.play.terms import spot_title
from pitboss.play.wager import Result
from pitboss.report import jackpots, registers, reports, returns, search
from pitboss.web import meter_history, promotions
from pitboss.web.pages.translation import find_script_messages

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "pitboss"
CATALOGUE = SOURCE / "locale" / "pitboss.pot"

MARKED: Mapping[str, tuple[int | str, ...]] = {
    "say": (0,),
    "message": (0,),
    "translate": (0,),
    "key": (1, "title"),
    "refuse": (0, "words"),
    "Refusal": (1, "words"),
    "check_said": (1,),
    "CommandForm": (0, "title", 1, "button", 4, "group"),
    "_form": (0, "title", 1, "button"),
    "FieldPrompt": (0, "label", 1, "hint"),
    "needed": (1,),
    "chosen": (2,),
    "Unclear": (0,),
    "NotFound": (0,),
    "NotAllowed": (0,),
    "PasswordRefused": (0,),
    "NotRunning": (0,),
    "LabClosed": (0,),
    "NotSignedIn": (0,),
    "Barred": (0,),
    "Conflict": (0,),
    "Problem": (1, "title", 2, "detail"),
    "problem": (1, "title", 2, "detail"),
    "TooMany": (0, "words", 2, "title"),
    "Overloaded": (0, "words", 2, "title"),
    "LabError": (0,),
    "DecodeError": (0,),
    "Ground": (0, 1),
    "BookError": (0,),
    "say_parts": (0,),
    "Fact": (1,),
    "State": (1,),
    "Mark": (0, 1),
    "Provision": (2, "words"),
    "CallNeed": (1,),
    "Register": (0,),
    "make_table": tuple(range(8)),
    "required_text": (1,),
    "one_of": (2,),
    "VoidGround": (0, 1),
    "_check_due": (3,),
    "case": (1,),
    "_table": tuple(range(8)),
}
"""What is called with messages: their places and names among its arguments."""
TEMPLATES = {"extensions": "jinja2.ext.i18n", "newstyle_gettext": "true", "trimmed": "true", "silent": "false"}
TEMPLATES |= {"trim_blocks": "true", "lstrip_blocks": "true"}


def in_code(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """The messages of a module: a message, or the two of `say_number`; what is called `words` is one as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "words":
            yield from ((word,) for word in _words(node.value))
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given: dict[int | str, ast.expr] = dict(enumerate(node.args))
        given |= {each.arg: each.value for each in node.keywords if each.arg}
        if called == "say_number":
            yield tuple(word for place in (0, 1) for word in _words(given[place]))
        for place in MARKED.get(called, ()):
            for word in _words(given[place]) if place in given else ():
                yield (word,)


def _words(node: ast.expr) -> Iterator[str]:
    """The words that an argument may be, written out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and any(map(str.isalpha, node.value)):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _words(node.body)
        yield from _words(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from _words(each)


def in_lab(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """What the lab says of a game in whole phrases: its strategies, rules, methods and tables, in the tables of a
    module and where a rule, a solution or a table of decisions is made. They are kept in English with an answer, and
    put into the reader's language where they are shown."""
    declared = [each.value for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign) and each.value]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [call for call in calls if _called(call) in LAB_MADE]
    keywords = [each.value for call in calls for each in call.keywords if each.arg in LAB_SAID]
    for value in (*declared, *made, *keywords):
        for each in ast.walk(value):
            said = each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else ""
            if PHRASE.search(said) and "{" not in said:
                yield (said,)


LAB_MADE = ("VariableRule", "number", "DecisionTable")
LAB_SAID = ("strategy_class", "ties", "method", "says")
PHRASE = re.compile(r"[a-z],? [A-Za-z]")


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def in_names(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """The names of a game that are shown as words: its options, calls and phases."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            found = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
            yield from ((name.replace("-", " "),) for name in found if isinstance(name, str))


def in_spots() -> Iterator[tuple[str, ...]]:
    """The spots of the layouts."""
    yield from ((spot_title(spot),) for engine in ENGINES.values() for spot in engine.spots)


def in_pays(book: str) -> Iterator[tuple[str, ...]]:
    """The lines of the pay tables of an edition."""
    for game in tomllib.loads(book)["game"]:
        rows = (row for name in ("pay", "prize") for row in game.get(name, ()))
        yield from ((str(row["line"]).replace("-", " "),) for row in rows)


def in_readings(readings: str) -> Iterator[tuple[str, ...]]:
    """How unclear clauses of an edition are read."""
    for reading in tomllib.loads(readings)["reading"]:
        yield from ((reading[name],) for name in ("question", "taken", "alternative") if reading[name])


def in_results() -> Iterator[tuple[str, ...]]:
    """What may become of a wager."""
    yield from ((result.value,) for result in Result)


def in_help() -> Iterator[tuple[str, ...]]:
    """The help of the terminal: a message for each paragraph and each option."""
    yield from ((part,) for part in find_help(get_command(app)))


def in_sheets() -> Iterator[tuple[str, ...]]:
    """The headings of the registers and the reports, of which most are made of the names of fields."""
    sheets = (*(each.columns for each in registers.REGISTERS.values()), registers.MISPAYMENTS)
    sheets += (reports.SHIFT_COLUMNS, reports.PARAMETER_COLUMNS, reports.STATEMENT_COLUMNS)
    sheets += (search.COLUMNS, jackpots.COLUMNS)
    sheets += (returns.BAND_COLUMNS, returns.RESULT_COLUMNS, meter_history.COLUMNS, promotions.DENIED_COLUMNS)
    for columns in sheets:
        yield from ((heading,) for heading in columns.values())


def in_ranks(edition: str) -> Iterator[tuple[str, ...]]:
    """The ranks that an edition names."""
    ranks = tomllib.loads(edition)["ranks"]
    yield from ((rank.replace("-", " "),) for rank in (*ranks["order"], *ranks.get("classes", ())))


def in_template(source: str) -> Iterator[tuple[str, ...]]:
    """The messages of a template: a message, or the two of a plural."""
    found = babel_extract(BytesIO(source.encode()), ("_", "gettext", "ngettext"), (), dict(TEMPLATES))
    for _, _, said, _ in found:
        words = said if isinstance(said, tuple) else (said,)
        yield tuple(word for word in words if word)


def unmarked(source: str) -> Iterator[tuple[int, str]]:
    """The texts of a template that a person reads and that are not marked, with their lines: between tags, in
    attributes that are shown or read out, and written out in what is put in."""
    plain = MARKED_UP.sub(_blank, source)
    texts = [(each.start(), each[1] or each[2] or "") for each in READ.finditer(plain)]
    for at, text in texts:
        for words in (part.strip() for part in text.split(GAP)):
            if any(map(str.isalpha, words)) and words != ACE:
                yield source.count("\n", 0, at) + 1, words
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(source)  # noqa: S701  # no page is made of it
    fine = {id(each) for call in tree.find_all(nodes.Call) if _says(call) for each in call.args}
    fine |= {id(pair.key) for pair in tree.find_all(nodes.Pair)}
    fine |= {id(const) for compared in tree.find_all(nodes.Compare) for const in compared.find_all(nodes.Const)}
    for const in tree.find_all(nodes.Const):
        if isinstance(const.value, str) and id(const) not in fine and TEXT.search(const.value):
            yield const.lineno, const.value


GAP = "\0"
"""What stands for what is put into a text."""
MARKED_UP = re.compile(
    r"""\{%\+?\ trans\b.*?endtrans\ \+?%\}  # it is marked
    |\{%\ macro\ wired\(.*?endmacro\ %\}  # attributes of a tag
    |\{\{.*?\}\}|\{%.*?%\}|\{\#.*?\#\}""",
    re.DOTALL | re.VERBOSE,
)
READ = re.compile(r'(?<=\s)(?:aria-label|title|placeholder|alt|data-label)="([^"]*)"|(?:^|(?<=>))([^<>]+)(?=<|\Z)')
TEXT = re.compile(r"^(?!As\b)[A-Z][a-z]|[a-z] [a-z]")
"""What is no name or address: it has a capital letter, or several words."""
ACE = "As"
"""The ace of spades."""


def _blank(part: re.Match[str]) -> str:
    return re.sub(r"[^\n]", GAP, part[0])


NAMES = ("may_order",)
"""What a template asks of a command by its name on the log."""


def _says(call: nodes.Call) -> bool:
    return isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext", "ngettext", *NAMES)


def parsed(path: Path) -> ast.Module:
    """The code of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def extracted(parse: Callable[[Path], ast.Module] = parsed) -> str:
    """The catalogue as the code and the templates have it now. It names no lines and no day, so that it changes with
    the messages alone."""
    catalogue = Catalog(project="Pitboss", charset="utf-8", fuzzy=False)
    catalogue.header_comment = "# The messages of Pitboss, written by `make messages`."
    for path in sorted(SOURCE.rglob("*.py")):
        _add(catalogue, path, in_code(parse(path)))
    _add(catalogue, SOURCE / "report" / "registers.py", in_sheets())
    _add(catalogue, SOURCE / "cards" / "poker.py", ((each.line.replace("-", " "),) for each in Category))
    _add(catalogue, SOURCE / "play" / "wager.py", ((each.value,) for each in Result))
    _add(catalogue, SOURCE / "web" / "pages", ((words,) for words in find_script_messages()))
    _add(catalogue, SOURCE / "games", in_spots())
    _add(catalogue, SOURCE / "play", in_results())
    _add(catalogue, SOURCE / "cli", in_help())
    for name in ("caribbean", "mississippi", "pontoon", "ultimate"):
        for path in sorted((SOURCE / "lab" / name).glob("*.py")):
            _add(catalogue, path, in_lab(parse(path)))
    pay_tables = tomllib.loads((SOURCE / "lab" / "pay_tables.toml").read_text(encoding="utf-8"))
    _add(catalogue, SOURCE / "lab", ((each["says"],) for each in pay_tables["table"]))
    for path in (*sorted(SOURCE.rglob("names.py")), SOURCE / "play" / "irregularity.py"):
        _add(catalogue, path, in_names(parse(path)))
    for path in sorted(SOURCE.rglob("edition.toml")):
        _add(catalogue, path, in_ranks(path.read_text(encoding="utf-8")))
    for path in sorted(SOURCE.rglob("games.toml")):
        _add(catalogue, path, in_pays(path.read_text(encoding="utf-8")))
    for path in sorted(SOURCE.rglob("readings.toml")):
        _add(catalogue, path, in_readings(path.read_text(encoding="utf-8")))
    for path in sorted(SOURCE.rglob("*.html")):
        _add(catalogue, path, in_template(path.read_text(encoding="utf-8")))
    written = BytesIO()
    write_po(written, catalogue, width=120, sort_output=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    passing = ('"Project-Id', '"Report-Msgid', '"POT-Creation-Date', '"PO-Revision-Date', '"La', '"Generated-By')
    return "".join(line for line in lines if not line.startswith(passing))


def _add(catalogue: Catalog, path: Path, found: Iterator[tuple[str, ...]]) -> None:
    where = [(path.relative_to(SOURCE).parts[0], 0)]  # the part of the software alone: files are renamed
    for words in found:
        catalogue.add(words[0] if len(words) == 1 else words[:2], locations=where)


if __name__ == "__main__":
    CATALOGUE.write_text(extracted(), encoding="utf-8")
