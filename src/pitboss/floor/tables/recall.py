"""Rounds that are over, out of the log: which there were, and one of them as it was played and stands corrected."""

from sqlalchemy import select

from pitboss.floor.store import Store, Stored, Stream, schema
from pitboss.floor.store.store import _stored
from pitboss.floor.tables.events import RoundCorrected, RoundEnded, TableClosed, TableOpened
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import ClosedState, Past, TableState, UnopenedState, evolve, opened
from pitboss.value import log_name

EVER = 2**62
"""A place behind every event."""
SEALED_UNTIL = (RoundEnded, TableOpened, TableClosed)
"""The events of a table up to which nothing is hidden: an act of an open round may hold cards that lie face down, and
the hash of an event gives them away to whoever tries all of them."""


def newest(store: Store, stream: Stream, *kinds: type, before: int = EVER, limit: int = 1) -> list[Stored]:
    """The last events of some kinds before a place in a stream, the newest first."""
    table = schema.events
    query = (
        select(table)
        .where(table.c.operator == stream.operator, table.c.stream == stream.name)
        .where(table.c.kind.in_([log_name(kind) for kind in kinds]), table.c.number < before)
        .order_by(table.c.number.desc())
        .limit(limit)
    )
    with store.reading() as connection:
        return [_stored(row) for row in connection.execute(query)]


def ended_rounds(store: Store, stream: Stream, before: int, limit: int) -> list[tuple[Stored, RoundEnded]]:
    """The rounds that ended before a place in a table's stream, the newest first."""
    found = newest(store, stream, RoundEnded, before=before, limit=limit)
    return [(stored, event) for stored in found if isinstance(event := from_stored(stored), RoundEnded)]


def recall(store: Store, stream: Stream, number: int, *, known: TableState) -> Past | None:
    """A round that is over; nothing if there is none of that number. What the table has at hand is not read again."""
    at_hand = known.finished(number)
    if at_hand is not None or isinstance(known, UnopenedState) or not 0 < number <= known.table.rounds:
        return at_hand
    end = end_of(store, stream, number)
    return _replayed(store, stream, end, number) if end else None


def end_of(store: Store, stream: Stream, number: int) -> int:
    """Where in a stream a round ended; 0 if it did not. Rounds end in order, so that the search halves the stream."""
    low, high = 0, store.head(stream).length + 1
    while low < high - 1:
        middle = (low + high) // 2
        found = newest(store, stream, RoundEnded, before=middle + 1)
        last = found[0].data["round"] if found else 0
        if last == number:
            return found[0].number
        low, high = (middle, high) if last < number else (low, middle)
    found = newest(store, stream, RoundEnded, before=high + 1)
    return found[0].number if found and found[0].data["round"] == number else 0


def _replayed(store: Store, stream: Stream, end: int, number: int) -> Past | None:
    """A round played again since its table was last opened: an opening begins everything anew but the numbers."""
    (start,) = newest(store, stream, TableOpened, before=end)
    opening = from_stored(start)
    assert isinstance(opening, TableOpened)
    before = newest(store, stream, RoundEnded, before=start.number)
    table = opened(opening)._replace(rounds=before[0].data["round"] if before else 0)
    state: TableState = ClosedState(table=table)
    at = start.number - 1
    while at < end:
        for stored in store.read(stream, after=at, limit=min(1_000, end - at)):
            state = evolve(state, from_stored(stored))
            at = stored.number
    past = state.finished(number)
    return past and _corrected(store, stream, past, end)


def _corrected(store: Store, stream: Stream, past: Past, end: int) -> Past:
    for stored in newest(store, stream, RoundCorrected, limit=1_000):
        event = from_stored(stored)
        if stored.number > end and isinstance(event, RoundCorrected) and event.round == past.opening.number:
            return past._replace(acts=event.acts)
    return past
