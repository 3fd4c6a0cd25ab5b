"""`verify`: the whole audit of a store at one moment, from the beginning or from the last signed checkpoints.

Beside the tables it runs in a process of its own, one at a time, with a lower priority than all others. Verifications
of the whole log are noted on the log, so that every server knows how old the last one is; once a week one begins by
itself.
"""

import logging
import os
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.context import SpawnProcess
from typing import Any

from sqlalchemy import Connection, func, select

from pitboss.floor.audit import balances, chain, meters, tournaments
from pitboss.floor.audit import rounds as log_rounds
from pitboss.floor.audit.receipts import Receipt, check_receipts
from pitboss.floor.audit.report import (
    CHAIN,
    CHECKPOINTS,
    COMMANDS,
    CURSORS,
    LEDGER,
    SCHEMA,
    AuditFault,
    DecidedToday,
    Report,
    hide_other_houses,
)
from pitboss.floor.audit.transfers import MovesOffTables, TransferCheck
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.clock import Clock, parse_stamp, stamp
from pitboss.floor.store import (
    Append,
    NewEvent,
    Store,
    Stored,
    Stream,
    StreamHead,
    Write,
    checkpoint,
    open_store,
    rows,
    schema,
)
from pitboss.floor.store.signing import Verifier
from pitboss.floor.store.store import of_stream
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

IDLE, RUNNING, DONE, FAILED = "idle", "running", "done", "failed"
BEGAN, VERIFIED = "VerificationBegan", "LogVerified"
EVERY, AT_MOST = timedelta(days=7), timedelta(days=1)
"""How often the whole log is verified, and after how long one that began and has not ended is given up."""
MOST = 20
"""How many findings are noted on the log."""
_SPAWN = get_context("spawn")


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
    from pitboss.floor.store.migrate import find_schema_faults  # noqa: PLC0415  only an audit needs the library

    with store.reading() as connection:
        unsound = [AuditFault(SCHEMA, *fault) for fault in find_schema_faults(connection)]
        unsound += _check_signed(connection, verifier, only_last=from_checkpoint)
        broken = any(finding.part == CHECKPOINTS for finding in unsound)
        if from_checkpoint:
            operators = connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all()
            days = [
                day for name in sorted(operators) if (day := checkpoint.last_checkpoint(connection, name)) is not None
            ]
        else:
            days = checkpoint.checkpoints(connection)
        starts = {day.operator: day for day in days} if from_checkpoint and not broken else {}
        tally = balances.RecomputedBalances(starts)
        report = _check_chains(connection, days if not broken else [], starts, tally)._replace(
            checkpoints=len(days),
            signatures_checked=verifier is not None and bool(days),
            record_checked=verifier is not None and verifier.read_record() is not None,
            receipts=len(receipts),
        )
        unsound += check_receipts(connection, verifier, receipts)
        # a reaction that is said to have read further than the log goes would pass over what is written next
        last = connection.execute(select(func.max(schema.events.c.position))).scalar() or 0
        unsound += [
            AuditFault(CURSORS, name, f"it has read up to {position}, and the log ends at {last}")
            for name, position in connection.execute(select(schema.cursors).where(schema.cursors.c.position > last))
        ]
        report = report._replace(findings=(*unsound, *report.findings))
        if rounds:
            report = _check_rounds(connection, report, starts, tally.off_table, verifier)
        return report


def _check_signed(connection: Connection, verifier: Verifier | None, *, only_last: bool) -> list[AuditFault]:
    """The faults of the signed days: their chain, their number, and whether the log leads to the last of them."""
    found: list[AuditFault] = []
    operators = set(connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all())
    signed = verifier.read_record() if verifier is not None else None
    for operator in sorted(operators | set(signed or ())):
        fault = (checkpoint.find_last_fault if only_last else checkpoint.find_first_fault)(
            connection, verifier, operator
        )
        words = (
            checkpoint.explain_break(connection, verifier, operator) if verifier is not None and fault is None else ""
        )
        if fault is None and words:
            fault = operator, words
        last = checkpoint.last_checkpoint(connection, operator)
        if fault is None and last is not None and (words := checkpoint.find_missing_head(connection, last.heads)):
            fault = last.name, words
        found += [AuditFault(CHECKPOINTS, *fault)] if fault is not None else []
    return found


def _check_chains(
    connection: Connection,
    days: list[checkpoint.Checkpoint],
    starts: Mapping[str, checkpoint.Checkpoint],
    tally: balances.RecomputedBalances,
) -> Report:
    in_events, events = chain.walk_events(connection, starts, days)
    in_transfers, transfers = chain.walk_transfers(connection, starts, days, tally.book)
    in_commands, commands = chain.walk_commands(connection, starts, days)
    findings = [
        in_events or chain.check_heads(connection, CHAIN, events.heads),
        in_transfers or chain.check_heads(connection, LEDGER, transfers.heads, schema.LEDGER),
        in_commands or chain.check_heads(connection, COMMANDS, commands.heads, schema.COMMANDS),
        *balances.check_balances(connection, tally, whole=not starts),
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
    starts: Mapping[str, checkpoint.Checkpoint],
    booked: MovesOffTables,
    verifier: Verifier | None,
) -> Report:
    faults: list[AuditFault] = []
    explained = MovesOffTables()
    counts = balances.CounterTotals(connection)
    today: list[DecidedToday] = []
    count = 0
    for stream in log_rounds.table_streams(connection):
        for decided in _find_rounds_since(connection, stream, starts.get(stream.operator), explained, counts, verifier):
            if isinstance(decided, AuditFault):
                faults.append(decided)
                continue
            count += not decided.corrected
            otherwise = log_rounds.decide_under_today(decided)
            today += [otherwise] if otherwise is not None else []
    is_whole = all(finding.part == SCHEMA for finding in report.findings)
    draws = (
        [fault for operator in operators() for fault in tournaments.check_draws(connection, operator)]
        if is_whole
        else []
    )
    if not faults and is_whole:  # or events explain nothing
        balances.explain_rest(connection, starts, explained)
        faults += meters.check_meters(connection, starts, explained)
        rest = balances.find_unexplained(connection, booked, explained)
        if rest is None and not starts:  # from a signed day on what came before is not counted again
            rest = balances.check_counters(connection, counts)
        faults += [rest] if rest is not None else []
        faults += balances.check_owners(connection)
        faults += (fault for operator in operators() for fault in tournaments.check_tournaments(connection, operator))
    faults += draws
    faults.sort(key=lambda fault: fault.position)
    return report._replace(findings=(*report.findings, *faults), today=tuple(today), rounds=count)


def _find_rounds_since(
    connection: Connection,
    stream: Stream,
    day: checkpoint.Checkpoint | None,
    explained: MovesOffTables,
    counts: balances.CounterTotals,
    verifier: Verifier | None,
) -> Iterator[log_rounds.RedecidedRound | AuditFault]:
    """The rounds of a table since a checkpoint, or all; its money, shoes and snapshot are watched on the way.

    Up to the checkpoint the log is only played again, from where the table was kept if that was before and was signed.
    """
    signed = day.heads.get(stream, StreamHead()).length if day is not None else 0
    if not signed:
        transfers = TransferCheck(connection, stream, explained)
        watches: list[log_rounds.LogCheck] = [
            transfers,
            log_rounds.ShoeCheck(connection, stream),
            log_rounds.SnapshotCheck(connection, stream),
            balances.CounterCheck(stream, counts, transfers),
            meters.JackpotCheck(),
        ]
        yield from log_rounds.decide_again(connection, stream, watches)
        return
    kept = log_rounds.SnapshotCheck(connection, stream, verifier=verifier)
    length = connection.execute(select(schema.heads.c.length).where(of_stream(schema.heads, stream))).scalar()
    if length == signed and not kept.data:
        return
    state = log_rounds.state_before(connection, stream, signed, verifier)
    for played in log_rounds.replay(connection, stream, state, until=signed):
        fault = played if isinstance(played, AuditFault) else kept.see(played)
        if isinstance(played, AuditFault) or fault is not None:
            yield from () if fault is None else (fault,)
            return
        state = played.after
    assert day is not None
    ledger = day.heads.get(Stream(stream.operator, schema.LEDGER), StreamHead()).length
    shoes = log_rounds.ShoeCheck(connection, stream, knows=False)
    watches = [TransferCheck(connection, stream, explained, ledger), shoes, kept, meters.JackpotCheck()]
    yield from log_rounds.decide_again(connection, stream, watches, state)


class Verification(Value):
    """A verification of the log: the last one, or the one that is under way."""

    state: str = IDLE
    whole: bool = False
    by: str = ""
    started_at: str = ""
    ended_at: str = ""
    clean: bool | None = None
    findings: tuple[dict[str, Any], ...] = ()
    events: int = 0
    transfers: int = 0
    streams: int = 0
    rounds: int = 0
    since: tuple[str, ...] = ()
    signed_days: int = 0
    signatures_checked: bool = False
    record_checked: bool = False

    def data(self) -> dict[str, Any]:
        """It as data."""
        return self._asdict() | {"findings": list(self.findings), "since": list(self.since)}

    def show_to(self, operator: str) -> "Verification":
        """It as one house's inspector sees it."""
        found = hide_other_houses((AuditFault(**finding) for finding in self.findings), operator, operators())
        since = tuple(name for name in self.since if name.split()[0] == operator)
        return self._replace(findings=tuple(finding._asdict() for finding in found), since=since)


class Verifications:
    """Verifies a store on request, in the background."""

    def __init__(self, store: Store, clock: Clock, verifier: Verifier | None = None) -> None:
        self._store, self._clock, self._verifier = store, clock, verifier
        self._last = Verification()
        self._lock = threading.Lock()
        self._process = VerifyingProcess()

    def last(self, operator: str) -> Verification:
        """The last verification, or the one that is under way; after a start the last whole one that was noted."""
        if self._last.state == IDLE:
            return self.last_whole(operator)
        return self._last.show_to(operator)

    def last_whole(self, operator: str) -> Verification:
        """The last verification of the whole log, by any server."""
        noted = self._find_noted(operator, VERIFIED)
        if noted is None:
            return Verification()
        findings = tuple(noted.data["findings"])
        return Verification(**{**noted.data, "findings": findings, "since": (), "by": noted.by, "ended_at": noted.at})

    def start(self, by: str, *, whole: bool) -> Verification:
        """Begin one, from the last signed days or from the beginning; one that is under way goes on instead."""
        with self._lock:
            if self._last.state == RUNNING:
                return self._last
            self._last = begun = Verification(RUNNING, whole, by, stamp(self._clock()))
        threading.Thread(target=self._run, args=(begun,), name="pitboss-verify", daemon=True).start()
        return begun

    def verify_now(self, by: str) -> Verification:
        """One since the last signed days, waited for."""
        begun = Verification(RUNNING, by=by, started_at=stamp(self._clock()))
        return _finish(begun, verify(self._store, self._verifier, from_checkpoint=True))

    def start_weekly(self) -> bool:
        """Begin to verify the whole log if that has not been done for a week, here or by another server."""
        houses = self._store.operators()
        if not houses or self._last.state == RUNNING or not self.is_due(houses[0], self._clock()):
            return False
        with suppress(rows.Conflict):  # another server was first
            self._note(houses[0], BEGAN, {}, SYSTEM)
            self.start(SYSTEM, whole=True)
            return True
        return False

    def is_due(self, operator: str, now: datetime) -> bool:
        """Whether the last verification of the whole log is a week old, and none is under way."""
        began, ended = self._find_noted(operator, BEGAN), self._find_noted(operator, VERIFIED)
        if ended is not None and now - parse_stamp(ended.at) < EVERY:
            return False
        return began is None or now - parse_stamp(began.at) >= AT_MOST

    def stop(self) -> None:
        """Break off the verification that runs."""
        self._process.stop()

    def _run(self, begun: Verification) -> None:
        try:
            done = _finish(begun, self._process.verify(self._store, self._verifier, from_checkpoint=not begun.whole))
        except Exception:
            if not self._process.is_stopped:
                log.exception("a verification failed")
            done = begun._replace(state=FAILED)
        done = done._replace(ended_at=stamp(self._clock()))
        for finding in done.findings:
            log.critical("the verification found: %s", finding)
        if done.whole and done.state == DONE:
            with suppress(Exception):  # what is wrong with the log may be what keeps it from being written
                for operator in self._store.operators():
                    told = done.show_to(operator)
                    data = told._replace(findings=told.findings[:MOST]).data()
                    noted = {name: value for name, value in data.items() if name not in ("by", "ended_at", "since")}
                    self._note(operator, VERIFIED, noted, begun.by)
        self._last = done

    def _find_noted(self, operator: str, kind: str) -> Stored | None:
        stream = _stream(operator)
        length = self._store.head(stream).length
        found = [each for each in self._store.read(stream, after=max(0, length - 8)) if each.kind == kind]
        return found[-1] if found else None

    def _note(self, operator: str, kind: str, data: dict[str, Any], by: str) -> None:
        stream = _stream(operator)
        note(self._store, stream, self._store.head(stream).length, NewEvent(kind, data, stamp(self._clock()), by))


def note(store: Store, stream: Stream, length: int, event: NewEvent) -> None:
    """Put an event on a stream of a length; a conflict, where another server was quicker."""
    store.commit(Write(stream.operator, appends=(Append(stream, length, (event,)),), at=event.at))


def _stream(operator: str) -> Stream:
    return Stream(operator, "house:verification")


def _finish(begun: Verification, report: Report) -> Verification:
    return begun._replace(
        state=DONE,
        clean=report.is_clean,
        findings=tuple(finding._asdict() for finding in report.findings),
        events=report.events,
        transfers=report.transfers,
        streams=report.streams,
        rounds=report.rounds,
        since=report.from_checkpoint,
        signed_days=report.checkpoints,
        signatures_checked=report.signatures_checked,
        record_checked=report.record_checked,
    )


class VerifyingProcess:
    """Has another process verify a store: it takes as long as it needs, at the lowest priority."""

    def __init__(self) -> None:
        self._reader: SpawnProcess | None = None
        self.is_stopped = False

    def verify(self, store: Store, verifier: Verifier | None, *, from_checkpoint: bool) -> Report:
        """The findings of the other process."""
        where = store.engine.url.render_as_string(hide_password=False)
        ours, theirs = _SPAWN.Pipe(duplex=False)
        self._reader = _SPAWN.Process(target=_verify_at, args=(theirs, where, verifier, from_checkpoint), daemon=True)
        self._reader.start()
        theirs.close()
        with ours:
            try:
                report: Report = ours.recv()
            finally:
                self._reader.join()
        return report

    def stop(self) -> None:
        """End the other process."""
        self.is_stopped = True
        if self._reader is not None and self._reader.is_alive():
            self._reader.terminate()


def _verify_at(answer: Pipe, where: str, verifier: Verifier | None, from_checkpoint: bool) -> None:
    """Verify a store in a process of its own, at the lowest priority."""
    if sys.platform != "win32":
        os.nice(10 if from_checkpoint else 19)
        if not from_checkpoint:
            with suppress(AttributeError, OSError):  # where the system has such a thing
                os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    store = open_store(where)
    try:
        answer.send(verify(store, verifier, from_checkpoint=from_checkpoint))
    finally:
        store.close()
