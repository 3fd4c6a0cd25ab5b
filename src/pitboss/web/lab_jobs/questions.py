"""Questions to the lab through the floor: the games with everything that may be changed of them, a question about one
in the words of its command line, and a question as an address and as a form (`?pay=flush=7&rule=street-most=2`)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from pitboss.games.ultimate_holdem import STAGES
from pitboss.lab import answer, parameters
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.law import MAXIMUM_PAYOUT, Edition, Rules, edition_names, load_edition
from pitboss.law.edition import GameBook
from pitboss.messages import say, words_of
from pitboss.money import parse_dollars, plain_dollars
from pitboss.value import Value

MOST, LONGEST = 90, 80
"""How many things the address of a question may change, and how long each may be."""


# The games.


class GameRow(Value):
    """A game that the lab prices."""

    game: str
    title: str
    operator: str
    edition: str
    version: str
    engine: str
    quick: bool

    @classmethod
    def of(cls, edition: Edition, game: GameBook, **more: Any) -> Self:
        """A game of an edition."""
        quick = bool(getattr(answer.solver_of(game.engine), "QUICK", False))
        return cls(game.name, game.title, edition.operator, edition.name, edition.version, game.engine, quick, **more)


class PayRow(Value):
    """A line of a pay table."""

    wager: str
    line: str
    name: str
    """What a question calls it."""
    odds: str


class RuleRow(Value):
    """A rule that a question may change."""

    name: str
    value: str
    choices: list[str]
    says: str
    grounds: str


class LabGame(GameRow):
    """A game with its pay tables, its rules and its strategies: everything that a question may change."""

    pays: list[PayRow]
    rules: list[RuleRow]
    strategies: dict[str, str]
    short: str
    play: str | None
    stages: list[str]
    has_maximum_payout: bool
    decks: list[int]


def games() -> list[GameRow]:
    """The games that the lab prices, in the order of the books."""
    return [GameRow.of(edition, game) for edition, game in _books()]


def _books() -> list[tuple[Edition, GameBook]]:
    editions = [load_edition(name) for name in edition_names()]
    return [(edition, game) for edition in editions for game in edition.games.values() if answer.is_priced(game.engine)]


def find_game(game: str) -> LabGame:
    """A game with everything that a question may change; raises `LabError` for one that is not in the books."""
    question, rules = parameters.ask(game), Rules.of(game)
    solver = answer.solver_of(question.engine)
    decks, has_play = rules.game.data["deck"]["decks"], "play" in rules.game.data
    several = len(question.pays) > 1
    return LabGame.of(
        rules.edition,
        rules.game,
        pays=[
            PayRow(wager, line, f"{wager}.{line}" if several else line, str(odds).replace("/", ":"))
            for wager, lines in question.pays.items()
            for line, odds in lines.items()
        ],
        rules=[
            RuleRow(
                rule.name,
                write_choice(rule.value),
                [write_choice(choice) for choice in rule.choices],
                rule.says,
                rule.grounds,
            )
            for rule in solver.rules_of(rules)
        ],
        strategies=dict(solver.STRATEGIES),
        short=solver.SHORT,
        play=",".join("/".join(map(str, stage)) for stage in question.play) if has_play else None,
        stages=list(STAGES) if has_play else [],
        has_maximum_payout=rules.applies(MAXIMUM_PAYOUT),
        decks=[] if isinstance(decks, int) else list(decks),
    )


def write_choice(value: object) -> str:
    """A value of a rule as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_words(name: str) -> str:
    """A rule's name as a person reads it: `street-most` is Street most, `splitBustPolicy` is Split bust policy."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("-", " ").lower()
    return words[:1].upper() + words[1:]


def other_house(game: str) -> str | None:
    """The same game at the other house, where it has one."""
    by_name = {book.name: (edition.operator, book.engine) for edition, book in _books()}
    operator, engine = by_name[game]
    return next((name for name, (other, its) in by_name.items() if its == engine and other != operator), None)


# A question.


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A game with what is changed of it, as `pitboss edge` takes it."""

    game: str
    pay: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    play: str | None = None
    decks: int | None = None
    strategy: str = OPTIMAL
    wager_cents: int | None = None
    chip_cents: tuple[int, ...] = ()
    maximum_payout_cents: int | None = None
    version: str | None = None

    def question(self) -> Question:
        """The question itself; raises `LabError` where the words make no sense."""
        return parameters.ask(**asdict(self))

    @property
    def approved(self) -> "GameQuestion":
        """The same game and strategy as the edition has it."""
        return GameQuestion(self.game, strategy=self.strategy, version=self.version)


class QuestionPart(Value):
    """A part of a question: its name in an address, its field, and how it is read from there and written."""

    name: str
    field: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _decks(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise LabError(say("{text} is not a number of decks.", text=repr(text)))
    return int(text)


def _cents(text: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError as error:
        raise LabError(words_of(error)) from None


LINES = ("pay", "rule")
"""The parts of a question that an address may have several times."""
PARTS = (
    QuestionPart("play", "play", str, str),
    QuestionPart("decks", "decks", _decks, str),
    QuestionPart("strategy", "strategy", str, str),
    QuestionPart("wager", "wager_cents", _cents, plain_dollars),
    QuestionPart(
        "chip",
        "chip_cents",
        lambda text: tuple(_cents(part) for part in text.split(",")),
        lambda chips: ",".join(plain_dollars(cents) for cents in chips),
    ),
    QuestionPart("payout", "maximum_payout_cents", _cents, plain_dollars),
)


def read_question(game: str, query: QueryParams) -> GameQuestion:
    """The question that an address puts; raises `LabError` where its words make no sense."""
    said = [(name, value[:LONGEST]) for name, value in query.multi_items()[:MOST] if value]
    one = dict(said)
    fields: dict[str, Any] = {name: tuple(value for each, value in said if each == name) for name in LINES}
    return GameQuestion(game, **fields, **{part.field: part.read(one[part.name]) for part in PARTS if part.name in one})


def query_of(asked: GameQuestion) -> str:
    """A question as the end of an address, with its `?`; nothing for the game as the edition has it."""
    said = [(name, line) for name in LINES for line in getattr(asked, name)]
    now, usual = asdict(asked), asdict(GameQuestion(asked.game))
    said += [(part.name, part.write(now[part.field])) for part in PARTS if now[part.field] != usual[part.field]]
    return _query(said)


def jackpot_query(asked: GameQuestion, words: Mapping[str, str]) -> str:
    """A question about a jackpot as the end of an address, with what is changed of the game."""
    typed = urlencode({name: value for name, value in words.items() if value})
    query = query_of(asked)
    return f"{query}{'&' if query else '?'}{typed}" if typed else query


def _query(said: list[tuple[str, str]]) -> str:
    return f"?{urlencode(said, safe='=:,/.')}" if said else ""


def query_of_form(game: LabGame, form: QueryParams) -> str:
    """What a form changes of a game, as the end of an address."""

    def changed(field: str, usual: str) -> str:
        written = form.get(field, "").strip()
        return written if written != usual else ""

    said = [("pay", f"{row.name}=", changed(f"line.{row.name}", row.odds)) for row in game.pays]
    said += [("rule", f"{row.name}=", changed(f"rule.{row.name}", row.value)) for row in game.rules]
    play = ",".join(form.get(f"play.{stage}", "").strip() for stage in game.stages)
    said.append(("play", "", play if play.strip(",") and play != game.play else ""))
    usual = {"decks": str(next(iter(game.decks), "")), "strategy": OPTIMAL}
    said += [(part.name, "", changed(part.name, usual.get(part.name, ""))) for part in PARTS if part.name != "play"]
    written = [(name, f"{of}{value}"[:LONGEST]) for name, of, value in said if value]
    return _query(written[:MOST])


def fields_of(game: LabGame, query: QueryParams) -> dict[str, Any]:
    """What stands in each field of the form: what the address says, else what the edition has."""
    pays, rules = (
        {line.strip(): value.strip() for line, _, value in (each.partition("=") for each in query.getlist(name))}
        for name in LINES
    )
    play = query.get("play") or game.play or ""
    stages = dict(zip(game.stages, play.split(","), strict=False))
    lines = [row._asdict() | {"now": pays.get(row.name, row.odds)} for row in game.pays]
    wagers = dict.fromkeys(row.wager for row in game.pays)
    return {part.name: query.get(part.name, "") for part in PARTS} | {
        "tables": [{"wager": wager, "lines": [row for row in lines if row["wager"] == wager]} for wager in wagers],
        "rules": [row._asdict() | {"now": rules.get(row.name, row.value)} for row in game.rules],
        "play": [{"stage": stage, "now": stages.get(stage, "")} for stage in game.stages],
        "strategy": query.get("strategy", OPTIMAL),
    }
