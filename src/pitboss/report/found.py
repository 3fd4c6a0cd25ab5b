"""Searching the log: by table, round, player, clause and time. An act is found through its round once that is over, so
that nothing of a round that is being played is told here."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from pitboss.floor.recall import EVER
from pitboss.floor.scan import Wanted, last_events, place_at
from pitboss.floor.store import Store, Stored
from pitboss.floor.tables.events import ActTaken, RoundEnded, TableOpened
from pitboss.floor.tables.log import KINDS, from_stored
from pitboss.law import Ground, ground
from pitboss.law.rules import Rules
from pitboss.report.register_notes import table_of
from pitboss.report.settled import short_words
from pitboss.report.words import phrase

MOST_READ = 4_000
"""How many events one search reads before it says how far it came."""
COLUMNS = {"at": "At", "table": "Table", "round": "Round", "what": "What", "words": "Words", "by": "By"} | {
    "players": "Players",
    "clauses": "Clauses",
    "net_cents": "Players' net",
}
_TELLS = ("patron", "what", "reason", "words", "about", "ruling", "outcome", "rule", "person", "post", "kind", "how")
"""The fields of an event that tell what it was."""
_NOT_TOLD = (ActTaken.__name__,)


class Asked(NamedTuple):
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


class Found(NamedTuple):
    """What was found, the newest first, and from where the next search goes on; nothing if all has been read."""

    rows: list[dict[str, Any]]
    next: int | None
    read_back_to: str = ""


def search(store: Store, operator: str, asked: Asked, limit: int) -> Found:
    """Search the log of a house."""
    wanted = _wanted(store, operator, asked)
    rows: list[dict[str, Any]] = []
    page = last_events(store, wanted, MOST_READ)
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


def _wanted(store: Store, operator: str, asked: Asked) -> Wanted:
    kinds = (RoundEnded.__name__,) if asked.rounds_only else tuple(kind for kind in KINDS if kind not in _NOT_TOLD)
    after = place_at(store, asked.since) if asked.since is not None else 0
    before = place_at(store, asked.until) + 1 if asked.until is not None else EVER
    holding = (*((f'"{asked.player}"',) if asked.player else ()), *((f'"round":{asked.round}',) if asked.round else ()))
    stream = f"table:{asked.table}" if asked.table else ""
    return Wanted(operator, kinds, stream, after, min(before, asked.before), holding)


class Games:
    """The rules that each table played under at each moment, read once for each opening."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._openings: dict[Any, list[Stored]] = {}

    def at(self, stored: Stored) -> Rules | None:
        """The rules of the table that an event happened at."""
        stream = stored.stream
        if stream not in self._openings:
            wanted = Wanted(stream.operator, (TableOpened.__name__,), stream.name)
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
    if not stored.stream.name.startswith("table:") or (asked.round and number != asked.round):
        return None
    players = _players(stored)
    if asked.player and asked.player not in (*players, stored.by):
        return None
    rules = games.at(stored)
    clauses = clauses_of(rules, stored.data) if rules is not None else []
    if asked.clause and not any(is_or_is_under(clause, asked.clause) for clause in clauses):
        return None
    said = {"at": stored.at, "by": stored.by, "table": table_of(stored), "round": number or None, "players": players}
    place = {"position": stored.position, "number": stored.number, "edition": rules.edition.name if rules else ""}
    return said | place | {"what": _what(stored), "clauses": clauses} | _told(stored)


def _players(stored: Stored) -> list[str]:
    """The players that an event is about."""
    if stored.kind == RoundEnded.__name__:
        return [str(total["patron"]) for total in stored.data["totals"]]
    return [str(stored.data["patron"])] if stored.data.get("patron") else []


def _what(stored: Stored) -> str:
    """The kind of an event as words: `Notice posted`."""
    if stored.kind == RoundEnded.__name__:
        return "Round"
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in stored.kind)
    return phrase(spaced.strip())


def _told(stored: Stored) -> dict[str, Any]:
    if stored.kind == RoundEnded.__name__:
        event = from_stored(stored)
        assert isinstance(event, RoundEnded)
        net = sum(total.net for total in event.totals)
        return {"words": [short_words(done) for done in event.settlements], "net_cents": net}
    said = [str(stored.data[name]) for name in _TELLS if isinstance(stored.data.get(name), str) and stored.data[name]]
    return {"words": [", ".join(said)] if said else [], "net_cents": None}


def clauses_of(rules: Rules, data: Mapping[str, Any]) -> list[str]:
    """The clauses that an event cites, by itself or in its settlements."""
    found = dict.fromkeys(_grounds(data))
    return list(rules.cite(rules.only(tuple(found))))


def _grounds(data: Any) -> Iterator[Ground]:
    if isinstance(data, Mapping):
        for name, value in data.items():
            if name == "because":
                yield from (ground(text) for text in value)
            else:
                yield from _grounds(value)
    elif isinstance(data, list):
        for value in data:
            yield from _grounds(value)


def is_or_is_under(clause: str, wanted: str) -> bool:
    """Say whether a clause is one that is looked for, or a part of it: 9.2.1 of 9.2."""
    return clause == wanted or (clause.startswith(wanted) and clause[len(wanted)] in ".( ")
