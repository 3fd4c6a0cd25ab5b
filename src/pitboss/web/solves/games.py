"""The games of the lab, with everything that a question may change of them."""

import re
from typing import Any

from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.parameters import ask
from pitboss.lab.registry import SOLVERS, solver_of
from pitboss.law import MAXIMUM_PAYOUT
from pitboss.law.edition import Edition, GameBook, edition_names, load_edition
from pitboss.law.rules import Rules


def games() -> list[dict[str, Any]]:
    """The games that the lab prices, in the order of the books."""
    return [_row(edition, game) for edition, game in _books()]


def _books() -> list[tuple[Edition, GameBook]]:
    editions = [load_edition(name) for name in edition_names()]
    return [(edition, game) for edition in editions for game in edition.games.values() if game.engine in SOLVERS]


def _row(edition: Edition, game: GameBook) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "operator": edition.operator,
        "edition": edition.name,
        "version": edition.version,
        "engine": game.engine,
        "quick": bool(getattr(solver_of(game.engine), "QUICK", False)),
    }


def game_data(game: str) -> dict[str, Any]:
    """A game with its pay tables, rules and strategies; raises `LabError` for one that is not in the books."""
    question = ask(game)
    solver = solver_of(question.engine)
    rules = Rules.of(game)
    decks = rules.game.data["deck"]["decks"]
    several = len(question.pays) > 1
    return _row(rules.edition, rules.game) | {
        "pays": [
            {
                "wager": wager,
                "line": line,
                "name": f"{wager}.{line}" if several else line,
                "odds": odds_words(str(odds)),
            }
            for wager, lines in question.pays.items()
            for line, odds in lines.items()
        ],
        "rules": [
            {
                "name": rule.name,
                "value": word(rule.value),
                "choices": [word(choice) for choice in rule.choices],
                "says": rule.says,
                "grounds": rule.grounds,
            }
            for rule in solver.rules_of(rules)
        ],
        "strategies": dict(solver.STRATEGIES),
        "short": solver.SHORT,
        "play": ",".join("/".join(map(str, stage)) for stage in question.play) if "play" in rules.game.data else None,
        "stages": list(STAGES) if "play" in rules.game.data else [],
        "has_maximum_payout": rules.applies(MAXIMUM_PAYOUT),
        "decks": [] if isinstance(decks, int) else list(decks),
    }


def odds_words(text: str) -> str:
    """Odds as a person types them: `40`, `3:2`."""
    return text.replace("/", ":")


def word(value: object) -> str:
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
