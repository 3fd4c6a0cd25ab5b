"""`verify`: the whole audit of a store at one moment, from the beginning or from the last signed checkpoints."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import Connection, select

from pitboss.floor.audit.balances import Tally, check_balances, check_owners
from pitboss.floor.audit.chain import check_heads, walk_events, walk_transfers
from pitboss.floor.audit.explained import Beside, explain_rest, unexplained
from pitboss.floor.audit.journal import JournalWatch
from pitboss.floor.audit.kept import SnapshotWatch, state_before
from pitboss.floor.audit.replay import Watch, replay
from pitboss.floor.audit.report import CHAIN, CHECKPOINTS, LEDGER, Finding, Report, Today
from pitboss.floor.audit.rounds import Decided, decide_again, table_streams, under_today
from pitboss.floor.audit.shoes import ShoeWatch
from pitboss.floor.store import Head, Store, Stream, schema
from pitboss.floor.store.checkpoint import Checkpoint, checkpoints, first_unsound, last_checkpoint, last_unsound
from pitboss.floor.store.signing import Verifier


def verify(
    store: Store, verifier: Verifier | None = None, *, from_checkpoint: bool = False, rounds: bool = True
) -> Report:
    """Audit a store as it is at this moment; others may go on writing to it.

    Without a verifier the signatures of checkpoints are not checked. From the last checkpoints on what they signed is
    taken as it is, and only what came after them is decided again; `rounds` says whether that is.
    """
    with store.reading() as connection:
        operators = connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all()
        find = last_unsound if from_checkpoint else first_unsound
        found = [find(connection, verifier, operator) for operator in sorted(operators)]
        unsound = [Finding(CHECKPOINTS, *fault) for fault in found if fault is not None]
        days = _days(connection, operators, only_last=from_checkpoint)
        starts = {day.operator: day for day in days} if from_checkpoint and not unsound else {}
        tally = Tally(starts)
        report = _check_chains(connection, days if not unsound else [], starts, tally)._replace(
            checkpoints=len(days), signatures_checked=verifier is not None and bool(days)
        )
        report = report._replace(findings=(*unsound, *report.findings))
        if rounds:
            report = _check_rounds(connection, report, starts, tally.beside)
        return report


def _days(connection: Connection, operators: Sequence[str], *, only_last: bool) -> list[Checkpoint]:
    if not only_last:
        return checkpoints(connection)
    last = (last_checkpoint(connection, operator) for operator in sorted(operators))
    return [day for day in last if day is not None]


def _check_chains(
    connection: Connection, days: list[Checkpoint], starts: Mapping[str, Checkpoint], tally: Tally
) -> Report:
    in_events, events = walk_events(connection, starts, days)
    in_transfers, transfers = walk_transfers(connection, starts, days, tally.book)
    findings = [
        in_events or check_heads(connection, CHAIN, events.heads, ledger=False),
        in_transfers or check_heads(connection, LEDGER, transfers.heads, ledger=True),
        *check_balances(connection, tally, whole=not starts),
    ]
    return Report(
        findings=tuple(finding for finding in findings if finding is not None),
        events=events.count,
        transfers=transfers.count,
        streams=sum(stream.name != schema.LEDGER for stream in events.heads),
        accounts=len(tally.balances),
        from_checkpoint=tuple(day.name for day in starts.values()),
    )


def _check_rounds(connection: Connection, report: Report, starts: Mapping[str, Checkpoint], booked: Beside) -> Report:
    faults: list[Finding] = []
    explained = Beside()
    today: list[Today] = []
    count = 0
    for stream in table_streams(connection):
        for decided in _decided_since(connection, stream, starts.get(stream.operator), explained):
            if isinstance(decided, Finding):
                faults.append(decided)
                continue
            count += not decided.corrected
            otherwise = under_today(decided)
            today += [otherwise] if otherwise is not None else []
    if not faults and report.is_clean:  # or the events cannot be trusted to explain anything
        explain_rest(connection, starts, explained)
        rest = unexplained(connection, booked, explained)
        faults += [rest] if rest is not None else []
        faults += check_owners(connection)
    faults.sort(key=lambda fault: fault.position)
    return report._replace(findings=(*report.findings, *faults), today=tuple(today), rounds=count)


def _decided_since(
    connection: Connection, stream: Stream, day: Checkpoint | None, explained: Beside
) -> Iterator[Decided | Finding]:
    """The rounds of a table since a checkpoint, or all; its money, shoes and snapshot are watched on the way.

    Up to the checkpoint the log is only played again, from where the table was kept if that was before.
    """
    signed = day.heads.get(stream, Head()).length if day is not None else 0
    if not signed:
        watches: list[Watch] = [
            JournalWatch(connection, stream, explained),
            ShoeWatch(),
            SnapshotWatch(connection, stream),
        ]
        yield from decide_again(connection, stream, watches)
        return
    if _length(connection, stream) == signed:
        return
    state = state_before(connection, stream, signed)
    for played in replay(connection, stream, state, until=signed):
        if isinstance(played, Finding):
            yield played
            return
        state = played.after
    assert day is not None
    ledger = day.heads.get(Stream(stream.operator, schema.LEDGER), Head()).length
    watches = [JournalWatch(connection, stream, explained, ledger), ShoeWatch(knows=False)]
    watches.append(SnapshotWatch(connection, stream, signed))
    yield from decide_again(connection, stream, watches, state)


def _length(connection: Connection, stream: Stream) -> int:
    table = schema.heads
    query = select(table.c.length).where(table.c.operator == stream.operator, table.c.stream == stream.name)
    return connection.execute(query).scalar() or 0
