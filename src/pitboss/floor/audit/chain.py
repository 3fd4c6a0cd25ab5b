"""Follows the chains: every event, every transfer and every command is the one that was written, in its place,
and none is missing."""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, Table, collate, exists, select

from pitboss.floor.audit.report import CHAIN, CHECKPOINTS, COMMANDS, LEDGER, AuditFault
from pitboss.floor.store import Stream, StreamHead, checkpoint, rows, schema

PAGE = 2_000

Row = Mapping[Any, Any]
"""A record by the names of its columns."""


def rows_of(connection: Connection, query: Select[Any]) -> Generator[RowMapping, None, None]:
    """The rows of a question, a page at a time, so that a long log needs no more room than a short one."""
    with connection.execute(query.execution_options(yield_per=PAGE)) as found:
        yield from found.mappings()


class ChainWalk:
    """A walk along a log, which knows the head of every chain so far and stops at the first fault."""

    def __init__(self, part: str, hash_of: Callable[[Row], str], heads: Mapping[Stream, StreamHead]) -> None:
        self.part, self._hash_of = part, hash_of
        self.heads = dict(heads)
        self.count = 0

    def step(self, row: Row, stream: Stream, name: str, position: int = 0) -> AuditFault | None:
        """Take one more record, or say what is wrong with it."""
        head = self.heads.get(stream, StreamHead())
        words = ""
        if row["number"] != head.length + 1:
            words = f"number {head.length + 1} should stand here"
        elif row["previous"] != head.hash:
            words = "it does not follow the record before it"
        elif row["hash"] != self._hash_of(row):
            words = "it was changed after it was written"
        if words:
            return AuditFault(self.part, name, words, position)
        self.heads[stream] = StreamHead(row["number"], row["hash"])
        self.count += 1
        return None


def walk_events(
    connection: Connection, starts: Mapping[str, checkpoint.Checkpoint], days: Sequence[checkpoint.Checkpoint]
) -> tuple[AuditFault | None, ChainWalk]:
    """Follow the log of events from where each operator's checkpoint left off; compare with the days on the way."""
    heads = {stream: head for day in starts.values() for stream, head in day.heads.items()}
    walk = ChainWalk(CHAIN, rows.event_hash, heads)
    waiting = sorted((day for day in days if day not in starts.values()), key=lambda day: day.position, reverse=True)
    # the log before this place was checked already; an operator without a checkpoint is read from the beginning
    operators = connection.execute(select(schema.heads.c.operator).distinct()).scalars().all()
    first = min((starts[name].position if name in starts else 0 for name in operators), default=0)
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
            return AuditFault(CHAIN, f"place {place} of the log", f"it is missing; next is {name}", place), walk
        if stream.operator in starts and place <= starts[stream.operator].position:
            continue
        if (fault := walk.step(row, stream, name, place)) is not None:
            return fault, walk
    faults = (_differs(day, walk.heads) for day in reversed(waiting))
    return next((fault for fault in faults if fault is not None), None), walk


def _differs(day: checkpoint.Checkpoint, heads: Mapping[Stream, StreamHead]) -> AuditFault | None:
    """The first stream whose head is not what a checkpoint signed."""
    for stream, head in sorted(day.heads.items()):
        if stream.name not in schema.NO_STREAMS and heads.get(stream, StreamHead()) != head:
            words = f"it signed {head.length} events of {stream}, and the log does not lead there"
            return AuditFault(CHECKPOINTS, day.name, words, day.position)
    unsigned = sorted(s for s in heads if s.operator == day.operator and s not in day.heads)
    if unsigned:
        return AuditFault(CHECKPOINTS, day.name, f"it did not sign {unsigned[0]}, which had begun", day.position)
    return None


def walk_transfers(
    connection: Connection,
    starts: Mapping[str, checkpoint.Checkpoint],
    days: Sequence[checkpoint.Checkpoint],
    book: Callable[[Row], None],
) -> tuple[AuditFault | None, ChainWalk]:
    """Follow each operator's transfers, and hand each valid one to the code that adds them up."""
    name = schema.LEDGER
    heads = {Stream(each, name): day.heads.get(Stream(each, name), StreamHead()) for each, day in starts.items()}
    walk = ChainWalk(LEDGER, rows.transfer_hash, heads)
    return _walk_numbered(connection, walk, schema.transfers, ("transfer", "transfers", name), days, book), walk


def walk_commands(
    connection: Connection, starts: Mapping[str, checkpoint.Checkpoint], days: Sequence[checkpoint.Checkpoint]
) -> tuple[AuditFault | None, ChainWalk]:
    """Follow each operator's commands; the first that is chained follows the hash of those of an older program."""
    table, name = schema.commands, schema.COMMANDS
    heads: dict[Stream, StreamHead] = {}
    key = collate(table.c.key, "BINARY" if connection.dialect.name == "sqlite" else "C")
    for operator in connection.execute(select(table.c.operator).distinct()).scalars().all():
        stream = Stream(operator, name)
        signed = starts[operator].heads.get(stream) if operator in starts else None
        unchained = select(table).where(table.c.operator == operator, table.c.number == 0).order_by(key)
        heads[stream] = signed or StreamHead(0, rows.unchained_hash(rows_of(connection, unchained)))
    walk = ChainWalk(COMMANDS, rows.command_hash, heads)
    fault = _walk_numbered(connection, walk, table, ("command", "commands", name), days, lambda row: None)
    return fault or _find_unanswered(connection, starts), walk


def _find_unanswered(connection: Connection, starts: Mapping[str, checkpoint.Checkpoint]) -> AuditFault | None:
    """A transfer whose command is missing: the command could be given again and booked twice."""
    table, known = schema.transfers, schema.commands
    there = exists().where(known.c.operator == table.c.operator, known.c.key == table.c.command)
    for operator in connection.execute(select(table.c.operator).distinct().order_by(table.c.operator)).scalars().all():
        day = starts.get(operator)
        after = day.heads.get(Stream(operator, schema.LEDGER), StreamHead()).length if day is not None else 0
        mine = (table.c.operator == operator) & (table.c.number > after) & (table.c.command != "")
        query = select(table.c.number, table.c.command).where(mine, ~there).order_by(table.c.number).limit(1)
        if (found := connection.execute(query).first()) is not None:
            words = f"the command {found.command} that booked it is missing"
            return AuditFault(COMMANDS, f"{operator} transfer {found.number}", words)
    return None


def _walk_numbered(
    connection: Connection,
    walk: ChainWalk,
    table: Table,
    names: tuple[str, str, str],
    days: Sequence[checkpoint.Checkpoint],
    see: Callable[[Row], None],
) -> AuditFault | None:
    """Follow the one chain of each operator, pass each valid record on, and compare with the signed days."""
    one, many, name = names
    signed = {(s, head.length): (day, head) for day in days for s, head in day.heads.items() if s.name == name}
    operators = connection.execute(select(table.c.operator).distinct().order_by(table.c.operator)).scalars().all()
    for operator in operators:
        stream = Stream(operator, name)
        after = walk.heads.get(stream, StreamHead()).length
        query = select(table).where(table.c.operator == operator, table.c.number > after).order_by(table.c.number)
        for row in rows_of(connection, query):
            if (fault := walk.step(row, stream, f"{operator} {one} {row['number']}")) is not None:
                return fault
            see(row)
            day, head = signed.pop((stream, row["number"]), (None, None))
            if day is not None and head is not None and head.hash != row["hash"]:
                words = f"it signed {head.length} {many}, and the log does not lead there"
                return AuditFault(CHECKPOINTS, day.name, words)
    for (stream, length), (day, _) in sorted(signed.items()):
        if length > walk.heads.get(stream, StreamHead()).length:
            return AuditFault(CHECKPOINTS, day.name, f"it signed {length} {many}, and there are fewer")
    return None


def check_heads(
    connection: Connection, part: str, heads: Mapping[Stream, StreamHead], name: str = ""
) -> AuditFault | None:
    """Compare the heads that the store keeps with those that its records lead to: of the events, or of a chain that
    each operator has one of."""
    table = schema.heads
    kept: dict[Stream, StreamHead] = {}
    for row in rows_of(connection, select(table)):
        if (row["stream"] if row["stream"] in schema.NO_STREAMS else "") == name:
            kept[Stream(row["operator"], row["stream"])] = StreamHead(row["length"], row["hash"])
    for stream in sorted({*kept, *heads}):
        there, found = kept.get(stream, StreamHead()), heads.get(stream, StreamHead())
        if stream.name in schema.NO_STREAMS and not name:
            continue
        if there != found:
            missing = f"number {found.length + 1} is missing" if there.length > found.length else "its head is another"
            return AuditFault(part, f"{stream} number {found.length}", f"the records end here, but {missing}")
    return None
