"""Searching the log: by table, round, player, clause and time. An act is found through its round once that is over, so
that nothing of a round that is being played is told here. A clause is looked for in everything that rests on it: in
rounds, in what the pit decides at a table, and in what a house decides about a patron.

What rests on a clause is told by the grounds that an event names, or by its kind where it names none (a permission, an
exclusion, a limit, a sign that fell due). A round that is over is replayed here step by step."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any

import pitboss.floor.duties  # noqa: F401  # every event is known
from pitboss import law, money
from pitboss.floor.patrons import state
from pitboss.floor.patrons import state as patron
from pitboss.floor.promotions.state import KINDS as PROMOTION_KINDS
from pitboss.floor.returns.sending import ReturnSent
from pitboss.floor.store import Store, Stored, Stream, table_stream
from pitboss.floor.store.rows import PATRON
from pitboss.floor.tables import log as table_log
from pitboss.floor.tables.state import ActTaken, FinishedRound, TableEvent, TableOpened, TableRoundEnded
from pitboss.floor.tournaments.state import event_kinds as tournament_kinds
from pitboss.messages import phrase
from pitboss.play import Round, encode
from pitboss.report import narration, settlements
from pitboss.value import Value, log_name

TOURNAMENT_KINDS = tournament_kinds()
HOUSE_KINDS = (*PROMOTION_KINDS, *TOURNAMENT_KINDS, log_name(ReturnSent))
"""The events of a house that are neither a table's nor a patron's and rest on clauses."""
MOST_READ = 4_000
"""How many events one search reads before it says how far it came."""
COLUMNS = {"at": "At", "table": "Table", "round": "Round", "what": "What", "words": "Words", "by": "By"} | {
    "players": "Players",
    "clauses": "Clauses",
    "net_cents": "Players' net",
}
_TELLS = ("patron", "what", "reason", "words", "about", "ruling", "outcome", "rule", "person", "post", "kind", "how")
"""The fields of an event that tell what it was."""


class SearchQuery(Value):
    """The terms of a search; empty ones are ignored."""

    table: str = ""
    round: int = 0
    player: str = ""
    clause: str = ""
    since: datetime | None = None
    until: datetime | None = None
    rounds_only: bool = True
    before: int = table_log.EVER
    """The cursor that the last page gave."""
    practice: bool = False
    """Whether tables for practice are looked through instead of all others, where no table is named."""


class SearchResult(Value):
    """The results, the newest first, and the place where the next search goes on; none if all has been read."""

    rows: list[dict[str, Any]]
    next: int | None
    read_back_to: str = ""


def search(store: Store, operator: str, asked: SearchQuery, limit: int) -> SearchResult:
    """Search the log of a house."""
    rows: list[dict[str, Any]] = []
    wanted = _make_queries(store, operator, asked)
    page = [stored for each in wanted for stored in table_log.find_last_events(store, each, MOST_READ)]
    if len(wanted) > 1:
        page = sorted(page, key=lambda stored: -stored.position)[:MOST_READ]
    games = RulesAtTables(store)
    last = 0
    for stored in page:
        last = stored.position
        if (row := _row(stored, asked, games)) is not None:
            rows.append(row)
        if len(rows) == limit:
            break
    goes_on = len(rows) == limit or len(page) == MOST_READ
    return SearchResult(rows, last if goes_on else None, page[-1].at if len(page) == MOST_READ else "")


def _make_queries(store: Store, operator: str, asked: SearchQuery) -> list[table_log.EventQuery]:
    """What is read: events of tables, and of patrons where nothing about a table alone is asked."""
    is_all = bool(asked.clause) or not asked.rounds_only
    kinds = (
        tuple(name for name, kind in table_log.event_kinds().items() if not kind.is_sealed)
        if is_all
        else (log_name(TableRoundEnded),)
    )
    after = table_log.place_at(store, asked.since) if asked.since is not None else 0
    before = table_log.place_at(store, asked.until) + 1 if asked.until is not None else table_log.EVER
    holding = (*((f'"{asked.player}"',) if asked.player else ()), *((f'"round":{asked.round}',) if asked.round else ()))
    stream = table_stream(operator, asked.table).name if asked.table else ""
    at_tables = table_log.EventQuery(operator, kinds, stream, after, min(before, asked.before), holding)
    if not is_all:
        return [at_tables]
    at_it = (f'"table":"{asked.table}"',) if asked.table else ()  # as an event of a tournament names it
    of_house = at_tables._replace(kinds=HOUSE_KINDS, stream="", holding=(*holding, *at_it))
    if asked.table or asked.round:
        return [at_tables, of_house]
    theirs = f"{PATRON}{asked.player}" if asked.player else ""
    return [at_tables, at_tables._replace(kinds=tuple(state.KINDS), stream=theirs, holding=()), of_house]


class RulesAtTables:
    """The rules that each table played under at each moment, read once for each opening."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._openings: dict[Any, list[Stored]] = {}

    def at(self, stored: Stored) -> law.Rules | None:
        """The rules of the table that an event happened at."""
        opening = self._opening(stored)
        return _rules(str(opening.data["game"]), str(opening.data["version"])) if opening is not None else None

    def is_practice(self, stored: Stored) -> bool:
        """Whether an event happened at a table for practice."""
        opening = self._opening(stored)
        return opening is not None and money.unit_named(str(opening.data.get("unit", ""))).is_practice

    def _opening(self, stored: Stored) -> Stored | None:
        stream = stored.stream
        if stream not in self._openings:
            wanted = table_log.EventQuery(stream.operator, (log_name(TableOpened),), stream.name)
            self._openings[stream] = table_log.find_last_events(self._store, wanted, 1_000)
        return next((opening for opening in self._openings[stream] if opening.number <= stored.number), None)


@cache
def _rules(game: str, version: str) -> law.Rules:
    return law.Rules.of(game, version)


def _row(stored: Stored, asked: SearchQuery, games: RulesAtTables) -> dict[str, Any] | None:
    """What is told of an event; nothing if it is not one that was asked for."""
    number = stored.data.get("round")
    is_table = stored.stream.is_table
    is_known = is_table or stored.stream.patron or stored.kind in HOUSE_KINDS
    if not is_known or (asked.round and number != asked.round):
        return None
    if not asked.table and asked.practice != (is_table and games.is_practice(stored)):
        return None
    is_round = stored.kind == log_name(TableRoundEnded)
    if stored.stream.patron:
        players = [stored.stream.patron]
    elif is_round:
        players = [str(total["patron"]) for total in stored.data["totals"]]
    else:
        players = [str(stored.data["patron"])] if stored.data.get("patron") else []
    if asked.player and asked.player not in (*players, stored.by):
        return None
    edition, clauses = _cite(stored, asked.clause, games)
    if asked.clause and not any(is_or_is_under(clause, asked.clause) for clause in clauses):
        return None
    table = stored.stream.table if is_table else stored.data.get("table")
    said = {"at": stored.at, "by": stored.by, "table": table, "round": number or None, "players": players}
    place = {"position": stored.position, "number": stored.number, "edition": edition}
    what = "Round" if is_round else phrase(settlements.words_of_kind(stored.kind))  # as in `Notice posted`
    return said | place | {"what": what, "clauses": clauses} | _describe(stored)


def _cite(stored: Stored, clause: str, games: RulesAtTables) -> tuple[str, list[str]]:
    """The document that an event rests on, with its clauses there. What a house decides about a patron or a promotion
    rests on every document of the house: on the one that has the clause which is looked for, else on the first that
    knows the rule."""
    because, is_table = event_grounds(stored), stored.stream.is_table
    rules = games.at(stored) if is_table else None
    of_which = list(house_rules(stored.stream.operator)) if not is_table else [rules] if rules is not None else []
    cites = [(each.edition.name, clauses_of(each, because)) for each in of_which]
    cites = [each for each in cites if each[1]] or cites[:1] or [("", [])]
    with_it = (each for each in cites if clause and any(is_or_is_under(number, clause) for number in each[1]))
    return next(with_it, cites[0])


@cache
def house_rules(operator: str) -> tuple[law.Rules, ...]:
    """The rules of a house's games, a game of each document."""
    editions = [law.load_edition(name) for name in law.edition_names()]
    return tuple(law.Rules.of(next(iter(each.games))) for each in editions if each.operator == operator)


def _describe(stored: Stored) -> dict[str, Any]:
    if stored.kind == log_name(TableRoundEnded):
        event = table_log.read_event(stored)
        assert isinstance(event, TableRoundEnded)
        net = sum(total.net for total in event.totals)
        return {"words": [settlements.settlement_words(done) for done in event.settlements], "net_cents": net}
    said = [str(stored.data[name]) for name in _TELLS if isinstance(stored.data.get(name), str) and stored.data[name]]
    return {"words": [", ".join(said)] if said else [], "net_cents": None}


def clauses_of(rules: law.Rules, because: law.Because) -> list[str]:
    """The clauses of a game that stand behind some grounds, whether or not a permission among them was given."""
    known = _keys(rules.game.name, rules.edition.version)
    return list(rules.cite(tuple(g for g in because if g in known or g in law.CASES or g in rules.edition.readings)))


@cache
def _keys(game: str, version: str) -> frozenset[law.Ground]:
    rules = _rules(game, version)
    return frozenset(rules.edition.citations(rules.game))


def is_or_is_under(clause: str, wanted: str) -> bool:
    """Say whether a clause is one that is looked for, or a part of it: 9.2.1 of 9.2."""
    return clause == wanted or (clause.startswith(wanted) and clause[len(wanted)] in ".( ")


# The rules that a decision rests on.

Data = Mapping[str, Any]


def _always(*keys: law.Key) -> Callable[[Data], law.Because]:
    return lambda _: keys


RESTS_ON: Mapping[type, Callable[[Data], law.Because]] = {
    patron.CardIssued: _always(law.PLAYER_CARD),
    patron.CardCancelled: _always(law.PLAYER_CARD),
    patron.Excluded: _always(law.EXCLUDED),
    patron.ExclusionEnded: _always(law.EXCLUDED),
    patron.BarredFromGame: _always(law.BARRED_FROM_GAME),
    patron.BarLifted: _always(law.BARRED_FROM_GAME),
    patron.EmployeeNoted: _always(law.EMPLOYEE_POLICY),
    patron.LossLimitSet: _always(law.LOSS_LIMIT),
    patron.DepositLimitSet: _always(law.DEPOSIT_LIMIT),
    patron.BreakOrdered: _always(law.LIMIT_BREAK),
    patron.BreakTaken: _always(law.OWN_BREAK),
    patron.ChipsDeclared: _always(law.CHIPS_DECLARED),
}
"""The rules that events of patrons rest on; those of a table tell it themselves."""
_BY_NAME = {log_name(kind): rests_on for kind, rests_on in RESTS_ON.items()}


def event_grounds(stored: Stored) -> law.Because:
    """The grounds of an event, each once."""
    if stored.stream.is_table:
        kind = table_log.event_kinds()[stored.kind]
        tells = kind.rules or kind.rests_on is not TableEvent.rests_on
        more = table_log.read_event(stored).rests_on() if tells else ()
    else:
        more = _BY_NAME[stored.kind](stored.data) if stored.kind in _BY_NAME else ()
        more = TOURNAMENT_KINDS[stored.kind].rules if stored.kind in TOURNAMENT_KINDS else more
    return tuple(dict.fromkeys((*_find_grounds(stored.data), *more)))


def _find_grounds(data: Any) -> Iterator[law.Ground]:
    """The grounds that an event names, by itself or in its settlements."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            if name == "because":
                yield from (law.ground(text) for text in value)
            else:
                yield from _find_grounds(value)
    elif isinstance(data, list):
        for value in data:
            yield from _find_grounds(value)


# A round that is over, step by step.


class ReplayedStep(Value):
    """One step of a round: the round after it, and what is told of it."""

    round: Round
    told: dict[str, Any]


def replay(past: FinishedRound, log: list[Stored] | None = None) -> Iterator[ReplayedStep]:
    """The steps of a round. Who keyed each act, and when, is told where the log has the acts as they stand."""
    keyed = log if log is not None and len(log) == len(past.acts) else [None] * len(past.acts)
    rules = past.opening.game.rules
    steps = zip(narration.tell_round(past.opening, past.acts), keyed, strict=True)
    for number, ((act, step, sentences), stored) in enumerate(steps, start=1):
        said = [
            {
                "says": str(sentence),
                "event": log_name(type(event)),
                "because": settlements.grounds(rules, event.because),
            }
            for sentence, event in sentences
        ]
        told = {"step": number, "act": encode(act), "phase": step.round.phase, "events": said}
        told |= {"at": stored.at if stored else None, "by": stored.by if stored else None}
        yield ReplayedStep(step.round, told)


def acts_in_log(store: Store, stream: Stream, number: int) -> list[Stored]:
    """The acts of a round as they were written, before any correction."""
    end = table_log.end_of(store, stream, number)
    if not end:
        return []
    start = table_log.find_newest(store, stream, TableRoundEnded, before=end)
    after = start[0].number if start else 0
    page = store.read(stream, after=after, limit=end - after)
    return [stored for stored in page if stored.kind == log_name(ActTaken) and stored.data["round"] == number]
