"""The games, each under the editions that have it."""

from pitboss import plugins
from pitboss.games.caribbean_stud import CaribbeanStud
from pitboss.games.mississippi_stud import MississippiStud
from pitboss.games.pontoon import Pontoon
from pitboss.games.ultimate_holdem import UltimateHoldem
from pitboss.law import BookError, Choice, Rules, edition_names, load_edition
from pitboss.messages import say
from pitboss.play import Game, Table, Terms

ENGINES: dict[str, type[Game]] = {
    "caribbean-stud": CaribbeanStud,
    "mississippi-stud": MississippiStud,
    "pontoon": Pontoon,
    "ultimate-texas-holdem": UltimateHoldem,
}


def make_game(rules: Rules, terms: Terms) -> Game:
    """The engine of a game, compiled for its rules and a table's terms."""
    return engine_of(rules)(rules, terms)


def engine_of(rules: Rules) -> type[Game]:
    """The class that plays a game: one of ours, or one that another package brings."""
    name = rules.game.engine
    if name in ENGINES:
        return ENGINES[name]
    if name not in plugins.names(plugins.ENGINES):
        words = "{game} cannot be played yet. Choose one of {games}."
        raise BookError(say(words, game=rules.game.name, games=", ".join(built_games())))
    engine: type[Game] = plugins.load(plugins.ENGINES, name)
    return engine


def open_table(game: str, terms: Terms, *, version: str | None = None, **readings: Choice) -> Table:
    """Open a table of a game on its terms; readings taken the other way are named by their switches."""
    return Table.open(make_game(Rules.of(game, version).amend(readings=readings), terms))


def built_games() -> tuple[str, ...]:
    """The games that can be played, by name."""
    games = (game for name in edition_names() for game in load_edition(name).games.values())
    return tuple(sorted(game.name for game in games if game.built))
