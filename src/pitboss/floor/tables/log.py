"""Tables in the store: their events read back, each kind by its name and the number of its shape; events found again by
kind, table, time and what they hold, a page at a time; rounds that are over, as they were played and stand corrected;
and tables kept as snapshots, so that a start need not read months of play."""

import json
import typing
from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import Select, func, select, true

from pitboss.floor.service.clock import stamp
from pitboss.floor.store import Store, Stored, Stream, rows, schema
from pitboss.floor.store.checkpoint import Snapshot, code_hash, load_snapshot, save_snapshot
from pitboss.floor.tables import state as tables
from pitboss.games import make_game
from pitboss.play.codec import decode, encode
from pitboss.value import Value, log_name

EVER = 2**62
"""A place behind every event."""

_KINDS = rows.EventKinds(tables.EVENTS)
event_kinds, read_event = _KINDS.by_name, _KINDS.read


def read_table(store: Store, stream: Stream) -> Iterator[tables.TableEvent]:
    """The events of a table from its beginning."""
    after = 0
    while page := store.read(stream, after=after):
        after += len(page)
        yield from map(read_event, page)


def load_table(store: Store, stream: Stream) -> tables.TableState:
    """A table as the store has it."""
    return catch_up_table(store, stream, tables.UnopenedState())


PAGE = 1_000


class EventQuery(Value):
    """Which events are wanted. Places are those in the whole log, `after` and `before` themselves left out."""

    operator: str
    kinds: tuple[str, ...] = ()
    stream: str = ""
    after: int = 0
    before: int = EVER
    holding: tuple[str, ...] = ()
    """Texts that the data of an event has, all of them."""
    after_number: int = 0
    """Events of a stream with a higher number alone."""


def _query(wanted: EventQuery) -> Select[tuple[object, ...]]:
    table = schema.events
    query = select(table).where(table.c.operator == wanted.operator)
    query = query.where(table.c.position > wanted.after, table.c.position < wanted.before)
    if wanted.kinds:
        query = query.where(table.c.kind.in_(wanted.kinds))
    if wanted.stream:
        query = query.where(table.c.stream == wanted.stream)
    if wanted.after_number:
        query = query.where(table.c.number > wanted.after_number)
    for text in wanted.holding:
        query = query.where(table.c.data.contains(text, autoescape=True))
    return query


def find_last_events(store: Store, wanted: EventQuery, limit: int) -> list[Stored]:
    """The last events that are wanted, the newest first."""
    query = _query(wanted).order_by(schema.events.c.position.desc()).limit(limit)
    return store.events(query)


def all_events(store: Store, wanted: EventQuery) -> Iterator[Stored]:
    """Every event that is wanted, the oldest first, read page by page so that writers do not wait."""
    page: Sequence[Stored] = ()
    while True:
        query = _query(wanted).order_by(schema.events.c.position).limit(PAGE)
        page = store.events(query)
        yield from page
        if len(page) < PAGE:
            return
        wanted = wanted._replace(after=page[-1].position)


def place_at(store: Store, at: datetime, stream: Stream | None = None) -> int:
    """The place of the last event before a moment, in the log or in one stream; 0 without one. Places follow
    time, so the search halves."""
    table, wanted = schema.events, stamp(at)
    place = table.c.position if stream is None else table.c.number
    within = true() if stream is None else (table.c.operator == stream.operator) & (table.c.stream == stream.name)
    with store.reading() as connection:
        low, high = 0, (connection.execute(select(func.max(place)).where(within)).scalar() or 0) + 1
        while low < high - 1:
            middle = (low + high) // 2
            query = select(table.c.at).where(within, place <= middle).order_by(place.desc()).limit(1)
            found = connection.execute(query).scalar()
            low, high = (middle, high) if found is None or found < wanted else (low, middle)
    return low


SEALED_UNTIL = (tables.TableRoundEnded, tables.TableOpened, tables.TableClosed)
"""The events of a table up to which nothing is hidden: an act of an open round may hold cards that lie face down, and
the hash of an event gives them away to a reader who tries all cards."""


def find_newest(store: Store, stream: Stream, *kinds: type, before: int = EVER, limit: int = 1) -> list[Stored]:
    """The last events of some kinds before a place in a stream, the newest first."""
    table = schema.events
    query = (
        select(table)
        .where(table.c.operator == stream.operator, table.c.stream == stream.name)
        .where(table.c.kind.in_([log_name(kind) for kind in kinds]), table.c.number < before)
        .order_by(table.c.number.desc())
        .limit(limit)
    )
    return store.events(query)


def find_ended_rounds(
    store: Store, stream: Stream, before: int, limit: int
) -> list[tuple[Stored, tables.TableRoundEnded]]:
    """The rounds that ended before a place in a table's stream, the newest first."""
    found = find_newest(store, stream, tables.TableRoundEnded, before=before, limit=limit)
    return [(stored, event) for stored in found if isinstance(event := read_event(stored), tables.TableRoundEnded)]


def recall(store: Store, stream: Stream, number: int, *, known: tables.TableState) -> tables.FinishedRound | None:
    """A round that is over; nothing if there is none of that number. What the table has at hand is not read again."""
    at_hand = known.find_finished_round(number)
    if at_hand is not None or isinstance(known, tables.UnopenedState) or not 0 < number <= known.table.rounds:
        return at_hand
    end = end_of(store, stream, number)
    return _replay_round(store, stream, end, number) if end else None


def end_of(store: Store, stream: Stream, number: int) -> int:
    """Where in a stream a round ended; 0 if it did not. Rounds end in order, so that the search halves the stream."""
    low, high = 0, store.head(stream).length + 1
    while low < high - 1:
        middle = (low + high) // 2
        found = find_newest(store, stream, tables.TableRoundEnded, before=middle + 1)
        last = found[0].data["round"] if found else 0
        if last == number:
            return found[0].number
        low, high = (middle, high) if last < number else (low, middle)
    found = find_newest(store, stream, tables.TableRoundEnded, before=high + 1)
    return found[0].number if found and found[0].data["round"] == number else 0


def _replay_round(store: Store, stream: Stream, end: int, number: int) -> tables.FinishedRound | None:
    """A round played again since its table was last opened: an opening begins everything anew but the numbers."""
    (start,) = find_newest(store, stream, tables.TableOpened, before=end)
    opening = read_event(start)
    assert isinstance(opening, tables.TableOpened)
    before = find_newest(store, stream, tables.TableRoundEnded, before=start.number)
    table = tables.make_table(opening)._replace(rounds=before[0].data["round"] if before else 0)
    state: tables.TableState = tables.ClosedState(table=table)
    at = start.number - 1
    while at < end:
        for stored in store.read(stream, after=at, limit=min(1_000, end - at)):
            state = tables.evolve(state, read_event(stored))
            at = stored.number
    past = state.find_finished_round(number)
    for stored in find_newest(store, stream, tables.RoundCorrected, limit=1_000):
        event = read_event(stored)
        if (
            past is not None
            and stored.number > end
            and isinstance(event, tables.RoundCorrected)
            and event.round == number
        ):
            return past._replace(acts=event.acts)
    return past


EVERY = 500
"""How many events a table may go on before it is kept again: so many are read at most after a crash."""

KINDS: dict[str, type[tables.TableState]] = {kind.__name__: kind for kind in typing.get_args(tables.TableState)}


def save_table(store: Store, stream: Stream, state: tables.TableState) -> None:
    """Keep a table as it is."""
    save_snapshot(store, stream, Snapshot(state.length, write_state(state)), code_hash())


def load_saved_table(store: Store, stream: Stream) -> tables.TableState:
    """A table as the store has it: as it was kept last by the same code, and what has happened since."""
    kept = load_snapshot(store, stream, code_hash())
    return catch_up_table(store, stream, read_state(kept.data) if kept is not None else tables.UnopenedState())


def write_state(state: tables.TableState) -> str:
    """A table as text."""
    return json.dumps(encode(state), separators=(",", ":"), ensure_ascii=False)


def read_state(text: str) -> tables.TableState:
    """A table out of text."""
    data = json.loads(text)
    return decode(KINDS[data["type"]], data, make_game)


def catch_up_table(store: Store, stream: Stream, state: tables.TableState) -> tables.TableState:
    """A table with all that has happened since a state of it."""
    while page := store.read(stream, after=state.length):
        state = tables.fold((read_event(stored) for stored in page), state)
    return state
