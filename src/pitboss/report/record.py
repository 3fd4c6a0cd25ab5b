"""A record of a round: TOML that a person can write from memory of a dispute, and the acts it stands for.

A record gives the acts in order, or the short form (players, their wagers, cards and decisions) that expands to them.
Amounts are dollars, cards are `As Kd Th` or `??`. What cannot have happened is an error with its line and its rule.
"""

import json
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.games import ENGINES, make_game
from pitboss.law import Because
from pitboss.law.edition import BookError
from pitboss.law.rules import Rules
from pitboss.money import Chips, parse_dollars
from pitboss.play import Refused, Round, Step, Table
from pitboss.play.acts import Act
from pitboss.play.game import Game
from pitboss.play.terms import JackpotTerms, Limits, Terms
from pitboss.play.wager import Refusal
from pitboss.report.lines import Lines

FORMAT = 1


class RecordError(Exception):
    """A record that cannot be: the line, what is wrong in plain words, and the rule if one says so."""

    def __init__(self, line: int, words: str, because: Because = (), rules: Rules | None = None) -> None:
        cited = f" [{rules.say(because)}]" if rules is not None and because else ""
        super().__init__(f"line {line}: {words}{cited}")
        self.line = line
        self.words = words
        self.because = because
        self.clauses = rules.cite(because) if rules is not None else ()


class Tried(NamedTuple):
    """An act that was tried at the table and that the rules turned down."""

    line: int
    act: Act
    refusal: Refusal


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
        return self.steps[-1].round if self.steps else self.opening


class Record(NamedTuple):
    """A record as written, checked against the schema but not yet played."""

    data: Mapping[str, Any]
    lines: Lines
    game: Game
    table: Table


@cache
def schema() -> Mapping[str, Any]:
    """The JSON Schema of a record."""
    loaded: Mapping[str, Any] = json.loads(Path(__file__).with_name("record.schema.json").read_text())
    return loaded


def read_record(text: str) -> Record:
    """Read a record and make ready the table it was played at."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(_toml_line(str(error)), f"this is not TOML: {error}") from None
    lines = Lines(text)
    _check_shape(data, lines)
    if "act" in data and ("player" in data or "dealer" in data):
        raise RecordError(lines.of(("act", 0)), "write the acts, or the short form with players, not both")
    game = _game(data, lines)
    try:
        table = Table.open(game)
    except Refused as error:
        raise RecordError(lines.of(("sign",)), str(error), error.because, game.rules) from None
    return Record(data, lines, game, table._replace(rounds=data.get("round", 1) - 1))


def _toml_line(message: str) -> int:
    words = message.replace(",", " ").replace(")", " ").split()
    return int(words[words.index("line") + 1]) if "line" in words else 1


def _check_shape(data: Mapping[str, Any], lines: Lines) -> None:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  only reading a record needs it
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    wrong = best_match(Draft202012Validator(schema()).iter_errors(data))
    if wrong is not None:
        path = list(wrong.absolute_path)
        where = ".".join(str(part) for part in path) or "the record"
        raise RecordError(lines.of(path), f"{where}: {wrong.message}")


def _game(data: Mapping[str, Any], lines: Lines) -> Game:
    try:
        rules = Rules.of(data["game"], data.get("version"))
    except BookError as error:
        raise RecordError(lines.of(("version" if "version" in str(error) else "game",)), str(error)) from None
    try:
        rules = rules.amend(readings=data.get("readings", {}))
        return make_game(rules, _terms(data, rules, lines))
    except BookError as error:
        raise RecordError(lines.of(("readings",)), str(error)) from None


def _terms(data: Mapping[str, Any], rules: Rules, lines: Lines) -> Terms:
    sign = data.get("sign", {})
    usual = Terms(limits={})
    jackpot = sign.get("jackpot")
    try:
        return Terms(
            limits=_wide(rules) | {spot: _limits(row) for spot, row in sign.get("limits", {}).items()},
            device=data.get("device", usual.device),
            chips=Chips(tuple(sorted(parse_dollars(chip) for chip in data["chips"])))
            if "chips" in data
            else usual.chips,
            regulator_minimum_cents=dict.fromkeys(_wide(rules), 1) | _amounts(sign.get("regulator-minimum", {})),
            maximum_payout_cents=parse_dollars(sign["maximum-payout"]) if "maximum-payout" in sign else None,
            individual={
                name: {spot: _limits(row) for spot, row in rows.items()}
                for name, rows in sign.get("individual", {}).items()
            },
            jackpot=JackpotTerms(
                parse_dollars(jackpot["price"]),
                jackpot.get("method", ""),
                jackpot.get("option", 1),
                jackpot.get("linked", False),
            )
            if jackpot
            else None,
            areas=data.get("areas", usual.areas),
            money=data.get("money", False),
        )
    except ValueError as error:
        raise RecordError(lines.of(("sign",)), str(error)) from None


def _limits(row: Mapping[str, Any]) -> Limits:
    return Limits(parse_dollars(row["minimum"]), parse_dollars(row["maximum"]), parse_dollars(row.get("unit", 0)))


def _amounts(row: Mapping[str, Any]) -> dict[str, int]:
    return {spot: parse_dollars(amount) for spot, amount in row.items()}


def _wide(rules: Rules) -> dict[str, Limits]:
    """Limits so wide that they bind nobody, for what a record leaves out of the sign."""
    spots = ENGINES[rules.game.engine].spots.values() if rules.game.built else ()
    return {spot.name: Limits(1, 10**12) for spot in spots if spot.opening and not spot.priced}
