"""An edition: one approved document as data, with its version, its clauses, its readings and its games.

An edition lies in `books/<name>/<version>/` as four TOML files. Versions lie side by side, so that a round is judged
by the rules it was dealt under; the content hash says that a book is the one that was meant.
"""

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from msgspec import ValidationError, convert

from pitboss import plugins
from pitboss.law.keys import CASES, TITLES, Ground, Key, Reading
from pitboss.messages import say, suggest
from pitboss.value import Value

Kind = Literal["engine", "floor", "document", "physical"]
Met = Literal["enforced", "workflow", "document", "physical", "open"]
Choice = bool | int | str
T = TypeVar("T")

FILES = ("edition.toml", "clauses.toml", "games.toml", "readings.toml")


class BookError(ValueError):
    """A book that does not hold together; the message says which line of the law is wrong."""


class Clause(Value, forbid_unknown_fields=True):
    """One clause of a document: what it says in our words, and how it is met."""

    number: str
    topic: str
    actor: str
    kind: Kind
    gist: str
    met: Met
    keys: tuple[Key, ...] = ()
    games: tuple[str, ...] = ()
    """The games that its keys speak to, where they are not all that its section speaks to."""
    cases: tuple[Key, ...] = ()
    """The cases that it speaks of, where it does not speak of all cases of its keys."""
    reason: str = ""
    where: str = ""
    """Where a person does what meets it, if it is met by how the floor works."""
    tests: tuple[str, ...] = ()
    """The tests that show it, where no key does: of a clause that is met by how the floor works, or as a document."""
    missing: str = ""

    @property
    def section(self) -> str:
        """The first number of the clause: the section of the document that it stands in."""
        return self.number.split(".", 1)[0]


@cache
def headings(number: str) -> frozenset[str]:
    """The numbers that a clause stands under: 9.4 and 9 for 9.4.1; 8.4.1(a), 8.4.1, 8.4 and 8 for 8.4.1(a)(i)."""
    return frozenset(number[:at] for at, sign in enumerate(number) if at and sign in ".( ")


class ReadingEntry(Value, forbid_unknown_fields=True):
    """An unclear place, the reading we take of it, and the switch that takes the other one."""

    id: str
    severity: Literal["H", "M", "L"]
    clauses: tuple[str, ...]
    question: str
    taken: str
    alternative: str
    elsewhere: tuple[str, ...] = ()
    switch: str = ""
    default: Choice | None = None
    choices: tuple[Choice, ...] = ()
    no_switch: str = ""
    """Why the other way cannot be played, where that is not plain."""


class GameBook(Value):
    """A game of an edition: which engine plays it, and its figures as the book gives them."""

    name: str
    engine: str
    title: str
    built: bool
    data: Mapping[str, Any]
    sections: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        return hash(self.name)


class Edition(Value):
    """An approved document, one version of it."""

    name: str
    version: str
    title: str
    operator: str
    regulator: str
    ranks: tuple[str, ...]
    rank_classes: Mapping[str, str]
    powers: Mapping[Key, str]
    games: Mapping[str, GameBook]
    clauses: Mapping[str, Clause]
    readings: Mapping[str, ReadingEntry]
    content_hash: str

    def __hash__(self) -> int:
        return hash(self.content_hash)

    def in_scope(self, clause: Clause, game: GameBook) -> bool:
        """Say whether a clause speaks to a game: it does unless it stands in another game's own sections."""
        if clause.games:
            return game.name in clause.games
        return clause.section in game.sections or not any(clause.section in g.sections for g in self.games.values())

    @cache  # noqa: B019  editions are kept anyway, and every table of a game asks
    def citations(self, game: GameBook) -> Mapping[Ground, tuple[str, ...]]:
        """Map each key to its clauses for a game: its own sections, then the general ones, then definitions."""
        found: dict[Ground, list[str]] = {}
        rows = [row for row in self.clauses.values() if row.keys and self.in_scope(row, game)]
        for row in sorted(rows, key=lambda row: (row.section == "1", row.section not in game.sections)):
            for name in row.keys:
                found.setdefault(name, []).append(row.number)
        return MappingProxyType({name: tuple(numbers) for name, numbers in found.items()})

    @cache  # noqa: B019
    def reading_citations(self, game: GameBook) -> Mapping[Ground, tuple[str, ...]]:
        """Map each reading to those of its clauses that speak to a game; to all of them if none does."""
        found: dict[Ground, tuple[str, ...]] = {}
        for entry in self.readings.values():
            here = tuple(number for number in entry.clauses if self.in_scope(self.clauses[number], game))
            found[Reading(entry.id)] = here or entry.clauses
        return MappingProxyType(found)

    def outranks(self, rank: str, least: str) -> bool:
        """Say whether a rank is at least another; a class of ranks stands for the lowest it includes."""
        order = self.ranks
        least = self.rank_classes.get(least, least)
        rank = self.rank_classes.get(rank, rank)
        return rank in order and order.index(rank) >= order.index(least)


def books() -> Path:
    """The folder of the books that come with the package."""
    return Path(__file__).with_name("books")


@cache
def _edition_folders(root: Path | None) -> Mapping[str, Path]:
    """The folder of each edition: of those that come with the package, then of those that other packages bring."""
    found: dict[str, Path] = {}
    for folder in (root,) if root else (books(), *plugins.load_all(plugins.BOOKS)):
        for entry in sorted(Path(folder).iterdir()):
            if not entry.is_dir() or entry.name.startswith("_"):
                continue
            if found.setdefault(entry.name, entry) != entry:
                raise BookError(say("The edition {edition} is there twice: rename one of them.", edition=entry.name))
    return found


@cache
def versions(name: str, root: Path | None = None) -> tuple[str, ...]:
    """List the versions of an edition, oldest first; none if there is no such edition."""
    folder = _folder(name, root)
    return () if folder is None else tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir()))


def _folder(name: str, root: Path | None) -> Path | None:
    """The folder of an edition; other packages are asked only for one that does not come with this package."""
    own = books() / name
    if root is None and name and own.is_dir():
        return own
    return _edition_folders(root).get(name)


@cache
def edition_names(root: Path | None = None) -> tuple[str, ...]:
    """List the editions."""
    return tuple(sorted(_edition_folders(root)))


@cache
def load_edition(name: str, version: str | None = None, root: Path | None = None) -> Edition:
    """Read an edition, the newest version unless one is named."""
    known = versions(name, root)
    chosen = version or (known[-1] if known else "")
    if chosen not in known:
        if not known:
            words = "There is no edition {edition}: the editions are {known}.{near}"
            names = edition_names(root)
            raise BookError(say(words, edition=name, known=", ".join(names), near=suggest(name, names)))
        words = "There is no edition {edition} {version}: its versions are {known}."
        raise BookError(say(words, edition=name, version=chosen, known=", ".join(known)))
    folder = _folder(name, root)
    assert folder is not None  # it has versions
    return _read(name, chosen, folder / chosen)


@cache
def _read(name: str, version: str, folder: Path) -> Edition:
    """Read an edition: once, whether its newest version was meant or named."""
    where = f"{name} {version}"
    texts = {file: (folder / file).read_bytes() for file in FILES}
    digest = hashlib.sha256(b"".join(file.encode() + b"\0" + text + b"\0" for file, text in texts.items()))
    head, clauses, games, readings = (tomllib.loads(text.decode()) for text in texts.values())
    edition = Edition(
        name=name,
        version=version,
        title=head["title"],
        operator=head["operator"],
        regulator=head["regulator"],
        ranks=tuple(head["ranks"]["order"]),
        rank_classes=head["ranks"].get("classes", {}),
        powers={Key(power): rank for power, rank in head.get("powers", {}).items()},
        games=_convert(f"{where} game", "name", map(_part_figures, games["game"]), GameBook),
        clauses=_convert(f"{where} clause", "number", clauses["clause"], Clause),
        readings=_convert(f"{where} reading", "id", readings["reading"], ReadingEntry),
        content_hash=digest.hexdigest(),
    )
    for fault in _faults(edition):
        raise BookError(f"{where} {fault}")
    return edition


@cache
def edition_of(game: str, root: Path | None = None) -> str:
    """Name the edition that holds a game."""
    games = {g: name for name in edition_names(root) for g in load_edition(name, None, root).games}
    if game not in games:
        built = sorted(g for g in games if load_edition(games[g], None, root).games[g].built)
        words = "There is no game {game}: the games are {games}.{near}"
        raise BookError(say(words, game=game, games=", ".join(built), near=suggest(game, built)))
    return games[game]


def _part_figures(row: Mapping[str, Any]) -> dict[str, Any]:
    """A game's row with its figures apart from what every game has."""
    own = {name: value for name, value in row.items() if name in GameBook._fields}
    return own | {"data": {name: value for name, value in row.items() if name not in own}}


def _convert(where: str, name: str, rows: Iterable[Mapping[str, Any]], kind: type[T]) -> dict[str, T]:
    """The rows of a table as values, each by its name; a row that is there twice or has the wrong fields is refused."""
    made: dict[str, T] = {}
    for row in rows:
        if row[name] in made:
            raise BookError(f"{where} {row[name]}: it is listed twice")
        try:
            made[row[name]] = convert(row, kind, dec_hook=lambda kind, text: kind(text))
        except ValidationError as error:
            raise BookError(f"{where} {row[name]}: {error}") from error
    return made


def _clause_faults(clause: Clause) -> Iterator[str]:
    """The faults of one clause of a book."""
    at = f"clause {clause.number}:"
    if unknown := [name for name in clause.keys if name not in TITLES]:
        yield f"{at} no rule key is called {', '.join(unknown)}"
    if unknown := [name for name in clause.cases if name not in CASES]:
        yield f"{at} no case is called {', '.join(unknown)}"
    if clause.met == "enforced" and not clause.keys:
        yield f"{at} enforced, but by no key"
    if clause.met == "physical" and not clause.reason:
        yield f"{at} physical, and the reason is missing"
    if clause.kind == "engine" and clause.met in ("workflow", "physical") and not clause.reason:
        yield f"{at} the census calls it the engine's; say why it is met otherwise"


def _faults(edition: Edition) -> Iterator[str]:
    """All faults of a book: of its clauses, and citations of keys or readings that it does not have."""
    for clause in edition.clauses.values():
        yield from _clause_faults(clause)
    switches: dict[str, str] = {}
    for entry in edition.readings.values():
        at = f"reading {entry.id}:"
        if gone := [number for number in entry.clauses if number not in edition.clauses]:
            yield f"{at} there is no clause {', '.join(gone)}"
        if entry.switch and entry.default not in entry.choices:
            yield f"{at} the default is not among the choices"
        if entry.switch and switches.setdefault(entry.switch, entry.id) != entry.id:
            yield f"{at} the switch {entry.switch} is {switches[entry.switch]}'s"
    for power, rank in edition.powers.items():
        if power not in TITLES:
            yield f"power {power}: no rule key is called that"
        if edition.rank_classes.get(rank, rank) not in edition.ranks:
            yield f"power {power}: there is no rank {rank}"
