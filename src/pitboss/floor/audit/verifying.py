"""Verification of the log beside the tables: what `pitboss audit verify` does, in a process of its own that gives way
to all others, one at a time. Whole ones are noted on the log, so that every server knows how old the last one is; once
a week one begins by itself."""

import logging
import os
import threading
from contextlib import suppress
from datetime import datetime, timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from pitboss.floor.audit import Finding, Report, verify
from pitboss.floor.audit.report import shown_to
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.clock import Clock, parse_stamp, stamp
from pitboss.floor.store import Append, NewEvent, Store, Stored, Stream, Write, open_store
from pitboss.floor.store.rows import Conflict
from pitboss.floor.store.signing import Verifier, VerifierParts
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

IDLE, RUNNING, DONE, FAILED = "idle", "running", "done", "failed"
BEGAN, VERIFIED = "VerificationBegan", "LogVerified"
EVERY, AT_MOST = timedelta(days=7), timedelta(days=1)
"""How often the whole log is verified, and after how long one that began and has not ended is given up."""
MOST = 20
"""How many findings are noted on the log."""
_SPAWN = get_context("spawn")


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

    def to(self, operator: str) -> "Verification":
        """It as one house's inspector sees it."""
        found = shown_to((Finding(**finding) for finding in self.findings), operator, operators())
        since = tuple(name for name in self.since if name.split()[0] == operator)
        return self._replace(findings=tuple(finding._asdict() for finding in found), since=since)


class Verifications:
    """Verifies a store for those who ask, without holding anybody up."""

    def __init__(self, store: Store, clock: Clock, verifier: Verifier | None = None) -> None:
        self._store, self._clock, self._verifier = store, clock, verifier
        self._last = Verification()
        self._lock = threading.Lock()
        self._apart = Apart()

    def last(self, operator: str) -> Verification:
        """The last verification, or the one that is under way; after a start the last whole one that was noted."""
        if self._last.state == IDLE:
            return self.last_whole(operator)
        return self._last.to(operator)

    def last_whole(self, operator: str) -> Verification:
        """The last verification of the whole log, by any server."""
        noted = self._noted(operator, VERIFIED)
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

    def now(self, by: str) -> Verification:
        """One since the last signed days, waited for."""
        begun = Verification(RUNNING, by=by, started_at=stamp(self._clock()))
        return _done(begun, verify(self._store, self._verifier, from_checkpoint=True))

    def start_weekly(self) -> bool:
        """Begin to verify the whole log if that has not been done for a week, here or by another server."""
        houses = sorted({stream.operator for stream in self._store.streams()})
        if not houses or self._last.state == RUNNING or not self.is_due(houses[0], self._clock()):
            return False
        with suppress(Conflict):  # another server was first
            self._note(houses[0], BEGAN, {}, SYSTEM)
            self.start(SYSTEM, whole=True)
            return True
        return False

    def is_due(self, operator: str, now: datetime) -> bool:
        """Whether the last verification of the whole log is a week old, and none is under way."""
        began, ended = self._noted(operator, BEGAN), self._noted(operator, VERIFIED)
        if ended is not None and now - parse_stamp(ended.at) < EVERY:
            return False
        return began is None or now - parse_stamp(began.at) >= AT_MOST

    def stop(self) -> None:
        """Leave off what is being verified."""
        self._apart.stop()

    def _run(self, begun: Verification) -> None:
        try:
            done = _done(begun, self._apart.verify(self._store, self._verifier, from_checkpoint=not begun.whole))
        except Exception:
            if not self._apart.is_stopped:
                log.exception("a verification failed")
            done = begun._replace(state=FAILED)
        done = done._replace(ended_at=stamp(self._clock()))
        for finding in done.findings:
            log.critical("the verification found: %s", finding)
        if done.whole and done.state == DONE:
            with suppress(Exception):  # what is wrong with the log may be what keeps it from being written
                for operator in sorted({stream.operator for stream in self._store.streams()}):
                    self._note(operator, VERIFIED, _noted_data(done.to(operator)), begun.by)
        self._last = done

    def _noted(self, operator: str, kind: str) -> Stored | None:
        stream = _stream(operator)
        length = self._store.head(stream).length
        found = [each for each in self._store.read(stream, after=max(0, length - 8)) if each.kind == kind]
        return found[-1] if found else None

    def _note(self, operator: str, kind: str, data: dict[str, Any], by: str) -> None:
        stream, at = _stream(operator), stamp(self._clock())
        append = Append(stream, self._store.head(stream).length, (NewEvent(kind, data, at, by),))
        self._store.commit(Write(operator, appends=(append,), at=at))


def _stream(operator: str) -> Stream:
    return Stream(operator, "house:verification")


def _done(begun: Verification, report: Report) -> Verification:
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


def _noted_data(done: Verification) -> dict[str, Any]:
    data = done._replace(findings=done.findings[:MOST]).data()
    return {name: value for name, value in data.items() if name not in ("by", "ended_at", "since")}


class Apart:
    """Has another process verify a store: it reads for as long as it takes, and gives way to everybody."""

    def __init__(self) -> None:
        self._reader: SpawnProcess | None = None
        self.is_stopped = False

    def verify(self, store: Store, verifier: Verifier | None, *, from_checkpoint: bool) -> Report:
        """What the other process finds."""
        where = store.engine.url.render_as_string(hide_password=False)
        ours, theirs = _SPAWN.Pipe(duplex=False)
        parts = verifier.parts() if verifier is not None else None
        self._reader = _SPAWN.Process(target=_verify_at, args=(theirs, where, parts, from_checkpoint), daemon=True)
        self._reader.start()
        theirs.close()
        with ours:
            try:
                report: Report = ours.recv()
            finally:
                self._reader.join()
        return report

    def stop(self) -> None:
        """End the other process, whatever it is at."""
        self.is_stopped = True
        if self._reader is not None and self._reader.is_alive():
            self._reader.terminate()


def _verify_at(answer: Connection, where: str, parts: VerifierParts | None, from_checkpoint: bool) -> None:
    """Verify a store, in a process of its own that runs when no other wants to."""
    os.nice(10 if from_checkpoint else 19)
    if not from_checkpoint:
        with suppress(AttributeError, OSError):  # where the system has such a thing
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    store = open_store(where)
    try:
        answer.send(verify(store, Verifier.of(parts) if parts is not None else None, from_checkpoint=from_checkpoint))
    finally:
        store.close()
