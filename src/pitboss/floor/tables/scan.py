"""Events found again in the log: by kind, table, time and what they hold, in either direction, a page at a time."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import Select, func, select, true

from pitboss.floor.service.clock import stamp
from pitboss.floor.store import Store, Stored, Stream, schema
from pitboss.floor.store.store import _stored
from pitboss.floor.tables.recall import EVER
from pitboss.value import Value

PAGE = 1_000


class Wanted(Value):
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


def _query(wanted: Wanted) -> Select[tuple[object, ...]]:
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


def last_events(store: Store, wanted: Wanted, limit: int) -> list[Stored]:
    """The last events that are wanted, the newest first."""
    query = _query(wanted).order_by(schema.events.c.position.desc()).limit(limit)
    with store.reading() as connection:
        return [_stored(row) for row in connection.execute(query)]


def all_events(store: Store, wanted: Wanted) -> Iterator[Stored]:
    """Every event that is wanted, the oldest first, read page by page so that nobody waits for it."""
    page: Sequence[Stored] = ()
    while True:
        query = _query(wanted).order_by(schema.events.c.position).limit(PAGE)
        with store.reading() as connection:
            page = [_stored(row) for row in connection.execute(query)]
        yield from page
        if len(page) < PAGE:
            return
        wanted = wanted._replace(after=page[-1].position)


def place_at(store: Store, at: datetime, stream: Stream | None = None) -> int:
    """The place of the last event before a moment, in the log or in one stream; 0 if there was none. Places follow
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
