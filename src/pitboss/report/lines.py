"""Where something stands in a record, by its line and in words, and the error that says what is wrong there.

The scanner reads only what tells where things stand: keys, headers, brackets and strings. It takes any text, so that
it can look before the text is read as TOML, and it stops where things are nested deeper than any record is.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss import messages
from pitboss.law import Because, Rules
from pitboss.report.settlements import say_grounds
from pitboss.value import Value

Path = tuple[str | int, ...]

DEEPEST = 16
"""How deep arrays, tables and dotted names may be nested."""

_TOKEN = re.compile(
    r"""
      (?P<text> \"{3} (?: \\. | [^\\] )*? (?: \"{3,5} | \\?\Z )
              | '{3} .*? (?: '{3,5} | \Z )
              | " (?: \\. | [^"\\\n] )* "?
              | ' [^'\n]* '? )
    | (?P<note> \# [^\n]* )
    | (?P<mark> [\[\]{},=.\n] )
    | (?P<bare> [^\s\[\]{},=."'\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
"""A string that is not closed goes on to the end, so that no text makes the scanner look at anything twice."""

_ENDS = ("", "\n", ",", "]", "}")
"""What ends a value that is neither an array nor a table."""


class _Token(Value):
    kind: str
    text: str
    line: int


class Lines:
    """The lines of a TOML text by the path of what stands there; `too_deep` is the line that nests too deep, if any."""

    def __init__(self, text: str) -> None:
        scanner = _Scanner(text)
        scanner.scan()
        self._at = scanner.at
        self.too_deep = scanner.too_deep

    def of(self, path: Sequence[str | int]) -> int:
        """The line of a value, or of the nearest thing around it."""
        whole = tuple(path)
        for length in range(len(whole), 0, -1):
            if whole[:length] in self._at:
                return self._at[whole[:length]]
        return 1


class _Scanner:
    """Walks over the tokens of a text once and notes the line of every key, header and entry of an array."""

    def __init__(self, text: str) -> None:
        self.at: dict[Path, int] = {}
        self.too_deep = 0
        self._rows: dict[Path, int] = {}
        self._tokens = _tokens(text)
        self._place = 0

    @property
    def _token(self) -> _Token:
        return self._tokens[self._place]

    def _next(self) -> None:
        self._place = min(self._place + 1, len(self._tokens) - 1)

    def _stop(self) -> None:
        self.too_deep = self.too_deep or self._token.line
        self._place = len(self._tokens) - 1

    def scan(self) -> None:
        """Note where everything stands."""
        here: Path = ()
        while self._token.text:
            if self._token.text == "[":
                here = self._header()
            elif self._token.text == "\n":
                self._next()
            else:
                self._pair(here, 0)

    def _header(self) -> Path:
        """`[name]` or `[[name]]`: the table that the pairs below it belong to."""
        line = self._token.line
        self._next()
        is_row = self._token.text == "["
        if is_row:
            self._next()
        here: Path = ()
        names = self._names()
        for place, name in enumerate(names, start=1):
            here = (*here, name)
            self.at.setdefault(here, line)
            if is_row and place == len(names):
                self._rows[here] = self._rows.get(here, -1) + 1
            if here in self._rows:
                here = (*here, self._rows[here])
        self.at.setdefault(here, line)
        while self._token.text not in ("", "\n"):
            self._next()
        return here

    def _pair(self, here: Path, depth: int) -> None:
        """`name = value`, `a.b = value`."""
        line = self._token.line
        for name in self._names():
            here = (*here, name)
            self.at.setdefault(here, line)
        is_pair = self._token.text == "="
        self._next()
        if is_pair:
            self._value(here, depth)

    def _names(self) -> list[str]:
        names: list[str] = []
        while self._token.kind in ("bare", "text"):
            if len(names) >= DEEPEST:
                self._stop()
                break
            name = self._token.text
            if self._token.kind == "text":
                try:
                    name = str(tomllib.loads(f"name = {name}")["name"])
                except tomllib.TOMLDecodeError:
                    name = name[1:-1]
            names.append(name)
            self._next()
            if self._token.text != ".":
                break
            self._next()
        return names

    def _value(self, path: Path, depth: int) -> None:
        if depth > DEEPEST:
            self._stop()
        elif self._token.text == "[":
            self._array(path, depth + 1)
        elif self._token.text == "{":
            self._table(path, depth + 1)
        else:
            while self._token.text not in _ENDS:
                self._next()

    def _array(self, path: Path, depth: int) -> None:
        self._next()
        row = 0
        while self._token.text not in ("", "]"):
            if self._token.text in ("\n", ",", "}"):
                self._next()
                continue
            self.at.setdefault((*path, row), self._token.line)
            self._value((*path, row), depth)
            row += 1
        self._next()

    def _table(self, path: Path, depth: int) -> None:
        self._next()
        while self._token.text not in ("", "}"):
            if self._token.text in ("\n", ","):
                self._next()
            else:
                self._pair(path, depth)
        self._next()


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    line, counted = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        if match.lastgroup != "note":
            found.append(_Token(str(match.lastgroup), match.group(), line))
    return [*found, _Token("end", "", line)]


def lower_booleans(text: str) -> str:
    """A text with `True` and `FALSE` as TOML has them, wherever one stands as a value."""
    found: list[str] = []
    end, before = 0, ""
    for match in _TOKEN.finditer(text):
        is_value = match.group().lower() in ("true", "false") and before in ("=", "[", ",")
        found += [text[end : match.start()], match.group().lower() if is_value else match.group()]
        end = match.end()
        before = match.group().strip() or before
    return "".join((*found, text[end:]))


# In words.

_TURNS_TEXT = {chr(sign) for sign in (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Signs that break a line or turn the direction of text, besides the control characters."""


def text_fault(text: str, *, is_note: bool = False) -> str:
    """What is wrong with a text that people are to read; empty if nothing is. A note may have several lines."""
    allowed = "\n\t" if is_note else ""
    if any((unicodedata.category(sign) == "Cc" or sign in _TURNS_TEXT) and sign not in allowed for sign in text):
        return messages.say("has a control character in it")
    return ""


def describe_place(path: Sequence[str | int], data: Mapping[str, Any]) -> str:
    """What a path leads to, as a dealer would say it: `Ann's area`, `stake of act 3`, `sign.limits.ante`."""
    match list(path):
        case []:
            return "the record"
        case ["player", int(place), *rest]:
            row = data["player"][place]
            name = row.get("name") if isinstance(row, Mapping) else None
            is_name = isinstance(name, str) and name.strip() and not text_fault(name)
            owner = str(name) if is_name else f"player {place + 1}"
            return f"{owner}'s {_join_path(rest)}" if rest else owner
        case ["act" | "irregularity" as table, int(place), *rest]:
            return f"{_join_path(rest)} of {table} {place + 1}" if rest else f"{table} {place + 1}"
        case whole:
            return _join_path(whole)


def _join_path(path: Sequence[str | int]) -> str:
    said = ""
    for part in path:
        said += (
            f" entry {part + 1}" if isinstance(part, int) else f"{'.' if said else ''}{show_value(part).strip(chr(34))}"
        )
    return said.strip()


def show_value(value: object) -> str:
    """A value as it stands in a record, cut short if it is long."""
    match value:
        case bool():
            text = str(value).lower()
        case str():
            text = json.dumps(value, ensure_ascii=False)
        case Mapping():
            text = "a table"
        case list():
            text = "a list"
        case _:
            text = str(value)
    return text if len(text) <= 40 else f"{text[:36]}..."


class RecordError(Exception):
    """A record that is not possible: the line, what is wrong, and the rule if one says so."""

    def __init__(self, line: int, words: str, because: Because = (), rules: Rules | None = None) -> None:
        cited = f" [{say_grounds(rules, because)}]" if rules is not None and because else ""
        super().__init__(messages.say("line {line}: {words}{cited}", line=line, words=words, cited=cited))
        self.line = line
        self.words = words
        self.because = because
        self.clauses = rules.cite(because) if rules is not None else ()
