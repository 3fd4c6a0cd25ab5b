"""Upkeep: the floor checks itself (software, pay tables, chain) when it starts, every 24 hours and when it is asked,
and signs each gaming day that has ended, once the log that it signs has been checked. Every quarter of an hour it signs
receipts of the heads, which others keep. Every day it erases the personal records whose retention is over; weekly it
has the whole log verified beside the tables.

The software is known by its hashes: the code, and the books with their pay tables edition by edition, as they lie on
disk. What runs is noted on the log whenever it is other than what ran before, so that every change of a pay table or of
the program has its time.

No table opens on a failure. What is being played goes on: its players' wagers are governed by the rules under which
they were accepted, and the people who run the floor see the failure.
"""

import base64
import hashlib
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pitboss
from pitboss import law, plugins
from pitboss.floor.audit.receipts import Receipt, make_receipt, write_receipt
from pitboss.floor.audit.report import CHECKPOINTS, SOFTWARE, AuditFault, Report
from pitboss.floor.audit.verify import Verifications, VerifyingProcess, note, verify
from pitboss.floor.service.clock import Clock, gaming_day, stamp
from pitboss.floor.service.commands import CarryOut, Decision, Order, World, refuse
from pitboss.floor.store import rows, signing
from pitboss.floor.store.checkpoint import Checkpoint, LogNotContinued, NotSigned, last_checkpoint, sign_day
from pitboss.floor.store.store import Store, erase_personal_records
from pitboss.floor.tables.opening import OpenTable
from pitboss.law.edition import books
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

EVERY, TICK = timedelta(hours=24), 20.0
"""How often the floor checks itself, and how many seconds pass between looks whether something is due."""
RECEIPT_EVERY = timedelta(minutes=15)
"""How often the heads of all streams are signed as receipts."""

NOTED = "SoftwareNoted"
PARTS = (".py", ".toml", ".json", ".html", ".css", ".js", ".svg", ".mako")
"""What belongs to the program: not what Python compiles of it."""


class Software(Value):
    """A program by its hashes."""

    version: str
    code: str
    books: Mapping[str, str]
    """The hash of each edition: its clauses, its pay tables, its readings; and of each package that brings a game."""

    @property
    def hash(self) -> str:
        """All of it in one hash, as a laboratory would approve it."""
        return _hash([self.version, self.code, *(f"{name} {book}" for name, book in sorted(self.books.items()))])


def software(root: Path | None = None) -> Software:
    """The program as it lies on the disk now."""
    brought = {} if root else plugins.folders()
    root = root or Path(pitboss.__file__).parent
    shelf = root / books().relative_to(Path(pitboss.__file__).parent)
    editions = sorted(folder for folder in shelf.iterdir() if folder.is_dir())
    code = (file for file in _files(root) if not file.is_relative_to(shelf))
    hashes = {each.name: _hash(_lines(each, _files(each))) for each in editions}
    hashes |= {f"plug-in {name}": _hash(_lines(folder, _files(folder))) for name, folder in brought.items()}
    return Software(pitboss.__version__, _hash(_lines(root, code)), hashes)


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in PARTS)


def _lines(root: Path, files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        yield f"{file.relative_to(root).as_posix()} {hashlib.sha256(file.read_bytes()).hexdigest()}"


def _hash(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def differences(known: Software, now: Software) -> list[AuditFault]:
    """The parts of the program that differ from the start or from the approved ones."""
    found = [] if known.code == now.code else [AuditFault(SOFTWARE, "code", "it is not what was started")]
    names = sorted({*known.books, *now.books})
    other = [name for name in names if known.books.get(name) != now.books.get(name)]
    return [*found, *(AuditFault(SOFTWARE, name, "its book is not what was started with") for name in other)]


def find_changed_files() -> list[AuditFault]:
    """Files that are not as the installer recorded them; nothing where it recorded none."""
    try:
        files = distribution("pitboss").files or []
    except PackageNotFoundError:
        return []
    for file in files:
        path = Path(str(file.locate()))
        if file.hash is None or file.hash.mode != "sha256" or path.suffix not in PARTS:
            continue
        digest = hashlib.sha256(path.read_bytes()).digest() if path.is_file() else None
        if digest is None or base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != file.hash.value:
            return [AuditFault(SOFTWARE, str(file), "it is not as it was installed")]
    return []


def note_software(store: Store, running: Software, now: str) -> list[rows.Stream]:
    """Note on every operator's log what runs, where it is other than what ran before; says where it was."""
    noted = []
    for operator in store.operators():
        stream = rows.Stream(operator, "house:software")
        length = store.head(stream).length
        last = store.read(stream, after=length - 1)[0].data if length else None
        data = {"version": running.version, "code": running.code, "books": dict(running.books), "hash": running.hash}
        if data != last:
            note(store, stream, length, rows.NewEvent(NOTED, data, now, "system"))
            noted.append(stream)
    return noted


def sign_ended_day(store: Store, signer: signing.Signer, now: datetime) -> list[Checkpoint]:
    """Sign the gaming day that ended last, for every operator that has not signed it; says what was signed.

    The next checkpoint covers a day without a signature: it signs everything up to its own moment.
    """
    return [
        sign_day(store, signer, operator, _find_ended_day(now), stamp(now)) for operator in find_unsigned(store, now)
    ]


def find_unsigned(store: Store, now: datetime) -> list[str]:
    """The operators that have not signed the gaming day that ended last."""
    operators = store.operators()
    with store.reading() as connection:
        days = {operator: last_checkpoint(connection, operator) for operator in operators}
    return [operator for operator, day in days.items() if day is None or day.day < _find_ended_day(now)]


def _find_ended_day(now: datetime) -> str:
    """The gaming day that ended last."""
    return (date.fromisoformat(gaming_day(now)) - timedelta(days=1)).isoformat()


class SelfCheck(Value):
    """A check of the floor by itself."""

    at: datetime
    software: str
    findings: tuple[AuditFault, ...]

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
        signer: signing.Signer | None = None,
        verifier: signing.Verifier | None = None,
        approved: str = "",
        read_software: Callable[[], Software] = software,
        receipts: Path | None = None,
    ) -> None:
        self.store, self.clock, self.signer = store, clock, signer
        self.verifier = verifier or (signer.verifier if signer is not None else None)
        self.approved, self._read = approved, read_software
        self.started = read_software()
        self.listeners: list[Callable[[SelfCheck], None]] = []
        self.last: SelfCheck | None = None
        self._erased = ""
        self.receipts: dict[str, Receipt] = {}
        """The last receipt of each operator."""
        self._receipts_at, self._receipts_to = datetime.min.replace(tzinfo=UTC), receipts
        self._days: dict[str, Checkpoint] = {}
        self.verifications = Verifications(store, clock, self.verifier)
        self._verify: Callable[[], Report] = lambda: verify(self.store, self.verifier, from_checkpoint=True)
        self._one = threading.Lock()
        self._stop = threading.Event()
        self._process = VerifyingProcess()
        self._thread = threading.Thread(target=self._run, name="pitboss-upkeep", daemon=True)

    def check(self) -> SelfCheck:
        """Check the software, the pay tables and the log: its chains, the heads of the signed days, the rounds since
        then, and the tables that were kept."""
        with self._one:
            now = self._read()
            findings = [*differences(self.started, now), *find_changed_files()]
            if self.approved and now.hash != self.approved:
                findings.append(AuditFault(SOFTWARE, now.hash, "it is not the software that was approved"))
            findings += self._verify().findings
            checked = SelfCheck(self.clock(), now.hash, tuple(findings))
        return self._note_check(checked)

    def _note_check(self, checked: SelfCheck) -> SelfCheck:
        self.last = checked
        for finding in checked.findings:
            log.critical("the self-check failed: %s", finding)
        for listener in self.listeners:
            listener(checked)
        return checked

    def look(self) -> list[Checkpoint]:
        """Do what is due: a check after 24 hours, and the signature of a day that has ended; says what was signed."""
        now = self.clock()
        ended = self.signer is not None and find_unsigned(self.store, now)
        if self.last is None or now - self.last.at >= EVERY or ended:
            self.check()
        with suppress(rows.Conflict):  # another process has noted it
            note_software(self.store, self.started, stamp(now))
        if gaming_day(now) != self._erased:
            self._erased = gaming_day(now)
            for operator in self.store.operators():
                if count := erase_personal_records(self.store, operator, now=stamp(now)):
                    log.info("erased %s personal records of %s whose retention is over", count, operator)
        if self.signer is None or self.last is None or not self.last.is_clean:
            return []
        try:
            days = sign_ended_day(self.store, self.signer, now) if ended else []
            self._sign_receipts(self.signer, now)
        except NotSigned:
            return []  # another process was first
        except LogNotContinued as error:
            record, _, words = str(error).partition(": ")
            finding = AuditFault(CHECKPOINTS, record, words)
            self._note_check(self.last._replace(at=now, findings=(*self.last.findings, finding)))
            return []
        return days

    def _sign_receipts(self, signer: signing.Signer, now: datetime) -> None:
        """Sign where the streams are, every quarter of an hour, and hand it out."""
        if now - self._receipts_at < RECEIPT_EVERY:
            return
        self._receipts_at = now
        for operator in self.store.operators():
            receipt = make_receipt(self.store, signer, operator, stamp(now), self._days)
            self.receipts[operator] = receipt
            if self._receipts_to is not None:
                try:
                    write_receipt(self._receipts_to, receipt)
                except OSError:
                    log.exception("a receipt was not written to %s", self._receipts_to)

    def wrap(self, decide: CarryOut) -> CarryOut:
        """A way to decide orders, with the opening of a table refused after a failure."""

        def carry_out(world: World, order: Order) -> Decision:
            if isinstance(order.command, OpenTable) and self.last is not None and not self.last.is_clean:
                raise refuse(
                    "The floor failed its self-check. No table can open until the fault is put right.", law.SELF_CHECKED
                )
            return decide(world, order)

        return carry_out

    def start(self) -> "Upkeep":
        """Begin to look after the floor. Another process verifies the log, so that no order waits for it."""
        self._verify = lambda: self._process.verify(self.store, self.verifier, from_checkpoint=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop looking after the floor; a verification that runs is broken off."""
        self._stop.set()
        self._process.stop()
        self.verifications.stop()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(TICK):
            try:
                for day in self.look():
                    log.info("signed %s", day.name)
                self.verifications.start_weekly()
            except Exception:
                if not self._stop.is_set():  # else the verification was broken off
                    log.exception("the upkeep goes on after an error")
