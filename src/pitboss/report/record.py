"""A record of a round: TOML that a person can write from memory of a dispute, and the acts it stands for.

A record gives the acts in order, or the short form (players, their wagers, cards and decisions) that expands to them.
Amounts are dollars, cards are `As Kd Th` or `??`. What cannot have happened is an error with its line and its rule.
"""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from pitboss.games import make_game
from pitboss.law import Key
from pitboss.law.edition import BookError
from pitboss.law.rules import Rules
from pitboss.play import Refused, Round, Step, Table
from pitboss.play.acts import Act
from pitboss.play.game import Game
from pitboss.play.wager import Refusal
from pitboss.report.errors import RecordError
from pitboss.report.lines import Lines
from pitboss.report.shape import check_shape
from pitboss.report.sign import Sheet, blamed, read_terms
from pitboss.report.start import read_boxes, read_stock

FORMAT = 1
LARGEST = 1 << 20
"""The most bytes that a record has."""

SHORT_FORM = ("player", "dealer", "community")
"""The tables of the short form."""


class Tried(NamedTuple):
    """An act that was tried at the table after so many others, and that the rules turned down."""

    line: int
    act: Act
    refusal: Refusal
    after: int = 0


class Played(NamedTuple):
    """A record played through: the round it leads to, and every step on the way."""

    game: Game
    opening: Round
    acts: tuple[Act, ...]
    steps: tuple[Step, ...]
    tried: tuple[Tried, ...]
    note: str = ""

    @property
    def round(self) -> Round:
        """The round as the record leaves it."""
        return self.before(len(self.steps) + 1)

    def before(self, step: int) -> Round:
        """The round as it was before a step, the first being 1."""
        return self.steps[step - 2].round if step > 1 else self.opening


class Record(NamedTuple):
    """A record as written, checked against the schema but not yet played."""

    data: Mapping[str, Any]
    lines: Lines
    game: Game
    table: Table


def read_record(written: str | bytes) -> Record:
    """Read a record and make ready the table it was played at."""
    text = _decoded(written)
    lines = Lines(text)
    if lines.too_deep:
        raise RecordError(lines.too_deep, "this is nested deeper than anything in a record")
    data = _loaded(text)
    check_shape(data, lines)
    sheet = Sheet(data, lines)
    if "act" in data and any(name in data for name in SHORT_FORM):
        raise RecordError(lines.of(("act", 0)), "write the acts, or the short form with players, not both")
    game = _game(sheet)
    try:
        table = Table.open(game)
    except Refused as error:
        path = blamed(game.rules, error.because)
        line = lines.of(path if path[0] in data else ("sign",))
        raise RecordError(line, str(error), error.because, game.rules) from None
    stock, boxes = read_stock(sheet, game), read_boxes(sheet, game)
    return Record(data, lines, game, table._replace(rounds=data.get("round", 1) - 1, stock=stock, boxes=boxes))


def _decoded(written: str | bytes) -> str:
    """The text of a record, without the mark that some editors put before it."""
    if len(written) > LARGEST:
        raise RecordError(1, f"this is too large for a record, which has at most {LARGEST >> 20} MiB")
    if isinstance(written, str):
        return written.removeprefix("\ufeff")
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is not UTF-8 text: save the file as UTF-8") from None


def _loaded(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line.group(1)) if line else text.rstrip("\n").count("\n") + 1
        raise RecordError(number, f"this is not TOML: {said}") from None
    except ValueError:
        digits = re.search(r"[\d_]{4000}", text)
        number = text.count("\n", 0, digits.start()) + 1 if digits else 1
        raise RecordError(number, "this is too large a number") from None


def _game(sheet: Sheet) -> Game:
    """The game that a record names, its version, what was permitted, and the readings it takes the other way."""
    data = sheet.data
    try:
        where = "game"
        rules = Rules.of(data["game"])
        where = "version"
        rules = Rules.of(data["game"], data.get("version"))
    except BookError as error:
        raise sheet.wrong((where,), str(error)) from None
    for place, name in enumerate(data.get("permissions", ())):
        try:
            rules = rules.amend(grant=[Key(name)])
        except BookError as error:
            raise sheet.wrong(("permissions", place), str(error)) from None
    for switch, choice in data.get("readings", {}).items():
        try:
            rules = rules.amend(readings={switch: choice})
        except BookError as error:
            raise sheet.wrong(("readings", switch), str(error)) from None
    try:
        return make_game(rules, read_terms(sheet, rules))
    except BookError as error:
        raise sheet.wrong(("game",), str(error)) from None
