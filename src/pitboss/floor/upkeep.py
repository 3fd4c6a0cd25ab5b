"""Upkeep: the floor checks itself (software, pay tables, chain) when it starts, every 24 hours and when it is asked,
and signs each gaming day that has ended, once the log that it signs has been checked. Daily it erases the papers of
people whose retention is over.

No table opens on a failure. What is being played goes on: its players' wagers are governed by the rules under which
they were accepted, and the failure is told to whoever runs the floor.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from os import nice
from typing import NamedTuple

from pitboss import law
from pitboss.floor.audit import Finding, Report, verify
from pitboss.floor.audit.daily import ended_unsigned, sign_ended_day
from pitboss.floor.audit.report import SOFTWARE
from pitboss.floor.audit.software import Software, differences, note_software, software, unlike_installed
from pitboss.floor.clock import Clock, gaming_day, stamp
from pitboss.floor.commands import OpenTable, Order
from pitboss.floor.desk import Context, Handler, Prepared, refuse
from pitboss.floor.store import Store, open_store
from pitboss.floor.store.checkpoint import Checkpoint, NotSigned
from pitboss.floor.store.papers import erase_papers
from pitboss.floor.store.rows import Conflict
from pitboss.floor.store.signing import Signer, Verifier

log = logging.getLogger("pitboss.floor")

EVERY, TICK = timedelta(hours=24), 20.0
"""How often the floor checks itself, and how many seconds pass between looks whether something is due."""

Verify = Callable[[], Report]
_SPAWN = get_context("spawn")


class Checked(NamedTuple):
    """A check of the floor by itself."""

    at: datetime
    software: str
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class Upkeep:
    """Looks after one process's floor."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        signer: Signer | None = None,
        verifier: Verifier | None = None,
        approved: str = "",
        read_software: Callable[[], Software] = software,
    ) -> None:
        self.store, self.clock, self.signer = store, clock, signer
        self.verifier = verifier or (signer.verifier if signer is not None else None)
        self.approved, self._read = approved, read_software
        self.started = read_software()
        self.listeners: list[Callable[[Checked], None]] = []
        self.last: Checked | None = None
        self._erased = ""
        self._verify: Verify = lambda: verify(self.store, self.verifier, from_checkpoint=True, rounds=False)
        self._one = threading.Lock()
        self._stop = threading.Event()
        self._reader: SpawnProcess | None = None
        self._thread = threading.Thread(target=self._run, name="pitboss-upkeep", daemon=True)

    def check(self) -> Checked:
        """Check the software, the pay tables and the chain."""
        with self._one:
            now = self._read()
            findings = [*differences(self.started, now), *unlike_installed()]
            if self.approved and now.hash != self.approved:
                findings.append(Finding(SOFTWARE, now.hash, "it is not the software that was approved"))
            findings += self._verify().findings
            self.last = Checked(self.clock(), now.hash, tuple(findings))
        for finding in self.last.findings:
            log.critical("the self-check failed: %s", finding)
        for listener in self.listeners:
            listener(self.last)
        return self.last

    def look(self) -> list[Checkpoint]:
        """Do what is due: a check after 24 hours, and the signature of a day that has ended; says what was signed."""
        now = self.clock()
        ended = self.signer is not None and ended_unsigned(self.store, now)
        if self.last is None or now - self.last.at >= EVERY or ended:
            self.check()
        with suppress(Conflict):  # another process has noted it
            note_software(self.store, self.started, stamp(now))
        if gaming_day(now) != self._erased:
            self._erased = gaming_day(now)
            for operator in sorted({stream.operator for stream in self.store.streams()}):
                if count := erase_papers(self.store, operator, now=stamp(now)):
                    log.info("erased %s papers of %s whose time is over", count, operator)
        if not ended or self.signer is None or self.last is None or not self.last.is_clean:
            return []
        try:
            return sign_ended_day(self.store, self.signer, now)
        except NotSigned:
            return []  # another process was first

    def around(self, handlers: Mapping[type, Handler]) -> dict[type, Handler]:
        """Handlers with the opening of a table refused after a failure."""
        opens = handlers[OpenTable]

        def open_table(context: Context, order: Order) -> Prepared:
            if self.last is not None and not self.last.is_clean:
                raise refuse("The floor has failed its check of itself: no table opens.", law.SELF_CHECKED)
            return opens(context, order)

        return {**handlers, OpenTable: open_table}

    def start(self) -> "Upkeep":
        """Begin to look after the floor. What it verifies it has another process read, so that nobody waits for it."""
        self._verify = self._apart
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop looking after the floor; what is being verified is left off."""
        self._stop.set()
        if self._reader is not None and self._reader.is_alive():
            self._reader.terminate()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(TICK):
            try:
                for day in self.look():
                    log.info("signed %s", day.name)
            except Exception:
                log.exception("the upkeep goes on after an error")

    def _apart(self) -> Report:
        where = self.store.engine.url.render_as_string(hide_password=False)
        ours, theirs = _SPAWN.Pipe(duplex=False)
        key = self.verifier.key if self.verifier is not None else b""
        self._reader = _SPAWN.Process(target=_verify_at, args=(theirs, where, key), daemon=True)
        self._reader.start()
        theirs.close()
        with ours:
            try:
                report: Report = ours.recv()
            finally:
                self._reader.join()
        return report


def _verify_at(answer: Connection, where: str, key: bytes) -> None:
    """Verify a store, in a process of its own that gives way to others."""
    nice(10)
    store = open_store(where)
    try:
        answer.send(verify(store, Verifier.of(key) if key else None, from_checkpoint=True, rounds=False))
    finally:
        store.close()
