"""Verification of the log beside the tables: in a thread of its own, one at a time in a house, with its result kept."""

import logging
import threading
from typing import Any, NamedTuple

from pitboss.floor.audit import verify
from pitboss.floor.clock import Clock, stamp
from pitboss.floor.store import Store

log = logging.getLogger("pitboss.api")

IDLE, RUNNING, DONE, FAILED = "idle", "running", "done", "failed"


class Verification(NamedTuple):
    """The last verification of a house's log, or the one that is under way."""

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

    def data(self) -> dict[str, Any]:
        """It as data."""
        return self._asdict() | {"findings": list(self.findings), "since": list(self.since)}


class Verifier:
    """Verifies a store for those who ask, without holding anybody up."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._last: dict[str, Verification] = {}
        self._lock = threading.Lock()

    def last(self, operator: str) -> Verification:
        """The last verification, or the one that is under way."""
        return self._last.get(operator, Verification())

    def start(self, operator: str, by: str, *, whole: bool) -> Verification:
        """Begin one, from the last signed day or from the beginning; one that is under way goes on instead."""
        with self._lock:
            under_way = self.last(operator)
            if under_way.state == RUNNING:
                return under_way
            begun = self._last[operator] = Verification(RUNNING, whole, by, stamp(self._clock()))
        threading.Thread(target=self._run, args=(operator, begun), name="pitboss-verify", daemon=True).start()
        return begun

    def _run(self, operator: str, begun: Verification) -> None:
        try:
            done = self._verified(operator, begun)
        except Exception:
            log.exception("a verification failed")
            done = begun._replace(state=FAILED)
        self._last[operator] = done._replace(ended_at=stamp(self._clock()))

    def _verified(self, operator: str, begun: Verification) -> Verification:
        report = verify(self._store, from_checkpoint=not begun.whole)
        found = [finding._asdict() for finding in report.findings if finding.record.startswith(operator)]
        since = [name for name in report.from_checkpoint if name.startswith(operator)]
        return begun._replace(
            state=DONE,
            clean=not found,
            findings=tuple(found),
            events=report.events,
            transfers=report.transfers,
            streams=report.streams,
            rounds=report.rounds,
            since=tuple(since),
        )
