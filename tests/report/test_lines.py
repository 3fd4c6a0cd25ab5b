"""The line of a value in a TOML text, however it is written."""

import pytest

from pitboss.report.lines import DEEPEST, Lines

TABLES = """\
format = 1

[sign]
limits.ante = { minimum = 25,
  maximum = 500 }

[[player]]
name = "Ann"
does = [
  "bet",   # a comment with [[player]]
  { option = "bet", stake = 5 },
]

[[player]]
"name" = "Bob"
[dealer]
'up' = "Jh"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("format",), 1),
        (("sign",), 3),
        (("sign", "limits"), 4),
        (("sign", "limits", "ante", "minimum"), 4),
        (("player",), 7),
        (("player", 0), 7),
        (("player", 0, "name"), 8),
        (("player", 0, "does"), 9),
        (("player", 0, "does", 0), 10),
        (("player", 0, "does", 1), 11),
        (("player", 0, "does", 1, "stake"), 11),
        (("player", 1), 14),
        (("player", 1, "name"), 15),
        (("dealer", "up"), 17),
        (("dealer", "cards"), 16),
        (("nothing",), 1),
    ],
)
def test_value_is_found_where_it_stands(path: tuple[str | int, ...], line: int) -> None:
    assert Lines(TABLES).of(path) == line


@pytest.mark.parametrize("quotes", ['"""', "'''"])
def test_tables_inside_a_long_string_are_none(quotes: str) -> None:
    text = f"note = {quotes}\n[[act]]\ndoes = 1\n[[act]]\n{quotes}\n[[act]]\ndoes = 2\n"
    lines = Lines(text)
    assert lines.of(("act", 0)) == 6
    assert lines.of(("act", 0, "does")) == 7


def test_quotes_and_escapes_do_not_end_a_string_early() -> None:
    text = 'a = "\\"[[act]]"\nb = """x\\"""" # """\nc = """y"""""\nd = \'\\\'\ne = 1\n'
    assert Lines(text).of(("e",)) == 5


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ('act = [{ does = "cut" }, { does = "call" }]\n', 1, 1),
        ('act = [{ does = "cut" },\n  { does = "call" }]\n', 1, 2),
        ('act = [\n  { does = "cut" },\n\n  { does = "call" },\n]\n', 2, 4),
    ],
)
def test_rows_of_an_inline_array(text: str, first: int, second: int) -> None:
    lines = Lines(text)
    assert (lines.of(("act", 0, "does")), lines.of(("act", 1, "does"))) == (first, second)


def test_tables_below_a_row_belong_to_it() -> None:
    lines = Lines("[[a]]\n[a.b]\nc = 1\n[[a]]\n[a.b]\nc = 2\n")
    assert (lines.of(("a", 0, "b", "c")), lines.of(("a", 1, "b", "c"))) == (3, 6)


@pytest.mark.parametrize("text", ["\na = " + "[" * 5000, "\na = " + "{ a = " * 5000, "\n" + "a." * 5000 + "a = 1"])
def test_what_nests_too_deep_is_named_by_its_line(text: str) -> None:
    assert Lines(text).too_deep == 2


def test_what_nests_as_deep_as_allowed_is_not() -> None:
    assert not Lines("a = " + "[" * DEEPEST + "]" * DEEPEST).too_deep


@pytest.mark.parametrize("text", ["]", "}", "a = ]", "a = [ }", "= = =", "[", '"', "'''", "a", "[[a", "\\", "{ } ]\n,"])
def test_text_that_is_no_toml_is_looked_through(text: str) -> None:
    assert Lines(text).of(("x",)) == 1
