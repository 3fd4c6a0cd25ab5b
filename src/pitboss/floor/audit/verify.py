"""`verify`: the whole audit of a store at one moment, from the beginning or from the last signed checkpoints."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, select

from pitboss.floor.audit.balances import Tally, check_balances
from pitboss.floor.audit.chain import check_heads, walk_events, walk_transfers
from pitboss.floor.audit.report import CHAIN, CHECKPOINTS, LEDGER, Finding, Report, Today
from pitboss.floor.audit.rounds import decide_again, table_streams, under_today
from pitboss.floor.store import Store, schema
from pitboss.floor.store.checkpoint import Checkpoint, checkpoints, first_unsound, last_checkpoint, last_unsound
from pitboss.floor.store.signing import Verifier


def verify(
    store: Store, verifier: Verifier | None = None, *, from_checkpoint: bool = False, rounds: bool = True
) -> Report:
    """Audit a store as it is at this moment; others may go on writing to it.

    Without a verifier the signatures of checkpoints are not checked. From the last checkpoints on it is quick: what
    they signed is taken as it is, and no round is decided again.
    """
    with store.reading() as connection:
        operators = connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all()
        find = last_unsound if from_checkpoint else first_unsound
        found = [find(connection, verifier, operator) for operator in sorted(operators)]
        unsound = [Finding(CHECKPOINTS, *fault) for fault in found if fault is not None]
        days = _days(connection, operators, only_last=from_checkpoint)
        starts = {day.operator: day for day in days} if from_checkpoint and not unsound else {}
        report = _check_chains(connection, days if not unsound else [], starts)._replace(
            checkpoints=len(days), signatures_checked=verifier is not None and bool(days)
        )
        report = report._replace(findings=(*unsound, *report.findings))
        if rounds and not from_checkpoint:
            report = _check_rounds(connection, report)
        return report


def _days(connection: Connection, operators: Sequence[str], *, only_last: bool) -> list[Checkpoint]:
    if not only_last:
        return checkpoints(connection)
    last = (last_checkpoint(connection, operator) for operator in sorted(operators))
    return [day for day in last if day is not None]


def _check_chains(connection: Connection, days: list[Checkpoint], starts: Mapping[str, Checkpoint]) -> Report:
    tally = Tally(starts)
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


def _check_rounds(connection: Connection, report: Report) -> Report:
    faults: list[Finding] = []
    today: list[Today] = []
    count = 0
    for stream in table_streams(connection):
        for decided in decide_again(connection, stream):
            if isinstance(decided, Finding):
                faults.append(decided)
                continue
            count += not decided.corrected
            otherwise = under_today(decided)
            today += [otherwise] if otherwise is not None else []
    faults.sort(key=lambda fault: fault.position)
    return report._replace(findings=(*report.findings, *faults), today=tuple(today), rounds=count)
