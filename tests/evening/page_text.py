"""What a page says, without how it is drawn: headings, text, links with their addresses, forms with their fields."""

from html.parser import HTMLParser

Attributes = dict[str, str]

_BLOCKS = """address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer
form header hr legend li main nav ol p pre section summary table tbody td tfoot th thead title tr ul"""
BLOCKS = frozenset(_BLOCKS.split())
"""Elements that begin a line of their own."""
HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
UNSAID = ("script", "style", "template")
CHANCE = ("token", "key", "seed")
"""Fields whose values are made anew for each page."""
BOUNDS = ("min", "max", "step", "pattern", "maxlength")
SPOKEN = ("aria-label", "alt", "title")
"""Attributes that a reader of the screen says."""


def said_by(page: str) -> str:
    """What a page says, a line for each thing."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    reader.end_line()
    return "\n".join(reader.lines)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._words: list[str] = []
        self._mark = ""
        self._unsaid = 0
        self._links: list[str] = []

    def end_line(self) -> None:
        """Say what has come together."""
        if words := " ".join("".join(self._words).split()):
            self.lines.append(f"{self._mark}{words}")
        self._words, self._mark = [], ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in UNSAID:
            self._unsaid += 1
        if tag in BLOCKS or tag in HEADINGS:
            self.end_line()
        if tag in HEADINGS:
            self._mark = f"{HEADINGS[tag]} "
        self._words += [f" ({given[name]}) " for name in SPOKEN if given.get(name)]
        self._say_control(tag, given)

    def _say_control(self, tag: str, given: Attributes) -> None:
        match tag:
            case "span" | "small":
                self._words.append(" ")
            case "a":
                self._words.append(" [")
                self._links.append(given.get("href", ""))
            case "form":
                self.lines.append(f"form {given.get('method', 'get')} {given.get('action', '')}".rstrip())
            case "input" | "textarea" | "select":
                self._own_line(_field(tag, given))
            case "option":
                self._own_line(f"option {given.get('value', '')}{_flags(given)}: ")
            case "button":
                self._own_line(f"button {_named(given)}{_flags(given)}: ")

    def _own_line(self, mark: str) -> None:
        self.end_line()
        self._words.append(mark)
        if not mark.endswith(": "):
            self.end_line()

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSAID:
            self._unsaid -= 1
        if tag == "a" and self._links:
            self._words.append(f"]({self._links.pop()})")
        if tag in BLOCKS or tag in HEADINGS or tag in ("option", "button"):
            self.end_line()

    def handle_data(self, data: str) -> None:
        if not self._unsaid:
            self._words.append(data)


def _field(tag: str, given: Attributes) -> str:
    kind = given.get("type", "text") if tag == "input" else tag
    bounds = "".join(
        f" {name}={given[name]}" for name in ("min", "max", "step", "pattern", "maxlength") if name in given
    )
    return f"field {kind} {_named(given)}{bounds}{_flags(given)}"


def _named(given: Attributes) -> str:
    name = given.get("name", "")
    value = "" if name in CHANCE else given.get("value", "")
    return f"{name}={value}" if value else name


def _flags(given: Attributes) -> str:
    flags = ("required", "disabled", "checked", "selected", "readonly", "multiple", "hidden")
    return "".join(f" {flag}" for flag in flags if flag in given)
