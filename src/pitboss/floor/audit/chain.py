"""Follows the chains: every event and every transfer is the one that was written, in its place, and none is missing."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, select

from pitboss.floor.audit.report import CHAIN, CHECKPOINTS, LEDGER, Finding
from pitboss.floor.store import Head, Stream, schema
from pitboss.floor.store.chain import event_hash, transfer_hash
from pitboss.floor.store.checkpoint import Checkpoint

PAGE = 2_000

Row = Mapping[Any, Any]
"""A record by the names of its columns."""


def rows_of(connection: Connection, query: Select[Any]) -> Generator[RowMapping, None, None]:
    """The rows of a question, a page at a time, so that a long log needs no more room than a short one."""
    with connection.execute(query.execution_options(yield_per=PAGE)) as found:
        yield from found.mappings()


class ChainWalk:
    """A walk along a log, which knows the head of every chain so far and stops at the first fault."""

    def __init__(self, part: str, hash_of: Callable[[Row], str], heads: Mapping[Stream, Head]) -> None:
        self.part, self._hash_of = part, hash_of
        self.heads = dict(heads)
        self.count = 0

    def step(self, row: Row, stream: Stream, name: str, position: int = 0) -> Finding | None:
        """Take one more record, or say what is wrong with it."""
        length, previous = self.heads.get(stream, Head())
        words = ""
        if row["number"] != length + 1:
            words = f"number {length + 1} should stand here"
        elif row["previous"] != previous:
            words = "it does not follow the record before it"
        elif row["hash"] != self._hash_of(row):
            words = "it is not as it was written"
        if words:
            return Finding(self.part, name, words, position)
        self.heads[stream] = Head(row["number"], row["hash"])
        self.count += 1
        return None


def walk_events(
    connection: Connection, starts: Mapping[str, Checkpoint], days: Sequence[Checkpoint]
) -> tuple[Finding | None, ChainWalk]:
    """Follow the log of events from where each operator's checkpoint left off; compare with the days on the way."""
    heads = {stream: head for day in starts.values() for stream, head in day.heads.items()}
    walk = ChainWalk(CHAIN, event_hash, heads)
    waiting = sorted((day for day in days if day not in starts.values()), key=lambda day: day.position, reverse=True)
    first = _first_place(connection, starts)
    table = schema.events
    place = first
    for row in rows_of(connection, select(table).where(table.c.position > first).order_by(table.c.position)):
        while waiting and waiting[-1].position < row["position"]:
            if (fault := _differs(waiting.pop(), walk.heads)) is not None:
                return fault, walk
        place += 1
        stream = Stream(row["operator"], row["stream"])
        name = f"{stream} number {row['number']}"
        if row["position"] != place:
            return Finding(CHAIN, f"place {place} of the log", f"it is missing; next is {name}", place), walk
        if stream.operator in starts and place <= starts[stream.operator].position:
            continue
        if (fault := walk.step(row, stream, name, place)) is not None:
            return fault, walk
    faults = (_differs(day, walk.heads) for day in reversed(waiting))
    return next((fault for fault in faults if fault is not None), None), walk


def _first_place(connection: Connection, starts: Mapping[str, Checkpoint]) -> int:
    """The last place that nobody need look at again: an operator without a checkpoint is read from the beginning."""
    operators = connection.execute(select(schema.heads.c.operator).distinct()).scalars().all()
    return min((starts[name].position if name in starts else 0 for name in operators), default=0)


def _differs(day: Checkpoint, heads: Mapping[Stream, Head]) -> Finding | None:
    """The first stream whose head is not what a checkpoint signed."""
    for stream, head in sorted(day.heads.items()):
        if stream.name != schema.LEDGER and heads.get(stream, Head()) != head:
            words = f"it signed {head.length} events of {stream}, and the log does not lead there"
            return Finding(CHECKPOINTS, day.name, words, day.position)
    unsigned = sorted(s for s in heads if s.operator == day.operator and s not in day.heads)
    if unsigned:
        return Finding(CHECKPOINTS, day.name, f"it did not sign {unsigned[0]}, which had begun", day.position)
    return None


def walk_transfers(
    connection: Connection,
    starts: Mapping[str, Checkpoint],
    days: Sequence[Checkpoint],
    book: Callable[[Row], None],
) -> tuple[Finding | None, ChainWalk]:
    """Follow each operator's transfers, handing each that holds to whoever adds them up."""
    ledgers = {_ledger(name): day.heads.get(_ledger(name), Head()) for name, day in starts.items()}
    walk = ChainWalk(LEDGER, transfer_hash, ledgers)
    signed = {(s, head.length): (day, head) for day in days for s, head in day.heads.items() if s.name == schema.LEDGER}
    table = schema.transfers
    operators = connection.execute(select(table.c.operator).distinct().order_by(table.c.operator)).scalars().all()
    for operator in operators:
        stream = _ledger(operator)
        after = walk.heads.get(stream, Head()).length
        query = select(table).where(table.c.operator == operator, table.c.number > after).order_by(table.c.number)
        for row in rows_of(connection, query):
            if (fault := walk.step(row, stream, f"{operator} transfer {row['number']}")) is not None:
                return fault, walk
            book(row)
            day, head = signed.pop((stream, row["number"]), (None, None))
            if day is not None and head is not None and head.hash != row["hash"]:
                words = f"it signed {head.length} transfers, and the ledger does not lead there"
                return Finding(CHECKPOINTS, day.name, words), walk
    for (stream, length), (day, _) in sorted(signed.items()):
        if length > walk.heads.get(stream, Head()).length:
            return Finding(CHECKPOINTS, day.name, f"it signed {length} transfers, and there are fewer"), walk
    return None, walk


def _ledger(operator: str) -> Stream:
    return Stream(operator, schema.LEDGER)


def check_heads(connection: Connection, part: str, heads: Mapping[Stream, Head], *, ledger: bool) -> Finding | None:
    """Compare the heads that the store keeps with those that its records lead to."""
    table = schema.heads
    kept: dict[Stream, Head] = {}
    for row in rows_of(connection, select(table)):
        if (row["stream"] == schema.LEDGER) == ledger:
            kept[Stream(row["operator"], row["stream"])] = Head(row["length"], row["hash"])
    for stream in _in_order(kept, heads):
        there, found = kept.get(stream, Head()), heads.get(stream, Head())
        if stream.name == schema.LEDGER and not ledger:
            continue
        if there != found:
            missing = f"number {found.length + 1} is missing" if there.length > found.length else "its head is another"
            return Finding(part, f"{stream} number {found.length}", f"the records end here, but {missing}")
    return None


def _in_order(*maps: Iterable[Stream]) -> list[Stream]:
    return sorted({stream for streams in maps for stream in streams})
