"""Meters decided again: every meter is folded from its terms, each growth and award is worked out anew from the event
of the table that it follows, none is missing and none is there twice, and the pools have the meters' whole cents."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import floor
from typing import Any

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import METERS, AuditFault
from pitboss.floor.audit.rounds import LogCheck, ReplayedEvent
from pitboss.floor.audit.transfers import OffTable
from pitboss.floor.jackpots import meters
from pitboss.floor.store import Stored, schema
from pitboss.floor.store.checkpoint import Checkpoint
from pitboss.floor.store.rows import METER
from pitboss.floor.store.store import stored_of
from pitboss.floor.tables.jackpots import (
    JackpotEquipmentRestored,
    JackpotGameCancelled,
    JackpotGameRecorded,
    JackpotGameStarted,
    JackpotOutcomeCorrected,
    prizes_and_claims,
)
from pitboss.floor.tables.log import read_event
from pitboss.floor.tables.state import OpenState, TableEvent, TableRoundEnded
from pitboss.jackpot import award_round
from pitboss.jackpot.meter import exact
from pitboss.play.terms import JackpotTerms
from pitboss.value import Value


class Source(Value):
    """An event of a table that a meter follows."""

    stored: Stored
    event: TableEvent


def check_meters(connection: Connection, starts: Mapping[str, Checkpoint], explained: OffTable) -> Iterator[AuditFault]:
    """Fold every meter again, and count what its events moved since a checkpoint; the first fault of each meter."""
    table = schema.events
    query = select(table).where(table.c.stream.startswith(METER)).order_by(table.c.position)
    streams: dict[tuple[str, str], list[Stored]] = {}
    for row in rows_of(connection, query):
        stored = stored_of(row)
        streams.setdefault((stored.stream.operator, stored.stream.meter), []).append(stored)
    query = select(table).where(table.c.kind.in_(meters.HEARD)).order_by(table.c.position)  # what meters follow
    found = [stored_of(row) for row in rows_of(connection, query)]
    heard = {stored.position: Source(stored, read_event(stored)) for stored in found}
    for (operator, meter), events in streams.items():
        after = starts[operator].position if operator in starts else 0
        faults = list(_check_meter(connection, operator, meter, events, heard, explained, after))
        yield from faults[:1]  # what explains the ledger is counted all the same
    unknown = {(each.stored.stream.operator, each.stored.data["meter"]) for each in heard.values()} - streams.keys()
    for operator, meter in sorted(unknown):
        if meter:
            yield AuditFault(METERS, f"{operator}/{METER}{meter}", "tables feed it, and it has no stream")


def _check_meter(
    connection: Connection,
    operator: str,
    meter: str,
    events: list[Stored],
    heard: Mapping[int, Source],
    explained: OffTable,
    after: int,
) -> Iterator[AuditFault]:
    state, seen = meters.MeterState(), Counter[tuple[int, str, int]]()
    for stored in events:
        event = meters.meter_event(stored)
        record = f"{stored.stream} number {stored.number}"
        if words := _fault(state, event, heard):
            yield AuditFault(METERS, record, words, stored.position)
        if isinstance(event, meters.MeterGrew | meters.GrowthTakenBack | meters.JackpotsAwarded):
            what = event.position, stored.kind, event.game
            if seen[what]:
                yield AuditFault(METERS, record, "it follows an event that was followed before", stored.position)
            seen[what] += 1
        if stored.position > after:
            explained.add_all(meters.meter_entries(operator, meter, state, event))
        state = event.change(state)
    cursor = connection.execute(
        select(schema.cursors.c.position).where(schema.cursors.c.name == f"{meters.REACTION}/{operator}")
    ).scalar()
    for position, source in heard.items():
        mine = source.stored.stream.operator == operator and source.stored.data["meter"] == meter
        if mine and position <= (cursor or 0):
            yield from _missing(source, seen)
    yield from _check_pools(connection, operator, meter, state)


def _missing(source: Source, seen: Counter[tuple[int, str, int]]) -> Iterator[AuditFault]:
    """Say where a meter passed over an event of a table."""
    stored, event = source.stored, source.event
    wanted: list[tuple[str, int]] = []
    match event:
        case JackpotGameStarted(by_hand=False):
            wanted = [("MeterGrew", event.game)]
        case JackpotGameCancelled(by_hand=False):
            wanted = [("GrowthTakenBack", event.game)]
        case JackpotGameRecorded(by_hand=False) if event.claims:
            wanted = [("JackpotsAwarded", event.game)]
        case JackpotEquipmentRestored():
            wanted = [("MeterGrew", game.number) for game in event.games]
            wanted += [("JackpotsAwarded", game.number) for game in event.games if game.claims]
    for kind, game in wanted:
        if not seen[stored.position, kind, game]:
            record = f"{stored.stream} number {stored.number}"
            yield AuditFault(METERS, record, "its meter has not followed it", stored.position)


def _fault(state: meters.MeterState, event: meters.MeterEvent, heard: Mapping[int, Source]) -> str:
    """Say what is wrong with an event of a meter; nothing where it is as it has to be."""
    stands = event.change(state).value
    said = getattr(event, "after", stands)
    if said != stands:
        return f"it says that the meter stands at {said}, and its sums come to {stands}"
    match event:
        case meters.MeterGrew() | meters.GrowthTakenBack():
            return _growth_fault(state, event, heard.get(event.position))
        case meters.JackpotsAwarded():
            return _award_fault(state, event, heard.get(event.position))
        case meters.AwardPaid() | meters.AwardRefused():
            waits = {each.id: (each.award.patron, each.award.cents) for each in state.pending}
            return "" if waits.get(event.id) == (event.patron, event.cents) else "no such award waited"
    return ""


def _growth_fault(
    state: meters.MeterState, event: meters.MeterGrew | meters.GrowthTakenBack, source: Source | None
) -> str:
    if source is None or source.stored.stream.table != event.table:
        return "no event of that table stands at the place that it names"
    match source.event:
        case JackpotGameStarted(game=game, wagers=wagers):
            told = game == event.game and len(wagers) == event.wagers
        case JackpotGameCancelled(game=game):
            told = game == event.game
        case JackpotOutcomeCorrected(game=game, were=were, wagers=now):
            told = game == event.game and abs(now - were) == event.wagers
        case JackpotEquipmentRestored(games=games):
            told = (event.game, event.wagers) in [(kept.number, kept.wagers) for kept in games]
        case _:
            told = False
    if not told:
        return "the event of the table tells of another game, or of other wagers"
    if isinstance(event, meters.MeterGrew) and state.terms is not None:
        due = exact(state.terms.grows * event.wagers), exact(state.terms.grows_reserve * event.wagers)
        if (event.amount, event.reserve) != due:
            return f"it grew by {event.amount}, and its rate gives {due[0]}"
    return ""


def _award_fault(state: meters.MeterState, event: meters.JackpotsAwarded, source: Source | None) -> str:
    """Decide the awards of a round again."""
    if source is None or source.stored.stream.table != event.table or state.terms is None:
        return "no event of that table stands at the place that it names"
    table_event: Any = source.event
    if isinstance(table_event, JackpotOutcomeCorrected):
        return ""  # it is decided on the meter as it stood then; its sums are checked
    if isinstance(table_event, JackpotEquipmentRestored):
        table_event = next(kept for kept in table_event.games if kept.number == event.game)
    if event.before != state.value:
        return f"it finds the meter at {event.before}, and the meter stands at {state.value}"
    rules = state.terms.rules(event.plays)
    made = award_round(rules, state.terms, state.value, table_event.claims, table_event.chips)
    if tuple(each.award for each in event.awards) != made.awards:
        return "the rules award the round otherwise"
    reseed = state.terms.reset_cents if made.is_reseeded else 0
    return "" if (event.reseed, event.from_reserve) == (reseed, min(state.reserve, reseed)) else "it reseeds otherwise"


def _check_pools(connection: Connection, operator: str, meter: str, state: meters.MeterState) -> Iterator[AuditFault]:
    """The pools of a meter have its whole cents, and what waits for approval."""
    waits, sums = sum(each.award.cents for each in state.pending), schema.accounts.c
    for account, cents in (
        (meters.pool_of(operator, meter), floor(state.value)),
        (meters.reserve_of(operator, meter), floor(state.reserve)),
        (meters.pending_of(operator, meter), waits),
    ):
        balance = select(sums.into - sums.out).where(sums.name == account.name)
        there = int(connection.execute(balance).scalar() or 0)
        if there != cents:
            yield AuditFault(METERS, account.name, f"{there} lies there, and the meter says {cents}")


class JackpotCheck(LogCheck):
    """Decides again what the dealer recorded of each jackpot game of a table."""

    def __init__(self) -> None:
        self._ended: tuple[TableRoundEnded, OpenState] | None = None

    def see(self, played: ReplayedEvent) -> AuditFault | None:
        """See one more event."""
        event, stored = played.event, played.stored
        if isinstance(event, TableRoundEnded) and isinstance(played.before, OpenState):
            self._ended = event, played.before
        if not isinstance(event, JackpotGameRecorded) or not isinstance(played.before, OpenState):
            return None
        ended, before = self._ended or (None, None)
        jackpot: JackpotTerms | None = before.table.game.terms.jackpot if before is not None else None
        game = played.before.jackpot
        record = f"{stored.stream} number {stored.number}"
        if ended is None or before is None or jackpot is None or game is None or ended.round != event.round:
            return AuditFault(METERS, record, "no round ended whose jackpot game it records", stored.position)
        rules, chips = before.table.game.rules, before.table.game.terms.chips
        prizes, claims = prizes_and_claims(rules, jackpot, ended.claims, game.wagers, chips)
        if (event.prizes, event.claims, event.wagers) != (prizes, claims, len(game.wagers)):
            return AuditFault(METERS, record, "the rules give the round other jackpot prizes", stored.position)
        return None
