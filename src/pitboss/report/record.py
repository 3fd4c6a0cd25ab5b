"""A record of a round: TOML that a person can write from memory of a dispute, and the acts it stands for.

A record gives the acts in order, or the short form (players, their wagers, cards and decisions) that expands to them.
Amounts are dollars, cards are `As Kd Th` or `??`. An impossible act is an error with its line and its rule.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss import messages
from pitboss.cards import Card
from pitboss.games import make_game
from pitboss.law import BookError, Key, Rules
from pitboss.play import Act, Game, Refusal, Refused, Round, Step, Table, apply
from pitboss.plugins import tell_extra
from pitboss.report import record_head
from pitboss.report.acts import IRREGULARITY, act_shape, irregularity_shape, write_act, write_dollars
from pitboss.report.lines import DEEPEST, Lines, RecordError, describe_place, lower_booleans, show_value, text_fault
from pitboss.report.lines import Path as Place
from pitboss.value import Value

FORMAT = 1
LARGEST = 1 << 20
"""The most bytes that a record has."""

MOST = 10**12
"""No number in a record is larger."""
LONGEST = 2000
"""No list in a record is longer."""

_TYPES = {
    "object": messages.message("a table"),
    "array": messages.message("a list in brackets"),
    "string": messages.message("text in quotes"),
    "integer": messages.message("a whole number"),
    "number": messages.message("a number"),
    "boolean": messages.message("true or false"),
}

SHORT_FORM = ("player", "dealer", "community")
"""The tables of the short form."""


class RefusedAttempt(Value):
    """An act that was tried at the table after so many others, and was refused."""

    line: int
    act: Act
    refusal: Refusal
    after: int = 0


class PlayedRecord(Value):
    """A record played through: the round it leads to, and every step on the way."""

    game: Game
    opening: Round
    acts: tuple[Act, ...]
    steps: tuple[Step, ...]
    tried: tuple[RefusedAttempt, ...]
    note: str = ""
    chosen: Mapping[Card, str] = MappingProxyType({})
    """The cards that were chosen where the record leaves one open and it decides nothing, and what the record has."""
    hint: str = ""
    """Which wager the cards decide that the record has still to name, with an example."""
    meter_cents: int | None = None
    """The value of the jackpot meter, where the record has it: then awards are in dollars."""
    reset_cents: int = 0
    """What the meter starts again at."""

    def restore_written(self, text: str) -> str:
        """A text about the round, with the cards that were chosen as the record has them; what a hand with a card that
        was not seen comes to is left out."""
        told = text
        for card, written in self.chosen.items():
            told = told.replace(str(card), written)
        if told.count("??") > text.count("??"):
            told = re.sub(r"(\?\?[^:;(]*)(: [^:;]*$| \(.*?\))", r"\1", told)
        return told

    @property
    def round(self) -> Round:
        """The round as the record leaves it."""
        return self.round_before(len(self.steps) + 1)

    def round_before(self, step: int) -> Round:
        """The round as it was before a step, the first being 1."""
        return self.steps[step - 2].round if step > 1 else self.opening


class Record(Value):
    """A record as written, checked against the schema but not yet played."""

    data: Mapping[str, Any]
    lines: Lines
    game: Game
    table: Table


def read_record(written: str | bytes) -> Record:
    """Read a record and make ready the table it was played at."""
    text = _decode_text(written)
    lines = Lines(text)
    if lines.too_deep:
        raise RecordError(lines.too_deep, messages.say("this is nested deeper than anything in a record"))
    data = _load_toml(text)
    check_shape(data, lines)
    head = record_head.RecordHead(data, lines)
    game = _game(head)
    if "meter" in data and game.terms.jackpot is None:
        raise head.error_at(("meter",), messages.say("the sign has no jackpot: leave the meter out"))
    try:
        table = Table.open(game)
    except Refused as error:
        path = record_head.path_to_blame(game.rules, error.because)
        line = lines.of(path if path[0] in data else ("sign",))
        raise RecordError(line, messages.words_of(error), error.because, game.rules) from None
    shoe_state, boxes = record_head.read_shoe_state(head, game), record_head.read_boxes(head, game)
    return Record(
        data, lines, game, table._replace(rounds=data.get("round", 1) - 1, shoe_state=shoe_state, boxes=boxes)
    )


def _decode_text(written: str | bytes) -> str:
    """The text of a record, without the mark that some editors put before it."""
    if len(written) > LARGEST:
        words = "this is too large for a record, which has at most {most} MiB"
        raise RecordError(1, messages.say(words, most=LARGEST >> 20))
    if isinstance(written, str):
        return written.removeprefix("\ufeff")
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(line, messages.say("this is not UTF-8 text: save the file as UTF-8")) from None


def _load_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        if (small := lower_booleans(text)) != text:
            return _load_toml(small)
        said, _, place = str(error).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line.group(1)) if line else text.rstrip("\n").count("\n") + 1
        raise RecordError(number, messages.say("this is not TOML: {error}", error=said)) from None
    except ValueError:
        digits = re.search(r"[\d_]{4000}", text)
        number = text.count("\n", 0, digits.start()) + 1 if digits else 1
        raise RecordError(number, messages.say("this is too large a number")) from None


def _game(head: record_head.RecordHead) -> Game:
    """The game that a record names, its version, what was permitted, and the readings it takes the other way."""
    data = head.data
    try:
        where = "game"
        rules = Rules.of(data["game"])
        where = "version"
        rules = Rules.of(data["game"], data.get("version"))
    except BookError as error:
        raise head.error_at((where,), str(error)) from None
    for place, name in enumerate(data.get("permissions", ())):
        try:
            rules = rules.amend(grant=[Key(name)])
        except BookError as error:
            raise head.error_at(("permissions", place), str(error)) from None
    for switch, choice in data.get("readings", {}).items():
        try:
            rules = rules.amend(readings={switch: choice})
        except BookError as error:
            raise head.error_at(("readings", switch), str(error)) from None
    try:
        return make_game(rules, record_head.read_terms(head, rules))
    except BookError as error:
        raise head.error_at(("game",), str(error)) from None


# The shape.


@cache
def schema() -> Mapping[str, Any]:
    """The JSON Schema of a record: the file has the head and the short form, the fields of the acts give the rest."""
    file = Path(__file__).with_name("record.schema.json")
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    loaded["properties"]["act"]["items"] = act_shape()
    loaded["properties"][IRREGULARITY]["items"] = irregularity_shape()
    return loaded


def check_shape(data: Mapping[str, Any], lines: Lines) -> None:
    """Refuse a record with unknown parts, or without a required one."""
    try:
        from jsonschema import Draft202012Validator  # noqa: PLC0415  only reading a record needs it
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(tell_extra(error), name=error.name) from None

    _check_values(data, (), data, lines)
    found = list(Draft202012Validator(schema()).iter_errors(data))
    if found:  # a key that is misspelt comes before the one that is missing for it
        wrong = [(error.validator == "required", *_explain(error, data)) for error in found]
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
            words = messages.say("{what} has more than {most} entries", what=describe_place(path, data), most=LONGEST)
            raise RecordError(lines.of(path), words)
        for place, part in enumerate(value):
            _check_values(part, (*path, place), data, lines)
    elif (fault := _fault(value, is_note=path == ("note",))) or len(path) > DEEPEST:
        fault = fault or messages.say("is nested too deep")
        raise RecordError(lines.of(path), messages.say("{what} {fault}", what=describe_place(path, data), fault=fault))


def _fault(value: object, *, is_note: bool) -> str:
    """The fault of a single value wherever it stands; empty if it has none."""
    match value:
        case bool():
            return ""
        case int():
            return messages.say("is too large a number") if abs(value) > MOST else ""
        case Decimal():
            if not value.is_finite():
                return messages.say("is a number that can be written out, not {value}", value=str(value).lower())
            written_out = -9 <= value.adjusted() <= 12 and len(value.as_tuple().digits) <= 24
            return "" if written_out or not value else messages.say("is too large or too fine a number")
        case str():
            return text_fault(value, is_note=is_note)
        case _:
            return messages.say('is a date or a time: write it in quotes, as in "{value}"', value=value)


def _explain(error: Any, data: Mapping[str, Any]) -> tuple[Place, str]:
    """Where a schema error is and what it is, in plain words."""
    path: Place = tuple(error.absolute_path)
    what, value = describe_place(path, data), error.instance
    rule, bound = error.validator, error.validator_value
    match rule:
        case "required":
            missing = next(name for name in bound if name not in value)
            hint = error.schema.get("properties", {}).get(missing, {}).get("description", "")
            words = messages.say("{what} has no {missing}", what=what, missing=missing)
            return path, words + (f": {hint}" if hint else "")
        case "additionalProperties":
            known = list(error.schema["properties"])
            name = next(name for name in value if name not in known)
            near = get_close_matches(name, known, 1)
            there = messages.say("there is {known}", known=", ".join(known))
            hint = messages.say("did you mean {name}?", name=near[0]) if near else there
            words = "{what} has no key called {name}: {hint}"
            return (*path, name), messages.say(words, what=what, name=show_value(name), hint=hint)
        case "type" | "oneOf":
            types = error.schema.get("type", ())
            either = [messages.translate(_TYPES[name]) for name in ([types] if isinstance(types, str) else types)]
            is_what = error.schema.get("description") or messages.say(" or ").join(either)
            return path, _is_not(what, is_what, value)
        case "enum":
            return path, _is_not(what, messages.say(" or ").join(show_value(choice) for choice in bound), value)
        case "const":
            return path, _is_not(what, show_value(bound), value)
        case "minimum" | "maximum":
            least, most = messages.say("at least {bound}", bound=bound), messages.say("at most {bound}", bound=bound)
            return path, _is_not(what, least if rule == "minimum" else most, value)
        case "maxItems":
            return path, messages.say("{what} has more than {most} entries", what=what, most=bound)
        case "minItems" if value:
            return path, messages.say("{what} has fewer than {least} entries", what=what, least=bound)
        case "minItems" | "minProperties" | "minLength" | "pattern":
            empty, blank = messages.say("{what} is empty", what=what), messages.say("{what} is blank", what=what)
            return path, blank if value else empty
        case "uniqueItems":
            return path, messages.say("{what} names something twice", what=what)
        case _:
            return path, messages.say("{what} does not fit: {error}", what=what, error=error.message[:80])


def _is_not(what: str, is_what: str, value: object) -> str:
    return messages.say("{what} is {is_what}, not {value}", what=what, is_what=is_what, value=show_value(value))


# Writing.


def write_record(opening: Round, acts: Iterable[Act], *, note: str = "") -> str:
    """The record of a round, as TOML with one act a line."""
    rules, terms = opening.game.rules, opening.game.terms
    acts, orders = tuple(acts), record_head.write_terms(rules, terms)
    sign = orders.pop("sign")
    head: dict[str, object] = {
        "format": FORMAT,
        "game": rules.game.name,
        "version": rules.edition.version,
        "round": opening.number,
        "device": terms.device,
        "chips": [write_dollars(chip) for chip in terms.chips.denominations],
        "areas": terms.areas,
    }
    head |= ({"note": note} if note else {}) | orders
    if (shoe := record_head.write_shoe_state(opening)) is not None:
        head["shoe"] = shoe
    if not acts:
        head["act"] = []
    tables = [("", head), *(("[[box]]", row) for row in record_head.write_boxes(opening.boxes)), ("[sign]", sign)]
    if rules.choices:
        tables.append(("[readings]", rules.choices))
    round = opening
    for act in acts:
        row = write_act(round, act)
        is_own = row["does"] == IRREGULARITY
        tables.append((f"[[{IRREGULARITY}]]", {k: row[k] for k in row if k != "does"}) if is_own else ("[[act]]", row))
        round = apply(round, act).round
    written = []
    for header, row in tables:
        lines = [header] if header else []
        lines += [f"{name} = {_toml(value)}" for name, value in row.items()]
        written.append("".join(f"{line}\n" for line in lines))
    return "\n".join(written)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        is_bare = {name: name.isascii() and re.sub(r"[-_]", "", name).isalnum() for name in map(str, value)}
        names = [name if bare else json.dumps(name) for name, bare in is_bare.items()]
        parts = [f"{name} = {_toml(part)}" for name, part in zip(names, value.values(), strict=True)]
        return "{ " + ", ".join(parts) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
