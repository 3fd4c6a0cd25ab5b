"""Whether a record has the shape of one. What does not fit is said in plain words, with the player and the line."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.report.errors import RecordError
from pitboss.report.lines import DEEPEST, Lines
from pitboss.report.lines import Path as Place

MOST = 10**12
"""No number in a record is larger."""
LONGEST = 2000
"""No list in a record is longer."""

_TYPES = {
    "object": "a table",
    "array": "a list in brackets",
    "string": "text in quotes",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
_TURNS_TEXT = {chr(sign) for sign in (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Signs that break a line or turn the direction of text, besides the control characters."""


@cache
def schema() -> Mapping[str, Any]:
    """The JSON Schema of a record."""
    file = Path(__file__).with_name("record.schema.json")
    loaded: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def check_shape(data: Mapping[str, Any], lines: Lines) -> None:
    """Refuse a record with something in it that no record has, or without what every record has."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415  only reading a record needs it

    _check_values(data, (), data, lines)
    found = list(Draft202012Validator(schema()).iter_errors(data))
    if found:  # a key that is misspelt comes before the one that is missing for it
        wrong = [(error.validator == "required", *_said(error, data)) for error in found]
        _, path, words = min(wrong, key=lambda one: (one[0], lines.of(one[1]), len(one[1])))
        raise RecordError(lines.of(path), words)


def _check_values(value: object, path: Place, data: Mapping[str, Any], lines: Lines) -> None:
    """Refuse values that no field takes: endless and endlessly large numbers, dates, control characters."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            _check_values(str(name), (*path, name), data, lines)
            _check_values(part, (*path, name), data, lines)
    elif isinstance(value, list):
        if len(value) > LONGEST:
            raise RecordError(lines.of(path), f"{where(path, data)} has more than {LONGEST} entries")
        for place, part in enumerate(value):
            _check_values(part, (*path, place), data, lines)
    elif (fault := _fault(value, is_note=path == ("note",))) or len(path) > DEEPEST:
        raise RecordError(lines.of(path), f"{where(path, data)} {fault or 'is nested too deep'}")


def _fault(value: object, *, is_note: bool) -> str:
    """What is wrong with a single value wherever it stands; empty if nothing is."""
    match value:
        case bool():
            return ""
        case int():
            return "is too large a number" if abs(value) > MOST else ""
        case Decimal():
            if not value.is_finite():
                return f"is a number that can be written out, not {str(value).lower()}"
            written_out = -9 <= value.adjusted() <= 12 and len(value.as_tuple().digits) <= 24
            return "" if written_out or not value else "is too large or too fine a number"
        case str():
            return text_fault(value, is_note=is_note)
        case _:
            return f'is a date or a time: write it in quotes, as in "{value}"'


def text_fault(text: str, *, is_note: bool = False) -> str:
    """What is wrong with a text that people are to read; empty if nothing is. A note may have several lines."""
    allowed = "\n\t" if is_note else ""
    if any((unicodedata.category(sign) == "Cc" or sign in _TURNS_TEXT) and sign not in allowed for sign in text):
        return "has a control character in it"
    return ""


def where(path: Sequence[str | int], data: Mapping[str, Any]) -> str:
    """What a path leads to, as a dealer would say it: `Ann's area`, `stake of act 3`, `sign.limits.ante`."""
    match list(path):
        case []:
            return "the record"
        case ["player", int(place), *rest]:
            owner = _name(data, place)
            return f"{owner}'s {_dotted(rest)}" if rest else owner
        case ["act", int(place), *rest]:
            return f"{_dotted(rest)} of act {place + 1}" if rest else f"act {place + 1}"
        case whole:
            return _dotted(whole)


def _name(data: Mapping[str, Any], place: int) -> str:
    row = data["player"][place]
    name = row.get("name") if isinstance(row, Mapping) else None
    return name if isinstance(name, str) and name.strip() and not text_fault(name) else f"player {place + 1}"


def _dotted(path: Sequence[str | int]) -> str:
    said = ""
    for part in path:
        said += f" entry {part + 1}" if isinstance(part, int) else f"{'.' if said else ''}{shown(part).strip(chr(34))}"
    return said.strip()


def shown(value: object) -> str:
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


def _said(error: Any, data: Mapping[str, Any]) -> tuple[Place, str]:
    """Where a schema error is and what it is, in plain words."""
    path: Place = tuple(error.absolute_path)
    what, value = where(path, data), error.instance
    rule, bound = error.validator, error.validator_value
    match rule:
        case "required":
            missing = next(name for name in bound if name not in value)
            hint = error.schema.get("properties", {}).get(missing, {}).get("description", "")
            return path, f"{what} has no {missing}" + (f": {hint}" if hint else "")
        case "additionalProperties":
            return _unknown(error, path, what)
        case "type" | "oneOf":
            return path, f"{what} is {_kind(error.schema)}, not {shown(value)}"
        case "enum":
            return path, f"{what} is {' or '.join(shown(choice) for choice in bound)}, not {shown(value)}"
        case "const":
            return path, f"{what} is {shown(bound)}, not {shown(value)}"
        case "minimum" | "maximum":
            return path, f"{what} is at {'least' if rule == 'minimum' else 'most'} {bound}, not {shown(value)}"
        case "maxItems":
            return path, f"{what} has more than {bound} entries"
        case "minItems" if value:
            return path, f"{what} has fewer than {bound} entries"
        case "minItems" | "minProperties" | "minLength" | "pattern":
            return path, f"{what} is {'empty' if not value else 'blank'}"
        case "uniqueItems":
            return path, f"{what} names something twice"
        case _:
            return path, f"{what} does not fit: {error.message[:80]}"


def _unknown(error: Any, path: Place, what: str) -> tuple[Place, str]:
    known = list(error.schema["properties"])
    name = next(name for name in error.instance if name not in known)
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(known)}"
    return (*path, name), f"{what} has no key called {shown(name)}: {hint}"


def _kind(schema: Mapping[str, Any]) -> str:
    if "description" in schema:
        return str(schema["description"])
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_TYPES[name] for name in types)
