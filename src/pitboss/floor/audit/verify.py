"""`verify`: the whole audit of a store at one moment, from the beginning or from the last signed checkpoints."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import Connection, func, select

from pitboss.floor.audit.balances import Tally, check_balances, check_owners
from pitboss.floor.audit.chain import check_heads, walk_commands, walk_events, walk_transfers
from pitboss.floor.audit.counters import CounterWatch, Counts, check_counters
from pitboss.floor.audit.explained import Beside, explain_rest, unexplained
from pitboss.floor.audit.journal import JournalWatch
from pitboss.floor.audit.kept import SnapshotWatch, state_before
from pitboss.floor.audit.receipts import Receipt, check_receipts
from pitboss.floor.audit.replay import Watch, replay
from pitboss.floor.audit.report import CHAIN, CHECKPOINTS, COMMANDS, CURSORS, LEDGER, SCHEMA, Finding, Report, Today
from pitboss.floor.audit.rounds import Decided, decide_again, table_streams, under_today
from pitboss.floor.audit.shoes import ShoeWatch
from pitboss.floor.store import Head, Store, Stream, schema
from pitboss.floor.store.checkpoint import (
    Checkpoint,
    broken_off,
    checkpoints,
    first_unsound,
    last_checkpoint,
    last_unsound,
    missing_head,
)
from pitboss.floor.store.signing import Verifier


def verify(
    store: Store,
    verifier: Verifier | None = None,
    *,
    from_checkpoint: bool = False,
    rounds: bool = True,
    receipts: Sequence[Receipt] = (),
) -> Report:
    """Audit a store as it is at this moment; others may go on writing to it.

    Without a verifier the signatures of checkpoints are not checked. From the last checkpoints on what they signed is
    taken as it is, and only what came after them is decided again; `rounds` says whether that is.
    """
    with store.reading() as connection:
        unsound = [*_check_schema(connection), *_check_signed(connection, verifier, only_last=from_checkpoint)]
        broken = any(finding.part == CHECKPOINTS for finding in unsound)
        days = _days(connection, only_last=from_checkpoint)
        starts = {day.operator: day for day in days} if from_checkpoint and not broken else {}
        tally = Tally(starts)
        report = _check_chains(connection, days if not broken else [], starts, tally)._replace(
            checkpoints=len(days),
            signatures_checked=verifier is not None and bool(days),
            record_checked=verifier is not None and verifier.signed() is not None,
            receipts=len(receipts),
        )
        unsound += check_receipts(connection, verifier, receipts)
        unsound += _check_cursors(connection)
        report = report._replace(findings=(*unsound, *report.findings))
        if rounds:
            report = _check_rounds(connection, report, starts, tally.beside, verifier)
        return report


def _check_schema(connection: Connection) -> list[Finding]:
    from pitboss.floor.store.migrate import unlike_schema  # noqa: PLC0415  only an audit needs the library

    return [Finding(SCHEMA, *fault) for fault in unlike_schema(connection)]


def _check_cursors(connection: Connection) -> list[Finding]:
    """A reaction that is said to have read further than the log goes would pass over what is written next."""
    last = connection.execute(select(func.max(schema.events.c.position))).scalar() or 0
    ahead = connection.execute(select(schema.cursors).where(schema.cursors.c.position > last)).all()
    return [
        Finding(CURSORS, name, f"it has read up to {position}, and the log ends at {last}") for name, position in ahead
    ]


def _check_signed(connection: Connection, verifier: Verifier | None, *, only_last: bool) -> list[Finding]:
    """What is wrong with the signed days: their chain, their number, and whether the log leads to the last of them."""
    found: list[Finding] = []
    operators = set(connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all())
    signed = verifier.signed() if verifier is not None else None
    for operator in sorted(operators | set(signed or ())):
        fault = (last_unsound if only_last else first_unsound)(connection, verifier, operator)
        words = broken_off(connection, verifier, operator) if verifier is not None and fault is None else ""
        if fault is None and words:
            fault = operator, words
        last = last_checkpoint(connection, operator)
        if fault is None and last is not None and (words := missing_head(connection, last.heads)):
            fault = last.name, words
        found += [Finding(CHECKPOINTS, *fault)] if fault is not None else []
    return found


def _days(connection: Connection, *, only_last: bool) -> list[Checkpoint]:
    if not only_last:
        return checkpoints(connection)
    operators = connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all()
    last = (last_checkpoint(connection, operator) for operator in sorted(operators))
    return [day for day in last if day is not None]


def _check_chains(
    connection: Connection, days: list[Checkpoint], starts: Mapping[str, Checkpoint], tally: Tally
) -> Report:
    in_events, events = walk_events(connection, starts, days)
    in_transfers, transfers = walk_transfers(connection, starts, days, tally.book)
    in_commands, commands = walk_commands(connection, starts, days)
    findings = [
        in_events or check_heads(connection, CHAIN, events.heads),
        in_transfers or check_heads(connection, LEDGER, transfers.heads, schema.LEDGER),
        in_commands or check_heads(connection, COMMANDS, commands.heads, schema.COMMANDS),
        *check_balances(connection, tally, whole=not starts),
    ]
    return Report(
        findings=tuple(finding for finding in findings if finding is not None),
        events=events.count,
        transfers=transfers.count,
        commands=commands.count,
        streams=sum(stream.name not in schema.NO_STREAMS for stream in events.heads),
        accounts=len(tally.balances),
        from_checkpoint=tuple(day.name for day in starts.values()),
    )


def _check_rounds(
    connection: Connection,
    report: Report,
    starts: Mapping[str, Checkpoint],
    booked: Beside,
    verifier: Verifier | None,
) -> Report:
    faults: list[Finding] = []
    explained = Beside()
    counts = Counts(connection)
    today: list[Today] = []
    count = 0
    for stream in table_streams(connection):
        for decided in _decided_since(connection, stream, starts.get(stream.operator), explained, counts, verifier):
            if isinstance(decided, Finding):
                faults.append(decided)
                continue
            count += not decided.corrected
            otherwise = under_today(decided)
            today += [otherwise] if otherwise is not None else []
    if not faults and all(finding.part == SCHEMA for finding in report.findings):  # or events explain nothing
        explain_rest(connection, starts, explained)
        rest = unexplained(connection, booked, explained)
        if rest is None and not starts:  # from a signed day on what came before is not counted again
            rest = check_counters(connection, counts)
        faults += [rest] if rest is not None else []
        faults += check_owners(connection)
    faults.sort(key=lambda fault: fault.position)
    return report._replace(findings=(*report.findings, *faults), today=tuple(today), rounds=count)


def _decided_since(
    connection: Connection,
    stream: Stream,
    day: Checkpoint | None,
    explained: Beside,
    counts: Counts,
    verifier: Verifier | None,
) -> Iterator[Decided | Finding]:
    """The rounds of a table since a checkpoint, or all; its money, shoes and snapshot are watched on the way.

    Up to the checkpoint the log is only played again, from where the table was kept if that was before and was signed.
    """
    signed = day.heads.get(stream, Head()).length if day is not None else 0
    if not signed:
        journal = JournalWatch(connection, stream, explained)
        watches: list[Watch] = [
            journal,
            ShoeWatch(connection, stream),
            SnapshotWatch(connection, stream),
            CounterWatch(stream, counts, journal),
        ]
        yield from decide_again(connection, stream, watches)
        return
    kept = SnapshotWatch(connection, stream, verifier=verifier)
    if _length(connection, stream) == signed and not kept.data:
        return
    state = state_before(connection, stream, signed, verifier)
    for played in replay(connection, stream, state, until=signed):
        fault = played if isinstance(played, Finding) else kept.see(played)
        if isinstance(played, Finding) or fault is not None:
            yield from () if fault is None else (fault,)
            return
        state = played.after
    assert day is not None
    ledger = day.heads.get(Stream(stream.operator, schema.LEDGER), Head()).length
    watches = [JournalWatch(connection, stream, explained, ledger), ShoeWatch(connection, stream, knows=False), kept]
    yield from decide_again(connection, stream, watches, state)


def _length(connection: Connection, stream: Stream) -> int:
    table = schema.heads
    query = select(table.c.length).where(table.c.operator == stream.operator, table.c.stream == stream.name)
    return connection.execute(query).scalar() or 0
