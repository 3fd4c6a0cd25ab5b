"""Searching the log: by table, round, player, clause and time. An act is found through its round once that is over, so
that nothing of a round that is being played is told here. A clause is looked for in everything that rests on it: in
rounds, in what the pit decides at a table, and in what a house decides about a patron."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from pitboss.floor.patrons.events import KINDS as PATRON_KINDS
from pitboss.floor.store import Store, Stored, table_stream
from pitboss.floor.tables.events import ActTaken, RoundEnded, TableOpened
from pitboss.floor.tables.log import KINDS, from_stored
from pitboss.floor.tables.recall import EVER
from pitboss.floor.tables.scan import Wanted, last_events, place_at
from pitboss.law import CASES, Because, Ground, Reading
from pitboss.law.edition import edition_names, load_edition
from pitboss.law.rules import Rules
from pitboss.report.cited import grounds_of
from pitboss.report.register_notes import table_of
from pitboss.report.settlements import phrase, settlement_words
from pitboss.value import Value, log_name

MOST_READ = 4_000
"""How many events one search reads before it says how far it came."""
COLUMNS = {"at": "At", "table": "Table", "round": "Round", "what": "What", "words": "Words", "by": "By"} | {
    "players": "Players",
    "clauses": "Clauses",
    "net_cents": "Players' net",
}
_TELLS = ("patron", "what", "reason", "words", "about", "ruling", "outcome", "rule", "person", "post", "kind", "how")
"""The fields of an event that tell what it was."""
_NOT_TOLD = (log_name(ActTaken),)
_PATRON = "patron:"


class Asked(Value):
    """What is looked for; what is left empty is not asked about."""

    table: str = ""
    round: int = 0
    player: str = ""
    clause: str = ""
    since: datetime | None = None
    until: datetime | None = None
    rounds_only: bool = True
    before: int = EVER
    """The cursor that the last page gave."""


class Found(Value):
    """What was found, the newest first, and from where the next search goes on; nothing if all has been read."""

    rows: list[dict[str, Any]]
    next: int | None
    read_back_to: str = ""


def search(store: Store, operator: str, asked: Asked, limit: int) -> Found:
    """Search the log of a house."""
    rows: list[dict[str, Any]] = []
    page = _page(store, _wanted(store, operator, asked))
    games = Games(store)
    last = 0
    for stored in page:
        last = stored.position
        if (row := _row(stored, asked, games)) is not None:
            rows.append(row)
        if len(rows) == limit:
            break
    goes_on = len(rows) == limit or len(page) == MOST_READ
    return Found(rows, last if goes_on else None, page[-1].at if len(page) == MOST_READ else "")


def _page(store: Store, wanted: Sequence[Wanted]) -> list[Stored]:
    """The last events of all that is wanted, the newest first."""
    found = [stored for each in wanted for stored in last_events(store, each, MOST_READ)]
    return sorted(found, key=lambda stored: -stored.position)[:MOST_READ] if len(wanted) > 1 else found


def _wanted(store: Store, operator: str, asked: Asked) -> list[Wanted]:
    """What is read: events of tables, and of patrons where nothing about a table alone is asked."""
    is_all = bool(asked.clause) or not asked.rounds_only
    kinds = tuple(kind for kind in KINDS if kind not in _NOT_TOLD) if is_all else (log_name(RoundEnded),)
    after = place_at(store, asked.since) if asked.since is not None else 0
    before = place_at(store, asked.until) + 1 if asked.until is not None else EVER
    holding = (*((f'"{asked.player}"',) if asked.player else ()), *((f'"round":{asked.round}',) if asked.round else ()))
    stream = table_stream(operator, asked.table).name if asked.table else ""
    at_tables = Wanted(operator, kinds, stream, after, min(before, asked.before), holding)
    if not is_all or asked.table or asked.round:
        return [at_tables]
    theirs = f"{_PATRON}{asked.player}" if asked.player else ""
    return [at_tables, at_tables._replace(kinds=tuple(PATRON_KINDS), stream=theirs, holding=())]


class Games:
    """The rules that each table played under at each moment, read once for each opening."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._openings: dict[Any, list[Stored]] = {}

    def at(self, stored: Stored) -> Rules | None:
        """The rules of the table that an event happened at."""
        stream = stored.stream
        if stream not in self._openings:
            wanted = Wanted(stream.operator, (log_name(TableOpened),), stream.name)
            self._openings[stream] = last_events(self._store, wanted, 1_000)
        for opening in self._openings[stream]:
            if opening.number <= stored.number:
                return _rules(str(opening.data["game"]), str(opening.data["version"]))
        return None


@cache
def _rules(game: str, version: str) -> Rules:
    return Rules.of(game, version)


def _row(stored: Stored, asked: Asked, games: Games) -> dict[str, Any] | None:
    """What is told of an event; nothing if it is not one that was asked for."""
    number = stored.data.get("round")
    is_patrons = stored.stream.name.startswith(_PATRON)
    if not (is_patrons or stored.stream.is_table) or (asked.round and number != asked.round):
        return None
    players = [stored.stream.name.removeprefix(_PATRON)] if is_patrons else _players(stored)
    if asked.player and asked.player not in (*players, stored.by):
        return None
    edition, clauses = _cited(stored, asked.clause, games, is_patrons=is_patrons)
    if asked.clause and not any(is_or_is_under(clause, asked.clause) for clause in clauses):
        return None
    table = None if is_patrons else table_of(stored)
    said = {"at": stored.at, "by": stored.by, "table": table, "round": number or None, "players": players}
    place = {"position": stored.position, "number": stored.number, "edition": edition}
    return said | place | {"what": _what(stored), "clauses": clauses} | _told(stored)


def _cited(stored: Stored, clause: str, games: Games, *, is_patrons: bool) -> tuple[str, list[str]]:
    """The document that an event rests on, with its clauses there. What a house decides about a patron rests on every
    document of the house: on the one that has the clause which is looked for, else on the first that knows the rule."""
    because = grounds_of(stored.kind, stored.data)
    rules = games.at(stored) if not is_patrons else None
    of_which = list(house_rules(stored.stream.operator)) if is_patrons else [rules] if rules is not None else []
    cites = [(each.edition.name, clauses_of(each, because)) for each in of_which]
    cites = [each for each in cites if each[1]] or cites[:1] or [("", [])]
    with_it = (each for each in cites if clause and any(is_or_is_under(number, clause) for number in each[1]))
    return next(with_it, cites[0])


@cache
def house_rules(operator: str) -> tuple[Rules, ...]:
    """The rules of a house's games, a game of each document."""
    editions = [load_edition(name) for name in edition_names()]
    return tuple(Rules.of(next(iter(each.games))) for each in editions if each.operator == operator)


def _players(stored: Stored) -> list[str]:
    """The players that an event is about."""
    if stored.kind == log_name(RoundEnded):
        return [str(total["patron"]) for total in stored.data["totals"]]
    return [str(stored.data["patron"])] if stored.data.get("patron") else []


def _what(stored: Stored) -> str:
    """The kind of an event as words: `Notice posted`."""
    if stored.kind == log_name(RoundEnded):
        return "Round"
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in stored.kind)
    return phrase(spaced.strip())


def _told(stored: Stored) -> dict[str, Any]:
    if stored.kind == log_name(RoundEnded):
        event = from_stored(stored)
        assert isinstance(event, RoundEnded)
        net = sum(total.net for total in event.totals)
        return {"words": [settlement_words(done) for done in event.settlements], "net_cents": net}
    said = [str(stored.data[name]) for name in _TELLS if isinstance(stored.data.get(name), str) and stored.data[name]]
    return {"words": [", ".join(said)] if said else [], "net_cents": None}


def clauses_of(rules: Rules, because: Because) -> list[str]:
    """The clauses of a game that stand behind some grounds, whether or not a permission among them was given."""
    known = _keys(rules.game.name, rules.edition.version)
    return list(rules.cite(tuple(g for g in because if isinstance(g, Reading) or g in known or g in CASES)))


@cache
def _keys(game: str, version: str) -> frozenset[Ground]:
    rules = _rules(game, version)
    return frozenset(rules.edition.citations(rules.game))


def is_or_is_under(clause: str, wanted: str) -> bool:
    """Say whether a clause is one that is looked for, or a part of it: 9.2.1 of 9.2."""
    return clause == wanted or (clause.startswith(wanted) and clause[len(wanted)] in ".( ")
