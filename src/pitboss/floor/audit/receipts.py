"""Receipts: between signed days the heads of an operator's streams, signed every quarter of an hour and handed out.

A receipt names the last signed day by number and hash, and every stream that has gone on since. A person who keeps a
receipt can check that the log still leads to it, even if the end of the log was cut off or written again. The hash of
an act in an open round would give cards away, so of a table it has the hash of where the last round ended, and how many
events follow.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from pitboss.floor.audit.report import RECEIPTS, AuditFault
from pitboss.floor.store import Store, Stream, StreamHead, checkpoint, schema, signing
from pitboss.floor.store.rows import GENESIS, canonical
from pitboss.floor.tables.log import SEALED_UNTIL
from pitboss.value import Value, log_name

FORMAT = 1


class Receipt(Value):
    """The heads of an operator's streams at a moment, signed."""

    operator: str
    at: str
    day_number: int
    day_hash: str
    """The last signed day; 0 and zeros before the first."""
    position: int
    """The last place in the whole log."""
    streams: int
    """How many streams the operator had."""
    heads: Mapping[str, tuple[int, str, int]]
    """For each stream that went on since that day: the number and the hash of an event, and how many there were."""
    hash: str = ""
    signature: str = ""
    name: str = ""
    """The file that it was read from."""

    def data(self) -> dict[str, Any]:
        """The receipt as plain data, as files and answers have it."""
        return {"format": FORMAT, **self._signed_fields(), "hash": self.hash, "signature": self.signature}

    def _signed_fields(self) -> dict[str, Any]:
        heads = {stream: list(head) for stream, head in self.heads.items()}
        return {name: getattr(self, name) for name in self._fields[:6]} | {"heads": heads}

    def digest(self) -> str:
        """The hash of what it says."""
        return hashlib.sha256(canonical({"receipt": FORMAT, **self._signed_fields()}).encode()).hexdigest()

    @classmethod
    def of(cls, data: Mapping[str, Any], name: str = "") -> "Receipt":
        """A receipt from plain data."""
        heads = {str(stream): (int(n), str(h), int(length)) for stream, (n, h, length) in data["heads"].items()}
        said: dict[str, Any] = {field: data[field] for field in cls._fields[:6]}
        return cls(**said, heads=heads, hash=data["hash"], signature=data["signature"], name=name)

    @property
    def file_name(self) -> str:
        """The name of its file: the operator and the moment."""
        return f"{self.operator}-{self.at.replace(':', '').replace('.', '-')}.json"


def make_receipt(
    store: Store, signer: signing.Signer, operator: str, at: str, days: dict[str, checkpoint.Checkpoint]
) -> Receipt:
    """Sign where an operator's streams are, if they continue what the last receipt and the last day say.

    Only heads are read, so the time does not grow with the log. `days` remembers the last signed day.
    """
    with store.reading() as connection:
        if words := checkpoint.explain_break(connection, signer.verifier, operator):
            raise checkpoint.LogNotContinued(f"{operator}: {words}")
        before = (signer.record.read() or {}).get(operator)
        last = before.receipt if before is not None else None
        if last is not None and (words := _differs(connection, Receipt.of(last))):
            raise checkpoint.LogNotContinued(f"{operator}, receipt of {last['at']}: {words}")
        number = checkpoint.count_days(connection, operator)
        day = _last_day(connection, operator, days)
        table = schema.heads
        rows = connection.execute(
            select(table.c.stream, table.c.length, table.c.hash).where(table.c.operator == operator)
        )
        now = {Stream(operator, stream): StreamHead(length, hash_) for stream, length, hash_ in rows}
        signed = day.heads if day is not None else {}
        went_on = {stream: head for stream, head in now.items() if signed.get(stream) != head}
        heads = {s.name: (*_show_head(connection, s, head), head.length) for s, head in sorted(went_on.items())}
        position = connection.execute(
            select(schema.events.c.position).order_by(schema.events.c.position.desc())
        ).scalar()
    streams = sum(stream.name not in schema.NO_STREAMS for stream in now)
    said = Receipt(operator, at, number, day.hash if day is not None else GENESIS, position or 0, streams, heads)
    receipt = said._replace(hash=said.digest(), signature=signer.sign(said.digest()))
    signer.record.keep(operator, receipt.day_number, receipt.day_hash, receipt.data())
    return receipt


def _last_day(
    connection: Connection, operator: str, days: dict[str, checkpoint.Checkpoint]
) -> checkpoint.Checkpoint | None:
    table = schema.checkpoints
    query = select(table.c.hash).where(table.c.operator == operator).order_by(table.c.day.desc()).limit(1)
    newest = connection.execute(query).scalar()
    known = days.get(operator)
    if known is not None and known.hash == newest:
        return known
    day = checkpoint.last_checkpoint(connection, operator)
    if day is not None:
        days[operator] = day
    return day


def _show_head(connection: Connection, stream: Stream, head: StreamHead) -> tuple[int, str]:
    """The head of a stream as far as its hash may be told."""
    if not stream.is_table:
        return head.length, head.hash
    table = schema.events
    kinds = [log_name(kind) for kind in SEALED_UNTIL]
    mine = (table.c.operator == stream.operator) & (table.c.stream == stream.name) & (table.c.number <= head.length)
    query = select(table.c.number, table.c.hash).where(mine, table.c.kind.in_(kinds)).order_by(table.c.number.desc())
    found = connection.execute(query.limit(1)).first()
    return (found.number, found.hash) if found is not None else (0, GENESIS)


def write_receipt(folder: Path, receipt: Receipt) -> Path:
    """Write a receipt into a folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / receipt.file_name
    signing.replace_file(path, (json.dumps(receipt.data(), indent=1) + "\n").encode(), 0o644)
    return path


def read_receipts(path: Path) -> list[Receipt]:
    """The receipts in a file, or in all files of a folder, the oldest first."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    found = []
    for file in files:
        try:
            found.append(Receipt.of(json.loads(file.read_bytes()), file.name))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ValueError(f"{file} is no receipt") from None
    return sorted(found, key=lambda receipt: receipt.at)


def check_receipts(
    connection: Connection, verifier: signing.Verifier | None, receipts: Iterable[Receipt]
) -> list[AuditFault]:
    """Compare the log with receipts: the first of each operator that it does not lead to."""
    found: dict[str, AuditFault] = {}
    for receipt in receipts:
        if receipt.hash != receipt.digest():
            words = "it was changed after it was written"
        elif verifier is not None and not verifier.holds(receipt.hash, receipt.signature):
            words = "it was not signed with this key"
        else:
            words = _differs(connection, receipt)
        if words and receipt.operator not in found:
            record = receipt.name or f"{receipt.operator} {receipt.at}"
            found[receipt.operator] = AuditFault(RECEIPTS, record, words)
    return list(found.values())


def _differs(connection: Connection, receipt: Receipt) -> str:
    """Where the log does not lead to a receipt, in words; nothing if it does."""
    table = schema.checkpoints
    days = select(table.c.hash).where(table.c.operator == receipt.operator).order_by(table.c.day)
    day = connection.execute(days.offset(receipt.day_number - 1).limit(1)).scalar() if receipt.day_number else GENESIS
    if day != receipt.day_hash:
        return f"it names {receipt.day_number} signed days, and the store does not have them"
    table = schema.heads
    kept = select(table.c.stream, table.c.length).where(table.c.operator == receipt.operator)
    lengths = {str(row.stream): int(row.length) for row in connection.execute(kept)}
    if len(lengths.keys() - set(schema.NO_STREAMS)) < receipt.streams:
        return f"it signed {receipt.streams} streams, and there are fewer"
    short = sorted(stream for stream, (_, _, length) in receipt.heads.items() if lengths.get(stream, 0) < length)
    if short:
        length, there = receipt.heads[short[0]][2], lengths.get(short[0], 0)
        return f"it signed {length} records of {receipt.operator}/{short[0]}, and there are {there}"
    streams = {
        Stream(receipt.operator, name): StreamHead(number, hash_) for name, (number, hash_, _) in receipt.heads.items()
    }
    return checkpoint.find_missing_head(connection, streams)
