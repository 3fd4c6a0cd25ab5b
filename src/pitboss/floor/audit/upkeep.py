"""Upkeep: the floor checks itself (software, pay tables, chain) when it starts, every 24 hours and when it is asked,
and signs each gaming day that has ended, once the log that it signs has been checked. Every quarter of an hour it signs
receipts of the heads, which others keep. Daily it erases the papers of people whose retention is over; weekly it has
the whole log verified beside the tables.

No table opens on a failure. What is being played goes on: its players' wagers are governed by the rules under which
they were accepted, and the failure is told to whoever runs the floor.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pitboss import law
from pitboss.floor.audit import Finding, Report, verify
from pitboss.floor.audit.daily import ended_unsigned, sign_ended_day
from pitboss.floor.audit.receipts import Receipt, make_receipt, write_receipt
from pitboss.floor.audit.report import CHECKPOINTS, SOFTWARE
from pitboss.floor.audit.software import Software, differences, note_software, software, unlike_installed
from pitboss.floor.audit.verifying import Apart, Verifications
from pitboss.floor.service.clock import Clock, gaming_day, stamp
from pitboss.floor.service.commands import OpenTable, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Store
from pitboss.floor.store.checkpoint import BrokenOff, Checkpoint, NotSigned
from pitboss.floor.store.papers import erase_papers
from pitboss.floor.store.rows import Conflict
from pitboss.floor.store.signing import Signer, Verifier
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

EVERY, TICK = timedelta(hours=24), 20.0
"""How often the floor checks itself, and how many seconds pass between looks whether something is due."""
RECEIPT_EVERY = timedelta(minutes=15)
"""How often the heads of all streams are signed as receipts."""

Verify = Callable[[], Report]


class Checked(Value):
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
        receipts: Path | None = None,
    ) -> None:
        self.store, self.clock, self.signer = store, clock, signer
        self.verifier = verifier or (signer.verifier if signer is not None else None)
        self.approved, self._read = approved, read_software
        self.started = read_software()
        self.listeners: list[Callable[[Checked], None]] = []
        self.last: Checked | None = None
        self._erased = ""
        self.receipts: dict[str, Receipt] = {}
        """The last receipt of each operator."""
        self._receipts_at, self._receipts_to = datetime.min.replace(tzinfo=UTC), receipts
        self._days: dict[str, Checkpoint] = {}
        self.verifications = Verifications(store, clock, self.verifier)
        self._verify: Verify = lambda: verify(self.store, self.verifier, from_checkpoint=True)
        self._one = threading.Lock()
        self._stop = threading.Event()
        self._apart = Apart()
        self._thread = threading.Thread(target=self._run, name="pitboss-upkeep", daemon=True)

    def check(self) -> Checked:
        """Check the software, the pay tables and the log: its chains, the heads of the signed days, the rounds since
        then, and the tables that were kept."""
        with self._one:
            now = self._read()
            findings = [*differences(self.started, now), *unlike_installed()]
            if self.approved and now.hash != self.approved:
                findings.append(Finding(SOFTWARE, now.hash, "it is not the software that was approved"))
            findings += self._verify().findings
            checked = Checked(self.clock(), now.hash, tuple(findings))
        return self._found(checked)

    def _found(self, checked: Checked) -> Checked:
        self.last = checked
        for finding in checked.findings:
            log.critical("the self-check failed: %s", finding)
        for listener in self.listeners:
            listener(checked)
        return checked

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
        if self.signer is None or self.last is None or not self.last.is_clean:
            return []
        try:
            days = sign_ended_day(self.store, self.signer, now) if ended else []
            self._sign_receipts(self.signer, now)
        except NotSigned:
            return []  # another process was first
        except BrokenOff as error:
            record, _, words = str(error).partition(": ")
            finding = Finding(CHECKPOINTS, record, words)
            self._found(self.last._replace(at=now, findings=(*self.last.findings, finding)))
            return []
        return days

    def _sign_receipts(self, signer: Signer, now: datetime) -> None:
        """Sign where the streams are, every quarter of an hour, and hand it out."""
        if now - self._receipts_at < RECEIPT_EVERY:
            return
        self._receipts_at = now
        for operator in sorted({stream.operator for stream in self.store.streams()}):
            receipt = make_receipt(self.store, signer, operator, stamp(now), self._days)
            self.receipts[operator] = receipt
            if self._receipts_to is not None:
                try:
                    write_receipt(self._receipts_to, receipt)
                except OSError:
                    log.exception("a receipt was not written to %s", self._receipts_to)

    def around(self, handlers: Mapping[type, Handler]) -> dict[type, Handler]:
        """Handlers with the opening of a table refused after a failure."""
        opens = handlers[OpenTable]

        def open_table(world: World, order: Order) -> Decision:
            if self.last is not None and not self.last.is_clean:
                raise refuse("The floor has failed its check of itself: no table opens.", law.SELF_CHECKED)
            return opens(world, order)

        return {**handlers, OpenTable: open_table}

    def start(self) -> "Upkeep":
        """Begin to look after the floor. What it verifies it has another process read, so that nobody waits for it."""
        self._verify = lambda: self._apart.verify(self.store, self.verifier, from_checkpoint=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop looking after the floor; what is being verified is left off."""
        self._stop.set()
        self._apart.stop()
        self.verifications.stop()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(TICK):
            try:
                for day in self.look():
                    log.info("signed %s", day.name)
                self.verifications.start_weekly()
            except Exception:
                log.exception("the upkeep goes on after an error")
