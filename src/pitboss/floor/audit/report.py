"""The result of an audit: how much it checked, the first fault of each kind, and what today's rules would give."""

import re
from collections.abc import Iterable
from typing import Any

from pitboss.value import Value

CHAIN, LEDGER, CHECKPOINTS, BALANCES, ROUNDS = "chain", "ledger", "checkpoints", "balances", "rounds"
BOOKINGS, SHOES, SNAPSHOTS, SOFTWARE = "bookings", "shoes", "snapshots", "software"
COMMANDS, COUNTERS, SCHEMA, RECEIPTS = "commands", "counters", "schema", "receipts"
CURSORS, METERS = "cursors", "meters"


class AuditFault(Value):
    """A fault: in which part, which record shows it first, and what is wrong with it."""

    part: str
    record: str
    words: str
    position: int = 0
    """The place in the whole log, where the record is an event."""

    def __str__(self) -> str:
        return f"{self.part}: {self.record}: {self.words}"


def hide_other_houses(findings: Iterable[AuditFault], operator: str, houses: Iterable[str]) -> list[AuditFault]:
    """Findings as one house's inspector sees them: none is left out, but of another house only the part is told."""
    others = set(houses) - {operator}
    return [
        finding
        if re.split(r"[/ -]", finding.record)[0] not in others
        else AuditFault(finding.part, "another house", "its log has a fault, which its own inspector sees")
        for finding in findings
    ]


class DecidedToday(Value):
    """A round that the rules of today would have decided otherwise than those it was played under."""

    record: str
    round: int
    played_under: str
    today: str
    words: str


class Report(Value):
    """An audit's result. It is clean if there is no finding; what today's rules would give is no fault."""

    findings: tuple[AuditFault, ...] = ()
    today: tuple[DecidedToday, ...] = ()
    events: int = 0
    transfers: int = 0
    streams: int = 0
    checkpoints: int = 0
    signatures_checked: bool = False
    record_checked: bool = False
    """Whether the signed days were compared with the record beside the key."""
    receipts: int = 0
    commands: int = 0
    rounds: int = 0
    accounts: int = 0
    from_checkpoint: tuple[str, ...] = ()
    """The checkpoints that it began at; none if it began at the beginning."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def data(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            **self._asdict(),
            "clean": self.is_clean,
            "findings": [finding._asdict() for finding in self.findings],
            "today": [today._asdict() for today in self.today],
            "from_checkpoint": list(self.from_checkpoint),
        }
